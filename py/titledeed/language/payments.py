"""Describes payments and debts in sentences, by the kind of payment (the fact ``what``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.special_seats_and_ids import BANK, POT
from .event_grouping_cursor import EventCursor, Facts, Line, Told, joined
from .sentence_parts import Sentence, SentenceParts


def narrate_payment(
    parts: SentenceParts, tape: EventCursor, event: Told, f: Facts
) -> Iterator[Line]:
    payer, payee = f["payer"], f["payee"]
    text, used = _payment(parts, tape, event, f, payer, payee)
    yield Line(text, joined(event, *used), payer if payer >= 0 else payee)


def _payment(
    parts: SentenceParts, tape: EventCursor, event: Told, f: Facts, payer: int, payee: int
) -> tuple[Sentence, Sequence[Told | None]]:
    amount, space = f["amount"], f["space"]
    values: dict[str, Any] = {"amount": parts.sum(amount)}
    if payer >= 0:
        values["seat"] = parts.seat(payer)
        if payee >= 0:
            values["other"] = parts.seat(payee)
    elif payee >= 0:
        values["seat"] = parts.seat(payee)
    if space >= 0:
        values["space"] = parts.space(space)
    match f["what"]:
        case "rent":
            return _rent(parts, event, values, amount, space), ()
        case "price" if "short-game.deal-payment" in event.clauses:
            # A dealt deed, without a line for the deed itself.
            return parts.tell("{seat} pay[s|] {amount} for {space}.", **values), ()
        case "price":
            deed = tape.take("deed", space=space)
            return parts.tell("{seat} buy[s|] {space} for {amount}.", **values), (deed,)
        case "bid":
            deed = tape.take("deed", space=space)
            return parts.tell("{seat} win[s|] {space} at auction for {amount}.", **values), (deed,)
        case "bid-house" | "bid-hotel" as kind:
            if kind == "bid-hotel":
                return parts.tell("{seat} win[s|] {a hotel} at auction for {amount}.", **values), ()
            return parts.tell("{seat} win[s|] {a house} at auction for {amount}.", **values), ()
        case "house" | "hotel" as kind:
            built = tape.take("build", space=space)
            if kind == "hotel":
                return parts.tell(
                    "{seat} build[s|] {a hotel} on {space} for {amount}.", **values
                ), (built,)
            return parts.tell("{seat} build[s|] {a house} on {space} for {amount}.", **values), (
                built,
            )
        case "sell-house":
            sold = tape.take("unbuild", space=space)
            return parts.tell("{seat} sell[s|] {a house} on {space} for {amount}.", **values), (
                sold,
            )
        case "sell-hotel":
            sold = tape.take("unbuild", space=space)
            left = sold.facts["after"] if sold else parts.rules.top - 1
            text = parts.tell_n(
                "{seat} get[s|] {amount} and {n} {house} for the {hotel} on {space}.",
                "{seat} get[s|] {amount} and {n} {houses} for the {hotel} on {space}.",
                left,
                **values,
            )
            return text, (sold,)
        case "sell-down":
            return _sell_down(parts, tape, values, space)
        case "mortgage":
            turned = tape.take("mortgage", space=space)
            return parts.tell("{seat} mortgage[s|] {space} for {amount}.", **values), (turned,)
        case "redeem":
            turned = tape.take("redeem", space=space)
            return parts.tell("{seat} lift[s|] the mortgage on {space} for {amount}.", **values), (
                turned,
            )
        case "interest":
            return parts.tell(
                "{seat} pay[s|] {amount} interest on the mortgage of {space}.", **values
            ), ()
        case "fine":
            free = tape.take("free", how="fine")
            if free:
                return parts.tell(
                    "{seat} pay[s|] the fine of {amount} and leave[s|] {jail}.", **values
                ), (free,)
            return parts.tell("{seat} pay[s|] the fine of {amount}.", **values), ()
        case "tax":
            if payee == POT:
                return parts.tell("{seat} pay[s|] {amount} in {space} into the pot.", **values), ()
            return parts.tell("{seat} pay[s|] {amount} in {space}.", **values), ()
        case "salary":
            return parts.tell("{seat} collect[s|] {amount} {salary}.", **values), ()
        case "parking":
            if payer == POT:
                return parts.tell(
                    "{seat} take[s|] the pot of {amount} on {free_parking}.", **values
                ), ()
            return parts.tell("{seat} collect[s|] {amount} on {free_parking}.", **values), ()
        case "repairs":
            return parts.tell("{seat} pay[s|] {amount} for repairs.", **values), ()
        case "estate-buildings":
            text = parts.tell(
                "The {bank} gives {amount} for [{seat}’s|your] buildings on {space}.", **values
            )
            return text, (tape.take("unbuild", space=space),)
        case _:
            return _plain_payment(parts, values, payer, payee), ()


def _plain_payment(
    parts: SentenceParts, values: dict[str, Any], payer: int, payee: int
) -> Sentence:
    if payer == BANK:
        return parts.tell("The {bank} pays {seat} {amount}.", **values)
    if payee == BANK:
        return parts.tell("{seat} pay[s|] the {bank} {amount}.", **values)
    if payee == POT:
        return parts.tell("{seat} pay[s|] {amount} into the pot.", **values)
    return parts.tell("{seat} pay[s|] {other} {amount}.", **values)


def _rent(
    parts: SentenceParts, event: Told, values: dict[str, Any], amount: int, space: int
) -> Sentence:
    """The sentence for a rent. The event's clauses and the printed rents explain the amount."""
    clauses = event.clauses
    rents = parts.rules.rents[space]
    if "rent.buildings" in clauses and rents.count(amount) == 1:
        level = rents.index(amount)
        if level == 5:
            return parts.tell(
                "{seat} pay[s|] {other} {amount} rent for {space} with {a hotel}.", **values
            )
        return parts.tell_n(
            "{seat} pay[s|] {other} {amount} rent for {space} with {n} {house}.",
            "{seat} pay[s|] {other} {amount} rent for {space} with {n} {houses}.",
            level,
            **values,
        )
    if "rent.group-double" in clauses:
        return parts.tell(
            "{seat} pay[s|] {other} {amount} rent for {space}, doubled for the complete group.",
            **values,
        )
    if "cards.nearest-railroad" in clauses:
        return parts.tell("{seat} pay[s|] {other} {amount}, twice the rent of {space}.", **values)
    if "rent.railroad-scale" in clauses and rents.count(amount) == 1 and amount != rents[0]:
        return parts.tell_n(
            "{seat} pay[s|] {other} {amount} rent for {space}, with {n} {railroad} owned.",
            "{seat} pay[s|] {other} {amount} rent for {space}, with {n} {railroads} owned.",
            rents.index(amount) + 1,
            **values,
        )
    return parts.tell("{seat} pay[s|] {other} {amount} rent for {space}.", **values)


def _sell_down(
    parts: SentenceParts, tape: EventCursor, values: dict[str, Any], space: int
) -> tuple[Sentence, Sequence[Told]]:
    sold = tape.take_all("unbuild")
    values["group"] = parts.group(parts.group_index(space))
    if not sold:
        return parts.tell("{seat} sell[s|] buildings on {group} for {amount}.", **values), sold
    after = max(event.facts["after"] for event in sold)
    if after == 0:
        return parts.tell("{seat} sell[s|] all buildings on {group} for {amount}.", **values), sold
    if not parts.rules.even:  # streets of the group may have fewer already
        text = parts.tell_n(
            "{seat} sell[s|] {group} down to at most {n} {house} each, for {amount} in all.",
            "{seat} sell[s|] {group} down to at most {n} {houses} each, for {amount} in all.",
            after,
            **values,
        )
        return text, sold
    text = parts.tell_n(
        "{seat} sell[s|] {group} down to {n} {house} each, for {amount} in all.",
        "{seat} sell[s|] {group} down to {n} {houses} each, for {amount} in all.",
        after,
        **values,
    )
    return text, sold


def narrate_debt(parts: SentenceParts, tape: EventCursor, event: Told, f: Facts) -> Iterator[Line]:
    seat, creditor = f["seat"], f["creditor"]
    values = {
        "seat": parts.seat(seat),
        "amount": parts.sum(f["amount"]),
        "missing": parts.sum(f["missing"]),
    }
    if creditor >= 0:
        text = parts.tell(
            "{seat} owe[s|] {other} {amount} and [is|are] {missing} short.",
            other=parts.seat(creditor),
            **values,
        )
    elif creditor == POT:
        text = parts.tell("{seat} owe[s|] the pot {amount} and [is|are] {missing} short.", **values)
    else:
        text = parts.tell(
            "{seat} owe[s|] the {bank} {amount} and [is|are] {missing} short.", **values
        )
    yield Line(text, event.clauses, seat)
