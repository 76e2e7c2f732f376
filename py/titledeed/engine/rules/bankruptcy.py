"""Bankruptcy and resignation. Clauses: bankruptcy.*, ending.*."""

from __future__ import annotations

from ..table import Table
from ..words import (
    BANK,
    NOBODY,
    Ask,
    AskDebt,
    AskEnd,
    AskRoll,
    AskTransfer,
    Because,
    Due,
    Leave,
    Lots,
    PassTurn,
    Resign,
    Settle,
    State,
    Step,
)
from . import auction, houses, short_game


def fall(t: Table, seat: int, creditor: int, *, resigns: bool = False) -> None:
    """Retire a seat that owes ``creditor`` more than it can pay, or that ``resigns``."""
    s = t.s
    to_player = creditor >= 0
    because: Because = ("bankruptcy.condition", "bankruptcy.retire")
    if resigns:
        because = ("bankruptcy.retire", "bankruptcy.condition")
    because += ("bankruptcy.to-player",) if to_player else ("bankruptcy.to-bank",)
    last = t.rules.short and s.bankrupts == 1
    if t.rules.short:
        because += ("short-game.end",) if last else ("short-game.first-bankruptcy",)
    t.retire(seat, because, creditor)
    others = [o for o in range(s.seats) if s.playing[o]]
    if seat == s.turn or last or len(others) == 1:
        # The card of a bankrupt drawer returns in any case, and at the end of the game every card does.
        t.return_drawn(("cards.return-timing",))
    for claim in list(s.claims):
        if seat in (claim.by, claim.of):
            t.close_claim(claim, ("bankruptcy.retire",), lapsed=True)
    if last:
        short_game.hand_over(t, seat, creditor)
        because = ("short-game.end", "short-game.winner", "short-game.score")
        if len(others) == 1:
            because += ("ending.last-player",)
        short_game.finish(t, because)
        return
    mortgaged = _settle_estate(t, seat, creditor)
    if len(others) == 1:
        t.finish((others[0],), ("ending.last-player", "bankruptcy.retire", "setup.objective"))
        return
    t.rebuild_agenda(_without(s, seat))
    t.tell("play-on", ("ending.play-on",), seat=seat)
    if to_player:
        for space in reversed(mortgaged):
            t.push(AskTransfer(creditor, space, True))
    elif mortgaged:
        t.push(Lots(seat, tuple(mortgaged)))


def _settle_estate(t: Table, seat: int, creditor: int) -> list[int]:
    """Transfer everything of value to the creditor. Returns the deeds that need another decision: those that
    a player receives mortgaged, or all that the Bank must auction."""
    s = t.s
    rules = t.rules
    to_player = creditor >= 0
    heir = creditor if to_player else BANK
    deeds = [i for i in rules.ownable if s.owner[i] == seat]
    for i in deeds:
        if s.level[i]:
            because: Because = ("bankruptcy.to-bank", "bankruptcy.buildings")
            if to_player:
                because = ("bankruptcy.buildings", "selling-buildings.half-price")
                t.pay(BANK, seat, houses.refund(s, i, s.level[i]), because, "estate-buildings", i)
            t.stack(i, 0, because)
    if to_player and rules.liquidated:
        for i in deeds:
            if not s.mortgaged[i]:
                because = ("bankruptcy.to-player", "debt.raise-cash")
                t.pay(BANK, seat, rules.mortgage_value[i], because, "mortgage", i)
                t.turn_deed(i, True, because)
    passing: Because = ("bankruptcy.to-player",) if to_player else ("bankruptcy.to-bank",)
    if s.cash[seat]:
        t.pay(seat, heir, s.cash[seat], passing, "estate")
    left: list[int] = []
    for i in deeds:
        if not to_player and s.mortgaged[i]:
            t.turn_deed(i, False, ("bankruptcy.mortgages-on-return",))
        t.deed(i, heir, passing)
        if s.mortgaged[i] or not to_player:
            left.append(i)
    for deck in (0, 1):
        if s.held[deck] == seat:
            t.hand_card(deck, creditor if to_player else NOBODY, ("bankruptcy.jail-cards",))
    return left


def _without(s: State, seat: int) -> list[Ask | Step]:
    """The agenda without the steps that concern ``seat``: its move, its debts and credits, deeds that it was
    to receive. No other ask about it can lie under the debt, or the quiet turn, at which it leaves."""
    agenda: list[Ask | Step] = []
    for item in s.agenda:
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


def next_lot(t: Table, step: Lots) -> None:
    """Auction the next of the deeds, which go one by one in board order (bankruptcy.bank-auction)."""
    if not t.rules.auctions:
        return
    first, rest = step.spaces[0], step.spaces[1:]
    if rest:
        t.push(Lots(step.about, rest))
    t.tell("estate-lot", ("bankruptcy.bank-auction", "bankruptcy.to-bank"), space=first)
    auction.open_lot(t, first, step.about)


def resign(t: Table, seat: int, answer: Resign) -> None:
    """Leave the game. Without a debt this is a bankruptcy to the Bank (ruling: bankruptcy.condition)."""
    fall(t, seat, BANK, resigns=True)
