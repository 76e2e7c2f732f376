"""Measures how often the laboratory's verdict is wrong, with games that were really played.

    python3 -m tools.verdicts --comparisons 5000
    python3 -m tools.verdicts --pool pot --comparisons 5000
    python3 -m tools.verdicts --make plain

Each comparison draws 200 different games of one setting, and calls the first hundred A and the others
B. It asks for the verdict on each measure in turn, as if that measure had been chosen. There is no
difference, so each difference shown is false. Then the tool adds half a standard deviation to each game
of B; now each difference not shown is missed. The last column says how often any measure other than the
chosen one is marked.

``--make`` repeats the games that are stored in ``tests/lab/pools/``: ``plain`` is the default
question's A, ``pot`` its B (about a minute each).
"""

from __future__ import annotations

import argparse
import csv
import io
import lzma
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from titledeed.lab import batch_games, compare, parallel_jobs  # noqa: E402
from titledeed.lab.batch_games import INCOMES, Played  # noqa: E402
from titledeed.lab.compare import Measure  # noqa: E402
from titledeed.lab.intervals import variance  # noqa: E402
from tools.arguments import whole_number  # noqa: E402

POOLS = ROOT / "tests" / "lab" / "pools"
SEEDS = {"plain": 2611, "pot": 2612}
GAMES = 3000
PAIRS = 100  # games of each side
PLANTED = 0.5  # standard deviations
_GROUPS = 8


# ---------------------------------------------------------------- the kept games


def table(name: str, count: int = GAMES) -> str:
    """Play the games of a pool; return CSV with a line for each game."""
    house = {"free-parking": "pot"} if name == "pot" else None
    record = batch_games.record_of("modern", [batch_games.POLICY] * 4, house_rules=house)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    heads = ["rounds", "throws", "winner", *(f"worth_{n}" for n in range(1, 5)), "gini"]
    rows.writerow([*heads, *INCOMES, "groups"])
    for game in parallel_jobs.play_jobs(record, SEEDS[name], count):
        winners = " ".join(str(seat + 1) for seat in game["winners"])
        owned = sum(owner in game["winners"] for owner in game["groups"])
        cells = [game["rounds"], game["throws"], winners, *game["worth"], game["gini"]]
        rows.writerow([*cells, *map(sum, game["income"]), owned])
    return out.getvalue()


def pool(name: str) -> list[Played]:
    """The stored games of a pool."""
    return parsed(lzma.decompress((POOLS / f"{name}-games.csv.xz").read_bytes()).decode())


def parsed(text: str) -> list[Played]:
    """The games of such a table, with all values that the measures need.

    A cause's income is all booked to seat 1, and the groups of all winners to the first of them."""
    return [_game(row) for row in csv.DictReader(text.splitlines())]


def _game(row: dict[str, str]) -> Played:
    winners = [int(seat) - 1 for seat in row["winner"].split()]
    owned = int(row["groups"])
    return {
        "rounds": int(row["rounds"]),
        "throws": int(row["throws"]),
        "winners": winners,
        "worth": [int(row[f"worth_{n}"]) for n in range(1, 5)],
        "gini": float(row["gini"]),
        "ginis": [float(row["gini"])],
        "income": [[int(row[cause]), 0, 0, 0] for cause in INCOMES],
        "groups": [winners[0]] * owned + [-1] * (_GROUPS - owned) if winners else [-1] * _GROUPS,
    }


# ---------------------------------------------------------------- rates


@dataclass
class Rates:
    """The number of comparisons in which each measure was called a difference.

    ``false``: there was no difference. ``found``: one was planted. ``others``: there was no difference,
    and any other measure was marked."""

    comparisons: int = 0
    false: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)


def rates(
    played: Sequence[Played], comparisons: int, seed: int, chosen: Sequence[str] = ()
) -> Rates:
    """Draw comparisons of a setting with itself from its games, and judge them by ``chosen`` measures.

    Without ``chosen``, judge them by all measures."""
    draw = random.Random(seed)
    kinds = [kind for kind in compare.measures_for(4) if kind.id in chosen or not chosen]
    moved = {
        kind.id: PLANTED * sqrt(variance([float(kind.of(game)) for game in played]))
        for kind in kinds
    }
    told = Rates(comparisons, *({kind.id: 0 for kind in kinds} for _ in range(3)))
    for _ in range(comparisons):
        drawn = draw.sample(played, 2 * PAIRS)
        a, b = drawn[:PAIRS], drawn[PAIRS:]
        rows = compare.compare(a, b)
        for row in rows:
            id = row.measure.id
            if id not in moved:
                continue
            told.false[id] += row.shows()
            others = [other for other in rows if other is not row]
            told.others[id] += any(mark.shows for mark in compare.holm(others))
            told.found[id] += compare.compare_one(
                _moved(row.measure, a, b, moved[id]), a, b
            ).shows()
    return told


def _moved(measure: Measure, a: Sequence[Played], b: Iterable[Played], by: float) -> Measure:
    """The measure with ``by`` added to the games of B."""
    second = set(map(id, b))
    assert not second.intersection(map(id, a))
    return measure._replace(of=lambda game: measure.of(game) + by * (id(game) in second))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tools.verdicts", description=__doc__)
    parser.add_argument("--make", choices=SEEDS, help="play the games of a pool again")
    parser.add_argument("--pool", choices=SEEDS, default="plain")
    parser.add_argument("--comparisons", type=whole_number(1), default=300)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options: Any = parser.parse_args(arguments)
    if options.make:
        packed = lzma.compress(table(options.make).encode(), preset=9 | lzma.PRESET_EXTREME)
        (POOLS / f"{options.make}-games.csv.xz").write_bytes(packed)
        return 0
    told = rates(pool(options.pool), options.comparisons, options.seed)
    print(
        f"{told.comparisons} comparisons of {PAIRS} games a side, pool {options.pool}, seed {options.seed}"
    )
    print(f"{'chosen measure':20} {'false':>8} {'found':>8} {'others':>8}")
    for id, false in told.false.items():
        parts = (100 * n / told.comparisons for n in (false, told.found[id], told.others[id]))
        print(f"{id:20} " + " ".join(f"{part:6.1f} %" for part in parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
