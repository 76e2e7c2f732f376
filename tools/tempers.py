"""Counts each character's actions in a game: at least one number shows its character.

    python3 -m tools.tempers --games 200

Each character plays with three of ``--against``, and seats rotate. The same command gives the same
figures.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from titledeed.bots import OFFERED  # noqa: E402
from titledeed.engine import rng  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.engine.answers import (  # noqa: E402
    Accept,
    Build,
    Buy,
    Mortgage,
    Offer,
)
from titledeed.engine.asks import (  # noqa: E402
    AskBuy,
)
from titledeed.engine.state import (  # noqa: E402
    State,
)
from titledeed.lab import arena  # noqa: E402
from tools import league  # noqa: E402
from tools.arguments import PROCESSES, whole_number  # noqa: E402

COUNTS = {
    "bought": "deeds bought where it landed, of 100 it could have bought",
    "offers": "offers made",
    "deals": "of which accepted, and offers of others that it took",
    "houses": "buildings put up",
    "hotels": "of which the last step, to a hotel",
    "loans": "mortgages",
    "cash": "mean cash as a round begins, until round 30",
}


class Watched:
    """A bot that counts its answers."""

    def __init__(self, bot, counts: Counter[str]) -> None:
        self.bot = bot
        self.counts = counts

    def choose(self, view, options):
        """Answer like the bot, and count the answer."""
        choice = self.bot.choose(view, options)
        answer = getattr(choice, "answer", choice)
        counts = self.counts
        if isinstance(view.ask, AskBuy) and view.ask.seat == view.seat:
            counts["landed"] += not isinstance(answer, Mortgage)
            counts["bought"] += isinstance(answer, Buy)
        counts["offers"] += isinstance(answer, Offer)
        counts["deals"] += isinstance(answer, Accept)
        counts["loans"] += isinstance(answer, Mortgage)
        if isinstance(answer, Build):
            counts["houses"] += 1
            counts["hotels"] += view.level[answer.space] == view.rules.top - 1
        return choice


def play(task: tuple[str, tuple[str, ...], int, int]) -> Counter[str]:
    """One game of a character."""
    name, pool, seed, game = task
    counts: Counter[str] = Counter()
    dealer = random.Random(f"{seed} {game}")
    names = [name, *(dealer.choice(pool) for _ in range(3))]
    at = [(s + game) % 4 for s in range(4)]
    me = at.index(0)
    bots = [league.make(names[n]) for n in at]
    bots[me] = Watched(bots[me], counts)
    taken = Counter[str]()

    def each_round(state: State) -> None:
        if state.round <= 30 and state.playing[me]:
            counts["cash"] += state.cash[me]
            counts["rounds"] += 1

    for n, bot in enumerate(bots):
        if n != me:
            bots[n] = Answering(bot, me, taken)
    rules = rules_compiler.make_rules("modern")
    arena.play_game(rules, bots, rng.random_number(seed, game) >> 1, each_round=each_round)
    counts["deals"] += taken["deals"]
    return counts


class Answering:
    """An opponent that counts the offers it accepts from the counted bot."""

    def __init__(self, bot, me: int, counts: Counter[str]) -> None:
        self.bot, self.me, self.counts = bot, me, counts

    def choose(self, view, options):
        """Answer like the bot, and count an accepted offer."""
        choice = self.bot.choose(view, options)
        if isinstance(getattr(choice, "answer", choice), Accept) and view.ask.by == self.me:
            self.counts["deals"] += 1
        return choice


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", default=",".join(OFFERED), help="by commas")
    parser.add_argument("--against", default="steady-1", help="as of tools.league")
    parser.add_argument("--games", type=whole_number(1), default=200)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument("--jobs", type=whole_number(1, PROCESSES), default=os.cpu_count() or 1)
    args = parser.parse_args()
    pool = league.FIELDS.get(args.against) or tuple(args.against.split(","))
    print(f"| a game, of {args.games} | " + " | ".join(COUNTS) + " |")
    print("|---" * (1 + len(COUNTS)) + "|")
    with ProcessPoolExecutor(args.jobs) as workers:
        for name in args.bots.split(","):
            tasks = [(name, pool, args.seed, game) for game in range(args.games)]
            total = Counter[str]()
            for counts in workers.map(play, tasks, chunksize=5):
                total += counts
            row = {key: f"{total[key] / args.games:.1f}" for key in COUNTS}
            row["bought"] = f"{100 * total['bought'] / max(1, total['landed']):.0f}"
            row["cash"] = f"{total['cash'] / max(1, total['rounds']):.0f}"
            print(f"| `{name}` | " + " | ".join(row.values()) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
