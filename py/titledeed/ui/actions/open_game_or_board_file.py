"""The actions for files that people choose: a game, or a board for the set-up screen."""

from __future__ import annotations

from ...engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ...storage import board_file_check
from ...storage.storage_interfaces import StorageFull
from ..notices import Notice, action_data
from ..page_port import Gesture
from .action_group import ActionContext, ActionGroup
from .declare_actions import Needs, needs
from .saved_games import SavedGamesActions
from .setup import SetUpActions


class FileImportActions(ActionGroup):
    """Asks for a file, and opens what was chosen."""

    def __init__(
        self, context: ActionContext, games: SavedGamesActions, set_up: SetUpActions
    ) -> None:
        super().__init__(context)
        self._games = games
        self._set_up = set_up
        self._wants_board = False  # the person is choosing a board's file

    @needs(Needs.NOTHING)
    def do_import(self, gesture: Gesture) -> None:
        self._wants_board = False
        self.page.ask_for_file()

    @needs(Needs.NOTHING)
    def do_load_board(self, gesture: Gesture) -> None:
        self.app.setup = self.form()
        self._wants_board = True
        self.page.ask_for_file()

    def imported(self, name: str, text: str) -> None:
        """Open a file that a person chose. Trouble is shown to people, not raised.

        The file is opened as a board if one was wanted or its text looks like one, and otherwise as a
        game."""
        board = self._wants_board or board_file_check.looks_like_one(text)
        self._wants_board = False
        try:
            if board:
                self._set_up.try_board(name, text)
            else:
                self._games.open_file(name, text)
        except (LoadError, MalformedAnswer, RefusedAnswer) as trouble:
            self.play.close("saves")
            if board or not isinstance(trouble, LoadError):
                self.play.refuse(trouble)
            else:
                self._refuse_game(name, text, trouble)
        except StorageFull:
            self.say_full()

    def _refuse_game(self, name: str, text: str, trouble: LoadError) -> None:
        """Say that the file is no game or can't be opened, with the exact fault behind "Why?"."""
        _ = self.app.catalogue
        what = _("“{file}” can’t be opened.", file=name)
        if "title-deed" not in text:
            what = _("“{file}” isn’t a Title Deed game.", file=name)
        self.app.notices.add(
            Notice(
                "trouble",
                what,
                more=_("Your saved games haven’t changed."),
                bad=True,
                icon="u-flag",
                acts=(action_data("import", _("Choose another file")),),
                lasts=self.app.session is None,
                reason=_.sentence(str(trouble)),
            )
        )
        self.page.announce(what)
        self.play.render()
