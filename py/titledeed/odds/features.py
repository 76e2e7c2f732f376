"""The features of a position: a row of numbers for each seat still playing, the input of the odds model.

A row contains features of the seat itself, then of its part of each set, and last the features that are
the same for all. Money is in thousands, rents are in hundreds, and every feature is clipped to
``-MOST`` … ``MOST``. The weights depend on the order. After a change of a feature they must be fitted
again (``tools/odds``).

There are two kinds of features (``rising_features``):

* **Rising** ones never fall if the seat alone gets more cash, a deed from the Bank, or a mortgage lifted
  without payment, and never rise in the row of another seat then. If a seat sells a deed to another for
  its mortgage value, the seller's do not rise, the buyer's do not fall, and those of third seats stay
  exactly as they are.
* **Free** ones do not change in any of these cases.

No weight may let the odds fall when a rising feature rises (``tools/odds/fit.py``). So the odds are
monotone, and a sale that brings no more than a mortgage never raises the seller's. A new feature must be
of one of the two kinds. That is why money counts with the loans that the seat could take, why a row
contains nothing about the others but sums that such a sale leaves alone, and why the rents that a seat
pays do not depend on whether their owner has a whole set without buildings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple, Protocol

from ..engine.board_and_rules_types import Rules
from ..engine.special_seats_and_ids import FREE
from .board_constants import COLOURS, BoardConstants, SetPart, board_constants_of

MOST: Final = 8.0  # features are clipped here, since a user's own board may have any prices
LAP: Final = 6  # throws in one lap, about
IN_JAIL: Final = 0.4  # the probability that a seat in jail moves at its next throw
LATE: Final = 200  # rounds after which later ones count as the same


class OpenState(Protocol):
    """The attributes of a position that the features need. ``State`` and ``bots.protocol.View`` have
    them."""

    @property
    def rules(self) -> Rules: ...
    @property
    def cash(self) -> Sequence[int]: ...
    @property
    def at(self) -> Sequence[int]: ...
    @property
    def jail(self) -> Sequence[int]: ...
    @property
    def playing(self) -> Sequence[bool]: ...
    @property
    def owner(self) -> Sequence[int]: ...
    @property
    def level(self) -> Sequence[int]: ...
    @property
    def mortgaged(self) -> Sequence[bool]: ...
    @property
    def held(self) -> Sequence[int]: ...
    @property
    def stock(self) -> Sequence[int]: ...
    @property
    def turn(self) -> int: ...
    @property
    def round(self) -> int: ...


class SeatSums:
    """Sums over the board for one seat, in money, from which its features are computed. Both models need
    these."""

    __slots__ = (
        *("built", "cash", "coming", "deeds", "due", "ends", "excess", "hotels", "income"),
        *("largest", "later", "later_excess", "levels", "pawned", "ruin", "score", "seat"),
        *("sets", "soon", "threat", "usual"),
    )

    def __init__(self, seat: int, cash: int) -> None:
        self.seat = seat
        self.cash = cash
        self.score = cash
        self.built = 0  # the Bank's price for all buildings
        self.deeds = self.pawned = self.levels = self.hotels = 0
        self.income = 0.0  # mean rent of one throw of one opponent, in the long run
        self.usual = 0.0  # mean rent that one throw of the seat costs, in the long run
        self.due = self.later = 0.0  # mean cost of its next throw, and of the five throws after it
        self.coming = self.soon = 0.0  # mean rent of the others' next throw, and of the five after
        self.excess = self.later_excess = 0.0  # mean amount by which rents exceed its money
        # mean excess over everything that it can raise, and its probability
        self.ends = self.ruin = 0.0
        self.threat = 0.0  # probability that the next throw's rent exceeds its money
        self.largest = 0  # the largest rent within its reach
        self.sets: list[tuple[int, tuple[float, ...]]] = []  # see ``SeatFeatures``


class _Seat(SeatSums):
    """The sums of the odds. The seat's money counts with its loans, and it pays plain rents."""

    __slots__ = ("groups", "liquid", "near", "open", "plain", "power", "rails")

    def __init__(self, seat: int, cash: int) -> None:
        super().__init__(seat, cash)
        self.liquid = cash  # with the mortgage loans available on deeds of groups without buildings
        self.near = self.open = 0  # sets of which at most one deed is missing; it is at the Bank
        self.groups: list[tuple[int, SetPart]] = []  # complete color groups
        self.rails = 0.0  # the part of ``income`` from railroads
        self.power = 0.0  # the part of it from groups with buildings
        self.plain = 0.0  # the same by plain rents


class SeatFeatures(NamedTuple):
    """The features of one seat, without the common ones."""

    own: list[float]
    # for each set of which it owns a part: index, features
    sets: list[tuple[int, tuple[float, ...]]]
    paid: list[tuple[int, float]]  # for each complete color group: index, the feature ``PAID``


class Features(NamedTuple):
    """The features of a position."""

    seats: list[int]  # those still playing
    rows: list[SeatFeatures]  # one for each of them
    common: list[float]


def read_features(position: OpenState) -> Features:
    """The features of this position."""
    constants = board_constants_of(position.rules)
    seats = [
        _Seat(seat, position.cash[seat]) for seat, plays in enumerate(position.playing) if plays
    ]
    by = {each.seat: each for each in seats}
    rents, plain = [0] * 40, [0] * 40
    _sets(position, constants, by, rents, plain)
    total = 0.0
    for each in seats:
        total += each.plain
    for each in seats:
        each.usual = total - each.plain
    purses = [(each, max(0, each.liquid), max(0, each.liquid) + each.built) for each in seats]
    add_rents(position, constants, purses, by, rents, plain)
    totals = _Totals(position, seats)
    rows = [
        SeatFeatures(within_most(_own(position, constants, each, totals)), each.sets, _paid(each))
        for each in seats
    ]
    return Features([each.seat for each in seats], rows, within_most(_common(position, totals)))


def feature_rows(position: OpenState) -> tuple[list[int], list[list[float]]]:
    """The seats still playing, and for each of them a row of :func:`feature_width` features."""
    seats, rows, common = read_features(position)
    return seats, [row.own + _spread(row) + common for row in rows]


def _spread(row: SeatFeatures) -> list[float]:
    """The features of all sets, zeros where the seat has no part."""
    out = [0.0] * SETS
    for s, features in row.sets:
        out[START[s] : START[s] + len(features)] = features
    for s, paid in row.paid:
        out[START[s] + PAID] = paid
    return out


def within_most(row: list[float]) -> list[float]:
    """The row, clipped to ``-MOST`` … ``MOST``."""
    if max(row) <= MOST and min(row) >= -MOST:
        return row  # as nearly always
    return [x if -MOST <= x <= MOST else MOST if x > 0 else -MOST for x in row]


# ---------------------------------------------------------------- the ten sets

# Features for each color group: complete, at most one deed missing, that one at the Bank, the part owned,
# the part not mortgaged, the mean level and its square, the cash for building. For the railroads and the
# utilities: the first five, and whether at least half of them are owned.
_COLOUR: Final = 8
_PLAIN: Final = 6
PAID: Final = 7  # the index of the feature of a color group that depends on the seat's cash
SETS: Final = COLOURS * _COLOUR + 2 * _PLAIN
START: Final = (*range(0, COLOURS * _COLOUR, _COLOUR), SETS - 2 * _PLAIN, SETS - _PLAIN)
_SET_RISES: Final = (True,) * 5 + (False, False, True)


def _sets(
    position: OpenState,
    constants: BoardConstants,
    by: dict[int, _Seat],
    rents: list[int],
    plain: list[int],
) -> None:
    """Add what the seats own to their sums (``by``), and fill in the two rents of each space."""
    owner, level, mortgaged = position.owner, position.level, position.mortgaged
    for s, members in enumerate(constants.sets):
        parts, due, base = constants.owners_of(s, owner, mortgaged, level)
        if not parts:
            continue
        for n, i in enumerate(members):
            if owner[i] in by:
                rents[i] = due[n]
                plain[i] = base[n]
        for part in parts:
            each = by.get(part.seat)
            if each is None:
                continue
            each.sets.append((s, part.features))
            each.deeds += part.deeds
            each.pawned += part.pawned
            each.score += part.score
            each.income += part.income
            each.plain += part.plain
            each.liquid += part.loan
            each.near += part.near
            each.open += part.open
            if s == COLOURS:
                each.rails = part.income
            elif s < COLOURS and part.whole:
                each.levels += part.levels
                each.hotels += part.hotels
                each.built += part.built
                each.groups.append((s, part))
                if part.levels:
                    each.power += part.income


def _paid(each: _Seat) -> list[tuple[int, float]]:
    """For each complete color group, the part of its next buildings that the seat can pay."""
    return [
        (s, min(1.0, max(0, each.liquid - part.loan) / part.missing) if part.missing else 1.0)
        for s, part in each.groups
    ]


# ---------------------------------------------------------------- rents


def add_rents(
    position: OpenState,
    constants: BoardConstants,
    seats: Sequence[tuple[SeatSums, int, int]],
    by: Mapping[int, SeatSums],
    received: Sequence[int],
    paid: Sequence[int],
) -> None:
    """Add to the sums of each seat the rents that it may have to pay and those that it may receive.

    Each of ``seats`` comes with its money and with all that it can raise. ``received`` and ``paid`` are
    the rents by space, as their owner and as their visitor counts them."""
    owner = position.owner
    for each, cash, most in seats:
        seat = each.seat
        moves = IN_JAIL if position.jail[seat] != FREE else 1.0
        for i, chance in constants.first[position.at[seat]]:
            rent = paid[i]
            if rent and owner[i] != seat:
                q = chance * moves
                each.due += q * rent
                by[owner[i]].coming += q * received[i]
                if rent > cash:
                    each.threat += q
                    each.excess += q * (rent - cash)
                    if rent > most:
                        each.ruin += q
                        each.ends += q * (rent - most)
        for i, chance in constants.later[position.at[seat]]:
            rent = paid[i]
            if rent and owner[i] != seat:
                each.later += chance * rent
                by[owner[i]].soon += chance * received[i]
                if rent > each.largest:
                    each.largest = rent
                if rent > cash:
                    each.later_excess += chance * (rent - cash)
                    if rent > most:
                        each.ruin += chance * 0.25
                        each.ends += chance * 0.25 * (rent - most)


def _gain(constants: BoardConstants, group: int, part: SetPart, budget: float) -> float:
    """The mean rent of one opponent's throw that building for ``budget`` on a complete group adds."""
    gain = 0.0
    for slope, low, high in constants.stretches[group]:
        if budget <= 0:
            break
        if part.mean < high:
            spent = min((high - max(low, part.mean)) * constants.costs[group], budget)
            gain += slope * spent
            budget -= spent
    return gain


# ---------------------------------------------------------------- a seat


class _Totals:
    """Sums over all seats still playing."""

    __slots__ = (
        *("close", "deeds", "hotels", "late", "levels", "liquid", "pawned", "powers", "rivals"),
        *("score",),
    )

    def __init__(self, position: OpenState, seats: list[_Seat]) -> None:
        rules = position.rules
        self.rivals = max(1, len(seats) - 1)
        self.liquid = sum(max(0, each.liquid) for each in seats)
        self.score = sum(max(0, each.score) for each in seats)
        self.deeds = sum(each.deeds for each in seats)
        self.levels = sum(each.levels for each in seats)
        self.pawned = sum(each.pawned for each in seats)
        self.hotels = sum(each.hotels for each in seats)
        self.powers = [*sorted([each.power for each in seats], reverse=True), 0.0]
        self.late = min(position.round, LATE) / LATE
        left = rules.limit_rounds - position.round + 1
        self.close = 4 / (4 + max(left, 0)) if rules.limit_rounds else 0.0


def root(x: float) -> float:
    """The square root; 0 of a negative number."""
    return sqrt(x) if x > 0 else 0.0


def _own(
    position: OpenState, constants: BoardConstants, each: _Seat, totals: _Totals
) -> list[float]:
    """The features of the seat itself, the ``_OWN_RISING`` rising ones first."""
    n = len(position.playing)
    seat = each.seat
    rules = position.rules
    rivals = totals.rivals
    liquid = each.liquid / 1000
    positive = max(0.0, liquid)
    wealth = positive + each.built / 1000
    score = each.score / 1000
    income = each.income * rivals / 100
    best = total = next_lap = 0.0
    for s, part in each.groups:
        budget = each.liquid - part.loan - part.lift
        gain = _gain(constants, s, part, budget)
        total += gain
        best = max(best, gain)
        next_lap = max(next_lap, _gain(constants, s, part, budget + 2 * rules.salary[seat]))
    best, next_lap = (each.income + best) * rivals / 100, (each.income + next_lap) * rivals / 100
    pay = LAP * each.usual - rules.salary[seat]
    around = (seat - position.turn) * rules.turn_step % n
    before = sum(
        plays and (o - position.turn) * rules.turn_step % n < around
        for o, plays in enumerate(position.playing)
    )
    at = position.at[seat]
    jail = position.jail[seat]
    late, close = totals.late, totals.close
    return [
        # rising
        liquid,
        root(liquid),
        min(positive, 0.2) * 5,
        min(positive, 0.6),
        wealth,
        root(wealth),
        score,
        root(score),
        max(0, each.score) / totals.score * (rivals + 1) - 1 if totals.score else 0.0,
        positive * 1000 / totals.liquid * (rivals + 1) - 1 if totals.liquid else 0.0,
        score * late,
        score * close,
        score * close * close,
        score if rules.short else 0.0,
        (max(0, each.score) - totals.score) / rivals / 1000,
        (positive - totals.liquid / 1000) / rivals,
        (each.deeds - totals.deeds) / rivals / 10,
        (totals.pawned - each.pawned) / rivals / 4,
        income,
        root(income),
        income * late,
        each.rails * rivals / 20,
        each.rails * rivals * late / 20,
        each.coming / 100,
        each.soon / 100,
        best,
        root(best),
        next_lap,
        total * rivals / 100,
        each.deeds / 10,
        each.deeds * late / 10,
        -each.pawned / 8,
        len(each.groups) / 2,
        float(bool(each.groups)),
        each.near / 3,
        each.open / 3,
        -each.usual / 100,
        -each.due / 100,
        -each.later / 100,
        income - each.usual / 100,
        -each.threat * 4,
        -each.excess / 50,
        -each.later_excess / 200,
        -each.ruin * 4,
        -each.ends / 50,
        -max(0.0, each.largest / 1000 - wealth),
        min(1.0, wealth * 1000 / each.largest) if each.largest else 1.0,
        -max(0.0, pay) / (wealth * 1000 + 100),
        -max(0.0, pay - LAP * each.income * rivals) / (wealth * 1000 + 100),
        # free
        each.levels / 12,
        each.hotels / 4,
        each.built / 1000,
        (totals.levels - each.levels) / 20,
        each.power / 100,
        totals.powers[each.power == totals.powers[0]] / 100,  # the most of another seat
        float(jail != FREE),
        max(0, jail) / 3,
        position.held.count(seat),
        before / 4,
        float(before == 0),
        at / 40,
        float(10 <= at < 20),
        float(20 <= at < 30),
        float(at >= 30),
    ]


def _common(position: OpenState, totals: _Totals) -> list[float]:
    """The features that are the same for all seats. All are free."""
    rules = position.rules
    n = totals.rivals + 1
    later = min(position.round, 40) / 40
    return [
        n / 8,
        1 / n,
        float(n == 2),
        float(n == 3),
        totals.levels / 40,
        float(totals.levels == 0),
        totals.powers[0] / 100,
        totals.powers[1] / 100,
        float(totals.powers[0] > 0 and not totals.powers[1]),
        totals.hotels * rules.top / totals.levels if totals.levels else 0.0,
        position.stock[0] / 32,
        float(position.stock[0] < 6),
        min(position.round, LATE) / 50,
        sqrt(min(position.round, LATE)) / 7,
        min(position.round, 12) / 12,
        later,
        0.0 if totals.levels else later,
        float(rules.short),
        totals.close,
        totals.close * totals.close,
    ]


_OWN_RISING: Final = 49
OWN: Final = _OWN_RISING + 15  # features of the seat itself; those of the sets follow
_COMMON: Final = 20


def feature_width() -> int:
    """The number of features in a row."""
    return OWN + SETS + _COMMON


def common_feature_width() -> int:
    """The number of features at the end of a row that are the same for all seats."""
    return _COMMON


def rising_features() -> list[bool]:
    """For each feature of a row whether it is a rising one."""
    sets = _SET_RISES * COLOURS + ((True,) * _PLAIN) * 2
    own = (True,) * _OWN_RISING + (False,) * (OWN - _OWN_RISING)
    return [*own, *sets, *(False,) * _COMMON]
