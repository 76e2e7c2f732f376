"""Judges the named cause of a refusal, and the clauses that it cites, from the state alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from titledeed import api as w
from titledeed.engine.reducer import violations
from titledeed.engine.special_seats_and_ids import BANK, CHANCE, FREE, HOTEL, HOUSE, NOBODY, Because
from titledeed.engine.state import (
    State,
)


class Refusal(NamedTuple):
    """An answer that is not allowed now, with the facts of the cause that is named for it."""

    state: State
    seat: int
    answer: Any
    clauses: Because
    facts: Any

    @property
    def ask(self) -> Any:
        return self.state.ask

    @property
    def space(self) -> int:
        """The space that the answer is about."""
        space = getattr(self.answer, "space", -1)
        return space if space >= 0 else getattr(self.ask, "space", -1)

    @property
    def group(self) -> tuple[int, ...]:
        rules = self.state.rules
        if isinstance(self.answer, w.SellDown):
            return rules.edition.groups[self.answer.group].members
        return rules.members[self.space]

    @property
    def piece(self) -> int:
        if isinstance(self.ask, w.AskPlace):
            return self.ask.piece
        return HOTEL if self.state.level[self.space] == self.state.rules.top - 1 else HOUSE

    def mine(self) -> bool:
        return {self.state.owner[i] for i in self.group} == {self.seat}

    def asked(self, *kinds: type) -> bool:
        return isinstance(self.ask, kinds) and self.ask.seat == self.seat


def _offer(r: Refusal) -> tuple[int, int, w.Bundle, w.Bundle]:
    if isinstance(r.answer, w.Offer):
        return r.seat, r.answer.to, r.answer.give, r.answer.get
    return r.ask.by, r.seat, r.ask.give, r.ask.get


def _sides(r: Refusal) -> dict[int, w.Bundle]:
    by, to, give, get = _offer(r)
    return {by: give, to: get}


def _received(r: Refusal) -> dict[int, w.Bundle]:
    by, to, give, get = _offer(r)
    return {to: give, by: get}


def _need_for_sale(r: Refusal) -> int:
    """The houses that the Bank must supply for this sale."""
    state, top = r.state, r.state.rules.top
    if isinstance(r.answer, w.Sell):
        return top - 1
    need = 0
    for i in r.group:
        after = min(state.level[i], r.answer.level)
        need += after - (state.level[i] if state.level[i] < top else 0)
    return need


def _spaces(r: Refusal, wanted: Callable[[int], bool]) -> bool:
    """Whether the spaces named are those of the group for which this holds."""
    return list(r.facts["spaces"]) == [i for i in r.group if wanted(i)] != []


def _interest_due(state: State, gets: w.Bundle) -> int:
    return sum(state.rules.transfer_interest[i] for i in gets.deeds if state.mortgaged[i])


def _interest(r: Refusal) -> bool:
    state, seat = r.state, r.facts["seat"]
    gets = _received(r)[seat]
    due = _interest_due(state, gets)
    have = state.cash[seat] + gets.cash - _sides(r)[seat].cash
    return due == r.facts["amount"] > have


def _cash(r: Refusal) -> bool:
    state, seat = r.state, r.facts["seat"]
    match r.answer:
        case w.Bid(amount=amount):
            price = amount
        case w.Build() | w.Place():
            price = state.rules.cost[r.space]
        case w.Buy():
            price = state.rules.price[r.ask.space]
        case w.Fine():
            price = state.rules.jail_fine
        case _:
            price = _sides(r)[seat].cash
    return state.cash[seat] == r.facts["cash"] < price


def _obtainable(r: Refusal) -> int:
    state, rules = r.state, r.state.rules
    total = 0
    for i in rules.ownable:
        if state.owner[i] == r.seat:
            total += state.level[i] * (rules.cost[i] // 2)
            total += 0 if state.mortgaged[i] else rules.mortgage_value[i]
    return total


def _lowest(r: Refusal) -> int:
    if r.ask.leader != NOBODY:
        return int(r.ask.bid) + 1
    rules = r.state.rules
    return rules.opening_bid if r.ask.lot >= 0 else rules.building_opening_bid


def _may_now(r: Refusal, answer: Any) -> bool:
    return not violations(r.state, r.seat, answer)


# When a cause is true, by its name in ``language/reasons.py``.
TRUE: Final[dict[str, Callable[[Refusal], bool]]] = {
    # the moment
    "answer-first": lambda r: r.ask.seat == r.seat and not isinstance(r.ask, w.QUIET),
    "chance-first": lambda r: r.ask.seat == CHANCE,
    "declined": lambda r: (
        isinstance(r.answer, w.Bid)
        and r.ask.lot >= 0
        and r.ask.about == r.seat
        and not r.state.rules.decliner_bids
    ),
    "else-asked": lambda r: r.ask.seat == r.seat,
    "first-lap": lambda r: (
        r.state.rules.lap_first
        and not r.state.laps[r.seat]
        and isinstance(r.answer, (w.Buy, w.Bid))
    ),
    "no-wish": lambda r: r.ask.lot < 0 and r.seat not in r.ask.bidders,
    "no-throw-left": lambda r: r.asked(w.AskEnd) and isinstance(r.answer, w.Roll),
    "other-asked": lambda r: r.ask.seat == r.facts["other"] != r.seat,
    "other-first": lambda r: r.ask.seat == r.facts["other"] != r.seat,
    "others-turn": lambda r: r.ask.seat == r.facts["other"] != r.seat,
    "out": lambda r: not r.state.playing[r.facts["seat"]],
    "over": lambda r: isinstance(r.ask, w.Over),
    "throw-first": lambda r: r.asked(w.AskRoll) and _may_now(r, w.Roll()),
    "too-late": lambda r: r.asked(w.AskEnd) and r.state.jail[r.seat] != FREE,
    # buildings
    "few-houses": lambda r: (
        r.state.stock[HOUSE] == r.facts["n"] < _need_for_sale(r)
        and any(r.state.level[i] == r.state.rules.top for i in r.group)
    ),
    "group-incomplete": lambda r: _spaces(r, lambda i: r.state.owner[i] != r.seat),
    "group-mortgaged": lambda r: _spaces(r, lambda i: r.state.mortgaged[i]),
    "has-hotel": lambda r: r.state.level[r.facts["space"]] == r.state.rules.top,
    "hotel-too-early": lambda r: (
        r.piece == HOTEL
        and r.facts["n"] == r.state.rules.top - 1
        and _spaces(r, lambda i: r.state.level[i] < r.facts["n"])
    ),
    "house-on-offer": lambda r: (
        isinstance(r.ask, w.AskBid)
        and (r.ask.lot, r.ask.piece) == (-1, HOUSE)
        and 0 <= r.state.stock[HOUSE] - _need_for_sale(r) < 1
    ),
    "no-hotels": lambda r: r.piece == HOTEL and r.state.stock[HOTEL] == 0,
    "no-houses": lambda r: r.piece == HOUSE and r.state.stock[HOUSE] == 0,
    "no-more-there": lambda r: (
        r.mine() and max(r.state.level[i] for i in r.group) <= r.answer.level
    ),
    "no-street": lambda r: r.state.rules.kind[r.facts["space"]] != "street",
    "not-built": lambda r: r.state.level[r.facts["space"]] == 0,
    "nothing-to-sell": lambda r: not r.mine(),
    "sell-first": lambda r: (
        r.state.rules.even and _spaces(r, lambda i: r.state.level[i] > r.state.level[r.space])
    ),
    "uneven": lambda r: (
        r.state.rules.even and _spaces(r, lambda i: r.state.level[i] < r.state.level[r.space])
    ),
    # mortgages
    "built-on": lambda r: _spaces(r, lambda i: r.state.level[i] > 0),
    "lift-cost": lambda r: (
        r.facts["amount"] == r.state.rules.lift_cost[r.space]
        and r.state.cash[r.seat] == r.facts["cash"] < r.facts["amount"]
    ),
    "mortgaged": lambda r: r.state.mortgaged[r.facts["space"]],
    "no-deed": lambda r: r.facts["space"] not in r.state.rules.ownable,
    "not-mortgaged": lambda r: not r.state.mortgaged[r.facts["space"]],
    "not-owned": lambda r: r.state.owner[r.facts["space"]] != r.seat,
    "other-deed": lambda r: r.asked(w.AskTransfer) and r.answer.space not in (-1, r.ask.space),
    # buying, auctions, debts
    "bid-too-low": lambda r: r.answer.amount < _lowest(r) == r.facts["low"],
    "bought-on-mortgage": lambda r: r.state.mortgage_money and r.state.rules.mortgage_bars_purchase,
    "can-pay": lambda r: (
        r.facts["amount"] == _obtainable(r) > 0
        and r.state.cash[r.seat] + r.facts["amount"] >= r.ask.amount
    ),
    "can-pay-now": lambda r: r.state.cash[r.seat] == r.facts["cash"] >= r.ask.amount,
    "cash": _cash,
    "missing": lambda r: r.facts["amount"] == r.ask.amount - r.state.cash[r.seat] > 0,
    "no-claim": lambda r: (
        not any(
            (claim.by, claim.space) == (r.seat, r.answer.space)
            and r.answer.of in (NOBODY, claim.of)
            for claim in r.state.claims
        )
    ),
    "no-site": lambda r: not any(_may_place(r, i) for i in r.state.rules.streets),
    # jail
    "fine-too-late": lambda r: r.state.jail[r.seat] >= r.state.rules.fine_turns,
    "no-jail-card": lambda r: r.seat not in r.state.held,
    "not-in-jail": lambda r: r.state.jail[r.seat] == FREE,
    "which-card": lambda r: (
        r.state.held == [r.seat, r.seat] and r.answer.deck < 0 and r.facts == {"one": 0, "two": 1}
    ),
    # deals
    "both-cash": lambda r: all(bundle.cash > 0 for bundle in _sides(r).values()),
    "debt-after-deal": lambda r: any(
        isinstance(item, w.AskDebt) and item.seat == r.facts["seat"] for item in r.state.agenda
    ),
    "deeds-not-owned": lambda r: (
        list(r.facts["spaces"])
        == [i for i in _sides(r)[r.facts["seat"]].deeds if r.state.owner[i] != r.facts["seat"]]
        != []
    ),
    "group-built-on": lambda r: any(
        r.state.level[i] for i in r.state.rules.edition.groups[r.facts["group"]].members
    ),
    "interest": _interest,
    "not-held": lambda r: r.state.held[r.facts["card"]] != r.facts["seat"],
    "nothing-offered": lambda r: not any(_sides(r).values()),
    "to-oneself": lambda r: r.answer.to == r.seat,
}


def _may_place(r: Refusal, space: int) -> bool:
    """Whether the bidder could put the building that is auctioned here."""
    state, rules = r.state, r.state.rules
    group = rules.members[space]
    level = state.level[space]
    hotel = level == rules.top - 1
    full = {state.owner[i] for i in group} == {r.seat} and not any(
        state.mortgaged[i] for i in group
    )
    lowest = min(state.level[i] for i in group)
    room = level < rules.top and hotel == (r.ask.piece == HOTEL)
    if hotel or rules.even:
        room = room and lowest >= level
    return full and room


# When a refusal may cite a clause. As far as a machine can tell, any refusal may cite a clause that is
# not listed here.
MAY_BAR: Final[dict[str, Callable[[Refusal], bool]]] = {
    "purchase.no-second-thoughts": lambda r: (
        (isinstance(r.answer, w.Buy) and _stands_on_free(r))
        or (isinstance(r.answer, w.Bid) and TRUE["declined"](r))
    ),
    "house.lap-first": lambda r: isinstance(r.ask, w.AskBid) or TRUE["first-lap"](r),
    "house.stock": lambda r: 0 in r.state.stock,
    "shortage.wait": lambda r: 0 in r.state.stock,
    "purchase.mortgage-same-move": TRUE["bought-on-mortgage"],
    "auction.trigger": lambda r: isinstance(r.ask, w.AskBid) and r.state.playing[r.ask.about],
    "bankruptcy.bank-auction": lambda r: (
        isinstance(r.ask, w.AskBid) and not r.state.playing[r.ask.about]
    ),
    "auction.minimum-raise": lambda r: r.ask.leader != NOBODY,
    "auction.opening-bid": lambda r: r.ask.leader == NOBODY and r.ask.lot >= 0,
    "shortage.opening-bid": lambda r: isinstance(r.ask, w.AskBid) and r.ask.lot < 0,
    "houses.price": lambda r: (
        r.piece == HOUSE and r.state.cash[r.seat] < r.state.rules.cost[r.space]
    ),
    "hotels.price": lambda r: (
        r.piece == HOTEL and r.state.cash[r.seat] < r.state.rules.cost[r.space]
    ),
    "hotels.one-per-street": lambda r: r.state.level[r.space] == r.state.rules.top,
    "houses.unmortgaged-group": lambda r: any(r.state.mortgaged[i] for i in r.group),
    "short-game.deal": lambda r: isinstance(r.ask, w.AskDeal),
    "trading.mortgaged": lambda r: _owes_interest(r) or not r.ask.estate,
    "bankruptcy.mortgage-later": lambda r: _owes_interest(r) or r.ask.estate,
    "doubles.resolve-space": lambda r: r.state.again and r.seat == r.state.turn,
    "jail.just-visiting": lambda r: r.state.jail[r.seat] == FREE,
    "selling-buildings.even": lambda r: r.state.rules.even,
    "ending.last-player": lambda r: isinstance(r.ask, w.Over) and sum(r.state.playing) == 1,
    "bankruptcy.retire": lambda r: not all(r.state.playing) or isinstance(r.answer, w.Resign),
}


def _stands_on_free(r: Refusal) -> bool:
    state = r.state
    at = state.at[r.seat]
    moved = state.thrown and not isinstance(r.ask, w.AskDice)
    return r.seat == state.turn and moved and at in state.rules.ownable and state.owner[at] == BANK


def _owes_interest(r: Refusal) -> bool:
    return isinstance(r.ask, w.AskDebt) and r.ask.what == "interest"


def beside_the_point(r: Refusal) -> Iterator[str]:
    """The clauses that a refusal cites although they speak about something else."""
    for clause in r.clauses:
        may = MAY_BAR.get(clause)
        if may is not None and not may(r):
            yield f"{clause} says nothing about {r.answer} at {type(r.ask).__name__}"
