"""Reads a ``.po`` file with only the standard library, so that a wheel without dependencies supports all
languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

CONVENTIONS: Final = "X-Conventions"  # the header with a language's conventions, as JSON

_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_LINE: Final = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])? +)?"(.*)"')


@dataclass
class PoEntry:
    """A message and its translation. ``plural``: the English plural, "" without one; then ``strings`` has a
    single text."""

    id: str = ""
    plural: str = ""
    strings: list[str] = field(default_factory=list)
    fuzzy: bool = False


def read_entries(text: str) -> Iterator[PoEntry]:
    """The entries of a file in order; the first is the header, whose ``id`` is "".

    Raises ``ValueError`` for a line that does not belong in a ``.po`` file."""
    entry, last = PoEntry(), ""
    for n, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip() or line.startswith("#"):
            if last == "msgstr":
                yield entry
                entry, last = PoEntry(), ""
            if line.startswith("#,") and "fuzzy" in line:
                entry.fuzzy = True
            continue
        part = _LINE.fullmatch(line.strip())
        if part is None:
            raise ValueError(f"line {n} of a .po file can’t be read: {line[:60]}")
        words = _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), part[3])
        if part[1] == "msgid" and last == "msgstr":
            yield entry
            entry = PoEntry()
        if part[1]:
            last = part[1]
            if last == "msgstr":
                entry.strings.append("")
        if last == "msgid":
            entry.id += words
        elif last == "msgid_plural":
            entry.plural += words
        elif last == "msgstr":
            entry.strings[-1] += words
        else:
            raise ValueError(f"line {n} of a .po file belongs to no message: {line[:60]}")


def read_headers(entry: PoEntry) -> dict[str, str]:
    """The headers in the first entry of a file."""
    lines = (line.partition(": ") for line in "".join(entry.strings).splitlines())
    return {name: value for name, _, value in lines}
