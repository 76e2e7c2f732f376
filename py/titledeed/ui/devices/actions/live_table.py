"""A table whose devices are connected: this device's messages, and what the page needs of the table."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Final

from ....engine.asks import (
    Over,
)
from ....game.session import Session
from ....language import asks
from ....peers.device.device import Device
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ..views import dialog as views
from .dialog_interface import DevicesDialog
from .notices import TableNotices
from .peer_mesh import PeerMesh
from .table_interface import CurrentTable, DevicesContext

_KEEP: Final = 1_500.0


class LiveTable:
    """Implements :class:`~.table_interface.TablePort`."""

    by_codes = False

    def __init__(
        self, context: DevicesContext, device: Device, current: CurrentTable, dialog: DevicesDialog
    ) -> None:
        self.context, self.device, self.current, self.dialog = context, device, current, dialog
        self.notices = TableNotices(context, device, dialog)
        self.mesh = PeerMesh(
            device, context.transport, lambda: context.now, self.notices.tell, self.keep
        )
        self._count = 0  # entries of the log when the dialog was drawn last
        self._keeping = False
        if device.want == "seat":
            context.transport.known_as(device.id)

    @property
    def device_id(self) -> str:
        return self.device.id

    @property
    def leads(self) -> bool:
        return self.device.hosting and not self.device.stopped

    @property
    def halted(self) -> bool:
        log = self.device.log
        return log is not None and (log.paused or bool(self.device.stopped))

    @property
    def code(self) -> str:
        return self.context.shown.code

    @property
    def scan_action(self) -> str:
        return "let-in" if self.dialog.inviting else "join"

    @property
    def seats(self) -> list[int]:
        """The seats of this device."""
        log = self.device.log
        return log.seats_of(self.device.id) if log is not None else []

    def source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        log = self.device.log
        if log is None or not log.begun:
            return None
        mine = set(self.seats)
        if self.device.hosting:
            mine |= {n for n, holder in enumerate(log.holders) if holder.bot}
        return log, frozenset(mine)

    # ------------------------------------------------------------ answers

    def say(self, seat: int, text: str) -> bool:
        log = self.device.log
        if log is not None and log.paused:
            self.notices.show_pause(again=True)
            return False
        self.device.say(seat, text, self.context.now)
        self.carry()
        return True

    def step(self, session: Session) -> bool:
        device = self.device
        if device.log is None or self.halted:
            return False
        if not device.hosting:
            return self._bid_as_guest(session)
        proposed = session.propose()
        if proposed is None:
            return False
        seat, answer = proposed
        text = session.game.notation.text(answer, session.state)
        if device.log.holders[seat].bot:
            device.say_for_bot(seat, text, self.context.now)
        else:
            device.say(seat, text, self.context.now)
        self.carry()
        return True

    def _bid_as_guest(self, session: Session) -> bool:
        """Bid or pass, at a guest's device, for its person who has set a ceiling or is out of the auction."""
        if self.device.pending:
            return True  # the answer is on its way
        proposed = session.propose() if session.waiting().who == "bot" else None
        if proposed is None or proposed[0] not in self.seats:
            return False
        seat, answer = proposed
        text = session.game.notation.text(answer, session.state)
        self.device.say(seat, text, self.context.now)
        self.carry()
        return True

    def ask_undo(self) -> None:
        session, mine = self.context.app.session, self.seats
        if session is None:
            return
        count = len(session.entries) - len(session.to_undo())
        if mine and session.to_undo():
            self.device.ask_undo(mine[0], count, self.context.now)
            self.context.page.announce(
                self.context.app.catalogue("The others are being asked whether they agree.")
            )
            self.carry()
            self.notices.show_votes()

    # ------------------------------------------------------------ what is shown

    def waits_for(self, seat: int) -> str:
        app, device = self.context.app, self.device
        if device.log is None:
            return ""
        text = views.waits_for(app.catalogue, device, self.context.shown, seat, self.context.now)
        session, narrator = app.session, app.narrator
        if seat < 0 or session is None or narrator is None or device.log.paused:
            return text
        # Show what the other person is asked, so that nobody wonders about the wait.
        asked = asks.asking(narrator.parts, session.state)["title"]
        text = f"{asked}{'' if asked.endswith(('?', '!', '.')) else '.'} {text}"
        # On a phone the bar has no room to say that these people watch.
        return text if self.seats else f"{app.catalogue('You’re watching.')} {text}"

    def view(self) -> Mapping[str, object]:
        return {}  # the dialog shows a live table in all its stages

    def _notice_presence(self) -> None:
        """Draw the panel again if somebody has come or gone."""
        shown = self.context.shown
        here = views.seat_presence(self.device, self.context.now)
        shown.gone -= {seat for seat, (state, _tens) in enumerate(here) if state == "here"}
        connected = sum(conn.joined for conn in self.device.conns.values())
        codes, by_code = dict(self.mesh.return_codes), set(self.mesh.returning_by_code)
        if (here, codes, by_code, connected) != (
            *(shown.here, shown.return_codes),
            *(shown.returning_by_code, shown.connected),
        ):
            shown.here, shown.connected = here, connected
            shown.return_codes, shown.returning_by_code = codes, by_code
            self.context.play.render()  # the panel lists those who are away

    # ------------------------------------------------------------ messages

    def carry(self) -> None:
        """Send the device's messages, report its news, bring the game up to date, and store the table."""
        if self.current.table is not self:
            return
        self.mesh.carry()
        self.current.follow()
        if self.device.count != self._count:
            self._count = self.device.count
            if not self.current.on:  # the people at the table, or their names, have changed
                self.dialog.render()
        if not self._keeping and self.seats:
            self._keeping = True
            self.context.page.after(_KEEP, self._keep_on)

    def tick(self) -> None:
        """To be called every half second."""
        self.mesh.tick()
        self.carry()
        self.notices.drop_lapsed_votes()
        self._notice_presence()

    def rest(self, away: bool) -> None:
        """React when the page is hidden, perhaps because a phone is put away, or when it is visible again."""
        log = self.device.log
        if log is not None and log.begun:
            self.device.rest(away, self.context.now)
            self.carry()

    def followed(self, begins: bool) -> None:
        # A game begins without notices.
        self.notices.show_pause(again=begins and self.context.shown.paused)
        if not begins:
            return
        self.context.shown.stage = "play"
        if self.seats:
            self.keep()  # at once: from now on *Continue* names this game
            self.context.transport.stay_awake()
        self.notices.came_late()

    # ------------------------------------------------------------ coming back and leaving

    def _keep_on(self) -> None:
        self._keeping = False
        self.keep()

    def keep(self) -> None:
        """Store what this device needs to come back after a reload; a game that is over needs nothing."""
        log = self.device.log
        if log is None or self.current.table is not self:
            return
        over = isinstance(log.state.ask, Over)
        game_id = self.context.app.game_id if self.current.on else ""
        more = {"back": self.mesh.offered_spares, "desk": game_id, "at": time.time()}
        self.context.transport.keep("" if over else json.dumps(self.device.stored() | more))

    def leave(self) -> None:
        if self.current.on and self.seats:
            self.keep()
        self.device.leave(self.context.now)
        self.carry()


def live_table(current: CurrentTable) -> LiveTable | None:
    """The table that this page is at, if its devices are connected."""
    return current.table if isinstance(current.table, LiveTable) else None
