"""The written bots and the players from rules that may sit at tables of this device: their programs, and
their files. Nothing here runs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..bots.strategy_ids import is_strategy
from ..bots.written_bots import is_written
from .game_storage_keys import PREFIX, WRITTEN
from .storage_interfaces import StorageFull
from .store import Store

MOST: Final = 12
_PLACE: Final = WRITTEN.removeprefix(PREFIX)

WrittenBots = Mapping[str, str]  # the programs or files, by the bots' ids


def stored_bots(store: Store) -> dict[str, str]:
    """The programs stored on this device, without damaged ones."""
    found = {}
    for id, table in store.here(_PLACE).items():
        code = table.get("code")
        if (is_written(id) or is_strategy(id)) and isinstance(code, str):
            found[id] = code
    return dict(list(found.items())[:MOST])


def keep_bot(store: Store, id: str, code: str) -> None:
    """Store a program. Raises :class:`StorageFull` if there is no room for it."""
    if not store.put(_PLACE + id, {"code": code}):
        raise StorageFull


def remove_bot(store: Store, id: str) -> None:
    """Remove a program from this device."""
    store.drop([_PLACE + id])
