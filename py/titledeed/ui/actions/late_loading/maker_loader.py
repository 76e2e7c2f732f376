"""Opens the board maker, and fetches its code the first time (``ui/board_maker/``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...notices import Notice
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs
from ..setup import SetUpActions

if TYPE_CHECKING:
    from ...board_maker.actions.maker_screen import BoardMaker

PART = "maker"
MARKS = ("#board-maker", "#board=")
DRAFT = '{"format": "title-deed-board-draft/'  # how the file of a draft begins
_UNDO = {"mod+z": "maker-undo", "mod+y": "maker-redo", "mod+shift+z": "maker-redo"}


class MakerLoader(ActionGroup):
    """Opens the board maker; its own actions are in ``ui/board_maker/``."""

    def __init__(self, context: ActionContext, screen: JinjaRenderer, set_up: SetUpActions) -> None:
        super().__init__(context)
        self._screen, self._set_up = screen, set_up
        self._maker: BoardMaker | None = None
        self._fragment, self._again = "", False
        self._files: list[tuple[str, str]] = []

    @property
    def shown(self) -> bool:
        """Whether the board maker is on the screen."""
        return self._maker is not None and self.app.lab is self._maker

    @needs(Needs.NOTHING)
    def do_board_maker(self, gesture: Gesture) -> None:
        """Open the board maker."""
        if self.app.session is None:
            self.app.setup = self.form()
        self.page.fetch_part(PART, self._fetched)

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a board's link, or go back ``again`` to the board maker."""
        self._fragment, self._again = fragment, again
        self.do_board_maker(Gesture("click"))

    def open_file(self, text: str, name: str = "") -> None:
        """Open the file of a board or of a draft in the board maker."""
        self._files.append((text, name))
        self.do_board_maker(Gesture("click"))

    def _fetched(self, trouble: str) -> None:
        if trouble:
            text = self.app.catalogue("The board maker couldn’t be loaded. Try again.")
            self.app.notices.add(Notice("maker", text, more=trouble, bad=True, icon="b-board"))
            self.page.announce(text)
            self.play.render()
            return
        if self._maker is None:
            from ...board_maker.actions.maker_screen import BoardMaker, MakerExits  # noqa: PLC0415 - it has arrived only now

            exits = MakerExits(self._play, self.leave)
            self._maker = BoardMaker(self.page, self._screen, self.store, self.app, exits)
        maker = self.app.lab = self._maker
        self.play.close_all()
        maker.opened_by_person()
        fragment, self._fragment = self._fragment, ""
        files, self._files = self._files, []
        if fragment:
            maker.open_link(fragment, self._again)
        for text, name in files:
            maker.open_file(text, name)
        self.play.render()
        if not (fragment and self._again):
            maker.focus()

    def _play(self, file: str, text: str) -> None:
        self._close()
        self._set_up.try_board(file, text)

    def leave(self) -> None:
        """Return to the screen before the board maker."""
        if self.shown:
            self._close()
            self.play.render()
            self.page.focus("#setup [data-do=board-maker]")

    def _close(self) -> None:
        self.app.lab = None
        session = self.app.session
        self.play.use_colors(None if session is None else session.state.rules.edition)

    def escape(self) -> None:
        """Lead back to the board, as Escape was pressed."""
        if self._maker is not None and self.shown:
            self._maker.escape()

    def key(self, key: str) -> bool:
        """Undo or redo by a key. Return whether the key did."""
        if not self.shown or key not in _UNDO:
            return False
        assert self._maker is not None
        self._maker.handle_gesture(Gesture("key", do=_UNDO[key]))
        return True

    def storage_changed(self, key: str) -> None:
        """Another window has saved a board."""
        if self._maker is not None and self.shown:
            self._maker.storage_changed(key)
