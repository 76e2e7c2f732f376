"""Measures games by codes: the number of codes a turn takes in both ways to play, and their length."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tools.arguments import whole_number
from tools.bench import ROOT, table

SIZES = ((2, 0), (3, 0), (4, 0), (2, 2))  # people, bots
ROUNDS = 30


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=whole_number(1), default=8, metavar="N", help="games of each size"
    )


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    rows = []
    for people, bots in SIZES:
        for fewer in (False, True):
            figure = measured(people, bots, fewer, args.games)
            name = f"{people} people, {bots} bots, {'fewer codes' if fewer else 'fair'}"
            figures[name] = figure
            rows.append([name, *figure.values()])
    print(f"games of {ROUNDS} rounds at most, in which “steady” answers for all")
    print(table(["", *figures[name]], rows))
    return figures


def measured(people: int, bots: int, fewer: bool, games: int) -> dict[str, Any]:
    """Figures of some games of one size."""
    for folder in ("py", "tests/support"):
        if str(ROOT / folder) not in sys.path:
            sys.path.insert(0, str(ROOT / folder))
    from games_by_codes import begun  # noqa: PLC0415 - of the tests

    turns, sizes, first = 0, list[int](), list[int]()
    for seed in range(games):
        codes = begun(people, ROUNDS, fewer, bots=bots, seed=seed)
        codes.bot = "steady"
        codes.play()
        turns += codes.log.state.turns
        sizes += map(len, codes.turns)
        first += map(len, codes.first)
    sizes.sort()
    return {
        "turns": turns,
        "codes a turn": round(len(sizes) / turns, 2),
        "characters a turn": round(sum(sizes) / turns),
        "median": sizes[len(sizes) // 2],
        "mean": round(sum(sizes) / len(sizes)),
        "95 %": sizes[len(sizes) * 95 // 100],
        "most": sizes[-1],
        "most before the first turn": max(first),
    }
