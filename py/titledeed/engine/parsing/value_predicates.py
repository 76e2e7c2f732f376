"""The checks that all readers of untrusted values share: of runs, lessons, rulebooks, positions,
records, messages and the entries of a replicated log.

Each checks whether a value has exactly this type and is within these limits; ``bool`` is not a number.
Each reader decides which error it raises: a message is refused as a whole, an error in a file names the
key. For tables of rulebooks and editions there are :func:`.untrusted_input.number_of` and similar
functions.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Final, TypeGuard

Check = Callable[[Any], bool]

_HEX_DIGITS: Final = frozenset("0123456789abcdef")


def is_whole_number(value: Any, low: int, high: int) -> TypeGuard[int]:
    """Whether this is a whole number from ``low`` to ``high``."""
    return type(value) is int and low <= value <= high


def is_number(value: Any, low: float, high: float) -> bool:
    """Whether this is a finite number from ``low`` to ``high``."""
    return type(value) in (int, float) and low <= value <= high  # NaN fails the comparison


def is_flag(value: Any) -> TypeGuard[bool]:
    return type(value) is bool


def is_text(value: Any, most: int, shown: Callable[[str], bool] | None = None) -> TypeGuard[str]:
    """Whether this is a text of at most ``most`` characters, all accepted by ``shown``."""
    return isinstance(value, str) and len(value) <= most and (shown is None or shown(value))


def is_one_of(value: Any, words: Container[str]) -> TypeGuard[str]:
    """Whether this is one of some words. The value may have any type, even an unhashable one."""
    return isinstance(value, str) and value in words


def is_hex(value: Any, digits: int) -> TypeGuard[str]:
    """Whether this is a text of so many hexadecimal digits, in lower case."""
    return isinstance(value, str) and len(value) == digits and set(value) <= _HEX_DIGITS


def is_list(value: Any, least: int, most: int, fits: Check) -> TypeGuard[list[Any]]:
    """Whether this is a list of ``least`` to ``most`` values that fit."""
    return isinstance(value, list) and least <= len(value) <= most and all(map(fits, value))


def is_table(
    value: Any, most: int, fits: Check, names: Check | None = None
) -> TypeGuard[dict[str, Any]]:
    """Whether this is a table of at most ``most`` values that fit, under keys that ``names`` accepts."""
    return (
        isinstance(value, dict)
        and len(value) <= most
        and (names is None or all(map(names, value)))
        and all(map(fits, value.values()))
    )
