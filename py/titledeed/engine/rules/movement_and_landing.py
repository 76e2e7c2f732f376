"""Moving and landing: the salary, and the effect of the space reached.

Clauses: turn.throw-and-move, turn.token-stays, turn.shared-space, turn.space-decides, go.*,
free-parking.*, jail.just-visiting.
"""

from __future__ import annotations

from typing import Final

from ..asks import (
    AskCard,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, POT, SPACES, Because
from . import purchase, rent, tax

_THROW: Final = ("turn.throw-and-move", "turn.token-stays", "setup.board-track")
_FROM_GO: Final = (*_THROW, "go.once-per-lap")
_SALARY: Final = ("go.salary", "go.once-per-lap", "bank.pays")
_SECOND: Final = ("go.salary", "go.second-salary-by-card", "bank.pays")
_SPACE: Final = ("turn.space-decides",)
_OWN: Final = ("turn.space-decides", "rent.due")
_GO: Final = ("setup.corners", "turn.space-decides")
_PARKING: Final = (
    "free-parking.nothing",
    "free-parking.no-pot",
    "setup.corners",
    "turn.space-decides",
)
_PAID_PARKING: Final = ("house.free-parking", "turn.space-decides")
_VISIT: Final = ("jail.just-visiting", "setup.corners", "turn.space-decides")
_TO_JAIL: Final = (
    "jail.entry",
    "jail.direct",
    "jail.ends-turn",
    "setup.corners",
    "turn.space-decides",
)
_DRAW: Final = ("cards.draw", "setup.card-spaces", "turn.space-decides")


def walk(tx: Mutator, seat: int, steps: int, clauses: Because = ()) -> None:
    """Move forward by a throw, with the salary on the way, and land."""
    state = tx.state
    before = state.at[seat]
    to = before + steps
    passed = to >= SPACES
    if passed:
        to -= SPACES
    where = _THROW if before else _FROM_GO
    if tx.events is not None and to in state.at and _shared(tx, to):
        where = (*where, "turn.shared-space")
    tx.move(seat, to, where + clauses, "throw", steps)
    if passed:
        salary(tx, seat, to == 0, _SALARY)
    land(tx, seat, steps, salaried=passed)


def _shared(tx: Mutator, space: int) -> bool:
    """Whether the token of a playing seat is on the space. Retired seats have none."""
    state = tx.state
    return any(at == space and plays for at, plays in zip(state.at, state.playing, strict=True))


def advance(tx: Mutator, seat: int, to: int, clauses: Because, salaried: bool) -> bool:
    """Move forward to a space by a card. ``salaried``: this move has already reached GO. Returns whether
    it has reached GO now."""
    before = tx.state.at[seat]
    passed = to <= before
    tx.move(seat, to, clauses, "card", (to - before) % SPACES)
    if passed and salaried and to and not tx.rules.salary_by_every_card:
        tx.lap(seat)
        tx.tell("no-salary", ("go.second-salary-by-card",), seat=seat)
    elif passed:
        salary(tx, seat, to == 0, _SECOND if salaried else _SALARY)
    return passed or salaried


def salary(tx: Mutator, seat: int, landed: bool, clauses: Because) -> None:
    """Pay the salary for reaching or passing GO."""
    tx.lap(seat)
    amount = tx.rules.salary[seat]
    if landed and tx.rules.go_landing_double:
        amount *= 2
        clauses = ("house.go-landing", *clauses)
    if "salary" in tx.rules.house_rules:
        clauses = ("house.salary", *clauses)
    tx.pay(BANK, seat, amount, clauses, "salary", 0)


def land(
    tx: Mutator,
    seat: int,
    dice: int,
    *,
    by_card: bool = False,
    salaried: bool = False,
    factor: int = 1,
    times: int = 0,
) -> None:
    """Resolve the space that the token has reached. ``dice``: the sum of the throw that moved it, 0
    after a card. ``factor`` multiplies the rent of a railroad. ``times``: a card's multiple for a
    utility."""
    state = tx.state
    space = state.at[seat]
    kind = tx.rules.kind[space]
    match kind:
        case "street" | "railroad" | "utility":
            owner = state.owner[space]
            if owner == BANK:
                purchase.offer(tx, seat, space, by_card)
            elif owner == seat:
                tx.tell("own", _OWN, seat=seat, space=space)
            else:
                rent.fall_due(tx, seat, space, owner, dice, by_card, factor, times)
        case "chance" | "community-chest":
            tx.tell("draw", _DRAW, seat=seat, space=space)
            tx.push(AskCard(seat, 0 if kind == "chance" else 1, salaried))
        case "income-tax":
            tax.income(tx, seat, space)
        case "luxury-tax":
            tax.luxury(tx, seat, space)
        case "go-to-jail":
            tx.lock_up(seat, _TO_JAIL)
        case "free-parking":
            parking(tx, seat)
        case "jail":
            tx.tell("visit", _VISIT, seat=seat, space=space)
        case _:
            tx.tell("rest", _GO, seat=seat, space=space)


def parking(tx: Mutator, seat: int) -> None:
    """Resolve Free Parking: nothing happens, or a house rule pays."""
    state = tx.state
    if tx.rules.pot:
        tx.tell("rest", _SPACE, seat=seat, space=state.at[seat])
        if state.cash[POT]:
            tx.pay(POT, seat, state.cash[POT], _PAID_PARKING, "parking", state.at[seat])
    elif tx.rules.parking:
        tx.pay(BANK, seat, tx.rules.parking, _PAID_PARKING, "parking", state.at[seat])
    else:
        tx.tell("rest", _PARKING, seat=seat, space=state.at[seat])
