"""Chance and Community Chest. Clauses: cards.*, go.second-salary-by-card, bank.pays."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    BANK,
    SPACES,
    AskCard,
    AskCardChoice,
    Because,
    Card,
    CardIs,
    Due,
    Pay,
    PutBack,
    State,
    TakeChance,
    around,
    next_of_kind,
)
from . import landing, tax

_DRAW: Final = ("cards.draw", "cards.obey", "setup.card-decks")
_BACK: Final = ("cards.return-timing",)


def bar_draw(s: State, ask: AskCard, seat: int, answer: CardIs) -> Because:
    """Only the top card may be drawn if the order is known; by hand, any card of the deck that nobody
    holds."""
    deck = s.decks[ask.deck]
    if s.by_hand:
        return () if answer.card in deck else ("cards.draw", "cards.goojf-keep")
    return () if deck and deck[0] == answer.card else ("cards.draw", "setup.decks-placed")


def draw(t: Table, ask: AskCard, seat: int, answer: CardIs) -> None:
    t.pop()
    t.count_draw()
    t.draw(ask.deck, answer.card, ask.mover, _DRAW)
    obey(t, ask, answer.card, t.rules.decks[ask.deck][answer.card])


def obey(t: Table, ask: AskCard, index: int, card: Card) -> None:
    """Execute the card at once and completely (cards.obey)."""
    s = t.s
    seat, deck = ask.mover, ask.deck
    due: Because = ("cards.obey", "bank.collects")
    match card.do:
        case "advance":
            passed = landing.advance(t, seat, card.to, _DRAW, ask.salaried)
            back(t, deck, index)
            landing.land(t, seat, 0, by_card=True, salaried=passed)
        case "nearest":
            to = next_of_kind(t.rules.kind, s.at[seat], card.kind)
            because: Because = _DRAW
            if card.kind == "railroad":
                because = (*_DRAW, "cards.nearest-railroad")
            passed = landing.advance(t, seat, to, because, ask.salaried)
            back(t, deck, index)
            railroad = card.kind == "railroad"
            landing.land(
                t,
                seat,
                0,
                by_card=True,
                salaried=passed,
                factor=2 if railroad else 1,
                times=0 if railroad else 10,
            )
        case "back" | "back-to":
            # A backward move completes no lap (ruling: go.salary).
            to = (s.at[seat] - card.steps) % SPACES if card.do == "back" else card.to
            t.move(seat, to, _DRAW, "back", (s.at[seat] - to) % SPACES)
            back(t, deck, index)
            landing.land(t, seat, 0, by_card=True, salaried=ask.salaried)
        case "go-to-jail":
            t.lock_up(seat, ("jail.entry", "jail.direct", "jail.ends-turn", "cards.obey"))
            back(t, deck, index)
        case "jail-free":
            t.hold(deck, index, seat, ("cards.goojf-keep", "cards.goojf-one-per-deck"))
        case "collect":
            back_after(t, deck, index)
            t.pay(BANK, seat, card.amount, ("cards.obey", "bank.pays"), "card")
        case "pay":
            back_after(t, deck, index)
            t.owe(seat, tax.collector(s), card.amount, due + tax.pot_clause(s), "card")
        case "repairs":
            back_after(t, deck, index)
            amount = repairs(s, seat, card)
            because = ("cards.street-repairs", *due, *tax.pot_clause(s))
            if amount:
                t.owe(seat, tax.collector(s), amount, because, "repairs")
            else:
                t.tell("no-repairs", ("cards.street-repairs", "cards.obey"), seat=seat)
        case "pay-each":
            back_after(t, deck, index)
            # Several creditors are paid in seat order from the payer's left.
            for other in reversed([o for o in around(s, seat) if o != seat]):
                t.push(Due(seat, other, card.amount, ("cards.obey",), "card"))
        case "collect-each":
            back_after(t, deck, index)
            for other in reversed([o for o in around(s, seat) if o != seat]):
                t.push(Due(other, seat, card.amount, ("cards.obey",), "card"))
        case "pay-or-chance":
            back_after(t, deck, index)
            t.push(AskCardChoice(seat, card.amount, deck, ask.salaried))
        case _:
            raise AssertionError(card.do)


def back(t: Table, deck: int, index: int) -> None:
    """Return a card whose instruction is complete (ruling: cards.return-timing)."""
    if not t.rules.card_returns_late:
        t.put_back(deck, index, _BACK)


def back_after(t: Table, deck: int, index: int) -> None:
    """Return a card after the payment that it caused. Books that return cards later do it by
    ``Table.return_drawn``."""
    if not t.rules.card_returns_late:
        t.push(PutBack(deck, index))


def repairs(s: State, seat: int, card: Card) -> int:
    """The price of repairs for all houses and hotels of a seat; a hotel counts as a hotel only."""
    total = 0
    for i in s.rules.streets:
        if s.owner[i] == seat and s.level[i]:
            level = s.level[i]
            total += card.hotel if level == s.rules.top else level * card.house
    return total


# ---------------------------------------------------------------- pay, or take a Chance


def pay(t: Table, ask: AskCardChoice, seat: int, answer: Pay) -> None:
    t.pop()
    because = ("cards.obey", "bank.collects", *tax.pot_clause(t.s))
    t.owe(seat, tax.collector(t.s), ask.amount, because, "card")


def take_chance(t: Table, ask: AskCardChoice, seat: int, answer: TakeChance) -> None:
    t.pop()
    top = t.s.agenda[-1]
    if isinstance(top, PutBack):  # the instruction is complete with the choice
        t.pop()
        t.put_back(top.deck, top.card, _BACK)
    t.tell("take-chance", ("cards.obey", "cards.draw"), seat=seat)
    t.push(AskCard(seat, 0, ask.salaried))
