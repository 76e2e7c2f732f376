"""The hash chains behind dice and cards, and the draws that are made from them."""

from __future__ import annotations

import hashlib
from collections import Counter

from titledeed.peers.chains import Chain, bytes_of, follows, hashed, number, text_of


def test_a_chain_is_sha256_upon_sha256() -> None:
    chain = Chain(b"a" * 32, 1234)
    value = b"a" * 32
    for _ in range(1234):
        value = hashlib.sha256(value).digest()
    assert chain.anchor == value == chain.value(0)
    assert chain.value(1234) == b"a" * 32
    for n in (1, 2, 99, 100, 101, 777, 1233):
        assert hashlib.sha256(chain.value(n)).digest() == chain.value(n - 1)


def test_a_value_follows_a_known_one_at_its_own_distance_only() -> None:
    chain = Chain(b"b" * 32, 50)
    assert follows(chain.value(7), chain.value(4), 3)
    assert not follows(chain.value(7), chain.value(4), 2)
    assert not follows(chain.value(7), chain.value(4), 4)
    assert not follows(chain.value(4), chain.value(4), 0)
    assert not follows(b"x" * 32, chain.value(4), 1)
    assert not follows(chain.value(7), chain.value(4), 10**9)  # refused without so many hashes


def test_what_a_draw_gives_is_fixed_for_ever() -> None:
    """Golden: who verifies a game in ten years must find the same throws."""
    reveals = {0: hashed(b"zero"), 2: hashed(b"two")}
    drawn = [number("00112233445566ff", k, reveals, 36) for k in range(1, 13)]
    assert drawn == GOLDEN
    other_order = {2: hashed(b"two"), 0: hashed(b"zero")}
    assert number("00112233445566ff", 5, other_order, 36) == GOLDEN[4]
    # Game, draw, seats and values all count.
    assert len({number(g, k, r, 10**9) for g, k, r in VARIED}) == len(VARIED)


GOLDEN = [22, 28, 18, 23, 0, 7, 19, 11, 24, 6, 13, 3]
VARIED = [
    ("00112233445566ff", 5, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566fe", 5, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566ff", 6, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566ff", 5, {0: b"a" * 32, 2: b"b" * 32}),
    ("00112233445566ff", 5, {0: b"b" * 32, 1: b"a" * 32}),
    ("00112233445566ff", 5, {0: b"a" * 32}),
]


def test_a_hundred_thousand_throws_are_even() -> None:
    """χ² over the 36 throws of two chains that are really walked: 35 degrees of freedom, and below 0.1 %
    of honest dice exceed 66.6; below 0.1 % stay under 14.7."""
    chains = [Chain(bytes([n]) * 32, 100_000) for n in (1, 2)]
    walked = []
    for chain in chains:
        value, values = chain.secret, [chain.secret]
        for _ in range(99_999):
            value = hashlib.sha256(value).digest()
            values.append(value)
        walked.append(values[::-1])
    counts = Counter(
        number("feedfacecafebeef", k + 1, {0: walked[0][k], 1: walked[1][k]}, 36)
        for k in range(100_000)
    )
    assert set(counts) == set(range(36))
    expected = 100_000 / 36
    chi = sum((n - expected) ** 2 / expected for n in counts.values())
    assert 14.7 < chi < 66.6, chi


def test_letters_of_a_value_can_be_written_in_one_way_only() -> None:
    value = bytes(range(32))
    text = text_of(value)
    assert len(text) == 43
    assert bytes_of(text, 32) == value
    assert bytes_of(text[:-1] + chr(ord(text[-1]) + 1), 32) is None  # the spare bits are not zero
    for other in (text + "=", text[:-1], text + "A", text[:-1] + "é", " " + text, "", "+" * 43):
        assert bytes_of(other, 32) is None, other
