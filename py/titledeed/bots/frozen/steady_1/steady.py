"""``steady-1``: bids by value, builds three houses first, deals where both sides gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....engine.answers import (
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
from ....engine.asks import (
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
from ....engine.legal_answers import (
    Amount,
    Options,
)
from ....engine.rules.auction import lowest_bid
from ....engine.special_seats_and_ids import BANK, FREE, HOTEL, HOUSE
from ...protocol import Choice, View
from .board_stats import Board, board_of
from .tax_and_card_choice import pay_or_draw, tax
from .trading import Dealer, judge
from .valuation import Holdings, holdings_of

RESERVE: Final = 0  # cash kept on top of what the next throw may cost
LIFT_RESERVE: Final = 200  # kept when a loose deed's mortgage is lifted
CAUTION: Final = 1.0  # how much a loss by the next throw weighs against the rent of a round
RUIN: Final = 3.0  # how much worse a loss is that buildings and loans do not cover
FIRST: Final = 3  # houses on every street of a group before anything else
OVER_LIST: Final = 1.1  # of the printed price, for a lot that neither completes nor denies a set
BUY_AT: Final = 1.0  # of the price, what a deed must be worth
DENY: Final = 0.6
LEVER: Final = 1.0
BLUFF: Final = 0.75
STAY: Final = 45.0  # a throw's rent for which one stays in jail
UNSOLD: Final = 3
STOCK: Final = 10
RICH: Final = 2500
WORTH_BUILDING: Final = 0.005

_THROWS: Final = [(steps, (6 - abs(steps - 7)) / 36) for steps in range(2, 13)]

_ROLL: Final = Choice(Roll(), "It’s my turn to throw.")
_END: Final = Choice(End(), "There’s nothing I want to change now.")


class Steady1:
    """One seat's player."""

    __slots__ = (
        "_at",
        "_board",
        "_broken",
        "_changes",
        "_dealer",
        "_deeds",
        "_lot",
        "_position",
        "_seen",
        "_sets",
        "_valued",
        "_view",
        "_weighed",
    )

    _board: Board
    _position: Holdings

    def __init__(self) -> None:
        self._changes = -1
        self._at = (-1, -1)
        self._seen: View | None = None
        self._view: View | None = None
        self._sets: list[int] = []
        self._deeds: list[int] = []
        self._broken: list[int] = []
        self._dealer = Dealer()
        self._weighed: Holdings | None = None
        self._lot: tuple[int, tuple[int, ...]] = (-1, ())
        self._valued = (0.0, 0.0)

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~...protocol.Bot`."""
        ask = view.ask
        if ask.seat == view.seat:
            return _HANDLERS[type(ask)](self, view, options, ask)
        return self._standing(view, options)

    # ------------------------------------------------------------ what it knows

    def _look(self, view: View) -> None:
        if view is self._seen and view.changes == self._changes:
            return
        self._seen = view
        self._changes = view.changes
        where = self._where(view)
        self._board = where.board
        self._deeds, self._broken, self._sets = where.deeds(view.seat)

    def _where(self, view: View) -> Holdings:
        playing = sum(view.playing)
        if view is not self._view or view.changes != self._at[0] or playing != self._at[1]:
            self._position = holdings_of(view)
            self._at = (view.changes, playing)
            self._view = view
        return self._position

    def _loose(self, view: View, options: Options) -> list[int]:
        """The deeds outside complete groups that could be mortgaged, the least missed first."""
        board, rules = self._board, view.rules
        loose = [
            i
            for i in self._deeds
            if not view.mortgaged[i]
            and rules.mortgage_value[i]
            and board.set_of[i] not in self._sets
            and options.is_legal(Mortgage(i))
        ]
        where = self._where(view)
        loose.sort(key=lambda i: where.rent(i) * board.chance[i] / rules.mortgage_value[i])
        return loose

    # ------------------------------------------------------------ standing answers

    def _standing(self, view: View, options: Options) -> Choice | None:
        if view.claims:
            rent = self._ask_rent(view, options)
            if rent is not None:
                return rent
        self._look(view)
        if not self._sets and not self._broken:
            return None
        return self._improve(view, options, view.cash[view.seat])

    def _ask_rent(self, view: View, options: Options) -> Choice | None:
        for claim in view.claims:
            answer = DemandRent(claim.space, claim.of)
            if claim.by == view.seat and options.is_legal(answer):
                return Choice(
                    answer,
                    "{seat} owe[s|] me {amount} for {space}.",
                    {"seat": claim.of, "amount": claim.amount, "space": claim.space},
                )
        return None

    def _improve(self, view: View, options: Options, cash: int) -> Choice | None:
        """Build, or lift a mortgage, as far as cash beyond the reserve allows."""
        rules = view.rules
        for g in self._sets if self._broken else ():
            broken = [i for i in self._board.sets[g] if view.mortgaged[i]]
            if broken:
                i = min(broken, key=lambda i: rules.lift_cost[i])
                cost = rules.lift_cost[i]
                if self._affordable(view, cash, cost, 1e9) and options.is_legal(Redeem(i)):
                    return Choice(
                        Redeem(i),
                        "{space} belongs to one of my complete groups. If I lift its "
                        "mortgage for {cost}, I can build.",
                        {"space": i, "cost": cost},
                    )
        build = self._build(view, options, cash)
        if build is not None or not self._broken:
            return build
        if cash < LIFT_RESERVE + min([rules.lift_cost[i] for i in self._broken]):
            return None
        where = self._where(view)
        i = max(
            self._broken, key=lambda i: self._lost_rent(view, where, i) / max(1, rules.lift_cost[i])
        )
        cost = rules.lift_cost[i]
        if cash >= cost + LIFT_RESERVE and options.is_legal(Redeem(i)):
            facts = {"cash": cash, "space": i, "cost": cost}
            return Choice(
                Redeem(i),
                "I have {cash} in hand, so I can lift the mortgage on {space} for {cost}.",
                facts,
            )
        return None

    def _lost_rent(self, view: View, where: Holdings, space: int) -> float:
        rules = view.rules
        board = where.board
        s = board.set_of[space]
        if s < board.colours:
            return board.chance[space] * rules.rents[space][0]
        k = sum(view.owner[i] == view.seat for i in board.sets[s])
        return board.chance[space] * rules.rents[space][min(k, len(rules.rents[space])) - 1]

    def _dues(self, view: View) -> list[tuple[int, float]]:
        """What the next throw may cost: (amount, odds), without cards."""
        where = self._where(view)
        seat, at = view.seat, view.at[view.seat]
        rules = view.rules
        out = []
        owners, kind = where.owner, rules.kind
        for steps, odds in _THROWS:
            space = (at + steps) % 40
            owner = owners[space]
            due = 0
            if owner >= 0:
                due = where.rent(space) if owner != seat else 0
            elif kind[space] == "income-tax":
                due = 200
            elif kind[space] == "luxury-tax":
                due = rules.luxury_tax
            if due:
                out.append((due, odds))
        return out

    def _affordable(self, view: View, cash: int, cost: int, income: float) -> bool:
        """Whether spending ``cost`` now is worth what the next throw could then tear down:
        ``income`` is what a round of the others' throws brings by it."""
        left = cash - cost
        if left < RESERVE:
            return False
        where = self._where(view)
        holding = where.holding(view.seat)
        free = left + holding.bare
        all_of_it = free + holding.tied + cost // 2
        loss = 0.0
        for due, odds in self._dues(view):
            short = due - free
            if short > 0:
                more = min(short, cost)
                loss += odds * more
                if due > all_of_it:
                    loss += odds * RUIN * more
        return income > CAUTION * loss

    def _build(self, view: View, options: Options, cash: int) -> Choice | None:
        board = self._board
        rules = view.rules
        opponents = sum(view.playing) - 1
        site = self._site(view)
        if site is None:
            return None
        cost = rules.cost[site]
        level = view.level[site]
        slope = board.slopes[board.set_of[site]][level]
        income = slope * cost * opponents
        facts = {"space": site, "cost": cost, "cash": cash - cost}
        if cash >= cost:
            if self._affordable(view, cash, cost, income) and options.is_legal(Build(site)):
                if level == rules.top - 1:
                    reason = "{A hotel} on {space} costs {cost} and leaves me {cash}."
                elif level < FIRST:
                    reason = (
                        "I’m going for three {houses} first: one on {space} costs {cost} "
                        "and leaves me {cash}."
                    )
                else:
                    reason = "One more {house} on {space} costs {cost} and leaves me {cash}."
                return Choice(Build(site), reason, facts)
            return None
        # A loose deed brings more as houses, up to three on each street.
        if level >= FIRST:
            return None
        most = sum([rules.mortgage_value[i] for i in self._deeds if not view.mortgaged[i]])
        if cash + most < cost:
            return None
        loose = self._loose(view, options)
        lend = sum([rules.mortgage_value[i] for i in loose])
        if cash + lend >= cost and self._affordable(view, cash + lend, cost, income):
            return Choice(
                Mortgage(loose[0]),
                "Mortgaging {space} for {loan} helps pay for {a house} on {space_built}.",
                {
                    "space": loose[0],
                    "loan": rules.mortgage_value[loose[0]],
                    "space_built": site,
                },
            )
        return None

    def _site(self, view: View) -> int | None:
        """Where the next building brings most for its cost."""
        board, rules = self._board, view.rules
        levels, mortgaged = view.level, view.mortgaged
        top = rules.top
        best = None
        most = WORTH_BUILDING
        for g in self._sets:
            members = board.sets[g]
            pick = board.pick[g]
            low = min(pick(levels))
            if low >= top or any(pick(mortgaged)):
                continue
            if low == top - 1 and self._hoards(view):
                continue
            slope = board.slopes[g][low]
            if slope <= most:
                continue
            sites = [i for i in members if levels[i] == low]
            i = max(sites, key=lambda i: board.gain(i, low))
            if view.stock[HOTEL if low == top - 1 else HOUSE]:
                best, most = i, slope
        return best

    def _hoards(self, view: View) -> bool:
        """Whether a hotel would only hand the houses under it to somebody who needs them."""
        if view.stock[HOUSE] > STOCK or view.cash[view.seat] > RICH:
            return False
        top = view.rules.top
        for members in self._board.sets[: self._board.colours]:
            owner = view.owner[members[0]]
            if (
                owner not in (BANK, view.seat)
                and all(view.owner[i] == owner for i in members)
                and any(view.level[i] < top - 1 for i in members)
            ):
                return True
        return False

    # ------------------------------------------------------------ the turn

    def _order(self, view: View, options: Options, ask: AskOrder) -> Choice:
        return _ROLL

    def _roll(self, view: View, options: Options, ask: AskRoll) -> Choice:
        # Nothing is built before one's own throw: it could not earn before, and might be missed.
        if view.claims:
            rent = self._ask_rent(view, options)
            if rent is not None:
                return rent
        if view.jail[view.seat] == FREE:
            return _ROLL
        return self._jail(view, options)

    def _jail(self, view: View, options: Options) -> Choice:
        seat = view.seat
        threat = self._where(view).threat(seat)
        unsold = view.left_with_bank()
        fine = view.rules.jail_fine
        facts = {"threat": int(threat), "fine": fine, "count": unsold}
        if unsold < UNSOLD and threat > STAY:
            return Choice(
                Roll(), "A throw out there costs me {threat} on average, so I’m staying.", facts
            )
        cards = options.of("use-card")
        if cards and isinstance(cards[0], UseCard):
            return Choice(cards[0], "The card saves me the fine of {fine}.", facts)
        if view.cash[seat] >= fine and options.is_legal(Fine()):
            if unsold:
                return Choice(
                    Fine(),
                    "There are still unsold {deeds} ({count}), so I’m paying {fine} to get out.",
                    facts,
                )
            return Choice(
                Fine(),
                "A throw out there costs only {threat} on average, so I’m paying {fine}.",
                facts,
            )
        return _ROLL

    def _end(self, view: View, options: Options, ask: AskEnd) -> Choice:
        choice = self._standing(view, options)
        if choice is None:
            choice = self._dealer.propose(view, options, self._where(view))
        return choice or _END

    # ------------------------------------------------------------ buying

    def _value(self, view: View, space: int) -> tuple[float, float]:
        """What the deed is worth to the seat, and what keeping it from the others is worth."""
        where = self._where(view)
        # In an auction the same is asked at every bid.
        key = (space, tuple(view.cash))
        if where is self._weighed and key == self._lot:
            return self._valued
        price = view.rules.price[space]

        def gain(who: int) -> float:
            cash = view.cash[who] - price
            return where.worth(who, cash, where.with_deed(who, space)) - where.worth(
                who, cash, where.holding(who)
            )

        seat = view.seat
        members = where.board.sets[where.board.set_of[space]]
        rivals = {view.owner[i] for i in members if i != space} - {seat, BANK}
        # Only one who would complete the set is worth denying it.
        harm = 0.0
        if len(rivals) == 1 and all(view.owner[i] in rivals for i in members if i != space):
            harm = DENY * max(0.0, gain(rivals.pop()) - price) / len(view.others())
        self._weighed, self._lot, self._valued = where, key, (gain(seat), harm)
        return self._valued

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        self._look(view)
        space = ask.space
        price = view.rules.price[space]
        cash = view.cash[view.seat]
        mine, deny = self._value(view, space)
        value = int(mine + deny)
        facts = {"space": space, "price": price, "value": value}
        if value < BUY_AT * price:
            return Choice(Decline(), "{space} is worth only {value} to me, not {price}.", facts)
        if (
            view.rules.auctions
            and view.rules.decliner_bids
            and (rival := max(view.cash[o] for o in view.others())) < BLUFF * price
        ):
            facts["rival"] = rival
            reason = (
                "Nobody else has more than {rival}, so I should get {space} for less than {price}."
            )
            return Choice(Decline(), reason, facts)
        if options.is_legal(Buy()):
            reason = "{space} is worth about {value} to me and costs {price}."
            return Choice(Buy(), reason, facts)
        if cash < price and value > LEVER * price:
            loose = self._loose(view, options)
            if cash + sum(view.rules.mortgage_value[i] for i in loose) >= price:
                facts["space_loose"] = loose[0]
                reason = "I’m mortgaging {space_loose} to pay {price} for {space}."
                return Choice(Mortgage(loose[0]), reason, facts)
        return Choice(Decline(), "I can’t really afford {price} for {space}.", facts)

    def _bid(self, view: View, options: Options, ask: AskBid) -> Choice:
        self._look(view)
        if ask.lot < 0:
            return self._bid_piece(view, options, ask)
        price = view.rules.price[ask.lot]
        mine, deny = self._value(view, ask.lot)
        # Beyond the printed price only to complete a set or to deny one.
        limit = int((mine if mine > 2 * price else min(mine, OVER_LIST * price)) + deny)
        cash = view.cash[view.seat]
        low = lowest_bid(view.rules, ask)
        facts = {"space": ask.lot, "limit": limit, "bid": ask.bid}
        if low > limit:
            return Choice(Pass(), "{space} is worth at most {limit} to me.", facts)
        if low > cash:
            loose = self._loose(view, options) if limit > LEVER * low else []
            if cash + sum(view.rules.mortgage_value[i] for i in loose) >= low:
                facts["space_loose"] = loose[0]
                reason = (
                    "{space} is worth {limit} to me, so I’m mortgaging {space_loose} "
                    "to keep bidding."
                )
                return Choice(Mortgage(loose[0]), reason, facts)
            facts["cash"] = cash
            return Choice(Pass(), "I can’t bid more than {cash} for {space}.", facts)
        amount = min(max(low, ask.bid + price // 10), limit, cash)
        return Choice(Bid(amount), "{space} is worth up to {limit} to me.", facts)

    def _bid_piece(self, view: View, options: Options, ask: AskBid) -> Choice:
        cost = max((view.rules.edition.groups[g].house_cost for g in self._sets), default=0)
        limit = 2 * cost
        bids = options.of("bid")
        facts = {"limit": limit}
        if bids and isinstance(bids[0], Amount) and bids[0].low <= min(limit, bids[0].high):
            amount = min(max(bids[0].low, ask.bid + 10), limit, bids[0].high)
            return Choice(Bid(amount), "One more building is worth {limit} to me.", facts)
        return Choice(Pass(), "One more building is worth at most {limit} to me.", facts)

    # ------------------------------------------------------------ money

    def _tax(self, view: View, options: Options, ask: AskTax) -> Choice:
        return tax(view)

    def _card_choice(self, view: View, options: Options, ask: AskCardChoice) -> Choice:
        return pay_or_draw(view, ask)

    def _debt(self, view: View, options: Options, ask: AskDebt) -> Choice:
        cash = view.cash[view.seat]
        facts = {"amount": ask.amount, "missing": ask.amount - cash}
        if cash >= ask.amount:
            return Choice(Pay(), "I can pay the {amount} now.", facts)
        if options.is_legal(GiveUp()):
            return Choice(GiveUp(), "Even selling everything, I can’t raise {amount}.", facts)
        return self._raise(view, options, facts)

    def _raise(self, view: View, options: Options, facts: dict[str, int]) -> Choice:
        """What costs least for each unit of cash that it brings."""
        self._look(view)
        board = self._board
        rules = view.rules
        where = self._where(view)
        reach = where.reach
        best: Mortgage | Sell | None = None
        least = 1e9
        for i in self._deeds:
            whole = board.set_of[i] in self._sets
            if not view.mortgaged[i] and rules.mortgage_value[i] and options.is_legal(Mortgage(i)):
                lost = reach * board.chance[i] * where.rent(i) + 0.1 * rules.mortgage_value[i]
                # A group with a mortgage cannot be built on.
                cost = lost / rules.mortgage_value[i] + (1 if whole else 0)
                if cost < least:
                    best, least = Mortgage(i), cost
            if view.level[i] and options.is_legal(Sell(i)):
                lost = reach * board.gain(i, view.level[i] - 1)
                cost = lost / (rules.cost[i] / 2) + 1
                if cost < least:
                    best, least = Sell(i), cost
        if best is None:
            downs = [x for x in options.of("sell-down") if isinstance(x, SellDown)]
            down = max(downs, key=lambda x: x.level)
            facts["group"] = down.group
            return Choice(
                down, "I’m {missing} short of {amount}, so I’m selling buildings on {group}.", facts
            )
        facts["space"] = best.space
        if isinstance(best, Sell):
            return Choice(
                best,
                "I’m {missing} short of {amount}, so I’m selling a building on {space}.",
                facts,
            )
        return Choice(best, "I’m {missing} short of {amount}, so I’m mortgaging {space}.", facts)

    def _transfer(self, view: View, options: Options, ask: AskTransfer) -> Choice:
        self._look(view)
        cost = view.rules.lift_cost[ask.space]
        facts = {"space": ask.space, "cost": cost}
        whole = self._board.set_of[ask.space] in self._sets
        keep = RESERVE if whole else LIFT_RESERVE
        if view.cash[view.seat] >= cost + keep and options.is_legal(Redeem(ask.space)):
            reason = (
                "Lifting the mortgage on {space} now for {cost} saves me from paying "
                "interest twice."
            )
            return Choice(Redeem(ask.space), reason, facts)
        return Choice(Keep(ask.space), "I’d rather keep the {cost} for now.", facts)

    def _claim(self, view: View, options: Options, ask: AskClaim) -> Choice:
        self._look(view)
        costs = [view.rules.edition.groups[g].house_cost for g in self._sets]
        cheapest = min(costs, default=0)
        facts = {"cost": cheapest}
        if costs and view.cash[view.seat] >= cheapest:
            return Choice(ClaimIt(), "I could use a building for {cost}.", facts)
        return Choice(Pass(), "I can’t spare {cost}.", facts)

    def _place(self, view: View, options: Options, ask: AskPlace) -> Choice:
        board = board_of(view.rules)
        places = [place for place in options.of("place") if isinstance(place, Place)]
        best = max(places, key=lambda p: board.gain(p.space, view.level[p.space]))
        return Choice(best, "{space} gains the most from this building.", {"space": best.space})

    # ------------------------------------------------------------ deals

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        if options.violations(Accept()):
            return Choice(Reject(), "This trade with {seat} isn’t possible.", {"seat": ask.by})
        judgement = judge(view, ask.by, ask.give, ask.get, self._where(view))
        answer = Accept() if judgement.good else Reject()
        return Choice(answer, judgement.why, judgement.facts)


_HANDLERS: Final[dict[type, Callable[[Steady1, View, Options, Any], Choice]]] = {
    AskOrder: Steady1._order,
    AskRoll: Steady1._roll,
    AskRentRoll: Steady1._order,
    AskEnd: Steady1._end,
    AskBuy: Steady1._buy,
    AskBid: Steady1._bid,
    AskTax: Steady1._tax,
    AskCardChoice: Steady1._card_choice,
    AskDebt: Steady1._debt,
    AskTransfer: Steady1._transfer,
    AskAnswer: Steady1._answer,
    AskClaim: Steady1._claim,
    AskPlace: Steady1._place,
}
