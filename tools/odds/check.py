"""Measures the quality of the odds: calibration by tenths of the scale, and log-loss.

``python -m tools.odds.check FILE…`` takes CSV of ``lab odds --seats …``, without files from standard input.
Unfinished games are left out.

``python -m tools.odds.check --field new-tuning --games 2000`` plays games of four players of a half of the
field (``tools/field/halves.py``), drawn anew for each game, and takes the start of each round. With
``--guest BOT`` this bot has one of the seats. A game that has not ended after 500 rounds counts for the
richest seat.

``(few)`` marks tenths with positions of fewer than 500 games. The intervals (95 %) take the positions of one
game as one sample. Two intervals of one table are not independent.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import exp, fsum, log, sqrt
from pathlib import Path
from typing import Any, Final

from titledeed.bots import BOTS
from titledeed.bots.protocol import Bot
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.rules.short_game import score
from titledeed.engine.state import (
    State,
)
from titledeed.lab import arena
from titledeed.odds import WHOLE, expected_odds
from tools.arguments import PROCESSES, whole_number
from tools.field import habits, halves, strangers

ENOUGH: Final = 500  # samples that a tenth of the scale needs to count
ENOUGH_GAMES: Final = 500  # the same for games
SEATS: Final = 4
FIELDS: Final = {
    "new-tuning": halves.NEW_TUNING,
    "new-held-out": halves.NEW_HELD_OUT,
    "old-tuning": halves.OLD_TUNING,
    "old-held-out": halves.OLD_HELD_OUT,
    "tuning": halves.NEW_TUNING + halves.OLD_TUNING,
    "held-out": halves.NEW_HELD_OUT + halves.OLD_HELD_OUT,
}


@dataclass(frozen=True)
class Moment:
    """The seats in play at the start of a round: the odds and the worth of each, and whether it won."""

    odds: tuple[float, ...]
    worth: tuple[int, ...]
    won: tuple[int, ...]
    game: object = 0


@dataclass(frozen=True)
class Tenth:
    """The odds from ``low`` tenths up to the next: their number, their mean, and the share that won.

    ``games``: the number of games with such odds. ``error``: the standard error of the difference between
    both means, with the samples of a game as one."""

    low: int
    samples: int
    predicted: float
    observed: float
    games: int
    error: float

    @property
    def off(self) -> float:
        """The share that won minus the mean odds, in percentage points."""
        return 100 * (self.observed - self.predicted)


def moments(rows: Iterable[dict[str, Any]], file: object = 0) -> Iterator[Moment]:
    """The positions of finished games."""
    for (game, _), lines in groupby(rows, key=lambda row: (row["game"], row["round"])):
        seats = list(lines)
        won = tuple(int(row["won"]) for row in seats)
        if any(won):
            odds = tuple(float(row["odds"]) for row in seats)
            yield Moment(odds, tuple(int(row["worth"]) for row in seats), won, (file, game))


def tenths(all_moments: Iterable[Moment]) -> list[Tenth]:
    """Predicted and observed shares by tenths of the scale."""
    by_tenth: list[list[tuple[float, int, object]]] = [[] for _ in range(10)]
    for moment in all_moments:
        for odds, won in zip(moment.odds, moment.won, strict=True):
            by_tenth[min(int(odds * 10), 9)].append((odds, won, moment.game))
    out = []
    for low, samples in enumerate(by_tenth):
        if not samples:
            continue
        count = len(samples)
        offs: dict[object, float] = {}
        for odds, won, game in samples:
            offs[game] = offs.get(game, 0.0) + won - odds
        out.append(
            Tenth(
                low,
                count,
                fsum(odds for odds, _, _ in samples) / count,
                sum(won for _, won, _ in samples) / count,
                len(offs),
                sqrt(fsum(off * off for off in offs.values())) / count,
            )
        )
    return out


def log_loss(all_moments: Iterable[Moment]) -> float:
    """The mean over positions of −log of the winner's odds."""
    losses = [
        fsum(-log(odds) * won for odds, won in zip(m.odds, m.won, strict=True)) / sum(m.won)
        for m in all_moments
    ]
    return fsum(losses) / len(losses)


def worth_loss(all_moments: Iterable[Moment]) -> tuple[float, float]:
    """The least log-loss of softmax(a · worth) on these positions, and its a."""
    cases = [
        [(m.worth[n] - worth) / 1000 for worth in m.worth]
        for m in all_moments
        for n, won in enumerate(m.won)
        if won
    ]

    def loss(a: float) -> float:
        # The −log of the winner's share is the log of the sum of all terms relative to the winner's.
        total = []
        for ahead in cases:
            most = max(-a * x for x in ahead)
            total.append(most + log(fsum(exp(-a * x - most) for x in ahead)))
        return fsum(total) / len(total)

    low, high = 0.0, 8.0
    while high - low > 0.001:  # the loss has a single minimum
        third = (high - low) / 3
        if loss(low + third) < loss(high - third):
            high -= third
        else:
            low += third
    return loss(low), low / 1000


def report(all_moments: list[Moment]) -> str:
    """The results as a table in plain text."""
    lines = ["odds      samples  games  predicted  observed    off  interval"]
    lines += [
        f"{t.low / 10:.1f}-{(t.low + 1) / 10:.1f}  {t.samples:9}  {t.games:5}  {t.predicted:9.3f}"
        f"  {t.observed:8.3f}  {t.off:+5.1f}  ±{196 * t.error:.1f}"
        f"{'' if t.games >= ENOUGH_GAMES else '  (few)'}"
        for t in tenths(all_moments)
    ]
    ours = log_loss(all_moments)
    worth, a = worth_loss(all_moments)
    lines.append(
        f"{len(all_moments)} positions: log-loss {ours:.4f}, by worth alone {worth:.4f} (a = {a:.6f}):"
        f" {100 * (1 - ours / worth):.1f} % less"
    )
    return "\n".join(lines)


@dataclass(frozen=True)
class Setting:
    """Tables of the field: the players to draw from, one of our bots or none, and the rules."""

    pool: tuple[str, ...]
    guest: str = ""
    book: str = "modern"
    edition: str = "atlantic-city"
    limit: int = 0
    every: int = 1  # of the rounds, one in this number is used

    def player(self, name: str) -> Bot:
        """The player of this name."""
        if name == self.guest:
            return BOTS[name]()
        bot: Bot = getattr(habits if name in habits.NAMES else strangers, name)()
        return bot


def field_game(setting: Setting, seed: int, game: int) -> list[Moment]:
    """The positions of one game of the field."""
    house = {"limit-rounds": setting.limit} if setting.limit else {}
    rules = rules_compiler.make_rules(setting.book, setting.edition, house_rules=house)
    names = random.Random(f"{seed} {game}").sample(setting.pool, SEATS)
    if setting.guest:
        names[game % SEATS] = setting.guest
    seen: list[tuple[list[int], Moment]] = []

    def note(state: State) -> None:
        if state.round % setting.every == 0:
            odds = {seat: share / WHOLE for seat, share in expected_odds(state).items()}
            worth = tuple(score(state, seat) for seat in odds)
            seen.append((list(odds), Moment(tuple(odds.values()), worth, (), game)))

    players = [setting.player(name) for name in names]
    outcome = arena.play_game(rules, players, rng.random_number(seed, game) >> 1, each_round=note)
    return [
        Moment(m.odds, m.worth, tuple(int(seat in outcome.scored) for seat in seats), game)
        for seats, m in seen
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--field", choices=FIELDS)
    parser.add_argument("--guest", choices=BOTS, default="")
    parser.add_argument("--games", type=whole_number(1), default=2000)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument("--rulebook", default="modern")
    parser.add_argument("--edition", default="atlantic-city")
    parser.add_argument("--limit", type=whole_number(0), default=0, help="of rounds")
    parser.add_argument("--every", type=whole_number(1), default=1, help="one round in this number")
    parser.add_argument("--jobs", type=whole_number(1, PROCESSES), default=1)
    args = parser.parse_args()
    samples: list[Moment] = []
    if args.field:
        setting = Setting(
            FIELDS[args.field], args.guest, args.rulebook, args.edition, args.limit, args.every
        )
        with ProcessPoolExecutor(args.jobs) as pool:
            for played in pool.map(
                partial(field_game, setting, args.seed), range(args.games), chunksize=10
            ):
                samples += played
    else:
        texts = [file.read_text("utf-8") for file in args.files] or [sys.stdin.read()]
        for n, text in enumerate(texts):
            samples += moments(csv.DictReader(text.splitlines()), n)
    print(report(samples))


if __name__ == "__main__":
    main()
