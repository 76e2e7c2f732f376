"""A student's answers, and a teacher's table of many: ``title-deed-answers/1``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

from ...engine.errors import LoadError
from ...engine.parsing.value_predicates import is_hex, is_list, is_number, is_table, is_whole_number
from ...migrations.lesson_and_worksheet_formats import ANSWERS
from ..run_file import upgraded
from .lesson_format import (
    LONGEST,
    MOST_QUESTIONS,
    MOST_SEED,
    clean_text_field,
    is_short_text,
    lesson_table,
)

HEAD: Final = '{"format": "title-deed-answers/'
LARGEST: Final = 4_000_000  # characters
LONGEST_ANSWER: Final = 3000
LONGEST_NAME: Final = 80
MOST_SHEETS: Final = 200  # the most sheets that a teacher can read in
_MOST_LINES: Final = 10_001  # the most lines of a table
_MOST_FIGURES: Final = 60
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LINE: Final = re.compile(r"[a-z0-9_.,-]{1,300}")
_KEYS: Final = frozenset(
    {"format", "lesson", "title", "name", "questions", "answers", "seed", "figures", "tables"}
)
# Spreadsheets treat a cell that begins with one of these as a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "'")


class StudentAnswers(TypedDict):
    """One student's answers to a lesson, as in the file.

    ``lesson``: the id of the lesson. ``figures``: the numbers of the student's simulation, by name.
    ``tables``: lines of CSV, by name."""

    format: str
    lesson: str
    title: str
    name: str
    questions: list[str]
    answers: list[str]
    seed: int
    figures: dict[str, float]
    tables: dict[str, list[str]]


def write_answers(answers: Mapping[str, Any]) -> str:
    """The file. ``lesson`` is the lesson's id; ``figures`` has numbers by name, ``tables`` lines of CSV."""
    return (
        json.dumps({"format": ANSWERS.id, **answers}, ensure_ascii=False, separators=(", ", ": "))
        + "\n"
    )


def read_answers(text: str) -> StudentAnswers:
    """The table that :func:`write_answers` has written. Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("The file is too large for a student’s answers.")
    table = lesson_table(text, LoadError("The file is damaged: the answers in it can’t be read."))
    foreign = LoadError(
        "These answers come from another version of this program and can’t be read here."
    )
    table = upgraded(ANSWERS, table, foreign)
    if not _fits(table):
        raise LoadError("The file is damaged: it doesn’t contain answers.")
    return cast("StudentAnswers", table)


def _texts(values: Any, longest: int) -> bool:
    return is_list(values, 0, MOST_QUESTIONS, lambda value: is_short_text(value, longest))


def _fits(table: Mapping[str, Any]) -> bool:
    return (
        set(table) == _KEYS
        and is_hex(table["lesson"], 16)
        and is_short_text(table["title"], LONGEST["title"])
        and is_short_text(table["name"], LONGEST_NAME)
        and _texts(table["questions"], LONGEST["question"])
        and _texts(table["answers"], LONGEST_ANSWER)
        and len(table["questions"]) == len(table["answers"])
        and is_whole_number(table["seed"], 0, MOST_SEED)
        and is_table(table["figures"], _MOST_FIGURES, _number, _name)
        and is_table(table["tables"], 2, _lines, _name)
    )


def _name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _number(value: Any) -> bool:
    return is_number(value, -(10**9), 10**9)


def _lines(lines: Any) -> bool:
    return is_list(lines, 0, _MOST_LINES, _line)


def _line(line: Any) -> bool:
    return isinstance(line, str) and _LINE.fullmatch(line) is not None


class Collected:
    """Answers that a teacher has read in, by lesson, each sheet once."""

    def __init__(self) -> None:
        self.sheets: list[StudentAnswers] = []

    def add(self, answers: StudentAnswers) -> bool:
        """Add a sheet; returns whether it is new. Raises :class:`LoadError` if there are too many."""
        if answers in self.sheets:
            return False
        if len(self.sheets) >= MOST_SHEETS:
            raise LoadError(
                "This device already has answers from 200 worksheets. Save one of the "
                "tables, then remove its answers."
            )
        self.sheets.append(answers)
        return True

    def lessons(self) -> list[tuple[str, list[StudentAnswers]]]:
        """Each lesson's id with its sheets, by name."""
        by_lesson: dict[str, list[StudentAnswers]] = {}
        for sheet in self.sheets:
            by_lesson.setdefault(sheet["lesson"], []).append(sheet)
        for sheets in by_lesson.values():
            sheets.sort(key=lambda sheet: sheet["name"].casefold())
        return list(by_lesson.items())


def figures_of(sheets: Sequence[StudentAnswers]) -> list[str]:
    """The names of all figures in any of these sheets, in order of first appearance."""
    return list(dict.fromkeys(name for sheet in sheets for name in sheet["figures"]))


def answers_csv(sheets: Sequence[StudentAnswers]) -> Iterator[str]:
    """A line for each student. A cell with text that people typed is quoted, on one line. It begins with
    ' if a spreadsheet would treat it as a formula."""
    most = max((len(sheet["answers"]) for sheet in sheets), default=0)
    figures = figures_of(sheets)
    yield ",".join(["name", *(f"answer_{n + 1}" for n in range(most)), "seed", *figures])
    for sheet in sheets:
        answers = [*sheet["answers"], *([""] * (most - len(sheet["answers"])))]
        numbers = [sheet["figures"].get(name, "") for name in figures]
        yield ",".join(
            [_cell(sheet["name"]), *map(_cell, answers), str(sheet["seed"]), *map(str, numbers)]
        )


def _cell(text: str) -> str:
    line = clean_text_field(" ".join(text.split()), LONGEST_ANSWER)
    if line.startswith(_FORMULA):
        line = "'" + line
    return '"' + line.replace('"', '""') + '"'
