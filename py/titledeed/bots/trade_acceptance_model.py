"""``shark``'s estimate of the deals that another player accepts.

The model assumes that a partner values both sides of an exchange, and agrees if it gets enough for its
side. The partner's method (list prices or future rents) and its threshold are unknown. So the model
starts with a number of possible cases. The partner's answers and its own offers so far (``View.past``)
change their probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum, sqrt
from typing import Final, NamedTuple

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
    return any(
        rules.kind[i] == "street" and all(j in deeds or owner[j] == seat for j in rules.members[i])
        for i in deeds
    )


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
        rest = sum(j != i and (owner[j] == seat or j in deeds) for j in members)
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
        self.weights = _weights(judged_offers(view, position, seat))

    def exchange(self, give: tuple[int, ...], get: tuple[int, ...]) -> Exchange:
        """Compute the consequences of this exchange."""
        view, position = self.view, self.position
        asker, seat = view.seat, self.seat
        fee, mortgaged = view.rules.transfer_interest, view.mortgaged
        left = view.cash[asker] - sum([fee[i] for i in get if mortgaged[i]])
        leaves = view.cash[seat] - sum([fee[i] for i in give if mortgaged[i]])
        mine, theirs = position.after(asker, seat, give, get)
        gains = (
            position.worth(asker, left, mine) - position.now(asker, view.cash[asker]),
            position.worth(seat, leaves, theirs) - position.now(seat, view.cash[seat]),
        )
        return Exchange(give, get, mine, theirs, left, leaves, gains)

    def prices(self, exchange: Exchange, refused: int | None, step: int) -> list[Price]:
        """The prices that some case demands and that both can afford, the lowest first.

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
        return [Price(price, min(1.0, chance)) for price, chance in likely.items()]

    def _wanted(self, exchange: Exchange, low: int, high: int) -> list[tuple[float, float]]:
        """The least cash that each case demands and the probability of the case, sorted by cash."""
        view = self.view
        give, get = exchange.give, exchange.get
        kind = exchange_kind(view, view.seat, self.seat, give, get)
        plus, minus = counted(view, self.seat, give), counted(view, self.seat, get)
        curve = self._curve(exchange, low, high)
        wanted = []
        for (method, tenth), weight in zip(CASES, self.weights[kind], strict=True):
            enough = ENOUGH[method][kind][tenth]
            if method == MONEY:
                cash = _least(curve, enough * self.lead)
                if cash is not None:
                    wanted.append((cash, weight))
            elif enough < NEVER:
                more = enough * minus[method] - plus[method]
                wanted.append((more if more >= 0 else more / enough, weight))
        wanted.sort()
        return wanted

    def _curve(self, exchange: Exchange, low: int, high: int) -> list[tuple[int, float, float]]:
        """The gains of the asker and of the partner at some prices, the lowest first."""
        view, position = self.view, self.position
        asker, seat = view.seat, self.seat
        now = position.now(asker, view.cash[asker]), position.now(seat, view.cash[seat])
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
        over = min(theirs - PLEASED, theirs - share * mine)
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


def _weights(judged: list[JudgedOffer]) -> list[list[float]]:
    """The probability of each case, by kind of exchange. Offers of other kinds count half."""
    kinds = range(len(MULTIPLES))
    likely = [[1.0] * len(CASES) for _ in kinds]
    for kind, measures, agreed in judged:
        row = likely[kind]
        for n, (method, tenth) in enumerate(CASES):
            measure = measures[method]
            if measure is None:
                row[n] *= UNKNOWN
            else:
                agrees = measure >= ENOUGH[method][kind][tenth] - NEAR
                row[n] *= 1 - WRONG if agrees == agreed else WRONG
    out = []
    for kind in kinds:
        row = []
        for n, (method, _) in enumerate(CASES):
            x = PRIOR[method] * likely[kind][n]
            for other in kinds:
                if other != kind:
                    x *= sqrt(likely[other][n])
            row.append(x)
        total = fsum(row)
        out.append([x / total for x in row])
    return out


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
        plus = counted(view, seat, gain.deeds)
        minus = counted(view, seat, loss.deeds)
        more = gain.cash + JAIL_CARD * len(gain.cards)
        less = loss.cash + JAIL_CARD * len(loss.cards)
        measures: list[float | None] = [
            (a + more) / max(1.0, b + less) for a, b in zip(plus, minus, strict=True)
        ]
        measures.append(_share(view, position, asker, seat, gain, loss, done))
        kind = exchange_kind(view, asker, seat, gain.deeds, loss.deeds)
        out.append(JudgedOffer(kind, tuple(measures), agreed))
    return out


def _share(
    view: View, position: Holdings, asker: int, seat: int, gain: Bundle, loss: Bundle, done: bool
) -> float | None:
    """The partner's gain as a part of the asker's, by the SOBER values, in an exchange that is ``done``
    or still possible. -1 if the partner gains too little, None if the gain can no longer be computed."""
    owner, level, members = view.owner, view.level, view.rules.members
    cash = view.cash
    givers = (seat, asker) if done else (asker, seat)
    for giver, deeds in zip(givers, (gain.deeds, loss.deeds), strict=True):
        if any(owner[i] != giver or any(level[j] for j in members[i]) for i in deeds):
            return None
    if not view.playing[asker]:
        return None
    paid = gain.cash - loss.cash  # by the asker
    if done:
        paid = -paid
        mine, theirs = position.after(asker, seat, loss.deeds, gain.deeds)
    else:
        mine, theirs = position.after(asker, seat, gain.deeds, loss.deeds)
    own = position.worth(asker, max(0, cash[asker] - paid), mine) - position.now(asker, cash[asker])
    his = position.worth(seat, max(0, cash[seat] + paid), theirs) - position.now(seat, cash[seat])
    if done:
        own, his = -own, -his
    return his / max(1.0, own) if his >= PLEASED else -1.0
