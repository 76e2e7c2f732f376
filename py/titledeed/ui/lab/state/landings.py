"""The state of the screen about landings: the chain, its exact shares and the simulated walks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ....engine.rulebook_loader_and_rules_compiler import BOOKS, DECK_SETS, EDITIONS
from .number_fields import NumberFields


@dataclass
class LandingsState:
    """The state of the screen. ``shares``: the exact shares by place, empty until they are known.

    ``batches``: counts of simulated landings by place. ``jail``: "leave" or "stay". ``choice``: the
    choice at the card that offers one."""

    book: str = "modern"
    edition: str = "atlantic-city"
    decks: str = ""
    jail: str = "leave"
    choice: str = "pay"
    seed: int = 1
    shares: list[float] = field(default_factory=list)
    batches: list[list[int]] = field(default_factory=list)
    coming: int = 0  # walks that are being simulated
    published: dict[str, Any] = field(default_factory=dict)
    trouble: str = ""
    entries: NumberFields = field(default_factory=NumberFields)  # a seed that cannot be used

    @property
    def where(self) -> dict[str, Any]:
        """The chain's settings, in the form that jobs take."""
        names = ("book", "edition", "decks", "jail", "choice")
        return {name: getattr(self, name) for name in names}

    def set(self, fields: dict[str, str]) -> None:
        """Read the settings of the form, ignoring unknown values, and drop the former chain's figures."""
        known: dict[str, tuple[str, ...]] = {
            "book": tuple(BOOKS),
            "edition": tuple(EDITIONS),
            "decks": ("", *DECK_SETS),
            "jail": ("leave", "stay"),
            "choice": ("pay", "take-chance"),
        }
        for name, values in known.items():
            if fields.get(name, getattr(self, name)) in values:
                setattr(self, name, fields.get(name, getattr(self, name)))
        self.shares, self.batches, self.coming, self.trouble = [], [], 0, ""
