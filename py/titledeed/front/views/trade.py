"""The view of the trade table."""

from __future__ import annotations

from typing import Final

from ...engine.door import ANY_TIME, bar
from ...engine.words import (
    NOBODY,
    Barred,
    Because,
    Bundle,
    Offer,
)
from ..desk import Draft
from . import deal
from .bits import Data, Reasons, Sight, chip

_STEP: Final = 10


def trade(sight: Sight, draft: Draft) -> Data:
    """The trade table: the draft of an offer, and its effects on both sides."""
    state = sight.state
    reasons = Reasons("trade")
    seat, partner = draft.seat, draft.partner
    partners = [
        sight.seat(
            n, chosen=n == partner, **(_possible(sight, seat, n) if partner == NOBODY else {})
        )
        for n in range(state.seats)
        if n != seat and state.playing[n]
    ]
    view: Data = {
        "partners": partners,
        "with": None,
        "gives": None,
        "gets": None,
        "step": sight.money(_STEP),
        "step_n": _STEP,
        "effects": [],
        "says": "",
        "offer": None,
        "barred": None,
    }
    moment = trading_barred(sight, seat)
    if moment:
        probe = Offer(partners[0]["n"] if partners else 0, Bundle(cash=1), Bundle())
        view["barred"] = sight.option(reasons, seat, Barred(probe, moment))
    if partner == NOBODY:
        return view
    give, get = draft.bundle("give"), draft.bundle("get")
    view["with"] = sight.seat(partner)
    view["gives"] = _side(sight, draft, "give", seat, reasons)
    view["gets"] = _side(sight, draft, "get", partner, reasons)
    if give or get:
        offer = Offer(partner, give, get)
        because = bar(state, seat, offer)
        view["effects"] = deal.effects(sight, seat, partner, give, get)
        if not moment:
            view["offer"] = sight.option(
                reasons, seat, Barred(offer, because) if because else offer
            )
    return view


def _possible(sight: Sight, seat: int, partner: int) -> Data:
    """The deeds that a deal with a partner could be about: those that the partner owns, and groups that a
    deal could complete."""
    state, parts = sight.state, sight.teller.parts
    deeds = [i for i in sight.rules.ownable if state.owner[i] == partner]
    could = []
    for members in sight.property_groups():
        owners = {state.owner[i] for i in members}
        # All deeds belong to these two, and no building bars the trade.
        if owners != {seat, partner} or any(state.level[i] for i in members):
            continue
        for side, whose, giver in (("get", seat, partner), ("give", partner, seat)):
            missing = [i for i in members if state.owner[i] == giver]
            could.append(
                {
                    "group": sight.group(members[0]),
                    "arg": f"{side} {sight.id(missing[0])} {partner}",
                    "whose": parts._("for {seat}", seat=parts.seat(whose)),
                    "deeds": parts.listed([sight.name(i) for i in missing]),
                }
            )
    return {
        "cash": sight.money(state.cash[partner]),
        "deeds": [chip(sight, i, f"get {sight.id(i)} {partner}") for i in deeds],
        "cards": sum(state.held[deck] == partner for deck in (0, 1)),
        "could": sorted(could, key=lambda row: row["arg"].startswith("give")),
    }


def trading_barred(sight: Sight, seat: int) -> Because:
    """The clauses that forbid an offer at this moment, or ()."""
    return () if sight.options(seat).of("offer") else ANY_TIME[Offer]


def _side(sight: Sight, draft: Draft, side: str, seat: int, reasons: Reasons) -> Data:
    state = sight.state
    chips = []
    other = draft.partner if seat == draft.seat else draft.seat
    for i in sight.rules.ownable:
        if state.owner[i] != seat:
            continue
        barred = None
        give, get = (Bundle((i,)), Bundle()) if side == "give" else (Bundle(), Bundle((i,)))
        offer = Offer(draft.partner, give, get)
        because = bar(state, draft.seat, offer)
        # Only a reason that the rest of the deal cannot remove bars the deed itself.
        if "trading.bare-group" in because:
            barred = sight.barred(reasons, draft.seat, offer, because)
        chips.append(
            chip(sight, i, f"{side} {sight.id(i)}", chosen=i in draft.deeds[side], barred=barred)
        )
    assert other != seat
    return {
        "id": side,
        "seat": sight.seat(seat),
        "title": sight.teller.parts._("{seat} give[s|]", seat=sight.teller.parts.seat(seat)),
        "cash": sight.money(state.cash[seat]),
        "cash_n": max(state.cash[seat], 0),
        "money_n": draft.cash[side],
        "deeds": chips,
        "cards": [
            {
                "arg": f"{side} card:{deck}",
                "name": sight.teller.parts.jail_card(deck),
                "chosen": deck in draft.cards[side],
            }
            for deck in (0, 1)
            if state.held[deck] == seat
        ],
    }
