"""The journal: lines about the latest events, and what the characters say about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ....bots.protocol import COUNTER
from ....engine.answers import Offer, Reject
from ...state import Line
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import JournalEntry

BESIDE_THE_BOARD: Final = 40  # lines beside the board; the dialog has more


def journal_view(ctx: ViewContext, most: int) -> list[JournalEntry]:
    """The last ``most`` lines of the journal, the newest first."""
    lines = ctx.app.lines[-most:]
    speeches = speeches_of_lines(ctx, lines)
    entries: list[JournalEntry] = []
    for id, line, thought in reversed(lines):
        seat = line["seat"]
        entries.append(
            {
                "id": id,
                "seat": ctx.seat(seat) if seat is not None else None,
                "text": line["text"],
                "clause": line["clause"],
                "turn": line["turn"],
                "speech": speeches.get(id, ("", 0))[0],
                "thought": _countering(ctx, ctx.app.answers_of_lines.get(id, -1)) or thought
                if thought
                else "",
            }
        )
    return entries


def _countering(ctx: ViewContext, index: int) -> str:
    """If this answer of a bot refuses an offer to make another one, the reason for that; else "".

    So the refusal and the counter-offer name one sum."""
    log = ctx.session.entries
    if not (0 < index < len(log)) or not isinstance(log[index].answer, Reject):
        return ""
    seat, asker = log[index].seat, log[index - 1].seat
    reasons = [
        (entry.reason, entry.facts)
        for entry in log[index + 1 : index + 2]
        if entry.seat == seat and isinstance(entry.answer, Offer) and entry.answer.to == asker
    ]
    if not reasons and not any(
        isinstance(entry.answer, Reject) and entry.seat == seat for entry in log[index + 1 :]
    ):
        reasons += [
            (pending.reason, pending.facts)
            for pending in ctx.session.pending_offers
            if (pending.by, pending.to) == (seat, asker)
        ]
    return next(
        (ctx.narrator.thought(reason, facts) for reason, facts in reasons if reason == COUNTER), ""
    )


def speeches_of_lines(ctx: ViewContext, lines: Iterable[Line]) -> dict[int, tuple[str, int]]:
    """What is said below lines of the journal, by the line's id: the speech in quotation marks, and the seat.

    It is below a line about the speaker, or else below the last line of the answer."""
    if ctx.app.characters is None:
        return {}
    by_answer: dict[int, list[Line]] = {}
    for line in lines:
        index = ctx.app.answers_of_lines.get(line[0], -1)
        if index >= 0:
            by_answer.setdefault(index, []).append(line)
    speeches: dict[int, tuple[str, int]] = {}
    for index, its_lines in by_answer.items():
        said = ctx.spoken(index)
        if said is None:
            continue
        own = [id for id, line, _ in its_lines if line["seat"] == said.seat]
        text = ctx.quoted(said.text)
        if not own:
            name = ctx.narrator.parts.names[said.seat]
            text = ctx._("{seat}: “{text}”", seat=name, text=said.text)
        # After a throw the landing matters, and after a bot's answer the answer itself.
        at = 0 if ctx.session.entries[index].by == "bot" else -1
        speeches[own[at] if own else its_lines[-1][0]] = text, said.seat
    return speeches
