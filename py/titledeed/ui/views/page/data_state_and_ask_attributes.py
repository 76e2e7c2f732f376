"""The state of the page in a word, and the current question with its seat, both as root attributes."""

from __future__ import annotations

from ....engine.asks import Over
from ...phase_stage_and_tempo import AwaitingAnswer, HandingOver, Playing, Replaying
from ..view_context_and_shared_parts import ViewContext


def page_state(ctx: ViewContext) -> str:
    """The state of the page in a word: "replay", "over", "busy" or "asking"."""
    if ctx.app.replaying is not None:
        return "replay"
    if isinstance(ctx.state.ask, Over) and not ctx.app.in_motion:
        return "over"
    return "busy" if pending_text(ctx) == "bots" else "asking"


def pending_text(ctx: ViewContext) -> str:
    """The current question with its seat: "buy 0", "handover 2", "dice chance".

    It is "over", "replay", or "bots" if no person here is asked anything."""
    match ctx.app.phase:
        case Replaying():
            return "replay"
        case Playing(stage=HandingOver(seat=seat, guarded=False)):
            return f"handover {seat}"
        case Playing(stage=AwaitingAnswer(guarded=False)):
            return _asked_of(ctx)
        case _:
            return "bots"


def _asked_of(ctx: ViewContext) -> str:
    ask_, waiting = ctx.state.ask, ctx.session.waiting()
    match waiting.who:
        case "over":
            return "over"
        case "hand":
            return f"{ask_.kind} chance"
        case "claim":
            return f"rent-claim {waiting.seat}"
        case "person":
            return f"{ask_.kind} {ask_.seat}"
        case _:
            return "bots"
