"""Times the questions that a bot is asked, in one interpreter, as JSON; ``bots.py`` runs it in CPython and
in Pyodide.

    PYTHONPATH=py python tools/bench/asking.py BOT QUESTIONS SEED [BOT_OF_THE_FIELD …]

The bot plays whole games with three bots of the field, by all rulebooks in turn, until it has been asked
so many questions. A game that does not end is stopped after ``MOST_ROUNDS``.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import titledeed
import titledeed.lab

if sys.platform == "emscripten":
    # The arena, the API and the field are not in the page's archives.
    titledeed.__path__.append("/here/py/titledeed")
    titledeed.lab.__path__.append("/here/py/titledeed/lab")
    sys.path.append("/here")
else:
    sys.path.append(str(Path(__file__).resolve().parents[2]))

from titledeed.bots import BOTS
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.lab import arena
from tools.field import habits, halves, strangers

MOST_ROUNDS = 200
SLOWEST = 8  # questions that are described


def clock() -> Callable[[], float]:
    """The CPU time of the process, in seconds."""
    if sys.platform != "emscripten":
        return time.process_time
    process = import_module("js").process

    def spent() -> float:
        usage = process.cpuUsage()
        return float(usage.user + usage.system) / 1e6

    return spent


class Timed:
    """A bot that notes how long each question took, in milliseconds."""

    now = staticmethod(clock())

    def __init__(self, bot: Any, took: list[tuple[float, str]], game: str) -> None:
        self.bot, self.took, self.game = bot, took, game

    def choose(self, view: Any, options: Any) -> Any:
        began = self.now()
        choice = self.bot.choose(view, options)
        ms = 1000 * (self.now() - began)
        kind = view.ask.kind if view.ask.seat == view.seat else f"{view.ask.kind} of another"
        answer = type(getattr(choice, "answer", choice)).__name__
        self.took.append((ms, f"{self.game}, round {view.round}, {kind}: {answer}"))
        return choice


def make(name: str) -> Any:
    """A bot of the field, or one of the program's."""
    if name in BOTS:
        return BOTS[name]()
    return getattr(habits if name in halves.NEW else strangers, name)()


def main() -> None:
    bot, questions, seed, *field = sys.argv[1:]
    pool = field or [*halves.NEW, *strangers.TUNING, *strangers.HELD_OUT]
    books = list(rules_compiler.BOOKS)
    took: list[tuple[float, str]] = []
    games = rounds = 0
    while len(took) < int(questions):
        draw = random.Random(f"{seed} {games}")
        names = [bot, *(draw.choice(pool) for _ in range(3))]
        book = books[games % len(books)]
        title = f"{book}, {', '.join(names[1:])}, game {games}"
        bots = [Timed(BOTS[bot](), took, title), *(make(name) for name in names[1:])]
        seats = [bots[(seat - games) % 4] for seat in range(4)]
        rules = rules_compiler.make_rules(book)
        outcome = arena.play_game(rules, seats, draw.randrange(2**31), MOST_ROUNDS)
        rounds += outcome.rounds
        games += 1
    took.sort(reverse=True)
    times = [ms for ms, _ in took]
    found = {
        "questions": len(times),
        "games": games,
        "rounds": rounds,
        "mean": sum(times) / len(times),
        "p95": times[len(times) // 20],
        "p99": times[len(times) // 100],
        "worst": times[0],
        "slowest": [f"{ms:.1f} ms: {title}" for ms, title in took[:SLOWEST]],
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
