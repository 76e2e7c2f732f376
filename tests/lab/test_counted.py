"""Counted games equal the replayed games.

The results are the same in the rows of ``lab games``, in the records of the same games and at a table
that plays them. The rows counted again from the records and the arena's sums are the same too."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from titledeed.bots import BOTS
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import read_record
from titledeed.game.session import Session
from titledeed.lab import arena, batch_games
from titledeed.lab import write_and_count_record_files as record_files

ROOT = Path(__file__).resolve().parents[2]
SEED = 11


def rows_of(played: list[batch_games.Played]) -> list[str]:
    return list(batch_games.games_csv(played, len(played[0]["worth"])))[1:]


def counted_three_ways(
    table: dict[str, Any], count: int, seed: int = SEED
) -> list[batch_games.Played]:
    """Plays these games as ``lab games`` does, as records, and at a table. Returns the games."""
    job = batch_games.GamesJob(record=table, seed=seed, first=0, count=count)
    played = batch_games.run_games(job)
    recorded = record_files.run_recorded_games(job)
    assert [recorded_game["played"] for recorded_game in recorded] == played
    for n, (game, recorded_game) in enumerate(zip(played, recorded, strict=True)):
        again = record_files.count_record({"name": f"{n}.json", "record": recorded_game["record"]})
        assert again == game, f"game {n}"
        record = json.loads(recorded_game["record"])
        if not n:
            assert record == batch_games.record_game(job)
        lines = [line for step in record["step"] for line in step["play"]]
        setting = read_record({**table, "seed": batch_games.seed_of(seed, n)})
        seats = [replace(seat, bot=seat.bot or batch_games.POLICY) for seat in setting.seats]
        session = Session.start(replace(setting, seats=seats, chance="dealt"))
        while not isinstance(session.ask, Over) and session.state.round <= batch_games.MOST_ROUNDS:
            assert session.step() is not None
        assert session.game.lines == lines, f"game {n}"
    assert rows_of([recorded_game["played"] for recorded_game in recorded]) == rows_of(played)
    return played


def agrees_with_the_arena(bots: list[str], count: int) -> None:
    """The arena rotates its seats; if all seats have the same bot, its games are still the same."""
    table = batch_games.record_of("modern", bots)
    played = counted_three_ways(table, count)
    tally = arena.run_arena(bots, count, SEED)
    assert tally.finished == sum(bool(game["winners"]) for game in played)
    assert tally.rounds == sum(game["rounds"] for game in played)
    assert tally.throws == sum(game["throws"] for game in played)
    wins = [0] * len(bots)
    for n, game in enumerate(played):
        for winner in game["winners"]:
            wins[(winner + n) % len(bots)] += 1
    assert tally.wins == wins


# shark and the others play at mixed tables, or with --long
USUAL = ("steady", "steady-1", "dealer")


@pytest.mark.parametrize(
    "name", [pytest.param(bot, marks=[] if bot in USUAL else [pytest.mark.long]) for bot in BOTS]
)
def test_counted_games_of_four_equal_bots_are_the_replayed_games(name: str) -> None:
    agrees_with_the_arena([name] * 4, 1 if name == "shark" else 2)


@pytest.mark.long
@pytest.mark.parametrize("name", list(BOTS))
def test_counted_and_replayed_games_are_the_same_in_two_hundred_games(name: str) -> None:
    agrees_with_the_arena([name] * 4, 200)


@pytest.mark.parametrize(
    ("book", "guest"),
    [
        ("classic", "shark"),
        ("australian", "dealer"),
        ("wikibooks", "builder"),
        ("parker1973", "hermit"),
        *(
            pytest.param(book, "shark", marks=pytest.mark.long)
            for book in ("australian", "wikibooks", "parker1973")
        ),
    ],
)
def test_counted_and_replayed_games_are_the_same_with_mixed_bots_and_every_book(
    book: str, guest: str
) -> None:
    """``guest``: shark, which takes ten times as long as the others, or another bot."""
    bots = ["steady-1", guest, "novice", "steady", "hoarder"]
    counted_three_ways(batch_games.record_of(book, bots), 1)


@pytest.mark.parametrize("seats", [2, pytest.param(5, marks=pytest.mark.long), 8])
def test_counted_and_replayed_games_are_the_same_for_two_to_eight_seats_with_house_rules(
    seats: int,
) -> None:
    house = {"free-parking": "pot", "salary": 400, "limit-rounds": 30}
    bots = (["steady-1", "builder", "simple", "steady"] * 2)[:seats]
    played = counted_three_ways(batch_games.record_of("modern", bots, house_rules=house), 3, 5)
    assert max(game["rounds"] for game in played) == 30


def test_counted_and_replayed_short_games_are_the_same() -> None:
    table = batch_games.record_of("parker1973", ["steady-1", "dealer", "steady"], variant="short")
    counted_three_ways(table, 4)


def test_counted_and_replayed_games_are_the_same_from_a_position_to_the_last_round() -> None:
    """Four bots that never trade stop after 500 rounds: round 501 has begun, and does not count."""
    table = batch_games.record_of("modern", ["simple"] * 4)
    stopped = [game for game in counted_three_ways(table, 5) if not game["winners"]]
    assert {game["rounds"] for game in stopped} == {500}
    position = {
        "turn": "seat-2",
        "round": 12,
        "seat": {"seat-1": {"deeds": ["boardwalk"]}, "seat-4": {"out": True}},
    }
    counted_three_ways({**table, "position": position}, 2)


def test_counted_and_replayed_games_are_the_same_on_a_custom_board_with_rent_on_request() -> None:
    """A seat without a bot gets the default bot; the decks are another pair."""
    board = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))
    table = batch_games.record_of(
        "modern", ["dealer", "novice", "steady-1"], board, decks="uk-classic"
    )
    del table["seats"][2]["bot"]
    counted_three_ways({**table, "rent": "asked"}, 3, 2**62)


def test_a_bot_remembers_its_offers_in_a_counted_game() -> None:
    """The bot does not repeat a refused offer, but offers a better price."""
    job = batch_games.GamesJob(
        record=batch_games.record_of("modern", ["steady"] * 4), seed=SEED, first=0, count=1
    )
    lines = batch_games.record_game(job)["step"][0]["play"]
    refused: list[str] = []
    for line, after in pairwise(lines):
        if " offer " in line and after.endswith(" reject"):
            assert line not in refused[-4:]
            refused.append(line)
    assert len(refused) > 4
