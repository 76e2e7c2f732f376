"""The view of the trade table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ... import odds
from ...bots import BY_ID, TRADING
from ...engine.answers import (
    Bundle,
    Offer,
)
from ...engine.legal_answers import (
    Barred,
)
from ...engine.reducer import ANY_TIME, violations
from ...engine.special_seats_and_ids import BANK, NOBODY, Because
from ...language.sentence_parts import plain_text
from ..notices import TRADE, action_data
from ..state import Draft, FairSum
from .trading import likelihood, trade_effects
from .trading.fair_sum import fair_sum, goes_by_odds
from .view_context_and_shared_parts import DeedExchange, Reasons, ViewContext, bot_name, chip_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .types import (
        NoticeView,
        PossibleDeals,
        PossiblePartner,
        PossibleTrade,
        StripDeed,
        StripGroup,
        TradeChip,
        TradePartner,
        TradeSide,
        TradeView,
    )


_STEP: Final = 10
_OFFERED: Final = 4  # complete offers that the trade table suggests


def trade_view(ctx: ViewContext, draft: Draft) -> TradeView:
    """The trade table: the draft of an offer, and its effects on both sides."""
    state = ctx.state
    reasons = Reasons("trade")
    seat = draft.seat
    others = [n for n in range(state.seats) if n != seat and state.playing[n]]
    nobody = likelihood.nobody_text(ctx, others)
    partner = NOBODY if nobody else draft.partner  # there is nobody to choose
    never = partner != NOBODY and likelihood.never_trades(ctx, partner)
    partners: list[TradePartner | PossiblePartner] = []
    for n in others:
        row: TradePartner = {
            **ctx.faced(n),
            "chosen": n == partner,
            "never": ctx._("never trades") if likelihood.never_trades(ctx, n) else "",
        }
        partners.append({**row, **_possible(ctx, seat, n, reasons)} if partner == NOBODY else row)
    view: TradeView = {
        "partners": partners,
        "nobody": nobody,
        "instead": [
            {
                "id": bot,
                "name": bot_name(ctx.catalogue, bot),
                "text": ctx._(BY_ID[bot].description),
            }
            for bot in TRADING
        ]
        if nobody and ctx.app.replaying is None
        else [],
        "idle": ctx.narrator.parts.listed([ctx.seat(n)["name"] for n in others]),
        "could": [],
        "could_others": [],
        "never": likelihood.never_text(ctx, partner) if never else "",
        "with": None,
        "gives": None,
        "gets": None,
        "sign": ctx.narrator.parts.numbers.sign,
        "step": ctx.money(_STEP),
        "step_n": _STEP,
        "effects": [],
        "outlook": None,
        "fair": "",
        "caution": "",
        "strip": [],
        "offer": None,
        "barred": None,
    }
    for each in _complete_offers(ctx, draft, others):
        other = partner not in (NOBODY, each["partner"])
        view["could_others" if other else "could"].append(each)
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
    view["strip"] = _strip(ctx, draft)
    view["fair"] = _fair_text(ctx, draft)
    if give or get:
        offer = Offer(partner, give, get)
        clauses = violations(state, seat, offer)
        view["effects"] = trade_effects.effects_view(ctx, seat, partner, give, get)
        if not clauses and not never:
            view["outlook"] = likelihood.outlook_view(ctx, seat, partner, offer)
        if not clauses and not never and not moment:
            view["caution"] = trade_effects.caution_text(ctx, seat, partner, give, get)
        if not moment and not never:
            view["offer"] = ctx.option(reasons, seat, Barred(offer, clauses) if clauses else offer)
    return view


def folded_trade_notices(ctx: ViewContext) -> list[NoticeView]:
    """The notice that replaces the trade dialog while people look at the board."""
    draft = ctx.app.draft
    if draft is None or not draft.folded or draft.partner == NOBODY:
        return []
    give, get = draft.bundle("give"), draft.bundle("get")
    text = ctx._("Press a property on the board to add or remove it.")
    if give or get:
        offer = plain_text(ctx.narrator.offer(draft.seat, Offer(draft.partner, give, get)))
        text = ctx._("A draft, not sent yet: {offer}", offer=offer)
    return [
        {
            "id": TRADE,
            "tone": "",
            "seat": ctx.faced(draft.partner),
            "icon": "",
            "text": text,
            "more": "",
            "acts": [action_data("open-trade", ctx._("Open the trade"))],
            "clauses": [],
            "closes": True,
            "reason": "",
        }
    ]


# ---------------------------------------------------------------- complete offers


def _possible(ctx: ViewContext, seat: int, partner: int, reasons: Reasons) -> PossibleDeals:
    """The deeds and cards that a partner could give, and whether it ever gives any."""
    state = ctx.state
    deeds: list[TradeChip] = []
    for i in ctx.rules.ownable:
        if state.owner[i] == partner:
            barred = _barred_deed(ctx, seat, partner, "get", i)
            deeds.append(
                {
                    **chip_view(ctx, i, f"get {ctx.id(i)} {partner}"),
                    "chosen": False,
                    "barred": ctx.barred(reasons, seat, *barred) if barred else None,
                }
            )
    return {
        "cash": ctx.money(state.cash[partner]),
        "deeds": deeds,
        "cards": sum(state.held[deck] == partner for deck in (0, 1)),
    }


def _complete_offers(ctx: ViewContext, draft: Draft, others: list[int]) -> list[PossibleTrade]:
    """A few offers that complete a group, first one of the seat, each with a fair sum.

    The search for a sum takes long. So the place of one that is not known stays empty when the table
    opens, and ``cache.sums_due`` has it (``know_sum``)."""
    ctx.cache.sums_due.clear()
    found = [each for n in others for each in _completing(ctx, draft.seat, n)]
    found.sort(key=lambda each: (each[1].partner != draft.partner, each[0] != "get"))
    return [_complete_offer(ctx, draft, *each) for each in found[:_OFFERED]]


def _completing(ctx: ViewContext, seat: int, partner: int) -> Iterator[tuple[str, DeedExchange]]:
    """The exchanges that complete a group for either side, each with the side that gives the deeds."""
    state = ctx.state
    bot = ctx.session.controls[partner]
    for members in ctx.property_groups():
        owners = {state.owner[i] for i in members}
        # All deeds belong to these two seats, and no building bars the trade.
        if owners != {seat, partner} or any(state.level[i] for i in members):
            continue
        for side, giver in (("get", partner), ("give", seat)):
            deeds = tuple(i for i in members if state.owner[i] == giver)
            give, get = ((), deeds) if side == "get" else (deeds, ())
            if not likelihood.declines_always(bot, Offer(partner, Bundle(give), Bundle(get))):
                yield side, DeedExchange(seat, partner, give, get)


def _complete_offer(
    ctx: ViewContext, draft: Draft, side: str, exchange: DeedExchange
) -> PossibleTrade:
    _ = ctx._
    seat, partner, give, get = exchange
    deeds = give or get
    things = ctx.narrator.parts.listed([ctx.name(i) for i in deeds])
    name = ctx.seat(partner)["name"]
    row: PossibleTrade = {
        "group": ctx.group(ctx.rules.members[deeds[0]][0]),
        "arg": f"{side} {ctx.id(deeds[0])} {partner} group",
        "label": _("{deeds} from {seat}", deeds=things, seat=name)
        if side == "get"
        else _("{deeds} to {seat}", deeds=things, seat=name),
        "money": "",
        "mine": side == "get",
        "judged": likelihood.is_judged(ctx, partner),
        "level": "",
        "partner": partner,
        "chosen": False,
    }
    fair = _fair(ctx, exchange)
    if fair is not None:
        full = Offer(partner, Bundle(give, max(fair.cash, 0)), Bundle(get, max(-fair.cash, 0)))
        money = ctx.money(abs(fair.cash))
        if fair.cash > 0:
            row["money"] = _("you pay {money}", money=money)
        else:
            row["money"] = _("you get {money}", money=money) if fair.cash else money
        row["level"] = likelihood.level_text(ctx, seat, partner, full)
        row["chosen"] = draft.partner == partner and (
            (draft.bundle("give"), draft.bundle("get")) == (full.give, full.get)
        )
    return row


def _fair(ctx: ViewContext, exchange: DeedExchange) -> FairSum | None:
    """The fair sum of an exchange; None if it is left for later.

    What has once stood on the open table is computed at once: it would blink, were it left out."""
    cache = ctx.cache
    if exchange not in _known_sums(ctx):
        if goes_by_odds(ctx) and exchange not in cache.sums_seen:
            cache.sums_due.append(exchange)
            return None
        know_sum(ctx, exchange)
    cache.sums_seen.add(exchange)
    return _known_sums(ctx)[exchange]


def know_sum(ctx: ViewContext, exchange: DeedExchange) -> None:
    """Compute the fair sum of an exchange, for the views of this moment."""
    _known_sums(ctx)[exchange] = fair_sum(ctx, *exchange)


def _known_sums(ctx: ViewContext) -> dict[DeedExchange, FairSum]:
    """The fair sums that have been computed at this moment of the game."""
    moment = (id(ctx.session), len(ctx.session.entries), odds.weights_ready())
    if ctx.cache.fair[0] != moment:
        ctx.cache.fair = moment, {}
    return ctx.cache.fair[1]


def _fair_text(ctx: ViewContext, draft: Draft) -> str:
    """The sentence that says where a filled-in sum comes from; "" once the offer is another one."""
    fair, parts = draft.fair, ctx.narrator.parts
    _ = parts._
    if fair is None:
        return ""
    if draft.bundle("give") != Bundle(fair.give, max(fair.cash, 0)) or draft.bundle(
        "get"
    ) != Bundle(fair.get, max(-fair.cash, 0)):
        return ""
    amount = parts.sum(abs(fair.cash))
    if fair.limited != NOBODY:
        payer = parts.seat(fair.limited)
        if not fair.cash:
            return _("{seat} can’t pay anything now.", seat=payer)
        return _("{seat} can pay only {amount} now.", amount=amount, seat=payer)
    if fair.odds:
        sides = [
            _(
                "{seat} {before} → {after}",
                seat=ctx.called(n),
                before=parts.numbers.percent(fair.odds[k]),
                after=parts.numbers.percent(fair.odds[k + 1]),
            )
            for n, k in ((draft.seat, 0), (draft.partner, 2))
        ]
        return _(
            "A fair sum: {amount}. It changes both players’ chances of winning about "
            "equally: {sides}.",
            amount=amount,
            sides=ctx._.series(sides),
        )
    if fair.prices:
        return _(
            "A fair sum: {amount}. It’s halfway between the printed price, {price}, and "
            "that of the whole group, {worth}.",
            amount=amount,
            price=parts.sum(fair.prices[0]),
            worth=parts.sum(fair.prices[1]),
        )
    return _("A fair sum by printed prices: {amount}.", amount=amount)


def trading_barred(ctx: ViewContext, seat: int) -> Because:
    """The clauses that forbid an offer at this moment, or ()."""
    return () if ctx.options(seat).of("offer") else ANY_TIME[Offer]


# ---------------------------------------------------------------- the two sides


def _barred_deed(
    ctx: ViewContext, seat: int, partner: int, side: str, i: int
) -> tuple[Offer, Because] | None:
    """The offer of this deed alone, with the clauses against it that the rest of a deal cannot remove."""
    give, get = (Bundle((i,)), Bundle()) if side == "give" else (Bundle(), Bundle((i,)))
    offer = Offer(partner, give, get)
    clauses = violations(ctx.state, seat, offer)
    return (offer, clauses) if "trading.bare-group" in clauses else None


def _side(ctx: ViewContext, draft: Draft, side: str, seat: int, reasons: Reasons) -> TradeSide:
    state = ctx.state
    chips: list[TradeChip] = []
    for i in ctx.rules.ownable:
        if state.owner[i] != seat:
            continue
        barred = _barred_deed(ctx, draft.seat, draft.partner, side, i)
        chips.append(
            {
                **chip_view(ctx, i, f"{side} {ctx.id(i)}"),
                "chosen": i in draft.deeds[side],
                "barred": ctx.barred(reasons, draft.seat, *barred) if barred else None,
            }
        )
    return {
        "id": side,
        "seat": ctx.faced(seat),
        "who": ctx.called(seat),
        "title": ctx.narrator.parts._("{seat} give[s|]", seat=ctx.narrator.parts.seat(seat)),
        "none": ctx.narrator.parts._(
            "{seat} ha[s|ve] no {deed} or card to give.", seat=ctx.narrator.parts.seat(seat)
        ),
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


def _strip(ctx: ViewContext, draft: Draft) -> list[StripGroup]:
    """All deeds of the board by group, each with its owner."""
    state = ctx.state
    chosen = draft.deeds["give"] | draft.deeds["get"]
    groups: list[StripGroup] = []
    for members in ctx.property_groups():
        deeds: list[StripDeed] = []
        for i in members:
            owner = state.owner[i]
            who = ctx.called(owner) if owner != BANK else ctx._("unsold")
            deeds.append(
                {
                    "label": ctx._("{a}: {b}", a=ctx.name(i), b=who),
                    "owner": ctx.seat(owner) if owner != BANK else None,
                    "chosen": i in chosen,
                }
            )
        groups.append({"group": ctx.group(members[0]), "deeds": deeds})
    return groups
