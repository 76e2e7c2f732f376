"""The actions of the laboratory's screen about one game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....lab import game_worth_ledger_and_dice
from ...page_port import BackgroundWork, Gesture
from ..state.game_review_and_worth_ledger import GameAnalysisState
from ..views import game_analysis as view
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import GameAnalysisView


class GameAnalysisActions(LabActions):
    """Analyzes the open game: its ledger, its rounds, its decisions."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.analysis = GameAnalysisState()
        self._work: BackgroundWork | None = None
        self._review: BackgroundWork | None = None

    def screen_view(self) -> GameAnalysisView:
        return view.game_analysis_view(self.analysis, self.app)

    def screen_opened(self) -> None:
        """Analyze the game in its current state, unless that has been done."""
        whole = self.app.whole
        if whole is None:
            return
        if (self.analysis.id, self.analysis.count) == (self.app.game_id, len(whole.entries)):
            return
        if self._work is not None:
            self._work.cancel()
        if self._review is not None:
            self._review.cancel()
        self.analysis = GameAnalysisState(self.app.game_id, len(whole.entries))

        def receive(_place: int, story: Any) -> None:
            self.analysis.story = story
            self.render()

        def failed(reason: str) -> None:
            self.analysis.trouble = self.app.catalogue.sentence(reason)
            self.render()

        record = whole.game.to_dict()
        self._work = self.page.work(
            "titledeed.lab.game_worth_ledger_and_dice:analyse",
            [{"record": record}],
            receive,
            failed,
        )
        if not self.analysis.hidden(self.app):
            self._look_back(record, self.analysis.reviewed(self.app))

    def _look_back(self, record: dict[str, Any], seats: list[int]) -> None:
        """Review the decisions of each seat in a job of its own, so that the first seat is ready soon."""
        analysis = self.analysis

        def receive(_place: int, findings: Any) -> None:
            analysis.review += [tuple(row) for row in findings["decisions"]]
            analysis.unmade += [tuple(row) for row in findings["unmade"]]
            analysis.seen += 1
            self.render()

        def failed(_why: str) -> None:
            analysis.seen = len(seats)  # the other job, the story, reports the error
            self.render()

        jobs = [{"record": record, "seats": [seat]} for seat in seats]
        self._review = self.page.work(
            "titledeed.game.review_of_weightiest_decisions:study", jobs, receive, failed
        )

    # ------------------------------------------------------------ gestures

    def do_round(self, gesture: Gesture) -> None:
        """Show the ledger of another round by its index, or of the whole game (-1)."""
        place = gesture.fields.get("round", "")
        if gesture.kind == "change" and re.fullmatch(r"-1|[0-9]{1,6}", place):
            self.analysis.round = int(place)
            self.render()

    def do_moment(self, gesture: Gesture) -> None:
        """Show the moment of a decision in the replay."""
        whole = self.app.whole
        if whole is not None and re.fullmatch(r"[0-9]{1,7}", gesture.arg):
            self.bench.exits.moment(min(int(gesture.arg), len(whole.entries)))

    def do_csv(self, gesture: Gesture) -> None:
        """Save one of the tables as CSV."""
        game_story = self.analysis.story
        if game_story is None:
            return
        match gesture.arg:
            case "ledger":
                text = game_story["ledger_csv"]
            case "rounds":
                text = "\n".join(game_worth_ledger_and_dice.rounds_csv(game_story)) + "\n"
            case "landings":
                text = "\n".join(game_worth_ledger_and_dice.game_landings_csv(game_story)) + "\n"
            case _:
                return
        self.page.download(f"titledeed-{gesture.arg}.csv", text)
