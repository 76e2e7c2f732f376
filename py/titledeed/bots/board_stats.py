"""Landing odds, rent incomes and the best order of building for a board, computed once for each set of
rules and used by the bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from math import fsum
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ..engine.board_and_rules_types import Rules
from ..engine.special_seats_and_ids import HOTEL_RENT, SPACES
from ..odds.board_constants import throw_ends

SEVEN: Final = 7  # the mean of two dice
_SETTLED: Final = 30  # throws after which the Markov chain's probabilities change by less than 1e-6


class Segment(NamedTuple):
    """A range of building levels in one group in which each unit of money adds the same rent.

    Ranges lie on the upper convex hull of income over cost, so their slopes fall as the level rises."""

    slope: float  # added rent for one throw of one opponent, for each unit of money
    group: int
    low: float  # from this level to ``high``: the mean level of the group's streets
    high: float


def _picker(members: tuple[int, ...]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    if len(members) > 1:
        return itemgetter(*members)
    return lambda entries: tuple([entries[i] for i in members])


class BoardStats:
    """The constants of one rulebook on one edition.

    ``sets``: the spaces of each color group by its index, then the railroads, then the utilities.
    ``pick``: for each set, a function that takes the entries of its spaces from a list by space.
    ``chance``: the long-run probability that an opponent's throw ends on each space. ``danger``: the same
    for the seat's own throws; it differs only in the last round (:meth:`in_last_round`).
    ``incomes[group][level]``: the expected rent of a complete group with that level on every street,
    for one throw of one opponent.
    ``slopes[group][level]``: the slope of the segment that begins at or contains this level; 0.0 at the top.
    """

    __slots__ = (
        "_segments_of",
        "_sites",
        "chance",
        "colours",
        "costs",
        "danger",
        "incomes",
        "memory",
        "moves",
        "pick",
        "rules",
        "segments",
        "set_of",
        "sets",
        "slopes",
        "standing",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.moves = throw_ends(rules)
        self.chance = self.danger = landings(self.moves)
        groups = rules.edition.groups
        self.colours = len(groups)
        rails = tuple(i for i in rules.ownable if rules.kind[i] == "railroad")
        utilities = tuple(i for i in rules.ownable if rules.kind[i] == "utility")
        self.sets: list[tuple[int, ...]] = [*(g.members for g in groups), rails, utilities]
        self.pick = [_picker(members) for members in self.sets]
        self.set_of = [-1] * SPACES
        for s, members in enumerate(self.sets):
            for i in members:
                self.set_of[i] = s
        self.costs = [len(g.members) * g.house_cost for g in groups]  # one level on every street
        self.incomes = [
            [
                fsum(self.chance[i] * self.rent(i, n) for i in g.members)
                for n in range(rules.top + 1)
            ]
            for g in groups
        ]
        self.segments = self._segments()
        self.slopes = [
            [
                next((x.slope for x in self.segments if x.group == g and x.high > level), 0.0)
                for level in range(rules.top + 1)
            ]
            for g in range(self.colours)
        ]
        self._segments_of: dict[tuple[int, ...], list[Segment]] = {}
        self._sites: dict[tuple[int, int], list[int]] = {}
        # Caches that ``valuation`` fills.
        self.memory: dict[tuple[object, ...], Any] = {}
        self.standing: dict[tuple[int, float, float], float] = {}

    def in_last_round(self, mine: int, theirs: Sequence[int]) -> BoardStats:
        """The same board with the probabilities of the last throws: the opponents that still throw stand on
        the spaces ``theirs``, the seat on the space ``mine``. What building earns in the long run stays."""
        board = copy(self)
        board.danger = [0.0] * SPACES
        for to, p in self.moves[mine]:
            board.danger[to] = p
        board.chance = [0.0] * SPACES
        for start in theirs:
            for to, p in self.moves[start]:
                board.chance[to] += p / len(theirs)
        board._sites = {}
        board.memory = {}
        board.standing = {}
        return board

    def rent(self, space: int, level: int) -> int:
        """The rent of a street in a complete group."""
        rents = self.rules.rents[space]
        if not level:
            return 2 * rents[0]
        return rents[HOTEL_RENT] if level >= self.rules.top else rents[level]

    def gain(self, space: int, level: int) -> float:
        """The rent that the next level after ``level`` adds for one throw of one opponent."""
        return self.chance[space] * (self.rent(space, level + 1) - self.rent(space, level))

    def sites(self, group: int, level: int) -> list[int]:
        """The streets of a group, those that gain most by the level after ``level`` first.

        Do not change the list: it is kept."""
        sites = self._sites.get((group, level))
        if sites is None:
            sites = sorted(self.sets[group], key=lambda i: -self.gain(i, level))
            self._sites[group, level] = sites
        return sites

    def _segments(self) -> list[Segment]:
        """The segments of every group's upper convex hull of income over cost, steepest first."""
        segments = []
        for g, incomes in enumerate(self.incomes):
            low = 0
            top = len(incomes) - 1
            while low < top:
                high = max(
                    range(low + 1, top + 1), key=lambda n: (incomes[n] - incomes[low]) / (n - low)
                )
                slope = (incomes[high] - incomes[low]) / ((high - low) * self.costs[g])
                segments.append(Segment(slope, g, low, high))
                low = high
        return sorted(segments, key=lambda segment: -segment.slope)

    def segments_of(self, groups: tuple[int, ...]) -> list[Segment]:
        """The segments of these groups, steepest first."""
        segments = self._segments_of.get(groups)
        if segments is None:
            segments = self._segments_of[groups] = [s for s in self.segments if s.group in groups]
        return segments


_boards: list[BoardStats] = []


def board_stats_of(rules: Rules) -> BoardStats:
    """The board of these rules; the last four are cached."""
    for board in _boards:
        if board.rules is rules:
            return board
    board = BoardStats(rules)
    _boards.insert(0, board)
    del _boards[4:]
    return board


# ---------------------------------------------------------------- where tokens come to rest


def landings(moves: list[list[tuple[int, float]]]) -> list[float]:
    """The long-run probability that a throw ends on each space, by a Markov chain over the forty
    spaces. ``lab/landings/markov.py`` has a more exact one."""
    here = [1 / SPACES] * SPACES
    for _ in range(_SETTLED):
        after = [0.0] * SPACES
        for start, p in enumerate(here):
            for to, q in moves[start]:
                after[to] += p * q
        here = after
    return here
