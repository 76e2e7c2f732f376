"""The log of a game: what was answered, by whom, and why; and the states that are kept on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .engine.record import Game
from .engine.words import Answer, Event, State

CHECKPOINT: Final = 25  # answers between two kept states; an undo replays fewer than this
KINDS: Final = ("person", "bot", "chance", "hand", "program")
LONGEST_WHY: Final = 300  # characters of a bot's sentence in a stranger's save


@dataclass
class Entry:
    """One answer of the log. ``by`` is "person", "bot", "chance", "hand" or "program" (a ceiling, the
    clock); ``why`` and ``facts`` are a bot's sentence. ``state`` is kept at checkpoints only: the
    state before this answer."""

    seat: int
    answer: Answer
    line: str
    by: str
    why: str
    facts: Mapping[str, int]
    events: Sequence[Event]
    round: int
    turns: int
    state: State | None = None


def state_before(entries: Sequence[Entry], count: int) -> State:
    """The state after the first ``count`` of these answers, of which there are more. A copy."""
    base = count - count % CHECKPOINT
    state = entries[base].state
    assert state is not None
    return Game.advanced(state.copy(), entries[base:count])


def giver(mark: object, usual: str) -> tuple[str, str, Mapping[str, int]]:
    """Who gave an answer and why, as a save tells it; ``usual`` where it does not. A stranger's save is
    not believed further than text."""
    match mark:
        case str() if mark in KINDS:
            return mark, "", {}
        case [str(by), str(why), dict(facts)] if by in KINDS and len(why) <= LONGEST_WHY:
            if all(isinstance(key, str) and type(value) is int for key, value in facts.items()):
                return by, why, facts
    return usual, "", {}
