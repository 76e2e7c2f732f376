"""The action that shows a hint for the question, or hides it."""

from __future__ import annotations

from dataclasses import replace

from .... import odds
from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class HintActions(ActionGroup):
    """Shows and hides the hint."""

    @needs(Needs.GAME)
    def do_hint(self, gesture: Gesture) -> None:
        """Show a hint for the question, or hide it if it is shown."""
        app = self.app
        if self.answerer(replace(gesture, where="ask")) is None:
            return
        session, count = app.course, len(app.course.entries)
        if app.hint == count:
            app.hint = -1
            self.play.render()
            return

        def show(_trouble: str = "") -> None:
            if app.session is session and len(session.entries) == count:
                self._show_hint(count)

        if odds.weights_ready():
            show()
        else:
            self.play.weights.fetch(show)

    def _show_hint(self, count: int) -> None:
        """Show the hint while the log has this many entries.

        Without the weights it does not mention the odds."""
        self.app.hint = count
        self.play.render()
        asked = self.play.view()["ask"]
        advice = asked["advice"] if asked is not None else None
        self.page.announce(" ".join(advice["lines"]) if advice is not None else "")
