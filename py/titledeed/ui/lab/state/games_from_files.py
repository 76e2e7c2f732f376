"""The state of the screen that counts games from files."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....lab.batch_games import Played
from ....lab.write_and_count_record_files import Source


@dataclass
class GameFilesState:
    """The state of the screen. ``trouble``: a sentence about a file that cannot be opened at all.

    ``rows``: for each file the summary of its game, or why there is none, or None while it has not been
    counted."""

    sources: list[Source] = field(default_factory=list)
    rows: list[Played | str | None] = field(default_factory=list)
    counting: bool = False
    trouble: str = ""

    @property
    def games(self) -> list[Played | None]:
        """The games by the place of their file; None if there is no game."""
        return [row if isinstance(row, dict) else None for row in self.rows]

    @property
    def seats(self) -> int:
        """The number of seats of the first game; 0 without games."""
        return next((len(game["worth"]) for game in self.games if game), 0)
