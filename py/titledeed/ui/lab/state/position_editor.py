"""The state of the position editor: a position that is set up by hand, and the roll-outs from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ....engine.special_seats_and_ids import NOBODY
from ....lab.batch_games import POLICY, Played
from ....lab.bot_play_versions import play_differently
from .comparison_form import NEW_BOT
from .number_fields import NumberFields

SIZES: Final = (96, 385, 1068)  # roll-outs for ±10, ±5 and ±3 points


def bots_of_position(table: Mapping[str, Any], policy: str) -> list[str]:
    """The bots that play a position out, by seat. ``policy``: the bot for all seats, "" for each seat's
    own."""
    return [policy or seat.get("bot") or POLICY for seat in table["seats"]]


@dataclass
class PositionEditorState:
    """The state of the editor. ``table``: the record of the position; ``said``: its origin.

    ``past`` and ``undone``: positions for undo and redo; ``other``: a second position to compare.
    ``plays``: the versions of the bots' play in the roll-outs (``play_versions``).
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
    policy: str = NEW_BOT
    size: int = SIZES[1]
    seed: int = 1
    state: str = "new"  # "new" "running" "stopped" "done"
    played: list[Played | None] = field(default_factory=list)
    plays: dict[str, int] = field(default_factory=dict)
    odds: list[int] = field(default_factory=list)
    other: dict[str, Any] | None = None
    other_played: list[Played | None] = field(default_factory=list)
    entries: NumberFields = field(default_factory=NumberFields)  # numbers that cannot be used

    @property
    def bots(self) -> list[str]:
        """The bots that play the roll-outs, by seat."""
        return bots_of_position(self.table, self.policy)

    @property
    def older(self) -> list[str]:
        """The bots that now play differently than in the roll-outs that are here."""
        return play_differently(self.bots, self.plays) if any(self.played) else []

    def forget(self) -> None:
        """Drop the results, which belong to another position."""
        self.state, self.played, self.odds, self.other_played = "new", [], [], []
        self.plays = {}
        self.address, self.copied = "", False
