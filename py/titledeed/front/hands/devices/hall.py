"""A screen, such as a projector in class, that watches up to eight tables at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ....engine.words import Over
from ....peers import proof
from ....peers.device.base import News
from ....peers.sdp import Foreign
from ....peers.table import Device
from ....peers.ways import Ways
from ...desk import Desk
from ...page import Gesture, Page
from ...views.devices.hall import Watched, standing
from .dialog import DevicesDialog
from .linked import Linked
from .pairing import code_in

MOST: Final = 8
FORMAT: Final = "title-deed-tables/1"
_FIND: Final = 20_000.0  # milliseconds after the answer is shown


@dataclass
class WatchedTable:
    """A table that is watched, or that has been invited from but not connected yet."""

    linked: Linked
    way: int
    count: int = -1  # entries when it was last shown
    away: bool = False


class Hall:
    """Watches tables: it has one spectator device for each of them."""

    def __init__(
        self,
        page: Page,
        desk: Desk,
        ways: Ways,
        engine: str,
        now: Callable[[], float],
        dialog: DevicesDialog,
    ) -> None:
        self.page, self.desk, self.ways, self.engine = page, desk, ways, engine
        self._now, self.dialog = now, dialog
        self.tables: list[WatchedTable] = []
        self.picked = -1
        self.looking = False  # whether windows of this browser are being looked for
        self.code_shown = ""  # the answer to the invitation that was read last
        self.picture: tuple[int, str] = (0, "")
        self._joining: WatchedTable | None = None

    def leave(self) -> None:
        """Watch no table any more."""
        for table in self.tables:
            table.linked.device.leave(self._now())
            table.linked.carry()
        self.tables.clear()
        self.picked, self.looking, self.code_shown, self._joining = -1, False, "", None

    def join(self, code: str) -> None:
        """Answer a table's invitation. Raises :class:`Foreign` with a sentence for people."""
        if len(self.tables) >= MOST:
            raise Foreign("This screen watches eight tables already.")
        way = self.ways.answer(code)  # raises before anything is changed
        if self._joining is not None and self._joining in self.tables:
            self.ways.close(self._joining.way)
            self.tables.remove(self._joining)
        self.code_shown, self.picture = "", (0, "")
        self._joining = self._table(way)

    def _table(self, way: int) -> WatchedTable:
        device = Device(os.urandom(8).hex(), self.engine, os.urandom)
        device.want = "watch"
        linked = Linked(device, self.ways, self._now, _unheard)
        linked.own.add(way)
        table = WatchedTable(linked, way)
        self.tables.append(table)
        return table

    def pick(self, n: int) -> None:
        """Enlarge the n-th table; if it is enlarged already, none."""
        self.picked = n if n != self.picked and 0 <= n < len(self.tables) else -1

    @property
    def paused(self) -> bool:
        """Whether every table that has begun is paused."""
        ledgers = [table.linked.device.ledger for table in self.tables]
        begun = [ledger.paused for ledger in ledgers if ledger is not None and ledger.begun]
        return bool(begun) and all(begun)

    def pause(self) -> None:
        """Pause all tables, or let all go on."""
        on = not self.paused
        for table in self.tables:
            ledger = table.linked.device.ledger
            if ledger is not None and ledger.paused != on:
                table.linked.device.pause_as_spectator(on, self._now())
                table.linked.carry()

    def collected(self) -> str:
        """The results and records of all tables as JSON, each record with the proof of its dice."""
        tables = []
        for n, table in enumerate(self.tables, 1):
            ledger = table.linked.device.ledger
            if ledger is None:
                continue
            over = isinstance(ledger.state.ask, Over)
            rows = standing(ledger)
            result = [{"place": row.place, "name": row.name, "worth": row.worth} for row in rows]
            round = ledger.state.round
            facts = {"table": n, "over": over, "round": round, "result": result}
            tables.append({**facts, "record": proof.to_dict(ledger)})
        return json.dumps({"format": FORMAT, "tables": tables}, ensure_ascii=False, indent=1)

    def watched(self) -> list[Watched]:
        """The tables as they are shown."""
        now, out = self._now(), []
        for table in self.tables:
            device = table.linked.device
            table.count = device.count
            ledger = device.ledger
            silent = 0.0
            if ledger is not None:
                here = set(device.here(now))
                seats = [n for n, p in enumerate(ledger.places) if p.device and not p.bot]
                silent = max((device.silent_for(n, now) for n in seats if n not in here), default=0)
            out.append(Watched(ledger, int(silent), bool(device.links)))
        return out

    # ------------------------------------------------------------ actions

    def do_hall(self, done: Gesture) -> None:
        """Make this screen watch several tables."""
        self.dialog.shown.stage, self.dialog.shown.trouble = "hall", ""
        self.dialog.render()

    def do_hall_add(self, done: Gesture) -> None:
        """Answer a table's invitation in order to watch it."""
        code = code_in(done.fields.get("code", ""))
        try:
            if not code:
                raise Foreign("There is no code in this.")
            self.join(code)
        except Foreign as trouble:
            self.dialog.warn(self.desk.catalogue.sentence(str(trouble)))
            return
        self.dialog.shown.trouble = ""
        self.dialog.tick()
        self.dialog.render()

    def do_hall_beside(self, done: Gesture) -> None:
        """Watch the tables of this browser's other windows."""
        self.looking = True
        self.ways.beside(False, every=True)
        self.dialog.tick()
        self.dialog.render()

    def do_hall_pick(self, done: Gesture) -> None:
        """Enlarge a table; if it is enlarged already, show all again."""
        self.pick(int(done.arg) if done.arg.isdecimal() else -1)
        self.dialog.render()

    def do_hall_pause(self, done: Gesture) -> None:
        self.pause()
        self.dialog.render()

    def do_hall_collect(self, done: Gesture) -> None:
        """Save the results and records of all tables as one file."""
        self.page.download("title-deed-tables.json", self.collected())

    # ------------------------------------------------------------ the ways

    def _of(self, way: int) -> WatchedTable | None:
        return next((table for table in self.tables if table.linked.has(way)), None)

    def code(self, way: int, code: str) -> bool:
        """Take the code of a way; False if the way does not belong to the hall."""
        table = self._of(way)
        if table is None:
            return False
        if not table.linked.code(way, code) and table is self._joining:
            self.code_shown = code
            self.ways.draw(code, lambda side, path: self._drawn(code, side, path))
            self.page.after(_FIND, lambda: self._lost(table))
            self.dialog.render()
        return True

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.code_shown == code:
            self.picture = (side, path)
            self.dialog.render()

    def _lost(self, table: WatchedTable) -> None:
        """Draw again, as nobody has come yet. The table stays: the answer may still be read."""
        if table is self._joining:
            self.dialog.render()

    def opened(self, way: int) -> bool:
        table = self._of(way)
        if table is None and self.looking and len(self.tables) < MOST:
            table = self._table(way)
        if table is None:
            return False
        table.linked.opened(way, chosen=way == table.way)
        if table is self._joining and way == table.way:
            self._joining, self.code_shown = None, ""
        self.dialog.render()
        return True

    def arrived(self, way: int, text: str) -> bool:
        table = self._of(way)
        if table is not None:
            table.linked.arrived(way, text)
        return table is not None

    def closed(self, way: int) -> bool:
        table = self._of(way)
        if table is not None:
            table.linked.closed(way)
        return table is not None

    def trouble(self, way: int, cause: str) -> bool:
        table = self._of(way)
        if table is None:
            return False
        if table is self._joining and way == table.way:
            self.tables.remove(table)
            self._joining, self.code_shown = None, ""
            return False  # False: so that the dialog tells people
        if cause == "apart":
            table.linked.gave_up(way)
        return True

    def tick(self) -> None:
        """To be called every half second."""
        changed = False
        for table in self.tables:
            table.linked.tick()
            device, now = table.linked.device, self._now()
            ledger = device.ledger
            away = ledger is not None and len(device.here(now)) < sum(
                bool(place.device) and not place.bot for place in ledger.places
            )
            changed = changed or away or away != table.away or table.count != device.count
            table.away = away
        if changed:
            self.dialog.render()


def _unheard(news: News) -> None:
    """Ignore a spectator's news: the board shows it."""
