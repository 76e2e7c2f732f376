"""The rules of a table's players from rules. Every device has them, so that any device can become host.

They travel beside the head of the list, under the same key as in a record. No digest includes them. The id
of such a player has a hash of its rules, and the head has the id. So nobody can give a seat other rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..bots.strategy_ids import is_strategy, strategy_id
from ..engine.errors import LoadError
from ..engine.record import Record
from ..strategies.playing_rules import BY_KEY
from ..strategies.strategy_file import (
    KEY,
    clean_name,
    read_strategy_table,
    rules_hash,
    strategy_table,
)

Tables = Mapping[str, Mapping[str, Any]]  # by the id of the player


def with_rules_to_send(record: Record) -> Record:
    """The record with the rules of its players in the form that :func:`read_rules` accepts.

    It lacks those of a player whose id an earlier version has made from other rules: on every device it
    then has the usual ones. Raises :class:`LoadError` with a sentence for damaged rules."""
    given = record.extra.get(KEY)
    tables = {}
    for bot in _players(record):
        if isinstance(given, Mapping) and bot in given:
            table = strategy_table(read_strategy_table(given[bot]))
            if _fits(bot, table):
                tables[bot] = table
    others = {key: value for key, value in record.extra.items() if key != KEY}
    return replace(record, extra={**others, KEY: tables} if tables else others)


def read_rules(record: Record) -> Tables:
    """The rules of the record's players, by their ids. The device that sent them is not trusted.

    Raises :class:`LoadError` with a sentence unless each table is that of a player of this record, and is
    exactly as a device writes it."""
    if KEY not in record.extra:
        return {}
    given, players = record.extra[KEY], _players(record)
    if (
        not isinstance(given, dict)
        or not set(given) <= set(players)
        or not all(_is_written(table) and _fits(bot, table) for bot, table in given.items())
    ):
        raise LoadError("The rules of a player at this table are damaged.")
    return {bot: given[bot] for bot in players if bot in given}


def _players(record: Record) -> list[str]:
    return [seat.bot for seat in record.seats if is_strategy(seat.bot)]


def _is_written(table: object) -> bool:
    """Whether this is a table with a name and rules, in the form and the ranges in which devices write them.

    A table of an earlier version may lack rules that are newer."""
    if not isinstance(table, dict) or set(table) != {"name", "rules"}:
        return False
    name, rules = table["name"], table["rules"]
    if not isinstance(name, str) or clean_name(name) != name or not isinstance(rules, dict):
        return False
    return all(_can_have(key, value) for key, value in rules.items())


def _can_have(key: str, value: object) -> bool:
    rule = BY_KEY.get(key)
    read = rule.read(value) if rule is not None else None
    return read is not None and type(read) is type(value) and read == value


def _fits(bot: str, table: Mapping[str, Any]) -> bool:
    """Whether the id is that of a player with this name and these rules."""
    return bot == strategy_id(table["name"], rules_hash(table["rules"]))
