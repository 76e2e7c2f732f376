"""The common base of a session and a replay: the players, the answers so far and the state.

A session plays a game; a replay shows a moment of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.asks import (
    QUIET,
    Ask,
)
from ..engine.record import Game
from ..engine.rules.short_game import score
from ..engine.state import (
    Claim,
    State,
)
from .answer_entries_and_checkpoints import Entry, state_before
from .auto_bids import AutoBids
from .bot_offer_inbox import PendingOffer, PendingOffers


@dataclass(frozen=True)
class Waiting:
    """What the game waits for: ``seat`` is the seat that must act, and ``who`` is one of these.

    * "person"
    * "bot"
    * "chance": by the seed; call ``step``
    * "hand": people enter dice or cards
    * "claim": a bot's throw waits until ``seat`` claims its rent or lets it go
    * "elsewhere": another device answers for the seat, or all devices draw
    * "over"
    * "replay": nobody must act"""

    who: str
    seat: int = -1
    claim: Claim | None = None


class SessionBase:
    """A game with its players, answers and state.

    ``controls``: a bot's name by seat, "" for a person. ``entries``: the answers so far. ``wealth``:
    pairs of a number of answers and each seat's worth after them."""

    def __init__(self, game: Game, controls: Sequence[str]) -> None:
        self.game = game
        self.controls = list(controls)
        self.entries: list[Entry] = []
        self.wealth: list[tuple[int, tuple[int, ...]]] = []
        # At a table with several devices, the seats that answer on another one. None: all seats are
        # here.
        self.elsewhere: frozenset[int] | None = None
        # Neither is part of the game; in a replay both stay empty.
        self.offers = PendingOffers()
        self.ceilings = AutoBids()

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def ask(self) -> Ask:
        return self.game.state.ask

    @property
    def alone(self) -> int | None:
        """The number of answers after which a game of several devices became one of this device only.

        None if it did not. From that answer on, the program draws. Such a game is one with chance
        entered by hand. Where its decks have an order, only their top cards may be drawn, whatever a
        file says."""
        count = self.game.record.extra.get("x-alone")
        return count if self.state.by_hand and type(count) is int and count >= 0 else None

    @property
    def by_hand(self) -> bool:
        """Whether people enter dice and cards here."""
        return self.state.by_hand and self.elsewhere is None and self.alone is None

    def is_person(self, seat: int) -> bool:
        """Whether a person at this device answers for the seat now."""
        here = self.elsewhere is None or seat not in self.elsewhere
        return seat >= 0 and not self.controls[seat] and here

    def people(self) -> list[int]:
        """Return the seats still playing for which people at this device answer."""
        return [s for s in range(self.state.seats) if self.state.playing[s] and self.is_person(s)]

    @property
    def quiet(self) -> bool:
        return isinstance(self.ask, QUIET)

    def at(self, count: int) -> State:
        """Return the state after the first ``count`` answers, for a replay; change nothing."""
        if count >= len(self.entries):
            return self.state
        return state_before(self.entries, count)

    # ------------------------------------------------------------ a session overrides these

    def waiting(self) -> Waiting:
        """Return the seat that must act now, and how."""
        return Waiting("replay")

    @property
    def pending_offers(self) -> list[PendingOffer]:
        """The offers of bots that people have not opened."""
        return self.offers.waiting

    def to_undo(self) -> list[Entry]:
        """Return the answers that an undo would take back.

        These are one answer of a person and all that followed from it."""
        return []

    def to_redo(self) -> list[Entry]:
        """Return the answers that a redo would bring back."""
        return []


def wealth(state: State) -> tuple[int, ...]:
    """Return the worth of each seat, counted as in the Short Game; for charts."""
    return tuple(score(state, seat) for seat in range(state.seats))
