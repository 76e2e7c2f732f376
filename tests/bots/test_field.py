"""The field of independent bots shares no code with the bots that are measured against it."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path
from types import ModuleType

import pytest

from tools import league
from tools.field import habits, sharpers, strangers

ALL = strangers.TUNING + strangers.HELD_OUT
BOOKS = ("modern", "classic", "wikibooks")
EXPLOITS = Path(strangers.__file__).with_name("exploits.py")
SHARPERS = Path(sharpers.__file__)
SET_TRADERS = SHARPERS.with_name("set_traders.py")


@pytest.mark.parametrize("module", [strangers, habits])
def test_the_field_bots_import_only_the_api(module: ModuleType) -> None:
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith(("titledeed", "tools")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            if (node.module or "").startswith(("titledeed", "tools")):
                assert node.module == "titledeed.api"


def test_the_players_made_against_shark_know_only_the_api_and_the_field() -> None:
    for node in ast.walk(ast.parse(Path(str(sharpers.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
            modules = [name for name in names if name.startswith(("titledeed", "tools"))]
            assert set(modules) <= {"titledeed.api", "tools.field.strangers"}


def test_the_field_has_eight_or_more_bots_in_two_halves() -> None:
    assert len(ALL) >= 8
    assert not set(strangers.TUNING) & set(strangers.HELD_OUT)


@pytest.mark.parametrize(
    ("name", "books"),
    [
        *((name, (book,)) for name, book in zip(ALL, itertools.cycle(BOOKS))),
        *(pytest.param(name, BOOKS, marks=pytest.mark.long) for name in ALL),
    ],
)
def test_each_field_bot_plays_whole_games_by_the_rules(name: str, books: tuple[str, ...]) -> None:
    """The program would refuse an illegal answer, which would end the test."""
    for book in books:
        row = league.play((name, book, "atlantic-city", "standard", ALL, 4, 3, 1))
        assert row.games == 1
        assert row.rounds > 5


@pytest.mark.parametrize("name", ["Bluffer", "Salami"])
def test_bots_that_look_at_another_seat_play_by_the_rules(name: str) -> None:
    """These bots create a view of the seat that they play against."""
    row = league.play((f"{EXPLOITS}:{name}", "modern", "atlantic-city", "standard", ALL, 4, 3, 1))
    assert row.games == 1
    assert row.rounds > 5


@pytest.mark.parametrize(
    ("file", "name"),
    [
        *((EXPLOITS, name) for name in ("Waiter", "Driver", "Vulture")),
        *((SHARPERS, name) for name in ("Mimic", "Cornerer", "Latecomer")),
        *((SET_TRADERS, name) for name in ("SetForSet", "SetForSetLater")),
    ],
)
def test_bots_that_exploit_one_habit_play_by_the_rules(file: Path, name: str) -> None:
    bot = f"{file}:{name}"
    for game in range(2):
        row = league.play((bot, "modern", "atlantic-city", "standard", ("steady",), 4, 3, game))
        assert row.games == 1
        assert row.rounds > 5


def test_the_league_gives_the_same_figures_for_any_number_of_jobs() -> None:
    rows = [league.table(league.league(["simple"], ["modern"], 6, ALL, jobs=n)) for n in (1, 2)]
    without_time = [[line[:-1] for line in table] for table in rows]
    assert without_time[0] == without_time[1]
    assert without_time[0][0][:3] == ("simple", "modern", 6)


def test_the_league_shows_the_interval_of_a_share() -> None:
    low, high = league.wilson(25, 100)
    assert round(low, 4) == 0.1755
    assert round(high, 4) == 0.3430
