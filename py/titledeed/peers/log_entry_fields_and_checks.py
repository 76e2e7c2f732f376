"""The entries of a table's list: the fields of each kind, and checks of their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from ..engine.notation import JOINERS, WIDEST_NAME, columns, with_few_marks
from ..engine.parsing.value_predicates import is_hex, is_text, is_whole_number
from .draw_hash_chains import SIZE
from .ecdsa import read_key
from .signing import SIGNATURE, is_signed_text

MOST_ENTRIES: Final = 100_000
DIGEST: Final = 32  # hexadecimal digits of a digest
# Why a device returns: it slept, it was awake but without a connection, or the host heard it and went on
# without it. A new device takes over a bot's seat.
REASONS: Final = frozenset({"away", "cut-off", "left-out", "new"})
ListEntry = dict[str, Any]

GAME: Final = frozenset({"begin", "line", "draw", "undo"})  # see of_game; others: the table
# The fields of each kind of entry, besides "e". "n": how many entries there were when a device asked
# for the entry. "sig": the device's signature, "" if unsigned. "yes": the seats that have agreed, each
# with a signature or "".
FIELDS: Final[dict[str, frozenset[str]]] = {
    "begin": frozenset(),
    "line": frozenset({"line", "id", "n", "sig"}),
    "draw": frozenset({"k", "reveals", "missing", "line"}),
    "undo": frozenset({"to", "by", "yes", "unasked"}),
    "seat": frozenset({"seat", "device", "key", "name", "bot"}),
    "chain": frozenset({"seat", "anchor", "pub", "n", "sig"}),
    "rest": frozenset({"seat", "on", "n", "sig"}),
    "replace": frozenset({"seats", "bot", "k", "yes"}),
    "join": frozenset({"seat", "device", "key", "pub", "anchor", "why", "n", "sig", "yes"}),
    "host": frozenset({"epoch", "seat"}),
    "pause": frozenset({"on", "seat"}),
    "end": frozenset({"seat", "n", "sig"}),
}


class LogError(Exception):
    """An invalid entry. ``seat``: the seat at fault (-1: the host). ``draw``: the number of the draw
    concerned (0: none)."""

    def __init__(self, sentence: str, seat: int = -1, draw: int = 0) -> None:
        super().__init__(sentence)
        self.seat = seat
        self.draw = draw


class LogFull(LogError):
    """The list already has the maximum number of entries."""


@dataclass(frozen=True)
class SeatHolder:
    """The device that answers for a seat, or the name of a bot; a seat with neither is free. ``key``: the
    last key shown. A device proves its right to return with a key that hashes to this one. ``pub``: its
    public key, "" if it does not sign."""

    device: str = ""
    bot: str = ""
    key: str = ""
    pub: str = ""


@dataclass
class Committed:
    """A seat's chain as the other devices know it."""

    anchor: str
    start: int  # the number of the draw before its first one
    known: bytes  # the value revealed last
    draw: int  # the draw at which it was revealed


@dataclass(frozen=True)
class Drawn:
    """A finished draw.

    It has the draw's number and name (``draw_name`` of the list) and the line of its result. It also
    has the seats whose chains are in it, and the seats whose chains are missing. A draw without a line
    was never made: bots took the missing seats, and the next number was drawn in its place."""

    draw: int
    name: str
    line: str
    seats: tuple[int, ...]
    missing: tuple[int, ...]


def check_whole_number(value: object, low: int, high: int) -> int:
    """Check that a value is a whole number within limits, and return it. Raises :class:`LogError`."""
    if not is_whole_number(value, low, high):
        raise LogError(f"A number from {low} to {high} was expected.")
    return value


def check_word(value: object, most: int) -> str:
    """Check that a value is a short text of printable characters, and return it. Raises
    :class:`LogError`."""
    if not is_text(value, most, is_printable):
        raise LogError(f"Text of at most {most} characters was expected.")
    return value


def id_in(value: object) -> str:
    """Check that a value is the id of a device or of a game, and return it. Raises :class:`LogError`."""
    if not is_id(value):
        raise LogError("An id must have 16 hexadecimal digits.")
    return value


def secret_in(value: object) -> bytes:
    """Return the bytes of a chain's value in hexadecimal digits. Raises :class:`LogError`."""
    if not isinstance(value, str) or len(value) != 2 * SIZE:
        raise LogError("A chain value must have 64 hexadecimal digits.")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise LogError("A chain value must have 64 hexadecimal digits.") from None


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Raise :class:`LogError` if something stored lacks a part, or a part is of another type."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError):
        raise LogError("The saved state of this game is damaged.") from None


def check_seats(value: object, below: int) -> list[int]:
    """Check that a value is a list of different seats in order, and return it. Raises :class:`LogError`."""
    if not isinstance(value, list) or len(value) > below:
        raise LogError("A list of seats was expected.")
    seats = [check_whole_number(seat, 0, below - 1) for seat in value]
    if seats != sorted(set(seats)):
        raise LogError("A list must name each seat once, in order.")
    return seats


def check_signature_text(value: object) -> str:
    """Check that a value is the text of a signature, or "", and return it. Raises :class:`LogError`."""
    if value != "" and not is_signed_text(value, SIGNATURE):
        raise LogError("A signature must have 86 characters.")
    return str(value)


def check_public_key(value: object) -> str:
    """Check that a value is the text of a public key, or "", and return it. Raises :class:`LogError`."""
    if value != "" and (not isinstance(value, str) or read_key(value) is None):
        raise LogError("A public key must have 44 characters.")
    return str(value)


def of_game(entry: Mapping[str, Any]) -> bool:
    """Whether an entry belongs to the game, not only to the table.

    Such entries are those of the kinds in :data:`GAME`, and bots for which the open draw is given up."""
    return entry["e"] in GAME or (entry["e"] == "replace" and entry["k"] > 0)


def is_printable(text: str) -> bool:
    """Whether a text has no control or format characters, except the joiners that names need.

    It may have only few combining marks on one character."""
    return all(c.isprintable() or c in JOINERS for c in text) and with_few_marks(text) == text


def is_table_name(text: str) -> bool:
    """Whether a text may be somebody's name at a table: printable, and not wider than a line."""
    return is_printable(text) and columns(text) <= WIDEST_NAME


def is_id(value: object) -> TypeGuard[str]:
    """Whether a value is the id of a device or of a game: 16 lower-case hexadecimal digits."""
    return is_hex(value, 16)
