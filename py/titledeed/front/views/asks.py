"""The view of the question that is asked: a function for each kind. Barred answers are shown too, with
reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ...engine.rules import debt
from ...engine.words import (
    NOBODY,
    PIECES,
    AskAnswer,
    AskBuy,
    AskCard,
    AskDebt,
    AskOrder,
    AskRoll,
    Bundle,
    Claim,
    Mortgage,
    Over,
    Sell,
    SellDown,
)
from ...language import asks
from ...language.board import would
from . import auction, by_hand, deal, hints, over
from .bits import Data, Reasons, Sight

# Asks that are answered with cash, which may have to be raised first.
_SPENDING: Final = frozenset({"buy", "bid", "debt"})
_WAYS: Final = 4  # ways to raise cash that a debt shows; the property manager has all

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


def ask(sight: Sight) -> Data:
    """The view of the pending ask, by its kind."""
    reasons = Reasons("ask")
    pending = sight.state.ask
    view = _asked(sight, pending.kind, pending.seat)
    if pending.kind in hints.KINDS:
        wanted = sight.desk.hint == len(sight.session.entries)
        view["advice"] = {"lines": hints.hint(sight) if wanted else []}
    more = _KINDS.get(pending.kind)
    if more is not None:
        view |= more(sight, reasons, pending)
    return view


def _asked(sight: Sight, kind: str, seat: int) -> Data:
    state = sight.state
    words = asks.asking(sight.teller.parts, state)
    return {
        "kind": kind,
        "seat": sight.seat(seat) if seat >= 0 else None,
        "title": words["title"],
        "text": words["text"],
        "clauses": list(words["clauses"][:3]),
        "cash": sight.money(state.cash[seat]) if seat >= 0 else "",
        "raise": raising(sight, seat) if kind in _SPENDING else None,
        "advice": None,
        "pad": by_hand.pad(sight),
        "options": {},
    }


def raising(sight: Sight, seat: int) -> Data | None:
    """The cash that the seat could raise now by selling and mortgaging."""
    options = sight.options(seat)
    if any(options.of(kind) for kind in ("mortgage", "sell", "sell-down")):
        return {"most": sight.money(debt.obtainable(sight.state, seat))}
    return None


# ---------------------------------------------------------------- without a question of the rules


def wait(sight: Sight) -> Data:
    """While a bot moves, another device has to answer, or something is being shown."""
    desk, state = sight.desk, sight.state
    seat = desk.moving if desk.moving != NOBODY else state.ask.seat
    last = desk.last()
    thought = ""
    if last is not None and last.by == "bot" and last.why and last.seat == seat:
        thought = sight.teller.thought(last.why, last.facts)
    shown = sight.seat(seat) if seat >= 0 else None
    if shown is None:
        title = asks.waiting(sight.teller.parts, state)
    elif desk.thinking:
        shown, title = None, sight._("The bots are thinking")
    elif desk.held_back:
        title = sight._("The bots wait for you")
    else:
        title = sight.teller.parts._("{seat} [is|are] moving", seat=sight.teller.parts.seat(seat))
    table = desk.table if sight.session.waiting().who == "elsewhere" else None
    if table is not None and shown is not None and desk.moving == NOBODY:
        title = sight._("Waiting for {seat}", seat=shown["name"])
    return {
        "kind": "wait",
        "seat": shown,
        "title": title,
        "text": table.waits_for(state.ask.seat) if table is not None else thought,
        "elsewhere": table is not None,
        "codes": table is not None and table.by_codes,
        "clauses": [],
        "cash": "",
        "raise": None,
        "advice": None,
        "options": {},
        "paused": desk.held_back,
        "bots": not sight.session.people(),
    }


def handover(sight: Sight) -> Data:
    """The view that asks people to hand the device to the next person."""
    _, seat = sight._, sight.seat(sight.state.ask.seat)
    text = _("Pass the device on. The game waits until you say it is you.")
    throws = by_hand.only_throws(sight.session)
    if throws:
        text = _(
            "Pass the device on. The person who enters the throw takes the seat; all else "
            "waits until you say it is you."
        )
    return {
        "kind": "handover",
        "seat": seat,
        "title": _("{seat}, take your seat", seat=seat["name"]),
        "text": text,
        "pad": by_hand.pad(sight) if throws else None,
        "clauses": [],
        "cash": "",
        "raise": None,
        "advice": None,
        "options": {},
    }


def claim(sight: Sight, claim: Claim) -> Data:
    """The view while a bot's throw waits until a person asks for a rent or lets it go."""
    reasons = Reasons("ask")
    seat = claim.by
    asking = [
        option
        for option, answer in zip(
            sight.all(reasons, seat, "ask-rent"), sight.options(seat).of("ask-rent"), strict=False
        )
        if getattr(answer, "space", -1) == claim.space and getattr(answer, "of", -1) == claim.of
    ]
    return {
        "kind": "rent-claim",
        "seat": sight.seat(seat),
        "title": sight.teller.parts._(
            "[{seat}: a|A]sk for your rent?", seat=sight.teller.parts.seat(seat)
        ),
        "text": " ".join(
            (
                asks.waiting_for_claim(sight.teller.parts, claim),
                asks.deadline(sight.teller.parts, sight.state, claim),
            )
        ),
        "clauses": ["rent.claim-deadline"],
        "cash": sight.money(sight.state.cash[seat]),
        "raise": None,
        "advice": None,
        "options": {"asks": asking},
    }


def _one_of(sight: Sight, reasons: Reasons, seat: int, **kinds: str) -> Data:
    """A view with only the options: for each name the one answer of that kind."""
    return {"options": {name: sight.one(reasons, seat, kind) for name, kind in kinds.items()}}


# ---------------------------------------------------------------- throws


def _roll(sight: Sight, reasons: Reasons, pending: AskRoll) -> Data:
    seat = pending.seat
    fine = sight.one(reasons, seat, "fine")
    return {
        "raise": raising(sight, seat) if fine and fine["barred"] else None,
        "options": {
            "roll": sight.one(reasons, seat, "roll"),
            "fine": fine,
            "cards": sight.all(reasons, seat, "use-card"),
        },
    }


def _order(sight: Sight, reasons: Reasons, pending: AskOrder) -> Data:
    thrown = dict(pending.totals)
    return {
        "throws": [
            {
                "name": sight.seat(n)["name"],
                "text": sight.teller.parts.number(thrown[n]) if n in thrown else "–",
            }
            for n in range(sight.state.seats)
            if n in thrown or n == pending.seat or n in pending.rest
        ],
        "options": {"roll": sight.one(reasons, pending.seat, "roll")},
    }


def _only_roll(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return _one_of(sight, reasons, pending.seat, roll="roll")


def _card(sight: Sight, reasons: Reasons, pending: AskCard) -> Data:
    cards = []
    for answer in sight.options(pending.seat).of("card"):
        card = sight.rules.decks[pending.deck][answer.card]  # type: ignore[union-attr]
        cards.append(sight.option(reasons, pending.seat, answer, icon=CARD_ICONS[card.do]))
    cards.sort(key=lambda option: (option["icon"], option["label"]))  # alike beside each other
    return {"options": {"cards": cards}, "found": by_hand.matching(sight, cards)}


def _deal(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    deeds = sight.all(reasons, pending.seat, "deal")
    return {"options": {"deeds": deeds}, "found": by_hand.matching(sight, deeds)}


# ---------------------------------------------------------------- buying


def _buy(sight: Sight, reasons: Reasons, pending: AskBuy) -> Data:
    return {
        "auction": sight.rules.auctions,
        "hint": would(sight.teller.parts, sight.state, pending.space, pending.seat),
        "options": {
            "buy": sight.one(reasons, pending.seat, "buy"),
            "decline": sight.one(reasons, pending.seat, "decline"),
        },
    }


# ---------------------------------------------------------------- paying


def _tax(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return _one_of(sight, reasons, pending.seat, flat="flat", percent="percent")


def _card_choice(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return _one_of(sight, reasons, pending.seat, pay="pay", take="take-chance")


def _debt(sight: Sight, reasons: Reasons, pending: AskDebt) -> Data:
    state, seat = sight.state, pending.seat
    have = state.cash[seat]
    missing = debt.missing(state, pending)
    return {
        "missing": sight.money(missing) if missing else "",
        "owed": sight.money(pending.amount),
        "owed_n": pending.amount,
        "have": sight.money(have),
        "have_n": min(have, pending.amount),
        "ways": [
            sight.option(reasons, seat, answer) for answer in _ways(sight, seat, missing)[:_WAYS]
        ]
        if missing > 0
        else [],
        "options": {
            "pay": sight.one(reasons, seat, "pay"),
            "bankrupt": sight.one(reasons, seat, "bankrupt"),
        },
    }


def _ways(sight: Sight, seat: int, missing: int) -> Sequence[Any]:
    """Ways to raise cash: mortgages first (those that are enough, the smallest first; then the others, the
    largest first), then sales of buildings."""
    options, rules = sight.options(seat), sight.rules

    def order(answer: Any) -> tuple[bool, int]:
        value = rules.mortgage_value[answer.space]
        return value < missing, value if value >= missing else -value

    mortgages = [a for a in options.of("mortgage") if isinstance(a, Mortgage)]
    sales = [a for a in options.of("sell") if isinstance(a, Sell)]
    downs = [a for a in options.of("sell-down") if isinstance(a, SellDown) and a.level == 0]
    return [*sorted(mortgages, key=order), *sales, *downs]


def _transfer(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return _one_of(sight, reasons, pending.seat, redeem="redeem", keep="keep")


# ---------------------------------------------------------------- deals


def _answer(sight: Sight, reasons: Reasons, pending: AskAnswer) -> Data:
    seat = pending.seat
    last = sight.desk.last()
    because = ""
    if last is not None and last.seat == pending.by and last.answer.kind == "offer" and last.why:
        because = sight._(
            "{seat}: “{text}”",
            seat=sight.seat(pending.by)["name"],
            text=sight.teller.thought(last.why, last.facts),
        )
    return {
        "partner": sight.seat(pending.by),
        "gets": _side(sight, pending.by, pending.give),
        "gives": _side(sight, seat, pending.get),
        "effects": [
            {"tone": effect["mine"]["tone"], "text": f"{effect['label']}: {effect['mine']['text']}"}
            for effect in deal.effects(sight, seat, pending.by, pending.get, pending.give)
            if effect["mine"]["tone"] != "none"
        ],
        "because": because,
        "options": {
            "accept": sight.one(reasons, seat, "accept"),
            "reject": sight.one(reasons, seat, "reject"),
        },
    }


def _side(sight: Sight, seat: int, bundle: Bundle) -> Data:
    """The things that a seat gives in a deal."""
    who = sight.seat(seat)
    return {
        "seat": who,
        "title": sight.teller.parts._("{seat} give[s|]", seat=sight.teller.parts.seat(who["n"])),
        "deeds": [
            {"group": sight.group(i), "name": sight.name(i), "mortgaged": sight.state.mortgaged[i]}
            for i in bundle.deeds
        ],
        "money": sight.money(bundle.cash) if bundle.cash else "",
        "cards": [sight.teller.parts.jail_card(deck) for deck in bundle.cards],
        "nothing": not bundle,
    }


# ---------------------------------------------------------------- scarce buildings


def _claim(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    seat = pending.seat
    return {
        "piece": PIECES[pending.piece],
        "options": {
            "claim": sight.one(reasons, seat, "claim"),
            "pass": sight.one(reasons, seat, "pass"),
        },
    }


def _place(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return {
        "piece": PIECES[pending.piece],
        "options": {"places": sight.all(reasons, pending.seat, "place")},
    }


# ---------------------------------------------------------------- the end


def _end(sight: Sight, reasons: Reasons, pending: Any) -> Data:
    return _one_of(sight, reasons, pending.seat, end="end")


def _over(sight: Sight, reasons: Reasons, pending: Over) -> Data:
    return {"ranking": over.ranking(sight)}


_KINDS: Final[dict[str, Callable[[Sight, Reasons, Any], Data]]] = {
    "roll": _roll,
    "order": _order,
    "rent-roll": _only_roll,
    "card": _card,
    "deal": _deal,
    "buy": _buy,
    "bid": auction.bid,
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
