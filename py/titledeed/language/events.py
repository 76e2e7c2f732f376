"""Tells events in sentences. Several events that belong together make one sentence.

A sentence uses only the events' facts and the constant tables of the rules, never the State, which may have
changed by the time the sentence is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..engine.words import BANK, HOTEL, NOBODY, POT, Answer, Bundle, Event, Resign
from . import payments
from .catalogue import N_
from .pieces import Parts, Sentence, piece
from .tape import Facts, Line, Tape, Told, joined

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

_LANDINGS: Final = ("own", "visit", "rest", "draw", "offered")

# The silent events that no sentence takes in. They may come anywhere, so the tape leaves them out.
_PASSED_OVER: Final = frozenset(SILENT) - frozenset(_LANDINGS)


class Plain(NamedTuple):
    """How to tell an event that needs one fixed message. ``pieces``: for each placeholder the name
    of its fact. ``whose``: the fact with the seat that the line belongs to; "" for the Bank."""

    message: str
    pieces: Mapping[str, str] = {"seat": "seat"}
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
    "time-up": Plain(N_("The agreed time is up: this round is the last."), {}, whose=""),
    # property
    "mortgage": Plain(N_("{space} is mortgaged."), {"space": "space"}),
    "redeem": Plain(N_("The mortgage on {space} is lifted."), {"space": "space"}),
    "unbuild": Plain(N_("Buildings on {space} go back to the {bank}."), {"space": "space"}),
    "no-offer": Plain(
        N_("{seat} may not buy {space} in the first lap."), {"seat": "seat", "space": "space"}
    ),
    "dealt": Plain(N_("All {deeds} of the Short Game are now dealt."), {}, whose=""),
    # cards
    "hold": Plain(N_("{seat} keep[s|] the card.")),
    "shuffle": Plain(N_("The {name} {deck} is shuffled."), {"name": "deck"}, whose=""),
    "take-chance": Plain(N_("{seat} take[s|] a {chance} card instead.")),
    "no-repairs": Plain(N_("{seat} ha[s|ve] no buildings to repair.")),
    "no-salary": Plain(N_("{seat} pass[es|] {go} again and collect[s|] nothing.")),
    # auctions and scarce buildings
    "bid": Plain(N_("{seat} bid[s|] {amount}."), {"seat": "seat", "amount": "amount"}),
    "pass": Plain(N_("{seat} pass[es|].")),
    "claim-pass": Plain(N_("{seat} leave[s|] it to others.")),
    # rent that is asked for
    "claim-lapse": Plain(
        N_("{other} did not ask in time: {seat} pay[s|] nothing for {space}."),
        {"seat": "of", "other": "by", "space": "space"},
        whose="by",
    ),
    "ask-rent": Plain(
        N_("{seat} ask[s|] {other} for the rent of {space}."),
        {"seat": "seat", "other": "of", "space": "space"},
    ),
    # deals
    "reject": Plain(
        N_("{seat} refuse[s|] [other:{other}’s|your] offer."), {"seat": "seat", "other": "by"}
    ),
}


def _plain(p: Parts, event: Told, plain: Plain) -> Line:
    pieces = {name: piece(p, fact, event.facts[fact]) for name, fact in plain.pieces.items()}
    whose = event.facts[plain.whose] if plain.whose else NOBODY
    return Line(p.tell(plain.message, **pieces), event.because, whose)


def story(p: Parts, events: Sequence[Event], answer: Answer | None = None) -> list[Line]:
    """The lines for the events of one answer. ``answer``: that answer, if it is known."""
    tape = Tape(p, [event for event in events if event.kind not in _PASSED_OVER], answer)
    lines: list[Line] = []
    while (event := tape.next()) is not None:
        if event.kind in PLAIN:
            lines.append(_plain(p, event, PLAIN[event.kind]))
        elif event.kind not in SILENT:
            lines += _TELL[event.kind](p, tape, event, event.facts)
    return lines


# ---------------------------------------------------------------- throws and moves


def _throw(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    who, dice = p.seat(seat), p.dice(f["a"], f["b"])
    if f["purpose"] == "order":
        yield Line(
            p.tell("{seat} throw[s|] {dice} to see who begins.", seat=who, dice=dice),
            event.because,
            seat,
        )
        return
    if f["purpose"] == "rent":
        text = p.tell(
            "{seat} throw[s|] {dice} for the rent of {space}.",
            seat=who,
            dice=dice,
            space=p.space(f["space"]),
        )
        yield Line(text, event.because, seat)
        return
    free = tape.take("free", how="doubles")
    stay = tape.take("stay")
    if stay is not None:
        text = p.tell(
            "{seat} throw[s|] {dice}, no doubles, and stay[s|] in {jail}.", seat=who, dice=dice
        )
        yield Line(text, joined(stay, event), seat)
        return
    jailed = tape.take("move", how="jail")
    if jailed is not None:
        text = p.tell(
            "{seat} throw[s|] {dice}, the third doubles in one turn, and go[es|] to {jail}.",
            seat=who,
            dice=dice,
        )
        yield Line(text, joined(jailed, event), seat)
        return
    move = tape.take("move", how="throw")
    if move is None and f["jail"] == 2 and f["a"] != f["b"]:
        text = p.tell("{seat} throw[s|] {dice}: no doubles at the third try.", seat=who, dice=dice)
        yield Line(text, ("jail.third-turn", *event.because), seat)
        return
    if move is None:
        yield Line(p.tell("{seat} throw[s|] {dice}.", seat=who, dice=dice), event.because, seat)
        return
    salary = tape.take("pay", what="salary")
    landing = tape.take(*_LANDINGS)
    jailed = tape.take("move", how="jail")
    space = p.space(move.facts["to"])
    kind = landing.kind if landing else ""
    pieces = {"seat": who, "dice": dice, "space": space}
    if jailed:
        text = p.tell(
            "{seat} throw[s|] {dice}, land[s|] on {space} and go[es|] to {jail}.", **pieces
        )
        yield Line(text, joined(jailed, move, event), seat)
    elif free:
        text = p.tell(
            "{seat} throw[s|] {dice}, doubles: out of {jail} and on to {space}.", **pieces
        )
        yield Line(text, joined(free, move, event), seat)
    elif kind == "own":
        text = p.tell(
            "{seat} throw[s|] {dice} and land[s|] on {space}, [{seat}’s|your] own.", **pieces
        )
        yield Line(text, joined(move, event, landing), seat)
    elif kind == "visit":
        text = p.tell("{seat} throw[s|] {dice} and [is|are] only visiting {jail}.", **pieces)
        yield Line(text, joined(landing, move, event), seat)
    else:
        text = p.tell("{seat} throw[s|] {dice} and land[s|] on {space}.", **pieces)
        yield Line(text, joined(move, event, landing), seat)
    if salary:
        yield _salary(p, salary, move)


def _salary(p: Parts, event: Told, move: Told | None) -> Line:
    f = event.facts
    seat = f["payee"]
    pieces = {"seat": p.seat(seat), "amount": p.sum(f["amount"])}
    if move is not None and move.facts["to"] == 0:
        text = p.tell("{seat} reach[es|] {go} and collect[s|] {amount} {salary}.", **pieces)
    else:
        text = p.tell("{seat} pass[es|] {go} and collect[s|] {amount} {salary}.", **pieces)
    return Line(text, event.because, seat)


def _move(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat, how, steps = f["seat"], f["how"], f["steps"]
    pieces = {"seat": p.seat(seat), "space": p.space(f["to"])}
    if how == "jail":
        yield Line(p.tell("{seat} go[es|] to {jail}.", seat=p.seat(seat)), event.because, seat)
        return
    salary = tape.take("pay", what="salary")
    unpaid = tape.take("no-salary")
    landing = tape.take(*_LANDINGS)
    jailed = tape.take("move", how="jail") if how != "back" else None
    if jailed:
        text = p.tell("{seat} move[s|] to {space}, and from there to {jail}.", **pieces)
    elif how == "back":
        text = p.tell_n(
            "{seat} go[es|] back {n} space to {space}.",
            "{seat} go[es|] back {n} spaces to {space}.",
            steps,
            **pieces,
        )
    elif landing is not None and landing.kind == "own":
        text = p.tell("{seat} move[s|] to {space}, [{seat}’s|your] own.", **pieces)
    else:
        text = p.tell("{seat} move[s|] to {space}.", **pieces)
    yield Line(text, joined(jailed, event, landing), seat)
    if salary:
        yield _salary(p, salary, event)
    if unpaid:
        yield _plain(p, unpaid, PLAIN["no-salary"])


# ---------------------------------------------------------------- deeds and buildings


def _deed(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    space, to = f["space"], f["to"]
    if to < 0:
        text = p.tell("{space} goes back to the {bank}.", space=p.space(space))
        yield Line(text, event.because, NOBODY)
        return
    pieces = {"seat": p.seat(to), "space": p.space(space)}
    paid = tape.take("pay", what="price", space=space) if f["giver"] == BANK else None
    if paid:
        amount = p.sum(paid.facts["amount"])
        text = p.tell(
            "{seat} [is|are] dealt {space} and pay[s|] {amount}.", amount=amount, **pieces
        )
    else:
        text = p.tell("{seat} receive[s|] {space}.", **pieces)
    yield Line(text, joined(event, paid), to)


def _build(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"seat": p.seat(f["seat"]), "space": p.space(f["space"])}
    if f["hotel"]:
        text = p.tell("{seat} put[s|] {a hotel} on {space}.", **pieces)
    else:
        text = p.tell("{seat} put[s|] {a house} on {space}.", **pieces)
    yield Line(text, event.because, f["seat"])


def _no_rent(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"space": p.space(f["space"]), "other": p.seat(f["owner"])}
    if "house.rent-in-jail" in event.because:
        text = p.tell("{other} [other:is|are] in {jail}: no rent for {space}.", **pieces)
    else:
        text = p.tell("{space} is mortgaged: no rent for {other}.", **pieces)
    yield Line(text, event.because, f["seat"])


# ---------------------------------------------------------------- cards


def _card(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    text = p.tell(
        "{seat} draw[s|] {deck}: “{card}”",
        seat=p.seat(seat),
        deck=p.deck(f["deck"]),
        card={"as": "card", "text": p.card_text(f["deck"], f["card"])},
    )
    yield Line(text, event.because, seat)


def _hand_card(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    """A jail card returns to its deck after use. Deals and bankruptcies tell their jail cards themselves."""
    free = tape.take("free", how="card")
    if free:
        seat = free.facts["seat"]
        text = p.tell(
            "{seat} use[s|] {card} and leave[s|] {jail}.",
            seat=p.seat(seat),
            card={"as": "card", "text": p.jail_card(f["deck"])},
        )
        yield Line(text, joined(free, event), seat)


# ---------------------------------------------------------------- auctions and scarce buildings


def _declined(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    pieces = {"seat": p.seat(seat), "space": p.space(f["space"])}
    auction = tape.take("auction")
    if auction is None:
        yield Line(p.tell("{seat} do[es|] not buy {space}.", **pieces), event.because, seat)
        return
    low = p.sum(auction.facts["low"])
    text = p.tell("{seat} leave[s|] {space} to an auction, from {low}.", low=low, **pieces)
    yield Line(text, joined(event, auction), seat)


def _auction(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    low = p.sum(f["low"])
    if f["space"] >= 0:
        text = p.tell("{space} is auctioned, from {low}.", space=p.space(f["space"]), low=low)
    elif f["piece"] == HOTEL:
        seats = p.seats(f["bidders"])
        text = p.tell("{A hotel} is auctioned among {seats}, from {low}.", seats=seats, low=low)
    else:
        seats = p.seats(f["bidders"])
        text = p.tell("{A house} is auctioned among {seats}, from {low}.", seats=seats, low=low)
    yield Line(text, event.because, NOBODY)


def _estate_lot(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    auction = tape.take("auction", space=f["space"])
    low = p.sum(auction.facts["low"] if auction else p.rules.opening_bid)
    text = p.tell("The {bank} auctions {space}, from {low}.", space=p.space(f["space"]), low=low)
    yield Line(text, joined(event, auction), NOBODY)


def _unsold(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    if f["space"] >= 0:
        text = p.tell("Nobody bids: {space} stays with the {bank}.", space=p.space(f["space"]))
    elif f["piece"] == HOTEL:
        text = p.tell("Nobody bids: the {hotel} stays with the {bank}.")
    else:
        text = p.tell("Nobody bids: the {house} stays with the {bank}.")
    yield Line(text, event.because, NOBODY)


def _scarce(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"seat": p.seat(f["seat"]), "space": p.space(f["space"])}
    if f["piece"] == HOTEL:
        text = p.tell(
            "{seat} order[s|] {a hotel} for {space}, and the {bank} has only {n}.",
            n=f["left"],
            **pieces,
        )
    else:
        text = p.tell(
            "{seat} order[s|] {a house} for {space}, and the {bank} has only {n}.",
            n=f["left"],
            **pieces,
        )
    yield Line(text, event.because, f["seat"])


def _claim(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"seat": p.seat(f["seat"])}
    if f["piece"] == HOTEL:
        text = p.tell("{seat} want[s|] {a hotel} too.", **pieces)
    else:
        text = p.tell("{seat} want[s|] {a house} too.", **pieces)
    yield Line(text, event.because, f["seat"])


def _wish_lapse(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"seat": p.seat(f["seat"])}
    if f["piece"] == HOTEL:
        text = p.tell("{seat} get[s|] no {hotel}.", **pieces)
    else:
        text = p.tell("{seat} get[s|] no {house}.", **pieces)
    yield Line(text, event.because, f["seat"])


# ---------------------------------------------------------------- rent that is asked for


def _claim_open(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    pieces = {"seat": p.seat(f["of"]), "other": p.seat(f["by"]), "space": p.space(f["space"])}
    if f["times"]:
        text = p.tell(
            "{other} may ask {seat} for the rent of {space}: {n} times a fresh throw.",
            n=f["times"],
            **pieces,
        )
    else:
        amount = p.sum(f["amount"])
        text = p.tell(
            "{other} may ask {seat} for {amount} rent for {space}.", amount=amount, **pieces
        )
    yield Line(text, event.because, f["by"])


# ---------------------------------------------------------------- deals


def _offer(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat = f["seat"]
    yield Line(offering(p, seat, f["to"], f["give"], f["get"]), event.because, seat)


def offering(p: Parts, by: int, to: int, give: Bundle, get: Bundle) -> Sentence:
    """The sentence for an offer."""
    pieces = {"seat": p.seat(by), "other": p.seat(to)}
    if not get:
        return p.tell("{seat} offer[s|] {other} {give} as a gift.", give=p.bundle(give), **pieces)
    if not give:
        return p.tell("{seat} ask[s|] {other} for {get} as a gift.", get=p.bundle(get), **pieces)
    return p.tell(
        "{seat} offer[s|] {other} {give} for {get}.",
        give=p.bundle(give),
        get=p.bundle(get),
        **pieces,
    )


def _deal(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    give, get = f["give"], f["get"]
    details: list[Told] = []
    while (more := tape.take("pay", what="deal") or tape.take("deed", "hand-card")) is not None:
        details.append(more)
    pieces = {"seat": p.seat(f["by"]), "other": p.seat(f["to"])}
    if not get:
        text = p.tell("{seat} give[s|] {other} {give} as a gift.", give=p.bundle(give), **pieces)
    elif not give:
        text = p.tell("{other} give[other:s|] {seat} {get} as a gift.", get=p.bundle(get), **pieces)
    else:
        text = p.tell(
            "{other} accept[other:s|]: {seat} give[s|] {give} and get[s|] {get}.",
            give=p.bundle(give),
            get=p.bundle(get),
            **pieces,
        )
    yield Line(text, joined(event, *details), f["to"])


# ---------------------------------------------------------------- leaving and the end


def _bankrupt(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat, creditor = f["seat"], f["creditor"]
    who = p.seat(seat)
    if isinstance(tape.answer, Resign):
        text = p.tell("{seat} leave[s|] the game.", seat=who)
    elif creditor >= 0:
        text = p.tell("{seat} [is|are] bankrupt to {other}.", seat=who, other=p.seat(creditor))
    elif creditor == POT:
        text = p.tell("{seat} [is|are] bankrupt to the pot.", seat=who)
    else:
        text = p.tell("{seat} [is|are] bankrupt to the {bank}.", seat=who)
    yield Line(text, event.because, seat)
    cash = buildings = 0
    deeds: list[int] = []
    cards: list[int] = []
    parts: list[Told] = []
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
        parts.append(more)
    if buildings:
        text = p.tell(
            "The {bank} takes [{seat}’s|your] buildings back for {amount}.",
            seat=who,
            amount=p.sum(buildings),
        )
        yield Line(text, ("bankruptcy.buildings", "selling-buildings.half-price"), NOBODY)
    estate = Bundle(tuple(deeds), cash, tuple(cards))
    if estate:
        handed = [e for e in parts if e.kind in ("deed", "hand-card") or _is_estate(e)]
        because = joined(*handed, *(e for e in parts if e.kind == "redeem"))
        if creditor >= 0:
            text = p.tell(
                "{other} receive[other:s|] {things}.",
                other=p.seat(creditor),
                things=p.bundle(estate),
            )
        else:
            text = p.tell("The {bank} receives {things}.", things=p.bundle(estate))
        yield Line(text, because, creditor if creditor >= 0 else NOBODY)


def _is_estate(event: Told) -> bool:
    return event.kind == "pay" and event.facts["what"] == "estate"


def _over(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    winners: Sequence[int] = f["winners"]
    scores: Mapping[int, int] | None = f.get("scores")
    first = winners[0]
    if scores is None:
        text = p.tell("{seat} [is|are] the last player left and win[s|].", seat=p.seat(first))
    elif len(winners) == 1:
        text = p.tell(
            "{seat} [is|are] the richest with {amount} and win[s|].",
            seat=p.seat(first),
            amount=p.sum(scores[first]),
        )
    else:
        text = p.tell(
            "{seats} are the richest with {amount} each and share the win.",
            seats=p.seats(winners),
            amount=p.sum(scores[first]),
        )
    yield Line(text, event.because, first)


_TELL: Final[Mapping[str, Callable[[Parts, Tape, Told, Facts], Iterable[Line]]]] = {
    "auction": _auction,
    "bankrupt": _bankrupt,
    "build": _build,
    "card": _card,
    "claim": _claim,
    "claim-open": _claim_open,
    "deal": _deal,
    "debt": payments.debt,
    "declined": _declined,
    "deed": _deed,
    "estate-lot": _estate_lot,
    "hand-card": _hand_card,
    "move": _move,
    "no-rent": _no_rent,
    "offer": _offer,
    "over": _over,
    "pay": payments.pay,
    "scarce": _scarce,
    "throw": _throw,
    "unsold": _unsold,
    "wish-lapse": _wish_lapse,
}
