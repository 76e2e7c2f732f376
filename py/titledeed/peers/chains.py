"""Hash chains, with which several devices draw dice and cards that none of them can steer.

A seat makes a chain of some thousand values, each the SHA-256 of the one before, and commits to the last
one, the *anchor*. At each draw it reveals the value before the one revealed last. Nobody else can compute
that value beforehand, and the seat cannot choose another one, since it must hash to the known one. A hash
of the values of all seats gives the draw.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from ..engine.reading import from_base64

SIZE: Final = 32  # bytes of a value
LETTERS: Final = 43  # characters of a value as text
LINKS: Final = 5_000  # draws that one chain serves; a seat commits to a new one before its end
LONGEST_GAP: Final = 2_000  # the most draws that a chain may have missed
_APART: Final = 100  # every 100th value is kept, so that a reveal takes at most 99 hashes
_DICE: Final = b"title-deed dice 1"


def text_of(value: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode("ascii")


def bytes_of(text: str, size: int) -> bytes | None:
    """Decode base64url without padding; None unless it has exactly ``size`` bytes and is the canonical
    encoding of them."""
    try:
        value = from_base64(text, 2 * size + 4)
    except ValueError:
        return None
    return value if len(value) == size and text_of(value) == text else None


def hashed(value: bytes, times: int = 1) -> bytes:
    """SHA-256 applied ``times`` times."""
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value


class Chain:
    """A seat's own chain. Its first value, ``secret``, must never leave the device."""

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
        """The n-th value to reveal, from 1; number 0 is the anchor. Raises ``IndexError`` beyond the end."""
        if not 0 <= n <= self.links:
            raise IndexError(n)
        at = self.links - n
        return hashed(self._kept[at // _APART], at % _APART)


def follows(value: bytes, known: bytes, gap: int) -> bool:
    """Whether ``known`` is the hash of ``value`` taken ``gap`` times."""
    return 1 <= gap <= LONGEST_GAP and hashed(value, gap) == known


def number(game: str, draw: int, reveals: Mapping[int, bytes], below: int) -> int:
    """The result of a draw, uniform over 0 … ``below - 1``.

    It is a 32-bit word, modulo ``below``, of a hash of all revealed values. Words in the incomplete last
    interval are skipped, since they would favour small numbers."""
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
    """The item that a draw picks, each with the same probability."""
    return items[number(game, draw, reveals, len(items))]
