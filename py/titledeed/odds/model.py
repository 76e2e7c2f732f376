"""The odds model: a linear term plus one hidden layer (ReLU) gives each seat a logit, and a softmax over
the seats still playing turns the logits into probabilities."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any, Final

from .numbers import OpenState, common_width, numbers, width

__loader__: Any  # this module's own; it also reads a file from an archive

WHOLE: Final = 1_000_000  # the sum of all seats' odds, which are whole numbers (millionths)
_FILE: Final = Path(__file__).with_name("weights.json")


class Unready(Exception):
    """The weights cannot be read, for instance because the page has not loaded them yet. The message is
    a sentence."""


class Net:
    """The weights of the model, from the table in ``weights.json``.

    "line" has a weight for each feature, "into" for each feature a row of weights into the hidden units,
    "bias" and "out" a number for each hidden unit. Raises ``ValueError`` if the sizes do not match the
    features of ``numbers.py``."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.line: list[float] = table["line"]
        self.into: list[list[float]] = table["into"]
        self.bias: list[float] = table["bias"]
        self.out: list[float] = table["out"]
        hidden = len(self.bias)
        fits = len(self.line) == len(self.into) == width() and len(self.out) == hidden
        if not fits or any(len(row) != hidden for row in self.into):
            raise ValueError("These weights are for other numbers.")

    def strengths(self, rows: list[list[float]]) -> list[float]:
        """A logit for each row of features. Sums run in a fixed order, so that every Python gets the same
        bits."""
        into, line = self.into, self.line
        own = width() - common_width()
        # The last features are the same in all rows: their part of the hidden layer is computed once.
        # Their linear part is left out, since the softmax cancels what all logits share.
        base = self.bias
        for n in range(own, len(line)):
            x = rows[0][n]
            if x:
                base = [h + x * w for h, w in zip(base, into[n], strict=True)]
        out = []
        for row in rows:
            units = base
            total = 0.0
            for n in range(own):
                x = row[n]
                if x:
                    total += x * line[n]
                    units = [h + x * w for h, w in zip(units, into[n], strict=True)]
            for h, w in zip(units, self.out, strict=True):
                if h > 0:
                    total += h * w
            out.append(total)
        return out


_net: list[Net] = []


def use(net: Net) -> None:
    """Use these weights from now on."""
    _net[:] = [net]


def _ready() -> Net:
    if not _net:
        try:
            text = __loader__.get_data(str(_FILE)).decode("utf-8")
        except OSError as error:
            raise Unready("The weights of the odds have not been loaded.") from error
        use(Net(json.loads(text)))
    return _net[0]


def millionths(position: OpenState) -> dict[int, int]:
    """The odds of each seat still playing, in millionths. Their sum is ``WHOLE``; each is at least 1.

    Pending debts, auctions and the end of the game are ignored: ``settling.expected`` heeds them.
    Raises :class:`Unready` if the weights cannot be read.
    """
    seats, rows = numbers(position)
    if len(seats) < 2:
        return dict.fromkeys(seats, WHOLE)
    return shared(seats, _ready().strengths(rows))


def shared(seats: list[int], logits: list[float]) -> dict[int, int]:
    """``WHOLE`` divided among the seats by a softmax of their logits. The last bit of ``exp`` may differ
    between machines; rounding to millionths hides it."""
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
