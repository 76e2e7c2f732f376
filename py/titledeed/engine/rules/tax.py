"""Taxes, and a player's total worth for the ten percent. Clauses: tax.*."""

from __future__ import annotations

from typing import Final

from ..answers import (
    Flat,
    Percent,
)
from ..asks import (
    AskTax,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, POT, Because
from ..state import (
    State,
)

_LANDING: Final = ("tax.on-landing", "bank.collects", "setup.tax-spaces", "turn.space-decides")
FLAT: Final = 200
SHARE: Final = 10  # the other choice, in percent of the total worth


def collector(state: State) -> int:
    """The receiver of taxes, fines and card payments: the Bank, or the pot of a house rule."""
    return POT if state.rules.pot else BANK


def pot_clause(state: State) -> Because:
    return ("house.free-parking",) if state.rules.pot else ("free-parking.no-pot",)


def worth(state: State, seat: int) -> int:
    """The total worth for the tax: cash, printed prices of all deeds, and cost of the buildings. A hotel
    counts as the houses that it replaced, a jail card as nothing (tax.income-worth)."""
    rules = state.rules
    total = state.cash[seat]
    for i in rules.ownable:
        if state.owner[i] == seat:
            total += rules.price[i] + state.level[i] * rules.cost[i]
    return total


def tenth(state: State, seat: int) -> int:
    """``SHARE`` percent of the total worth, rounded up to a whole unit (ruling: tax.income)."""
    return -(-worth(state, seat) * SHARE // 100)


def income(tx: Mutator, seat: int, space: int) -> None:
    clauses: Because = ("tax.income", *_LANDING)
    match tx.rules.income_tax:
        case "choice":
            tx.tell("tax", ("tax.income", "tax.income-commit"), seat=seat, space=space)
            tx.push(AskTax(seat))
        case "min":
            clauses = (*clauses, "tax.income-worth", *_hotels(tx, seat))
            _charge(tx, seat, min(tenth(tx.state, seat), FLAT), clauses, space)
        case _:
            _charge(tx, seat, FLAT, clauses, space)


def _hotels(tx: Mutator, seat: int) -> Because:
    state = tx.state
    if any(state.owner[i] == seat and state.level[i] == tx.rules.top for i in tx.rules.streets):
        return ("hotels.equals-five",)
    return ()


def luxury(tx: Mutator, seat: int, space: int) -> None:
    _charge(tx, seat, tx.rules.luxury_tax, ("tax.luxury", *_LANDING), space)


def _charge(tx: Mutator, seat: int, amount: int, clauses: Because, space: int) -> None:
    tx.owe(seat, collector(tx.state), amount, clauses + pot_clause(tx.state), "tax", space)


def flat(tx: Mutator, ask: AskTax, seat: int, answer: Flat) -> None:
    tx.pop()
    clauses = ("tax.income", "tax.income-commit", *_LANDING)
    _charge(tx, seat, FLAT, clauses, tx.state.at[seat])


def percent(tx: Mutator, ask: AskTax, seat: int, answer: Percent) -> None:
    """Pay ten percent. The worth is added up only after the choice (tax.income-commit)."""
    tx.pop()
    clauses: Because = ("tax.income", "tax.income-worth", "tax.income-commit", *_LANDING)
    clauses += _hotels(tx, seat)
    _charge(tx, seat, tenth(tx.state, seat), clauses, tx.state.at[seat])
