"""The hash chains behind dice and cards, and the draws that are made from them."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from titledeed.peers.draw_hash_chains import (
    HashChain,
    draw_number,
    drawn,
    first_beacon,
    from_base64url,
    hash_repeatedly,
    is_hash_of,
    to_base64url,
)


def test_a_chain_is_repeated_sha256() -> None:
    chain = HashChain(b"a" * 32, 1234)
    value = b"a" * 32
    for _ in range(1234):
        value = hashlib.sha256(value).digest()
    assert chain.anchor == value == chain.value(0)
    assert chain.value(1234) == b"a" * 32
    for n in (1, 2, 99, 100, 101, 777, 1233):
        assert hashlib.sha256(chain.value(n)).digest() == chain.value(n - 1)


def test_a_value_matches_a_known_one_only_at_its_own_distance() -> None:
    chain = HashChain(b"b" * 32, 50)
    assert is_hash_of(chain.value(7), chain.value(4), 3)
    assert not is_hash_of(chain.value(7), chain.value(4), 2)
    assert not is_hash_of(chain.value(7), chain.value(4), 4)
    assert not is_hash_of(chain.value(4), chain.value(4), 0)
    assert not is_hash_of(b"x" * 32, chain.value(4), 1)
    assert not is_hash_of(chain.value(7), chain.value(4), 10**9)  # refused without so many hashes


BEACON = first_beacon("0123456789abcdef" * 2)


@pytest.mark.parametrize("beacon", [b"", BEACON], ids=["version 1", "version 2"])
def test_the_result_of_a_draw_never_changes(beacon: bytes) -> None:
    """Golden test: people who verify a game in ten years must find the same throws."""
    reveals = {0: hash_repeatedly(b"zero"), 2: hash_repeatedly(b"two")}
    game = "00112233445566ff"
    numbers = [draw_number(drawn(game, k, beacon, reveals), 36) for k in range(1, 13)]
    assert numbers == GOLDEN[bool(beacon)]
    other_order = {2: hash_repeatedly(b"two"), 0: hash_repeatedly(b"zero")}
    assert draw_number(drawn(game, 5, beacon, other_order), 36) == GOLDEN[bool(beacon)][4]
    # The game, the draw, the beacon, the seats and the values all count.
    beacons = (
        [beacon] if not beacon else [beacon, hash_repeatedly(beacon), hash_repeatedly(beacon, 2)]
    )
    blocks = {drawn(g, k, before, r) for g, k, r in VARIED for before in beacons}
    assert len(blocks) == len(VARIED) * len(beacons)


def test_a_draw_is_the_hash_in_the_document() -> None:
    game, values = "00112233445566ff", {2: hash_repeatedly(b"two"), 0: hash_repeatedly(b"zero")}
    first = b"title-deed beacon 2|" + b"0123456789abcdef" * 2
    assert hashlib.sha256(first).digest() == BEACON
    text = b"title-deed dice 2|%s|7|%s|0=%s|2=%s"
    text %= (game.encode(), BEACON, values[0], values[2])
    assert drawn(game, 7, BEACON, values) == hashlib.sha256(text).digest()


GOLDEN = {
    False: [22, 28, 18, 23, 0, 7, 19, 11, 24, 6, 13, 3],
    True: [27, 15, 34, 14, 28, 21, 26, 14, 25, 21, 24, 13],
}
VARIED = [
    ("00112233445566ff", 5, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566fe", 5, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566ff", 6, {0: b"a" * 32, 1: b"b" * 32}),
    ("00112233445566ff", 5, {0: b"a" * 32, 2: b"b" * 32}),
    ("00112233445566ff", 5, {0: b"b" * 32, 1: b"a" * 32}),
    ("00112233445566ff", 5, {0: b"a" * 32}),
]


def test_a_hundred_thousand_throws_are_evenly_distributed() -> None:
    """χ² over the 36 throws of two chains that are really walked, with 35 degrees of freedom.

    Each throw has the hash of the one before. Below 0.1 % of honest dice exceed 66.6, and below 0.1 %
    stay under 14.7."""
    chains = [HashChain(bytes([n]) * 32, 100_000) for n in (1, 2)]
    walked = []
    for chain in chains:
        value, values = chain.secret, [chain.secret]
        for _ in range(99_999):
            value = hashlib.sha256(value).digest()
            values.append(value)
        walked.append(values[::-1])
    counts: Counter[int] = Counter()
    block = BEACON
    for k in range(100_000):
        block = drawn("feedfacecafebeef", k + 1, block, {0: walked[0][k], 1: walked[1][k]})
        counts[draw_number(block, 36)] += 1
    assert set(counts) == set(range(36))
    expected = 100_000 / 36
    chi = sum((n - expected) ** 2 / expected for n in counts.values())
    assert 14.7 < chi < 66.6, chi


def test_a_value_has_only_one_spelling() -> None:
    value = bytes(range(32))
    text = to_base64url(value)
    assert len(text) == 43
    assert from_base64url(text, 32) == value
    assert (
        from_base64url(text[:-1] + chr(ord(text[-1]) + 1), 32) is None
    )  # the spare bits are not zero
    for other in (text + "=", text[:-1], text + "A", text[:-1] + "é", " " + text, "", "+" * 43):
        assert from_base64url(other, 32) is None, other
