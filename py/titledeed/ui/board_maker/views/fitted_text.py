"""Texts on paper: how wide they are, roughly, and how they are broken into lines that fit."""

from __future__ import annotations

from typing import Final
from unicodedata import east_asian_width

_WIDE: Final = 1.0  # of an ideograph, in the size of the letters
_LARGE: Final = 0.72  # of a capital letter and the like
_USUAL: Final = 0.52
_NARROW: Final = 0.3
_THIN: Final = frozenset("iljtfrI.,:;!'’|()[]{} -")
_STEP: Final = 0.9  # by which letters shrink until a text fits
_LEAST: Final = 0.55  # the most that letters shrink


def text_width(text: str, size: float) -> float:
    """The width of a line, rather too large than too small."""
    return size * sum(map(_letter, text))


def _letter(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return _WIDE
    if letter in _THIN:
        return _NARROW
    return _LARGE if letter.isupper() or letter in "mwMW%@–—…" else _USUAL


def fitted(text: str, size: float, width: float, most: int) -> tuple[float, list[str]]:
    """The text in at most ``most`` lines of this width, and the size of its letters, which shrink if
    they must. Lines that are still too wide are squeezed by the drawing."""
    smallest = size * _LEAST
    while True:
        lines = _lines(text, size, width)
        if (len(lines) <= most and _fits(lines, size, width)) or size <= smallest:
            break
        size = round(max(size * _STEP, smallest), 3)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return size, lines


def _fits(lines: list[str], size: float, width: float) -> bool:
    return all(text_width(line, size) <= width for line in lines)


def _lines(text: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines or [""]
