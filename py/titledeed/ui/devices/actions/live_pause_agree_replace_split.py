"""The actions at a live table during the game: pause, agree, change who plays a seat, and go on after a
split or an error. Each does nothing while this page is at no such table."""

from __future__ import annotations

from ....engine.special_seats_and_ids import NOBODY
from ...page_port import Gesture
from ..views import dialog as views
from ..views import table_notices
from .dialog_interface import DevicesDialog
from .game_sync import GameSync
from .live_table import LiveTable, live_table
from .table_interface import CurrentTable, DevicesContext


class LiveGameActions:
    def __init__(
        self, context: DevicesContext, current: CurrentTable, sync: GameSync, dialog: DevicesDialog
    ) -> None:
        self.context, self.current, self.sync, self.dialog = context, current, sync, dialog

    @property
    def table(self) -> LiveTable | None:
        return live_table(self.current)

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
