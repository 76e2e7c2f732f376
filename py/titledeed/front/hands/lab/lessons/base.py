"""The base of the hands of worksheets."""

from __future__ import annotations

from datetime import datetime

from ....page import Page
from ....views.lab.lessons.state import Sheets
from ..bench import Bench, LabHand


class SheetHand(LabHand):
    """A group of the actions on the screen of worksheets."""

    def __init__(self, bench: Bench, folder: Sheets) -> None:
        super().__init__(bench)
        self.folder = folder

    def say(self, trouble: Exception) -> None:
        """Show what went wrong."""
        self.folder.trouble = self.desk.catalogue.sentence(str(trouble))
        self.page.announce(self.folder.trouble)

    def turn(self, at: str) -> None:
        """Show another page of the screen, and draw it."""
        self.folder.turn(at)
        self.render()
        self.page.focus("#lab h2")


def now(page: Page) -> int:
    """The time in milliseconds."""
    return int(datetime.fromisoformat(page.today()).timestamp() * 1000)
