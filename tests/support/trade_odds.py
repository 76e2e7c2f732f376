"""Odds by the trade model, for the tests of it in CPython and in Pyodide."""

from __future__ import annotations

import random

from random_positions import random_position
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.odds.trade_model import odds_for_trades


def trade_odds_in_random_positions() -> str:
    """A line of odds for each of ten random positions of every rulebook."""
    lines = []
    for book in ("classic", "australian", "modern", "wikibooks", "parker1973"):
        draw = random.Random(book)
        rules = rules_compiler.make_rules(book, "atlantic-city")
        for _ in range(10):
            odds = odds_for_trades(random_position(rules, draw))
            lines.append(" ".join(f"{seat}:{odds[seat]}" for seat in sorted(odds)))
    return "\n".join(lines)
