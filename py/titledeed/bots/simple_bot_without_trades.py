"""``simple`` buys what it can easily afford, bids up to the printed price, builds, and never deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..engine.answers import (
    Bid,
    Build,
    Buy,
    ClaimIt,
    Decline,
    DemandRent,
    End,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Mortgage,
    Pass,
    Pay,
    Percent,
    Place,
    Redeem,
    Reject,
    Roll,
    Sell,
    SellDown,
    TakeChance,
    UseCard,
)
from ..engine.asks import (
    AskAnswer,
    AskBid,
    AskBuy,
    AskCardChoice,
    AskClaim,
    AskDebt,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskTax,
    AskTransfer,
)
from ..engine.legal_answers import (
    Amount,
    Options,
)
from ..engine.special_seats_and_ids import FREE
from .protocol import Choice, View

# the cash that it reserves when it builds; twice this when it lifts a mortgage
RESERVE: Final = 150
# It buys a deed only with this many times the price in cash. With 1, three of them and a steady buy
# every deed on landing. As they do not deal, seven games of ten then never end (figures: docs/BOTS.md).
SPARE: Final = 3

# Answers without facts, made once to save time.
_ROLL: Final = Choice(Roll(), "It’s my turn to throw.")
_END: Final = Choice(End(), "I don’t want to build or lift a mortgage now.")


class Simple:
    """The player of one seat. It caches only which deeds and groups it owns."""

    __slots__ = ("_deeds", "_mortgaged", "_seen", "_sets")

    def __init__(self) -> None:
        self._seen = -1
        self._sets: list[int] = []
        self._deeds: list[int] = []
        self._mortgaged: list[int] = []

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`."""
        ask = view.ask
        if ask.seat == view.seat:
            return _HANDLERS[type(ask)](self, view, options, ask)
        return self._standing(view, options)

    # ------------------------------------------------------------ standing answers

    def _standing(self, view: View, options: Options) -> Choice | None:
        if view.claims:
            rents = options.of(DemandRent)
            if rents:
                return Choice(rents[0], "A player owes me rent.")
        if view.changes != self._seen:
            self._look(view)
        if view.last_round or not (self._sets or self._mortgaged):
            return None  # what it spends in the last round does not come back
        cash = view.cash[view.seat]
        rules = view.rules
        for i in self._mortgaged:
            cost = rules.lift_cost[i]
            if cash >= cost + 2 * RESERVE and Redeem(i) in options.of("redeem"):
                return Choice(
                    Redeem(i),
                    "I have {cash} in hand, so I can lift the mortgage on {space}.",
                    {"cash": cash, "space": i},
                )
        return self._build(view, options, cash)

    def _look(self, view: View) -> None:
        self._seen = view.changes
        seat, top = view.seat, view.rules.top
        self._deeds = view.deeds(seat)
        self._mortgaged = [i for i in self._deeds if view.mortgaged[i]]
        groups = view.rules.edition.groups
        # A group with a hotel on every street cannot be built on, so it is left out.
        self._sets = [
            g for g in view.complete(seat) if any(view.level[i] < top for i in groups[g].members)
        ]

    def _build(self, view: View, options: Options, cash: int) -> Choice | None:
        cost = view.rules.cost
        groups = view.rules.edition.groups
        if not any(cash >= groups[g].house_cost + RESERVE for g in self._sets):
            return None
        best: Build | None = None
        for build in options.of(Build):
            if cash >= cost[build.space] + RESERVE:
                best = build  # the last one is the most expensive, since costs rise in board order
        if best is None:
            return None
        return Choice(
            best,
            "A building on {space} costs {cost} and leaves me {cash}.",
            {"space": best.space, "cost": cost[best.space], "cash": cash - cost[best.space]},
        )

    # ------------------------------------------------------------ asks

    def _order(self, view: View, options: Options, ask: AskOrder) -> Choice:
        return _ROLL

    def _roll(self, view: View, options: Options, ask: AskRoll) -> Choice:
        standing = self._standing(view, options)
        if standing is not None:
            return standing
        seat = view.seat
        if view.jail[seat] != FREE:
            cards = options.of("use-card")
            if cards and isinstance(cards[0], UseCard):
                return Choice(cards[0], "My card gets me out for free.")
            cash = view.cash[seat]
            spare = cash >= view.rules.jail_fine + 2 * RESERVE and not view.last_round
            if spare and options.of("fine"):
                return Choice(
                    Fine(), "I can spare {fine} to get out.", {"fine": view.rules.jail_fine}
                )
        return _ROLL

    def _end(self, view: View, options: Options, ask: AskEnd) -> Choice:
        return self._standing(view, options) or _END

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        price = view.rules.price[ask.space]
        facts = {"space": ask.space, "price": price}
        if view.cash[view.seat] >= SPARE * price and options.of("buy"):
            return Choice(Buy(), "I can easily afford {price} for {space}.", facts)
        return Choice(Decline(), "I can’t really afford {price} for {space}.", facts)

    def _bid(self, view: View, options: Options, ask: AskBid) -> Choice:
        if ask.lot >= 0:
            limit = view.rules.price[ask.lot]
        else:
            groups = view.rules.edition.groups
            limit = max((groups[g].house_cost for g in view.complete(view.seat)), default=0)
        bids = options.of("bid")
        if bids and isinstance(bids[0], Amount) and bids[0].low <= min(limit, bids[0].high):
            # It raises by a tenth of the price, so that an auction stays short.
            amount = min(max(bids[0].low, ask.bid + limit // 10), limit, bids[0].high)
            return Choice(
                Bid(amount),
                "{amount} is within my limit of {price}.",
                {"amount": amount, "price": limit},
            )
        return Choice(Pass(), "I won’t bid more than {price}.", {"price": limit})

    def _tax(self, view: View, options: Options, ask: AskTax) -> Choice:
        return tax(view)

    def _card_choice(self, view: View, options: Options, ask: AskCardChoice) -> Choice:
        return pay_or_draw(view, ask)

    def _debt(self, view: View, options: Options, ask: AskDebt) -> Choice:
        cash = view.cash[view.seat]
        facts = {"amount": ask.amount, "missing": ask.amount - cash}
        if cash >= ask.amount:
            return Choice(Pay(), "I can pay the {amount} now.", facts)
        raising = raise_cash(view, options)
        if raising is not None:
            return Choice(raising, "I still need {missing} to pay {amount}.", facts)
        return Choice(GiveUp(), "Even selling everything, I can’t raise {amount}.", facts)

    def _transfer(self, view: View, options: Options, ask: AskTransfer) -> Choice:
        cost = view.rules.lift_cost[ask.space]
        facts = {"space": ask.space, "cost": cost}
        if view.cash[view.seat] >= cost + 2 * RESERVE and not view.last_round:
            return Choice(
                Redeem(ask.space),
                "Lifting the mortgage on {space} now for {cost} saves me interest.",
                facts,
            )
        return Choice(Keep(ask.space), "I’d rather keep the {cost} for now.", facts)

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        return Choice(Reject(), "I never trade[, {seat}|].", {"seat": ask.by})

    def _claim(self, view: View, options: Options, ask: AskClaim) -> Choice:
        cheapest = min(view.rules.edition.groups[g].house_cost for g in view.complete(view.seat))
        facts = {"cost": cheapest}
        if view.cash[view.seat] >= cheapest + RESERVE and not view.last_round:
            return Choice(ClaimIt(), "I could use a building for {cost}.", facts)
        return Choice(Pass(), "I can’t spare {cost}.", facts)

    def _place(self, view: View, options: Options, ask: AskPlace) -> Choice:
        sites = options.of(Place)
        best = max(sites, key=lambda place: view.rules.rents[place.space][-1])
        return Choice(best, "{space} gains the most from a building.", {"space": best.space})


def tax(view: View) -> Choice:
    """Choose the lesser of the flat tax of 200 and a tenth of the seat's worth.

    The bot adds up the worth itself, as a player may do mentally. The rules do not allow a total to be
    shown before the choice."""
    rules = view.rules
    worth = view.cash[view.seat]
    for i in view.deeds(view.seat):
        worth += rules.price[i] + view.level[i] * rules.cost[i]
    if worth < 2000:
        return Choice(
            Percent(), "I’m worth about {worth}, and a tenth of that is cheaper.", {"worth": worth}
        )
    return Choice(
        Flat(), "I’m worth about {worth}, and a tenth of that would cost more.", {"worth": worth}
    )


def pay_or_draw(view: View, ask: AskCardChoice) -> Choice:
    """Pay if there is cash for it, since the card drawn instead might cost more."""
    if view.cash[view.seat] >= ask.amount:
        return Choice(
            Pay(), "If I pay {amount}, at least I know the price.", {"amount": ask.amount}
        )
    return Choice(TakeChance(), "I don’t have {amount} in hand.", {"amount": ask.amount})


def raise_cash(view: View, options: Options) -> Mortgage | Sell | SellDown | None:
    """The next step to raise cash, or None if nothing is left.

    First it mortgages deeds outside complete groups, then sells buildings from the most built street
    down, then mortgages the other deeds."""
    rules = view.rules
    whole = {i for g in view.complete(view.seat) for i in rules.edition.groups[g].members}
    mortgages = options.of(Mortgage)
    spare = [m for m in mortgages if m.space not in whole]
    if spare:
        return min(spare, key=lambda m: rules.mortgage_value[m.space])
    sells = options.of(Sell)
    if sells:
        return max(sells, key=lambda x: (view.level[x.space], rules.cost[x.space]))
    downs = options.of(SellDown)
    if downs:
        return max(downs, key=lambda x: x.level)
    return min(mortgages, key=lambda m: rules.mortgage_value[m.space], default=None)


_HANDLERS: Final[dict[type, Callable[[Simple, View, Options, Any], Choice]]] = {
    AskOrder: Simple._order,
    AskRoll: Simple._roll,
    AskRentRoll: Simple._order,
    AskEnd: Simple._end,
    AskBuy: Simple._buy,
    AskBid: Simple._bid,
    AskTax: Simple._tax,
    AskCardChoice: Simple._card_choice,
    AskDebt: Simple._debt,
    AskTransfer: Simple._transfer,
    AskAnswer: Simple._answer,
    AskClaim: Simple._claim,
    AskPlace: Simple._place,
}
