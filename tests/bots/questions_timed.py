"""Prints how long ``shark`` takes for a question, in milliseconds of CPU, over whole games::

    PYTHONPATH=py python tests/bots/questions_timed.py
    node tools/pyodide.mjs dist/python tests/bots/questions_timed.py

The arguments are the numbers of the games to play; without arguments all are played.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module

import titledeed.lab
from titledeed.bots import BOTS
from titledeed.bots.protocol import Choice, View
from titledeed.bots.shark import Shark
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.legal_answers import (
    Options,
)

titledeed.lab.__path__.append("/here/py/titledeed/lab")  # the arena is not in the page's archive

from titledeed.lab import arena  # noqa: E402

TABLES = (
    ("modern", ("shark",) * 4, 1),
    ("classic", ("shark",) * 4, 4),
    ("modern", ("shark", "dealer", "dealer", "builder"), 6),
    ("modern", ("shark", "dealer") * 4, 7),
    ("modern", ("shark",) * 2, 8),
    ("modern", ("shark",) * 4, 132),  # of 99 rounds
)


def clock() -> Callable[[], float]:
    """The CPU time of the process, in seconds."""
    if sys.platform != "emscripten":
        return time.process_time
    process = import_module("js").process

    def spent() -> float:
        usage = process.cpuUsage()
        return float(usage.user + usage.system) / 1e6

    return spent


class Timed(Shark):
    """Notes how long each question took."""

    now = staticmethod(clock())
    times: list[float] = []  # noqa: RUF012 - all players of a game share it

    def choose(self, view: View, options: Options) -> Choice | None:
        began = self.now()
        choice = super().choose(view, options)
        self.times.append(1000 * (self.now() - began))
        return choice


def main() -> None:
    for book, names, seed in [TABLES[int(n)] for n in sys.argv[1:]] or TABLES:
        Timed.times.clear()
        bots = [Timed() if name == "shark" else BOTS[name]() for name in names]
        game = arena.play_game(rules_compiler.make_rules(book), bots, seed, 200)
        times = sorted(Timed.times)
        mean, high = sum(times) / len(times), times[int(0.95 * len(times))]
        print(
            f"{book} {','.join(names)}: {game.rounds} rounds, {len(times)} questions, mean {mean:.1f},"
            f" 95th percentile {high:.1f}, worst {times[-1]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
