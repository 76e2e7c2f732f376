"""Odd positions: drawn ones with one change that may make them impossible.

Either the program refuses to load a position and gives the reason, or a game can reach it. In the
second case the invariants hold, which other tests check at every ask of their games. The position
also stays the same when the program writes it down and reads it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import invariants
from drawn_games import BOOKS, drawn_record
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Game, read_record
from titledeed.lab.position_from_game import begins_turn, position_of

Table = dict[str, Any]


def place(luck: Random, table: Table) -> Table:
    """Return the entry of a random seat in the position."""
    seats = table["position"].setdefault("seat", {})
    return seats.setdefault(f"seat:{luck.randint(1, len(table['seats']))}", {})


def claim(luck: Random, table: Table) -> Table:
    by, of = (f"seat:{luck.randint(1, len(table['seats']))}" for _ in "ab")
    row: Table = {"space": f"@{luck.choice([1, 5, 8, 12, 39, 40])}", "by": by, "from": of}
    if luck.random() < 0.7:
        row["amount"] = luck.choice([0, 0, 1, 22, -1, True, 10**9])
    if luck.random() < 0.5:
        row["throws"] = luck.choice([0, 1, 2, 3, -1])
    return row


def set_in(key: str, *values: Any) -> Callable[[Random, Table], None]:
    def change(luck: Random, table: Table) -> None:
        table["position"][key] = luck.choice(values)

    return change


def set_place(key: str, *values: Any) -> Callable[[Random, Table], None]:
    def change(luck: Random, table: Table) -> None:
        place(luck, table)[key] = luck.choice(values)

    return change


def add_claims(luck: Random, table: Table) -> None:
    claims = table["position"].setdefault("claims", [])
    claims += [claim(luck, table) for _ in range(luck.choice([1, 1, 2, 3]))]


def lose_turn(luck: Random, table: Table) -> None:
    table["position"].pop("turn", None)


def limit_rounds(luck: Random, table: Table) -> None:
    table["house_rules"]["limit-rounds"] = luck.choice([1, 5, 40])


def add_deed(luck: Random, table: Table) -> None:
    deed = f"@{luck.randrange(40)}{luck.choice(['', ':m', ':1', ':4', ':hotel', ':5', ':'])}"
    place(luck, table).setdefault("deeds", []).append(deed)


ODD: tuple[Callable[[Random, Table], None], ...] = (
    add_claims,
    add_claims,
    lose_turn,
    limit_rounds,
    add_deed,
    set_in("round", 0, 1, 2, 9, 10**6, True),
    set_in("doubles", 0, 1, 2, 3, False),
    set_in("pot", 0, 75, -1),
    set_in("turn", "seat:1", "seat:2", "seat:9", 1),
    set_in("deck", {"chance": ["advance-to-go", "advance-to-go"]}, {"chance": []}, {}),
    set_place("jail", False, True, 0, 1, 2, 3, -1),
    set_place("at", "go", "@10", "@30", "@7", "@40"),
    set_place("laps", 0, 1, 10**6, -1),
    set_place("out", True, False, 1),
    set_place("cash", 0, -1, 10**9, True),
    set_place("cards", ["chance"], ["chance", "chance"], ["community-chest"], []),
    set_place("deeds", [], ["@1", "@3"], ["@1:1", "@3"], ["@1:2", "@3"], ["@5:1"]),
)


def odd(seed: int) -> Table:
    luck = Random(seed)
    table = drawn_record(
        luck,
        luck.choice(BOOKS),
        count=luck.randint(2, 5),
        short=luck.random() < 0.3,
        asked=luck.random() < 0.5,
        by_hand=luck.random() < 0.2,
        edition="atlantic-city",
        placed=luck.random() < 0.8,
    )
    table.setdefault("position", {})
    for change in luck.choices(ODD, k=luck.randint(1, 3)):
        change(luck, table)
    return table


@pytest.mark.parametrize("hundred", range(20))
def test_an_odd_position_is_refused_or_playable(hundred: int) -> None:
    loaded = 0
    for seed in range(hundred * 100, hundred * 100 + 100):
        table = odd(seed)
        try:
            game = Game(read_record(table))
        except LoadError as trouble:
            sentence = str(trouble)
            assert sentence.endswith(".")
            continue
        loaded += 1
        try:
            invariants.check(game.state)
            come_again(game, table)
        except AssertionError as error:
            error.add_note(json.dumps(table))
            raise
    assert loaded > 10


def come_again(game: Game, table: Table) -> None:
    """Check that the position stays the same when the program writes it down."""
    state = game.state
    while state.agenda[-1].kind == "shuffle":  # type: ignore[union-attr]
        state = state.copy()
        state.agenda.pop()
    if not begins_turn(state):
        return
    again = Game(read_record({**table, "position": position_of(state, game.notation)})).state
    for name in ("cash", "jail", "playing", "owner", "level", "mortgaged", "held", "claims"):
        assert getattr(again, name) == getattr(state, name), name
    seats = range(state.seats)
    assert all(again.at[n] == state.at[n] for n in seats if state.playing[n])
    assert (again.turn, again.round, again.stock) == (state.turn, state.round, state.stock)
