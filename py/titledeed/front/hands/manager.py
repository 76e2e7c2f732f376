"""Deeds: to look at one, and the property manager of a seat."""

from __future__ import annotations

from ...engine.words import NOBODY
from ..desk import Sheet
from ..page import Gesture
from ..views.bits import Sight
from .base import Hand, Needs, needs


class ManagerHand(Hand):
    """What people do with deeds, but trade them."""

    def point(self, id: str) -> None:
        """A square is pointed at: show its deed beside the board."""
        space = self.space(id)
        if space is not None and space != self.desk.deed and not self.desk.busy:
            self.desk.deed = space
            self.play.render(("deed",))

    @needs(Needs.GAME)
    def do_open_deed(self, gesture: Gesture) -> None:
        space = self.space(gesture.arg)
        if space is not None:
            self.desk.deed = space
            self.play.open(Sheet("deed", str(space)))
            self.play.render(("deed",))

    @needs(Needs.PLAY)
    def do_open_manager(self, gesture: Gesture) -> None:
        """Of the seat in the argument, else of whoever acts; "raise": only what brings money."""
        session = self.desk.running
        named = self.seat(gesture.arg)
        seat = Sight(self.desk).acting() if named is None else named
        if seat == NOBODY or not session.is_person(seat) or not session.state.playing[seat]:
            self.say_nobody()
            return
        self.desk.baseline = session.state.cash[seat]
        self.play.close("deed")
        self.play.close("seat")
        self.play.open(Sheet("manager", "raise" if gesture.arg == "raise" else "", seat))
