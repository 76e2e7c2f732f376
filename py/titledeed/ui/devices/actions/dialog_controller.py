"""The dialog of a game over several devices: hosting and joining, codes and the camera, and what it shows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....engine.errors import LoadError
from ....engine.parsing.untrusted_input import json_value
from ....engine.record import Record
from ....peers.correspondence.open_join_play_correspondence_game import (
    CorrespondenceGame,
    code_kind,
)
from ....peers.device.device import Device
from ....peers.log_entry_fields_and_checks import LogError
from ....peers.sdp_codec import SdpError
from ...actions.declare_actions import actions_of
from ...actions.share_link import TABLE_MARK as MARK
from ...page_port import Gesture
from ...setup_form import clean_name
from ...state import OpenDialog
from ..state import DevicesViewState
from ..views import correspondence as by_codes
from ..views import dialog as views
from ..views import watch_many_tables as watch_views
from .correspondence_table import (
    CorrespondenceTable,
    correspondence_table,
    look_at_invitation,
    new_game,
)
from .game_sync import GameSync
from .live_pause_agree_replace_split import LiveGameActions
from .live_table import LiveTable, live_table
from .lobby_invite_admit_rename_begin import LobbyActions
from .pairing import NO_CONN, Pairing, code_in
from .peer_mesh import PeerMesh
from .table_interface import CurrentTable, DevicesContext
from .watch_many_tables import WatchTables

if TYPE_CHECKING:
    from ..views.types import WatchTablesCode, WaysToPlay

_BESIDE: Final = 3_000.0  # milliseconds within which another window of this browser answers


class DialogController:
    """Its methods ``do_…`` and those of :class:`LobbyActions`, :class:`LiveGameActions` and
    :class:`WatchTables` are the actions: ``data-do="devices-let-in"`` calls ``do_let_in``.

    Implements :class:`~.dialog_interface.DevicesDialog`."""

    def __init__(
        self,
        context: DevicesContext,
        current: CurrentTable,
        sync: GameSync,
        record: Callable[[], Record],
    ) -> None:
        """``record``: the game that the set-up form describes."""
        self.context, self.current, self.sync = context, current, sync
        self.page, self.app, self.play = context.page, context.app, context.play
        self.transport = context.transport
        self._record = record
        self.pairing = Pairing(self.page, self.transport, self)
        self.watch_tables = WatchTables(context, self)
        self.lobby = LobbyActions(context, current, self.pairing, self)
        live_game = LiveGameActions(context, current, sync, self)
        self.actions = actions_of("devices-", self, self.lobby, live_game, self.watch_tables)
        self._invitation: CorrespondenceGame | None = None  # an invitation being looked at

    # ------------------------------------------------------------ as its parts see it

    @property
    def shown(self) -> DevicesViewState:
        return self.context.shown

    @property
    def inviting(self) -> bool:
        return self.pairing.inviting

    def mesh(self) -> PeerMesh | None:
        table = live_table(self.current)
        return table.mesh if table is not None else None

    def tick(self) -> None:
        self.current.tick()

    def warn(self, text: str) -> None:
        self.shown.trouble = text
        self.page.announce(text)
        self.render()

    def render(self) -> None:
        if self.app.open_dialog("devices") is not None:
            self.play.render()

    def trouble(self, conn_id: int, cause: str) -> None:
        self.pairing.closed(conn_id)
        if cause == "no-camera":
            self._stop_camera()
        elif self.watch_tables.trouble(conn_id, cause):
            return
        else:
            mesh = self.mesh()
            if mesh is not None:
                mesh.gave_up(conn_id, cause)
        if conn_id in (self.pairing.offer, NO_CONN):
            hosting = self.pairing.inviting
            if cause in ("apart", "damaged"):
                self.pairing.renew()
            else:
                self.shown.finding = self.shown.making = False
            self.shown.stuck = cause in ("apart", "no-addresses")
            self.warn(views.trouble_text(self.app.catalogue, cause, hosting))
            if cause == "apart":
                self._try_again(hosting)

    def _try_again(self, hosting: bool) -> None:
        """Show the new code, which is at the top, and look for the host's new one if the camera read its
        last one."""
        if self.app.open_dialog("devices") is not None:
            self.page.focus_title("dlg-devices")
        if not hosting and self.shown.scanned and not self.shown.camera:
            self._look()

    # ------------------------------------------------------------ opening, leaving

    def open(self, code: str) -> None:
        """Show the dialog. With a code, show it for joining that table."""
        self.play.open(OpenDialog("devices"))
        if not code:
            return
        if self.current.table is None and not self.watch_tables.tables:
            self.join(code, by_link=True)
        else:
            self.warn(
                self.app.catalogue(
                    "This device is already in a game. Leave that game, then open the "
                    "invitation again."
                )
            )

    def press(self, gesture: Gesture) -> None:
        """Do what was pressed in the dialog, or in a notice of this table."""
        self.note_form()
        if gesture.kind in ("type", "change") and gesture.do == "devices-let-in":
            self._note_reply(gesture)
            return
        if gesture.kind == "change" and gesture.do != "devices-rename":
            return  # the fields of other forms are read when they are submitted
        stage, copied = self.shown.stage, self.shown.copied
        self.shown.copied = ""
        self.actions[gesture.do](gesture)
        if copied and not self.shown.copied:
            self.render()
        if self.shown.stage != stage and self.app.open_dialog("devices") is not None:
            self.page.focus_title("dlg-devices")
        table = live_table(self.current)
        if table is not None:
            table.carry()

    def _note_reply(self, gesture: Gesture) -> None:
        """Note whether a guest's reply or a player's code is entered: before that, it cannot be used."""
        entered = bool(gesture.fields.get("code", "").strip())
        before = (self.shown.replied, self.shown.coded)
        if gesture.arg == "back":
            self.shown.coded = entered
        else:
            self.shown.replied = entered
        if (self.shown.replied, self.shown.coded) != before:
            self.render()

    def note_form(self) -> None:
        """Note the entered name, and whether these people only want to watch.

        The form is drawn again when the camera is turned on, and a guest is let in without pressing
        anything."""
        fields = self.page.form("devices-form")
        if "name" in fields:
            self.shown.name = clean_name(fields["name"])
            self.shown.watch = fields.get("watch", "") == "on"
        table = live_table(self.current)
        if table is not None and table.device.log is None:
            table.device.name, table.device.want = self.shown.name, self._want

    @property
    def _want(self) -> str:
        return "watch" if self.shown.watch or self.shown.to_watch else "seat"

    def do_leave(self, gesture: Gesture) -> None:
        """Leave a table at which no game has begun, or go back from a choice."""
        if not self.current.on:
            self.current.leave_table()
            self.render()

    def left(self) -> None:
        """Start over, as the table has been left."""
        self.watch_tables.leave()
        self.pairing.leave()
        self.lobby.invite_no_more()
        self._invitation = None
        self.shown.reset()

    # ------------------------------------------------------------ hosting and joining

    def do_open_join(self, gesture: Gesture) -> None:
        """Show how to join a table."""
        self.shown.stage, self.shown.trouble = "join", ""
        self.render()

    def do_lay(self, gesture: Gesture) -> None:
        """Open a table with the game of the set-up form; its first person sits at this device."""
        try:
            record = self._record()
            people = [n for n, seat in enumerate(record.seats) if not seat.bot]
            if not people:
                raise LoadError(
                    "Nobody would play on this device. Choose “Person” for at least one player."
                )
            device, now = self._new_device(), self.context.now
            device.open(replace(record, chance="by-hand"), people[:1], now)
            if device.name and not device.rename(device.name, now):
                raise LoadError("This name is taken. Choose another one.")
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self._sit_at_live_table(device)
        self.shown.stage, self.shown.trouble = "host", ""
        self.transport.beside(True)
        self.tick()
        self.lobby.do_invite(replace(gesture, arg=""))

    def _new_device(self) -> Device:
        device = Device(os.urandom(8).hex(), self.context.engine, os.urandom)
        self.note_form()
        device.name = self.shown.name
        return device

    def _sit_at_live_table(self, device: Device) -> LiveTable:
        table = LiveTable(self.context, device, self.current, self)
        self.current.sit_at(table)
        return table

    def do_join(self, gesture: Gesture) -> None:
        """Join with a host's invitation code that a guest has entered."""
        self.join(gesture.fields.get("code", "") or self.page.form("devices-form").get("code", ""))

    def join(self, text: str, by_link: bool = False) -> None:
        """Answer an invitation; the answer's code arrives later at :meth:`Pairing.code`. ``by_link``: these
        people have not been asked for a name yet."""
        code = code_in(text)
        if not code:
            self.warn(self.app.catalogue("No code found. Enter the code you were sent."))
            return
        if code_kind(code) == "table":
            # The name goes into the answer, so it is asked for first.
            if by_link:
                self._show_invitation(code)
            else:
                self._join_correspondence(code)
            return
        try:
            conn_id = self.transport.answer(code)
        except SdpError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.to_watch = self.transport.to_watch(code)
        self._become_guest()  # only now: an unreadable code has already been refused
        self.pairing.answers(conn_id, code)
        self.shown.stage = "guest"
        self.render()

    def _become_guest(self) -> None:
        self.shown.trouble, self.shown.stuck = "", False
        self.note_form()
        if live_table(self.current) is None:
            device = self._new_device()
            device.want = self._want
            self._sit_at_live_table(device)
            self.tick()

    def do_beside(self, gesture: Gesture) -> None:
        """Join the table of another window of this browser."""
        self._become_guest()
        self.shown.stage, self.shown.code = "looking", ""
        self.transport.beside(False)
        self.page.after(_BESIDE, self._stop_looking)
        self.render()

    def _stop_looking(self) -> None:
        """Stop looking if no other window has answered in this time."""
        table = live_table(self.current)
        if self.shown.stage == "looking" and table is not None and not table.device.conns:
            self.current.leave_table()
            self.shown.stage = "join"
            self.warn(views.trouble_text(self.app.catalogue, "no-window", hosting=False))

    def do_again(self, gesture: Gesture) -> None:
        """Return to the table that this device was at when its page was closed or reloaded."""
        try:
            stored = json_value(self.transport.stored(take=True))
            if "letters" in stored:
                self._return_by_codes(stored)
                return
            away = max(0.0, time.time() - float(stored.get("at", 0)))
            device = Device.restore(stored, self.context.engine, os.urandom, self.context.now, away)
        except (
            *(ValueError, KeyError, TypeError, AttributeError, OverflowError),
            *(LogError, LoadError),
        ) as trouble:
            self.current.sit_at(None)
            self.transport.keep("")
            _ = self.app.catalogue
            text = _(
                "This browser’s data for that game can’t be read anymore. The game itself "
                "is still in your saved games."
            )
            self.warn(_.sentence(str(trouble)) if isinstance(trouble, LogError) else text)
            return
        table = self._sit_at_live_table(device)
        self.shown.stage = "back"
        table.mesh.restore(stored.get("back"))
        self.transport.beside(True)
        self.transport.beside(False)
        self.tick()
        self.current.follow()
        self.render()

    # ------------------------------------------------------------ play by codes

    def do_letters(self, gesture: Gesture) -> None:
        """Show the ways to play the game of the set-up form by codes."""
        try:
            self._by_codes_record()
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage, self.shown.trouble = "by-codes", ""
        self.render()

    def _by_codes_record(self) -> Record:
        """Return the game of the set-up form, or of the table at this device.

        A guest takes the place of a bot if there is only one person."""
        record, table = self._record(), live_table(self.current)
        if table is not None and table.device.log is not None:
            record = replace(record, seats=table.device.log.game.record.seats)
        seats = [replace(seat) for seat in record.seats]
        if not any(not seat.bot for seat in seats):
            raise LoadError(
                "Nobody would play on this device. Choose “Person” for at least one player."
            )
        if sum(not seat.bot for seat in seats) < 2:
            next(seat for seat in seats if seat.bot).bot = ""
        return replace(record, seats=seats, chance="by-hand")

    def do_letters_lay(self, gesture: Gesture) -> None:
        """Start the game by codes, without a network. The argument "fewer" reduces the number of codes."""
        try:
            record = self._by_codes_record()
            self.current.leave_table()
            game = new_game(self.context)
            game.lay(record, gesture.arg == "fewer", self.shown.name)
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self._sit_at_correspondence(game, self.page.address() + MARK)
        self.shown.stage = "letters"
        self.render()

    def _sit_at_correspondence(self, game: CorrespondenceGame, address: str = "") -> None:
        table = CorrespondenceTable(self.context, game, self.sync, self.current, self)
        self.current.sit_at(table)
        table.show_code(address)

    def _show_invitation(self, code: str) -> None:
        """Show an invitation to a game by codes, and ask for a name."""
        try:
            self._invitation = look_at_invitation(self.context, code)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage, self.shown.trouble, self.shown.code = "invited", "", code
        self.render()

    def _join_correspondence(self, code: str) -> None:
        try:
            game = new_game(self.context)
            game.join(code, self.shown.name)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        if self.current.table is not None:  # one table at a time
            self.current.leave_table()
        self._sit_at_correspondence(game)
        self._show_correspondence()
        self.shown.trouble = ""

    def _return_by_codes(self, stored: Mapping[str, object]) -> None:
        """Resume a stored game by codes. Raises :class:`LogError` or :class:`LoadError`."""
        game = CorrespondenceGame.restore(stored, self.context.engine, os.urandom)
        self._sit_at_correspondence(game)
        self._show_correspondence()

    def _show_correspondence(self) -> None:
        self.shown.stage = "letters"
        self.current.follow()
        self.play.open(OpenDialog("devices"))

    def do_read(self, gesture: Gesture) -> None:
        """Read another device's code in a game by codes."""
        code, table = code_in(gesture.fields.get("code", "")), correspondence_table(self.current)
        if table is None:
            return
        if not code:
            self.warn(self.app.catalogue("No code found. Enter the code you were sent."))
            return
        try:
            table.read(code)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.trouble = ""
        self.page.announce(self.app.catalogue("Code accepted."))
        self.current.follow()
        # The board shows the effect of the code. The dialog opens again with the next code to hand on.
        if self.current.on and not table.game.waits_for():
            self.play.close("devices")
        self.render()

    # ------------------------------------------------------------ other networks, camera, clipboard

    def do_servers(self, gesture: Gesture) -> None:
        """Use a STUN or TURN server that people have entered, to connect devices of different networks."""
        fields, shown = gesture.fields, self.shown
        address, user = fields.get("address", "").strip(), fields.get("user", "")
        shown.entered = {"address": address, "user": user}
        try:
            self.transport.servers(address, user, fields.get("password", ""))
        except SdpError as trouble:
            shown.server_trouble = self.app.catalogue.sentence(str(trouble))
            self.page.announce(shown.server_trouble)
        else:
            before, shown.servers, shown.server_trouble = shown.servers, dict(shown.entered), ""
            if fields.get("password") or shown.servers != before:
                self._renew_code()
        self.render()

    def do_servers_off(self, gesture: Gesture) -> None:
        """Stop using a server."""
        self.transport.servers("", "", "")
        self.shown.servers, self.shown.entered, self.shown.server_trouble = {}, {}, ""
        self._renew_code()
        self.render()

    def _renew_code(self) -> None:
        """Replace the code that is shown: its addresses were found by another server, or by none.

        A code that has been entered is left alone: it may be connecting at this moment."""
        if self.pairing.offer == NO_CONN or self.shown.finding:
            return
        trouble, stuck = self.shown.trouble, self.shown.stuck
        self.pairing.renew()
        self.shown.trouble, self.shown.stuck = trouble, stuck
        self.page.announce(self.app.catalogue("A new code is shown here. Use it to try again."))

    def do_camera(self, gesture: Gesture) -> None:
        """Read the other device's code with the camera; if the camera is on, switch it off."""
        if self.shown.camera:
            self._stop_camera()
            self.render()
            return
        self.shown.trouble = ""
        self._look()

    def _look(self) -> None:
        """Turn on the camera."""
        self.shown.camera = True
        self.render()
        self.transport.look(self._scanned, lambda: self.trouble(NO_CONN, "no-camera"))

    def _scanned(self, text: str) -> None:
        self._stop_camera()
        self.shown.scanned = True
        do = self.current.table.scan_action if self.current.table is not None else "join"
        do = "hall-add" if self.shown.stage == "hall" else do
        self.press(Gesture("click", do=f"devices-{do}", fields={"code": text}))

    def _stop_camera(self) -> None:
        self.shown.camera = False
        self.transport.look_away()

    def do_copy(self, gesture: Gesture) -> None:
        text = self.current.table.code if self.current.table is not None else self.shown.code
        text = self.watch_tables.code_shown if self.shown.stage == "hall" else text
        if gesture.arg.startswith("back "):
            codes = list(self.shown.return_codes.values())
            n = int(gesture.arg.removeprefix("back "))
            text = codes[n] if n < len(codes) else text
        if gesture.arg == "link":
            text = self.page.address() + MARK + text

        def copied(well: bool) -> None:
            _ = self.app.catalogue
            self.page.announce(
                _("Copied")
                if well
                else _("Copying didn’t work. The code is selected: copy it yourself.")
            )
            self.shown.copied = (gesture.arg or "code") if well else ""
            self.render()
            if not well:
                self.page.select("#devices-code")

        self.page.copy(text, copied)

    # ------------------------------------------------------------ the view

    def view(self) -> Mapping[str, object]:
        """The values for the template of the dialog."""
        _, table, live = self.app.catalogue, self.current.table, live_table(self.current)
        device, stored = live.device if live is not None else None, self.transport.stored()
        view: dict[str, object] = {
            **views.devices_view(self.app, device, self.shown, self.context.now, stored)
        }
        if self.shown.stage == "by-codes":
            view |= self._ways_to_play()
        if self.shown.stage == "invited" and self._invitation is not None:
            view |= by_codes.invited_view(_, self._invitation)
        if table is not None:
            view |= table.view()
        if self.shown.stage == "hall":
            watching = self.watch_tables
            view |= watch_views.hall_view(_, watching.watched(), watching.picked)
            side, path = watching.picture
            beside: WatchTablesCode = {
                "code": watching.code_shown,
                "looking": watching.looking,
                "picture": {"side": side, "path": path},
            }
            view |= beside
        return {"devices": view}

    def _ways_to_play(self) -> WaysToPlay:
        try:
            seats = self._by_codes_record().seats
        except (LoadError, ValueError):  # the form has been changed meanwhile
            return {"ways": [], "ahead": 0, "bots": 0}
        bots = sum(bool(seat.bot) for seat in seats)
        return by_codes.ways_to_play(self.app.catalogue, len(seats) - bots, bots)
