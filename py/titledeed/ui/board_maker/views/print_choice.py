"""The view of the tab that prints: what is printed, and the sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import poster
from .maker_context import MakerContext

if TYPE_CHECKING:
    from ....engine.board_and_rules_types import Group
    from .types import MakerPrint, PaperDialog, PaperPage

SIZES: Final = tuple(poster.SIZES)
BOARDS: Final = ("four", "one", "none")
PARTS: Final = ("deeds", "cards", "money")


def print_view(ctx: MakerContext, groups: list[Group]) -> MakerPrint:
    """The tab. ``groups``: those of the board, whose colors can be shown."""
    _, chosen = ctx._, ctx.maker.paper
    size = size_of(ctx)
    small, large = (poster.PAPERS[paper].name for paper in poster.SIZES[size])
    labels = {
        "a4": _("A4 and A3"),
        "letter": _("US Letter and Tabloid"),
        "four": _("on four sheets of {paper}, to glue together", paper=small),
        "one": _("on one sheet of {paper}", paper=large),
        "none": _("no board"),
        "deeds": _("28 {deeds}"),
        "cards": _("32 cards"),
        "money": _("168 banknotes, for up to eight players"),
    }
    pages = pages_of(ctx, groups)
    return {
        "tab": "print",
        "sizes": [
            {"value": word, "label": labels[word], "chosen": word == size} for word in poster.SIZES
        ],
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


def paper_view(pages: list[PaperPage], n: int, whole: bool) -> PaperDialog | None:
    """The dialog with sheet ``n``. ``whole``: all of it is in sight; else it is so large that it can be
    read."""
    if n >= len(pages):
        return None
    return {
        "paper": {
            "page": pages[n],
            "n": n,
            "count": len(pages),
            "before": n - 1,
            "after": n + 1 if n + 1 < len(pages) else -1,
            "whole": whole,
        }
    }


def size_of(ctx: MakerContext) -> str:
    """The chosen paper. Before anything is chosen, a board in dollars that is read in English has that of the
    United States."""
    american = ctx.draft.currency.sign == "$" and ctx._.language == "en"
    return ctx.maker.paper.size or ("letter" if american else "a4")


def pages_of(ctx: MakerContext, groups: list[Group]) -> list[PaperPage]:
    """The chosen sheets, in the order in which they are printed."""
    chosen, pages = ctx.maker.paper, []
    small, large = poster.SIZES[size_of(ctx)]
    if chosen.board == "one":
        pages.append(poster.whole_poster(ctx, groups, large, chosen.plain))
    elif chosen.board == "four":
        pages += poster.poster_tiles(ctx, groups, small, chosen.plain)
    if chosen.deeds:
        pages += poster.deed_pages(ctx, groups, small, chosen.plain)
    if chosen.cards:
        pages += poster.card_pages(ctx, small, chosen.plain)
    if chosen.money:
        pages += poster.money_pages(ctx, small, chosen.plain)
    return pages
