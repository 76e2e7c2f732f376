"""A worksheet with a student's answers, as plain data. It is stored on the device, and moves to another
one as a file (``title-deed-sheet/1``) or as a link.

The same sheet may be open in two windows, or come back from another device. :func:`merge_worksheets`
merges two versions. Each question has the latest answer, and the answers that it replaced are saved
with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ...engine.errors import LoadError
from ...engine.parsing.value_predicates import is_flag, is_whole_number
from ...game import share_link
from ...migrations.lesson_and_worksheet_formats import WORKSHEET
from ..run_file import upgraded
from .answer_files import LONGEST_ANSWER, LONGEST_NAME
from .lesson_format import (
    LARGEST,
    MOST_QUESTIONS,
    MOST_SEED,
    Lesson,
    for_students,
    is_short_text,
    lesson_id,
    lesson_of_table,
    lesson_table,
)

HEAD: Final = '{"format": "title-deed-sheet/'  # every such file begins with this, in all versions
MARK: Final = "#sheet="
MOST_OTHERS: Final = 5
_LATEST: Final = 10**14  # milliseconds: thousands of years
_LARGEST_FILE: Final = 2 * LARGEST + MOST_QUESTIONS * (MOST_OTHERS + 1) * LONGEST_ANSWER
_FILLED: Final = frozenset({"pupil", "answers", "seed", "noted", "ran", "place"})
_KEYS: Final = _FILLED | {"format", "ready", "lesson"}


@dataclass(frozen=True)
class Text:
    """An answer. ``at``: the time of writing in milliseconds. A later version has a greater time.
    ``others``: other answers to the question, which this one has replaced without its writer having
    seen them."""

    text: str = ""
    at: int = 0
    others: tuple[str, ...] = ()

    def then(self, text: str, now: int) -> Text:
        """The answer after a change by somebody who has seen it."""
        return self if text == self.text else replace(self, text=text, at=max(now, self.at + 1))


@dataclass
class FilledWorksheet:
    """All that a student has written. ``noted``: when the answers before the run were locked, or 0.
    ``ran``: whether the run has ended once. ``place``: the question that was answered last, or -1."""

    answers: list[Text]
    student: Text = field(default_factory=Text)
    seed: int = 0
    noted: int = 0
    ran: bool = False
    place: int = -1

    @property
    def touched(self) -> bool:
        """Whether the sheet contains anything."""
        texts = (self.student, *self.answers)
        return bool(self.noted or any(text.text or text.others for text in texts))

    @property
    def last(self) -> int:
        """The time of the last change."""
        return max(self.noted, self.student.at, *(text.at for text in self.answers), 0)


def blank_worksheet(lesson: Mapping[str, Any], seed: int = 0) -> FilledWorksheet:
    return FilledWorksheet([Text()] * len(lesson["questions"]), seed=seed)


# ---------------------------------------------------------------- two versions


def newest_answers(a: FilledWorksheet, b: FilledWorksheet) -> FilledWorksheet:
    """The later answer to each question, from two copies that the same browser has stored. One of them
    may lack the last letters."""
    first, second = sorted((a, b), key=lambda filled: filled.last, reverse=True)
    return replace(
        first,
        answers=[max(pair, key=_order) for pair in zip(a.answers, b.answers, strict=True)],
        student=max(a.student, b.student, key=_order),
        seed=first.seed if first.noted or not second.noted else second.seed,
        noted=_first(a.noted, b.noted),
        ran=a.ran or b.ran,
    )


def merge_worksheets(
    lesson: Mapping[str, Any], a: FilledWorksheet, b: FilledWorksheet
) -> FilledWorksheet:
    """Merge two versions; their order does not matter. The earlier lock applies."""
    leading = min((a, b), key=lambda filled: (filled.noted or _LATEST, filled.seed))
    other = b if leading is a else a
    answers = []
    for n, question in enumerate(lesson["questions"]):
        here, there = leading.answers[n], other.answers[n]
        locked = question["when"] == "before" and leading.noted != other.noted
        answers.append(_joined(here, there) if locked else _joined(*_by_time(here, there)))
    return FilledWorksheet(
        answers=answers,
        student=_joined(*_by_time(a.student, b.student)),
        seed=leading.seed,
        noted=leading.noted,
        ran=a.ran or b.ran,
        place=max((a, b), key=lambda filled: (filled.last, filled.place)).place,
    )


def _first(a: int, b: int) -> int:
    return min(a or b, b or a)


def _order(text: Text) -> tuple[int, str]:
    return text.at, text.text


def _by_time(a: Text, b: Text) -> tuple[Text, Text]:
    return (a, b) if _order(a) >= _order(b) else (b, a)


def _joined(winner: Text, loser: Text) -> Text:
    return replace(winner, others=_apart(winner.text, (*winner.others, loser.text, *loser.others)))


def _apart(text: str, others: Iterable[str]) -> tuple[str, ...]:
    """Those of the other texts that neither the text nor another one of them contains."""
    left = sorted({other for other in others if other.strip() and other not in text})
    whole_ones = [a for a in left if not any(a != b and a in b for b in left)]
    return tuple(sorted(whole_ones, key=lambda other: (-len(other), other))[:MOST_OTHERS])


def replace_answer(seen: Text, stored: Text, text: str, now: int) -> Text:
    """The answer after a change by somebody who has seen an earlier version than the stored one."""
    if text == seen.text:
        return stored
    return _joined(Text(text, max(now, stored.at + 1)), stored)


def keep_beside(text: Text, other: str) -> Text:
    """The answer, saved together with another one that arrived when this one was locked."""
    return replace(text, others=_apart(text.text, (*text.others, other)))


def without_future_times(filled: FilledWorksheet, now: int) -> FilledWorksheet:
    """A sheet from elsewhere without future times, which would win over every later answer."""
    return replace(
        filled,
        answers=[replace(text, at=min(text.at, now)) for text in filled.answers],
        student=replace(filled.student, at=min(filled.student.at, now)),
        noted=min(filled.noted, now),
    )


# ---------------------------------------------------------------- as plain data


def worksheet_to_dict(filled: FilledWorksheet) -> dict[str, Any]:
    return {
        "pupil": _list_of(filled.student),
        "answers": [_list_of(text) for text in filled.answers],
        "seed": filled.seed,
        "noted": filled.noted,
        "ran": filled.ran,
        "place": filled.place,
    }


def _list_of(text: Text) -> list[Any]:
    return [text.text, text.at, list(text.others)]


def worksheet_from_dict(
    table: Mapping[str, Any], lesson: Mapping[str, Any]
) -> FilledWorksheet | None:
    """The sheet given to :func:`worksheet_to_dict`, or None if the table does not fit the lesson."""
    answers = table.get("answers")
    fits = (
        set(table) >= _FILLED
        and _is_text(table["pupil"], LONGEST_NAME)
        and isinstance(answers, list)
        and len(answers) == len(lesson["questions"])
        and all(_is_text(answer, LONGEST_ANSWER) for answer in answers)
        and is_whole_number(table["seed"], 0, MOST_SEED)
        and is_whole_number(table["noted"], 0, _LATEST)
        and is_flag(table["ran"])
        and is_whole_number(table["place"], -1, len(answers) - 1)
    )
    if not fits:
        return None
    return FilledWorksheet(
        answers=[_text_of(answer) for answer in table["answers"]],
        student=_text_of(table["pupil"]),
        seed=table["seed"],
        noted=table["noted"],
        ran=table["ran"],
        place=table["place"],
    )


def _is_text(value: Any, longest: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and is_short_text(value[0], longest)
        and is_whole_number(value[1], 0, _LATEST)
        and isinstance(value[2], list)
        and len(value[2]) <= MOST_OTHERS
        and all(is_short_text(other, longest) for other in value[2])
    )


def _text_of(value: list[Any]) -> Text:
    return Text(value[0], value[1], tuple(value[2]))


# ---------------------------------------------------------------- to another device


@dataclass(frozen=True)
class CarriedWorksheet:
    """A sheet from another device. ``ready``: the name of a built-in lesson. ``lesson`` is None if only
    that name was sent. Then the lesson is the one with that name, ``id`` and ``language``, and
    :func:`worksheet_of_table` must still check ``table``."""

    ready: str
    lesson: Lesson | None
    id: str
    language: str
    table: Mapping[str, Any]


def write_worksheet(lesson: Lesson, ready: str, filled: FilledWorksheet) -> str:
    """The text of the file, without the teacher's page."""
    table = {
        "format": WORKSHEET.id,
        "ready": ready,
        "lesson": for_students(lesson),
        **worksheet_to_dict(filled),
    }
    return json.dumps(table, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def pack_worksheet(lesson: Lesson, ready: str, filled: FilledWorksheet) -> str:
    """The URL fragment that contains the sheet. It contains only the name of a built-in lesson. Raises
    :class:`LoadError` if it is too long."""
    carried: Any = (
        {"id": lesson_id(lesson), "language": lesson["language"]} if ready else for_students(lesson)
    )
    table = {"format": WORKSHEET.id, "ready": ready, "lesson": carried, **worksheet_to_dict(filled)}
    packed = share_link.deflate_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")))
    if len(packed) > share_link.LONGEST:
        raise LoadError("This worksheet is too long for a link. Save it as a file.")
    return packed


def unpack_worksheet(packed: str) -> CarriedWorksheet:
    """The sheet in a fragment. Raises :class:`LoadError` with a sentence."""
    return read_worksheet(share_link.inflate_text(packed))


def read_worksheet(text: str) -> CarriedWorksheet:
    """A sheet from a file or a link. Raises :class:`LoadError` with a sentence."""
    if len(text) > _LARGEST_FILE:
        raise LoadError("The file is too large for a filled-in worksheet.")
    table = lesson_table(
        text, LoadError("The file is damaged: it can’t be read as a filled-in worksheet.")
    )
    foreign = LoadError(
        "This filled-in worksheet comes from another version of this "
        "program and can’t be opened here."
    )
    table = upgraded(WORKSHEET, table, foreign)
    ready: Any = table.get("ready")
    lesson = table.get("lesson")
    if set(table) != _KEYS or not is_short_text(ready, 40) or not isinstance(lesson, dict):
        raise LoadError("The file is damaged: it doesn’t contain a filled-in worksheet.")
    if set(lesson) == {"id", "language"}:
        if not (ready and isinstance(lesson["id"], str) and isinstance(lesson["language"], str)):
            raise LoadError("The file is damaged: it doesn’t contain a filled-in worksheet.")
        return CarriedWorksheet(ready, None, lesson["id"], lesson["language"], table)
    lesson = lesson_of_table(lesson)
    worksheet_of_table(lesson, table)
    return CarriedWorksheet(ready, lesson, lesson_id(lesson), lesson["language"], table)


def worksheet_of_table(lesson: Lesson, table: Mapping[str, Any]) -> FilledWorksheet:
    """A table's answers to this lesson. Raises :class:`LoadError` with a sentence."""
    sheet = worksheet_from_dict(table, lesson)
    if sheet is None:
        raise LoadError("The file is damaged: it doesn’t contain a filled-in worksheet.")
    return sheet
