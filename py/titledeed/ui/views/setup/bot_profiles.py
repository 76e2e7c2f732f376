"""The view of the bots: the style and the strength of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots import BY_ID, CHOOSABLE
from ....bots.strategy_ids import is_strategy
from ....bots.written_bots import is_written
from ....language.catalogue import Catalogue
from ..view_context_and_shared_parts import bot_name

if TYPE_CHECKING:
    from ..dialogs.types import BotProfile


def bot_line(_: Catalogue, bot: str) -> str:
    """A sentence about how a bot plays; "" for a person."""
    if is_strategy(bot):
        return _("A player made of rules at the strategy desk.")
    if is_written(bot):
        return _("A bot from a file. Its program runs isolated from this page.")
    return _(BY_ID[bot].description) if bot in BY_ID else ""


def strength_words(_: Catalogue, strength: int) -> str:
    """A measured strength (wins of 100) as a sentence, rounded to games of ten."""
    if strength < 10:
        return _(
            "comes first in fewer than 1 in 10 games against three bots with other playing styles"
        )
    games = (strength + 5) // 10
    return _("comes first in {n} of 10 games against three bots with other playing styles", n=games)


def opponents_view(_: Catalogue) -> list[BotProfile]:
    """All bots that can be chosen, the strongest first. ``strength``: wins of 100, or None."""
    characters = sorted((BY_ID[bot] for bot in CHOOSABLE), key=lambda bot: -(bot.strength or 0))
    return [
        {
            "bot": bot.id,
            "name": bot_name(_, bot.id),
            "line": bot_line(_, bot.id),
            "strength": bot.strength,
            "says": "" if bot.strength is None else strength_words(_, bot.strength),
        }
        for bot in characters
    ]
