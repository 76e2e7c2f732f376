"""Dice and cards that no device can steer: chains of hashes, and the draw made of one link of each.

A seat commits to the last of some thousand hashes, each the SHA-256 of the one before. Draw after draw
it reveals the one before the last that is known: nobody can tell it beforehand, and the seat has no
choice. The values of all seats together make the draw.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

SIZE: Final = 32  # bytes of a value
LETTERS: Final = 43  # of a value as text
LINKS: Final = 5_000  # draws that one chain serves; a seat commits to a new one before its end
LONGEST_GAP: Final = 2_000  # draws that a chain may have missed when it is heard again
_APART: Final = 100  # links between two that are kept, so that a reveal is at most so many hashes
_DICE: Final = b"title-deed dice 1"


def text_of(value: bytes) -> str:
    """Bytes as letters: base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode("ascii")


def bytes_of(text: str, size: int) -> bytes | None:
    """The bytes in letters; None where it is not exactly so many, or could be written otherwise too."""
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return value if len(value) == size and text_of(value) == text else None


def hashed(value: bytes, times: int = 1) -> bytes:
    """SHA-256, so many times over."""
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value


class Chain:
    """A chain of which this device knows the beginning. It never leaves the device."""

    def __init__(self, secret: bytes, links: int = LINKS) -> None:
        self.secret = secret
        self.links = links
        self._kept = [secret]
        value = secret
        for n in range(1, links + 1):
            value = hashlib.sha256(value).digest()
            if n % _APART == 0:
                self._kept.append(value)
        self.anchor = value

    def value(self, n: int) -> bytes:
        """The n-th value to be revealed, from 1; number 0 is the anchor. Raises IndexError at its end."""
        if not 0 <= n <= self.links:
            raise IndexError(n)
        at = self.links - n
        return hashed(self._kept[at // _APART], at % _APART)


def follows(value: bytes, known: bytes, gap: int) -> bool:
    """Whether a value is ``gap`` links before a known one."""
    return 1 <= gap <= LONGEST_GAP and hashed(value, gap) == known


def number(game: str, draw: int, reveals: Mapping[int, bytes], below: int) -> int:
    """The number from 0 that a draw gives, each equally likely: words of 32 bits of the hash of what all
    seats revealed; a word that would favour the small numbers is passed over."""
    parts = [_DICE, game.encode(), str(draw).encode()]
    parts += [b"%d=" % seat + reveals[seat] for seat in sorted(reveals)]
    block = b"|".join(parts)
    even = 2**32 // below * below
    while True:
        block = hashlib.sha256(block).digest()
        for i in range(0, SIZE, 4):
            word = int.from_bytes(block[i : i + 4], "big")
            if word < even:
                return word % below


def pick(items: Sequence[int], game: str, draw: int, reveals: Mapping[int, bytes]) -> int:
    """One of some things, each equally likely."""
    return items[number(game, draw, reveals, len(items))]
