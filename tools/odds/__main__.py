"""Learns the odds: ``python -m tools.odds`` plays games and fits weights to them.

First it plays games and fits the first weights. With these ``shark`` plays other games, and both sets
of games give ``py/titledeed/odds/weights.json``. This needs numpy (``tools/requirements/odds.txt``);
the game itself does not.

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
from tools.odds.players import FIRST_WEIGHTS

ROOT: Final = Path(__file__).resolve().parents[2]
WEIGHTS: Final = ROOT / "py" / "titledeed" / "odds" / "weights.json"
PLACES: Final = 4  # decimal places of a weight
GAMES: Final = (15_000, 8_100)  # games of the two waves


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description=__doc__)
    parser.add_argument(
        "--games", type=whole_number(1), nargs=2, default=GAMES, help="of the two waves"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, PROCESSES), default=1, help="processes that play games"
    )
    args = parser.parse_args()
    first = samples(games.FIRST, args.games[0], args.jobs)
    learn(first, FIRST_WEIGHTS, games.FIRST.seed, hidden=16, skills=False)
    second = samples(games.SECOND, args.games[1], args.jobs)
    learn(fit.together(first, second), WEIGHTS, games.SECOND.seed, hidden=32, skills=True)


def samples(wave: games.Wave, count: int, jobs: int) -> fit.Samples:
    """The positions of ``count`` games of a wave, which are played if they are not in the cache."""
    file = ROOT / ".cache" / f"odds-{count}-{wave.seed}.games"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        part = file.with_suffix(".part")
        games.play(wave, count, part, jobs)
        part.rename(file)
    return fit.read(file, wave)


def learn(positions: fit.Samples, into: Path, seed: int, *, hidden: int, skills: bool) -> None:
    """Fit weights to these positions and write them as the game reads them."""
    started = time.process_time()
    net = fit.fit(positions, seed, hidden=hidden, skills=skills)
    table = {
        name: np.round(part.astype(float), PLACES).tolist()
        for name, part in net.parts.items()
        if name != "who"
    }
    into.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")
    print(
        f"{into.name}: {positions.count()} positions, log-loss {fit.loss(net, positions):.4f} on them,"
        f" {time.process_time() - started:.0f} s of CPU; {into.stat().st_size} bytes",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
