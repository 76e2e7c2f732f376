"""Offers between players. Clauses: trading.*, cards.goojf-trade, debt.no-player-loans,
mortgage.transfer-choice."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    FREE,
    Accept,
    AskAnswer,
    AskDebt,
    AskTransfer,
    Because,
    Bundle,
    Offer,
    Reject,
    State,
)
from . import debt

_DEAL: Final = (
    "trading.private-sale",
    "trading.free-price",
    "trading.assets",
    "trading.any-time",
)


def bar_offer(s: State, seat: int, answer: Offer) -> Because:
    """What speaks against the offer now; it is checked again when it is accepted."""
    if answer.to == seat:
        return ("trading.private-sale", "trading.assets")
    if not 0 <= answer.to < s.seats or not s.playing[answer.to]:
        return ("bankruptcy.retire", "trading.private-sale")
    because = bar_terms(s, seat, answer.to, answer.give, answer.get)
    ask = s.agenda[-1]
    if not because and isinstance(ask, AskDebt):
        because += _bar_in_debt(s, ask, seat, answer)
    return because


def bar_terms(s: State, by: int, to: int, give: Bundle, get: Bundle) -> Because:
    because: Because = ()
    if not give and not get:
        because += ("trading.assets",)
    if give.cash and get.cash:
        because += ("trading.assets", "trading.free-price")
    for giver, bundle in ((by, give), (to, get)):
        if any(s.owner[i] != giver for i in bundle.deeds):
            because += ("trading.private-sale", "trading.assets", "trading.no-shared-ownership")
        if any(s.held[deck] != giver for deck in bundle.cards):
            because += ("cards.goojf-trade", "trading.assets")
        if any(s.level[m] for i in bundle.deeds for m in _street_group(s, i)):
            because += ("trading.bare-group", "selling-buildings.bank-only")
        if bundle.cash > s.cash[giver]:
            because += ("debt.no-player-loans", "debt.bank-only-lender", "trading.assets")
    if because:
        return because
    for receiver, gets, gives in ((to, give, get), (by, get, give)):
        due = interest_due(s, gets)
        if due and s.cash[receiver] + gets.cash - gives.cash < due:
            because += ("mortgage.transfer-choice", "mortgage.transfer-interest")
    return because


def _street_group(s: State, space: int) -> tuple[int, ...]:
    return s.rules.members[space] if s.rules.kind[space] == "street" else ()


def interest_due(s: State, gets: Bundle) -> int:
    """The least that the mortgaged deeds in ``gets`` cost their receiver at once."""
    return sum(s.rules.transfer_interest[i] for i in gets.deeds if s.mortgaged[i])


def _bar_in_debt(s: State, ask: AskDebt, seat: int, answer: Offer) -> Because:
    # A doomed debtor could strip the estate its creditor is entitled to (ruling: debt.raise-cash).
    after = s.cash[seat] + debt.obtainable(s, seat)
    after += answer.get.cash - answer.give.cash - interest_due(s, answer.get)
    for i in answer.give.deeds:
        if not s.mortgaged[i]:
            after -= s.rules.mortgage_value[i]
    for i in answer.get.deeds:
        if not s.mortgaged[i]:
            after += s.rules.mortgage_value[i]
    return () if after >= ask.amount else ("debt.raise-cash", "bankruptcy.condition")


def offer(t: Table, seat: int, answer: Offer) -> None:
    t.tell(
        "offer",
        ("trading.any-time", "trading.private-sale", "trading.assets"),
        seat=seat,
        to=answer.to,
        give=answer.give,
        get=answer.get,
    )
    t.push(AskAnswer(answer.to, seat, answer.give, answer.get))


def bar_accept(s: State, ask: AskAnswer, seat: int, answer: Accept) -> Because:
    because = bar_terms(s, ask.by, seat, ask.give, ask.get)
    below = s.agenda[-2]
    if not because and isinstance(below, AskDebt):
        because += _bar_in_debt(s, below, ask.by, Offer(seat, ask.give, ask.get))
    return because


def accept(t: Table, ask: AskAnswer, seat: int, answer: Accept) -> None:
    """Both sides at once; then each receiver settles the mortgages it took over."""
    s = t.s
    t.pop()
    deal: Because = _DEAL
    t.tell("deal", deal, by=ask.by, to=seat, give=ask.give, get=ask.get)
    for giver, receiver, bundle in ((ask.by, seat, ask.give), (seat, ask.by, ask.get)):
        if bundle.cash:
            t.pay(giver, receiver, bundle.cash, deal, "deal")
        for i in bundle.deeds:
            because = (*deal, "trading.mortgaged") if s.mortgaged[i] else deal
            t.deed(i, receiver, because)
        for deck in bundle.cards:
            because = ("cards.goojf-trade", *deal)
            if s.jail[receiver] != FREE:
                because += ("jail.exit-bought-card",)
            t.hand_card(deck, receiver, because)
    # Asked about in board order, the seat that receives by "get" first (RECORD.md).
    asks = [
        AskTransfer(receiver, i, False)
        for receiver, bundle in ((ask.by, ask.get), (seat, ask.give))
        for i in sorted(bundle.deeds)
        if s.mortgaged[i]
    ]
    for item in reversed(asks):
        t.push(item)


def reject(t: Table, ask: AskAnswer, seat: int, answer: Reject) -> None:
    t.pop()
    t.tell("reject", ("trading.private-sale",), seat=seat, by=ask.by)
