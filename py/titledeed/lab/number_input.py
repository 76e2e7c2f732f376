"""Numbers as people type them."""

from __future__ import annotations

import re
from typing import Final

from ..language.catalogue import conventions

# Unit signs that may come before or after a number. Words are refused: "-5 bananas" is not a number.
_UNITS: Final = "%$€£"
_NUMBER: Final = re.compile(
    rf"[{_UNITS}]?\s*([+−–-]?)\s*[{_UNITS}]?\s*([0-9.,'’\s]+?)\s*[{_UNITS}]?"
)
_LONGEST: Final = 40  # characters


def parse_number(text: str, language: str = "en") -> float | None:
    """Return the number that a text means, or None if the text contains anything else.

    "1,500" is fifteen hundred in English and one and a half in German. If only one reading is possible,
    as for "2,5", both languages accept it.
    """
    typed = _NUMBER.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if typed is None:
        return None
    sign, digits = typed[1], re.sub(r"['’\s]", "", typed[2])
    points = (",", ".") if conventions(language).decimal == "," else (".", ",")
    for decimal, group in (points, points[::-1]):
        number = _read(digits, decimal, group)
        if number is not None:
            return -number if sign and sign != "+" else number
    return None


def _read(digits: str, decimal: str, group: str) -> float | None:
    whole, point, rest = digits.partition(decimal)
    groups = whole.split(group)
    grouped = len(groups) > 1
    if grouped and (not 1 <= len(groups[0]) <= 3 or any(len(part) != 3 for part in groups[1:])):
        return None
    text = "".join(groups) + (f".{rest}" if point else "")
    return float(text) if re.fullmatch(r"[0-9]+(\.[0-9]+)?|\.[0-9]+", text) else None
