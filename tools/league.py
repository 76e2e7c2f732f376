"""The league: bots against the field of strangers, seats rotating, with 95 % intervals.

    python3 -m tools.league --bots shark,steady --games 200

Each bot plays ``--games`` games with ``--seats``-1 strangers. Game ``n`` takes its strangers from the field
by its seed, so that all bots meet the same tables and dice. The same command gives the same figures,
with any number of ``--jobs``.

A game still unfinished after round 500 counts under ``scored`` for the richest seat. With ``--limit-rounds``
all games have that house rule, and end by its score.

A bot is one of ours, of the field, or ``path/to/file.py:Class``. To measure the bots of another checkout with
this field, put that checkout first: ``PYTHONPATH=path/to/other/py python3 -m tools.league …``.
"""

from __future__ import annotations

import argparse
import csv
import functools
import json
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "py"))  # last: PYTHONPATH may name the program of another checkout

from titledeed.bots import BOTS  # noqa: E402
from titledeed.engine import rng  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.lab import arena  # noqa: E402
from titledeed.lab.third_party_bots import load_bot  # noqa: E402
from tools.arguments import PROCESSES, whole_number  # noqa: E402
from tools.field import habits, halves, strangers  # noqa: E402

# "all", "tuning" and "held-out" are those of the older league, which the figures in docs/BOTS.md name.
FIELDS = {
    "all": strangers.TUNING + strangers.HELD_OUT,
    "tuning": strangers.TUNING,
    "held-out": strangers.HELD_OUT,
    "new": halves.NEW,
    "new-tuning": halves.NEW_TUNING,
    "new-held-out": halves.NEW_HELD_OUT,
    "old-tuning": halves.OLD_TUNING,
    "old-held-out": halves.OLD_HELD_OUT,
}


@dataclass
class Row:
    """The figures of one bot in one book."""

    bot: str
    rulebook: str
    games: int = 0
    scored: float = 0.0
    won: float = 0.0
    finished: int = 0
    rounds: int = 0
    seconds: float = 0.0
    others: dict[str, list[float]] = field(default_factory=dict)  # name: [games, scored]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    z = 1.96
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def make(name: str):
    """A bot by name: one of ours, of the field, or path/to/file.py:Class. Unguarded, for speed."""
    if name in BOTS:
        return BOTS[name]()
    if ":" in name:
        return load_bot(name)()
    return getattr(habits if name in halves.NEW else strangers, name)()


def play(
    task: tuple[str, str, str, str, tuple[str, ...], int, int, int], limit_rounds: int = 0
) -> Row:
    """Play one game of one bot in one book; runs in a process of its own."""
    bot, rulebook, edition, variant, pool, seats, seed, game = task
    house = {"limit-rounds": limit_rounds} if limit_rounds else None
    rules = rules_compiler.make_rules(rulebook, edition, variant=variant, house_rules=house)
    row = Row(bot, rulebook)
    dealer = random.Random(f"{seed} {game}")
    others = [dealer.choice(pool) for _ in range(seats - 1)]
    names = [bot, *others]
    at = [(s + game) % seats for s in range(seats)]  # seat s is names[at[s]]
    before = time.process_time()
    bots = [make(names[n]) for n in at]
    outcome = arena.play_game(rules, bots, rng.random_number(seed, game) >> 1)
    row.seconds = time.process_time() - before
    row.games = 1
    row.finished = int(bool(outcome.winners))
    row.rounds = outcome.rounds
    for n in others:
        row.others.setdefault(n, [0, 0.0])[0] += 1
    for seat in outcome.scored:
        share = 1 / len(outcome.scored)
        if at[seat] == 0:
            row.scored += share
            row.won += share * row.finished
        else:
            row.others[names[at[seat]]][1] += share
    return row


def league(
    bots: list[str],
    rulebooks: list[str],
    games: int,
    pool: tuple[str, ...],
    *,
    seats: int = 4,
    seed: int = 1,
    edition: str = "atlantic-city",
    variant: str = "standard",
    jobs: int = 1,
    limit_rounds: int = 0,
) -> list[Row]:
    """A row for each bot in each book."""
    tasks = [
        (bot, book, edition, variant, pool, seats, seed, game)
        for bot in bots
        for book in rulebooks
        for game in range(games)
    ]
    one = functools.partial(play, limit_rounds=limit_rounds)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as workers:
            played = list(workers.map(one, tasks, chunksize=5))
    else:
        played = [one(task) for task in tasks]
    rows: dict[tuple[str, str], Row] = {}
    for match in played:
        row = rows.setdefault((match.bot, match.rulebook), Row(match.bot, match.rulebook))
        for name in ("games", "scored", "won", "finished", "rounds", "seconds"):
            setattr(row, name, getattr(row, name) + getattr(match, name))
        for name, (count, scored) in match.others.items():
            sums = row.others.setdefault(name, [0, 0.0])
            sums[0] += count
            sums[1] += scored
    return list(rows.values())


HEAD = ("bot", "rulebook", "games", "scored", "low", "high", "won", "finished", "rounds", "ms")


def table(rows: list[Row]) -> list[tuple[object, ...]]:
    """The rows to print: shares in percent with their intervals, rounds and CPU milliseconds per game."""
    out: list[tuple[object, ...]] = []
    for r in rows:
        low, high = wilson(r.scored, r.games)
        shares = [round(100 * x, 1) for x in (r.scored / r.games, low, high, r.won / r.games)]
        ends = round(100 * r.finished / r.games, 1)
        mean = round(r.rounds / r.games), round(1000 * r.seconds / r.games)
        out.append((r.bot, r.rulebook, r.games, *shares, ends, *mean))
    return out


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", required=True, help="names, separated by commas")
    parser.add_argument(
        "--against", default="all", help=f"{', '.join(FIELDS)}, or names, separated by commas"
    )
    parser.add_argument("--rulebooks", default="modern", help="names, separated by commas")
    parser.add_argument("--games", type=whole_number(1), default=200)
    parser.add_argument("--seats", type=whole_number(2, 8), default=4)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument("--edition", default="atlantic-city")
    parser.add_argument("--variant", default="standard")
    parser.add_argument(
        "--limit-rounds", type=whole_number(1, 10_000), default=0, help="the house rule"
    )
    parser.add_argument("--jobs", type=whole_number(1, PROCESSES), default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--field", action="store_true", help="print the strangers' shares too")
    args = parser.parse_args()
    pool = FIELDS.get(args.against) or tuple(args.against.split(","))
    rows = league(
        args.bots.split(","),
        args.rulebooks.split(","),
        args.games,
        pool,
        seats=args.seats,
        seed=args.seed,
        edition=args.edition,
        variant=args.variant,
        jobs=args.jobs,
        limit_rounds=args.limit_rounds,
    )
    lines = table(rows)
    if args.json:
        print(json.dumps([dict(zip(HEAD, line, strict=True)) for line in lines]))
    elif args.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([HEAD, *lines])
    else:
        for line in (HEAD, *lines):
            print("{:16.16} {:10.10} {:>6} {:>6} {:>5} {:>5} {:>6} {:>8} {:>6} {:>5}".format(*line))
    if args.field:
        for r in rows:
            for name, (count, scored) in sorted(r.others.items(), key=lambda x: -x[1][1] / x[1][0]):
                print(f"    {name:14} {100 * scored / count:5.1f} of {count:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
