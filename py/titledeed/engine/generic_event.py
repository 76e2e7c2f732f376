"""Events: the effects of an answer, with the clauses behind each of them."""

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
    """An event, with the clauses that govern it. ``facts`` has all data for its description, such as
    amounts before and after, so that nobody has to read the State."""

    kind: str
    clauses: Because
    facts: Mapping[str, object]
