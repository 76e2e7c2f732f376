"""What the page needs of a table of either kind.

Its devices are connected (:mod:`.live_table`), or its people send one another codes
(:mod:`.correspondence_table`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ....game.session import Session
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ....peers.transport_interface import Transport
from ...game_loop.game_loop import GameLoop
from ...page_port import Page
from ...state import AppState
from ..state import DevicesViewState


@dataclass(frozen=True)
class DevicesContext:
    """What the parts of this package share. ``engine``: this program's version."""

    page: Page
    app: AppState
    play: GameLoop
    transport: Transport
    engine: str
    shown: DevicesViewState
    opened_at: float  # milliseconds of the page's clock

    @property
    def now(self) -> float:
        """Return seconds since this page opened the dialog, plus 1.0, since 0 means "never" elsewhere."""
        return 1.0 + (self.page.now() - self.opened_at) / 1000


class TablePort(Protocol):
    """The table that this device is at. It lasts until :meth:`leave`."""

    @property
    def device_id(self) -> str:
        """The id of this device at the table."""

    @property
    def by_codes(self) -> bool:
        """Whether the people of the table send one another codes."""

    @property
    def leads(self) -> bool:
        """Whether this device answers for the bots now."""

    @property
    def halted(self) -> bool:
        """Whether the table is paused or stopped, so that nobody answers."""

    @property
    def code(self) -> str:
        """The code that people have to hand on now."""

    @property
    def scan_action(self) -> str:
        """The dialog's action for a code that the camera has read."""

    def source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        """Return the log of the game, and the seats that answer at this device.

        The host also answers for bots. Return None before the game has begun."""

    def say(self, seat: int, text: str) -> bool:
        """As :meth:`~...state.Several.say`."""

    def step(self, session: Session) -> bool:
        """Let a bot answer, or the program for a person with a ceiling. Return whether one did."""

    def ask_undo(self) -> None:
        """Ask the others to take back the last answer of this device, or say that nothing can be undone."""

    def waits_for(self, seat: int) -> str:
        """As :meth:`~...state.Several.waits_for`."""

    def view(self) -> Mapping[str, object]:
        """What the dialog shows at this kind of table only."""

    def followed(self, begins: bool) -> None:
        """React when the open game has caught up with the log.

        ``begins``: it has just been opened from the log."""

    def leave(self) -> None:
        """Leave, and tell the others where possible."""


class CurrentTable(Protocol):
    """The one table that this page is at, and the open game that follows it."""

    @property
    def table(self) -> TablePort | None: ...

    @property
    def on(self) -> bool:
        """Whether the open game is played at this table."""

    def sit_at(self, table: TablePort | None) -> None: ...

    def follow(self) -> None:
        """Bring the open game up to date with the table's log."""

    def leave_table(self) -> bool:
        """As :meth:`~...state.Several.leave_table`."""

    def tick(self) -> None:
        """Begin to check twice a second which devices are present."""
