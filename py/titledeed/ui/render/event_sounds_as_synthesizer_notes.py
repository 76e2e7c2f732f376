"""The sounds: a few notes for each event, synthesized by the browser. There are no sound files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ...engine.generic_event import Event
from ...engine.special_seats_and_ids import BANK
from ..page_port import PageNote

_MOST: Final = 2  # sounds at one moment, at most


def _row(pitches: Iterable[float], step: float, length: float, **more: Any) -> tuple[PageNote, ...]:
    return tuple(PageNote(n * step, length, pitch, **more) for n, pitch in enumerate(pitches))


# They should sound like wood for moved things and like metal for money, and be a chord for decisions.
SOUNDS: Final[dict[str, tuple[PageNote, ...]]] = {
    "dice": _row((210, 340, 180, 290, 160, 240), 0.055, 0.05, loud=0.5, wave="square"),
    "step": (PageNote(0, 0.05, 330, 0.25),),
    "card": _row((620, 930), 0.05, 0.09, loud=0.2),
    "money": _row((1568, 2093), 0.06, 0.16, loud=0.2, wave="sine"),
    "deed": _row((523, 659, 784), 0.07, 0.2, loud=0.25),
    "bid": (PageNote(0, 0.07, 440, 0.35, "square"),),
    "sold": _row((294, 147), 0.13, 0.1, loud=0.5, wave="square"),
    "build": _row((196, 196), 0.11, 0.07, loud=0.5, wave="square"),
    "deal": _row((440, 554, 659), 0.06, 0.25, loud=0.25, wave="sine"),
    "jail": _row((147, 110), 0.16, 0.3, loud=0.45, wave="square"),
    "group": _row((392, 494, 587, 784), 0.12, 0.45, loud=0.3),
    "house": _row((196, 196, 392), 0.12, 0.12, loud=0.45, wave="square"),
    "hotel": _row((196, 196, 392, 523), 0.12, 0.2, loud=0.4, wave="square"),
    "rent": _row((233, 208, 175), 0.17, 0.35, loud=0.35),
    "escape": _row((262, 330, 294, 392), 0.14, 0.3, loud=0.3, wave="sine"),
    "bankrupt": _row((330, 294, 262, 220, 196), 0.16, 0.35, loud=0.3),
    "out": _row((330, 294, 262, 196), 0.14, 0.25, loud=0.3),
    "over": _row((523, 659, 784, 1047, 784, 1047), 0.13, 0.35, loud=0.3),
}
# Events with a sound, the most important first.
_ORDER: Final[tuple[str, ...]] = ("over", "out", "jail", "deal", "build", "deed", "money", "bid")


def names_of(events: Iterable[Event]) -> list[str]:
    """Return the names of the sounds of these events.

    Dice, cards and steps are left out, as they sound with their motion."""
    names = {name for event in events if (name := _name(event))}
    return [name for name in _ORDER if name in names][:_MOST]


def _name(event: Event) -> str:
    facts: Any = event.facts
    match event.kind:
        case "over" | "bid" | "build" | "deal":
            return event.kind
        case "bankrupt":
            return "out"
        case "deed":
            return "deed" if facts["to"] != BANK else ""
        case "pay":
            return "money"
        case "move":
            return "jail" if facts["how"] == "jail" else ""
        case _:
            return ""
