"""Writes a draft as the text of an edition's file: TOML in the order in which people read it.

The text has exactly what the draft has. Reading it gives the same draft.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..engine.parsing.untrusted_input import is_hidden
from .draft import BoardDraft
from .draft_from_and_to_edition_table import table_of


def edition_file(draft: BoardDraft) -> tuple[str, str]:
    """The name and the text of the edition's file. TOML has no null; a board whose ``x-`` keys have one is
    written as JSON."""
    table = table_of(draft)
    if _has_none(table):
        return f"{draft.id}.json", json.dumps(table, ensure_ascii=False, indent=1) + "\n"
    return f"{draft.id}.toml", toml_text(table)


def _has_none(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_none, value.values()))
    if isinstance(value, list):
        return any(map(_has_none, value))
    return value is None


def toml_text(table: Mapping[str, Any]) -> str:
    """The TOML text of a table: first its values, then its tables, then its lists of tables."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    later: list[tuple[str, Any]] = []
    for key, value in table.items():
        if key.startswith("x-") or not (_is_section(value) or isinstance(value, dict)):
            yield f"{_key(key)} = {_value(value)}"
        else:
            later.append((key, value))
    for key, value in later:
        rows = [value] if isinstance(value, dict) else value
        head = f"[{_key(key)}]" if isinstance(value, dict) else f"[[{_key(key)}]]"
        for row in rows:
            yield ""
            yield head
            for name, inner in row.items():
                yield f"{_key(name)} = {_value(inner)}"


def _is_section(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _key(key: str) -> str:
    plain = bool(key) and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if plain else _string(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _string(value)
        case int() | float():
            return repr(value)
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case dict():
            inside = ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())
            return "{ " + inside + " }" if inside else "{}"
    raise TypeError(f"TOML has no {type(value).__name__}")


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _string(text: str) -> str:
    parts = []
    for c in text:
        if c in _ESCAPES:
            parts.append(_ESCAPES[c])
        elif is_hidden(c):
            parts.append(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}")
        else:
            parts.append(c)
    return '"' + "".join(parts) + '"'
