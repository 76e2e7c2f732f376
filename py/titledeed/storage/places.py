"""Where texts are kept: a quick place that answers at once, and a sure one that says when it is done.

A :class:`Box` is the browser's local storage. It is quick, but a browser that is killed loses the
last of what was written. A :class:`Database` is a database that reports when something is on the disk.
What either does with the texts is no business of theirs; ``front/browser/storage.py`` has the real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

# How a database answers.
DONE: Final = ""
FULL: Final = "full"  # no room
FAILED: Final = "failed"  # anything else: denied, damaged, closed, or no answer within its patience
TAKEN: Final = "taken"  # the text that was to be there is another one: see Change.holding
GONE: Final = "gone"  # there is none


class StorageFull(Exception):
    """There is no room for what should be written; what was there before still is."""


class Box(Protocol):
    """Texts by key. ``write`` raises :class:`StorageFull`; ``lasts`` is false where everything is
    gone when the page is left."""

    lasts: bool

    def read(self, key: str) -> str | None: ...
    def write(self, key: str, text: str) -> None: ...
    def remove(self, key: str) -> None: ...
    def names(self) -> list[str]: ...


class Memory:
    """A box that lasts as long as the page."""

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
class Change:
    """What a database does in one transaction: all of it or nothing.

    ``removes`` are beginnings of keys; they go before the puts. ``holding``, a key and a text: the
    change is made only where that text is there, looked up in the same transaction.
    """

    puts: Mapping[str, str] = field(default_factory=dict)
    removes: Sequence[str] = ()
    holding: tuple[str, str] | None = None


class Database(Protocol):
    """Texts by key, one call at a time. Every ``then`` is called once, at once or later."""

    def commit(self, change: Change, then: Callable[[str], None]) -> None:
        """``then`` is told DONE once the change is on the disk; else FULL, FAILED, TAKEN or GONE,
        and then nothing of it was made."""

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        """All texts whose keys begin so; None where they can't be read."""


class Windows(Protocol):
    """One game is played in one window at a time. ``taken`` is called with the game's id when another
    window takes over the one that is held here."""

    taken: Callable[[str], None]

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        """Hold this game, and no other any more. ``then(False)``: another window has it; with
        ``by_force`` that one is made to give it up."""

    def let_go(self) -> None:
        """Hold nothing any more."""


class OneWindow:
    """Where windows can't know of one another."""

    taken: Callable[[str], None]

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        then(True)

    def let_go(self) -> None:
        pass
