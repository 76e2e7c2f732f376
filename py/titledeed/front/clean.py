"""Text from people as the page and the store take it."""

from __future__ import annotations

import unicodedata


def clean_text(text: str, longest: int) -> str:
    """NFC, one space between words, no control characters, not too long."""
    text = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if c.isspace() else c
        for c in text
        if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    )
    return " ".join(kept.split())[:longest].strip()
