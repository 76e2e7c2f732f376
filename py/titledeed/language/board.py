"""Describes the present state in words: squares, deeds and players."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.rules import rent
from ..engine.rules.tax import FLAT
from ..engine.words import BANK, FREE, HOTEL_RENT, State
from .pieces import Parts


def seat_says(p: Parts, state: State, seat: int, *, worth: int | None = None) -> str:
    """A summary of a player for a screen reader. ``worth``: the player's worth, if the rules let it be
    shown."""
    who = p.seat(seat)
    if not state.playing[seat]:
        return p._("{seat} [is|are] out of the game.", seat=who)
    phrases = [p._("{seat} ha[s|ve] {cash}.", seat=who, cash=p.sum(state.cash[seat]))]
    if worth is not None:
        phrases.append(p._("Worth {amount}.", amount=p.sum(worth)))
    if state.jail[seat] != FREE:
        phrases.append(p._("In {jail}."))
    else:
        phrases.append(p._("On {space}.", space=p.space(state.at[seat])))
    deeds = [i for i in p.rules.ownable if state.owner[i] == seat]
    if deeds:
        names = [
            p._("{space} (mortgaged)", space=p.space(i)) if state.mortgaged[i] else p.space_name(i)
            for i in deeds
        ]
        phrases.append(
            p.n_(
                "Owns {n} {deed}: {things}.",
                "Owns {n} {deeds}: {things}.",
                len(deeds),
                things=p.listed(names),
            )
        )
    else:
        phrases.append(p._("Owns no {deeds}."))
    cards = [p.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat]
    if cards:
        phrases.append(p._("Holds {things}.", things=p.listed(cards)))
    return " ".join(phrases)


def jailed(p: Parts, state: State, seat: int) -> str:
    """ "in jail, turn 2", with the number of the present or next turn there; "" outside jail."""
    if state.jail[seat] == FREE:
        return ""
    return p._("in {jail}, turn {n}", n=state.jail[seat] + 1)


def foot(p: Parts, state: State, i: int) -> str:
    """The small print of a square: its price, rent, tax or salary; "" if there is none."""
    rules = p.rules
    match rules.kind[i]:
        case "street" | "railroad" | "utility":
            if state.owner[i] == BANK:
                return p.money(rules.price[i])
            return rent_now(p, state, i)
        case "go":
            return p._("collect {amount}", amount=p.pay())
        case "jail":
            return p._("{just_visiting}")
        case "luxury-tax":
            return p._("pay {amount}", amount=p.sum(rules.luxury_tax))
        case "income-tax":
            return _income_tax(p)
        case _:
            return ""


def _income_tax(p: Parts) -> str:
    flat, percent = p.sum(FLAT), p.numbers.percent(10)
    match p.rules.income_tax:
        case "choice":
            return p._("{amount} or {percent}", amount=flat, percent=percent)
        case "min":
            return p._("{percent}, at most {amount}", amount=flat, percent=percent)
        case _:
            return p._("pay {amount}", amount=flat)


def income_tax(p: Parts) -> str:
    """The amount of the tax in this game, as a sentence."""
    flat = p.sum(FLAT)
    match p.rules.income_tax:
        case "flat":
            return p._("{income_tax} costs {flat}.", flat=flat)
        case "choice":
            return p._(
                "{income_tax} costs {flat} or a tenth of all you own: you choose before you count.",
                flat=flat,
            )
        case _:
            return p._(
                "{income_tax} costs {flat} or a tenth of all you own, whichever is less.", flat=flat
            )


def rent_now(p: Parts, state: State, i: int) -> str:
    """The rent of an owned property now: a sum, a multiple of the dice, or "mortgaged"."""
    if state.mortgaged[i]:
        return p._("mortgaged")
    if p.rules.kind[i] == "utility":
        return p._("{n} × dice", n=rent.utility_times(state, i))
    return p.money(rent.fixed_rent(state, i))


def space_says(p: Parts, state: State, i: int, standing: Sequence[int] | None = None) -> str:
    """A square in one line for a screen reader. ``standing``: the seats on it; without it the State tells
    them."""
    rules = p.rules
    phrases = [p.space_name(i)]
    kind = rules.kind[i]
    if kind == "street":
        phrases.append(p._("group {group}", group=p.group(p.group_index(i))))
    if kind in ("street", "railroad", "utility"):
        owner = state.owner[i]
        if owner == BANK:
            phrases.append(p._("for sale at {price}", price=p.sum(rules.price[i])))
        else:
            phrases.append(p._("owned by {seat}", seat=p.seat(owner)))
            if state.mortgaged[i]:
                phrases.append(p._("mortgaged"))
            else:
                if state.level[i]:
                    phrases.append(p.buildings(state.level[i]))
                phrases.append(p._("rent {rent}", rent=rent_now(p, state, i)))
    elif small := foot(p, state, i):
        phrases.append(small)
    here = standing
    if here is None:
        here = [s for s in range(state.seats) if state.playing[s] and state.at[s] == i]
    if kind == "jail":
        held = [s for s in here if state.jail[s] != FREE]
        here = [s for s in here if state.jail[s] == FREE]
        if held:
            phrases.append(p._("in {jail}: {seats}", seats=p.seats(held)))
    if here:
        phrases.append(p._("here: {seats}", seats=p.seats(here)))
    return ", ".join(phrases)


def owner_says(p: Parts, state: State, i: int) -> str:
    """The owner of a property, or its price if nobody owns it; "" for another space."""
    if p.rules.kind[i] not in ("street", "railroad", "utility"):
        return ""
    owner = state.owner[i]
    if owner == BANK:
        return p._("Nobody owns it; it costs {price}.", price=p.sum(p.rules.price[i]))
    return p._("{seat} own[s|] it.", seat=p.seat(owner))


def would(p: Parts, state: State, i: int, seat: int) -> str:
    """The cost of landing on a property now, or, if nobody owns it, its rent with ``seat`` as owner."""
    rules = p.rules
    if rules.kind[i] not in ("street", "railroad", "utility"):
        return ""
    if state.owner[i] != BANK:
        if state.mortgaged[i]:
            return p._("Landing here costs nothing now.")
        if rules.kind[i] == "utility":
            return p._("Landing here costs {n} times the dice.", n=rent.utility_times(state, i))
        return p._("Landing here costs {amount} now.", amount=p.sum(rent.fixed_rent(state, i)))
    after = state.copy()
    after.owner[i] = seat
    if rules.kind[i] == "utility":
        return p._(
            "Owned by {seat}, it would earn {n} times the dice.",
            seat=p.seat(seat),
            n=rent.utility_times(after, i),
        )
    text = p._(
        "Owned by {seat}, it would earn {amount}.",
        seat=p.seat(seat),
        amount=p.sum(rent.fixed_rent(after, i)),
    )
    if rules.kind[i] == "street" and all(after.owner[m] == seat for m in rules.members[i]):
        text += " " + p._("It would complete the group.")
    return text


def deed_rows(p: Parts, i: int) -> list[tuple[str, str]]:
    """The printed rents of a property, each with its label, in the order of its table. A street
    has one row more than its table: the doubled rent of a complete group comes second."""
    rules = p.rules
    rents = rules.rents[i]
    match rules.kind[i]:
        case "street":
            rows = [
                (p._("Rent"), p.money(rents[0])),
                (p._("with the complete group"), p.money(2 * rents[0])),
            ]
            houses = rents[1 : rules.top]
            rows += [
                (p.n_("with {n} {house}", "with {n} {houses}", n), p.money(amount))
                for n, amount in enumerate(houses, 1)
            ]
            return [*rows, (p._("with {a hotel}"), p.money(rents[HOTEL_RENT]))]
        case "railroad":
            return [
                (p.n_("with {n} {railroad}", "with {n} {railroads}", n), p.money(amount))
                for n, amount in enumerate(rents, 1)
            ]
        case "utility":
            both = (
                p._("both owned")
                if rules.utility_by_anyone
                else p.n_("with {n} {utility}", "with {n} {utilities}", 2)
            )
            single = p.n_("with {n} {utility}", "with {n} {utilities}", 1)
            return [
                (label, p._("{n} × dice", n=times))
                for label, times in zip((single, both), rents, strict=True)
            ]
        case _:
            return []
