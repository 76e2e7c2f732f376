"""The actions that walk through the tour and dismiss notices."""

from __future__ import annotations

import re

from ..page_port import Gesture
from ..views import how_to_play_and_tour
from .action_group import ActionGroup
from .declare_actions import Needs, needs


class TourAndNoticesActions(ActionGroup):
    """Begins the tour and goes through it; dismisses notices."""

    @needs(Needs.NOTHING)
    def do_tour(self, gesture: Gesture) -> None:
        self.play.close("help")
        self.begin_tour()

    @needs(Needs.NOTHING)
    def do_tour_next(self, gesture: Gesture) -> None:
        """Go to the tour's next step; after the last one it ends."""
        app = self.app
        app.tour = app.tour + 1 if app.tour < len(how_to_play_and_tour.STEPS) else 0
        self.play.render()
        self.page.focus_ask()

    @needs(Needs.NOTHING)
    def do_dismiss(self, gesture: Gesture) -> None:
        """Dismiss a notice. One about an offer drops that too, and one about a draft puts it aside: the
        trade dialog has it again. That of the tour ends the tour."""
        app = self.app
        offer = re.fullmatch(r"offer-(\d+)", gesture.arg)
        if offer and app.playing is not None:
            app.running.drop_offer(int(offer[1]))
            self.play.save_aside()
        if gesture.arg == "trade" and app.draft is not None:
            app.draft.folded = False
        if gesture.arg == "tour":
            app.tour = 0
        app.notices.dismiss(gesture.arg)
        self.play.render()
        self.page.focus_ask()
