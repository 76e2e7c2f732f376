"""What holdings are worth to a seat, in money: the one scale on which ``steady-1`` weighs a bid, a
building, a mortgage and an offer.

A position's worth is its cash, what the Bank would lend on the deeds, and the rent they will bring by a
number of throws: for a complete group with the buildings that the seat can pay for now, for an
incomplete one a part of what it would be worth complete; less the rents of the others that the seat
could not pay from cash. It is a function of the position alone, so no row of small deals can lead
round in a circle to a loss.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, TypeAlias

from ....engine.special_seats_and_ids import BANK
from ...protocol import View
from .board_stats import SEVEN, Board, board_of

REACH: Final = 30.0  # throws of opponents over which rent is counted,
REACH_EACH: Final = 5.0  # and so many more for each of them
FUTURE: Final = 0.0  # cash for building that a seat may reckon with beyond what it has
LATER: Final = 0.12  # what a building is worth that cannot be paid for yet
LEND: Final = 0.9  # of the loans on loose deeds that a seat would use for building
TYPICAL: Final = 1000.0  # building cash by which a complete group's standing value is taken
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
WHOLE: Final = 0.2  # and a complete group at least, however poor its owner


class Part(NamedTuple):
    """One seat's share of one set."""

    value: float  # all of it, but for the rent of a complete colour group
    loan: int  # what the Bank would lend on it
    bare: int  # at once, for nothing stands on it
    tied: int  # what it gives for buildings and deeds together, where something does
    lift: int  # what it costs to lift its mortgages
    whole: bool  # a complete colour group
    income: float  # by one opponent's throw, as it stands
    level: float  # mean
    least: float  # what a complete group is worth at least, beyond its loans


# A complete group as it is weighed: what it brings as it stands, its mean level, what its mortgages cost
# to lift, what it lends, and what it is worth at least.
Weighed: TypeAlias = "tuple[float, float, int, int, float]"
# A stretch of building: which of the groups, what a unit of money brings there, the room for it, and what
# it brings where none of it can be paid for.
Stretch: TypeAlias = "tuple[int, float, float, float]"


class Holding:
    """All that one seat holds, but for cash. ``bare``: the Bank's loans on all deeds that can be
    mortgaged at once; ``tied``: what it gives for all buildings and the deeds under them; ``groups``:
    the complete ones."""

    __slots__ = ("bare", "groups", "plan", "tied", "value", "wholes")

    def __init__(
        self, value: float, bare: int, tied: int, groups: tuple[int, ...], wholes: list[Part]
    ) -> None:
        self.value = value
        self.bare = bare
        self.tied = tied
        self.groups = groups
        self.wholes = wholes
        # What is asked for each amount of cash: see ``Holdings._plan``.
        self.plan: tuple[list[Weighed], list[Stretch]] | None = None


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
        return reach * sum(board.chance[i] * dice * rules.rents[i][-1] for i in members)
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
        income = asleep = mean = 0.0
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
            least = WHOLE * _standing(board, s, reach)
            mean = sum(levels) / n
            tied = loan + int(mean * board.costs[s]) // 2 if mean else 0
            bare = 0 if mean else loan
            parts[seat] = Part(loan, loan, bare, tied, lift, True, income, mean, least)
            continue
        hope = 0.0
        if held < n:
            table = WITH_BANK if BANK in owners else WITH_ONE if len(set(owners)) == 2 else DIVIDED
            hope = table[held, n] * _standing(board, s, reach) * (1 - PAWNED * down / held)
        value = loan + reach * (income + ASLEEP * asleep) + hope
        parts[seat] = Part(value, loan, loan, 0, lift, False, income, 0.0, 0.0)
    return SetState(parts, rents)


# ---------------------------------------------------------------- a position

_KEPT: Final = 20_000  # sets worked out that are remembered


class Holdings:
    """The holdings of a moment, worked out as far as somebody asks."""

    __slots__ = (
        "_deeds",
        "_holdings",
        "_rents",
        "_shared",
        "_states",
        "_worths",
        "board",
        "levels",
        "mortgaged",
        "opponents",
        "owner",
        "reach",
    )

    def __init__(
        self,
        board: Board,
        owner: tuple[int, ...],
        mortgaged: tuple[bool, ...],
        levels: tuple[int, ...],
        opponents: int,
        before: Holdings | None = None,
    ) -> None:
        """``before``: another moment on this board, of which all is kept that has not changed."""
        self.board = board
        self.owner = owner
        self.mortgaged = mortgaged
        self.levels = levels
        self.opponents = opponents
        self.reach = REACH + REACH_EACH * opponents
        self._holdings: dict[int, Holding] = {}
        self._deeds: dict[int, tuple[list[int], list[int], list[int]]] = {}
        self._worths: dict[tuple[int, int], float] = {}
        self._rents: list[tuple[int, float, int]] | None = None
        self._shared: list[int] | None = None
        if before is None or before.opponents != opponents:
            self._states = [self._state(s, owner) for s in range(len(board.sets))]
            return
        states = self._states = before._states.copy()
        holdings = before._holdings.copy()
        had = before.owner, before.mortgaged, before.levels
        for s, pick in enumerate(board.pick):
            if (
                pick(owner) != pick(had[0])
                or pick(mortgaged) != pick(had[1])
                or pick(levels) != pick(had[2])
            ):
                for seat in states[s].parts:
                    holdings.pop(seat, None)
                states[s] = self._state(s, owner)
                for seat in states[s].parts:
                    holdings.pop(seat, None)
        self._holdings = holdings
        if owner == had[0] and mortgaged == had[1]:
            self._deeds = before._deeds

    def _state(self, s: int, owner: Sequence[int]) -> SetState:
        board = self.board
        pick = board.pick[s]
        owners = pick(owner)
        mortgaged = pick(self.mortgaged)
        levels = pick(self.levels)
        key = (s, self.reach, owners, mortgaged, levels)
        state: SetState | None = board.memory.get(key)
        if state is None:
            if len(board.memory) >= _KEPT:
                board.memory.clear()
            state = set_state(board, s, self.reach, owners, mortgaged, levels)
            board.memory[key] = state
        return state

    @property
    def shared(self) -> list[int]:
        """The sets of which deeds may change hands, and that more than one seat has a part of."""
        if self._shared is None:
            levels, pick = self.levels, self.board.pick
            self._shared = [
                s
                for s, state in enumerate(self._states)
                if len(state.parts) > 1 and not any(pick[s](levels))
            ]
        return self._shared

    # ------------------------------------------------------------ holdings

    def deeds(self, seat: int) -> tuple[list[int], list[int], list[int]]:
        """The seat's deeds in board order, those of them that are mortgaged, and its complete groups."""
        held = self._deeds.get(seat)
        if held is None:
            owner, mortgaged, board = self.owner, self.mortgaged, self.board
            deeds = [i for i in board.rules.ownable if owner[i] == seat]
            held = self._deeds[seat] = (
                deeds,
                [i for i in deeds if mortgaged[i]],
                [
                    g
                    for g, members in enumerate(board.sets[: board.colours])
                    if board.pick[g](owner).count(seat) == len(members)
                ],
            )
        return held

    def holding(self, seat: int) -> Holding:
        """What the seat holds."""
        holding = self._holdings.get(seat)
        if holding is None:
            holding = self._holdings[seat] = _add_up(self._states, seat)
        return holding

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
        states = self._states.copy()
        for s in touched:
            states[s] = self._state(s, owner)
        mine = _add_up(states, a)
        return mine, mine if a == b else _add_up(states, b)

    def parts(self, s: int) -> dict[int, Part]:
        """Who has a part of the set, and what it is."""
        return self._states[s].parts

    # ------------------------------------------------------------ rents

    def rent(self, space: int) -> int:
        """What a lander pays now; for a utility by a throw of seven. 0 where nobody owns it."""
        s, place = self.board.place_of[space]
        return self._states[s].rents[place]

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
        return sum(rent * chance for rent, chance, owner in self.rents() if owner != seat)

    # ------------------------------------------------------------ worth

    def worth(self, seat: int, cash: int, holding: Holding) -> float:
        """What cash and holdings are worth to the seat."""
        total = cash + holding.value
        if holding.groups:
            total += self._building(cash + FUTURE + LEND * holding.bare, holding)
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
                if short > tied:
                    loss += chance * tied
                    ruin += chance * min(1.0, 2 * (short - tied) / rent)
                else:
                    loss += chance * short
        return (total - THROWS * loss) * (1 - min(MOST_RUIN, THROWS * ruin))

    def _plan(self, holding: Holding) -> tuple[list[Weighed], list[Stretch]]:
        """What building in complete groups is weighed by, whatever cash there is."""
        reach = self.reach
        weighed = [
            (reach * income, level, lift, loan, least)
            for _, loan, _, _, lift, _, income, level, least in holding.wholes
        ]
        stretches = []
        index = {g: n for n, g in enumerate(holding.groups)}
        for profit, g, low, high, cost in self.board.profits(holding.groups, reach):
            n = index[g]
            level = weighed[n][1]
            if level < high:
                room = (high - (max(low, level))) * cost
                stretches.append((n, profit, room, profit * LATER * room))
        return weighed, stretches

    def _building(self, budget: float, holding: Holding) -> float:
        """What complete groups bring: as they stand, with the buildings that the budget can pay for,
        and a little for those it cannot."""
        plan = holding.plan
        if plan is None:
            plan = holding.plan = self._plan(holding)
        best, left = _spend(budget, plan, ())
        if left > 0:
            return best
        # To leave a bare group as it is may be better: it can lend for the others, or cost lifting.
        weighed = plan[0]
        bare = [n for n, stretch in enumerate(weighed) if not stretch[1]]
        if not bare:
            return best
        if len(weighed) > 1:
            for n in bare:
                best = max(best, _spend(budget, plan, (n,))[0])
        down = [n for n in bare if weighed[n][2]]
        if down and (len(down) > 1 or len(weighed) == 1):
            best = max(best, _spend(budget, plan, down)[0])
        return best

    def now(self, seat: int, cash: int) -> float:
        """What the seat's position is worth as it stands."""
        key = (seat, cash)
        worth = self._worths.get(key)
        if worth is None:
            worth = self._worths[key] = self.worth(seat, cash, self.holding(seat))
        return worth


def _add_up(states: Sequence[SetState], seat: int) -> Holding:
    """The seat's parts together."""
    total = 0.0
    all_bare = all_tied = 0
    groups = []
    wholes = []
    for s, (parts, _) in enumerate(states):
        if seat in parts:
            part = parts[seat]
            value, _, bare, tied, _, whole, _, _, _ = part
            total += value
            all_bare += bare
            all_tied += tied
            if whole:
                groups.append(s)
                wholes.append(part)
    return Holding(total, all_bare, all_tied, tuple(groups), wholes)


def _spend(
    budget: float, plan: tuple[list[Weighed], list[Stretch]], shut: Collection[int]
) -> tuple[float, float]:
    """What groups bring where the budget is spent on the best stretches first, these groups being left as
    they are; and what is left of the budget."""
    weighed, stretches = plan
    gains = [stretch[0] for stretch in weighed]
    ready: list[bool | None] = [True if stretch[1] else None for stretch in weighed]
    for n in shut:
        ready[n] = False
    for n, profit, room, later in stretches:
        go = ready[n]
        if go is None:
            # Its mortgages are lifted where building with what is then left makes up for it; and
            # where it is built on, nothing is lent on it.
            _, _, lift, loan, _ = weighed[n]
            left = budget - lift - LEND * loan
            go = ready[n] = left * profit > lift
            if go:
                budget = left
                gains[n] -= lift
        if go and budget > 0:
            if room <= budget:
                budget -= room
                gains[n] += profit * room
            else:
                gains[n] += profit * (budget + LATER * (room - budget))
                budget = 0.0
        else:
            gains[n] += later
    total = 0.0
    for n, gain in enumerate(gains):
        total += max(weighed[n][4], gain)
    return total, budget


def holdings_of(view: View) -> Holdings:
    """The position of a view. The last one is kept, for the seats of a table ask for the same."""
    board = board_of(view.rules)
    owner, mortgaged, levels = tuple(view.owner), tuple(view.mortgaged), tuple(view.level)
    opponents = sum(view.playing) - 1
    latest: Holdings | None = board.latest
    if (
        latest is None
        or latest.owner != owner
        or latest.levels != levels
        or latest.mortgaged != mortgaged
        or latest.opponents != opponents
    ):
        latest = Holdings(board, owner, mortgaged, levels, opponents, latest)
        board.latest = latest
    return latest
