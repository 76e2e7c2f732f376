"""The laboratory: several screens with one heading. Its code is a part of the program that is fetched when
the laboratory is first opened."""

from __future__ import annotations

from ....lab.lessons.answers import HEAD as ANSWERS
from ....lab.lessons.lesson import HEAD as LESSON_FILE
from ....lab.lessons.lesson import MARK as LESSON
from ....storage.store import Store
from ...desk import Desk
from ...page import Gesture, Page
from ...showing.screen import Screen
from ...views import regions
from ...views.lab import frame
from ..base import actions_of
from .bench import Bench, Exits, LabHand
from .compare import CompareHand
from .desk import DeskHand
from .game import GameHand
from .landings import LandingsHand
from .lessons.lessons import Worksheets
from .vote import VoteHand


class Lab:
    """Implements :class:`~...desk.Laboratory`."""

    def __init__(self, page: Page, screen: Screen, store: Store, desk: Desk, ways: Exits) -> None:
        self.page, self.screen, self.desk, self.ways = page, screen, desk, ways
        bench = Bench(page, store, desk, ways, self._changed, self.show)
        self.compare = CompareHand(bench)
        self.landings = LandingsHand(bench)
        self.game = GameHand(bench)
        self.position = DeskHand(bench)
        self.lessons = Worksheets(bench, (self.compare, self.position, self.landings))
        self.parts: dict[str, LabHand] = {
            "compare": self.compare,
            "landings": self.landings,
            "game": self.game,
            "desk": self.position,
            "lessons": self.lessons,
            "vote": VoteHand(bench),
        }
        self.at = "compare"
        self._own = actions_of("lab-", self)
        screens = (*self.parts.values(), self.lessons.writing)
        self.actions = set(self._own).union(*(screen.actions for screen in screens))

    def show(self, name: str) -> None:
        """Turn to the screen of this name; any other name turns to the last one."""
        if name in self.parts:
            self.at = name
        self.parts[self.at].opened()

    def _changed(self) -> None:
        if self.desk.lab is self:
            self.render()

    def render(self) -> None:
        """Draw the current screen again."""
        catalogue = self.desk.catalogue
        voting = self.desk.session is not None and self.desk.replaying is None
        view = self.parts[self.at].view()
        view |= {"w": regions.words(catalogue), "lang": catalogue.language}
        view |= frame.frame(self.at, voting, catalogue)
        self.page.patch("lab", self.screen.render("lab/frame.html", view))

    def file(self, text: str) -> None:
        """Open the text of a file: a run, a lesson or a pupil's answers."""
        if text.startswith((LESSON_FILE, ANSWERS)):
            self.lessons.file(text)
            self.at = "lessons"
        else:
            self.compare.reopen(text)
            self.at = "compare"

    def linked(self, fragment: str) -> None:
        """Open a link to a lesson or to a position."""
        if fragment.startswith(LESSON):
            self.lessons.linked(fragment)
            self.at = "lessons"
            return
        self.position.linked(fragment)
        self.at = "desk"

    def gesture(self, done: Gesture) -> None:
        """Do the action of this gesture, here or on the current screen."""
        if done.do not in self.actions:
            raise KeyError(done.do)
        own = self._own.get(done.do)
        if own is not None:
            own(done)
        else:
            self.parts[self.at].gesture(done)

    def do_leave(self, done: Gesture) -> None:
        """Return to the screen before the laboratory."""
        self.ways.leave()

    def do_screen(self, done: Gesture) -> None:
        """Turn to another screen."""
        if done.arg == self.at == "lessons":
            self.lessons.do_sheets(done)  # pressed again: from a sheet to the list
        self.show(done.arg)
        self.render()
        self.page.focus("#vote h2" if self.at == "vote" else "#lab h1")

    def do_picture(self, done: Gesture) -> None:
        """Save a chart as a file."""
        id, _, kind = done.arg.partition(" ")
        if id in frame.CHARTS and kind in ("svg", "png"):
            self.page.chart(id, f"titledeed-{frame.CHARTS[id]}.{kind}")
