"""The same record gives the same game: golden bot games, in CPython and in Pyodide."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import golden_games
import invariants
from data_files import ROOT
from titledeed.engine.record import Game, read_record

GAMES = sorted(golden_games.FOLDER.glob("*.json"))


def test_every_book_has_a_golden_game_on_every_edition() -> None:
    books = ("classic", "australian", "modern", "wikibooks", "parker1973")
    editions = ("atlantic-city", "london", "australia")
    wanted = {f"{book}-{edition}" for book in books for edition in editions}
    wanted |= {f"parker1973-{edition}-short" for edition in editions}
    assert {file.stem for file in GAMES} == wanted


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays_exactly_as_recorded(file: Path) -> None:
    assert golden_games.faults(json.loads(file.read_text("utf-8"))) == []


@pytest.mark.parametrize("file", GAMES[::5], ids=lambda file: file.stem)
def test_the_invariants_hold_throughout_a_golden_game(file: Path) -> None:
    table = json.loads(file.read_text("utf-8"))
    game = Game(read_record(table))
    for line in table["step"][0]["play"]:
        game.line(line)
        invariants.check(game.state)


def test_a_changed_golden_game_is_detected() -> None:
    table = json.loads(GAMES[0].read_text("utf-8"))
    table["x-digests"][1] = "0" * 32
    table["checksum"] = golden_games.record_checksum(table)
    assert golden_games.faults(table) == ["the state differs at or before answer 100"]


@pytest.mark.lengthy
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_pyodide_replays_the_golden_games_with_the_same_results(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]], every: int
) -> None:
    files = [str(file.relative_to(ROOT)) for file in GAMES[::every]]
    done = in_pyodide("tests/support/golden_games.py", *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(files)} games" in done.stdout
