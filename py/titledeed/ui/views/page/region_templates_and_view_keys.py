"""The regions of the page: the template of each, and the keys of the view that it reads.

A region is rendered only if its part of the view has changed.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..types import PageView

REGIONS: Final = (
    "bar",
    "menu",
    "setup",
    "faces",
    "seats",
    "tools",
    "stage",
    "notices",
    "ask",
    "board",
    "deed",
    "journal",
)
# The regions that are already in index.html, in the order of their marks (``jinja_renderer.shell``).
BUILT: Final = ("bar", "menu", "setup")

# For each region its template, and the keys of the view that it reads ("game.round": only the round of
# the game). "keys" is for regions whose buttons are pressed by keys (``button_keys``). Regions are rendered
# in this order. The question comes last: to focus its title, the browser has to lay out all earlier changes.
TEMPLATES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "bar": ("bar.html", ("game", "w", "lang")),
    "menu": ("menu.html", ("game.replay", "game.played", "w", "lang")),
    "setup": ("setup.html", ("setup", "notices", "w", "lang")),
    "faces": ("faces.html", ("faces", "w", "lang")),
    "seats": ("seats.html", ("seats", "odds", "w", "lang")),
    "tools": (
        "tools.html",
        ("bank", "game.replay", "game.watching", "game.over", "keys", "w", "lang"),
    ),
    "stage": ("stage.html", ("dice", "card", "said", "moment", "meanwhile", "w", "lang")),
    "notices": ("notices.html", ("notices", "keys", "w", "lang")),
    "board": ("board.html", ("board", "w", "lang")),
    "deed": ("deed.html", ("deed", "w", "lang")),
    "journal": ("journal.html", ("journal", "game.round", "w", "lang")),
    "ask": ("ask.html", ("ask", "keys", "w", "lang")),
}


def keys_of(region: str) -> set[str]:
    """The keys of the whole view that the region reads parts of."""
    return {key.partition(".")[0] for key in TEMPLATES[region][1]}


def region_mark(part: dict[str, Any] | None) -> str:
    """A short mark of the view from which a region is rendered."""
    return f"{zlib.crc32(json.dumps(part).encode()):08x}"


def region_view(view: PageView, region: str) -> dict[str, Any]:
    """The part of the view that a region's template gets. If it is unchanged, the region is not rendered."""
    values: Any = view  # the type checker does not know the names of the keys
    part: dict[str, Any] = {}
    for key in TEMPLATES[region][1]:
        name, _, inside = key.partition(".")
        whole = values[name]
        if inside and whole is not None:
            part.setdefault(name, {})[inside] = whole[inside]
        else:
            part[name] = whole
    return part
