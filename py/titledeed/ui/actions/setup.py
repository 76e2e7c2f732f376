"""The actions of the set-up screen: seats, rulebook, board, house rules, boards from files."""

from __future__ import annotations

from ...engine.errors import LoadError
from ...language.catalogue import N_
from ...storage import board_file_check, written_bots
from .. import setup_form
from ..page_port import Gesture
from ..state import OpenDialog
from ..views.setup import setup
from .action_group import ActionGroup
from .declare_actions import Needs, needs


class SetUpActions(ActionGroup):
    """Changes the set-up form, and starts the game."""

    def _set_up(self, fields: dict[str, str]) -> None:
        self.app.setup = fields
        self.app.setup_error = ""
        self.speak()
        self.play.use_colors(None)
        self.play.render()

    @needs(Needs.NOTHING)
    def do_setup(self, gesture: Gesture) -> None:
        """Read the form after a field has changed."""
        self._set_up(self.form())

    @needs(Needs.NOTHING)
    def do_by_the_book(self, gesture: Gesture) -> None:
        """Remove all house rules."""
        self._set_up(setup_form.by_the_book(self.form()))
        self.page.focus("#house-rules summary")

    # ------------------------------------------------------------ seats

    @needs(Needs.NOTHING)
    def do_add_seat(self, gesture: Gesture) -> None:
        fields = setup_form.with_seat(self.form())
        self._set_up(fields)
        self.page.focus(f"#name-{setup_form.seat_count(fields) - 1}")

    @needs(Needs.NOTHING)
    def do_remove_seat(self, gesture: Gesture) -> None:
        seat = self.number(gesture.arg, setup_form.MOST)
        if seat is not None:
            self._set_up(setup_form.without_seat(self.form(), seat))

    @needs(Needs.NOTHING)
    def do_next_token(self, gesture: Gesture) -> None:
        seat = self.number(gesture.arg, setup_form.MOST)
        form = self.form()
        if seat is not None:
            self._set_up(
                setup_form.next_token(form, seat, setup_form.tokens_on(form, self.app.boards))
            )

    # ------------------------------------------------------------ boards from files

    def try_board(self, file: str, text: str) -> None:
        """Check a board's file. Save and choose a good board; list the faults of a bad one by line.

        Raises ``StorageFull`` if it cannot be saved; then it can be played until the page is closed.
        """
        app = self.app
        table, app.trial = board_file_check.check_board_file(file, text)
        if app.session is not None:
            self.play.leave_game()
        if app.trial.faults:
            self.play.render()
            self.page.focus("#trial-title")
            return
        id = str(table["id"])
        if id not in app.boards and len(app.boards) >= board_file_check.MOST:
            full = board_file_check.Fault(
                N_("The list of boards is full. Remove one of your boards first.")
            )
            app.trial = board_file_check.BoardFileResult(file, faults=(full,))
            self._set_up(app.setup)
            self.page.focus("#trial-title")
            return
        app.boards[id] = table
        self._set_up({**app.setup, "edition": id})
        self.page.focus("#trial-title")
        self.store.keep_board(id, table)

    @needs(Needs.NOTHING)
    def do_remove_board(self, gesture: Gesture) -> None:
        """Ask before removing a board."""
        if gesture.arg in self.app.boards:
            self.play.open(OpenDialog("confirm", f"board {gesture.arg}"))

    @needs(Needs.NOTHING)
    def do_remove_board_now(self, gesture: Gesture) -> None:
        """Remove a board from the list. Games played on it have a copy in their records."""
        self.play.close("confirm")
        if gesture.arg in self.app.boards:
            fields = self.form()
            self.app.trial = None
            self._remove(gesture.arg)
            if fields.get("edition") == gesture.arg:
                fields = {k: v for k, v in fields.items() if k != "edition"}
            self._set_up(fields)
            self.page.focus("#load-board")

    def _remove(self, id: str) -> None:
        del self.app.boards[id]
        self.store.remove_board(id)

    @needs(Needs.NOTHING)
    def do_close_trial(self, gesture: Gesture) -> None:
        self.app.trial = None
        self._set_up(self.form())
        self.page.focus("#load-board")

    # ------------------------------------------------------------ bots from files

    @needs(Needs.NOTHING)
    def do_load_bot(self, gesture: Gesture) -> None:
        """Choose a bot's file. The workshop shows its program first."""
        self.app.setup = self.form()
        self.page.ask_for_file()

    @needs(Needs.NOTHING)
    def do_remove_bot(self, gesture: Gesture) -> None:
        """Ask before removing a bot's program."""
        if gesture.arg in self.app.written:
            self.play.open(OpenDialog("confirm", f"bot {gesture.arg}"))

    @needs(Needs.NOTHING)
    def do_remove_bot_now(self, gesture: Gesture) -> None:
        """Remove a bot's program from this device."""
        self.play.close("confirm")
        if gesture.arg not in self.app.written:
            return
        del self.app.written[gesture.arg]
        written_bots.remove_bot(self.store, gesture.arg)
        fields = self.form()
        gone = {key: "simple" for key, value in fields.items() if value == gesture.arg}
        self._set_up({**fields, **gone})
        self.page.focus("#who summary")

    # ------------------------------------------------------------ the start

    @needs(Needs.NOTHING)
    def do_start_game(self, gesture: Gesture) -> None:
        if gesture.kind != "submit":
            self.do_setup(gesture)
            return
        app = self.app
        app.setup = self.form()
        app.setup_error = trouble = ""
        try:
            record = setup_form.record_of_form(
                app.setup, app.catalogue, self.page.seed(), app.boards, app.written
            )
            self.play.start(record)
            if not app.settings.toured and app.session is not None and app.session.people():
                self.begin_tour()
        except setup_form.FormError as fault:
            trouble = str(fault)
        except LoadError as refusal:
            clash = setup.contradiction_in_form(app.setup, app.catalogue, app.boards)
            trouble = clash or app.catalogue.sentence(str(refusal))
        if trouble:
            app.setup_error = trouble
            self.play.render()
