"""The base class of the actions of worksheets."""

from __future__ import annotations

from datetime import datetime

from ....page_port import Page
from ...state.worksheets import WorksheetsState
from ..screen_base_and_lab_exits import LabActions, LabScreen


class WorksheetActions(LabActions):
    """A group of the actions on the screen of worksheets."""

    def __init__(self, screen: LabScreen, worksheets: WorksheetsState) -> None:
        super().__init__(screen)
        self.folder = worksheets

    def say(self, trouble: Exception) -> None:
        """Show a message about the trouble."""
        self.folder.trouble = self.app.catalogue.sentence(str(trouble))
        self.page.announce(self.folder.trouble)

    def turn(self, at: str) -> None:
        """Show another page of the screen, and draw it."""
        self.folder.turn(at)
        self.render()
        self.page.focus("#lab h2")


def now(page: Page) -> int:
    """The time in milliseconds."""
    return int(datetime.fromisoformat(page.today()).timestamp() * 1000)
