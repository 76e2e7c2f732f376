"""Trading: a bot's valuation of an offer for both sides, the gain that it demands, and its offers.

A seat's share of the table is the square of its worth divided by the sum of all seats' squares. A deal
is even for a seat if its share stays the same; the seat demands more than that. Bots store no history
of their own. They read earlier answers from ``view.past``, so that a replay gives the same offers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import fsum, inf, sqrt
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from ..engine.answers import (
    Bundle,
    Offer,
)
from ..engine.legal_answers import (
    Options,
)
from .agreed_price_binary_search import nearest
from .protocol import AnsweredOffer, Choice, View
from .valuation import Holding, Holdings

LEAST: Final = 15.0  # a deal that gains less is not worth an offer
JAIL_CARD: Final = 30  # the value in money of a jail card
STEP: Final = 10  # cash in offers is a multiple of this
HALVINGS: Final = 5  # steps of the binary search for a price
IDEAS: Final = 3  # exchanges priced in one search, the most promising first
COLLECTS: Final = (
    1.05,
    1.3,
    1.7,
    2.2,
)  # offers for a single deed, as multiples of its printed price
BARTERS: Final = 2  # it makes this kind of offer only before so many offers of a turn
BARTERS_FROM: Final = 4  # and from this round
BARTERS_LEAST: Final = 200.0  # the gain in money that it must bring
BARTERS_PRICE: Final = (
    0.6  # the printed prices of what it asks for, as a part of what it gives, at least
)
BARTERS_PATIENCE: Final = 30  # rounds after which it may make the same offer again
SALES: Final = (
    3.2,
    2.5,
    1.85,
    1.55,
    1.3,
    1.1,
)  # prices asked for a deed, as multiples of its score
# The same where the arena soon stops a game of players who buy everything. They pay more than the printed
# price for a single deed, and most for one of a set of which they have a part. A player who refuses is soon
# asked no more.
LAST_SALES: Final = (1.7, 1.5, 1.2)
COLLECTS_KEEP: Final = 400  # cash that it keeps when it makes such an offer
COLLECTS_FROM: Final = 8  # the round from which it makes them
COLLECTS_PATIENCE: Final = 15  # rounds after which it forgets that such an offer was refused
COLLECTS_AGAIN: Final = (
    100  # it prefers a deed that nobody has refused to one that gains so much more
)
# Rounds after which it may offer the same set for a set again. Some players refuse everything for so long.
SETS_PATIENCE: Final = 60
GIVES: Final = 6  # half the number of deeds outside shared sets that may be thrown in


class TradeContext(NamedTuple):
    """How one player deals.

    ``greed``: the demanded gain, as a multiple of the gain that keeps the player's share the same.
    ``guard``: the same multiple if the other side completes a group and the player does not.
    """

    greed: float = 1.2
    guard: float = 3.0
    # The prices of successive offers of one exchange: 0 is the lowest, 1 the highest that it would pay.
    rungs: tuple[float, ...] = (0.0, 0.4, 0.8, 1.0)
    patience: int = 8  # rounds after which it forgets that an offer was refused
    most: int = 3  # offers in one turn at most
    counters: bool = True  # whether it makes counter-offers
    sells: bool = True  # whether it offers deeds for cash alone
    refuses_cash: bool = (
        False  # whether it never gives deeds or cards for cash alone, even if asked
    )
    keep: int = 0  # cash that it does not pay for a trade
    collects: bool = (
        False  # whether it offers cash for single deeds where the others buy everything
    )


class Judgement(NamedTuple):
    """The valuation of an offer for one seat: the gains of both sides in money, the gain that the seat
    demands given the other side's gain, and ``why`` and ``facts`` as in :class:`~.protocol.Choice`."""

    mine: float
    theirs: float
    needed: float
    reason: str
    facts: Mapping[str, int]

    @property
    def good(self) -> bool:
        """Whether the seat would agree."""
        return self.mine >= self.needed


class Standing:
    """The worth of every seat at one moment, as one seat estimates it. No worth is below 50, so that
    shares are always defined.

    It follows from the position, the cash and the seats still playing alone. So a bot keeps it while
    these are the same, with what was computed from it: ``ideas`` and ``limits``. Its ``worths``,
    their squares ``powers`` and the ``total`` of these are there only after :meth:`weigh`, because at many
    asks there is nothing to exchange."""

    __slots__ = (
        "_seats",
        "any_mortgaged",
        "bars",
        "cash",
        "dealing",
        "ideas",
        "limits",
        "position",
        "powers",
        "seat",
        "total",
        "view",
        "worths",
    )

    def __init__(self, view: View, position: Holdings, dealing: TradeContext) -> None:
        self.view = view
        self.position = position
        self.dealing = dealing
        self.seat = view.seat
        self.cash = tuple(view.cash)
        self.ideas: dict[Key, Idea] = {}  # the exchanges valued so far
        # The highest prices that the seat would pay for a deed, by (space, rival, bound).
        self.limits: dict[tuple[int, int, int], int] = {}
        self._seats = [o for o, plays in enumerate(view.playing) if plays]
        self.any_mortgaged = position.any_mortgaged
        self.bars = dealing.refuses_cash or dealing.keep > 0  # else no exchange is ``barred``
        self.worths: dict[int, float] = {}
        self.powers: dict[int, float] = {}
        self.total = 0.0

    def weigh(self) -> None:
        """Compute ``worths``, ``powers`` and ``total``, unless that has been done."""
        if not self.worths:
            position, cash = self.position, self.cash
            worths, powers = self.worths, self.powers
            for o in self._seats:
                worth = position.worth(o, cash[o], position.holding(o))
                if worth < 50.0:
                    worth = 50.0
                worths[o] = worth
                powers[o] = worth * worth
            self.total = fsum(powers.values())

    def even(self, seat: int, other: int, their_gain: float) -> float:
        """The gain with which ``seat`` keeps its share if ``other`` gains ``their_gain``; 0 if ``other``
        loses."""
        if their_gain <= 0:
            return 0.0
        rest = self.total - self.powers[seat] - self.powers[other]
        before = rest + self.powers[other]
        worth = self.worths[other] + their_gain
        after = rest + worth * worth
        ratio = sqrt(after / before)
        return self.worths[seat] * (ratio - 1)

    def rest(self, other: int) -> float:
        """The squares of the worths of all seats but this one and ``other``."""
        return self.total - self.powers[self.seat] - self.powers[other]

    def interest(self, deeds: tuple[int, ...]) -> int:
        """The interest that the receiver of these deeds must pay at once for the mortgaged ones."""
        if not deeds or not self.any_mortgaged:
            return 0
        mortgaged, interest = self.position.mortgaged, self.view.rules.transfer_interest
        return sum([interest[i] for i in deeds if mortgaged[i]])


# One side of a swap for ``Swap._search``: its seat, its cash at the price 0 and what it gets of the price (1
# or -1), its holding after the swap with its worths by cash, its worth now, and what it gains by cards.
_Side: TypeAlias = tuple[int, int, int, Holding, dict[int, float], float, float]


class Swap:
    """An exchange of deeds and cards between the seat and ``other`` whose cash is not fixed yet.

    In its methods ``cash`` is the amount that the seat pays; a negative amount is paid to it.
    ``completes``: the group that ``other`` completes if the seat completes none, else -1.
    """

    __slots__ = (
        "_cards",
        "_cash",
        "_cash_of_other",
        "_fee",
        "_now",
        "_now_of_other",
        "_position",
        "_seat",
        "_worths",
        "_worths_of_other",
        "completes",
        "get",
        "give",
        "mine",
        "other",
        "standing",
        "theirs",
    )

    def __init__(self, standing: Standing, other: int, give: Bundle, get: Bundle) -> None:
        worths = standing.worths
        if not worths:
            standing.weigh()
            worths = standing.worths
        self.standing = standing
        self.other = other
        self.give, self.get = give, get
        self._position = position = standing.position
        self._seat = seat = standing.seat
        self.mine, self.theirs = mine, theirs = position.after(seat, other, give.deeds, get.deeds)
        fee = fee_of_other = 0
        if standing.any_mortgaged:
            fee, fee_of_other = standing.interest(get.deeds), standing.interest(give.deeds)
        self._fee = fee
        # What both have left at the price 0.
        self._cash = standing.cash[seat] - fee
        self._cash_of_other = standing.cash[other] - fee_of_other
        cards = len(get.cards) - len(give.cards)
        self._cards = JAIL_CARD * (1 - position.values.final) * cards if cards else 0.0
        self.completes = -1
        if theirs.groups and len(mine.groups) <= len(position.holding(seat).groups):
            old = position.holding(other).groups
            new = [g for g in theirs.groups if g not in old]
            if new:
                self.completes = new[0]
        # The worths now, and after the exchange by cash.
        self._now, self._now_of_other = worths[seat], worths[other]
        self._worths, self._worths_of_other = position.worths(mine), position.worths(theirs)

    def gains(self, cash: int) -> tuple[float, float]:
        """The gains in money of the seat and of the other."""
        return self.gain(cash), self.gain_of_other(cash)

    def gain(self, cash: int) -> float:
        """The gain in money of the seat."""
        left = self._cash - cash
        worth = self._worths.get(left)
        if worth is None:
            worth = self._worths[left] = self._position.work_out(self._seat, left, self.mine)
        return worth - self._now + self._cards

    def gain_of_other(self, cash: int) -> float:
        """The gain in money of the other."""
        left = self._cash_of_other + cash
        worth = self._worths_of_other.get(left)
        if worth is None:
            worth = self._position.work_out(self.other, left, self.theirs)
            self._worths_of_other[left] = worth
        return worth - self._now_of_other - self._cards

    def needed(self, theirs: float) -> float:
        """The gain that the seat demands if the other gains ``theirs``."""
        dealing = self.standing.dealing
        times = dealing.guard if self.completes >= 0 else dealing.greed
        return max(LEAST, times * self.standing.even(self.standing.seat, self.other, theirs))

    def barred(self, cash: int) -> str:
        """The reason for which the seat never makes this exchange at this price; "" if there is none."""
        dealing, give, get = self.standing.dealing, self.give, self.get
        reason = ""
        if dealing.refuses_cash and (give.deeds or give.cards) and not (get.deeds or get.cards):
            reason = "I don’t sell for cash alone[, {seat}|]."
        elif dealing.keep:
            paid = cash + self._fee
            if paid > 0 and self.standing.cash[self.standing.seat] - paid < dealing.keep:
                reason = "I always keep {keep} in reserve, so I won’t pay that."
        return reason

    def agrees(self, cash: int) -> bool:
        """Whether the seat would agree at this price."""
        if self.standing.bars and self.barred(cash):
            return False
        mine = self.gain(cash)
        # At least LEAST is needed. So most prices of a search are judged by one side's gain alone.
        return mine >= LEAST and mine >= self.needed(self.gain_of_other(cash))

    def suits(self, cash: int) -> bool:
        """Whether the other would agree, if it valued the deal as the seat does and demanded no more
        than an unchanged share."""
        theirs = self.gain_of_other(cash)
        if theirs < LEAST:
            return False
        return theirs >= self.standing.even(self.other, self.standing.seat, self.gain(cash))

    def limits(self) -> tuple[int, int]:
        """The lowest and the highest price that both can afford; the lowest is 0 or negative."""
        keep = self.standing.dealing.keep
        return -max(0, self._cash_of_other), max(0, self._cash - keep)

    def most(self) -> int | None:
        """The highest price at which the seat agrees; None if there is no such price."""
        low, high = self.limits()
        if self.standing.bars:
            return nearest(low, high, HALVINGS, self.agrees) if self.agrees(low) else None
        dealing = self.standing.dealing
        times = dealing.guard if self.completes >= 0 else dealing.greed
        return self._search(low, high, *self._sides(), times)

    def fair(self, most: int) -> int | None:
        """The lowest price at which the other agrees; None if it does not agree even at ``most``."""
        seat, other = self._sides()
        return self._search(most, self.limits()[0], other, seat, 1.0)

    def _sides(self) -> tuple[_Side, _Side]:
        """The seat and the other, as :meth:`_search` needs them."""
        return (
            (self._seat, self._cash, -1, self.mine, self._worths, self._now, self._cards),
            (
                *(self.other, self._cash_of_other, 1, self.theirs),
                *(self._worths_of_other, self._now_of_other, -self._cards),
            ),
        )

    def _search(self, good: int, bad: int, one: _Side, two: _Side, times: float) -> int | None:
        """As :func:`nearest` with :meth:`agrees` or :meth:`suits`: the price nearest to ``bad`` at which
        ``one`` gains enough; None if it does not even at ``good``. ``times``: its multiple of an even gain.

        Most of a bot's time goes into this search. So it calls neither those methods nor :meth:`gain`
        nor :meth:`Standing.even`, but computes the same."""
        seat, cash, sign, holding, worths, now, cards = one
        seat_2, cash_2, sign_2, holding_2, worths_2, now_2, cards_2 = two
        work_out, powers = self._position.work_out, self.standing.powers
        rest = self.standing.total - powers[seat] - powers[seat_2]
        before = rest + powers[seat_2]
        price, found = good, False
        for _ in range(HALVINGS + 1):
            left = cash + sign * price
            worth = worths.get(left)
            if worth is None:
                worth = worths[left] = work_out(seat, left, holding)
            gain = worth - now + cards
            if gain >= LEAST:
                left = cash_2 + sign_2 * price
                worth = worths_2.get(left)
                if worth is None:
                    worth = worths_2[left] = work_out(seat_2, left, holding_2)
                gain_2 = worth - now_2 + cards_2
                if gain_2 > 0:
                    worth = now_2 + gain_2
                    even = now * (sqrt((rest + worth * worth) / before) - 1)
                    agreed = gain >= times * even
                else:
                    agreed = True
            else:
                agreed = False
            if agreed:
                good, found = price, True
            elif found:
                bad = price
            else:
                return None
            price = (good + bad) // 2
        return good

    def offer(self, cash: int) -> Offer:
        """The offer at this price."""
        give, get = self.give, self.get
        return Offer(
            self.other,
            Bundle(give.deeds, max(cash, 0), give.cards),
            Bundle(get.deeds, max(-cash, 0), get.cards),
        )


def judge_offer(view: View, by: int, give: Bundle, get: Bundle, standing: Standing) -> Judgement:
    """Value for ``view.seat`` an offer by the seat ``by``, which gives ``give`` and gets ``get``."""
    swap = Swap(standing, by, get, give)
    mine, theirs = swap.gains(get.cash - give.cash)
    needed = swap.needed(theirs)
    facts = {
        "gain": int(mine),
        "loss": int(-mine),
        "gain_theirs": int(theirs),
        "seat": by,
    }
    barred = swap.barred(get.cash - give.cash)
    if barred:
        needed = inf
        facts["keep"] = standing.dealing.keep
        reason = barred
    elif mine >= needed:
        reason = "I gain about {gain} and {seat} gain[s|] {gain_theirs}: good enough for me."
        if int(theirs) < 0:
            facts["loss_theirs"] = int(-theirs)
            reason = "I gain about {gain} and {seat} lose[s|] {loss_theirs}: good enough for me."
    elif mine < 0:
        reason = "I’d lose about {loss} on this trade."
    # What it demands depends on the price, so only a counter-offer names it: then both name one sum.
    elif swap.completes >= 0:
        facts["group"] = swap.completes
        reason = (
            "This trade completes {group} [for {seat}|for you], so I want to gain more than {gain}."
        )
    elif theirs <= 0:
        reason = "I’d gain only {gain} from this trade."
    else:
        reason = (
            "{seat} gain[s|] {gain_theirs} from this trade, so I want to gain more than {gain}."
        )
    return Judgement(mine, theirs, needed, reason, facts)


def just_refused(view: View) -> AnsweredOffer | None:
    """The offer that the seat has just refused, if its deeds can still be exchanged.

    None if that refusal is not the last answer given in this turn, or if the seat has offered something
    since."""
    past = view.past
    if not past or view.offered:
        return None
    last = past[-1]
    if last.to != view.seat or last.accepted or last.turns != view.turns:
        return None
    if not view.playing[last.by]:
        return None
    if not last.give.deeds and not last.get.deeds:
        return None
    if any(view.owner[i] != last.by for i in last.give.deeds) or any(
        view.owner[i] != view.seat for i in last.get.deeds
    ):
        return None
    return last


def counter_offer(
    view: View, options: Options, standing: Standing, swap_type: type[Swap] = Swap
) -> Choice | None:
    """A counter-offer for the same deeds to the offer that the seat has :func:`just_refused`; None if
    there is none to make."""
    last = just_refused(view)
    if last is None:
        return None
    swap = swap_type(
        standing,
        last.by,
        Bundle(last.get.deeds, 0, last.get.cards),
        Bundle(last.give.deeds, 0, last.give.cards),
    )
    most = swap.most()
    if most is None:
        return None
    fair = swap.fair(most)
    cash = _round(most if fair is None else (most + fair) // 2, most)
    asked = last.get.cash - last.give.cash
    offer = swap.offer(cash)
    heard = heard_answers(view, standing.dealing)
    refused = heard.get((last.by, offer.give.deeds, offer.get.deeds))
    if refused is not None and cash <= refused[0]:
        return None  # the other has refused as much before
    if cash >= asked or options.violations(offer):
        return None
    facts = {"seat": last.by, "more": asked - cash}
    # The message is COUNTER. It is repeated here because the tool for the catalog collects only
    # literals.
    reason = "That’s not enough[, {seat}|]. For {more} more, I’d agree."
    return Choice(offer, reason, facts)


def _round(cash: int, most: int) -> int:
    """Round to a multiple of ``STEP``, not above ``most``."""
    return min(round(cash / STEP) * STEP, most // STEP * STEP)


def propose_offer(
    view: View, options: Options, standing: Standing, deaf: Collection[int] = ()
) -> Choice | None:
    """The best offer to make now; None if there is none, or the seat has made ``most`` in this turn.

    ``deaf``: the seats that refuse everything, which get no offers."""
    dealing = standing.dealing
    if len(view.offered) >= dealing.most:
        return None
    exchanges = [
        (other, exchanges)
        for other in view.others()
        if other not in deaf and (exchanges := _exchanges_with(standing, other))
    ]
    if not exchanges:
        return None
    tried_before = heard_answers(view, dealing)
    spent = {key for key, (_, times) in tried_before.items() if times >= len(dealing.rungs)}
    best: tuple[float, Offer, Swap, int] | None = None
    for _rank, other, give, get, swap in _best_ideas(standing, exchanges, spent):
        refused, _ = tried_before.get((other, give, get), (None, 0))
        most = swap.most()
        if most is None:
            continue
        cash = _rung(view, swap, most, refused)
        if cash is None:
            continue
        offer = swap.offer(cash)
        if offer in view.offered or options.violations(offer):
            continue
        mine, theirs = swap.gains(cash)
        promise = mine - standing.even(standing.seat, other, theirs)
        if not swap.suits(cash):
            promise *= 0.1
        if best is None or promise > best[0]:
            best = promise, offer, swap, int(theirs)
    if best is None:
        return None
    _promise, offer, swap, theirs_of_it = best
    mine, _ = swap.gains(offer.give.cash - offer.get.cash)
    facts = {"seat": offer.to, "gain": int(mine), "gain_theirs": theirs_of_it}
    new = [g for g in swap.mine.groups if g not in standing.position.holding(view.seat).groups]
    if new:
        facts["group"] = new[0]
        reason = "This trade completes {group} for me, and {seat} gain[s|] about {gain_theirs}."
        if theirs_of_it < 0:
            facts["loss_theirs"] = -theirs_of_it
            reason = "This trade completes {group} for me, and {seat} lose[s|] about {loss_theirs}."
    elif theirs_of_it < 0:
        facts["loss_theirs"] = -theirs_of_it
        reason = "{seat} lose[s|] about {loss_theirs} from this trade, and I gain about {gain}."
    else:
        reason = "{seat} gain[s|] about {gain_theirs} from this trade, and I gain about {gain}."
    return Choice(offer, reason, facts)


def propose_purchase(
    view: View, options: Options, standing: Standing, deaf: Collection[int] = ()
) -> Choice | None:
    """An offer of cash for a single deed that helps no group yet; None if there is none.

    A table of players who buy everything and trade little lasts long. There each deed earns its price
    many times over, and cash in hand earns nothing. The offers for one deed rise by ``COLLECTS``."""
    dealing = standing.dealing
    cash = view.cash[standing.seat] - COLLECTS_KEEP
    if len(view.offered) >= dealing.most or cash <= 0 or view.round < COLLECTS_FROM:
        return None
    standing.weigh()
    rules, seat, position = view.rules, standing.seat, standing.position
    owner, level = view.owner, view.level
    heard = heard_answers(view, dealing._replace(patience=COLLECTS_PATIENCE))
    best: tuple[float, int, Offer, float] | None = None
    for other in view.others():
        if other in deaf:
            continue
        for i in view.deeds(other):
            refused, times = heard.get((other, (), (i,)), (None, 0))
            if times >= len(COLLECTS):
                continue
            paid = int(COLLECTS[times] * rules.price[i]) // STEP * STEP
            if paid > cash or (refused is not None and paid <= refused):
                continue
            members = rules.members[i]
            if any(level[j] for j in members):
                continue
            if rules.kind[i] == "street" and all(owner[j] == other for j in members):
                continue
            mine, _ = position.after(seat, other, (), (i,))
            left = view.cash[seat] - paid - standing.interest((i,))
            gain = position.worth(seat, left, mine) - standing.worths[seat]
            promise = gain - COLLECTS_AGAIN * times
            if gain < LEAST or (best is not None and (promise, -i) <= best[:2]):
                continue
            offer = Offer(other, Bundle((), paid), Bundle((i,)))
            if offer not in view.offered and not options.violations(offer):
                best = promise, -i, offer, gain
    if best is None:
        return None
    offer = best[2]
    _, theirs = Swap(standing, offer.to, Bundle(()), Bundle(offer.get.deeds)).gains(offer.give.cash)
    facts = {"seat": offer.to, "gain": int(best[3]), "gain_theirs": int(theirs)}
    if theirs < 0:
        facts = {"space": offer.get.deeds[0], "gain": int(best[3])}
        return Choice(offer, "I’d like to own {space}: I gain about {gain}.", facts)
    reason = "{seat} gain[s|] about {gain_theirs} from this trade, and I gain about {gain}."
    return Choice(offer, reason, facts)


def propose_barter(
    view: View, options: Options, standing: Standing, deaf: Collection[int] = ()
) -> Choice | None:
    """An offer of one deed for one or two cheaper ones, without cash; None if there is none.

    Many players look at the printed prices alone. So the seat offers a deed for others that together cost
    at most as much, but are worth more to it: railroads, and two deeds for one. It asks each player once
    a round."""
    if len(view.offered) >= BARTERS or view.round < BARTERS_FROM:
        return None
    rules, seat, mortgaged = view.rules, view.seat, view.mortgaged
    price = rules.price
    since = view.turns - sum(view.playing)
    asked = set()
    for deal in reversed(view.past):
        if deal.turns <= since:
            break
        if deal.by == seat and deal.give.deeds and deal.get.deeds:
            asked.add(deal.to)
    heard = heard_answers(view, standing.dealing._replace(patience=BARTERS_PATIENCE))
    mine = [i for i in free_deeds(view, seat) if not mortgaged[i]]
    best: tuple[float, Offer] | None = None
    for other in view.others():
        if other in deaf or other in asked:
            continue
        theirs = [i for i in free_deeds(view, other) if not mortgaged[i]]
        wanted = [*((i,) for i in theirs), *combinations(theirs, 2)]
        for given in mine:
            for get in wanted:
                listed = sum([price[i] for i in get])
                if not BARTERS_PRICE * price[given] <= listed <= price[given]:
                    continue
                if (other, (given,), get) in heard:
                    continue
                swap = Swap(standing, other, _only((given,)), _only(get))
                gain = swap.gain(0)
                if gain < BARTERS_LEAST or (best is not None and gain <= best[0]):
                    continue
                if swap.completes >= 0 or not swap.agrees(0):
                    continue
                offer = Offer(other, swap.give, swap.get)
                if offer not in view.offered and not options.violations(offer):
                    best = gain, offer
    if best is None:
        return None
    gain, offer = best
    facts = {"seat": offer.to, "gain": int(gain)}
    reason = "By printed prices, {seat} lose[s|] nothing, and I gain about {gain}."
    return Choice(offer, reason, facts)


def propose_set_for_set(
    view: View,
    options: Options,
    standing: Standing,
    to: Collection[int],
    kind: type[Swap] | None = None,
) -> Choice | None:
    """An exchange without cash that completes a color group for each side; None if there is none.

    Many players give up a deed only in such an exchange, and refuse everything else before one is possible.
    So it is a new reason to ask even those who refused everything, but each exchange is offered at most
    once in ``SETS_PATIENCE`` rounds.
    ``to``: the seats to ask. ``kind``: the seat agrees by this kind of swap; without one, any gain in money
    is enough."""
    if len(view.offered) >= standing.dealing.most:
        return None
    shared = _groups_shared_by_two(view, to)
    if all(len(parts) < 2 for parts in shared.values()):
        return None
    seat = view.seat
    since = view.turns - SETS_PATIENCE * sum(view.playing)
    asked = {(offer.to, offer.give.deeds, offer.get.deeds) for offer in view.offered}
    for deal in reversed(view.past):  # of thousands in a long game, only the last ones count
        if deal.turns < since:
            break
        if deal.by == seat:
            asked.add((deal.to, deal.give.deeds, deal.get.deeds))
    best: tuple[float, Offer, float] | None = None
    for other, parts in sorted(shared.items()):
        for (give, _), (_, get) in permutations(parts, 2):
            if (other, give, get) in asked:
                continue
            swap = (kind or Swap)(standing, other, _only(give), _only(get))
            mine, theirs = swap.gains(0)
            if (best is not None and mine <= best[0]) or mine < LEAST:
                continue
            offer = swap.offer(0)
            if (kind is None or swap.agrees(0)) and not options.violations(offer):
                best = mine, offer, theirs
    if best is None:
        return None
    mine, offer, theirs = best
    group = next(
        g
        for g, group in enumerate(view.rules.edition.groups)
        if offer.get.deeds[0] in group.members
    )
    facts = {"seat": offer.to, "gain": int(mine), "gain_theirs": int(theirs), "group": group}
    reason = "This trade completes {group} for me, and {seat} gain[s|] about {gain_theirs}."
    if int(theirs) < 0:
        facts["loss_theirs"] = int(-theirs)
        reason = "This trade completes {group} for me, and {seat} lose[s|] about {loss_theirs}."
    return Choice(offer, reason, facts)


def _groups_shared_by_two(
    view: View, others: Collection[int]
) -> dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """By seat: the color groups without buildings that it and this seat own together, as (own deeds,
    deeds of the other)."""
    seat, owner, level = view.seat, view.owner, view.level
    shared: dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for group in view.rules.edition.groups:
        members = group.members
        owners = {owner[i] for i in members}
        if seat not in owners or len(owners) != 2:
            continue
        (other,) = owners - {seat}
        if other in others and not any(level[i] for i in members):
            mine = tuple([i for i in members if owner[i] == seat])
            theirs = tuple([i for i in members if owner[i] == other])
            shared.setdefault(other, []).append((mine, theirs))
    return shared


def free_deeds(view: View, seat: int) -> list[int]:
    """The seat's deeds that the rules allow it to trade: those without buildings in their group."""
    level, members = view.level, view.rules.members
    return [i for i in view.deeds(seat) if not any(level[j] for j in members[i])]


def propose_sale(
    view: View,
    options: Options,
    standing: Standing,
    deaf: Collection[int] = (),
    prices: Sequence[float] = SALES,
) -> Choice | None:
    """An offer to sell a single deed for more than it counts in the final score; None if there is none.

    It is for the last rounds before a limit, because some players pay more for deeds than they will
    earn. The prices asked of one player for one deed fall by ``prices``."""
    if len(view.offered) >= standing.dealing.most:
        return None
    rules, seat = view.rules, standing.seat
    heard = heard_answers(view, standing.dealing._replace(patience=COLLECTS_PATIENCE))
    best: tuple[float, int, int, Offer] | None = None
    for i in view.deeds(seat):
        if any(view.level[j] for j in rules.members[i]):
            continue
        score = rules.price[i] // 2 if view.mortgaged[i] else rules.price[i]
        for other in view.others():
            if other in deaf:
                continue
            # What it "paid" is negative: minus the lowest price that it has asked for.
            paid, _ = heard.get((other, (i,), ()), (None, 0))
            asked = _next_price(score, view.cash[other], paid, prices)
            if asked <= score or (best is not None and (score - asked, -asked, i) >= best[:3]):
                continue
            offer = Offer(other, Bundle((i,)), Bundle((), asked))
            swap = Swap(standing, other, offer.give, Bundle(()))
            if swap.completes >= 0 or not swap.agrees(-asked):
                continue
            if offer not in view.offered and not options.violations(offer):
                best = score - asked, -asked, i, offer
    if best is None:
        return None
    offer = best[3]
    facts = {"space": offer.give.deeds[0], "gain": -int(best[0])}
    reason = "{space} is worth {gain} less in the final score than I’m asking for it."
    if view.turns_left(seat) is None:
        reason = "I don’t expect this game to last much longer, so I’m selling {space}."
    return Choice(offer, reason, facts)


def _next_price(score: int, cash: int, paid: int | None, prices: Sequence[float]) -> int:
    """The highest of these prices, as multiples of the score, that the buyer can pay and that is below
    those asked before; 0 if there is none."""
    for times in prices:
        price = int(times * score) // STEP * STEP
        if price <= cash and (paid is None or price < -paid):
            return price
    return 0


# An exchange that gains something in all: that gain, negated, so that the best one sorts first; the
# other seat, the deeds that each side gives, and the exchange.
Idea = tuple[float, int, tuple[int, ...], tuple[int, ...], Swap]


@lru_cache(maxsize=1024)
def _only(deeds: tuple[int, ...]) -> Bundle:
    """These deeds without cash or cards. The same few come in many exchanges."""
    return Bundle(deeds)


def _best_ideas(
    standing: Standing,
    exchanges: Sequence[tuple[int, Sequence[tuple[tuple[int, ...], tuple[int, ...]]]]],
    spent: Collection[Key],
) -> list[Idea]:
    """The ``IDEAS`` best of these exchanges, listed by the other seat, that gain both sides together enough
    for an offer. The ``spent`` ones are left out. They are never valued, which saves much time."""
    known = standing.ideas
    ideas = []
    for other, with_other in exchanges:
        for give, get in with_other:
            key = (other, give, get)
            if key in spent:
                continue
            idea = known.get(key)
            if idea is None:
                swap = Swap(standing, other, _only(give), _only(get))
                both = swap.gain(0) + swap.gain_of_other(0)
                idea = known[key] = (-both, other, give, get, swap)
            if idea[0] < -LEAST:
                ideas.append(idea)
    ideas.sort(key=itemgetter(0, 1, 2, 3))
    return ideas[:IDEAS]


def _exchanges_with(
    standing: Standing, other: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The list of :func:`_ideas`, which the position keeps."""
    position, dealing = standing.position, standing.dealing
    key = (standing.seat, other, dealing.sells)
    found = position.exchanges.get(key)
    if found is None:
        found = position.exchanges[key] = list(_ideas(*key, position))
    return found


Key = tuple[int, tuple[int, ...], tuple[int, ...]]


def heard_answers(view: View, dealing: TradeContext) -> dict[Key, tuple[int, int]]:
    """The seat's failed or open offers of the last ``patience`` rounds. For each exchange of deeds: the
    highest price that it offered, and the number of its offers."""
    since = view.turns - dealing.patience * sum(view.playing)
    seat = view.seat
    failed = []
    for deal in reversed(view.past):
        if deal.turns < since:
            break
        if deal.by == seat and not deal.accepted:
            failed.append((deal.to, deal.give, deal.get))
    if view.offered:
        # A list, because two or three offers are found in it faster than they are hashed.
        answered = [(d.to, d.give, d.get) for d in view.past[-8:] if d.turns == view.turns]
        offered = [(offer.to, offer.give, offer.get) for offer in view.offered]
        failed += [terms for terms in offered if terms not in answered]
    out: dict[Key, tuple[int, int]] = {}
    for to, give, get in failed:
        paid = give.cash - get.cash
        key = (to, give.deeds, get.deeds)
        known = out.get(key)
        out[key] = (paid, 1) if known is None else (max(known[0], paid), known[1] + 1)
    return out


def _rung(view: View, swap: Swap, most: int, refused: int | None) -> int | None:
    """The next price of ``rungs`` that is clearly above the refused one; None if there is none."""
    price = view.rules.price
    least = swap.limits()[0]
    listed = sum([price[i] for i in swap.get.deeds]) - sum([price[i] for i in swap.give.deeds])
    fair = swap.fair(most)
    low = max(least, min(listed, most) if fair is None else min(listed, fair, most))
    for share in swap.standing.dealing.rungs:
        cash = _round(int(low + share * (most - low)), most)
        if cash < least:
            continue
        if refused is None or cash >= refused + max(2 * STEP, abs(refused) // 10):
            return cash
    return None


def _ideas(
    seat: int, other: int, sells: bool, position: Holdings
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Exchanges to consider, as (deeds of the seat, deeds of the other).

    Each transfers all deeds that one side owns of a set that both sides share. In return the other side
    gives nothing, its part of another such set, one deed of that part, or a deed of any other set."""
    owner = position.owner
    sets = position.board.sets
    shared = []
    for s in position.shared:
        parts = position.parts(s)
        if seat in parts and other in parts:
            a = tuple([i for i in sets[s] if owner[i] == seat])
            b = tuple([i for i in sets[s] if owner[i] == other])
            shared.append((s, a, b))
    loose = [i for s in position.free for i in sets[s] if owner[i] == seat and len(sets[s]) > 1][
        : 2 * GIVES
    ]
    for s, a, b in shared:
        yield (), b
        if sells:
            yield a, ()
        for other_s, c, _ in shared:
            if s != other_s:
                yield c, b
                if len(c) > 1:
                    for i in c:
                        yield (i,), b
        for i in loose:
            if i not in a and not any(i in c for t, c, _ in shared if t != s):
                yield (i,), b
