"""Opens the laboratory, and fetches its code the first time (``ui/lab/``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ....odds import weights_ready
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...notices import Notice
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs
from .lab_exits_play_replay_vote import LeaveLab

if TYPE_CHECKING:
    from ...lab.actions.lab_screens import LabScreens

PART = "lab"
# The kinds of files that the laboratory opens: a run, a sweep, a lesson, a worksheet, answers to a lesson.
_KINDS: Final = ("run", "sweep", "lesson", "sheet", "answers")
FILES: Final = tuple(f'{{"format": "title-deed-{kind}/' for kind in _KINDS)
# The beginnings of the links that it opens: a position, a lesson, a worksheet, one of its screens.
MARKS: Final = ("#desk=", "#lesson=", "#sheet=", "#lab=")


class LabLoader(ActionGroup):
    """Opens the laboratory; its own actions are in ``ui/lab/``."""

    def __init__(
        self, context: ActionContext, screen: JinjaRenderer, replays: ReplayPlayer
    ) -> None:
        super().__init__(context)
        self._screen = screen
        self._replays = replays
        self._lab: Laboratory | None = None
        # What to open once the laboratory has been fetched: files by name, and the fragment of a link.
        # With "again" it is the fragment of a place to which the browser goes back.
        self._files: list[tuple[str, str]] = []
        self._fragment, self._again = "", False
        self._coming = False  # the laboratory is being fetched, or was opened
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
            return  # the person has since gone back
        if not trouble and self.lacks_weights(self._fetched):
            return
        if trouble:
            text = self.app.catalogue("The laboratory couldn’t be loaded. Try again.")
            self.app.notices.add(Notice("lab", text, more=trouble, bad=True, icon="u-curves"))
            self.page.announce(text)
            self.play.render()
            return
        self._open(self.built())

    def lacks_weights(self, then: Callable[[str], None]) -> bool:
        """Whether the weights are missing, which bots and charts need; if so, fetch them, then call this."""
        if weights_ready():
            return False
        self.play.weights.fetch(then)
        return True

    def built(self) -> LabScreens:
        """Return the laboratory, whose code and weights have been fetched."""
        from ...lab.actions.lab_screens import LabScreens  # noqa: PLC0415
        from ...lab.actions.screen_base_and_lab_exits import LabExits  # noqa: PLC0415 - it has arrived only now

        if not isinstance(self._lab, LabScreens):
            out = LeaveLab(self.page, self.app, self.play, self._replays)
            exits = LabExits(
                out.replay,
                out.play_from_position,
                out.show_moment,
                out.give_voted_answer,
                out.open_voted_dialog,
                self.leave_laboratory,
            )
            self._lab = LabScreens(self.page, self._screen, self.store, self.app, exits)
        return self._lab

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
        # Forget these first, so that the laboratory can still be opened if one of them fails.
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
            lab.focus()  # when going back, the browser scrolls by itself

    def leave_laboratory(self) -> None:
        """Return to the screen before the laboratory."""
        self._coming = False
        if self.app.lab is None:
            return
        self.play.close_all()
        self.app.lab = None
        self.play.render()
        self.page.focus("#setup [data-do=lab], #ask [data-do=lab]")
