"""The log of a game: each answer, who gave it and why; with copies of the state at checkpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..engine.answers import (
    Answer,
)
from ..engine.generic_event import Event
from ..engine.record import Game
from ..engine.state import (
    State,
)
from .bot_scheduler import SeatMemory

CHECKPOINT: Final = 25  # answers between two checkpoints; an undo replays fewer
KINDS: Final = ("person", "bot", "chance", "hand", "program")
LONGEST_WHY: Final = 300  # characters of a bot's reason in a loaded file


@dataclass
class Entry:
    """One answer of the log.

    ``by``: the giver of the answer, "person", "bot", "chance", "hand" (chance entered by people) or
    "program" (a ceiling, the clock). ``why`` and ``facts``: a bot's reason and its numbers. ``line``:
    the answer in the record's notation. ``secret``: whether a lot was open or an offer unanswered after
    it. ``joined``: whether the press that gave the answer before gave this one too. ``state`` and
    ``memory``: the state before this answer and what the bots remembered then. They are stored at
    checkpoints only."""

    seat: int
    answer: Answer
    line: str
    by: str
    reason: str
    facts: Mapping[str, int]
    events: Sequence[Event]
    round: int
    turns: int
    secret: bool = False
    joined: bool = False
    state: State | None = None
    memory: SeatMemory | None = None


def state_before(entries: Sequence[Entry], count: int) -> State:
    """Return a copy of the state after the first ``count`` of these answers.

    There must be more than ``count`` answers."""
    base = count - count % CHECKPOINT
    state = entries[base].state
    assert state is not None
    return Game.advanced(state.copy(), entries[base:count])


def read_giver(mark: object, usual: str) -> tuple[str, str, Mapping[str, int]]:
    """Read from a saved mark who gave an answer and why.

    The mark may come from a stranger. If it is not valid, the answer counts as given by ``usual``,
    without a reason."""
    match mark:
        case str() if mark in KINDS:
            return mark, "", {}
        case [str(by), str(reason), dict(facts)] if by in KINDS and len(reason) <= LONGEST_WHY:
            if all(isinstance(key, str) and type(value) is int for key, value in facts.items()):
                return by, reason, facts
    return usual, "", {}
