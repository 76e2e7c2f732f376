"""Several people at one device: the current holder, the handover, and taps that come too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...engine.special_seats_and_ids import NOBODY
from ..page_port import Timer
from ..state import AppState

# milliseconds in which a tap may still be meant for the previous person's question
SETTLE: Final = 400.0

# Questions for which nobody has to hand the device over: everybody may see them, and they pass quickly.
# The panel names the seat of each one.
_QUICK: Final = frozenset({"bid", "claim", "order", "rent-roll"})

# Questions whose main button spends money, and the milliseconds in which the key that presses main buttons
# may still be meant for what was there before.
_SPENDING: Final = frozenset(
    {"answer", "bid", "buy", "card-choice", "claim", "debt", "tax", "transfer"}
)
HASTE: Final = 500.0


class DeviceHandover:
    """Knows the seat that was asked last.

    ``timer`` is the game's own: when anything else happens, a guard ends without a call of
    ``guard_ended``."""

    def __init__(
        self,
        app: AppState,
        timer: Timer,
        guard_ended: Callable[[], None],
        now: Callable[[], float],
    ) -> None:
        self._app = app
        self._now = now
        self._timer = timer
        self._guard_ended = guard_ended
        # The seat that was asked last, and whether its person had to take the device over. None if there is
        # only one person, or nobody was asked.
        self._asked: tuple[int, bool] | None = None
        self._guarded = False
        self._turn = -1  # the turn in which the device was handed over last
        # The last question that spends money, and when it came; "" if the last one spends none.
        self._spending, self._came = "", 0.0

    def begin(self) -> None:
        """Begin another game, in which nobody has the device yet."""
        self._app.device = NOBODY
        self._asked, self._guarded, self._turn = None, False, -1

    def give(self, seat: int) -> bool:
        """Give the device to the person of a seat. Return whether they have to take it over first.

        They have to if there are several people and they have chosen that."""
        app, session = self._app, self._app.running
        if app.device == seat:
            return False
        if app.device == NOBODY or len(session.people()) <= 1:
            app.device = seat
            return False
        wanted = app.settings.handover and self._turn != session.state.turns
        if not wanted:
            app.device = seat
        return wanted and session.ask.kind not in _QUICK

    def take(self) -> None:
        """Note that the next person has the device."""
        session = self._app.running
        self._app.device, self._turn = session.ask.seat, session.state.turns

    def ask(self, handing: bool) -> None:
        """Ask the person who is next, or ask them to take the device over first (``handing``).

        With several people at the device no tap counts for a moment, so that a late one of the previous
        person answers nothing."""
        playing = self._app.playing
        assert playing is not None
        waiting = playing.session.waiting()
        several = waiting.who in ("person", "claim") and len(playing.session.people()) > 1
        asked = (waiting.seat, handing) if several else None
        self._note_spending()
        if asked != self._asked:
            self._guarded = asked is not None and self._asked is not None
            self._asked = asked
        if handing:
            playing.hand_over(waiting.seat, guarded=self._guarded)
        else:
            playing.ask(guarded=self._guarded)
        if self._guarded:
            self._timer.after(SETTLE, self._end_guard)

    def _note_spending(self) -> None:
        """Note when a question that spends money has come. In an auction each bid is another question."""
        app, session = self._app, self._app.running
        kind = session.ask.kind
        question = app.question if kind in _SPENDING and session.waiting().who == "person" else ""
        if kind == "bid":
            question += f" {len(session.entries)}"
        if question != self._spending:
            self._spending, self._came = question, self._now()

    def asks_about_money_just_now(self) -> bool:
        """Whether the question spends money and is so new that a key may be meant for what was
        there before."""
        return bool(self._spending) and self._now() - self._came < HASTE

    def _end_guard(self) -> None:
        self._guarded = False
        if self._app.playing is not None:
            self._app.playing.end_guard()
        self._guard_ended()
