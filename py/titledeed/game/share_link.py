"""Packs a game into the fragment of an address, and unpacks it.

The fragment is ``#game=1.…``: a version, then the record's JSON, deflated (zlib, RFC 1950), in
base64url without padding. A link may come from a stranger, so its size is limited before and during
unpacking. A decompression bomb is refused without being inflated.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import (
    OverfullError,
    TornDataError,
    from_base64,
    inflate_bytes,
)
from ..engine.record import parse_record_to_keep, record_checksum

VERSION: Final = "1"
LONGEST: Final = 60_000  # characters of a link that every browser accepts
LARGEST: Final = 4_000_000  # bytes of an unpacked record
# A game of 500 rounds has about 7,500 answers. Opening a link replays all of them.
MOST_ANSWERS: Final = 25_000

# Keys that a link leaves out, because they are useful on this device only or follow from the rest.
_LEFT_OUT: Final = ("snapshot", "saved", "x-by")


def pack_record(table: Mapping[str, Any]) -> str:
    """Pack a record. Raises :class:`LoadError` if the game is too long for a link."""
    too_long = "This game is too long for a link; save it as a file instead."
    if _answers(table) > MOST_ANSWERS:
        raise LoadError(too_long)
    small = {key: value for key, value in table.items() if key not in _LEFT_OUT}
    small["checksum"] = record_checksum(small)
    text = json.dumps(small, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    link = deflate_text(text)
    if len(link) > LONGEST:
        raise LoadError(too_long)
    return link


def unpack_record(link: str) -> dict[str, Any]:
    """Unpack a record's table. Raises :class:`LoadError` with a sentence for people."""
    table = parse_record_to_keep(inflate_text(link), toml=False)
    if _answers(table) > MOST_ANSWERS:
        raise LoadError("The link contains more moves than a game can have.")
    return table


def deflate_text(text: str) -> str:
    """Compress a text into characters that are allowed in an address."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).rstrip(b"=")
    return f"{VERSION}.{packed.decode('ascii')}"


def inflate_text(link: str) -> str:
    """Undo :func:`deflate_text`. Raises :class:`LoadError` with a sentence for people."""
    if len(link) > LONGEST:
        raise LoadError("The link is too long for a game.")
    version, dot, text = link.partition(".")
    if not dot or version != VERSION:
        raise LoadError("The link doesn’t contain a game that this program can read.")
    try:
        packed = from_base64(text, LONGEST)
    except ValueError:
        raise LoadError(
            "The link is damaged: some of its characters are wrong. Copy the whole link again."
        ) from None
    try:
        data = inflate_bytes(packed, LARGEST)
    except OverfullError:
        raise LoadError("The link contains more data than any game can have.") from None
    except TornDataError:
        raise LoadError(
            "The link is damaged: its end is missing. Copy the whole link again."
        ) from None
    except ValueError:
        raise LoadError(
            "The link is damaged: it can’t be read. Copy the whole link again."
        ) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise LoadError(
            "The link is damaged: it contains no text. Copy the whole link again."
        ) from None


def _answers(table: Mapping[str, Any]) -> int:
    """Return an upper bound for the number of answers in an unchecked record."""
    steps = table.get("step")
    count = 0
    for step in steps if isinstance(steps, list) else []:
        play = step.get("play") if isinstance(step, dict) else None
        if isinstance(play, str):
            count += play.count("\n") + 1
        elif isinstance(play, list):
            count += len(play)
    return count
