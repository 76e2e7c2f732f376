"""Actions that only open a dialog or move the focus, and the statistics of this device."""

from __future__ import annotations

import json
from typing import Any, Final

from ..desk import Sheet
from ..page import Gesture
from ..playing import results
from .base import Hand, Needs, needs

_FORMAT: Final = "title-deed-statistics/1"


class DialogsHand(Hand):
    """Opens dialogs; exports and erases the statistics."""

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

    # ------------------------------------------------------------ statistics

    @needs(Needs.NOTHING)
    def do_open_results(self, gesture: Gesture) -> None:
        self.desk.results = None
        self.play.open(Sheet("results"))
        self.store.fetch(results.PREFIX, self._show_results)

    def _show_results(self, tables: dict[str, dict[str, Any]]) -> None:
        self.desk.results = results.ended(tables)
        self.play.render()

    @needs(Needs.NOTHING)
    def do_export_results(self, gesture: Gesture) -> None:
        table = {"format": _FORMAT, "games": self.desk.results or []}
        text = json.dumps(table, ensure_ascii=False, indent=1)
        self.page.download("title-deed-statistics.json", text)

    @needs(Needs.NOTHING)
    def do_erase_results(self, gesture: Gesture) -> None:
        self.play.open(Sheet("confirm", "results"))

    @needs(Needs.NOTHING)
    def do_erase_results_now(self, gesture: Gesture) -> None:
        """Erase the statistics. Games under way still count when they end."""

        def erased(tables: dict[str, dict[str, Any]]) -> None:
            gone = [id for id, table in tables.items() if "rounds" in table]
            self.store.drop([results.PREFIX + id for id in gone])
            self.desk.results = []
            self.play.render()

        self.play.close("confirm")
        self.store.fetch(results.PREFIX, erased)
