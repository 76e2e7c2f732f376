"""Debts: raising cash, paying, and when a player may give up. Clauses: debt.*, bankruptcy.condition."""

from __future__ import annotations

from ..agenda_step_types import Due
from ..answers import (
    GiveUp,
    Pay,
)
from ..asks import (
    Ask,
    AskBid,
    AskBuy,
    AskDebt,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator, collected_events
from ..special_seats_and_ids import Because
from ..state import (
    State,
)
from . import auction, bankruptcy, houses


def obtainable(state: State, seat: int) -> int:
    """The cash that the Bank would pay the seat for all its buildings and mortgages on all its deeds."""
    total = houses.all_refunds(state, seat)
    for i in state.rules.ownable:
        if state.owner[i] == seat and not state.mortgaged[i]:
            total += state.rules.mortgage_value[i]
    return total


def missing(state: State, ask: Ask) -> int:
    """The cash that the asked seat lacks for a debt, a price or the lowest bid. 0 if it has enough, or
    if there is nothing to pay."""
    match ask:
        case AskDebt():
            price = ask.amount
        case AskBuy():
            price = state.rules.price[ask.space]
        case AskBid():
            price = auction.lowest_bid(state.rules, ask)
        case _:
            return 0
    return max(price - state.cash[ask.seat], 0)


def fall_due(tx: Mutator, step: Due) -> None:
    """Pay a debt from the cash if that suffices; else ask the debtor."""
    if tx.state.cash[step.seat] >= step.amount:
        tx.pay(step.seat, step.creditor, step.amount, step.clauses, step.what, step.space)
        return
    tx.tell(
        "debt",
        (
            "debt.raise-cash",
            "debt.bank-only-lender",
            *collected_events(step.clauses, step.creditor),
        ),
        seat=step.seat,
        creditor=step.creditor,
        amount=step.amount,
        missing=step.amount - tx.state.cash[step.seat],
    )
    tx.push(AskDebt(step.seat, step.creditor, step.amount, step.clauses, step.what, step.space))


def pay_violations(state: State, ask: AskDebt, seat: int, answer: Pay) -> Because:
    return ("debt.raise-cash", "debt.bank-only-lender") if missing(state, ask) else ()


def explain_pay(state: State, seat: int, answer: Pay, clause: str) -> Cause | None:
    if clause == "debt.raise-cash":
        return Cause("missing", {"amount": missing(state, state.ask)})
    return None


def pay(tx: Mutator, ask: AskDebt, seat: int, answer: Pay) -> None:
    tx.pop()
    clauses = (*ask.clauses, "debt.raise-cash")
    tx.pay(seat, ask.creditor, ask.amount, clauses, ask.what, ask.space)


def give_up_violations(state: State, ask: AskDebt, seat: int, answer: GiveUp) -> Because:
    if state.cash[seat] + obtainable(state, seat) >= ask.amount:
        return ("bankruptcy.condition", "debt.raise-cash")
    return ()


def explain_give_up(state: State, seat: int, answer: GiveUp, clause: str) -> Cause | None:
    if clause != "bankruptcy.condition":
        return None
    if not missing(state, state.ask):
        return Cause("can-pay-now", {"seat": seat, "cash": state.cash[seat]})
    return Cause("can-pay", {"seat": seat, "amount": obtainable(state, seat)})


def give_up(tx: Mutator, ask: AskDebt, seat: int, answer: GiveUp) -> None:
    tx.pop()
    bankruptcy.fall(tx, seat, ask.creditor)
