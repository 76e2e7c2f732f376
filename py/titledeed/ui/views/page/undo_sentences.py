"""Sentences about undo and redo: their effects, and the reason why nothing can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from ....game.answer_entries_and_checkpoints import Entry
from .. import replay
from ..view_context_and_shared_parts import ViewContext


def taken_back(ctx: ViewContext) -> str:
    """The sentence after an undo. Call this before the undo."""
    return ctx._("Undone: {answers}", answers=answers_text(ctx, ctx.session.to_undo()))


def no_undo(ctx: ViewContext) -> str:
    """A sentence that says why nothing can be taken back."""
    session, _ = ctx.session, ctx._
    if any(entry.by in ("person", "hand") for entry in session.entries):
        return _("You can’t undo past a throw (see Settings)")
    return _("There’s nothing to undo")


def no_redo(ctx: ViewContext) -> str:
    """A sentence that says why nothing can be given again."""
    return ctx._("There’s nothing to redo")


def answers_text(ctx: ViewContext, entries: Sequence[Entry]) -> str:
    """The first of these answers in words, and how many answers of players follow it."""
    _, n_ = ctx._, ctx.n_
    first, log = entries[0], ctx.session.entries
    label = ctx.cache.label
    if label is None or label[0] is not first or label[1] is not ctx.narrator:
        n = len(log) - len(entries) if log and log[-1] is entries[-1] else len(log)
        sentence = replay.answer_text(ctx, first, ctx.session.at(n))
        label = ctx.cache.label = (first, ctx.narrator, sentence)
    more = sum(entry.seat >= 0 for entry in entries[1:])
    if not more:
        return label[2]
    after = n_("{n} move after it", "{n} moves after it", more)
    return _("{answer}, and {after}", answer=label[2], after=after)
