"""The head of the laboratory: its screens by name."""

from __future__ import annotations

from typing import Final

from ....language.catalogue import N_, Catalogue
from ..bits import View

# Each screen: its name, what it is called, its sign, what it is for.
SCREENS: Final[tuple[tuple[str, str, str, str], ...]] = (
    (
        "compare",
        N_("Compare"),
        "u-curves",
        N_("Run it a thousand times, and see what can be claimed."),
    ),
    ("landings", N_("Landings"), "u-dice", N_("Where {tokens} land, and what {a house} is worth.")),
    ("desk", N_("Position desk"), "b-board", N_("Set up any position, and see who is favoured.")),
    (
        "sheets",
        N_("Worksheets"),
        "u-pencil",
        N_("Lessons to fill in, to give out, and to write."),
    ),
    ("game", N_("This game"), "u-replay", N_("Where the money of one game came from and went.")),
)


def frame(at: str, _: Catalogue) -> View:
    """``screen``, what it is for, and the ways to all of them."""
    return {
        "screen": at,
        "purpose": next(_(text) for name, _label, _icon, text in SCREENS if name == at),
        "screens": [
            {"name": name, "label": _(label), "icon": icon, "here": name == at}
            for name, label, icon, _text in SCREENS
        ],
    }
