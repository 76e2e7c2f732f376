"""A cursor over the events of one answer, and the :class:`Line` that narrator functions return. With the
cursor they group several events into one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.answers import (
    Answer,
)
from ..engine.generic_event import Event
from ..engine.special_seats_and_ids import Because
from .sentence_parts import Sentence, SentenceParts


class Line(NamedTuple):
    """One sentence of the journal, the clauses behind it, and its seat (NOBODY: the Bank)."""

    text: Sentence
    clauses: Because
    seat: int


Facts = Mapping[str, Any]


class Told(NamedTuple):
    """An event whose facts have the type Any."""

    kind: str
    clauses: Because
    facts: Facts


class EventCursor:
    """The events of one answer, read in order. One sentence may cover several events."""

    def __init__(
        self, parts: SentenceParts, events: Sequence[Event], answer: Answer | None
    ) -> None:
        self.parts = parts
        self.answer = answer
        self._events = [Told(event.kind, event.clauses, event.facts) for event in events]
        self._at = 0

    def next(self) -> Told | None:
        """Take the next event; None at the end."""
        if self._at == len(self._events):
            return None
        self._at += 1
        return self._events[self._at - 1]

    def take(self, *kinds: str, **facts: object) -> Told | None:
        """Take the next event if it is of one of these kinds and has these facts; else return None."""
        if self._at < len(self._events):
            event = self._events[self._at]
            if event.kind in kinds and all(event.facts.get(k) == v for k, v in facts.items()):
                self._at += 1
                return event
        return None

    def take_all(self, *kinds: str) -> list[Told]:
        """Take the following events as long as they are of these kinds."""
        events = []
        while (event := self.take(*kinds)) is not None:
            events.append(event)
        return events


def joined(*events: Told | None) -> Because:
    """The clauses of several events, each once, in order."""
    return tuple(dict.fromkeys(c for event in events if event for c in event.clauses))
