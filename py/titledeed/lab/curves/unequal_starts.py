"""Games in which players start unequally: how unequal they are later, and who changes places.

* The Lorenz curve (Lorenz 1905): the share of all worth that the poorest parts of the players own.
* Mobility: from the quarter in which a player starts to the quarter in which they are later. Shorrocks'
  index (*Econometrica* 46, 1978) is 0 if nobody changes quarters, and 1 if the start says nothing.

In each game the players are put in the order of their worth, and each takes an equal part of that order.
A quarter is a quarter of the order, so with any number of players each quarter has the same number of
them. Players of equal worth share their parts evenly.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import fsum
from typing import Any, Final, NamedTuple, TypedDict

from ...engine.generic_event import Event
from ...engine.state import State
from ...run_generator_to_end import at_once
from ..batch_games import GamesJob, Setting, gini, in_slices, seat_worths, seed_of, setting_of
from ..intervals import DIGITS, Interval, mean, of_mean, rounded, share_interval

ROUNDS: Final = (0, 5, 10, 15, 20, 30, 40, 60)  # after which the worths are noted; 0 is the start
QUARTERS: Final = 4


class Course(TypedDict):
    """One game. ``worth``: for each of ``ROUNDS`` the worth of each seat at the end of that round. A finished
    game keeps its last worths."""

    worth: list[list[int]]


def run_courses(job: GamesJob) -> list[Course]:
    """Play the games of a job as far as the last of ``ROUNDS``. Raises :class:`LoadError` with a sentence."""
    return at_once(run_courses_in_slices(job))


def run_courses_in_slices(job: GamesJob) -> Generator[None, None, list[Course]]:
    """As :func:`run_courses`, as a generator that yields several times in each game."""
    setting = setting_of(job["record"])
    courses: list[Course] = []
    for n in range(job["count"]):
        courses.append((yield from _course(setting, seed_of(job["seed"], job["first"] + n))))
        yield
    return courses


def _course(setting: Setting, seed: int) -> Generator[None, None, Course]:
    worth = [seat_worths(setting.opening())]
    last = worth[0]

    def watch(round: int, _events: Sequence[Event], state: State) -> None:
        nonlocal last
        now = seat_worths(state)
        # With an answer the next round may have begun; the worths before it belong to the one before.
        ended = state.round - 1 if state.round > round else -1
        while len(worth) < len(ROUNDS) and ROUNDS[len(worth)] <= ended:
            worth.append(now)
        last = now

    yield from in_slices(setting, seed, ROUNDS[-1], watch)
    worth += [last] * (len(ROUNDS) - len(worth))
    return {"worth": worth}


def start_order(setting: Setting) -> list[tuple[int, int]]:
    """What each seat starts with, richer is larger: its worth, then its salary."""
    amounts: Any = setting.rules.house_rules.get("salary", 0)
    worths = seat_worths(setting.opening())
    salaries = amounts if isinstance(amounts, (list, tuple)) else [amounts] * len(worths)
    return list(zip(worths, salaries, strict=True))


def quarter_shares(values: Sequence[Any]) -> list[list[float]]:
    """For each seat the shares of it that belong to each quarter, the poorest first; they add up to 1."""
    seats = len(values)
    order = sorted(range(seats), key=lambda seat: values[seat])
    shares = [[0.0] * QUARTERS for _ in values]
    first = 0
    while first < seats:
        tied = [seat for seat in order[first:] if values[seat] == values[order[first]]]
        low, high = first / seats, (first + len(tied)) / seats
        for seat in tied:
            for quarter in range(QUARTERS):
                inside = min(high, (quarter + 1) / QUARTERS) - max(low, quarter / QUARTERS)
                shares[seat][quarter] = max(0.0, inside) / (high - low)
        first += len(tied)
    return shares


class Mobility(NamedTuple):
    """``table[start][later]``: the share of the players of one quarter at the start that are in another
    quarter later, with Wilson's 95 % interval. ``shorrocks``: his index. ``stayed``: the share of all
    players that are in the quarter where they started."""

    table: list[list[Interval]]
    shorrocks: float
    stayed: float


def mobility(
    courses: Sequence[Course], starts: Sequence[tuple[int, int]], checkpoint: int
) -> Mobility:
    """The mobility from the start to a checkpoint (an index of ``ROUNDS``), over at least one game."""
    begun = quarter_shares(starts)
    weight = [fsum(seat[quarter] for seat in begun) for quarter in range(QUARTERS)]
    moved: list[list[list[float]]] = [[[] for _ in range(QUARTERS)] for _ in range(QUARTERS)]
    for course in courses:
        later = quarter_shares(course["worth"][checkpoint])
        for a in range(QUARTERS):
            for b in range(QUARTERS):
                both = fsum(start[a] * now[b] for start, now in zip(begun, later, strict=True))
                moved[a][b].append(both / weight[a])
    table = [[rounded(share_interval(fsum(cell), len(courses))) for cell in row] for row in moved]
    trace = fsum(table[n][n].value for n in range(QUARTERS))
    return Mobility(
        table,
        round((QUARTERS - trace) / (QUARTERS - 1), DIGITS),
        round(trace / QUARTERS, DIGITS),
    )


class Lorenz(NamedTuple):
    """``shares``: the mean share of all worth that the poorest 0, 1, 2 … players own, with Student's 95 %
    interval. ``gini``: the mean Gini coefficient."""

    shares: list[Interval]
    gini: Interval


def lorenz(courses: Sequence[Course], checkpoint: int) -> Lorenz:
    """The Lorenz curve at a checkpoint (an index of ``ROUNDS``), over at least one game."""
    rows = [_cumulated(course["worth"][checkpoint]) for course in courses]
    return Lorenz(
        [rounded(of_mean(column)) for column in zip(*rows, strict=True)],
        rounded(of_mean([gini(course["worth"][checkpoint]) for course in courses])),
    )


def _cumulated(worths: Sequence[int]) -> list[float]:
    total = sum(worths)
    if not total:
        return [n / len(worths) for n in range(len(worths) + 1)]
    ordered = sorted(worths)
    return [sum(ordered[:n]) / total for n in range(len(worths) + 1)]


def mean_worths(courses: Sequence[Course], checkpoint: int) -> list[float]:
    """The mean worth of each seat at a checkpoint."""
    columns = zip(*(course["worth"][checkpoint] for course in courses), strict=True)
    return [mean(column) for column in columns]


def courses_csv(courses: Sequence[Course]) -> Iterator[str]:
    """The worths as lines of CSV with a heading; docs/LAB.md defines the columns."""
    seats = len(courses[0]["worth"][0]) if courses else 0
    yield ",".join(["game", "round", *(f"worth_{n}" for n in range(1, seats + 1))])
    for game, course in enumerate(courses):
        for round, worths in zip(ROUNDS, course["worth"], strict=True):
            yield ",".join(map(str, (game, round, *worths)))
