"""The features of the trade model (``trade_model``): a row of numbers for each seat still playing.

They differ from those of the odds (``features``) in one respect. They tell cash from the loans that a seat
could take, who has the single missing deed of a set, and which two seats could swap such deeds. So they
fit games in which much is traded better. But nothing keeps a judgement by them from rising when a deed is
sold for its mortgage value. That is why only ``shark`` uses them, to judge trades (``docs/ODDS.md``).

A row contains features of the seat itself, then of its part of each set. Then come the mean and the
maximum of some features over the other seats, and last the features that are the same for all. Money is
in thousands, rents are in hundreds, and every feature is clipped as in ``features``. The weights depend
on the order.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from operator import add, itemgetter
from typing import Final

from ..engine.special_seats_and_ids import BANK, FREE, NOBODY, SPACES
from .board_constants import COLOURS, BoardConstants, board_constants_of
from .features import (
    LAP,
    LATE,
    Features,
    OpenState,
    SeatFeatures,
    SeatSums,
    add_rents,
    root,
    within_most,
)

SAVED: Final = 0.9  # the part of possible mortgage loans that a seat would spend on buildings


class _TraderSums(SeatSums):
    """The sums of the trade model. The seat's money is its cash alone."""

    __slots__ = (
        *("bare", "before", "best", "blocks", "groups", "loan", "paid", "rivals", "scores"),
        *("short_bank", "short_seat", "swaps"),
    )

    def __init__(self, seat: int, cash: int) -> None:
        super().__init__(seat, cash)
        self.loan = 0  # mortgage loans available on deeds of groups without buildings
        self.bare = 0  # mortgage loans available on deeds outside complete groups
        # Sets of which the Bank or a seat has the single missing deed, those that the seat blocks for
        # others, and those that two seats could complete by a swap.
        self.short_bank = self.short_seat = self.blocks = self.swaps = 0
        self.groups: dict[int, float] = {}  # complete color groups and their mean level
        self.paid: list[tuple[int, float]] = []  # see ``SeatFeatures``
        # Set by :func:`_compare`:
        self.rivals = 0  # the other seats
        self.scores = self.best = 0  # the sum of all seats' scores, and the best of another seat
        self.before = 0  # the seats whose turns come before its own


def read_trade_features(position: OpenState) -> Features:
    """The features of this position. The ``own`` part of a row also has those of the others."""
    constants = board_constants_of(position.rules)
    seats = [
        _TraderSums(seat, position.cash[seat])
        for seat, plays in enumerate(position.playing)
        if plays
    ]
    by = {each.seat: each for each in seats}
    rents = [0] * 40
    _sets(position, constants, by, rents)
    total = 0.0
    for each in seats:
        total += each.income
    for each in seats:
        each.usual = total - each.income
    purses = [
        (each, max(0, each.cash), max(0, each.cash) + each.loan + each.built) for each in seats
    ]
    add_rents(position, constants, purses, by, rents, rents)
    _compare(position, seats)
    own = [within_most(_own(position, constants, each)) for each in seats]
    shown = [_shown_of(row) for row in own]
    rows = [
        SeatFeatures(own[n] + _others(shown, n), each.sets, each.paid)
        for n, each in enumerate(seats)
    ]
    return Features([each.seat for each in seats], rows, within_most(_common(position, seats)))


# ---------------------------------------------------------------- the ten sets

_COLOUR: Final = 8  # features for each color group
_PLAIN: Final = 5  # features for the railroads, and for the utilities
PAID: Final = 7  # the index of the feature of a color group that depends on the seat's cash
SETS: Final = COLOURS * _COLOUR + 2 * _PLAIN
START: Final = (*range(0, COLOURS * _COLOUR, _COLOUR), SETS - 2 * _PLAIN, SETS - _PLAIN)


def _sets(
    position: OpenState, constants: BoardConstants, by: dict[int, _TraderSums], rents: list[int]
) -> None:
    """Add what the seats own to their sums (``by``), and fill ``rents`` with the rent of each space."""
    owner, level, mortgaged = position.owner, position.level, position.mortgaged
    lacks: set[tuple[int, int]] = set()
    for s, members in enumerate(constants.sets):
        parts, due, _ = constants.owners_of(s, owner, mortgaged, level)
        if not parts:
            continue
        for i, rent in zip(members, due, strict=True):
            if rent and owner[i] in by:
                rents[i] = rent
        for part in parts:
            each = by.get(part.seat)
            if each is None:
                continue
            each.sets.append((s, part.trade_features))
            each.deeds += part.deeds
            each.pawned += part.pawned
            each.score += part.score
            each.income += part.income
            each.loan += part.loan
            each.bare += 0 if part.whole else part.loan
            if part.whole:
                if s < COLOURS:
                    each.levels += part.levels
                    each.hotels += part.hotels
                    each.built += part.built
                    each.groups[s] = part.mean
                    missing = max(0.0, (3 - part.mean) * constants.costs[s])
                    paid = min(1.0, max(0, each.cash) / missing) if missing else 1.0
                    each.paid.append((s, paid))
            elif part.rest == BANK:
                each.short_bank += 1
            elif part.rest != NOBODY:
                each.short_seat += 1
                if part.rest in by:
                    by[part.rest].blocks += 1
                    lacks.add((part.seat, part.rest))
    for seat, other in lacks:
        if (other, seat) in lacks:
            by[seat].swaps += 1


def _built(constants: BoardConstants, each: _TraderSums, *budgets: float) -> list[float]:
    """The seat's mean rent of one opponent's throw if it spent each of these budgets on its complete
    groups."""
    steps = []  # the rent that each unit of money adds, and the money for which it does so
    for group, (slope, low, high) in constants.order:
        level = each.groups.get(group)
        if level is not None and level < high:
            steps.append((slope, (high - max(low, level)) * constants.costs[group]))
    incomes = []
    for budget in budgets:
        income, left = each.income, budget
        for slope, room in steps:
            if left <= 0:
                break
            spent = min(room, left)
            income += slope * spent
            left -= spent
        incomes.append(income)
    return incomes


# ---------------------------------------------------------------- a seat


def _compare(position: OpenState, seats: list[_TraderSums]) -> None:
    """Set in the sums of each seat how it compares with the others."""
    n, turn, step = len(position.playing), position.turn, position.rules.turn_step
    waits = [(each.seat - turn) * step % n for each in seats]  # in turns
    order = sorted(waits)
    scores = [each.score for each in seats]
    total = sum(scores)
    *_, second, best = 0, *sorted(scores)
    for each, wait in zip(seats, waits, strict=True):
        each.rivals = len(seats) - 1
        each.scores = total
        each.best = second if each.score == best else best
        each.before = order.index(wait)


def _own(position: OpenState, constants: BoardConstants, each: _TraderSums) -> list[float]:
    """The features of the seat itself."""
    seat = each.seat
    rules = position.rules
    cash = each.cash / 1000
    raised = each.loan + each.built
    liquid = (each.cash + raised) / 1000
    total, best, rivals, before = each.scores, each.best, each.rivals, each.before
    income = each.income * rivals / 100
    cost = each.usual / 100
    if each.groups:
        lent = each.cash + SAVED * each.bare
        budgets = each.cash, lent, lent + 2 * rules.salary[seat]
        now, most, next_lap = _built(constants, each, *budgets)
    else:
        now = most = next_lap = each.income
    pay = LAP * each.usual - rules.salary[seat]
    at = position.at[seat]
    jailed = position.jail[seat] != FREE
    left = rules.limit_rounds - position.round + 1 if rules.limit_rounds else 0
    close = 4 / (4 + max(left, 0)) if rules.limit_rounds else 0.0
    lead = (each.score - best) / 1000
    return [
        cash,
        root(cash),
        min(max(cash, 0.0), 0.2) * 5,
        raised / 1000,
        root(raised / 1000),
        liquid,
        root(liquid),
        each.score / 1000,
        root(each.score / 1000),
        each.score / total * (rivals + 1) - 1 if total > 0 else 0.0,
        lead,
        max(0.0, lead),
        float(each.score > best),
        lead * close,
        max(-1.0, min(1.0, 5 * lead)) * close,
        lead if rules.short else 0.0,
        income,
        root(income),
        each.coming / 100,
        each.soon / 100,
        cost,
        each.due / 100,
        each.later / 100,
        income - cost,
        each.threat * 4,
        each.excess / 50,
        each.later_excess / 200,
        each.ruin * 4,
        each.ends / 50,
        max(0.0, each.largest / 1000 - liquid),
        min(1.0, liquid * 1000 / each.largest) if each.largest else 1.0,
        max(0.0, pay) / (max(0.0, liquid * 1000) + 100),
        max(-3.0, (pay - LAP * each.income * rivals) / (max(0.0, liquid * 1000) + 100)),
        now * rivals / 100,
        most * rivals / 100,
        root(most * rivals / 100),
        next_lap * rivals / 100,
        each.levels / 12,
        each.hotels / 4,
        each.pawned / 8,
        each.deeds / 10,
        len(each.groups) / 2,
        float(bool(each.groups)),
        each.short_bank / 2,
        each.short_seat / 2,
        each.blocks / 2,
        each.swaps / 2,
        float(jailed),
        max(0, position.jail[seat]) / 3,
        position.held.count(seat),
        before / 4,
        float(before == 0),
        at / 40,
        float(10 <= at < 20),
        float(20 <= at < 30),
        float(at >= 30),
    ]


# The features whose mean and maximum over the other seats are in a row, by their index in ``_own``.
_SHOWN: Final = (5, 7, 16, 31, 34, 42)
_shown_of: Final = itemgetter(*_SHOWN)


def _others(shown: list[tuple[float, ...]], n: int) -> list[float]:
    """The means, then the maxima, of the shown features over all seats but the ``n``-th."""
    rest = shown[:n] + shown[n + 1 :]
    if not rest:
        return [0.0] * (2 * len(_SHOWN))
    totals: Iterable[float] = rest[0]
    for row in rest[1:]:  # not by ``sum``, because later Pythons round it differently
        totals = map(add, totals, row)
    mosts = map(max, *rest) if len(rest) > 1 else rest[0]
    return [*[total / len(rest) for total in totals], *mosts]


def _common(position: OpenState, seats: list[_TraderSums]) -> list[float]:
    """The features that are the same for all seats."""
    rules = position.rules
    n = len(seats)
    left = position.owner.count(BANK) - (SPACES - len(rules.ownable))
    cash = wholes = swaps = levels = 0
    for each in seats:
        cash += each.cash
        wholes += len(each.groups)
        swaps += each.swaps
        levels += each.levels
    return [
        n / 8,
        1 / n if n else 0.0,
        float(n == 2),
        float(n == 3),
        left / 28,
        float(left == 0),
        levels / 40,
        position.stock[0] / 32,
        float(position.stock[0] < 6),
        cash / n / 1000 if n else 0.0,
        min(position.round, LATE) / 50,
        sqrt(min(position.round, LATE)) / 7,
        wholes / 4,
        float(wholes == 0),
        float(swaps > 0),
        float(rules.short),
        4 / (4 + max(rules.limit_rounds - position.round + 1, 0)) if rules.limit_rounds else 0.0,
    ]


# The seat itself, and the others; the features of the sets follow.
OWN: Final = 56 + 2 * len(_SHOWN)
COMMON: Final = 17  # features that are the same for all seats
