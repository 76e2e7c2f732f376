"""Links that hold a whole game in their fragment: makes them from saved games, and opens them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ... import link
from ...engine.words import Malformed, Refused, Unloadable
from ...session import Session
from ...storage.saved import Kept, whole
from ..desk import GameLink, Notice, Sheet
from ..page import Gesture
from .base import Hand, Needs, needs

TABLE_MARK: Final = "#table="  # the fragment of an invitation to a table begins like this
MARK: Final = "#game="  # the fragment of an address that holds a game begins like this
_MOST_NAME: Final = 60


class LinkHand(Hand):
    """Makes, copies and opens links."""

    # ------------------------------------------------------------ making one

    @needs(Needs.NOTHING)
    def do_link(self, gesture: Gesture) -> None:
        """Show the link that holds a game: a saved one, or the one that is played."""
        desk = self.desk
        if desk.whole is not None and gesture.arg in ("", desk.game_id):
            self._link(desk.game_id, desk.whole.save("", desk.title))
            return

        def read(game: Kept | Unloadable) -> None:
            if isinstance(game, Unloadable):
                self._show_link(GameLink(gesture.arg, trouble=str(game)))
            else:
                self._link(gesture.arg, {**whole(game), "title": game.summary.title})

        self.store.look(gesture.arg, read)

    def _link(self, id: str, table: Mapping[str, Any]) -> None:
        try:
            shown = GameLink(id, self.page.address() + MARK + link.pack(table))
        except Unloadable as trouble:
            shown = GameLink(id, trouble=str(trouble))
        self._show_link(shown)

    def _show_link(self, shown: GameLink) -> None:
        self.desk.link = shown
        self.play.open(Sheet("link"))

    @needs(Needs.NOTHING)
    def do_copy_link(self, gesture: Gesture) -> None:
        """Copy the link to the clipboard; if the browser refuses, select it so that a person can copy it."""
        shown, _ = self.desk.link, self.desk.catalogue
        if shown is None or not shown.address:
            return

        def copied(well: bool) -> None:
            if well and self.desk.link is shown:
                shown.copied = True
                self.page.announce(_("The address is copied."))
                self.play.render()
            elif not well:
                self.page.select("#link-address")
                self.page.announce(
                    _("Copying failed. The address is selected: copy it from there.")
                )

        self.page.copy(shown.address, copied)

    # ------------------------------------------------------------ opening one

    def linked(self, fragment: str) -> None:
        """Ask whether to open the game of a link. It becomes a new game beside the others only if the person
        agrees. Trouble is shown, not raised."""
        desk, _ = self.desk, self.desk.catalogue
        if not fragment.startswith(MARK):
            return
        try:
            session = Session.load(link.unpack(fragment.removeprefix(MARK)))
        except (Unloadable, Malformed, Refused) as trouble:
            text = _("This link can’t be opened.")
            more = _.sentence(str(trouble))
            desk.notice(Notice("link", text, more=more, bad=True, icon="u-link", lasts=True))
            self.page.announce(f"{text} {more}")
            self.play.render()
            return
        desk.linked = session
        self.play.open(Sheet("confirm", "link"))

    @needs(Needs.NOTHING)
    def do_open_link(self, gesture: Gesture) -> None:
        """Open the game of the link, after the person has agreed."""
        session = self.desk.linked
        if session is None:
            return
        self.desk.linked = None
        self.play.close_all()
        record = session.game.record
        title = record.title or ", ".join(seat.name for seat in record.seats)
        self.play.begin_new(session, title[:_MOST_NAME])
