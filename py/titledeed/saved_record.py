"""The record that a session saves. Besides the game it holds who plays each seat, who gave each answer and
why, and a fingerprint of the state by which a replay is checked. Every reader of records keeps keys that
begin with "x-".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from . import __version__
from .bots import BOTS
from .engine.record import Game, Record, RecordStep, checksum, read, replay
from .engine.words import AskDebt, AskRentRoll, Claim, Due, State, Unloadable
from .log import Entry

_OWN: Final = ("x-controls", "x-by")


def written(
    game: Game, controls: Sequence[str], entries: Sequence[Entry], saved: str, title: str
) -> dict[str, Any]:
    """The whole record as a table. ``saved``: the time, ISO 8601."""
    game.record.saved = saved
    game.record.title = title or game.record.title
    game.record.program = __version__
    table = game.to_dict()
    table["x-controls"] = list(controls)
    table["x-by"] = [[e.by, e.why, dict(e.facts)] if e.why else e.by for e in entries]
    table["snapshot"] = {"version": __version__, "state": digest(game.state)}
    table["checksum"] = checksum(table)
    return table


@dataclass(frozen=True)
class SavedRecord:
    """``game``: at its beginning; ``lines``: its answers, which have been checked by replaying them;
    ``marks``: who gave each, [] if unknown."""

    game: Game
    controls: list[str]
    lines: Sequence[str]
    marks: Sequence[object]
    snapshot: Mapping[str, Any] | None

    def answers(self) -> Iterator[tuple[str, object]]:
        """Each answer with its mark or None."""
        return zip(self.lines, self.marks or [None] * len(self.lines), strict=True)

    def check(self, state: State) -> None:
        """Compare the final state with the fingerprint. Raises :class:`Unloadable` if they differ."""
        if not self.snapshot or self.snapshot.get("version") != __version__:
            return
        saved = self.snapshot.get("state")
        if saved in (None, digest(state)) or _saved_after_an_undo(saved, state):
            return
        raise Unloadable(
            "The saved game does not replay to the position it was saved in; it may be damaged."
        )


def parsed(table: Mapping[str, Any]) -> SavedRecord:
    """Read a saved game, or any record. Raises :class:`Unloadable` with a sentence that says what is
    wrong."""
    record = read(table)
    if record.refused is not None:
        raise Unloadable("This record is one that must not load.")
    lines = [line for step in record.steps for line in step.lines]
    marks = record.extra.get("x-by")
    others = {key: value for key, value in record.extra.items() if key not in _OWN}
    game = Game(replace(record, steps=[], extra=others, snapshot=None))
    controls = _controls(record.extra.get("x-controls"), record)
    replayed = replay(replace(record, steps=[RecordStep(lines, {})])).lines
    if not (isinstance(marks, list) and len(marks) == len(replayed)):
        marks = []
    return SavedRecord(game, controls, replayed, marks, record.snapshot)


def _controls(names: object, record: Record) -> list[str]:
    """The player of each seat: as saved, if that fits the record; else as the record says."""
    seats = len(record.seats)
    if isinstance(names, list) and len(names) == seats and all(isinstance(c, str) for c in names):
        return [name if name in BOTS else "" for name in names]
    return [seat.bot for seat in record.seats]


def digest(state: State) -> str:
    """A short fingerprint of a state, equal in every version of Python."""
    return _short(state.contents())


def _short(contents: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(contents).encode()).hexdigest()[:32]


# Until 24 November 2026, a state that an undo or a branch had replayed lacked these clauses in its debts and
# claims. The fingerprint in a game that was saved then is of that state.
_ONCE_LOST: Final = frozenset(
    {
        "rent.holdings-count-mortgaged",
        "rent.railroad-scale",
        "setup.transport-spaces",
        "rent.siblings-unmortgaged",
        "rent.buildings",
        "short-game.hotel-rent",
        "rent.group-double",
        "rent.group-double-mortgage",
        "rent.group-double-part-built",
        "rent.marvin-gardens",
        "jail.activities",
        "hotels.equals-five",
    }
)
_MOST_TRIED: Final = 10  # debts and claims, each of which may have kept its clauses or not


def _saved_after_an_undo(saved: object, state: State) -> bool:
    """Whether the fingerprint may be of this state as it was after an undo then. Any of the debts and claims
    may lack its clauses. If they are too many to try, the game's checksum alone must vouch for it."""
    rows = (*state.agenda, *state.claims)
    choices = [(row, bare) if (bare := _bare(row)) != row else (row,) for row in rows]
    if sum(len(choice) > 1 for choice in choices) > _MOST_TRIED:
        return True
    names = [name for name in State.__slots__ if name != "rules"]
    contents = dict(zip(names, state.contents(), strict=True))
    count = len(state.agenda)
    for chosen in product(*choices):
        contents["agenda"], contents["claims"] = repr([*chosen[:count]]), repr([*chosen[count:]])
        if saved == _short(tuple(contents.values())):
            return True
    return False


def _bare(row: Any) -> Any:
    """A debt or claim without the clauses that it once lost; anything else as it is."""
    if not isinstance(row, (Claim, Due, AskDebt, AskRentRoll)):
        return row
    return replace(row, because=tuple(id for id in row.because if id not in _ONCE_LOST))
