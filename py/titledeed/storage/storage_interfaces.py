"""The interfaces of the two storages: a quick one that is synchronous, and a safe one that confirms writes.

A :class:`KeyValueStore` is the browser's local storage. It is quick, but a browser that is killed loses
the last writes. A :class:`Database` (IndexedDB) reports when a change is on the disk. Neither
knows what the texts mean. ``ui/browser/storage.py`` has the implementations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

# The results of a database change.
DONE: Final = ""
FULL: Final = "full"  # there is no room
FAILED: Final = "failed"  # any other error: denied, damaged, closed, or no answer in time
TAKEN: Final = "taken"  # Transaction.holding: the key has another text
GONE: Final = "gone"  # Transaction.holding: the key has no text


class StorageFull(Exception):
    """There is no room for a text. The text that was stored before is still there."""


class KeyValueStore(Protocol):
    """Texts by key, synchronous. ``write`` raises :class:`StorageFull`. ``lasts`` is false if everything is
    lost when the page is left."""

    lasts: bool

    def read(self, key: str) -> str | None: ...
    def write(self, key: str, text: str) -> None: ...
    def remove(self, key: str) -> None: ...
    def names(self) -> list[str]: ...


class MemoryStore:
    """A key-value store in memory, which lasts as long as the page."""

    lasts = False

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, key: str) -> str | None:
        return self.texts.get(key)

    def write(self, key: str, text: str) -> None:
        self.texts[key] = text

    def remove(self, key: str) -> None:
        self.texts.pop(key, None)

    def names(self) -> list[str]:
        return list(self.texts)


@dataclass(frozen=True)
class Transaction:
    """One transaction of a database, which is carried out as a whole or not at all.

    ``removes``: prefixes of keys to remove, before ``puts``. ``holding``: a key and a text. The change
    is made only if that key has that text, which is checked in the same transaction.
    """

    puts: Mapping[str, str] = field(default_factory=dict)
    removes: Sequence[str] = ()
    holding: tuple[str, str] | None = None


class Database(Protocol):
    """Texts by key, asynchronous, with one call at a time. Each ``then`` is called exactly once, perhaps
    before the method returns."""

    def commit(self, change: Transaction, then: Callable[[str], None]) -> None:
        """Make a change.

        ``then`` gets DONE once it is on the disk. With FULL, FAILED, TAKEN or GONE, nothing has
        changed."""

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        """Fetch all texts whose keys have one of these prefixes. ``then`` gets None if they cannot be
        read."""


class Windows(Protocol):
    """A lock that lets only one window play a game. ``taken`` is called with the game's id when another
    window takes over the game that is held here."""

    taken: Callable[[str], None]

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        """Hold this game, and release any other.

        ``then(False)`` means that another window holds it. With ``by_force``, that window must release
        it."""

    def let_go(self) -> None:
        """Release the held game."""


class OneWindow:
    """The lock for browsers in which windows cannot know of one another: it always succeeds."""

    taken: Callable[[str], None]

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        then(True)

    def let_go(self) -> None:
        pass
