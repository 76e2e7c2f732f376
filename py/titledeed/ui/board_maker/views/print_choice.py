"""The view of the tab that prints: what is printed, and the sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import poster
from .maker_context import MakerContext

if TYPE_CHECKING:
    from ....engine.board_and_rules_types import Group
    from .types import MakerPrint, PaperPage

BOARDS: Final = ("a4", "a3", "none")
PARTS: Final = ("deeds", "cards", "money")


def print_view(ctx: MakerContext, groups: list[Group]) -> MakerPrint:
    """The tab. ``groups``: those of the board, whose colors can be shown."""
    _, chosen = ctx._, ctx.maker.paper
    labels = {
        "a4": _("on four sheets of A4, to glue together"),
        "a3": _("on one sheet of A3"),
        "none": _("no board"),
        "deeds": _("28 {deeds}"),
        "cards": _("32 cards"),
        "money": _("168 banknotes, for up to eight players"),
    }
    pages = pages_of(ctx, groups)
    return {
        "tab": "print",
        "boards": [
            {"value": board, "label": labels[board], "chosen": board == chosen.board}
            for board in BOARDS
        ],
        "parts": [
            {"value": part, "label": labels[part], "chosen": getattr(chosen, part)}
            for part in PARTS
        ],
        "sets": ctx.card_sets() if chosen.cards else [],
        "plain": chosen.plain,
        "count": _.count("{n} sheet", "{n} sheets", len(pages)),
        "pages": pages,
    }


def pages_of(ctx: MakerContext, groups: list[Group]) -> list[PaperPage]:
    """The chosen sheets, in the order in which they are printed."""
    chosen, pages = ctx.maker.paper, []
    if chosen.board != "none":
        page = poster.poster_page(ctx, groups, chosen.plain)
        pages += [page] if chosen.board == "a3" else poster.poster_tiles(ctx, page)
    if chosen.deeds:
        pages += poster.deed_pages(ctx, groups, chosen.plain)
    if chosen.cards:
        pages += poster.card_pages(ctx, chosen.plain)
    if chosen.money:
        pages += poster.money_pages(ctx, chosen.plain)
    return pages
