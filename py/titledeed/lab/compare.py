"""Compares the games of two settings: for each measure both means and medians, the difference of the
means and its interval.

One measure is chosen before the run, with the number of games; only this one has a verdict
(:func:`verdict_of`). All other measures are exploratory: :func:`holm` corrects their intervals for
their number. docs/LAB.md explains the method, and ``tools/verdicts.py`` measures how often it is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from ..engine.errors import LoadError
from .batch_games import INCOMES, Played, Setting
from .intervals import (
    DIGITS,
    Interval,
    around,
    mean,
    median,
    outward,
    paired,
    quantile,
    rounded,
    share_interval,
    student,
    variance,
)

Of = Callable[[Played], float]

# Intervals of differences are this much wider than Student's. Student's intervals find a difference in
# 5 of 100 comparisons of a setting with itself. Then one series of 300 in twenty has more than 21.
# docs/LAB.md has the rates.
WIDER: Final = 1.03


class Measure(NamedTuple):
    """A number computed from each game. ``seat`` is -1 if it belongs to the whole table."""

    id: str
    of: Of
    seat: int = -1

    @property
    def digits(self) -> int:
        """The number of decimals of its means: a tenth of a percentage point for shares, and so on."""
        return _DECIMALS[self.id.partition("_")[0]]


_DECIMALS: Final = {
    "rounds": 1,
    "throws": 1,
    "gini": 3,
    "win": 3,
    "worth": 0,
    "income": 3,
    "groups": 2,
}


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
    """The number of complete color groups that the winners own."""
    return sum(owner in game["winners"] for owner in game["groups"])


def measures_for(seats: int) -> list[Measure]:
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
    """One measure of both sides. It has the means and ``difference``, the mean of B minus that of A with
    its 95 % interval, to six decimals.

    ``medians``: of A and of B. ``games``: the number of pairs.
    ``differing``: the number of pairs in which A and B differ.
    ``error``: the standard error of the difference."""

    measure: Measure
    a: float
    b: float
    difference: Interval
    medians: tuple[float, float]
    games: int
    differing: int
    error: float

    def half(self, tests: int = 1) -> float:
        """Half the width of the interval, widened for so many tests (Bonferroni)."""
        return WIDER * student(self.games - 1, tests) * self.error

    @property
    def digits(self) -> int:
        """The number of decimals of its interval's ends. It is more than that of a mean if the interval
        is so narrow that rounding outward would widen it much. Money has none."""
        half = self.half()
        digits = self.measure.digits
        while 0 < digits < DIGITS and half and 10**-digits > half / 50:
            digits += 1
        return digits

    def interval(self, tests: int = 1) -> Interval:
        """The interval of the difference as it is shown, widened for so many tests (Bonferroni)."""
        interval = self.difference
        if tests > 1:
            interval = around(interval.value, self.half(tests))
        return outward(interval, self.digits)

    def few(self, tests: int = 1) -> bool:
        """Whether too few pairs differ for any claim. Chance alone could then too easily give all of
        them the same sign. One test needs six pairs that differ."""
        return 2 * 0.5**self.differing > 0.05 / tests

    def shows(self, tests: int = 1) -> bool:
        """Whether there is a difference: the interval, as it is shown, excludes 0."""
        return not self.few(tests) and self.interval(tests).shows


class Corrected(NamedTuple):
    """An exploratory measure. ``tests``: the number of tests for which its interval is widened."""

    tests: int
    interval: Interval
    shows: bool


def holm(rows: Sequence[Compared]) -> list[Corrected]:
    """Correct the intervals of exploratory measures for their number (Holm 1979).

    The clearest of n differences is tested as one of n, the next as one of n - 1, until one is not
    significant. That one and all after it have the interval of this last step, so that each interval
    agrees with the test. For any measures, the chance of showing a difference where there is none is 5
    % at most."""
    strengths = [_strength(row, len(rows)) for row in rows]
    order = sorted(range(len(rows)), key=lambda n: (-strengths[n], n))
    corrected: dict[int, Corrected] = {}
    tests = len(rows)
    for n in order:
        shows = strengths[n] >= tests
        corrected[n] = Corrected(tests, rows[n].interval(tests), shows)
        tests -= shows
    return [corrected[n] for n in range(len(rows))]


def _strength(row: Compared, most: int) -> int:
    """The largest number of tests, up to ``most``, for which the difference is significant; or 0."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if row.shows(middle) else (low, middle - 1)
    return low


def unit_of(measure: Measure) -> str:
    """The unit of a measure. Measures of one unit are shown with the same number of decimals."""
    kind = measure.id.partition("_")[0]
    return {"win": "share", "income": "share", "throws": "rounds"}.get(kind, kind)


def common_digits(shown: Iterable[tuple[Compared, Interval]]) -> dict[str, int]:
    """The number of decimals of intervals that are shown together, by unit.

    It is more than that of a mean only if rounding an interval outward would widen it by more than a
    third, or would change whether it excludes 0."""
    digits: dict[str, int] = {}
    for row, interval in shown:
        unit, own = unit_of(row.measure), row.measure.digits
        half = (interval.high - interval.low) / 2
        while own < row.digits and (
            10**-own > half / 3 or outward(interval, own).shows != interval.shows
        ):
            own += 1
        digits[unit] = max(digits.get(unit, 0), own)
    return digits


class Verdict(NamedTuple):
    """The result of a run for the measure that was chosen before it.

    ``interval``: that of the difference, as it is shown. The verdict follows from its ends.
    ``stopped``: games of A and of B that were stopped before their end. They count as they were then.
    ``finished``: the difference over the pairs of games that both ended, or None if no game was
    stopped."""

    compared: Compared
    interval: Interval
    shows: bool
    stopped: tuple[int, int]
    finished: Compared | None

    @property
    def turns(self) -> bool:
        """Whether the verdict or the sign of the difference rests on games that were stopped."""
        if self.finished is None:
            return False
        all_of, rest = self.compared.difference.value, self.finished.difference.value
        return self.shows != self.finished.shows() or (all_of > 0) != (rest > 0)


def verdict_of(a: Sequence[Played], b: Sequence[Played], measure: str) -> Verdict:
    """The verdict of games that are paired by their index in the run.

    Raises ``ValueError`` if there is no such measure, or if the sides have different numbers of
    games."""
    chosen = _measure(a, measure)
    compared = compare_one(chosen, a, b)
    stopped = unfinished(a), unfinished(b)
    finished = None
    if any(stopped):
        both = [
            (here, there)
            for here, there in zip(a, b, strict=True)
            if here["winners"] and there["winners"]
        ]
        if both:
            finished = compare_one(chosen, [pair[0] for pair in both], [pair[1] for pair in both])
    return Verdict(compared, compared.interval(), compared.shows(), stopped, finished)


def _measure(games: Sequence[Played], id: str) -> Measure:
    for measure in measures_for(len(games[0]["worth"])) if games else ():
        if measure.id == id:
            return measure
    raise ValueError(id)


def compare(a: Sequence[Played], b: Sequence[Played]) -> list[Compared]:
    """Compare the games of two settings, paired by their index in the run, and so by seed.

    Raises ``ValueError`` unless both have the same number of games, at least one."""
    return list(compare_in_slices(a, b))


def compare_in_slices(a: Sequence[Played], b: Sequence[Played]) -> Iterator[Compared]:
    """As :func:`compare`, one measure at a time."""
    if not a or len(a) != len(b):
        raise ValueError("as many games of both, and at least one")
    for measure in measures_for(len(a[0]["worth"])):
        yield compare_one(measure, a, b)


def compare_one(measure: Measure, a: Sequence[Played], b: Sequence[Played]) -> Compared:
    """One measure of games that are paired by their index."""
    here, there = ([measure.of(game) for game in games] for games in (a, b))
    differences = [after - before for before, after in zip(here, there, strict=True)]
    students = paired(here, there)
    return Compared(
        measure,
        round(mean(here), DIGITS),
        round(mean(there), DIGITS),
        rounded(around(students.value, WIDER * (students.high - students.value))),
        (round(median(here), DIGITS), round(median(there), DIGITS)),
        len(differences),
        sum(difference != 0 for difference in differences),
        sqrt(variance(differences) / len(differences)),
    )


def check_alike(a: Setting, b: Setting) -> None:
    """Raise :class:`LoadError` with a sentence if the settings differ in their number of seats."""
    if len(a.record.seats) != len(b.record.seats):
        raise LoadError(
            f"Both must have the same number of seats: one has {len(a.record.seats)}, "
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
    return rounded(share_interval(fsum(parts), len(games)))


def unfinished(games: Iterable[Played]) -> int:
    """The number of games that were stopped before their end."""
    return sum(not game["winners"] for game in games)


def to_dict(
    a: Sequence[Played], b: Sequence[Played], measure: str = "", planned: bool = True
) -> dict[str, Any]:
    """The table that ``lab compare --json`` prints. ``measure``: the one that was chosen before the run.
    All other measures are exploratory; if it is "", all are.

    ``planned``: these are exactly the games for which the run was planned. If they are not, every
    measure is exploratory and none shows a difference."""
    rows = compare(a, b)
    explored = [row for row in rows if not planned or row.measure.id != measure]
    if planned:
        marks = holm(explored)
    else:
        tests = len(rows) - (measure != "")
        marks = [Corrected(tests, row.interval(tests), False) for row in explored]
    by_id = dict(zip((row.measure.id for row in explored), marks, strict=True))
    return {
        "games": len(a),
        "unfinished": [unfinished(a), unfinished(b)],
        "measure": measure or None,
        "measures": {row.measure.id: _figures(row, by_id.get(row.measure.id)) for row in rows},
    }


def _figures(row: Compared, mark: Corrected | None) -> dict[str, Any]:
    """``mark``: the correction of an exploratory measure."""
    figures: dict[str, Any] = {
        "a": row.a,
        "b": row.b,
        "difference": row.difference.value,
        "low": row.difference.low,
        "high": row.difference.high,
        "exploring": mark is not None,
        "shows": row.shows() if mark is None else mark.shows,
    }
    if mark is not None:
        low, high = mark.interval.low, mark.interval.high
        figures["holm"] = {"tests": mark.tests, "low": low, "high": high}
    return figures


def hidden(row: Compared, mark: Corrected) -> bool:
    """Whether too few pairs differ for the interval to be shown."""
    return row.few() or (mark.interval.shows and not mark.shows)


HISTOGRAM_BARS: Final = 20


def histogram(values: Sequence[float], start: float, width: float, bars: int) -> list[int]:
    """Count the values in ``bars`` intervals of ``width`` from ``start`` on. Values outside count in the
    first or the last interval."""
    counts = [0] * bars
    # most of 10,000 games share their value with others
    for value, times in Counter(values).items():
        counts[min(bars - 1, max(0, int((value - start) // width)))] += times
    return counts


_ROUNDS: Final = 60  # the most rounds in the curves of inequality

# The games of both sides; None where one has not been played.
Runs = Sequence[Sequence[Played | None]]


def mean_curves(played: Runs, lines: list[list[float]]) -> Iterator[None]:
    """Add to ``lines`` the mean Gini coefficient at the end of each round, for A and for B. A finished
    game keeps its last value. Without games nothing is added. Pauses after each round."""
    sides = [[game["ginis"] for game in side if game] for side in played]
    if not all(sides):
        return
    rounds = sorted(len(game) for side in sides for game in side)
    last = min(_ROUNDS, max(2, int(quantile(rounds, 0.9))))
    for side in sides:
        yield
        line: list[float] = []
        for n in range(last):
            line.append(mean([game[n] if n < len(game) else game[-1] for game in side]))
            yield
        lines.append(line)
