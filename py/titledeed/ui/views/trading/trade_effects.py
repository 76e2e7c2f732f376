"""The view of a deal's effects on both sides, before anybody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.answers import (
    Bundle,
)
from ....engine.rules import rent, trading
from ....engine.special_seats_and_ids import BANK, FREE
from ....engine.state import (
    State,
)
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import (
        EffectCell,
        TradeEffect,
    )


def _after(state: State, mine: int, theirs: int, give: Bundle, get: Bundle) -> State:
    """A copy of the state with the owners after the deal."""
    after = state.copy()
    for bundle, to in ((give, theirs), (get, mine)):
        for i in bundle.deeds:
            after.owner[i] = to
    return after


def completes_text(ctx: ViewContext, mine: int, theirs: int, give: Bundle, get: Bundle) -> str:
    """The sentence that the other side of a deal completes groups by it; "" if it does not."""
    state, parts = ctx.state, ctx.narrator.parts
    after = _after(state, mine, theirs, give, get)
    won = _sets(ctx, after, theirs) - _sets(ctx, state, theirs)
    if not won:
        return ""
    return parts._(
        "{seat} would have all of {group}.",
        seat=parts.seat(theirs),
        group=ctx._.series([ctx.group_name(members[0]) for members in sorted(won)]),
    )


def effects_view(
    ctx: ViewContext, mine: int, theirs: int, give: Bundle, get: Bundle
) -> list[TradeEffect]:
    """The effects of a deal on both seats: ``mine`` gives ``give`` and gets ``get``."""
    state, _ = ctx.state, ctx._
    after = _after(state, mine, theirs, give, get)
    rows: list[TradeEffect] = []

    def row(label: str, cells: list[EffectCell]) -> None:
        rows.append({"label": label, "mine": cells[0], "theirs": cells[1]})

    due = [trading.interest_due(state, get), trading.interest_due(state, give)]
    change = [get.cash - give.cash - due[0], give.cash - get.cash - due[1]]
    cash: list[EffectCell] = []
    for seat, more in zip((mine, theirs), change, strict=True):
        left = state.cash[seat] + more
        before = ctx.money(state.cash[seat]) if more else ""
        cash.append(
            {"text": ctx.money(left), "tone": "minus" if left < 0 else "", "before": before}
        )
    row(_("Cash afterward"), cash)
    row(_("Groups completed"), [_groups(ctx, after, seat) for seat in (mine, theirs)])
    if any(due):
        row(
            _("Interest due at once"),
            [{"text": ctx.money(n), "tone": "minus" if n else "none", "before": ""} for n in due],
        )
    row(_("Total of all rents"), [_rent_cell(ctx, after, seat) for seat in (mine, theirs)])
    return rows


def caution_text(ctx: ViewContext, mine: int, theirs: int, give: Bundle, get: Bundle) -> str:
    """The sentence that the next throw can cost more rent than a payer has left; "" if it cannot."""
    state, parts = ctx.state, ctx.narrator.parts
    left = state.cash[mine] + get.cash - give.cash - trading.interest_due(state, get)
    if give.cash <= get.cash or left < 0 or state.jail[mine] != FREE:
        return ""
    rents = _next_rents(_after(state, mine, theirs, give, get), mine)
    most, space = max(rents, default=(0, 0))
    if most <= left:
        return ""
    return parts._(
        "[{seat}’s|Your] next throw can cost {rent} rent on {space}, more than the {cash} "
        "left after this trade.",
        seat=parts.seat(mine),
        rent=parts.sum(most),
        space=parts.space(space),
        cash=parts.sum(left),
    )


def _next_rents(state: State, seat: int) -> list[tuple[int, int]]:
    """The rents that a throw from where the seat is can cost, each with its space. Cards are left out."""
    found: list[tuple[int, int]] = []
    for steps in range(2, 13):
        space = (state.at[seat] + steps) % len(state.owner)
        if state.owner[space] in (BANK, seat) or state.mortgaged[space]:
            continue
        if state.rules.kind[space] == "utility":
            found.append((steps * rent.utility_times(state, space), space))
        elif space in state.rules.ownable:
            found.append((rent.fixed_rent(state, space), space))
    return found


def _groups(ctx: ViewContext, after: State, seat: int) -> EffectCell:
    """The groups that a seat completes or loses."""
    state, _ = ctx.state, ctx._
    won = _sets(ctx, after, seat) - _sets(ctx, state, seat)
    lost = _sets(ctx, state, seat) - _sets(ctx, after, seat)
    text = _.series([ctx.group_name(m[0]) for m in sorted(won)])
    if lost:
        gone = _("loses {groups}", groups=_.series([ctx.group_name(m[0]) for m in sorted(lost)]))
        text = _("{gain}; {loss}", gain=text, loss=gone) if text else gone
    tone = "plus" if won else "minus" if lost else "none"
    return {"text": text or _("no group"), "tone": tone, "before": ""}


def _rent_cell(ctx: ViewContext, after: State, seat: int) -> EffectCell:
    """All rents of a seat, before and after."""
    now, then = _rents(ctx.state, seat), _rents(after, seat)
    if now == then:
        return {"text": ctx._("no change"), "tone": "none", "before": ""}
    tone = "plus" if then > now else "minus"
    return {"text": ctx.money(then), "tone": tone, "before": ctx.money(now)}


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
