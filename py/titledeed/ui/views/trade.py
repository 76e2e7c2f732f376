"""The view of the trade table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...engine.answers import (
    Bundle,
    Offer,
)
from ...engine.legal_answers import (
    Barred,
)
from ...engine.reducer import ANY_TIME, violations
from ...engine.special_seats_and_ids import NOBODY, Because
from ..state import Draft
from . import trade_effects
from .view_context_and_shared_parts import Reasons, ViewContext, chip_view

if TYPE_CHECKING:
    from .types import (
        ChosenSeat,
        PossibleDeals,
        PossibleGroup,
        PossiblePartner,
        TradeChip,
        TradeSide,
        TradeView,
    )


_STEP: Final = 10


def trade_view(ctx: ViewContext, draft: Draft) -> TradeView:
    """The trade table: the draft of an offer, and its effects on both sides."""
    state = ctx.state
    reasons = Reasons("trade")
    seat, partner = draft.seat, draft.partner
    others = [n for n in range(state.seats) if n != seat and state.playing[n]]
    partners: list[ChosenSeat | PossiblePartner] = []
    for n in others:
        row: ChosenSeat = {**ctx.seat(n), "chosen": n == partner}
        partners.append({**row, **_possible(ctx, seat, n)} if partner == NOBODY else row)
    view: TradeView = {
        "partners": partners,
        "with": None,
        "gives": None,
        "gets": None,
        "step": ctx.money(_STEP),
        "step_n": _STEP,
        "effects": [],
        "says": "",
        "offer": None,
        "barred": None,
    }
    moment = trading_barred(ctx, seat)
    if moment:
        probe = Offer(partners[0]["n"] if partners else 0, Bundle(cash=1), Bundle())
        view["barred"] = ctx.option(reasons, seat, Barred(probe, moment))
    if partner == NOBODY:
        return view
    give, get = draft.bundle("give"), draft.bundle("get")
    view["with"] = ctx.seat(partner)
    view["gives"] = _side(ctx, draft, "give", seat, reasons)
    view["gets"] = _side(ctx, draft, "get", partner, reasons)
    if give or get:
        offer = Offer(partner, give, get)
        clauses = violations(state, seat, offer)
        view["effects"] = trade_effects.effects_view(ctx, seat, partner, give, get)
        if not moment:
            view["offer"] = ctx.option(reasons, seat, Barred(offer, clauses) if clauses else offer)
    return view


def _possible(ctx: ViewContext, seat: int, partner: int) -> PossibleDeals:
    """The deeds that a deal with a partner could be about.

    They are those that the partner owns, and groups that a deal could complete."""
    state, parts = ctx.state, ctx.narrator.parts
    deeds = [i for i in ctx.rules.ownable if state.owner[i] == partner]
    could: list[PossibleGroup] = []
    for members in ctx.property_groups():
        owners = {state.owner[i] for i in members}
        # All deeds belong to these two seats, and no building bars the trade.
        if owners != {seat, partner} or any(state.level[i] for i in members):
            continue
        for side, whose, giver in (("get", seat, partner), ("give", partner, seat)):
            missing = [i for i in members if state.owner[i] == giver]
            could.append(
                {
                    "group": ctx.group(members[0]),
                    "arg": f"{side} {ctx.id(missing[0])} {partner}",
                    "whose": parts._("for {seat}", seat=parts.seat(whose)),
                    "deeds": parts.listed([ctx.name(i) for i in missing]),
                }
            )
    return {
        "cash": ctx.money(state.cash[partner]),
        "deeds": [chip_view(ctx, i, f"get {ctx.id(i)} {partner}") for i in deeds],
        "cards": sum(state.held[deck] == partner for deck in (0, 1)),
        "could": sorted(could, key=lambda row: row["arg"].startswith("give")),
    }


def trading_barred(ctx: ViewContext, seat: int) -> Because:
    """The clauses that forbid an offer at this moment, or ()."""
    return () if ctx.options(seat).of("offer") else ANY_TIME[Offer]


def _side(ctx: ViewContext, draft: Draft, side: str, seat: int, reasons: Reasons) -> TradeSide:
    state = ctx.state
    chips: list[TradeChip] = []
    other = draft.partner if seat == draft.seat else draft.seat
    for i in ctx.rules.ownable:
        if state.owner[i] != seat:
            continue
        barred = None
        give, get = (Bundle((i,)), Bundle()) if side == "give" else (Bundle(), Bundle((i,)))
        offer = Offer(draft.partner, give, get)
        clauses = violations(state, draft.seat, offer)
        # Only a reason that the rest of the deal cannot remove bars the deed itself.
        if "trading.bare-group" in clauses:
            barred = ctx.barred(reasons, draft.seat, offer, clauses)
        chips.append(
            {
                **chip_view(ctx, i, f"{side} {ctx.id(i)}"),
                "chosen": i in draft.deeds[side],
                "barred": barred,
            }
        )
    assert other != seat
    return {
        "id": side,
        "seat": ctx.seat(seat),
        "title": ctx.narrator.parts._("{seat} give[s|]", seat=ctx.narrator.parts.seat(seat)),
        "cash": ctx.money(state.cash[seat]),
        "cash_n": max(state.cash[seat], 0),
        "money_n": draft.cash[side],
        "deeds": chips,
        "cards": [
            {
                "arg": f"{side} card:{deck}",
                "name": ctx.narrator.parts.jail_card(deck),
                "chosen": deck in draft.cards[side],
            }
            for deck in (0, 1)
            if state.held[deck] == seat
        ],
    }
