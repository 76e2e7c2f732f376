"""Stores the worksheets of this device, each in parts: the lesson, what was written, and the games that were
run; and a teacher's draft.

Every window writes what it shows. Another window may have written since, so a window reads again before it
writes (:func:`catch_up`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from .....engine.reading import json_value
from .....engine.words import Unloadable
from .....lab import runs
from .....lab.games import Played
from .....lab.lessons import lesson as lessons
from .....lab.lessons import sheet as filling
from .....lab.lessons.answers import LONGEST_ANSWER, LONGEST_NAME
from .....lab.lessons.lesson import Lesson, whole, worded
from .....lab.lessons.sheet import Filled, Text
from .....storage.store import Store
from ....views.lab.lessons.state import Worksheet

SHEETS: Final = "sheet/"  # begins the names of their tables: sheet/<id>/lesson, …/written, …/run
DRAFT: Final = "draft"
_EARLIER: Final = "sheets"  # the note in which version 0.1.0 had the last sheets
_EARLIER_DRAFT: Final = "lesson"
_CHECKED: Final = 64  # lessons that are known to be good


@dataclass(frozen=True)
class StoredSheet:
    """A worksheet of this device. ``ready``: the name of a lesson that comes with the program, or ""."""

    id: str
    ready: str
    lesson: Lesson
    filled: Filled


# ---------------------------------------------------------------- one sheet


def keep(store: Store, sheet: Worksheet) -> bool:
    """Store what a pupil has written on this sheet. Returns whether there is room for it."""
    name = f"{SHEETS}{sheet.id}/"
    if not sheet.stored:
        table = {"ready": sheet.name, "lesson": sheet.lesson}
        sheet.stored = store.put(f"{name}lesson", table)
    return store.put(f"{name}written", filling.to_dict(sheet.filled)) and sheet.stored


def catch_up(store: Store, sheet: Worksheet) -> Filled:
    """What was written on this sheet last, in this window or in another one."""
    stored = store.here(f"{SHEETS}{sheet.id}/written").get("")
    written = filling.from_dict(stored, sheet.lesson) if stored is not None else None
    return sheet.filled if written is None else filling.newest(sheet.filled, written)


def forget(store: Store, id: str) -> None:
    """Remove a sheet from this device."""
    store.drop([f"{SHEETS}{id}/{part}" for part in ("lesson", "written", "run")])


def shelf(store: Store) -> dict[str, StoredSheet]:
    """The sheets in the box, by id; the last one first."""
    return _sheets(store.here(SHEETS))


def from_disk(store: Store, then: Callable[[dict[str, StoredSheet]], None]) -> None:
    """The sheets in the database, which may have letters that the box has lost in a crash."""
    store.sure(SHEETS, lambda tables: then(_sheets(tables)))


def _sheets(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, StoredSheet]:
    sheets = []
    for id in dict.fromkeys(name.partition("/")[0] for name in tables):
        sheet = _sheet(id, tables.get(f"{id}/lesson"), tables.get(f"{id}/written"))
        if sheet is not None:
            sheets.append(sheet)
    sheets.sort(key=lambda sheet: sheet.filled.last, reverse=True)
    return {sheet.id: sheet for sheet in sheets}


def _sheet(
    id: str, about: Mapping[str, Any] | None, written: Mapping[str, Any] | None
) -> StoredSheet | None:
    """The sheet in these tables, or None if they are damaged or of another version."""
    if about is None or written is None:
        return None
    lesson, ready = about.get("lesson"), about.get("ready")
    good = isinstance(lesson, dict) and worded(ready, 40) and _is_lesson(json.dumps(lesson))
    if not good or lesson is None or lessons.id_of(lesson) != id:
        return None
    filled = filling.from_dict(written, lesson)
    return None if filled is None else StoredSheet(id, str(ready), lesson, filled)


@lru_cache(maxsize=_CHECKED)
def _is_lesson(text: str) -> bool:
    """Whether this is a lesson. The list of sheets is read again and again, but each is checked once."""
    try:
        lessons.check(json_value(text))
    except Unloadable:
        return False
    return True


# ---------------------------------------------------------------- the games of a sheet


def keep_games(store: Store, sheet: Worksheet) -> None:
    """Store the games that a sheet has run, so that a reload need not play them again."""
    played = _played(sheet)
    if played:
        table = {"seed": sheet.filled.seed, "played": played}
        store.put(f"{SHEETS}{sheet.id}/run", table, large=True)


def games(
    store: Store, sheet: Worksheet, then: Callable[[list[list[Played | None]]], None]
) -> None:
    """Give ``then`` the stored games of a sheet, a list for each side; unless there are none, or the sheet
    has run some meanwhile."""

    def read(tables: dict[str, dict[str, Any]]) -> None:
        table = tables.get("", {})
        played, run = table.get("played"), sheet.lesson["run"]
        lists = 2 if sheet.compare is not None else 1
        fits = (
            table.get("seed") == sheet.filled.seed
            and not sheet.began
            and runs.games_fit(played, lists, run["size"])
        )
        if fits and played is not None:
            then(played)

    if sheet.compare is not None or sheet.desk is not None:
        store.sure(f"{SHEETS}{sheet.id}/run", read)


def _played(sheet: Worksheet) -> list[list[Played | None]]:
    if sheet.compare is not None:
        return sheet.compare.played
    return [sheet.desk.played] if sheet.desk is not None else []


# ---------------------------------------------------------------- sheets of version 0.1.0


def take_over_earlier(store: Store) -> None:
    """Store the sheets and the draft of version 0.1.0 as those of today."""
    try:
        sheets = json_value(store.noted(_EARLIER) or "[]")
    except ValueError:
        sheets = []
    known = shelf(store)
    for table in sheets if isinstance(sheets, list) else []:
        sheet = _earlier(table)
        if sheet is not None and sheet.id not in known and not keep(store, sheet):
            return
    if store.noted(_EARLIER) is not None:
        store.drop([f"note/{_EARLIER}"])
    lesson = _lesson(store.noted(_EARLIER_DRAFT))
    if lesson is not None and ("" in store.here(DRAFT) or keep_draft(store, lesson)):
        store.drop([f"note/{_EARLIER_DRAFT}"])


def _earlier(table: Any) -> Worksheet | None:
    if not isinstance(table, dict) or not isinstance(table.get("lesson"), dict):
        return None
    lesson, answers = table["lesson"], table.get("answers")
    if not _is_lesson(json.dumps(lesson)):
        return None
    fits = (
        worded(table.get("pupil"), LONGEST_NAME)
        and isinstance(answers, list)
        and len(answers) == len(lesson["questions"])
        and all(worded(text, LONGEST_ANSWER) for text in answers)
        and whole(table.get("seed"), 0, lessons.MOST_SEED)
        and type(table.get("noted")) is bool
    )
    if not fits:
        return None
    after = [
        text
        for text, question in zip(table["answers"], lesson["questions"], strict=True)
        if question["when"] == "after"
    ]
    filled = Filled(
        answers=[Text(text, 1 if text else 0) for text in table["answers"]],
        pupil=Text(table["pupil"], 1 if table["pupil"] else 0),
        seed=table["seed"],
        noted=int(table["noted"]),
        ran=any(after),
    )
    return Worksheet(lesson, "", filled)


# ---------------------------------------------------------------- the draft


def keep_draft(store: Store, draft: Lesson) -> bool:
    return store.put(DRAFT, {"lesson": draft})


def draft(store: Store) -> Lesson:
    """The lesson that was being written, or a blank one. It may still lack a title."""
    stored = store.here(DRAFT).get("", {}).get("lesson")
    lesson = _lesson(json.dumps(stored)) if isinstance(stored, dict) else None
    return lessons.blank() if lesson is None else lesson


def _lesson(text: str | None) -> Lesson | None:
    try:
        lesson = json_value(text or "null")
        if isinstance(lesson, dict):
            lessons.check({**lesson, "title": lesson.get("title") or "x"})
            if worded(lesson.get("title"), lessons.LONGEST["title"]):
                return lesson
    except (ValueError, Unloadable):
        pass
    return None
