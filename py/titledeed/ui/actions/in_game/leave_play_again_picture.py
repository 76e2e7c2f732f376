"""The actions that leave a game, play another one like it, and save a picture of its end."""

from __future__ import annotations

from ....engine.asks import Over
from ....engine.record import Record, Seat
from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class LeaveActions(ActionGroup):
    """Leaves the game, starts the next, and saves the picture of the end."""

    @needs(Needs.GAME)
    def do_leave(self, gesture: Gesture) -> None:
        self.play.leave_game()

    @needs(Needs.GAME)
    def do_again(self, gesture: Gesture) -> None:
        """Start a new game with the same seats and rules."""
        session = self.app.course
        old = session.game.record
        seats = [
            Seat(seat.name, bot, seat.token)
            for seat, bot in zip(old.seats, session.controls, strict=True)
        ]
        self.play.close_all()
        self.play.start(
            Record(
                rulebook=old.rulebook,
                seats=seats,
                edition=old.edition,
                decks=old.decks,
                variant=old.variant,
                seed=self.page.seed(),
                rent=old.rent,
                chance=old.chance,
                house_rules=old.house_rules,
            )
        )

    @needs(Needs.GAME)
    def do_picture(self, gesture: Gesture) -> None:
        """Save the end of the game as an image file."""
        if self.app.replaying is None and isinstance(self.app.course.ask, Over):
            self.page.picture("title-deed.png", self.play.drawing())
