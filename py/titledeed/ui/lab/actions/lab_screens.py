"""The laboratory: several screens with one heading. Its code is a part of the program that is fetched when
the laboratory is first opened."""

from __future__ import annotations

from ....lab.curves.sweep_file import HEAD as SWEEP_FILE
from ....lab.lessons.answer_files import HEAD as ANSWERS
from ....lab.lessons.lesson_format import HEAD as LESSON_FILE
from ....lab.lessons.lesson_format import MARK as LESSON
from ....lab.lessons.worksheet_answers_and_merging_two_copies import HEAD as SHEET_FILE
from ....lab.lessons.worksheet_answers_and_merging_two_copies import MARK as SHEET
from ....storage.store import Store
from ...actions.declare_actions import actions_of
from ...page_port import Gesture, Page
from ...render.jinja_renderer import JinjaRenderer
from ...state import AppState, Laboratory
from ...views.page.edition_words import words_view
from ..views import heading
from .class_vote_gives_next_answer import ShowOfHandsActions
from .compare import CompareActions
from .count_games_from_files import GameRecordsActions
from .curves import CurvesActions
from .game_analysis import GameAnalysisActions
from .landings import LandingsActions
from .lessons.worksheets import PAGES, Worksheets
from .position_editor import MARK as POSITION
from .position_editor import PositionEditorActions
from .screen_base_and_lab_exits import LabActions, LabExits, LabScreen

SCREEN = "#lab="  # prefix of the address of a screen


class LabScreens:
    """Implements :class:`~...state.Laboratory`."""

    def __init__(
        self, page: Page, screen: JinjaRenderer, store: Store, app: AppState, exits: LabExits
    ) -> None:
        self.page, self.screen, self.app, self.exits = page, screen, app, exits
        # A class that shows the worksheet inside its own screen, and draws it again.
        self.frame: Laboratory | None = None
        bench = LabScreen(page, store, app, exits, self._changed, self._part, self.show)
        self.compare = CompareActions(bench)
        self.curves = CurvesActions(bench)
        self.landings = LandingsActions(bench)
        self.game = GameAnalysisActions(bench)
        self.position = PositionEditorActions(bench)
        self.lessons = Worksheets(bench, (self.compare, self.position, self.landings))
        self.parts: dict[str, LabActions] = {
            "compare": self.compare,
            "curves": self.curves,
            "landings": self.landings,
            "game": self.game,
            "desk": self.position,
            "lessons": self.lessons,
            "records": GameRecordsActions(bench),
            "vote": ShowOfHandsActions(bench),
        }
        self.at = "compare"
        self._own = actions_of("lab-", self)
        self.actions = set(self._own).union(*(screen.actions for screen in self.parts.values()))

    @property
    def place(self) -> str:
        """The fragment of the address that leads to the current page."""
        if self.at == "lessons":
            return self.lessons.place
        if self.at == "desk" and self.position.fragment:
            return self.position.fragment.lstrip("#")
        return f"lab={self.at}"

    def show(self, name: str) -> None:
        """Turn to the screen of this name, or to the last one for any other name."""
        if name in self.parts:
            self.at = name
        self.parts[self.at].screen_opened()

    def opened_by_person(self) -> None:
        """Note that a person has opened the laboratory, not a link."""
        self.lessons.folder.student = False

    def focus(self) -> None:
        """Focus the heading of the newly opened screen, and scroll to the student's last place."""
        self.page.focus("#vote h2" if self.at == "vote" else "#lab h1")
        if self.at == "lessons":
            self.lessons.scroll()

    def put_away(self) -> None:
        """Nothing depends on it."""

    def _changed(self) -> None:
        if self.app.lab is self:
            self.render()
        elif self.frame is not None and self.app.lab is self.frame:
            self.frame.render()

    def _part(self, id: str, template: str) -> None:
        if self.app.lab is self:
            self.page.patch(id, self.screen.render(template, self._view()))

    def render(self) -> None:
        """Draw the current screen again."""
        self.page.patch("lab", self.screen.render("lab/frame.html", self._view()))
        self.page.attributes({"place": self.place})

    def _view(self) -> dict[str, object]:
        catalogue = self.app.catalogue
        return {
            **self.parts[self.at].screen_view(),
            "w": words_view(catalogue),
            "lang": catalogue.language,
            **heading.frame_view(self.at, self._voting(), catalogue),
        }

    @property
    def collects(self) -> bool:
        """Whether a file is meant for the laboratory whatever its contents, as a teacher reads in answers."""
        return self.at == "lessons" and self.lessons.folder.at == "collect"

    def open_file(self, text: str, name: str = "") -> None:
        """Open a file: a run, a lesson, a sheet or a student's answers."""
        if self.collects or text.startswith((LESSON_FILE, SHEET_FILE, ANSWERS)):
            self.lessons.open_file(text, name)
            self.at = "lessons"
        elif text.startswith(SWEEP_FILE):
            self.curves.reopen(text)
            self.at = "curves"
        else:
            self.compare.reopen(text)
            self.at = "compare"

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link to a lesson, a sheet, a position or a screen.

        ``again``: the browser goes back to a place where it has been in this window, so its contents
        stay as they are."""
        if fragment.startswith((LESSON, SHEET)):
            self.lessons.open_link(fragment, again)
            self.at = "lessons"
        elif fragment.startswith(POSITION):
            if not again:
                self.position.open_link(fragment)
            self.at = "desk"
        else:
            name, _, more = fragment.removeprefix(SCREEN).partition(".")
            if name in PAGES:
                self.lessons.turn_to(name, more)
                self.at = "lessons"
            elif name in self.parts and (name != "vote" or self._voting()):
                self.at = name

    def storage_changed(self, key: str) -> None:
        """React when another window of this browser has stored a worksheet or a draft."""
        if self.at == "lessons":
            self.lessons.stored_elsewhere()

    def _voting(self) -> bool:
        return self.app.session is not None and self.app.replaying is None

    def handle_gesture(self, gesture: Gesture) -> None:
        """Do the action of this gesture, here or on the current screen."""
        if gesture.do not in self.actions:
            raise KeyError(gesture.do)
        own = self._own.get(gesture.do)
        if own is not None:
            own(gesture)
        else:
            self.parts[self.at].handle_gesture(gesture)

    def do_leave(self, gesture: Gesture) -> None:
        """Return to the screen before the laboratory."""
        self.exits.leave()

    def do_screen(self, gesture: Gesture) -> None:
        """Turn to another screen."""
        if gesture.arg == self.at == "lessons":
            self.lessons.do_sheets(gesture)  # a second press leads from a sheet to the list
        self.show(gesture.arg)
        self.render()
        self.focus()

    def do_picture(self, gesture: Gesture) -> None:
        """Save a chart as a file."""
        id, _, kind = gesture.arg.partition(" ")
        if id in heading.CHARTS and kind in ("svg", "png"):
            self.page.chart(id, f"titledeed-{heading.CHARTS[id]}.{kind}")
