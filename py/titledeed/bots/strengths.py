"""How strong each character is: measured, not felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Scored wins in 100 games with three strangers of tools/field, seats rotating: a player as good as they has
# 25. By ``python -m tools.league --bots NAMES --games 200 --against all --seed 12`` (docs/BOTS.md);
# ``dealer`` and ``builder`` by 60 of these games.
STRENGTHS: Final[Mapping[str, int]] = {
    "shark": 51,
    "steady": 56,
    "dealer": 55,
    "builder": 43,
    "hoarder": 26,
    "hermit": 14,
    "novice": 6,
}
