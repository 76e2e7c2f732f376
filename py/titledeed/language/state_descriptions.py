"""Describes the current state in words: squares, deeds and players."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.asks import AskRentRoll
from ..engine.rules import rent
from ..engine.rules.tax import FLAT, SHARE
from ..engine.special_seats_and_ids import BANK, FREE, HOTEL_RENT
from ..engine.state import (
    State,
)
from .sentence_parts import SentenceParts


def seat_says(parts: SentenceParts, state: State, seat: int, *, worth: int | None = None) -> str:
    """A summary of a player for a screen reader. ``worth``: the player's worth, if the rules allow it to
    be shown."""
    who = parts.seat(seat)
    if not state.playing[seat]:
        return parts._("{seat} [is|are] out of the game.", seat=who)
    phrases = [parts._("{seat} ha[s|ve] {cash}.", seat=who, cash=parts.sum(state.cash[seat]))]
    if worth is not None:
        phrases.append(parts._("Total worth: {amount}.", amount=parts.sum(worth)))
    if state.jail[seat] != FREE:
        phrases.append(parts._("In {jail}."))
    else:
        phrases.append(parts._("On {space}.", space=parts.space(state.at[seat])))
    deeds = [i for i in parts.rules.ownable if state.owner[i] == seat]
    if deeds:
        names = [
            parts._("{space} (mortgaged)", space=parts.space(i))
            if state.mortgaged[i]
            else parts.space_name(i)
            for i in deeds
        ]
        phrases.append(
            parts.n_(
                "Owns {n} {deed}: {things}.",
                "Owns {n} {deeds}: {things}.",
                len(deeds),
                things=parts.listed(names),
            )
        )
    else:
        phrases.append(parts._("Owns no {deeds}."))
    cards = [parts.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat]
    if cards:
        phrases.append(parts._("Holds {things}.", things=parts.listed(cards)))
    return " ".join(phrases)


def jail_text(parts: SentenceParts, state: State, seat: int) -> str:
    """ "in jail, turn 2", with the number of the present or next turn there; "" outside jail."""
    if state.jail[seat] == FREE:
        return ""
    return parts._("in {jail}, turn {n}", n=state.jail[seat] + 1)


def square_foot(parts: SentenceParts, state: State, i: int) -> str:
    """The small print of a square: its price, rent, tax or salary; "" if there is none."""
    rules = parts.rules
    match rules.kind[i]:
        case "street" | "railroad" | "utility":
            if state.owner[i] == BANK:
                return parts.money(rules.price[i])
            return rent_now(parts, state, i)
        case "go":
            return parts._("collect {amount}", amount=parts.pay())
        case "jail":
            return parts._("{just_visiting}")
        case "luxury-tax":
            return parts._("pay {amount}", amount=parts.sum(rules.luxury_tax))
        case "income-tax":
            return _income_tax(parts)
        case _:
            return ""


def _income_tax(parts: SentenceParts) -> str:
    flat, percent = parts.sum(FLAT), parts.numbers.percent(SHARE)
    match parts.rules.income_tax:
        case "choice":
            return parts._("{amount} or {percent}", amount=flat, percent=percent)
        case "min":
            return parts._("{percent}, at most {amount}", amount=flat, percent=percent)
        case _:
            return parts._("pay {amount}", amount=flat)


def income_tax(parts: SentenceParts) -> str:
    """The amount of the tax in this game, as a sentence."""
    flat, percent = parts.sum(FLAT), parts.numbers.percent(SHARE)
    match parts.rules.income_tax:
        case "flat":
            return parts._("{income_tax} costs {flat}.", flat=flat)
        case "choice":
            return parts._(
                "{income_tax} costs {flat} or {percent} of your total worth. Decide "
                "before you add it up.",
                flat=flat,
                percent=percent,
            )
        case _:
            return parts._(
                "{income_tax} costs {flat} or {percent} of your total worth, whichever is less.",
                flat=flat,
                percent=percent,
            )


def rent_now(parts: SentenceParts, state: State, i: int) -> str:
    """The rent of an owned property now: a sum, a multiple of the dice, or "mortgaged"."""
    if state.mortgaged[i]:
        return parts._("mortgaged")
    if parts.rules.kind[i] == "utility":
        times = rent.utility_times(state, i)
        if isinstance(state.ask, AskRentRoll) and state.ask.space == i:
            times = state.ask.times  # a card may set another multiple than the deed
        return parts._("{n} × dice", n=times)
    return parts.money(rent.fixed_rent(state, i))


def space_says(
    parts: SentenceParts, state: State, i: int, standing: Sequence[int] | None = None
) -> str:
    """A square in one line for a screen reader. ``standing``: the seats on it, by default those in the
    State."""
    rules = parts.rules
    phrases = [parts.space_name(i)]
    kind = rules.kind[i]
    if kind == "street":
        phrases.append(parts._("{group} group", group=parts.group(parts.group_index(i))))
    if kind in ("street", "railroad", "utility"):
        owner = state.owner[i]
        if owner == BANK:
            phrases.append(parts._("for sale at {price}", price=parts.sum(rules.price[i])))
        else:
            phrases.append(parts._("owned by {seat}", seat=parts.seat(owner)))
            if state.mortgaged[i]:
                phrases.append(parts._("mortgaged"))
            else:
                if state.level[i]:
                    phrases.append(parts.buildings(state.level[i]))
                phrases.append(parts._("rent {rent}", rent=rent_now(parts, state, i)))
    elif small := square_foot(parts, state, i):
        phrases.append(small)
    here = standing
    if here is None:
        here = [s for s in range(state.seats) if state.playing[s] and state.at[s] == i]
    if kind == "jail":
        jailed = [s for s in here if state.jail[s] != FREE]
        here = [s for s in here if state.jail[s] == FREE]
        if jailed:
            phrases.append(parts._("in {jail}: {seats}", seats=parts.seats(jailed)))
    if here:
        phrases.append(parts._("here: {seats}", seats=parts.seats(here)))
    return parts.catalogue.series(phrases)


def owner_says(parts: SentenceParts, state: State, i: int) -> str:
    """The owner of a property, or its price if nobody owns it; "" for any other space."""
    if parts.rules.kind[i] not in ("street", "railroad", "utility"):
        return ""
    owner = state.owner[i]
    if owner == BANK:
        return parts._("Nobody owns it. It costs {price}.", price=parts.sum(parts.rules.price[i]))
    return parts._("{seat} own[s|] it.", seat=parts.seat(owner))


def landing_cost(parts: SentenceParts, state: State, i: int, seat: int) -> str:
    """The cost of landing on a property now. If nobody owns it, its rent with ``seat`` as owner."""
    rules = parts.rules
    if rules.kind[i] not in ("street", "railroad", "utility"):
        return ""
    if state.owner[i] != BANK:
        if state.mortgaged[i]:
            return parts._("Landing here costs nothing now.")
        if rules.kind[i] == "utility":
            return parts._(
                "Landing here costs {n} times the throw.", n=rent.utility_times(state, i)
            )
        return parts._(
            "Landing here costs {amount} now.", amount=parts.sum(rent.fixed_rent(state, i))
        )
    after = state.copy()
    after.owner[i] = seat
    if rules.kind[i] == "utility":
        return parts._(
            "If {seat} owned it, the rent would be {n} times the throw.",
            seat=parts.seat(seat),
            n=rent.utility_times(after, i),
        )
    text = parts._(
        "If {seat} owned it, the rent would be {amount}.",
        seat=parts.seat(seat),
        amount=parts.sum(rent.fixed_rent(after, i)),
    )
    if rules.kind[i] == "street" and all(after.owner[m] == seat for m in rules.members[i]):
        text += " " + parts._("This property would complete the group.")
    return text


def deed_rows(parts: SentenceParts, i: int) -> list[tuple[str, str]]:
    """The printed rents of a property, each with its label, in the order of its table. A street
    has one row more than its table: the doubled rent of a complete group comes second."""
    rules = parts.rules
    rents = rules.rents[i]
    match rules.kind[i]:
        case "street":
            rows = [
                (parts._("Rent"), parts.money(rents[0])),
                (parts._("with the complete group"), parts.money(2 * rents[0])),
            ]
            houses = rents[1 : rules.top]
            rows += [
                (parts.n_("with {n} {house}", "with {n} {houses}", n), parts.money(amount))
                for n, amount in enumerate(houses, 1)
            ]
            return [*rows, (parts._("with {a hotel}"), parts.money(rents[HOTEL_RENT]))]
        case "railroad":
            return [
                (parts.n_("with {n} {railroad}", "with {n} {railroads}", n), parts.money(amount))
                for n, amount in enumerate(rents, 1)
            ]
        case "utility":
            both = (
                parts._("both owned")
                if rules.utility_by_anyone
                else parts.n_("with {n} {utility}", "with {n} {utilities}", 2)
            )
            single = parts.n_("with {n} {utility}", "with {n} {utilities}", 1)
            return [
                (label, parts._("{n} × dice", n=times))
                for label, times in zip((single, both), rents, strict=True)
            ]
        case _:
            return []
