"""The game of a table's list, which an undo takes back to an earlier answer, and its drawn cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..engine.answers import Answer, CardIs
from ..engine.asks import AskCard
from ..engine.record import Game
from ..engine.state import State

CHECKPOINT: Final = 25  # lines between two states that are stored for undo


@dataclass(frozen=True)
class _PlayedAnswer:
    seat: int
    answer: Answer


class RewindableGame:
    """A game and its answers, with stored states from which an earlier one is replayed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.answers: list[tuple[int, Answer]] = []
        self._checkpoints: list[State] = []
        self._out: dict[int, int] = {}  # by seat that is out: how many answers came before
        self._cards: list[tuple[int, int, int]] = []  # (line, deck, card) of each card drawn
        self._passes = (0, 0)  # the index in _cards at which the current pass of each deck begins

    @property
    def state(self) -> State:
        return self.game.state

    def play(self, seat: int, answer: Answer) -> None:
        """Play an answer. Raises :class:`RefusedAnswer`; then nothing has changed."""
        before = self.state
        self.game.give(seat, answer)
        self.game.events.clear()
        if len(self.answers) % CHECKPOINT == 0:
            self._checkpoints.append(before)
        for other, plays in enumerate(self.state.playing):
            if before.playing[other] and not plays:
                self._out[other] = len(self.answers)
        self.answers.append((seat, answer))
        ask = before.agenda[-1]
        if isinstance(answer, CardIs) and isinstance(ask, AskCard):
            if answer.card in self._seen(ask.deck):
                begins = list(self._passes)
                begins[ask.deck] = len(self._cards)
                self._passes = (begins[0], begins[1])
            self._cards.append((len(self.answers), ask.deck, answer.card))

    def rewind(self, to: int) -> None:
        """Go back to the first ``to`` answers."""
        base = to // CHECKPOINT
        state = self._checkpoints[base].copy()
        steps = [
            _PlayedAnswer(seat, answer) for seat, answer in self.answers[base * CHECKPOINT : to]
        ]
        self.game.rewind(state, to, steps)
        del self.answers[to:]
        del self._checkpoints[base + (to % CHECKPOINT > 0) :]
        self._cards = [drawn for drawn in self._cards if drawn[0] <= to]
        self._passes = self._passes_of()
        self._out = {seat: at for seat, at in self._out.items() if at < to}

    def was_in(self, seat: int, to: int) -> bool:
        """Whether a seat was still in the game after the first ``to`` answers."""
        return self._out.get(seat, to) >= to

    def takes_back_draws(self, to: int) -> bool:
        """Whether going back to the first ``to`` answers takes back a throw or a card."""
        return any(seat < 0 for seat, _ in self.answers[to:])

    def unseen(self, deck: int) -> list[int]:
        """Return the cards that may come next.

        These are the cards not yet drawn in this pass through the deck, or all cards if every one has
        been drawn."""
        there = sorted(self.state.decks[deck])
        seen = self._seen(deck)
        return [card for card in there if card not in seen] or there

    def _passes_of(self) -> tuple[int, int]:
        begins, seen = [0, 0], [set[int](), set[int]()]
        for n, (_, deck, card) in enumerate(self._cards):
            if card in seen[deck]:
                begins[deck], seen[deck] = n, set()
            seen[deck].add(card)
        return begins[0], begins[1]

    def _seen(self, deck: int) -> set[int]:
        drawn = self._cards[self._passes[deck] :]
        return {card for _, of, card in drawn if of == deck}

    def fork(self) -> RewindableGame:
        """Return an independent copy, which may then go on differently."""
        other = RewindableGame(self.game.fork(self.state, len(self.game.lines)))
        other.answers = list(self.answers)
        other._checkpoints = list(self._checkpoints)
        other._out = dict(self._out)
        other._cards, other._passes = list(self._cards), self._passes
        return other
