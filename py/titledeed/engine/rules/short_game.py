"""The Short Game's deal, end and valuation; the valuation serves agreed limits too.
Clauses: short-game.*."""

from __future__ import annotations

from ..table import Table
from ..words import BANK, NOBODY, AskDeal, Because, Deal, State


def undealt(s: State) -> list[int]:
    """The deeds not dealt yet, in board order."""
    return [i for i in s.rules.ownable if s.owner[i] == BANK]


def bar_deal(s: State, ask: AskDeal, seat: int, answer: Deal) -> Because:
    if answer.seat != ask.receiver or answer.space not in undealt(s):
        return ("short-game.deal",)
    return ()


def deal(t: Table, ask: AskDeal, seat: int, answer: Deal) -> None:
    """Deal one deed, which is paid for at once at the printed price."""
    t.pop()
    t.count_draw()
    if ask.rest:
        t.push(AskDeal(ask.rest[0], ask.rest[1:]))
    space = answer.space
    t.deed(space, ask.receiver, ("short-game.deal",))
    because = ("short-game.deal-payment", "short-game.deal")
    t.owe(ask.receiver, BANK, t.rules.price[space], because, "price", space)
    if not ask.rest:
        t.tell("dealt", ("short-game.regular-start",))


def score(s: State, seat: int) -> int:
    """The score of a seat: cash, deeds at the printed price (half of it if mortgaged) and buildings at
    cost. A hotel counts as the houses turned in and one more, a jail card as nothing (short-game.score)."""
    return sum(valuation(s, seat))


def valuation(s: State, seat: int) -> tuple[int, int, int]:
    """The score in its parts: cash, deeds, buildings."""
    rules = s.rules
    deeds = buildings = 0
    for i in rules.ownable:
        if s.owner[i] == seat:
            deeds += rules.price[i] // 2 if s.mortgaged[i] else rules.price[i]
            buildings += s.level[i] * rules.cost[i]
    return s.cash[seat], deeds, buildings


def hand_over(t: Table, seat: int, creditor: int) -> None:
    """Transfer a bankrupt's property after the end of play: as it stands, buildings included, without
    interest or auction (short-game.final-transfer)."""
    s = t.s
    because = ("short-game.final-transfer", "short-game.end")
    heir = creditor if creditor >= 0 else BANK
    if s.cash[seat]:
        t.pay(seat, heir, s.cash[seat], because, "estate")
    for i in t.rules.ownable:
        if s.owner[i] == seat:
            if heir == BANK:
                if s.level[i]:
                    t.stack(i, 0, because)
                if s.mortgaged[i]:
                    t.turn_deed(i, False, because)
            t.deed(i, heir, because)
    for deck in (0, 1):
        if s.held[deck] == seat:
            t.hand_card(deck, creditor if creditor >= 0 else NOBODY, because)


def finish(t: Table, because: Because) -> None:
    """End the game: the richest remaining player wins, and equal scores share the win."""
    s = t.s
    scores = {seat: score(s, seat) for seat in range(s.seats) if s.playing[seat]}
    best = max(scores.values())
    winners = tuple(seat for seat, total in scores.items() if total == best)
    t.finish(winners, (*because, "setup.objective"), scores=scores)
