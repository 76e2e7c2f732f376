"""Mortgages: taking, lifting, and deeds that change hands with one. Clauses: mortgage.*,
bankruptcy.mortgaged-interest, bankruptcy.mortgage-later."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import BANK, AskTransfer, Because, Cause, Keep, Mortgage, Redeem, State
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


def bar_mortgage(s: State, seat: int, answer: Mortgage) -> Because:
    space = answer.space
    rules = s.rules
    if s.owner[space] != seat:
        return ("mortgage.owner-keeps", "mortgage.property-only", "mortgage.value")
    because: Because = ()
    if s.mortgaged[space]:
        because += ("mortgage.value", "mortgage.deed-face-down")
    if s.level[space]:
        because += ("mortgage.bare-group", "mortgage.property-only")
    elif (
        rules.bare_group
        and rules.kind[space] == "street"
        and houses.higher(s, rules.members[space], 0)
    ):
        because += ("mortgage.bare-group",)
    return because


def why_mortgage(s: State, seat: int, answer: Mortgage, clause: str) -> Cause | None:
    space = answer.space
    match clause:
        case "mortgage.owner-keeps":
            return _not_owned(s, seat, space)
        case "mortgage.value":
            return Cause("mortgaged", {"space": space})
        case "mortgage.bare-group":
            return Cause("built-on", {"spaces": houses.higher(s, s.rules.members[space], 0)})
    return None


def _not_owned(s: State, seat: int, space: int) -> Cause:
    if space not in s.rules.ownable:
        return Cause("no-deed", {"space": space})
    return Cause("not-owned", {"space": space, "seat": seat})


def mortgage(t: Table, seat: int, answer: Mortgage) -> None:
    space = answer.space
    t.note_mortgage_money(seat)
    t.pay(BANK, seat, t.rules.mortgage_value[space], _TAKE, "mortgage", space)
    t.turn_deed(space, True, _TAKE)


def bar_redeem(s: State, seat: int, answer: Redeem) -> Because:
    space = answer.space
    if space < 0:
        return ("mortgage.lift", "mortgage.transfer-choice")
    if s.owner[space] != seat:
        return ("mortgage.owner-keeps", "mortgage.lift")
    because: Because = ()
    if not s.mortgaged[space]:
        because += ("mortgage.lift",)
    if s.cash[seat] < s.rules.lift_cost[space]:
        because += ("mortgage.lift", "mortgage.interest-base")
    return because


def why_redeem(s: State, seat: int, answer: Redeem, clause: str) -> Cause | None:
    ask = s.agenda[-1]
    if clause == "mortgage.transfer-choice" and isinstance(ask, AskTransfer):
        return Cause("other-deed")
    space = ask.space if answer.space < 0 and isinstance(ask, AskTransfer) else answer.space
    if space < 0:
        return None
    match clause:
        case "mortgage.owner-keeps":
            return _not_owned(s, seat, space)
        case "mortgage.lift" if not s.mortgaged[space]:
            return Cause("not-mortgaged", {"space": space})
        case "mortgage.lift":
            facts = {"amount": s.rules.lift_cost[space], "seat": seat, "cash": s.cash[seat]}
            return Cause("lift-cost", facts)
    return None


def redeem(t: Table, seat: int, answer: Redeem) -> None:
    because: Because = (*_LIFT, "mortgage.later-lift-interest")
    t.pay(seat, BANK, t.rules.lift_cost[answer.space], because, "redeem", answer.space)
    t.turn_deed(answer.space, False, because)


# ---------------------------------------------------------------- a mortgaged deed received


def interest(s: State, space: int, estate: bool) -> int:
    """The interest due at once for keeping a mortgage that was taken over."""
    return s.rules.estate_interest[space] if estate else s.rules.transfer_interest[space]


def why(ask: AskTransfer) -> Because:
    if ask.estate:
        return (
            "bankruptcy.mortgaged-interest",
            "bankruptcy.mortgage-later",
            "mortgage.transfer-choice",
            "mortgage.transfer-interest",
        )
    return ("mortgage.transfer-choice", "mortgage.transfer-interest", "trading.mortgaged")


def bar_transfer_redeem(s: State, ask: AskTransfer, seat: int, answer: Redeem) -> Because:
    if answer.space not in (-1, ask.space):
        return why(ask)
    if s.cash[seat] < s.rules.lift_cost[ask.space]:
        return ("mortgage.lift", *why(ask))
    return ()


def transfer_redeem(t: Table, ask: AskTransfer, seat: int, answer: Redeem) -> None:
    """Lift the mortgage at once, with one interest in all (ruling: mortgage.transfer-choice)."""
    t.pop()
    keeping = ("mortgage.transfer-interest", "bankruptcy.mortgaged-interest")
    because = (*_LIFT, *(clause for clause in why(ask) if clause not in keeping))
    t.pay(seat, BANK, t.rules.lift_cost[ask.space], because, "redeem", ask.space)
    t.turn_deed(ask.space, False, because)


def bar_keep(s: State, ask: AskTransfer, seat: int, answer: Keep) -> Because:
    return () if answer.space in (-1, ask.space) else why(ask)


def why_keep(s: State, seat: int, answer: Keep, clause: str) -> Cause | None:
    return Cause("other-deed") if clause == "mortgage.transfer-choice" else None


def keep(t: Table, ask: AskTransfer, seat: int, answer: Keep) -> None:
    """Keep the mortgage and pay the interest now; without the cash for it, owe it to the Bank."""
    t.pop()
    amount = interest(t.s, ask.space, ask.estate)
    t.owe(seat, BANK, amount, (*why(ask), "bank.collects"), "interest", ask.space)
