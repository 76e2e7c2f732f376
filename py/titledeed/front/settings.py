"""How people like the page: what can be chosen, and what is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..language.catalogue import LANGUAGES

THEMES: Final = ("auto", "light", "night")
# Milliseconds of a beat, as in tokens.css.
SPEEDS: Final = {"normal": 150, "brisk": 70, "instant": 0}
SIZES: Final = ("normal", "projector")
MOTIONS: Final = ("auto", "less")  # as the system says, or less in any case
# How loud, of 1. Off at first: a page that makes noise unasked is closed.
SOUNDS: Final = {"off": 0.0, "soft": 0.15, "medium": 0.4, "loud": 1.0}


@dataclass(frozen=True)
class Pace:
    """How fast a replay is played: with the motion of a speed, and so long between two steps."""

    speed: str
    pause: float  # milliseconds
    turns: bool = False  # from turn to turn


PACES: Final = {
    "1": Pace("normal", 900),
    "2": Pace("brisk", 420),
    "8": Pace("instant", 160),
    "turns": Pace("instant", 420, turns=True),
}


@dataclass
class Settings:
    """How people like the page. Read from storage: every value is checked."""

    theme: str = "auto"
    speed: str = "normal"
    size: str = "normal"
    motion: str = "auto"
    sound: str = "off"
    undo_dice: bool = True  # an undo may go back behind a throw
    language: str = "en"
    toured: bool = False  # the tour of the first game has been shown

    @classmethod
    def read(cls, table: Mapping[str, Any], language: str = "en") -> Settings:
        """From a table of a stranger's storage; what is not a value of ours is left out. ``language``
        is the browser's: it holds until people choose one."""
        new = cls()
        if language in LANGUAGES:
            new.language = language
        for name, allowed in (
            ("theme", THEMES),
            ("speed", tuple(SPEEDS)),
            ("size", SIZES),
            ("motion", MOTIONS),
            ("sound", tuple(SOUNDS)),
            ("language", tuple(LANGUAGES)),
        ):
            if table.get(name) in allowed:
                setattr(new, name, table[name])
        for name in ("undo_dice", "toured"):
            if isinstance(table.get(name), bool):
                setattr(new, name, table[name])
        return new

    def table(self) -> dict[str, Any]:
        """For storage."""
        return dict(vars(self))
