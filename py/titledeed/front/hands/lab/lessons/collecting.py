"""The actions of a teacher who collects answers."""

from __future__ import annotations

from typing import Any, Final

from .....engine.words import Unloadable
from .....lab.lessons import answers as handed
from .....lab.lessons.answers import Answers
from .....storage.copies import digest
from ....page import Gesture
from ....views.lab.lessons.state import Sheets
from ..bench import Bench
from .base import SheetHand

COLLECTED: Final = "collected/"  # begins the names of the stored answers


class Collecting(SheetHand):
    """Reads in the files of a class, makes a table of them, and stores it in the database."""

    def __init__(self, bench: Bench, folder: Sheets) -> None:
        super().__init__(bench, folder)
        self._removed: list[Answers] = []
        bench.store.sure(COLLECTED, self._recover)

    def _recover(self, tables: dict[str, dict[str, Any]]) -> None:
        """Take the stored answers; those of another version of the program are left where they are."""
        for table in tables.values():
            text = table.get("answers")
            try:
                if isinstance(text, str):
                    self.folder.collected.add(handed.read(text))
            except Unloadable:
                continue
        if tables:
            self.render()

    def _store(self, answers: Answers) -> None:
        self.bench.store.put(_name(answers), {"answers": _text(answers)}, large=True)

    def file(self, text: str, name: str) -> None:
        """Add the answers in a file. Many files may come one after the other: what is wrong with one of them
        stays on the screen, with its name."""
        folder, _ = self.folder, self.desk.catalogue
        if folder.at != "collect":
            folder.turn("collect")
        try:
            answers = handed.read(text)
            fresh = folder.collected.add(answers)
        except Unloadable as trouble:
            folder.refused.append((name, _.sentence(str(trouble))))
            self.page.announce(f"{name}: {folder.refused[-1][1]}")
            return
        if fresh:
            self._store(answers)
        else:
            folder.refused.append((name, _("These answers were there already.")))

    def do_collect(self, done: Gesture) -> None:
        self.turn("collect")

    def do_open(self, done: Gesture) -> None:
        """Let a person choose files; each is opened by :meth:`Worksheets.file`."""
        self.folder.refused.clear()
        self.page.ask_for_file()

    def do_table(self, done: Gesture) -> None:
        """Save the collected answers of a lesson as CSV."""
        for id, sheets in self.folder.collected.lessons():
            if id == done.arg:
                text = "\n".join(handed.csv(sheets)) + "\n"
                self.page.download(f"titledeed-answers-{id[:6]}.csv", text)

    def do_remove_table(self, done: Gesture) -> None:
        """Remove the collected answers of a lesson from this device."""
        folder = self.folder
        self._removed = [sheet for sheet in folder.collected.sheets if sheet["lesson"] == done.arg]
        folder.collected.sheets = [
            sheet for sheet in folder.collected.sheets if sheet["lesson"] != done.arg
        ]
        names = [_name(sheet) for sheet in self._removed]
        self.bench.store.drop(names)
        self.turn("collect")
        folder.emptied = self._removed[0]["title"] if self._removed else ""
        self.render()

    def do_take_back(self, done: Gesture) -> None:
        """Bring back the answers that were removed last."""
        for answers in self._removed:
            self.folder.collected.add(answers)
            self._store(answers)
        self._removed = []
        self.turn("collect")


def _text(answers: Answers) -> str:
    return handed.write({name: value for name, value in answers.items() if name != "format"})


def _name(answers: Answers) -> str:
    """The name under which answers are stored."""
    return COLLECTED + digest(_text(answers))
