"""Classes in one process: a teacher's end and those of students, with connections that can break."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from titledeed.classroom.class_codes import Invitation, pack_invitation
from titledeed.classroom.student import ClassMember
from titledeed.classroom.teacher import ClassTeacher
from titledeed.lab.lessons.lesson_format import (
    Lesson,
    blank_lesson,
    blank_teacher,
    question_of,
)

WORDS = "ABCDabcdabcdabcdabcdabcdabcd"[:28]
ID = "0123456789abcdef"


def lesson(title: str = "Dice") -> Lesson:
    """A worksheet with a choice and a number before the run, and a text after it."""
    choice = {**question_of("Which is more likely?", "choice", "before"), "choices": ["6", "7"]}
    number = question_of("How many of 36?", "number", "before")
    return {
        **blank_lesson(),
        "title": title,
        "text": "Two dice.",
        "questions": [choice, number, question_of("Why?")],
        "teacher": {**blank_teacher(), "notes": "The answer is 7."},
    }


def invitation(name: str = "7B", id: str = ID) -> Invitation:
    return Invitation(name, id, WORDS, bytes(range(32)))


def where(name: str = "Ada", place: int = -1, run: str = "before", **more: Any) -> dict[str, Any]:
    return {"name": name, "place": place, "run": run, "done": 0, "hidden": False, "seed": 11} | more


@dataclass
class Classroom:
    """A class with simulated connections. ``now`` is in seconds."""

    teacher: ClassTeacher = field(default_factory=lambda: ClassTeacher(ID, "7B"))
    members: dict[str, ClassMember] = field(default_factory=dict)
    now: float = 100.0
    conns: dict[int, str] = field(default_factory=dict)  # the member at the other end
    next: int = 0

    def join(self, name: str, invitation: Invitation = invitation()) -> ClassMember:  # noqa: B008
        n = len(self.members) + 1
        member = ClassMember(pack_invitation(invitation), invitation, f"{n:016x}", f"{n:032x}")
        member.name = name
        self.members[name] = member
        self.link(name)
        return member

    def link(self, name: str) -> int:
        """Connect a member to the teacher."""
        self.next += 1
        self.conns[self.next] = name
        self.teacher.connect(self.next, self.now)
        self.members[name].connect(self.next, self.now)
        self.run()
        return self.next

    def cut(self, name: str) -> None:
        """Break a member's connection. What is on its way is lost."""
        for conn_id in [conn_id for conn_id, other in self.conns.items() if other == name]:
            del self.conns[conn_id]
            self.teacher.lost(conn_id)
            self.members[name].lost(conn_id)
            self.members[name].out.clear()

    def run(self) -> None:
        """Deliver all messages."""
        while self.teacher.out or any(member.out for member in self.members.values()):
            out, self.teacher.out = self.teacher.out, []
            for conn_id, text in out:
                member = self.members.get(self.conns.get(conn_id, ""))
                if member is None:
                    continue
                if text is None:
                    del self.conns[conn_id]
                    member.lost(conn_id)
                else:
                    member.receive(conn_id, text, self.now)
            for member in self.members.values():
                out, member.out = member.out, []
                for conn_id, text in out:
                    if conn_id not in self.conns:
                        continue
                    if text is None:
                        del self.conns[conn_id]
                        self.teacher.lost(conn_id)
                    else:
                        self.teacher.receive(conn_id, text, self.now)

    def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 2)):
            self.now += 0.5
            self.teacher.tick(self.now)
            for member in self.members.values():
                member.tick(self.now)
            self.run()
