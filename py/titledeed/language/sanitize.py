"""Cleans texts that people enter, for the page and the storage."""

from __future__ import annotations

import unicodedata
from typing import Final

from ..engine.notation import JOINED, JOINERS, with_few_marks

_OUT: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_text(text: str, longest: int) -> str:
    """The text in NFC form, with single spaces, without control and format characters, and with few
    combining marks on a character. It is cut to ``longest`` characters. Joiners stay if they join two
    characters."""
    while (cleaned := _clean_once(text, longest)) != text:
        text = cleaned  # removed characters may have separated others
    return text


def _clean_once(text: str, longest: int) -> str:
    text = unicodedata.normalize("NFC", text)
    printable = "".join(
        " " if c.isspace() else c
        for c in text
        if c.isspace() or c in JOINERS or unicodedata.category(c) not in _OUT
    )
    short = with_few_marks(" ".join(printable.split()))[:longest]
    joining = {joiner.start() for joiner in JOINED.finditer(short)}
    return "".join(c for n, c in enumerate(short) if c not in JOINERS or n in joining).strip()
