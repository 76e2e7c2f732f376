"""The view of the bots: how each plays, and how strong it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots import OFFERED
from ....bots.measured_strengths import STRENGTHS
from ....language.catalogue import Catalogue
from ..context import bot_name

if TYPE_CHECKING:
    from ..types import (
        BotProfile,
    )


def bot_line(_: Catalogue, bot: str) -> str:
    """A sentence about how a bot plays."""
    lines = {
        "builder": _("Builds at any price, and thinks of the cash later."),
        "dealer": _("Always has an offer, and another one after that."),
        "hermit": _("Plays well, and never deals."),
        "hoarder": _("Sits on its cash, and sells nothing."),
        "novice": _("Buys whatever it lands on, like a child."),
        "shark": _("Weighs every bid and every deal by its chance to win."),
        "simple": _("Keeps to a few plain rules."),
        "steady": _("Counts what each {deed} will bring."),
    }
    return lines.get(bot, "")


def opponents_view(_: Catalogue) -> list[BotProfile]:
    """All bots that can be chosen, the strongest first. ``strength``: wins of 100, None if not measured."""
    return [
        {
            "bot": bot,
            "name": bot_name(_, bot),
            "line": bot_line(_, bot),
            "strength": STRENGTHS.get(bot),
            "says": _("wins {n} of 100 against three strangers", n=STRENGTHS[bot])
            if bot in STRENGTHS
            else "",
        }
        for bot in sorted(OFFERED, key=lambda bot: -STRENGTHS.get(bot, -1))
    ]
