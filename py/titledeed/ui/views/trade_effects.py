"""The view of a deal's effects on both sides, before anybody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.answers import (
    Bundle,
)
from ...engine.rules import rent, trading
from ...engine.state import (
    State,
)
from .view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from .types import (
        ToneText,
        TradeEffect,
    )


def effects_view(
    ctx: ViewContext, mine: int, theirs: int, give: Bundle, get: Bundle
) -> list[TradeEffect]:
    """The effects of a deal on both seats: ``mine`` gives ``give`` and gets ``get``."""
    state, _ = ctx.state, ctx._
    after = state.copy()
    for bundle, to in ((give, theirs), (get, mine)):
        for i in bundle.deeds:
            after.owner[i] = to
    rows: list[TradeEffect] = []

    def row(label: str, cells: list[tuple[str, str]]) -> None:
        pair: list[ToneText] = [{"text": text, "tone": tone} for text, tone in cells]
        rows.append({"label": label, "mine": pair[0], "theirs": pair[1]})

    due = [trading.interest_due(state, get), trading.interest_due(state, give)]
    cash = [
        state.cash[mine] + get.cash - give.cash - due[0],
        state.cash[theirs] + give.cash - get.cash - due[1],
    ]
    row(_("Cash afterward"), [(ctx.money(n), "minus" if n < 0 else "") for n in cash])
    sets = []
    for seat in (mine, theirs):
        won = _sets(ctx, after, seat) - _sets(ctx, state, seat)
        lost = _sets(ctx, state, seat) - _sets(ctx, after, seat)
        text = _.series([ctx.group_name(m[0]) for m in sorted(won)])
        if lost:
            gone = _(
                "loses {groups}", groups=_.series([ctx.group_name(m[0]) for m in sorted(lost)])
            )
            text = _("{gain}; {loss}", gain=text, loss=gone) if text else gone
        sets.append((text or _("no group"), "plus" if won else "minus" if lost else "none"))
    row(_("Groups completed"), sets)
    if any(due):
        row(
            _("Interest due at once"),
            [(ctx.money(n), "minus" if n else "none") for n in due],
        )
    changes = [_rents(after, seat) - _rents(state, seat) for seat in (mine, theirs)]
    row(
        _("Total of all rents"),
        [
            (
                ctx.narrator.parts.numbers.change(n) if n else _("no change"),
                "plus" if n > 0 else "minus" if n else "none",
            )
            for n in changes
        ],
    )
    return rows


def _rents(state: State, seat: int) -> int:
    """The total rent of a seat's properties, with that of utilities for a throw of seven."""
    total = 0
    for i in state.rules.ownable:
        if state.owner[i] == seat and not state.mortgaged[i]:
            if state.rules.kind[i] == "utility":
                total += 7 * rent.utility_times(state, i)
            else:
                total += rent.fixed_rent(state, i)
    return total


def _sets(ctx: ViewContext, state: State, seat: int) -> set[tuple[int, ...]]:
    """The groups that a seat owns completely."""
    return {
        members for members in ctx.property_groups() if all(state.owner[i] == seat for i in members)
    }
