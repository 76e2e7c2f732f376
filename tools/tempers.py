"""Counts each character's actions in a game: at least one number shows its character.

    python3 -m tools.tempers --games 200
    python3 -m tools.tempers --together --games 60

Each character plays with three of ``--against``, and seats rotate. With ``--together`` all of ``--bots``
sit at one table instead. The same command gives the same figures.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import inf
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from titledeed.bots import OFFERED  # noqa: E402
from titledeed.engine import rng  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.engine.answers import (  # noqa: E402
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    End,
    Mortgage,
    Offer,
    Redeem,
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
    "bought": "deeds bought where it landed, of 100 that its cash could pay for",
    "deeds": "mean number of deeds as a round begins, until round 30",
    "offers": "offers made, a round",
    "deals": "of which accepted, and offers of others that it took",
    "houses": "buildings put up",
    "hotels": "of which the last step, to a hotel",
    "loans": "mortgages",
    "idle": "turns ended without a building that the rules allowed and its cash could pay for",
    "left": "the least cash that it left itself when it bought, bid, built or traded, mean of games",
    "cash": "mean cash as a round begins, until round 30",
}
A_ROUND = ("offers",)  # counts for each round that the character has played; the others: a game


class Terms(NamedTuple):
    """A trade as the bot sees it. ``paid``: cash and interest that it pays in all, negative if it gets
    some."""

    other: int
    give: Bundle
    get: Bundle
    paid: int


def trade_in(view, answer) -> Terms | None:
    """The trade that the answer offers or accepts."""
    if isinstance(answer, Offer):
        other, give, get = answer.to, answer.give, answer.get
    elif isinstance(answer, Accept):
        ask = view.ask
        other, give, get = ask.by, ask.get, ask.give
    else:
        return None
    interest = sum(view.rules.transfer_interest[i] for i in get.deeds if view.mortgaged[i])
    return Terms(other, give, get, give.cash - get.cash + interest)


def spent(view, answer) -> int:
    """The cash that the answer spends of the bot's own will."""
    rules, ask = view.rules, view.ask
    terms = trade_in(view, answer)
    if terms is not None:
        return terms.paid
    match answer:
        case Buy():
            return rules.price[ask.space]
        case Bid(amount=amount):
            return amount
        case Build(space=space):
            return rules.cost[space]
        case Redeem(space=space):
            return rules.lift_cost[space if space >= 0 else ask.space]
    return 0


class Watched:
    """A bot that counts its answers. ``table``: the counts of all seats."""

    def __init__(self, bot, seat: int, table: list[Counter[str]]) -> None:
        self.bot = bot
        self.counts = table[seat]
        self.table = table
        self.least = inf  # cash after it spent some of its own will

    def choose(self, view, options):
        """Answer like the bot, and count the answer."""
        choice = self.bot.choose(view, options)
        answer = getattr(choice, "answer", choice)
        counts = self.counts
        if isinstance(view.ask, AskBuy) and view.ask.seat == view.seat:
            counts["landed"] += view.cash[view.seat] >= view.rules.price[view.ask.space]
            counts["bought"] += isinstance(answer, Buy)
        counts["offers"] += isinstance(answer, Offer)
        if isinstance(answer, Accept):
            counts["deals"] += 1
            self.table[view.ask.by]["deals"] += 1
        if isinstance(answer, End) and view.ask.seat == view.seat:
            cash, cost = view.cash[view.seat], view.rules.cost
            counts["idle"] += any(cash >= cost[build.space] for build in options.of(Build))
        counts["loans"] += isinstance(answer, Mortgage)
        pays = spent(view, answer)
        if pays > 0:
            self.least = min(self.least, view.cash[view.seat] - pays)
        if isinstance(answer, Build):
            counts["houses"] += 1
            counts["hotels"] += view.level[answer.space] == view.rules.top - 1
        return choice


def play_table(names: list[str], seed: int, game: int) -> list[Counter[str]]:
    """One game of these bots; the counts of each. In each game they move one seat on."""
    count = len(names)
    at = [(s + game) % count for s in range(count)]  # seat s is names[at[s]]
    table = [Counter[str]() for _ in names]
    bots = [Watched(league.make(names[n]), seat, table) for seat, n in enumerate(at)]

    def each_round(state: State) -> None:
        for seat, counts in enumerate(table):
            counts["rounds"] += state.playing[seat]
            if state.round <= 30 and state.playing[seat]:
                counts["cash"] += state.cash[seat]
                counts["deeds"] += state.owner.count(seat)
                counts["early"] += 1

    rules = rules_compiler.make_rules("modern")
    arena.play_game(rules, bots, rng.random_number(seed, game) >> 1, each_round=each_round)
    for bot, counts in zip(bots, table, strict=True):
        if bot.least < inf:
            counts["spenders"] += 1
            counts["left"] += bot.least
    return [table[at.index(n)] for n in range(count)]


def play(task: tuple[str, tuple[str, ...], int, int]) -> Counter[str]:
    """One game of a character."""
    name, pool, seed, game = task
    dealer = random.Random(f"{seed} {game}")
    return play_table([name, *(dealer.choice(pool) for _ in range(3))], seed, game)[0]


def play_together(task: tuple[list[str], int, int]) -> list[Counter[str]]:
    """One game of all characters."""
    return play_table(*task)


def figures(total: Counter[str], games: int) -> dict[str, float]:
    """The figures of a character in so many games, by ``COUNTS``."""
    found = {key: total[key] / games for key in COUNTS}
    found |= {key: total[key] / max(1, total["rounds"]) for key in A_ROUND}
    found["bought"] = 100 * total["bought"] / max(1, total["landed"])
    found |= {key: total[key] / max(1, total["early"]) for key in ("cash", "deeds")}
    found["left"] = total["left"] / max(1, total["spenders"])
    return found


def line(name: str, total: Counter[str], games: int) -> str:
    """A line of the table."""
    digits = {"bought": 0, "left": 0, "cash": 0, "offers": 2}
    cells = (f"{value:.{digits.get(key, 1)}f}" for key, value in figures(total, games).items())
    return f"| `{name}` | " + " | ".join(cells) + " |"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", default=",".join(OFFERED), help="names, separated by commas")
    parser.add_argument("--against", default="steady-1", help="as in tools.league")
    parser.add_argument("--together", action="store_true", help="one table of all --bots")
    parser.add_argument("--games", type=whole_number(1), default=200)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument("--jobs", type=whole_number(1, PROCESSES), default=os.cpu_count() or 1)
    args = parser.parse_args()
    names = args.bots.split(",")
    pool = league.FIELDS.get(args.against) or tuple(args.against.split(","))
    print(f"| a game, of {args.games} | " + " | ".join(COUNTS) + " |")
    print("|---" * (1 + len(COUNTS)) + "|")
    with ProcessPoolExecutor(args.jobs) as workers:
        if args.together:
            tables = [(names, args.seed, game) for game in range(args.games)]
            totals = [Counter[str]() for _ in names]
            for table in workers.map(play_together, tables):
                for total, counts in zip(totals, table, strict=True):
                    total.update(counts)
            for name, total in zip(names, totals, strict=True):
                print(line(name, total, args.games))
            return 0
        for name in names:
            tasks = [(name, pool, args.seed, game) for game in range(args.games)]
            total = sum(workers.map(play, tasks, chunksize=5), Counter[str]())
            print(line(name, total, args.games), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
