"""Numbers of a command line, read with their limits.

A wrong number is refused in a sentence before anything begins. For argparse: ``add_argument("--games",
type=whole_number(1))``."""

from __future__ import annotations

import argparse
from collections.abc import Callable

MOST = 10**9  # far more than any command can process
PROCESSES = 256  # an executor starts all of its processes at once, needed or not


def whole_number(least: int, most: int = MOST) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``least`` to ``most``, without sign or separators."""

    def read(text: str) -> int:
        fits = text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= len(str(most))
        if not fits or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most:,}")
        return int(text)

    return read


def share(text: str) -> float:
    """Read a decimal number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:  # also refuses "nan"
        raise argparse.ArgumentTypeError("must be a number from 0 to 1")
    return number
