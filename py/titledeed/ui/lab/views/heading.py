"""The view of the laboratory's heading: its screens by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....language.catalogue import N_, Catalogue

if TYPE_CHECKING:
    from .types import LabFrame


# Each screen: name, label, icon, purpose.
SCREENS: Final[tuple[tuple[str, str, str, str], ...]] = (
    (
        "compare",
        N_("Compare"),
        "u-branch",
        N_("Play a thousand games and see what they show."),
    ),
    (
        "curves",
        N_("Curves"),
        "u-curves",
        N_("Vary one setting and see where it is best."),
    ),
    (
        "landings",
        N_("Landings"),
        "u-dice",
        N_("See where {tokens} land and what {a house} is worth."),
    ),
    (
        "desk",
        N_("Position editor"),
        "u-board",
        N_("Set up any position and see who is likely to win."),
    ),
    (
        "lessons",
        N_("Worksheets"),
        "u-pencil",
        N_("Worksheets to fill in, hand out or write yourself."),
    ),
    (
        "records",
        N_("Game files"),
        "u-saves",
        N_("Statistics for games from files: saved games or a whole simulation."),
    ),
    ("vote", N_("Vote"), "u-person", N_("The class votes on the next move.")),
    (
        "game",
        N_("This game"),
        "u-replay",
        N_("See where the money in one game came from and where it went."),
    ),
)

# The charts that can be saved as pictures: element id and name of the file.
CHARTS: Final = {
    "lab-histogram": "games",
    "lab-interval": "difference",
    "lab-gini-picture": "inequality",
    "lab-picture": "landings",
    "lab-worth-picture": "worth",
    "lab-odds-picture": "odds",
    "lab-dice-picture": "dice",
    "lab-sweep": "curve",
    "lab-samples": "samples",
    "lab-itself": "comparisons",
    "lab-lorenz": "lorenz",
    "lesson-die": "die",
    "lesson-dice": "two-dice",
    "lesson-stack": "intervals",
}


def frame_view(at: str, voting: bool, _: Catalogue) -> LabFrame:
    """The current screen, its purpose, and the links to all screens. ``voting``: whether a game is being
    played, so that a class can vote."""
    return {
        "screen": at,
        "purpose": next(_(text) for name, _label, _icon, text in SCREENS if name == at),
        "screens": [
            {"name": name, "label": _(label), "icon": icon, "here": name == at}
            for name, label, icon, _text in SCREENS
            if voting or name != "vote"
        ],
    }
