"""Compares the odds model with roll-outs, in positions from games that no fit has seen.

    python3 -m tools.odds.rolled --players steady-1 --policy steady-1 --positions 40 --games 200

Each position is the first start of a turn in round 15 (``--round``) of a game of four ``--players``.
Four ``--policy`` bots play it out. The command prints the differences between a seat's odds and its
share of the roll-outs, in points. It also prints how often the odds lie outside the 95 % interval of
the roll-outs. For the favorite by the odds it prints both.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from titledeed.bots import BOTS  # noqa: E402
from titledeed.engine import rng  # noqa: E402
from titledeed.engine.asks import (  # noqa: E402
    Over,
)
from titledeed.engine.state import (  # noqa: E402
    State,
)
from titledeed.game.bot_scheduler import BotScheduler  # noqa: E402
from titledeed.lab import batch_games, parallel_jobs, position_from_game, rollouts  # noqa: E402
from titledeed.odds import WHOLE, expected_odds  # noqa: E402
from tools.arguments import whole_number  # noqa: E402

SEATS = 4
ROLLED_SEED = 5


class Compared(NamedTuple):
    """One seat of one position: its odds, and its share of the roll-outs with the interval."""

    odds: float
    share: float
    low: float
    high: float


def states(players: str, round: int, seed: int) -> Iterator[tuple[State, batch_games.Setting]]:
    """The first start of a turn in this round, from each game that reaches the round."""
    setting = batch_games.Setting.of(batch_games.record_of("modern", [players] * SEATS))
    for game in range(10**6):
        state = setting.opening()
        table = BotScheduler([BOTS[players]() for _ in range(SEATS)])
        while not isinstance(state.ask, Over):
            if state.round >= round and position_from_game.begins_turn(state):
                yield state, setting
                break
            table.advance(state, rng.random_number(seed, game) >> 1)


def compared(state: State, setting: batch_games.Setting, policy: str, count: int) -> list[Compared]:
    """The seats of one position."""
    table: dict[str, Any] = batch_games.record_of("modern", [policy] * SEATS)
    table["position"] = position_from_game.position_of(state, setting.notation)
    rolled = rollouts.win_shares(list(parallel_jobs.play_jobs(table, ROLLED_SEED, count)), SEATS)
    odds = expected_odds(state)
    return [
        Compared(odds[seat] / WHOLE, *rolled[seat]) for seat in range(SEATS) if state.playing[seat]
    ]


def main() -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", choices=BOTS, default="steady-1")
    parser.add_argument("--policy", choices=BOTS, default="steady-1")
    parser.add_argument("--positions", type=whole_number(1), default=40)
    parser.add_argument("--games", type=whole_number(1), default=200)
    parser.add_argument("--round", type=whole_number(1), default=15)
    parser.add_argument("--seed", type=whole_number(0), default=77)
    options = parser.parse_args()
    source = states(options.players, options.round, options.seed)
    tables = [
        compared(*next(source), options.policy, options.games) for _ in range(options.positions)
    ]
    rows = [row for table in tables for row in table]
    apart = [100 * abs(row.share - row.odds) for row in rows]
    outside = sum(not row.low <= row.odds <= row.high for row in rows)
    favourites = [max(table) for table in tables]
    odds, share = (sum(100 * row[n] for row in favourites) / len(favourites) for n in (0, 1))
    print(
        f"{options.positions} positions of four {options.players} in round {options.round}, "
        f"{options.games} roll-outs of each by {options.policy}: {sum(apart) / len(apart):.1f} points apart "
        f"on average, {max(apart):.1f} at most; {outside} of {len(rows)} odds outside the interval; the "
        f"favourite has {odds:.1f} % by the odds, {share:.1f} % by roll-outs"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
