"""Players of many temperaments, none of whom shares a valuation with the bots that come with the game.

They follow published strategies and habits of people, import nothing but ``titledeed.api``,
and stand in for bots that strangers write. The league (``tools/league.py``) plays our bots
against them. ``TUNING`` may be used while a bot is developed; ``HELD_OUT`` is only for measuring.

Merchant buys all at list, trades for sets at up to twice the list, builds three houses first Sunset lives
for orange and red, and pays up to two and a half times the list for them Baron railroads and light blues,
and little else at auctions Squirrel keeps money in hand, whatever comes Blitz buys and bids for everything,
mortgages everything else to build Wall buys all, bids to deny, gives up a deed only for one that completes
a group of its own Haggler asks and offers by a ladder of prices, from 1.2 to 3 times the list Hammer
declines where it may bid, and bids up to 1.3 times the list Child buys what it can, has favourite colours,
takes a deal that looks big Fair takes any deal that raises what it owns at list prices; offers deed for
deed Gullible takes any deal that leaves it 200 and costs it no set Lender mortgages early to go on buying;
builds hotels Fixed a policy of the literature: priorities by group, a reserve, sells singles dear Landlord
orange, red and yellow by what a house brings; careful of what the next throw may cost
"""

from __future__ import annotations

from typing import Any

from titledeed.api import (
    BANK,
    FREE,
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    Choice,
    ClaimIt,
    Decline,
    DemandRent,
    End,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Options,
    Pass,
    Pay,
    Percent,
    Redeem,
    Reject,
    Roll,
    Sell,
    View,
    lowest_bid,
)


class Stranger:
    """The common player; each subclass has its own prices and tastes."""

    BID = 1.1  # times the list price, for a deed it does not care about
    DEAR = 1.5  # for a deed that adds to its own part of a group
    COMPLETES = 2.5  # for one that completes it
    DENIES = 2.0  # for one that keeps another player from completing a group
    RESERVE = 0  # cash it keeps when it buys
    BUILD_RESERVE = 50
    TOP = 5  # buildings on a street
    EARLY = 3  # buildings on each street before any group gets more
    LEND_TO_BUY = True
    LEND_TO_BUILD = True
    ASK = 0.0  # times the list price, for a deed that completes the other's group; 0: not for sale
    SINGLE = 1.6  # for a deed that does not
    PAY = (1.5, 2.5)  # times the list price: its offers for the deed it lacks, one after the other
    SWAPS = True
    JAIL_STAY = 6  # it stays in jail when at most this many deeds are unsold
    STEP = 10
    EDGE = 1.4  # times what it gives: what it must get if the other completes a group too

    def __init__(self) -> None:
        self.turn = -1
        self.made = 0
        self.refused: dict[Any, int] = {}

    # ---- taste

    def taste(self, view: View, space: int) -> float:
        return 1.0

    def worth(self, view: View, space: int) -> float:
        """The price it would pay the Bank for a deed."""
        price = view.rules.price[space]
        members = view.rules.members[space]
        owners = [view.owner[i] for i in members if i != space]
        seat = view.seat
        if owners and all(o == seat for o in owners):
            times = self.COMPLETES
        elif owners and owners[0] not in (BANK, seat) and len(set(owners)) == 1:
            times = self.DENIES
        elif seat in owners:
            times = self.DEAR
        else:
            times = self.BID
        return times * self.taste(view, space) * price

    def wants(self, view: View, space: int) -> bool:
        return self.worth(view, space) >= view.rules.price[space]

    # ---- answering

    def choose(self, view: View, options: Options) -> Any:
        ask = view.ask
        if ask.seat != view.seat:
            return self.standing(view, options)
        return getattr(self, "on_" + ask.kind.replace("-", "_"))(view, options, ask)

    def standing(self, view: View, options: Options) -> Any:
        if view.claims:
            for claim in view.claims:
                answer = DemandRent(claim.space, claim.of)
                if claim.by == view.seat and options.is_legal(answer):
                    return Choice(answer, "")
        return self.improve(view, options)

    def improve(self, view: View, options: Options) -> Any:
        rules = view.rules
        cash = view.cash[view.seat]
        groups = rules.edition.groups
        for g in view.complete(view.seat):
            for i in groups[g].members:
                enough = view.mortgaged[i] and cash >= rules.lift_cost[i] + self.BUILD_RESERVE
                if enough and options.is_legal(Redeem(i)):
                    return Choice(Redeem(i), "")
        best = None
        rank = 0.0
        for g in view.complete(view.seat):
            cost = groups[g].house_cost
            if cash < cost + self.BUILD_RESERVE and not self.LEND_TO_BUILD:
                continue
            low = min(view.level[i] for i in groups[g].members)
            if low >= min(self.TOP, rules.top):
                continue
            site = max(
                (i for i in groups[g].members if view.level[i] == low),
                key=lambda i: rules.rents[i][-1],
            )
            value = (rules.rents[site][min(low + 1, 5)]) / cost + (100 if low < self.EARLY else 0)
            if value > rank and options.is_legal(Build(site)):
                best, rank = site, value
        if best is not None:
            cost = rules.cost[best]
            if cash >= cost + self.BUILD_RESERVE:
                return Choice(Build(best), "")
            for i in self.loose(view):
                if view.level[best] < self.EARLY and options.is_legal(Mortgage(i)):
                    return Choice(Mortgage(i), "")
        loose = [i for i in view.deeds(view.seat) if view.mortgaged[i]]
        for i in loose:
            if cash >= rules.lift_cost[i] + self.BUILD_RESERVE + 300 and options.is_legal(
                Redeem(i)
            ):
                return Choice(Redeem(i), "")
        return None

    def loose(self, view: View) -> list[int]:
        """Deeds outside complete groups that could be mortgaged."""
        whole = {i for g in view.complete(view.seat) for i in view.rules.edition.groups[g].members}
        return [i for i in view.deeds(view.seat) if i not in whole and not view.mortgaged[i]]

    def on_order(self, view: View, options: Options, ask: Any) -> Any:
        return Choice(Roll(), "")

    on_rent_roll = on_order

    def on_roll(self, view: View, options: Options, ask: Any) -> Any:
        choice = self.standing(view, options)
        if choice is not None:
            return choice
        if view.jail[view.seat] != FREE and view.left_with_bank() >= self.JAIL_STAY:
            cards = options.of("use-card")
            if cards:
                return Choice(cards[0], "")
            if view.cash[view.seat] > 2 * view.rules.jail_fine and options.is_legal(Fine()):
                return Choice(Fine(), "")
        return Choice(Roll(), "")

    def on_end(self, view: View, options: Options, ask: Any) -> Any:
        choice = self.standing(view, options)
        if choice is None:
            choice = self.propose(view, options)
        return choice or Choice(End(), "")

    def on_buy(self, view: View, options: Options, ask: Any) -> Any:
        cash, price = view.cash[view.seat], view.rules.price[ask.space]
        if self.wants(view, ask.space):
            reserve = self.RESERVE if self.worth(view, ask.space) < 2 * price else 0
            if cash >= price + reserve and options.is_legal(Buy()):
                return Choice(Buy(), "")
            if self.LEND_TO_BUY and cash < price:
                loose = self.loose(view)
                if cash + sum(view.rules.mortgage_value[i] for i in loose) >= price:
                    for i in loose:
                        if options.is_legal(Mortgage(i)):
                            return Choice(Mortgage(i), "")
        return Choice(Decline(), "")

    def on_bid(self, view: View, options: Options, ask: Any) -> Any:
        cash = view.cash[view.seat]
        if ask.lot < 0:
            costs = [view.rules.edition.groups[g].house_cost for g in view.complete(view.seat)]
            limit = 1.5 * max(costs, default=0)
            low = max(ask.bid + 10, view.rules.building_opening_bid)
            if low <= min(limit, cash) and options.is_legal(Bid(low)):
                return Choice(Bid(low), "")
            return Choice(Pass(), "")
        limit = int(min(self.worth(view, ask.lot), cash - self.RESERVE))
        low = lowest_bid(view.rules, ask)
        if low > limit:
            return Choice(Pass(), "")
        return Choice(Bid(min(max(low, ask.bid + self.STEP), limit)), "")

    def on_tax(self, view: View, options: Options, ask: Any) -> Any:
        rules = view.rules
        total = view.cash[view.seat]
        for i in view.deeds(view.seat):
            total += rules.price[i] + view.level[i] * rules.cost[i]
        return Choice(Percent() if total < 2000 else Flat(), "")

    def on_card_choice(self, view: View, options: Options, ask: Any) -> Any:
        return options.of("pay")[0]

    def on_debt(self, view: View, options: Options, ask: Any) -> Any:
        if view.cash[view.seat] >= ask.amount:
            return Choice(Pay(), "")
        for i in sorted(self.loose(view), key=lambda i: view.rules.mortgage_value[i]):
            if options.is_legal(Mortgage(i)):
                return Choice(Mortgage(i), "")
        deeds = sorted(view.deeds(view.seat), key=lambda i: (-view.level[i], view.rules.price[i]))
        for i in deeds:
            if view.level[i] and options.is_legal(Sell(i)):
                return Choice(Sell(i), "")
        for answer in options.of("sell-down"):
            return answer
        for i in reversed(deeds):
            if not view.mortgaged[i] and options.is_legal(Mortgage(i)):
                return Choice(Mortgage(i), "")
        return Choice(GiveUp(), "")

    def on_transfer(self, view: View, options: Options, ask: Any) -> Any:
        if view.cash[view.seat] >= view.rules.lift_cost[ask.space] + 400:
            return Choice(Redeem(ask.space), "")
        return Choice(Keep(ask.space), "")

    def on_claim(self, view: View, options: Options, ask: Any) -> Any:
        if view.cash[view.seat] >= 300 and options.is_legal(ClaimIt()):
            return Choice(ClaimIt(), "")
        return Choice(Pass(), "")

    def on_place(self, view: View, options: Options, ask: Any) -> Any:
        return max(options.of("place"), key=lambda p: view.rules.rents[p.space][-1])

    # ---- deals

    def value_to(
        self, view: View, seat: int, space: int, coming: set[int], going: set[int]
    ) -> float:
        """This player's estimate of what a deed is worth to a seat after the deal."""
        price = view.rules.price[space]
        members = view.rules.members[space]
        others = [
            i
            for i in members
            if i != space and ((view.owner[i] == seat and i not in going) or i in coming)
        ]
        taste = self.taste(view, space) if seat == view.seat else 1.0
        pawn = 0.45 * price if view.mortgaged[space] else 0.0
        if len(others) == len(members) - 1:
            return (self.ASK or 3.0) * taste * price - pawn
        if others:
            return 1.4 * taste * price - pawn
        return 1.0 * taste * price - pawn

    def completes(self, view: View, seat: int, got: tuple[int, ...]) -> bool:
        """Whether these deeds complete a group for the seat."""
        for i in got:
            if view.rules.kind[i] == "street" and all(
                j in got or view.owner[j] == seat for j in view.rules.members[i]
            ):
                return True
        return False

    def on_answer(self, view: View, options: Options, ask: Any) -> Any:
        if options.violations(Accept()):
            return Choice(Reject(), "")
        good = self.agrees(view, ask.by, ask.give, ask.get)
        return Choice(Accept() if good else Reject(), "")

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether to take ``gain`` for ``loss``."""
        mine = self.completes(view, view.seat, gain.deeds)
        theirs = self.completes(view, by, loss.deeds)
        if theirs and not mine:
            if not self.ASK:
                return False
            price = sum(self.ASK * view.rules.price[i] for i in loss.deeds)
        else:
            price = 0.0
        coming, going = set(gain.deeds), set(loss.deeds)
        plus = gain.cash + 40 * len(gain.cards)
        plus += sum(self.value_to(view, view.seat, i, coming, going) for i in gain.deeds)
        minus = loss.cash + 40 * len(loss.cards)
        minus += max(
            price,
            sum(self.SINGLE * self.value_to(view, view.seat, i, set(), set()) for i in loss.deeds),
        )
        return plus >= minus * (self.EDGE if theirs else 1.0)

    def propose(self, view: View, options: Options) -> Any:
        if self.turn != view.turns:
            self.turn, self.made = view.turns, 0
        if self.made >= 2:
            return None
        for offer in self.ideas(view):
            key = (offer.to, offer.give, offer.get)
            if self.refused.get(key, -99) + 8 * len(view.playing) > view.turns:
                continue
            if options.violations(offer):
                continue
            self.refused[key] = view.turns
            self.made += 1
            return Choice(offer, "")
        return None

    def ideas(self, view: View) -> Any:
        """Offers for each group that lacks one or two deeds: swaps first, then money."""
        rules, seat = view.rules, view.seat
        cash = view.cash[seat]
        wanted = []
        for group in rules.edition.groups:
            if any(view.level[i] for i in group.members):
                continue
            mine = [i for i in group.members if view.owner[i] == seat]
            lacking = [i for i in group.members if view.owner[i] != seat]
            holders = {view.owner[i] for i in lacking}
            if mine and len(holders) == 1 and BANK not in holders:
                wanted.append((holders.pop(), tuple(lacking)))
        wanted.sort(key=lambda w: -sum(self.worth(view, i) for i in w[1]))
        loose = self.loose(view)
        for other, lacking in wanted:
            price = sum(rules.price[i] for i in lacking)
            if self.SWAPS:
                for give in loose:
                    group = rules.members[give]
                    if any(i in lacking for i in group) or rules.kind[give] != "street":
                        continue
                    if all(view.owner[i] == other for i in group if i != give):
                        yield Offer(other, Bundle((give,)), Bundle(lacking))
                        if cash > 300:
                            yield Offer(other, Bundle((give,), 150), Bundle(lacking))
                for give in loose:
                    if not any(i in lacking for i in rules.members[give]) and cash > 200:
                        more = int(self.PAY[0] * price / 20) * 10
                        yield Offer(other, Bundle((give,), min(more, cash)), Bundle(lacking))
            for times in self.PAY:
                amount = int(times * price / 10) * 10
                if amount <= cash - self.RESERVE:
                    yield Offer(other, Bundle((), amount), Bundle(lacking))


def colour(view: View, space: int) -> int:
    """The number of a street's group round the board, from 0; -1 for railroads, -2 for utilities."""
    if view.rules.kind[space] == "railroad":
        return -1
    if view.rules.kind[space] != "street":
        return -2
    for g, group in enumerate(view.rules.edition.groups):
        if space in group.members:
            return g
    return -2


class Merchant(Stranger):
    PAY = (1.5, 2.0, 3.0)
    ASK = 3.5
    BID = 1.2


class Sunset(Stranger):
    PAY = (1.5, 2.5, 4.0)
    BID = 0.9

    def taste(self, view: View, space: int) -> float:
        return 1.8 if colour(view, space) in (3, 4) else 1.0


class Baron(Stranger):
    EDGE = 9.0
    BID = 1.0
    SINGLE = 1.5

    def taste(self, view: View, space: int) -> float:
        return {-1: 2.0, 1: 1.6, -2: 1.2}.get(colour(view, space), 0.9)

    def wants(self, view: View, space: int) -> bool:
        return True


class Squirrel(Stranger):
    EDGE = 2.0
    RESERVE = 150
    BUILD_RESERVE = 250
    LEND_TO_BUILD = False
    BID = 0.8
    ASK = 5.0

    def wants(self, view: View, space: int) -> bool:
        return True


class Blitz(Stranger):
    BID = 1.5
    DEAR = 2.0
    COMPLETES = 3.0
    LEND_TO_BUY = True
    LEND_TO_BUILD = True
    BUILD_RESERVE = 0
    EARLY = 5
    PAY = (2.0, 3.0)
    SINGLE = 1.3


class Wall(Stranger):
    EDGE = 1.6
    BID = 1.1
    DENIES = 2.2
    PAY = (2.0, 3.5)

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        mine = self.completes(view, view.seat, gain.deeds)
        return (mine or not loss.deeds) and super().agrees(view, by, gain, loss)


class Haggler(Stranger):
    EDGE = 1.7
    PAY = (1.2, 1.6, 2.2, 3.0)
    ASK = 4.0
    SINGLE = 1.8
    BID = 1.1


class Hammer(Stranger):
    EDGE = 9.0
    BID = 1.3
    DEAR = 1.8
    STEP = 25
    PAY = (1.5, 2.5, 3.5)

    def wants(self, view: View, space: int) -> bool:
        price = view.rules.price[space]
        if not view.rules.auctions or not view.rules.decliner_bids:
            return True
        richest = max(view.cash[o] for o in view.others())
        return self.worth(view, space) > 1.5 * price or richest > 2 * price


class Child(Stranger):
    """Buys with both hands; loves the dark blues and the first group, takes big notes for deeds."""

    BID = 1.2
    BUILD_RESERVE = 50
    EARLY = 1
    PAY = (1.0,)

    def taste(self, view: View, space: int) -> float:
        return {7: 1.8, 0: 1.5, -1: 1.4}.get(colour(view, space), 1.0)

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        if self.completes(view, by, loss.deeds) and gain.cash < 300 and not gain.deeds:
            return False
        deeds = len(gain.deeds) - len(loss.deeds)
        return deeds * 150 + gain.cash - loss.cash > 80


class Fair(Stranger):
    PAY = (1.1, 1.5, 2.2)
    BID = 1.0
    SINGLE = 1.0
    ASK = 3.0

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        price = view.rules.price
        if self.completes(view, by, loss.deeds) and not self.completes(view, view.seat, gain.deeds):
            return gain.cash >= self.ASK * sum(price[i] for i in loss.deeds)
        plus = sum(price[i] for i in gain.deeds) + gain.cash
        return plus > sum(price[i] for i in loss.deeds) + loss.cash


class Gullible(Stranger):
    BID = 1.0
    PAY = (1.0, 1.3)

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        whole = {i for g in view.complete(view.seat) for i in view.rules.edition.groups[g].members}
        left = view.cash[view.seat] + gain.cash - loss.cash
        return left >= 200 and not whole.intersection(loss.deeds)


class Lender(Stranger):
    LEND_TO_BUY = True
    LEND_TO_BUILD = True
    BID = 1.2
    BUILD_RESERVE = 50
    PAY = (1.3, 1.8)
    JAIL_STAY = 0


class Fixed(Stranger):
    """A policy of the literature: railroads and the groups of the second side first; keeps a reserve."""

    EDGE = 9.0
    RESERVE = 50
    BUILD_RESERVE = 150
    BID = 0.9
    PAY = (1.25, 1.75, 2.5)
    SINGLE = 1.6

    def taste(self, view: View, space: int) -> float:
        return {-1: 1.3, 2: 1.2, 3: 1.4, 4: 1.2, 6: 0.9}.get(colour(view, space), 1.0)

    def wants(self, view: View, space: int) -> bool:
        return True


class Landlord(Stranger):
    BID = 1.05
    DEAR = 1.4
    DENIES = 1.8
    TOP = 4
    PAY = (1.6, 2.2, 2.8)
    ASK = 4.5
    SINGLE = 1.6

    def taste(self, view: View, space: int) -> float:
        return {3: 1.3, 4: 1.25, 5: 1.2, 1: 1.1, 6: 0.95, -2: 0.8}.get(colour(view, space), 1.0)

    def improve(self, view: View, options: Options) -> Any:
        worst = 0
        for steps in range(2, 13):
            i = (view.at[view.seat] + steps) % 40
            if view.owner[i] not in (BANK, view.seat) and view.level[i]:
                worst = max(worst, view.rules.rents[i][min(view.level[i], 5)])
        self.BUILD_RESERVE = max(50, worst // 2)
        return super().improve(view, options)


TUNING = ("Merchant", "Baron", "Wall", "Child", "Gullible", "Blitz", "Hammer")
HELD_OUT = ("Sunset", "Squirrel", "Haggler", "Fair", "Lender", "Fixed", "Landlord")
