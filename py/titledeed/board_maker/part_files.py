"""The files, links and codes of a board that a class makes: the task of a student, the part that they hand
in, and the teacher's own file. They may come from strangers.

All three are JSON, told apart by ``format``. A link has the same JSON, compressed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import (
    EmptyFileError,
    NotTextError,
    check_portable,
    is_hidden,
    json_value,
    nests_deeper,
    text_of,
)
from ..engine.parsing.value_predicates import is_hex, is_list, is_text, is_whole_number
from ..engine.special_seats_and_ids import SPACES
from ..game.share_link import deflate_text, inflate_text
from . import link_code
from .class_board import LONGEST_STUDENT, MOST_HANDS, BoardPart, BoardTask, ClassBoard, Hand
from .draft import BoardDraft
from .draft_file import FORMAT as DRAFT_FORMAT
from .draft_file import draft_of_file, draft_table
from .part_values import MOST_KEYS, all_keys, fits

TASK: Final = "title-deed-board-task/1"
PART: Final = "title-deed-board-part/1"
CLASS: Final = "title-deed-board-class/1"
TASK_HEAD: Final = '{"format": "title-deed-board-task/'  # how such a file begins
PART_HEAD: Final = '{"format": "title-deed-board-part/'
CLASS_HEAD: Final = '{"format": "title-deed-board-class/'
TASK_MARK: Final = "task."  # after #board= in a link
PART_MARK: Final = "part."
LARGEST: Final = 150_000  # characters of a task or a part
LARGEST_CLASS: Final = 4_000_000
MOST_NUMBER: Final = 999  # of a hand
_DEEPEST: Final = 16
_TASK: Final = frozenset({"format", "id", "hand", "name", "spaces", "board"})
_PART: Final = frozenset({"format", "id", "hand", "name", "values"})
_CLASS: Final = frozenset({"format", "id", "board", "hands", "now"})
_HAND: Final = frozenset({"hand", "name", "device", "spaces", "values", "when", "left"})


def _damaged() -> LoadError:
    return LoadError("The file is damaged: it can’t be read as a part of a board.")


# ---------------------------------------------------------------- out


def _written(table: Mapping[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False) + "\n"


def task_table(task: BoardTask) -> dict[str, Any]:
    """A task as a device stores it. The board is a code if it fits into one."""
    board: Any = link_code.pack_board(task.base)
    if len(board) > link_code.LONGEST:
        board = _bare(task.base)
    return {
        "format": TASK,
        "id": task.id,
        "hand": task.hand,
        "name": task.name,
        "spaces": list(task.spaces),
        "board": board,
    }


def write_task(task: BoardTask) -> str:
    """The text of a task, for a file or a connection."""
    return _written(task_table(task))


def write_part(part: BoardPart) -> str:
    """The text of what a student hands in."""
    return _written(
        {
            "format": PART,
            "id": part.id,
            "hand": part.hand,
            "name": part.name,
            "values": dict(part.values),
        }
    )


def class_table(board: ClassBoard) -> dict[str, Any]:
    """What a device stores of a class's board."""
    return {
        "id": board.id,
        "board": _bare(board.base),
        "hands": [
            {
                "hand": n,
                "name": hand.name,
                "device": hand.device,
                "spaces": list(hand.spaces),
                "values": None if hand.values is None else dict(hand.values),
                "when": hand.when,
                "left": sorted(hand.left),
            }
            for n, hand in board.hands.items()
        ],
    }


def write_class(board: ClassBoard, now: BoardDraft) -> str:
    """The text of the teacher's file: the class's board, and how it is now."""
    return _written({"format": CLASS, **class_table(board), "now": _bare(now)})


def pack(text: str, mark: str) -> str:
    """The text of a task or a part as what follows ``#board=`` in a link."""
    return mark + deflate_text(text.strip())


def _bare(draft: BoardDraft) -> dict[str, Any]:
    board: dict[str, Any] = draft_table(draft)["board"]
    return board


# ---------------------------------------------------------------- in


def _table(text: str, format: str, keys: frozenset[str], most: int) -> dict[str, Any]:
    if len(text) > most:
        raise LoadError("The file is too large for a part of a board.")
    try:
        table = json_value(text_of(text))
        check_portable(table)
    except (EmptyFileError, NotTextError, ValueError):
        raise _damaged() from None
    return _checked(table, format, keys)


def _checked(table: Any, format: str, keys: frozenset[str]) -> dict[str, Any]:
    if not isinstance(table, dict) or nests_deeper(table, _DEEPEST):
        raise _damaged()
    known = table.get("format")
    if known != format:
        head = format.partition("/")[0]
        if isinstance(known, str) and known.startswith(f"{head}/"):
            raise LoadError(
                "This file comes from another version of this program. It can’t be read."
            )
        raise _damaged()
    if set(table) != keys or not is_hex(table["id"], 16):
        raise _damaged()
    return table


def _person(table: Mapping[str, Any]) -> bool:
    return is_whole_number(table["hand"], 1, MOST_NUMBER) and is_text(
        table["name"], LONGEST_STUDENT, lambda text: not any(is_hidden(c) for c in text)
    )


def _spaces(value: Any) -> tuple[int, ...]:
    if not is_list(value, 0, SPACES, lambda at: is_whole_number(at, 0, SPACES - 1)):
        raise _damaged()
    return tuple(sorted(set(value)))


def _board(value: Any) -> BoardDraft:
    if isinstance(value, str):
        return link_code.unpack_board(value)
    return draft_of_file({"format": DRAFT_FORMAT, "board": value})


def read_task(text: str) -> BoardTask:
    """The task in its text. Raises :class:`LoadError` with a sentence."""
    return task_of_table(_table(text, TASK, _TASK, LARGEST))


def task_of_table(table: Any) -> BoardTask:
    table = _checked(table, TASK, _TASK)
    if not _person(table):
        raise _damaged()
    spaces = _spaces(table["spaces"])
    return BoardTask(table["id"], table["hand"], table["name"], spaces, _board(table["board"]))


def read_part(text: str, base: BoardDraft) -> BoardPart:
    """What a student has handed in, who began with this board. Raises :class:`LoadError` with a sentence."""
    table = _table(text, PART, _PART, LARGEST)
    if not _person(table) or not _values_fit(table["values"], base):
        raise _damaged()
    return BoardPart(table["id"], table["hand"], table["name"], table["values"])


def board_of_part(text: str) -> str:
    """The id of the class's board to which a part belongs. Raises :class:`LoadError` with a sentence."""
    id: str = _table(text, PART, _PART, LARGEST)["id"]
    return id


def _values_fit(values: Any, base: BoardDraft) -> bool:
    keys = frozenset(all_keys(base))
    return (
        isinstance(values, dict)
        and len(values) <= MOST_KEYS
        and all(key in keys and fits(base, key, value) for key, value in values.items())
    )


def class_of_table(table: Any) -> ClassBoard:
    """The class's board that a device has stored. Raises :class:`LoadError` with a sentence."""
    if not isinstance(table, dict) or nests_deeper(table, _DEEPEST):
        raise _damaged()
    if set(table) != _CLASS - {"format", "now"} or not is_hex(table["id"], 16):
        raise _damaged()
    base = _board(table["board"])
    rows = table["hands"]
    if not is_list(rows, 0, MOST_HANDS, lambda row: isinstance(row, dict) and set(row) == _HAND):
        raise _damaged()
    hands = {row["hand"]: _hand(row, base) for row in rows if _person(row)}
    if len(hands) != len(rows):
        raise _damaged()
    return ClassBoard(table["id"], base, hands)


def _hand(row: Mapping[str, Any], base: BoardDraft) -> Hand:
    values, left, device = row["values"], row["left"], row["device"]
    keys = frozenset(all_keys(base))
    if not (
        (values is None or _values_fit(values, base))
        and is_list(left, 0, MOST_KEYS, lambda key: isinstance(key, str) and key in keys)
        and (device == "" or is_hex(device, 16))
        and is_text(row["when"], 40)
    ):
        raise _damaged()
    return Hand(row["name"], _spaces(row["spaces"]), device, values, row["when"], frozenset(left))


def read_class(text: str) -> tuple[ClassBoard, BoardDraft]:
    """The class's board in the teacher's file, and how it was then. Raises :class:`LoadError`."""
    table = _table(text, CLASS, _CLASS, LARGEST_CLASS)
    now = _board(table["now"])
    bare = {key: value for key, value in table.items() if key not in ("format", "now")}
    return class_of_table(bare), now


def text_in(packed: str) -> str:
    """The text of a task or a part in what follows ``#board=`` in a link. Raises :class:`LoadError`."""
    for mark in (TASK_MARK, PART_MARK):
        if packed.startswith(mark):
            return inflate_text(packed.removeprefix(mark))
    raise _damaged()
