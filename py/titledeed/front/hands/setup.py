"""What people do on the set-up screen: seats, book, board, house rules, boards from files."""

from __future__ import annotations

from ...engine.words import Unloadable
from ...language.catalogue import Catalogue
from ...storage import boards
from ...storage.store import Store
from ..desk import Desk
from ..page import Gesture, Page
from ..playing.play import Play
from ..views import house_rules, setup


class SetUpHands:
    """A part of :class:`~.hands.Hands`, which has the other gestures."""

    page: Page
    store: Store
    desk: Desk
    play: Play
    wants_board = False  # whether the file that is being chosen is to be a board

    def _tour(self) -> None:
        raise NotImplementedError

    def number(self, text: str, most: int) -> int | None:
        """A seat from an argument."""
        return int(text) if text.isascii() and text.isdigit() and int(text[:3]) < most else None

    def _fields(self) -> dict[str, str]:
        fields = self.page.form("setup-form")
        if setup.count(fields) < setup.FEWEST:
            return self.desk.setup
        return setup.with_usual_board(self.desk.setup, fields)

    def _set_up(self, fields: dict[str, str]) -> None:
        self.desk.setup = fields
        self.desk.setup_error = ""
        self.speak()
        self.play.render()

    def speak(self) -> None:
        """The form says things as the chosen board does."""
        desk = self.desk
        if desk.session is None:
            words = setup.words_of(desk.setup, desk.boards)
            desk.catalogue = Catalogue(desk.settings.language, words)

    def do_setup(self, done: Gesture) -> None:
        """A field of the form has changed."""
        self._set_up(self._fields())

    def do_by_the_book(self, done: Gesture) -> None:
        """No house rules after all."""
        self._set_up(house_rules.by_the_book(self._fields()))
        self.page.focus("#house-rules summary")

    # ------------------------------------------------------------ seats

    def do_add_seat(self, done: Gesture) -> None:
        fields = setup.with_seat(self._fields())
        self._set_up(fields)
        self.page.focus(f"#name-{setup.count(fields) - 1}")

    def do_remove_seat(self, done: Gesture) -> None:
        seat = self.number(done.arg, setup.MOST)
        if seat is not None:
            self._set_up(setup.without_seat(self._fields(), seat))

    def do_next_token(self, done: Gesture) -> None:
        seat = self.number(done.arg, setup.MOST)
        if seat is not None:
            self._set_up(setup.next_token(self._fields(), seat))

    # ------------------------------------------------------------ boards from files

    def do_load_board(self, done: Gesture) -> None:
        self.desk.setup = self._fields()
        self.wants_board = True
        self.page.ask_for_file()

    def try_board(self, file: str, text: str) -> None:
        """Look at a file; a good board is kept and chosen, a faulty one is told of line by line.

        Raises :class:`~.store.StorageFull`; the board can then be played, and is gone with the page.
        """
        desk = self.desk
        table, desk.trial = boards.look(file, text)
        if desk.session is not None:
            self.play.leave()
        if desk.trial.faults:
            self.play.render()
            self.page.focus("#trial-title")
            return
        id = str(table["id"])
        if id not in desk.boards and len(desk.boards) >= boards.MOST:
            self._remove(next(iter(desk.boards)))
        desk.boards[id] = table
        self._set_up({**desk.setup, "edition": id})
        self.page.focus("#trial-title")
        self.store.keep_board(id, table)

    def do_remove_board(self, done: Gesture) -> None:
        """Take a board off the list; games that are played on it have it in their records."""
        if done.arg in self.desk.boards:
            fields = self._fields()
            self.desk.trial = None
            self._remove(done.arg)
            if fields.get("edition") == done.arg:
                fields = {k: v for k, v in fields.items() if k != "edition"}
            self._set_up(fields)
            self.page.focus("#load-board")

    def _remove(self, id: str) -> None:
        del self.desk.boards[id]
        self.store.remove_board(id)

    def do_close_trial(self, done: Gesture) -> None:
        self.desk.trial = None
        self._set_up(self._fields())
        self.page.focus("#load-board")

    # ------------------------------------------------------------ the start

    def do_start_game(self, done: Gesture) -> None:
        if done.kind != "submit":
            self.do_setup(done)
            return
        desk = self.desk
        desk.setup = self._fields()
        desk.setup_error = desk_error = ""
        try:
            made = setup.record(desk.setup, desk.catalogue, self.page.seed(), desk.boards)
            self.play.start(made)
            if not desk.settings.toured and desk.session is not None and desk.session.people():
                self._tour()
        except house_rules.Faulty as fault:
            desk_error = str(fault)
        except Unloadable as trouble:
            said = setup.contradiction(desk.setup, desk.catalogue, desk.boards)
            desk_error = said or desk.catalogue.sentence(str(trouble))
        if desk_error:
            desk.setup_error = desk_error
            self.play.render()
