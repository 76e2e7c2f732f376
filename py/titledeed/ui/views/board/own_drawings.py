"""The drawings that a board's file may name for its spaces and groups (``x-icon``), and its tokens
(``x-tokens``). Other programs' keys of the same names are ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ....engine.board_and_rules_types import Edition

ICON: Final = "x-icon"
# The drawings to choose from, by the names that files have, and their ids on the page.
DRAWINGS: Final[Mapping[str, str]] = {
    **{
        token: f"t-{token}"
        for token in ("anchor", "kite", "rook", "bell", "acorn", "snail", "hourglass", "quill")
    },
    **{
        icon: f"s-{icon}"
        for icon in ("railroad", "electric", "water", "chance", "chest", "tax", "luxury", "go")
    },
    **{icon: f"s-{icon}" for icon in ("jail", "parking", "gotojail")},
    **{icon: f"b-{icon}" for icon in ("house", "hotel")},
    **{icon: f"u-{icon}" for icon in ("flag", "crown", "sun", "moon", "bulb")},
}


def own_drawing(edition: Edition, at: int) -> str:
    """The id of the drawing that a board from a file has for a space, or for its group; "" if it has none."""
    if edition.source is None:
        return ""
    own = _drawing(edition.source.get("space"), at)
    if own or edition.spaces[at].kind != "street":
        return own
    ids = [group.id for group in edition.groups]
    return _drawing(edition.source.get("group"), ids.index(edition.spaces[at].group))


def _drawing(rows: Any, n: int) -> str:
    icon = rows[n].get(ICON) if isinstance(rows, list) else None
    return DRAWINGS.get(icon, "") if isinstance(icon, str) else ""
