"""Actions of the statistics: show the games that ended on this device, save them as a file, erase them."""

from __future__ import annotations

import json
from typing import Any, Final

from ..game_loop import finished_games_statistics
from ..page_port import Gesture
from ..state import OpenDialog
from .action_group import ActionGroup
from .declare_actions import Needs, needs

_FORMAT: Final = "title-deed-statistics/1"


class FinishedGamesActions(ActionGroup):
    """Shows, exports and erases the results of finished games."""

    @needs(Needs.NOTHING)
    def do_open_results(self, gesture: Gesture) -> None:
        self.app.results = None
        self.play.open(OpenDialog("results"))
        self.store.fetch(finished_games_statistics.PREFIX, self._show_results)

    def _show_results(self, tables: dict[str, dict[str, Any]]) -> None:
        self.app.results = finished_games_statistics.ended_games(tables)
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
            self.store.drop([finished_games_statistics.PREFIX + id for id in gone])
            self.app.results = []
            self.play.render()

        self.play.close("confirm")
        self.store.fetch(finished_games_statistics.PREFIX, erased)
