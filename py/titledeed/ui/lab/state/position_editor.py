"""The state of the position editor: a position that is set up by hand, and the roll-outs from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ....engine.special_seats_and_ids import NOBODY
from ....lab.batch_games import Played
from .number_fields import NumberFields

SIZES: Final = (96, 385, 1068)  # roll-outs for ±10, ±5 and ±3 points


@dataclass
class PositionEditorState:
    """The state of the editor. ``table``: the record of the position; ``said``: its origin.

    ``past`` and ``undone``: positions for undo and redo; ``other``: a second position to compare.
    ``policy``: the bot that plays all seats in the roll-outs, "" for each seat's own; ``size``: number
    of roll-outs."""

    table: dict[str, Any]
    past: list[dict[str, Any]] = field(default_factory=list)
    undone: list[dict[str, Any]] = field(default_factory=list)
    space: int = NOBODY
    said: str = ""
    trouble: str = ""
    clauses: tuple[str, ...] = ()
    address: str = ""
    copied: bool = False
    code: tuple[int, str] = (0, "")  # the address as a QR code: modules on a side, SVG path
    policy: str = "steady-1"
    size: int = SIZES[1]
    seed: int = 1
    state: str = "new"  # "new" "running" "stopped" "done"
    played: list[Played | None] = field(default_factory=list)
    odds: list[int] = field(default_factory=list)
    other: dict[str, Any] | None = None
    other_played: list[Played | None] = field(default_factory=list)
    entries: NumberFields = field(default_factory=NumberFields)  # numbers that cannot be used

    def forget(self) -> None:
        """Drop the results, which belong to another position."""
        self.state, self.played, self.odds, self.other_played = "new", [], [], []
        self.address, self.copied = "", False
