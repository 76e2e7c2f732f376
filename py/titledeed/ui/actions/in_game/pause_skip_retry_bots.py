"""The actions while bots play: pause and resume them, skip their motions, and retry a failed fetch."""

from __future__ import annotations

from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class BotPlayActions(ActionGroup):
    """Pauses the bots, speeds them up, and makes them try again."""

    @needs(Needs.PLAY)
    def do_pause(self, gesture: Gesture) -> None:
        if self.app.playing is not None:
            self.app.playing.paused = True
            self.play.render()

    @needs(Needs.PLAY)
    def do_resume(self, gesture: Gesture) -> None:
        if self.app.playing is not None:
            self.app.playing.paused = False
            self.play.close_acting()
            self.play.resume()

    @needs(Needs.PLAY)
    def do_skip(self, gesture: Gesture) -> None:
        self.play.hurry()

    @needs(Needs.PLAY)
    def do_fetch_odds(self, gesture: Gesture) -> None:
        """Try once more to fetch what a bot of this game needs."""
        self.play.think_again()
