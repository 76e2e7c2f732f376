"""The actions of the rules dialog: read a clause, a rulebook, or two rulebooks side by side."""

from __future__ import annotations

from typing import Final

from ...engine.rulebook_loader_and_rules_compiler import BOOKS
from ..page_port import Gesture
from ..state import OpenDialog
from ..views import rules_clause_book_comparison_search as rules
from .action_group import ActionGroup
from .declare_actions import Needs, needs

_MOST_QUERY: Final = 60


class RulesActions(ActionGroup):
    """Opens the rules dialog and takes its fields."""

    @needs(Needs.NOTHING)
    def do_open_rules(self, gesture: Gesture) -> None:
        """Open the rules of this game, at the clause in the argument if there is one."""
        self.play.close("why")
        reading = self.app.reading
        reading.compare, reading.query, reading.topic, reading.at = False, "", "", gesture.arg
        self._open()
        if gesture.arg:
            self.page.focus(f"#{rules.clause_element_id(gesture.arg)}")

    @needs(Needs.NOTHING)
    def do_open_differences(self, gesture: Gesture) -> None:
        """Open the chosen rulebook beside another one."""
        reading = self.app.reading
        reading.compare, reading.query, reading.topic, reading.at = True, "", "", ""
        self._open()

    def _open(self) -> None:
        app = self.app
        if app.session is None:
            app.setup = self.form()
        reading = app.reading
        reading.left = rules.rules_placeholders(app).rules.book
        if reading.right == reading.left:
            reading.right = next(book for book in BOOKS if book != reading.left)
        self.play.open(OpenDialog("rules"))

    @needs(Needs.NOTHING)
    def do_read(self, gesture: Gesture) -> None:
        """Read the fields above the rules after each letter that is typed."""
        reading, fields = self.app.reading, gesture.fields
        reading.compare = fields.get("mode") == "two"
        reading.query = fields.get("query", "")[:_MOST_QUERY]
        reading.topic = fields.get("topic", "")
        for side in ("left", "right"):
            if fields.get(side) in BOOKS:
                setattr(reading, side, fields[side])
        reading.at = ""
        if self.app.open_dialog("rules"):
            self.play.open(OpenDialog("rules"))
