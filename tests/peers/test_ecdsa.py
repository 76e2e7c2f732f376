"""Signatures of devices, against published vectors and against tampering."""

from __future__ import annotations

import random

import pytest

from titledeed.peers import ecdsa
from titledeed.peers.draw_hash_chains import from_base64url, to_base64url

# RFC 6979, A.2.5: a key, its public point, and the signatures of two messages with SHA-256.
SECRET = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
X = 0x60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
Y = 0x7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
VECTORS = {
    b"sample": (
        0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
        0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
    ),
    b"test": (
        0xF1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367,
        0x019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083,
    ),
}
SECRETS = [(SECRET - 1).to_bytes(32, "big"), bytes(32), b"\xff" * 32, bytes(range(32))]


def test_the_published_key_and_signatures_are_reproduced() -> None:
    secret = SECRETS[0]  # a text encodes the secret minus one
    key = ecdsa.public_key(secret)
    assert ecdsa.read_key(key) == (X, Y)
    for message, (r, s) in VECTORS.items():
        low = min(s, ecdsa.N - s)
        signature = to_base64url(r.to_bytes(32, "big") + low.to_bytes(32, "big"))
        assert ecdsa.sign(secret, message) == signature
        assert ecdsa.verify(key, message, signature)


def test_the_second_form_of_a_signature_is_refused() -> None:
    """From a signature (r, s), anybody can compute (r, N − s).

    Both are valid by the standard; here only one is, so nobody without the key can change a signed
    list."""
    key = ecdsa.public_key(SECRETS[0])
    for message, (r, s) in VECTORS.items():
        high = max(s, ecdsa.N - s)
        signature = to_base64url(r.to_bytes(32, "big") + high.to_bytes(32, "big"))
        assert not ecdsa.verify(key, message, signature)


@pytest.mark.parametrize("secret", SECRETS, ids=range(len(SECRETS)))
def test_a_signature_is_valid_only_for_its_key_and_message(secret: bytes) -> None:
    key, other = ecdsa.public_key(secret), ecdsa.public_key(b"another secret, of 32 bytes too!")
    signature = ecdsa.sign(secret, b"Ada buy")
    assert ecdsa.verify(key, b"Ada buy", signature)
    assert not ecdsa.verify(key, b"Ada pass", signature)
    assert not ecdsa.verify(other, b"Ada buy", signature)


def test_a_signature_with_one_flipped_bit_is_never_valid() -> None:
    secret, drawn = SECRETS[3], random.Random(1)
    key, signature = ecdsa.public_key(secret), ecdsa.sign(secret, b"Ada buy")
    raw = from_base64url(signature, 64)
    assert raw is not None
    for bit in drawn.sample(range(512), 40):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not ecdsa.verify(key, b"Ada buy", to_base64url(bytes(flipped))), bit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 44,
        to_base64url(b"\x04" + bytes(32)),
        to_base64url(b"\x02" + b"\xff" * 32),  # outside the field
        to_base64url(b"\x02" + (5).to_bytes(32, "big"))[:-1] + "!",
        ecdsa.public_key(SECRETS[3])[:-1],
        ecdsa.public_key(SECRETS[3]) + "A",
    ],
)
def test_an_invalid_key_verifies_nothing(text: str) -> None:
    assert ecdsa.read_key(text) is None
    assert not ecdsa.verify(text, b"Ada buy", ecdsa.sign(SECRETS[3], b"Ada buy"))


@pytest.mark.parametrize(("r", "s"), [(0, 1), (1, 0), (ecdsa.N, 1), (1, ecdsa.N), (1, 1)])
def test_out_of_range_or_invented_signatures_are_invalid(r: int, s: int) -> None:
    key = ecdsa.public_key(SECRETS[3])
    signature = to_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    assert not ecdsa.verify(key, b"Ada buy", signature)
    assert not ecdsa.verify(key, b"Ada buy", signature[:-1])


def test_half_of_all_numbers_are_not_points_on_the_curve() -> None:
    texts = [to_base64url(b"\x03" + n.to_bytes(32, "big")) for n in range(1, 41)]
    points = [point for point in map(ecdsa.read_key, texts) if point is not None]
    assert 8 < len(points) < 32
    for x, y in points:
        assert (y * y - x * x * x + 3 * x - ecdsa.B) % ecdsa.P == 0
        assert y & 1


def test_a_key_fingerprint_can_be_read_aloud() -> None:
    prints = {ecdsa.fingerprint(ecdsa.public_key(secret)) for secret in SECRETS}
    assert len(prints) == len(SECRETS)
    for text in prints:
        assert len(text) == 19
        assert all(len(group) == 4 for group in text.split())
