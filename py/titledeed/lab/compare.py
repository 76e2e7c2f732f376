"""Compares the games of two settings: for each measure both means, their difference and its 95 %
interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from ..engine.words import Unloadable
from .games import INCOMES, Played, Setting
from .intervals import DIGITS, Interval, mean, paired, rounded, share, variance

Of = Callable[[Played], float]


class Measure(NamedTuple):
    """A number computed from each game. ``seat`` is -1 if it belongs to the whole table."""

    id: str
    of: Of
    seat: int = -1


def _winner(seat: int) -> Of:
    return lambda game: (seat in game["winners"]) / max(len(game["winners"]), 1)


def _worth(seat: int) -> Of:
    return lambda game: game["worth"][seat]


def _share(cause: int) -> Of:
    def part(game: Played) -> float:
        total = sum(map(sum, game["income"]))
        return sum(game["income"][cause]) / total if total else 0.0

    return part


def _owned(game: Played) -> float:
    """The number of complete colour groups that the winners own."""
    return sum(owner in game["winners"] for owner in game["groups"])


def measures(seats: int) -> list[Measure]:
    """All measures of games with this number of seats, in the order of display."""
    chosen = [
        Measure("rounds", lambda game: game["rounds"]),
        Measure("throws", lambda game: game["throws"]),
        Measure("gini", lambda game: game["gini"]),
    ]
    chosen += [Measure(f"win_{seat + 1}", _winner(seat), seat) for seat in range(seats)]
    chosen += [Measure(f"worth_{seat + 1}", _worth(seat), seat) for seat in range(seats)]
    chosen += [Measure(f"income_{name}", _share(i)) for i, name in enumerate(INCOMES)]
    chosen.append(Measure("groups_of_winners", _owned))
    return chosen


class Compared(NamedTuple):
    """One measure of both sides: the means, and ``difference``, which is B less A. ``spread``: the
    standard deviation of the measure over the games of A."""

    measure: Measure
    a: float
    b: float
    difference: Interval
    spread: float


def compare(a: Sequence[Played], b: Sequence[Played]) -> list[Compared]:
    """Compare the games of two settings, paired by their index in the run, and so by seed.

    Raises ``ValueError`` unless both have the same number of games, at least one."""
    return list(one_by_one(a, b))


def one_by_one(a: Sequence[Played], b: Sequence[Played]) -> Iterator[Compared]:
    """As :func:`compare`, one measure at a time."""
    if not a or len(a) != len(b):
        raise ValueError("as many games of both, and at least one")
    for measure in measures(len(a[0]["worth"])):
        here, there = ([measure.of(game) for game in games] for games in (a, b))
        difference = rounded(paired(here, there))
        means = round(mean(here), DIGITS), round(mean(there), DIGITS)
        yield Compared(measure, *means, difference, round(sqrt(variance(here)), DIGITS))


def check_alike(a: Setting, b: Setting) -> None:
    """Raise :class:`Unloadable` with a sentence if the settings differ in their number of seats."""
    if len(a.record.seats) != len(b.record.seats):
        raise Unloadable(
            f"Both must have as many seats: one has {len(a.record.seats)}, "
            f"the other {len(b.record.seats)}."
        )


def by_character(games: Sequence[Played], bots: Sequence[str]) -> dict[str, Interval]:
    """The share of games that each kind of bot wins with all its seats together, with the 95 %
    interval. A tie counts in equal parts for its winners."""
    return {bot: of_character(games, bots, bot) for bot in dict.fromkeys(bots)}


def of_character(games: Sequence[Played], bots: Sequence[str], bot: str) -> Interval:
    """As :func:`by_character`, for one of the bots."""
    own = {seat for seat, other in enumerate(bots) if other == bot}
    parts = [
        len(own.intersection(game["winners"])) / max(len(game["winners"]), 1) for game in games
    ]
    return rounded(share(fsum(parts), len(games)))


def unfinished(games: Iterable[Played]) -> int:
    """The number of games that were stopped before their end."""
    return sum(not game["winners"] for game in games)


def to_dict(a: Sequence[Played], b: Sequence[Played]) -> Mapping[str, Any]:
    """The table that ``lab compare --json`` prints."""
    return {
        "games": len(a),
        "unfinished": [unfinished(a), unfinished(b)],
        "measures": {
            row.measure.id: {
                "a": row.a,
                "b": row.b,
                "difference": row.difference.value,
                "low": row.difference.low,
                "high": row.difference.high,
            }
            for row in compare(a, b)
        },
    }


HISTOGRAM_BARS: Final = 20


def histogram(values: Sequence[float], start: float, width: float, bars: int) -> list[int]:
    """Count the values in ``bars`` intervals of ``width`` from ``start`` on. Values outside count in the
    first or the last interval."""
    counts = [0] * bars
    for value, times in Counter(values).items():  # of 10,000 games most have a value in common
        counts[min(bars - 1, max(0, int((value - start) // width)))] += times
    return counts
