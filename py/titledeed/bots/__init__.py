"""Computer players: ``choose(view, options)`` gives a :class:`Choice`. They see what a person at the
table sees, and import nothing of the engine but words and door."""

from __future__ import annotations

from .characters import BOTS, NEVER_DEAL, OFFERED, SLOW
from .protocol import Bot, Choice, View

__all__ = ["BOTS", "NEVER_DEAL", "OFFERED", "SLOW", "Bot", "Choice", "View"]
