"""A class in files: ``title-deed-class/1``.

There are three kinds. An invitation has the worksheet and, if the class is open, the code. A student's work
has the messages that a connection would have carried; it also fits into a link or a QR code if it is short.
The teacher's file has the whole class.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.value_predicates import (
    is_flag,
    is_hex,
    is_list,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)
from ..game import share_link
from ..lab.lessons.answer_files import LONGEST_ANSWER, LONGEST_NAME
from ..lab.lessons.lesson_format import (
    MOST_QUESTIONS,
    MOST_SEED,
    Lesson,
    for_students,
    is_short_text,
    lesson_id,
    lesson_of_table,
    lesson_table,
)
from ..lab.run_file import upgraded
from ..migrations.class_format import CLASS
from .class_codes import LONGEST as LONGEST_CODE
from .class_codes import are_words, is_class_name
from .messages import (
    AFTER,
    LARGEST_BOARD,
    LATEST,
    MOST_FIGURES,
    MOST_STUDENTS,
    NO_KEY,
    OF_STUDENT,
    RUNS,
    ClassMessageError,
    Message,
    check_message,
    message,
)
from .student import ClassMember, is_handed
from .teacher import (
    MOST_HANDED_EACH,
    MOST_LESSONS,
    ClassStudent,
    ClassTeacher,
    GivenLesson,
    HandedIn,
    StudentSheet,
    Written,
)

HEAD: Final = '{"format": "title-deed-class/'  # every such file begins with this, in all versions
WORK: Final = "w."  # prefix of the fragment with a student's work, after #class=
LARGEST: Final = 40_000_000  # characters of a file
LARGEST_WORK: Final = 400_000
_MOST_MESSAGES: Final = 2 * MOST_QUESTIONS + 4
_INVITATION: Final = frozenset({"format", "kind", "name", "class", "code", "ready", "lesson"})
_WORK: Final = frozenset({"format", "kind", "name", "class", "messages"})
# Files, messages, addresses and the storage keep the older word "pupil" in their keys.
_CLASS: Final = frozenset({"format", "kind", "name", "class", "state", "pupils"})
_STATE: Final = frozenset({"lessons", "at", "look", "wait", "after", "shown", "words"})
_STUDENT: Final = frozenset({"device", "key", "name", "sheets", "handed", "task"})
_SHEET: Final = frozenset({"answers", "place", "run", "done", "seed", "figures"})


def _damaged() -> LoadError:
    return LoadError("The file is damaged: it can’t be read as a file of a class.")


@dataclass(frozen=True)
class ClassInvitationFile:
    """``code`` is "" if the class is not open for connections."""

    name: str
    id: str
    code: str
    ready: str
    lesson: Lesson | None


@dataclass(frozen=True)
class WorkFile:
    """What a student has written, as messages; the first one is its ``hello``."""

    name: str
    id: str
    hello: Message
    messages: list[Message]


@dataclass(frozen=True)
class SavedClass:
    """A class, and the words with which its invitation was made ("" for none)."""

    teacher: ClassTeacher
    words: str


# ---------------------------------------------------------------- out


def _written(table: Mapping[str, Any]) -> str:
    whole = {"format": CLASS.id, **table}
    return json.dumps(whole, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def write_invitation(teacher: ClassTeacher, code: str) -> str:
    """The file with which students join: the worksheet of the class, and its code."""
    given = teacher.given
    return _written(
        {
            "kind": "invitation",
            "name": teacher.name,
            "class": teacher.id,
            "code": code,
            "ready": given.ready if given else "",
            "lesson": for_students(given.lesson) if given else None,
        }
    )


def write_work(member: ClassMember) -> str:
    """The file that a student hands in without a connection."""
    return _written(_work(member, _MOST_MESSAGES - 1))


def pack_work(member: ClassMember) -> str:
    """The current worksheet of it in the fragment of a link. Raises :class:`LoadError` if it is too long."""
    text = json.dumps(
        {"format": CLASS.id, **_work(member, 0)}, ensure_ascii=False, separators=(",", ":")
    )
    packed = share_link.deflate_text(text)
    if len(packed) > share_link.LONGEST:
        raise LoadError("These answers are too long for a link. Save them as a file.")
    return WORK + packed


def _work(member: ClassMember, most: int) -> dict[str, Any]:
    hello = message(
        "hello",
        **{"class": member.invitation.id},
        protocol="",
        device=member.device,
        key=NO_KEY,  # the file and its QR code are shown to others
        name=member.name,
        have="",
    )
    return {
        "kind": "work",
        "name": member.class_name,
        "class": member.invitation.id,
        "messages": [hello, *member.work(most)],
    }


def write_class(teacher: ClassTeacher, words: str) -> str:
    """The file of the whole class that a teacher saves."""
    return _written(
        {
            "kind": "class",
            "name": teacher.name,
            "class": teacher.id,
            "state": class_to_dict(teacher, words),
            "pupils": [student_to_dict(student) for student in teacher.students.values()],
        }
    )


def class_to_dict(teacher: ClassTeacher, words: str) -> dict[str, Any]:
    """The class without its students, as plain data."""
    return {
        "lessons": [
            {"ready": given.ready, "lesson": given.lesson} for given in teacher.lessons.values()
        ],
        "at": teacher.at,
        "look": teacher.look,
        "wait": teacher.wait,
        "after": teacher.after,
        "shown": list(teacher.shown) if teacher.shown else [],
        "words": words,
    }


def student_to_dict(student: ClassStudent) -> dict[str, Any]:
    return {
        "device": student.device,
        "key": student.key,
        "name": student.name,
        "sheets": {
            id: {
                "answers": {
                    str(n): [answer.text, answer.at] for n, answer in sheet.answers.items()
                },
                "place": sheet.place,
                "run": sheet.run,
                "done": sheet.done,
                "seed": sheet.seed,
                "figures": sheet.figures,
            }
            for id, sheet in student.sheets.items()
        },
        "handed": [
            {"id": one.id, "kind": one.kind, "name": one.name, "text": one.text}
            for one in student.handed
        ],
        "task": student.task,
    }


# ---------------------------------------------------------------- in


def read_class_file(text: str) -> ClassInvitationFile | WorkFile | SavedClass:
    """What a file of a class has. Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("The file is too large for a class.")
    return _read(lesson_table(text, _damaged()))


def unpack_work(packed: str) -> WorkFile:
    """A student's work from the fragment of a link. Raises :class:`LoadError` with a sentence."""
    text = share_link.inflate_text(packed.removeprefix(WORK))
    if len(text) > LARGEST_WORK:
        raise LoadError("The file is too large for a class.")
    found = _read(lesson_table(text, _damaged()))
    if not isinstance(found, WorkFile):
        raise _damaged()
    return found


def _read(table: dict[str, Any]) -> ClassInvitationFile | WorkFile | SavedClass:
    foreign = LoadError("This file comes from another version of this program. It can’t be read.")
    table = upgraded(CLASS, table, foreign)
    name, id = table.get("name"), table.get("class")
    if not (isinstance(name, str) and is_class_name(name) and is_hex(id, 16)):
        raise _damaged()
    match table.get("kind"):
        case "invitation" if set(table) == _INVITATION:
            return _invitation(table)
        case "work" if set(table) == _WORK:
            return _work_file(table)
        case "class" if set(table) == _CLASS and isinstance(table["pupils"], list):
            saved = class_from_dict(id, name, table["state"], table["pupils"])
            if saved is not None:
                return saved
    raise _damaged()


def _invitation(table: Mapping[str, Any]) -> ClassInvitationFile:
    lesson = table["lesson"]
    if not (is_text(table["code"], LONGEST_CODE) and is_short_text(table["ready"], 40)):
        raise _damaged()
    if lesson is not None:
        if not isinstance(lesson, dict):
            raise _damaged()
        lesson = lesson_of_table(lesson)
    return ClassInvitationFile(table["name"], table["class"], table["code"], table["ready"], lesson)


def _work_file(table: Mapping[str, Any]) -> WorkFile:
    messages = table["messages"]
    if not is_list(messages, 1, _MOST_MESSAGES, lambda value: isinstance(value, dict)):
        raise _damaged()
    try:
        messages = [check_message(value, OF_STUDENT) for value in messages]
    except ClassMessageError:
        raise _damaged() from None
    if messages[0]["m"] != "hello" or messages[0]["class"] != table["class"]:
        raise _damaged()
    return WorkFile(table["name"], table["class"], messages[0], messages[1:])


def class_from_dict(
    id: str, name: str, state: Any, students: Sequence[Any], *, strict: bool = True
) -> SavedClass | None:
    """The class in the tables of :func:`class_to_dict` and :func:`student_to_dict`, or None.

    Without ``strict``, a student whose table is damaged is left out. Words with which no invitation can be
    made are replaced by none, so that the class gets new ones."""
    if not _state_fits(state) or len(students) > MOST_STUDENTS:
        return None
    teacher = ClassTeacher(id, name)
    for given in state["lessons"]:
        try:
            lesson = lesson_of_table(given["lesson"])
        except LoadError:
            return None
        teacher.lessons[lesson_id(lesson)] = GivenLesson(lesson, given["ready"])
    if state["at"] and state["at"] not in teacher.lessons:
        return None
    teacher.at, teacher.look, teacher.wait = state["at"], state["look"], state["wait"]
    teacher.after = state["after"]
    if state["shown"]:
        lesson_of, q = state["shown"]
        known = teacher.lessons.get(lesson_of)
        if known is not None and q < len(known.lesson["questions"]):
            teacher.shown = (lesson_of, q)
    for table in students:
        student = _student(table, teacher)
        if student is None and strict:
            return None
        if student is not None:
            student.number = len(teacher.students) + 1
            teacher.students[student.device] = student
    return SavedClass(teacher, state["words"] if are_words(state["words"]) else "")


def _state_fits(state: Any) -> bool:
    return (
        isinstance(state, dict)
        and set(state) == _STATE
        and is_list(state["lessons"], 0, MOST_LESSONS, _given_fits)
        and (state["at"] == "" or is_hex(state["at"], 16))
        and is_flag(state["look"])
        and is_flag(state["wait"])
        and is_one_of(state["after"], AFTER)
        and isinstance(state["shown"], list)
        and (not state["shown"] or _shown_fits(state["shown"]))
        and is_text(state["words"], 40)
    )


def _given_fits(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"ready", "lesson"}
        and is_short_text(value["ready"], 40)
        and isinstance(value["lesson"], dict)
    )


def _shown_fits(shown: list[Any]) -> bool:
    return (
        len(shown) == 2
        and is_hex(shown[0], 16)
        and is_whole_number(shown[1], 0, MOST_QUESTIONS - 1)
    )


def _student(table: Any, teacher: ClassTeacher) -> ClassStudent | None:
    good = (
        isinstance(table, dict)
        and {*table, "task"} == _STUDENT
        and is_hex(table["device"], 16)
        and is_hex(table["key"], 32)
        and is_short_text(table["name"], LONGEST_NAME)
        and is_table(table["sheets"], MOST_LESSONS, _sheet_fits, lambda id: is_hex(id, 16))
        and is_list(table["handed"], 0, MOST_HANDED_EACH + 1, is_handed)
        and is_text(table.get("task", ""), LARGEST_BOARD)
    )
    if not good:
        return None
    student = ClassStudent(table["device"], table["key"], table["name"])
    for id, sheet in table["sheets"].items():
        known = teacher.lessons.get(id)
        if known is None:
            continue
        most = len(known.lesson["questions"])
        student.sheets[id] = StudentSheet(
            {
                int(n): Written(text, at)
                for n, (text, at) in sheet["answers"].items()
                if int(n) < most
            },
            min(sheet["place"], most - 1),
            sheet["run"],
            sheet["done"],
            sheet["seed"],
            dict(sheet["figures"]),
        )
    student.task = table.get("task", "")
    student.handed = [HandedIn(**one) for one in table["handed"]]
    return student


def _sheet_fits(sheet: Any) -> bool:
    numbers = {str(n) for n in range(MOST_QUESTIONS)}
    return (
        isinstance(sheet, dict)
        and set(sheet) == _SHEET
        and is_table(sheet["answers"], MOST_QUESTIONS, _answer_fits, numbers.__contains__)
        and is_whole_number(sheet["place"], -1, MOST_QUESTIONS - 1)
        and is_one_of(sheet["run"], RUNS)
        and is_whole_number(sheet["done"], 0, 100)
        and is_whole_number(sheet["seed"], 0, MOST_SEED)
        and is_table(sheet["figures"], MOST_FIGURES, *_FIGURE)
    )


def _answer_fits(answer: Any) -> bool:
    return (
        isinstance(answer, list)
        and len(answer) == 2
        and is_short_text(answer[0], LONGEST_ANSWER)
        and is_whole_number(answer[1], 0, LATEST)
    )


_FIGURE: Final = (
    lambda number: OF_STUDENT["figures"]["figures"]({"a": number}),
    lambda name: OF_STUDENT["figures"]["figures"]({name: 0}),
)
