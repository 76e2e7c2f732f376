"""Saves the boards that are being made on this device, each under an id of its own."""

from __future__ import annotations

from typing import Any, Final

from ....board_maker.draft import BoardDraft
from ....board_maker.draft_file import draft_of_file, draft_table
from ....engine.errors import LoadError
from ....storage.store import Store
from ..state.maker_state import SavedDraft

PREFIX: Final = "maker/"
MOST: Final = 12  # boards; beyond that the one that was changed first is removed


def save_draft(store: Store, id: str, draft: BoardDraft, when: str) -> bool:
    """Save a board. Return whether there is room for it."""
    return store.put(f"{PREFIX}{id}", {"when": when, "draft": draft_table(draft)})


def saved_drafts(store: Store) -> list[SavedDraft]:
    """The boards of this device, the one changed last first, without damaged ones."""
    found = [
        saved
        for id, table in store.here(PREFIX).items()
        if (saved := _saved(id, table)) is not None
    ]
    return sorted(found, key=lambda saved: saved.when, reverse=True)


def saved_draft(store: Store, id: str) -> BoardDraft | None:
    """The board with this id as it was saved last, in this window or in another one."""
    table = store.here(f"{PREFIX}{id}").get("")
    saved = None if table is None else _saved(id, table)
    return None if saved is None else saved.draft


def forget_draft(store: Store, id: str) -> None:
    store.drop([f"{PREFIX}{id}"])


def make_room(store: Store) -> None:
    """Remove the boards that were changed first, so that there is room for one more."""
    for saved in saved_drafts(store)[MOST - 1 :]:
        forget_draft(store, saved.id)


def _saved(id: str, table: dict[str, Any]) -> SavedDraft | None:
    when = table.get("when")
    try:
        draft = draft_of_file(table.get("draft"))
    except LoadError:
        return None
    if not isinstance(when, str) or len(when) > 40 or not id.isalnum():
        return None
    return SavedDraft(id, draft.name, when, draft)
