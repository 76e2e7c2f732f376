"""A tournament's draw, seeds, table and file, and the command that plays it again."""

from __future__ import annotations

import json
import random
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from titledeed.__main__ import main
from titledeed.engine.errors import LoadError
from titledeed.workshop.bot_file import BotFile
from titledeed.workshop.refereed_game import RefereedGame
from titledeed.workshop.steps import STEPS
from titledeed.workshop.tournament import (
    MEETS,
    Entrant,
    Result,
    Stage,
    Tournament,
    apart,
    digest_of,
    league_tables,
    read_tournament,
    standings,
)

SECRET = "0123456789abcdef0123456789abcdef"


def tournament(bots: int = 4, sittings: int = 1) -> Tournament:
    entrants = [
        Entrant(f"Author {n}", BotFile(f"Bot {n}", STEPS[n % len(STEPS)].solution))
        for n in range(bots)
    ]
    made = Tournament.of("Class 9b", entrants, SECRET, sittings)
    made.rounds = 3
    return made


@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 28, 40])
def test_every_bot_sits_equally_often_and_once_in_every_seat(players: int) -> None:
    tables = league_tables(players, 5, SECRET)
    assert all(len(set(table)) == 4 for table in tables)
    sits = Counter(player for table in tables for player in table)
    assert len(set(sits.values())) == 1
    assert sits[0] >= 5
    stage = Stage(SECRET, tables)
    seats = Counter((p, seat) for g in range(stage.games) for seat, p in enumerate(stage.seats(g)))
    assert len(set(seats.values())) == 1
    assert league_tables(players, 5, SECRET) == tables
    assert league_tables(players, 5, SECRET + "0") != tables or players == 4


def test_28_bots_play_20_games_each() -> None:
    made = tournament(28, 5)
    assert made.league.games == 140
    sits = Counter(p for g in range(140) for p in made.league.seats(g))
    assert set(sits.values()) == {20}


def test_the_secret_gives_all_seeds_and_its_hash_gives_none() -> None:
    stage = tournament().league
    assert stage.hash == sha256(SECRET.encode()).hexdigest()
    seeds = [stage.seed(n) for n in range(stage.games)]
    assert len(set(seeds)) == len(seeds)
    assert max(seeds) < 2**48


def result(winner: int, replaced: int = 0) -> Result:
    return Result((winner,), "0" * 16, (replaced, 0, 0, 0))


def test_the_table_says_which_places_are_really_apart() -> None:
    made = tournament(4, 12)
    league, draw = made.league, random.Random(1)
    for game in range(league.games):
        seats = league.seats(game)
        player = 0 if draw.random() < 0.8 else draw.choice((1, 2, 3))
        league.results[game] = result(seats.index(player))
    rows = standings(league, 4)
    assert rows[0].bot == 0
    assert rows[0].behind == 1
    assert [row.behind for row in rows[1:]] == [4, 4, 4]
    assert sum(row.won for row in rows) == pytest.approx(league.games)
    assert not apart({}, {})


def test_of_two_bots_with_equal_shares_the_one_that_was_added_first_is_placed_higher() -> None:
    league = tournament(6, 2).league
    for game in range(league.games):
        league.results[game] = result(min(range(4), key=league.seats(game).__getitem__))
    rows = standings(league, 6)
    tied = [(a.bot, b.bot) for a, b in pairwise(rows) if a.won / a.games == b.won / b.games]
    assert tied
    assert all(first < second for first, second in tied)


def test_bots_that_are_equally_good_are_seldom_told_apart() -> None:
    draw, told = random.Random(3), 0
    for _ in range(300):
        made = Stage(SECRET, [(0, 1, 2, 3)] * 10)
        for game in range(made.games):
            made.results[game] = result(draw.randrange(4))
        told += standings(made, 4)[0].behind < 4
    assert told <= 0.1 * 300  # one of the three comparisons of the best, of 5 % together


def played(made: Tournament, stage: Stage) -> None:
    """Fill in the results with games in which ``simple`` plays for every bot."""
    for number in range(stage.games):
        game = RefereedGame(made.record(stage, number), stage.seed(number))
        while not game.over:
            wanted = game.advance()
            if wanted is not None:
                game.replace(wanted)
        stage.results[number] = Result(game.winners, digest_of(game.lines), tuple(game.replaced))


def test_the_command_plays_a_saved_tournament_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "class B:\n    def choose(self, view, options):\n        return 1\n"
    entrants = [Entrant("", BotFile(f"Bot {n}", f"# {n}\n{code}")) for n in range(2)]
    made = Tournament.of("Two", entrants, SECRET, 1)
    made.rounds = 3
    played(made, made.league)
    made.begin_final(SECRET[::-1])
    assert made.final is not None
    made.final.tables = made.final.tables[:1]
    played(made, made.final)
    assert read_tournament(made.text()) == made
    file = tmp_path / "two.json"
    file.write_text(made.text(), "utf-8")
    assert main(["tournament", str(file)]) == 0
    said = capsys.readouterr().out
    assert made.league.hash in said
    assert "Bot 1" in said
    assert main(["tournament", str(file), "--again"]) == 0
    assert "4 games are the same." in capsys.readouterr().out
    made.league.results[2] = result(0)
    file.write_text(made.text(), "utf-8")
    assert main(["tournament", str(file), "--again"]) == 1
    assert "Game 3 is different." in capsys.readouterr().out
    assert main(["tournament", str(tmp_path / "none.json")]) == 1


def test_damaged_files_are_refused_with_a_sentence() -> None:
    made = tournament(5)
    made.league.results[0] = result(1)
    whole = json.loads(made.text())
    rng = random.Random(5)
    odd: list[Any] = [None, -1, 10**9, 1.5, "", "x" * 200, [], {}, [[]], {"a": 1}, True]
    read = 0
    for _ in range(400):
        table = json.loads(json.dumps(whole))
        place: Any = table
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.8:
                place = place[key]
                continue
            place[key] = rng.choice(odd)
            break
        try:
            again = read_tournament(json.dumps(table))
            standings(again.league, again.players)
            read += 1
        except LoadError:
            continue
    assert read < 200
    for text in ("", "[]", "{", "[" * 10_000, '{"format": "title-deed-tournament/9"}'):
        with pytest.raises(LoadError):
            read_tournament(text)
    with pytest.raises(LoadError):
        Tournament.of("", [made.entrants[0]] * 2, SECRET)
    assert MEETS == 4
