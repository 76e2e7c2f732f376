"""Tells payments and debts in sentences, by the kind of payment (the fact ``what``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.words import BANK, POT
from .pieces import Parts, Sentence
from .tape import Facts, Line, Tape, Told, joined


def pay(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
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
        case "price" if "short-game.deal-payment" in event.because:
            # A deed that was dealt, told without the deed itself.
            return p.tell("{seat} pay[s|] {amount} for {space}.", **pieces), ()
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
    if payee == BANK:
        return p.tell("{seat} pay[s|] the {bank} {amount}.", **pieces)
    if payee == POT:
        return p.tell("{seat} pay[s|] {amount} into the pot.", **pieces)
    return p.tell("{seat} pay[s|] {other} {amount}.", **pieces)


def _rent(p: Parts, event: Told, pieces: dict[str, Any], amount: int, space: int) -> Sentence:
    """The sentence for a rent. The event's clauses and the printed rents give the reason of the amount."""
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
    if not sold:
        return p.tell("{seat} sell[s|] buildings on {group} for {amount}.", **pieces), sold
    after = max(event.facts["after"] for event in sold)
    if after == 0:
        return p.tell("{seat} sell[s|] everything on {group} for {amount}.", **pieces), sold
    if not p.rules.even:  # streets of the group may have fewer already
        text = p.tell_n(
            "{seat} sell[s|] {group} down to at most {n} {house} each for {amount}.",
            "{seat} sell[s|] {group} down to at most {n} {houses} each for {amount}.",
            after,
            **pieces,
        )
        return text, sold
    text = p.tell_n(
        "{seat} sell[s|] {group} down to {n} {house} each for {amount}.",
        "{seat} sell[s|] {group} down to {n} {houses} each for {amount}.",
        after,
        **pieces,
    )
    return text, sold


def debt(p: Parts, tape: Tape, event: Told, f: Facts) -> Iterator[Line]:
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
