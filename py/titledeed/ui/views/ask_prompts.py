"""The view of the current question, with a function for each kind.

Barred answers are shown too, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...engine.answers import (
    Bundle,
    CardIs,
    Deal,
    Mortgage,
    Place,
    Sell,
    SellDown,
)
from ...engine.asks import (
    AskAnswer,
    AskBid,
    AskCard,
    AskCardChoice,
    AskClaim,
    AskDeal,
    AskDebt,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskTax,
    AskTransfer,
    Over,
)
from ...engine.rules import debt
from ...engine.special_seats_and_ids import NOBODY, PIECES
from ...engine.state import (
    Claim,
)
from ...language import answer_labels, asks
from ..phase_stage_and_tempo import Thinking
from . import auction, buying, real_dice_and_cards
from .ending import standings_and_wealth
from .property_manager import sells_one_building
from .trading import trade_effects
from .view_context_and_shared_parts import HINT_KINDS, Reasons, ViewContext

if TYPE_CHECKING:
    from .types import (
        AnswerAsk,
        AskedView,
        AskView,
        CardAsk,
        CardChoiceAsk,
        ClaimAsk,
        DealAsk,
        DebtAsk,
        EffectCell,
        EndAsk,
        GivenView,
        HandoverAsk,
        OnlySite,
        OrderAsk,
        OverAsk,
        PickOption,
        PlaceAsk,
        RaiseView,
        RentClaimAsk,
        RentRollAsk,
        RollAsk,
        TaxAsk,
        ToneText,
        TransferAsk,
        WaitAsk,
    )

_WAYS: Final = 4  # ways to raise cash that a debt shows; the property manager shows all

CARD_ICONS: Final = {
    "advance": "c-advance",
    "nearest": "c-advance",
    "back": "c-back",
    "back-to": "c-back",
    "go-to-jail": "s-gotojail",
    "jail-free": "c-key",
    "collect": "c-receive",
    "pay": "c-pay",
    "repairs": "c-repairs",
    "pay-each": "c-everybody",
    "collect-each": "c-everybody",
    "pay-or-chance": "c-choice",
}


def ask_view(ctx: ViewContext) -> AskView:
    """The view of the pending ask, by its kind."""
    reasons = Reasons("ask")
    pending = ctx.state.ask
    view = _asked(ctx, pending.kind, pending.seat)
    if pending.kind in HINT_KINDS:
        wanted = ctx.app.hint == len(ctx.session.entries)
        view["advice"] = {"lines": _hint_sentences(ctx) if wanted else []}
    more = _KINDS.get(pending.kind)
    if more is None:
        return {**view, "options": {}}
    return more(ctx, reasons, pending, view)


def _hint_sentences(ctx: ViewContext) -> list[str]:
    from .hints import hint_sentences  # noqa: PLC0415 - with it come the bots, which a start can do without

    return hint_sentences(ctx)


def _asked(ctx: ViewContext, kind: str, seat: int) -> AskedView:
    state = ctx.state
    words = asks.asking(ctx.narrator.parts, state)
    return {
        "kind": kind,
        "seat": ctx.faced(seat) if seat >= 0 else None,
        "title": words["title"],
        "text": words["text"],
        "clauses": list(words["clauses"][:3]),
        "cash": ctx.money(state.cash[seat]) if seat >= 0 else "",
        "raise": raising_view(ctx, seat) if _lacks_cash(ctx, seat) else None,
        "advice": None,
        "pad": real_dice_and_cards.pad_view(ctx),
    }


def _lacks_cash(ctx: ViewContext, seat: int) -> bool:
    """Whether the seat may have to raise cash for what is asked. In an auction the price is still open, so it
    may if it has less than the printed price."""
    state, ask = ctx.state, ctx.state.ask
    if isinstance(ask, AskBid) and ask.lot >= 0 and state.cash[seat] < ctx.rules.price[ask.lot]:
        return True
    return debt.missing(state, ask) > 0


def raising_view(ctx: ViewContext, seat: int) -> RaiseView | None:
    """The cash that the seat could raise now by selling and mortgaging."""
    options = ctx.options(seat)
    if any(options.of(kind) for kind in ("mortgage", "sell", "sell-down")):
        return {"most": ctx.money(debt.obtainable(ctx.state, seat))}
    return None


# ---------------------------------------------------------------- without a question of the rules


def wait_view(ctx: ViewContext) -> WaitAsk:
    """The view while a bot moves, another device has to answer, or something is being shown."""
    app, state = ctx.app, ctx.state
    playing = app.playing
    mover = playing.mover if playing is not None else NOBODY
    seat = mover if mover != NOBODY else state.ask.seat
    said = None if app.in_motion else ctx.said_last()
    speech = ctx.quoted(said.text) if said is not None and said.seat == seat else ""
    shown = ctx.faced(seat) if seat >= 0 else None
    if shown is None:
        title = asks.waiting_text(ctx.narrator.parts, state)
    elif playing is not None and isinstance(playing.stage, Thinking):
        shown, title = None, ctx._("The bots are thinking")
    elif app.held_back:
        title = ctx._("The bots are waiting for you")
    else:
        title = ctx.narrator.parts._("{seat} [is|are] moving", seat=ctx.narrator.parts.seat(seat))
    # The next question would tell the result of the motions that are being shown.
    elsewhere = ctx.session.waiting().who == "elsewhere"
    table = app.table if elsewhere and not app.in_motion else None
    if table is not None and shown is not None and mover == NOBODY:
        title = ctx._("Waiting for {seat}", seat=shown["name"])
    return {
        "kind": "wait",
        "seat": shown,
        "title": title,
        "text": table.waits_for(state.ask.seat) if table is not None else speech,
        "elsewhere": table is not None,
        "codes": table is not None and table.by_codes,
        "clauses": [],
        "cash": "",
        "raise": None,
        "advice": None,
        "options": {},
        "paused": app.held_back,
        "bots": not ctx.session.people(),
    }


def handover_view(ctx: ViewContext) -> HandoverAsk:
    """The view that asks people to hand the device to the next person."""
    _, seat = ctx._, ctx.faced(ctx.state.ask.seat)
    text = _("Pass the device on. The game waits until the next player confirms.")
    throws = real_dice_and_cards.only_throws(ctx.session)
    if throws:
        text = _("Pass the device on. The next player confirms below, or simply enters the throw.")
    return {
        "kind": "handover",
        "seat": seat,
        "title": _("Over to {seat}", seat=seat["name"]),
        "text": text,
        "pad": real_dice_and_cards.pad_view(ctx) if throws else None,
        "clauses": [],
        "cash": "",
        "raise": None,
        "advice": None,
        "options": {},
    }


def claim_view(ctx: ViewContext, claim: Claim) -> RentClaimAsk:
    """The view while a bot's throw waits until a person claims a rent or waives it."""
    reasons = Reasons("ask")
    seat = claim.by
    asking = [
        option
        for option, answer in zip(
            ctx.all(reasons, seat, "ask-rent"), ctx.options(seat).of("ask-rent"), strict=False
        )
        if getattr(answer, "space", -1) == claim.space and getattr(answer, "of", -1) == claim.of
    ]
    return {
        "kind": "rent-claim",
        "seat": ctx.faced(seat),
        "title": ctx.narrator.parts._(
            "[{seat}: c|C]laim your rent?", seat=ctx.narrator.parts.seat(seat)
        ),
        "text": " ".join(
            (
                asks.waiting_for_claim(ctx.narrator.parts, claim),
                asks.claim_deadline(ctx.narrator.parts, ctx.state, claim),
                ctx._("So the game waits for you."),
            )
        ),
        "clauses": ["rent.claim-deadline"],
        "cash": ctx.money(ctx.state.cash[seat]),
        "raise": None,
        "advice": None,
        "options": {"asks": asking},
    }


# ---------------------------------------------------------------- throws


def _roll(ctx: ViewContext, reasons: Reasons, pending: AskRoll, ask: AskedView) -> RollAsk:
    seat = pending.seat
    fine = ctx.one(reasons, seat, "fine")
    return {
        **ask,
        "raise": raising_view(ctx, seat) if fine and fine["barred"] else None,
        "options": {
            "roll": ctx.one(reasons, seat, "roll"),
            "fine": fine,
            "cards": ctx.all(reasons, seat, "use-card"),
        },
    }


def _order(ctx: ViewContext, reasons: Reasons, pending: AskOrder, ask: AskedView) -> OrderAsk:
    thrown = dict(pending.totals)
    return {
        **ask,
        "throws": [
            {
                "seat": ctx.seat_called(n),
                "now": n == pending.seat,
                "text": ctx.narrator.parts.number(thrown[n]) if n in thrown else "–",
            }
            for n in range(ctx.state.seats)
            if n in thrown or n == pending.seat or n in pending.rest
        ],
        "options": {"roll": ctx.one(reasons, pending.seat, "roll")},
    }


def _only_roll(
    ctx: ViewContext, reasons: Reasons, pending: AskRentRoll, ask: AskedView
) -> RentRollAsk:
    return {
        **ask,
        "options": {
            "roll": ctx.one(reasons, pending.seat, "roll"),
        },
    }


def _card(ctx: ViewContext, reasons: Reasons, pending: AskCard, ask: AskedView) -> CardAsk:
    parts = ctx.narrator.parts
    cards: list[PickOption] = []
    for answer in ctx.options(pending.seat).of(CardIs):
        card = ctx.rules.decks[pending.deck][answer.card]
        title = answer_labels.card_effect(parts, card)
        # A card tells a story and after a colon its effect, which the title says.
        note = ctx.app.catalogue.before_colon(parts.what_card_says(card))
        cards.append(
            {
                **ctx.option(reasons, pending.seat, answer),
                "title": title,
                "note": "" if note.rstrip(".") == title else note,
                "icon": CARD_ICONS[card.do],
                "group": None,
            }
        )
    cards.sort(key=lambda option: (option["icon"], option["label"]))  # equal ones beside each other
    return {
        **ask,
        "options": {"cards": cards},
        "found": real_dice_and_cards.matching_view(ctx, cards),
    }


def _deal(ctx: ViewContext, reasons: Reasons, pending: AskDeal, ask: AskedView) -> DealAsk:
    deeds: list[PickOption] = [
        {
            **ctx.option(reasons, pending.seat, answer),
            "title": ctx.name(answer.space),
            "note": "",
            "icon": "",
            "group": ctx.group(answer.space),
        }
        for answer in sorted(
            ctx.options(pending.seat).of(Deal),
            # Streets first, as on the board.
            key=lambda a: (
                ctx.rules.kind[a.space] != "street",
                ctx.rules.members[a.space],
                a.space,
            ),
        )
    ]
    return {
        **ask,
        "options": {"deeds": deeds},
        "found": real_dice_and_cards.matching_view(ctx, deeds),
    }


# ---------------------------------------------------------------- paying


def _tax(ctx: ViewContext, reasons: Reasons, pending: AskTax, ask: AskedView) -> TaxAsk:
    return {
        **ask,
        "options": {
            "flat": ctx.one(reasons, pending.seat, "flat"),
            "percent": ctx.one(reasons, pending.seat, "percent"),
        },
    }


def _card_choice(
    ctx: ViewContext, reasons: Reasons, pending: AskCardChoice, ask: AskedView
) -> CardChoiceAsk:
    return {
        **ask,
        "options": {
            "pay": ctx.one(reasons, pending.seat, "pay"),
            "take": ctx.one(reasons, pending.seat, "take-chance"),
        },
    }


def _debt(ctx: ViewContext, reasons: Reasons, pending: AskDebt, ask: AskedView) -> DebtAsk:
    state, seat = ctx.state, pending.seat
    have = state.cash[seat]
    missing = debt.missing(state, pending)
    more = debt.obtainable(state, seat)
    hopeless = missing > more
    return {
        **ask,
        "hopeless": hopeless,
        "missing": ctx.money(missing) if missing else "",
        "owed": ctx.money(pending.amount),
        "owed_n": pending.amount,
        "have": ctx.money(have),
        "have_n": min(have, pending.amount),
        "more": ctx.money(more),
        "most_n": min(have + more, pending.amount),
        "short": ctx.money(missing - more) if hopeless else "",
        "ways": [ctx.option(reasons, seat, answer) for answer in _ways(ctx, seat, missing)[:_WAYS]]
        if missing > 0 and not hopeless
        else [],
        "options": {
            "pay": ctx.one(reasons, seat, "pay"),
            "bankrupt": ctx.one(reasons, seat, "bankrupt"),
        },
    }


def _ways(ctx: ViewContext, seat: int, missing: int) -> Sequence[Mortgage | Sell | SellDown]:
    """Return ways to raise cash: mortgages first, then sales of buildings.

    Of the mortgages, those that are enough come first, the smallest first; then the others, the largest
    first."""
    options, rules = ctx.options(seat), ctx.rules

    def order(answer: Mortgage) -> tuple[bool, int]:
        value = rules.mortgage_value[answer.space]
        return value < missing, value if value >= missing else -value

    mortgages = options.of(Mortgage)
    sales = options.of(Sell)
    downs = [
        a for a in options.of(SellDown) if a.level == 0 and not sells_one_building(ctx.state, a)
    ]
    return [*sorted(mortgages, key=order), *sales, *downs]


def _transfer(
    ctx: ViewContext, reasons: Reasons, pending: AskTransfer, ask: AskedView
) -> TransferAsk:
    return {
        **ask,
        "options": {
            "redeem": ctx.one(reasons, pending.seat, "redeem"),
            "keep": ctx.one(reasons, pending.seat, "keep"),
        },
    }


# ---------------------------------------------------------------- deals


def _answer(ctx: ViewContext, reasons: Reasons, pending: AskAnswer, ask: AskedView) -> AnswerAsk:
    seat = pending.seat
    last = ctx.app.last()
    reason = ""
    if last is not None and last.seat == pending.by and last.answer.kind == "offer" and last.reason:
        reason = ctx.narrator.thought(last.reason, last.facts)
    said = ctx.said_last()
    deal = (seat, pending.by, pending.get, pending.give)
    completes = trade_effects.completes_text(ctx, *deal)
    warned: list[ToneText] = [{"tone": "minus", "text": completes}] if completes else []
    effects: list[ToneText] = [
        {
            "tone": effect["mine"]["tone"],
            "text": ctx._("{a}: {b}", a=effect["label"], b=_changed(effect["mine"])),
        }
        for effect in trade_effects.effects_view(ctx, *deal)
        if effect["mine"]["tone"] != "none"
    ]
    return {
        **ask,
        "gets": _side(ctx, pending.by, pending.give),
        "gives": _side(ctx, seat, pending.get),
        "effects": [*warned, *effects],
        "speech": ctx.quoted(said.text) if said is not None else "",
        "reason": reason,
        "options": {
            "accept": ctx.one(reasons, seat, "accept"),
            "reject": ctx.one(reasons, seat, "reject"),
        },
    }


def _changed(cell: EffectCell) -> str:
    return f"{cell['before']} → {cell['text']}" if cell["before"] else cell["text"]


def _side(ctx: ViewContext, seat: int, bundle: Bundle) -> GivenView:
    """The things that a seat gives in a deal."""
    who = ctx.faced(seat)
    return {
        "seat": who,
        "title": ctx.narrator.parts._("{seat} give[s|]", seat=ctx.narrator.parts.seat(who["n"])),
        "deeds": [
            {"group": ctx.group(i), "name": ctx.name(i), "mortgaged": ctx.state.mortgaged[i]}
            for i in bundle.deeds
        ],
        "money": ctx.money(bundle.cash) if bundle.cash else "",
        "cards": [ctx.narrator.parts.jail_card(deck) for deck in bundle.cards],
        "nothing": not bundle,
    }


# ---------------------------------------------------------------- scarce buildings


def _claim(ctx: ViewContext, reasons: Reasons, pending: AskClaim, ask: AskedView) -> ClaimAsk:
    seat = pending.seat
    return {
        **ask,
        "piece": PIECES[pending.piece],
        "options": {
            "claim": ctx.one(reasons, seat, "claim"),
            "pass": ctx.one(reasons, seat, "pass"),
        },
    }


def _place(ctx: ViewContext, reasons: Reasons, pending: AskPlace, ask: AskedView) -> PlaceAsk:
    return {
        **ask,
        "piece": PIECES[pending.piece],
        "only": _only_site(ctx, pending),
        "options": {"sites": ctx.all(reasons, pending.seat, "place")},
    }


def _only_site(ctx: ViewContext, pending: AskPlace) -> OnlySite | None:
    """Why there is only one street to place the building on; None if there is a choice."""
    state, rules = ctx.state, ctx.rules
    places = ctx.options(pending.seat).of(Place)
    if len(places) != 1:
        return None
    space = places[0].space
    group = [i for i in rules.members[space] if i != space]
    if rules.even and all(state.level[i] > state.level[space] for i in group):
        text = ctx.narrator.parts._(
            "You must build evenly, and {space} has fewer buildings than the rest of its group.",
            space=ctx.narrator.parts.space(space),
        )
        return {"text": text, "clauses": ["houses.even"]}
    return {"text": ctx._("You can’t build on any other {street} now."), "clauses": []}


# ---------------------------------------------------------------- the end


def _end(ctx: ViewContext, reasons: Reasons, pending: AskEnd, ask: AskedView) -> EndAsk:
    return {
        **ask,
        "options": {
            "end": ctx.one(reasons, pending.seat, "end"),
        },
    }


def _over(ctx: ViewContext, reasons: Reasons, pending: Over, ask: AskedView) -> OverAsk:
    return {
        **ask,
        "ranking": standings_and_wealth.ranking_view(ctx),
        "speech": standings_and_wealth.winners_speech(ctx),
        "options": {},
    }


_KINDS: Final[dict[str, Callable[[ViewContext, Reasons, Any, AskedView], AskView]]] = {
    "roll": _roll,
    "order": _order,
    "rent-roll": _only_roll,
    "card": _card,
    "deal": _deal,
    "buy": buying.buy_view,
    "bid": auction.bid_view,
    "tax": _tax,
    "card-choice": _card_choice,
    "debt": _debt,
    "transfer": _transfer,
    "answer": _answer,
    "claim": _claim,
    "place": _place,
    "end": _end,
    "over": _over,
}
