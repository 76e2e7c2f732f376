"""The actions of a teacher who collects answers."""

from __future__ import annotations

from typing import Any, Final

from .....engine.errors import LoadError
from .....lab.lessons import answer_files as handed
from .....lab.lessons.answer_files import StudentAnswers
from .....storage.checksummed_copies import text_digest
from ....page_port import Gesture
from ...state.worksheets import WorksheetsState
from ..screen_base_and_lab_exits import LabScreen
from .base import WorksheetActions

COLLECTED: Final = "collected/"  # prefix of the names of the stored answers


class CollectAnswers(WorksheetActions):
    """Reads in the files of a class, makes a table of them, and stores it in the database."""

    def __init__(self, screen: LabScreen, worksheets: WorksheetsState) -> None:
        super().__init__(screen, worksheets)
        self._removed: list[StudentAnswers] = []
        screen.store.sure(COLLECTED, self._recover)

    def _recover(self, tables: dict[str, dict[str, Any]]) -> None:
        """Take the stored answers, but leave those of another version of the program where they are."""
        for table in tables.values():
            text = table.get("answers")
            try:
                if isinstance(text, str):
                    self.folder.collected.add(handed.read_answers(text))
            except LoadError:
                continue
        if tables:
            self.render()

    def _store(self, answers: StudentAnswers) -> None:
        self.bench.store.put(_name(answers), {"answers": _text(answers)}, large=True)

    def open_file(self, text: str, name: str) -> None:
        """Add the answers in a file.

        Many files may come one after the other. The error of any one stays on the screen, with its
        name."""
        worksheets, _ = self.folder, self.app.catalogue
        if worksheets.at != "collect":
            worksheets.turn("collect")
        try:
            answers = handed.read_answers(text)
            fresh = worksheets.collected.add(answers)
        except LoadError as trouble:
            self._refuse(name, _.sentence(str(trouble)))
            return
        if fresh:
            self._store(answers)
        else:
            self._refuse(name, _("These answers have already been added."))

    def _refuse(self, name: str, why: str) -> None:
        """Say once why a file was not added."""
        if (name, why) not in self.folder.refused:
            self.folder.refused.append((name, why))
        self.page.announce(self.app.catalogue("{a}: {b}", a=name, b=why))

    def do_collect(self, gesture: Gesture) -> None:
        self.turn("collect")

    def do_open(self, gesture: Gesture) -> None:
        """Let a person choose files. Each is opened by :meth:`Worksheets.open_file`."""
        self.folder.refused.clear()
        self.page.ask_for_file()

    def do_table(self, gesture: Gesture) -> None:
        """Save the collected answers of a lesson as CSV."""
        for id, sheets in self.folder.collected.lessons():
            if id == gesture.arg:
                text = "\n".join(handed.answers_csv(sheets)) + "\n"
                self.page.download(f"titledeed-answers-{id[:6]}.csv", text)

    def do_remove_table(self, gesture: Gesture) -> None:
        """Remove the collected answers of a lesson from this device."""
        worksheets = self.folder
        self._removed = [
            sheet for sheet in worksheets.collected.sheets if sheet["lesson"] == gesture.arg
        ]
        worksheets.collected.sheets = [
            sheet for sheet in worksheets.collected.sheets if sheet["lesson"] != gesture.arg
        ]
        names = [_name(sheet) for sheet in self._removed]
        self.bench.store.drop(names)
        self.turn("collect")
        worksheets.emptied = self._removed[0]["title"] if self._removed else ""
        self.render()

    def do_take_back(self, gesture: Gesture) -> None:
        """Bring back the answers that were removed last."""
        for answers in self._removed:
            self.folder.collected.add(answers)
            self._store(answers)
        self._removed = []
        self.turn("collect")


def _text(answers: StudentAnswers) -> str:
    return handed.write_answers(
        {name: value for name, value in answers.items() if name != "format"}
    )


def _name(answers: StudentAnswers) -> str:
    """The name under which answers are stored."""
    return COLLECTED + text_digest(_text(answers))
