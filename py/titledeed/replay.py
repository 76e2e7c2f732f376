"""A played game that is looked at again, at one of its moments; it takes no answers.

Going anywhere costs at most the answers since the last kept state (``log.CHECKPOINT``), however long
the game was.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from .course import Course
from .engine.words import CHANCE
from .log import Entry
from .session import Session


class Replay(Course):
    """``whole`` is the game itself, which does not change by being looked at.

    A *stop* is a moment that one may stand at: never between an answer and what chance says to it,
    so that a throw is one with its dice. Stop 0 is the beginning, once the decks are shuffled and
    what is dealt is dealt, ``last`` the end.
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
        """How many answers have been given at this moment."""
        return self.stops[self.stop]

    def go(self, stop: int) -> None:
        """Stand at another moment; beyond either end, at that end."""
        self.stop = max(0, min(stop, self.last))
        count = self.count
        self.game.state = self.whole.at(count)
        self.game.lines = self.whole.game.lines[:count]
        self.entries = self.whole.entries[:count]
        self.wealth = [point for point in self.whole.wealth if point[0] <= count]

    def stop_at(self, count: int) -> int:
        """The last stop at which no more than ``count`` answers have been given."""
        return max(bisect_right(self.stops, count) - 1, 0)

    def turn_stop(self, by: int) -> int:
        """The stop where the next turn begins (``by`` 1), or this one or the one before it (-1)."""
        if by > 0:
            n = bisect_right(self.turns, self.stop)
            return self.turns[n] if n < len(self.turns) else self.last
        return self.turns[max(bisect_left(self.turns, self.stop) - 1, 0)]

    def following(self) -> list[Entry]:
        """The answers between this stop and the next."""
        end = self.stops[min(self.stop + 1, self.last)]
        return self.whole.entries[self.count : end]


def _by_chance(entry: Entry) -> bool:
    return entry.seat == CHANCE and entry.by == "chance"
