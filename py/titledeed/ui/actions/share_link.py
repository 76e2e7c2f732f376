"""Links that hold a whole game in their fragment: makes them from saved games, and opens them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ...game import share_link
from ...game.session import Session
from ...storage.save_models import KeptGame, whole_record
from ..notices import Notice
from ..page_port import Gesture
from ..state import GameLink, OpenDialog
from .action_group import ActionGroup
from .declare_actions import Needs, needs

TABLE_MARK: Final = "#table="  # prefix of the fragment of an invitation to a table
MARK: Final = "#game="  # prefix of the fragment of an address that holds a game
_MOST_NAME: Final = 60


class ShareLinkActions(ActionGroup):
    """Makes, copies and opens links."""

    # ------------------------------------------------------------ making one

    @needs(Needs.NOTHING)
    def do_link(self, gesture: Gesture) -> None:
        """Show the link that holds a game: a saved one, or the one that is played."""
        app = self.app
        if app.whole is not None and gesture.arg in ("", app.game_id):
            self._link(app.game_id, app.whole.save("", app.title))
            return

        def read(game: KeptGame | LoadError) -> None:
            if isinstance(game, LoadError):
                self._show_link(GameLink(gesture.arg, trouble=str(game)))
            else:
                self._link(gesture.arg, {**whole_record(game), "title": game.summary.title})

        self.store.look(gesture.arg, read)

    def _link(self, id: str, table: Mapping[str, Any]) -> None:
        try:
            shown = GameLink(id, self.page.address() + MARK + share_link.pack_record(table))
        except LoadError as trouble:
            shown = GameLink(id, trouble=str(trouble))
        self._show_link(shown)

    def _show_link(self, shown: GameLink) -> None:
        self.app.link = shown
        self.play.open(OpenDialog("link"))

    @needs(Needs.NOTHING)
    def do_copy_link(self, gesture: Gesture) -> None:
        """Copy the link to the clipboard; if the browser refuses, select it so that a person can copy it."""
        shown, _ = self.app.link, self.app.catalogue
        if shown is None or not shown.address:
            return

        def copied(well: bool) -> None:
            if well and self.app.link is shown:
                shown.copied = True
                self.page.announce(_("The link has been copied."))
                self.play.render()
            elif not well:
                self.page.select("#link-address")
                self.page.announce(
                    _("Copying failed. The link is selected, so you can copy it yourself.")
                )

        self.page.copy(shown.address, copied)

    # ------------------------------------------------------------ opening one

    def open_link(self, fragment: str) -> None:
        """Ask whether to open the game of a link. Trouble is shown, not raised.

        The game becomes a new one beside the others only if the person agrees."""
        app, _ = self.app, self.app.catalogue
        if not fragment.startswith(MARK):
            return
        try:
            session = Session.load(share_link.unpack_record(fragment.removeprefix(MARK)))
        except (LoadError, MalformedAnswer, RefusedAnswer) as trouble:
            text = _("This link can’t be opened.")
            more = _.sentence(str(trouble))
            app.notices.add(Notice("link", text, more=more, bad=True, icon="u-link", lasts=True))
            self.page.announce(f"{text} {more}")
            self.play.render()
            return
        app.linked_game = session
        self.play.open(OpenDialog("confirm", "link"))

    @needs(Needs.NOTHING)
    def do_open_link(self, gesture: Gesture) -> None:
        """Open the game of the link, after the person has agreed."""
        session = self.app.linked_game
        if session is None:
            return
        self.app.linked_game = None
        self.play.close_all()
        record = session.game.record
        title = record.title or ", ".join(seat.name for seat in record.seats)
        self.play.begin_new(session, title[:_MOST_NAME])
