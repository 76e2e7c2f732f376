"""Signatures of devices: ECDSA over P-256 with SHA-256, with the standard library alone.

Keys and signatures are those of FIPS 186-5, so any other implementation can check them. The nonce of a
signature is derived from key and message (RFC 6979), so signing needs no randomness. Browsers offer the
same signatures (``crypto.subtle``), but only on https, and only asynchronously. This module also works
on plain http pages and on the command line. It does not run in constant time. That is no danger here,
because a device signs only a few lines a minute. Nobody can make it sign a text of theirs and time it.

Texts are base64url without padding: a public key has 44 characters (a compressed point), a signature
86.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .draw_hash_chains import from_base64url, to_base64url

SECRET_SIZE: Final = 32  # bytes of a secret key
KEY_LETTERS: Final = 44  # characters of a public key as text
SIGNATURE_LETTERS: Final = 86

# The curve y² = x³ − 3x + B over the integers modulo P, and its generator of prime order N (SP 800-186).
P: Final = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B: Final = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_GENERATOR: Final = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
_WINDOW: Final = 4  # bits per digit of a scalar, for which the multiples of a point are stored

Point = tuple[int, int]  # affine coordinates
_Jacobian = tuple[int, int, int]  # (x / z², y / z³); z = 0 is the point at infinity
_INFINITY: Final[_Jacobian] = (1, 1, 0)


def public_key(secret: bytes) -> str:
    """Return the public key of a secret key of ``SECRET_SIZE`` bytes, as text."""
    x, y = _affine(_sum((_scalar(secret), _GENERATOR)))
    return to_base64url(bytes([2 + (y & 1)]) + x.to_bytes(32, "big"))


def sign(secret: bytes, message: bytes) -> str:
    """Return the signature of a message, as text.

    The same key and message always give the same signature."""
    key = _scalar(secret)
    digest = hashlib.sha256(message).digest()
    z = int.from_bytes(digest, "big")
    for nonce in _nonces(key, digest):
        r = _affine(_sum((nonce, _GENERATOR)))[0] % N
        s = pow(nonce, -1, N) * (z + r * key) % N
        if r and s:
            return to_base64url(r.to_bytes(32, "big") + min(s, N - s).to_bytes(32, "big"))
    raise AssertionError("unreachable")


def verify(key: str, message: bytes, signature: str) -> bool:
    """Whether a signature of a message was made with the secret key of this public key.

    False for texts that are not a key or a signature. Of the two forms of a signature, s and N − s,
    only the lower one is accepted. So nobody without the secret key can change one form into another
    valid one."""
    point, raw = read_key(key), from_base64url(signature, 64)
    if point is None or raw is None:
        return False
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if not (0 < r < N and 0 < s <= N // 2):
        return False
    z = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, N)
    total = _sum((z * inverse % N, _GENERATOR), (r * inverse % N, point))
    return total[2] != 0 and _affine(total)[0] % N == r


def fingerprint(key: str) -> str:
    """Return a short name of a public key for people: 16 hexadecimal digits in groups of four."""
    digits = hashlib.sha256(b"title-deed key " + key.encode()).hexdigest()[:16].upper()
    return " ".join(digits[i : i + 4] for i in range(0, 16, 4))


def read_key(text: str) -> Point | None:
    """Return the point of a public key; None unless the text is a key in its canonical form."""
    raw = from_base64url(text, 33)
    if raw is None or raw[0] not in (2, 3):
        return None
    x = int.from_bytes(raw[1:], "big")
    if x >= P:
        return None
    square = (x * x * x - 3 * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return x, y if y & 1 == raw[0] & 1 else P - y


def _scalar(secret: bytes) -> int:
    """Return the secret scalar for 32 random bytes.

    They are reduced modulo N − 1, so that every text of that size is valid."""
    if len(secret) != SECRET_SIZE:
        raise ValueError("a secret key has 32 bytes")
    return int.from_bytes(secret, "big") % (N - 1) + 1


def _nonces(key: int, digest: bytes) -> Iterator[int]:
    """Yield the nonces of RFC 6979, 3.2, for SHA-256.

    The first one works, except in one case in 2^256."""
    bound = key.to_bytes(32, "big") + (int.from_bytes(digest, "big") % N).to_bytes(32, "big")
    k, v = bytes(32), b"\x01" * 32
    for separator in (b"\x00", b"\x01"):
        k = hmac.digest(k, v + separator + bound, "sha256")
        v = hmac.digest(k, v, "sha256")
    while True:
        v = hmac.digest(k, v, "sha256")
        nonce = int.from_bytes(v, "big")
        if 0 < nonce < N:
            yield nonce
        k = hmac.digest(k, v + b"\x00", "sha256")
        v = hmac.digest(k, v, "sha256")


def _double(p: _Jacobian) -> _Jacobian:
    x, y, z = p
    if not z or not y:
        return _INFINITY
    zz, yy = z * z % P, y * y % P
    b = 4 * x * yy % P
    a = 3 * (x - zz) * (x + zz) % P
    x3 = (a * a - 2 * b) % P
    return x3, (a * (b - x3) - 8 * yy * yy) % P, 2 * y * z % P


def _plus(p: _Jacobian, q: Point) -> _Jacobian:
    """Return the sum of two points, the second of which is affine."""
    (x1, y1, z1), (x2, y2) = p, q
    if not z1:
        return x2, y2, 1
    zz = z1 * z1 % P
    h, r = (x2 * zz - x1) % P, (y2 * z1 * zz - y1) % P
    if not h:
        return _INFINITY if r else _double(p)
    hh = h * h % P
    hhh, v = h * hh % P, x1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - y1 * hhh) % P, z1 * h % P


@lru_cache(maxsize=12)  # the generator and the keys of a table; each takes about 170 kB
def _multiples(point: Point) -> list[list[Point]]:
    """Return tables of multiples of a point, with which a multiplication needs no doubling.

    There is one table for each digit of a scalar to the base 2^_WINDOW, from the lowest. It holds 1, 2,
    … times the digit's place value times the point. A multiple of the point is the sum of 64 of these."""
    rows: list[list[_Jacobian]] = []
    base = point
    for _ in range(0, 256, _WINDOW):
        row: list[_Jacobian] = [(*base, 1)]
        while len(row) < 1 << _WINDOW:
            row.append(_plus(row[-1], base))
        base = _affine(row.pop())
        rows.append(row)
    flat = iter(_all_affine([p for row in rows for p in row]))
    return [[next(flat) for _ in row] for row in rows]


def _sum(*terms: tuple[int, Point]) -> _Jacobian:
    """Return the sum of multiples of points."""
    total = _INFINITY
    for scalar, point in terms:
        for n, row in enumerate(_multiples(point)):
            digit = scalar >> n * _WINDOW & (1 << _WINDOW) - 1
            if digit:
                total = _plus(total, row[digit - 1])
    return total


def _affine(p: _Jacobian) -> Point:
    return _all_affine([p])[0]


def _all_affine(points: list[_Jacobian]) -> list[Point]:
    """Return the affine coordinates of points with a single inversion; none of them is at infinity."""
    products = [1]
    for _x, _y, z in points:
        products.append(products[-1] * z % P)
    inverse, out = pow(products.pop(), -1, P), list[Point]()
    for (x, y, z), before in zip(reversed(points), reversed(products), strict=True):
        own, inverse = inverse * before % P, inverse * z % P
        square = own * own % P
        out.append((x * square % P, y * square * own % P))
    out.reverse()
    return out
