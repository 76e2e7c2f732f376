"""Boards (editions) that users load from files: checks a file, and lists the stored boards.

Their text is untrusted. It is checked before it is stored and again when it is read back. It reaches the
page only through the templates, which escape it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..engine.board_and_rules_types import Group
from ..engine.errors import LoadError
from ..engine.parsing.edition_text_to_table import line_of, parse_edition_file
from ..engine.rulebook_loader_and_rules_compiler import own_faults
from ..language.sanitize import clean_text
from .store import Store

Boards = dict[str, dict[str, Any]]

MOST: Final = 12  # stored boards
_MOST_FAULTS: Final = 40
_QUOTE: Final = 90  # characters shown of a faulty line
_FILE: Final = 60  # characters shown of a file's name
# The key "format" of a record, in JSON or in TOML.
_OF_A_RECORD: Final = re.compile(r"""["']?format["']?\s*[:=]\s*["']title-deed/""")


@dataclass(frozen=True)
class Fault:
    """A fault as the page shows it.

    ``line``: from 1, or 0 if it is in no line. ``quote``: the text of that line."""

    sentence: str
    line: int = 0
    quote: str = ""


@dataclass(frozen=True)
class BoardFileResult:
    """The result of checking a file: its name, the board's name if it is good, and its faults."""

    file: str
    board: str = ""
    faults: tuple[Fault, ...] = ()


def looks_like_one(text: str) -> bool:
    """Whether a text looks like an edition's file, and not like a record that contains an edition."""
    return "title-deed-edition/" in text and not _OF_A_RECORD.search(text)


def check_board_file(file: str, text: str) -> tuple[dict[str, Any], BoardFileResult]:
    """Check a file: its table (empty if it does not parse) and the result."""
    file = clean_text(file, _FILE) or "?"
    toml = not file.lower().endswith(".json")
    try:
        table = parse_edition_file(text, toml)
    except LoadError as trouble:
        return {}, BoardFileResult(file, faults=(Fault(str(trouble)),))
    lines = text.splitlines() if toml else []
    faults = []
    for misfit in own_faults(table)[:_MOST_FAULTS]:
        n = line_of(text, misfit.at) if toml else 0
        quote = clean_text(lines[n - 1], _QUOTE) if n else ""
        faults.append(Fault(str(misfit), n, quote))
    if faults:
        faults.sort(key=lambda fault: fault.line)
        return table, BoardFileResult(file, faults=tuple(faults))
    return table, BoardFileResult(file, table["name"])


def stored_boards(store: Store) -> Boards:
    """Return the boards stored on this device, by id, without damaged and faulty ones."""
    boards: Boards = {}
    for table in store.boards():
        if not own_faults(table):
            boards[str(table["id"])] = table
    return dict(list(boards.items())[:MOST])


def board_colors(groups: Sequence[Group]) -> list[tuple[str, str]]:
    """Return for each color group, in board order, its color and a text color that is readable on it."""
    ordered = sorted(groups, key=lambda group: group.members[0])
    return [(group.color, _readable(group.color)) for group in ordered]


def table_colors(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the same for the table of a correct board, whose groups are in board order."""
    return [(group["color"], _readable(group["color"])) for group in table["group"]]


def _readable(color: str) -> str:
    """Return white or ink, whichever has the higher contrast with a color.

    The contrast is measured with the relative luminance of WCAG 2."""
    shares = []
    for n in (1, 3, 5):
        part = int(color[n : n + 2], 16) / 255
        shares.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    light = 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.06 else "#16110a"
