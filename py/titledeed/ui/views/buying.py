"""The view of a purchase: the rents of the deed, the owners of the rest of its group, the cash left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.asks import (
    AskBuy,
)
from ...engine.rules import rent
from ...engine.special_seats_and_ids import BANK
from ...language.state_descriptions import deed_rows
from .view_context_and_shared_parts import Reasons, ViewContext

if TYPE_CHECKING:
    from .types import (
        AskedView,
        BuyAsk,
        GroupDeed,
        LabelledMoney,
    )


def buy_view(ctx: ViewContext, reasons: Reasons, pending: AskBuy, ask: AskedView) -> BuyAsk:
    """The question whether to buy a deed."""
    seat, space = pending.seat, pending.space
    left = ctx.state.cash[seat] - ctx.rules.price[space]
    buy, decline = ctx.one(reasons, seat, "buy"), ctx.one(reasons, seat, "decline")
    if left < 0 and buy is not None and decline is not None:
        # Three buttons: the two less important ones are short enough to share a row on a phone.
        buy = {**buy, "label": ctx._("Buy for {money}", money=ctx.money(ctx.rules.price[space]))}
        if ctx.rules.auctions:
            decline = {**decline, "label": ctx._("Auction it")}
    return {
        **ask,
        "auction": ctx.rules.auctions,
        "sums": _rents(ctx, seat, space),
        "left": {
            "label": ctx._("Cash left") if left >= 0 else ctx._("Still missing"),
            "money": ctx.money(abs(left)),
        },
        "short": left < 0,
        "note": _note(ctx, seat, space),
        "rest": rest_of_group(ctx, space),
        "options": {"buy": buy, "decline": decline},
    }


def _rents(ctx: ViewContext, seat: int, space: int) -> list[LabelledMoney]:
    """The rent that the seat would get at once, with the whole group, and with a hotel.

    The labels are so short that they fit into one line."""
    after = ctx.state.copy()
    after.owner[space] = seat
    rows, rents = deed_rows(ctx.narrator.parts, space), ctx.rules.rents[space]
    names = [label for label, _money in rows]
    match ctx.rules.kind[space]:
        case "street":
            names[1], names[-1] = ctx._("with group"), ctx._("with {hotel}")
            whole = rent.fixed_rent(after, space) > rents[0]
            wanted = [1, len(rows) - 1] if whole else [0, 1, len(rows) - 1]
        case "railroad":
            wanted = [rents.index(rent.fixed_rent(after, space)), len(rows) - 1]
        case _:
            wanted = [rents.index(rent.utility_times(after, space)), len(rows) - 1]
    return [{"label": names[n], "money": rows[n][1]} for n in dict.fromkeys(wanted)]


def _note(ctx: ViewContext, seat: int, space: int) -> str:
    """A sentence if one player has all other deeds of the group."""
    owners = {ctx.state.owner[i] for i in ctx.rules.members[space] if i != space}
    if len(owners) != 1 or BANK in owners:
        return ""
    if seat in owners:
        return ctx.narrator.parts._("This property would complete the group.")
    return ctx.narrator.parts._(
        "{seat} own[s|] the rest of the group.", seat=ctx.narrator.parts.seat(*owners)
    )


def rest_of_group(ctx: ViewContext, space: int) -> list[GroupDeed]:
    """The other deeds of a property's group, with their owners."""
    rows: list[GroupDeed] = []
    for i in ctx.rules.members[space]:
        owner = ctx.state.owner[i]
        if i != space:
            rows.append(
                {
                    "group": ctx.group(i),
                    "name": ctx.name(i),
                    "owner": ctx.seat(owner) if owner != BANK else None,
                    "who": ctx.called(owner) if owner != BANK else ctx._("unsold"),
                    "mortgaged": ctx.state.mortgaged[i],
                }
            )
    return rows
