"""The view of a replay: its current moment, and its controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...engine.asks import (
    AskOrder,
    AskRoll,
    Over,
)
from ...engine.special_seats_and_ids import CHANCE
from ...engine.state import (
    State,
)
from ...game.answer_entries_and_checkpoints import Entry
from ...game.replay import Replay
from ...language import answer_labels, asks
from ..phase_stage_and_tempo import Replaying
from . import odds_strip
from .ending.standings_and_wealth import polylines_view
from .view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from .types import (
        ReplayAsk,
        SparkView,
    )

_TICKS: Final = 40  # marks on the slider at most, unless a game is extremely long
_EACH: Final = (1, 2, 5, 10, 20, 50, 100, 1000)
_SPARK: Final = (odds_strip.WIDE, odds_strip.HIGH)  # the drawing behind the slider


def answer_text(ctx: ViewContext, entry: Entry, before: State) -> str:
    """Return an answer in words: the label of its button, after the name of a seat other than "you".

    ``before``: the state in which it was given."""
    label = answer_labels.answer_label(ctx.narrator.parts, entry.answer, before)
    if entry.seat in (CHANCE, ctx.narrator.parts.you):
        return label  # nobody has to be told of themselves who it was
    return ctx._("{seat}: {answer}", seat=ctx.seat(entry.seat)["name"], answer=label)


def _next_text(ctx: ViewContext, entry: Entry, before: State) -> str:
    """The next answer in words. Its seat is named unless it is “you”, or the title of the card names it."""
    label = answer_labels.answer_label(ctx.narrator.parts, entry.answer, before)
    named = before.turn if not isinstance(before.ask, AskOrder) else ctx.narrator.parts.you
    if entry.seat in (CHANCE, ctx.narrator.parts.you, named):
        return ctx._("Next: {answer}", answer=label)
    return ctx._("Next, {seat}: {answer}", seat=ctx.seat(entry.seat)["name"], answer=label)


def card_view(ctx: ViewContext, replaying: Replaying) -> ReplayAsk:
    """The panel of a replay, in place of the question: the current moment, and the controls."""
    _, replay, state = ctx._, replaying.replay, ctx.state
    over = isinstance(state.ask, Over)
    asked = asks.asking(ctx.narrator.parts, state)
    following = replay.following()
    mover = ctx.faced(state.turn)
    ordering = isinstance(state.ask, AskOrder)
    if over:
        title = asked["title"]
    elif ordering:
        title = _("Before the first round")
    else:
        round_ = ctx.narrator.parts.number(state.round)
        title = _("Round {n}, {seat} to move", n=round_, seat=mover["name"])
    where = _(
        "move {n} of {all}",
        n=ctx.narrator.parts.number(replay.stop),
        all=ctx.narrator.parts.number(replay.last),
    )
    known = (replaying.replay, ctx.narrator, len(replaying.odds))
    if ctx.cache.spark[0] != known:
        ctx.cache.spark = known, spark_view(ctx, replaying)
    return {
        "kind": "replay",
        "advice": None,
        "seat": None if over or ordering else mover,
        "title": title,
        "where": where,
        # A throw that comes next is said once.
        "text": asked["text"]
        if over
        else ""
        if following and isinstance(state.ask, (AskOrder, AskRoll))
        else asked["title"],
        "next": _next_text(ctx, following[0], state) if following else "",
        "clauses": [],
        "cash": "",
        "raise": None,
        "options": {},
        "says": f"{title}, {where}",
        "stop": replay.stop,
        "last": replay.last,
        "end": ctx.narrator.parts.number(replay.last),
        "ticks": _ticks(replay),
        "playing": replaying.playing,
        "at_start": replay.stop == 0,
        "at_end": replay.stop == replay.last,
        "over": over,
        "spark": ctx.cache.spark[1],
        "paces": [
            {"value": value, "label": label, "chosen": value == replaying.pace}
            for value, label in (
                ("1", _("1×")),
                ("2", _("2×")),
                ("8", _("8×")),
                ("turns", _("turn by turn")),
            )
        ],
    }


def _ticks(replay: Replay) -> list[int]:
    """The stops that the slider marks: each move of a short game, else turns that can be told apart."""
    stops = list(range(replay.last + 1)) if replay.last <= _TICKS else [*replay.turns, replay.last]
    step = next(n for n in _EACH if len(stops) <= n * _TICKS or n == _EACH[-1])
    return stops[::step]


def spark_view(ctx: ViewContext, replaying: Replaying) -> SparkView | None:
    """The small chart behind the slider: the whole game's odds, or its wealth until these are worked out.

    Return None before the second turn. The chart does not depend on the current moment."""
    replay = replaying.replay
    points = [(replay.stop_at(count), worths) for count, worths in replay.whole.wealth]
    if len(points) < 2 or ctx.worth_hidden:
        return None
    width, height = _SPARK
    top = max(1, *(max(worths) for _, worths in points))
    return {
        "areas": odds_strip.areas_view(ctx, replaying),
        "width": width,
        "height": height,
        "lines": polylines_view(ctx, points, replay.last, top, width, height),
    }
