"""Dialogs that need nothing but to be opened, and where the focus goes."""

from __future__ import annotations

from ..desk import Sheet
from ..page import Gesture
from .base import Hand, Needs, needs


class DialogsHand(Hand):
    """What people do to look at something."""

    @needs(Needs.NOTHING)
    def do_close(self, gesture: Gesture) -> None:
        self.play.close(gesture.where.removeprefix("dlg-"))

    @needs(Needs.GAME)
    def do_open_spaces(self, gesture: Gesture) -> None:
        self.play.open(Sheet("spaces"))

    @needs(Needs.GAME)
    def do_open_journal(self, gesture: Gesture) -> None:
        self.play.open(Sheet("journal"))

    @needs(Needs.GAME)
    def do_open_over(self, gesture: Gesture) -> None:
        self.play.open(Sheet("over"))

    @needs(Needs.NOTHING)
    def do_open_help(self, gesture: Gesture) -> None:
        self.play.open(Sheet("help"))

    @needs(Needs.NOTHING)
    def do_open_opponents(self, gesture: Gesture) -> None:
        self.play.open(Sheet("opponents"))

    @needs(Needs.NOTHING)
    def do_focus_ask(self, gesture: Gesture) -> None:
        self.page.focus("#ask-title")

    @needs(Needs.NOTHING)
    def do_focus_board(self, gesture: Gesture) -> None:
        self.page.focus(f"#space-{self.desk.deed}")
