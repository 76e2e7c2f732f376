"""Actions that only open a dialog or move the focus, and the statistics of this device."""

from __future__ import annotations

import json
from typing import Any, Final

from ..game_loop import finished_games
from ..page_port import Gesture
from ..state import OpenDialog
from .base import ActionGroup, Needs, needs

_FORMAT: Final = "title-deed-statistics/1"


class DialogActions(ActionGroup):
    """Opens dialogs; exports and erases the statistics."""

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
        self.play.open(OpenDialog("help"))

    @needs(Needs.NOTHING)
    def do_open_opponents(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("opponents"))

    @needs(Needs.NOTHING)
    def do_focus_ask(self, gesture: Gesture) -> None:
        self.page.focus("#ask-title")

    @needs(Needs.NOTHING)
    def do_focus_board(self, gesture: Gesture) -> None:
        self.page.focus(f"#space-{self.app.deed}")

    # ------------------------------------------------------------ statistics

    @needs(Needs.NOTHING)
    def do_open_results(self, gesture: Gesture) -> None:
        self.app.results = None
        self.play.open(OpenDialog("results"))
        self.store.fetch(finished_games.PREFIX, self._show_results)

    def _show_results(self, tables: dict[str, dict[str, Any]]) -> None:
        self.app.results = finished_games.ended_games(tables)
        self.play.render()

    @needs(Needs.NOTHING)
    def do_export_results(self, gesture: Gesture) -> None:
        table = {"format": _FORMAT, "games": self.app.results or []}
        text = json.dumps(table, ensure_ascii=False, indent=1)
        self.page.download("title-deed-statistics.json", text)

    @needs(Needs.NOTHING)
    def do_erase_results(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("confirm", "results"))

    @needs(Needs.NOTHING)
    def do_erase_results_now(self, gesture: Gesture) -> None:
        """Erase the statistics. Games under way still count when they end."""

        def erased(tables: dict[str, dict[str, Any]]) -> None:
            gone = [id for id, table in tables.items() if "rounds" in table]
            self.store.drop([finished_games.PREFIX + id for id in gone])
            self.app.results = []
            self.play.render()

        self.play.close("confirm")
        self.store.fetch(finished_games.PREFIX, erased)
