"""Stores worksheets that pupils fill in, the last few of them, and a teacher's draft on this device."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from .....engine.reading import json_value
from .....engine.words import Unloadable
from .....lab.lessons import lesson as lessons
from .....lab.lessons.answers import LONGEST_ANSWER, LONGEST_NAME
from .....lab.lessons.lesson import Lesson, whole, worded
from .....storage.store import Store
from ....views.lab.lessons.state import Worksheet

_SHEETS: Final = "sheets"
_DRAFT: Final = "lesson"
_MOST: Final = 8


def keep(store: Store, sheet: Worksheet) -> None:
    """Store what a pupil has written on this sheet, beside the last other sheets."""
    mine = {
        "lesson": sheet.lesson,
        "pupil": sheet.pupil,
        "answers": sheet.answers,
        "seed": sheet.seed,
        "noted": sheet.noted,
    }
    others = [stored for stored in _stored(store) if lessons.id_of(stored["lesson"]) != sheet.id]
    store.note(_SHEETS, json.dumps([mine, *others][:_MOST]))


def fill(store: Store, sheet: Worksheet) -> bool:
    """Fill a sheet with what was written on it before; whether there was anything."""
    for stored in _stored(store):
        if lessons.id_of(stored["lesson"]) == sheet.id:
            sheet.pupil, sheet.answers = stored["pupil"], list(stored["answers"])
            sheet.noted = stored["noted"]
            if sheet.lesson["own_seed"]:
                sheet.seed = stored["seed"]
            return True
    return False


def _stored(store: Store) -> list[dict[str, Any]]:
    """The stored sheets; those that are damaged or of an earlier version are left out."""
    try:
        sheets = json_value(store.noted(_SHEETS) or "[]")
    except ValueError:
        return []
    return [stored for stored in sheets if _fits(stored)] if isinstance(sheets, list) else []


def _fits(stored: Any) -> bool:
    if not isinstance(stored, dict) or not isinstance(stored.get("lesson"), dict):
        return False
    if not _is_lesson(json.dumps(stored["lesson"])):
        return False
    answers = stored.get("answers")
    return (
        set(stored) == {"lesson", "pupil", "answers", "seed", "noted"}
        and worded(stored["pupil"], LONGEST_NAME)
        and isinstance(answers, list)
        and len(answers) == len(stored["lesson"]["questions"])
        and all(worded(text, LONGEST_ANSWER) for text in answers)
        and whole(stored["seed"], 0, lessons.MOST_SEED)
        and type(stored["noted"]) is bool
    )


@lru_cache(maxsize=_MOST)
def _is_lesson(text: str) -> bool:
    """Whether this is a lesson. All are read again with each letter that is typed, but checked once."""
    try:
        lessons.check(json_value(text))
    except Unloadable:
        return False
    return True


def keep_draft(store: Store, draft: Lesson) -> None:
    store.note(_DRAFT, json.dumps(draft))


def draft(store: Store) -> Lesson:
    """The lesson that was being written, or a blank one. It may still lack a title."""
    try:
        lesson = json_value(store.noted(_DRAFT) or "null")
        if isinstance(lesson, dict):
            lessons.check({**lesson, "title": lesson.get("title") or "x"})
            if worded(lesson.get("title"), lessons.LONGEST["title"]):
                return lesson
    except (ValueError, Unloadable):
        pass
    return lessons.blank()
