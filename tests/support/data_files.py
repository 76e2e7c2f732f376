"""Reads the data files for the data tests without the engine's loader.

It also finds the edition's words in sentences (docs/EDITIONS.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "py" / "titledeed"
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
EDITIONS = ("atlantic-city", "london", "australia")
DECKS = ("us-1936", "us-2008", "uk-classic")

BRACES = re.compile(r"\{([^{}]*)\}")


def table(path: str) -> dict[str, Any]:
    return tomllib.loads((DATA / path).read_text("utf-8"))


def clauses() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("books/clauses.toml")["clause"]}


def edition(name: str) -> dict[str, Any]:
    return table(f"editions/{name}.toml")


def deck_set(name: str) -> dict[str, Any]:
    return table(f"editions/decks/{name}.toml")


def texts(data: object) -> Iterator[str]:
    """Yield every text in a table, without its keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def word(inside: str) -> str:
    """Return the vocabulary key named in braces: ``A street`` and ``Street`` name ``street``."""
    bare = inside[2:] if inside[:2] in ("a ", "A ") else inside
    return bare[:1].lower() + bare[1:]


def unknown_words(text: str, words: Mapping[str, str], besides: frozenset[str]) -> list[str]:
    """Return the names in braces in ``text`` that are neither edition words nor in ``besides``, nor sums."""
    insides = [inside for inside in BRACES.findall(text) if not re.fullmatch(r"sum_\d+", inside)]
    return [inside for inside in insides if inside not in besides and word(inside) not in words]
