"""The messages between a teacher's device and a student's, protocol ``title-deed-class/1``: each is one JSON
object.

Messages come from untrusted devices. Every field is checked for its type and limits; a message with any
fault is refused as a whole, with a sentence. docs/CLASS-PROTOCOL.md describes them.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from ..engine.parsing.untrusted_input import (
    TooDeepError,
    check_portable,
    json_value,
    nests_deeper,
)
from ..engine.parsing.value_predicates import (
    Check,
    is_flag,
    is_hex,
    is_list,
    is_number,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)
from ..lab.lessons.answer_files import LONGEST_ANSWER, LONGEST_NAME
from ..lab.lessons.lesson_format import LARGEST as LARGEST_LESSON
from ..lab.lessons.lesson_format import LONGEST as LONGEST_OF
from ..lab.lessons.lesson_format import MOST_CHOICES, MOST_QUESTIONS, MOST_SEED, is_short_text
from .class_codes import LONGEST as LONGEST_CODE
from .class_codes import is_class_name

PROTOCOL: Final = "title-deed-class/1"
LARGEST: Final = 60_000  # characters of a message
PART: Final = 24_000  # characters of one part of a longer text
LARGEST_HANDED: Final = 1_200_000  # characters of a file that is handed in over a connection
MOST_PARTS: Final = LARGEST_HANDED // PART + 1
MOST_STUDENTS: Final = 40
MOST_TEXTS: Final = MOST_STUDENTS
NO_KEY: Final = "0" * 32  # of a device that is known from a file only
LONGEST_SHOWN: Final = 300  # characters of an answer that all see
LATEST: Final = 10**14  # milliseconds: thousands of years
MOST_FIGURES: Final = 60
MOST_SECOND: Final = 60  # messages of one connection in a second
TOO_MANY: Final = "Too many messages."  # why a device that sends more is disconnected
_DEEPEST: Final = 5

LARGEST_BOARD: Final = 150_000  # characters of a student's task on a board
BOARD_TASK: Final = '{"format": "title-deed-board-task/'  # how such a task begins
SWEEP: Final = '{"format": "title-deed-sweep/'
# What students hand in, and how such a file begins: a bot, a run of games, answers, a part of a board. A
# sweep goes as a run: an older program refuses it with a sentence then, and not the whole message.
HANDED: Final = {
    "bot": ("# title-deed-bot/",),
    "run": ('{"format": "title-deed-run/', SWEEP),
    "answers": ('{"format": "title-deed-answers/',),
    "board": ('{"format": "title-deed-board-part/',),
}
AFTER: Final = ("run", "held", "open")
RUNS: Final = ("none", "before", "running", "ran")

Message = dict[str, Any]


class ClassMessageError(ValueError):
    """A text that is not a valid message. The exception's text is a sentence."""


def _text(most: int) -> Check:
    return lambda value: is_short_text(value, most)


def _whole(low: int, high: int) -> Check:
    return lambda value: is_whole_number(value, low, high)


def _hex(digits: int) -> Check:
    return lambda value: is_hex(value, digits)


def _one_of(*words: str) -> Check:
    return lambda value: is_one_of(value, words)


def _or_empty(check: Check) -> Check:
    return lambda value: value == "" or check(value)


def _figure_name(name: Any) -> bool:
    return is_text(name, 40, lambda text: text.isascii() and text.replace("_", "").isalnum())


def _figures(value: Any) -> bool:
    return is_table(
        value, MOST_FIGURES, lambda number: is_number(number, -(10**9), 10**9), _figure_name
    )


def _times(value: Any) -> bool:
    return is_list(value, 0, MOST_QUESTIONS, _TIME)


def _chart(value: Any) -> bool:
    """Whether a value is a chart as :func:`.tallies.chart_of` makes it, or {} for none."""
    return value == {} or (
        isinstance(value, dict)
        and set(value) == set(_CHART)
        and all(check(value[name]) for name, check in _CHART.items())
        and len(value["labels"]) == len(value["counts"])
    )


_TIME: Final = _whole(0, LATEST)
_ID: Final = _hex(16)
_QUESTION: Final = _whole(0, MOST_QUESTIONS - 1)
_NAME: Final = _text(LONGEST_NAME)
_SENTENCE: Final = _text(300)
_COUNT: Final = _whole(0, 10**6)
_CHART: Final[dict[str, Check]] = {
    "kind": _one_of("choice", "number", "lines"),
    "question": _text(LONGEST_OF["question"]),
    "labels": lambda value: is_list(value, 0, MOST_CHOICES, _text(LONGEST_OF["choice"])),
    "counts": lambda value: is_list(value, 0, MOST_CHOICES, _COUNT),
    "numbers": lambda value: is_list(
        value, 0, MOST_STUDENTS, lambda number: is_number(number, -(10**15), 10**15)
    ),
    "texts": lambda value: is_list(value, 0, MOST_TEXTS, _text(LONGEST_SHOWN)),
    "answered": _COUNT,
    "pupils": _COUNT,  # the protocol's word for students
}

# The messages of a student's device, with the check of each field. A message has exactly these fields.
OF_STUDENT: Final[dict[str, dict[str, Check]]] = {
    "hello": {
        "protocol": _text(40),
        "class": _ID,
        "device": _ID,
        "key": _hex(32),
        "name": _NAME,
        "have": _or_empty(_ID),
    },
    "where": {
        "lesson": _ID,
        "name": _NAME,
        "place": _whole(-1, MOST_QUESTIONS - 1),
        "run": _one_of(*RUNS),
        "done": _whole(0, 100),
        "hidden": is_flag,
        "seed": _whole(0, MOST_SEED),
    },
    "answer": {
        "lesson": _ID,
        "q": _QUESTION,
        "text": _text(LONGEST_ANSWER),
        "at": _TIME,
    },
    "figures": {"lesson": _ID, "figures": _figures},
    "hand": {
        "id": _ID,
        "kind": _one_of(*HANDED),
        "name": _NAME,
        "parts": _whole(1, MOST_PARTS),
    },
    "part": {"id": _ID, "n": _whole(0, MOST_PARTS - 1), "text": lambda value: is_text(value, PART)},
    "carry": {"code": _text(LONGEST_CODE)},
    "still": {},
    "words": {"words": _text(40)},
    "spare": {"code": _text(LONGEST_CODE), "opens": is_flag},
    "bye": {"why": _SENTENCE},
}
# The messages of the teacher's device.
OF_TEACHER: Final[dict[str, dict[str, Check]]] = {
    "welcome": {
        "class": _ID,
        "name": lambda value: isinstance(value, str) and is_class_name(value),
    },
    "sheet": {
        "lesson": _or_empty(_ID),
        "ready": _text(40),
        "parts": _whole(0, LARGEST_LESSON // PART + 1),
        "have": _times,
    },
    "part": OF_STUDENT["part"],
    "board": {"id": _or_empty(_ID), "parts": _whole(0, LARGEST_BOARD // PART + 1)},
    "now": {
        "look": is_flag,
        "wait": is_flag,
        "after": _one_of(*AFTER),
        "chart": _chart,
    },
    "took": {"id": _ID, "why": _SENTENCE},
    "carried": {"why": _SENTENCE},
    "still": {},
    "words": OF_STUDENT["words"],
    "spare": OF_STUDENT["spare"],
    "end": {},
    "bye": {"why": _SENTENCE},
}


def read_message(text: object, kinds: dict[str, dict[str, Check]]) -> Message:
    """Parse and check a message of one of these kinds; its kind is under "m". Raises
    :class:`ClassMessageError` with a sentence."""
    if not isinstance(text, str):
        raise ClassMessageError("A message is a text.")
    if len(text) > LARGEST:
        raise ClassMessageError("A message is longer than any may be.")
    try:
        value = json_value(text)
        check_portable(value)
    except TooDeepError:
        raise ClassMessageError("A message is nested too deeply.") from None
    except ValueError:
        raise ClassMessageError("A message is no JSON.") from None
    return check_message(value, kinds)


def check_message(value: Any, kinds: dict[str, dict[str, Check]]) -> Message:
    """Check a message that has been parsed. Raises :class:`ClassMessageError` with a sentence."""
    if not isinstance(value, dict) or nests_deeper(value, _DEEPEST):
        raise ClassMessageError("A message is one table with keys.")
    kind = value.get("m")
    fields = kinds.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise ClassMessageError("A message of a kind that this version does not know.")
    if set(value) - {"m"} != set(fields):
        raise ClassMessageError(f"A message “{kind}” with missing or foreign fields.")
    for name, check in fields.items():
        if not check(value[name]):
            raise ClassMessageError(f"A message “{kind}” with a wrong “{name}”.")
    return value


def message(kind: str, /, **fields: Any) -> Message:
    return {"m": kind, **fields}


def write_message(value: Message) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_id(text: str) -> str:
    """16 hexadecimal digits that follow from a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def parts_of(text: str) -> list[str]:
    """A text in parts that fit into messages; an empty text has one."""
    return [text[n : n + PART] for n in range(0, len(text), PART)] or [""]


class Parts:
    """Puts a text together from its parts, which come in order."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.texts: list[str] = []

    def add(self, n: int, text: str) -> str | None:
        """Add a part; return the text once it is whole. A part out of order begins nothing."""
        if n == len(self.texts) < self.count:
            self.texts.append(text)
            if len(self.texts) == self.count:
                return "".join(self.texts)
        return None
