"""Computer players: ``choose(view, options)`` returns a :class:`Choice`. They have the same information
as a person at the table. From the engine they import only its plain data and ``legal_answers``."""

from __future__ import annotations

from .protocol import Bot, Choice, View
from .registry import BOTS, BY_ID, BY_ODDS, CHOOSABLE, HOARD, NEVER_DEAL, OFFERED, SLOW, TRADING

__all__ = [
    "BOTS",
    "BY_ID",
    "BY_ODDS",
    "CHOOSABLE",
    "HOARD",
    "NEVER_DEAL",
    "OFFERED",
    "SLOW",
    "TRADING",
    "Bot",
    "Choice",
    "View",
]
