"""A lesson: a text, questions with room for answers, an experiment to run, and the parts that students
cannot change.

A file contains it as JSON (``title-deed-lesson/2``), a link the same JSON in URL-safe characters. The
link leaves out what only teachers see: their page, the model answers and the usual errors. A
lesson from elsewhere is checked completely before any of it is shown. If it is not a lesson, it is
refused with a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ...engine.errors import LoadError, MalformedAnswer
from ...engine.parsing.untrusted_input import json_value
from ...engine.parsing.value_predicates import (
    is_flag,
    is_list,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)
from ...engine.record import record_checksum
from ...engine.rulebook_loader_and_rules_compiler import BOOKS, DECK_SETS, EDITIONS
from ...game import share_link
from ...migrations.lesson_and_worksheet_formats import LESSON
from .. import position_editor
from ..bot_play_versions import play_versions_fit
from ..run_file import boards_fit, upgraded, without_foreign_keys
from . import bot_program

HEAD: Final = '{"format": "title-deed-lesson/'  # every such file begins with this, in all versions
MARK: Final = "#lesson="
LARGEST: Final = 200_000  # the most characters of a file
KINDS: Final = ("lines", "number", "choice")  # of room for an answer
WHEN: Final = ("before", "after")  # the time of a question, relative to the run
SIZES: Final = (100, 200, 400, 1000)  # games of each side
ROLLOUTS: Final = (96, 385, 1068)
SHOWN: Final = ("board", "houses")  # for landings: the board as a chart, or the value of houses
MOST_QUESTIONS: Final = 20
MOST_STEPS: Final = 20
MOST_POSITIONS: Final = 4
MOST_CHOICES: Final = 8
LONGEST: Final = {
    "title": 120,
    "text": 3000,
    "question": 600,
    "choice": 120,
    "model": 2000,
    "errors": 2000,
    "aims": 2000,
    "step": 1000,
    "notes": 6000,
}
_MOST_FIELDS: Final = 120
_LONGEST_FIELD: Final = 300
MOST_SEED: Final = 999_999_999
# Characters that control a line's direction or are not text. With them a page could seem to say
# something else.
_UNSHOWN: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_WORD: Final = re.compile(r"[a-z0-9_:-]{1,40}")

Lesson = dict[str, Any]


def blank_lesson() -> Lesson:
    """An empty lesson."""
    return {
        "format": LESSON.id,
        "title": "",
        "minutes": 30,
        "short": 0,
        "language": "en",
        "text": "",
        "questions": [],
        "run": None,
        "locked": {"settings": True, "guess": True},
        "own_seed": False,
        "teacher": blank_teacher(),
    }


def is_blank(lesson: Lesson) -> bool:
    """Whether nothing has been written in a lesson yet, in whatever language it is."""
    return {**lesson, "language": ""} == {**blank_lesson(), "language": ""}


def blank_teacher() -> dict[str, Any]:
    """An empty teacher's page.

    ``steps``: the plan. Each has ``text`` (what to do), ``say`` (what to say), ``minutes``, and ``short``:
    its minutes in the short form, 0 if that leaves it out. ``positions``: prepared positions, each with a
    ``title`` and a ``record``."""
    return {"aims": "", "steps": [], "notes": "", "positions": []}


def blank_step() -> dict[str, Any]:
    return {"text": "", "say": "", "minutes": 5, "short": 5}


def question_of(text: str = "", kind: str = "lines", when: str = "after") -> dict[str, Any]:
    """A question. ``short``: whether the short form asks it, too. Only teachers see ``model``, an answer
    to expect, and ``errors``, the usual wrong answers."""
    return {
        "text": text,
        "answer": kind,
        "lines": 3,
        "choices": [],
        "when": when,
        "short": True,
        "model": "",
        "errors": "",
    }


def clean_text_field(text: str, most: int) -> str:
    """A typed text in the form that a lesson may contain."""
    return _UNSHOWN.sub("", text.replace("\r\n", "\n").replace("\t", " "))[:most]


# ---------------------------------------------------------------- out and in


def write_lesson(lesson: Mapping[str, Any]) -> str:
    """The file's text, with the teacher's page. Raises :class:`LoadError` if it is too long to be read."""
    text = json.dumps(lesson, ensure_ascii=False, separators=(", ", ": ")) + "\n"
    if len(text) > LARGEST:
        raise LoadError("This file is too large for a worksheet.")
    return text


def for_students(lesson: Mapping[str, Any]) -> Lesson:
    """The lesson without all that only teachers see."""
    questions = [
        {**question, "short": True, "model": "", "errors": ""} for question in lesson["questions"]
    ]
    return {**lesson, "short": 0, "questions": questions, "teacher": blank_teacher()}


def has_teachers_page(lesson: Mapping[str, Any]) -> bool:
    """Whether the lesson contains anything that only teachers see."""
    return bool(for_students(lesson) != lesson)


def short_form(lesson: Mapping[str, Any]) -> Lesson:
    """The lesson in its short form, without the questions that this leaves out."""
    questions = [question for question in lesson["questions"] if question["short"]]
    return {**lesson, "minutes": lesson["short"] or lesson["minutes"], "questions": questions}


def pack_lesson(lesson: Mapping[str, Any]) -> str:
    """The URL fragment that contains the students' sheet. Raises :class:`LoadError` if it is too
    long."""
    text = json.dumps(for_students(lesson), ensure_ascii=False, separators=(",", ":"))
    packed = share_link.deflate_text(text)
    if len(packed) > share_link.LONGEST:
        raise LoadError("This worksheet is too long for a link. Hand it out as a file.")
    return packed


def unpack_lesson(packed: str) -> Lesson:
    """The lesson in a fragment. Raises :class:`LoadError` with a sentence."""
    return read_lesson(share_link.inflate_text(packed))


def lesson_id(lesson: Mapping[str, Any]) -> str:
    """The id that links answers to their lesson. The students' and the teacher's copies share it, and it
    is the same in all versions of the format."""
    first = {key: value for key, value in lesson.items() if key != "short"}
    questions = [
        {key: value for key, value in question.items() if key not in ("short", "model", "errors")}
        for question in lesson["questions"]
    ]
    return record_checksum(
        {**first, "format": f"{LESSON.name}/1", "questions": questions, "teacher": ""}
    )[:16]


def read_lesson(text: str) -> Lesson:
    """A lesson from a file or a link. Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("This file is too large for a worksheet.")
    table = lesson_table(text, LoadError("The file is damaged: it can’t be read as a worksheet."))
    return lesson_of_table(table)


def lesson_of_table(table: dict[str, Any]) -> Lesson:
    """The lesson in a table. Raises :class:`LoadError` with a sentence if there is none."""
    foreign = LoadError(
        "This worksheet comes from another version of this program and can’t be opened here."
    )
    table = upgraded(LESSON, table, foreign)
    check_lesson(table)
    if table["run"] is not None and "boards" in table["run"]:
        table["run"]["boards"] = without_foreign_keys(table["run"]["boards"])
    return table


def lesson_table(text: str, damaged: LoadError) -> dict[str, Any]:
    """The JSON object in a text. Raises ``damaged`` if there is none."""
    try:
        table = json_value(text, finite=True)
    except ValueError:
        raise damaged from None
    if not isinstance(table, dict):
        raise damaged
    return table


# ---------------------------------------------------------------- what holds


def is_short_text(value: Any, most: int) -> bool:
    """Whether this is a text of at most ``most`` characters, all of which can be shown."""
    return is_text(value, most, lambda text: not _UNSHOWN.search(text))


def check_lesson(table: Mapping[str, Any]) -> None:
    """Check that this is a lesson. Raises :class:`LoadError` with a sentence."""
    if set(table) != set(blank_lesson()):
        raise LoadError("The file is damaged: it doesn’t contain a worksheet.")
    if not is_short_text(table["title"], LONGEST["title"]) or not table["title"].strip():
        raise LoadError(
            "The worksheet’s title is missing, too long, or contains "
            "characters that can’t be shown."
        )
    questions = table["questions"]
    locked = table["locked"]
    fits = (
        is_whole_number(table["minutes"], 1, 600)
        and is_whole_number(table["short"], 0, 600)
        and isinstance(table["language"], str)
        and re.fullmatch(r"[a-z]{2,3}", table["language"])
        and is_short_text(table["text"], LONGEST["text"])
        and is_list(questions, 0, MOST_QUESTIONS, _question)
        and is_table(locked, 2, is_flag)
        and set(locked) == {"settings", "guess"}
        and is_flag(table["own_seed"])
    )
    if not fits:
        raise LoadError("The file is damaged: it doesn’t contain a worksheet.")
    _check_teacher(table["teacher"])
    if table["run"] is not None:
        _check_run(table["run"])


def _check_teacher(teacher: Any) -> None:
    fits = (
        isinstance(teacher, dict)
        and set(teacher) == set(blank_teacher())
        and is_short_text(teacher["aims"], LONGEST["aims"])
        and is_short_text(teacher["notes"], LONGEST["notes"])
        and is_list(teacher["steps"], 0, MOST_STEPS, _step)
        and is_list(teacher["positions"], 0, MOST_POSITIONS, _titled)
    )
    if not fits:
        raise LoadError("The file is damaged: it doesn’t contain a worksheet.")
    for position in teacher["positions"]:
        _position(position)


def _step(step: Any) -> bool:
    return (
        isinstance(step, dict)
        and set(step) == set(blank_step())
        and is_short_text(step["text"], LONGEST["step"])
        and is_short_text(step["say"], LONGEST["step"])
        and is_whole_number(step["minutes"], 0, 600)
        and is_whole_number(step["short"], 0, 600)
    )


def _titled(position: Any) -> bool:
    return (
        isinstance(position, dict)
        and set(position) == {"title", "record"}
        and is_short_text(position["title"], LONGEST["title"])
    )


def _question(question: Any) -> bool:
    return (
        isinstance(question, dict)
        and set(question) == set(question_of())
        and is_short_text(question["text"], LONGEST["question"])
        and is_one_of(question["answer"], KINDS)
        and is_whole_number(question["lines"], 1, 12)
        and is_list(
            question["choices"],
            0,
            MOST_CHOICES,
            lambda choice: is_short_text(choice, LONGEST["choice"]),
        )
        and (question["answer"] != "choice" or len(question["choices"]) >= 2)
        and is_one_of(question["when"], WHEN)
        and is_flag(question["short"])
        and is_short_text(question["model"], LONGEST["model"])
        and is_short_text(question["errors"], LONGEST["errors"])
    )


_RUNS: Final[Mapping[str, frozenset[str]]] = {
    "compare": frozenset({"kind", "seed", "size", "sides", "measure"}),
    "position": frozenset({"kind", "seed", "size", "record", "policy"}),
    "landings": frozenset({"kind", "seed", "chain", "shown"}),
    "die": frozenset({"kind", "seed", "size", "weights"}),
    "dice": frozenset({"kind", "seed", "size"}),
    "bot": frozenset({"kind", "seed", "name", "code"}),
}
# ``boards``: from files. ``plays``: the versions of the bots' play when the worksheet was written, left
# out if all are 1. So worksheets with such bots have the same id (``id_of``) as before these numbers.
_MAY_HAVE: Final[Mapping[str, set[str]]] = {"compare": {"boards", "plays"}, "position": {"plays"}}


def _check_run(run: Any) -> None:
    damaged = LoadError("The file is damaged: the worksheet’s experiment can’t be read.")
    kind = run.get("kind") if isinstance(run, dict) else None
    if not is_one_of(kind, _RUNS):
        raise damaged
    if set(run) - _MAY_HAVE.get(kind, set()) != _RUNS[kind]:
        raise damaged
    if not is_whole_number(run["seed"], 0, MOST_SEED) or not play_versions_fit(
        run.get("plays", {})
    ):
        raise damaged
    match kind:
        case "compare":
            sides = run["sides"]
            fits = (
                is_whole_number(run["size"], 1, 10_000)
                and is_list(sides, 2, 2, _fields)
                and _short(run["measure"])
                and boards_fit(run.get("boards", {}), sides)
            )
        case "position":
            fits = is_whole_number(run["size"], 1, 10_000) and (
                run["policy"] == "" or _short(run["policy"])
            )
            if fits:
                _position(run)
        case "landings":
            fits = is_one_of(run["shown"], SHOWN) and _chain(run["chain"])
        case "dice":
            fits = is_whole_number(run["size"], 1, 10_000)
        case "bot":
            fits = is_short_text(run["name"], bot_program.LONGEST_NAME) and is_short_text(
                run["code"], bot_program.LONGEST
            )
        case _:
            fits = is_whole_number(run["size"], 1, 10_000) and is_list(
                run["weights"], 6, 6, lambda weight: is_whole_number(weight, 1, 100)
            )
    if not fits:
        raise damaged


def _short(value: Any) -> bool:
    return isinstance(value, str) and _WORD.fullmatch(value) is not None


def _fields(side: Any) -> bool:
    return is_table(side, _MOST_FIELDS, _short_field, _short_field)


def _short_field(value: Any) -> bool:
    return is_short_text(value, _LONGEST_FIELD)


def _position(run: Mapping[str, Any]) -> None:
    """Check that the position editor could have made this position."""
    if not isinstance(run["record"], dict):
        raise LoadError("The file is damaged: the worksheet’s experiment can’t be read.")
    try:
        position_editor.filled_position(run["record"])
    except LoadError:
        raise
    except (MalformedAnswer, KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise LoadError("The file is damaged: the worksheet’s experiment can’t be read.") from None


def _chain(chain: Any) -> bool:
    values: dict[str, tuple[str, ...]] = {
        "book": tuple(BOOKS),
        "edition": tuple(EDITIONS),
        "decks": ("", *DECK_SETS),
        "jail": ("leave", "stay"),
        "choice": ("pay", "take-chance"),
    }
    return (
        isinstance(chain, dict)
        and set(chain) == set(values)
        and all(is_one_of(chain[name], known) for name, known in values.items())
    )
