"""The view of a class's screen, for its teacher and for a student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....classroom.class_codes import ClassCodeError, unpack_invitation
from ....classroom.messages import SWEEP
from ....classroom.tallies import cut_text
from ....classroom.teacher import ClassStudent, ClassTeacher, StudentSheet
from ....language.catalogue import N_, Catalogue
from ..state import ClassroomState
from .charts import chart_view

if TYPE_CHECKING:
    from ....classroom.student import ClassMember
    from .types import (
        ClassCell,
        ClassChoice,
        ClassColumn,
        ClassHanded,
        ClassQuestion,
        ClassroomView,
        ClassRow,
        ClassText,
        StudentView,
        TeachingView,
    )

TAB_NAMES: Final = (
    ("join", N_("Let students in")),
    ("overview", N_("Overview")),
    ("answers", N_("Answers")),
    ("handed", N_("Handed in")),
)
AFTER_NAMES: Final = (
    ("run", N_("after each student’s own experiment")),
    ("held", N_("not yet")),
    ("open", N_("now, for everyone")),
)


def classroom_view(
    shown: ClassroomState,
    worksheets: Sequence[tuple[str, str, bool]],
    returning: bool,
    address: str,
    _: Catalogue,
) -> Mapping[str, object]:
    """The values for the template. ``returning``: a student's device can come back to its class by itself.

    ``address``: what precedes the code in a link into the class."""
    member = shown.member
    side, path = shown.picture
    choices = _choices(worksheets)
    view: ClassroomView = {
        "at": shown.at,
        "trouble": shown.trouble,
        "said": shown.said,
        "worksheets": choices,
        "typed": shown.name,
        "class_typed": shown.class_typed,
        "code": shown.code,
        "link": address + shown.code,
        "picture": {"side": side, "path": path},
        "making": shown.making,
        "copied": shown.copied,
        "camera": shown.camera,
        "stored_class": shown.stored_class,
        "stored_member": shown.stored_member,
        "unreadable": shown.unreadable,
        "typed_invitation": shown.pasted.get("class-invited", ""),
        "typed_reply": shown.pasted.get("class-read" if shown.teacher else "class-carry", ""),
        "invited": member.class_name if member is not None else "",
        "has_lesson": member is not None and member.lesson is not None,
        "teach": None,
        "part": None,
    }
    if shown.teacher is not None:
        view["teach"] = _teaching(shown, shown.teacher, choices, _)
    elif member is not None and shown.at == "student":
        view["part"] = _part(shown, member, returning, _)
    # The laboratory's templates have names of their own at the top, so a class has one.
    return {"klass": view}


def _choices(rows: Sequence[tuple[str, str, bool]]) -> list[ClassChoice]:
    return [{"value": value, "label": label, "chosen": chosen} for value, label, chosen in rows]


# ---------------------------------------------------------------- the teacher


def _teaching(
    shown: ClassroomState, teacher: ClassTeacher, worksheets: list[ClassChoice], _: Catalogue
) -> TeachingView:
    given = teacher.given
    students = _in_order(teacher, shown)
    names = student_names(teacher, shown, _)
    questions = given.lesson["questions"] if given else []
    return {
        "name": teacher.name,
        "count": _("{n} of {all} connected", n=len(teacher.present()), all=len(students))
        if students
        else _("nobody yet"),
        "tab": shown.tab,
        "tabs": [(name, _(label)) for name, label in TAB_NAMES],
        "worksheets": worksheets,
        "title": given.lesson["title"] if given else "",
        "look": teacher.look,
        "wait": teacher.wait,
        "after": _choices(
            [
                (word, _(label), word == (shown.picked_after or teacher.after))
                for word, label in AFTER_NAMES
            ]
        ),
        "has_after": any(question["when"] == "after" for question in questions),
        "only_here": shown.only_here,
        "for_everyone": _for_everyone(shown.code),
        "joined": [
            teacher.students[device].name or _("no name")
            for device in shown.joined
            if device in teacher.students and not shown.hidden_names
        ],
        "rows": [_row(student, names[student.device], teacher, shown, _) for student in students],
        "columns": _columns(teacher, _),
        "questions": [_question(teacher, n, shown, _) for n in _order(questions)]
        if shown.tab == "answers"
        else [],
        "handed": _handed(teacher, students, names, shown, _),
        "sweeps": any(one.text.startswith(SWEEP) for student in students for one in student.handed),
        "bots": any(one.kind == "bot" for student in students for one in student.handed),
        "hidden_names": shown.hidden_names,
        "ending": shown.ending,
        "saved": shown.saved,
        "empty": not students,
    }


def _in_order(teacher: ClassTeacher, shown: ClassroomState) -> list[ClassStudent]:
    """The students by name; while names are hidden, by number, as the order would tell who is who."""
    students = teacher.students.values()
    if shown.hidden_names:
        return sorted(students, key=lambda student: student.number)
    return sorted(students, key=lambda student: student.name.casefold())


def student_names(teacher: ClassTeacher, shown: ClassroomState, _: Catalogue) -> dict[str, str]:
    """What each student is called on the screen, and in what is spoken, by device."""
    return {
        student.device: _("Student {n}", n=student.number)
        if shown.hidden_names
        else student.name or _("no name")
        for student in teacher.students.values()
    }


def entering_bots(teacher: ClassTeacher, shown: ClassroomState) -> set[str]:
    """The ids of the bots that enter the tournament: the last one of each student, unless the teacher has
    chosen otherwise."""
    entering = set()
    for student in teacher.students.values():
        bots = [one.id for one in student.handed if one.kind == "bot"]
        entering |= {id for id in bots if shown.chosen.get(id, id == bots[-1])}
    return entering


def _for_everyone(code: str) -> bool:
    try:
        return not code or unpack_invitation(code).for_everyone
    except ClassCodeError:
        return True


def _order(questions: Sequence[Mapping[str, Any]]) -> list[int]:
    """The questions in the order of the worksheet: those before the run come first."""
    return sorted(range(len(questions)), key=lambda n: questions[n]["when"] != "before")


def _columns(teacher: ClassTeacher, _: Catalogue) -> list[ClassColumn]:
    """The questions and the run as columns of the overview."""
    given = teacher.given
    if given is None:
        return []
    questions = given.lesson["questions"]
    sheets = [
        student.sheets.get(teacher.at, StudentSheet()) for student in teacher.students.values()
    ]
    order = _order(questions)
    columns: list[ClassColumn] = [
        {
            "short": str(number),
            "label": questions[n]["text"],
            "count": str(sum(_answered(sheet, n) for sheet in sheets)),
        }
        for number, n in enumerate(order, 1)
    ]
    if given.lesson["run"]:
        before = sum(questions[n]["when"] == "before" for n in order)
        ran = sum(sheet.run == "ran" for sheet in sheets)
        columns.insert(
            before, {"short": _("Experiment"), "label": _("Experiment"), "count": str(ran)}
        )
    return columns


def _answered(sheet: StudentSheet, n: int) -> bool:
    return n in sheet.answers and bool(sheet.answers[n].text.strip())


def _row(
    student: ClassStudent, name: str, teacher: ClassTeacher, shown: ClassroomState, _: Catalogue
) -> ClassRow:
    sheet = student.sheets.get(teacher.at, StudentSheet())
    given = teacher.given
    cells: list[ClassCell] = []
    if given is not None:
        questions = given.lesson["questions"]
        order = _order(questions)
        cells = [_cell(sheet, question, _) for question in order]
        if given.lesson["run"]:
            before = sum(questions[question]["when"] == "before" for question in order)
            cells.insert(before, _run_cell(sheet, _))
    state = "away" if not student.conn else "hidden" if student.hidden else "here"
    names = {"here": _("here"), "hidden": _("looking elsewhere"), "away": _("not connected")}
    return {
        "device": student.device,
        "name": name,
        "state": state,
        "says": names[state],
        "cells": cells,
        "removing": shown.removed == student.device,
    }


def _cell(sheet: StudentSheet, n: int, _: Catalogue) -> ClassCell:
    if sheet.place == n:
        return {"state": "here", "text": _("answered last"), "done": ""}
    if _answered(sheet, n):
        return {"state": "done", "text": _("answered"), "done": ""}
    return {"state": "", "text": _("not answered"), "done": ""}


def _run_cell(sheet: StudentSheet, _: Catalogue) -> ClassCell:
    if sheet.run == "running":
        text = _("running: {n}%", n=sheet.done)
        return {"state": "running", "text": text, "done": _("{n}%", n=sheet.done)}
    if sheet.run == "ran":
        return {"state": "done", "text": _("has run"), "done": ""}
    return {"state": "", "text": _("hasn’t run"), "done": ""}


def _question(teacher: ClassTeacher, n: int, shown: ClassroomState, _: Catalogue) -> ClassQuestion:
    lesson = teacher.lessons[teacher.at].lesson
    question = lesson["questions"][n]
    on = teacher.shown == (teacher.at, n)
    chart = chart_view(teacher.chart_of(teacher.at, n), lesson["language"], _)
    texts = _texts(teacher, n) if chart["kind"] not in ("choice", "number") else []
    new = sum(text["count"] for text in texts if text["new"] and not text["out"]) if on else 0
    if shown.hidden_names:  # this screen is on the wall then
        texts = [text for text in texts if on and not (text["new"] or text["out"])]
    return {
        "n": n,
        "number": _order(lesson["questions"]).index(n) + 1,
        "after": question["when"] == "after",
        "shown": on,
        "chart": chart,
        "texts": texts,
        "new": new,
    }


def _texts(teacher: ClassTeacher, n: int) -> list[ClassText]:
    """The answers in words to a question, as the teacher reads them: equal ones, which have one id, once."""
    counts = Counter(teacher.texts_of(teacher.at, n))
    return [
        {
            "text": cut_text(text),
            "count": count,
            "id": id,
            "out": id in teacher.left_out,
            "new": id not in teacher.approved,
        }
        for (text, id), count in counts.items()
    ]


def _handed(
    teacher: ClassTeacher,
    students: Sequence[ClassStudent],
    names: Mapping[str, str],
    shown: ClassroomState,
    _: Catalogue,
) -> list[ClassHanded]:
    """The files. While names are hidden they have numbers, as many a file is named after its author."""
    kinds = {
        "bot": _("bot"),
        "run": _("simulation"),
        "answers": _("answers"),
        "board": _("part of a board"),
    }
    entering = entering_bots(teacher, shown)
    return [
        {
            "id": one.id,
            "student": names[student.device],
            "name": str(n) if shown.hidden_names else one.name,
            "kind": _("sweep") if one.text.startswith(SWEEP) else kinds[one.kind],
            "bot": one.kind == "bot",
            "enters": one.id in entering,
            "removing": shown.dropped == one.id,
        }
        for student in students
        for n, one in enumerate(student.handed, 1)
    ]


# ---------------------------------------------------------------- a student


def _part(shown: ClassroomState, member: ClassMember, returning: bool, _: Catalogue) -> StudentView:
    state = "in" if member.present else "returning" if returning else "out"
    says = {
        "in": _("Connected: your teacher gets your answers as you write."),
        "returning": _("Connection lost. Keep working: your answers are saved here."),
        "out": _("Not connected. Keep working: your answers are saved here."),
    }[state]
    if member.look and state != "in":  # who looks up does not work
        says = _("Not connected: your answers are saved here.")
    side, path = shown.work_picture
    language = member.lesson["language"] if member.lesson else _.language
    return {
        "name": member.class_name,
        "student": member.name,
        "state": state,
        "says": says,
        "look": member.look,
        "wait": member.wait,
        "chart": chart_view(member.chart, language, _) if member.chart else None,
        "sheet": member.lesson is not None,
        "letting_in": shown.letting_in,
        "carried": _carried(member.carried, _),
        "carrying": member.carrying,
        "waiting": [handed.name for handed in member.waiting],
        "board": bool(member.task),
        "over": shown.over,
        "unkept": shown.unkept,
        "work_code": shown.work_code,
        "work_picture": {"side": side, "path": path},
    }


def _carried(why: str | None, _: Catalogue) -> str:
    if why is None:
        return ""
    return why or _("The code has been passed on. Your classmate is being let in.")
