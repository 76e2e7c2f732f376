"""Auctions: the program bids for a person up to a ceiling, or passes for good."""

from __future__ import annotations

from ...engine.rules.auction import lowest
from ...engine.words import AskBid
from ..desk import Sheet
from ..page import Gesture
from .base import Hand, Needs, needs

_MOST_DIGITS = 9


class AuctionHand(Hand):
    """The actions at an auction besides a bid: let the program bid or pass for a person."""

    @needs(Needs.PLAY)
    def do_open_ceiling(self, gesture: Gesture) -> None:
        ask = self.desk.course.ask
        if isinstance(ask, AskBid):
            self.play.open(Sheet("ceiling", "", ask.seat))

    @needs(Needs.PLAY, waits=True)
    def do_set_ceiling(self, gesture: Gesture) -> None:
        session, sheet = self.desk.running, self.desk.sheet("ceiling")
        amount = gesture.fields.get("amount", "")
        if gesture.kind != "submit" or sheet is None or not amount.isdigit():
            return
        ask, ceiling = session.ask, int(amount[:_MOST_DIGITS])
        if not isinstance(ask, AskBid):
            return
        if ceiling < lowest(session.state, ask):
            self.play.open(Sheet("ceiling", "low", sheet.seat))
            return
        session.set_ceiling(sheet.seat, ceiling)
        self.desk.device = sheet.seat
        self.play.close("ceiling")

    @needs(Needs.PLAY, waits=True)
    def do_out(self, gesture: Gesture) -> None:
        """Pass for the person asked now and at every later turn of this auction."""
        session, seat = self.desk.running, self.answerer(gesture)
        if seat is not None and seat == session.ask.seat and isinstance(session.ask, AskBid):
            session.leave_auction(seat)
            self.desk.device = seat
            self.play.resume()

    @needs(Needs.PLAY)
    def do_clear_ceiling(self, gesture: Gesture) -> None:
        """End the program's bidding or passing for a seat: its person bids again."""
        seat = self.seat(gesture.arg)
        if seat is not None:
            self.desk.running.clear_ceiling(seat)
            self.play.go_on()
