"""``shark``'s estimate of the deals that another player accepts.

The model assumes that a partner values both sides of an exchange, and agrees if it gets enough for its
side. The partner's method (list prices or future rents) and its threshold are unknown. So the model
starts with a number of possible cases. The partner's answers and its own offers so far (``View.past``)
change their probabilities.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, fsum, sqrt
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from ..engine.answers import (
    Bundle,
)
from .protocol import View
from .trading import JAIL_CARD, STEP
from .valuation import Holding, Holdings, Values

# The kinds of exchange: it completes no group for the asker, or one for both sides, or one for the
# asker alone.
PLAIN, BOTH, ALONE = range(3)

# The methods of valuing deeds. The first two use multiples of the list price: one for a deed that
# completes a color group, one for a deed that joins others. The third uses the gains of both sides in
# money.
LISTS: Final = ((1.0, 1.0), (3.0, 1.4))
MONEY: Final = len(LISTS)
PAWNED: Final = 0.5  # the part of its list price that counts for a mortgaged deed
SOBER: Final = Values(
    *(30.0, 5.0),
    hope=1.0,
    means=1.0,
    dry=1.0,
    future=0.0,
    later=0.12,
    whole=0.2,
    deed=0.0,
)
PLEASED: Final = 15.0  # the least gain in money for which anybody agrees
LEAD: Final = (0.6, 2.0)  # players demand more from a leader: the bounds of that factor

NEVER: Final = 99.0  # nothing is enough
# The thresholds for each kind of exchange, by tenths of all players, from the easiest to deal with to
# the hardest. By list prices a threshold is a multiple of what the partner gives, in money a part of
# the asker's gain.
MULTIPLES: Final = (
    (0.9, 1.0, 1.15, 1.25, 1.4, 1.5, 1.65, 1.85, 2.3, 3.5),
    (1.0, 1.1, 1.2, 1.35, 1.5, 1.65, 1.85, 2.2, 3.0, NEVER),
    (1.3, 2.0, 2.5, 2.9, 3.3, 3.7, 4.3, 5.5, NEVER, NEVER),
)
SHARES: Final = (0.1, 0.25, 0.35, 0.45, 0.5, 0.6, 0.7, 0.9, 1.2, 1.6)
ENOUGH: Final = (MULTIPLES, MULTIPLES, (SHARES, SHARES, SHARES))  # by method, kind and tenth
PRIOR: Final = (0.3, 0.3, 0.4)  # the probability of each method before anything is known
WRONG: Final = 0.1  # the probability of an answer that does not follow from the case that is true
UNKNOWN: Final = 0.5  # the same where a case does not predict the answer
NEAR: Final = 1e-9  # two multiples so close are the same
TOLD: Final = 16  # the number of a partner's latest answers that are considered
KNEE: Final = 300  # gains are computed at the least and the most cash, at 0 and at this,
# and interpolated linearly in between.


class Case(NamedTuple):
    """One type of player: its method, and its threshold (an index of ``MULTIPLES[kind]``)."""

    method: int
    tenth: int


CASES: Final = tuple(Case(method, n) for method in range(len(ENOUGH)) for n in range(len(SHARES)))
_FIRST_OF_MONEY: Final = MONEY * len(SHARES)  # the index of the first case with that method


class Price(NamedTuple):
    """Cash paid to the partner (negative: by it), and the probability that the partner then agrees."""

    cash: int
    likely: float


class JudgedOffer(NamedTuple):
    """An offer that the partner has answered: its kind, its value to the partner by each method, and whether
    the partner agreed. A value is None if it can no longer be computed."""

    kind: int
    measures: tuple[float | None, ...]
    agreed: bool


class ExchangeTerms:
    """What an exchange of deeds is to the asker and a partner, whatever cash there is."""

    __slots__ = ("_listed", "holdings", "kind", "minus", "plus")

    def __init__(
        self,
        kind: int,
        plus: tuple[float, ...],
        minus: tuple[float, ...],
        holdings: tuple[Holding, Holding] | None,
    ) -> None:
        self.kind = kind
        # The value of what the partner gets, by each of ``LISTS``, and of what it gives.
        self.plus, self.minus = plus, minus
        # What the two hold after the exchange, or without it if it is done; None if that can no longer be
        # known.
        self.holdings = holdings
        self._listed: list[tuple[float, int]] | None = None

    def listed(self) -> list[tuple[float, int]]:
        """The least cash that each case demands that goes by list prices, with the index of the case."""
        if self._listed is None:
            self._listed = []
            for case, (method, tenth) in enumerate(CASES[:_FIRST_OF_MONEY]):
                enough = ENOUGH[method][self.kind][tenth]
                if enough < NEVER:
                    more = enough * self.minus[method] - self.plus[method]
                    self._listed.append((more if more >= 0 else more / enough, case))
        return self._listed


class Exchange(NamedTuple):
    """Deeds that the asker and a partner exchange, and the consequences before any cash is paid."""

    give: tuple[int, ...]
    get: tuple[int, ...]
    mine: Holding
    theirs: Holding
    left: int  # the asker's cash after the interest on mortgaged deeds
    leaves: int  # the partner's
    gains: tuple[float, float]  # of the asker and of the partner, by the SOBER values


def completes(view: View, seat: int, deeds: tuple[int, ...]) -> bool:
    """Whether the seat would own a complete color group with these deeds."""
    rules, owner = view.rules, view.owner
    for i in deeds:
        if rules.kind[i] == "street":
            for j in rules.members[i]:
                if owner[j] != seat and j not in deeds:
                    break
            else:
                return True
    return False


def exchange_kind(
    view: View, asker: int, partner: int, give: tuple[int, ...], get: tuple[int, ...]
) -> int:
    """The kind of the exchange in which the asker gives ``give`` and gets ``get``."""
    if not completes(view, asker, get):
        return PLAIN
    return BOTH if completes(view, partner, give) else ALONE


def counted(view: View, seat: int, deeds: tuple[int, ...]) -> tuple[float, ...]:
    """The value of these deeds in the hands of the seat, by each of ``LISTS``."""
    rules, owner = view.rules, view.owner
    totals = [0.0] * len(LISTS)
    for i in deeds:
        members = rules.members[i]
        rest = 0
        for j in members:
            if j != i and (owner[j] == seat or j in deeds):
                rest += 1
        price = rules.price[i] * (PAWNED if view.mortgaged[i] else 1.0)
        whole = rest == len(members) - 1 and rules.kind[i] == "street"
        for method, (completing, joining) in enumerate(LISTS):
            totals[method] += price * (completing if whole else joining if rest else 1.0)
    return tuple(totals)


class Partner:
    """Another player as the asker (``view.seat``) sees it. ``position`` holds the SOBER values."""

    def __init__(self, view: View, position: Holdings, seat: int) -> None:
        self.view = view
        self.position = position
        self.seat = seat
        self.lead = _lead(view, position, seat)
        self.weights = _weights(tuple(map(_told, judged_offers(view, position, seat))))
        # The worths of the asker and of the partner now.
        asker, cash = view.seat, view.cash
        self.now = position.now(asker, cash[asker]), position.now(seat, cash[seat])

    def exchange(self, give: tuple[int, ...], get: tuple[int, ...]) -> Exchange:
        """Compute the consequences of this exchange."""
        view, position = self.view, self.position
        asker, seat = view.seat, self.seat
        left, leaves = view.cash[asker], view.cash[seat]
        if position.any_mortgaged:
            fee, mortgaged = view.rules.transfer_interest, view.mortgaged
            left -= sum([fee[i] for i in get if mortgaged[i]])
            leaves -= sum([fee[i] for i in give if mortgaged[i]])
        mine, theirs = position.after(asker, seat, give, get)
        now, now_of_partner = self.now
        gains = (
            position.worth(asker, left, mine) - now,
            position.worth(seat, leaves, theirs) - now_of_partner,
        )
        return Exchange(give, get, mine, theirs, left, leaves, gains)

    def prices(
        self, exchange: Exchange, refused: int | None, step: int, least: float = 0.0
    ) -> list[Price]:
        """The prices that some case demands and that both can afford, the lowest first. Only those to which
        the partner agrees with the probability ``least`` at least.

        ``refused``: the highest price that the partner has refused for it. Then the prices are higher
        by ``step`` at least, and their probabilities take the refusal into account."""
        low, high = -max(0, exchange.leaves), max(0, exchange.left)
        wanted = self._wanted(exchange, low, high)
        known = 0.0
        if refused is not None:
            low = max(low, refused + step)
            known = fsum([weight for cash, weight in wanted if cash <= refused])
        likely: dict[int, float] = {}
        total = 0.0
        for cash, weight in wanted:
            total += weight
            price = max(low, ceil(cash / STEP) * STEP)
            if price > high:
                break
            if total > known:
                likely[price] = (total - known) / max(NEAR, 1 - known)
        return [
            Price(price, min(1.0, chance)) for price, chance in likely.items() if chance >= least
        ]

    def _wanted(self, exchange: Exchange, low: int, high: int) -> list[tuple[float, float]]:
        """The least cash that each case demands and the probability of the case, sorted by cash."""
        terms = _terms(
            self.view, self.position, self.view.seat, self.seat, exchange.give, exchange.get, False
        )
        kind = terms.kind
        weights = self.weights[kind]
        wanted = [(cash, weights[case]) for cash, case in terms.listed()]
        curve = self._curve(exchange, low, high)
        for case, share in enumerate(SHARES, _FIRST_OF_MONEY):
            cash = _least(curve, share * self.lead)
            if cash is not None:
                wanted.append((cash, weights[case]))
        wanted.sort()
        return wanted

    def _curve(self, exchange: Exchange, low: int, high: int) -> list[tuple[int, float, float]]:
        """The gains of the asker and of the partner at some prices, the lowest first."""
        position = self.position
        asker, seat = self.view.seat, self.seat
        now = self.now
        out = []
        for cash in sorted({low, 0, min(KNEE, high), high}):
            if cash == 0:
                out.append((0, *exchange.gains))
                continue
            out.append(
                (
                    cash,
                    position.worth(asker, exchange.left - cash, exchange.mine) - now[0],
                    position.worth(seat, exchange.leaves + cash, exchange.theirs) - now[1],
                )
            )
        return out


def _least(curve: Sequence[tuple[int, float, float]], share: float) -> float | None:
    """The least cash at which the partner gains enough; None if no price is enough."""
    before: tuple[int, float] | None = None
    for cash, mine, theirs in curve:
        # Positive where the partner agrees; both conditions are convex in the cash.
        over = theirs - PLEASED
        if theirs - share * mine < over:
            over = theirs - share * mine
        if over >= 0:
            if before is None:
                return cash
            return before[0] - before[1] * (cash - before[0]) / max(NEAR, over - before[1])
        before = cash, over
    return None


def _lead(view: View, position: Holdings, seat: int) -> float:
    """The factor by which a seat raises its demands if the asker leads."""
    worths = {
        each: max(1.0, position.now(each, view.cash[each]))
        for each, plays in enumerate(view.playing)
        if plays
    }
    rest = len(worths) - 1
    mean = (fsum(worths.values()) - worths[seat]) / rest
    lead = min(LEAD[1], max(LEAD[0], worths[view.seat] / mean))
    return max(1.0, 3 / (rest + 1)) * lead


# Thresholds as ``_weights`` compares with them, and the prior of each case.
_BOUNDS: Final = tuple(
    tuple(tuple(enough - NEAR for enough in row) for row in rows) for rows in ENOUGH
)
_PRIORS: Final = tuple(PRIOR[method] for method, _ in CASES)


# What an answer tells: the kind of the exchange, whether the partner agreed, and for each method how many
# tenths of all players would have agreed; None if that is not known.
_Told: TypeAlias = tuple[int, bool, tuple[int | None, ...]]


def _told(judged: JudgedOffer) -> _Told:
    kind, measures, agreed = judged
    tenths = tuple(
        [
            None if measure is None else bisect_right(rows[kind], measure)
            for rows, measure in zip(_BOUNDS, measures, strict=True)
        ]
    )
    return kind, agreed, tenths


@lru_cache(2000)
def _factors(agreed: bool, tenths: tuple[int | None, ...]) -> tuple[float, ...]:
    """The probability of such an answer in each case."""
    as_agreed, as_refused = (1 - WRONG, WRONG) if agreed else (WRONG, 1 - WRONG)
    out: list[float] = []
    for count in tenths:
        if count is None:
            out += [UNKNOWN] * len(SHARES)
        else:
            out += [as_agreed] * count + [as_refused] * (len(SHARES) - count)
    return tuple(out)


# Most answers tell the same as at the last question, whatever cash everybody has now.
@lru_cache(500)
def _weights(told: tuple[_Told, ...]) -> tuple[tuple[float, ...], ...]:
    """The probability of each case, by kind of exchange. Offers of other kinds count half."""
    kinds = range(len(MULTIPLES))
    likely = [[1.0] * len(CASES) for _ in kinds]
    for kind, agreed, tenths in told:
        likely[kind] = list(map(mul, likely[kind], _factors(agreed, tenths)))
    roots = [list(map(sqrt, row)) for row in likely]
    out = []
    for kind in kinds:
        row = list(map(mul, _PRIORS, likely[kind]))
        for other in kinds:
            if other != kind:
                row = list(map(mul, row, roots[other]))
        total = fsum(row)
        out.append(tuple([x / total for x in row]))
    return tuple(out)


def judged_offers(view: View, position: Holdings, seat: int) -> list[JudgedOffer]:
    """The offers that a seat has judged. Its own offers count as well: it would agree to those itself.

    If the seat refused an exchange several times, only the best price counts. If it agreed several
    times, only the worst one counts. Each offer is evaluated as if nothing else had changed since."""
    known: dict[tuple[object, ...], tuple[int, int, Bundle, Bundle, bool, bool]] = {}
    for deal in view.past:
        if deal.to == seat:
            asker, gain, loss = deal.by, deal.give, deal.get
        elif deal.by == seat:
            asker, gain, loss = deal.to, deal.get, deal.give
        else:
            continue
        if not (gain.deeds or loss.deeds):
            continue
        agreed = deal.accepted or deal.by == seat
        price = gain.cash - loss.cash
        key = (asker, gain.deeds, loss.deeds, agreed)
        before = known.pop(key, None)
        if before is None or (price < before[0]) == agreed:
            before = price, asker, gain, loss, deal.accepted, agreed
        known[key] = before
    out = []
    for _, asker, gain, loss, done, agreed in list(known.values())[-TOLD:]:
        terms = _terms(view, position, asker, seat, gain.deeds, loss.deeds, done)
        more = gain.cash + JAIL_CARD * len(gain.cards)
        less = loss.cash + JAIL_CARD * len(loss.cards)
        measures: list[float | None] = [
            (a + more) / max(1.0, b + less) for a, b in zip(terms.plus, terms.minus, strict=True)
        ]
        share = None
        if terms.holdings is not None and view.playing[asker]:
            paid = gain.cash - loss.cash  # by the asker
            share = _share(position, view.cash, asker, seat, paid, terms.holdings, done)
        measures.append(share)
        out.append(JudgedOffer(terms.kind, tuple(measures), agreed))
    return out


# The asker, the partner, what the partner gets and gives, and whether the exchange is done.
_TermsKey: TypeAlias = tuple[int, int, tuple[int, ...], tuple[int, ...], bool]


def _terms(
    view: View,
    position: Holdings,
    asker: int,
    seat: int,
    gain: tuple[int, ...],
    loss: tuple[int, ...],
    done: bool,
) -> ExchangeTerms:
    """The terms of an exchange in which ``seat`` gets ``gain`` from ``asker``. The position keeps them."""
    key = (asker, seat, gain, loss, done)
    terms: ExchangeTerms | None = position.terms.get(key)
    if terms is None:
        terms = position.terms[key] = _new_terms(view, position, key)
    return terms


def _new_terms(view: View, position: Holdings, key: _TermsKey) -> ExchangeTerms:
    asker, seat, gain, loss, done = key
    owner, level, members = view.owner, view.level, view.rules.members
    giver, other = (seat, asker) if done else (asker, seat)
    apart = any(owner[i] != giver for i in gain) or any(owner[i] != other for i in loss)
    holdings = None
    if not apart and not any(level[j] for i in (*gain, *loss) for j in members[i]):
        back = (loss, gain) if done else (gain, loss)
        holdings = position.after(asker, seat, *back)
    kind = exchange_kind(view, asker, seat, gain, loss)
    return ExchangeTerms(kind, counted(view, seat, gain), counted(view, seat, loss), holdings)


def _share(
    position: Holdings,
    cash: Sequence[int],
    asker: int,
    seat: int,
    paid: int,
    holdings: tuple[Holding, Holding],
    done: bool,
) -> float:
    """The partner's gain as a part of the asker's, by the SOBER values, in an exchange that is ``done`` or
    still possible; -1 if the partner gains too little. ``holdings`` as in :class:`ExchangeTerms`."""
    mine, theirs = holdings
    if done:
        paid = -paid
    own = position.worth(asker, max(0, cash[asker] - paid), mine) - position.now(asker, cash[asker])
    his = position.worth(seat, max(0, cash[seat] + paid), theirs) - position.now(seat, cash[seat])
    if done:
        own, his = -own, -his
    return his / max(1.0, own) if his >= PLEASED else -1.0
