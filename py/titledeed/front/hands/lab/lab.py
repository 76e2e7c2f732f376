"""The laboratory: several screens with one heading. Its code is a part of the program that is fetched when
the laboratory is first opened."""

from __future__ import annotations

from ....lab.lessons.answers import HEAD as ANSWERS
from ....lab.lessons.lesson import HEAD as LESSON_FILE
from ....lab.lessons.lesson import MARK as LESSON
from ....lab.lessons.sheet import HEAD as SHEET_FILE
from ....lab.lessons.sheet import MARK as SHEET
from ....storage.store import Store
from ...desk import Desk
from ...page import Gesture, Page
from ...showing.screen import Screen
from ...views import regions
from ...views.lab import frame
from ..base import actions_of
from .bench import Bench, Exits, LabHand
from .compare import CompareHand
from .desk import MARK as POSITION
from .desk import DeskHand
from .game import GameHand
from .landings import LandingsHand
from .lessons.lessons import PAGES, Worksheets
from .records import RecordsHand
from .vote import VoteHand

SCREEN = "#lab="  # begins the address of a screen


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
            "records": RecordsHand(bench),
            "vote": VoteHand(bench),
        }
        self.at = "compare"
        self._own = actions_of("lab-", self)
        self.actions = set(self._own).union(*(screen.actions for screen in self.parts.values()))

    @property
    def place(self) -> str:
        """The fragment of the address that leads to what is shown."""
        if self.at == "lessons":
            return self.lessons.place
        if self.at == "desk" and self.position.fragment:
            return self.position.fragment.lstrip("#")
        return f"lab={self.at}"

    def show(self, name: str) -> None:
        """Turn to the screen of this name; any other name turns to the last one."""
        if name in self.parts:
            self.at = name
        self.parts[self.at].opened()

    def by_hand(self) -> None:
        """A person has opened the laboratory, not a link."""
        self.lessons.folder.pupil = False

    def focus(self) -> None:
        """Focus the heading of the screen that has just been opened, and scroll to where a pupil was."""
        self.page.focus("#vote h2" if self.at == "vote" else "#lab h1")
        if self.at == "lessons":
            self.lessons.scroll()

    def _changed(self) -> None:
        if self.desk.lab is self:
            self.render()

    def render(self) -> None:
        """Draw the current screen again."""
        catalogue = self.desk.catalogue
        voting = self._voting()
        view = self.parts[self.at].view()
        view |= {"w": regions.words(catalogue), "lang": catalogue.language}
        view |= frame.frame(self.at, voting, catalogue)
        self.page.patch("lab", self.screen.render("lab/frame.html", view))
        self.page.attributes({"place": self.place})

    @property
    def collects(self) -> bool:
        """Whether a file is meant for the laboratory, whatever is in it: a teacher reads in answers."""
        return self.at == "lessons" and self.lessons.folder.at == "collect"

    def file(self, text: str, name: str = "") -> None:
        """Open a file: a run, a lesson, a sheet or a pupil's answers."""
        if self.collects or text.startswith((LESSON_FILE, SHEET_FILE, ANSWERS)):
            self.lessons.file(text, name)
            self.at = "lessons"
        else:
            self.compare.reopen(text)
            self.at = "compare"

    def linked(self, fragment: str, again: bool = False) -> None:
        """Open a link to a lesson, a sheet, a position or a screen. ``again``: the browser goes back to
        where it has been in this window, so what is there stays as it is."""
        if fragment.startswith((LESSON, SHEET)):
            self.lessons.linked(fragment, again)
            self.at = "lessons"
        elif fragment.startswith(POSITION):
            if not again:
                self.position.linked(fragment)
            self.at = "desk"
        else:
            name, _, more = fragment.removeprefix(SCREEN).partition(".")
            if name in PAGES:
                self.lessons.turn_to(name, more)
                self.at = "lessons"
            elif name in self.parts and (name != "vote" or self._voting()):
                self.at = name

    def stored(self, key: str) -> None:
        """Another window of this browser has stored a worksheet or a draft."""
        if self.at == "lessons":
            self.lessons.stored_elsewhere()

    def _voting(self) -> bool:
        return self.desk.session is not None and self.desk.replaying is None

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
        self.focus()

    def do_picture(self, done: Gesture) -> None:
        """Save a chart as a file."""
        id, _, kind = done.arg.partition(" ")
        if id in frame.CHARTS and kind in ("svg", "png"):
            self.page.chart(id, f"titledeed-{frame.CHARTS[id]}.{kind}")
