"""Chooses by the phase which prompt the panel shows: a question, waiting, a handover, a claim, a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.asks import AskBid
from ...phase_stage_and_tempo import HandingOver, InMotion, Playing, Replaying, Thinking, Underway
from .. import ask_prompts, replay
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import AskView


def prompt_view(ctx: ViewContext) -> AskView:
    """The panel with the one thing to do now."""
    waiting = ctx.session.waiting()
    match ctx.app.phase:
        case Replaying() as replaying:
            return replay.card_view(ctx, replaying)
        case Playing(stage=InMotion() | Thinking()):
            return ask_prompts.wait_view(ctx)
        case Playing(stage=HandingOver()):
            return ask_prompts.handover_view(ctx)
        case Playing(stage=Underway()) if waiting.who in ("person", "hand", "claim"):
            return ask_prompts.wait_view(ctx)  # the bots are about to be asked
    match waiting.who:
        case "bot" if isinstance(ctx.state.ask, AskBid):
            return ask_prompts.ask_view(ctx)
        case "bot" | "chance" | "elsewhere":
            return ask_prompts.wait_view(ctx)
        case "claim":
            assert waiting.claim is not None
            return ask_prompts.claim_view(ctx, waiting.claim)
        case _:
            return ask_prompts.ask_view(ctx)
