"""``shark`` plays like :class:`~.shared_bot_strategy.PolicyBot`, but buys, bids and trades by its
probability of winning.

The odds (``titledeed.odds``) give the value of a deed to the shark itself, and the trade model that of an
exchange. The shark learns from earlier answers how likely the other side agrees at each price
(``trade_acceptance_model``). It makes the most promising offer. It starts with a low price, since a
refusal costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

from ..engine.answers import (
    Accept,
    Bundle,
    Fine,
    Offer,
    Reject,
    Roll,
    UseCard,
)
from ..engine.asks import (
    AskAnswer,
)
from ..engine.legal_answers import (
    Options,
)
from ..engine.special_seats_and_ids import NOBODY, SPACES
from ..odds.model import WHOLE, WeightsNotReady, odds_of_features
from ..odds.trade_model import odds_for_trades
from .agreed_price_binary_search import nearest
from .board_stats import SEVEN
from .imagined_position import Imagined
from .protocol import Choice, View
from .shared_bot_strategy import UNSOLD, PolicyBot, PolicyParams
from .table_habits_and_game_length import TableReader, has_stalled, others_buy, rounds_until_stop
from .trade_acceptance_model import SOBER, Partner, Price, completes
from .trading import (
    COLLECTS,
    HALVINGS,
    LAST_SALES,
    SALES,
    STEP,
    Key,
    Standing,
    Swap,
    TradeContext,
    counter_offer,
    free_deeds,
    heard_answers,
    judge_offer,
    propose_barter,
    propose_purchase,
    propose_sale,
    propose_set_for_set,
)
from .valuation import Holdings, holdings_of

LEAST: Final = 3 * WHOLE // 1000  # the gain in odds that it demands of a deal, in millionths
DEAR: Final = 3 * WHOLE // 100  # the same if the deal completes a group for the other side alone
CARD: Final = 15  # the value of a jail card in money; the odds model ignores jail cards
LIKELY: Final = 0.1  # it makes no offer that is less likely to be accepted than this
RAISE: Final = 2 * STEP  # the least step from a refused price to the next one
OFFERS: Final = 3  # the most offers in one turn, its own or another's
ABROAD: Final = 3  # the same in another player's turn
# Where the others buy everything, a game that is still on after so many rounds may go on for hundreds. From
# then on it makes one offer by its odds in so many rounds, because each costs it much time.
LONG_AFTER: Final = 40
ONCE_IN: Final = 4
# Limits that keep the search short:
IDEAS: Final = 24  # exchanges whose odds are computed
PRICED: Final = 30  # exchanges with one partner for which it looks for prices
ALONE: Final = 20  # single deeds and pairs that it exchanges for cash alone
GIVES: Final = 16  # single deeds and pairs of its own that it exchanges for the other's deeds
GETS: Final = 14  # single deeds and pairs of the other's that it asks for
EXTRA: Final = 6  # deeds outside shared sets that it may throw in
BIDDING: Final = 6  # steps of the binary search for its own highest price
SELLS: Final = 6  # it sells deeds for the final score when it has so many turns left
SELLS_OUT: Final = 20  # the same where the arena soon stops the game, in rounds
SOONER: Final = 1.7  # the turns that it gains by paying to leave jail, on average
POOR: Final = 400  # it mortgages deeds to buy and build if the others' mean cash is at most this
SAMPLE: Final = 100  # the amount with which it estimates the value of cash


def by_money(view: View) -> bool:
    """Whether the shark buys and bids by money instead of by its odds: in the last round, and at a table
    where the others buy everything, because the odds are less certain there."""
    return view.last_round or others_buy(view)


def trades_by_money(view: View, reader: TableReader) -> bool:
    """Whether it also judges trades by money: in the last round, and where the others buy everything and
    do not trade. The trade model knows little about games in which hardly anybody gets a group. Money
    gives too much away to players who trade well."""
    return by_money(view) and (view.last_round or not reader.trades(view))


def spares_offers(view: View) -> bool:
    """Whether it makes no offer by its odds now, because the game is long (``LONG_AFTER``)."""
    if view.round <= LONG_AFTER or not others_buy(view):
        return False
    return view.ask.seat != view.seat or view.round % ONCE_IN != 0 or bool(view.offered)


def buys_for_cash(view: View, ask: AskAnswer) -> bool:
    """Whether it would only pay cash for deeds in a game that has stalled, and no more than it would offer
    itself.

    It also accepts such an offer if it is good by money. For such games last long, and the trade model
    values the rents of single deeds too low then. And nobody else gets a deed by it."""
    if not has_stalled(view) or not ask.give.deeds or ask.get.deeds or ask.get.cards:
        return False
    printed = sum(view.rules.price[i] for i in ask.give.deeds)
    return ask.get.cash - ask.give.cash <= COLLECTS[-1] * printed


def after(view: View, other: int, give: Bundle, get: Bundle) -> int:
    """The seat's odds by the trade model, in millionths, after it has given ``give`` to ``other`` and
    received ``get``."""
    position = Imagined(view)
    position.hand(give.deeds, other)
    position.hand(get.deeds, view.seat)
    more = get.cash - give.cash + CARD * (len(get.cards) - len(give.cards))
    position.cash[view.seat] += more
    position.cash[other] -= more
    return odds_for_trades(position)[view.seat]


def needed(view: View, other: int, give: Bundle, get: Bundle) -> int:
    """The gain in odds that the seat demands of this exchange, in millionths.

    No gain is enough for a sale that brings less than the Bank lends on the deeds, because by the trade
    model such a sale can look good."""
    if not get.deeds and not get.cards:
        rules = view.rules
        lent = sum(rules.mortgage_value[i] for i in give.deeds if not view.mortgaged[i])
        if get.cash - give.cash < lent:
            return 2 * WHOLE
    alone = completes(view, other, give.deeds) and not completes(view, view.seat, get.deeds)
    return DEAR if alone else LEAST


class OddsSwap(Swap):
    """A swap to which the seat agrees if its odds rise enough."""

    __slots__ = ()

    def agrees(self, cash: int) -> bool:
        """Whether the seat would agree at this price."""
        view = self.standing.view
        offer = self.offer(cash)
        wanted = needed(view, self.other, offer.give, offer.get)
        return after(view, self.other, offer.give, offer.get) >= (
            odds_for_trades(view)[view.seat] + wanted
        )

    def most(self) -> int | None:
        """The highest price at which the seat agrees; None if there is no such price."""
        low, high = self.limits()
        return nearest(low, high, HALVINGS, self.agrees) if self.agrees(low) else None


class Idea(NamedTuple):
    """An exchange, and the prices at which the other may agree. Ideas sort by ``rank``, the most
    promising first."""

    rank: float  # the expected gain by the SOBER values, negated
    other: int
    give: tuple[int, ...]
    get: tuple[int, ...]
    cash: int  # paid by the seat at the most promising price (negative: received)
    prices: tuple[Price, ...]

    def offer(self, cash: int) -> Offer:
        """The offer at this price."""
        return Offer(self.other, Bundle(self.give, max(cash, 0)), Bundle(self.get, max(-cash, 0)))


def _promise(likely: float, gain: float) -> float:
    """A score for an offer. The gain has more weight than the probability, since a refused offer can
    come back at a better price."""
    return sqrt(sqrt(likely)) * gain


def _ideas(view: View, other: int, refused: dict[Key, int]) -> list[Idea]:
    """Exchanges with ``other``: those with the largest sum of both gains, with the prices to offer.

    The position keeps them, because often only the tokens have moved, or another partner has answered."""
    position = holdings_of(view, SOBER)
    partner = Partner(view, position, other)
    refused = {key: price for key, price in refused.items() if key[0] == other}
    follow_from = view.cash[view.seat], view.cash[other], partner.lead, partner.weights, refused
    kept: tuple[object, list[Idea]] | None = position.ideas.get((view.seat, other))
    if kept is None or kept[0] != follow_from:
        kept = follow_from, _new_ideas(view, position, partner, refused)
        position.ideas[view.seat, other] = kept
    return kept[1]


def _new_ideas(
    view: View, position: Holdings, partner: Partner, refused: dict[Key, int]
) -> list[Idea]:
    other = partner.seat
    exchanges = [partner.exchange(*deeds) for deeds in _exchanges(view, position, other)]
    exchanges.sort(key=lambda x: (-round(x.gains[0] + x.gains[1], 6), x.give, x.get))
    ideas = []
    for exchange in exchanges[:PRICED]:
        give, get = exchange.give, exchange.get
        prices = partner.prices(exchange, refused.get((other, give, get)), RAISE, LIKELY)
        if not prices:
            continue
        gain = exchange.gains[0]
        promises = [(_promise(likely, gain - paid), -paid) for paid, likely in prices]
        most, paid = max(promises)
        if most <= 0:
            most, paid = gain - prices[0].cash, -prices[0].cash
        ideas.append(Idea(-round(most, 6), other, give, get, -paid, tuple(prices)))
    return ideas


def _exchanges(
    view: View, position: Holdings, other: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Exchanges to consider, as (deeds of the seat, deeds of the other).

    Each side gives at most two deeds, from sets of which the receiver owns a part. The seat may instead
    give one deed of any other set."""
    set_of = position.board.set_of
    mine, theirs = free_deeds(view, view.seat), free_deeds(view, other)
    own = {set_of[i] for i in mine}
    their = {set_of[i] for i in theirs}
    gives = _ones_and_twos([i for i in mine if set_of[i] in their])
    gets = _ones_and_twos([i for i in theirs if set_of[i] in own])
    for give in gives[:ALONE]:
        yield give, ()
    for get in gets[:ALONE]:
        yield (), get
    extra = [(i,) for i in mine if set_of[i] not in their]
    offered = [*gives[:GIVES], *extra[:EXTRA]]
    for get in gets[:GETS]:
        sets = {set_of[i] for i in get}
        for give in offered:
            if len(sets) > 1 or {set_of[i] for i in give} != sets:
                yield give, get


def _ones_and_twos(deeds: list[int]) -> list[tuple[int, ...]]:
    return [*((i,) for i in deeds), *combinations(deeds, 2)]


def with_lot(view: View, lot: int, buyer: int, price: int) -> int:
    """The seat's odds, in millionths, if ``buyer`` gets the lot at this price. ``NOBODY``: it stays
    unsold."""
    position = Imagined(view)
    if buyer != NOBODY:
        position.owner[lot] = buyer
        position.cash[buyer] -= price
    return odds_of_features(position)[view.seat]


SHARK: Final = PolicyParams(
    dealing=TradeContext(rungs=(0.5,), most=4, sells=False, collects=True), stalls=True
)


class Shark(PolicyBot):
    """The player of one seat. While the model's weights are not loaded (:class:`WeightsNotReady`), it
    plays like :class:`~.shared_bot_strategy.PolicyBot`. The page waits for the weights before it asks
    this bot."""

    __slots__ = ("_asked", "_found")

    def __init__(self, params: PolicyParams | None = None) -> None:
        super().__init__(params or SHARK)
        self._asked: tuple[object, ...] = ()
        self._found = 0

    def _limit(self, view: View, space: int, rival: int, most: int) -> int:
        # The limit is computed once per auction, not again at every bid.
        if by_money(view):
            return super()._limit(view, space, rival, most)
        asked = (view.changes, tuple(view.cash), tuple(view.at), view.turns, space, rival, most)
        if asked != self._asked:
            try:
                self._found = self._highest(view, space, rival, most)
            except WeightsNotReady:
                return super()._limit(view, space, rival, most)
            self._asked = asked
        return self._found

    def _highest(self, view: View, space: int, rival: int, most: int) -> int:
        """The highest price at which its odds with the deed are as good as if the rival bought it."""
        seat, cash = view.seat, view.cash
        bare = self._where(view).holding(seat).bare if self._lends(view) else 0
        unsold = with_lot(view, space, NOBODY, 0) if rival == NOBODY else 0

        def better(price: int) -> bool:
            without = unsold
            if rival != NOBODY:
                without = with_lot(view, space, rival, min(price, cash[rival]))
            return with_lot(view, space, seat, price) >= without

        highest = max(0, min(most, cash[seat] + bare))
        return highest if better(highest) else nearest(0, highest, BIDDING, better)

    def _lends(self, view: View) -> bool:
        if by_money(view):
            return super()._lends(view)
        others = view.others()
        return sum(view.cash[o] for o in others) <= POOR * len(others)

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        if options.violations(Accept()):
            return Choice(Reject(), "This trade with {seat} isn’t possible.", {"seat": ask.by})
        by_money_alone = trades_by_money(view, self._reader)
        if by_money_alone or buys_for_cash(view, ask):
            choice = super()._answer(view, options, ask)
            if by_money_alone or isinstance(choice.answer, Accept):
                return choice
        try:
            now = odds_for_trades(view)[view.seat]
            then = after(view, ask.by, ask.get, ask.give)
        except WeightsNotReady:
            judgement = judge_offer(view, ask.by, ask.give, ask.get, self._stand(view))
            answer = Accept() if judgement.good else Reject()
            return Choice(answer, judgement.reason, judgement.facts)
        facts = {"count": _percent(now), "count_after": _percent(then)}
        if then >= now + needed(view, ask.by, ask.get, ask.give):
            reason = "That raises my chance of winning from {count}% to {count_after}%. Agreed."
            if facts["count"] == facts["count_after"]:
                reason = "My chance of winning is {count}%, and that raises it a little. Agreed."
            return Choice(Accept(), reason, facts)
        if facts["count"] == facts["count_after"]:
            return Choice(Reject(), "That would leave my chance of winning at {count}%.", facts)
        reason = "That would take my chance of winning from {count}% to {count_after}%. Not for me."
        return Choice(Reject(), reason, facts)

    def _counter(self, view: View, options: Options) -> Choice | None:
        if trades_by_money(view, self._reader):
            return super()._counter(view, options)
        try:
            return counter_offer(view, options, self._stand(view), OddsSwap)
        except WeightsNotReady:
            return super()._counter(view, options)

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`. It also makes offers in the turns of others."""
        choice = super().choose(view, options)
        if choice is not None or view.ask.seat == view.seat or len(view.offered) >= ABROAD:
            return choice
        if trades_by_money(view, self._reader) or spares_offers(view):
            return None
        with suppress(WeightsNotReady):
            choice = propose(view, options, self._stand(view), self._reader.deaf(view))
        return choice

    def _jail(self, view: View, options: Options) -> Choice:
        if view.last_round or not others_buy(view) or view.left_with_bank() >= UNSOLD:
            return super()._jail(view, options)
        # Nothing is left to buy. So freedom brings the salary and costs rents, and nothing else.
        threat = self._where(view).threat(view.seat)
        salary = view.rules.salary[view.seat] * SEVEN / SPACES  # the mean of a throw
        fine = view.rules.jail_fine
        facts = {"threat": int(threat), "fine": fine}
        cards = options.of(UseCard)
        if cards and salary > threat:
            return Choice(cards[0], "The card saves me the fine of {fine}.", facts)
        pays = (salary - threat) * SOONER >= fine and view.cash[view.seat] >= fine
        if pays and options.is_legal(Fine()):
            reason = "A throw out there costs only {threat} on average, so I’m paying {fine}."
            return Choice(Fine(), reason, facts)
        if threat > salary:
            reason = "A throw out there costs me {threat} on average, so I’m staying."
        else:
            reason = "Getting out now isn’t worth {fine} to me."
        return Choice(Roll(), reason, facts)

    def _propose(self, view: View, options: Options) -> Choice | None:
        """The best offer by its odds, or by money (:func:`by_money`). Near a limit of rounds it first
        tries to sell deeds for more than they count in the final score, and so it does before the arena
        stops the game."""
        left = view.turns_left(view.seat)
        prices: Sequence[float] = SALES
        sells = left is not None and left <= SELLS
        if left is None:
            rounds, prices = rounds_until_stop(view), LAST_SALES
            sells = rounds is not None and rounds <= SELLS_OUT
        if sells and view.others():
            deaf = self._reader.deaf(view)
            choice = propose_sale(view, options, self._stand(view), deaf, prices)
            if choice is not None:
                return choice
        try:
            if not trades_by_money(view, self._reader) and view.others():
                return self._propose_by_odds(view, options)
        except WeightsNotReady:
            pass
        if others_buy(view) and not view.last_round:
            choice = propose_set_for_set(view, options, self._stand(view), view.others())
            if choice is not None:
                return choice
        choice = super()._propose(view, options)
        if choice is None and others_buy(view) and not view.last_round:
            choice = propose_barter(view, options, self._stand(view), self._reader.deaf(view))
        return choice

    def _propose_by_odds(self, view: View, options: Options) -> Choice | None:
        """The best offer by its odds. If it finds none and the game has stalled, it offers cash for a single
        deed by money."""
        deaf = self._reader.deaf(view)
        standing = self._stand(view)
        choice = propose_set_for_set(view, options, standing, deaf, OddsSwap)
        if choice is None and not spares_offers(view):
            choice = propose(view, options, standing, deaf)
        if choice is None and has_stalled(view):
            choice = propose_purchase(view, options, standing, deaf)
        return choice


def _percent(odds: int) -> int:
    return round(100 * odds / WHOLE)


def _cost_of_cash(view: View, other: int, now: int) -> float:
    """The odds, in millionths, that the seat loses by each unit of cash that it gives to ``other``."""
    has = view.cash[view.seat] >= SAMPLE
    sample, nothing = Bundle((), SAMPLE), Bundle(())
    then = after(view, other, sample, nothing) if has else after(view, other, nothing, sample)
    return max(0.0, (now - then if has else then - now) / SAMPLE)


def _unanswered(view: View) -> set[int]:
    """The seats that have not yet answered an offer of this turn. People may take their time. Another
    offer would only replace the first one, which was the best."""
    answered = {(d.to, d.give, d.get) for d in view.past if d.turns == view.turns}
    return {o.to for o in view.offered if (o.to, o.give, o.get) not in answered}


def propose(
    view: View, options: Options, standing: Standing, deaf: Collection[int] = ()
) -> Choice | None:
    """The most promising offer; None if there is none worth making. The ``deaf`` seats get none."""
    if len(view.offered) >= OFFERS:
        return None
    refused = {key: price for key, (price, _) in heard_answers(view, standing.dealing).items()}
    waiting = _unanswered(view)
    others = [other for other in view.others() if other not in waiting and other not in deaf]
    ideas = sorted(idea for other in others for idea in _ideas(view, other, refused))
    if not ideas:
        return None
    now = odds_for_trades(view)[view.seat]
    costs: dict[int, float] = {}
    best: tuple[float, Offer, int, float] | None = None
    for idea in ideas[:IDEAS]:
        other = idea.other
        cheapest = idea.offer(idea.prices[0].cash)
        if needed(view, other, cheapest.give, cheapest.get) > WHOLE:
            continue  # at no price is any gain enough
        offer = idea.offer(idea.cash)
        least = min(DEAR, needed(view, other, offer.give, offer.get))
        gain = after(view, other, offer.give, offer.get) - now
        if gain < least and idea.cash == idea.prices[0].cash:
            continue  # at the other prices, which are higher, it gains even less
        if other not in costs:
            costs[other] = _cost_of_cash(view, other, now)
        gains = [gain - costs[other] * (paid - idea.cash) for paid, _ in idea.prices]
        promises = [
            (_promise(price.likely, gain), -price.cash, price.likely)
            for price, gain in zip(idea.prices, gains, strict=True)
            if gain >= least
        ]
        if not promises:
            continue
        promise, paid, likely = max(promises)
        if best is not None and promise <= best[0]:
            continue
        offer = idea.offer(-paid)
        if offer in view.offered or options.violations(offer):
            continue
        then = after(view, other, offer.give, offer.get)
        promise = _promise(likely, then - now)
        if then >= now + needed(view, other, offer.give, offer.get) and (
            best is None or promise > best[0]
        ):
            best = promise, offer, then, likely
    if best is None:
        return None
    _, offer, then, likely = best
    facts = {
        "seat": offer.to,
        "count": _percent(now),
        "count_after": _percent(then),
        "count_likely": round(100 * likely),
    }
    reason = (
        "That raises my chance of winning from {count}% to {count_after}%, and I think "
        "there’s a {count_likely}% chance that [{seat}|you] will accept."
    )
    if facts["count"] == facts["count_after"]:
        reason = (
            "My chance of winning is {count}%. This trade raises it a little, and I think "
            "there’s a {count_likely}% chance that [{seat}|you] will accept."
        )
    return Choice(offer, reason, facts)
