"""Mortgages: taking them, lifting them, and transfers of mortgaged deeds. Clauses: mortgage.*,
bankruptcy.mortgaged-interest, bankruptcy.mortgage-later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..agenda_step_types import Due, Step
from ..answers import (
    Keep,
    Mortgage,
    Redeem,
)
from ..asks import (
    Ask,
    AskTransfer,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, Because
from ..state import (
    State,
)
from . import houses

_TAKE: Final = (
    "mortgage.any-time",
    "mortgage.bank-only",
    "mortgage.value",
    "mortgage.owner-keeps",
    "mortgage.deed-face-down",
    "bank.sells-and-lends",
    "debt.bank-only-lender",
)
_LIFT: Final = ("mortgage.lift", "mortgage.interest-base", "mortgage.any-time", "bank.collects")


def mortgage_violations(state: State, seat: int, answer: Mortgage) -> Because:
    space = answer.space
    rules = state.rules
    if state.owner[space] != seat:
        return ("mortgage.owner-keeps", "mortgage.property-only", "mortgage.value")
    clauses: Because = ()
    if state.mortgaged[space]:
        clauses += ("mortgage.value", "mortgage.deed-face-down")
    if state.level[space]:
        clauses += ("mortgage.bare-group", "mortgage.property-only")
    elif (
        rules.bare_group
        and rules.kind[space] == "street"
        and houses.higher(state, rules.members[space], 0)
    ):
        clauses += ("mortgage.bare-group",)
    return clauses


def explain_mortgage(state: State, seat: int, answer: Mortgage, clause: str) -> Cause | None:
    space = answer.space
    match clause:
        case "mortgage.owner-keeps":
            return _not_owned(state, seat, space)
        case "mortgage.value":
            return Cause("mortgaged", {"space": space})
        case "mortgage.bare-group":
            return Cause(
                "built-on", {"spaces": houses.higher(state, state.rules.members[space], 0)}
            )
    return None


def _not_owned(state: State, seat: int, space: int) -> Cause:
    if space not in state.rules.ownable:
        return Cause("no-deed", {"space": space})
    return Cause("not-owned", {"space": space, "seat": seat})


def mortgage(tx: Mutator, seat: int, answer: Mortgage) -> None:
    space = answer.space
    tx.note_mortgage_money(seat)
    tx.pay(BANK, seat, tx.rules.mortgage_value[space], _TAKE, "mortgage", space)
    tx.turn_deed(space, True, _TAKE)


def redeem_violations(state: State, seat: int, answer: Redeem) -> Because:
    space = answer.space
    if space < 0:
        return ("mortgage.lift", "mortgage.transfer-choice")
    if state.owner[space] != seat:
        return ("mortgage.owner-keeps", "mortgage.lift")
    clauses: Because = ()
    if not state.mortgaged[space]:
        clauses += ("mortgage.lift",)
    if state.cash[seat] < state.rules.lift_cost[space]:
        clauses += ("mortgage.lift", "mortgage.interest-base")
    return clauses


def explain_redeem(state: State, seat: int, answer: Redeem, clause: str) -> Cause | None:
    ask = state.agenda[-1]
    if clause == "mortgage.transfer-choice" and isinstance(ask, AskTransfer):
        return Cause("other-deed")
    space = ask.space if answer.space < 0 and isinstance(ask, AskTransfer) else answer.space
    if space < 0:
        return None
    match clause:
        case "mortgage.owner-keeps":
            return _not_owned(state, seat, space)
        case "mortgage.lift" if not state.mortgaged[space]:
            return Cause("not-mortgaged", {"space": space})
        case "mortgage.lift":
            facts = {"amount": state.rules.lift_cost[space], "seat": seat, "cash": state.cash[seat]}
            return Cause("lift-cost", facts)
    return None


def redeem(tx: Mutator, seat: int, answer: Redeem) -> None:
    clauses: Because = (*_LIFT, "mortgage.later-lift-interest")
    tx.pay(seat, BANK, tx.rules.lift_cost[answer.space], clauses, "redeem", answer.space)
    tx.turn_deed(answer.space, False, clauses)


# ---------------------------------------------------------------- a mortgaged deed received


def interest(state: State, space: int, estate: bool) -> int:
    """The interest due at once for keeping a mortgage that was taken over."""
    return state.rules.estate_interest[space] if estate else state.rules.transfer_interest[space]


def explain_transfer(ask: AskTransfer) -> Because:
    if ask.estate:
        return (
            "bankruptcy.mortgaged-interest",
            "bankruptcy.mortgage-later",
            "mortgage.transfer-choice",
            "mortgage.transfer-interest",
        )
    return ("mortgage.transfer-choice", "mortgage.transfer-interest", "trading.mortgaged")


def transfer_redeem_violations(
    state: State, ask: AskTransfer, seat: int, answer: Redeem
) -> Because:
    if answer.space not in (-1, ask.space):
        return explain_transfer(ask)
    if state.cash[seat] < state.rules.lift_cost[ask.space]:
        return ("mortgage.lift", *explain_transfer(ask))
    return ()


def transfer_redeem(tx: Mutator, ask: AskTransfer, seat: int, answer: Redeem) -> None:
    """Lift the mortgage at once, with one interest in all (ruling: mortgage.transfer-choice)."""
    tx.pop()
    keeping = ("mortgage.transfer-interest", "bankruptcy.mortgaged-interest")
    clauses = (*_LIFT, *(clause for clause in explain_transfer(ask) if clause not in keeping))
    tx.pay(seat, BANK, tx.rules.lift_cost[ask.space], clauses, "redeem", ask.space)
    tx.turn_deed(ask.space, False, clauses)


def keep_violations(state: State, ask: AskTransfer, seat: int, answer: Keep) -> Because:
    return () if answer.space in (-1, ask.space) else explain_transfer(ask)


def explain_keep(state: State, seat: int, answer: Keep, clause: str) -> Cause | None:
    return Cause("other-deed") if clause == "mortgage.transfer-choice" else None


def keep(tx: Mutator, ask: AskTransfer, seat: int, answer: Keep) -> None:
    """Keep the mortgage and pay the interest now. If the cash is too low, owe it to the Bank."""
    tx.pop()
    amount = interest(tx.state, ask.space, ask.estate)
    tx.owe(seat, BANK, amount, (*explain_transfer(ask), "bank.collects"), "interest", ask.space)


def owe_interest_on_deeds_handed_on(tx: Mutator, seat: int, deeds: Sequence[int]) -> None:
    """Turn the seat's open decisions about ``deeds`` into the interest alone.

    A seat that raises cash for the interest on one deed may trade away another that it received with
    it and has not decided on yet. The mortgage is the next owner's then, but the interest is due at
    every change of owner (mortgage.transfer-interest)."""
    state = tx.state
    agenda: list[Ask | Step] = []
    for item in state.agenda:
        if isinstance(item, AskTransfer) and item.seat == seat and item.space in deeds:
            amount = interest(state, item.space, item.estate)
            clauses = (*explain_transfer(item), "bank.collects")
            agenda.append(Due(seat, BANK, amount, clauses, "interest", item.space))
        else:
            agenda.append(item)
    if agenda != state.agenda:
        tx.rebuild_agenda(agenda)
