"""Events: what an answer did, with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import (
    Mapping,
)
from dataclasses import (
    dataclass,
)

from .special_seats_and_ids import Because


@dataclass(frozen=True, slots=True)
class Event:
    """An event, with the clauses that govern it. ``facts`` has all that is needed to tell it, such as amounts
    before and after, so that nobody has to look at the State."""

    kind: str
    clauses: Because
    facts: Mapping[str, object]
