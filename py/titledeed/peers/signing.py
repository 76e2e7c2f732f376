"""Signatures in the list of entries, and the bytes that are signed (ECDSA over P-256, ``ecdsa.py``).

A device signs only what its people decide: answers, chains, its rest and its return, its agreement to
what others ask, and the finished game. ``digest`` is that of the list when it did so: at the entry's
"n", or for an agreement after the last entry of the game. So a signature is valid only at this place of
this game, and confirms all entries before it. An entry without signatures has "" in their place, and
the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from . import ecdsa
from .draw_hash_chains import from_base64url

TABLE: Final = "title-deed-table/2"
SIGNATURE: Final = 64  # bytes of a signature: r and s
PUBLIC: Final = 33  # bytes of a public key: a compressed point
# Fields that are not signed: signatures, and who else has agreed or was not asked.
UNSIGNED: Final = frozenset({"sig", "yes", "unasked"})


def is_signed_text(value: object, size: int) -> bool:
    """Whether a value is the canonical base64url encoding of this many bytes."""
    return isinstance(value, str) and from_base64url(value, size) is not None


def asked(entry: Mapping[str, Any]) -> str:
    """Return what people are asked to agree to, as canonical JSON: an entry without the agreements."""
    plain = {name: value for name, value in entry.items() if name not in UNSIGNED}
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


def signed(game: str, seat: int, digest: str, entry: Mapping[str, Any]) -> bytes:
    """Return the bytes that a seat's device signs for an entry."""
    return "\n".join([TABLE, game, str(seat), digest, asked(entry)]).encode()


def sign(secret: bytes, game: str, seat: int, digest: str, entry: Mapping[str, Any]) -> str:
    """Return the signature of a seat's device for an entry."""
    return ecdsa.sign(secret, signed(game, seat, digest, entry))


@dataclass(frozen=True)
class Signature:
    """A signature in a list: for the entry with this index, by a seat's device, with its public key.

    ``upto``: the number of entries that the device had when it signed; the signature confirms all of
    them."""

    index: int
    upto: int
    seat: int
    key: str
    message: bytes
    sig: str

    def holds(self) -> bool:
        """Whether the signature was made with the secret key of the public key."""
        return ecdsa.verify(self.key, self.message, self.sig)


def poll(digest: str, entry: Mapping[str, Any]) -> str:
    """Return the name of a question to all people: 32 hexadecimal digits.

    ``digest``: as above."""
    return hashlib.sha256(f"{digest}\n{asked(entry)}".encode()).hexdigest()[:32]
