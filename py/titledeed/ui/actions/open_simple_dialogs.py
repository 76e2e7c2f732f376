"""Actions that only open or close a dialog, or move the focus."""

from __future__ import annotations

from ..page_port import Gesture
from ..state import OpenDialog
from .action_group import ActionGroup
from .declare_actions import Needs, needs


class DialogActions(ActionGroup):
    """Opens dialogs that need nothing else, and closes any."""

    @needs(Needs.NOTHING)
    def do_close(self, gesture: Gesture) -> None:
        self.play.close(gesture.where.removeprefix("dlg-"))

    @needs(Needs.GAME)
    def do_open_spaces(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("spaces"))

    @needs(Needs.GAME)
    def do_open_journal(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("journal"))

    @needs(Needs.GAME)
    def do_open_over(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("over"))

    @needs(Needs.NOTHING)
    def do_open_help(self, gesture: Gesture) -> None:
        """Show the page on how to play; with the argument "keys", the list of keys in it."""
        self.play.open(OpenDialog("help"))
        if gesture.arg == "keys":
            self.page.focus("#help-keys")

    @needs(Needs.NOTHING)
    def do_open_opponents(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("opponents"))

    @needs(Needs.NOTHING)
    def do_focus_ask(self, gesture: Gesture) -> None:
        self.page.focus("#ask-title")

    @needs(Needs.NOTHING)
    def do_focus_board(self, gesture: Gesture) -> None:
        self.page.focus(f"#space-{self.app.deed}")
