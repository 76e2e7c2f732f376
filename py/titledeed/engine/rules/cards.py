"""Chance and Community Chest. Clauses: cards.*, go.second-salary-by-card, bank.pays."""

from __future__ import annotations

from typing import Final

from ..agenda_step_types import Due, PutBack
from ..answers import (
    CardIs,
    Pay,
    TakeChance,
)
from ..asks import (
    AskCard,
    AskCardChoice,
)
from ..board_and_rules_types import Card, next_of_kind
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, SPACES, Because
from ..state import (
    State,
    around,
)
from . import movement_and_landing, tax

_DRAW: Final = ("cards.draw", "cards.obey", "setup.card-decks")
_BACK: Final = ("cards.return-timing",)


def draw_violations(state: State, ask: AskCard, seat: int, answer: CardIs) -> Because:
    """Bar every card except the top one if the order is known. By hand, any card of the deck that nobody
    holds may be drawn."""
    deck = state.decks[ask.deck]
    if state.by_hand:
        return () if answer.card in deck else ("cards.draw", "cards.goojf-keep")
    return () if deck and deck[0] == answer.card else ("cards.draw", "setup.decks-placed")


def draw(tx: Mutator, ask: AskCard, seat: int, answer: CardIs) -> None:
    tx.pop()
    tx.count_draw()
    tx.draw(ask.deck, answer.card, ask.mover, _DRAW)
    obey(tx, ask, answer.card, tx.rules.decks[ask.deck][answer.card])


def obey(tx: Mutator, ask: AskCard, index: int, card: Card) -> None:
    """Execute the card at once and completely (cards.obey)."""
    state = tx.state
    seat, deck = ask.mover, ask.deck
    due: Because = ("cards.obey", "bank.collects")
    match card.do:
        case "advance":
            passed = movement_and_landing.advance(tx, seat, card.to, _DRAW, ask.salaried)
            back(tx, deck, index)
            movement_and_landing.land(tx, seat, 0, by_card=True, salaried=passed)
        case "nearest":
            to = next_of_kind(tx.rules.kind, state.at[seat], card.kind)
            clauses: Because = _DRAW
            if card.kind == "railroad":
                clauses = (*_DRAW, "cards.nearest-railroad")
            passed = movement_and_landing.advance(tx, seat, to, clauses, ask.salaried)
            back(tx, deck, index)
            railroad = card.kind == "railroad"
            movement_and_landing.land(
                tx,
                seat,
                0,
                by_card=True,
                salaried=passed,
                factor=2 if railroad else 1,
                times=0 if railroad else 10,
            )
        case "back" | "back-to":
            # A backward move completes no lap (ruling: go.salary).
            to = (state.at[seat] - card.steps) % SPACES if card.do == "back" else card.to
            tx.move(seat, to, _DRAW, "back", (state.at[seat] - to) % SPACES)
            back(tx, deck, index)
            movement_and_landing.land(tx, seat, 0, by_card=True, salaried=ask.salaried)
        case "go-to-jail":
            tx.lock_up(seat, ("jail.entry", "jail.direct", "jail.ends-turn", "cards.obey"))
            back(tx, deck, index)
        case "jail-free":
            tx.hold(deck, index, seat, ("cards.goojf-keep", "cards.goojf-one-per-deck"))
        case "collect":
            back_after(tx, deck, index)
            tx.pay(BANK, seat, card.amount, ("cards.obey", "bank.pays"), "card")
        case "pay":
            back_after(tx, deck, index)
            tx.owe(seat, tax.collector(state), card.amount, due + tax.pot_clause(state), "card")
        case "repairs":
            back_after(tx, deck, index)
            amount = repairs(state, seat, card)
            clauses = ("cards.street-repairs", *due, *tax.pot_clause(state))
            if amount:
                tx.owe(seat, tax.collector(state), amount, clauses, "repairs")
            else:
                tx.tell("no-repairs", ("cards.street-repairs", "cards.obey"), seat=seat)
        case "pay-each":
            back_after(tx, deck, index)
            # Several creditors are paid in seat order from the payer's left.
            for other in reversed([o for o in around(state, seat) if o != seat]):
                tx.push(Due(seat, other, card.amount, ("cards.obey",), "card"))
        case "collect-each":
            back_after(tx, deck, index)
            for other in reversed([o for o in around(state, seat) if o != seat]):
                tx.push(Due(other, seat, card.amount, ("cards.obey",), "card"))
        case "pay-or-chance":
            back_after(tx, deck, index)
            tx.push(AskCardChoice(seat, card.amount, deck, ask.salaried))
        case _:
            raise AssertionError(card.do)


def back(tx: Mutator, deck: int, index: int) -> None:
    """Return a card whose instruction is complete (ruling: cards.return-timing)."""
    if not tx.rules.card_returns_late:
        tx.put_back(deck, index, _BACK)


def back_after(tx: Mutator, deck: int, index: int) -> None:
    """Return a card after the payment that it caused. Rulebooks that return cards later use
    ``Mutator.return_drawn``."""
    if not tx.rules.card_returns_late:
        tx.push(PutBack(deck, index))


def repairs(state: State, seat: int, card: Card) -> int:
    """The price of repairs for all houses and hotels of a seat; a hotel does not count as houses too."""
    total = 0
    for i in state.rules.streets:
        if state.owner[i] == seat and state.level[i]:
            level = state.level[i]
            total += card.hotel if level == state.rules.top else level * card.house
    return total


# ---------------------------------------------------------------- pay, or take a Chance


def pay(tx: Mutator, ask: AskCardChoice, seat: int, answer: Pay) -> None:
    tx.pop()
    clauses = ("cards.obey", "bank.collects", *tax.pot_clause(tx.state))
    tx.owe(seat, tax.collector(tx.state), ask.amount, clauses, "card")


def take_chance(tx: Mutator, ask: AskCardChoice, seat: int, answer: TakeChance) -> None:
    tx.pop()
    top = tx.state.agenda[-1]
    if isinstance(top, PutBack):  # the choice completes the instruction
        tx.pop()
        tx.put_back(top.deck, top.card, _BACK)
    tx.tell("take-chance", ("cards.obey", "cards.draw"), seat=seat)
    tx.push(AskCard(seat, 0, ask.salaried))
