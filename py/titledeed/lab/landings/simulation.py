"""Simulates the position of a token after each throw, by the engine's rules.

A single seat circles the board and buys nothing. The engine checks every answer, including those of
chance, so this tests the rules themselves. docs/LANDINGS.md defines what is counted; ``markov.py``
computes the same shares exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...engine import rng
from ...engine import rulebook_loader_and_rules_compiler as rules_compiler
from ...engine.answers import (
    Answer,
    CardIs,
    Decline,
    End,
    Fine,
    Flat,
    Pay,
    Roll,
    TakeChance,
)
from ...engine.asks import (
    QUIET,
    Ask,
    AskBuy,
    AskCard,
    AskCardChoice,
    AskEnd,
    AskTax,
)
from ...engine.board_and_rules_types import Rules
from ...engine.mutations import Mutator, Position, SeatAt, lay_out_state
from ...engine.reducer import play_in_place
from ...engine.special_seats_and_ids import BANK, CHANCE, FREE, NOBODY
from .markov import JAIL, PLACES, CardChoice, JailPolicy

_SEAT: Final = 0
_PURSE: Final = 10**12  # cash that no run can use up
_CHOICES: Final[dict[CardChoice, Answer]] = {"pay": Pay(), "take-chance": TakeChance()}


def rules_for(
    rulebook: str, edition: str | Mapping[str, Any] = "atlantic-city", decks: str | None = None
) -> Rules:
    """A book's rules without auctions, so that a declined property stays with the Bank.

    Raises :class:`~...engine.errors.LoadError` with a sentence for an unknown name.
    """
    return rules_compiler.make_rules(rulebook, edition, decks, house_rules={"auctions": False})


class Simulation:
    """An endless walk around the board from GO. ``rules`` are those of :func:`rules_for`."""

    def __init__(
        self, rules: Rules, seed: int, jail: JailPolicy, choice: CardChoice = "pay"
    ) -> None:
        start = Position(turn=_SEAT, seats=[SeatAt(cash=_PURSE)])
        # When chance is entered by hand, any card of the deck may come, so each draw is independent.
        self.state = lay_out_state(rules, 1, start, asked=False, by_hand=True)
        self.seed = seed
        self.leaves = jail == "leave"
        self.answers: dict[type[Ask], Answer] = {
            AskBuy: Decline(),
            AskTax: Flat(),
            AskCardChoice: _CHOICES[choice],
        }
        self.decks = [[CardIs(index) for index in range(len(deck))] for deck in rules.decks]

    def throws(self, count: int) -> list[int]:
        """Throw ``count`` times and count how many throws ended on each space; the last one is jail."""
        state = self.state
        agenda, at, jail = state.agenda, state.at, state.jail
        seed, leaves, answers = self.seed, self.leaves, self.answers
        roll, fine, end = Roll(), Fine(), End()
        stood = [0] * PLACES
        for _ in range(count):
            if leaves and jail[_SEAT] != FREE:
                play_in_place(state, _SEAT, fine)
            play_in_place(state, _SEAT, roll)
            play_in_place(state, CHANCE, rng.chance_answer(state, seed))
            ask = agenda[-1]
            while not isinstance(ask, QUIET):
                if isinstance(ask, AskCard):
                    self._draw(ask.deck)
                else:
                    play_in_place(state, _SEAT, answers[type(ask)])  # type: ignore[index]
                ask = agenda[-1]
            stood[at[_SEAT] if jail[_SEAT] == FREE else JAIL] += 1
            if isinstance(ask, AskEnd):
                play_in_place(state, _SEAT, end)
        return stood

    def _draw(self, deck: int) -> None:
        """Draw one card of the whole deck. A jail card returns at once, so that the deck stays complete.
        If a card were missing, the reducer would refuse it and the run would fail."""
        state, cards = self.state, self.decks[deck]
        play_in_place(state, CHANCE, cards[rng.random_number(self.seed, state.draws) % len(cards)])
        if state.held[deck] != NOBODY:
            Mutator(state, None).hand_card(deck, BANK, ("cards.goojf-return",))


def landings_csv(shares: Sequence[float]) -> Iterator[str]:
    """The lines that ``lab landings`` prints: a heading, a row for each space, and one for jail."""
    yield "index,share"
    for place, share in enumerate(shares):
        yield f"{'jail' if place == JAIL else place},{share!r}"
