"""Rules of players from the strategy desk as settings that a sweep can vary.

``rule-buy-keep-1`` is the rule ``buy-keep`` of the player on seat 1, and ``rule-buy-keep`` that of all
players. A seat whose bot is not a player from rules gets one with the usual rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from ...engine.errors import LoadError
from ...strategies.playing_rules import (
    BY_KEY,
    CHOICE,
    MONEY,
    PERCENT,
    SWITCH,
    TIMES,
    Rule,
    with_rule,
)
from ...strategies.strategy_file import KEY, Strategy, strategies_of, strategy_table
from .swept_settings import SWEPT, Swept, Table, Value

SWEPT_RULES: Final[Mapping[str, Rule]] = {
    key: rule for key, rule in BY_KEY.items() if rule.kind not in (SWITCH, CHOICE)
}
PREFIX: Final = "rule-"
_ID: Final = re.compile(rf"{PREFIX}([a-z-]+?)(?:-([1-8]))?")
_KINDS: Final = {MONEY: "money", PERCENT: "percent"}
_POINTS: Final = (
    9,
    8,
    10,
    11,
    7,
    6,
    5,
    4,
)  # values that are offered first, if they are whole steps apart


def swept_named(id: str) -> Swept | None:
    """The setting with this id, which may be a rule; None if a sweep can't vary it."""
    return SWEPT.get(id) or _swept_rule(id)


def rule_of(id: str) -> tuple[Rule, int] | None:
    """The rule with this id, and its seat, from 1; 0 for all players. None for any other setting."""
    match = _ID.fullmatch(id)
    rule = SWEPT_RULES.get(match[1]) if match else None
    return None if match is None or rule is None else (rule, int(match[2] or 0))


def rule_id(key: str, seat: int) -> str:
    """The id of a rule of the player on a seat, from 1; 0 for all players."""
    return f"{PREFIX}{key}-{seat}" if seat else f"{PREFIX}{key}"


def _swept_rule(id: str) -> Swept | None:
    found = rule_of(id)
    if found is None:
        return None
    rule, seat = found
    steps = round((rule.high - rule.low) / rule.step)
    tenths = rule.kind == TIMES
    low, high, step = (n if tenths else int(n) for n in (rule.low, rule.high, rule.step))
    return Swept(
        id,
        *(low, high, low, high),
        next((n for n in _POINTS if not steps % (n - 1)), 2),
        _changing(rule, seat),
        kind=_KINDS.get(rule.kind, ""),
        digits=1 if tenths else 0,
        step=step,
    )


def _changing(rule: Rule, seat: int) -> Callable[[Table, Value], None]:
    def changed(value: Value, player: Strategy) -> Strategy:
        rules = with_rule(player.rules, rule, value)
        if rules is None:
            raise LoadError(f"A player’s rule “{rule.key}” can’t have this value.")
        return Strategy(player.name, rules)

    def change(table: Table, value: Value) -> None:
        _seat_players(table, seat, partial(changed, value))

    return change


def put_player(table: Table, id: str, player: Strategy) -> None:
    """Let this player play in a record's table on the seats whose rule the sweep with this id varies."""
    found = rule_of(id)
    if found is not None:
        _seat_players(table, found[1], lambda _usual: player)


def _seat_players(table: Table, seat: int, player_of: Callable[[Strategy], Strategy]) -> None:
    """Replace the player on one seat of a record's table, from 1, or on all (0)."""
    seats: list[Any] = [
        dict(each) if isinstance(each, Mapping) else {"name": each} for each in table["seats"]
    ]
    if seat > len(seats):
        raise LoadError(
            f"The sweep varies a rule of seat {seat}, but there are only {len(seats)} seats."
        )
    known = strategies_of(table)
    for row in seats[seat - 1 : seat] if seat else seats:
        player = player_of(known.get(row.get("bot", ""), Strategy()))
        row["bot"], known[player.id] = player.id, player
    table["seats"] = seats
    used = {row.get("bot", "") for row in seats}
    table[KEY] = {id: strategy_table(player) for id, player in known.items() if id in used}
