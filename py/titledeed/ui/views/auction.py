"""The view of an auction: the question for a bid, and the dialog for the ceiling of the program's bids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...engine.agenda_step_types import Lots
from ...engine.answers import (
    Bid,
)
from ...engine.asks import (
    AskBid,
)
from ...engine.legal_answers import (
    Amount,
)
from ...engine.rules import debt, houses, rent
from ...engine.rules.auction import LEAST_RAISE, lowest_bid
from ...engine.special_seats_and_ids import HOTEL, NOBODY
from ...engine.state import State
from ...language import asks
from ...language.state_descriptions import deed_rows
from .board.deed import printed_view
from .buying import rest_of_group
from .view_context_and_shared_parts import Reasons, ViewContext

if TYPE_CHECKING:
    from .types import (
        AskedView,
        BidAmount,
        BidAsk,
        BidderView,
        BidOption,
        CeilingView,
        LotDeed,
        LotGain,
        LotRent,
        WaitingBidAsk,
    )


_STEP: Final = 10  # by which the stepper changes a bid
_SITES: Final = 3  # streets for which the auction of a building says how their rent rises
_EARLIER: Final = 3  # bids that stand struck out beside the highest one


def quick_bids(low: int, high: int) -> list[int]:
    """The lowest bid, and up to two higher ones that are multiples of 10 and 50."""
    tens = -(-(low + 4) // 10) * 10
    fifties = -(-(low + 30) // 50) * 50
    return [n for n in dict.fromkeys((low, tens, fifties)) if low <= n <= high]


def _rounder_bid(low: int, high: int) -> int:
    """The multiple of 50 above the bids that have a button, at most the highest bid."""
    return min((quick_bids(low, high)[-1] // 50 + 1) * 50, high)


def _lot_deed(ctx: ViewContext, lot: int) -> LotDeed:
    """The rents of the lot's deed, each with a short sign, its costs, but not its price, and the owners of
    the rest of its group.

    It is empty for a building."""
    if lot < 0:
        return {"rents": [], "facts": [], "rest": []}
    rules = ctx.rules
    rents: list[LotRent] = []
    for n, (label, money) in enumerate(deed_rows(ctx.narrator.parts, lot)):
        row: LotRent = {
            "label": label,
            "money": money,
            "sign": "count",
            "of": "",
            "houses": 0,
            "hotel": False,
        }
        of = n + 1  # deeds of the group that the owner has
        if rules.kind[lot] == "street":
            # The rents of the bare street, of the complete group, then by buildings.
            row["sign"] = ("rent", "count")[n] if n < 2 else "built"
            row["houses"] = n - 1 if 2 <= n <= rules.top else 0
            row["hotel"] = n > rules.top
            of = len(rules.members[lot])
        row["of"] = ctx.narrator.parts.number(of)
        rents.append(row)
    return {"rents": rents, "facts": printed_view(ctx, lot)[1:], "rest": rest_of_group(ctx, lot)}


def _gains(ctx: ViewContext, ask: AskBid) -> list[LotGain]:
    """How the building would raise the rents of the bidder's streets, the largest rise first.

    It is empty for a deed, whose own rents are shown."""
    if ask.lot >= 0:
        return []
    state = ctx.state
    rises: list[tuple[int, int, int]] = []
    for i in houses.sites(state, ask.seat, ask.piece):
        after = state.copy()
        after.level[i] += 1
        rises.append((i, rent.fixed_rent(state, i), rent.fixed_rent(after, i)))
    rises.sort(key=lambda row: row[1] - row[2])
    return [
        {
            "group": ctx.group(i),
            "name": ctx.name(i),
            "before": ctx.money(before),
            "after": ctx.money(after),
        }
        for i, before, after in rises[:_SITES]
    ]


def _by(ctx: ViewContext, leader: int) -> str:
    if leader == NOBODY:
        return ""
    mine = leader == ctx.narrator.parts.you
    return ctx._("by you") if mine else ctx._("by {seat}", seat=ctx.called(leader))


def _earlier(ctx: ViewContext, ask: AskBid) -> list[str]:
    """The last bids of this auction before the highest one, the oldest first."""
    sums: list[int] = []
    for entry in reversed(ctx.session.entries):
        answer = entry.answer
        if isinstance(answer, Bid):
            sums.append(answer.amount)
        elif answer.kind != "pass":
            break
    return [ctx.money(amount) for amount in sums[1 : _EARLIER + 1][::-1] if amount < ask.bid]


def _call(ctx: ViewContext, ask: AskBid) -> str:
    """What the auctioneer calls: once, as somebody lets the bid stand, and twice, as one bidder is left."""
    if ask.leader == NOBODY:
        return ""
    others = [n for n in ask.bidders if n != ask.leader]
    left = sum(not ask.passed >> n & 1 for n in others)
    if left == len(others) > 1:
        return ""
    return ctx._("Going twice") if left == 1 < len(others) else ctx._("Going once")


def bid_view(
    ctx: ViewContext, reasons: Reasons, pending: AskBid, ask: AskedView
) -> BidAsk | WaitingBidAsk:
    """The question for a bid, and the auction while others bid."""
    state, seat, _ = ctx.state, pending.seat, ctx._
    lots = next((s for s in reversed(state.agenda) if isinstance(s, Lots)), None)
    more = len(lots.spaces) if lots is not None and pending.lot >= 0 else 0
    ceilings, out = ctx.session.ceilings.amounts, ctx.session.ceilings.out
    low, parts = lowest_bid(state.rules, pending), ctx.narrator.parts
    bidders: list[BidderView] = []
    for n in range(state.seats):
        if n not in pending.bidders:
            continue
        passed = pending.passed >> n & 1
        bidders.append(
            {
                **ctx.faced(n),
                "name": ctx.called(n),
                "cash": ctx.money(state.cash[n]),
                "leads": n == pending.leader,
                "passed": _("passed") if passed and n != pending.leader else "",
                # By the rulebooks nobody leaves an auction. Here "out" means that people let the
                # program pass, or that a seat cannot raise the next bid.
                "out": n != pending.leader
                and (n in out or state.cash[n] + debt.obtainable(state, n) < low),
                "turn": n == seat,
                # Everybody may see that there is a ceiling, but not how high it is.
                "ceiling": _("auto-bid") if n in ceilings and not (passed or n in out) else "",
            }
        )
    shown: BidAsk = {
        **ask,
        "lot": {
            "name": asks.lot_name(ctx.narrator.parts, pending),
            "group": ctx.group(pending.lot) if pending.lot >= 0 else None,
            "hotel": pending.lot < 0 and pending.piece == HOTEL,
            "of": ctx.n_("{n} more auction follows", "{n} more auctions follow", more)
            if more
            else "",
            "note": asks.lot_note(ctx.narrator.parts, state, pending),
            **_lot_deed(ctx, pending.lot),
            "gains": _gains(ctx, pending),
        },
        "standing": {
            "money": ctx.money(pending.bid) if pending.leader != NOBODY else "",
            "by": _by(ctx, pending.leader),
            "opening": ctx.money(low),
            "earlier": _earlier(ctx, pending),
            "call": _call(ctx, pending),
        },
        "bidders": bidders,
        "ceilings": [
            {"n": n, "label": parts._("{seat} rejoin[s|] the bidding", seat=parts.seat(n))}
            for n in sorted({*ceilings, *out})
            if ctx.session.is_person(n)
        ],
        "waits": ctx.session.waiting().who == "bot",
        "ceiling": None,
        "options": {"quick": [], "amount": None, "pass": None, "after_pass": ""},
    }
    if shown["waits"]:
        # The auction stays in view while others bid.
        return {
            **shown,
            "title": parts._("{seat} [is|are] out of this auction", seat=parts.seat(seat))
            if seat in out
            else parts._("Auto-bid is on for {seat}", seat=parts.seat(seat))
            if seat in ceilings
            else _("{seat} is bidding", seat=ctx.seat(seat)["name"]),
            "raise": None,
            "advice": None,
            "paused": ctx.app.paused,
        }
    amount: BidAmount | None = None
    quick: list[BidOption] = []
    options = ctx.options(seat)
    bids = options.of("bid")
    if bids:
        span = bids[0]
        assert isinstance(span, Amount)
        for sum_ in quick_bids(span.low, span.high):
            option: BidOption = {
                **ctx.option(reasons, seat, Bid(sum_)),
                "left": _("{money} left", money=ctx.money(state.cash[seat] - sum_)),
            }
            quick.append(option)
        chosen_at, chosen = ctx.app.chosen_bid
        value = _rounder_bid(span.low, span.high)
        if chosen_at == len(ctx.session.entries):
            value = min(max(chosen, span.low), span.high)
        amount = {
            "less": _("{money} less", money=ctx.money(_STEP)),
            "more": _("{money} more", money=ctx.money(_STEP)),
            "step": _STEP,
            "label": _(
                "Another amount, {low} to {high}",
                low=ctx.money(span.low),
                high=ctx.money(span.high),
            ),
            "low": span.low,
            "high": span.high,
            "value": value,
        }
    else:
        quick = [
            {**ctx.option(reasons, seat, barred), "left": ""} for barred in options.barred("bid")
        ]
    label = _("Auto-bid up to…")
    passing = ctx.one(reasons, seat, "pass")
    after_pass = ""
    if passing is not None and not passing["barred"]:
        last = all(n in (seat, pending.leader) or pending.passed >> n & 1 for n in pending.bidders)
        if not last:
            passing = {**passing, "label": _("Pass this time")}
            after_pass = _("bid again later")
        elif pending.leader == NOBODY:
            after_pass = _("nobody gets it")
        else:
            after_pass = _("{seat} gets it", seat=ctx.called(pending.leader))
    # A player with plenty of cash need not raise any.
    price = ctx.rules.price[pending.lot] if pending.lot >= 0 else low
    if bids and state.cash[seat] > max(low, price):
        shown = {**shown, "raise": None}
    return {
        **shown,
        "ceiling": {"label": label} if bids else None,
        "options": {
            "quick": quick,
            "amount": amount,
            "pass": passing,
            "after_pass": after_pass,
        },
    }


def suggested_ceiling(state: State, ask: AskBid) -> int:
    """The limit that a person most likely wants: the printed price, or all their cash if that is less, but
    never less than the lowest bid."""
    prices = [state.rules.cost[i] for i in houses.sites(state, ask.seat, ask.piece)]
    price = state.rules.price[ask.lot] if ask.lot >= 0 else min(prices, default=0)
    return max(min(price, state.cash[ask.seat]), lowest_bid(state.rules, ask))


def ceiling_view(ctx: ViewContext, ask: AskBid, typed: str) -> CeilingView:
    """The dialog for the ceiling of the program's bids for a person.

    ``typed``: the present sum, with "shown" if others may see it; "low" if it is too low. A hidden field
    holds only a sum that its person chose: who types would add to one that nobody sees. Until then it
    shows the suggested one, which is no secret, and an empty field means that one."""
    low = lowest_bid(ctx.rules, ask)
    high = ctx.state.cash[ask.seat]
    suggested = suggested_ceiling(ctx.state, ask)
    words = typed.split()
    typed_sum = next((int(word) for word in words if word.isascii() and word.isdigit()), None)
    error = "low" in words
    secret = len(ctx.session.people()) > 1
    hidden = secret and "shown" not in words
    value = "" if hidden else str(suggested)
    if typed_sum is not None and not (hidden and error):
        value = str(typed_sum if error else min(max(typed_sum, low), high))
    return {
        "seat": ctx.seat(ask.seat),
        "lot": asks.lot_name(ctx.narrator.parts, ask),
        "group": ctx.group(ask.lot) if ask.lot >= 0 else None,
        "bid": ctx.money(ask.bid) if ask.leader != NOBODY else "",
        "by": _by(ctx, ask.leader),
        "less": ctx._("{money} less", money=ctx.money(_STEP)),
        "more": ctx._("{money} more", money=ctx.money(_STEP)),
        "step": _STEP,
        "smallest": ctx.money(LEAST_RAISE),
        "cash": ctx.money(high),
        "low": low,
        "high": high,
        "value": value,
        "suggested": ctx.money(suggested),
        "least": ctx._(
            "Price {price} · at least {least}",
            price=ctx.money(ctx.rules.price[ask.lot]),
            least=ctx.money(low),
        )
        if ask.lot >= 0
        else ctx._("at least {least}", least=ctx.money(low)),
        # Hide the sum if several people look at this device.
        "secret": secret,
        "hidden": hidden,
        "error": ctx._("That’s below the minimum bid.") if error else "",
    }
