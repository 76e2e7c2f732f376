"""The Short Game's deal, end and valuation; agreed limits use the valuation too.
Clauses: short-game.*."""

from __future__ import annotations

from ..answers import (
    Deal,
)
from ..asks import (
    AskDeal,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, NOBODY, Because
from ..state import (
    State,
)


def undealt(state: State) -> list[int]:
    """The deeds not dealt yet, in board order."""
    return [i for i in state.rules.ownable if state.owner[i] == BANK]


def deal_violations(state: State, ask: AskDeal, seat: int, answer: Deal) -> Because:
    if answer.seat != ask.receiver or answer.space not in undealt(state):
        return ("short-game.deal",)
    return ()


def deal(tx: Mutator, ask: AskDeal, seat: int, answer: Deal) -> None:
    """Deal one deed. The seat pays the printed price for it at once."""
    tx.pop()
    tx.count_draw()
    if ask.rest:
        tx.push(AskDeal(ask.rest[0], ask.rest[1:]))
    space = answer.space
    tx.deed(space, ask.receiver, ("short-game.deal",))
    clauses = ("short-game.deal-payment", "short-game.deal")
    tx.owe(ask.receiver, BANK, tx.rules.price[space], clauses, "price", space)
    if not ask.rest:
        tx.tell("dealt", ("short-game.regular-start",))


def score(state: State, seat: int) -> int:
    """The score of a seat: cash, deeds at the printed price (half of it if mortgaged) and buildings at
    cost. A hotel counts as the houses turned in and one more, a jail card as nothing (short-game.score)."""
    return sum(valuation(state, seat))


def scores(state: State) -> list[int]:
    """The score of each seat, in one pass over the board."""
    rules, level, mortgaged = state.rules, state.level, state.mortgaged
    totals = state.cash[: state.seats]
    for i in rules.ownable:
        seat = state.owner[i]
        if seat >= 0:
            price = rules.price[i]
            totals[seat] += (price // 2 if mortgaged[i] else price) + level[i] * rules.cost[i]
    return totals


def valuation(state: State, seat: int) -> tuple[int, int, int]:
    """The score in its parts: cash, deeds, buildings."""
    rules = state.rules
    deeds = buildings = 0
    for i in rules.ownable:
        if state.owner[i] == seat:
            deeds += rules.price[i] // 2 if state.mortgaged[i] else rules.price[i]
            buildings += state.level[i] * rules.cost[i]
    return state.cash[seat], deeds, buildings


def hand_over(tx: Mutator, seat: int, creditor: int) -> None:
    """Transfer a bankrupt's property after the end of play. It stays as it is, with buildings, and
    without interest or auction (short-game.final-transfer)."""
    state = tx.state
    clauses = ("short-game.final-transfer", "short-game.end")
    heir = creditor if creditor >= 0 else BANK
    if state.cash[seat]:
        tx.pay(seat, heir, state.cash[seat], clauses, "estate")
    for i in tx.rules.ownable:
        if state.owner[i] == seat:
            if heir == BANK:
                if state.level[i]:
                    tx.stack(i, 0, clauses)
                if state.mortgaged[i]:
                    tx.turn_deed(i, False, clauses)
            tx.deed(i, heir, clauses)
    for deck in (0, 1):
        if state.held[deck] == seat:
            tx.hand_card(deck, creditor if creditor >= 0 else NOBODY, clauses)


def finish(tx: Mutator, clauses: Because) -> None:
    """End the game: the richest remaining player wins, and equal scores share the win."""
    state = tx.state
    scores = {seat: score(state, seat) for seat in range(state.seats) if state.playing[seat]}
    best = max(scores.values())
    winners = tuple(seat for seat, total in scores.items() if total == best)
    tx.finish(winners, (*clauses, "setup.objective"), scores=scores)
