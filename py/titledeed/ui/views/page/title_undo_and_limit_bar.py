"""The bar at the top of a game: its title and rulebook, undo and redo, and the agreed limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.asks import Over
from ....language import rule_clauses
from ...setup_form import half_hour_rounds
from ..view_context_and_shared_parts import ViewContext
from .undo_sentences import answers_text, no_redo, no_undo

if TYPE_CHECKING:
    from ..types import GameView, LimitView


def game_view(ctx: ViewContext) -> GameView:
    """The bar at the top."""
    session, _ = ctx.session, ctx._
    undo, redo = session.to_undo(), session.to_redo()
    return {
        "title": ctx.app.title,
        "book": rule_clauses.book_name(ctx.narrator.parts, ctx.narrator.rules.book),
        "board": ctx.narrator.parts.data(ctx.rules.edition.name),
        "round": ctx.state.round,
        "official": ctx.rules.official,
        "length": length_name(ctx),
        "limit": limit_view(ctx),
        "undo": {
            "barred": not undo,
            "says": _("Undo: {answers}", answers=answers_text(ctx, undo)) if undo else no_undo(ctx),
        },
        "redo": {
            "barred": not redo,
            "says": _("Redo: {answers}", answers=answers_text(ctx, redo)) if redo else no_redo(ctx),
        },
        "replay": ctx.app.replaying is not None,
        "watching": session.elsewhere == frozenset(range(ctx.state.seats)),
        "played": bool(session.entries),
        "over": isinstance(ctx.state.ask, Over),
    }


def length_name(ctx: ViewContext) -> str:
    """The agreed limit as a part of the game's title; "" without one."""
    rules, _ = ctx.rules, ctx._
    if not rules.limit_rounds:
        minutes = rules.limit_minutes
        return _.count("{n} minute", "{n} minutes", minutes) if minutes else ""
    seats = ctx.session.game.record.seats
    people = sum(not seat.bot for seat in seats)
    if rules.limit_rounds == half_hour_rounds(people, len(seats) - people):
        return _("Half an hour")
    return _.count("{n} round", "{n} rounds", rules.limit_rounds)


def limit_view(ctx: ViewContext) -> LimitView | None:
    """The remaining rounds or minutes of the agreed limit; None without a limit."""
    rules, state, _ = ctx.rules, ctx.state, ctx._
    if not (rules.limit_rounds or rules.limit_minutes):
        return None
    sentences, clauses = [], []
    last = False
    if rules.limit_rounds:
        left = rules.limit_rounds - state.round
        last = left <= 0
        clauses.append("house.limit-rounds")
        sentences.append(
            _(
                "round {n} of {most}",
                n=min(state.round, rules.limit_rounds),
                most=rules.limit_rounds,
            )
        )
    clock = ""
    if rules.limit_minutes:
        left = max(0, rules.limit_minutes * 60 - int(ctx.app.elapsed))
        last = last or state.time_up
        clauses.append("house.limit-minutes")
        clock = f"{left // 60}:{left % 60:02}"
    over = isinstance(state.ask, Over) and not ctx.app.in_motion
    return {
        "rounds": " ".join(sentences),
        "clock": "" if last or over else clock,
        "last": _("last round") if last and not over else "",
        "clause": clauses[0],
    }
