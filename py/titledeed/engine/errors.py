"""Errors of the engine: text that is not an answer, a refused answer, a file that cannot be loaded."""

from __future__ import annotations

from collections.abc import (
    Mapping,
)
from typing import (
    Any,
    NamedTuple,
)

from .answers import (
    Answer,
)
from .special_seats_and_ids import Because


class MalformedAnswer(Exception):
    """A text is not an answer, because of an unknown word, number or id. The message is a sentence."""


class RefusedAnswer(Exception):
    """An answer is not allowed now. ``clauses``: the clauses that bar it. The state has not changed."""

    def __init__(self, clauses: Because, answer: Answer | None = None) -> None:
        super().__init__("refused by " + ", ".join(clauses))
        self.clauses = clauses
        self.answer = answer


class LoadError(Exception):
    """A record, edition or house rule cannot be loaded. The message is a sentence. If the file breaks a
    rule, ``clauses`` has the clauses of that rule."""

    def __init__(self, sentence: str, clauses: Because = ()) -> None:
        super().__init__(sentence)
        self.clauses = clauses


class Cause(NamedTuple):
    """The exact cause for which a clause bars an answer. ``what``: its name, for which
    ``language/reasons.py`` has a sentence. ``facts``: values for the placeholders of that sentence.
    Seats, spaces, groups and decks are indices."""

    what: str
    facts: Mapping[str, Any] = {}
