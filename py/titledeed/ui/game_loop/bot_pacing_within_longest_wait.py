"""Pauses between the answers of bots while there is time, then speeds up, so that nobody waits long."""

from __future__ import annotations

import math
from typing import Final

from ...engine.asks import (
    AskBid,
    AskRoll,
)
from ...engine.state import around
from ..page_port import Page
from ..render.animation import MotionTime
from ..state import AppState

# Milliseconds. We promise people at most five seconds from the start of a game to their first decision,
# their own throw included. From an answer to the next question it is at most eight. At first, each bot's
# answer is shown with its pause and its motions. After *_BOTS milliseconds, answers have no pause and their
# motions are as quick as can be seen, so that people see the throws and cards of all bots. What would end
# after OPENING or BETWEEN is shown at once.
OPENING: Final = 4_000.0
OPENING_BOTS: Final = 600.0
BETWEEN: Final = 7_000.0
BETWEEN_BOTS: Final = 3_000.0
# So long before BETWEEN, everything that is left is shown at once.
_REST: Final = 300.0

# In the opening, what comes after a bot's motions: the turns of other bots, and the person's own throw.
_NEXT_BOT: Final = 600.0
_OWN_THROW: Final = 2_000.0
_HASTY_THROW: Final = 1_300.0  # a throw with a card, as quick as can be seen

# The most beats of a big moment in the opening, as of who begins, and once bots have no pauses.
_SHORT_HOLD: Final = 4.0
# Beats of pause after a bot's answer, by its kind, so that people can follow.
# People have seen the dice before the token walks.
_PAUSES: Final = {"end": 1.0, "roll": 2.0, "dice": 1.6}
_PAUSE: Final = 4.0
# Auctions: one bid after another, the first ones slowly. OUT: no person bids any more.
_BIDS: Final = (5.0, 5.0, 4.0, 3.0, 2.0, 1.5)
_OUT_BIDS: Final = (4.0, 3.0, 2.0, 1.0)
# After so many milliseconds of bots' bids there are no more pauses until the last one stands.
_MOST_BIDDING: Final = 3_600.0
_MOST_BIDDING_OUT: Final = 3_000.0
_MOST_STROKES: Final = 1_200.0  # for bids and passes after that
# From the last bid to the hammer each bidder who lets it stand is a stroke; so many beats for all of them.
_STROKE: Final = 1.7
_STROKES: Final = 4.0
_THROWS: Final = frozenset({"order", "roll"})  # answers that decide nothing


class BotPacing:
    """Knows the time of a person's last action, and how long bots may pause and move."""

    def __init__(self, page: Page, app: AppState) -> None:
        self._page = page
        self._app = app
        self._opening = False  # no person has decided anything yet
        self._bots = self._all = 0.0  # when bots' pauses end; when all motions end
        self._bidding = 0.0  # when the bots began to bid among themselves
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

    def pause(self, hold: float = 0.0) -> float:
        """Return the milliseconds until the next answer of a bot.

        ``hold``: those for which a big moment should stay on the board."""
        if self._watched and (self._opening or self._late):
            hold = min(hold, _SHORT_HOLD * self._app.beat)
        return max(self._pause(), hold)

    def _pause(self) -> float:
        app, session = self._app, self._app.course
        if app.playing is not None and self._watched and self._page.now() > self._last:
            app.playing.hurry()
        last = session.entries[-1].answer.kind if session.entries else ""
        if last in ("bid", "pass") and isinstance(session.ask, AskBid):
            return self._auction_pause(session.ask) * app.beat
        pause = 0.0 if self._late else _PAUSES.get(last, _PAUSE) * app.beat
        if self._opening and self._watched:
            pause = min(pause, max(0.0, self._bots - self._page.now()))
        return pause

    @property
    def _late(self) -> bool:
        """Whether people have waited so long that bots have no pauses any more."""
        return self._watched and self._page.now() > self._bots

    @property
    def _last(self) -> float:
        """When bots' answers are no longer shown one by one."""
        return self._all - (_OWN_THROW if self._opening else _REST)

    def _auction_pause(self, ask: AskBid) -> float:
        """Return the beats after a bid or a pass of an auction that goes on."""
        bids = passes = 0
        now = self._page.now()
        for entry in reversed(self._app.course.entries):
            if entry.by not in ("bot", "program") or entry.answer.kind not in ("bid", "pass"):
                break
            if entry.answer.kind == "bid":
                bids += 1
            elif not bids:
                passes += 1
        if bids + passes <= 1:
            self._bidding = now
        if passes:
            return min(_STROKE, _STROKES / (len(ask.bidders) - 1))
        out = self._bots_alone()
        if self._bids_are_late(out):
            return 0.0
        pauses = _OUT_BIDS if out else _BIDS
        return pauses[min(bids, len(pauses)) - 1]

    def _bids_are_late(self, out: bool) -> bool:
        """Whether the bids of an auction have no pauses any more; ``out``: no person can bid any more."""
        if out and self._late:
            return True
        most = _MOST_BIDDING_OUT if out else _MOST_BIDDING
        return self._page.now() - self._bidding > most

    def rushes_bids(self) -> bool:
        """Whether the next bids are shown together, as people have left the auction and waited long.

        For a while a bidder who passes is still shown, as that may be the first stroke of the hammer."""
        entries, out = self._app.course.entries, self._bots_alone()
        if not (entries and out and self._watched and self._bids_are_late(out)):
            return False
        return (
            entries[-1].answer.kind == "bid"
            or self._page.now() - self._bidding > _MOST_BIDDING_OUT + _MOST_STROKES
        )

    def time_for_motions(self, own: bool) -> MotionTime:
        """Return the time for the motions of an answer; ``own``: of a person's."""
        if not self._watched:
            return MotionTime(math.inf, math.inf)
        now = self._page.now()
        left = self._all - now
        if own:
            again = self._opening and self._own_throw_follows()
            return MotionTime(left - _HASTY_THROW if again else left, math.inf)
        if self._opening:
            left -= self._bots_before_a_person() * _NEXT_BOT + _OWN_THROW
        return MotionTime(0.0 if self._late else left, left)

    def _own_throw_follows(self) -> bool:
        """Whether a person has thrown doubles, and so throws again before there is anything to decide."""
        ask = self._app.course.ask
        return isinstance(ask, AskRoll) and self._app.course.state.doubles > 0

    def _bots_before_a_person(self) -> int:
        """The number of bots that move after the present seat and before the next person."""
        session = self._app.course
        state = session.state
        after = around(state, (state.turn + 1) % state.seats)
        return next((n for n, seat in enumerate(after) if session.is_person(seat)), 0)

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
