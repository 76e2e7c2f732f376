"""The actions of the laboratory's screen about one game."""

from __future__ import annotations

import re
from typing import Any

from ....lab import story
from ...page import Gesture, Work
from ...views.bits import Data
from ...views.lab import game as view
from .bench import Bench, LabHand


class GameHand(LabHand):
    """Analyses the game on the desk: its ledger, its rounds, its decisions."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.analysis = view.GameAnalysis()
        self._work: Work | None = None
        self._review: Work | None = None

    def view(self) -> Data:
        return view.view(self.analysis, self.desk)

    def opened(self) -> None:
        """Analyse the game as it is now, unless that has been done."""
        whole = self.desk.whole
        if whole is None:
            return
        if (self.analysis.id, self.analysis.count) == (self.desk.game_id, len(whole.entries)):
            return
        if self._work is not None:
            self._work.cancel()
        if self._review is not None:
            self._review.cancel()
        self.analysis = view.GameAnalysis(self.desk.game_id, len(whole.entries))

        def receive(_place: int, story: Any) -> None:
            self.analysis.story = story
            self.render()

        def failed(why: str) -> None:
            self.analysis.trouble = self.desk.catalogue.sentence(why)
            self.render()

        record = whole.game.to_dict()
        self._work = self.page.work(
            "titledeed.lab.story:analyse", [{"record": record}], receive, failed
        )
        if not self.analysis.hidden(self.desk):
            self._look_back(record, self.analysis.reviewed(self.desk))

    def _look_back(self, record: dict[str, Any], seats: list[int]) -> None:
        """Review the decisions of each seat in a job of its own, so that the first seat is ready soon."""
        analysis = self.analysis

        def receive(_place: int, rows: Any) -> None:
            analysis.review += [tuple(row) for row in rows]
            analysis.seen += 1
            self.render()

        def failed(_why: str) -> None:
            analysis.seen = len(seats)  # the other job, the story, reports what is wrong
            self.render()

        jobs = [{"record": record, "seats": [seat]} for seat in seats]
        self._review = self.page.work("titledeed.review:study", jobs, receive, failed)

    # ------------------------------------------------------------ gestures

    def do_round(self, done: Gesture) -> None:
        """Show the ledger of another round by its index, or of the whole game (-1)."""
        place = done.fields.get("round", "")
        if done.kind == "change" and re.fullmatch(r"-1|[0-9]{1,6}", place):
            self.analysis.round = int(place)
            self.render()

    def do_moment(self, done: Gesture) -> None:
        """Show the moment of a decision in the replay."""
        whole = self.desk.whole
        if whole is not None and re.fullmatch(r"[0-9]{1,7}", done.arg):
            self.bench.ways.moment(min(int(done.arg), len(whole.entries)))

    def do_csv(self, done: Gesture) -> None:
        """Save one of the tables as CSV."""
        game_story = self.analysis.story
        if game_story is None:
            return
        match done.arg:
            case "ledger":
                text = game_story["ledger_csv"]
            case "rounds":
                text = "\n".join(story.rounds_csv(game_story)) + "\n"
            case "landings":
                text = "\n".join(story.landings_csv(game_story)) + "\n"
            case _:
                return
        self.page.download(f"titledeed-{done.arg}.csv", text)
