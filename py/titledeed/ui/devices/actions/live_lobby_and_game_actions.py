"""The actions at a live table: its guests and names before the game begins, and then pausing, agreeing, and
bots for silent devices. Each does nothing while this page is at no such table."""

from __future__ import annotations

from typing import Final

from ....engine.special_seats_and_ids import NOBODY
from ....peers.sdp_codec import SHORTEST, SdpError
from ...page_port import Gesture
from ...setup_form import clean_name
from ..views import dialog as views
from ..views import table_notices
from .dialog_interface import DevicesDialog
from .game_sync import GameSync
from .live_table import LiveTable, live_table
from .pairing import NO_CONN, Pairing, code_in
from .table_interface import CurrentTable, DevicesContext

_SEATED: Final = 1.0  # seconds within which a device that has come gets its seat
_TOLD: Final = 2_000.0  # milliseconds within which a host announces the name of a seat


class LiveActions:
    def __init__(
        self,
        context: DevicesContext,
        current: CurrentTable,
        sync: GameSync,
        pairing: Pairing,
        dialog: DevicesDialog,
    ) -> None:
        self.context, self.current, self.sync = context, current, sync
        self.pairing, self.dialog = pairing, dialog
        self.shown = context.shown
        self._next_invitation = 0.0  # when the next guest may be invited; 0: people have to ask

    @property
    def table(self) -> LiveTable | None:
        return live_table(self.current)

    # ------------------------------------------------------------ before the game begins

    def do_invite(self, gesture: Gesture) -> None:
        """Make an invitation code for one more guest; with the argument "watch", for somebody who watches."""
        if self.table is not None:
            self.pairing.invite(gesture.arg == "watch")
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

    # ------------------------------------------------------------ in the game

    def do_bot(self, gesture: Gesture) -> None:
        """Let a bot take the seat of a device that has been silent for long."""
        if self.table is not None and gesture.arg.isdecimal():
            self.table.device.place(int(gesture.arg), "steady", self.context.now)

    def do_alone(self, gesture: Gesture) -> None:
        """Leave a table at which all others are silent, and continue its game at this device only."""
        table, app = self.table, self.context.app
        session = app.whole
        if table is None or session is None or not self.current.on:
            return
        if views.may_play_alone(table.device, self.context.now):
            seed = self.context.page.seed()
            self.context.play.begin_new(session.play_alone(table.seats, "steady", seed), app.title)

    def do_pause(self, gesture: Gesture) -> None:
        table = self.table
        log = table.device.log if table is not None else None
        if table is not None and log is not None:
            seat = min(table.seats, default=NOBODY)
            if seat >= 0:
                table.device.pause(seat, not log.paused, self.context.now)
        self.dialog.render()

    def do_agree(self, gesture: Gesture) -> None:
        """Answer a question to all people: an undo, or somebody who would like to sit down."""
        table, (yes, _space, kind) = self.table, gesture.arg.partition(" ")
        if table is None or table.device.log is None:
            return
        for seat in table.seats:
            table.device.agree(seat, yes == "yes", self.context.now, kind or "undo")
        table.notices.show_votes()

    def do_take(self, gesture: Gesture) -> None:
        """Ask the others to let this device, which has no seat, play instead of a bot.

        Or take back its own seat, which this device stays out of."""
        table, _ = self.table, self.context.app.catalogue
        if table is None or not gesture.arg.isdecimal():
            return
        seat = int(gesture.arg)
        if seat in table.device.mine:
            table.device.take_back(seat, self.context.now)
            self._drop_notice("devices-bot")
            self.context.page.announce(_("You’ll be playing again in a moment."))
        else:
            table.device.ask_seat(seat, self.context.now)
            self.context.page.announce(_("The others are being asked whether they agree."))

    def do_follow(self, gesture: Gesture) -> None:
        """After the table has split in two, go on with the other half's log."""
        table = self.table
        if table is not None:
            for log in table.device.kept:
                if log.digest == gesture.arg:
                    table.device.follow(log, self.context.now)
                    self.sync.leave()  # the game in its last state stays among the saved ones
                    break
        self._drop_notice(table_notices.SPLIT)

    def do_go_on(self, gesture: Gesture) -> None:
        """Go on after the device has stopped because of an error."""
        table = self.table
        if table is not None:
            table.device.go_on(self.context.now)
        self._drop_notice("devices-stopped")

    def _drop_notice(self, id: str) -> None:
        """Remove a notice, even one left over from its table."""
        self.context.app.notices.dismiss(id)
        self.context.play.render()
