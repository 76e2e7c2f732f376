"""What holdings are worth to a seat, in money: the one scale on which a bid, a building, a mortgage and
an offer are weighed.

A position's worth is its cash, what the Bank would lend on the deeds, and the rent they will bring by a
number of throws: for a complete group with the buildings that the seat can pay for now, for an
incomplete one a part of what it would be worth complete; less the rents of the others that the seat
could not pay from cash. It is a function of the position alone, so no row of small deals can lead
round in a circle to a loss.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum
from typing import Final, NamedTuple

from ..engine.words import BANK
from .board import SEVEN, Board, board_of
from .protocol import View

LEND: Final = 0.9  # of the loans on loose deeds that a seat would use for building
TYPICAL: Final = 1000.0  # building cash by which a complete group's standing value is taken
LEND_HOPE: Final = 0.5  # of the loans that count as means for building one day
THROWS: Final = 3.0  # for which the danger of large rents is weighed
MOST_RUIN: Final = 0.6  # no danger takes more than this of what a seat has
ASLEEP: Final = 0.4  # of the rent of mortgaged railroads and utilities that is counted
PAWNED: Final = 0.5  # of the hope of a part that goes when all of it is mortgaged

# What a part of a set is worth of the whole set's standing value, by deeds held of deeds: where some of
# the rest is still with the Bank, where one other seat has all of it, and where several have.
WITH_BANK: Final = {
    (1, 2): 0.15,
    (1, 3): 0.06,
    (2, 3): 0.22,
    (1, 4): 0.04,
    (2, 4): 0.08,
    (3, 4): 0.15,
}
WITH_ONE: Final = {
    (1, 2): 0.16,
    (1, 3): 0.09,
    (2, 3): 0.18,
    (1, 4): 0.05,
    (2, 4): 0.09,
    (3, 4): 0.16,
}
DIVIDED: Final = {(1, 3): 0.03, (1, 4): 0.02, (2, 4): 0.04}


class Values(NamedTuple):
    """What one player thinks that things are worth."""

    reach: float = 60.0  # throws of opponents over which rent is counted,
    reach_each: float = 10.0  # and so many more for each of them
    hope: float = 0.8  # times the tables above
    means: float = 800.0  # cash with which all of that hope is worth having,
    dry: float = 0.4  # and how much of it without any
    future: float = 300.0  # cash for building that a seat may reckon with beyond what it has
    later: float = 0.2  # what a building is worth that cannot be paid for yet
    whole: float = 0.3  # of its standing value: a complete group at least, however poor its owner
    deed: float = 0.1  # of its price: what any deed is worth beyond rents and loans, to trade with


VALUES: Final = Values()


class Part(NamedTuple):
    """One seat's share of one set."""

    value: float  # all of it, but for hope and for the rent of a complete colour group
    hope: float  # what it may become
    loan: int  # what the Bank would lend on it
    lift: int  # what it costs to lift its mortgages
    whole: bool  # a complete colour group
    income: float  # by one opponent's throw, as it stands
    level: float  # mean
    least: float  # what a complete group is worth at least, beyond its loans


class Holding(NamedTuple):
    """All that one seat holds, but for cash."""

    value: float
    hope: float
    loan: int  # the Bank's loans on deeds outside its complete groups,
    bare: int  # on all deeds that can be mortgaged at once,
    tied: int  # and what it gives for all buildings and the deeds under them
    groups: tuple[int, ...]  # the complete ones
    wholes: tuple[Part, ...]


class SetState(NamedTuple):
    """One set as it stands: the share of each owner, and the rents of its spaces in order."""

    parts: dict[int, Part]
    rents: tuple[int, ...]


# ---------------------------------------------------------------- one set


def _standing(board: Board, s: int, reach: float) -> float:
    """What the whole set is worth to a seat with typical cash, beyond its loans."""
    rules = board.rules
    members = board.sets[s]
    if s >= board.colours:
        dice = 1 if s == board.colours else SEVEN
        return reach * fsum(board.chance[i] * dice * rules.rents[i][-1] for i in members)
    total = reach * board.incomes[s][0]
    budget = TYPICAL
    for slope, _, low, high in board.ways((s,)):
        spent = min(budget, (high - low) * board.costs[s])
        total += max(0.0, (slope * reach - 1) * spent)
        budget -= spent
    return total


def _rent(board: Board, s: int, space: int, held: int, level: int) -> int:
    """The rent of a free deed whose owner holds so many of the set; a utility's by a throw of seven."""
    rents = board.rules.rents[space]
    if s == board.colours:
        return rents[min(held, len(rents)) - 1]
    if s > board.colours:
        return SEVEN * rents[held == len(board.sets[s])]
    return board.rent(space, level) if held == len(board.sets[s]) else rents[0]


def set_state(
    board: Board,
    s: int,
    reach: float,
    values: Values,
    owners: Sequence[int],
    mortgaged: Sequence[bool],
    levels: Sequence[int],
) -> SetState:
    """Works out a set from its spaces' owners, mortgages and buildings, in order."""
    members = board.sets[s]
    rules = board.rules
    chance = board.chance
    n = len(members)
    rents = tuple(
        0 if owner == BANK or down else _rent(board, s, i, sum(o == owner for o in owners), level)
        for i, owner, down, level in zip(members, owners, mortgaged, levels, strict=True)
    )
    parts: dict[int, Part] = {}
    for seat in dict.fromkeys(owners):
        if seat == BANK:
            continue
        loan = lift = held = down = 0
        income = asleep = 0.0
        for i, owner, mortgage, rent, level in zip(
            members, owners, mortgaged, rents, levels, strict=True
        ):
            if owner != seat:
                continue
            held += 1
            if mortgage:
                down += 1
                lift += rules.lift_cost[i]
                count = owners.count(seat)
                asleep += chance[i] * _rent(board, s, i, count, level)
            else:
                loan += rules.mortgage_value[i]
                income += chance[i] * rent
        if held == n and s < board.colours:
            least = values.whole * _standing(board, s, reach)
            parts[seat] = Part(loan, 0.0, loan, lift, True, income, sum(levels) / n, least)
            continue
        hope = 0.0
        if held < n:
            table = WITH_BANK if BANK in owners else WITH_ONE if len(set(owners)) == 2 else DIVIDED
            hope = values.hope * table[held, n] * _standing(board, s, reach)
            hope *= 1 - PAWNED * down / held
        price = sum(rules.price[i] for i, o in zip(members, owners, strict=True) if o == seat)
        value = loan + reach * (income + ASLEEP * asleep) + values.deed * price
        parts[seat] = Part(value, hope, loan, lift, False, income, 0.0, 0.0)
    return SetState(parts, rents)


# ---------------------------------------------------------------- a position

_KEPT: Final = 20_000  # sets worked out that are remembered
_POSITIONS: Final = 8


class Holdings:
    """The holdings of a moment, worked out as far as somebody asks."""

    __slots__ = (
        "_holdings",
        "_memory",
        "_rents",
        "_states",
        "_worths",
        "board",
        "free",
        "levels",
        "mortgaged",
        "owner",
        "reach",
        "shared",
        "values",
    )

    def __init__(
        self,
        board: Board,
        owner: tuple[int, ...],
        mortgaged: tuple[bool, ...],
        levels: tuple[int, ...],
        opponents: int,
        values: Values = VALUES,
    ) -> None:
        self.values = values
        self.board = board
        self.owner = owner
        self.mortgaged = mortgaged
        self.levels = levels
        self.reach = values.reach + values.reach_each * opponents
        self._memory = board.memory.setdefault((self.reach, values), {})
        self._states = [self._state(s, owner) for s in range(len(board.sets))]
        self._holdings: dict[int, Holding] = {}
        self._worths: dict[tuple[int, int], float] = {}
        self._rents: list[tuple[int, float, int]] | None = None
        # The sets of which deeds may change hands, and that more than one seat has a part of; and all
        # that nobody has wholly.
        self.shared = [
            s
            for s, state in enumerate(self._states)
            if len(state.parts) > 1 and not any(levels[i] for i in board.sets[s])
        ]
        self.free = [
            s
            for s, state in enumerate(self._states)
            if not any(part.whole for part in state.parts.values())
        ]

    def _state(self, s: int, owner: Sequence[int]) -> SetState:
        board = self.board
        members = board.sets[s]
        owners = tuple([owner[i] for i in members])
        mortgaged = tuple([self.mortgaged[i] for i in members])
        levels = tuple([self.levels[i] for i in members])
        memory = self._memory
        key = (s, owners, mortgaged, levels)
        state: SetState | None = memory.get(key)
        if state is None:
            if len(memory) >= _KEPT:
                memory.clear()
            state = set_state(board, s, self.reach, self.values, owners, mortgaged, levels)
            memory[key] = state
        return state

    # ------------------------------------------------------------ holdings

    def holding(self, seat: int) -> Holding:
        """What the seat holds."""
        holding = self._holdings.get(seat)
        if holding is None:
            holding = self._holdings[seat] = self._add_up(seat, {})
        return holding

    def _add_up(self, seat: int, changed: dict[int, SetState]) -> Holding:
        """The seat's parts together, with these sets changed."""
        value = hope = 0.0
        loan = bare = tied = 0
        groups = []
        wholes = []
        costs = self.board.costs
        for s, state in enumerate(self._states):
            if s in changed:
                state = changed[s]  # noqa: PLW2901 - the same set, as it would be
            part = state.parts.get(seat)
            if part is None:
                continue
            value += part.value
            hope += part.hope
            if part.level:
                tied += part.loan + int(part.level * costs[s]) // 2
            else:
                bare += part.loan
            if part.whole:
                groups.append(s)
                wholes.append(part)
            else:
                loan += part.loan
        return Holding(value, hope, loan, bare, tied, tuple(groups), tuple(wholes))

    def with_deed(self, seat: int, space: int) -> Holding:
        """What the seat would hold if it owned this space as well."""
        return self.after(seat, seat, (), (space,))[0]

    def after(
        self, a: int, b: int, from_a: Collection[int], from_b: Collection[int]
    ) -> tuple[Holding, Holding]:
        """What ``a`` and ``b`` would hold after an exchange of deeds."""
        owner = list(self.owner)
        set_of = self.board.set_of
        touched = set()
        for i in from_a:
            owner[i] = b
            touched.add(set_of[i])
        for i in from_b:
            owner[i] = a
            touched.add(set_of[i])
        changed = {s: self._state(s, owner) for s in touched}
        mine = self._add_up(a, changed)
        return mine, mine if a == b else self._add_up(b, changed)

    def parts(self, s: int) -> dict[int, Part]:
        """Who has a part of the set, and what it is."""
        return self._states[s].parts

    # ------------------------------------------------------------ rents

    def rent(self, space: int) -> int:
        """What a lander pays now; for a utility by a throw of seven. 0 where nobody owns it."""
        s = self.board.set_of[space]
        return self._states[s].rents[self.board.sets[s].index(space)]

    def rents(self) -> list[tuple[int, float, int]]:
        """All rents as (rent, chance, owner), the largest first."""
        if self._rents is None:
            chance, owner = self.board.chance, self.owner
            self._rents = [
                (rent, chance[i], owner[i])
                for members, state in zip(self.board.sets, self._states, strict=True)
                for i, rent in zip(members, state.rents, strict=True)
                if rent
            ]
            self._rents.sort(reverse=True)
        return self._rents

    def threat(self, seat: int) -> float:
        """The rent that a throw of the seat costs on average."""
        return fsum(rent * chance for rent, chance, owner in self.rents() if owner != seat)

    # ------------------------------------------------------------ worth

    def worth(self, seat: int, cash: int, holding: Holding) -> float:
        """What cash and holdings are worth to the seat."""
        total = cash + holding.value
        values = self.values
        if holding.hope:
            # A set that one could not build on is worth little.
            means = min(1.0, (cash + LEND_HOPE * holding.bare) / values.means)
            total += holding.hope * (values.dry + (1 - values.dry) * means)
        if holding.groups:
            total += self._building(cash + self.values.future + LEND * holding.bare, holding)
        free = cash + holding.bare
        tied = holding.tied
        loss = ruin = 0.0
        for rent, chance, owner in self.rents():
            short = rent - free
            if short <= 0:
                break
            if owner != seat:
                # Buildings go at half: as much again is lost with them. What they do not cover is
                # ruin, the surer the more is missing.
                loss += chance * min(short, tied)
                if short > tied:
                    ruin += chance * min(1.0, 2 * (short - tied) / rent)
        return (total - THROWS * loss) * (1 - min(MOST_RUIN, THROWS * ruin))

    def _building(self, budget: float, holding: Holding) -> float:
        """What complete groups bring: as they stand, with the buildings that the budget can pay for,
        and a little for those it cannot."""
        parts = dict(zip(holding.groups, holding.wholes, strict=True))
        best, left = self._spend(budget, parts, ())
        if left > 0:
            return best
        # To leave a bare group as it is may be better: it can lend for the others, or cost lifting.
        bare = [g for g, part in parts.items() if not part.level]
        if len(parts) > 1:
            for g in bare:
                best = max(best, self._spend(budget, parts, (g,))[0])
        down = [g for g in bare if parts[g].lift]
        if down and (len(down) > 1 or len(parts) == 1):
            best = max(best, self._spend(budget, parts, down)[0])
        return best

    def _spend(
        self, budget: float, parts: dict[int, Part], shut: Collection[int]
    ) -> tuple[float, float]:
        """The same, with these groups left as they are; and what is left of the budget."""
        board = self.board
        reach = self.reach
        costs = board.costs
        gains = {}
        ready = {}
        for g, part in parts.items():
            gains[g] = reach * part.income
            if part.level:
                ready[g] = True
        for g in shut:
            ready[g] = False
        for slope, g, low, high in board.ways(tuple(parts)):
            part = parts[g]
            level = part.level
            profit = slope * reach - 1
            if level >= high or profit <= 0:
                continue
            room = (high - (max(low, level))) * costs[g]
            go = ready.get(g)
            if go is None:
                # Its mortgages are lifted where building with what is then left makes up for it; and
                # where it is built on, nothing is lent on it.
                left = budget - part.lift - LEND * part.loan
                go = ready[g] = left * profit > part.lift
                if go:
                    budget = left
                    gains[g] -= part.lift
            if go and budget > 0:
                spent = min(room, budget)
                budget -= spent
                gains[g] += profit * (spent + self.values.later * (room - spent))
            else:
                gains[g] += profit * self.values.later * room
        total = 0.0
        for g, gain in gains.items():
            least = parts[g].least
            total += max(least, gain)
        return total, budget

    def now(self, seat: int, cash: int) -> float:
        """What the seat's position is worth as it stands."""
        key = (seat, cash)
        worth = self._worths.get(key)
        if worth is None:
            worth = self._worths[key] = self.worth(seat, cash, self.holding(seat))
        return worth


_positions: dict[tuple[object, ...], Holdings] = {}


def holdings_of(view: View, values: Values = VALUES) -> Holdings:
    """The position of a view. The last few are kept, for the seats of a table ask for the same."""
    board = board_of(view.rules)
    owner, mortgaged, levels = tuple(view.owner), tuple(view.mortgaged), tuple(view.level)
    opponents = sum(view.playing) - 1
    key = (id(board), owner, mortgaged, levels, opponents, values)
    position = _positions.get(key)
    if position is None or position.board is not board:
        if len(_positions) >= _POSITIONS:
            _positions.clear()
        position = _positions[key] = Holdings(board, owner, mortgaged, levels, opponents, values)
    return position
