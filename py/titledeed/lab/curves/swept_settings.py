"""The settings that a sweep can vary: for each a range, and the change to a record's table.

The rules of players are in :mod:`.swept_rules`. A worker never needs the list, because a job holds the
changed record.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ...engine.errors import LoadError
from ...engine.rulebook_loader_and_rules_compiler import parameter_table

MOST_VALUES: Final = 31
FEWEST_VALUES: Final = 2
_USUAL_SALARY: Final = 200

Table = dict[str, Any]
Value = int | float


class Swept(NamedTuple):
    """A setting that a sweep can vary.

    ``low``, ``high``: the least and the largest value that it allows. ``first``, ``last``, ``points``: the
    values that are offered first. ``digits``: its decimals. ``change(table, value)`` sets the value in a
    record's table, which is a copy. ``kind``: how the value is written, "money", "rounds", "houses",
    "percent" or "" for a plain number. ``step``: the distance of allowed values, from ``low``."""

    id: str
    low: Value
    high: Value
    first: Value
    last: Value
    points: int
    change: Callable[[Table, Value], None]
    kind: str = ""
    digits: int = 0
    step: Value = 1

    def nearest(self, value: Value) -> Value:
        """The value in whole steps from ``low`` that is nearest to this one."""
        if self.step == 1:
            return round(value)
        found = round(self.low + round((value - self.low) / self.step) * self.step, self.digits)
        return found if self.digits else int(found)


def _house(key: str) -> Callable[[Table, Value], None]:
    def change(table: Table, value: Value) -> None:
        table["house_rules"] = {**table.get("house_rules", {}), key: value}

    return change


def _first_cash(table: Table, value: Value) -> None:
    """Only the first seat's opening cash."""
    position = table.setdefault("position", {})
    seats = position.setdefault("seat", {})
    name = table["seats"][0]["name"]
    seats[name] = {**seats.get(name, {}), "cash": value}


def _first_salary(table: Table, value: Value) -> None:
    house = table.setdefault("house_rules", {})
    usual = house.get("salary", _USUAL_SALARY)
    rest = usual[1:] if isinstance(usual, list) else [usual] * (len(table["seats"]) - 1)
    house["salary"] = [value, *rest]


def _houses(table: Table, value: Value) -> None:
    house = table.setdefault("house_rules", {})
    supply = house.get("shortage.supply") or parameter_table()["shortage.supply"][table["rulebook"]]
    hotels = house.get("stock", [0, int(str(supply).split("/")[1])])[1]
    house["stock"] = [value, hotels]
    house.pop("shortage.supply", None)


_OWN: Final = (
    Swept("starting-cash", 0, 100_000, 500, 3000, 6, _house("starting-cash"), "money"),
    Swept("starting-cash-1", 0, 100_000, 500, 3000, 6, _first_cash, "money"),
    Swept("salary", 0, 100_000, 0, 400, 9, _house("salary"), "money"),
    Swept("salary-1", 0, 100_000, 0, 400, 9, _first_salary, "money"),
    Swept("houses", 0, 1000, 8, 40, 9, _houses, "houses"),
    Swept("limit-rounds", 1, 500, 20, 100, 9, _house("limit-rounds"), "rounds"),
)
SWEPT: Final[dict[str, Swept]] = {swept.id: swept for swept in _OWN}


def table_with(table: Table, swept: Swept, value: Value) -> Table:
    """A copy of a record's table with another value of this setting."""
    changed = copy.deepcopy(table)
    swept.change(changed, value)
    return changed


def even_values(swept: Swept, first: Value, last: Value, count: int) -> list[Value]:
    """``count`` evenly spaced values from ``first`` to ``last``, rounded to what the setting allows. If some
    would be equal, there are fewer."""
    while True:
        step = (last - first) / max(count - 1, 1)
        values = list(dict.fromkeys(swept.nearest(first + n * step) for n in range(count)))
        if len(values) == count:
            return values
        count = len(values)


def check_values(swept: Swept, values: Sequence[Value]) -> None:
    """Raise :class:`LoadError` with a sentence unless these values can be swept."""
    if not FEWEST_VALUES <= len(values) <= MOST_VALUES:
        raise LoadError(
            f"A sweep needs {FEWEST_VALUES} to {MOST_VALUES} different values, not {len(values)}."
        )
    if list(values) != sorted(set(values)):
        raise LoadError("The values of a sweep must be different and in rising order.")
    if values[0] < swept.low or values[-1] > swept.high:
        raise LoadError(f"The values of a sweep must be between {swept.low} and {swept.high}.")
    for value in values:
        check_step(swept, value)


def check_step(swept: Swept, value: Value) -> None:
    """Raise :class:`LoadError` with a sentence unless a value is whole steps from the least one."""
    if swept.nearest(value) != value:
        second, third = (swept.nearest(swept.low + n * swept.step) for n in (1, 2))
        raise LoadError(
            f"The values of this sweep must be {swept.low}, {second}, {third} and so on."
        )
