"""The state of the screen of worksheets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ....lab.bot_play_versions import play_differently
from ....lab.lessons import lesson_format as lessons
from ....lab.lessons.answer_files import Collected
from ....lab.lessons.lesson_format import Lesson
from ....lab.lessons.loaded_die import Seen
from ....lab.lessons.two_dice import Totals
from ....lab.lessons.worksheet_answers_and_merging_two_copies import FilledWorksheet
from ....lab.number_input import parse_number
from .compare import CompareState
from .comparison_form import bots_of
from .landings import LandingsState
from .number_fields import NumberFields
from .position_editor import PositionEditorState, bots_of_position


@dataclass
class WorksheetState:
    """A lesson with one student's work on it."""

    lesson: Lesson
    name: str  # the name of a lesson that comes with the program, else ""
    filled: FilledWorksheet
    address: str = ""  # the text after #lesson= that opens this sheet again
    stored: bool = False  # whether this device has the lesson
    full: Lesson | None = None  # the lesson of whose short form this is the sheet
    games_stored: int = 0  # the number of its games that this device has stored
    working: bool = False  # the exact shares of landings have been asked for
    throws: list[Seen] = field(default_factory=list)  # of a die
    totals: list[Totals] = field(default_factory=list)  # of two dice
    program_shown: bool = False
    # The questions that ask for a number and have another answer, once the student has left the field.
    wrong: set[int] = field(default_factory=set)
    # The experiment of the sheet, as the state of the screen of that name; the others are None.
    compare: CompareState | None = None
    position_editor: PositionEditorState | None = None
    landings: LandingsState | None = None
    # When the questions after the run are shown: after the "run", or as a teacher says, who has "held" them
    # back or has them "open".
    after: str = "run"

    @cached_property
    def id(self) -> str:
        return lessons.lesson_id(self.lesson)

    @property
    def answers(self) -> list[str]:
        return [text.text for text in self.filled.answers]

    @property
    def student(self) -> str:
        return self.filled.student.text

    @property
    def began(self) -> bool:
        """Whether the experiment has begun."""
        if self.compare is not None:
            return self.compare.state != "new"
        if self.position_editor is not None:
            return self.position_editor.state != "new"
        if self.landings is not None:
            return bool(self.landings.shares) or self.landings.coming > 0
        return bool(self.throws or self.totals or self.program_shown)

    @property
    def over(self) -> bool:
        """Whether the experiment has been run, or was stopped with some results."""
        if self.compare is not None:
            return self.compare.state in ("done", "stopped") and bool(self.compare.pairs[0])
        if self.position_editor is not None:
            return self.position_editor.state in ("done", "stopped") and any(
                self.position_editor.played
            )
        if self.landings is not None:
            shown = self.landings.batches or self.lesson["run"]["shown"] == "houses"
            return bool(self.landings.shares and shown)
        return bool(self.throws or self.totals or self.program_shown)

    @property
    def asks_after(self) -> bool:
        """Whether the questions to be answered after the run are shown. They may reveal its result."""
        if self.after != "run":
            return self.after == "open"
        ran = self.lesson["run"] is None or self.filled.ran or self.over
        return ran or any(
            answer.strip()
            for question, answer in zip(self.lesson["questions"], self.answers, strict=True)
            if question["when"] == "after"
        )

    @property
    def guessed(self) -> bool:
        """Whether all questions to be answered before the run have an answer of the right kind."""
        answers = self.answers
        return all(
            answers[n].strip() and not self.is_wrong(n)
            for n, question in enumerate(self.lesson["questions"])
            if question["when"] == "before"
        )

    def is_wrong(self, n: int) -> bool:
        """Whether question ``n`` asks for a number and its answer is not one."""
        text = self.filled.answers[n].text
        if self.lesson["questions"][n]["answer"] != "number" or not text.strip():
            return False
        return parse_number(text, self.lesson["language"]) is None

    def all_wrong(self) -> set[int]:
        """All questions for which :meth:`is_wrong` is true."""
        return {n for n in range(len(self.filled.answers)) if self.is_wrong(n)}

    @property
    def games(self) -> int:
        """The number of games that the experiment has played."""
        if self.compare is not None:
            return self.compare.done
        return (
            sum(map(bool, self.position_editor.played)) if self.position_editor is not None else 0
        )

    @property
    def older(self) -> list[str]:
        """The bots that now play differently than in the games of the experiment."""
        if self.compare is not None:
            return self.compare.older
        return self.position_editor.older if self.position_editor is not None else []

    @property
    def bots(self) -> list[str]:
        """The bots that play the experiment."""
        run = self.lesson["run"] or {"kind": ""}
        if run["kind"] == "compare":
            return [bot for side in run["sides"] for bot in bots_of(side)]
        return bots_of_position(run["record"], run["policy"]) if run["kind"] == "position" else []

    @property
    def older_lesson(self) -> list[str]:
        """The bots of the experiment that now play differently than when the lesson was written."""
        return play_differently(self.bots, (self.lesson["run"] or {}).get("plays", {}))

    @property
    def barred(self) -> bool:
        """Whether the guess has to be written down before the run."""
        return self.lesson["locked"]["guess"] and not (
            self.guessed or self.filled.noted or self.began
        )


@dataclass(frozen=True)
class OnDevice:
    """A sheet of this device in the list. ``done`` of ``of`` questions have an answer."""

    id: str
    title: str
    student: str
    done: int
    of: int


@dataclass
class WorksheetsState:
    """The whole screen. ``at``: the current page.

    It is "list", "sheet", "paper" (a sheet with all questions, to print), "teachers", "teacher",
    "write" or "collect". ``student``: the screen was opened by a link to a sheet, and shows no way to the
    teachers' pages."""

    at: str = "list"
    student: bool = False
    sheet: WorksheetState | None = None
    shelf: list[OnDevice] = field(default_factory=list)
    draft: Lesson = field(default_factory=lessons.blank_lesson)
    entries: NumberFields = field(
        default_factory=NumberFields
    )  # the number fields of the draft's form
    collected: Collected = field(default_factory=Collected)
    refused: list[tuple[str, str]] = field(default_factory=list)  # files of answers: name, sentence
    removed: str = ""  # the title of the sheet that can be brought back
    emptied: str = ""  # the title of the lesson whose collected answers can be brought back
    trouble: str = ""
    said: str = ""
    address: str = ""
    copied: bool = False
    code: tuple[int, str] = (0, "")  # the address as a QR code: modules on a side, SVG path
    # The open sheet is shown in a live class: "in" (its answers go to the teacher), "out" (there is no
    # connection now) or "over" (the class has ended).
    live: str = ""
    moving: bool = False  # the sheet shows the ways to move it to another device
    # Of the editor: whether the draft is stored, and all that was typed is in it; whether a small window
    # shows the preview in place of the form; and the minutes of the short form before it was switched off.
    stored: bool = True
    unread: bool = False
    preview: bool = False
    short_before: int = 0

    def turn(self, at: str) -> None:
        """Show another page of the screen."""
        self.at, self.trouble, self.said, self.moving, self.emptied = at, "", "", False, ""
        self.preview = False
        self.forget_address()

    def forget_address(self) -> None:
        self.address, self.copied, self.code = "", False, (0, "")
