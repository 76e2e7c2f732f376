"""The middle of the board: the dice, the drawn card and the last sentence.

Modules of their own add a big moment and the bots' moves since the person's last answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ask_prompts
from ..view_context_and_shared_parts import ViewContext
from .big_moment import moment_view
from .bots_meanwhile import meanwhile_view

if TYPE_CHECKING:
    from ..types import BoardCentreView, CardView, SaidView


def board_centre_view(ctx: ViewContext) -> BoardCentreView:
    """The middle of the board: dice, the drawn card, and the last event."""
    app, _ = ctx.app, ctx._
    shown = app.shown
    a, b = shown.faces
    says = _("The dice show {a} and {b}", a=a, b=b) if a else _("No dice thrown yet")
    card: CardView | None = None
    if shown.card is not None:
        deck, drawn = shown.card
        down = shown.motion == "draw"
        card = {
            "deck": ("chance", "community-chest")[deck],
            "deck_name": ctx.narrator.parts.deck_name(deck),
            "text": "" if down else ctx.narrator.parts.card_text(deck, drawn),
            "icon": ("s-chance", "s-chest")[deck]
            if down
            else ask_prompts.CARD_ICONS[ctx.rules.decks[deck][drawn].do],
            "beat": shown.card_beat if shown.turns else "",
        }
    return {
        "dice": {
            "faces": [a, b],
            "beat": shown.dice_beat if shown.tumbles else "",
            "says": _("The dice are rolling") if shown.motion == "dice" else says,
        },
        "card": card,
        "said": _said(ctx),
        "moment": moment_view(ctx, app.shown.moment) if app.shown.moment else None,
        "meanwhile": meanwhile_view(ctx) if not app.in_motion else None,
    }


def _said(ctx: ViewContext) -> SaidView | None:
    """The sentence about the latest event. While a throw is shown, it tells no more than the dice do."""
    app, shown, parts = ctx.app, ctx.app.shown, ctx.narrator.parts
    if not app.in_motion:
        if not app.lines:
            return None
        id, line, _reason = app.lines[-1]
        said = ctx.spoken(app.answers_of_lines.get(id, -1))
        return {
            "text": line["text"],
            "clause": line["clause"],
            "speaker": ctx.faced(said.seat) if said is not None else None,
            "speech": ctx.quoted(said.text) if said is not None else "",
        }
    match shown.motion:
        case "dice":
            text = parts.tell("{seat} throw[s|]…", seat=parts.seat(shown.thrower))
        case "rest":
            text = {"say": "{dice}", "with": {"dice": parts.dice(*shown.faces)}}
        case _:
            return None
    return {"text": text, "clause": "", "speaker": None, "speech": ""}
