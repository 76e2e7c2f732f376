"""The views for entering real dice and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...engine.asks import (
    AskDice,
    AskOrder,
    AskRentRoll,
    AskRoll,
)
from ...engine.special_seats_and_ids import FREE
from ...game.common_base_of_session_and_replay import SessionBase
from .view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from .types import (
        FoundView,
        PadView,
        PickOption,
    )

FACES: Final = range(1, 7)
LONG: Final = 8  # a list with more entries can be searched


def pad_view(ctx: ViewContext) -> PadView | None:
    """Two rows of six faces to enter a throw; None if none can be entered now."""
    if not ctx.session.by_hand or not isinstance(
        ctx.state.ask, (AskDice, AskRoll, AskOrder, AskRentRoll)
    ):
        return None
    _ = ctx._
    entered = ctx.app.entered().dice
    legends = (_("First die"), _("Second die"))
    return {
        "rows": [
            {
                "legend": legend,
                "faces": [
                    {
                        "n": n,
                        "arg": f"{row} {n}",
                        "chosen": n == entered[row],
                        "says": _("{a}: {b}", a=legend, b=n),
                    }
                    for n in FACES
                ],
            }
            for row, legend in enumerate(legends)
        ],
        "hint": _("Throw the real dice, then tap their two faces here."),
    }


def only_throws(session: SessionBase) -> bool:
    """Return whether a person now only has to throw real dice, without a choice as in jail.

    If so, two entered dice are enough to take the device over, as nobody taps two faces by mistake."""
    ask = session.ask
    if isinstance(ask, AskRoll):
        return session.by_hand and session.state.jail[ask.seat] == FREE
    return session.by_hand and isinstance(ask, (AskOrder, AskRentRoll))


def matching_view(ctx: ViewContext, options: Sequence[PickOption]) -> FoundView:
    """The options that match the search; ``search`` is None for a short list."""
    search = ctx.app.entered().search
    words = search.casefold().split()
    matching = [o for o in options if all(word in o["label"].casefold() for word in words)]
    return {
        "search": search if len(options) > LONG else None,
        "says": ctx.n_(
            "{n} of {all} matches.", "{n} of {all} match.", len(matching), all=len(options)
        )
        if words
        else "",
        "matching": matching,
    }
