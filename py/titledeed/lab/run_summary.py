"""Summarizes the games of one run: means with medians, and the number of wins of each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch_games import Played, winner_of
from .compare import unfinished
from .intervals import DIGITS, mean, median
from .rollouts import win_shares


def summary_to_dict(rows: Sequence[Played | None]) -> dict[str, Any]:
    """The table that ``lab games --json`` prints. The mean counts a game that was stopped as 500 rounds.
    The median does not depend on how long it would have continued. A game that is None is left out."""
    games = [game for game in rows if game is not None]
    seats = len(games[0]["worth"]) if games else 0
    measures: dict[str, list[float]] = {
        "rounds": [game["rounds"] for game in games],
        "throws": [game["throws"] for game in games],
        "gini": [game["gini"] for game in games],
        **{f"worth_{seat + 1}": [game["worth"][seat] for game in games] for seat in range(seats)},
    }
    return {
        "games": len(games),
        "unfinished": unfinished(games),
        "measures": {
            name: {
                "mean": round(mean(values), DIGITS),
                "median": round(median(values), DIGITS),
            }
            for name, values in measures.items()
        },
        "won": [
            {"seat": n, "share": each.value, "low": each.low, "high": each.high}
            for n, each in enumerate(win_shares(games, seats), 1)
        ],
        "rows": [
            {
                "game": n,
                "rounds": game["rounds"],
                "throws": game["throws"],
                "winner": winner_of(game),
                "worth": game["worth"],
                "gini": game["gini"],
            }
            for n, game in enumerate(rows)
            if game is not None
        ],
    }
