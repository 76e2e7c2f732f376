"""The notices above the board: those of the tour and the state, then those of a trade, offers and rents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...notices import REPLY, SKIPPED, SOUND, Notice
from .. import how_to_play_and_tour, trade
from ..view_context_and_shared_parts import ViewContext
from .offers_and_rents_to_claim import answers_last_offer, offer_notices, rent_notices

if TYPE_CHECKING:
    from ..types import NoticeView


_LATE: Final = (SKIPPED, SOUND)


def notices_view(ctx: ViewContext, asked: str) -> list[NoticeView]:
    """All notices: of the tour and the state, a trade under way, offers of bots, rents to claim.

    ``asked``: kind of the current question."""
    views = [notice_view(ctx, notice) for notice in ctx.app.notices]
    if ctx.app.replaying is not None:
        return views
    if answers_last_offer(ctx) is not None:
        # The counter-offer says that the offer was declined, and names one sum only.
        views = [view for view in views if view["id"] != REPLY]
    tour = how_to_play_and_tour.tour_notice(ctx.app, asked)
    first = [notice_view(ctx, tour)] if tour else []
    folded = trade.folded_trade_notices(ctx)
    # These can wait: what belongs to the game comes before them, and on a phone is seen first.
    late = [view for view in views if view["id"] in _LATE]
    views = [view for view in views if view["id"] not in _LATE]
    return [*first, *views, *folded, *offer_notices(ctx), *rent_notices(ctx), *late]


def notice_view(ctx: ViewContext | None, notice: Notice) -> NoticeView:
    return {
        "id": notice.id,
        "tone": "bad" if notice.bad else "",
        "seat": None,
        "icon": notice.icon,
        "text": notice.text,
        "more": notice.more,
        "acts": list(notice.acts),
        "clauses": list(notice.clauses[:2]),
        "closes": notice.closes,
        "reason": notice.reason,
    }
