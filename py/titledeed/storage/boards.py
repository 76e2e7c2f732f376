"""Boards from files: looking at a file, and keeping what was good.

Their text is a stranger's. It is checked before it is kept, again when it comes back from storage,
and it reaches the page through the templates only, which escape it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..engine.books import own_faults
from ..engine.edition_file import line_of, parsed
from ..engine.words import Group, Unloadable
from ..language.clean import clean_text
from .store import Store

Boards = dict[str, dict[str, Any]]

MOST: Final = 12  # boards that are kept
_MOST_FAULTS: Final = 40
_QUOTE: Final = 90  # characters shown of a faulty line
_FILE: Final = 60  # and of a file's name
# What the first key of every record says, in JSON and in TOML.
_OF_A_RECORD: Final = re.compile(r"""["']?format["']?\s*[:=]\s*["']title-deed/""")


@dataclass(frozen=True)
class Fault:
    """A fault as the screen shows it. ``line`` is 0 where it is in no line, ``quote`` what stands
    there."""

    sentence: str
    line: int = 0
    quote: str = ""


@dataclass(frozen=True)
class Trial:
    """What came of looking at a file."""

    file: str
    board: str = ""
    faults: tuple[Fault, ...] = ()


def looks_like_one(text: str) -> bool:
    """Whether a file that was chosen says of itself that it is an edition, and not a game that is
    played on one and carries it along."""
    return "title-deed-edition/" in text and not _OF_A_RECORD.search(text)


def look(file: str, text: str) -> tuple[dict[str, Any], Trial]:
    """The table of a file, and what is wrong with it."""
    file = clean_text(file, _FILE) or "?"
    toml = not file.lower().endswith(".json")
    try:
        table = parsed(text, toml)
    except Unloadable as trouble:
        return {}, Trial(file, faults=(Fault(str(trouble)),))
    lines = text.splitlines() if toml else []
    faults = []
    for misfit in own_faults(table)[:_MOST_FAULTS]:
        n = line_of(text, misfit.at) if toml else 0
        quote = clean_text(lines[n - 1], _QUOTE) if n else ""
        faults.append(Fault(str(misfit), n, quote))
    if faults:
        faults.sort(key=lambda fault: fault.line)
        return table, Trial(file, faults=tuple(faults))
    return table, Trial(file, table["name"])


def kept(store: Store) -> Boards:
    """The boards of this device; what is damaged or not good any more is left out."""
    boards: Boards = {}
    for table in store.boards():
        if not own_faults(table):
            boards[str(table["id"])] = table
    return dict(list(boards.items())[:MOST])


def colors(groups: Sequence[Group]) -> list[tuple[str, str]]:
    """For each colour group of a board from a file, its colour and what can be read on it."""
    ordered = sorted(groups, key=lambda group: group.members[0])
    return [(group.color, _readable(group.color)) for group in ordered]


def _readable(color: str) -> str:
    """Ink or white: whichever stands out more (WCAG 2's relative luminance)."""
    shares = []
    for n in (1, 3, 5):
        part = int(color[n : n + 2], 16) / 255
        shares.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    light = 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.06 else "#16110a"
