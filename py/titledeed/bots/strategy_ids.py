"""The ids of players from rules: their place among the bots of a table, and in records.

An id has the player's name and a hash of its rules: ``x-strategy:Magpie:0123456789ab``. The rules themselves
are in the record's ``x-strategies`` (``titledeed.strategies``)."""

from __future__ import annotations

import re
from typing import Final

PREFIX: Final = "x-strategy"
_ID: Final = re.compile(rf"{PREFIX}:.{{1,24}}:[0-9a-f]{{12}}")


def strategy_id(name: str, key: str) -> str:
    """The id of a player with this name, whose rules have this hash."""
    return f"{PREFIX}:{name}:{key[:12]}"


def is_strategy(bot: str) -> bool:
    """Whether this is the id of a player from rules."""
    return bot.startswith(PREFIX) and _ID.fullmatch(bot) is not None and bot.isprintable()


def strategy_title(bot: str) -> str:
    """The player's name in its id."""
    return bot.removeprefix(f"{PREFIX}:").rpartition(":")[0]
