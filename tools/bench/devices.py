"""Measures games at several devices, in one process: the messages and characters they all send."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tools.bench import ROOT, table

SIZES = (2, 3, 4, 5)
ROUNDS = 30


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=3, metavar="N", help="games of each size")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    rows = []
    for people in SIZES:
        games = [measured(people, seed) for seed in range(args.games)]
        for n, game in enumerate(games):
            rows.append([f"{people} devices, game {n + 1}", *game.values()])
        figures[f"{people} devices"] = games
    print(f"games of {ROUNDS} rounds at most; people answer as bots do, after two seconds at most")
    print(table(["", *games[0]], rows))
    return figures


def measured(people: int, seed: int) -> dict[str, Any]:
    """Figures of one game to its end."""
    for folder in ("py", "tests/support"):
        if str(ROOT / folder) not in sys.path:
            sys.path.insert(0, str(ROOT / folder))
    from simulated_tables import World, record  # noqa: PLC0415 - of the tests

    names = ["Ada", "Ben", "Cleo", "Dora", "Emmy"][:people]
    world = World(seed, names, record(people, ROUNDS))
    world.thinking = 2.0
    began = world.now
    world.lay()
    while not world.over():
        world.run(5)
    log = world.devices["Ada"].log
    assert log is not None
    kinds = world.kinds
    return {
        "lines": len(log.lines),
        "entries": log.count,
        "draws": len(log.draws),
        "minutes": round((world.now - began) / 60, 1),
        "characters": world.letters,
        "messages": world.sent,
        "signs of life": kinds["still"],
        "ready": kinds["ready"],
        "reveal": kinds["reveal"],
        "of draws": sum(kinds[kind] for kind in ("draw", "ready", "reveal", "lacks")),
    }
