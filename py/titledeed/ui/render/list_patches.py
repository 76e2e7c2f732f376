"""Updates a region of the page by patching only what has changed in it.

The board, the players and the journal are lists of items, most of which stay the same from one
rendering to the next. Only the changed items are rendered and compared with the page. Patching such a
region as a whole costs many times as much, most of all if its items have moved down.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ..page_port import Page
from ..views.page.region_templates_and_view_keys import TEMPLATES
from .jinja_renderer import JinjaRenderer


class Items(NamedTuple):
    """A list in a region. Each of its items is an element with an id."""

    keys: tuple[str, ...]  # the path to the list in the region's view
    key: str  # the field that identifies an item
    template: str  # template of one item, for ``JinjaRenderer.item``
    place: str  # selector of the element that holds only the items


ITEMS: Final[dict[str, tuple[Items, ...]]] = {
    "seats": (Items(("seats",), "n", "items/seat.html", "#seats .seats"),),
    "board": (
        Items(("board", "spaces"), "at", "items/space.html", "#board .ring"),
        Items(("board", "tokens"), "n", "items/token.html", "#board .tokens"),
    ),
    "journal": (Items(("journal",), "id", "items/entry.html", "#journal ol"),),
}
_LANGUAGE: Final = ("lang", "w")  # if these change, everything is rendered again


def patch_list(
    page: Page,
    screen: JinjaRenderer,
    region: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Change the region from the view ``before``, which it shows now, to ``after``.

    None means an empty region."""
    if after is None:
        page.patch(region, "")
        return
    if before is not None and all(before[key] == after[key] for key in _LANGUAGE):
        lists = ITEMS.get(region, ())
        # Do this even if the rest has changed: a whole patch is cheap once the items are in place.
        fits = [_items(page, screen, items, before, after) for items in lists]
        if lists and all(fits) and _frame(before, lists) == _frame(after, lists):
            return
    page.patch(region, screen.render(TEMPLATES[region][0], after))


def _items(
    page: Page, screen: JinjaRenderer, items: Items, before: dict[str, Any], after: dict[str, Any]
) -> bool:
    """Patch the items that changed. Works only if all new items come first and all removed ones were last.

    Otherwise, or if no item stayed, do nothing and return False."""
    old, new = _items_in(before, items.keys), _items_in(after, items.keys)
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


def _items_in(view: dict[str, Any], keys: tuple[str, ...]) -> list[dict[str, Any]]:
    rows: Any = view
    for key in keys:
        rows = rows[key]
    assert isinstance(rows, list)
    return rows


def _frame(view: dict[str, Any], lists: tuple[Items, ...]) -> dict[str, Any]:
    """A region's view without its items."""
    frame = dict(view)
    for items in lists:
        *path, last = items.keys
        inside = frame
        for key in path:
            inside[key] = inside = dict(inside[key])
        inside[last] = None
    return frame
