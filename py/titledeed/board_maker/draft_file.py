"""The file of a draft: a board that need not be playable yet. No game loads it, since it has a format of
its own and no schema."""

from __future__ import annotations

import json
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.edition_parser import LARGEST
from ..engine.parsing.untrusted_input import (
    EmptyFileError,
    NotTextError,
    check_portable,
    json_value,
    text_of,
)
from .draft import BoardDraft
from .draft_from_and_to_edition_table import draft_of_table, table_of

FORMAT: Final = "title-deed-board-draft/1"
HEAD: Final = '{"format": "title-deed-board-draft/'  # how such a file begins


def draft_table(draft: BoardDraft) -> dict[str, Any]:
    """The table of a draft's file."""
    board = table_of(draft)
    del board["schema"]
    return {"format": FORMAT, "board": board}


def draft_file(draft: BoardDraft) -> tuple[str, str]:
    """The name and the text of a draft's file."""
    text = json.dumps(draft_table(draft), ensure_ascii=False)
    return f"{draft.id or 'board'}.draft.json", text + "\n"


def draft_of_file(table: Any) -> BoardDraft:
    """The draft in the table of its file. Raises :class:`LoadError` with a sentence."""
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise LoadError("This file isn’t the draft of a board.")
    board = table.get("board")
    if not isinstance(board, dict) or set(table) != {"format", "board"} or "schema" in board:
        raise LoadError("The draft of the board is damaged.")
    return draft_of_table(board, "Draft")


def draft_of_text(text: str) -> BoardDraft:
    """The draft in the text of its file. Raises :class:`LoadError` with a sentence."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise LoadError(f"The board file has more than {LARGEST:,} bytes.")
    try:
        table = json_value(text_of(text))
        check_portable(table)
    except EmptyFileError:
        raise LoadError("The board file is empty.") from None
    except (NotTextError, ValueError):
        raise LoadError("The draft of the board is damaged.") from None
    return draft_of_file(table)
