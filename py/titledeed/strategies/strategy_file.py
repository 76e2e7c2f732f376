"""A player from rules as data: in a file, in a link, in a record, and stored on a device.

A file is JSON, ``{"format": "title-deed-strategy/1", "name": "Magpie", "rules": {"buy-keep": 100, …}}``. A
rule that it leaves out has its usual value. In a record, the key ``x-strategies`` has such a table for each
player, and the ``bot`` of a seat is one of its names."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from ..bots.strategy_ids import is_strategy, strategy_id
from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import (
    EmptyFileError,
    NotTextError,
    TooDeepError,
    is_hidden,
    json_value,
    quoted,
    text_of,
)
from ..migrations.strategy_format import STRATEGY
from ..migrations.versioned_format import NewerFormat, OtherFormat
from .playing_rules import BY_KEY, DEFAULT, RULES, PlayingRules, Value, table_of
from .rules_bot import RulesBot

KEY: Final = "x-strategies"  # in a record
MOST: Final = 20  # in a record
LARGEST: Final = 20_000  # characters of a file
LONGEST_NAME: Final = 24
NAME: Final = "Strategist"  # of a player without a name
_NO_LETTER: Final = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True)
class Strategy:
    """A player: its name, as people have written it, and its rules."""

    name: str = NAME
    rules: PlayingRules = DEFAULT

    def make_bot(self) -> RulesBot:
        """A new bot that follows the rules."""
        return RulesBot(self.rules)

    @property
    def id(self) -> str:
        """Its id at a table, which is the same on every device."""
        key = rules_hash(table_of(self.rules))
        id = strategy_id(self.name, key)
        # Not every device can show every name.
        return id if is_strategy(id) else strategy_id(NAME, key)

    @property
    def file_name(self) -> str:
        """A name for its file, in letters that every system accepts."""
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        return (_NO_LETTER.sub("-", plain).strip("-") or NAME) + ".strategy.json"


def rules_hash(table: Mapping[str, Value]) -> str:
    """The hash of a player's rules, as :func:`~.playing_rules.table_of` writes them."""
    return sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as it is shown: one line without invisible characters, not too long.

    It is ``NAME`` if nothing is left."""
    kept = "".join(c for c in " ".join(name.split()) if not is_hidden(c))
    return kept[:LONGEST_NAME].strip() or NAME


def strategy_table(strategy: Strategy) -> dict[str, Any]:
    """The player as a table, as in a record."""
    return {"name": strategy.name, "rules": table_of(strategy.rules)}


def read_strategy_table(table: object) -> Strategy:
    """The player in a table of a record or a file. Raises :class:`LoadError` with a sentence."""
    if not isinstance(table, Mapping) or not isinstance(table.get("rules", {}), Mapping):
        raise LoadError("The rules of this player are damaged.")
    name = table.get("name", "")
    given: Mapping[object, object] = table.get("rules", {})  # its keys and values are unchecked
    if not isinstance(name, str) or len(given) > len(RULES):
        raise LoadError("The rules of this player are damaged.")
    values: dict[str, Value] = {}
    for key, value in given.items():
        rule = BY_KEY.get(key) if isinstance(key, str) else None
        if rule is None:
            raise LoadError(f"This program doesn’t know a player’s rule “{quoted(key)}”.")
        read = rule.read(value)
        if read is None:
            raise LoadError(f"A player’s rule “{rule.key}” can’t have this value.")
        values[rule.id] = read
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise LoadError("The file contains a damaged character.") from None
    return Strategy(clean_name(name[:200]), PlayingRules(**values))  # type: ignore[arg-type]


def strategies_of(extra: Mapping[str, Any]) -> dict[str, Strategy]:
    """The players in the ``x-`` keys of a record. Raises :class:`LoadError` with a sentence."""
    tables = extra.get(KEY, {})
    if not isinstance(tables, Mapping) or len(tables) > MOST:
        raise LoadError(f"Game file: “{KEY}” must be a table with at most {MOST} players.")
    return {str(id): read_strategy_table(table) for id, table in tables.items()}


def write_strategy(strategy: Strategy) -> str:
    """The text of the player's file."""
    table = {"format": STRATEGY.id, **strategy_table(strategy)}
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def read_strategy(text: str) -> Strategy:
    """The player in a file. Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("The file is too long for a player’s rules.")
    try:
        table = json_value(text_of(text))
    except EmptyFileError:
        raise LoadError("The file is empty.") from None
    except (NotTextError, TooDeepError, ValueError):
        raise LoadError("The file can’t be read, so it contains no player.") from None
    if not isinstance(table, dict):
        raise LoadError("The file can’t be read, so it contains no player.")
    try:
        table = STRATEGY.upgrade(table)
    except NewerFormat as newer:
        raise LoadError(
            f"A later version of this program has written this player, in the format “{newer}”. "
            "It can’t be read here."
        ) from None
    except OtherFormat:
        raise LoadError("The file contains no player with rules.") from None
    return read_strategy_table(table)
