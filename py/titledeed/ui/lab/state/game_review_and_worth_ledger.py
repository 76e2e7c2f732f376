"""The state of the screen about one game."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....engine.asks import Over
from ....game.review_of_weightiest_decisions import Row, UnmadeRow
from ....lab.game_worth_ledger_and_dice import Story
from ...state import AppState


@dataclass
class GameAnalysisState:
    """The state of the screen. ``story`` describes the first ``count`` answers of the game ``id``."""

    id: str = ""
    count: int = -1
    story: Story | None = None
    round: int = -1  # index of the round in the ledger; -1: the whole game
    trouble: str = ""
    review: list[Row] = field(default_factory=list)
    unmade: list[UnmadeRow] = field(default_factory=list)  # one for a seat at most
    seen: int = 0  # seats whose decisions have been reviewed

    def hidden(self, app: AppState) -> bool:
        """Whether decisions are not shown, as only a finished game is reviewed."""
        return app.whole is None or not isinstance(app.whole.ask, Over)

    def reviewed(self, app: AppState) -> list[int]:
        """The seats whose decisions are reviewed: those of people, or all if only bots played."""
        whole = app.whole
        assert whole is not None
        everybody = list(range(whole.state.seats))
        return [seat for seat in everybody if whole.is_person(seat)] or everybody
