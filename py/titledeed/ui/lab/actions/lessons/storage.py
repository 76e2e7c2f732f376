"""Stores the worksheets of this device, and a teacher's draft.

Each worksheet is stored in parts: the lesson, the written answers, and the games that were run. Every
window writes what it shows. Another window may have written since, so a window reads again before it
writes (:func:`catch_up`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from .....engine.errors import LoadError
from .....engine.parsing.untrusted_input import json_value
from .....lab import run_file
from .....lab.batch_games import Played
from .....lab.bot_play_versions import play_versions_fit
from .....lab.lessons import lesson_format as lessons
from .....lab.lessons import worksheet_answers_and_merging_two_copies as filling
from .....lab.lessons.lesson_format import Lesson, is_short_text
from .....lab.lessons.worksheet_answers_and_merging_two_copies import FilledWorksheet
from .....migrations.lesson_and_worksheet_formats import LESSON, sheet_of_0_1_0
from .....migrations.versioned_format import NewerFormat, OtherFormat
from .....storage.store import Store
from ...state.worksheets import WorksheetState

SHEETS: Final = "sheet/"  # prefix of the names of their tables: sheet/<id>/lesson, …/written, …/run
DRAFT: Final = "draft"
_EARLIER: Final = "sheets"  # the note in which version 0.1.0 stored the last sheets
_EARLIER_DRAFT: Final = "lesson"
_CHECKED: Final = 64  # lessons that are known to be good


@dataclass(frozen=True)
class StoredWorksheet:
    """A worksheet of this device. ``ready``: the name of a lesson that comes with the program, or ""."""

    id: str
    ready: str
    lesson: Lesson
    filled: FilledWorksheet


# ---------------------------------------------------------------- one sheet


def keep_worksheet(store: Store, worksheet: WorksheetState) -> bool:
    """Store what a student has written on this sheet. Return whether there is room for it."""
    name = f"{SHEETS}{worksheet.id}/"
    if not worksheet.stored:
        table = {"ready": worksheet.name, "lesson": worksheet.lesson}
        worksheet.stored = store.put(f"{name}lesson", table)
    return (
        store.put(f"{name}written", filling.worksheet_to_dict(worksheet.filled))
        and worksheet.stored
    )


def catch_up(store: Store, worksheet: WorksheetState) -> FilledWorksheet:
    """What was written on this sheet last, in this window or in another one."""
    stored = store.here(f"{SHEETS}{worksheet.id}/written").get("")
    written = filling.worksheet_from_dict(stored, worksheet.lesson) if stored is not None else None
    return (
        worksheet.filled if written is None else filling.newest_answers(worksheet.filled, written)
    )


def forget_worksheet(store: Store, id: str) -> None:
    """Remove a sheet from this device."""
    store.drop([f"{SHEETS}{id}/{part}" for part in ("lesson", "written", "run")])


def stored_worksheets(store: Store) -> dict[str, StoredWorksheet]:
    """Return the sheets in the key-value store by id, the last one first."""
    return _sheets(store.here(SHEETS))


def from_disk(store: Store, then: Callable[[dict[str, StoredWorksheet]], None]) -> None:
    """Pass the sheets in the database to ``then``.

    They may have letters that the key-value store has lost in a crash."""
    store.sure(SHEETS, lambda tables: then(_sheets(tables)))


def _sheets(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, StoredWorksheet]:
    sheets = []
    for id in dict.fromkeys(name.partition("/")[0] for name in tables):
        sheet = _sheet(id, tables.get(f"{id}/lesson"), tables.get(f"{id}/written"))
        if sheet is not None:
            sheets.append(sheet)
    sheets.sort(key=lambda sheet: sheet.filled.last, reverse=True)
    return {sheet.id: sheet for sheet in sheets}


def _sheet(
    id: str, about: Mapping[str, Any] | None, written: Mapping[str, Any] | None
) -> StoredWorksheet | None:
    """Return the sheet in these tables, or None if they are damaged or of another version."""
    if about is None or written is None:
        return None
    lesson, ready = about.get("lesson"), about.get("ready")
    good = isinstance(lesson, dict) and is_short_text(ready, 40) and _is_lesson(json.dumps(lesson))
    if not good or lesson is None:
        return None
    lesson = LESSON.upgrade(lesson)
    if lessons.lesson_id(lesson) != id:
        return None
    filled = filling.worksheet_from_dict(written, lesson)
    return None if filled is None else StoredWorksheet(id, str(ready), lesson, filled)


@lru_cache(maxsize=_CHECKED)
def _is_lesson(text: str) -> bool:
    """Return whether this is a lesson.

    The list of sheets is read often, but each lesson is checked only once."""
    try:
        lessons.lesson_of_table(json_value(text))
    except LoadError:
        return False
    return True


# ---------------------------------------------------------------- the games of a sheet


def keep_games(store: Store, worksheet: WorksheetState) -> None:
    """Store the games that a sheet has run, so that they need not be played again after a reload."""
    played = _played(worksheet)
    if played:
        table = {"seed": worksheet.filled.seed, "plays": _plays(worksheet), "played": played}
        store.put(f"{SHEETS}{worksheet.id}/run", table, large=True)


def stored_games(
    store: Store,
    worksheet: WorksheetState,
    then: Callable[[list[list[Played | None]], dict[str, int]], None],
) -> None:
    """Pass to ``then`` the stored games of a sheet, a list for each side, and the versions of the bots'
    play in them.

    Do nothing if there are none, or if the sheet has run some meanwhile."""

    def read(tables: dict[str, dict[str, Any]]) -> None:
        table = tables.get("", {})
        played, run = table.get("played"), worksheet.lesson["run"]
        plays = table.get("plays", {})  # missing in what earlier versions stored
        lists = 2 if worksheet.compare is not None else 1
        fits = (
            table.get("seed") == worksheet.filled.seed
            and not worksheet.began
            and run_file.games_fit(played, lists, run["size"])
            and play_versions_fit(plays)
        )
        if fits and played is not None:
            then(played, plays)

    if worksheet.compare is not None or worksheet.position_editor is not None:
        store.sure(f"{SHEETS}{worksheet.id}/run", read)


def _played(worksheet: WorksheetState) -> list[list[Played | None]]:
    if worksheet.compare is not None:
        return worksheet.compare.played
    return [worksheet.position_editor.played] if worksheet.position_editor is not None else []


def _plays(worksheet: WorksheetState) -> dict[str, int]:
    inside = worksheet.compare or worksheet.position_editor
    return inside.plays if inside is not None else {}


# ---------------------------------------------------------------- sheets of version 0.1.0


def take_over_earlier(store: Store) -> None:
    """Convert the stored sheets and the draft of version 0.1.0 to the current form."""
    try:
        sheets = json_value(store.noted(_EARLIER) or "[]")
    except ValueError:
        sheets = []
    known = stored_worksheets(store)
    for table in sheets if isinstance(sheets, list) else []:
        worksheet = _earlier(table)
        if (
            worksheet is not None
            and worksheet.id not in known
            and not keep_worksheet(store, worksheet)
        ):
            return
    if store.noted(_EARLIER) is not None:
        store.drop([f"note/{_EARLIER}"])
    lesson = _lesson(store.noted(_EARLIER_DRAFT))
    if lesson is not None and ("" in store.here(DRAFT) or keep_draft(store, lesson)):
        store.drop([f"note/{_EARLIER_DRAFT}"])


def _earlier(table: Any) -> WorksheetState | None:
    lesson = table.get("lesson") if isinstance(table, dict) else None
    if not isinstance(lesson, dict) or not _is_lesson(json.dumps(lesson)):
        return None
    lesson = LESSON.upgrade(lesson)
    filled = filling.worksheet_from_dict(sheet_of_0_1_0(table, lesson), lesson)
    return None if filled is None else WorksheetState(lesson, "", filled)


# ---------------------------------------------------------------- the draft


def keep_draft(store: Store, draft: Lesson) -> bool:
    return store.put(DRAFT, {"lesson": draft})


def stored_draft(store: Store) -> Lesson:
    """Return the lesson that was being written, or a blank one. It may still lack a title."""
    stored = store.here(DRAFT).get("", {}).get("lesson")
    lesson = _lesson(json.dumps(stored)) if isinstance(stored, dict) else None
    return lessons.blank_lesson() if lesson is None else lesson


def _lesson(text: str | None) -> Lesson | None:
    try:
        lesson = json_value(text or "null")
        if isinstance(lesson, dict):
            lesson = LESSON.upgrade(lesson)
            lessons.check_lesson({**lesson, "title": lesson.get("title") or "x"})
            if is_short_text(lesson.get("title"), lessons.LONGEST["title"]):
                return lesson
    except (ValueError, LoadError, NewerFormat, OtherFormat):
        pass
    return None
