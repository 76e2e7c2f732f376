"""Plays games of every kind: all bots, which also answer at random, on every board.

They use house rules, the Short Game, rent that is asked for, and dice and cards entered by hand.
Everything follows from the book and a number, so each game can be repeated.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import wild_games
from titledeed.bots import BOTS
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Answer,
    CardIs,
    Dice,
)
from titledeed.engine.asks import (
    AskCard,
    AskDice,
    Over,
)
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import play
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.engine.state import (
    State,
)
from titledeed.game.bot_scheduler import BotScheduler
from wild_games import Moment

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gwen", "Hugo")
CHARACTERS: Final = ("simple", "novice", "steady", "builder", "dealer", "hoarder", "hermit")
assert set(CHARACTERS) <= set(BOTS)
_TOWN: Final = Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml"


@cache
def own_town() -> dict[str, Any]:
    """Return a custom board with its own words, and with cards that the others do not have."""
    town = tomllib.loads(_TOWN.read_text("utf-8"))
    for deck in ("chance", "community-chest"):
        cards = town[deck]
        cards[-1] = {"id": "to-class", "do": "advance", "to": 30, "text": "Advance to {space}."}
        cards[-2] = {"id": "back-one", "do": "back", "steps": 1, "text": "Go back one space."}
        cards[-3] = {"id": "back-to-tax", "do": "back-to", "to": 4, "text": "Back to {space}."}
    return town


def _house_rules(draw: random.Random, book: str, seats: int) -> dict[str, Any]:
    """Return some house rules that are compatible."""
    possible: dict[str, Any] = {
        "free-parking": draw.choice([500, "pot", "pot"]),
        "go-landing": "double",
        "auctions": False,
        "starting-cash": draw.choice([60, 300, 1500, 4000]),
        "salary": draw.choice([0, 400, [draw.choice([100, 200, 350]) for _ in range(seats)]]),
        "stock": draw.choice([[4, 1], [12, 2], [32, 0], [0, 12]]),
        "build-evenly": False,
        "rent-in-jail": False,
        "lap-first": True,
        "limit-rounds": draw.choice([2, 8, 20]),
        "limit-minutes": 10,
    }
    for id, by_book in rules_compiler.parameter_table().items():
        values = sorted({*by_book.values(), *rules_compiler.MORE_VALUES.get(id, ())}, key=str)
        if id != "short-game.offered" and len(values) > 1:
            possible[id] = draw.choice(values)
    while True:
        chosen = draw.sample(sorted(possible), draw.choice([1, 2, 4, 7]))
        rules = {key: possible[key] for key in chosen}
        try:
            rules_compiler.make_rules(book, house_rules=rules)
        except LoadError:
            continue
        return rules


def record(book: str, n: int) -> dict[str, Any]:
    """Return the record of the n-th game of a book."""
    draw = random.Random(f"{book} {n}")
    edition: Any = draw.choice([*rules_compiler.EDITIONS, own_town()])
    more: dict[str, Any] = {"rulebook": book, "edition": edition}
    if draw.random() < 0.25:
        more["rent"] = "asked"
    if draw.random() < 0.15:
        more["chance"] = "by-hand"
    crowd = draw.random() < 0.5
    seats = 4 if crowd else draw.choice([2, 3, 4, 6])
    if draw.random() < 0.6:
        more["house_rules"] = _house_rules(draw, book, seats)
    short = book == "parker1973" and draw.random() < 0.3
    if short:
        more["variant"] = "short"
        # the cash must pay for the dealt deeds
        more.get("house_rules", {}).pop("starting-cash", None)
    if crowd and not short and isinstance(edition, str):
        free = "shortage.supply" not in more.get("house_rules", {})
        try:
            table = wild_games.crowded(draw, scarce=free and draw.random() < 0.4, **more)
            Game(read_record(table))
        except LoadError:  # too few buildings for this position
            more["house_rules"].pop("stock", None)
            more["house_rules"].pop("shortage.supply", None)
            table = wild_games.crowded(draw, **more)
        return table
    return {
        "format": "title-deed/1",
        "seats": list(NAMES[:seats]),
        "seed": draw.randrange(10**6),
        **more,
    }


def _by_hand(state: State, draw: random.Random) -> Answer | None:
    match state.ask:
        case AskDice():
            return Dice(draw.randint(1, 6), draw.randint(1, 6))
        case AskCard(deck=deck):
            return CardIs(draw.choice(state.decks[deck]))
    return None


def moments(table: dict[str, Any], most: int) -> Iterator[Moment]:
    """Yield the answers of one game, at most ``most``."""
    game = Game(read_record(table))
    state, seed = game.state, int(table["seed"])
    draw = random.Random(seed)
    wild = draw.choice([0.02, 0.1, 0.5])  # how often a seat answers at random
    players = BotScheduler([BOTS[draw.choice(CHARACTERS)]() for _ in range(state.seats)])
    for _ in range(most):
        ask = state.ask
        if isinstance(ask, Over):
            return
        seat, answer = CHANCE, None
        if ask.seat == CHANCE:
            answer = _by_hand(state, draw) if state.by_hand else None
            answer = answer or rng.chance_answer(state, seed)
        elif draw.random() < wild:
            seat, answer = wild_games.pick(state, draw)
        else:
            chosen = players.next(state)
            assert chosen is not None
            seat, answer = chosen[0], chosen[1].answer
        players.follow(state, seat, answer, again=False, opens=False)
        players.note(state.turns, seat, answer)
        after, events = play(state, seat, answer)
        yield Moment(state, seat, answer, events)
        state = after
