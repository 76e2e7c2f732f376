"""Games in which players start unequally: how unequal they are later, and who changes places.

* The Lorenz curve (Lorenz 1905): the share of all worth that the poorest parts of the players own.
* Mobility: from the quarter in which a player starts to the quarter in which they are later. Shorrocks'
  index (*Econometrica* 46, 1978) is 0 if nobody changes quarters, and 1 if the start says nothing.

In each game the players are put in the order of their worth, and each takes an equal part of that order.
A quarter is a quarter of the order, so with any number of players each quarter has the same number of
them. A part that lies in two quarters is moved as a whole: a player who keeps that place stays in both.
Players of equal worth share their parts evenly.
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


def places_of(values: Sequence[Any]) -> list[range]:
    """For each seat its places in the order of these values, the poorest first: one place, or those that
    it shares with seats of equal value."""
    order = sorted(values)
    return [range(order.index(value), order.index(value) + order.count(value)) for value in values]


class Mobility(NamedTuple):
    """``table[start][later]``: the share of the players of one quarter at the start that are in another
    quarter later, with Wilson's 95 % interval. ``shorrocks``: his index. ``stayed``: the share of all
    players that are in the quarter where they started.

    Where the players can't be divided by four, his index would not be 1 if the start says nothing. So it is
    divided by what it is then, which changes nothing elsewhere."""

    table: list[list[Interval]]
    shorrocks: float
    stayed: float


def mobility(
    courses: Sequence[Course], starts: Sequence[tuple[int, int]], checkpoint: int
) -> Mobility:
    """The mobility from the start to a checkpoint (an index of ``ROUNDS``), over at least one game."""
    seats = len(starts)
    begun = places_of(starts)
    moved: list[list[list[float]]] = [[[] for _ in range(QUARTERS)] for _ in range(QUARTERS)]
    for course in courses:
        later = places_of(course["worth"][checkpoint])
        both = [[0.0] * QUARTERS for _ in range(QUARTERS)]
        for start, now in zip(begun, later, strict=True):
            for a, b in ((a, b) for a in start for b in now):
                for from_, to in _quarters(a, b, seats):
                    both[from_][to] += 1 / (seats * len(start) * len(now))
        for a in range(QUARTERS):
            for b in range(QUARTERS):
                moved[a][b].append(both[a][b])
    table = [[rounded(share_interval(fsum(cell), len(courses))) for cell in row] for row in moved]
    stayed = fsum(table[n][n].value for n in range(QUARTERS)) / QUARTERS
    return Mobility(
        table,
        round((1 - stayed) / (1 - _stayed_by_chance(seats)), DIGITS),
        round(stayed, DIGITS),
    )


def _quarters(a: int, b: int, seats: int) -> list[tuple[int, int]]:
    """The quarters of each fourth of a player's part of the order, in place ``a`` and in place ``b``."""
    return [((QUARTERS * a + k) // seats, (QUARTERS * b + k) // seats) for k in range(QUARTERS)]


def _stayed_by_chance(seats: int) -> float:
    """The share of players in the quarter where they started if every order is equally likely later."""
    pairs = [pair for a in range(seats) for b in range(seats) for pair in _quarters(a, b, seats)]
    return sum(a == b for a, b in pairs) / len(pairs)


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
