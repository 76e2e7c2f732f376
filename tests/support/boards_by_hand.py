"""Twenty boards written by hand, as what differs from a built-in one: ordinary ones, and strange ones that
the ten rules allow all the same."""

from __future__ import annotations

import copy
from typing import Any

from titledeed.engine.rulebook_loader_and_rules_compiler import decks_table, edition_table

Table = dict[str, Any]

VILLAGE = (
    "Mill Lane|Pond Lane|Church Row|Baker Row|Smithy Row|Orchard Way|Hay Way|Barn Way|Well Street|"
)
VILLAGE += "Bridge Street|Ferry Street|School Hill|Sports Hill|Library Hill|Lime Close|Elm Close|Oak Close|"
VILLAGE += "Upper Green|Middle Green|Lower Green|Manor Park|Castle Park"
CITIES = (
    "Київ|Львів|Одеса|Харків|北京|上海|広島|京都|서울|부산|القاهرة|دمشق|Ἀθῆναι|Σπάρτη|Łódź|Gdańsk|"
)
CITIES += "Škofja Loka|Đà Nẵng|São Paulo|Åre|İzmir|Reykjavík"
ODD = '"|\\|#|=|[a]|\'\'\'|"""|{x}|<b>|&amp;|;|,|.|…|½|1|0x1|true|nan|2026-01-01|~|_'

COLORS = "#ABCDEF|#abcdef|#000000|#FFFFFF|#0F0F0F|#123456|#F00F00|#00ff00"

# Each: the board to begin with, and the change of its table.
BOARDS: dict[str, tuple[str, Table]] = {
    "village": ("atlantic-city", {"streets": VILLAGE}),
    "cities": (
        "london",
        {"streets": CITIES, "currency": {"sign": "₴", "after": True, "group": "\u202f"}},
    ),
    "odd-names": ("australia", {"streets": ODD}),
    "one-name": ("london", {"streets": "|".join(["Same"] * 22)}),
    "long-names": (
        "atlantic-city",
        {"streets": "|".join(f"{n:02} " + "W" * 37 for n in range(22))},
    ),
    "all-cost-one": ("atlantic-city", {"prices": 1, "rents": [1] * 6, "mortgage": 0, "house": 1}),
    "all-cost-most": (
        "atlantic-city",
        {"prices": 100_000, "rents": [1_000_000] * 6, "mortgage": 100_000, "house": 100_000},
    ),
    "rents-never-rise": ("london", {"rents": [7, 7, 7, 7, 7, 7]}),
    "no-loans": ("atlantic-city", {"mortgage": 0}),
    "no-separator": ("atlantic-city", {"currency": {"sign": "cr ", "group": ""}}),
    "apostrophes": ("london", {"currency": {"sign": " Fr.", "after": True, "group": "’"}}),
    "capital-colors": (
        "atlantic-city",
        {"colors": COLORS},
    ),
    "one-color": ("atlantic-city", {"colors": "|".join(["#808080"] * 8)}),
    "drawn-letters": ("london", {"marks": "①|②|③|♠|♣|Ab|é|漢"}),
    "other-words": (
        "australia",
        {"words": {"house": "hut", "jail": "cellar", "go": "Start"}},
    ),
    "words-with-braces": ("atlantic-city", {"words": {"bank": "{Bank}", "token": "}{"}}),
    "exchanged-decks": (
        "atlantic-city",
        {
            "exchange": [(2, 7), (17, 22), (33, 36)],
            "deck_names": {"chance": "News", "community-chest": "Post"},
        },
    ),
    "cards-on-other-spaces": ("london", {"exchange": [(1, 2), (8, 7), (16, 17), (37, 36)]}),
    "cards-pay-nothing": ("atlantic-city", {"decks": "us-1936", "amounts": 0}),
    "keys-of-others": (
        "atlantic-city",
        {
            "decks": "uk-classic",
            "amounts": 10_000,
            "x": {"x-a": {"b": [1, {"c": "d"}]}, "x-fair": ["red"], "x-é": 0.5},
        },
    ),
}


def board_by_hand(name: str) -> Table:
    """The whole table of one of these boards."""
    base, change = BOARDS[name]
    table: Table = copy.deepcopy(dict(edition_table(base)))
    table |= {"id": name, "name": name.replace("-", " ").capitalize(), **change.get("x", {})}
    streets = [row for row in table["space"] if row["kind"] == "street"]
    for row, called in zip(streets, change.get("streets", "").split("|"), strict=False):
        if called:
            row["name"], row["short"] = called, called[:12]
    for row in streets:
        row["price"] = change.get("prices", row["price"])
        row["rents"] = change.get("rents", row["rents"])
        row["mortgage"] = change.get("mortgage", row["price"] // 2)
    for group, color in zip(table["group"], change.get("colors", "").split("|"), strict=False):
        group["color"] = color or group["color"]
    for group, mark in zip(table["group"], change.get("marks", "").split("|"), strict=False):
        group["mark"] = mark or group["mark"]
    for group in table["group"]:
        group["house_cost"] = change.get("house", group["house_cost"])
    table["currency"] = change.get("currency", table["currency"])
    table["words"] = table["words"] | change.get("words", {})
    if "deck_names" in change:
        table["deck_names"] = change["deck_names"]
    for a, b in change.get("exchange", ()):
        _exchange(table["space"], a, b)
    if "decks" in change:
        decks = copy.deepcopy(dict(decks_table(change["decks"])))
        for deck in ("chance", "community-chest"):
            table[deck] = decks[deck]
            for card in table[deck]:
                if "amount" in card:
                    card["amount"] = change["amounts"]
    return table


def _exchange(spaces: list[Table], a: int, b: int) -> None:
    spaces[a], spaces[b] = spaces[b], spaces[a]
