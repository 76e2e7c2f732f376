"""How strong each character is: measured, not felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Scored wins in 100 games with three strangers of tools/field, seats rotating: who is as good as they has
# 25. By ``python -m tools.league --bots NAMES --games 200 --against held-out --seed 12`` (docs/BOTS.md).
STRENGTHS: Final[Mapping[str, int]] = {
    "shark": 48,
    "steady": 55,
    "dealer": 55,
    "builder": 43,
    "hoarder": 27,
    "hermit": 17,
    "novice": 7,
}
