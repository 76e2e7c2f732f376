"""Computer players: ``choose(view, options)`` returns a :class:`Choice`. They see only what a person at
the table sees, and import from the engine only its plain data and ``legal_answers``."""

from __future__ import annotations

from .protocol import Bot, Choice, View
from .registry import BOTS, BY_ID, CHOOSABLE, NEVER_DEAL, OFFERED, SLOW

__all__ = ["BOTS", "BY_ID", "CHOOSABLE", "NEVER_DEAL", "OFFERED", "SLOW", "Bot", "Choice", "View"]
