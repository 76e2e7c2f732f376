"""The program of a player from rules: the same player, move for move, as readable Python for the workshop.

:data:`_BODY` decides as :class:`~..strategies.rules_bot.RulesBot` does."""

from __future__ import annotations

import unicodedata
from keyword import iskeyword
from textwrap import wrap
from typing import Final

from ..language.catalogue import Catalogue
from ..strategies.playing_rules import CHOICE, RULES, SECTIONS, Rule, Value
from ..strategies.strategy_file import Strategy

_WIDTH: Final = 36
_CLASS: Final = "MyBot"


def class_name(name: str) -> str:
    """A name for the class, made of the letters of the player's name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    found = "".join(word[:1].upper() + word[1:] for word in words)
    # The program has constants of its own, in capitals.
    good = found.isidentifier() and not found[0].islower() and not found.isupper()
    return found if good and not iskeyword(found) else _CLASS


def python_program(strategy: Strategy, _: Catalogue) -> str:
    """The program of this player, with the sentences of its rules as comments."""
    lines = ["from titledeed.api import offer", ""]
    for section, title in SECTIONS.items():
        lines += ["", f"# {_(title)}"]
        for rule in RULES:
            if rule.section == section:
                lines += _constant(rule, getattr(strategy.rules, rule.id), _)
    body = _BODY.replace(_CLASS, class_name(strategy.name))
    return "\n".join(lines) + "\n" + body


def _constant(rule: Rule, value: Value, _: Catalogue) -> list[str]:
    plain = f'"{value}"' if rule.kind == CHOICE else repr(value)
    says = wrap(rule.says(value, _), _WIDTH - 2, break_long_words=False)
    return [*(f"# {part}" for part in says), f"{rule.id.upper()} = {plain}"]


_BODY: Final = '''
# What a jail-release card is worth
# in a trade.
CARD = 50
# How many times the price is added
# to an offer after each refusal.
MORE = 0.25


class MyBot:
    def choose(self, view, options):
        kind = view.ask.kind
        if view.ask.seat != view.seat or kind == "end":
            return self.act(view, options)
        if kind == "roll":
            return self.act(view, options) or self.leave_jail(view, options)
        if kind == "buy":
            return self.buy(view, options)
        if kind == "bid":
            return self.bid(view, options)
        if kind == "answer":
            return self.answer_offer(view, options)
        if kind == "debt":
            return self.pay_debt(view, options)
        if kind == "transfer":
            return self.take_mortgaged(view, options)
        if kind == "claim":
            return self.claim_building(view, options)
        if kind == "place":
            return self.place_building(view, options)
        if kind == "tax":
            return self.choose_tax(view)
        if kind == "card-choice":
            return "pay" if view.cash[view.seat] >= view.ask.amount else "take-chance"
        return options.least()

    # --- my turn, and quiet moments between others' turns

    def act(self, view, options):
        for rent in options.of("ask-rent"):
            return (rent, "A player owes me rent.")
        cash = view.cash[view.seat]
        return (
            self.lift(view, options, cash, True)
            or self.build(view, options, cash)
            or self.lift(view, options, cash, False)
            or self.trade(view, options, cash)
        )

    def leave_jail(self, view, options):
        if view.jail[view.seat] < 0:
            return "roll"  # not in jail
        ownable = view.rules.ownable
        sold = sum(view.owner[space] >= 0 for space in ownable)
        if sold * 100 > JAIL_STAY * len(ownable):
            return ("roll", "It is safe in here.")
        for card in options.of("use-card"):
            return (card, "My card gets me out for free.")
        left = view.cash[view.seat] - view.rules.jail_fine
        if left >= FINE_KEEP and options.of("fine"):
            return ("fine", f"The fine leaves me {left}.")
        return "roll"

    # --- buildings and mortgages

    def build(self, view, options, cash):
        rules = view.rules
        if rules.limit_rounds and view.round > rules.limit_rounds - BUILD_STOP:
            return None
        if cash < BUILD_KEEP or not view.complete(view.seat):
            return None
        sites = [b for b in options.of("build") if self.may_build(view, b.space, cash)]
        if not sites:
            return None
        pick = max if BUILD_FIRST == "expensive" else min
        best = pick(sites, key=lambda build: rules.price[build.space])
        return (best, f"It leaves me {cash - rules.cost[best.space]}.")

    def may_build(self, view, space, cash):
        cost = view.rules.cost[space]
        begun = any(view.level[p] for p in view.rules.members[space])
        if not begun and cash - BUILD_FROM * cost < BUILD_KEEP:
            return False
        keep = BUILD_KEEP if view.level[space] < BUILD_TO else BEYOND_KEEP
        return cash - cost >= keep

    def lift(self, view, options, cash, whole):
        keep = LIFT_GROUP_KEEP if whole else LIFT_KEEP
        for lift in options.of("redeem"):
            left = cash - view.rules.lift_cost[lift.space]
            if left >= keep and self.is_whole(view, lift.space) == whole:
                return (lift, f"I still have {left} then.")
        return None

    def is_whole(self, view, space):
        """Do I own the whole color group?"""
        members = view.rules.members[space]
        mine = all(view.owner[p] == view.seat for p in members)
        return mine and view.rules.kind[space] == "street"

    # --- what a property is worth

    def rest_owner(self, view, space, owner):
        """Who owns all the rest of the group? None if there are several owners."""
        owners = {owner[p] for p in view.rules.members[space] if p != space}
        return owners.pop() if len(owners) == 1 else None

    def times(self, view, space, owner):
        """How many times its price is it worth?"""
        rest = self.rest_owner(view, space, owner)
        if rest == view.seat:
            return COMPLETE_TIMES
        if rest is not None and rest >= 0:
            return DENY_TIMES
        if view.rules.kind[space] == "railroad":
            return RAILROAD_TIMES
        if view.rules.kind[space] == "utility":
            return UTILITY_TIMES
        if any(owner[p] == view.seat for p in view.rules.members[space] if p != space):
            return SECOND_TIMES
        return ANY_TIMES

    def worth(self, view, space, owner):
        worth = int(view.rules.price[space] * self.times(view, space, owner))
        if view.mortgaged[space]:
            worth -= view.rules.lift_cost[space]
        return worth

    # --- trades

    def trade(self, view, options, cash):
        if view.turn != view.seat or len(view.offered) >= OFFERS or view.last_round:
            return None
        for space in view.rules.ownable:
            other = view.owner[space]
            if other < 0 or other == view.seat:
                continue
            if self.rest_owner(view, space, view.owner) != view.seat:
                continue
            if SWAPS:
                swap = self.swap(view, options, space, cash)
                if swap:
                    return swap
            times = OFFER_FROM + MORE * self.refusals(view, other, (space,), ())
            price = int(view.rules.price[space] * times)
            if times > OFFER_TO or cash - price < OFFER_KEEP:
                continue
            proposal = offer(to=other, give=price, get=[space])
            if options.is_legal(proposal):
                return (proposal, "It completes my group.")
        return None

    def swap(self, view, options, space, cash):
        other = view.owner[space]
        price = view.rules.price
        for mine in view.deeds(view.seat):
            if self.rest_owner(view, mine, view.owner) != other:
                continue
            more = price[space] - price[mine]
            if cash - more < OFFER_KEEP or self.refusals(view, other, (space,), (mine,)):
                continue
            proposal = offer(to=other, give=[mine], get=[space], cash=more)
            if options.is_legal(proposal):
                return (proposal, "A group for you, and one for me.")
        return None

    def refusals(self, view, to, get, give):
        """How often did this player refuse it?"""
        count = 0
        for past in view.past:
            if past.by == view.seat and past.to == to and not past.accepted:
                if past.get.deeds == get and past.give.deeds == give:
                    count += 1
        return count

    def answer_offer(self, view, options):
        ask = view.ask  # I get ask.give, and I give ask.get
        after = list(view.owner)
        for space in ask.give.deeds:
            after[space] = view.seat
        for space in ask.get.deeds:
            after[space] = ask.by
        brings = ask.give.cash + CARD * len(ask.give.cards)
        for space in ask.give.deeds:
            brings += self.worth(view, space, after)
        costs = ask.get.cash + CARD * len(ask.get.cards)
        for space in ask.get.deeds:
            worth = self.worth(view, space, view.owner)
            if self.rest_owner(view, space, after) == ask.by:
                worth = max(worth, int(view.rules.price[space] * GIVE_TIMES))
            costs += worth
        if brings >= ACCEPT_TIMES * costs and options.of("accept"):
            return ("accept", f"It brings {brings} and costs {costs}.")
        return ("reject", f"It brings {brings}, but costs {costs}.")

    # --- buying and bidding

    def buy(self, view, options):
        space, cash = view.ask.space, view.cash[view.seat]
        price = view.rules.price[space]
        completes = self.rest_owner(view, space, view.owner) == view.seat
        keep = COMPLETE_KEEP if completes else BUY_KEEP
        if self.times(view, space, view.owner) < 1:
            return ("decline", "It is not worth its price.")
        if cash - price >= keep and options.of("buy"):
            return ("buy", f"That leaves me {cash - price}.")
        if completes and BORROW:
            group = view.rules.members[space]
            deeds = [m for m in self.mortgages(view, options, False) if m.space not in group]
            loan = sum(view.rules.mortgage_value[m.space] for m in deeds)
            if cash < price <= cash + loan:
                return (deeds[0], "I borrow to complete my group.")
        return ("decline", f"I would have less than {keep}.")

    def bid(self, view, options):
        lot, cash = view.ask.lot, view.cash[view.seat]
        rules = view.rules
        if lot < 0:  # a house or a hotel
            groups = view.complete(view.seat)
            worth = max([rules.edition.groups[g].house_cost for g in groups], default=0)
            keep, step = BUILD_KEEP, 10
        else:
            worth = int(rules.price[lot] * self.times(view, lot, view.owner))
            completes = self.rest_owner(view, lot, view.owner) == view.seat
            keep = COMPLETE_KEEP if completes else BUY_KEEP
            step = rules.price[lot] // 10
        limit = min(worth, cash - keep)
        for bids in options.of("bid"):
            if bids.low <= limit:
                amount = min(max(bids.low, view.ask.bid + step), limit)
                return (f"bid {amount}", f"My limit is {limit}.")
        return ("pass", f"My limit is {limit}.")

    # --- debts and the rest

    def mortgages(self, view, options, whole):
        found = [m for m in options.of("mortgage") if self.is_whole(view, m.space) == whole]
        value = view.rules.mortgage_value
        sign = 1 if MORTGAGE_FIRST == "cheap" else -1
        return sorted(found, key=lambda m: (sign * value[m.space], m.space))

    def pay_debt(self, view, options):
        cash, amount = view.cash[view.seat], view.ask.amount
        if cash >= amount:
            return "pay"
        cost = view.rules.cost
        deeds = self.mortgages(view, options, False)
        houses = sorted(
            options.of("sell"), key=lambda s: (-view.level[s.space], -cost[s.space], s.space)
        )
        downs = sorted(options.of("sell-down"), key=lambda s: (-s.level, s.group))
        first = houses + deeds if RAISE_FIRST == "houses" else deeds + houses
        for way in first + downs + self.mortgages(view, options, True):
            return (way, f"I still need {amount - cash}.")
        return "bankrupt"

    def take_mortgaged(self, view, options):
        space = view.ask.space
        keep = LIFT_GROUP_KEEP if self.is_whole(view, space) else LIFT_KEEP
        left = view.cash[view.seat] - view.rules.lift_cost[space]
        if left >= keep and options.of("redeem"):
            return ("redeem " + view.name(space), f"I still have {left} then.")
        return "keep " + view.name(space)

    def claim_building(self, view, options):
        groups = view.complete(view.seat)
        cost = min([view.rules.edition.groups[g].house_cost for g in groups], default=0)
        if view.cash[view.seat] - cost >= BUILD_KEEP and options.of("claim"):
            return "claim"
        return "pass"

    def place_building(self, view, options):
        return max(options.of("place"), key=lambda p: view.rules.rents[p.space][-1])

    def choose_tax(self, view):
        rules = view.rules
        worth = view.cash[view.seat]
        for space in view.deeds(view.seat):
            worth += rules.price[space] + view.level[space] * rules.cost[space]
        return "percent" if worth < 2000 else "flat"
'''
