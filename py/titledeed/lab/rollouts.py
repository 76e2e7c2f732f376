"""Who is favoured: a position played to its end many times, and the share of games that each seat wins.

It holds if all play like the bot that plays them; another bot may give another answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..engine.record import Record, read
from ..engine.words import Malformed, Refused, Unloadable
from .games import Played
from .intervals import DIGITS, Interval, rounded, share
from .positions import last_turn


class Start(NamedTuple):
    """Where roll-outs begin: a record's table without steps. ``lines``: how many of the record's lines
    lead there, of ``of``."""

    table: dict[str, Any]
    lines: int
    of: int


def start_of(table: Mapping[str, Any], policy: str | None = None) -> Start:
    """The last start of a turn in a record, or its position where it has no steps. ``policy`` plays
    every seat; otherwise each is played as its record says.

    Raises :class:`Unloadable` with a sentence.
    """
    record = read(table)
    if record.refused is not None:
        raise Unloadable("This record is one that must not load.")
    count = sum(len(step.lines) for step in record.steps)
    position, lines = record.position or {}, 0
    if count:
        try:
            turn = last_turn(record)
        except (Malformed, Refused) as error:
            raise Unloadable(f"The record does not replay: {error}") from None
        if turn is None:
            raise Unloadable("No turn begins in this record.")
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


def shares(games: Sequence[Played], seats: int) -> list[Interval]:
    """By seat: the part of the games it wins, with the 95 % interval. A tie counts for each of its
    winners by its part; a game that was stopped counts for nobody."""
    estimates = []
    for seat in range(seats):
        wins = sum((seat in g["winners"]) / max(len(g["winners"]), 1) for g in games)
        estimates.append(rounded(share(wins, len(games))))
    return estimates


def to_dict(games: Sequence[Played], names: Sequence[str], start: Start) -> dict[str, Any]:
    """As ``lab rollouts --json`` prints it."""
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
            for seat, estimate in enumerate(shares(games, len(names)))
        ],
    }
