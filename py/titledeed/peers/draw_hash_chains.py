"""Hash chains, with which several devices draw dice and cards that none of them can choose beforehand.

A seat makes a chain of some thousand values, each the SHA-256 of the one before. It commits to the last
one, the *anchor*. At each draw it reveals the value before the one revealed last. Nobody else can
compute that value beforehand. The seat cannot choose another one, because its hash must be the known
value. A hash of the values of all seats gives the draw.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from ..engine.parsing.untrusted_input import from_base64

SIZE: Final = 32  # bytes of a value
LETTERS: Final = 43  # characters of a value as text
CHAIN_LINKS: Final = 5_000  # draws per chain; a seat commits to a new chain before its end
LONGEST_GAP: Final = 2_000  # the most draws that a chain may have missed
_APART: Final = 100  # every 100th value is stored, so a reveal takes at most 99 hashes
_FIRST: Final = b"title-deed beacon 2"
_DICE: Final = b"title-deed dice 2"
_NAME: Final = "title-deed draw 2"
_DICE_1: Final = b"title-deed dice 1"  # of tables and proofs of version 1, which have no beacon


def to_base64url(value: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode("ascii")


def from_base64url(text: str, size: int) -> bytes | None:
    """Decode base64url without padding.

    None unless the text is the canonical encoding of exactly ``size`` bytes."""
    try:
        value = from_base64(text, 2 * size + 4)
    except ValueError:
        return None
    return value if len(value) == size and to_base64url(value) == text else None


def hash_repeatedly(value: bytes, times: int = 1) -> bytes:
    """SHA-256 applied ``times`` times."""
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value


class HashChain:
    """A seat's own chain. Its first value, ``secret``, must never leave the device."""

    def __init__(self, secret: bytes, length: int = CHAIN_LINKS) -> None:
        self.secret = secret
        self.length = length
        self._kept = [secret]
        value = secret
        for n in range(1, length + 1):
            value = hashlib.sha256(value).digest()
            if n % _APART == 0:
                self._kept.append(value)
        self.anchor = value

    def value(self, n: int) -> bytes:
        """Return the n-th value to reveal, from 1; number 0 is the anchor.

        Raises ``IndexError`` beyond the end."""
        if not 0 <= n <= self.length:
            raise IndexError(n)
        at = self.length - n
        return hash_repeatedly(self._kept[at // _APART], at % _APART)


def is_hash_of(value: bytes, known: bytes, gap: int) -> bool:
    """Whether ``known`` is the hash of ``value`` taken ``gap`` times."""
    return 1 <= gap <= LONGEST_GAP and hash_repeatedly(value, gap) == known


def first_beacon(digest: str) -> bytes:
    """Return the beacon before the first draw.

    ``digest``: the digest of the list before its first entry."""
    return hashlib.sha256(b"|".join([_FIRST, digest.encode()])).digest()


def drawn(game: str, draw: int, beacon: bytes, reveals: Mapping[int, bytes]) -> bytes:
    """Return the hash from which the result of a draw is taken.

    ``beacon``: the hash of the draw before; b"" by the rules of version 1. With it, each draw depends
    on every value revealed in this game before."""
    parts = [_DICE if beacon else _DICE_1, game.encode(), str(draw).encode()]
    parts += [beacon] if beacon else []
    parts += [b"%d=" % seat + reveals[seat] for seat in sorted(reveals)]
    return hashlib.sha256(b"|".join(parts)).digest()


def named(
    game: str,
    draw: int,
    beacon: bytes,
    chains: Mapping[int, tuple[int, str]],
    unseen: Sequence[Sequence[int]],
    facts: str,
) -> str:
    """Return the name of a draw: 32 hexadecimal digits.

    It is a hash of all that decides the result, except the values still to come. ``chains``: by seat in
    the draw, its last known value, and how many hashes lead from the next value to it. ``unseen``: the
    cards of each deck that may come next. ``facts``: the state's contents."""
    seats = [f"{seat} {steps} {known}" for seat, (steps, known) in sorted(chains.items())]
    cards = [" ".join(map(str, deck)) for deck in unseen]
    lines = [_NAME, game, str(draw), to_base64url(beacon), *seats, *cards, facts]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def draw_number(block: bytes, below: int) -> int:
    """Return the number that a hash gives, uniform over 0 … ``below - 1``.

    It is a 32-bit word of the hash, modulo ``below``. Words in the incomplete last interval are
    skipped, because they would favor small numbers. If all eight are skipped, the hash is hashed again."""
    even = 2**32 // below * below
    while True:
        for i in range(0, SIZE, 4):
            word = int.from_bytes(block[i : i + 4], "big")
            if word < even:
                return word % below
        block = hashlib.sha256(block).digest()


def draw_pick(items: Sequence[int], block: bytes) -> int:
    """Return the item that a hash picks, each with the same probability."""
    return items[draw_number(block, len(items))]
