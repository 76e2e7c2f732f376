"""Computer players: ``choose(view, options)`` returns a :class:`Choice`. They see only what a person at
the table sees, and import only ``words`` and ``door`` from the engine."""

from __future__ import annotations

from .protocol import Bot, Choice, View
from .registry import BOTS, CHOOSABLE, NEVER_DEAL, OFFERED, SLOW

__all__ = ["BOTS", "CHOOSABLE", "NEVER_DEAL", "OFFERED", "SLOW", "Bot", "Choice", "View"]
