"""Twelve players with habits of other people's bots: they buy all, bid high, and hardly part with a deed.

They share no valuation with the built-in bots nor with ``strangers.py``, and import nothing of the program
but ``titledeed.api``. They keep nothing between questions: an answer follows from the view and the options.
``halves.py`` draws which of them may be used for tuning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

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
    Place,
    Redeem,
    Reject,
    Roll,
    Rules,
    Sell,
    UseCard,
    View,
    lowest_bid,
)

SPACES = 40
MEMORY = 400  # answered offers that a player looks back on


class Habit:
    """The common player buys what it lands on, bids high, builds evenly and gives no deed away."""

    # What it pays the Bank, in times of the printed price.
    BID: ClassVar[float] = 1.8  # for any deed
    JOINS: ClassVar[float] = 1.9  # for one of a set of which it has a part
    WHOLE: ClassVar[float] = 3.5  # for the last one of its set
    SPOILS: ClassVar[float] = 2.8  # for the last one of a rival's set
    # Cash that it keeps.
    KEEP: ClassVar[int] = 0  # when it buys or bids
    PURSE: ClassVar[int] = 60  # when it builds
    LIFT_PURSE: ClassVar[int] = 150  # when it lifts a mortgage
    FEAR: ClassVar[float] = 0.3  # besides, this share of the highest rent of the next throw
    # Building.
    EARLY: ClassVar[int] = 3  # buildings on each street of a group before another group is begun
    TOP: ClassVar[int] = 5  # buildings on a street
    BORROWS: ClassVar[bool] = True  # whether it mortgages deeds to buy and to build
    LEAVES: ClassVar[int] = 4  # it pays to leave jail while so many deeds are unsold
    # Deals.
    PAYS: ClassVar[Sequence[float]] = ()  # its offers for a deed that it lacks: a ladder of prices
    COLLECTS: ClassVar[Sequence[float]] = ()  # the same for deeds that complete nothing
    SWAPS: ClassVar[bool] = False  # whether it proposes to complete a set on both sides
    SHARE: ClassVar[float] = 0.8  # how strong its own new set must be, measured by the other's
    WAIT: ClassVar[int] = 12  # rounds before it repeats an offer

    # ---- what a deed is worth

    def taste(self, rules: Rules, space: int) -> float:
        """How much more, or less, than others this player likes the space."""
        return 1.0

    def times(self, view: View, space: int) -> float:
        """The most that it pays for the deed, in times of the printed price."""
        seat, owner = view.seat, view.owner
        mine = held = 0
        rival = BANK
        many = False
        members = view.rules.members[space]
        for i in members:
            if i == space:
                continue
            o = owner[i]
            if o == seat:
                mine += 1
            elif o != BANK:
                held += 1
                many = many or rival not in (BANK, o)
                rival = o
        rest = len(members) - 1
        if mine == rest:
            return self.WHOLE
        if held == rest and not many:
            return self.SPOILS
        return self.JOINS if mine else self.BID

    def worth(self, view: View, space: int) -> int:
        """The most that it pays for the deed."""
        rules = view.rules
        return int(self.times(view, space) * self.taste(rules, space) * rules.price[space])

    # ---- the table

    def rent(self, view: View, space: int) -> int:
        """The rent that a visitor pays now, or would pay if the deed were not mortgaged."""
        rules, owner = view.rules, view.owner
        rents, kind, o = rules.rents[space], rules.kind[space], owner[space]
        if kind == "street":
            level = view.level[space]
            if level:
                return rents[min(level, len(rents) - 1)]
            return rents[0] * (2 if all(owner[i] == o for i in rules.members[space]) else 1)
        count = sum(owner[i] == o for i in rules.members[space])
        each = rents[min(count, len(rents)) - 1]
        return each if kind == "railroad" else 7 * each

    def worst(self, view: View) -> int:
        """The highest rent that the next throw can cost."""
        seat, owner, mortgaged = view.seat, view.owner, view.mortgaged
        here = view.at[seat]
        most = 0
        for steps in range(2, 13):
            i = (here + steps) % SPACES
            o = owner[i]
            if o >= 0 and o != seat and not mortgaged[i]:
                most = max(most, self.rent(view, i))
        return most

    def reserve(self, view: View, purse: int) -> int:
        """The cash that it does not spend on buildings or mortgages."""
        return purse + (int(self.FEAR * self.worst(view)) if self.FEAR else 0)

    def whole(self, view: View) -> list[tuple[int, ...]]:
        """The color groups that it owns completely."""
        seat, owner = view.seat, view.owner
        out = []
        for group in view.rules.edition.groups:
            for i in group.members:
                if owner[i] != seat:
                    break
            else:
                out.append(group.members)
        return out

    def loose(self, view: View) -> list[int]:
        """Unmortgaged deeds outside its whole groups, the least useful for their loan first."""
        seat, owner, mortgaged, rules = view.seat, view.owner, view.mortgaged, view.rules
        out = [
            i
            for i in rules.ownable
            if owner[i] == seat
            and not mortgaged[i]
            and (rules.kind[i] != "street" or not all(owner[j] == seat for j in rules.members[i]))
        ]
        out.sort(key=lambda i: self.rent(view, i) / rules.mortgage_value[i])
        return out

    def loan(self, view: View, options: Options, needed: int) -> Any:
        """The first mortgage on the way to so much more cash, or None if loans do not suffice."""
        loose = self.loose(view)
        lend = view.rules.mortgage_value
        if sum(lend[i] for i in loose) < needed:
            return None
        enough = [i for i in loose if lend[i] >= needed]
        for i in (*enough[:1], *loose):
            if options.is_legal(Mortgage(i)):
                return Choice(Mortgage(i), "")
        return None

    # ---- answers to the questions of a turn

    def choose(self, view: View, options: Options) -> Any:
        """Answer the pending ask, or act in the turn of another."""
        ask = view.ask
        if ask.seat != view.seat:
            return self.standing(view, options)
        return getattr(self, "on_" + ask.kind.replace("-", "_"))(view, options, ask)

    def on_order(self, view: View, options: Options, ask: Any) -> Any:
        return Choice(Roll(), "")

    on_rent_roll = on_order

    def on_roll(self, view: View, options: Options, ask: Any) -> Any:
        choice = self.standing(view, options)
        if choice is not None:
            return choice
        if view.jail[view.seat] != FREE and self.leaves(view):
            cards = options.of(UseCard)
            if cards:
                return Choice(cards[0], "")
            fine = view.rules.jail_fine
            if view.cash[view.seat] >= 2 * fine and options.is_legal(Fine()):
                return Choice(Fine(), "")
        return Choice(Roll(), "")

    def leaves(self, view: View) -> bool:
        """Whether to leave jail at once: there is something to buy, or little to pay outside."""
        if view.left_with_bank() >= self.LEAVES:
            return True
        seat, owner, mortgaged, rules = view.seat, view.owner, view.mortgaged, view.rules
        due = sum(
            self.rent(view, i)
            for i in rules.ownable
            if owner[i] not in (BANK, seat) and not mortgaged[i]
        )
        return due < 5 * rules.salary[seat]

    def on_end(self, view: View, options: Options, ask: Any) -> Any:
        choice = self.standing(view, options)
        if choice is None:
            choice = self.propose(view, options)
        return choice or Choice(End(), "")

    def on_buy(self, view: View, options: Options, ask: Any) -> Any:
        cash, price = view.cash[view.seat], view.rules.price[ask.space]
        if options.is_legal(Buy()) and cash >= price + self.KEEP:
            return Choice(Buy(), "")
        if self.BORROWS and cash < price:
            loan = self.loan(view, options, price - cash)
            if loan is not None:
                return loan
        return Choice(Decline(), "")

    def on_bid(self, view: View, options: Options, ask: Any) -> Any:
        rules, cash = view.rules, view.cash[view.seat]
        low = lowest_bid(rules, ask)
        if ask.lot < 0:
            costs = [rules.cost[members[0]] for members in self.whole(view)]
            if low <= min(1.5 * max(costs, default=0), cash) and options.is_legal(Bid(low)):
                return Choice(Bid(low), "")
            return Choice(Pass(), "")
        price = rules.price[ask.lot]
        limit = self.worth(view, ask.lot)
        if low > limit:
            return Choice(Pass(), "")
        if low > cash - self.KEEP:
            if self.BORROWS and limit >= 2.5 * price:
                loan = self.loan(view, options, low + price // 4 - cash)
                if loan is not None:
                    return loan
            return Choice(Pass(), "")
        return Choice(Bid(min(max(low, ask.bid + price // 10), limit, cash - self.KEEP)), "")

    def on_tax(self, view: View, options: Options, ask: Any) -> Any:
        rules, seat = view.rules, view.seat
        total = view.cash[seat]
        for i in view.deeds(seat):
            total += rules.price[i] + view.level[i] * rules.cost[i]
        return Choice(Percent() if total < 2000 else Flat(), "")

    def on_card_choice(self, view: View, options: Options, ask: Any) -> Any:
        return options.of("pay")[0]

    def on_debt(self, view: View, options: Options, ask: Any) -> Any:
        """Pay, by mortgages of single deeds first, then by buildings, then by the rest."""
        cash = view.cash[view.seat]
        if cash >= ask.amount:
            return Choice(Pay(), "")
        rules, level = view.rules, view.level
        loan = self.loan(view, options, ask.amount - cash)
        if loan is not None:
            return loan
        for i in self.loose(view):
            if options.is_legal(Mortgage(i)):
                return Choice(Mortgage(i), "")
        groups = self.whole(view)
        bare = [i for members in groups if not any(level[j] for j in members) for i in members]
        built = [i for members in groups for i in members if level[i]]
        for i in sorted(bare, key=lambda i: rules.rents[i][3] / rules.mortgage_value[i]):
            if options.is_legal(Mortgage(i)):
                return Choice(Mortgage(i), "")

        def lost(i: int) -> float:
            return (rules.rents[i][level[i]] - rules.rents[i][level[i] - 1]) / rules.cost[i]

        for i in sorted(built, key=lost):
            if options.is_legal(Sell(i)):
                return Choice(Sell(i), "")
        for answer in options.of("sell-down"):
            return answer
        for answer in options.of("mortgage"):
            return answer
        return Choice(GiveUp(), "")

    def on_transfer(self, view: View, options: Options, ask: Any) -> Any:
        if view.cash[view.seat] >= view.rules.lift_cost[ask.space] + 2 * self.LIFT_PURSE:
            return Choice(Redeem(ask.space), "")
        return Choice(Keep(ask.space), "")

    def on_claim(self, view: View, options: Options, ask: Any) -> Any:
        if view.cash[view.seat] >= 250 and options.is_legal(ClaimIt()):
            return Choice(ClaimIt(), "")
        return Choice(Pass(), "")

    def on_place(self, view: View, options: Options, ask: Any) -> Any:
        return max(options.of(Place), key=lambda p: view.rules.rents[p.space][-1])

    # ---- rents, buildings, mortgages

    def standing(self, view: View, options: Options) -> Any:
        """Demand a rent, build or lift a mortgage, or None."""
        for claim in view.claims:
            if claim.by == view.seat:
                answer = DemandRent(claim.space, claim.of)
                if options.is_legal(answer):
                    return Choice(answer, "")
        groups = self.whole(view)
        choice = self.build(view, options, groups) if groups else None
        return choice or self.lift(view, options)

    def build(self, view: View, options: Options, groups: list[tuple[int, ...]]) -> Any:
        """Lift the mortgages of a whole group, then build where it brings the most."""
        rules, level, mortgaged = view.rules, view.level, view.mortgaged
        cash = view.cash[view.seat]
        reserve = self.reserve(view, self.PURSE)
        top = min(self.TOP, rules.top)
        best: tuple[int, ...] | None = None
        rank = 0.0
        for members in groups:
            pawned = [i for i in members if mortgaged[i]]
            if pawned:
                i = pawned[-1]
                if cash >= rules.lift_cost[i] + reserve and options.is_legal(Redeem(i)):
                    return Choice(Redeem(i), "")
                continue
            low = min([level[i] for i in members])
            if low >= top:
                continue
            last = members[-1]
            cost = rules.cost[last]
            if low < self.EARLY:
                value = 1000.0 + sum([rules.rents[i][3] for i in members]) / cost + 10 * low
            else:
                value = (rules.rents[last][low + 1] - rules.rents[last][low]) / cost
            if value > rank:
                best, rank = members, value
        if best is None:
            return None
        low = min([level[i] for i in best])
        sites = [i for i in best if level[i] == low]
        cost = rules.cost[best[0]]
        if cash >= cost + reserve:
            for i in reversed(sites):
                if options.is_legal(Build(i)):
                    return Choice(Build(i), "")
            return None
        if self.BORROWS and low < self.EARLY:
            step = max(2, low + 1)
            whole_step = cost * sum([step - level[i] for i in best if level[i] < step])
            if options.is_legal(Build(sites[-1])):
                return self.loan(view, options, whole_step + reserve - cash)
        return None

    def lift(self, view: View, options: Options) -> Any:
        """Lift the mortgage that brings the most rent, if it is rich enough."""
        seat, owner, mortgaged, rules = view.seat, view.owner, view.mortgaged, view.rules
        spare = view.cash[seat] - self.LIFT_PURSE
        cost = rules.lift_cost
        pawned = [
            i for i in rules.ownable if mortgaged[i] and owner[i] == seat and cost[i] <= spare
        ]
        if not pawned:
            return None
        spare = view.cash[seat] - self.reserve(view, self.LIFT_PURSE)
        pawned.sort(key=lambda i: -self.rent(view, i) / cost[i])
        for i in pawned:
            if cost[i] <= spare and options.is_legal(Redeem(i)):
                return Choice(Redeem(i), "")
        return None

    # ---- deals

    def completed(
        self, view: View, seat: int, got: tuple[int, ...], lost: tuple[int, ...]
    ) -> list[tuple[int, ...]]:
        """The color groups that the seat completes by getting these deeds for those."""
        owner, rules = view.owner, view.rules
        out: list[tuple[int, ...]] = []
        for i in got:
            members = rules.members[i]
            if rules.kind[i] != "street" or members in out:
                continue
            if all(j in got or (owner[j] == seat and j not in lost) for j in members):
                out.append(members)
        return out

    def strength(self, view: View, seat: int, groups: list[tuple[int, ...]], cash: int) -> float:
        """The rents of these groups with the buildings that the seat can pay for, up to three each."""
        rules = view.rules
        lend = sum(
            rules.mortgage_value[i]
            for i in rules.ownable
            if view.owner[i] == seat and not view.mortgaged[i]
        )
        total = 0.0
        for members in groups:
            level = (cash + lend // 2) // (rules.cost[members[0]] * len(members))
            total += sum(rules.rents[i][min(max(level, 1), 3)] for i in members)
        return total

    def breaks(self, view: View, lost: tuple[int, ...]) -> bool:
        """Whether it would give away a deed of a group that it owns completely."""
        kind = view.rules.kind
        return any(
            kind[i] == "street" and all(view.owner[j] == view.seat for j in view.rules.members[i])
            for i in lost
        )

    def on_answer(self, view: View, options: Options, ask: Any) -> Any:
        if options.violations(Accept()):
            return Choice(Reject(), "")
        good = self.agrees(view, ask.by, ask.give, ask.get)
        return Choice(Accept() if good else Reject(), "")

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether to take ``gain`` for ``loss``."""
        if loss.deeds:
            return self.parts(view, by, gain, loss)
        return self.bought(view, gain) >= loss.cash + 50 * len(loss.cards)

    def bought(self, view: View, gain: Bundle) -> int:
        """The most that it would pay another player for these."""
        total = gain.cash + 40 * len(gain.cards)
        fresh = self.completed(view, view.seat, gain.deeds, ())
        rules = view.rules
        for i in gain.deeds:
            if rules.members[i] in fresh:
                value = int(self.WHOLE * rules.price[i])
            else:
                value = 9 * self.worth(view, i) // 10
            total += value - (rules.lift_cost[i] if view.mortgaged[i] else 0)
        return total

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether to part with the deeds of ``loss`` for ``gain``."""
        return False

    def good_swap(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether the deal completes a set on both sides, and the own one is about as strong."""
        if self.breaks(view, loss.deeds):
            return False
        mine = self.completed(view, view.seat, gain.deeds, loss.deeds)
        theirs = self.completed(view, by, loss.deeds, gain.deeds)
        if not mine or not theirs:
            return False
        cash = gain.cash - loss.cash
        own = self.strength(view, view.seat, mine, view.cash[view.seat] + cash)
        return own >= self.SHARE * self.strength(view, by, theirs, view.cash[by] - cash)

    def propose(self, view: View, options: Options) -> Any:
        """The first of its offers that it has not made lately, at most two in a turn."""
        if not (self.PAYS or self.COLLECTS or self.SWAPS) or len(view.offered) >= 2:
            return None
        seat = view.seat
        since = view.turns - self.WAIT * sum(view.playing)
        tried = {(o.to, o.give, o.get) for o in view.offered}
        refusals: dict[int, int] = {}
        for deal in reversed(view.past[-MEMORY:]):
            if deal.turns < since:
                break
            if deal.by == seat:
                tried.add((deal.to, deal.give, deal.get))
                if not deal.accepted:
                    refusals[deal.to] = refusals.get(deal.to, 0) + 1
        for offer in self.ideas(view):
            if refusals.get(offer.to, 0) >= 4 or (offer.to, offer.give, offer.get) in tried:
                continue
            if not options.violations(offer):
                return Choice(offer, "")
        return None

    def lacking(self, view: View) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The other seat and its deeds that this one lacks for a group, the strongest groups first."""
        seat, owner, level, rules = view.seat, view.owner, view.level, view.rules
        for group in reversed(rules.edition.groups):
            members = group.members
            lacking = tuple([i for i in members if owner[i] != seat])
            if not 0 < len(lacking) < len(members):
                continue
            other = owner[lacking[0]]
            if other == BANK or any(owner[i] != other or level[i] for i in lacking):
                continue
            yield other, lacking

    def ideas(self, view: View) -> Iterator[Offer]:
        """Its offers in the order in which it makes them: swaps of sets, then money."""
        rules, seat, owner = view.rules, view.seat, view.owner
        cash = view.cash[seat] - self.KEEP
        wanted = list(self.lacking(view))
        if self.SWAPS:
            for other, lacking in wanted:
                for group in rules.edition.groups:
                    give = tuple([i for i in group.members if owner[i] == seat])
                    if not give or len(give) == len(group.members) or lacking[0] in group.members:
                        continue
                    if any(owner[i] not in (seat, other) for i in group.members):
                        continue
                    for extra in (0, 100):
                        deal = Bundle(give, extra), Bundle(lacking)
                        if extra <= cash and self.good_swap(view, other, deal[1], deal[0]):
                            yield Offer(other, *deal)
        for times in self.PAYS:
            for other, lacking in wanted:
                amount = int(times * sum(rules.price[i] for i in lacking)) // 10 * 10
                if amount <= cash:
                    yield Offer(other, Bundle((), amount), Bundle(lacking))
        if self.COLLECTS and cash > 2 * self.PURSE:
            yield from self.collects(view, cash)

    def collects(self, view: View, cash: int) -> Iterator[Offer]:
        """Offers for single deeds, those first that add to a set of its own; it keeps money for buildings."""
        rules, seat, owner, level = view.rules, view.seat, view.owner, view.level
        ranked = []
        for i in rules.ownable:
            other = owner[i]
            if other in (BANK, seat):
                continue
            members = rules.members[i]
            mine = 0
            for j in members:
                if level[j]:
                    break
                mine += owner[j] == seat
            else:
                ranked.append((-mine / len(members) - self.taste(rules, i), -rules.price[i], i))
        ranked.sort()
        for times in self.COLLECTS:
            for _, _, i in ranked:
                amount = int(times * rules.price[i]) // 10 * 10
                if 2 * amount <= cash:
                    yield Offer(owner[i], Bundle((), amount), Bundle((i,)))


class Magpie(Habit):
    """It buys everything, also from others, and never gives up a deed at any price."""

    BID = 1.8
    PAYS = (1.5, 2.5, 4.0, 7.0)
    COLLECTS = (0.9, 1.3, 1.6)


class Outbidder(Habit):
    """It bids twice the list at every auction and makes no deals."""

    BID = 2.0
    JOINS = 2.0
    WHOLE = 4.0
    SPOILS = 3.0

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        return False


class Matchmaker(Habit):
    """It gives up deeds only in a swap that completes a set on both sides."""

    BID = 1.7
    SWAPS = True
    SHARE = 0.9

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        return self.good_swap(view, by, gain, loss)


class Peddler(Habit):
    """It sells any deed at any price above the list, unless it completes the buyer's set."""

    BID = 1.7
    PAYS = (1.5, 2.5, 4.0)
    COLLECTS = (0.8, 1.2)
    SWAPS = True

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        if self.breaks(view, loss.deeds):
            return False
        if self.completed(view, by, loss.deeds, gain.deeds):
            return self.good_swap(view, by, gain, loss)
        rules = view.rules
        asked = loss.cash + 50 * len(loss.cards) + 1
        for i in loss.deeds:
            asked += rules.price[i] - (rules.lift_cost[i] if view.mortgaged[i] else 0)
        return self.bought(view, gain) >= asked


class Miser(Habit):
    """It hoards cash: it builds, lifts and offers only with what it has beyond 500, and sells nothing."""

    BID = 1.7
    PURSE = 500
    LIFT_PURSE = 500
    FEAR = 0.0
    KEEPS: ClassVar[int] = 500  # what its offers leave it
    PAYS = (1.5, 2.5, 4.0, 7.0)

    def ideas(self, view: View) -> Iterator[Offer]:
        left = view.cash[view.seat] - self.KEEPS
        return (offer for offer in super().ideas(view) if offer.give.cash <= left)


class Conductor(Habit):
    """It pays three times the list for railroads and never lets one go."""

    BID = 1.7
    PAYS = (1.5, 2.2, 3.0, 5.0)
    SWAPS = True

    def taste(self, rules: Rules, space: int) -> float:
        return 1.75 if rules.kind[space] == "railroad" else 1.0

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        kind = view.rules.kind
        if any(kind[i] == "railroad" for i in loss.deeds):
            return False
        if self.good_swap(view, by, gain, loss):
            return True
        # A street of no use to the other side, for a railroad.
        return (
            any(kind[i] == "railroad" for i in gain.deeds)
            and len(gain.deeds) >= len(loss.deeds)
            and loss.cash == 0
            and not self.breaks(view, loss.deeds)
            and not self.completed(view, by, loss.deeds, gain.deeds)
        )

    def ideas(self, view: View) -> Iterator[Offer]:
        rules, cash = view.rules, view.cash[view.seat]
        for times in self.PAYS:
            for i in rules.ownable:
                if rules.kind[i] != "railroad" or view.owner[i] in (BANK, view.seat):
                    continue
                amount = int(times * rules.price[i])
                if cash >= amount + 100:
                    yield Offer(view.owner[i], Bundle((), amount), Bundle((i,)))
        yield from super().ideas(view)


class Sphinx(Habit):
    """It refuses everything and offers nothing for 60 rounds, and deals from then on."""

    BID = 1.8
    PAYS = (1.5, 2.5, 4.0)
    COLLECTS = (1.0, 1.5)
    SWAPS = True
    SILENT: ClassVar[int] = 60

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        return view.round > self.SILENT and super().agrees(view, by, gain, loss)

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        if self.good_swap(view, by, gain, loss):
            return True
        if self.breaks(view, loss.deeds):
            return False
        fresh = self.completed(view, by, loss.deeds, gain.deeds)
        asked = loss.cash + sum(
            (4 if view.rules.members[i] in fresh else 2) * view.rules.price[i] for i in loss.deeds
        )
        return self.bought(view, gain) >= asked

    def propose(self, view: View, options: Options) -> Any:
        return super().propose(view, options) if view.round > self.SILENT else None


class Heir(Habit):
    """It plays for worth at round 500: deeds, railroads, cash, lifted mortgages; no risk, no sale."""

    BID = 1.8
    PURSE = 100
    LIFT_PURSE = 60
    FEAR = 1.0
    PAYS = (1.5, 2.5, 4.0, 7.0)
    COLLECTS = (0.8, 1.2, 1.6)
    LAST: ClassVar[int] = 500
    ENDGAME: ClassVar[int] = 15  # rounds before the end in which nothing pays for itself any more

    def taste(self, rules: Rules, space: int) -> float:
        return 1.4 if rules.kind[space] == "railroad" else 1.0

    def over(self, view: View) -> bool:
        """Whether money spent now does not come back."""
        return view.round > (view.rules.limit_rounds or self.LAST) - self.ENDGAME

    def build(self, view: View, options: Options, groups: list[tuple[int, ...]]) -> Any:
        return None if self.over(view) else super().build(view, options, groups)

    def lift(self, view: View, options: Options) -> Any:
        return None if self.over(view) else super().lift(view, options)


class Mason(Habit):
    """It buys all, bids 1.8 times the list, builds three houses on a street at most, and never sells."""

    BID = 1.8
    TOP = 3
    PAYS = (1.5, 2.0, 3.0, 5.0)


class Tycoon(Habit):
    """It borrows all it can to build hotels at once, and never sells a deed."""

    BID = 1.7
    PURSE = 0
    FEAR = 0.0
    EARLY = 5
    LIFT_PURSE = 250
    PAYS = (2.0, 3.0, 5.0, 8.0)


class Stargazer(Habit):
    """It loves spaces whose number is divisible by three, and gives up others only for these."""

    BID = 1.7
    PAYS = (1.6, 2.4, 4.0)
    COLLECTS = (1.0, 1.5)

    def taste(self, rules: Rules, space: int) -> float:
        return 1.3 if space % 3 == 0 else 1.0

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        if self.breaks(view, loss.deeds) or self.completed(view, by, loss.deeds, gain.deeds):
            return False
        lucky = sum(i % 3 == 0 for i in gain.deeds) - sum(i % 3 == 0 for i in loss.deeds)
        price = view.rules.price
        dearer = sum(price[i] for i in gain.deeds) >= sum(price[i] for i in loss.deeds)
        return lucky > 0 and dearer and loss.cash <= gain.cash


class Spoiler(Habit):
    """It pays up to 3.5 times the list for the deed that a rival lacks, and gives none up."""

    BID = 2.0
    JOINS = 1.7
    SPOILS = 3.5
    PAYS = (1.5, 2.5, 4.0)
    COLLECTS = (1.0, 1.4)


NAMES = (
    *("Conductor", "Heir", "Magpie", "Mason", "Matchmaker", "Miser", "Outbidder", "Peddler"),
    *("Spoiler", "Sphinx", "Stargazer", "Tycoon"),
)
