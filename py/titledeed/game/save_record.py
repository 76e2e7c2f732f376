"""The record that a session saves.

Besides the game, it holds who plays each seat, who gave each answer and why, and the day of its
rulings. It also holds a fingerprint of the state, which checks a replay. Every reader of records
preserves keys that begin with "x-".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from .. import __version__
from ..engine.errors import LoadError
from ..engine.record import Game, Record, RecordStep, read_record, record_checksum, replay_record
from ..engine.state import (
    State,
)
from .answer_entries_and_checkpoints import Entry
from .recognize_saves_of_older_programs import RULINGS, changed_ruling, saved_after_an_undo
from .state_digest import (
    state_digest,
)
from .strategy_seats import is_bot_of

_OWN: Final = ("x-controls", "x-by", "x-rulings")


def write_save(
    game: Game, controls: Sequence[str], entries: Sequence[Entry], saved: str, title: str
) -> dict[str, Any]:
    """Return the whole record as a table.

    ``saved``: the time in ISO 8601."""
    game.record.saved = saved
    game.record.title = title or game.record.title
    game.record.program = __version__
    table = game.to_dict()
    table["x-controls"] = list(controls)
    table["x-by"] = [
        [entry.by, entry.reason, dict(entry.facts)] if entry.reason else entry.by
        for entry in entries
    ]
    table["x-rulings"] = RULINGS
    table["snapshot"] = {"version": __version__, "state": state_digest(game.state)}
    table["checksum"] = record_checksum(table)
    return table


@dataclass(frozen=True)
class SavedRecord:
    """A saved game.

    ``game``: the game at its beginning. ``lines``: its answers, which have been checked by replaying
    them. ``marks``: who gave each answer, [] if unknown."""

    game: Game
    controls: list[str]
    lines: Sequence[str]
    marks: Sequence[object]
    snapshot: Mapping[str, Any] | None

    def answers(self) -> Iterator[tuple[str, object]]:
        """Yield each answer with its mark or None."""
        return zip(self.lines, self.marks or [None] * len(self.lines), strict=True)

    def check(self, state: State) -> None:
        """Compare the final state with the fingerprint. Raises :class:`LoadError` if they differ."""
        if not self.snapshot or self.snapshot.get("version") != __version__:
            return
        saved = self.snapshot.get("state")
        if saved in (None, state_digest(state)):
            return
        if not saved_after_an_undo(saved, state):
            raise LoadError(
                "Replaying the saved game leads to a different position. The game may be damaged."
            )


def read_save(table: Mapping[str, Any]) -> SavedRecord:
    """Read a saved game, or any record. Raises :class:`LoadError` with a sentence that says what is
    wrong."""
    record = read_record(table)
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    lines = [line for step in record.steps for line in step.lines]
    marks = record.extra.get("x-by")
    others = {key: value for key, value in record.extra.items() if key not in _OWN}
    game = Game(replace(record, steps=[], extra=others, snapshot=None))
    controls = _controls(record.extra.get("x-controls"), record)
    plain = replace(record, steps=[RecordStep(lines, {})])
    earlier = "x-controls" in record.extra and record.extra.get("x-rulings") != RULINGS
    if earlier and (changed := changed_ruling(plain)) is not None:
        raise changed
    try:
        replayed = replay_record(plain).lines
    except LoadError as error:
        raise changed_ruling(plain) or error from None
    if not (isinstance(marks, list) and len(marks) == len(replayed)):
        marks = []
    return SavedRecord(game, controls, replayed, marks, record.snapshot)


def _controls(names: object, record: Record) -> list[str]:
    """Return the player of each seat: as saved, if that fits the record; else as the record says."""
    seats = len(record.seats)
    if isinstance(names, list) and len(names) == seats and all(isinstance(c, str) for c in names):
        return [name if is_bot_of(name, record.extra) else "" for name in names]
    return [seat.bot for seat in record.seats]
