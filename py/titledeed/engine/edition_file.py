"""Parses the text of an edition's file into a table, and finds the line of a fault."""

from __future__ import annotations

import re
from typing import Any, Final

from .editions import LARGEST
from .reading import At, Empty, NotText, TooDeep, check_portable, json_value, text_of, toml_table
from .words import Unloadable

_SECTION: Final = re.compile(r"\s*\[\[?\s*\"?([\w-]+)\"?\s*\]\]?")
_KEY: Final = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")


def parsed(text: str, toml: bool) -> dict[str, Any]:
    """The table in the file's text (TOML if ``toml``, else JSON). Raises :class:`Unloadable` with a
    sentence."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Unloadable(f"The edition: the file has more than {LARGEST:,} bytes.")
    try:
        plain = text_of(text)
        table = toml_table(plain) if toml else json_value(plain)
        check_portable(table)
    except Empty:
        raise Unloadable("The edition: the file is empty.") from None
    except NotText:
        raise Unloadable("The edition: the file is not text in UTF-8.") from None
    except TooDeep:
        raise Unloadable("The edition: the file is nested too deeply.") from None
    except ValueError as error:
        reason = str(error)[:120]
        if toml:
            raise Unloadable(f"The edition: the file is not TOML: {reason}") from None
        raise Unloadable(f"The edition: the file is not JSON: {reason}") from None
    if not isinstance(table, dict):
        raise Unloadable("The edition: the file must be a table with keys.")
    return table


def line_of(text: str, at: At) -> int:
    """The line of a place in the text of a TOML file, counted from 1: that of the key, or else of the
    table's heading. 0 if neither is found."""
    section, count, entry = "", -1, 0
    for n, line in enumerate(text.splitlines(), 1):
        heading = _SECTION.match(line)
        if heading:
            section = heading[1]
            count += section == at.section
            if section == at.section and count == at.n:
                entry = n
            elif entry:
                break
        elif section == at.section and (not section or count == at.n):
            key = _KEY.match(line)
            if key and key[1] == at.key:
                return n
    return entry
