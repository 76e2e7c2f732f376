"""What a board is worth landing by landing: where tokens come to rest, what each group brings at each
level, and in what order money is best spent on buildings. Worked out once for each set of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ....engine.board_and_rules_types import Card, Rules

SEVEN: Final = 7  # the mean of two dice
_SETTLED: Final = 30  # steps after which the chain's odds change by less than a millionth


Profit = tuple[float, int, float, float, int]


class Segment(NamedTuple):
    """A stretch of building in one group on which each unit of money brings the same rent."""

    slope: float  # rent by one opponent's throw for each unit of money
    group: int
    low: float  # levels, mean of the group
    high: float


def _picker(members: tuple[int, ...]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    if len(members) > 1:
        return itemgetter(*members)
    return lambda values: tuple(values[i] for i in members)


class Board:
    """A rulebook on an edition. ``sets`` are the colour groups by index, then the railroads, then
    the utilities; ``incomes`` are by colour group and even level, for one throw of one opponent;
    ``slopes`` by colour group and level: what a unit of money brings in the stretch above it."""

    __slots__ = (
        "_profits",
        "_ways",
        "chance",
        "colours",
        "costs",
        "incomes",
        "latest",
        "memory",
        "pick",
        "place_of",
        "rules",
        "segments",
        "set_of",
        "sets",
        "slopes",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.chance = landings(rules)
        groups = rules.edition.groups
        self.colours = len(groups)
        rails = tuple(i for i in rules.ownable if rules.kind[i] == "railroad")
        utilities = tuple(i for i in rules.ownable if rules.kind[i] == "utility")
        self.sets: list[tuple[int, ...]] = [*(g.members for g in groups), rails, utilities]
        self.pick = [_picker(members) for members in self.sets]  # a set's values of a list by space
        self.set_of = [-1] * 40
        for s, members in enumerate(self.sets):
            for i in members:
                self.set_of[i] = s
        self.place_of = [(-1, -1)] * 40  # the set of a space, and where in it
        for s, members in enumerate(self.sets):
            for place, i in enumerate(members):
                self.place_of[i] = (s, place)
        self.costs = [len(g.members) * g.house_cost for g in groups]  # a level on every street
        self.incomes = [
            [sum(self.chance[i] * self.rent(i, n) for i in g.members) for n in range(rules.top + 1)]
            for g in groups
        ]
        self.segments = self._segments()
        self._ways: dict[tuple[int, ...], list[Segment]] = {}
        self._profits: dict[tuple[tuple[int, ...], float], list[Profit]] = {}
        self.slopes = [
            [next(s.slope for s in self.ways((g,)) if s.high > level) for level in range(rules.top)]
            for g in range(self.colours)
        ]
        self.memory: dict[tuple[object, ...], Any] = {}  # for what is worked out on this board
        self.latest: Any = None  # the position that was worked out last

    def rent(self, space: int, level: int) -> int:
        """A street's rent in a complete group."""
        rents = self.rules.rents[space]
        if not level:
            return 2 * rents[0]
        return rents[5] if level >= self.rules.top else rents[level]

    def gain(self, space: int, level: int) -> float:
        """What the step from ``level`` up brings by one opponent's throw."""
        return self.chance[space] * (self.rent(space, level + 1) - self.rent(space, level))

    def _segments(self) -> list[Segment]:
        """The upper hulls of income over cost, best stretch first."""
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

    def ways(self, groups: tuple[int, ...]) -> list[Segment]:
        """The stretches of these groups, best first."""
        segments = self._ways.get(groups)
        if segments is None:
            segments = self._ways[groups] = [s for s in self.segments if s.group in groups]
        return segments

    def profits(self, groups: tuple[int, ...], reach: float) -> list[Profit]:
        """The same, as far as it is worth anything where a rent comes so many times: what a unit of money
        brings beyond itself, the group, the levels, and the cost of one of these."""
        profits = self._profits.get((groups, reach))
        if profits is None:
            profits = self._profits[groups, reach] = [
                (slope * reach - 1, g, low, high, self.costs[g])
                for slope, g, low, high in self.ways(groups)
                if slope * reach - 1 > 0
            ]
        return profits


_boards: list[Board] = []


def board_of(rules: Rules) -> Board:
    """The board of these rules; the last few are kept."""
    for board in _boards:
        if board.rules is rules:
            return board
    board = Board(rules)
    _boards.insert(0, board)
    del _boards[4:]
    return board


# ---------------------------------------------------------------- where tokens come to rest


def landings(rules: Rules) -> list[float]:
    """The chance that a throw ends on each space in the long run: a Markov chain over the forty
    spaces with the cards' moves; jail is left at once, and three doubles in a row are left out."""
    ends = [_ends(rules, to, 0) for to in range(40)]
    moves: list[list[tuple[int, float]]] = []
    for start in range(40):
        odds: dict[int, float] = {}
        for steps in range(2, 13):
            p = (6 - abs(steps - SEVEN)) / 36
            for to, q in ends[(start + steps) % 40]:
                odds[to] = odds.get(to, 0.0) + p * q
        moves.append(list(odds.items()))
    here = [1 / 40] * 40
    for _ in range(_SETTLED):
        after = [0.0] * 40
        for start, p in enumerate(here):
            for to, q in moves[start]:
                after[to] += p * q
        here = after
    return here


def _ends(rules: Rules, space: int, deep: int) -> list[tuple[int, float]]:
    """Where a token that comes to ``space`` comes to rest, with odds."""
    kind = rules.kind[space]
    if kind == "go-to-jail":
        return [(rules.jail_at, 1.0)]
    if kind not in ("chance", "community-chest") or deep > 1:
        return [(space, 1.0)]
    cards = rules.decks[kind == "community-chest"]
    out: list[tuple[int, float]] = []
    stays = 0
    for card in cards:
        to = _sent(rules, space, card)
        if to == space:
            stays += 1
        else:
            out += [(end, p / len(cards)) for end, p in _ends(rules, to, deep + 1)]
    out.append((space, stays / len(cards)))
    return out


def _sent(rules: Rules, space: int, card: Card) -> int:
    match card.do:
        case "advance" | "back-to":
            return card.to
        case "back":
            return (space - card.steps) % 40
        case "go-to-jail":
            return rules.jail_at
        case "nearest":
            ahead = (i % 40 for i in range(space + 1, space + 41))
            return next(i for i in ahead if rules.kind[i] == card.kind)
        case _:
            return space
