"""Leaving jail. Clauses: jail.*, cards.goojf-return. Going to jail is in landing, turn and cards."""

from __future__ import annotations

from typing import Final

from ..agenda_step_types import Leave
from ..answers import (
    Fine,
    UseCard,
)
from ..asks import (
    AskRoll,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import FREE, NOBODY, Because
from ..state import (
    State,
)
from . import houses, movement_and_landing, tax

_DOUBLES: Final = ("jail.exit-doubles", "jail.exit-doubles-extra-throw")
_THIRD: Final = ("jail.third-turn", "jail.fine-amount", "bank.collects")
_FINE: Final = ("jail.fine-window", "jail.fine-amount", "bank.collects")


def fine_violations(state: State, ask: AskRoll, seat: int, answer: Fine) -> Because:
    turns = state.jail[seat]
    if turns == FREE:
        return ("jail.fine-window", "jail.fine-amount", "jail.just-visiting")
    clauses: Because = ()
    if turns >= state.rules.fine_turns:
        clauses += ("jail.fine-window", "jail.third-turn")
    if state.cash[seat] < state.rules.jail_fine:
        clauses += ("jail.fine-amount", "debt.bank-only-lender")
    return clauses


def explain_fine(state: State, seat: int, answer: Fine, clause: str) -> Cause | None:
    match clause:
        case "jail.fine-window":
            free = state.jail[seat] == FREE
            return not_in_jail(seat) if free else Cause("fine-too-late")
        case "jail.fine-amount":
            return houses.has_only(state, seat)
    return None


def not_in_jail(seat: int) -> Cause:
    return Cause("not-in-jail", {"seat": seat})


def fine(tx: Mutator, ask: AskRoll, seat: int, answer: Fine) -> None:
    """Pay the fine before the throw, which follows in the same turn (jail.exit-throw-played)."""
    clauses = _FINE + tax.pot_clause(tx.state)
    tx.pay(seat, tax.collector(tx.state), tx.rules.jail_fine, clauses, "fine")
    tx.free(seat, ("jail.fine-window", "jail.exit-throw-played"), "fine")
    tx.release(seat)


def held_by(state: State, seat: int) -> list[int]:
    """The decks whose jail card the seat holds."""
    return [deck for deck in (0, 1) if state.held[deck] == seat]


def use_card_violations(state: State, ask: AskRoll, seat: int, answer: UseCard) -> Because:
    if state.jail[seat] == FREE:
        return ("jail.exit-card", "jail.just-visiting")
    jail_cards = held_by(state, seat)
    if not jail_cards or (answer.deck >= 0 and answer.deck not in jail_cards):
        return ("jail.exit-card", "cards.goojf-keep")
    if answer.deck < 0 and len(jail_cards) > 1:
        # the answer must name one of the two cards
        return ("jail.exit-card", "cards.goojf-return")
    return ()


def explain_use_card(state: State, seat: int, answer: UseCard, clause: str) -> Cause | None:
    if clause != "jail.exit-card":
        return None
    if state.jail[seat] == FREE:
        return not_in_jail(seat)
    jail_cards = held_by(state, seat)
    if len(jail_cards) > 1:
        return Cause("which-card", {"one": jail_cards[0], "two": jail_cards[1]})
    if jail_cards:
        return Cause("not-held", {"seat": seat, "card": answer.deck})
    return Cause("no-jail-card", {"seat": seat})


def use_card(tx: Mutator, ask: AskRoll, seat: int, answer: UseCard) -> None:
    deck = answer.deck if answer.deck >= 0 else held_by(tx.state, seat)[0]
    clauses: Because = ("jail.exit-card", "jail.exit-throw-played")
    if tx.state.bought[deck]:
        clauses += ("jail.exit-bought-card",)
    if tx.state.jail[seat] == 2:
        clauses += ("jail.third-turn-card",)
    tx.hand_card(deck, NOBODY, ("cards.goojf-return", "jail.exit-card"))
    tx.free(seat, clauses, "card")
    tx.release(seat)


def throw(tx: Mutator, seat: int, a: int, b: int) -> None:
    """Apply the compulsory throw of a turn in jail."""
    state = tx.state
    if a == b:
        tx.free(seat, _DOUBLES, "doubles")
        if tx.rules.exit_doubles_again:
            tx.count_doubles(True)
        else:
            tx.spend_doubles(seat)
        movement_and_landing.walk(tx, seat, a + b, _DOUBLES)
    elif state.jail[seat] < 2:
        tx.serve(seat, ("jail.failed-throw", "jail.exit-doubles"))
    else:
        tx.push(Leave(seat, a + b))
        clauses = _THIRD + tax.pot_clause(state)
        tx.owe(seat, tax.collector(state), tx.rules.jail_fine, clauses, "fine")


def leave_jail(tx: Mutator, step: Leave) -> None:
    """Leave jail after the compulsory fine, and move by the throw already made."""
    tx.free(step.seat, ("jail.third-turn",), "fine")
    movement_and_landing.walk(tx, step.seat, step.steps, ("jail.third-turn",))
