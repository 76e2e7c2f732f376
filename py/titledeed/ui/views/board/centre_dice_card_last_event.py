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
    a, b = app.shown.faces
    card: CardView | None = None
    if app.shown.card is not None:
        deck, drawn = app.shown.card
        card = {
            "deck": ("chance", "community-chest")[deck],
            "deck_name": ctx.narrator.parts.deck_name(deck),
            "text": ctx.narrator.parts.card_text(deck, drawn),
            "icon": ask_prompts.CARD_ICONS[ctx.rules.decks[deck][drawn].do],
            "beat": app.shown.card_beat,
        }
    sentence: SaidView | None = None
    if app.lines and not app.in_motion:
        line = app.lines[-1][1]
        sentence = {"text": line["text"], "clause": line["clause"]}
    return {
        "dice": {
            "faces": [a, b],
            "beat": app.shown.dice_beat,
            "says": _("The dice show {a} and {b}", a=a, b=b) if a else _("No dice thrown yet"),
        },
        "card": card,
        "said": sentence,
        "moment": moment_view(ctx, app.shown.moment) if app.shown.moment else None,
        "meanwhile": meanwhile_view(ctx) if not app.in_motion else None,
    }
