"""The actions at a live table before the game begins: invite and let in guests, rename, and begin.

Each does nothing while this page is at no such table.
"""

from __future__ import annotations

from typing import Final

from ....peers.sdp_codec import SHORTEST, SdpError
from ...page_port import Gesture
from ...setup_form import clean_name
from .dialog_interface import DevicesDialog
from .live_table import LiveTable, live_table
from .pairing import NO_CONN, Pairing, code_in
from .table_interface import CurrentTable, DevicesContext

_SEATED: Final = 1.0  # seconds within which a device that has come gets its seat
_TOLD: Final = 2_000.0  # milliseconds within which a host announces the name of a seat


class LobbyActions:
    def __init__(
        self,
        context: DevicesContext,
        current: CurrentTable,
        pairing: Pairing,
        dialog: DevicesDialog,
    ) -> None:
        self.context, self.current, self.pairing, self.dialog = context, current, pairing, dialog
        self.shown = context.shown
        self._next_invitation = 0.0  # when the next guest may be invited; 0: people have to ask

    @property
    def table(self) -> LiveTable | None:
        return live_table(self.current)

    def do_invite(self, gesture: Gesture) -> None:
        """Make an invitation code for one more guest; with the argument "watch", for somebody who watches."""
        if self.table is not None:
            self.pairing.invite(gesture.arg == "watch")
            self.dialog.render()

    def do_withdraw(self, gesture: Gesture) -> None:
        """Go back from an invitation to the short codes, where all others of the table have been lost."""
        if self.table is not None and (self.pairing.inviting or self.shown.making):
            self.pairing.withdraw()
            self.dialog.render()

    def invite_soon(self) -> None:
        """Invite the next guest as soon as the previous one is seated."""
        self._next_invitation = self.context.now + _SEATED

    def invite_no_more(self) -> None:
        self._next_invitation = 0.0

    def invite_next(self) -> None:
        """Show a code for the next guest, once one has come and a seat is still free."""
        if not self._next_invitation or self.context.now < self._next_invitation:
            return
        self._next_invitation = 0.0
        table = self.table
        log = table.device.log if table is not None and table.device.hosting else None
        if log is None or log.begun or self.pairing.offer != NO_CONN:
            return
        if any(not holder.device and not holder.bot for holder in log.holders):
            self.pairing.invite()
            self.dialog.render()

    def do_let_in(self, gesture: Gesture) -> None:
        """Let in a guest by an answer code, or a returning device by its short code."""
        code, table = code_in(gesture.fields.get("code", "")), self.table
        # The field is empty again, whether the code can be used or not.
        self.shown.replied = self.shown.coded = False
        try:
            if table is not None and 0 < len(code) <= SHORTEST:
                table.mesh.take_return_code(code)
                self.shown.trouble = ""
                self.context.page.announce(self.context.app.catalogue("Code accepted."))
            else:
                self.pairing.accept(code)
        except SdpError as trouble:
            self.dialog.warn(self.context.app.catalogue.sentence(str(trouble)))
            return
        self.dialog.render()

    def do_rename(self, gesture: Gesture) -> None:
        """Give the person of this device another name, before the game begins."""
        table, name = self.table, clean_name(gesture.fields.get("name", self.shown.name))
        if table is None or table.device.log is None or not name:
            return
        self.shown.name, self.shown.trouble = name, ""
        if not table.device.rename(name, self.context.now):
            self._name_taken()
        table.carry()
        self.context.page.after(_TOLD, self._check_name)
        self.dialog.render()

    def _check_name(self) -> None:
        """Tell people if the host has not given this device the name that it asked for."""
        table, name = self.table, self.shown.name
        log = table.device.log if table is not None else None
        if table is None or log is None or log.begun:
            return
        mine = [log.game.record.seats[seat].name for seat in table.seats]
        if mine and name not in mine:
            self._name_taken()

    def _name_taken(self) -> None:
        self.dialog.warn(self.context.app.catalogue("This name is taken. Choose another one."))

    def do_play(self, gesture: Gesture) -> None:
        """Let a device that has watched play. This works only before the game begins."""
        table = self.table
        if table is not None:
            self.shown.watch = False
            table.device.sit_down(self.context.now)
            table.carry()
            self.dialog.render()

    def do_begin(self, gesture: Gesture) -> None:
        """Begin the game, as all guests have come. Bots take the seats that are still free."""
        device = self.table.device if self.table is not None else None
        if device is None or device.log is None or not device.hosting:
            return
        for seat, holder in enumerate(device.log.holders):
            if not holder.device and not holder.bot:
                device.place(seat, "steady", self.context.now)
        device.begin(self.context.now)
        self.context.play.close("devices")
