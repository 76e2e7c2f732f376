"""The odds model: a linear term plus one hidden layer (ReLU) gives each seat a logit. All logits of a
position are multiplied by its sharpness, and a softmax over the seats still playing turns them into
probabilities."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import exp
from pathlib import Path
from struct import Struct
from typing import Any, Final, NamedTuple

from .features import (
    OWN,
    PAID,
    SETS,
    START,
    Features,
    OpenState,
    SeatFeatures,
    common_feature_width,
    read_features,
)

__loader__: Any  # this module's own loader, which can also read a file from an archive

WHOLE: Final = 1_000_000  # the sum of all seats' odds, which are whole numbers (millionths)
LANE: Final = 64  # bits for each hidden unit
UNIT: Final = 1 << 20  # a feature is stored as a whole multiple of 1 / UNIT
WEIGHT: Final = 10_000  # and a weight as one of 1 / WEIGHT
LEAST_SHARP: Final = 10  # the least sharpness is one of 1 / LEAST_SHARP
_MIDDLE: Final = 1 << (LANE - 1)  # far beyond any sum of products
_ONE: Final = UNIT * WEIGHT
_PARTS: Final = 20_000  # sums of sets that are cached
_FILE: Final = Path(__file__).with_name("weights.json")


class WeightsNotReady(Exception):
    """The weights cannot be read, for instance because the page has not loaded them yet. The message is
    a sentence."""


class RowLayout(NamedTuple):
    """The numbers of features in the parts of a row, and where the features of each set are."""

    own: int
    sets: int
    common: int
    start: tuple[int, ...]  # for each set, within ``sets``
    paid: int  # within the features of a color group


LAYOUT: Final = RowLayout(OWN, SETS, common_feature_width(), START, PAID)


class Network:
    """The weights of a model, from a table like the one in ``weights.json``.

    "line" has a weight for each feature, and "into" a row of weights into the hidden units. "bias" and
    "out" have a number for each hidden unit. In a softmax a number that is the same for all seats would
    change nothing; so the line's sum over the common features is something else, namely the sharpness
    minus 1. Raises ``ValueError`` if the sizes do not match the layout.

    It computes in whole numbers (:data:`UNIT`, :data:`WEIGHT`), so that every machine gets the same
    bits. It stores the weights of one feature in a single big integer. Each hidden unit has a lane of
    :data:`LANE` bits, and the last lane is for the linear term. The product of a feature and such an
    integer contains the products with all weights."""

    def __init__(self, table: Mapping[str, Any], layout: RowLayout = LAYOUT) -> None:
        into, line = table["into"], table["line"]
        out, bias = table["out"], table["bias"]
        hidden = len(bias)
        width = layout.own + layout.sets + layout.common
        fits = len(line) == len(into) == width and len(out) == hidden
        if not fits or any(len(row) != hidden for row in into):
            raise ValueError("These weights are for other numbers.")
        rows = [[*row, linear] for row, linear in zip(into, line, strict=True)]
        packed = [_lanes([round(w * WEIGHT) for w in row]) for row in rows]
        self._layout = layout
        self._own = packed[: layout.own]
        self._sets = packed[layout.own : -layout.common]
        self._common = packed[-layout.common :]
        # A lane can be negative; ``_MIDDLE`` is added to each, so that none borrows from the next.
        self._start = _lanes([*(round(w * WEIGHT) * UNIT + _MIDDLE for w in bias), _MIDDLE])
        self._out = [round(w * WEIGHT) for w in out]
        self._lanes = Struct(f"<{hidden + 1}Q")
        self._last = LANE * hidden  # where the lane of the linear term begins
        self._parts: dict[tuple[int, tuple[float, ...]], int] = {}
        self._of_own: list[_Sum] = []  # by row
        self._of_common = _Sum(self._common)

    def strengths(self, rows: Sequence[SeatFeatures], common: list[float]) -> list[float]:
        """A logit for each row of features."""
        weights, unpack, size = self._out, self._lanes.unpack, self._lanes.size
        sets, parts = self._sets, self._parts
        at, paid = self._layout.start, self._layout.paid
        start = self._start + self._of_common.of(common)
        sharp = max(_ONE // LEAST_SHARP, _ONE + (start >> self._last) - _MIDDLE)
        of_own = self._of_own
        while len(of_own) < len(rows):
            of_own.append(_Sum(self._own))
        logits = []
        for row, own in zip(rows, of_own, strict=False):
            total = start + own.of(row.own)
            for part in row.sets:
                known = parts.get(part)
                total += self._remember(part) if known is None else known
            for s, x in row.paid:
                total += int(x * UNIT) * sets[at[s] + paid]
            *units, linear = unpack(total.to_bytes(size, "little"))
            active = [
                (unit - _MIDDLE) * weight
                for unit, weight in zip(units, weights, strict=True)
                if unit > _MIDDLE
            ]
            logit = sum(active, (linear - _MIDDLE) * WEIGHT)
            logits.append(logit * sharp / (_ONE * _ONE * WEIGHT))
        return logits

    def _remember(self, part: tuple[int, tuple[float, ...]]) -> int:
        """Cache the sum of a set's features. Few of them differ, since they do not depend on cash."""
        if len(self._parts) >= _PARTS:
            self._parts.clear()
        s, features = part
        at = self._layout.start[s]
        total = self._parts[part] = _Sum(self._sets[at : at + len(features)]).of(features)
        return total


class _Sum:
    """The sum of the products of some features and their weights, in lanes.

    A bot asks about one position after the other, and most of the features are the same as before. So only
    the products of the others are computed again. The sum is exact, and does not depend on what was asked
    before."""

    __slots__ = ("_features", "_total", "_weights")

    def __init__(self, weights: Sequence[int]) -> None:
        self._weights = weights
        self._features: Sequence[float] = [0.0] * len(weights)
        self._total = 0

    def of(self, features: Sequence[float]) -> int:
        """The sum for these features. The caller must not change the list afterwards."""
        total = self._total
        for x, before, weight in zip(features, self._features, self._weights, strict=True):
            if x != before:
                total += (int(x * UNIT) - int(before * UNIT)) * weight
        self._features, self._total = features, total
        return total


def _lanes(parts: list[int]) -> int:
    """These numbers side by side in one integer."""
    return sum(part << (LANE * n) for n, part in enumerate(parts))


_net: list[Network] = []


def use_weights(net: Network) -> None:
    """Use these weights from now on."""
    _net[:] = [net]


def read_weights(file: Path) -> Any:
    """The table of weights in this file of the package. Raises :class:`WeightsNotReady` if it cannot be
    read."""
    try:
        text = __loader__.get_data(str(file)).decode("utf-8")
    except OSError as error:
        raise WeightsNotReady("The weights of the odds have not been loaded.") from error
    return json.loads(text)


def _ready() -> Network:
    if not _net:
        use_weights(Network(read_weights(_FILE)))
    return _net[0]


def weights_ready() -> bool:
    """Whether the weights can be read. Those of the trade model come with them."""
    try:
        _ready()
    except WeightsNotReady:
        return False
    return True


def odds_of_features(position: OpenState) -> dict[int, int]:
    """The odds of each seat still playing, in millionths. Their sum is ``WHOLE``; each is at least 1.

    Pending debts, auctions and the end of the game are ignored; ``quiescence.expected_odds`` includes
    them. Raises :class:`WeightsNotReady` if the weights cannot be read.
    """
    return shares(read_features(position), _ready)


def shares(features: Features, network: Callable[[], Network]) -> dict[int, int]:
    """``WHOLE`` divided among the seats still playing, by this network. It is not needed if only one
    plays."""
    seats, rows, common = features
    if len(seats) < 2:
        return dict.fromkeys(seats, WHOLE)
    return softmax_shares(seats, network().strengths(rows, common))


def softmax_shares(seats: list[int], logits: list[float]) -> dict[int, int]:
    """``WHOLE`` divided among the seats by a softmax of their logits. The last bit of ``exp`` may differ
    between machines. Rounding to millionths hides the difference."""
    best = max(logits)
    parts = [exp(x - best) for x in logits]
    total = 0.0
    for part in parts:
        total += part
    spare = WHOLE - len(seats)
    exact = [spare * part / total for part in parts]
    out = [int(x + 0.5) for x in exact]
    # The rounding error goes to the likeliest seat, so that the sum is exact.
    out[out.index(max(out))] += spare - sum(out)
    return {seat: 1 + part for seat, part in zip(seats, out, strict=True)}
