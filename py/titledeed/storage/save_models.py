"""Saved games as data (their row in the list, and their states), and the results of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict

from ..engine.record import record_checksum
from ..engine.special_seats_and_ids import SPACES
from . import checksummed_copies
from .checksummed_copies import Age, SavedCopy, Step


@dataclass(frozen=True)
class BoardPicture:
    """The data of a board's thumbnail. Lists are by seat or by space, as in the engine's State. A user's own
    edition has the id "custom"."""

    edition: str = ""
    tokens: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    cash: tuple[int, ...] = ()
    playing: tuple[int, ...] = ()  # 1 or 0
    owner: tuple[int, ...] = ()  # by space: a seat, or less than 0
    level: tuple[int, ...] = ()  # by space: houses, 5 for a hotel
    mortgaged: tuple[int, ...] = ()  # by space: 1 or 0


class FinishedGame(TypedDict):
    """The result of a game that ended on this device, as stored.

    ``book`` and ``bots`` are ids. ``people``: the seats that persons played from the first answer to
    the last. ``won``: one person played, and won. ``rent``: the highest rent that a person collected,
    on ``street``. ``sign``: the currency sign, whether it follows a sum, and the separator of
    thousands. ``when``: ISO time."""

    book: str
    official: bool
    board: str
    people: int
    won: bool
    bots: list[str]
    rounds: int
    seconds: int
    rent: int
    street: str
    sign: list[Any]
    when: str


@dataclass(frozen=True)
class Summary:
    """A saved game as the list shows it. ``players`` is empty if the summary cannot be read."""

    id: str
    title: str
    players: tuple[str, ...]
    round: int
    book: str
    when: str  # ISO 8601
    over: bool = False
    official: bool = True  # without house rules
    elapsed: int = 0  # seconds at the table
    answers: int = 0
    picture: BoardPicture = BoardPicture()
    # The session's data besides the record (``Session.aside``). It is here because the summary is written
    # with every answer.
    aside: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class KeptGame:
    """An undamaged stored state of a game: a whole record and the steps since it. A step is an answer (its
    line and its mark ``x-by``), or the number of answers that an undo has left.

    ``lost``: a newer state was damaged. ``earlier``: the other undamaged states, the newest first.
    """

    summary: Summary
    table: Mapping[str, Any]
    since: Sequence[Step] = ()
    lost: bool = False
    earlier: tuple[KeptGame, ...] = ()


class OngoingGame(Protocol):
    """The part of a game in progress that is needed to save it."""

    def count(self) -> int:
        """Return the number of answers."""

    def unchanged(self) -> int:
        """Return how many of the first answers still have the marks that were saved last."""

    def since(self, start: int) -> list[tuple[str, Any]]:
        """Return the lines from answer number ``start`` on, each with its mark."""

    def full(self) -> dict[str, Any]:
        """Return the whole record."""


@dataclass
class ListedGame:
    """A game in the list, with the age of its newest state."""

    summary: Summary
    age: Age
    edit: int = 0  # counts title changes of the same state
    sure: bool = False  # this state is in the database


def sealed_summary(row: ListedGame) -> str:
    table = dict(vars(row.summary))
    del table["id"]
    table["picture"] = dict(vars(row.summary.picture))
    return checksummed_copies.seal_table({"age": list(row.age), "edit": row.edit, **table})


def row_of(id: str, table: Mapping[str, Any]) -> ListedGame | None:
    age = checksummed_copies.age_of(table)
    try:
        summary = Summary(
            id=id,
            title=str(table["title"])[:80],
            players=tuple(str(name)[:30] for name in table["players"])[:8],
            round=int(table["round"]),
            book=str(table["book"])[:80],
            when=str(table["when"])[:40],
            over=bool(table["over"]),
            official=bool(table.get("official", True)),  # older versions did not store it
            elapsed=int(table["elapsed"]),
            answers=int(table["answers"]),
            picture=_picture(table["picture"]),
            aside=dict(table.get("aside", {})),
        )
        edit = int(table["edit"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    return ListedGame(summary, age, edit) if age is not None else None


def _picture(table: Mapping[str, Any]) -> BoardPicture:
    def numbers(name: str, most: int) -> tuple[int, ...]:
        return tuple(int(n) for n in table[name][:most])

    return BoardPicture(
        edition=str(table["edition"])[:80],
        tokens=tuple(str(token)[:30] for token in table["tokens"])[:8],
        at=numbers("at", 8),
        cash=numbers("cash", 8),
        playing=numbers("playing", 8),
        owner=numbers("owner", SPACES),
        level=numbers("level", SPACES),
        mortgaged=numbers("mortgaged", SPACES),
    )


def made_up(id: str, record: Mapping[str, Any]) -> Summary:
    """Return a summary made from the record of a game whose own summary is damaged."""
    seats = record.get("seats")
    names = tuple(
        str(seat.get("name", "?") if isinstance(seat, dict) else seat)[:30]
        for seat in (seats if isinstance(seats, list) else [])
    )
    title = str(record.get("title") or ", ".join(names))[:80]
    return Summary(id, title, names, 0, "", str(record.get("saved", ""))[:40])


def kept_of(summary: Summary, copy: SavedCopy) -> KeptGame:
    return KeptGame(summary, copy.table, copy.since)


def whole_record(game: KeptGame) -> dict[str, Any]:
    """Return the record of a saved game as one table, with the steps since its base."""
    table = dict(game.table)
    if not game.since:
        return table
    lines = [line for step in table["step"] for line in lines_of(step)]
    marks = table.get("x-by")
    by = list(marks) if isinstance(marks, list) and len(marks) == len(lines) else None
    for step in game.since:
        if isinstance(step, int):
            del lines[step:]
            if by is not None:
                del by[step:]
        else:
            lines.append(step[0])
            if by is not None:
                by.append(step[1])
    table["step"] = [{"play": lines}]
    table.pop("x-by", None)
    if by is not None:
        table["x-by"] = by
    table.pop("snapshot", None)  # it describes the state at the end of the base, so it is outdated
    table["checksum"] = record_checksum(table)
    return table


def lines_of(step: object) -> list[str]:
    """Return the lines of a record's step."""
    play = step.get("play", []) if isinstance(step, dict) else []
    return play.splitlines() if isinstance(play, str) else list(play)
