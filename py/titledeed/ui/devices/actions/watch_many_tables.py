"""A screen, such as a projector in class, that watches up to eight tables at once."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Final

from ....engine.asks import (
    Over,
)
from ....peers import proof
from ....peers.device.device import Device
from ....peers.device.model import News
from ....peers.sdp_codec import SdpError
from ...page_port import Gesture
from ..views.watch_many_tables import Watched, standing
from .dialog_interface import DevicesDialog
from .pairing import code_in
from .peer_mesh import PeerMesh
from .table_interface import DevicesContext

MOST: Final = 8
FORMAT: Final = "title-deed-tables/1"
_FIND: Final = 20_000.0  # milliseconds to find each other, from the moment the answer is shown


@dataclass
class WatchedTable:
    """A watched table, or one whose invitation has been read but which is not connected yet."""

    mesh: PeerMesh
    conn_id: int
    count: int = -1  # entries of the log when it was last shown
    away: bool = False


class WatchTables:
    """Watches tables: it has one spectator device for each of them."""

    def __init__(self, context: DevicesContext, dialog: DevicesDialog) -> None:
        self.page, self.app, self.transport = context.page, context.app, context.transport
        self.context, self.dialog = context, dialog
        self.tables: list[WatchedTable] = []
        self.picked = -1
        self.looking = False  # whether this screen is looking for windows of this browser
        self.code_shown = ""  # the answer to the invitation that was read last
        self.picture: tuple[int, str] = (0, "")
        self._joining: WatchedTable | None = None

    def leave(self) -> None:
        """Stop watching all tables."""
        for table in self.tables:
            table.mesh.device.leave(self.context.now)
            table.mesh.carry()
        self.tables.clear()
        self.picked, self.looking, self.code_shown, self._joining = -1, False, "", None

    def join(self, code: str) -> None:
        """Answer a table's invitation. Raises :class:`SdpError` with a sentence for people."""
        if len(self.tables) >= MOST:
            raise SdpError("This screen is already showing eight tables and can’t show more.")
        conn_id = self.transport.answer(code)  # raises before anything is changed
        if self._joining is not None and self._joining in self.tables:
            self.transport.close(self._joining.conn_id)
            self.tables.remove(self._joining)
        self.code_shown, self.picture = "", (0, "")
        self._joining = self._table(conn_id)

    def _table(self, conn_id: int) -> WatchedTable:
        device = Device(os.urandom(8).hex(), self.context.engine, os.urandom)
        device.want = "watch"
        mesh = PeerMesh(device, self.transport, lambda: self.context.now, _unheard)
        mesh.own.add(conn_id)
        table = WatchedTable(mesh, conn_id)
        self.tables.append(table)
        return table

    def pick(self, n: int) -> None:
        """Enlarge the n-th table. If it is enlarged already, show none enlarged."""
        self.picked = n if n != self.picked and 0 <= n < len(self.tables) else -1

    @property
    def paused(self) -> bool:
        """Whether every table that has begun is paused."""
        ledgers = [table.mesh.device.log for table in self.tables]
        begun = [log.paused for log in ledgers if log is not None and log.begun]
        return bool(begun) and all(begun)

    def pause(self) -> None:
        """Pause all tables, or let all go on."""
        on = not self.paused
        for table in self.tables:
            log = table.mesh.device.log
            if log is not None and log.paused != on:
                table.mesh.device.pause_as_spectator(on, self.context.now)
                table.mesh.carry()

    def collected(self) -> str:
        """The results and records of all tables as JSON, each record with the proof of its dice."""
        tables = []
        for n, table in enumerate(self.tables, 1):
            log = table.mesh.device.log
            if log is None:
                continue
            over = isinstance(log.state.ask, Over)
            rows = standing(log)
            result = [{"place": row.place, "name": row.name, "worth": row.worth} for row in rows]
            round = log.state.round
            facts = {"table": n, "over": over, "round": round, "result": result}
            tables.append({**facts, "record": proof.proof_to_dict(log)})
        return json.dumps({"format": FORMAT, "tables": tables}, ensure_ascii=False, indent=1)

    def watched(self) -> list[Watched]:
        """The tables as they are shown."""
        now, out = self.context.now, []
        for table in self.tables:
            device = table.mesh.device
            table.count = device.count
            log = device.log
            silent = 0.0
            if log is not None:
                here = set(device.here(now))
                seats = [
                    n for n, holder in enumerate(log.holders) if holder.device and not holder.bot
                ]
                silent = max((device.silent_for(n, now) for n in seats if n not in here), default=0)
            out.append(Watched(log, int(silent)))
        return out

    # ------------------------------------------------------------ actions

    def do_hall(self, gesture: Gesture) -> None:
        """Make this screen watch several tables."""
        self.dialog.shown.stage, self.dialog.shown.trouble = "hall", ""
        self.dialog.render()

    def do_hall_add(self, gesture: Gesture) -> None:
        """Answer a table's invitation in order to watch it."""
        code = code_in(gesture.fields.get("code", ""))
        try:
            if not code:
                raise SdpError("No code found. Enter the code you were sent.")
            self.join(code)
        except SdpError as trouble:
            self.dialog.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.dialog.shown.trouble = ""
        self.dialog.tick()
        self.dialog.render()

    def do_hall_beside(self, gesture: Gesture) -> None:
        """Watch the tables of this browser's other windows."""
        self.looking = True
        self.transport.beside(False, every=True)
        self.dialog.tick()
        self.dialog.render()

    def do_hall_pick(self, gesture: Gesture) -> None:
        """Enlarge a table; if it is enlarged already, show all again."""
        self.pick(int(gesture.arg) if gesture.arg.isdecimal() else -1)
        self.dialog.render()

    def do_hall_pause(self, gesture: Gesture) -> None:
        self.pause()
        self.dialog.render()

    def do_hall_collect(self, gesture: Gesture) -> None:
        """Save the results and records of all tables as one file."""
        self.page.download("title-deed-tables.json", self.collected())

    # ------------------------------------------------------------ connections

    def _of(self, conn_id: int) -> WatchedTable | None:
        return next((table for table in self.tables if table.mesh.has(conn_id)), None)

    def code(self, conn_id: int, code: str) -> bool:
        """Take the code of a connection; False if the connection does not belong to the hall."""
        table = self._of(conn_id)
        if table is None:
            return False
        if not table.mesh.code(conn_id, code) and table is self._joining:
            self.code_shown = code
            self.transport.draw(code, lambda side, path: self._drawn(code, side, path))
            self.page.after(_FIND, lambda: self._lost(table))
            self.dialog.render()
        return True

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.code_shown == code:
            self.picture = (side, path)
            self.dialog.render()

    def _lost(self, table: WatchedTable) -> None:
        """Render again, as no connection has come yet. The table stays: the answer may still be read."""
        if table is self._joining:
            self.dialog.render()

    def opened(self, conn_id: int) -> bool:
        table = self._of(conn_id)
        if table is None and self.looking and len(self.tables) < MOST:
            table = self._table(conn_id)
        if table is None:
            return False
        table.mesh.opened(conn_id, chosen=conn_id == table.conn_id)
        if table is self._joining and conn_id == table.conn_id:
            self._joining, self.code_shown = None, ""
        self.dialog.render()
        return True

    def arrived(self, conn_id: int, text: str) -> bool:
        table = self._of(conn_id)
        if table is not None:
            table.mesh.arrived(conn_id, text)
        return table is not None

    def closed(self, conn_id: int) -> bool:
        table = self._of(conn_id)
        if table is not None:
            table.mesh.closed(conn_id)
        return table is not None

    def trouble(self, conn_id: int, cause: str) -> bool:
        table = self._of(conn_id)
        if table is None:
            return False
        if table is self._joining and conn_id == table.conn_id:
            self.tables.remove(table)
            self._joining, self.code_shown = None, ""
            return False  # False lets the dialog tell people
        if cause == "apart":
            table.mesh.gave_up(conn_id)
        return True

    def tick(self) -> None:
        """To be called every half second."""
        changed = False
        for table in self.tables:
            table.mesh.tick()
            device, now = table.mesh.device, self.context.now
            log = device.log
            away = log is not None and len(device.here(now)) < sum(
                bool(holder.device) and not holder.bot for holder in log.holders
            )
            changed = changed or away or away != table.away or table.count != device.count
            table.away = away
        if changed:
            self.dialog.render()


def _unheard(news: News) -> None:
    """Ignore a spectator's news: the board shows it."""
