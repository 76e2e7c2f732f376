"""Bankruptcy and resignation. Clauses: bankruptcy.*, ending.*."""

from __future__ import annotations

from ..agenda_step_types import Due, Leave, Lots, PassTurn, Settle, Step
from ..answers import (
    Resign,
)
from ..asks import (
    Ask,
    AskDebt,
    AskEnd,
    AskRoll,
    AskTransfer,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, NOBODY, Because
from ..state import (
    State,
)
from . import auction, houses, short_game


def fall(tx: Mutator, seat: int, creditor: int, *, resigns: bool = False) -> None:
    """Retire a seat that owes ``creditor`` more than it can pay, or that ``resigns``."""
    state = tx.state
    to_player = creditor >= 0
    clauses: Because = ("bankruptcy.condition", "bankruptcy.retire")
    if resigns:
        clauses = ("bankruptcy.retire", "bankruptcy.condition")
    clauses += ("bankruptcy.to-player",) if to_player else ("bankruptcy.to-bank",)
    last = tx.rules.short and state.bankrupts == 1
    if tx.rules.short:
        clauses += ("short-game.end",) if last else ("short-game.first-bankruptcy",)
    tx.retire(seat, clauses, creditor)
    others = [o for o in range(state.seats) if state.playing[o]]
    if seat == state.turn or last or len(others) == 1:
        # The card of a bankrupt drawer always returns, and at the end of the game every card does.
        tx.return_drawn(("cards.return-timing",))
    for claim in list(state.claims):
        if seat in (claim.by, claim.of):
            tx.close_claim(claim, ("bankruptcy.retire",), lapsed=True)
    if last:
        short_game.hand_over(tx, seat, creditor)
        clauses = ("short-game.end", "short-game.winner", "short-game.score")
        if len(others) == 1:
            clauses += ("ending.last-player",)
        short_game.finish(tx, clauses)
        return
    mortgaged = _settle_estate(tx, seat, creditor)
    if len(others) == 1:
        tx.finish((others[0],), ("ending.last-player", "bankruptcy.retire", "setup.objective"))
        return
    tx.rebuild_agenda(_without(state, seat))
    tx.tell("play-on", ("ending.play-on",), seat=seat)
    if to_player:
        for space in reversed(mortgaged):
            tx.push(AskTransfer(creditor, space, True))
    elif mortgaged:
        tx.push(Lots(seat, tuple(mortgaged)))


def _settle_estate(tx: Mutator, seat: int, creditor: int) -> list[int]:
    """Transfer everything of value to the creditor. Returns the deeds that need another decision: the
    mortgaged ones if a player receives them, or all that the Bank must auction."""
    state = tx.state
    rules = tx.rules
    to_player = creditor >= 0
    heir = creditor if to_player else BANK
    deeds = [i for i in rules.ownable if state.owner[i] == seat]
    for i in deeds:
        if state.level[i]:
            clauses: Because = ("bankruptcy.to-bank", "bankruptcy.buildings")
            if to_player:
                clauses = ("bankruptcy.buildings", "selling-buildings.half-price")
                tx.pay(
                    BANK,
                    seat,
                    houses.refund(state, i, state.level[i]),
                    clauses,
                    "estate-buildings",
                    i,
                )
            tx.stack(i, 0, clauses)
    if to_player and rules.liquidated:
        for i in deeds:
            if not state.mortgaged[i]:
                clauses = ("bankruptcy.to-player", "debt.raise-cash")
                tx.pay(BANK, seat, rules.mortgage_value[i], clauses, "mortgage", i)
                tx.turn_deed(i, True, clauses)
    passing: Because = ("bankruptcy.to-player",) if to_player else ("bankruptcy.to-bank",)
    if state.cash[seat]:
        tx.pay(seat, heir, state.cash[seat], passing, "estate")
    left: list[int] = []
    for i in deeds:
        if not to_player and state.mortgaged[i]:
            tx.turn_deed(i, False, ("bankruptcy.mortgages-on-return",))
        tx.deed(i, heir, passing)
        if state.mortgaged[i] or not to_player:
            left.append(i)
    for deck in (0, 1):
        if state.held[deck] == seat:
            tx.hand_card(deck, creditor if to_player else NOBODY, ("bankruptcy.jail-cards",))
    return left


def _without(state: State, seat: int) -> list[Ask | Step]:
    """The agenda without the steps that concern ``seat``: its move, its debts and credits, and deeds
    that it was to receive. When a seat leaves, no other ask about it can be below the debt or the quiet
    turn on the stack."""
    agenda: list[Ask | Step] = []
    for item in state.agenda:
        match item:
            case Settle() | AskRoll() | AskEnd() if item.seat == seat:
                agenda.append(PassTurn(seat))
            case Due() | AskDebt() if seat in (item.seat, item.creditor):
                pass
            case AskTransfer() | Leave() if item.seat == seat:
                pass
            case _:
                agenda.append(item)
    return agenda


def next_lot(tx: Mutator, step: Lots) -> None:
    """Auction the next deed. Deeds are auctioned one by one in board order (bankruptcy.bank-auction)."""
    if not tx.rules.auctions:
        return
    first, rest = step.spaces[0], step.spaces[1:]
    if rest:
        tx.push(Lots(step.about, rest))
    tx.tell("estate-lot", ("bankruptcy.bank-auction", "bankruptcy.to-bank"), space=first)
    auction.open_lot(tx, first, step.about)


def resign(tx: Mutator, seat: int, answer: Resign) -> None:
    """Leave the game. Without a debt this is a bankruptcy to the Bank (ruling: bankruptcy.condition)."""
    fall(tx, seat, BANK, resigns=True)
