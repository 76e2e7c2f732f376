"""Computer players: ``choose(view, options)`` gives a :class:`Choice`. They see what a person at the
table sees, and import nothing of the engine but words and door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .protocol import Bot, Choice, View
from .simple import Simple
from .steady import Steady

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"simple": Simple, "steady": Steady}

__all__ = ["BOTS", "Bot", "Choice", "View"]
