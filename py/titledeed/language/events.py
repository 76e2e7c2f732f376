"""Tells events in sentences. Several events that belong together become one sentence.

A sentence uses only the events' facts and the constant tables of the rules. It never uses the State,
which may have changed before the sentence is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..engine.answers import (
    Answer,
    Bundle,
    Offer,
    Resign,
)
from ..engine.generic_event import Event
from ..engine.special_seats_and_ids import BANK, HOTEL, NOBODY, POT
from . import payments
from .catalogue import N_
from .event_grouping_cursor import EventCursor, Facts, Line, Told, joined
from .sentence_parts import Sentence, SentenceParts, part_of_sentence

# The events without a sentence of their own, each with the reason.
SILENT: Final[Mapping[str, str]] = {
    "card-back": "it follows every card, and nobody has to do anything",
    "draw": "the landing is told, and the card follows",
    "offered": "the landing is told, and the purchase is asked",
    "own": "told with the landing",
    "play-on": "that the game goes on is seen",
    "rest": "told with the landing",
    "tax": "the landing is told, and the tax is asked",
    "turn": "the next line says whose turn it is, and is marked as its first",
    "visit": "told with the landing",
}

# The clauses of the line that announces the last round, which belongs to no answer.
LIMIT_ROUNDS: Final = ("house.limit-rounds",)

_LANDINGS: Final = ("own", "visit", "rest", "draw", "offered")

# The silent events that no sentence includes. They may come anywhere, so the cursor leaves them out.
_PASSED_OVER: Final = frozenset(SILENT) - frozenset(_LANDINGS)


class Plain(NamedTuple):
    """The description of an event that needs one fixed message. ``placeholders``: for each the
    name of its fact. ``whose``: the fact with the seat of the line, or "" for the Bank."""

    message: str
    placeholders: Mapping[str, str] = {"seat": "seat"}
    whose: str = "seat"


PLAIN: Final[Mapping[str, Plain]] = {
    # throws and moves
    "stay": Plain(N_("{seat} stay[s|] in {jail}.")),
    "free": Plain(N_("{seat} leave[s|] {jail}.")),
    "again": Plain(N_("Doubles: {seat} throw[s|] again.")),
    "start": Plain(N_("{seat} begin[s|].")),
    "tie": Plain(
        N_("{seats} tie at {n} and throw again."), {"seats": "seats", "n": "total"}, whose=""
    ),
    "time-up": Plain(N_("The agreed time is up. This is the last round."), {}, whose=""),
    # property
    "mortgage": Plain(N_("{space} is mortgaged."), {"space": "space"}),
    "redeem": Plain(N_("The mortgage on {space} is lifted."), {"space": "space"}),
    "unbuild": Plain(N_("Buildings on {space} go back to the {bank}."), {"space": "space"}),
    "no-offer": Plain(
        N_("{seat} may not buy {space} on [their|your] first lap."),
        {"seat": "seat", "space": "space"},
    ),
    "dealt": Plain(N_("All {deeds} for the Short Game have been dealt."), {}, whose=""),
    # cards
    "hold": Plain(N_("{seat} keep[s|] the card.")),
    "shuffle": Plain(N_("The {name} {deck} is shuffled."), {"name": "deck"}, whose=""),
    "take-chance": Plain(N_("{seat} draw[s|] a {chance} card instead.")),
    "no-repairs": Plain(N_("{seat} ha[s|ve] no buildings to repair.")),
    "no-salary": Plain(N_("{seat} pass[es|] {go} again and collect[s|] nothing.")),
    # auctions and scarce buildings
    "bid": Plain(N_("{seat} bid[s|] {amount}."), {"seat": "seat", "amount": "amount"}),
    "pass": Plain(N_("{seat} pass[es|].")),
    "claim-pass": Plain(N_("{seat} do[es|]n’t want a building.")),
    # rent that owners ask for
    "claim-lapse": Plain(
        N_("{other} didn’t claim the rent in time: {seat} pay[s|] nothing for {space}."),
        {"seat": "of", "other": "by", "space": "space"},
        whose="by",
    ),
    "ask-rent": Plain(
        N_("{seat} claim[s|] rent from {other} for {space}."),
        {"seat": "seat", "other": "of", "space": "space"},
    ),
    # deals
    "reject": Plain(
        N_("{seat} decline[s|] [other:{other}’s|your] offer."), {"seat": "seat", "other": "by"}
    ),
}


def _plain(parts: SentenceParts, event: Told, plain: Plain) -> Line:
    values = {
        name: part_of_sentence(parts, fact, event.facts[fact])
        for name, fact in plain.placeholders.items()
    }
    whose = event.facts[plain.whose] if plain.whose else NOBODY
    return Line(parts.tell(plain.message, **values), event.clauses, whose)


def narrate_events(
    parts: SentenceParts, events: Sequence[Event], answer: Answer | None = None
) -> list[Line]:
    """The lines for the events of one answer. ``answer``: that answer, if it is known."""
    tape = EventCursor(parts, [event for event in events if event.kind not in _PASSED_OVER], answer)
    lines: list[Line] = []
    while (event := tape.next()) is not None:
        if event.kind in PLAIN:
            lines.append(_plain(parts, event, PLAIN[event.kind]))
        elif event.kind not in SILENT:
            lines += _TELL[event.kind](parts, tape, event, event.facts)
    return lines + _last_rounds(parts, events)


def _last_rounds(parts: SentenceParts, events: Sequence[Event]) -> list[Line]:
    """The line with which the last round under a limit is announced, one round before and when it begins."""
    limit = parts.rules.limit_rounds
    for event in events:
        if limit and event.kind == "turn" and event.facts["new_round"]:
            if event.facts["round"] == limit - 1:
                return [Line(parts.tell("The next round is the last one."), LIMIT_ROUNDS, NOBODY)]
            if event.facts["round"] == limit:
                return [Line(parts.tell("This is the last round."), LIMIT_ROUNDS, NOBODY)]
    return []


# ---------------------------------------------------------------- throws and moves


def _throw(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    who, dice = parts.seat(seat), parts.dice(f["a"], f["b"])
    if f["purpose"] == "order":
        yield Line(
            parts.tell("{seat} throw[s|] {dice} to see who begins.", seat=who, dice=dice),
            event.clauses,
            seat,
        )
        return
    if f["purpose"] == "rent":
        text = parts.tell(
            "{seat} throw[s|] {dice} for the rent of {space}.",
            seat=who,
            dice=dice,
            space=parts.space(f["space"]),
        )
        yield Line(text, event.clauses, seat)
        return
    free = tape.take("free", how="doubles")
    stay = tape.take("stay")
    if stay is not None:
        text = parts.tell(
            "{seat} throw[s|] {dice}, no doubles, and stay[s|] in {jail}.", seat=who, dice=dice
        )
        yield Line(text, joined(stay, event), seat)
        return
    jailed = tape.take("move", how="jail")
    if jailed is not None:
        text = parts.tell(
            "{seat} throw[s|] {dice}, doubles for the third time in one turn, and go[es|] "
            "to {jail}.",
            seat=who,
            dice=dice,
        )
        yield Line(text, joined(jailed, event), seat)
        return
    move = tape.take("move", how="throw")
    if move is None and f["jail"] == 2 and f["a"] != f["b"]:
        text = parts.tell(
            "{seat} throw[s|] {dice}: no doubles on the third try.", seat=who, dice=dice
        )
        yield Line(text, ("jail.third-turn", *event.clauses), seat)
        return
    if move is None:
        yield Line(parts.tell("{seat} throw[s|] {dice}.", seat=who, dice=dice), event.clauses, seat)
        return
    salary = tape.take("pay", what="salary")
    landing = tape.take(*_LANDINGS)
    jailed = tape.take("move", how="jail")
    space = parts.space(move.facts["to"])
    kind = landing.kind if landing else ""
    values = {"seat": who, "dice": dice, "space": space}
    if jailed:
        text = parts.tell(
            "{seat} throw[s|] {dice}, land[s|] on {space} and go[es|] to {jail}.", **values
        )
        yield Line(text, joined(jailed, move, event), seat)
    elif free:
        text = parts.tell(
            "{seat} throw[s|] doubles, {dice}, and move[s|] from {jail} to {space}.", **values
        )
        yield Line(text, joined(free, move, event), seat)
    elif kind == "own":
        text = parts.tell(
            "{seat} throw[s|] {dice} and land[s|] on [their|your] own {space}.", **values
        )
        yield Line(text, joined(move, event, landing), seat)
    elif kind == "visit":
        text = parts.tell("{seat} throw[s|] {dice} and [is|are] only visiting {jail}.", **values)
        yield Line(text, joined(landing, move, event), seat)
    else:
        text = parts.tell("{seat} throw[s|] {dice} and land[s|] on {space}.", **values)
        yield Line(text, joined(move, event, landing), seat)
    if salary:
        yield _salary(parts, salary, move)


def _salary(parts: SentenceParts, event: Told, move: Told | None) -> Line:
    f = event.facts
    seat = f["payee"]
    values = {"seat": parts.seat(seat), "amount": parts.sum(f["amount"])}
    if move is not None and move.facts["to"] == 0:
        text = parts.tell("{seat} reach[es|] {go} and collect[s|] {amount} {salary}.", **values)
    else:
        text = parts.tell("{seat} pass[es|] {go} and collect[s|] {amount} {salary}.", **values)
    return Line(text, event.clauses, seat)


def _move(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat, how, steps = f["seat"], f["how"], f["steps"]
    values = {"seat": parts.seat(seat), "space": parts.space(f["to"])}
    if how == "jail":
        yield Line(
            parts.tell("{seat} go[es|] to {jail}.", seat=parts.seat(seat)), event.clauses, seat
        )
        return
    salary = tape.take("pay", what="salary")
    unpaid = tape.take("no-salary")
    landing = tape.take(*_LANDINGS)
    jailed = tape.take("move", how="jail") if how != "back" else None
    if jailed:
        text = parts.tell("{seat} move[s|] to {space} and from there to {jail}.", **values)
    elif how == "back":
        text = parts.tell_n(
            "{seat} go[es|] back {n} space to {space}.",
            "{seat} go[es|] back {n} spaces to {space}.",
            steps,
            **values,
        )
    elif landing is not None and landing.kind == "own":
        text = parts.tell("{seat} move[s|] to [their|your] own {space}.", **values)
    else:
        text = parts.tell("{seat} move[s|] to {space}.", **values)
    yield Line(text, joined(jailed, event, landing), seat)
    if salary:
        yield _salary(parts, salary, event)
    if unpaid:
        yield _plain(parts, unpaid, PLAIN["no-salary"])


# ---------------------------------------------------------------- deeds and buildings


def _deed(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    space, to = f["space"], f["to"]
    if to < 0:
        text = parts.tell("{space} goes back to the {bank}.", space=parts.space(space))
        yield Line(text, event.clauses, NOBODY)
        return
    values = {"seat": parts.seat(to), "space": parts.space(space)}
    paid = tape.take("pay", what="price", space=space) if f["giver"] == BANK else None
    if paid:
        amount = parts.sum(paid.facts["amount"])
        text = parts.tell(
            "{seat} [is|are] dealt {space} and pay[s|] {amount}.", amount=amount, **values
        )
    else:
        text = parts.tell("{seat} receive[s|] {space}.", **values)
    yield Line(text, joined(event, paid), to)


def _build(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {"seat": parts.seat(f["seat"]), "space": parts.space(f["space"])}
    if f["hotel"]:
        text = parts.tell("{seat} put[s|] {a hotel} on {space}.", **values)
    else:
        text = parts.tell("{seat} put[s|] {a house} on {space}.", **values)
    yield Line(text, event.clauses, f["seat"])


def _no_rent(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {"space": parts.space(f["space"]), "other": parts.seat(f["owner"])}
    if "house.rent-in-jail" in event.clauses:
        text = parts.tell("{other} [other:is|are] in {jail}: no rent for {space}.", **values)
    else:
        text = parts.tell("{space} is mortgaged: no rent for {other}.", **values)
    yield Line(text, event.clauses, f["seat"])


# ---------------------------------------------------------------- cards


def _card(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    text = parts.tell(
        "{seat} draw[s|] a {deck} card: “{card}”",
        seat=parts.seat(seat),
        deck=parts.deck(f["deck"]),
        card={"as": "card", "text": parts.card_text(f["deck"], f["card"])},
    )
    yield Line(text, event.clauses, seat)


def _hand_card(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    """A jail card returns to its deck after use. Deals and bankruptcies describe their own jail cards."""
    free = tape.take("free", how="card")
    if free:
        seat = free.facts["seat"]
        text = parts.tell(
            "{seat} use[s|] {card} and leave[s|] {jail}.",
            seat=parts.seat(seat),
            card={"as": "card", "text": parts.jail_card(f["deck"])},
        )
        yield Line(text, joined(free, event), seat)


# ---------------------------------------------------------------- auctions and scarce buildings


def _declined(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    values = {"seat": parts.seat(seat), "space": parts.space(f["space"])}
    auction = tape.take("auction")
    if auction is None:
        yield Line(parts.tell("{seat} do[es|]n’t buy {space}.", **values), event.clauses, seat)
        return
    low = parts.sum(auction.facts["low"])
    text = parts.tell("{seat} decline[s|] {space}. The auction starts at {low}.", low=low, **values)
    yield Line(text, joined(event, auction), seat)


def _auction(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    low = parts.sum(f["low"])
    if f["space"] >= 0:
        text = parts.tell(
            "{space} is auctioned, starting at {low}.", space=parts.space(f["space"]), low=low
        )
    elif f["piece"] == HOTEL:
        seats = parts.seats(f["bidders"])
        text = parts.tell(
            "{A hotel} is auctioned among {seats}, starting at {low}.", seats=seats, low=low
        )
    else:
        seats = parts.seats(f["bidders"])
        text = parts.tell(
            "{A house} is auctioned among {seats}, starting at {low}.", seats=seats, low=low
        )
    yield Line(text, event.clauses, NOBODY)


def _estate_lot(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    auction = tape.take("auction", space=f["space"])
    low = parts.sum(auction.facts["low"] if auction else parts.rules.opening_bid)
    text = parts.tell(
        "The {bank} auctions {space}, starting at {low}.", space=parts.space(f["space"]), low=low
    )
    yield Line(text, joined(event, auction), NOBODY)


def _unsold(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    if f["space"] >= 0:
        text = parts.tell(
            "Nobody bids: {space} stays with the {bank}.", space=parts.space(f["space"])
        )
    elif f["piece"] == HOTEL:
        text = parts.tell("Nobody bids: the {hotel} stays with the {bank}.")
    else:
        text = parts.tell("Nobody bids: the {house} stays with the {bank}.")
    yield Line(text, event.clauses, NOBODY)


def _scarce(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {"seat": parts.seat(f["seat"]), "space": parts.space(f["space"])}
    if f["piece"] == HOTEL:
        text = parts.tell(
            "{seat} want[s|] {a hotel} for {space}. The {bank} has only {n} left, and "
            "others may want one too.",
            n=f["left"],
            **values,
        )
    else:
        text = parts.tell(
            "{seat} want[s|] {a house} for {space}. The {bank} has only {n} left, and "
            "others may want one too.",
            n=f["left"],
            **values,
        )
    yield Line(text, event.clauses, f["seat"])


def _claim(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {"seat": parts.seat(f["seat"])}
    if f["piece"] == HOTEL:
        text = parts.tell("{seat} want[s|] {a hotel} too.", **values)
    else:
        text = parts.tell("{seat} want[s|] {a house} too.", **values)
    yield Line(text, event.clauses, f["seat"])


def _wish_lapse(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {"seat": parts.seat(f["seat"])}
    if f["piece"] == HOTEL:
        text = parts.tell("{seat} get[s|] no {hotel}.", **values)
    else:
        text = parts.tell("{seat} get[s|] no {house}.", **values)
    yield Line(text, event.clauses, f["seat"])


# ---------------------------------------------------------------- rent that is asked for


def _claim_open(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    values = {
        "seat": parts.seat(f["of"]),
        "other": parts.seat(f["by"]),
        "space": parts.space(f["space"]),
    }
    if f["times"]:
        text = parts.tell(
            "{other} may claim rent from {seat} for {space}: {n} times a new throw.",
            n=f["times"],
            **values,
        )
    else:
        amount = parts.sum(f["amount"])
        text = parts.tell(
            "{other} may claim {amount} rent from {seat} for {space}.", amount=amount, **values
        )
    yield Line(text, event.clauses, f["by"])


# ---------------------------------------------------------------- deals


def _offer(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    yield Line(offering(parts, seat, f["to"], f["give"], f["get"]), event.clauses, seat)


def offering(parts: SentenceParts, by: int, to: int, give: Bundle, get: Bundle) -> Sentence:
    """The sentence for an offer."""
    values = {"seat": parts.seat(by), "other": parts.seat(to)}
    if not get:
        return parts.tell(
            "{seat} offer[s|] {other} {give} as a gift.", give=parts.bundle(give), **values
        )
    if not give:
        return parts.tell(
            "{seat} ask[s|] {other} for {get} as a gift.", get=parts.bundle(get), **values
        )
    return parts.tell(
        "{seat} offer[s|] {other} {give} for {get}.",
        give=parts.bundle(give),
        get=parts.bundle(get),
        **values,
    )


def counter_offering(parts: SentenceParts, by: int, offer: Offer) -> Sentence:
    """Say that a player declines an offer and makes another one."""
    if not (offer.give and offer.get):
        return offering(parts, by, offer.to, offer.give, offer.get)
    return parts.tell(
        "{seat} decline[s|], but offer[s|] {other} {give} for {get}.",
        seat=parts.seat(by),
        other=parts.seat(offer.to),
        give=parts.bundle(offer.give),
        get=parts.bundle(offer.get),
    )


def _deal(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    give, get = f["give"], f["get"]
    details: list[Told] = []
    while (more := tape.take("pay", what="deal") or tape.take("deed", "hand-card")) is not None:
        details.append(more)
    values = {"seat": parts.seat(f["by"]), "other": parts.seat(f["to"])}
    if not get:
        text = parts.tell(
            "{seat} give[s|] {other} {give} as a gift.", give=parts.bundle(give), **values
        )
    elif not give:
        text = parts.tell(
            "{other} give[other:s|] {seat} {get} as a gift.", get=parts.bundle(get), **values
        )
    else:
        text = parts.tell(
            "{other} accept[other:s|]: {seat} give[s|] {give} and get[s|] {get}.",
            give=parts.bundle(give),
            get=parts.bundle(get),
            **values,
        )
    yield Line(text, joined(event, *details), f["to"])


# ---------------------------------------------------------------- leaving and the end


def _bankrupt(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat, creditor = f["seat"], f["creditor"]
    who = parts.seat(seat)
    if isinstance(tape.answer, Resign):
        text = parts.tell("{seat} resign[s|].", seat=who)
    elif creditor >= 0:
        text = parts.tell(
            "{seat} [is|are] bankrupt, in debt to {other}.", seat=who, other=parts.seat(creditor)
        )
    elif creditor == POT:
        text = parts.tell("{seat} [is|are] bankrupt, in debt to the pot.", seat=who)
    else:
        text = parts.tell("{seat} [is|are] bankrupt, in debt to the {bank}.", seat=who)
    yield Line(text, event.clauses, seat)
    cash = buildings = 0
    deeds: list[int] = []
    cards: list[int] = []
    taken: list[Told] = []
    while True:
        more = tape.take("pay", payer=BANK, payee=seat) or tape.take("pay", payer=seat)
        more = more or tape.take(
            "claim-lapse", "unbuild", "mortgage", "redeem", "deed", "hand-card"
        )
        if more is None:
            break
        match more.kind:
            case "pay" if more.facts["what"] == "estate":
                cash = more.facts["amount"]
            case "pay" if more.facts["what"] == "estate-buildings":
                buildings += more.facts["amount"]
            case "deed":
                deeds.append(more.facts["space"])
            case "hand-card":
                cards.append(more.facts["deck"])
        taken.append(more)
    if buildings:
        text = parts.tell(
            "The {bank} takes back [{seat}’s|your] buildings for {amount}.",
            seat=who,
            amount=parts.sum(buildings),
        )
        yield Line(text, ("bankruptcy.buildings", "selling-buildings.half-price"), NOBODY)
    estate = Bundle(tuple(deeds), cash, tuple(cards))
    if estate:
        handed = [e for e in taken if e.kind in ("deed", "hand-card") or _is_estate(e)]
        clauses = joined(*handed, *(e for e in taken if e.kind == "redeem"))
        if creditor >= 0:
            text = parts.tell(
                "{other} receive[other:s|] {things}.",
                other=parts.seat(creditor),
                things=parts.bundle(estate),
            )
        else:
            text = parts.tell("The {bank} receives {things}.", things=parts.bundle(estate))
        yield Line(text, clauses, creditor if creditor >= 0 else NOBODY)


def _is_estate(event: Told) -> bool:
    return event.kind == "pay" and event.facts["what"] == "estate"


def _over(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    winners: Sequence[int] = f["winners"]
    scores: Mapping[int, int] | None = f.get("scores")
    first = winners[0]
    if scores is None:
        text = parts.tell(
            "{seat} [is|are] the last player left and win[s|].", seat=parts.seat(first)
        )
    elif len(winners) == 1:
        text = parts.tell(
            "{seat} [is|are] the richest with {amount} and win[s|].",
            seat=parts.seat(first),
            amount=parts.sum(scores[first]),
        )
    else:
        text = parts.tell(
            "{seats} are the richest with {amount} each and share the win.",
            seats=parts.seats(winners),
            amount=parts.sum(scores[first]),
        )
    yield Line(text, event.clauses, first)


_TELL: Final[Mapping[str, Callable[[SentenceParts, EventCursor, Told, Facts], Iterable[Line]]]] = {
    "auction": _auction,
    "bankrupt": _bankrupt,
    "build": _build,
    "card": _card,
    "claim": _claim,
    "claim-open": _claim_open,
    "deal": _deal,
    "debt": payments.narrate_debt,
    "declined": _declined,
    "deed": _deed,
    "estate-lot": _estate_lot,
    "hand-card": _hand_card,
    "move": _move,
    "no-rent": _no_rent,
    "offer": _offer,
    "over": _over,
    "pay": payments.narrate_payment,
    "scarce": _scarce,
    "throw": _throw,
    "unsold": _unsold,
    "wish-lapse": _wish_lapse,
}
