"""Learns the odds: ``python -m tools.odds`` plays games and fits weights to them.

It plays two waves of games, and fits weights to their positions and winners. Then ``shark`` plays a wave
by these weights, and they are fitted again to all games; this happens twice. The last ones go into
``py/titledeed/odds/weights.json``. This needs numpy (``tools/requirements/odds.txt``); the game itself does
not.

The weights may differ in their last places from machine to machine, because numpy adds in the order that
suits the processor. The games of the first two waves are always the same. Those of ``shark`` are the same
with the same weights and as long as its play does not change.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on two cores more threads only wait

import numpy as np

from tools.arguments import PROCESSES, whole_number
from tools.odds import fit, games

ROOT: Final = Path(__file__).resolve().parents[2]
WEIGHTS: Final = ROOT / "py" / "titledeed" / "odds" / "weights.json"
PLACES: Final = 4  # decimal places of a weight
GAMES: Final = (11_800, 6_000)  # of the first two waves
SHARKS: Final = (4_000, 2_000)  # games of ``shark``, each time
SMALL: Final = 32  # hidden units of the weights by which ``shark`` plays there
HIDDEN: Final = 64  # hidden units of the last weights


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description=__doc__)
    parser.add_argument(
        "--games", type=whole_number(1), nargs=2, default=GAMES, help="of the first two waves"
    )
    parser.add_argument(
        "--sharks", type=whole_number(1), nargs=2, default=SHARKS, help="games of shark, each time"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, PROCESSES), default=1, help="processes that play games"
    )
    args = parser.parse_args()
    waves = zip((games.FIELD, games.DEALERS), args.games, strict=True)
    parts = [samples(wave, range(count), args.jobs) for wave, count in waves]
    first = 0
    for count in args.sharks:
        weights = learn(fit.together(*parts), games.FIELD.seed, SMALL)
        numbers = range(first, first + count)
        parts.append(samples(games.SHARKS, numbers, args.jobs, weights))
        first += count
    weights = learn(fit.together(*parts), games.FIELD.seed, HIDDEN)
    WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")) + "\n", "utf-8")
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size} bytes", file=sys.stderr)


def samples(
    wave: games.Wave, numbers: range, jobs: int, weights: dict[str, Any] | None = None
) -> fit.Samples:
    """The positions of these games of a wave, which are played if they are not in the cache."""
    file = ROOT / ".cache" / f"odds-{numbers.stop}-{wave.seed}.games"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        part = file.with_suffix(".part")
        games.play(wave, numbers, part, jobs, weights)
        part.rename(file)
    return fit.read(file, wave)


def learn(positions: fit.Samples, seed: int, hidden: int) -> dict[str, Any]:
    """Fit weights to these positions, rounded as the game reads them."""
    started = time.process_time()
    net = fit.fit(positions, seed, hidden=hidden)
    print(
        f"{positions.count()} positions, log-loss {fit.loss(net, positions):.4f} on them, "
        f"{time.process_time() - started:.0f} s of CPU",
        file=sys.stderr,
    )
    return {name: np.round(part.astype(float), PLACES).tolist() for name, part in net.parts.items()}


if __name__ == "__main__":
    main()
