"""A replay shows a moment of a game that has been played, and takes no answers.

Moving to any moment replays at most ``CHECKPOINT`` answers, however long the game was.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ..engine.special_seats_and_ids import CHANCE
from .answer_entries_and_checkpoints import Entry
from .common_base_of_session_and_replay import SessionBase
from .session import Session


class Replay(SessionBase):
    """A replay of a session; ``whole`` is that session, which the replay does not change.

    A *stop* is a moment that can be shown. There is none between an answer and the answer of chance to
    it, so that a throw and its dice appear together. Stop 0 is the beginning, after shuffling and
    dealing; ``last`` is the end.
    """

    def __init__(self, whole: Session) -> None:
        super().__init__(whole.game.fork(whole.at(0), 0), whole.controls)
        self.whole = whole
        log = whole.entries
        own = [n for n, entry in enumerate(log) if not _by_chance(entry)]
        self.stops = [*own, len(log)]
        begins = [n for n in range(len(log)) if n and log[n].turns != log[n - 1].turns]
        # The first stop of each turn.
        self.turns = sorted({0, *(bisect_left(self.stops, n) for n in begins)})
        self.go(0)

    @property
    def last(self) -> int:
        """The stop at the end of the game."""
        return len(self.stops) - 1

    @property
    def count(self) -> int:
        """The number of answers given at this moment."""
        return self.stops[self.stop]

    def go(self, stop: int) -> None:
        """Go to a stop; a number beyond either end means that end."""
        self.stop = max(0, min(stop, self.last))
        count = self.count
        self.game.state = self.whole.at(count)
        self.game.lines = self.whole.game.lines[:count]
        self.entries = self.whole.entries[:count]
        self.wealth = [point for point in self.whole.wealth if point[0] <= count]

    def stop_at(self, count: int) -> int:
        """Return the last stop with at most ``count`` answers given."""
        return max(bisect_right(self.stops, count) - 1, 0)

    def turn_stop(self, by: int) -> int:
        """Return the stop where the next turn begins (``by`` 1) or where this turn begins (``by`` -1).

        If the replay is already at the beginning of a turn, -1 gives the beginning of the turn before."""
        if by > 0:
            n = bisect_right(self.turns, self.stop)
            return self.turns[n] if n < len(self.turns) else self.last
        return self.turns[max(bisect_left(self.turns, self.stop) - 1, 0)]

    def following(self) -> list[Entry]:
        """Return the answers between this stop and the next."""
        end = self.stops[min(self.stop + 1, self.last)]
        return self.whole.entries[self.count : end]


def _by_chance(entry: Entry) -> bool:
    return entry.seat == CHANCE and entry.by == "chance"
