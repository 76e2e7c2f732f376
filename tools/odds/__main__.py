"""Learns the odds: ``python -m tools.odds`` plays games and fits weights to them.

It plays games in two waves, and fits ``py/titledeed/odds/weights.json`` to their positions and winners.
This needs numpy (``tools/requirements/odds.txt``); the game itself does not.

The same command gives the same games. The weights may differ in their last places from machine to
machine, because numpy adds in the order that suits the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on two cores more threads only wait

import numpy as np

from tools.arguments import PROCESSES, whole_number
from tools.odds import fit, games

ROOT: Final = Path(__file__).resolve().parents[2]
WEIGHTS: Final = ROOT / "py" / "titledeed" / "odds" / "weights.json"
PLACES: Final = 4  # decimal places of a weight
GAMES: Final = (11_800, 6_000)  # of the two waves
HIDDEN: Final = 32  # units


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description=__doc__)
    parser.add_argument(
        "--games", type=whole_number(1), nargs=2, default=GAMES, help="of the two waves"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, PROCESSES), default=1, help="processes that play games"
    )
    args = parser.parse_args()
    waves = zip((games.FIELD, games.DEALERS), args.games, strict=True)
    positions = fit.together(*(samples(wave, count, args.jobs) for wave, count in waves))
    learn(positions, WEIGHTS, games.FIELD.seed)


def samples(wave: games.Wave, count: int, jobs: int) -> fit.Samples:
    """The positions of ``count`` games of a wave, which are played if they are not in the cache."""
    file = ROOT / ".cache" / f"odds-{count}-{wave.seed}.games"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        part = file.with_suffix(".part")
        games.play(wave, count, part, jobs)
        part.rename(file)
    return fit.read(file, wave)


def learn(positions: fit.Samples, into: Path, seed: int) -> None:
    """Fit weights to these positions and write them as the game reads them."""
    started = time.process_time()
    net = fit.fit(positions, seed, hidden=HIDDEN)
    table = {
        name: np.round(part.astype(float), PLACES).tolist() for name, part in net.parts.items()
    }
    into.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")
    print(
        f"{into.name}: {positions.count()} positions, log-loss {fit.loss(net, positions):.4f} on them,"
        f" {time.process_time() - started:.0f} s of CPU; {into.stat().st_size} bytes",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
