"""The state of the screen of worksheets."""

from __future__ import annotations

from dataclasses import dataclass, field

from .....lab.lessons import lesson as lessons
from .....lab.lessons.answers import Collected
from .....lab.lessons.die import Seen
from .....lab.lessons.lesson import Lesson
from .....lab.typed import number_of
from .. import compare, desk, landings
from ..entries import Entries


@dataclass
class Worksheet:
    """A lesson with one pupil's answers. ``noted``: the answers to questions before the run are locked."""

    lesson: Lesson
    name: str = ""  # of a lesson that comes with the program, else ""
    pupil: str = ""
    answers: list[str] = field(default_factory=list)
    seed: int = 0
    noted: bool = False
    throws: list[Seen] = field(default_factory=list)
    # The questions that ask for a number and have another answer, once the pupil has left the field.
    wrong: set[int] = field(default_factory=set)
    # The experiment of the sheet, as the state of the screen of that name; the others are None.
    compare: compare.Compare | None = None
    desk: desk.PositionDesk | None = None
    landings: landings.Landings | None = None

    @property
    def id(self) -> str:
        return lessons.id_of(self.lesson)

    @property
    def began(self) -> bool:
        """Whether the experiment has begun."""
        if self.compare is not None:
            return self.compare.state != "new"
        if self.desk is not None:
            return self.desk.state != "new"
        if self.landings is not None:
            return bool(self.landings.batches) or self.landings.coming > 0
        return bool(self.throws)

    @property
    def guessed(self) -> bool:
        """Whether all questions to be answered before the run have an answer of their kind."""
        return all(
            self.answers[n].strip() and not self.is_wrong(n)
            for n, question in enumerate(self.lesson["questions"])
            if question["when"] == "before"
        )

    def is_wrong(self, n: int) -> bool:
        """Whether question ``n`` asks for a number and has an answer that is none."""
        if self.lesson["questions"][n]["answer"] != "number" or not self.answers[n].strip():
            return False
        return number_of(self.answers[n], self.lesson["language"]) is None


@dataclass
class Sheets:
    """The whole screen. ``at``: the page that is shown, "list", "sheet", "teacher", "write" or "collect"."""

    at: str = "list"
    sheet: Worksheet | None = None
    draft: Lesson = field(default_factory=lessons.blank)
    entries: Entries = field(default_factory=Entries)  # the number fields of the draft's form
    collected: Collected = field(default_factory=Collected)
    trouble: str = ""
    said: str = ""
    address: str = ""
    copied: bool = False
