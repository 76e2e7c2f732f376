"""A student's end of a class: the worksheet that the teacher gives, and what the teacher does not have yet.

What a student writes stays in the worksheet on this device, as without a class. A :class:`ClassMember` knows
a copy, and sends again whatever the teacher's device lacks after a lost connection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.value_predicates import is_hex, is_list, is_one_of, is_text
from ..lab.lessons.answer_files import LONGEST_NAME
from ..lab.lessons.lesson_format import (
    MOST_QUESTIONS,
    Lesson,
    is_short_text,
    lesson_id,
    read_lesson,
)
from .class_codes import ClassCodeError, Invitation, unpack_invitation
from .messages import (
    BOARD_TASK,
    HANDED,
    LARGEST_BOARD,
    LARGEST_HANDED,
    OF_TEACHER,
    PROTOCOL,
    ClassMessageError,
    Message,
    Parts,
    message,
    parts_of,
    read_message,
    write_message,
)
from .teacher import BEAT, MOST_LESSONS, SILENT, ClassNews, HandedIn, Written

ALONE: Final = 15.0  # seconds without a connection after which this device works on by itself
MOST_WAITING: Final = 12  # files that have not been handed in yet
_EARLIER: Final = (
    10  # answers on earlier worksheets that are sent at a tick: few, as all messages count
)
_HOLDS: Final = ("id", "kind", "name", "text")


@dataclass
class MemberSheet:
    """What this device knows of the student's worksheet. ``where``: the fields of that message."""

    answers: dict[int, Written] = field(default_factory=dict)
    where: dict[str, Any] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)


class ClassMember:
    """``code``: the class's invitation. ``device`` and ``key`` have 16 and 32 hexadecimal digits."""

    def __init__(self, code: str, invitation: Invitation, device: str, key: str) -> None:
        self.code, self.invitation, self.device, self.key = code, invitation, device, key
        self.name = ""
        self.conn = 0
        self.lesson: Lesson | None = None
        self.lesson_id = self.ready = ""
        self.look = self.wait = False
        self.after = "run"
        self.chart: dict[str, Any] = {}
        self.over = False  # the teacher has ended the class
        self.refused = ""  # why the teacher's device has said goodbye
        self.waiting: list[HandedIn] = []  # files that the teacher does not have yet
        self.handed: list[tuple[str, str]] = []  # names of files, and why they were refused
        self.carrying = False  # a code that was read for somebody else is being tried
        self.carried: str | None = None  # whether it worked: why not, or ""
        self.out: list[tuple[int, str | None]] = []
        self.news: list[ClassNews] = []
        self.spare = ("", False)  # the teacher's spare connection: its code; whether words open it
        self.given: list[str] = []  # the ids of the worksheets that this class has given
        self._sheets: dict[str, MemberSheet] = {}
        # What has gone over this connection or is known to have arrived, by worksheet: the time of each
        # answer, and where the student is with the figures.
        self._has: dict[str, dict[int, int]] = {}
        self._told: dict[str, tuple[dict[str, Any], dict[str, float]]] = {}
        self.task = ""  # the text of what this device has been given of a board, or ""
        self._coming: tuple[str, str, Parts] | None = None
        self._task_coming: tuple[str, Parts] | None = None
        self._heard = self._beat = 0.0
        self._alone = (
            0.0  # since when there has been no connection; 0.0: there is one, or was never
        )
        self._welcome = False

    @property
    def class_name(self) -> str:
        return self.invitation.name

    @property
    def present(self) -> bool:
        """Whether the teacher's device has let this one in."""
        return bool(self.conn) and self._welcome

    @property
    def all_told(self) -> bool:
        """Whether the teacher's device has everything that was written here."""
        missing = any(self._missing(lesson) for lesson in self._sheets)
        return self.present and not missing and not self.waiting

    # ------------------------------------------------------------ connections

    def connect(self, conn_id: int, now: float) -> None:
        if self.conn:
            self.out.append((self.conn, None))
        self.conn, self._heard, self._welcome, self._coming = conn_id, now, False, None
        self._task_coming = None
        self._has, self._told = {}, {}  # what was on its way may be lost
        self.refused = ""
        self._send(
            message(
                "hello",
                **{"class": self.invitation.id},
                protocol=PROTOCOL,
                device=self.device,
                key=self.key,
                name=self.name,
                have=self.lesson_id,
            )
        )

    def lost(self, conn_id: int) -> None:
        if conn_id == self.conn:
            self.conn, self._welcome, self.carrying = 0, False, False
            self._alone = self._alone or self._heard

    def tick(self, now: float) -> None:
        """To be called every half second."""
        if not self.conn:
            if self._alone and now - self._alone >= ALONE:
                self._work_on()
            return
        if now - self._heard > SILENT:
            self.out.append((self.conn, None))
            self.lost(self.conn)
        elif now - self._beat >= BEAT:
            self._beat = now
            self._send(message("still"))
        self._tell_earlier()

    def _work_on(self) -> None:
        """Let the student work: nobody can tell this device that the class goes on. What held for all
        comes back with the connection."""
        self.look = self.wait = False
        self.after = "run" if self.after == "held" else self.after

    def receive(self, conn_id: int, text: str, now: float) -> None:
        if conn_id != self.conn:
            return
        self._heard = now
        try:
            self._take(read_message(text, OF_TEACHER))
        except ClassMessageError as error:
            self._send(message("bye", why=str(error)))
            self.out.append((conn_id, None))
            self.lost(conn_id)
            self.refused = "unreadable"

    # ------------------------------------------------------------ what the student does

    def write(
        self,
        lesson: str,
        answers: Sequence[tuple[str, int]],
        where: Mapping[str, Any],
        figures: Mapping[str, float],
    ) -> None:
        """Note what the worksheet has now: each answer with its time, where the student is, the figures."""
        sheet = self._sheets.setdefault(lesson, MemberSheet())
        sheet.answers = {n: Written(text, at) for n, (text, at) in enumerate(answers) if at}
        sheet.where, sheet.figures = dict(where), dict(figures)
        self.name = sheet.where.get("name") or self.name
        if lesson == self.lesson_id:
            self._tell()

    def recall(
        self, lesson: str, answers: Sequence[tuple[str, int]], where: Mapping[str, Any]
    ) -> None:
        """Note what this device has stored of an earlier worksheet. What is known of its run stays."""
        sheet = self._sheets.setdefault(lesson, MemberSheet(where=dict(where)))
        sheet.answers = {n: Written(text, at) for n, (text, at) in enumerate(answers) if at}

    def hand_in(self, handed: HandedIn) -> bool:
        """Hand in a file; it waits on this device until the teacher's has it. Return False if it can't."""
        plain = not any(c < " " and c not in "\n\r\t" for c in handed.text)
        fits = len(handed.text) <= LARGEST_HANDED and handed.text.startswith(HANDED[handed.kind])
        if not fits or not plain or len(self.waiting) >= MOST_WAITING:
            return False
        self.waiting.append(handed)
        if handed.kind == "board":  # it replaces the earlier ones, but the first may be under way
            self.waiting[1:-1] = [one for one in self.waiting[1:-1] if one.kind != "board"]
        if self.present and len(self.waiting) == 1:
            self._send_waiting()
        return True

    def carry(self, code: str) -> None:
        """Pass on the code of somebody who is not in the class yet."""
        self.carrying, self.carried = True, None
        self._send(message("carry", code=code))

    def leave(self) -> None:
        if self.conn:
            self._send(message("bye", why="left"))
            self.out.append((self.conn, None))
            self.lost(self.conn)

    def offer_words(self, words: str) -> None:
        """Tell the teacher's device the words with which this one will come back."""
        if self.present:
            self._send(message("words", words=words))

    def offer_spare(self, code: str, opens: bool) -> None:
        """Tell the teacher's device about the connection that is held ready for it."""
        if self.present:
            self._send(message("spare", code=code, opens=opens))

    def take_lesson(self, lesson: Lesson, ready: str) -> None:
        """Take the worksheet of the class from a file."""
        self.open_sheet(lesson, lesson_id(lesson), ready)
        self.news.append(ClassNews("sheet", ""))

    def open_sheet(self, lesson: Lesson, id: str, ready: str) -> None:
        """Take this worksheet as the current one."""
        self.lesson, self.lesson_id, self.ready = lesson, id, ready
        if id not in self.given:
            self.given = [*self.given[1 - MOST_LESSONS :], id]

    def work(self, most: int) -> list[Message]:
        """What was written on the worksheets, as messages for a file: all of the current one, then earlier
        ones as long as there are at most ``most`` messages."""
        earlier = [id for id in self._sheets if id != self.lesson_id]
        out = self._work(self.lesson_id)
        for id in reversed(earlier):
            more = self._work(id)
            out += more if len(out) + len(more) <= most else []
        return out

    def _work(self, lesson: str) -> list[Message]:
        sheet = self._sheets.get(lesson, MemberSheet())
        out = [message("where", lesson=lesson, **sheet.where)] if sheet.where else []
        out += [self._answer(lesson, n, answer) for n, answer in sorted(sheet.answers.items())]
        if sheet.figures:
            out.append(message("figures", lesson=lesson, figures=sheet.figures))
        return out

    # ------------------------------------------------------------ messages

    def _take(self, value: Message) -> None:
        match value["m"]:
            case "welcome":
                if value["class"] != self.invitation.id:
                    raise ClassMessageError("Another class.")
                self._welcome, self._alone = True, 0.0
                self.news.append(ClassNews("welcome", ""))
            case "sheet":
                self._sheet(value)
            case "board":
                self._task_coming = (value["id"], Parts(value["parts"]))
                if not value["parts"] and self.task:
                    self._given("")
            case "part" if self._task_coming is not None and value["id"] == self._task_coming[0]:
                self._board_part(value, self._task_coming[1])
            case "part":
                self._part(value)
            case "now":
                self.look, self.wait, self.after = value["look"], value["wait"], value["after"]
                self.chart = value["chart"]
            case "took":
                self._took(value["id"], value["why"])
            case "carried":
                self.carrying, self.carried = False, value["why"]
            case "words":
                self.news.append(ClassNews("words", "", value))
            case "spare":
                self.spare = (value["code"], value["opens"])
                self.news.append(ClassNews("spare", "", value))
            case "end":
                self.over, self.look, self.wait = True, False, False
                self.after, self.chart = "run", {}
                self._gone()
            case "bye":
                self.refused = value["why"]
                self._gone()

    def _gone(self) -> None:
        self.out.append((self.conn, None))
        self.lost(self.conn)

    def _sheet(self, value: Message) -> None:
        self._has[value["lesson"]] = {n: at for n, at in enumerate(value["have"]) if at}
        self._told.pop(value["lesson"], None)
        if not value["lesson"]:
            self.lesson, self.lesson_id, self.ready = None, "", ""
        elif value["parts"]:
            self._coming = (value["lesson"], value["ready"], Parts(value["parts"]))
            return
        self._tell()
        self._send_waiting()

    def _part(self, value: Message) -> None:
        id, ready, parts = self._coming or ("", "", Parts(0))
        text = parts.add(value["n"], value["text"]) if value["id"] == id else None
        if text is None:
            return
        self._coming = None
        try:
            lesson = read_lesson(text)
        except LoadError as error:
            raise ClassMessageError(str(error)) from None
        if lesson_id(lesson) != id:
            raise ClassMessageError("The worksheet is another one.")
        self.open_sheet(lesson, id, ready)
        self.news.append(ClassNews("sheet", ""))
        self._tell()
        self._send_waiting()

    def _board_part(self, value: Message, parts: Parts) -> None:
        text = parts.add(value["n"], value["text"])
        if text is None:
            return
        self._task_coming = None
        if not text.startswith(BOARD_TASK) or len(text) > LARGEST_BOARD:
            raise ClassMessageError("The task isn’t one for a board.")
        if text != self.task:
            self._given(text)

    def _given(self, task: str) -> None:
        self.task = task
        self.news.append(ClassNews("board", ""))

    def _took(self, id: str, why: str) -> None:
        for handed in [handed for handed in self.waiting if handed.id == id]:
            self.waiting.remove(handed)
            self.handed.append((handed.name, why))
            self.news.append(ClassNews("took", "", {"name": handed.name, "why": why}))
            self._send_waiting()

    # ------------------------------------------------------------ out

    def _missing(self, lesson: str) -> list[int]:
        has = self._has.get(lesson, {})
        answers = self._sheets[lesson].answers if lesson in self._sheets else {}
        return [n for n, answer in answers.items() if answer.at > has.get(n, 0)]

    def _tell(self) -> None:
        """Send what the teacher's device does not have yet of the current worksheet."""
        self._tell_of(self.lesson_id, MOST_QUESTIONS)

    def _tell_earlier(self) -> None:
        """Send some of what was written on the worksheets before. The teacher's device does not say what it
        has of them, so after each new connection they are sent again."""
        most = _EARLIER
        for lesson in self._sheets:
            if lesson != self.lesson_id:
                most -= self._tell_of(lesson, most)

    def _tell_of(self, lesson: str, most: int) -> int:
        """Send at most so many answers on a worksheet, then the rest. Return how many have been sent."""
        sheet = self._sheets.get(lesson)
        if not self.present or sheet is None:
            return 0
        missing = self._missing(lesson)
        for n in missing[:most]:
            self._has.setdefault(lesson, {})[n] = sheet.answers[n].at
            self._send(self._answer(lesson, n, sheet.answers[n]))
        if len(missing) > most or most <= 0:
            return most
        where, figures = self._told.get(lesson, ({}, {}))
        if sheet.where and sheet.where != where:
            now = self._sheets.get(self.lesson_id, sheet).where.get("hidden", False)
            self._send(
                message("where", lesson=lesson, **sheet.where | {"hidden": now, "name": self.name})
            )
        if sheet.figures != figures:
            self._send(message("figures", lesson=lesson, figures=sheet.figures))
        self._told[lesson] = (dict(sheet.where), dict(sheet.figures))
        return len(missing)

    @staticmethod
    def _answer(lesson: str, n: int, answer: Written) -> Message:
        return message("answer", lesson=lesson, q=n, text=answer.text, at=answer.at)

    def _send_waiting(self) -> None:
        """Send the first file that the teacher does not have, if this device is in the class."""
        if not self.waiting or not self.present:
            return
        handed, texts = self.waiting[0], parts_of(self.waiting[0].text)
        self._send(
            message("hand", id=handed.id, kind=handed.kind, name=handed.name, parts=len(texts))
        )
        for n, text in enumerate(texts):
            self._send(message("part", id=handed.id, n=n, text=text))

    def _send(self, value: Message) -> None:
        if self.conn:
            self.out.append((self.conn, write_message(value)))

    # ------------------------------------------------------------ across a reload

    def to_dict(self) -> dict[str, Any]:
        """What this device stores in order to come back."""
        code, opens = self.spare
        return {
            "code": self.code,
            "device": self.device,
            "key": self.key,
            "name": self.name,
            "spare": code,
            "opens": opens,
            "task": self.task,
            "given": self.given,
            "waiting": [
                {name: getattr(handed, name) for name in _HOLDS} for handed in self.waiting
            ],
        }


def member_from_dict(table: Mapping[str, Any]) -> ClassMember | None:
    """The member stored by :meth:`ClassMember.to_dict`; None if the table is damaged."""
    good = (
        is_text(table.get("code"), 2000)
        and is_hex(table.get("device"), 16)
        and is_hex(table.get("key"), 32)
        and is_short_text(table.get("name"), LONGEST_NAME)
        and is_text(table.get("spare"), 2000)
        and isinstance(table.get("opens"), bool)
        and is_text(table.get("task", ""), LARGEST_BOARD)
        and is_list(table.get("given", []), 0, MOST_LESSONS, lambda id: is_hex(id, 16))
        and is_list(table.get("waiting"), 0, MOST_WAITING, is_handed)
    )
    if not good:
        return None
    try:
        invitation = unpack_invitation(table["code"])
    except ClassCodeError:
        return None
    member = ClassMember(table["code"], invitation, table["device"], table["key"])
    member.name = table["name"]
    member.spare = (table["spare"], table["opens"])
    member.task = table.get("task", "")
    member.given = list(table.get("given", []))
    member.waiting = [HandedIn(**handed) for handed in table["waiting"]]
    return member


def is_handed(value: Any) -> bool:
    """Whether this is a file that was handed in, as plain data."""
    return (
        isinstance(value, dict)
        and set(value) == set(_HOLDS)
        and is_hex(value["id"], 16)
        and is_one_of(value["kind"], HANDED)
        and is_short_text(value["name"], LONGEST_NAME)
        and is_text(value["text"], LARGEST_HANDED)
    )
