"""The start page's ways back to a class and to a worksheet of one, from what this device has stored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ....storage.store import Store

if TYPE_CHECKING:
    from ..types import ClassLinks

_SHEET: Final = re.compile(r"[0-9a-f]{16}")
_LONGEST: Final = 120


def class_links(store: Store, open_now: str) -> ClassLinks:
    """``open_now``: the name of the class that is open in this window, which may not be stored yet."""
    tables = store.here("class/")
    teacher, member = tables.get("teacher", {}), tables.get("member", {})
    taught, joined = _text(teacher.get("name")), _text(member.get("class"))
    name = open_now or taught or joined
    student = bool(joined) and name != taught
    return {
        "open_class": name,
        "class_role": "" if not name else "#class=pupil" if student else "#class=teach",
        "worksheet": None if name else _worksheet(store, member.get("sheet")),
    }


def _worksheet(store: Store, id: Any) -> dict[str, str] | None:
    """The worksheet of a class that is over or has been left, if this device still has it."""
    if not isinstance(id, str) or not _SHEET.fullmatch(id):
        return None
    lesson = store.here(f"sheet/{id}/lesson").get("", {}).get("lesson")
    title = _text(lesson.get("title")) if isinstance(lesson, dict) else ""
    return {"title": title, "arg": f"lesson=here.{id}"} if title else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= _LONGEST else ""
