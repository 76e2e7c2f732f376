"""Offers between players. Clauses: trading.*, cards.goojf-trade, debt.no-player-loans,
mortgage.transfer-choice."""

from __future__ import annotations

from typing import Final

from ..answers import (
    Accept,
    Bundle,
    Offer,
    Reject,
)
from ..asks import (
    AskAnswer,
    AskDebt,
    AskTransfer,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import FREE, Because
from ..state import (
    State,
)
from . import debt, houses, mortgage

_DEAL: Final = (
    "trading.private-sale",
    "trading.free-price",
    "trading.assets",
    "trading.any-time",
)


def offer_violations(state: State, seat: int, answer: Offer) -> Because:
    """The clauses against an offer now. They are checked again when somebody accepts it."""
    if answer.to == seat:
        return ("trading.private-sale", "trading.assets")
    if not 0 <= answer.to < state.seats or not state.playing[answer.to]:
        return ("bankruptcy.retire", "trading.private-sale")
    clauses = terms_violations(state, seat, answer.to, answer.give, answer.get)
    ask = state.agenda[-1]
    if not clauses and isinstance(ask, AskDebt):
        clauses += _bar_in_debt(state, ask, seat, answer)
    return clauses


def terms_violations(state: State, by: int, to: int, give: Bundle, get: Bundle) -> Because:
    clauses: Because = ()
    if not give and not get:
        clauses += ("trading.assets",)
    if give.cash and get.cash:
        clauses += ("trading.assets", "trading.free-price")
    for giver, bundle in ((by, give), (to, get)):
        deeds = bundle.deeds
        if deeds and houses.others_streets(state, giver, deeds):
            clauses += ("trading.private-sale", "trading.assets", "trading.no-shared-ownership")
        if bundle.cards and _not_held(state, giver, bundle):
            clauses += ("cards.goojf-trade", "trading.assets")
        if deeds and _built_on(state, bundle):
            clauses += ("trading.bare-group", "selling-buildings.bank-only")
        if bundle.cash > state.cash[giver]:
            clauses += ("debt.no-player-loans", "debt.bank-only-lender", "trading.assets")
    if clauses or True not in state.mortgaged:
        return clauses  # without a mortgage there is no interest
    for receiver, gets, gives in ((to, give, get), (by, get, give)):
        if _interest_short(state, receiver, gets, gives):
            clauses += ("mortgage.transfer-choice", "mortgage.transfer-interest")
    return clauses


def _not_held(state: State, giver: int, bundle: Bundle) -> list[int]:
    """The decks in the bundle whose jail card the giver does not hold."""
    return [deck for deck in bundle.cards if state.held[deck] != giver]


def _built_on(state: State, bundle: Bundle) -> list[int]:
    """The streets of the bundle whose groups have buildings."""
    kind, members, level = state.rules.kind, state.rules.members, state.level
    built = []
    for i in bundle.deeds:
        if kind[i] == "street":
            for j in members[i]:
                if level[j]:
                    built.append(i)
                    break
    return built


def _group_of(state: State, space: int) -> int:
    return next(g for g, group in enumerate(state.rules.edition.groups) if space in group.members)


def _interest_short(state: State, receiver: int, gets: Bundle, gives: Bundle) -> int:
    """The interest due at once if the receiver could not pay it; else 0."""
    due = interest_due(state, gets) if gets.deeds else 0
    return due if due and state.cash[receiver] + gets.cash - gives.cash < due else 0


def explain_offer(state: State, seat: int, answer: Offer, clause: str) -> Cause | None:
    if answer.to == seat:
        return Cause("to-oneself")
    if clause == "bankruptcy.retire" and 0 <= answer.to < state.seats:
        return Cause("out", {"seat": answer.to})
    if clause == "debt.raise-cash":
        return _still_in_debt(state.agenda[-1])
    return _why_terms(state, seat, answer.to, answer.give, answer.get, clause)


def explain_accept(state: State, seat: int, answer: Accept, clause: str) -> Cause | None:
    ask = state.agenda[-1]
    if not isinstance(ask, AskAnswer):
        return None
    if clause == "debt.raise-cash":
        return _still_in_debt(state.agenda[-2])
    return _why_terms(state, ask.by, seat, ask.give, ask.get, clause)


def _still_in_debt(ask: object) -> Cause | None:
    return Cause("debt-after-deal", {"seat": ask.seat}) if isinstance(ask, AskDebt) else None


def _why_terms(
    state: State, by: int, to: int, give: Bundle, get: Bundle, clause: str
) -> Cause | None:
    """The facts behind a clause of :func:`terms_violations`, those of the offering side first."""
    sides = ((by, give), (to, get))
    match clause:
        case "trading.assets":
            # This clause comes first only if both sides give cash, or neither gives anything.
            return Cause("both-cash") if give.cash else Cause("nothing-offered")
        case "trading.private-sale":
            for giver, bundle in sides:
                if spaces := houses.others_streets(state, giver, bundle.deeds):
                    return Cause("deeds-not-owned", {"seat": giver, "spaces": spaces})
        case "cards.goojf-trade":
            for giver, bundle in sides:
                for deck in _not_held(state, giver, bundle):
                    return Cause("not-held", {"seat": giver, "card": deck})
        case "trading.bare-group":
            for _, bundle in sides:
                for space in _built_on(state, bundle):
                    return Cause("group-built-on", {"group": _group_of(state, space)})
        case "debt.no-player-loans":
            for giver, bundle in sides:
                if bundle.cash > state.cash[giver]:
                    return houses.has_only(state, giver)
        case "mortgage.transfer-choice":
            for receiver, gets, gives in ((to, give, get), (by, get, give)):
                if due := _interest_short(state, receiver, gets, gives):
                    return Cause("interest", {"seat": receiver, "amount": due})
    return None


def interest_due(state: State, gets: Bundle) -> int:
    """The least interest that the receiver of ``gets`` must pay at once for mortgaged deeds."""
    interest, mortgaged = state.rules.transfer_interest, state.mortgaged
    return sum([interest[i] for i in gets.deeds if mortgaged[i]])


def _bar_in_debt(state: State, ask: AskDebt, seat: int, answer: Offer) -> Because:
    # Otherwise a debtor who is lost could give away the creditor's estate (ruling: debt.raise-cash).
    after = state.cash[seat] + debt.obtainable(state, seat)
    after += answer.get.cash - answer.give.cash - interest_due(state, answer.get)
    for i in answer.give.deeds:
        if not state.mortgaged[i]:
            after -= state.rules.mortgage_value[i]
    for i in answer.get.deeds:
        if not state.mortgaged[i]:
            after += state.rules.mortgage_value[i]
    return () if after >= ask.amount else ("debt.raise-cash", "bankruptcy.condition")


def offer(tx: Mutator, seat: int, answer: Offer) -> None:
    tx.tell(
        "offer",
        ("trading.any-time", "trading.private-sale", "trading.assets"),
        seat=seat,
        to=answer.to,
        give=answer.give,
        get=answer.get,
    )
    tx.push(AskAnswer(answer.to, seat, answer.give, answer.get))


def accept_violations(state: State, ask: AskAnswer, seat: int, answer: Accept) -> Because:
    clauses = terms_violations(state, ask.by, seat, ask.give, ask.get)
    below = state.agenda[-2]
    if not clauses and isinstance(below, AskDebt):
        clauses += _bar_in_debt(state, below, ask.by, Offer(seat, ask.give, ask.get))
    return clauses


def accept(tx: Mutator, ask: AskAnswer, seat: int, answer: Accept) -> None:
    """Exchange both sides at once; then each receiver decides on the mortgages that it took over."""
    state = tx.state
    tx.pop()
    deal: Because = _DEAL
    tx.tell("deal", deal, by=ask.by, to=seat, give=ask.give, get=ask.get)
    for giver, receiver, bundle in ((ask.by, seat, ask.give), (seat, ask.by, ask.get)):
        if bundle.cash:
            tx.pay(giver, receiver, bundle.cash, deal, "deal")
        for i in bundle.deeds:
            clauses = (*deal, "trading.mortgaged") if state.mortgaged[i] else deal
            tx.deed(i, receiver, clauses)
        mortgage.owe_interest_on_deeds_handed_on(tx, giver, bundle.deeds)
        for deck in bundle.cards:
            clauses = ("cards.goojf-trade", *deal)
            if state.jail[receiver] != FREE:
                clauses += ("jail.exit-bought-card",)
            tx.hand_card(deck, receiver, clauses)
    # The asks follow board order, those of the seat that receives "get" first (RECORD.md).
    asks = [
        AskTransfer(receiver, i, False)
        for receiver, bundle in ((ask.by, ask.get), (seat, ask.give))
        for i in sorted(bundle.deeds)
        if state.mortgaged[i]
    ]
    for item in reversed(asks):
        tx.push(item)


def reject(tx: Mutator, ask: AskAnswer, seat: int, answer: Reject) -> None:
    tx.pop()
    tx.tell("reject", ("trading.private-sale",), seat=seat, by=ask.by)
