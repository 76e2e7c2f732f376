"""Leaving jail. Clauses: jail.*, cards.goojf-return. Going to jail is in landing, turn and cards."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import FREE, NOBODY, AskRoll, Because, Cause, Fine, Leave, State, UseCard
from . import houses, landing, tax

_DOUBLES: Final = ("jail.exit-doubles", "jail.exit-doubles-extra-throw")
_THIRD: Final = ("jail.third-turn", "jail.fine-amount", "bank.collects")
_FINE: Final = ("jail.fine-window", "jail.fine-amount", "bank.collects")


def bar_fine(s: State, ask: AskRoll, seat: int, answer: Fine) -> Because:
    turns = s.jail[seat]
    if turns == FREE:
        return ("jail.fine-window", "jail.fine-amount", "jail.just-visiting")
    because: Because = ()
    if turns >= s.rules.fine_turns:
        because += ("jail.fine-window", "jail.third-turn")
    if s.cash[seat] < s.rules.jail_fine:
        because += ("jail.fine-amount", "debt.bank-only-lender")
    return because


def why_fine(s: State, seat: int, answer: Fine, clause: str) -> Cause | None:
    match clause:
        case "jail.fine-window":
            free = s.jail[seat] == FREE
            return not_in_jail(seat) if free else Cause("fine-too-late")
        case "jail.fine-amount":
            return houses.has_only(s, seat)
    return None


def not_in_jail(seat: int) -> Cause:
    return Cause("not-in-jail", {"seat": seat})


def fine(t: Table, ask: AskRoll, seat: int, answer: Fine) -> None:
    """Pay the fine before the throw, which follows in the same turn (jail.exit-throw-played)."""
    because = _FINE + tax.pot_clause(t.s)
    t.pay(seat, tax.collector(t.s), t.rules.jail_fine, because, "fine")
    t.free(seat, ("jail.fine-window", "jail.exit-throw-played"), "fine")
    t.release(seat)


def held_by(s: State, seat: int) -> list[int]:
    """The decks whose jail card the seat holds."""
    return [deck for deck in (0, 1) if s.held[deck] == seat]


def bar_use_card(s: State, ask: AskRoll, seat: int, answer: UseCard) -> Because:
    if s.jail[seat] == FREE:
        return ("jail.exit-card", "jail.just-visiting")
    held = held_by(s, seat)
    if not held or (answer.deck >= 0 and answer.deck not in held):
        return ("jail.exit-card", "cards.goojf-keep")
    if answer.deck < 0 and len(held) > 1:
        # the answer must name which of the two cards is used
        return ("jail.exit-card", "cards.goojf-return")
    return ()


def why_use_card(s: State, seat: int, answer: UseCard, clause: str) -> Cause | None:
    if clause != "jail.exit-card":
        return None
    if s.jail[seat] == FREE:
        return not_in_jail(seat)
    held = held_by(s, seat)
    if len(held) > 1:
        return Cause("which-card", {"one": held[0], "two": held[1]})
    if held:
        return Cause("not-held", {"seat": seat, "card": answer.deck})
    return Cause("no-jail-card", {"seat": seat})


def use_card(t: Table, ask: AskRoll, seat: int, answer: UseCard) -> None:
    deck = answer.deck if answer.deck >= 0 else held_by(t.s, seat)[0]
    because: Because = ("jail.exit-card", "jail.exit-throw-played")
    if t.s.bought[deck]:
        because += ("jail.exit-bought-card",)
    if t.s.jail[seat] == 2:
        because += ("jail.third-turn-card",)
    t.hand_card(deck, NOBODY, ("cards.goojf-return", "jail.exit-card"))
    t.free(seat, because, "card")
    t.release(seat)


def throw(t: Table, seat: int, a: int, b: int) -> None:
    """Apply the compulsory throw of a turn in jail."""
    s = t.s
    if a == b:
        t.free(seat, _DOUBLES, "doubles")
        if t.rules.exit_doubles_again:
            t.count_doubles(True)
        else:
            t.spend_doubles(seat)
        landing.walk(t, seat, a + b, _DOUBLES)
    elif s.jail[seat] < 2:
        t.serve(seat, ("jail.failed-throw", "jail.exit-doubles"))
    else:
        t.push(Leave(seat, a + b))
        because = _THIRD + tax.pot_clause(s)
        t.owe(seat, tax.collector(s), t.rules.jail_fine, because, "fine")


def leave(t: Table, step: Leave) -> None:
    """Leave jail after the compulsory fine, and move by the throw already made."""
    t.free(step.seat, ("jail.third-turn",), "fine")
    landing.walk(t, step.seat, step.steps, ("jail.third-turn",))
