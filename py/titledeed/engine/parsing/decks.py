"""Reads the two decks of cards from the tables of a file, and checks every key.

:mod:`.edition_parser` reads the board from the same file, and :mod:`..rulebook_loader_and_rules_compiler`
the decks of a rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ..board_and_rules_types import Card, Space, next_of_kind
from ..special_seats_and_ids import DECKS, SPACES
from .untrusted_input import (
    Faults,
    MisfitError,
    Table,
    Where,
    id_of,
    line_of_text,
    number_of,
    only_keys,
    quoted,
    rows_of,
)

# The effects that a card can have, each with the numbers that it needs and their limits.
EFFECTS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "advance": {"to": (0, 39)},
    "back-to": {"to": (0, 39)},
    "nearest": {},
    "back": {"steps": (1, 39)},
    "collect": {"amount": (0, 10_000)},
    "pay": {"amount": (0, 10_000)},
    "collect-each": {"amount": (0, 10_000)},
    "pay-each": {"amount": (0, 10_000)},
    "pay-or-chance": {"amount": (0, 10_000)},
    "repairs": {"house": (0, 10_000), "hotel": (0, 10_000)},
    "go-to-jail": {},
    "jail-free": {},
}

_BRACES: Final = re.compile(r"\{([^{}]*)\}")

Decks = tuple[tuple[Card, ...], tuple[Card, ...]]


def decks_of(table: Table, where: str, words: Iterable[str]) -> Decks:
    """Both decks of a decks file or of an edition's file, 16 cards each (setup.card-decks).

    ``words``: the keys of the vocabulary, which a card's text may name in braces. Raises
    :class:`LoadError` with a sentence for the first fault."""
    faults = Faults()
    decks = read_decks(table, where, words, faults)
    if faults:
        raise faults[0]
    return decks


def read_decks(table: Table, where: str, words: Iterable[str], faults: Faults) -> Decks:
    """Return both decks. Faulty cards are left out; their faults are added to ``faults``."""
    known = frozenset(words)
    decks: list[tuple[Card, ...]] = [(), ()]
    for n, deck in enumerate(DECKS):
        with faults.collecting():
            rows = rows_of(table, deck, 16, where)
            decks[n] = _cards(rows, Where.entry(f"{where}, {deck}", deck), known, faults)
    return decks[0], decks[1]


def _cards(
    rows: list[Table], where: Where, words: frozenset[str], faults: Faults
) -> tuple[Card, ...]:
    cards: list[Card] = []
    before = len(faults)
    for n, row in enumerate(rows):
        with faults.collecting():
            place = Where.entry(f"{where}, card {n + 1}", where.at.section, n)
            card = _card(row, place, words)
            if any(other.id == card.id for other in cards):
                raise MisfitError(f"{place}: the id “{card.id}” appears twice.", (), place, "id")
            cards.append(card)
    if len(faults) == before and sum(card.do == "jail-free" for card in cards) != 1:
        raise MisfitError(
            f"{where}: exactly one card must be the jail-release card (do = “jail-free”).",
            ("cards.goojf-one-per-deck",),
            where,
        )
    return tuple(cards)


def _card(row: Table, place: Where, words: frozenset[str]) -> Card:
    id = id_of(row, place)
    do = row.get("do")
    if not isinstance(do, str) or do not in EFFECTS:
        raise MisfitError(
            f"{place}: “do” must be one of these: {', '.join(EFFECTS)}.", (), place, "do"
        )
    needs = EFFECTS[do]
    kinds = {"kind"} if do == "nearest" else set()
    only_keys(row, frozenset({"id", "do", "text", *needs, *kinds}), place)
    kind = row.get("kind", "")
    if kinds and kind not in ("railroad", "utility"):
        raise MisfitError(f"{place}: “kind” must be “railroad” or “utility”.", (), place, "kind")
    card_text = line_of_text(row, "text", place, 200)
    _check_braces(card_text, place, do, words)
    numbers = {key: number_of(row, key, place, *limits) for key, limits in needs.items()}
    return Card(id=id, do=do, text=card_text, kind=kind, **numbers)


def _check_braces(text: str, where: Where, do: str, words: frozenset[str]) -> None:
    allowed = set(EFFECTS[do]) & {"amount", "house", "hotel"} | {"salary"}
    if do in ("advance", "back-to", "back", "nearest"):
        allowed.add("space")
    for name in _BRACES.findall(text):
        word = name.removeprefix("a ").removeprefix("A ")
        if name not in allowed and word[:1].lower() + word[1:] not in words:
            raise MisfitError(
                f"{where}: there is no placeholder {{{quoted(name)}}}.", (), where, "text"
            )
    if "{" in _BRACES.sub("", text) or "}" in _BRACES.sub("", text):
        raise MisfitError(f"{where}: the braces do not match.", (), where, "text")


def check_decks(decks: Decks, spaces: tuple[Space, ...], where: str, faults: Faults) -> None:
    """Check that no card can lead to further cards without end (docs/EDITIONS.md)."""
    for name, cards in zip(DECKS, decks, strict=True):
        for n, card in enumerate(cards):
            with faults.collecting():
                _check_card(
                    card, name, spaces, Where.entry(f"{where}, {name}, card {n + 1}", name, n)
                )


def _check_card(card: Card, name: str, spaces: tuple[Space, ...], place: Where) -> None:
    kind = [space.kind for space in spaces]
    barred = ("chance",) if name == "chance" else ("chance", "community-chest")
    if card.do == "pay-or-chance" and name == "chance":
        raise MisfitError(
            f"{place}: “pay-or-chance” is allowed only in the second deck.", (), place, "do"
        )
    for space in spaces:
        if space.kind == name and kind[_leads(card, space.index, kind)] in barred:
            raise MisfitError(
                f"{place}: this card could lead from one card to another endlessly.",
                ("cards.obey",),
                place,
                "do",
            )


def _leads(card: Card, at: int, kind: list[str]) -> int:
    """The space to which a card moves a token from ``at``; GO, where no card is drawn, if it moves none."""
    match card.do:
        case "advance" | "back-to":
            return card.to
        case "back":
            return (at - card.steps) % SPACES
        case "nearest":
            return next_of_kind(kind, at, card.kind)
    return 0
