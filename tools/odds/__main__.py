"""Learns the odds: ``python -m tools.odds`` plays games, fits the weights and writes
``py/titledeed/odds/weights.json``. Needs numpy (``tools/requirements/odds.txt``); the game itself does not.

The same command gives the same games. The weights may differ in their last places from machine to
machine, as numpy adds up in the order that suits the processor.
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

from . import fit, games

ROOT: Final = Path(__file__).resolve().parents[2]
WEIGHTS: Final = ROOT / "py" / "titledeed" / "odds" / "weights.json"
PLACES: Final = 4  # of a weight


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description=__doc__)
    parser.add_argument("--games", type=int, default=15_000)
    parser.add_argument("--seed", type=int, default=games.SEED)
    parser.add_argument("--played", type=Path, nargs="*", help="files of games played before")
    parser.add_argument("--every", type=int, default=3, help="learn from one position of so many")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play games")
    parser.add_argument("--onto", action="store_true", help="go on from the weights there are")
    args = parser.parse_args()
    files = args.played
    if not files:
        files = [ROOT / ".cache" / f"odds-{args.games}-{args.seed}.games"]
        files[0].parent.mkdir(exist_ok=True)
        games.play(args.games, args.seed, files[0], args.jobs)
    started = time.process_time()
    samples = fit.read(files, args.every)
    if args.onto:
        before = fit.Net.of(json.loads(WEIGHTS.read_text("utf-8")))
        net = fit.fit(samples, args.seed, epochs=fit.MORE_EPOCHS, rate=fit.MORE_RATE, start=before)
    else:
        net = fit.fit(samples, args.seed)
    write(net)
    seconds = time.process_time() - started
    print(
        f"{samples.count()} positions, log-loss {fit.loss(net, samples):.4f} on them; {seconds:.0f} s of"
        f" CPU beside the games; {WEIGHTS.stat().st_size} bytes",
        file=sys.stderr,
    )


def write(net: fit.Net) -> None:
    """The weights as the game reads them."""
    table = {
        name: np.round(part.astype(float), PLACES).tolist() for name, part in net.parts.items()
    }
    WEIGHTS.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
