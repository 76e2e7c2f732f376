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
    Cause,
    Offer,
    Reject,
    State,
)
from . import debt, houses

_DEAL: Final = (
    "trading.private-sale",
    "trading.free-price",
    "trading.assets",
    "trading.any-time",
)


def bar_offer(s: State, seat: int, answer: Offer) -> Because:
    """The clauses against an offer now. It is checked again when somebody accepts it."""
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
        if houses.others_streets(s, giver, bundle.deeds):
            because += ("trading.private-sale", "trading.assets", "trading.no-shared-ownership")
        if _not_held(s, giver, bundle):
            because += ("cards.goojf-trade", "trading.assets")
        if _built_on(s, bundle):
            because += ("trading.bare-group", "selling-buildings.bank-only")
        if bundle.cash > s.cash[giver]:
            because += ("debt.no-player-loans", "debt.bank-only-lender", "trading.assets")
    if because:
        return because
    for receiver, gets, gives in ((to, give, get), (by, get, give)):
        if _interest_short(s, receiver, gets, gives):
            because += ("mortgage.transfer-choice", "mortgage.transfer-interest")
    return because


def _not_held(s: State, giver: int, bundle: Bundle) -> list[int]:
    """The decks in the bundle whose jail card the giver does not hold."""
    return [deck for deck in bundle.cards if s.held[deck] != giver]


def _built_on(s: State, bundle: Bundle) -> list[int]:
    """The streets of the bundle whose groups have buildings."""
    rules = s.rules
    return [
        i
        for i in bundle.deeds
        if rules.kind[i] == "street" and houses.higher(s, rules.members[i], 0)
    ]


def _group_of(s: State, space: int) -> int:
    return next(g for g, group in enumerate(s.rules.edition.groups) if space in group.members)


def _interest_short(s: State, receiver: int, gets: Bundle, gives: Bundle) -> int:
    """The interest due at once if the receiver could not pay it; else 0."""
    due = interest_due(s, gets)
    return due if due and s.cash[receiver] + gets.cash - gives.cash < due else 0


def why_offer(s: State, seat: int, answer: Offer, clause: str) -> Cause | None:
    if answer.to == seat:
        return Cause("to-oneself")
    if clause == "bankruptcy.retire" and 0 <= answer.to < s.seats:
        return Cause("out", {"seat": answer.to})
    if clause == "debt.raise-cash":
        return _still_in_debt(s.agenda[-1])
    return _why_terms(s, seat, answer.to, answer.give, answer.get, clause)


def why_accept(s: State, seat: int, answer: Accept, clause: str) -> Cause | None:
    ask = s.agenda[-1]
    if not isinstance(ask, AskAnswer):
        return None
    if clause == "debt.raise-cash":
        return _still_in_debt(s.agenda[-2])
    return _why_terms(s, ask.by, seat, ask.give, ask.get, clause)


def _still_in_debt(ask: object) -> Cause | None:
    return Cause("debt-after-deal", {"seat": ask.seat}) if isinstance(ask, AskDebt) else None


def _why_terms(s: State, by: int, to: int, give: Bundle, get: Bundle, clause: str) -> Cause | None:
    """The facts behind a clause of :func:`bar_terms`, those of the offering side first."""
    sides = ((by, give), (to, get))
    match clause:
        case "trading.assets":
            # It comes first only where both sides hold money, or neither holds anything.
            return Cause("both-cash") if give.cash else Cause("nothing-offered")
        case "trading.private-sale":
            for giver, bundle in sides:
                if spaces := houses.others_streets(s, giver, bundle.deeds):
                    return Cause("deeds-not-owned", {"seat": giver, "spaces": spaces})
        case "cards.goojf-trade":
            for giver, bundle in sides:
                for deck in _not_held(s, giver, bundle):
                    return Cause("not-held", {"seat": giver, "card": deck})
        case "trading.bare-group":
            for _, bundle in sides:
                for space in _built_on(s, bundle):
                    return Cause("group-built-on", {"group": _group_of(s, space)})
        case "debt.no-player-loans":
            for giver, bundle in sides:
                if bundle.cash > s.cash[giver]:
                    return houses.has_only(s, giver)
        case "mortgage.transfer-choice":
            for receiver, gets, gives in ((to, give, get), (by, get, give)):
                if due := _interest_short(s, receiver, gets, gives):
                    return Cause("interest", {"seat": receiver, "amount": due})
    return None


def interest_due(s: State, gets: Bundle) -> int:
    """The least interest that the receiver of ``gets`` must pay at once for mortgaged deeds."""
    return sum(s.rules.transfer_interest[i] for i in gets.deeds if s.mortgaged[i])


def _bar_in_debt(s: State, ask: AskDebt, seat: int, answer: Offer) -> Because:
    # Otherwise a debtor who is lost could give away the creditor's estate (ruling: debt.raise-cash).
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
    """Exchange both sides at once; then each receiver decides on the mortgages that it took over."""
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
    # The asks follow board order, those of the seat that receives "get" first (RECORD.md).
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
