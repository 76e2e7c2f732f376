"""Estimates each seat's chance to win from a position, by playing it to its end many times.

The estimate is valid for players like the bot that plays the games. Another bot may give other
figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.record import Record, read_record
from ..game.recognize_saves_of_older_programs import changed_ruling
from .batch_games import Played
from .intervals import DIGITS, Interval, rounded, share_interval
from .position_from_game import last_turn


class Start(NamedTuple):
    """The start of rollouts: a record's table without steps. It is the position after the first
    ``lines`` of the ``of`` lines of its source record."""

    table: dict[str, Any]
    lines: int
    of: int


def rollout_start(table: Mapping[str, Any], policy: str | None = None) -> Start:
    """The last start of a turn in a record, or the record's position if it has no steps.

    ``policy``: the bot for every seat; without one each seat keeps the bot of the record.
    Raises :class:`LoadError` with a sentence.
    """
    record = read_record(table)
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    count = sum(len(step.lines) for step in record.steps)
    position, lines = record.position or {}, 0
    if count:
        try:
            turn = last_turn(record)
        except (MalformedAnswer, RefusedAnswer) as error:
            trouble = changed_ruling(record)
            raise trouble or LoadError(f"The record does not replay: {error}") from None
        if turn is None:
            raise LoadError("No turn begins in this record.")
        position, lines = turn
    return Start(_without_steps(record, table, position, policy), lines, count)


def _without_steps(
    record: Record, table: Mapping[str, Any], position: Mapping[str, Any], policy: str | None
) -> dict[str, Any]:
    keys = ("format", "rulebook", "edition", "decks", "variant", "rent", "house_rules")
    seats = [replace(seat, bot=policy or seat.bot) for seat in record.seats]
    return {
        **{key: table[key] for key in keys if key in table},
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
        "position": dict(position),
    }


def win_shares(games: Sequence[Played], seats: int) -> list[Interval]:
    """The share of games that each seat wins, with the 95 % interval. A tie counts in equal parts for its
    winners; a game that was stopped counts for nobody."""
    estimates = []
    for seat in range(seats):
        wins = sum((seat in g["winners"]) / max(len(g["winners"]), 1) for g in games)
        estimates.append(rounded(share_interval(wins, len(games))))
    return estimates


def rollouts_to_dict(games: Sequence[Played], names: Sequence[str], start: Start) -> dict[str, Any]:
    """The table that ``lab rollouts --json`` prints."""
    return {
        "games": len(games),
        "unfinished": sum(not game["winners"] for game in games),
        "lines": start.lines,
        "seats": [
            {
                "seat": seat + 1,
                "name": names[seat],
                "policy": start.table["seats"][seat]["bot"],
                "share": round(estimate.value, DIGITS),
                "low": estimate.low,
                "high": estimate.high,
            }
            for seat, estimate in enumerate(win_shares(games, len(names)))
        ],
    }
