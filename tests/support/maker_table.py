"""The board maker on a page without a browser: opens it, fills its forms, and reads the board."""

from __future__ import annotations

import re
from typing import Any

from fake_page import Table, disk
from titledeed.board_maker.draft import BoardDraft
from titledeed.storage.store import Store
from titledeed.ui.page_port import Gesture


def opened(store: Store | None = None, begin: str = "atlantic-city") -> Table:
    table = Table(store or disk())
    table.do("board-maker")
    table.do("maker-begin", begin)
    return table


def draft(table: Table) -> BoardDraft:
    maker: Any = table.app.lab
    board: BoardDraft = maker.maker.draft
    return board


def fill(table: Table, do: str, gesture: str = "change", **fields: str) -> None:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    table.hands.handle_gesture(Gesture(gesture, where="lab", do=do, fields=named))


def shown(table: Table) -> str:
    return table.page.regions["lab"]


def speaking(language: str) -> Table:
    table = opened()
    table.do("settings")
    table.app.settings.language = language
    table.hands._settings.translate(language)
    return table


def value(table: Table, name: str) -> str:
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', shown(table))
    assert found, name
    return found[1]


def typed(table: Table, do: str, name: str, text: str) -> None:
    """Type a text into an empty field, and leave it. The field must never say anything else."""
    field = name.replace("-", "_")
    fill(table, do, "type", **{field: ""})
    for end in range(1, len(text) + 1):
        fill(table, do, "type", **{field: text[:end]})
        assert value(table, name) == text[:end]
    fill(table, do, **{field: text})
