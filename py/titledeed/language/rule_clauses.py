"""Describes clauses for players: the rule, the program's reading of it, and each rulebook's text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypedDict

from ..engine.board_and_rules_types import Rules
from ..engine.errors import LoadError
from ..engine.rulebook_loader_and_rules_compiler import (
    AGREED_LIMITS,
    BOOKS,
    clause_table,
    departs,
    parameter_table,
    rule_texts,
)
from .catalogue import N_
from .sentence_parts import SentenceParts

Table = Mapping[str, Any]

TOPICS: Final[Mapping[str, str]] = {
    "setup": N_("Equipment and setup"),
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
    "shortage": N_("Building shortages"),
    "selling-buildings": N_("Selling buildings"),
    "mortgage": N_("Mortgages"),
    "trading": N_("Trading"),
    "debt": N_("Debts"),
    "bankruptcy": N_("Bankruptcy"),
    "ending": N_("The end of the game"),
    "short-game": N_("The Short Game"),
    "misc": N_("Other rules"),
    "house": N_("House rules"),
}


class BookSays(TypedDict):
    """One rulebook's part of a clause. ``value``: its value of the parameter in words, or "".
    ``current``: whether this game uses this rulebook."""

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
    return {row["id"]: row for row in rule_texts("house-rules")["house"]}


@cache
def parameter_words() -> Mapping[str, Table]:
    """The label of each parameter and its values in words, by clause id."""
    return {row["id"]: row for row in rule_texts("house-rules")["parameter"]}


def book_name(parts: SentenceParts, book: str) -> str:
    """The display name of a rulebook."""
    return next(parts.data(row["name"]) for row in rule_texts("books")["book"] if row["id"] == book)


def clause_text(parts: SentenceParts, id: str) -> str:
    """The text of a clause, one or two sentences."""
    if id.startswith("house."):
        return parts.data(house_rules()[id.removeprefix("house.")]["text"])
    return parts.data(clause_table()[id]["text"])


def value_in_words(parts: SentenceParts, id: str, value: object) -> str:
    """A value of a parameter in words; "" for a clause that is no parameter."""
    row = parameter_words().get(id)
    if row is None:
        return ""
    if id == "shortage.supply":  # a house rule may set numbers that differ from every rulebook
        houses, hotels = str(value).split("/")
        return parts.stock(int(houses), int(hotels))
    names = row["names"]
    for key, words in names.items():
        if key == str(value):
            return parts.data(words)
    return str(value)


def check_id(id: str) -> None:
    """Raise :class:`LoadError` for an unknown id."""
    house = id.startswith("house.") and id.removeprefix("house.") in house_rules()
    if not house and id not in clause_table():
        raise LoadError(f"There is no clause “{id[:60]}”.")


def describe_clause(parts: SentenceParts, id: str) -> Clause:
    """The description of a clause for "why?" and the view of the rules.

    Raises :class:`LoadError` for an unknown id.
    """
    check_id(id)
    if id.startswith("house."):
        return _house_clause(parts, id)
    row = clause_table()[id]
    rules = parts.rules
    topic = parts.data(TOPICS[row["topic"]])
    words = parameter_words().get(id)
    values = row.get("value", {})
    says = []
    for book in BOOKS:
        text = row.get("books", {}).get(book, "")
        implied = text.startswith("implied:")
        text = parts.data(text.removeprefix("implied:").strip())
        if implied:
            text = parts._("(implied) {text}", text=text)
        if not text:
            text = parts._("says nothing")
        says.append(
            BookSays(
                id=book,
                name=book_name(parts, book),
                says=text,
                value=value_in_words(parts, id, values[book]) if book in values else "",
                current=book == rules.book,
            )
        )
    in_force = rules.values.get(id)
    return {
        "id": id,
        "topic": topic,
        "title": parts.data(words["label"]) if words else topic,
        "text": parts.data(row["text"]),
        "here": parts.data(row.get("play", "")),
        "value": value_in_words(parts, id, in_force) if id in rules.values else "",
        "changed": id in rules.values and in_force != values.get(rules.book),
        "book": book_name(parts, rules.book),
        "ruling": parts.data(row.get("ruling", "")),
        "idle": parts.data(words.get("idle", "")) if words else "",
        "books": says,
    }


def _house_clause(parts: SentenceParts, id: str) -> Clause:
    key = id.removeprefix("house.")
    row = house_rules()[key]
    value = parts.rules.house_rules.get(key)
    return {
        "id": id,
        "topic": parts.data(TOPICS["ending" if key in AGREED_LIMITS else "house"]),
        "title": parts.data(row["label"]),
        "text": parts.data(row["text"]),
        "here": parts._("The players agreed on this limit. It changes no other rule.")
        if key in AGREED_LIMITS
        else parts._("This is a house rule. No rulebook has it, so a game with it isn’t official."),
        "value": house_value(parts, key, value) if value is not None else "",
        "changed": value is not None,
        "book": book_name(parts, parts.rules.book),
        "ruling": "",
        "idle": "",
        "books": [],
    }


def house_value(parts: SentenceParts, key: str, value: object) -> str:
    """The value of a house rule in words."""
    row = house_rules()[key]
    names = row.get("names", {})
    if str(value) in names:
        return parts.data(names[str(value)])
    match row["kind"], value:
        case "switch", _:
            return parts._("in force") if value == row["suggest"] else parts._("not in force")
        case "pair", (int(houses), int(hotels)):
            return parts.stock(houses, hotels)
        case "amount", int(n) if key in AGREED_LIMITS:
            return parts.number(n)
        case "amount", int(n):
            return parts.money(n)
        case "amount", [*amounts]:  # one for each seat
            return parts.listed([parts.money(n) for n in amounts if isinstance(n, int)])
        case _:
            return str(value)


def changed_by(rules: Rules, key: str) -> set[str]:
    """The clauses that a house rule changes in this game, including its own; an empty set if it is not
    set. If it has the rulebooks' own value, it changes only its own clause."""
    if key not in rules.house_rules:
        return set()
    row, value = house_rules()[key], rules.house_rules[key]
    own = f"house.{key}"
    if key == "stock":
        as_usual = (
            rules.values["shortage.supply"] == parameter_table()["shortage.supply"][rules.book]
        )
    elif isinstance(value, (list, tuple)):
        as_usual = set(value) == {row["official"]}
    else:
        as_usual = value == row["official"]
    if as_usual:
        return {own}
    return {own, *row["about"], *(row["about_pot"] if value == "pot" else ())}


def differences(parts: SentenceParts, *, house: bool = True) -> dict[str, str]:
    """A sentence for each house rule of this game, by its key. ``house=False``: for each choice that is no
    house rule, as the rulebook leaves it open or it only limits the game."""
    sentences = {}
    for key, value in parts.rules.house_rules.items():
        if departs(parts.rules.book, key, value) is not house:
            continue
        if key in house_rules():
            row = house_rules()[key]
            label, words = parts.data(row["label"]), house_value(parts, key, value)
        else:
            label = parts.data(parameter_words()[key]["label"])
            words = value_in_words(parts, key, value)
        sentences[key] = parts._("{label}: {value}.", label=label, value=words)
    return sentences
