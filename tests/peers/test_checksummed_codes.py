"""Codes refuse one wrong character, and two that have changed places."""

from __future__ import annotations

import random

import pytest

from spoiled_codes import TRIES, spoiled
from titledeed.peers import checksummed_codes
from titledeed.peers.checksummed_codes import (
    ALPHABET,
    CHECKS,
    CodeError,
    check_characters,
    is_whole_code,
    open_code,
    seal_code,
    tidy_code,
)


def refuses(code: str) -> bool:
    try:
        open_code(code)
    except CodeError:
        return True
    return False


def remainder(power: int) -> str:
    """Return x to this power modulo the polynomial of the checks, by squaring."""

    def times(p: list[int], q: list[int]) -> list[int]:
        r = [0] * 5
        for i, a in enumerate(p):
            for j, b in enumerate(q):
                r[i + j] ^= checksummed_codes._times(a, b)
        for n in (4, 3):  # x³ = x + 34
            r[n - 2] ^= r[n]
            r[n - 3] ^= checksummed_codes._times(r[n], checksummed_codes._LAST)
        return r[:3]

    result, base = [1, 0, 0], [0, 1, 0]
    while power:
        result = times(result, base) if power & 1 else result
        base = times(base, base)
        power >>= 1
    return "".join(ALPHABET[n] for n in result)


def test_the_powers_of_the_root_repeat_only_after_262_143_characters() -> None:
    """Therefore two positions have different weights."""
    unit = remainder(0)
    assert remainder(64**3 - 1) == unit
    for prime in (3, 7, 19, 73):
        assert remainder((64**3 - 1) // prime) != unit
    # Two wrong characters cancel out only where the quotient of their weights is in GF(64).
    apart = (64**3 - 1) // 63
    assert remainder(apart)[1:] == "AA"
    assert all(remainder(n)[1:] != "AA" for n in range(1, apart))


def test_a_code_with_an_extra_b_at_the_start_leaves_remainder_one_as_the_document_says() -> None:
    code = "B" + seal_code(b"Title Deed")
    total = [0, 0, 0]
    for power, letter in enumerate(reversed(code)):
        times_x = [ALPHABET.index(c) for c in remainder(power)]
        for n in range(3):
            total[n] ^= checksummed_codes._times(ALPHABET.index(letter), times_x[n])
    assert total == [1, 0, 0]


@pytest.mark.parametrize("size", [1, 2, 5, 25, 90, 240])
def test_one_wrong_character_or_two_swapped_ones_are_refused_in_a_checked_code(size: int) -> None:
    rng = random.Random(size)
    for n in range(TRIES // 500):
        code = seal_code(rng.randbytes(size))
        assert len(open_code(code)) == size
        assert all(refuses(bad) for bad in spoiled(code, rng, 500)), n


def test_every_wrong_character_and_every_swap_in_a_short_code_is_refused() -> None:
    code = seal_code(b"a short code")
    for i in range(len(code)):
        assert all(refuses(code[:i] + c + code[i + 1 :]) for c in ALPHABET if c != code[i])
        for j in range(i):
            if code[i] != code[j]:
                assert refuses(code[:j] + code[i] + code[j + 1 : i] + code[j] + code[i + 1 :])


def test_any_two_wrong_characters_are_refused() -> None:
    rng = random.Random(5)
    code = seal_code(rng.randbytes(100))
    for _ in range(TRIES):
        letters = list(code)
        for n in rng.sample(range(len(code)), 2):
            letters[n] = rng.choice(ALPHABET.replace(letters[n], ""))
        assert refuses("".join(letters))


def test_a_code_with_its_start_or_end_missing_is_refused() -> None:
    code = seal_code(bytes(30))
    assert set(code[:-CHECKS]) == {"A"}
    for n in range(len(code)):
        assert refuses(code[:n])
        assert refuses(code[n:]) == (n > 0)


def test_a_code_has_three_more_characters_than_its_bytes_in_base64() -> None:
    assert seal_code(bytes(3)) == "AAAA" + check_characters("AAAA")
    assert not is_whole_code("")
    assert not is_whole_code(check_characters(""))


@pytest.mark.parametrize(
    "typed",
    [
        "{a} {b}",
        "{a}\n{b}\r\n",
        "\u201c{a}{b}\u201d.",
        "{a}\u200b{b}\u00ad",
        " \u00a0{a}\u2009{b}\t",
        "({a}{b})",
    ],
)
def test_typing_habits_and_messenger_additions_are_cleaned_up(typed: str) -> None:
    data = bytes(range(200, 240))
    code = seal_code(data)
    assert open_code(typed.format(a=code[:20], b=code[20:])) == data


def test_other_dashes_count_as_hyphens() -> None:
    data = b"\xfb\xef\xbe" * 4
    code = seal_code(data)
    assert "----" in code
    assert open_code(code.replace("-", "\u2011")) == data
    assert open_code(code.replace("--", "\u2014")) == data
    assert tidy_code("\u2013\u2212") == "--"


def with_the_earlier_check(letters: str) -> str:
    """Return a code as an earlier version wrote it, with the remainder 0."""
    *first, last = check_characters(letters)
    return letters + "".join(first) + ALPHABET[ALPHABET.index(last) ^ 1]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "No code found"),
        ("   ", "No code found"),
        ("x" * (checksummed_codes.LONGEST + 1), "too long for a code"),
        ("Grüße", "isn’t a code"),
        ("M" * 40, "A character of this code is wrong"),
        ("E" * 120, "earlier version"),
        ("I" * 120, "earlier version"),
        ("E" * 20, "A character of this code is wrong"),
        (with_the_earlier_check("Q" * 80), "earlier version"),
        (with_the_earlier_check("Q" * 20), "A character of this code is wrong"),
    ],
)
def test_an_error_message_says_what_is_wrong_with_a_code(code: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        open_code(code)
