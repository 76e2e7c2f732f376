"""Saves the boards that are being made on this device, each under an id of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from zlib import crc32

from ....board_maker.class_board import BoardTask, ClassBoard
from ....board_maker.draft import BoardDraft
from ....board_maker.draft_file import draft_of_file, draft_table
from ....board_maker.part_files import class_of_table, class_table, task_of_table, task_table
from ....engine.errors import LoadError
from ....storage.store import Store
from ..state.maker_state import SavedDraft

PREFIX: Final = "maker/"
CLASS: Final = "-class"  # after the id of a board that a class makes
TASK: Final = "-task"  # after the id of a student's part
MOST: Final = 12  # boards


def save_draft(store: Store, id: str, draft: BoardDraft, when: str, played: str = "") -> bool:
    """Save a board. ``played``: the mark of the table with which it was last put on the list of boards.
    Return whether there is room for it."""
    table = {"when": when, "draft": draft_table(draft), "played": played}
    return store.put(f"{PREFIX}{id}", table)


def mark_of(table: Mapping[str, Any]) -> str:
    """A mark by which the table of a board is known again."""
    return f"{crc32(json.dumps(table, sort_keys=True).encode()):08x}"


def saved_played(store: Store, id: str) -> str:
    """The mark with which :func:`save_draft` has saved this board, or ""."""
    played = (_table(store, id) or {}).get("played")
    return played if isinstance(played, str) else ""


def saved_drafts(store: Store) -> list[SavedDraft]:
    """The boards of this device, the one changed last first, without damaged ones."""
    tables = store.here(PREFIX)
    found = [
        replace(saved, shared=f"{id}{CLASS}" in tables or f"{id}{TASK}" in tables)
        for id, table in tables.items()
        if (saved := _saved(id, table)) is not None
    ]
    return sorted(found, key=lambda saved: saved.when, reverse=True)


def saved_draft(store: Store, id: str) -> BoardDraft | None:
    """The board with this id as it was saved last, in this window or in another one."""
    table = store.here(f"{PREFIX}{id}").get("")
    saved = None if table is None else _saved(id, table)
    return None if saved is None else saved.draft


def forget_draft(store: Store, id: str) -> None:
    store.drop([f"{PREFIX}{id}{part}" for part in ("", CLASS, TASK)])


def is_full(store: Store) -> bool:
    """Whether this device has so many boards that no other one may be begun."""
    return len(saved_drafts(store)) >= MOST


def save_class(store: Store, id: str, board: ClassBoard | None) -> bool:
    """Save who makes a board, or that nobody else does. Return whether there is room for it."""
    if board is None:
        store.drop([f"{PREFIX}{id}{CLASS}"])
        return True
    return store.put(f"{PREFIX}{id}{CLASS}", class_table(board))


def saved_class(store: Store, id: str) -> ClassBoard | None:
    """The class that makes the board with this id, or None."""
    table = _table(store, id + CLASS)
    try:
        return None if table is None else class_of_table(table)
    except LoadError:
        return None


def save_task(store: Store, id: str, task: BoardTask) -> bool:
    """Save what a student has been given. Return whether there is room for it."""
    return store.put(f"{PREFIX}{id}{TASK}", task_table(task))


def saved_task(store: Store, id: str) -> BoardTask | None:
    """The student's task to which the board with this id belongs, or None."""
    table = _table(store, id + TASK)
    try:
        return None if table is None else task_of_table(table)
    except LoadError:
        return None


def _table(store: Store, id: str) -> dict[str, Any] | None:
    table = store.here(f"{PREFIX}{id}").get("")
    return None if table is None else {key: table[key] for key in table if key != "save"}


def _saved(id: str, table: dict[str, Any]) -> SavedDraft | None:
    when = table.get("when")
    try:
        draft = draft_of_file(table.get("draft"))
    except LoadError:
        return None
    if not isinstance(when, str) or len(when) > 40 or not id.isalnum():
        return None
    return SavedDraft(id, draft.name, when, draft)
