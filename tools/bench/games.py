"""Counted games: CPU-seconds in CPython for 1,000 games of four bots of one kind, by the modern rulebook.

With ``--against DIR``, another checkout of this repository plays the same games, a block each in turns.
Then the ratio holds even while other programs use the machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.arguments import whole_number
from tools.bench import ROOT, table

BLOCK = 5  # games that a checkout plays in one turn
AIM = 35  # CPU-seconds for 1,000 games of four ``steady``

# Plays a block of games for each number that it reads, and prints its CPU-seconds and its results' hash.
PLAYER = """
import hashlib, sys, time
from titledeed.lab import batch_games
bot, block = sys.argv[1], int(sys.argv[2])
job = {"record": batch_games.record_of("modern", [bot] * 4), "seed": 11, "count": block}
batch_games.run_games({**job, "first": 10**6})  # warm
for line in sys.stdin:
    start = time.process_time()
    played = batch_games.run_games({**job, "first": int(line) * block})
    seconds = time.process_time() - start
    print(seconds, hashlib.sha256(repr(played).encode()).hexdigest(), flush=True)
"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default="steady", help="the player of all four seats")
    parser.add_argument(
        "--games", type=whole_number(1), default=100, help=f"rounded up to a multiple of {BLOCK}"
    )
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="another checkout, such as the commit before"
    )


def measure(args: argparse.Namespace) -> dict[str, Any]:
    checkouts = [ROOT, *([args.against.resolve()] if args.against else [])]
    players = [start(checkout, args.bot) for checkout in checkouts]
    seconds = [0.0] * len(players)
    blocks = -(-args.games // BLOCK)
    differing = 0
    for block in range(blocks):
        results = set()
        turns = list(enumerate(players))
        for n, player in turns if block % 2 else reversed(turns):
            took, result = play(player, block)
            seconds[n] += took
            results.add(result)
        differing += len(results) > 1
    for player in players:
        player.communicate()
    per_1000 = [total / (blocks * BLOCK) * 1000 for total in seconds]
    figures = {
        "bot": args.bot,
        "games": blocks * BLOCK,
        "cpu_seconds_per_1000": per_1000[0],
        "against": per_1000[1] if args.against else None,
        "ratio": per_1000[0] / per_1000[1] if args.against else None,
        "blocks_with_other_results": differing if args.against else None,
    }
    report(figures)
    return figures


def start(checkout: Path, bot: str) -> subprocess.Popen[str]:
    """Start a process that plays by the program of this checkout."""
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, bot, str(BLOCK)],
        env={**os.environ, "PYTHONPATH": str(checkout / "py")},
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def play(player: subprocess.Popen[str], block: int) -> tuple[float, str]:
    """Let a process play this block; return its CPU-seconds and the hash of the results."""
    assert player.stdin is not None
    assert player.stdout is not None
    print(block, file=player.stdin, flush=True)
    took, result = player.stdout.readline().split()
    return float(took), result


def report(figures: dict[str, Any]) -> None:
    rows: list[tuple[object, ...]] = [
        ("CPU-s in CPython", f"{figures['cpu_seconds_per_1000']:.1f}", AIM)
    ]
    if figures["against"] is not None:
        rows += [
            ("CPU-s of the other checkout", f"{figures['against']:.1f}", ""),
            ("ratio", f"{figures['ratio']:.3f}", ""),
            (f"blocks of {BLOCK} with other results", figures["blocks_with_other_results"], ""),
        ]
    head = f"1,000 games of four {figures['bot']} (from {figures['games']})"
    print(table((head, "", "aim"), rows))
