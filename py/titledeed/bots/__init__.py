"""Computer players: ``choose(view, options)`` gives a :class:`Choice`. They see what a person at the
table sees, and import nothing of the engine but words and door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .protocol import Bot, Choice, View
from .simple import Simple
from .steady import Steady
from .steady_1 import Steady1

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "simple": Simple,
    "steady": Steady,
    "steady-1": Steady1,  # the first steady, unchanged: a benchmark
}
# Those that people may seat; the rest are for the arena, the lab and records.
OFFERED: Final = ("steady", "simple")

__all__ = ["BOTS", "OFFERED", "Bot", "Choice", "View"]
