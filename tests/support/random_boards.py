"""Boards drawn from a seed: playable ones, and drafts with mistakes.

They are made from the text of docs/EDITIONS.md, without the board maker's own code.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from titledeed.engine.rulebook_loader_and_rules_compiler import decks_table, edition_table

Table = dict[str, Any]

# The free places of each half of a side, and how many of them are spaces for cards.
HALVES = ((1, 2, 3), (6, 7, 8, 9), (11, 13, 14), (16, 17, 18, 19))
HALVES += ((21, 22, 23, 24), (26, 27, 29), (31, 32, 33, 34), (36, 37, 39))
KINDS = {0: "go", 10: "jail", 20: "free-parking", 30: "go-to-jail", 4: "income-tax"}
KINDS |= {38: "luxury-tax", **dict.fromkeys((5, 15, 25, 35), "railroad")}
KINDS |= dict.fromkeys((12, 28), "utility")
LETTERS = "abcdefghijklmnop rstuvwxyzäöüßéñçŁΩжあ漢’–&.!\"\\#=[]'"


def words(chance: random.Random, most: int) -> str:
    """A text of at most ``most`` characters, with some that TOML must escape."""
    text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, most)))
    return text if text.strip() else "x"


def rising(chance: random.Random, count: int, high: int) -> list[int]:
    return sorted(chance.randint(1, high) for _ in range(count))


def extras(chance: random.Random) -> Table:
    """Keys of other programs, sometimes."""
    if chance.random() < 0.7:
        return {}
    values = (
        *("anchor", 7, -3, True, 0.25, ["a", {"b": [1, "é"]}], {"deep": {"er": []}}, "", []),
        {"de": {"house": {"gender": "m", "one": words(chance, 45), "many": "{n}"}, "hotel": 1}},
    )
    name = chance.choice(("x-icon", "x-tokens", "x-note", "x-Ä b", "x-words"))
    return {name: copy.deepcopy(chance.choice(values))}


def layout(chance: random.Random) -> dict[int, str]:
    """The kind of every space; a street is the number of its group."""
    kinds = dict(KINDS)
    with_cards = [(0, 1), (3,), (4,), (6, 7)]
    if chance.random() < 0.5:
        with_cards[0] = (1, 1)
    if chance.random() < 0.5:
        with_cards[3] = (6, 6)
    middle = ["chance", "community-chest"]
    chance.shuffle(middle)
    decks = [["chance", "community-chest"], [middle[0]], [middle[1]], ["community-chest", "chance"]]
    for halves, names in zip(with_cards, decks, strict=True):
        chance.shuffle(names)
        for half, deck in zip(halves, names, strict=True):
            kinds[chance.choice([at for at in HALVES[half] if at not in kinds])] = deck
    for n, half in enumerate(HALVES):
        kinds |= {at: str(n) for at in half if at not in kinds}
    return kinds


def random_board(seed: int) -> Table:
    """The table of a playable board."""
    chance = random.Random(f"board {seed}")
    kinds = layout(chance)
    prices = rising(chance, 22, chance.choice((400, 5000, 100_000)))
    spaces: list[Table] = []
    for at in range(40):
        kind = kinds[at]
        row: Table = {"id": f"s-{at}-{chance.randrange(10**6)}", "name": words(chance, 40)}
        if chance.random() < 0.6:
            row["short"] = words(chance, 12)
        row["kind"] = "street" if kind.isdigit() else kind
        count = {"street": 6, "railroad": 4, "utility": 2}.get(row["kind"], 0)
        if count:
            row["price"] = prices.pop(0) if count == 6 else chance.randint(1, 100_000)
            by_hand = chance.random() < 0.2
            row["mortgage"] = chance.randint(0, row["price"]) if by_hand else row["price"] // 2
            row["rents"] = rising(chance, count, chance.choice((30, 2000, 1_000_000)))
        if count == 6:
            row["group"] = f"g-{kind}"
        spaces.append(row | extras(chance))
    colors = [f"#{chance.randrange(1 << 24):06x}" for _ in range(8)]
    table: Table = {
        "schema": "title-deed-edition/1",
        "id": f"board-{seed}",
        "name": words(chance, 40),
        "currency": {"sign": words(chance, 4), **extras(chance)},
        "group": [
            {
                "id": f"g-{n}",
                "name": words(chance, 30),
                "color": color,
                "mark": "ABCDEFGH"[n],
                "house_cost": chance.randint(1, 100_000),
                **extras(chance),
            }
            for n, color in enumerate(colors)
        ],
        "space": spaces,
        **extras(chance),
    }
    if chance.random() < 0.5:
        table["currency"] |= {
            "after": chance.random() < 0.5,
            "group": chance.choice(("", " ", "’")),
        }
    if chance.random() < 0.7:
        keys = chance.sample(list(edition_table("atlantic-city")["words"]), chance.randint(0, 12))
        table["words"] = {key: words(chance, 40) for key in keys}
    if chance.random() < 0.3:
        table["deck_names"] = {"chance": words(chance, 40)}
    if chance.random() < 0.5:
        decks = decks_table(chance.choice(("us-1936", "us-2008", "uk-classic")))
        safe = ("collect", "pay", "jail-free", "go-to-jail", "repairs", "pay-each", "collect-each")
        for deck in ("chance", "community-chest"):
            table[deck] = [
                {**copy.deepcopy(card), **extras(chance)}
                if card["do"] in safe
                else {
                    "id": card["id"],
                    "do": "pay",
                    "amount": chance.randint(0, 10_000),
                    "text": "{amount}",
                }
                for card in decks[deck]
            ]
            for card in table[deck]:
                if chance.random() < 0.4:
                    card["text"] = words(chance, 200)
    return table


# Single mistakes, of the kind that the maker's buttons, or a text editor, can make.
def spoiled_board(seed: int) -> Table:
    """The table of a board with one to three mistakes, all of which a draft can have."""
    chance = random.Random(f"spoiled {seed}")
    table = random_board(seed) if seed % 2 else _printed()
    for _ in range(chance.randint(1, 3)):
        _spoil(table, chance)
    return table


def _printed() -> Table:
    table = copy.deepcopy(dict(edition_table("atlantic-city")))
    table["id"] = "my-board"
    decks = decks_table("us-2008")
    return table | {deck: copy.deepcopy(decks[deck]) for deck in ("chance", "community-chest")}


def _spoil(table: Table, chance: random.Random) -> None:
    spaces, groups = table["space"], table["group"]
    streets = [row for row in spaces if row["kind"] == "street"]
    row, group = chance.choice(streets), chance.choice(groups)
    cards = table.get(chance.choice(("chance", "community-chest")))
    card = chance.choice(cards) if cards else None
    match chance.randrange(18):
        case 17:
            row["mortgage"] = chance.choice((0, row["price"] + 1, 10**9))
        case 0:
            row["name"] = chance.choice(("", "  ", "x" * 41, "x" * 80))
        case 1:
            row["short"] = chance.choice(("", "x" * 13))
        case 2:
            row["price"] = chance.choice((0, 1, 300, 100_001, 10**9))
            row["mortgage"] = row["price"] // 2
        case 3:
            row["rents"] = [chance.randint(0, 400) for _ in range(6)]
        case 4:
            row["group"] = chance.choice([*(g["id"] for g in groups), "nowhere"])
        case 5:
            a, b = chance.randrange(40), chance.randrange(40)
            spaces[a], spaces[b] = spaces[b], spaces[a]
        case 6:
            group["name"] = chance.choice(("", "x" * 31))
        case 7:
            group["mark"] = chance.choice(("", "A", "B", "XYZ"))
        case 8:
            group["house_cost"] = chance.choice((0, 100_001))
        case 9:
            group["color"] = chance.choice(("red", "#12345", "#zzzzzz"))
        case 10:
            chance.shuffle(groups)
        case 11:
            table["currency"]["sign"] = chance.choice(("", " ", "euros"))
        case 12:
            table["currency"]["group"] = chance.choice(("a", "7", "..", "_"))
        case 13:
            table["words"] = {"jail": chance.choice(("", "x" * 41)), "nothing": "x"}
        case 14:
            table["name"] = chance.choice(("", "x" * 41))
        case 15 if card is not None:
            card["text"] = chance.choice(("", "{nobody}", "{", "x" * 201, "{amount}{space}{house}"))
        case 16 if cards is not None:
            new = chance.choice(
                (
                    {"do": "advance", "to": chance.randrange(40)},
                    {"do": "back", "steps": chance.randrange(41)},
                    {"do": "pay-or-chance", "amount": 10},
                    {"do": "jail-free"},
                    {"do": "collect", "amount": chance.choice((0, 10_001))},
                )
            )
            n = chance.randrange(len(cards))
            cards[n] = {"id": cards[n]["id"], "text": "x", **new}
            if chance.random() < 0.2:
                cards.pop()
        case _:
            other = chance.choice(spaces)
            row["id"] = chance.choice((other["id"], "Not an id"))
