"""The actions for deeds: look at one, build, and open the property manager of a seat."""

from __future__ import annotations

from ....engine.answers import Build
from ....engine.legal_answers import Options
from ....engine.special_seats_and_ids import NOBODY
from ...page_port import Gesture
from ...state import OpenDialog
from ...views.view_context_and_shared_parts import ViewContext
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs
from .trade import Trading


class DeedActions(ActionGroup):
    """Shows deeds, and builds on the squares of the board."""

    def point(self, id: str) -> None:
        """Show the deed of the square that is pointed at beside the board."""
        space = self.space(id)
        if space is not None and space != self.app.deed and not self.app.in_motion:
            self.app.deed = space
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
        self.app.deed = space
        seat = ViewContext(self.app).acting()
        self.play.open(OpenDialog("deed", str(space), seat, self.app.question))
        self.play.render(("deed", "board"))

    def _builds_on(self, space: int, gesture: Gesture) -> bool:
        """Build on the pressed square while the property manager is open, if its seat can build there now.

        Return whether it could."""
        dialog, app = self.app.open_dialog("manager"), self.app
        if (
            dialog is None
            or dialog.arg == "raise"
            or app.session is None
            or app.replaying is not None
        ):
            return False
        builds = Options(app.session.state, dialog.seat).of(Build)
        if all(answer.space != space for answer in builds):
            return False
        # While the last answer is being saved, build afterwards.
        if not self.play.hold(lambda: self.do_open_deed(gesture)):
            self.play.answer(dialog.seat, f"build {gesture.arg}")
        return True

    @needs(Needs.PLAY, waits=True)
    def do_build_each(self, gesture: Gesture) -> None:
        """Build once on each street of the group of the space in the argument, until one is refused.

        One undo takes back all of them."""
        session, dialog, space = (
            self.app.course,
            self.app.open_dialog("deed" if gesture.where == "dlg-deed" else "manager"),
            self.space(gesture.arg),
        )
        if dialog is None or space is None or self.app.table is not None:
            return
        ask = session.ask
        for n, street in enumerate(session.state.rules.members[space]):
            line = f"build {session.game.notation.space_id(street)}"
            if session.ask != ask or not self.play.answer(dialog.seat, line, joined=n > 0):
                return

    @needs(Needs.PLAY)
    def do_open_manager(self, gesture: Gesture) -> None:
        """Open the manager of the seat in the argument, or else of the acting seat.

        The argument "raise" limits it to what brings cash."""
        session = self.app.course
        named = self.seat(gesture.arg)
        seat = ViewContext(self.app).acting() if named is None else named
        if seat == NOBODY or not session.is_person(seat) or not session.state.playing[seat]:
            self.say_nobody()
            return
        self.app.baseline = session.state.cash[seat]
        self.play.close("deed")
        self.play.close("seat")
        self.play.open(OpenDialog("manager", "raise" if gesture.arg == "raise" else "", seat))
