"""The player that follows :class:`~.playing_rules.PlayingRules`.

``strategy_desk/python_program.py`` writes the same decisions as a program of its own. A change here needs
the same change there: ``tests/strategy_desk/test_same_moves.py`` compares their games. The bot has no
memory but ``view.past``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..bots.protocol import Choice, View, offer
from ..bots.simple_bot_without_trades import pay_or_draw, tax
from ..engine.answers import (
    Accept,
    Bid,
    Build,
    Buy,
    ClaimIt,
    Decline,
    DemandRent,
    End,
    Fine,
    GiveUp,
    Keep,
    Mortgage,
    Pass,
    Pay,
    Place,
    Redeem,
    Reject,
    Roll,
    Sell,
    SellDown,
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
from ..engine.legal_answers import Amount, Options
from ..engine.special_seats_and_ids import FREE
from .playing_rules import PlayingRules

CARD: Final = 50  # what a jail-release card is worth in a trade
MORE: Final = 0.25  # how many times the price it adds to an offer after each refusal
_ROLL: Final = Choice(Roll(), "It’s my turn to throw.")
_END: Final = Choice(End(), "None of my rules asks for more now.")


class RulesBot:
    """The player of one seat."""

    __slots__ = ("rules",)

    def __init__(self, rules: PlayingRules) -> None:
        self.rules = rules

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~..bots.protocol.Bot`."""
        ask = view.ask
        if ask.seat != view.seat:
            return self._act(view, options)
        return _HANDLERS[type(ask)](self, view, options, ask)

    # ------------------------------------------------------------ turns

    def _order(self, view: View, options: Options, ask: AskOrder) -> Choice:
        return _ROLL

    def _roll(self, view: View, options: Options, ask: AskRoll) -> Choice:
        return self._act(view, options) or self._leave_jail(view, options) or _ROLL

    def _end(self, view: View, options: Options, ask: AskEnd) -> Choice:
        return self._act(view, options) or _END

    def _act(self, view: View, options: Options) -> Choice | None:
        if view.claims:
            rents = options.of(DemandRent)
            if rents:
                return Choice(rents[0], "A player owes me rent.")
        cash = view.cash[view.seat]
        return (
            self._lift(view, options, cash, whole=True)
            or self._build(view, options, cash)
            or self._lift(view, options, cash, whole=False)
            or self._trade(view, options, cash)
        )

    def _leave_jail(self, view: View, options: Options) -> Choice | None:
        if view.jail[view.seat] == FREE:
            return None
        rules = view.rules
        sold = sum(view.owner[i] >= 0 for i in rules.ownable)
        if sold * 100 > self.rules.jail_stay * len(rules.ownable):
            return Choice(
                Roll(),
                "Of {count_all} properties, {count} are sold, so I’d rather stay in {jail}.",
                {"count": sold, "count_all": len(rules.ownable)},
            )
        cards = options.of(UseCard)
        if cards:
            return Choice(cards[0], "My card gets me out for free.")
        left = view.cash[view.seat] - rules.jail_fine
        if left >= self.rules.fine_keep and options.of(Fine):
            return Choice(Fine(), "The fine leaves me {cash}.", {"cash": left})
        return None

    # ------------------------------------------------------------ buildings and mortgages

    def _build(self, view: View, options: Options, cash: int) -> Choice | None:
        limit = view.rules.limit_rounds
        if limit and view.round > limit - self.rules.build_stop:
            return None
        if cash < self.rules.build_keep or not view.complete(view.seat):
            return None
        sites = [build for build in options.of(Build) if self._may_build(view, build.space, cash)]
        if not sites:
            return None
        pick: Callable[..., Build] = max if self.rules.build_first == "expensive" else min
        best = pick(sites, key=lambda build: view.rules.price[build.space])
        cost = view.rules.cost[best.space]
        return Choice(
            best,
            "A building on {space} costs {cost} and leaves me {cash}.",
            {"space": best.space, "cost": cost, "cash": cash - cost},
        )

    def _may_build(self, view: View, space: int, cash: int) -> bool:
        rules = self.rules
        cost = view.rules.cost[space]
        begun = any(view.level[p] for p in view.rules.members[space])
        if not begun and cash - rules.build_from * cost < rules.build_keep:
            return False
        keep = rules.build_keep if view.level[space] < rules.build_to else rules.beyond_keep
        return cash - cost >= keep

    def _lift(self, view: View, options: Options, cash: int, whole: bool) -> Choice | None:
        keep = self.rules.lift_group_keep if whole else self.rules.lift_keep
        seat, cost = view.seat, view.rules.lift_cost
        for space in view.rules.ownable:
            if view.mortgaged[space] and view.owner[space] == seat and cash - cost[space] >= keep:
                lift = Redeem(space)
                if _whole(view, space) == whole and options.is_legal(lift):
                    return Choice(
                        lift,
                        "If I lift the mortgage on {space}, I still have {cash}.",
                        {"space": space, "cash": cash - cost[space]},
                    )
        return None

    # ------------------------------------------------------------ trades

    def _trade(self, view: View, options: Options, cash: int) -> Choice | None:
        seat, rules = view.seat, self.rules
        if view.turn != seat or len(view.offered) >= rules.offers or view.last_round:
            return None
        for space in view.rules.ownable:
            other = view.owner[space]
            if other < 0 or other == seat or _rest_owner(view, space, view.owner) != seat:
                continue
            if rules.swaps:
                swap = self._swap(view, options, space, cash)
                if swap is not None:
                    return swap
            sums = _refusals(view, other, (space,), ())
            times = rules.offer_from + MORE * sums
            price = int(view.rules.price[space] * times)
            if times > rules.offer_to or cash - price < rules.offer_keep:
                continue
            proposal = offer(to=other, give=price, get=[space])
            if options.is_legal(proposal):
                return Choice(proposal, "{space} completes my group.", {"space": space})
        return None

    def _swap(self, view: View, options: Options, space: int, cash: int) -> Choice | None:
        other = view.owner[space]
        price = view.rules.price
        for mine in view.deeds(view.seat):
            if _rest_owner(view, mine, view.owner) != other:
                continue
            more = price[space] - price[mine]
            if cash - more < self.rules.offer_keep or _refusals(view, other, (space,), (mine,)):
                continue
            proposal = offer(to=other, give=[mine], get=[space], cash=more)
            if options.is_legal(proposal):
                return Choice(
                    proposal,
                    "{space} completes my group, and {space_mine} yours.",
                    {"space": space, "space_mine": mine},
                )
        return None

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        rules = view.rules
        get, give = ask.give, ask.get  # what this seat gets and gives
        after = list(view.owner)
        for space in get.deeds:
            after[space] = view.seat
        for space in give.deeds:
            after[space] = ask.by
        brings = get.cash + CARD * len(get.cards)
        for space in get.deeds:
            brings += self._worth(view, space, after)
        costs = give.cash + CARD * len(give.cards)
        for space in give.deeds:
            worth = self._worth(view, space, view.owner)
            if _rest_owner(view, space, after) == ask.by:
                worth = max(worth, int(rules.price[space] * self.rules.give_times))
            costs += worth
        facts = {"seat": ask.by, "brings": brings, "costs": costs}
        if brings >= self.rules.accept_times * costs and options.is_legal(Accept()):
            return Choice(
                Accept(), "To me this brings {brings}, and costs me {costs}. Agreed!", facts
            )
        return Choice(
            Reject(), "To me this brings {brings}, but costs me {costs}. No, {seat}.", facts
        )

    # ------------------------------------------------------------ what a deed is worth

    def _times(self, view: View, space: int, owner: Sequence[int]) -> float:
        """How many times its price a deed is worth, if the others have these owners."""
        rules = self.rules
        rest = _rest_owner(view, space, owner)
        if rest == view.seat:
            return rules.complete_times
        if rest is not None and rest >= 0:
            return rules.deny_times
        kind = view.rules.kind[space]
        if kind == "railroad":
            return rules.railroad_times
        if kind == "utility":
            return rules.utility_times
        owners = [owner[p] for p in view.rules.members[space] if p != space]
        return rules.second_times if view.seat in owners else rules.any_times

    def _worth(self, view: View, space: int, owner: Sequence[int]) -> int:
        """What a deed is worth, less the cost of its mortgage."""
        worth = int(view.rules.price[space] * self._times(view, space, owner))
        return worth - view.rules.lift_cost[space] if view.mortgaged[space] else worth

    # ------------------------------------------------------------ buying and bidding

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        space, cash = ask.space, view.cash[view.seat]
        price = view.rules.price[space]
        completes = _rest_owner(view, space, view.owner) == view.seat
        keep = self.rules.complete_keep if completes else self.rules.buy_keep
        facts = {"space": space, "price": price, "cash": cash - price, "keep": keep}
        if self._times(view, space, view.owner) < 1:
            return Choice(
                Decline(), "To me {space} is worth less than its price of {price}.", facts
            )
        if cash - price >= keep and options.of(Buy):
            return Choice(
                Buy(), "{space} for {price} leaves me {cash}. I keep at least {keep}.", facts
            )
        if completes and self.rules.borrow:
            group = view.rules.members[space]
            deeds = [m for m in self._mortgages(view, options) if m.space not in group]
            value = view.rules.mortgage_value
            if cash < price <= cash + sum(value[m.space] for m in deeds):
                return Choice(
                    deeds[0],
                    "{space} completes my group, so I borrow for it.",
                    {"space": space},
                )
        return Choice(Decline(), "After paying {price} I’d have less than {keep}.", facts)

    def _bid(self, view: View, options: Options, ask: AskBid) -> Choice:
        cash = view.cash[view.seat]
        if ask.lot < 0:
            costs = [view.rules.edition.groups[g].house_cost for g in view.complete(view.seat)]
            worth = max(costs, default=0)
            keep, step = self.rules.build_keep, 10
        else:
            price = view.rules.price[ask.lot]
            worth = int(price * self._times(view, ask.lot, view.owner))
            completes = _rest_owner(view, ask.lot, view.owner) == view.seat
            keep = self.rules.complete_keep if completes else self.rules.buy_keep
            step = price // 10
        limit = min(worth, cash - keep)
        for bids in options.of("bid"):
            assert isinstance(bids, Amount)
            if bids.low <= limit:
                amount = min(max(bids.low, ask.bid + step), limit)
                return Choice(
                    Bid(amount),
                    "{amount} is within my limit of {price}.",
                    {"amount": amount, "price": limit},
                )
        return Choice(Pass(), "I won’t bid more than {price}.", {"price": max(limit, 0)})

    # ------------------------------------------------------------ debts and the rest

    def _mortgages(self, view: View, options: Options, whole: bool = False) -> list[Mortgage]:
        """The mortgages that are possible outside complete groups, or inside, in their order."""
        found = [m for m in options.of(Mortgage) if _whole(view, m.space) == whole]
        value = view.rules.mortgage_value
        sign = 1 if self.rules.mortgage_first == "cheap" else -1
        return sorted(found, key=lambda m: (sign * value[m.space], m.space))

    def _debt(self, view: View, options: Options, ask: AskDebt) -> Choice:
        cash = view.cash[view.seat]
        facts = {"amount": ask.amount, "missing": ask.amount - cash}
        if cash >= ask.amount:
            return Choice(Pay(), "I can pay the {amount} now.", facts)
        deeds = self._mortgages(view, options)
        cost = view.rules.cost
        houses = sorted(
            options.of(Sell), key=lambda x: (-view.level[x.space], -cost[x.space], x.space)
        )
        first: list[Sequence[Mortgage | Sell | SellDown]] = [deeds, houses]
        if self.rules.raise_first == "houses":
            first.reverse()
        downs = sorted(options.of(SellDown), key=lambda x: (-x.level, x.group))
        for ways in (*first, downs, self._mortgages(view, options, whole=True)):
            if ways:
                return Choice(ways[0], "I still need {missing} to pay {amount}.", facts)
        return Choice(GiveUp(), "Even selling everything, I can’t raise {amount}.", facts)

    def _transfer(self, view: View, options: Options, ask: AskTransfer) -> Choice:
        whole = _whole(view, ask.space)
        keep = self.rules.lift_group_keep if whole else self.rules.lift_keep
        left = view.cash[view.seat] - view.rules.lift_cost[ask.space]
        facts = {"space": ask.space, "cash": left, "keep": keep}
        if left >= keep and options.of(Redeem):
            return Choice(
                Redeem(ask.space), "If I lift the mortgage on {space}, I still have {cash}.", facts
            )
        return Choice(
            Keep(ask.space), "Lifting the mortgage would leave me with less than {keep}.", facts
        )

    def _claim(self, view: View, options: Options, ask: AskClaim) -> Choice:
        costs = [view.rules.edition.groups[g].house_cost for g in view.complete(view.seat)]
        cost = min(costs, default=0)
        facts = {"cost": cost}
        if view.cash[view.seat] - cost >= self.rules.build_keep and options.of(ClaimIt):
            return Choice(ClaimIt(), "I could use a building for {cost}.", facts)
        return Choice(Pass(), "I can’t spare {cost}.", facts)

    def _place(self, view: View, options: Options, ask: AskPlace) -> Choice:
        sites = options.of(Place)
        best = max(sites, key=lambda place: view.rules.rents[place.space][-1])
        return Choice(best, "{space} gains the most from a building.", {"space": best.space})

    def _tax(self, view: View, options: Options, ask: AskTax) -> Choice:
        return tax(view)

    def _card_choice(self, view: View, options: Options, ask: AskCardChoice) -> Choice:
        return pay_or_draw(view, ask)


def _rest_owner(view: View, space: int, owner: Sequence[int]) -> int | None:
    """The seat that owns all other deeds of the group (-2: the Bank); None if there are several."""
    owners = {owner[p] for p in view.rules.members[space] if p != space}
    return owners.pop() if len(owners) == 1 else None


def _whole(view: View, space: int) -> bool:
    """Whether the seat owns the whole group of this street."""
    members = view.rules.members[space]
    return view.rules.kind[space] == "street" and all(view.owner[p] == view.seat for p in members)


def _refusals(view: View, to: int, get: tuple[int, ...], give: tuple[int, ...]) -> int:
    """How often a player has declined to give these deeds for money, or for those deeds."""
    return sum(
        past.by == view.seat
        and past.to == to
        and past.get.deeds == get
        and past.give.deeds == give
        and not past.accepted
        for past in view.past
    )


_HANDLERS: Final[dict[type, Callable[[RulesBot, View, Options, Any], Choice]]] = {
    AskOrder: RulesBot._order,
    AskRoll: RulesBot._roll,
    AskRentRoll: RulesBot._order,
    AskEnd: RulesBot._end,
    AskBuy: RulesBot._buy,
    AskBid: RulesBot._bid,
    AskTax: RulesBot._tax,
    AskCardChoice: RulesBot._card_choice,
    AskDebt: RulesBot._debt,
    AskTransfer: RulesBot._transfer,
    AskAnswer: RulesBot._answer,
    AskClaim: RulesBot._claim,
    AskPlace: RulesBot._place,
}
