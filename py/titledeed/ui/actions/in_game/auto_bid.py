"""Auctions: the program bids for a person up to a ceiling, or passes for good."""

from __future__ import annotations

from dataclasses import replace

from ....engine.asks import AskBid
from ....engine.rules.auction import lowest_bid
from ...page_port import Gesture
from ...state import OpenDialog
from ...views.auction import suggested_ceiling
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs

_MOST_DIGITS = 9


def _whole(text: str) -> int | None:
    """The sum that a person typed, or None."""
    return int(text[:_MOST_DIGITS]) if text.isascii() and text.isdigit() else None


class AutoBidActions(ActionGroup):
    """The actions at an auction besides a bid: let the program bid or pass for a person."""

    @needs(Needs.PLAY)
    def do_bid_step(self, gesture: Gesture) -> None:
        """Raise or lower the sum in the field for a bid."""
        amount = self.page.form("bid-form").get("amount", "")
        try:
            step = int(gesture.arg)
        except ValueError:
            return
        now = _whole(amount) or 0
        # The view keeps the sum within the legal bids.
        self.app.chosen_bid = len(self.app.running.entries), max(0, now + step)
        self.play.render()

    @needs(Needs.PLAY)
    def do_open_ceiling(self, gesture: Gesture) -> None:
        ask = self.app.course.ask
        if isinstance(ask, AskBid):
            self.play.open(OpenDialog("ceiling", "", ask.seat))

    @needs(Needs.PLAY)
    def do_ceiling_step(self, gesture: Gesture) -> None:
        """Raise or lower the sum in the dialog, or show or hide it ("shown")."""
        dialog = self.app.open_dialog("ceiling")
        amount = self.page.form("ceiling-form").get("amount", "")
        if dialog is None:
            return
        now, shown = _whole(amount), "shown" in dialog.arg
        try:
            step = int(gesture.arg)
            # An empty field means the suggested limit. The view raises the sum to the lowest bid.
            ask = self.app.course.ask
            if now is None and isinstance(ask, AskBid):
                now = suggested_ceiling(self.app.course.state, ask)
            now = max(0, (now or 0) + step)
        except ValueError:
            shown = not shown
        words = ["" if now is None else str(now), "shown" if shown else ""]
        self.play.open(replace(dialog, arg=" ".join(words).strip()))

    @needs(Needs.PLAY, waits=True)
    def do_set_ceiling(self, gesture: Gesture) -> None:
        session, dialog = self.app.running, self.app.open_dialog("ceiling")
        ask, amount = session.ask, gesture.fields.get("amount", "")
        if gesture.kind != "submit" or dialog is None or not isinstance(ask, AskBid):
            return
        ceiling = _whole(amount) if amount else suggested_ceiling(session.state, ask)
        if ceiling is None:
            return
        if ceiling < lowest_bid(session.state.rules, ask):
            shown = " shown" if "shown" in dialog.arg else ""
            self.play.open(replace(dialog, arg=f"{ceiling} low{shown}"))
            return
        session.set_ceiling(dialog.seat, ceiling)
        self.app.device = dialog.seat
        self.play.close("ceiling")

    @needs(Needs.PLAY, waits=True)
    def do_out(self, gesture: Gesture) -> None:
        """Pass for the person asked now and at every later turn of this auction."""
        session, seat = self.app.running, self.answerer(gesture)
        if seat is not None and seat == session.ask.seat and isinstance(session.ask, AskBid):
            session.leave_auction(seat)
            self.app.device = seat
            self.play.resume()

    @needs(Needs.PLAY)
    def do_clear_ceiling(self, gesture: Gesture) -> None:
        """End the program's bidding or passing for a seat: its person bids again."""
        seat = self.seat(gesture.arg)
        if seat is not None:
            self.app.running.clear_ceiling(seat)
            self.play.go_on()
