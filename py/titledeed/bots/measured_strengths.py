"""The measured strength of each bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Scored wins in 100 games of four against three bots of tools/field, with rotating seats: a bot as good
# as they are scores 25. Measured by ``python -m tools.league --bots NAMES --games 500 --against all
# --seed 12``, with 400 to 1,000 games for each bot (docs/BOTS.md has the numbers of games).
STRENGTHS: Final[Mapping[str, int]] = {
    "shark": 59,
    "steady": 55,
    "dealer": 40,
    "builder": 33,
    "hoarder": 24,
    "hermit": 12,
    "novice": 5,
    "simple": 5,
}
