"""What the characters say, from ``bots/lines.toml``.

The browser loads this module, the lines and their translations when a game is played.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import cache
from typing import Any, Final, TypeAlias, cast

from .catalogue import add_messages
from .sentence_parts import SentenceParts

__loader__: Any

Lines: TypeAlias = dict[str, dict[str, list[str]]]  # by character and occasion

_HERE: Final = os.path.dirname(os.path.dirname(__file__))


@cache
def character_lines() -> Lines:
    """The lines by character and occasion. The first call adds their translations to the catalogues.

    Outside the browser the translations are in the ``.po`` files, like all others."""
    try:
        text = __loader__.get_data(os.path.join(_HERE, "bots", "lines.json"))
    except OSError:
        import tomllib  # noqa: PLC0415 - not needed, and not loaded, where there is JSON

        file = os.path.join(_HERE, "bots", "lines.toml")
        return cast("Lines", tomllib.loads(__loader__.get_data(file).decode("utf-8")))
    translated = json.loads(__loader__.get_data(os.path.join(_HERE, "locale", "lines.json")))
    for language, messages in translated.items():
        add_messages(language, messages)
    return cast("Lines", json.loads(text))


def character_line(
    parts: SentenceParts,
    character: str,
    occasion: str,
    nth: int,
    *,
    amount: int = 0,
    space: int = -1,
) -> str:
    """What a character says on an occasion, or "" if it says nothing.

    ``nth``: how often the character has had the occasion before, in any seat. Its lines take turns, so
    none comes twice in succession. ``amount`` and ``space``: see ``game.character_reactions.Occasion``."""
    lines = character_lines().get(character, {}).get(occasion)
    if not lines:
        return ""
    # Another table begins with another line. Everybody knows the names, so this reveals nothing.
    first = zlib.crc32(f"{' '.join(parts.names)} {character} {occasion}".encode())
    values: dict[str, Any] = {"amount": parts.sum(amount), "more": parts.sum(amount)}
    if space >= 0:
        values["group"] = parts.group(parts.group_index(space))
    return parts.data(lines[(first + nth) % len(lines)], **values)
