"""The versions of the bots' play, as saved with simulations and worksheets.

Each bot has a number in the registry (``Character.play``). A table of versions, such as
``{"shark": 2}``, names the bots whose number is above 1. A bot that is not in the table, or a file
without such a table, has version 1: it comes from a time before these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..bots import BY_ID
from ..engine.parsing.value_predicates import is_table, is_whole_number

_MOST_BOTS: Final = 50
_HIGHEST: Final = 10**6
_LONGEST: Final = 40


def play_versions(bots: Iterable[str]) -> dict[str, int]:
    """The present versions of these bots' play, to be saved with their games."""
    known = {bot: BY_ID[bot].play for bot in bots if bot in BY_ID}
    return {bot: known[bot] for bot in sorted(known) if known[bot] > 1}


def play_differently(bots: Iterable[str], saved: Mapping[str, int]) -> list[str]:
    """Those of these bots that now play differently than in games saved with these versions."""
    return [
        bot for bot in dict.fromkeys(bots) if bot in BY_ID and BY_ID[bot].play != saved.get(bot, 1)
    ]


def play_versions_fit(saved: Any) -> bool:
    """Whether this could be a table of versions."""
    return is_table(
        saved,
        _MOST_BOTS,
        lambda n: is_whole_number(n, 1, _HIGHEST),
        lambda bot: len(bot) <= _LONGEST,
    )
