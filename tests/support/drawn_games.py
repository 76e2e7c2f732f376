"""Draws the starts of games: any book, variant, edition, house rules and legal position."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

from titledeed.engine.record import Game, read_record
from titledeed.engine.rulebook_loader_and_rules_compiler import (
    Contradiction,
    check_house_rules,
    parameter_table,
)

BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gwen", "Hugo Ö.")
TOWN = Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml"

HOUSE: dict[str, list[Any]] = {
    "free-parking": [0, 500, "pot"],
    "go-landing": ["double"],
    "auctions": [False],
    "starting-cash": [0, 50, 2000],
    "salary": [0, 400],
    "stock": [[0, 0], [1, 1], [3, 2], [9, 1], [40, 2]],
    "build-evenly": [False],
    "rent-in-jail": [False],
    "lap-first": [True],
    "limit-rounds": [1, 2, 30],
    "limit-minutes": [45],
    # Every parameter with each book's value.
    **{
        key: list(dict.fromkeys(values.values()))
        for key, values in parameter_table().items()
        if key != "short-game.offered"
    },
    "turn.order": ["left", "right"],
    "rent.marvin-gardens": [22, 24],
}


def drawn_house_rules(luck: Random, book: str) -> dict[str, Any]:
    """Return some house rules.

    A refusal of contradictory rules names both, and one of the two is then left out."""
    if luck.random() < 0.4:
        return {}
    house = {key: luck.choice(values) for key, values in HOUSE.items() if luck.random() < 0.15}
    while True:
        try:
            return check_house_rules(book, house)
        except Contradiction as clash:
            del house[clash.one if clash.one in house else clash.other]


def drawn_position(luck: Random, rules: Any, names: list[str]) -> dict[str, Any]:
    """Return a legal position: shared out or bare, rich or poor, built up or mortgaged."""
    spaces = rules.edition.spaces
    seats: dict[str, dict[str, Any]] = {f"seat:{i + 1}": {"deeds": []} for i in range(len(names))}
    words = list(seats)
    out: set[str] = set()
    if len(words) > 2 and luck.random() < 0.15:
        out.add(luck.choice(words))
    at_table = [word for word in words if word not in out]
    houses, hotels = rules.stock
    wealth = luck.choice([[None], [None], [0, 10, 60, 200], [0, 1, 5, 30], [3000]])
    share = luck.choice([0.0, 0.5, 0.9])
    built = luck.choice([0.0, 0.5, 0.9])
    for group in rules.edition.groups:
        if luck.random() > share:
            continue
        whole = luck.random() < 0.75
        owner = luck.choice(at_table)
        level = luck.randint(0, rules.top) if whole and luck.random() < built else 0
        levels = [level] * len(group.members)
        if 0 < level < rules.top:
            levels[0] += luck.choice([0, 1])
        wanted = sum(n for n in levels if n < rules.top)
        high = sum(n == rules.top for n in levels)
        if wanted > houses or high > hotels:
            levels, wanted, high = [0] * len(levels), 0, 0
        houses, hotels = houses - wanted, hotels - high
        for i, n in zip(group.members, levels, strict=True):
            mark = ":hotel" if n == rules.top else f":{n}" if n else ""
            if not any(levels) and luck.random() < 0.2:
                mark = ":m"
            who = owner if whole else luck.choice([*at_table, ""])
            if who:
                seats[who]["deeds"].append(f"{spaces[i].id}{mark}")
    for i in rules.ownable:
        if rules.kind[i] != "street" and luck.random() < share:
            mark = luck.choice(["", "", ":m"])
            seats[luck.choice(at_table)]["deeds"].append(f"@{i}{mark}")
    held = [luck.choice([*at_table, "", ""]) for _ in range(2)]
    for word, place in seats.items():
        if word in out:
            seats[word] = {"out": True}
            continue
        cash = luck.choice(wealth)
        if cash is not None:
            place["cash"] = cash
        place["cards"] = [
            deck
            for deck, holder in zip(("chance", "community-chest"), held, strict=True)
            if holder == word
        ]
        if luck.random() < 0.15:
            place["jail"] = luck.randint(0, 2)
        elif luck.random() < 0.7:
            place["at"] = f"@{luck.choice([i for i in range(40) if i != 30])}"
        if luck.random() < 0.3:
            place["laps"] = luck.randint(0, 2)
    mover = luck.choice(at_table)
    position: dict[str, Any] = {
        "turn": mover,
        "seat": seats,
        "round": luck.randint(1, rules.limit_rounds or 40),
    }
    if "jail" not in seats[mover] and luck.random() < 0.2:
        position["doubles"] = luck.randint(1, 2)
    if rules.pot and luck.random() < 0.5:
        position["pot"] = 275
    return position


NO_DEAL = {"starting-cash": 1500}  # used only to read the rules before a position is drawn


def drawn_record(
    luck: Random,
    book: str,
    *,
    count: int,
    short: bool,
    asked: bool,
    by_hand: bool,
    edition: str,
    placed: bool,
) -> dict[str, Any]:
    """Return a record without lines.

    ``placed``: it begins with a drawn position; ``edition``: an id or "a file"."""
    names = list(NAMES[:count])
    record: dict[str, Any] = {
        "format": "title-deed/1",
        "rulebook": book,
        "edition": tomllib.loads(TOWN.read_text("utf-8")) if edition == "a file" else edition,
        "variant": "short" if short and book == "parker1973" else "standard",
        "seats": names,
        "seed": luck.randrange(2**32),
        "rent": "asked" if asked else "automatic",
        "chance": "by-hand" if by_hand else "dealt",
        "house_rules": drawn_house_rules(luck, book),
    }
    if record["variant"] == "short" and not placed:
        # players must be able to pay for the dealt deeds
        record["house_rules"].pop("starting-cash", None)
    if placed:
        bare = Game(read_record({**record, "house_rules": {**record["house_rules"], **NO_DEAL}}))
        record["position"] = drawn_position(luck, bare.rules, names)
    return record
