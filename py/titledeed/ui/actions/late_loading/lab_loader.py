"""Opens the laboratory, and fetches its code the first time (``ui/lab/``)."""

from __future__ import annotations

from typing import Any, Final

from ....game.session import Session
from ....odds import weights_ready
from ....storage.store import Store
from ...game_loop.game_loop import GameLoop
from ...game_loop.replay_player import ReplayPlayer
from ...notices import Notice
from ...page_port import Gesture, Page
from ...render.jinja_renderer import JinjaRenderer
from ...state import AppState, Laboratory, OpenDialog
from ..declare_actions import ActionGroup, Needs, needs
from ..in_game.trade import Trading

PART = "lab"
# The beginnings of the files that the laboratory opens: a run, a lesson, a worksheet, answers to a lesson.
_KINDS: Final = ("run", "lesson", "sheet", "answers")
FILES: Final = tuple(f'{{"format": "title-deed-{kind}/' for kind in _KINDS)
# The beginnings of the links that it opens: a position, a lesson, a worksheet, one of its screens.
MARKS: Final = ("#desk=", "#lesson=", "#sheet=", "#lab=")


class LabLoader(ActionGroup):
    """Opens the laboratory; its own actions are in ``ui/lab/``."""

    def __init__(
        self,
        page: Page,
        store: Store,
        app: AppState,
        play: GameLoop,
        screen: JinjaRenderer,
        replays: ReplayPlayer,
    ) -> None:
        super().__init__(page, store, app, play)
        self._screen = screen
        self._replays = replays
        self._lab: Laboratory | None = None
        # What to open once the laboratory is there: files by name, and the fragment of a link, or of a place
        # to which the browser goes back ("again").
        self._files: list[tuple[str, str]] = []
        self._fragment, self._again = "", False
        self._coming = False  # it is being fetched, or was opened
        self._screen_of = ""  # the screen to show; "": the last one

    @needs(Needs.NOTHING)
    def do_lab(self, gesture: Gesture) -> None:
        """Open the laboratory at the screen in the argument; fetch it first if need be."""
        self._screen_of = gesture.arg
        self._coming = True
        if self._lab is not None:
            self._open(self._lab)
            return
        self.page.announce(self.app.catalogue("Loading the laboratory…"))
        self.page.fetch_part(PART, self._fetched)

    def _fetched(self, trouble: str) -> None:
        if not self._coming:
            return  # the person has gone back meanwhile
        if not trouble and not weights_ready():
            self.play.weights.fetch(self._fetched)  # bots of its games and its charts need them
            return
        if trouble:
            text = self.app.catalogue("The laboratory couldn’t be loaded. Try again.")
            self.app.notices.add(Notice("lab", text, more=trouble, bad=True, icon="u-curves"))
            self.page.announce(text)
            self.play.render()
            return
        from ...lab.actions.base import LabExits  # noqa: PLC0415 - it has arrived only now
        from ...lab.actions.lab_screens import LabScreens  # noqa: PLC0415

        if self._lab is None:
            exits = LabExits(
                self._replay,
                self._begin,
                self._moment,
                self._answer,
                self._turn_to,
                self.leave_laboratory,
            )
            self._lab = LabScreens(self.page, self._screen, self.store, self.app, exits)
        self._open(self._lab)

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link in the laboratory, or go back ``again`` to a place in it."""
        self._fragment, self._again = fragment, again
        self.do_lab(Gesture("click"))

    def open_file(self, text: str, name: str = "") -> None:
        """Open a file in the laboratory."""
        self._files.append((name, text))
        self.do_lab(Gesture("click"))

    def storage_changed(self, key: str) -> None:
        """Another window has stored something of the laboratory."""
        if self._lab is not None:
            self._lab.storage_changed(key)

    def _open(self, lab: Laboratory) -> None:
        self.play.close_all()
        self.app.lab = lab
        # Forgotten first: should one fail, the laboratory can be opened nevertheless.
        fragment, self._fragment = self._fragment, ""
        files, self._files = self._files, []
        if fragment:
            lab.open_link(fragment, self._again)
        elif not files:
            lab.opened_by_person()
        for name, text in files:
            lab.open_file(text, name)
        lab.show(self._screen_of)
        self.play.render()
        if not (fragment and self._again):
            lab.focus()  # going back, the browser scrolls

    def leave_laboratory(self) -> None:
        """Return to the screen before the laboratory."""
        self._coming = False
        if self.app.lab is None:
            return
        self.play.close_all()
        self.app.lab = None
        self.play.render()
        self.page.focus("#setup [data-do=lab], #ask [data-do=lab]")

    def _replay(self, record: dict[str, Any], title: str, note: str) -> None:
        """Show a game of a run as a replay, with a note about it if that is not ""."""
        session = Session.load(record)
        self.app.lab = None
        self.play.begin_new(session, title)
        if note:
            self.app.notices.add(Notice("counted", note, icon="u-curves", lasts=True))
            self.page.announce(note)
        self._replays.start(0)

    def _moment(self, count: int) -> None:
        """Show the open game as it was after so many answers."""
        self.app.lab = None
        replaying = self.app.replaying
        if replaying is None:
            self._replays.start(count)
        else:
            self._replays.to(replaying.replay.stop_at(count))
            self.play.render()
            self.page.focus("#ask-title")

    def _answer(self, seat: int, text: str) -> None:
        """Give the answer that a class has voted for."""
        self.app.lab = None
        self.play.answer(seat, text)
        self.page.focus_ask()

    def _turn_to(self, place: str, seat: int, arg: int) -> None:
        """Open the dialog for which a class has voted, if the vote is no answer yet."""
        self.app.lab = None
        if place == "offer":
            self.play.show_given([self.app.running.open_offer(arg)], seat)
            self.page.focus_ask()
            return
        self.play.render()
        if place == "trade":
            Trading(self.play).begin(seat)
            return
        self.app.baseline = self.app.course.state.cash[seat]
        self.play.open(OpenDialog("manager", "" if self.app.course.quiet else "raise", seat))

    def _begin(self, record: dict[str, Any], title: str) -> None:
        """Start a game from a position."""
        session = Session.load(record)
        self.app.lab = None
        self.play.begin_new(session, title)
