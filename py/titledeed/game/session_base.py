"""The common base of a session, which plays a game, and a replay, which shows a moment of one: who plays, the
answers so far, the state.
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
    """What the game waits for. ``who`` is "person", "bot", "chance" (by the seed: call ``step``), "hand"
    (dice or cards are entered by people), "claim" (a bot's throw waits until ``seat`` asks for its rent or
    lets it go), "elsewhere" (another device answers for the seat, or all devices draw), "over", or "replay"
    (nobody)."""

    who: str
    seat: int = -1
    claim: Claim | None = None


class SessionBase:
    """``controls``: a bot's name by seat, "" for a person. ``entries``: the answers so far. ``wealth``:
    after how many answers, what each seat was worth."""

    def __init__(self, game: Game, controls: Sequence[str]) -> None:
        self.game = game
        self.controls = list(controls)
        self.entries: list[Entry] = []
        self.wealth: list[tuple[int, tuple[int, ...]]] = []
        # At a table of several devices: the seats that answer at another one. None: all are here.
        self.elsewhere: frozenset[int] | None = None
        # Both are no part of the game; in a replay they stay empty.
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
        """After how many answers a game of several devices became one of this device only; None if it did
        not. From there on the program draws. Such a game is one by hand: where decks have an order, only
        their top cards may be drawn, whatever a file says."""
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
        """The seats still playing for which people at this device answer."""
        return [s for s in range(self.state.seats) if self.state.playing[s] and self.is_person(s)]

    @property
    def quiet(self) -> bool:
        return isinstance(self.ask, QUIET)

    def at(self, count: int) -> State:
        """The state after the first ``count`` answers; for a replay. Changes nothing."""
        if count >= len(self.entries):
            return self.state
        return state_before(self.entries, count)

    # ------------------------------------------------------------ a session overrides these

    def waiting(self) -> Waiting:
        """The seat that must act now, and how."""
        return Waiting("replay")

    @property
    def pending_offers(self) -> list[PendingOffer]:
        """The offers of bots that people have not opened."""
        return self.offers.waiting

    def to_undo(self) -> list[Entry]:
        """The answers that an undo would take back: one of a person, then all that followed from it."""
        return []

    def to_redo(self) -> list[Entry]:
        """The answers that a redo would bring back."""
        return []


def wealth(state: State) -> tuple[int, ...]:
    """The worth of each seat, counted as in the Short Game; for charts."""
    return tuple(score(state, seat) for seat in range(state.seats))
