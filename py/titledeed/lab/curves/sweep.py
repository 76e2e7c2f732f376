"""A sweep: games of one setting with several values of one thing, its curve, and the best value.

Game ``i`` has the same seed at every value. One measure is chosen before the run. Wins have Wilson's
interval, and means Student's. Lengths and worths have medians, since a few long games pull their means
(:mod:`.medians`).

Which values may be the best is found in two steps:

1. All pairs of values are compared, with Bonferroni's correction for their number. If no pair differs, any
   value may be the best. So if the varied thing has no effect, a value is ruled out in at most 5 of 100
   sweeps.
2. Otherwise a value is ruled out if another one is shown to be better, with Bonferroni's correction for
   its number of rivals: the pairwise screening of Nelson, Swann, Goldsman and Song (*Operations
   Research* 49, 2001), after Gupta (1965). So the truly best value is ruled out in at most 5 of 100
   sweeps.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from ...run_generator_to_end import at_once
from ..batch_games import GamesJob, Played
from ..compare import WIDER, Measure, measures_for, unfinished
from ..intervals import (
    DIGITS,
    Interval,
    around,
    mean,
    of_mean,
    outward,
    rounded,
    share_interval,
    student,
    variance,
)
from ..parallel_jobs import CHUNK, FIRST
from .medians import Box, box_of, median_error, of_median
from .swept_settings import Table, Value

MEANS, MEDIANS, SHARES = "mean", "median", "share"
AIMS: Final = ("high", "low")
_STATISTICS: Final = {"rounds": MEDIANS, "throws": MEDIANS, "worth": MEDIANS, "win": SHARES}
# The measures that are best when they are low; all others when they are high.
_LOW: Final = ("rounds", "throws", "gini")

Games = Sequence[Sequence[Played | None]]  # by value; None for a game not played yet


def statistic_of(measure: str) -> str:
    """What stands for a measure's games: their ``MEANS``, ``MEDIANS`` or ``SHARES``."""
    return _STATISTICS.get(measure.partition("_")[0], MEANS)


def usual_aim(measure: str) -> str:
    """Whether a measure is usually best when it is "high" or "low"."""
    return "low" if measure in _LOW else "high"


def measure_named(seats: int, id: str) -> Measure | None:
    """The measure with this id for so many seats."""
    return next((measure for measure in measures_for(seats) if measure.id == id), None)


def slim(game: Played) -> Played:
    """A game without its inequality by round, which a curve does not need, and which is most of its data."""
    return {**game, "ginis": []}


def sweep_jobs(
    tables: Sequence[Table], seed: int, size: int, played: Games = ()
) -> Iterator[tuple[int, GamesJob]]:
    """The jobs of a sweep, each with the place of its value. All values grow together, the first jobs are
    small, and the ends and the middle of the range come first. Jobs whose games have all been played are
    left out."""
    order = middle_first(len(tables))
    first = 0
    while first < size:
        count = min(CHUNK if first >= 2 * FIRST else FIRST, size - first)
        for place in order:
            there = played[place][first : first + count] if played else ()
            if len(there) < count or None in there:
                yield place, GamesJob(record=tables[place], seed=seed, first=first, count=count)
        first += count


def middle_first(count: int) -> list[int]:
    """The places of a range in an order that soon shows its shape: both ends, then halves of the gaps."""
    order, step = [0, count - 1] if count > 1 else [0], count - 1
    while step > 1:
        step = -(-step // 2)
        order += range(0, count, step)
    return list(dict.fromkeys([*order, *range(count)]))


class Point(NamedTuple):
    """One value of a curve. ``stopped``: its games that were stopped before their end. ``box``: None for
    wins."""

    value: Value
    games: int
    stopped: int
    estimate: Interval
    mean: float
    box: Box | None


def point_of(value: Value, games: Sequence[Played], measure: Measure) -> Point:
    """The point of one value, from at least one game."""
    values = [float(measure.of(game)) for game in games]
    ordered = sorted(values)
    statistic = statistic_of(measure.id)
    estimate = (
        share_interval(fsum(values), len(values))
        if statistic == SHARES
        else of_median(ordered)
        if statistic == MEDIANS
        else of_mean(values)
    )
    box = None if statistic == SHARES else box_of(ordered)
    return Point(
        value, len(values), unfinished(games), rounded(estimate), round(mean(values), DIGITS), box
    )


def curve_in_slices(
    values: Sequence[Value], played: Games, measure: Measure
) -> Generator[None, None, list[Point]]:
    """The points of all values that have games, as a generator that yields after each."""
    points = []
    for value, games in zip(values, played, strict=True):
        there = [game for game in games if game is not None]
        if there:
            points.append(point_of(value, there, measure))
        yield
    return points


def curve(values: Sequence[Value], played: Games, measure: Measure) -> list[Point]:
    """As :func:`curve_in_slices`, at once."""
    return at_once(curve_in_slices(values, played, measure))


class Best(NamedTuple):
    """The result of a sweep. ``best``: the place of the value with the best figure; the first one of several.
    ``may``: the places of all values that may be the best, in order. ``worst``: the place of the worst.
    ``gain``: the figure of the best less that of the worst, with its 95 % interval as it is shown,
    corrected for all pairs of values. ``differs``: whether any pair of values differs."""

    best: int
    may: tuple[int, ...]
    worst: int
    gain: Interval
    differs: bool


class _Columns:
    """The values of a measure, by value of the sweep, and the differences between any two."""

    def __init__(self, played: Sequence[Sequence[Played]], measure: Measure) -> None:
        self.measure = measure
        self.values = [[float(measure.of(game)) for game in games] for games in played]
        self.medians = statistic_of(measure.id) == MEDIANS
        ordered = [sorted(column) for column in self.values] if self.medians else []
        self.errors = [median_error(column) for column in ordered]
        self.figures = (
            [of_median(column).value for column in ordered]
            if self.medians
            else [mean(column) for column in self.values]
        )
        self.means: dict[tuple[int, int], tuple[float, int]] = {}

    def interval(self, a: int, b: int, tests: int) -> Interval:
        """The figure of ``b`` less that of ``a``, as it is shown, for one of so many tests."""
        games = len(self.values[a])
        if self.medians:
            # Both standard errors as if the games were independent (Wilcox). The same
            # seeds make them somewhat alike, so this interval is a little too wide.
            error = sqrt(self.errors[a] ** 2 + self.errors[b] ** 2)
            half = student(games - 1, tests) * error
        else:
            half = WIDER * student(games - 1, tests) * self._error(a, b)[0]
        return _shown(around(self.figures[b] - self.figures[a], half), self.measure)

    def shows(self, a: int, b: int, tests: int) -> bool:
        """Whether the two differ: enough pairs of games do, by the rule of a comparison, and the interval
        excludes 0."""
        differing = len(self.values[a]) if self.medians else self._error(a, b)[1]
        return 2 * 0.5**differing <= 0.05 / tests and self.interval(a, b, tests).shows

    def _error(self, a: int, b: int) -> tuple[float, int]:
        """The standard error of the mean of the differences, and how many pairs of games differ."""
        key = (min(a, b), max(a, b))
        if key not in self.means:
            differences = [
                there - here for here, there in zip(self.values[a], self.values[b], strict=True)
            ]
            error = sqrt(variance(differences) / len(differences))
            self.means[key] = error, sum(difference != 0 for difference in differences)
        return self.means[key]


def best_in_slices(
    played: Sequence[Sequence[Played]], measure: Measure, aim: str
) -> Generator[None, None, Best]:
    """The best value of a sweep whose values all have the same games, at least one, as a generator that
    yields often."""
    columns = _Columns(played, measure)
    sign = 1 if aim == "high" else -1
    figures = [sign * figure for figure in columns.figures]
    places = range(len(figures))
    best = max(places, key=lambda n: (figures[n], -n))
    worst = min(places, key=lambda n: (figures[n], n))
    pairs = len(figures) * (len(figures) - 1) // 2
    rivals = len(figures) - 1
    differs = False
    out: set[int] = set()
    for n, other in combinations(places, 2):
        yield
        worse, better = (n, other) if figures[n] < figures[other] else (other, n)
        if worse not in out and columns.shows(worse, better, rivals):
            out.add(worse)
        differs = differs or columns.shows(worse, better, pairs)
    may = tuple(n for n in places if not (differs and n in out))
    return Best(best, may, worst, columns.interval(worst, best, pairs), differs)


def best_of(played: Sequence[Sequence[Played]], measure: Measure, aim: str) -> Best:
    """As :func:`best_in_slices`, at once."""
    return at_once(best_in_slices(played, measure, aim))


def _shown(interval: Interval, measure: Measure) -> Interval:
    """The interval as it is shown, rounded outward (as in a comparison)."""
    half = (interval.high - interval.low) / 2
    digits = measure.digits
    while 0 < digits < DIGITS and half and 10**-digits > half / 50:
        digits += 1
    return outward(rounded(interval), digits)


CSV_HEAD: Final = (
    "value",
    "games",
    "unfinished",
    "estimate",
    "low",
    "high",
    "mean",
    "lower_quartile",
    "median",
    "upper_quartile",
    "may_be_best",
)


def _cells(points: Sequence[Point], best: Best | None) -> Iterator[dict[str, Any]]:
    for n, point in enumerate(points):
        box = point.box
        low, middle, high = (box.lower, box.middle, box.upper) if box else (None, None, None)
        cells = (
            *(point.value, point.games, point.stopped, *point.estimate, point.mean),
            *(low, middle, high, None if best is None else int(n in best.may)),
        )
        yield dict(zip(CSV_HEAD, cells, strict=True))


def sweep_csv(points: Sequence[Point], best: Best | None) -> Iterator[str]:
    """The points as lines of CSV with a heading; docs/LAB.md defines the columns. ``best``: None if not all
    planned games have been played."""
    yield ",".join(CSV_HEAD)
    for row in _cells(points, best):
        yield ",".join("" if cell is None else _written(cell) for cell in row.values())


def _written(cell: Value) -> str:
    return f"{cell:.{DIGITS}f}" if isinstance(cell, float) else str(cell)


def sweep_to_dict(
    vary: str, measure: Measure, aim: str, points: Sequence[Point], best: Best | None
) -> dict[str, Any]:
    """The table that ``lab sweep --json`` prints."""
    found = None
    if best is not None:
        found = {
            "best": points[best.best].value,
            "may_be_best": [points[n].value for n in best.may],
            "worst": points[best.worst].value,
            "difference": best.gain.value,
            "low": best.gain.low,
            "high": best.gain.high,
        }
    return {
        "vary": vary,
        "measure": measure.id,
        "statistic": statistic_of(measure.id),
        "aim": aim,
        "points": list(_cells(points, best)),
        "result": found,
    }
