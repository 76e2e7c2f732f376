"""The keys of stored texts, the same in both storages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

PREFIX: Final = "titledeed/1/"  # the origin may have other sites, and later versions of this one
BOARDS: Final = PREFIX + "board/"
WRITTEN: Final = PREFIX + "bot/"  # programs of written bots


def key_of(id: str, part: str) -> str:
    return f"{PREFIX}game/{id}/{part}"


def ids_of(names: Sequence[str], kind: str) -> list[str]:
    """Return the ids of the games that have keys of a kind, "game" or "facts"."""
    start = f"{PREFIX}{kind}/"
    ids = {name[len(start) :].partition("/")[0]: None for name in names if name.startswith(start)}
    return list(ids)


def facts_key(id: str) -> str:
    return f"{PREFIX}facts/{id}"


def holder_key(id: str) -> str:
    """Return the key for the token of the window that writes a game."""
    return f"{PREFIX}holder/{id}"
