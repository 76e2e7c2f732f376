"""The teacher's end of a class: who is in it, what they have written, and what all see now.

A :class:`ClassTeacher` takes messages and the time, and puts messages into :attr:`~ClassTeacher.out`. It
accepts the same message twice without harm: only a later answer replaces an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ..lab.lessons.answer_files import StudentAnswers
from ..lab.lessons.lesson_format import Lesson, for_students, lesson_id, write_lesson
from ..migrations.lesson_and_worksheet_formats import ANSWERS
from ..peers.messages import Rate
from .messages import (
    HANDED,
    LARGEST_BOARD,
    LARGEST_HANDED,
    MOST_SECOND,
    MOST_STUDENTS,
    NO_KEY,
    OF_STUDENT,
    PROTOCOL,
    TOO_MANY,
    ClassMessageError,
    Message,
    Parts,
    check_message,
    message,
    parts_of,
    read_message,
    text_id,
    write_message,
)
from .tallies import chart_of, cut_text, sorted_texts

SILENT: Final = 12.0  # seconds without a sign of life after which a student counts as away
GREETING: Final = 10.0  # seconds within which a new connection must say who it is
BEAT: Final = 4.0  # seconds between two signs of life
MOST_HANDED: Final = 240  # files of the whole class
MOST_HANDED_EACH: Final = 12
MOST_HANDED_TEXT: Final = (
    16_000_000  # characters of all these files: a saved class must stay readable
)
MOST_LESSONS: Final = 12


@dataclass
class Written:
    """An answer, and when it was written (in milliseconds of the student's clock)."""

    text: str
    at: int


@dataclass
class StudentSheet:
    """What a student has written on one worksheet. ``place``: the question that was answered last, or −1;
    ``done``: how much of the run is over, in percent."""

    answers: dict[int, Written] = field(default_factory=dict)
    place: int = -1
    run: str = "none"
    done: int = 0
    seed: int = 0
    figures: dict[str, float] = field(default_factory=dict)


@dataclass
class HandedIn:
    """A file that a student has handed in."""

    id: str
    kind: str
    name: str
    text: str


@dataclass
class ClassStudent:
    """A student's device. ``conn`` is its connection, or 0; ``heard``: when it was heard last; ``task``: the
    text of what it has been given of a board that the class makes. ``number``: what the student is called
    while names are hidden, in the order in which the students have come."""

    device: str
    key: str
    name: str = ""
    number: int = 0
    sheets: dict[str, StudentSheet] = field(default_factory=dict)
    handed: list[HandedIn] = field(default_factory=list)
    task: str = ""
    hidden: bool = False
    conn: int = 0
    heard: float = 0.0


@dataclass(frozen=True)
class GivenLesson:
    """A worksheet of the class. ``ready``: its name if it comes with the program, else ""."""

    lesson: Lesson
    ready: str = ""


class ClassNews(NamedTuple):
    """Something that the page has to do or to tell: "joined", "left", "handed", "carry" (a student has read a
    code), "words" and "spare" (ways to reconnect), "foreign" (a device with another version)."""

    what: str
    device: str
    facts: Mapping[str, Any] = {}


@dataclass
class _Line:
    """A connection; ``device`` is "" until it has said who it is."""

    since: float
    rate: Rate
    device: str = ""
    parts: dict[str, tuple[str, str, Parts]] = field(default_factory=dict)


def answer_id(lesson: str, q: int, text: str) -> str:
    """The id of an answer in words. A changed answer has another id."""
    return text_id(f"{lesson} {q} {text.strip()}")


class ClassTeacher:
    """The class. ``id``: 16 hexadecimal digits. ``dirty``: what has to be stored, "" for the class itself and
    otherwise the students' devices."""

    def __init__(self, id: str, name: str) -> None:
        self.id, self.name = id, name
        self.students: dict[str, ClassStudent] = {}
        self.lessons: dict[str, GivenLesson] = {}
        self.at = ""  # the worksheet that the class works on
        self.look = self.wait = False
        self.after = "run"
        self.shown: tuple[str, int] | None = None  # worksheet and question whose answers all see
        # Answers in words that all may see, and those that are left out, by :func:`answer_id`.
        self.approved: set[str] = set()
        self.left_out: set[str] = set()
        self.out: list[tuple[int, str | None]] = []  # None closes a connection
        self.news: list[ClassNews] = []
        self.dirty: set[str] = {""}
        self.changed = True  # since the page has last drawn it
        self._lines: dict[int, _Line] = {}
        self._sent_chart: dict[str, Any] = {}
        self._beat = 0.0

    # ------------------------------------------------------------ what the teacher does

    @property
    def given(self) -> GivenLesson | None:
        """The worksheet that the class works on."""
        return self.lessons.get(self.at)

    def give(self, lesson: Lesson, ready: str = "") -> bool:
        """Give the class a worksheet. Return False if it has had too many already."""
        id = lesson_id(lesson)
        if id not in self.lessons and len(self.lessons) >= MOST_LESSONS:
            return False
        self.lessons[id] = GivenLesson(lesson, ready)
        self.at, self.shown, self.after = id, None, "run"
        self._note("")
        for student in self.present():
            self._send_sheet(student, "")
        self._tell_now()
        return True

    def set_look(self, on: bool) -> None:
        """Let all look here: their worksheets are covered."""
        self.look = on
        self._note("")
        self._tell_now()

    def set_wait(self, on: bool) -> None:
        """Let all wait: they can read their worksheets, but not go on."""
        self.wait = on
        self._note("")
        self._tell_now()

    def set_after(self, word: str) -> None:
        """Say when the questions after the run are shown: after each student's own "run", not yet ("held"),
        or now ("open")."""
        self.after = word
        self._note("")
        self._tell_now()

    def show(self, q: int | None) -> None:
        """Show all how the class has answered a question; None shows nothing."""
        fits = self.given is not None and q is not None and q < len(self.given.lesson["questions"])
        self.shown = (self.at, q) if fits and q is not None else None
        self.show_new()

    def show_new(self) -> None:
        """Show all the answers in words that have come meanwhile too, without those that are left out."""
        if self.shown is not None:
            self.approved |= {answer_id(*self.shown, text) for text in self.answers_to(*self.shown)}
        self._note("")
        self._tell_now()

    def leave_out(self, id: str) -> None:
        """Leave an answer in words out of what all see, or take it back in."""
        self.left_out ^= {id}
        self._note("")
        self._tell_now()

    def deal_board(self, tasks: Mapping[str, str]) -> None:
        """Give these devices their tasks on a board, and take them from all others."""
        for device, student in self.students.items():
            task = tasks.get(device, "")
            if task != student.task and len(task) <= LARGEST_BOARD:
                student.task = task
                self._note(device)
                if student.conn:
                    self._send_board(student)

    def replace_part(self, device: str, text: str) -> None:
        """Keep this text instead of the part of a board that a device has handed in."""
        student = self.students.get(device)
        for one in student.handed if student is not None else ():
            if one.kind == "board" and one.text != text and len(text) <= LARGEST_HANDED:
                one.text = text
                self._note(device)

    def drop_handed(self, id: str) -> None:
        """Remove a file that was handed in."""
        for student in self.students.values():
            if any(one.id == id for one in student.handed):
                student.handed = [one for one in student.handed if one.id != id]
                self._note(student.device)

    def rename(self, device: str, name: str) -> None:
        student = self.students.get(device)
        if student is not None:
            student.name = name
            self._note(device)

    def remove(self, device: str) -> None:
        """Remove a student and what they have written here. They may join again with a new code."""
        student = self.students.pop(device, None)
        if student is None:
            return
        if student.conn:
            self._send(student.conn, message("bye", why="removed"))
            self._close(student.conn)
        self._note(device)
        self.news.append(ClassNews("left", device))

    def end(self) -> None:
        """End the class: the students' devices are told, and keep what is theirs."""
        for conn_id in list(self._lines):
            self._send(conn_id, message("end"))
            self._close(conn_id)

    def carried(self, device: str, why: str) -> None:
        """Tell a student whether the code that it has read works; ``why`` not, or ""."""
        student = self.students.get(device)
        if student is not None and student.conn:
            self._send(student.conn, message("carried", why=why))

    def offer_words(self, device: str, words: str) -> None:
        """Tell a student the words with which this device will come back."""
        self._to(device, message("words", words=words))

    def offer_spare(self, device: str, code: str, opens: bool) -> None:
        """Tell a student about the connection that is held ready for it."""
        self._to(device, message("spare", code=code, opens=opens))

    # ------------------------------------------------------------ what is known

    def present(self) -> list[ClassStudent]:
        return [student for student in self.students.values() if student.conn]

    def chart(self) -> dict[str, Any]:
        """The chart that all see, {} for none. It has only those texts that the teacher has let pass."""
        if self.shown is None or self.shown[0] not in self.lessons:
            return {}
        chart = self.chart_of(*self.shown)
        if chart["kind"] not in ("choice", "number"):
            chart["texts"] = [
                cut_text(text)
                for text, id in self.texts_of(*self.shown)
                if id in self.approved and id not in self.left_out
            ]
        return chart

    def texts_of(self, lesson: str, q: int) -> list[tuple[str, str]]:
        """The answers in words to a question, each with its :func:`answer_id`, in an order that says nothing
        about who wrote them."""
        texts = sorted_texts(self.answers_to(lesson, q))
        return [(text, answer_id(lesson, q, text)) for text in texts]

    def chart_of(self, lesson: str, q: int) -> dict[str, Any]:
        """The chart of the answers to a question of a worksheet."""
        table = self.lessons[lesson].lesson
        return chart_of(
            table["questions"][q], self.answers_to(lesson, q), len(self.students), table["language"]
        )

    def answers_to(self, lesson: str, q: int) -> list[str]:
        """The answers to a question that are not empty."""
        sheets = (student.sheets.get(lesson) for student in self.students.values())
        given = (sheet.answers.get(q) for sheet in sheets if sheet is not None)
        return [answer.text for answer in given if answer is not None and answer.text.strip()]

    def answer_sheets(self, lesson: str) -> list[StudentAnswers]:
        """What all students have written on a worksheet, as the files that they could hand in."""
        table = self.lessons[lesson].lesson
        questions = [question["text"] for question in table["questions"]]
        out: list[StudentAnswers] = []
        for student in sorted(self.students.values(), key=lambda student: student.name.casefold()):
            sheet = student.sheets.get(lesson)
            if sheet is None:
                continue
            texts = [sheet.answers.get(n, Written("", 0)).text for n in range(len(questions))]
            out.append(
                {
                    "format": ANSWERS.id,
                    "lesson": lesson,
                    "title": table["title"],
                    "name": student.name,
                    "questions": questions,
                    "answers": texts,
                    "seed": sheet.seed,
                    "figures": dict(sheet.figures),
                    "tables": {},
                }
            )
        return out

    # ------------------------------------------------------------ connections

    def connect(self, conn_id: int, now: float) -> None:
        self._lines[conn_id] = _Line(now, Rate(2 * MOST_SECOND, 2.0))

    def receive(self, conn_id: int, text: str, now: float) -> None:
        line = self._lines.get(conn_id)
        if line is None:
            return
        if not line.rate.takes(now):
            self._refuse(conn_id, TOO_MANY)
            return
        try:
            value = read_message(text, OF_STUDENT)
        except ClassMessageError as error:
            self._foreign(line)
            self._refuse(conn_id, str(error))
            return
        if not line.device:
            if value["m"] == "hello":
                self._greeted(conn_id, line, value, now)
            return
        student = self.students.get(line.device)
        if student is not None and student.conn == conn_id:
            student.heard = now
            self._take(student, value, line)

    def lost(self, conn_id: int) -> None:
        line = self._lines.pop(conn_id, None)
        student = self.students.get(line.device) if line is not None else None
        if student is not None and student.conn == conn_id:
            student.conn = 0
            self.changed = True

    def tick(self, now: float) -> None:
        """To be called every half second."""
        for conn_id, line in list(self._lines.items()):
            if not line.device and now - line.since > GREETING:
                self._close(conn_id)
        for student in self.present():
            if now - student.heard > SILENT:
                self._close(student.conn)
        if now - self._beat >= BEAT:
            self._beat = now
            for student in self.present():
                self._send(student.conn, message("still"))
        if self.chart() != self._sent_chart:
            self._tell_now()

    # ------------------------------------------------------------ messages

    def _greeted(self, conn_id: int, line: _Line, value: Message, now: float) -> None:
        device = value["device"]
        student = self.students.get(device)
        why = ""
        if value["protocol"] != PROTOCOL:
            why = "version"
        elif value["class"] != self.id:
            why = "other-class"
        elif student is None and len(self.students) >= MOST_STUDENTS:
            why = "full"
        elif student is not None and student.key not in (value["key"], NO_KEY):
            why = "not-yours"
        if why:
            if why == "version":
                self._foreign(line)
            self._refuse(conn_id, why)
            return
        if student is None:
            student = self._added(device, value["key"])
        if student.key == NO_KEY:
            student.key = value["key"]
        if student.conn and student.conn != conn_id:
            self._close(student.conn)
        student.conn, student.heard, student.hidden, line.device = conn_id, now, False, device
        student.name = value["name"] or student.name
        self._note(device)
        self.news.append(ClassNews("joined", device))
        self._send(conn_id, message("welcome", **{"class": self.id, "name": self.name}))
        self._send_sheet(student, value["have"])
        self._send(conn_id, self._now())
        self._send_board(student)  # also if it was taken back meanwhile

    def _take(self, student: ClassStudent, value: Message, line: _Line | None) -> None:
        """Take a message of a student; ``line`` is None if it comes from a file."""
        match value["m"]:
            case "where":
                self._where(student, value)
            case "answer":
                self._answer(student, value)
            case "figures":
                sheet = self._sheet(student, value["lesson"])
                if sheet is not None and sheet.figures != value["figures"]:
                    sheet.figures = value["figures"]
                    self._note(student.device)
            case "hand" if line is not None:
                self._handing(student, value, line)
            case "part" if line is not None:
                self._part(student, value, line)
            case "carry" | "words" | "spare":
                self.news.append(ClassNews(value["m"], student.device, value))
            case "bye":
                if value["why"] != "left":  # that device could not read a message of this one
                    self.news.append(ClassNews("foreign", student.device))
                self._close(student.conn)

    def _foreign(self, line: _Line) -> None:
        self.news.append(ClassNews("foreign", line.device))

    def _added(self, device: str, key: str) -> ClassStudent:
        number = max((student.number for student in self.students.values()), default=0) + 1
        self.students[device] = ClassStudent(device, key, number=number)
        return self.students[device]

    def _sheet(self, student: ClassStudent, lesson: str) -> StudentSheet | None:
        if lesson not in self.lessons:
            return None
        return student.sheets.setdefault(lesson, StudentSheet())

    def _where(self, student: ClassStudent, value: Message) -> None:
        student.hidden = value["hidden"]
        student.name = value["name"] or student.name
        sheet = self._sheet(student, value["lesson"])
        if sheet is not None:
            most = len(self.lessons[value["lesson"]].lesson["questions"]) - 1
            sheet.place = min(value["place"], most)
            sheet.run, sheet.done, sheet.seed = value["run"], value["done"], value["seed"]
        self._note(student.device)

    def _answer(self, student: ClassStudent, value: Message) -> None:
        sheet, q = self._sheet(student, value["lesson"]), value["q"]
        if sheet is None or q >= len(self.lessons[value["lesson"]].lesson["questions"]):
            return
        known = sheet.answers.get(q)
        if known is None or value["at"] > known.at:
            sheet.answers[q] = Written(value["text"], value["at"])
            self._note(student.device)

    def _handing(self, student: ClassStudent, value: Message, line: _Line) -> None:
        id = value["id"]
        stay = [one for one in student.handed if value["kind"] != "board" or one.kind != "board"]
        if any(handed.id == id for handed in student.handed):
            self._send(student.conn, message("took", id=id, why=""))
        elif (
            len(stay) >= MOST_HANDED_EACH
            or sum(len(student.handed) for student in self.students.values()) >= MOST_HANDED
        ):
            self._send(student.conn, message("took", id=id, why="full"))
        else:
            # One file at a time: a file that was cut off by a lost connection comes again.
            line.parts = {id: (value["kind"], value["name"], Parts(value["parts"]))}

    def _part(self, student: ClassStudent, value: Message, line: _Line) -> None:
        kind, name, parts = line.parts.get(value["id"], ("", "", Parts(0)))
        text = parts.add(value["n"], value["text"])
        if text is None:
            return
        line.parts.clear()
        self.hand_in(student, HandedIn(value["id"], kind, name, text))

    def hand_in(self, student: ClassStudent, handed: HandedIn) -> None:
        """Take a whole file of a student, if it begins as one of its kind does. A part of a board replaces
        the student's earlier one."""
        whole = sum(len(one.text) for known in self.students.values() for one in known.handed)
        why = ""
        if (
            not handed.text.startswith(HANDED.get(handed.kind, ()))
            or len(handed.text) > LARGEST_HANDED
        ):
            why = "damaged"
        elif whole + len(handed.text) > MOST_HANDED_TEXT:
            why = "full"
        if not why and all(known.id != handed.id for known in student.handed):
            if handed.kind == "board":
                student.handed = [one for one in student.handed if one.kind != "board"]
            student.handed.append(handed)
            self._note(student.device)
            self.news.append(ClassNews("handed", student.device, {"id": handed.id}))
        if student.conn:
            self._send(student.conn, message("took", id=handed.id, why=why))

    def take_work(self, hello: Message, messages: Iterable[Message]) -> bool:
        """Take what a student has brought as a file or a code. Return False if the class is full.

        The messages have been checked. A file may be brought by anyone, so the key is not asked for: it
        comes with the first connection. What is already known counts if it is later."""
        device = hello["device"]
        student = self.students.get(device)
        if student is None:
            if len(self.students) >= MOST_STUDENTS:
                return False
            student = self._added(device, NO_KEY)
        student.name = hello["name"] or student.name
        self._note(device)
        for value in messages:
            if value["m"] in ("answer", "figures", "where"):
                self._take(student, check_message(value, OF_STUDENT), None)
        return True

    # ------------------------------------------------------------ out

    def _now(self) -> Message:
        self._sent_chart = self.chart()
        return message(
            "now", look=self.look, wait=self.wait, after=self.after, chart=self._sent_chart
        )

    def _tell_now(self) -> None:
        now = self._now()
        for student in self.present():
            self._send(student.conn, now)

    def _send_sheet(self, student: ClassStudent, has: str) -> None:
        """Send the worksheet, unless the student ``has`` it already, and which answers are known here."""
        given = self.given
        if given is None:
            self._send(student.conn, message("sheet", lesson="", ready="", parts=0, have=[]))
            return
        texts = [] if has == self.at else parts_of(write_lesson(for_students(given.lesson)))
        sheet = student.sheets.get(self.at, StudentSheet())
        times = [
            sheet.answers[n].at if n in sheet.answers else 0
            for n in range(len(given.lesson["questions"]))
        ]
        self._send(
            student.conn,
            message("sheet", lesson=self.at, ready=given.ready, parts=len(texts), have=times),
        )
        for n, text in enumerate(texts):
            self._send(student.conn, message("part", id=self.at, n=n, text=text))

    def _send_board(self, student: ClassStudent) -> None:
        texts = parts_of(student.task) if student.task else []
        id = text_id(student.task) if student.task else ""
        self._send(student.conn, message("board", id=id, parts=len(texts)))
        for n, text in enumerate(texts):
            self._send(student.conn, message("part", id=id, n=n, text=text))

    def _note(self, device: str) -> None:
        self.dirty.add(device)
        self.changed = True

    def _to(self, device: str, value: Message) -> None:
        student = self.students.get(device)
        if student is not None and student.conn:
            self._send(student.conn, value)

    def _send(self, conn_id: int, value: Message) -> None:
        self.out.append((conn_id, write_message(value)))

    def _refuse(self, conn_id: int, why: str) -> None:
        self._send(conn_id, message("bye", why=why))
        self._close(conn_id)

    def _close(self, conn_id: int) -> None:
        self.out.append((conn_id, None))
        self.lost(conn_id)
