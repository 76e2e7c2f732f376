"""Debts: raising cash, paying, and when a player may give up. Clauses: debt.*, bankruptcy.condition."""

from __future__ import annotations

from ..table import Table, collected
from ..words import Ask, AskBid, AskBuy, AskDebt, Because, Cause, Due, GiveUp, Pay, State
from . import auction, bankruptcy, houses


def obtainable(s: State, seat: int) -> int:
    """The cash that the Bank would pay the seat for all its buildings and for mortgages on all its deeds."""
    total = houses.all_refunds(s, seat)
    for i in s.rules.ownable:
        if s.owner[i] == seat and not s.mortgaged[i]:
            total += s.rules.mortgage_value[i]
    return total


def missing(s: State, ask: Ask) -> int:
    """The cash that the asked seat lacks for a debt, a price or the lowest bid. 0 if it has enough, or if
    nothing is to be paid."""
    match ask:
        case AskDebt():
            price = ask.amount
        case AskBuy():
            price = s.rules.price[ask.space]
        case AskBid():
            price = auction.lowest(s, ask)
        case _:
            return 0
    return max(price - s.cash[ask.seat], 0)


def fall_due(t: Table, step: Due) -> None:
    """Pay a debt from the cash if that suffices; else ask the debtor."""
    if t.s.cash[step.seat] >= step.amount:
        t.pay(step.seat, step.creditor, step.amount, step.because, step.what, step.space)
        return
    t.tell(
        "debt",
        ("debt.raise-cash", "debt.bank-only-lender", *collected(step.because, step.creditor)),
        seat=step.seat,
        creditor=step.creditor,
        amount=step.amount,
        missing=step.amount - t.s.cash[step.seat],
    )
    t.push(AskDebt(step.seat, step.creditor, step.amount, step.because, step.what, step.space))


def bar_pay(s: State, ask: AskDebt, seat: int, answer: Pay) -> Because:
    return ("debt.raise-cash", "debt.bank-only-lender") if missing(s, ask) else ()


def why_pay(s: State, seat: int, answer: Pay, clause: str) -> Cause | None:
    if clause == "debt.raise-cash":
        return Cause("missing", {"amount": missing(s, s.ask)})
    return None


def pay(t: Table, ask: AskDebt, seat: int, answer: Pay) -> None:
    t.pop()
    because = (*ask.because, "debt.raise-cash")
    t.pay(seat, ask.creditor, ask.amount, because, ask.what, ask.space)


def bar_give_up(s: State, ask: AskDebt, seat: int, answer: GiveUp) -> Because:
    if s.cash[seat] + obtainable(s, seat) >= ask.amount:
        return ("bankruptcy.condition", "debt.raise-cash")
    return ()


def why_give_up(s: State, seat: int, answer: GiveUp, clause: str) -> Cause | None:
    if clause != "bankruptcy.condition":
        return None
    if not missing(s, s.ask):
        return Cause("can-pay-now", {"seat": seat, "cash": s.cash[seat]})
    return Cause("can-pay", {"seat": seat, "amount": obtainable(s, seat)})


def give_up(t: Table, ask: AskDebt, seat: int, answer: GiveUp) -> None:
    t.pop()
    bankruptcy.fall(t, seat, ask.creditor)
