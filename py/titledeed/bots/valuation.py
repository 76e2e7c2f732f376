"""The worth of a seat's holdings in money. ``shared_bot_strategy`` uses this one scale for bids,
buildings, mortgages and offers.

The worth is the sum of the cash, the mortgage loans of the deeds, and the rent of a fixed number of
opponents' throws. A complete group includes the buildings that the seat can pay for now. An incomplete
one counts as a part of its worth as a complete one. Losses by rents that the seat could not pay in cash
are subtracted. The worth depends on the position alone, so a cycle of small deals cannot end in a loss.

If an agreed limit ends the game soon, rents count only until then, and deeds and buildings count more and
more at the sums of the final score (``near_the_end``).

A *set* is a color group, the railroads or the utilities, by its index in ``BoardStats.sets``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import Any, Final, NamedTuple, TypeAlias

from ..engine.special_seats_and_ids import BANK, SPACES
from .board_stats import SEVEN, BoardStats, board_stats_of
from .protocol import View

LEND: Final = 0.9  # the part of possible mortgage loans that a seat would spend on buildings
TYPICAL: Final = 1000.0  # the building budget with which ``_standing`` values a complete group
LEND_HOPE: Final = 0.5  # the part of possible loans that counts as cash for building later
THROWS: Final = 3.0  # the default of ``Values.throws``
MOST_RUIN: Final = 0.6  # the risk of ruin takes at most this part of the worth
ASLEEP: Final = 0.4  # the part of a mortgaged deed's rent that is counted
PAWNED: Final = 0.5  # the part of ``hope`` that a set loses if all deeds held of it are mortgaged

# The worth of a part of a set, as a fraction of the whole set's standing value. The key is (deeds held,
# deeds of the set). The tables differ by the owners of the rest: the Bank (of some of it), one other
# seat, or several seats.
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
    """The parameters of a valuation. Each player has one."""

    reach: float = 60.0  # opponents' throws over which rent is counted,
    reach_each: float = 10.0  # plus this number for each opponent
    hope: float = 0.8  # a factor on the three tables above
    means: float = 800.0  # the cash with which an incomplete set has its full hope
    dry: float = 0.4  # the part of that hope that remains without any cash
    future: float = 300.0  # income that a seat may plan to spend on building, beyond its cash
    later: float = 0.2  # the part of a building's profit that counts before the seat can pay for it
    whole: float = 0.3  # the least worth of a complete group, as a part of its standing value
    deed: float = 0.1  # the worth of any deed as something to trade, as a part of its price
    throws: float = THROWS  # the number of throws over which rents that cannot be paid are counted
    # Where the game is stalled (``stalled``):
    longer: int = 0  # further throws over which the rents outside complete color groups are counted
    railroad: float = 0.0  # the worth of each railroad as a step to more of them
    utility: float = 0.0  # the same for a utility
    final: float = 0.0  # the weight of the final score against what the Bank pays for things now
    last: bool = False  # whether it is the last round, in which future rents no longer count


VALUES: Final = Values()

REACHES: Final = (60.0, 120.0, 200.0, 300.0)


@lru_cache(100)
def far_sighted(values: Values, patience: int) -> Values:
    """These values with rents counted over a longer time. Equal arguments give the same object."""
    return (
        values
        if not patience
        else values._replace(reach=values.reach * REACHES[patience] / REACHES[0])
    )


# In 48 games without a complete group (500 rounds, three players who buy everything), players with 0, 1, 2
# and 3 railroads were the richest in 4, 12, 58 and 91 % of the cases.
STALLED_RAILROAD: Final = 600.0
STALLED_UTILITY: Final = 300.0


@lru_cache(100)
def stalled(values: Values, throws: int) -> Values:
    """These values for a game that may stay without complete groups: ``throws`` more throws of opponents
    count, and the railroads decide. Equal arguments give the same object."""
    if not throws:
        return values
    return values._replace(longer=throws, railroad=STALLED_RAILROAD, utility=STALLED_UTILITY)


@lru_cache(500)
def near_the_end(values: Values, opponents: int, mine: int, theirs: int, last: bool) -> Values:
    """These values if the seat has ``mine`` throws left, and its opponents together ``theirs``, before an
    agreed limit ends the game. They are the same if the others have more throws left than are counted.

    ``last``: it is the last round. Then a part of a set and buildings that do not stand yet are worth
    nothing, because there is hardly time for either."""
    reach = values.reach + values.reach_each * opponents
    if last:
        values = values._replace(hope=0.0, future=0.0, whole=0.0, last=True)
    elif theirs >= reach + values.longer:
        return values
    elif theirs >= reach:
        return values._replace(longer=int(theirs - reach), railroad=0.0, utility=0.0)
    return values._replace(
        reach=float(theirs),
        reach_each=0.0,
        longer=0,
        railroad=0.0,
        utility=0.0,
        throws=min(values.throws, float(mine)),
        final=1.0 if last else 1 - theirs / reach,
    )


class Part(NamedTuple):
    """The deeds that one seat holds of one set."""

    value: float  # in money, without ``hope`` and without the rent of a complete color group
    hope: float  # the worth of the chance to complete the set
    loan: int  # the mortgage loans still available on it
    lift: int  # the cost of lifting all its mortgages
    whole: bool  # whether it is a complete color group
    income: float  # the present rent of one opponent's throw
    level: float  # the mean building level of a complete color group, else 0
    least: float  # the least worth of a complete group beyond its loans


# What a part adds to the sums of a holding: to ``value``, ``hope``, ``loan``, ``bare`` and ``tied``; and the
# part itself if it is a complete color group. A plain tuple, because Python unpacks a named one slowly.
_Sums: TypeAlias = tuple[float, float, int, int, int, Part | None]


@dataclass(slots=True, eq=False)
class Holding:
    """All that one seat of a position holds except cash: the sums over its parts. Nothing changes them
    once it is made. Positions in which they are the same share it."""

    value: float
    hope: float
    loan: int  # mortgage loans available on deeds outside complete groups
    bare: int  # mortgage loans available on all deeds without buildings in their group
    tied: int  # the Bank's price for all buildings, plus the loans on the deeds under them
    groups: tuple[int, ...]  # the complete groups
    plan: Plan | None  # how it would build on them; None if there are none
    worths: dict[int, float]  # its worth by cash, as ``Holdings.worth`` has computed it
    # The ``_mark`` of the position for which those worths are valid, because they depend on the others'
    # rents too.
    mark: object = None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How a seat would build on its complete groups, at any budget. Groups are indices into
    ``Holding.groups``."""

    # Steps, the most profitable first: group, profit for each unit of money, cost, the profit of the
    # whole step, and the profit that counts if the seat cannot pay.
    steps: tuple[tuple[int, float, float, float, float], ...]
    gains: tuple[float, ...]  # the present worth of each group
    ready: tuple[bool | None, ...]  # True: there are buildings; None: its deeds could be mortgaged
    loans: tuple[float, ...]  # the total of those loans, by group
    lifts: tuple[int, ...]  # the cost of lifting the mortgages of each group
    leasts: tuple[float, ...]  # the least worth of each group
    # The groups that may better be left without buildings if the budget is too small for all.
    shut: tuple[tuple[int, ...], ...]
    fixed: float  # the worth of the groups without any further step


@dataclass(frozen=True, slots=True, eq=False)
class SetState:
    """One set at one moment."""

    parts: dict[int, Part]  # by owner
    sums: dict[int, _Sums]  # by owner
    rents: tuple[int, ...]  # of its spaces, in order
    whole: bool  # whether it is a complete color group
    shared: bool  # whether several seats own a part of it, and it has no buildings


# ---------------------------------------------------------------- one set

_KEPT_STANDING: Final = 500  # standing values that are kept for a board


def _standing(board: BoardStats, s: int, reach: float, final: float) -> float:
    """The worth of the whole set, beyond its loans, to a seat with the budget ``TYPICAL``. The board keeps
    it, because every part of the set needs it."""
    key = (s, reach, final)
    found = board.standing.get(key)
    if found is None:
        if len(board.standing) >= _KEPT_STANDING:
            board.standing.clear()
        found = board.standing[key] = _new_standing(board, s, reach, final)
    return found


def _new_standing(board: BoardStats, s: int, reach: float, final: float) -> float:
    rules = board.rules
    members = board.sets[s]
    if s >= board.colours:
        dice = 1 if s == board.colours else SEVEN
        return reach * fsum(board.chance[i] * dice * rules.rents[i][-1] for i in members)
    total = reach * board.incomes[s][0]
    budget = TYPICAL
    for slope, _, low, high in board.segments_of((s,)):
        spent = min(budget, (high - low) * board.costs[s])
        total += max(0.0, (slope * reach - 1 + final) * spent)
        budget -= spent
    return total


def _rent(board: BoardStats, s: int, space: int, owned: int, level: int) -> int:
    """The rent of an unmortgaged deed whose owner holds ``owned`` deeds of the set. A utility's rent is
    for a throw of seven."""
    rents = board.rules.rents[space]
    if s == board.colours:
        return rents[min(owned, len(rents)) - 1]
    if s > board.colours:
        return SEVEN * rents[owned == len(board.sets[s])]
    return board.rent(space, level) if owned == len(board.sets[s]) else rents[0]


def rent_now(board: BoardStats, view: View, space: int) -> int:
    """As :meth:`Holdings.rent`, for a bot that needs a few rents and nothing else of the position."""
    owners = view.owner
    owner = owners[space]
    if owner == BANK or view.mortgaged[space]:
        return 0
    s = board.set_of[space]
    owned = 0
    for i in board.sets[s]:
        owned += owners[i] == owner
    return _rent(board, s, space, owned, view.level[space])


def set_state(
    board: BoardStats,
    s: int,
    reach: float,
    values: Values,
    owners: Sequence[int],
    mortgaged: Sequence[bool],
    levels: Sequence[int],
) -> SetState:
    """Value one set from the owners, mortgages and levels of its spaces, in the order of its spaces."""
    members = board.sets[s]
    rules = board.rules
    chance = board.chance
    final = values.final
    n = len(members)
    counts = [owners.count(owner) for owner in owners]
    rents = tuple(
        [
            0 if owners[k] == BANK or mortgaged[k] else _rent(board, s, i, counts[k], levels[k])
            for k, i in enumerate(members)
        ]
    )
    parts: dict[int, Part] = {}
    sums: dict[int, _Sums] = {}
    for seat in dict.fromkeys(owners):
        if seat == BANK:
            continue
        loan = lift = owned = down = price = score = 0
        income = asleep = 0.0
        for k, i in enumerate(members):
            if owners[k] != seat:
                continue
            owned = counts[k]
            cost = rules.price[i]
            price += cost
            if mortgaged[k]:
                score += cost // 2
                down += 1
                lift += rules.lift_cost[i]
                asleep += chance[i] * _rent(board, s, i, owned, levels[k])
            else:
                score += cost
                loan += rules.mortgage_value[i]
                income += chance[i] * rents[k]
        if owned == n and s < board.colours:
            least = values.whole * _standing(board, s, reach, final)
            value = float(loan)
            if final:
                score += board.costs[s] * sum(levels) // n
                value += final * (score - loan)
            mean = sum(levels) / n
            bare, tied = (0, loan + int(mean * board.costs[s]) // 2) if mean else (loan, 0)
            part = parts[seat] = Part(value, 0.0, loan, lift, True, income, mean, least)
            sums[seat] = (value, 0.0, 0, bare, tied, part)
            continue
        hope = 0.0
        if owned < n:
            hopes = WITH_BANK if BANK in owners else WITH_ONE if len(set(owners)) == 2 else DIVIDED
            hope = values.hope * hopes[owned, n] * _standing(board, s, reach, final)
            hope *= 1 - PAWNED * down / owned
        value = loan + reach * (income + ASLEEP * asleep) + (1 - final) * values.deed * price
        value += values.longer * income
        if s >= board.colours:
            value += owned * (values.railroad if s == board.colours else values.utility)
        if final:
            value += final * (score - loan)
        parts[seat] = Part(value, hope, loan, lift, False, income, 0.0, 0.0)
        sums[seat] = (value, hope, loan, loan, 0, None)
    whole = any(part.whole for part in parts.values())
    return SetState(parts, sums, rents, whole, len(parts) > 1 and not any(levels))


# ---------------------------------------------------------------- a position

_KEPT: Final = 20_000  # set states that are cached on a board
_KEPT_PLANS: Final = 4_000  # plans, which are larger and cheaper to make again
_POSITIONS: Final = 8  # positions that are cached
_KEPT_WORTHS: Final = 8_000  # worths of plans at a budget
_KEPT_VALUES: Final = 24  # sets of values for which a board keeps memories


class _Memories(NamedTuple):
    """What a board keeps for one set of values."""

    states: dict[tuple[object, ...], SetState]
    plans: dict[tuple[object, ...], Plan]
    worths: dict[tuple[Plan, float], float]  # by plan and budget


def _memories(board: BoardStats, key: tuple[object, ...]) -> _Memories:
    """A part of the board's cache. Values near the end of a game change with every turn, so the oldest
    part makes room for a new one."""
    memory: dict[Any, Any] = board.memory
    found: _Memories | None = memory.get(key)
    if found is None:
        if len(memory) >= _KEPT_VALUES:
            del memory[next(iter(memory))]
        found = memory[key] = _Memories({}, {}, {})
    return found


class Holdings:
    """The holdings of all seats at one moment, computed on demand."""

    __slots__ = (
        "_after",
        "_at_budget",
        "_deeds",
        "_dry",
        "_future",
        "_holdings",
        "_last",
        "_mark",
        "_means",
        "_memory",
        "_plans",
        "_rent_by_space",
        "_rents",
        "_rents_of",
        "_rest",
        "_rows",
        "_states",
        "_throws",
        "any_mortgaged",
        "board",
        "exchanges",
        "free",
        "ideas",
        "levels",
        "mortgaged",
        "opponents",
        "owner",
        "reach",
        "shared",
        "terms",
        "values",
    )

    def __init__(
        self,
        board: BoardStats,
        owner: tuple[int, ...],
        mortgaged: tuple[bool, ...],
        levels: tuple[int, ...],
        opponents: int,
        values: Values = VALUES,
        before: Holdings | None = None,
    ) -> None:
        """``before``: a position with the same board, values and number of opponents. Most positions
        differ from the one before in a single set, so only that one is valued again."""
        self.values = values
        self.board = board
        self.owner = owner
        self.mortgaged = mortgaged
        self.any_mortgaged = True in mortgaged
        self.levels = levels
        self.opponents = opponents
        self.reach = values.reach + values.reach_each * opponents
        self._memory, self._plans, self._at_budget = _memories(board, (self.reach, values))
        # Read at every worth. The attributes of a named tuple take longer.
        self._means, self._dry = values.means, values.dry
        self._throws, self._last = values.throws, values.last
        self._future = values.future * (1 - values.final)
        self._mark = object()
        self._holdings: dict[int, Holding] = {}
        self._rows: dict[int, list[_Sums | None]] = {}  # by seat, then by set
        self._rents: list[tuple[int, float, int]] | None = None
        self._rents_of: dict[int, list[tuple[int, float]]] = {}
        self._rent_by_space: list[int] = []
        self._deeds: dict[int, list[int]] = {}  # by owner
        # By two seats, and then by the spaces that each gives: the exchanges that a seat considers are
        # considered, and then judged, by the other seat too.
        self._after: dict[
            tuple[int, int],
            dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Holding, Holding]],
        ] = {}
        # The exchanges that ``trading`` considers between two seats, which it keeps here.
        self.exchanges: dict[
            tuple[int, int, bool], list[tuple[tuple[int, ...], tuple[int, ...]]]
        ] = {}
        # The ideas of ``shark`` for an exchange, by the two seats, with all else that they follow from.
        self.ideas: dict[tuple[int, int], Any] = {}
        # The same for ``trade_acceptance_model``: by the two seats, their deeds, and whether it is done.
        self.terms: dict[tuple[int, int, tuple[int, ...], tuple[int, ...], bool], Any] = {}
        self._rest: list[tuple[tuple[bool, ...], tuple[int, ...]] | None]
        self._states: list[SetState]
        # ``shared``: the sets without buildings of which several seats own a part, so that a trade may
        # complete them. ``free``: the sets that nobody owns completely.
        self.shared: list[int]
        self.free: list[int]
        if before is None:
            self._rest = [None] * len(board.sets)
            self._states = [self._state(s, owner) for s in range(len(board.sets))]
            self.shared = [s for s, state in enumerate(self._states) if state.shared]
            self.free = [s for s, state in enumerate(self._states) if not state.whole]
        else:
            self._derive(before)

    def _derive(self, before: Holdings) -> None:
        """Take over from the position ``before`` what is the same in this one."""
        set_of, owner = self.board.set_of, self.owner
        unlike = []  # the spaces that differ
        for old, new in (
            (before.owner, owner),
            (before.mortgaged, self.mortgaged),
            (before.levels, self.levels),
        ):
            if old != new:
                unlike += [i for i in range(SPACES) if old[i] != new[i]]
        self._rest = before._rest[:]
        self._states = states = before._states[:]
        changed = []  # the sets that differ, each with its sums before and now
        flags = False
        for s in {set_of[i] for i in unlike}:
            self._rest[s] = None
            old_state = states[s]
            states[s] = state = self._state(s, owner)
            changed.append((s, old_state.sums, state.sums))
            flags |= state.shared != old_state.shared or state.whole != old_state.whole
        if flags:
            self.shared = [s for s, state in enumerate(states) if state.shared]
            self.free = [s for s, state in enumerate(states) if not state.whole]
        else:
            self.shared, self.free = before.shared, before.free
        for seat, row in before._rows.items():
            new_sums = [
                (s, sums.get(seat))
                for s, old_sums, sums in changed
                if sums.get(seat) != old_sums.get(seat)
            ]
            if new_sums:
                self._rows[seat] = row_now = row[:]
                for s, of_part in new_sums:
                    row_now[s] = of_part
            else:
                self._rows[seat] = row
                if seat in before._holdings:
                    self._holdings[seat] = before._holdings[seat]
        if before.owner != owner:
            return
        # Only buildings and mortgages differ, all of them on deeds of ``seats``.
        self._deeds = before._deeds
        if not flags:
            self.exchanges = before.exchanges
        seats = {owner[i] for i in unlike}
        for pair, exchanges in before._after.items():
            a, b = pair
            # A deed that a seat would get from the Bank (``with_deed``) may be among those that differ.
            if a != b and a not in seats and b not in seats:
                self._after[pair] = exchanges
        if len(seats) == 1:
            for seat in seats:  # the rents that it owes others are the same
                if seat in before._rents_of:
                    self._rents_of[seat] = before._rents_of[seat]

    def _state(self, s: int, owner: Sequence[int]) -> SetState:
        board = self.board
        pick = board.pick[s]
        owners = pick(owner)
        rest = self._rest[s]
        if rest is None:
            rest = self._rest[s] = pick(self.mortgaged), pick(self.levels)
        mortgaged, levels = rest
        memory = self._memory
        key = (s, owners, mortgaged, levels)
        state = memory.get(key)
        if state is None:
            if len(memory) >= _KEPT:
                memory.clear()
            state = set_state(board, s, self.reach, self.values, owners, mortgaged, levels)
            memory[key] = state
        return state

    # ------------------------------------------------------------ holdings

    def holding(self, seat: int) -> Holding:
        """The holding of a seat."""
        holding = self._holdings.get(seat)
        if holding is None:
            holding = self._holdings[seat] = self._add_up(seat, {})
        return holding

    def _add_up(self, seat: int, changed: dict[int, SetState]) -> Holding:
        """The sum of the seat's parts; ``changed`` replaces the states of some sets."""
        value = hope = 0.0
        loan = bare = tied = 0
        groups = []
        wholes = []
        row = self._rows.get(seat)
        if row is None:
            row = self._rows[seat] = [state.sums.get(seat) for state in self._states]
        if changed:
            row = row[:]
            for s, state in changed.items():
                row[s] = state.sums.get(seat)
        for s, sums in enumerate(row):
            if sums is None:
                continue
            # Unpacked at once, because this runs for every exchange that is considered.
            of_part, hope_of_part, loan_of_part, bare_of_part, tied_of_part, whole = sums
            value += of_part
            hope += hope_of_part
            loan += loan_of_part
            bare += bare_of_part
            tied += tied_of_part
            if whole is not None:
                groups.append(s)
                wholes.append(whole)
        if not groups:
            return Holding(value, hope, loan, bare, tied, (), None, {})
        complete = tuple(groups)
        plan = self._plan(complete, tuple(wholes))
        return Holding(value, hope, loan, bare, tied, complete, plan, {})

    def with_deed(self, seat: int, space: int) -> Holding:
        """The holding of the seat if it also owned this space."""
        return self.after(seat, seat, (), (space,))[0]

    def after(
        self, a: int, b: int, from_a: tuple[int, ...], from_b: tuple[int, ...]
    ) -> tuple[Holding, Holding]:
        """The holdings of the seats ``a`` and ``b`` after they have exchanged these spaces."""
        if a > b:
            theirs, mine = self.after(b, a, from_b, from_a)
            return mine, theirs
        exchanges = self._after.get((a, b))
        if exchanges is None:
            exchanges = self._after[a, b] = {}
        key = (from_a, from_b)
        both = exchanges.get(key)
        if both is None:
            both = exchanges[key] = self._exchange(a, b, from_a, from_b)
        return both

    def _exchange(
        self, a: int, b: int, from_a: tuple[int, ...], from_b: tuple[int, ...]
    ) -> tuple[Holding, Holding]:
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

    def deeds(self, seat: int) -> list[int]:
        """The spaces that a seat owns, in board order. The caller must not change the list."""
        if not self._deeds:
            by_owner: dict[int, list[int]] = {}
            for i in self.board.rules.ownable:
                by_owner.setdefault(self.owner[i], []).append(i)
            self._deeds = by_owner
        return self._deeds.get(seat, [])

    def parts(self, s: int) -> dict[int, Part]:
        """The part of each seat that owns a deed of the set."""
        return self._states[s].parts

    # ------------------------------------------------------------ rents

    def rent(self, space: int) -> int:
        """The rent due now; a utility's is for a throw of seven. 0 if unowned or mortgaged."""
        by_space = self._rent_by_space
        if not by_space:
            by_space = self._rent_by_space = [0] * SPACES
            for members, state in zip(self.board.sets, self._states, strict=True):
                for i, rent in zip(members, state.rents, strict=True):
                    by_space[i] = rent
        return by_space[space]

    def rents(self) -> list[tuple[int, float, int]]:
        """All rents as (rent, probability that the seat lands there, owner), the largest first."""
        if self._rents is None:
            chance, owner = self.board.danger, self.owner
            self._rents = [
                (rent, chance[i], owner[i])
                for members, state in zip(self.board.sets, self._states, strict=True)
                for i, rent in zip(members, state.rents, strict=True)
                if rent
            ]
            self._rents.sort(reverse=True)
        return self._rents

    def _rents_against(self, seat: int) -> list[tuple[int, float]]:
        """The rents that the seat would owe, as (rent, probability of landing), the largest first."""
        rents = self._rents_of.get(seat)
        if rents is None:
            rents = self._rents_of[seat] = [
                (rent, chance) for rent, chance, owner in self.rents() if owner != seat
            ]
        return rents

    def threat(self, seat: int) -> float:
        """The mean rent that one throw of the seat costs it."""
        return fsum(rent * chance for rent, chance in self._rents_against(seat))

    # ------------------------------------------------------------ worth

    def worth(self, seat: int, cash: int, holding: Holding) -> float:
        """The worth to the seat of this cash and this holding, against the others' present rents."""
        if holding.mark is not self._mark:
            holding.mark = self._mark
            holding.worths = {}
        worth = holding.worths.get(cash)
        if worth is None:
            worth = holding.worths[cash] = self.work_out(seat, cash, holding)
        return worth

    def worths(self, holding: Holding) -> dict[int, float]:
        """The worths of this holding that :meth:`worth` has returned so far, by cash. A caller that asks for
        many of them looks here first, and adds what it has to :meth:`work_out`."""
        if holding.mark is not self._mark:
            holding.mark = self._mark
            holding.worths = {}
        return holding.worths

    def work_out(self, seat: int, cash: int, holding: Holding) -> float:
        """As :meth:`worth`, always computed."""
        bare = holding.bare
        total = cash + holding.value
        hope = holding.hope
        if hope:
            # The hope of completing a set counts little without the cash to build on it.
            means = (cash + LEND_HOPE * bare) / self._means
            if means > 1.0:
                means = 1.0
            dry = self._dry
            total += hope * (dry + (1 - dry) * means)
        plan = holding.plan
        if plan is not None:
            if plan.steps:
                budget = cash + self._future + LEND * bare
                built = self._at_budget.get((plan, budget))
                total += self._building(budget, plan) if built is None else built
            else:
                total += plan.fixed
        free = cash + bare
        rents = self._rents_of.get(seat)
        if rents is None:
            rents = self._rents_against(seat)
        if not rents or rents[0][0] <= free:
            return total  # it can pay every rent
        tied, last = holding.tied, self._last
        loss = ruin = 0.0
        for rent, chance in rents:
            short = rent - free
            if short <= 0:
                break
            # Buildings sell at half their cost, so raising the missing cash loses the same amount
            # again. Any part that buildings do not cover means ruin. The more is missing, the likelier
            # ruin is.
            if short > tied:
                loss += chance * tied
                part = 1.0 if last else 2 * (short - tied) / rent
                ruin += chance * part if part < 1.0 else chance
            else:
                loss += chance * short
        throws = self._throws
        risk = throws * ruin
        if risk > MOST_RUIN:
            risk = MOST_RUIN
        return (total - throws * loss) * (1 - risk)

    def _building(self, budget: float, plan: Plan) -> float:
        """The worth of the complete groups with the buildings that the budget can pay for. A small part
        of the worth of further buildings is included. It is kept for the next time."""
        spend = self._spend if len(plan.gains) > 1 else self._spend_on_one
        best, left, built = spend(budget, plan, ())
        if left <= 0:
            for shut in plan.shut:
                # Groups that would get no building anyway cost the others nothing.
                for n in shut:
                    if built[n]:
                        worth = spend(budget, plan, shut)[0]
                        if worth > best:
                            best = worth
                        break
        worths = self._at_budget
        if len(worths) >= _KEPT_WORTHS:
            worths.clear()
        worths[plan, budget] = best
        return best

    def _plan(self, groups: tuple[int, ...], parts: tuple[Part, ...]) -> Plan:
        """The part of :meth:`_spend` that does not depend on the budget. Boards keep it, because a group
        stays the same through many positions."""
        plans = self._plans
        plan = plans.get((groups, parts))
        if plan is None:
            if len(plans) >= _KEPT_PLANS:
                plans.clear()
            plan = plans[groups, parts] = self._new_plan(groups, parts)
        return plan

    def _new_plan(self, groups: tuple[int, ...], parts: tuple[Part, ...]) -> Plan:
        reach, costs, later = self.reach, self.board.costs, self.values.later
        final = self.values.final
        index = {g: n for n, g in enumerate(groups)}
        steps = []
        for slope, g, low, high in () if self.values.last else self.board.segments_of(groups):
            level = parts[index[g]].level
            profit = slope * reach - 1 + final
            if level >= high or profit <= 0:
                continue
            room = (high - (max(low, level))) * costs[g]
            steps.append((index[g], profit, room, profit * room, profit * later * room))
        # It may be better to leave a group without buildings. Then its deeds can be mortgaged to pay
        # for the others, and its mortgages need not be lifted.
        bare = [n for n, part in enumerate(parts) if not part.level]
        down = tuple([n for n in bare if parts[n].lift])
        shut: list[tuple[int, ...]] = [(n,) for n in bare] if len(parts) > 1 else []
        if down and (len(down) > 1 or len(parts) == 1):
            shut.append(down)
        gains = tuple([reach * part.income for part in parts])
        leasts = tuple([part.least for part in parts])
        return Plan(
            tuple(steps),
            gains,
            tuple([True if part.level else None for part in parts]),
            tuple([LEND * part.loan for part in parts]),
            tuple([part.lift for part in parts]),
            leasts,
            tuple(shut),
            _total(gains, leasts),
        )

    def _spend(
        self, budget: float, plan: Plan, shut: tuple[int, ...]
    ) -> tuple[float, float, Sequence[bool | None]]:
        """The worth of the complete groups if the ``shut`` ones are left as they are, the rest of the
        budget, and for each group whether the budget pays for a part of its next building."""
        loans, lifts = plan.loans, plan.lifts
        gains = list(plan.gains)
        ready = list(plan.ready)
        for n in shut:
            ready[n] = False
        steps = iter(plan.steps)
        if budget > 0:
            for n, profit, room, whole, rest in steps:
                go = ready[n]
                if go is None:
                    # Building on a group costs the lifting of its mortgages and the loans on its deeds.
                    # So the plan builds there only if the profit exceeds the cost of lifting.
                    lift = lifts[n]
                    left = budget - lift - loans[n]
                    go = ready[n] = left * profit > lift
                    if go:
                        budget = left
                        gains[n] -= lift
                if not go:
                    gains[n] += rest
                elif budget >= room:
                    gains[n] += whole
                    budget -= room
                    if budget <= 0:
                        break
                else:
                    gains[n] += profit * (budget + self.values.later * (room - budget))
                    budget = 0.0
                    break
        for n, _, _, _, rest in steps:  # without a budget, nothing is built any more
            gains[n] += rest
        total = 0.0  # as ``_total``, without its call
        for n, least in enumerate(plan.leasts):
            gain = gains[n]
            total += gain if gain > least else least  # noqa: FURB136 - max() is slower
        return total, budget, ready

    def _spend_on_one(
        self, budget: float, plan: Plan, shut: tuple[int, ...]
    ) -> tuple[float, float, Sequence[bool | None]]:
        """As :meth:`_spend`, in the same steps, for a seat with a single complete group. Most seats with any
        have one, and this takes half the time."""
        gain = plan.gains[0]
        go = False if shut else plan.ready[0]
        for _, profit, room, whole, rest in plan.steps:
            if go is None:
                lift = plan.lifts[0]
                left = budget - lift - plan.loans[0]
                go = left * profit > lift
                if go:
                    budget = left
                    gain -= lift
            if not go or budget <= 0:
                gain += rest
            elif budget >= room:
                gain += whole
                budget -= room
            else:
                gain += profit * (budget + self.values.later * (room - budget))
                budget = 0.0
        least = plan.leasts[0]
        total = 0.0 + (gain if gain > least else least)  # noqa: FURB136 - as above
        return total, budget, (go,)

    def now(self, seat: int, cash: int) -> float:
        """The worth of the seat's present holding with this cash."""
        return self.worth(seat, cash, self.holding(seat))


def _total(gains: Sequence[float], leasts: Sequence[float]) -> float:
    """The worth of complete groups, each at least its least worth."""
    total = 0.0
    for least, gain in zip(leasts, gains, strict=True):
        total += gain if gain > least else least  # noqa: FURB136 - max() is slower
    return total


_last_boards: dict[tuple[object, ...], BoardStats] = {}


def _last_board(view: View, board: BoardStats) -> BoardStats:
    """The board with the landings of the throws that are left in the last round."""
    theirs = tuple([view.at[o] for o in view.others() if view.turns_left(o)])
    key = (id(board), view.at[view.seat], theirs)
    found = _last_boards.get(key)
    if found is None or found.rules is not view.rules:
        if len(_last_boards) >= _POSITIONS:
            _last_boards.clear()
        found = _last_boards[key] = board.in_last_round(view.at[view.seat], theirs)
    return found


_positions: dict[tuple[object, ...], Holdings] = {}
# The positions asked for last, one for each set of values: ``shark`` values each position in two ways.
_latest: list[Holdings] = []
_LATEST: Final = 2


def board_of(view: View) -> BoardStats:
    """The board of a view, with the landings of the last throws in the last round."""
    board = board_stats_of(view.rules)
    return _last_board(view, board) if view.last_round else board


def holdings_of(view: View, values: Values = VALUES) -> Holdings:
    """The holdings in a view, cached because several seats at a table ask about the same position."""
    board = board_of(view)
    owner, mortgaged, levels = tuple(view.owner), tuple(view.mortgaged), tuple(view.level)
    opponents = sum(view.playing) - 1
    for latest in _latest:
        # Most questions are about the position of the last one. To compare it is faster than its key.
        if (
            latest.board is board
            and latest.values is values
            and latest.opponents == opponents
            and latest.owner == owner
            and latest.mortgaged == mortgaged
            and latest.levels == levels
        ):
            return latest
    key = (id(board), owner, mortgaged, levels, opponents, values)
    position = _positions.get(key)
    if position is None or position.board is not board:
        if len(_positions) >= _POSITIONS:
            _positions.clear()
        before = None
        for latest in _latest:
            if latest.board is board and latest.values is values and latest.opponents == opponents:
                before = latest
        position = Holdings(board, owner, mortgaged, levels, opponents, values, before)
        _positions[key] = position
    others = [latest for latest in _latest if latest.values is not values]
    _latest[:] = [position, *others[: _LATEST - 1]]
    return position
