"""Moving and landing: the salary, and what the space reached allows or demands.

Clauses: turn.throw-and-move, turn.token-stays, turn.shared-space, turn.space-decides, go.*,
free-parking.*, jail.just-visiting.
"""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    BANK,
    POT,
    SPACES,
    AskCard,
    Because,
)
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


def walk(t: Table, seat: int, steps: int, because: Because = ()) -> None:
    """Move forward by a throw, with the salary on the way, and land."""
    s = t.s
    before = s.at[seat]
    to = before + steps
    passed = to >= SPACES
    if passed:
        to -= SPACES
    where = _THROW if before else _FROM_GO
    if t.events is not None and to in s.at and _shared(t, to):
        where = (*where, "turn.shared-space")
    t.move(seat, to, where + because, "throw", steps)
    if passed:
        salary(t, seat, to == 0, _SALARY)
    land(t, seat, steps, salaried=passed)


def _shared(t: Table, space: int) -> bool:
    """Whether the token of a playing seat stands on the space. Retired seats have none."""
    s = t.s
    return any(at == space and plays for at, plays in zip(s.at, s.playing, strict=True))


def advance(t: Table, seat: int, to: int, because: Because, salaried: bool) -> bool:
    """Move forward to a space by a card. ``salaried``: this move has come to GO already. Returns whether it
    has now."""
    before = t.s.at[seat]
    passed = to <= before
    t.move(seat, to, because, "card", (to - before) % SPACES)
    if passed and salaried and to and not t.rules.salary_by_every_card:
        t.lap(seat)
        t.tell("no-salary", ("go.second-salary-by-card",), seat=seat)
    elif passed:
        salary(t, seat, to == 0, _SECOND if salaried else _SALARY)
    return passed or salaried


def salary(t: Table, seat: int, landed: bool, because: Because) -> None:
    """Pay the salary for reaching or passing GO."""
    t.lap(seat)
    amount = t.rules.salary[seat]
    if landed and t.rules.go_landing_double:
        amount *= 2
        because = ("house.go-landing", *because)
    if "salary" in t.rules.house_rules:
        because = ("house.salary", *because)
    t.pay(BANK, seat, amount, because, "salary", 0)


def land(
    t: Table,
    seat: int,
    dice: int,
    *,
    by_card: bool = False,
    salaried: bool = False,
    factor: int = 1,
    times: int = 0,
) -> None:
    """Resolve the space that the token stands on. ``dice``: the sum of the throw that moved it, 0 after a
    card; ``factor`` multiplies the rent of a railroad; ``times``: a card's multiple for a utility."""
    s = t.s
    space = s.at[seat]
    kind = t.rules.kind[space]
    match kind:
        case "street" | "railroad" | "utility":
            owner = s.owner[space]
            if owner == BANK:
                purchase.offer(t, seat, space, by_card)
            elif owner == seat:
                t.tell("own", _OWN, seat=seat, space=space)
            else:
                rent.fall_due(t, seat, space, owner, dice, by_card, factor, times)
        case "chance" | "community-chest":
            t.tell("draw", _DRAW, seat=seat, space=space)
            t.push(AskCard(seat, 0 if kind == "chance" else 1, salaried))
        case "income-tax":
            tax.income(t, seat, space)
        case "luxury-tax":
            tax.luxury(t, seat, space)
        case "go-to-jail":
            t.lock_up(seat, _TO_JAIL)
        case "free-parking":
            parking(t, seat)
        case "jail":
            t.tell("visit", _VISIT, seat=seat, space=space)
        case _:
            t.tell("rest", _GO, seat=seat, space=space)


def parking(t: Table, seat: int) -> None:
    """Free Parking: nothing, or the pot of a house rule."""
    s = t.s
    if t.rules.pot:
        t.tell("rest", _SPACE, seat=seat, space=s.at[seat])
        if s.cash[POT]:
            t.pay(POT, seat, s.cash[POT], _PAID_PARKING, "parking", s.at[seat])
    elif t.rules.parking:
        t.pay(BANK, seat, t.rules.parking, _PAID_PARKING, "parking", s.at[seat])
    else:
        t.tell("rest", _PARKING, seat=seat, space=s.at[seat])
