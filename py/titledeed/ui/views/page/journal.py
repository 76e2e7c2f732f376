"""The journal: lines about the latest events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import JournalEntry

BESIDE_THE_BOARD: Final = 40  # lines beside the board; the dialog has more


def journal_view(ctx: ViewContext, most: int) -> list[JournalEntry]:
    """The last ``most`` lines of the journal, the newest first."""
    lines = ctx.app.lines
    entries: list[JournalEntry] = []
    for id, line, thought in reversed(lines[-most:]):
        seat = line["seat"]
        entries.append(
            {
                "id": id,
                "seat": ctx.seat(seat) if seat is not None else None,
                "text": line["text"],
                "clause": line["clause"],
                "turn": line["turn"],
                "thought": thought,
            }
        )
    return entries
