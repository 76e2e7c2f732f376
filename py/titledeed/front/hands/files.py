"""The actions for files that people choose: a game, or a board for the set-up screen."""

from __future__ import annotations

from ...engine.words import Malformed, Refused, Unloadable
from ...storage import boards
from ...storage.places import StorageFull
from ...storage.store import Store
from ..desk import Desk
from ..page import Gesture, Page
from ..playing.play import Play
from .base import Hand, Needs, needs
from .saves import SavesHand
from .setup import SetUpHand


class FilesHand(Hand):
    """Asks for a file, and opens what was chosen."""

    def __init__(
        self,
        page: Page,
        store: Store,
        desk: Desk,
        play: Play,
        games: SavesHand,
        set_up: SetUpHand,
    ) -> None:
        super().__init__(page, store, desk, play)
        self._games = games
        self._set_up = set_up
        self._wants_board = False  # the person is choosing a board's file

    @needs(Needs.NOTHING)
    def do_import(self, gesture: Gesture) -> None:
        self._wants_board = False
        self.page.ask_for_file()

    @needs(Needs.NOTHING)
    def do_load_board(self, gesture: Gesture) -> None:
        self.desk.setup = self.form()
        self._wants_board = True
        self.page.ask_for_file()

    def imported(self, name: str, text: str) -> None:
        """Open a file that a person chose, as a board if one was wanted or its text looks like one; else as a
        game. Trouble is shown to people, not raised."""
        board = self._wants_board or boards.looks_like_one(text)
        self._wants_board = False
        try:
            if board:
                self._set_up.try_board(name, text)
            else:
                self._games.open_file(name, text)
        except (Unloadable, Malformed, Refused) as trouble:
            self.play.close("saves")
            self.play.refuse(trouble)
        except StorageFull:
            self.say_full()
