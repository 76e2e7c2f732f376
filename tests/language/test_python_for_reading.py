"""A program that people read has all its letters, in colors, and nothing in it is hidden."""

from __future__ import annotations

import ast
import inspect

import pytest

from titledeed.bots import registry
from titledeed.language.python_for_reading import python_lines
from titledeed.workshop.steps import STEPS

PROGRAMS = (
    *(step.solution for step in STEPS),
    inspect.getsource(registry),
    "",
    "\t'",
    'def f(:\n  \'open\n"""never closed # \n\n',
    "\\",
    "é = 'ü' # 漢字\r\nx = 0x_1f\rif",
)


@pytest.mark.parametrize("code", PROGRAMS)
def test_the_pieces_are_the_program_letter_by_letter(code: str) -> None:
    lines = ["".join(text for _kind, text in line) for line in python_lines(code)]
    assert "\n".join(lines) == code.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def test_each_kind_has_its_pieces() -> None:
    code = "class A:\n    def f(self):\n        return 'a' if 1.5 else None  # why"
    found: dict[str, list[str]] = {}
    for line in python_lines(code):
        for kind, text in line:
            found.setdefault(kind, []).append(text)
    assert found["word"] == ["class", "def", "return", "if", "else", "None"]
    assert found["title"] == ["A", "f"]
    assert found["text"] == ["'a'"]
    assert found["number"] == ["1.5"]
    assert found["note"] == ["# why"]


def test_a_text_over_several_lines_has_its_color_in_each() -> None:
    first, second, third = python_lines('x = """one\n# two\nthree""" + 1')
    assert first[-1] == ("text", '"""one')
    assert second == [("text", "# two")]
    assert third[0] == ("text", 'three"""')
    assert third[-1] == ("number", "1")


@pytest.mark.parametrize(
    "sign", ["\u202e", "\u2066", "\u200b", "\x00", "\x1b", "\u2028", "\xad", "\u3164", "\ufe0f"]
)
def test_what_nobody_sees_is_named(sign: str) -> None:
    (line,) = python_lines(f"x = 'a{sign}b'  # c{sign}")
    assert [text for kind, text in line if kind == "hidden"] == [f"U+{ord(sign):04X}"] * 2
    assert sign not in "".join(text for _kind, text in line)


def test_a_program_of_four_times_the_longest_size_has_all_its_lines() -> None:
    """Reading it takes time in proportion to its length: in quadratic time, this test would take minutes."""
    for code in (
        "'" * 240_000,
        '"""' + "\\x" * 120_000,
        '\\"""\n' * 48_000 + "\\",  # each line begins a text whose end is searched for
        "a b " * 60_000,
        "\u202e" * 240_000,
    ):
        assert len(python_lines(code)) == code.count("\n") + 1


def test_words_and_definitions_are_those_of_python() -> None:
    for step in STEPS:
        titles = [
            text for line in python_lines(step.solution) for kind, text in line if kind == "title"
        ]
        tree = list(ast.walk(ast.parse(step.solution)))
        defined = [node for node in tree if isinstance(node, ast.ClassDef | ast.FunctionDef)]
        assert titles == [node.name for node in sorted(defined, key=lambda node: node.lineno)]
