"""Bringing a region of the page up to date with as little as has changed in it.

The board, the players and the journal are lists of items that are mostly the same from one picture to
the next. Of these only the items that changed are rendered, and only they are compared with the page:
a region that is patched whole costs many times as much, most of all one whose items have moved down.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ..page import Page
from ..views.regions import TEMPLATES
from .screen import Screen


class Items(NamedTuple):
    """A list in a region, each item an element of its own with an id."""

    keys: tuple[str, ...]  # where it is in what the region is given
    key: str  # what tells one item from another
    template: str  # of an item; as ``once`` takes it
    place: str  # the element that holds nothing else, as a selector


ITEMS: Final[dict[str, tuple[Items, ...]]] = {
    "seats": (Items(("seats",), "n", "items/seat.html", "#seats .seats"),),
    "board": (
        Items(("board", "spaces"), "at", "items/space.html", "#board .ring"),
        Items(("board", "tokens"), "n", "items/token.html", "#board .tokens"),
    ),
    "journal": (Items(("journal",), "id", "items/entry.html", "#journal ol"),),
}
_LANGUAGE: Final = ("lang", "w")  # with another one nothing stays as it was


def bring(
    page: Page,
    screen: Screen,
    region: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Make the region show what its template makes of ``given``; it shows what that was ``before``."""
    if after is None:
        page.patch(region, "")
        return
    if before is not None and all(before[key] == after[key] for key in _LANGUAGE):
        lists = ITEMS.get(region, ())
        # Also where the rest changed: a whole patch is cheap once the items are in their places.
        fits = [_items(page, screen, items, before, after) for items in lists]
        if lists and all(fits) and _frame(before, lists) == _frame(after, lists):
            return
    page.patch(region, screen.render(TEMPLATES[region][0], after))


def _items(
    page: Page, screen: Screen, items: Items, before: dict[str, Any], after: dict[str, Any]
) -> bool:
    """Patch the items that changed. False where others went than the last ones, or others came than
    the first, or none stayed: then nothing is done."""
    old, new = _found(before, items.keys), _found(after, items.keys)
    known = {row[items.key]: row for row in old}
    came = 0
    while came < len(new) and new[came][items.key] not in known:
        came += 1
    stayed = len(new) - came
    if not stayed or [row[items.key] for row in new[came:]] != [
        row[items.key] for row in old[:stayed]
    ]:
        return False
    changed = [row for row in new if known.get(row[items.key]) != row]
    if changed or len(old) != stayed:
        html = "".join(screen.item(items.template, row[items.key], row) for row in changed)
        page.items(items.place, html, len(new))
    return True


def _found(view: dict[str, Any], keys: tuple[str, ...]) -> list[dict[str, Any]]:
    rows: Any = view
    for key in keys:
        rows = rows[key]
    assert isinstance(rows, list)
    return rows


def _frame(view: dict[str, Any], lists: tuple[Items, ...]) -> dict[str, Any]:
    """What a region is given apart from its items."""
    frame = dict(view)
    for items in lists:
        *way, last = items.keys
        inside = frame
        for key in way:
            inside[key] = inside = dict(inside[key])
        inside[last] = None
    return frame
