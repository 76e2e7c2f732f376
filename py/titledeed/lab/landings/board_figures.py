"""The figures of one board, for comparing it with another: landings, what its groups earn, and games.

The functions take and return plain data, so that a worker can run them. A board is the table of an
edition's file, or the name of a built-in edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, TypedDict

from ..batch_games import POLICY, GamesJob, record_of
from ..intervals import of_mean
from .markov import MarkovChain
from .shares_and_group_earnings import landing_earnings
from .simulation import rules_for

BOOK: Final = "modern"
SEATS: Final = 4
ROUNDS: Final = 60  # a game that is not over by then ends with the richest player as the winner
GAMES: Final = 200
PER_JOB: Final = 10

Board = str | Mapping[str, Any]


class GroupFigures(TypedDict):
    """``ends``: the share of throws that end on the group; ``earns``: the mean rent of one opponent's throw
    with three houses; ``payback``: such throws until a third house has paid for itself, None for never."""

    ends: float
    earns: float
    payback: float | None


class BoardFigures(TypedDict):
    """``shares``: of throws that end on each space, jail last."""

    shares: list[float]
    groups: list[GroupFigures]


class BoardGamesSummary(TypedDict):
    """Means with their 95 % intervals: value, low, high."""

    games: int
    rounds: list[float]
    gini: list[float]


def exact_figures(board: Board) -> BoardFigures:
    """The exact landings of a board, and what its groups earn by them."""
    rules = rules_for(BOOK, board)
    shares = MarkovChain(rules, "leave", "pay").shares()
    groups: list[GroupFigures] = []
    for earning in landing_earnings(rules, shares):
        third = earning.steps[2]
        groups.append(
            {
                "ends": sum(shares[at] for at in earning.members),
                "earns": third.earns,
                "payback": third.payback if isfinite(third.payback) else None,
            }
        )
    return {"shares": shares, "groups": groups}


def game_jobs(board: Board, seed: int) -> list[GamesJob]:
    """The jobs of ``GAMES`` games on a board, each for ``batch_games.run_games``."""
    edition = board if isinstance(board, str) else dict(board)
    record = record_of(
        BOOK, [POLICY] * SEATS, edition=edition, house_rules={"limit-rounds": ROUNDS}
    )
    return [
        GamesJob(record=record, seed=seed, first=first, count=PER_JOB)
        for first in range(0, GAMES, PER_JOB)
    ]


def list_jobs(job: Mapping[str, Any]) -> list[GamesJob]:
    """As :func:`game_jobs`, from plain data: ``board`` and ``seed``."""
    return game_jobs(job["board"], job["seed"])


def summary(rows: Sequence[Mapping[str, Any]]) -> BoardGamesSummary:
    """How long these games lasted, and how unequal their players were at the end."""
    rounds = of_mean([float(row["rounds"]) for row in rows])
    gini = of_mean([row["ginis"][-1] if row["ginis"] else 0.0 for row in rows])
    return {"games": len(rows), "rounds": list(rounds), "gini": list(gini)}
