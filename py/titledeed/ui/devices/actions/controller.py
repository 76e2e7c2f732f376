"""A table over several devices, as the page and the network see it.

Requests of the page go to the table that this device is at. Reports of the network go to the owner of
the connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ....engine.record import Record
from ....game.session import Session
from ....peers.device.device import Device
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ....peers.transport_interface import Transport
from ...game_loop.game_loop import GameLoop
from ...notices import Notice
from ...page_port import Gesture, Page
from ...state import AppState, OpenDialog
from ..state import DevicesViewState
from ..views import table_notices
from .dialog_controller import DialogController
from .game_sync import GameSync
from .live_table import LiveTable, live_table
from .table_interface import DevicesContext, TablePort

_TICK: Final = 500.0


class DevicesController:
    """Implements :class:`~...state.Several`, :class:`~titledeed.peers.transport_interface.Listener` and
    :class:`~.table_interface.CurrentTable`."""

    def __init__(
        self, page: Page, app: AppState, play: GameLoop, record: Callable[[], Record], engine: str
    ) -> None:
        """``record``: the game that the set-up form describes; ``engine``: this program's version."""
        self.page, self.app, self.play = page, app, play
        self.shown = DevicesViewState()
        self.transport: Transport = page.transport(self)
        self.context = DevicesContext(
            page, app, play, self.transport, engine, self.shown, page.now()
        )
        self.sync = GameSync(page, app, play, self._source, self._halted)
        self.dialog = DialogController(self.context, self, self.sync, record)
        self.actions = self.dialog.actions
        self.pairing, self.watch_tables = self.dialog.pairing, self.dialog.watch_tables
        self._table: TablePort | None = None
        self._ticking = False

    # ------------------------------------------------------------ the table

    @property
    def table(self) -> TablePort | None:
        return self._table

    @property
    def live(self) -> LiveTable | None:
        return live_table(self)

    @property
    def device(self) -> Device | None:
        """This device at its live table."""
        return self.live.device if self.live is not None else None

    def sit_at(self, table: TablePort | None) -> None:
        self._table = table
        if table is not None:
            self.transport.alone(table.device_id, lambda: self.page.after(0, self._went_elsewhere))

    def _went_elsewhere(self) -> None:
        """Stop, as another window of this browser has become this device.

        The others are not told, since they still hear the same device."""
        if self._table is None:
            return
        on, self._table = self.on, None
        self.transport.keep("")
        if on:
            self.play.leave_game()
        else:
            self.leave_table()
        text = self.app.catalogue("This game is now being played in another window.")
        self.app.notices.add(Notice("devices-elsewhere", text, icon="u-link", lasts=True))
        self.play.render()

    def follow(self) -> None:
        was = self.sync.on
        self.sync.follow()
        if self._table is not None:
            self._table.followed(begins=self.sync.on and not was)

    def _source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        return self._table.source() if self._table is not None else None

    def _halted(self) -> bool:
        return self._table is not None and self._table.halted

    # ------------------------------------------------------------ what the page asks

    @property
    def on(self) -> bool:
        return self.sync.on

    def plays(self, session: Session) -> bool:
        return self.sync.plays(session)

    @property
    def by_codes(self) -> bool:
        return self._table is not None and self._table.by_codes

    @property
    def leads(self) -> bool:
        return self._table is not None and self._table.leads

    def open(self, code: str) -> None:
        self.dialog.open(code)

    def handle_gesture(self, gesture: Gesture) -> None:
        self.dialog.press(gesture)

    def say(self, seat: int, text: str) -> bool:
        assert self._table is not None
        return self._table.say(seat, text)

    def step(self) -> bool:
        session = None if self.app.replaying else self.app.whole
        return self._table is not None and session is not None and self._table.step(session)

    def ask_undo(self) -> None:
        if self._table is not None:
            self._table.ask_undo()

    def waits_for(self, seat: int) -> str:
        return self._table.waits_for(seat) if self._table is not None else ""

    def view(self) -> Mapping[str, object]:
        return self.dialog.view()

    def leave_table(self) -> bool:
        on = self.on
        if self._table is not None:
            self._table.leave()
        back = on and bool(self.transport.stored())
        self.shown.camera = False
        self.transport.look_away()
        self.app.notices.dismiss(table_notices.PAUSED)
        self.sync.leave()
        self._table = None
        self.dialog.left()
        self.transport.end()
        if self.app.session is not None:  # from here on the only person left is addressed as "you"
            self.play.retell()
        return back

    # ------------------------------------------------------------ what the network reports

    def code(self, conn_id: int, code: str) -> None:
        if self.watch_tables.code(conn_id, code):
            return
        mesh = self.dialog.mesh()
        if mesh is not None and mesh.code(conn_id, code):
            if code in mesh.return_codes.values() and self.app.open_dialog("devices") is None:
                self.shown.return_codes = dict(mesh.return_codes)
                self.play.open(OpenDialog("devices"))  # until the return codes are read out
            return
        self.pairing.code(conn_id, code)

    def opened(self, conn_id: int) -> None:
        table = self.live
        if self.watch_tables.opened(conn_id) or table is None:
            return
        self.dialog.note_form()
        self.pairing.opened(conn_id, table.mesh)
        self.dialog.lobby.invite_soon()
        table.carry()
        self.dialog.render()

    def arrived(self, conn_id: int, text: str) -> None:
        table = self.live
        if not self.watch_tables.arrived(conn_id, text) and table is not None:
            table.mesh.arrived(conn_id, text)
            table.carry()

    def closed(self, conn_id: int) -> None:
        table = self.live
        self.pairing.closed(conn_id)
        if not self.watch_tables.closed(conn_id) and table is not None:
            table.mesh.closed(conn_id)
            table.carry()

    def trouble(self, conn_id: int, cause: str) -> None:
        self.dialog.trouble(conn_id, cause)

    def hidden(self, away: bool) -> None:
        if self.live is not None:
            self.live.rest(away)

    # ------------------------------------------------------------ twice a second

    def tick(self) -> None:
        if not self._ticking:
            self._ticking = True
            self.page.after(_TICK, self._ticked)

    def _ticked(self) -> None:
        self._ticking = False
        self.watch_tables.tick()
        if self.live is not None:
            self.live.tick()
            self.dialog.lobby.invite_next()
        if self.live is not None or self.watch_tables.tables:
            self.tick()
