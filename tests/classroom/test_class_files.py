"""The same class by files and codes: an invitation, a student's work, and the whole class."""

from __future__ import annotations

import json

import pytest

from classes import WORDS, Classroom, invitation, lesson, where
from titledeed.classroom.class_codes import pack_invitation
from titledeed.classroom.class_files import (
    HEAD,
    ClassInvitationFile,
    SavedClass,
    WorkFile,
    read_class_file,
    unpack_work,
    write_class,
    write_invitation,
    write_work,
)
from titledeed.classroom.class_files import pack_work as packed
from titledeed.classroom.student import ClassMember
from titledeed.classroom.teacher import HandedIn
from titledeed.engine.errors import LoadError
from titledeed.lab.lessons.lesson_format import for_students, lesson_id

ONE = lesson_id(lesson())


def filled() -> tuple[Classroom, ClassMember]:
    room = Classroom()
    room.teacher.give(lesson())
    member = room.join("Ada")
    member.write(ONE, [("7", 1000), ("6", 1001), ("", 0)], where(run="ran"), {"games": 100})
    member.hand_in(HandedIn("0" * 16, "bot", "Magpie", "# title-deed-bot/1\n"))
    room.run()
    room.teacher.show(1)
    return room, member


def test_an_invitation_has_the_worksheet_and_the_code() -> None:
    room, _member = filled()
    code = pack_invitation(invitation())
    text = write_invitation(room.teacher, code)
    assert text.startswith(HEAD)
    read = read_class_file(text)
    assert read == ClassInvitationFile("7B", room.teacher.id, code, "", for_students(lesson()))
    assert "The answer is 7" not in text


def test_work_comes_as_a_file_or_a_code_and_an_earlier_copy_changes_nothing() -> None:
    room, member = filled()
    early = packed(member)
    assert len(early) < 1200
    room.cut("Ada")
    member.write(ONE, [("6", 2000), ("6", 1001), ("why not", 2001)], where(), {})
    late = read_class_file(write_work(member))
    for work in (late, unpack_work(early), late):
        assert isinstance(work, WorkFile)
        assert room.teacher.take_work(work.hello, work.messages)
    texts = {n: answer.text for n, answer in _sheet(room).answers.items()}
    assert texts == {0: "6", 1: "6", 2: "why not"}
    other = Classroom()
    other.teacher.give(lesson())
    assert other.teacher.take_work(late.hello, late.messages)
    assert {n: answer.text for n, answer in _sheet(other).answers.items()} == texts


def _sheet(room: Classroom):  # type: ignore[no-untyped-def]
    (student,) = room.teacher.students.values()
    return student.sheets[ONE]


def test_the_whole_class_is_saved_and_opened_again() -> None:
    room, _member = filled()
    room.teacher.set_wait(True)
    text = write_class(room.teacher, WORDS)
    saved = read_class_file(text)
    assert isinstance(saved, SavedClass)
    assert saved.words == WORDS
    assert write_class(saved.teacher, WORDS) == text
    assert saved.teacher.chart()["numbers"] == [6]
    for damaged in ("words", "!" * 28, "é" * 28, "A" * 40):
        saved = read_class_file(write_class(room.teacher, damaged))
        assert isinstance(saved, SavedClass)
        assert saved.words == "", "no invitation can be made of these, so new ones are needed"


@pytest.mark.parametrize("kind", ["invitation", "work", "class"])
def test_a_damaged_file_is_refused(kind: str) -> None:
    room, member = filled()
    text = {
        "invitation": write_invitation(room.teacher, "code"),
        "work": write_work(member),
        "class": write_class(room.teacher, ""),
    }[kind]
    table = json.loads(text)
    for name in table:
        with pytest.raises(LoadError):
            read_class_file(json.dumps({**table, name: 5}))
    with pytest.raises(LoadError, match="newer version"):
        read_class_file(text.replace("class/1", "class/2", 1))
    with pytest.raises(LoadError):
        read_class_file(text[:-5])
