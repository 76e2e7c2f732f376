"""How strong each character is: measured, not felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Scored wins in 100 games with three strangers of tools/field, seats rotating: a player as good as they has
# 25. By ``python -m tools.league --bots NAMES --games 400 --against all --seed 12`` (docs/BOTS.md has how
# many games each has played there: 60 to 500).
STRENGTHS: Final[Mapping[str, int]] = {
    "shark": 56,
    "steady": 55,
    "dealer": 55,
    "builder": 50,
    "hoarder": 26,
    "hermit": 12,
    "novice": 7,
    "simple": 5,
}
