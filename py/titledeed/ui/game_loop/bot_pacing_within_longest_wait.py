"""Pauses between the answers of bots while there is time, then speeds up, so that nobody waits long."""

from __future__ import annotations

from typing import Final

from ...engine.asks import (
    AskBid,
)
from ..page_port import Page
from ..state import AppState

# Milliseconds. We promise people at most five seconds from the start of a game to their first decision,
# their own throw included. From an answer to the next question it is at most eight. In the first *_BOTS
# milliseconds each bot's answer is shown with its motions; later ones are shown at once. After OPENING
# or BETWEEN no motion is shown at all.
OPENING: Final = 4_000.0
OPENING_BOTS: Final = 1_400.0
BETWEEN: Final = 7_000.0
BETWEEN_BOTS: Final = 4_800.0

# Beats of pause after a bot's answer, by its kind, so that people can follow.
_PAUSES: Final = {"end": 1.0, "pass": 1.0, "bid": 2.0, "roll": 2.0}
_PAUSE: Final = 4.0
_UNASKED: Final = 1.0  # in an auction in which no person bids any more
_THROWS: Final = frozenset({"order", "roll"})  # answers that decide nothing


class BotPacing:
    """Knows the time of a person's last action, and how long the bots may pause."""

    def __init__(self, page: Page, app: AppState) -> None:
        self._page = page
        self._app = app
        self._opening = False  # no person has decided anything yet
        self._bots = self._all = 0.0  # when bots' motions end; when all motions end
        self._asked = 0.0  # the time at which a person was last asked

    def open(self) -> None:
        """Note that a game begins."""
        now = self._page.now()
        self._opening = True
        self._bots, self._all = now + OPENING_BOTS, now + OPENING

    def begin(self) -> None:
        """Note that a person has done something."""
        now = self._page.now()
        if self._app.playing is not None:
            self._app.playing.end_hurry()
        if self._opening:
            waited = now - self._asked
            self._bots, self._all = self._bots + waited, self._all + waited
        else:
            self._bots, self._all = now + BETWEEN_BOTS, now + BETWEEN

    def ask(self, kind: str) -> None:
        """Note that a person is asked something, so the wait ends."""
        self._asked = self._page.now()
        self._opening = self._opening and kind in _THROWS

    def pause(self) -> float:
        """Return the milliseconds until the next answer of a bot."""
        app, session = self._app, self._app.course
        if app.playing is not None and self._watched and self._page.now() > self._bots:
            app.playing.hurry()
        last = session.entries[-1].answer.kind if session.entries else ""
        beats = _PAUSES.get(last, _PAUSE)
        if self._bots_alone():
            beats = min(beats, _UNASKED)
        return beats * app.beat

    @property
    def over(self) -> bool:
        """Whether there is no time left for any motion."""
        return self._watched and self._page.now() > self._all

    @property
    def _watched(self) -> bool:
        """Whether a person plays and so waits for a question; in a replay or a game of bots nobody does."""
        playing = self._app.playing
        return playing is not None and bool(playing.session.people())

    def _bots_alone(self) -> bool:
        """Whether this is an auction in which no person can still bid."""
        session = self._app.course
        ask = session.ask
        return isinstance(ask, AskBid) and all(
            ask.passed >> n & 1 or n in session.ceilings.out
            for n in ask.bidders
            if session.is_person(n)
        )
