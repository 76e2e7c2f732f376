"""The actions of a teacher who collects answers."""

from __future__ import annotations

from .....engine.words import Unloadable
from .....lab.lessons import answers as handed
from ....page import Gesture
from .base import SheetHand


class Collecting(SheetHand):
    """Reads in the files of a class, and makes a table of them."""

    def file(self, name: str, text: str) -> None:
        """Add the answers in a file. Many files may come one after the other: what is wrong with one of them
        stays on the screen, with its name."""
        folder, _ = self.folder, self.desk.catalogue
        if folder.at != "collect":
            folder.turn("collect")
        try:
            fresh = folder.collected.add(handed.read(text))
        except Unloadable as trouble:
            folder.refused.append((name, _.sentence(str(trouble))))
            self.page.announce(f"{name}: {folder.refused[-1][1]}")
            return
        if not fresh:
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
