"""The actions that give a seat to a person or to a bot."""

from __future__ import annotations

from ....bots import NEVER_DEAL, TRADING
from ....bots.strategy_ids import is_strategy
from ....bots.written_bots import is_bot
from ....engine.special_seats_and_ids import NOBODY
from ...page_port import Gesture
from ...state import OpenDialog
from ...views.view_context_and_shared_parts import ViewContext
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class SeatActions(ActionGroup):
    """Shows a seat, and changes who plays it."""

    @needs(Needs.GAME)
    def do_open_seat(self, gesture: Gesture) -> None:
        seat = self.seat(gesture.arg)
        if seat is not None:
            self.play.open(OpenDialog("seat", str(seat)))

    @needs(Needs.PLAY)
    def do_open_seats(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("seat", str(max(ViewContext(self.app).acting(), 0))))

    @needs(Needs.PLAY, waits=True)
    def do_seat_bot(self, gesture: Gesture) -> None:
        seat, _space, bot = gesture.arg.partition(" ")
        self._give(seat, bot if is_bot(bot) or is_strategy(bot) else "steady")

    @needs(Needs.PLAY, waits=True)
    def do_seat_person(self, gesture: Gesture) -> None:
        self._give(gesture.arg, "")

    @needs(Needs.PLAY, waits=True)
    def do_trading_bots(self, gesture: Gesture) -> None:
        """Let a bot that trades play for all bots that never do."""
        if gesture.arg not in TRADING:
            return
        session = self.app.running
        for seat, bot in enumerate(session.controls):
            if bot in NEVER_DEAL and session.state.playing[seat]:
                session.hand_to(seat, gesture.arg, self.app.written)
        self._go_on()

    def _give(self, arg: str, bot: str) -> None:
        seat = self.seat(arg)
        if seat is None:
            return
        self.app.running.hand_to(seat, bot, self.app.written)
        if not bot and self.app.device == NOBODY:
            self.app.device = seat
        self.play.close("seat")
        self._go_on()

    def _go_on(self) -> None:
        self.play.retell()
        # the log of answers does not name the players; only a full copy does
        self.store.keep_whole_next()
        self.play.save()
        self.play.go_on()
        self.play.render()
