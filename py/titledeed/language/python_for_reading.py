"""A Python program for people who read it: its lines, in pieces that are colored by their kind."""

from __future__ import annotations

import re
from itertools import groupby
from keyword import iskeyword
from typing import Final

from ..engine.parsing.untrusted_input import SELECTORS, SHAPELESS, is_hidden

Piece = tuple[str, str]

_TOKEN: Final = re.compile(
    r"""
    (?P<note>\#[^\n]*)
    |(?P<text>(?:[rbufRBUF]{1,2})?(?:
        \"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\\?\Z)
        |'''(?:\\.|[^\\])*?(?:'''|\\?\Z)
        |"(?:\\.|[^"\\\n])*"?
        |'(?:\\.|[^'\\\n])*'?
    ))
    |(?P<number>\d[\w.]*)
    |(?P<name>[^\W\d]\w*)
    |\s+
    |[^\w\s\#"']+
    |.
    """,
    re.VERBOSE | re.DOTALL,
)


def python_lines(code: str) -> list[list[Piece]]:
    """The lines of a program, each in pieces: the kind of a piece and its text.

    The kinds are "word" (of the language), "title" (what is defined), "text", "note", "number", "hidden"
    and "". A hidden piece is the code point of a character that nobody sees, or that changes the order of
    what people see. Faulty programs, which ``tokenize`` refuses, have lines too."""
    lines: list[list[Piece]] = [[]]
    defines = False
    for token in _TOKEN.finditer(re.sub(r"\r\n?", "\n", code).rstrip("\n")):
        kind, text = token.lastgroup or "", token[0]
        if kind == "name":
            kind = "word" if iskeyword(text) else "title" if defines else ""
        if not text.isspace():
            defines = text in ("def", "class")
        for n, part in enumerate(text.split("\n")):
            if n:
                lines.append([])
            lines[-1] += _pieces(kind, part)
    return lines


def _pieces(kind: str, text: str) -> list[Piece]:
    if text.isascii() and text.isprintable():
        return [(kind, text)] if text else []
    pieces: list[Piece] = []
    for hidden, signs in groupby(text, _is_unseen):
        if hidden:
            pieces += [("hidden", f"U+{ord(c):04X}") for c in signs]
        else:
            pieces.append((kind, "".join(signs)))
    return pieces


def _is_unseen(c: str) -> bool:
    if c in "\t\xad":
        return c == "\xad"
    return is_hidden(c) or bool(SHAPELESS.match(c) or SELECTORS.match(c))
