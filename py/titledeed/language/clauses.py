"""Describes clauses for players: the rule, the program's reading of it, and the words of each book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypedDict

from ..engine.books import BOOKS, clauses, parameters, texts
from ..engine.words import Rules, Unloadable
from .catalogue import N_
from .pieces import Parts

Table = Mapping[str, Any]

TOPICS: Final[Mapping[str, str]] = {
    "setup": N_("Equipment and opening"),
    "bank": N_("The {bank}"),
    "turn": N_("Turns"),
    "doubles": N_("Doubles"),
    "go": N_("{go}"),
    "purchase": N_("Buying"),
    "auction": N_("Auctions"),
    "rent": N_("Rent"),
    "cards": N_("Cards"),
    "tax": N_("Taxes"),
    "jail": N_("{Jail}"),
    "free-parking": N_("{free_parking}"),
    "houses": N_("{Houses}"),
    "hotels": N_("{Hotels}"),
    "shortage": N_("Scarce buildings"),
    "selling-buildings": N_("Selling buildings"),
    "mortgage": N_("Mortgages"),
    "trading": N_("Trading"),
    "debt": N_("Debts"),
    "bankruptcy": N_("Bankruptcy"),
    "ending": N_("The end"),
    "short-game": N_("The Short Game"),
    "misc": N_("Miscellany"),
    "house": N_("House rules"),
}


class BookSays(TypedDict):
    """One book's part of a clause. ``value``: its value of the parameter in words, or "".
    ``current``: whether it is the book of this game."""

    id: str
    name: str
    says: str
    value: str
    current: bool


class Clause(TypedDict):
    """The description of a clause; missing texts are ""."""

    id: str
    topic: str
    title: str
    text: str
    here: str
    value: str
    changed: bool
    book: str
    ruling: str
    idle: str
    books: list[BookSays]


@cache
def house_rules() -> Mapping[str, Table]:
    """The rows of the house rules that no book has, by id."""
    return {row["id"]: row for row in texts("house-rules")["house"]}


@cache
def parameter_words() -> Mapping[str, Table]:
    """The label of each parameter and its values in words, by clause id."""
    return {row["id"]: row for row in texts("house-rules")["parameter"]}


def book_name(p: Parts, book: str) -> str:
    """The name of a rulebook as it is shown."""
    return next(p.data(row["name"]) for row in texts("books")["book"] if row["id"] == book)


def clause_text(p: Parts, id: str) -> str:
    """The text of a clause, one or two sentences."""
    if id.startswith("house."):
        return p.data(house_rules()[id.removeprefix("house.")]["text"])
    return p.data(clauses()[id]["text"])


def value_in_words(p: Parts, id: str, value: object) -> str:
    """A value of a parameter in words; "" for a clause that is no parameter."""
    row = parameter_words().get(id)
    if row is None:
        return ""
    if id == "shortage.supply":  # a house rule may name other numbers than any book's
        houses, hotels = str(value).split("/")
        return p.stock(int(houses), int(hotels))
    names = row["names"]
    for key, words in names.items():
        if key == str(value):
            return p.data(words)
    return str(value)


def check_id(id: str) -> None:
    """Raise :class:`Unloadable` for an unknown id."""
    house = id.startswith("house.") and id.removeprefix("house.") in house_rules()
    if not house and id not in clauses():
        raise Unloadable(f"There is no clause “{id[:60]}”.")


def clause(p: Parts, id: str) -> Clause:
    """The description of a clause for "why?" and the view of the rules.

    Raises :class:`Unloadable` for an unknown id.
    """
    check_id(id)
    if id.startswith("house."):
        return _house_clause(p, id)
    row = clauses()[id]
    rules = p.rules
    topic = p.data(TOPICS[row["topic"]])
    words = parameter_words().get(id)
    values = row.get("value", {})
    says = []
    for book in BOOKS:
        text = row.get("books", {}).get(book, "")
        implied = text.startswith("implied:")
        text = p.data(text.removeprefix("implied:").strip())
        if implied:
            text = p._("(implied) {text}", text=text)
        if not text:
            text = p._("says nothing")
        says.append(
            BookSays(
                id=book,
                name=book_name(p, book),
                says=text,
                value=value_in_words(p, id, values[book]) if book in values else "",
                current=book == rules.book,
            )
        )
    in_force = rules.values.get(id)
    return {
        "id": id,
        "topic": topic,
        "title": p.data(words["label"]) if words else topic,
        "text": p.data(row["text"]),
        "here": p.data(row.get("play", "")),
        "value": value_in_words(p, id, in_force) if id in rules.values else "",
        "changed": id in rules.values and in_force != values.get(rules.book),
        "book": book_name(p, rules.book),
        "ruling": p.data(row.get("ruling", "")),
        "idle": p.data(words.get("idle", "")) if words else "",
        "books": says,
    }


def _house_clause(p: Parts, id: str) -> Clause:
    key = id.removeprefix("house.")
    row = house_rules()[key]
    value = p.rules.house_rules.get(key)
    return {
        "id": id,
        "topic": p.data(TOPICS["house"]),
        "title": p.data(row["label"]),
        "text": p.data(row["text"]),
        "here": p._("This is a house rule: no book has it, and a game with it is not official."),
        "value": house_value(p, key, value) if value is not None else "",
        "changed": value is not None,
        "book": book_name(p, p.rules.book),
        "ruling": "",
        "idle": "",
        "books": [],
    }


def house_value(p: Parts, key: str, value: object) -> str:
    """The value of a house rule in words."""
    row = house_rules()[key]
    names = row.get("names", {})
    if str(value) in names:
        return p.data(names[str(value)])
    match row["kind"], value:
        case "switch", _:
            return p._("in force") if value == row["suggest"] else p._("not in force")
        case "pair", (int(houses), int(hotels)):
            return p.stock(houses, hotels)
        case "amount", int(n) if key in ("limit-rounds", "limit-minutes"):
            return p.number(n)
        case "amount", int(n):
            return p.money(n)
        case "amount", [*amounts]:  # one a seat
            return p.listed([p.money(n) for n in amounts if isinstance(n, int)])
        case _:
            return str(value)


def changed_by(rules: Rules, key: str) -> set[str]:
    """The clauses that a house rule changes in this game, with its own; an empty set if it is not set. If it
    has the books' own value, it changes no clause but its own."""
    if key not in rules.house_rules:
        return set()
    row, value = house_rules()[key], rules.house_rules[key]
    own = f"house.{key}"
    if key == "stock":
        as_usual = rules.values["shortage.supply"] == parameters()["shortage.supply"][rules.book]
    elif isinstance(value, (list, tuple)):
        as_usual = set(value) == {row["official"]}
    else:
        as_usual = value == row["official"]
    if as_usual:
        return {own}
    return {own, *row["about"], *(row["about_pot"] if value == "pot" else ())}


def differences(p: Parts) -> list[str]:
    """A sentence for each house rule of this game."""
    sentences = []
    for key, value in p.rules.house_rules.items():
        if key in house_rules():
            row = house_rules()[key]
            label, words = p.data(row["label"]), house_value(p, key, value)
        else:
            label = p.data(parameter_words()[key]["label"])
            words = value_in_words(p, key, value)
        sentences.append(p._("{label}: {value}.", label=label, value=words))
    return sentences
