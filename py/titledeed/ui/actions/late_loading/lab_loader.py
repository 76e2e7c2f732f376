"""Opens the laboratory, and fetches its code the first time (``ui/lab/``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .... import odds
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext
from ..declare_actions import Needs, needs
from .lab_exits_play_replay_vote import LeaveLab
from .late_screen import LateScreen

if TYPE_CHECKING:
    from ...lab.actions.lab_screens import LabScreens

# The kinds of files that the laboratory opens: a run, a sweep, a lesson, a worksheet, answers to a lesson.
_KINDS: Final = ("run", "sweep", "lesson", "sheet", "answers")
FILES: Final = tuple(f'{{"format": "title-deed-{kind}/' for kind in _KINDS)


class LabLoader(LateScreen):
    """Opens the laboratory; its own actions are in ``ui/lab/``."""

    parts = ("lab", "strategies")
    icon = "u-flask"
    marks = (
        "#desk=",
        "#lesson=",
        "#sheet=",
        "#lab=",
    )  # a position, a lesson, a worksheet, a screen
    heads = FILES

    def __init__(
        self, context: ActionContext, screen: JinjaRenderer, replays: ReplayPlayer
    ) -> None:
        super().__init__(context, screen)
        self._replays = replays

    @property
    def sorry(self) -> str:
        return self.app.catalogue("The laboratory couldn’t be loaded. Try again.")

    @property
    def shown(self) -> bool:
        return self.app.lab is not None  # a class also shows its worksheets

    @needs(Needs.NOTHING)
    def do_lab(self, gesture: Gesture) -> None:
        """Open the laboratory at the screen in the argument, or at "lesson=here." and the id of a stored
        worksheet; fetch it first if need be."""
        if self._made is None:
            self.page.announce(self.app.catalogue("Loading the laboratory…"))
        if gesture.arg.startswith("lesson="):
            self.open_link("#" + gesture.arg)
        else:
            self.want(gesture.arg)

    def takes(self, text: str, name: str) -> bool:
        return super().takes(text, name) or (self.app.lab is not None and self.app.lab.collects)

    def lacks(self) -> bool:
        return self.lacks_weights(self._fetched)

    def lacks_weights(self, then: Callable[[str], None]) -> bool:
        """Whether the weights are missing, which bots and charts need; if so, fetch them, then call this."""
        if odds.weights_ready():
            return False
        self.play.weights.fetch(then)
        return True

    def make(self) -> Laboratory:
        return self.built()

    def built(self) -> LabScreens:
        """Return the laboratory, whose code and weights have been fetched."""
        from ...lab.actions.lab_screens import LabScreens  # noqa: PLC0415
        from ...lab.actions.screen_base_and_lab_exits import LabExits  # noqa: PLC0415 - it has arrived only now

        if not isinstance(self._made, LabScreens):
            out = LeaveLab(self.page, self.app, self.play, self._replays)
            exits = LabExits(
                out.replay,
                out.play_from_position,
                out.show_moment,
                out.give_voted_answer,
                out.open_voted_dialog,
                self.leave,
            )
            self._made = LabScreens(self.page, self.screen, self.store, self.app, exits)
        return self._made
