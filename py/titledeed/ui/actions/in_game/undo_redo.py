"""The actions that take back answers and give them again."""

from __future__ import annotations

from ...page_port import Gesture
from ...views.page.undo_sentences import no_redo, no_undo
from ...views.view_context_and_shared_parts import ViewContext
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class UndoActions(ActionGroup):
    """Undoes answers, and redoes them."""

    @needs(Needs.PLAY, waits=True)
    def do_undo(self, gesture: Gesture) -> None:
        if self.app.running.can_undo():
            self.play.undo()
        else:
            self.page.announce(no_undo(ViewContext(self.app)))

    @needs(Needs.PLAY, waits=True)
    def do_redo(self, gesture: Gesture) -> None:
        if self.app.running.can_redo():
            self.play.redo()
        else:
            self.page.announce(no_redo(ViewContext(self.app)))
