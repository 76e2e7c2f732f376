"""Deeds: to look at one, and the property manager of a seat."""

from __future__ import annotations

from ...engine.door import Options
from ...engine.words import NOBODY
from ..desk import Sheet
from ..page import Gesture
from ..views.bits import Sight
from .base import Hand, Needs, needs
from .trade import Trading


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
        if space is None:
            return
        if gesture.where == "board" and (
            self._builds_on(space, gesture) or Trading(self.play).point(space)
        ):
            return
        self.desk.deed = space
        self.play.open(Sheet("deed", str(space)))
        self.play.render(("deed",))

    def _builds_on(self, space: int, gesture: Gesture) -> bool:
        """Whether a square that was pressed is one where the seat whose deeds are managed builds now;
        then a building stands there."""
        sheet, desk = self.desk.sheet("manager"), self.desk
        if (
            sheet is None
            or sheet.arg == "raise"
            or desk.session is None
            or desk.replaying is not None
        ):
            return False
        builds = Options(desk.session.state, sheet.seat).of("build")
        if all(answer.space != space for answer in builds):  # type: ignore[union-attr]
            return False
        # What is pressed while the last answer is being kept is done afterwards.
        if not self.play.hold(lambda: self.do_open_deed(gesture)):
            self.play.answer(sheet.seat, f"build {gesture.arg}")
        return True

    @needs(Needs.PLAY, waits=True)
    def do_build_each(self, gesture: Gesture) -> None:
        """A building on each street of the group in the argument, as long as nothing speaks against it."""
        session, sheet, space = (
            self.desk.course,
            self.desk.sheet("manager"),
            self.space(gesture.arg),
        )
        if sheet is None or space is None or self.desk.table is not None:
            return
        ask = session.ask
        for street in session.state.rules.members[space]:
            line = f"build {session.game.notation.space_id(street)}"
            if session.ask != ask or not self.play.answer(sheet.seat, line):
                return

    @needs(Needs.PLAY)
    def do_open_manager(self, gesture: Gesture) -> None:
        """Of the seat in the argument, else of whoever acts; "raise": only what brings money."""
        session = self.desk.course
        named = self.seat(gesture.arg)
        seat = Sight(self.desk).acting() if named is None else named
        if seat == NOBODY or not session.is_person(seat) or not session.state.playing[seat]:
            self.say_nobody()
            return
        self.desk.baseline = session.state.cash[seat]
        self.play.close("deed")
        self.play.close("seat")
        self.play.open(Sheet("manager", "raise" if gesture.arg == "raise" else "", seat))
