"""The views of the players beside the board: cash and holdings of every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.rules import (
    short_game,
)
from ....language.state_descriptions import (
    jail_text,
    seat_says,
)
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import (
        HoldingView,
        PlayerView,
    )


def seats_view(ctx: ViewContext) -> list[PlayerView]:
    """The seats with their cash and holdings."""
    state, narrator = ctx.state, ctx.narrator
    groups = ctx.property_groups()
    # A bot's throw may wait for somebody else's claim.
    claim = ctx.session.waiting().claim
    asked = state.ask.seat if claim is None else claim.by
    rows: list[PlayerView] = []
    for n in range(state.seats):
        worth = None if ctx.worth_hidden or not state.playing[n] else short_game.score(state, n)
        holdings: list[HoldingView] = []
        for members in groups:
            mine = [state.owner[i] == n for i in members]
            holdings.append(
                {
                    "group": ctx.group(members[0]),
                    "full": all(mine),
                    "deeds": [
                        {
                            "mine": own,
                            "mortgaged": own and state.mortgaged[i],
                            "level": state.level[i] if own else 0,
                        }
                        for i, own in zip(members, mine, strict=True)
                    ],
                }
            )
        change = ctx.app.deltas.get(n, 0)
        rows.append(
            {
                **ctx.faced(n),
                "cash": ctx.money(state.cash[n]),
                "worth": ctx.money(worth) if worth is not None else "",
                "mover": n == state.turn and state.playing[n],
                "asked": n == asked,
                "out": not state.playing[n],
                "jailed": jail_text(narrator.parts, state, n),
                "cards": state.held.count(n),
                "holdings": holdings,
                "says": seat_says(narrator.parts, state, n, worth=worth),
                "delta": {"text": narrator.parts.numbers.change(change), "up": change > 0}
                if change
                else None,
            }
        )
    return rows
