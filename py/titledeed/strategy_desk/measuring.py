"""The games that measure a player from rules, and what they show beside the games of the rules before.

A game of the same number has the same dice and the same seat for all rules, so they are compared in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Final

from ..bots import CHOOSABLE, SLOW
from ..game.strategy_seats import KEY
from ..lab.batch_games import GamesJob, record_of
from ..lab.compare import Compared, Measure, compare_one
from ..lab.intervals import Interval, share_interval
from ..strategies.strategy_file import Strategy, strategy_table

CALL: Final = "titledeed.lab.batch_games:run_games"
WATCH: Final = "titledeed.lab.batch_games:replay_game"
GAMES: Final = 100
SEATS: Final = 4
ROUNDS: Final = 60  # the limit of rounds
LIMITS: Final = (30, ROUNDS, 100, 200)  # that can be chosen
SEED: Final = 1
AGAINST: Final = "steady"
OPPONENTS: Final = tuple(bot for bot in CHOOSABLE if bot not in SLOW)
_STEP: Final = 5  # games of a job


def setting(strategy: Strategy, against: str, shift: int, rounds: int = ROUNDS) -> dict[str, Any]:
    """The table of a record in which the player has this seat, against three of a kind."""
    bots = [against] * SEATS
    bots[shift] = strategy.id
    table = record_of("modern", bots, house_rules={"limit-rounds": rounds})
    return {**table, KEY: {strategy.id: strategy_table(strategy)}}


def jobs(strategy: Strategy, against: str, rounds: int = ROUNDS) -> list[GamesJob]:
    """The jobs of a run, in order: all games of one seat, then those of the next."""
    found: list[GamesJob] = []
    for first in range(0, GAMES, _STEP):
        record = setting(strategy, against, first * SEATS // GAMES, rounds)
        found.append({"record": record, "seed": SEED, "first": first, "count": _STEP})
    return found


def watched(
    strategy: Strategy, against: str, game: int, names: Sequence[str], rounds: int = ROUNDS
) -> GamesJob:
    """The job that plays one game of a run again, with these names: the player's own first."""
    shift = game * SEATS // GAMES
    record = setting(strategy, against, shift, rounds)
    others = iter(names[1:])
    for seat, row in enumerate(record["seats"]):
        row["name"] = names[0] if seat == shift else next(others)
    return {"record": record, "seed": SEED, "first": game, "count": 1}


@dataclass
class Run:
    """The games of one player against three of a kind. ``wins``: its part of the victory, by game; None if
    the game has not been played. ``rounds``: the limit of each game."""

    strategy: Strategy
    against: str
    wins: list[float | None] = field(default_factory=lambda: [None] * GAMES)
    rounds: int = ROUNDS

    def take(self, job: int, played: Sequence[Any]) -> None:
        """Take the result of a job."""
        for n, game in enumerate(played[:_STEP], job * _STEP):
            winners = game["winners"]
            own = n * SEATS // GAMES
            self.wins[n] = (own in winners) / max(len(winners), 1)

    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(win is not None for win in self.wins)

    @property
    def done(self) -> bool:
        return self.games == GAMES

    @property
    def won(self) -> float:
        """The games won; a shared victory counts in part."""
        return fsum(win for win in self.wins if win is not None)

    def interval(self) -> Interval:
        """The share of games won, with its 95% interval."""
        return share_interval(self.won, self.games)

    def lost(self) -> list[int]:
        """The games that it has not won."""
        return [n for n, win in enumerate(self.wins) if win == 0]


def difference(before: Run, after: Run) -> Compared:
    """How many more games of a hundred are won after than before, in pairs of games."""
    rows: list[list[Any]] = [[{"wins": win or 0} for win in run.wins] for run in (before, after)]
    measure = Measure("win_1", lambda game: game["wins"], 0)  # type: ignore[typeddict-item]
    return compare_one(measure, rows[0], rows[1])
