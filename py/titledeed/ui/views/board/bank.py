"""The view of the Bank: its houses and hotels, and the pot in the middle of the board."""

from __future__ import annotations

from ....engine.constants import (
    POT,
)
from ..context import (
    Data,
    ViewContext,
)


def bank_view(ctx: ViewContext) -> Data:
    """The Bank's houses and hotels, and the pot in the middle of the board."""
    state = ctx.state
    return {
        "houses": state.stock[0],
        "hotels": state.stock[1],
        "pot": ctx.money(state.cash[POT]) if ctx.rules.pot else "",
    }
