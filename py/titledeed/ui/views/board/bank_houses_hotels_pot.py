"""The view of the Bank: its houses and hotels, and the pot in the middle of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.special_seats_and_ids import POT
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import (
        BankView,
    )


def bank_view(ctx: ViewContext) -> BankView:
    """The Bank's houses and hotels, and the pot in the middle of the board."""
    state = ctx.state
    return {
        "houses": state.stock[0],
        "hotels": state.stock[1],
        "pot": ctx.money(state.cash[POT]) if ctx.rules.pot else "",
    }
