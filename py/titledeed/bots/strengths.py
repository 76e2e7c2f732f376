"""The measured strength of each bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Scored wins in 100 games of four against three bots of tools/field, with rotating seats: a bot as good
# as they are scores 25. Measured by ``python -m tools.league --bots NAMES --games 400 --against all
# --seed 12``, with 60 to 500 games for each bot (docs/BOTS.md has the numbers of games).
STRENGTHS: Final[Mapping[str, int]] = {
    "steady": 55,
    "dealer": 55,
    "shark": 50,
    "builder": 50,
    "hoarder": 26,
    "hermit": 12,
    "novice": 7,
    "simple": 5,
}
