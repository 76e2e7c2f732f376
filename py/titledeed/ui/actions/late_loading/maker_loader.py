"""Opens the board maker, and fetches its code the first time (``ui/board_maker/``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext
from ..declare_actions import Needs, needs
from ..setup import SetUpActions
from .late_screen import LateScreen

if TYPE_CHECKING:
    from ...board_maker.actions.maker_screen import BoardMaker

_UNDO = {"mod+z": "maker-undo", "mod+y": "maker-redo", "mod+shift+z": "maker-redo"}


class MakerLoader(LateScreen):
    """Opens the board maker; its own actions are in ``ui/board_maker/``."""

    parts = ("maker", "nouns")
    icon = "b-board"
    marks = ("#board-maker", "#board=")
    heads = ('{"format": "title-deed-board-',)  # the files of a draft and of a class's board
    back = "board-maker"

    def __init__(self, context: ActionContext, screen: JinjaRenderer, set_up: SetUpActions) -> None:
        super().__init__(context, screen)
        self._set_up = set_up
        self.classroom: LateScreen | None = None
        self._maker: BoardMaker | None = None

    @property
    def sorry(self) -> str:
        return self.app.catalogue("The board maker couldn’t be loaded. Try again.")

    @needs(Needs.NOTHING)
    def do_board_maker(self, gesture: Gesture) -> None:
        """Open the board maker, at a tab if one is named."""
        self.want(gesture.arg)

    def want(self, name: str = "") -> None:
        if self.app.session is None:
            self.app.setup = self.form()
        super().want(name)

    def takes(self, text: str, name: str) -> bool:
        return super().takes(text, name) or self.shown

    def make(self) -> Laboratory:
        from ...board_maker.actions.maker_screen import BoardMaker, MakerExits  # noqa: PLC0415 - it has arrived only now

        exits = MakerExits(self._play, self.leave, self._come_back, self.play.open)
        self._maker = BoardMaker(self.page, self.screen, self.store, self.app, exits)
        return self._maker

    def _open(self, screen: Laboratory) -> None:
        screen.opened_by_person()
        super()._open(screen)

    def _come_back(self, role: str) -> None:
        if self.classroom is not None:
            address = {"student": "#class=pupil", "teach": "#class=teach"}[role]
            self.classroom.open_behind(address, self.want)

    def _play(self, file: str, text: str) -> None:
        self.closed()
        self._set_up.try_board(file, text)

    def closed(self) -> None:
        if self._maker is not None:
            self._maker.together.camera_off()
        super().closed()
        session = self.app.session
        self.play.use_colors(None if session is None else session.state.rules.edition)

    def escape(self) -> None:
        """Lead back to the board, as Escape was pressed."""
        if self._maker is not None and self.shown:
            self._maker.escape()

    def key(self, key: str) -> bool:
        """Undo or redo by a key. Return whether the key did."""
        if self._maker is None or not self.shown or key not in _UNDO:
            return False
        self._maker.handle_gesture(Gesture("key", do=_UNDO[key]))
        return True

    def storage_changed(self, key: str) -> None:
        if self.shown:
            super().storage_changed(key)
