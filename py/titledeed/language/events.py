"""What happened, in sentences. Several events that are one story make one sentence.

Everything a sentence says comes from the events' own facts and the printed tables of the rules, never
from the state: by the time it is read, the state may be a different one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..engine.words import BANK, HOTEL, NOBODY, POT, Answer, Because, Bundle, Event, Resign
from .catalogue import N_
from .pieces import Parts, Sentence, piece


class Line(NamedTuple):
    """One sentence of the journal: the clauses behind it, and whose it is (NOBODY: the Bank's)."""

    text: Sentence
    because: Because
    seat: int


Facts = Mapping[str, Any]


class Told(NamedTuple):
    """An event, its facts open to every use."""

    kind: str
    because: Because
    facts: Facts


# Events that say nothing of their own, and why.
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


class Tape:
    """The events of one answer, read from the front."""

    def __init__(self, p: Parts, events: Sequence[Event], answer: Answer | None) -> None:
        self.p = p
        self.answer = answer
        self._events = [Told(e.kind, e.because, e.facts) for e in events]
        self._at = 0

    def next(self) -> Told | None:
        """The next event, taken; None at the end."""
        if self._at == len(self._events):
            return None
        self._at += 1
        return self._events[self._at - 1]

    def take(self, *kinds: str, **facts: object) -> Told | None:
        """The next event, taken if it is of one of these kinds and has these facts."""
        if self._at < len(self._events):
            event = self._events[self._at]
            if event.kind in kinds and all(event.facts.get(k) == v for k, v in facts.items()):
                self._at += 1
                return event
        return None

    def take_all(self, *kinds: str) -> list[Told]:
        """All following events of these kinds."""
        events = []
        while (event := self.take(*kinds)) is not None:
            events.append(event)
        return events


class Plain(NamedTuple):
    """An event that one sentence tells: the message, the fact behind each of its pieces, and the fact that
    says whose line it is ("": the Bank's)."""

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
    """The lines for the events of one answer. ``answer``: which one, where it is known."""
    tape = Tape(p, events, answer)
    lines: list[Line] = []
    while (event := tape.next()) is not None:
        if event.kind in PLAIN:
            lines.append(_plain(p, event, PLAIN[event.kind]))
        elif event.kind not in SILENT:
            lines += _TELL[event.kind](p, tape, event, event.facts)
    return lines


def joined(*events: Told | None) -> Because:
    """The clauses of several events, each once, in order."""
    return tuple(dict.fromkeys(c for event in events if event for c in event.because))


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
    if move is None:
        text = p.tell("{seat} throw[s|] {dice}: no doubles at the third try.", seat=who, dice=dice)
        yield Line(text, ("jail.third-turn", *event.because), seat)
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
    landing = tape.take(*_LANDINGS)
    jailed = tape.take("move", how="jail")
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


# ---------------------------------------------------------------- money


def _pay(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    payer, payee = f["payer"], f["payee"]
    text, used = _payment(p, tape, event, f, payer, payee)
    yield Line(text, joined(event, *used), payer if payer >= 0 else payee)


def _payment(
    p: Parts, tape: Tape, event: Told, f: Facts, payer: int, payee: int
) -> tuple[Sentence, Sequence[Told | None]]:
    amount, space = f["amount"], f["space"]
    pieces: dict[str, Any] = {"amount": p.sum(amount)}
    if payer >= 0:
        pieces["seat"] = p.seat(payer)
        if payee >= 0:
            pieces["other"] = p.seat(payee)
    elif payee >= 0:
        pieces["seat"] = p.seat(payee)
    if space >= 0:
        pieces["space"] = p.space(space)
    match f["what"]:
        case "rent":
            return _rent(p, event, pieces, amount, space), ()
        case "price":
            deed = tape.take("deed", space=space)
            return p.tell("{seat} buy[s|] {space} for {amount}.", **pieces), (deed,)
        case "bid":
            deed = tape.take("deed", space=space)
            return p.tell("{seat} win[s|] {space} at auction for {amount}.", **pieces), (deed,)
        case "bid-house" | "bid-hotel" as kind:
            if kind == "bid-hotel":
                return p.tell("{seat} win[s|] {a hotel} at auction for {amount}.", **pieces), ()
            return p.tell("{seat} win[s|] {a house} at auction for {amount}.", **pieces), ()
        case "house" | "hotel" as kind:
            built = tape.take("build", space=space)
            if kind == "hotel":
                return p.tell("{seat} build[s|] {a hotel} on {space} for {amount}.", **pieces), (
                    built,
                )
            return p.tell("{seat} build[s|] {a house} on {space} for {amount}.", **pieces), (built,)
        case "sell-house":
            sold = tape.take("unbuild", space=space)
            return p.tell("{seat} sell[s|] {a house} on {space} for {amount}.", **pieces), (sold,)
        case "sell-hotel":
            sold = tape.take("unbuild", space=space)
            left = sold.facts["after"] if sold else p.rules.top - 1
            text = p.tell_n(
                "{seat} get[s|] {amount} and {n} {house} for the {hotel} on {space}.",
                "{seat} get[s|] {amount} and {n} {houses} for the {hotel} on {space}.",
                left,
                **pieces,
            )
            return text, (sold,)
        case "sell-down":
            return _sell_down(p, tape, pieces, space)
        case "mortgage":
            turned = tape.take("mortgage", space=space)
            return p.tell("{seat} mortgage[s|] {space} for {amount}.", **pieces), (turned,)
        case "redeem":
            turned = tape.take("redeem", space=space)
            return p.tell("{seat} lift[s|] the mortgage on {space} for {amount}.", **pieces), (
                turned,
            )
        case "interest":
            return p.tell(
                "{seat} pay[s|] {amount} interest and keep[s|] {space} mortgaged.", **pieces
            ), ()
        case "fine":
            free = tape.take("free", how="fine")
            if free:
                return p.tell(
                    "{seat} pay[s|] the fine of {amount} and leave[s|] {jail}.", **pieces
                ), (free,)
            return p.tell("{seat} pay[s|] the fine of {amount}.", **pieces), ()
        case "tax":
            if payee == POT:
                return p.tell("{seat} pay[s|] {amount} {space} into the pot.", **pieces), ()
            return p.tell("{seat} pay[s|] {amount} {space}.", **pieces), ()
        case "salary":
            return p.tell("{seat} collect[s|] {amount} {salary}.", **pieces), ()
        case "parking":
            if payer == POT:
                return p.tell(
                    "{seat} take[s|] the pot of {amount} on {free_parking}.", **pieces
                ), ()
            return p.tell("{seat} collect[s|] {amount} on {free_parking}.", **pieces), ()
        case "repairs":
            return p.tell("{seat} pay[s|] {amount} for repairs.", **pieces), ()
        case "estate-buildings":
            text = p.tell(
                "The {bank} gives {amount} for [{seat}’s|your] buildings on {space}.", **pieces
            )
            return text, (tape.take("unbuild", space=space),)
        case _:
            return _plain_payment(p, pieces, payer, payee), ()


def _plain_payment(p: Parts, pieces: dict[str, Any], payer: int, payee: int) -> Sentence:
    if payer == BANK:
        return p.tell("The {bank} pays {seat} {amount}.", **pieces)
    if payer == POT:
        return p.tell("{seat} take[s|] {amount} from the pot.", **pieces)
    if payee == BANK:
        return p.tell("{seat} pay[s|] the {bank} {amount}.", **pieces)
    if payee == POT:
        return p.tell("{seat} pay[s|] {amount} into the pot.", **pieces)
    return p.tell("{seat} pay[s|] {other} {amount}.", **pieces)


def _rent(p: Parts, event: Told, pieces: dict[str, Any], amount: int, space: int) -> Sentence:
    """Why the rent is what it is follows from its clauses and the printed table."""
    because = event.because
    rents = p.rules.rents[space]
    if "rent.buildings" in because and rents.count(amount) == 1:
        level = rents.index(amount)
        if level == 5:
            return p.tell(
                "{seat} pay[s|] {other} {amount} rent for {space} with {a hotel}.", **pieces
            )
        return p.tell_n(
            "{seat} pay[s|] {other} {amount} rent for {space} with {n} {house}.",
            "{seat} pay[s|] {other} {amount} rent for {space} with {n} {houses}.",
            level,
            **pieces,
        )
    if "rent.group-double" in because:
        return p.tell(
            "{seat} pay[s|] {other} {amount} rent for {space}, doubled for the complete group.",
            **pieces,
        )
    if "cards.nearest-railroad" in because:
        return p.tell("{seat} pay[s|] {other} {amount}, twice the rent of {space}.", **pieces)
    if "rent.railroad-scale" in because and rents.count(amount) == 1 and amount != rents[0]:
        return p.tell_n(
            "{seat} pay[s|] {other} {amount} rent for {space}, with {n} {railroad} in one hand.",
            "{seat} pay[s|] {other} {amount} rent for {space}, with {n} {railroads} in one hand.",
            rents.index(amount) + 1,
            **pieces,
        )
    return p.tell("{seat} pay[s|] {other} {amount} rent for {space}.", **pieces)


def _sell_down(
    p: Parts, tape: Tape, pieces: dict[str, Any], space: int
) -> tuple[Sentence, Sequence[Told]]:
    sold = tape.take_all("unbuild")
    pieces["group"] = p.group(p.group_index(space))
    after = max((event.facts["after"] for event in sold), default=0)
    if after == 0:
        return p.tell("{seat} sell[s|] everything on {group} for {amount}.", **pieces), sold
    text = p.tell_n(
        "{seat} sell[s|] {group} down to {n} {house} each for {amount}.",
        "{seat} sell[s|] {group} down to {n} {houses} each for {amount}.",
        after,
        **pieces,
    )
    return text, sold


def _debt(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
    seat, creditor = f["seat"], f["creditor"]
    pieces = {"seat": p.seat(seat), "amount": p.sum(f["amount"]), "missing": p.sum(f["missing"])}
    if creditor >= 0:
        text = p.tell(
            "{seat} owe[s|] {other} {amount} and [is|are] {missing} short.",
            other=p.seat(creditor),
            **pieces,
        )
    elif creditor == POT:
        text = p.tell("{seat} owe[s|] the pot {amount} and [is|are] {missing} short.", **pieces)
    else:
        text = p.tell("{seat} owe[s|] the {bank} {amount} and [is|are] {missing} short.", **pieces)
    yield Line(text, event.because, seat)


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
    """A jail card goes back to its deck because it is used; deals and estates tell theirs."""
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
    """An offer that was made."""
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
        because = joined(*(e for e in parts if e.kind in ("deed", "hand-card", "pay", "redeem")))
        because = tuple(c for c in because if c != "bankruptcy.buildings") or event.because
        if creditor >= 0:
            text = p.tell(
                "{other} receive[other:s|] {things}.",
                other=p.seat(creditor),
                things=p.bundle(estate),
            )
        else:
            text = p.tell("The {bank} receives {things}.", things=p.bundle(estate))
        yield Line(text, because, creditor if creditor >= 0 else NOBODY)


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
    "debt": _debt,
    "declined": _declined,
    "deed": _deed,
    "estate-lot": _estate_lot,
    "hand-card": _hand_card,
    "move": _move,
    "no-rent": _no_rent,
    "offer": _offer,
    "over": _over,
    "pay": _pay,
    "scarce": _scarce,
    "throw": _throw,
    "unsold": _unsold,
    "wish-lapse": _wish_lapse,
}
