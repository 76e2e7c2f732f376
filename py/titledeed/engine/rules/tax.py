"""Taxes, and a player's total worth for the ten percent. Clauses: tax.*."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import BANK, POT, AskTax, Because, Flat, Percent, State

_LANDING: Final = ("tax.on-landing", "bank.collects", "setup.tax-spaces", "turn.space-decides")
FLAT: Final = 200


def collector(s: State) -> int:
    """The receiver of taxes, fines and card payments: the Bank, or the pot of a house rule."""
    return POT if s.rules.pot else BANK


def pot_clause(s: State) -> Because:
    return ("house.free-parking",) if s.rules.pot else ("free-parking.no-pot",)


def worth(s: State, seat: int) -> int:
    """The total worth for the tax: cash, printed prices of all deeds, and cost of the buildings. A hotel
    counts as the houses that it replaced, a jail card as nothing (tax.income-worth)."""
    rules = s.rules
    total = s.cash[seat]
    for i in rules.ownable:
        if s.owner[i] == seat:
            total += rules.price[i] + s.level[i] * rules.cost[i]
    return total


def tenth(s: State, seat: int) -> int:
    """A tenth of the total worth, rounded up to a whole unit (ruling: tax.income)."""
    return -(-worth(s, seat) // 10)


def income(t: Table, seat: int, space: int) -> None:
    because: Because = ("tax.income", *_LANDING)
    match t.rules.income_tax:
        case "choice":
            t.tell("tax", ("tax.income", "tax.income-commit"), seat=seat, space=space)
            t.push(AskTax(seat))
        case "min":
            because = (*because, "tax.income-worth", *_hotels(t, seat))
            _charge(t, seat, min(tenth(t.s, seat), FLAT), because, space)
        case _:
            _charge(t, seat, FLAT, because, space)


def _hotels(t: Table, seat: int) -> Because:
    s = t.s
    if any(s.owner[i] == seat and s.level[i] == t.rules.top for i in t.rules.streets):
        return ("hotels.equals-five",)
    return ()


def luxury(t: Table, seat: int, space: int) -> None:
    _charge(t, seat, t.rules.luxury_tax, ("tax.luxury", *_LANDING), space)


def _charge(t: Table, seat: int, amount: int, because: Because, space: int) -> None:
    t.owe(seat, collector(t.s), amount, because + pot_clause(t.s), "tax", space)


def flat(t: Table, ask: AskTax, seat: int, answer: Flat) -> None:
    t.pop()
    because = ("tax.income", "tax.income-commit", *_LANDING)
    _charge(t, seat, FLAT, because, t.s.at[seat])


def percent(t: Table, ask: AskTax, seat: int, answer: Percent) -> None:
    """Pay ten percent. The worth is added up only after the choice (tax.income-commit)."""
    t.pop()
    because: Because = ("tax.income", "tax.income-worth", "tax.income-commit", *_LANDING)
    because += _hotels(t, seat)
    _charge(t, seat, tenth(t.s, seat), because, t.s.at[seat])
