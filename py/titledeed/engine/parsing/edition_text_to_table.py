"""Parses the text of an edition's file into a table, and finds the line of a fault."""

from __future__ import annotations

import re
from typing import Any, Final

from ..errors import LoadError
from .edition_parser import LARGEST
from .untrusted_input import (
    At,
    EmptyFileError,
    NotTextError,
    TooDeepError,
    check_portable,
    json_value,
    text_of,
    toml_table,
)

_SECTION: Final = re.compile(r"\s*\[\[?\s*\"?([\w-]+)\"?\s*\]\]?")
_KEY: Final = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")


def parse_edition_file(text: str, toml: bool) -> dict[str, Any]:
    """The table in the file's text (TOML if ``toml``, else JSON). Raises :class:`LoadError` with a
    sentence."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise LoadError(f"The board file has more than {LARGEST:,} bytes.")
    try:
        plain = text_of(text)
        table = toml_table(plain) if toml else json_value(plain)
        check_portable(table)
    except EmptyFileError:
        raise LoadError("The board file is empty.") from None
    except NotTextError:
        raise LoadError("The board file is not UTF-8 text.") from None
    except TooDeepError:
        raise LoadError("The board file is nested too deeply.") from None
    except ValueError as error:
        reason = str(error)[:120]
        if toml:
            raise LoadError(f"The board file is not valid TOML: {reason}") from None
        raise LoadError(f"The board file is not valid JSON: {reason}") from None
    if not isinstance(table, dict):
        raise LoadError("The board file must be a table with keys.")
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
