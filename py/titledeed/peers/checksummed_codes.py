"""Codes that people carry from one device to another, with three check characters.

A code is base64url. Its characters are elements of GF(64). The last three are chosen so that the whole
code leaves the remainder 1 when it is divided by ``x³ + x + 34``. A root of this polynomial generates
all of GF(64³), so its powers repeat only after 262,143 characters. Therefore one wrong character
changes the remainder. So do two different characters that have changed places, wherever they are. In
codes of up to 4,161 characters, any two wrong characters do so too. The remainder also changes if a
character is missing or added at the end. With the remainder 0, an additional A there would pass,
because it is the zero of the field. Any other damage is accepted once in 262,144 times.
"""

from __future__ import annotations

import string
from typing import Final

from .draw_hash_chains import from_base64url, to_base64url

CHECKS: Final = 3
LONGEST: Final = 6_000  # characters of a code: an invitation may hold a custom board
ALPHABET: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"

# The purpose of a code: the upper half of its first byte. The first codes had 1 and 2 there, and no
# checks.
CONNECTION: Final = 3
TURN: Final = 4
BEFORE_PLAY: Final = 5
CLASS: Final = 6
_EARLIER: Final = (1, 2)
_SHORTEST_EARLIER: Final = 60

_MODULUS: Final = 0b1000011  # x⁶ + x + 1, of GF(64)
_LAST: Final = 34  # of x³ + x + 34
# What keyboards and messengers make of hyphens, and what copying adds: soft hyphens, and characters
# without width.
_TYPED: Final = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-")
    | {"\u2014": "--"}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
)
_AROUND: Final = "\"'`<>()[]*.,;:\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"


class CodeError(ValueError):
    """A text that is not a code, or has a wrong character. Its message is a sentence."""


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a <<= 1
        a ^= _MODULUS if a & 64 else 0
        b >>= 1
    return product


_TIMES_LAST: Final = [_times(_LAST, n) for n in range(64)]
_NUMBERS: Final = {letter: n for n, letter in enumerate(ALPHABET)}


def check_characters(letters: str) -> str:
    """Return the three check characters for these characters."""
    a, b, c = 0, 1, _LAST  # as after a B; otherwise leading A's could be lost
    for letter in letters:
        lead = _NUMBERS[letter] ^ a
        a, b, c = b, c ^ lead, _TIMES_LAST[lead]
    return ALPHABET[a] + ALPHABET[b] + ALPHABET[c ^ 1]


def seal_code(data: bytes) -> str:
    """Return the code of these bytes."""
    letters = to_base64url(data)
    return letters + check_characters(letters)


def tidy_code(text: str) -> str:
    """Return a typed or pasted code without spaces, line ends, and what messengers put around it."""
    return "".join(text.split()).translate(_TYPED).strip(_AROUND)


def is_whole_code(code: str) -> bool:
    """Whether a tidied code has only valid characters, and the last three fit the others."""
    letters, last = code[:-CHECKS], code[-CHECKS:]
    return (
        len(code) > CHECKS
        and all(c in _NUMBERS for c in code)
        and check_characters(letters) == last
    )


def open_code(code: str, most: int = LONGEST) -> bytes:
    """Return the bytes of a code. Raises :class:`CodeError`."""
    letters = tidy_code(code)
    if not letters:
        raise CodeError("No code found. Enter the code you were sent.")
    if len(letters) > most:
        raise CodeError("This is too long for a code. Enter only the code.")
    data = (
        from_base64url(letters[:-CHECKS], (len(letters) - CHECKS) * 3 // 4)
        if is_whole_code(letters)
        else None
    )
    if not data:
        raise _damaged(letters)
    return data


def _leaves_nothing(letters: str) -> bool:
    """Whether the check characters are those of an earlier version, whose codes had the remainder 0."""
    return is_whole_code(letters[:-1] + ALPHABET[_NUMBERS[letters[-1]] ^ 1])


def sealed_today(code: str) -> str:
    """Return a stored code in today's form; an earlier version may have sealed it."""
    if len(code) > CHECKS and all(c in _NUMBERS for c in code) and _leaves_nothing(code):
        return code[:-CHECKS] + check_characters(code[:-CHECKS])
    return code


def _damaged(letters: str) -> CodeError:
    if any(c not in _NUMBERS for c in letters):
        return CodeError(
            "This isn’t a code: codes contain only the letters A to Z, digits, - and _."
        )
    if len(letters) >= _SHORTEST_EARLIER and (
        _NUMBERS[letters[0]] >> 2 in _EARLIER or _leaves_nothing(letters)
    ):
        return CodeError(
            "This code comes from an earlier version of the program, or its first "
            "character is wrong. Reload the page on both devices, then use a new code."
        )
    return CodeError(
        "A character of this code is wrong, missing or in the wrong place. Compare it with the other"
        " screen and try again."
    )
