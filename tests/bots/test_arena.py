"""The arena's command: what it prints, and that the same command prints the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scene import table
from titledeed.__main__ import main
from titledeed.lab import arena as arena_of


def arena(capsys: pytest.CaptureFixture[str], *more: str, seats: str = "simple,steady") -> Any:
    assert main(["arena", "--seats", seats, "--seed", "1", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_json_has_these_keys(capsys: pytest.CaptureFixture[str]) -> None:
    figures = arena(capsys, "--games", "3", seats="simple,steady,simple,steady")
    assert list(figures) == [
        *("games", "finished", "wins", "scored", "rounds", "median_rounds", "throws", "seconds")
    ]
    assert figures["games"] == 3
    assert 0 <= figures["finished"] <= 3
    assert len(figures["wins"]) == 4
    assert sum(figures["wins"]) == figures["finished"]
    assert figures["throws"] >= figures["rounds"] >= 3
    assert figures["seconds"] > 0


def test_the_same_seed_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    def played(seed: str) -> Any:
        figures = arena(capsys, "--games", "4", "--rounds", "100", "--seed", seed)
        return {key: value for key, value in figures.items() if key != "seconds"}

    assert played("1") == played("1")
    assert played("1") != played("2")


@pytest.mark.parametrize("book", ["classic", "australian", "modern", "wikibooks", "parker1973"])
def test_every_rulebook_is_played(capsys: pytest.CaptureFixture[str], book: str) -> None:
    assert arena(capsys, "--games", "2", "--rulebook", book)["games"] == 2


def test_the_arena_plays_the_short_game_another_edition_and_a_round_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    more = ["--games", "2", "--rulebook", "parker1973", "--variant", "short", "--edition", "london"]
    assert arena(capsys, *more, seats="steady,steady,steady")["games"] == 2
    stopped = arena(capsys, "--games", "2", "--rounds", "2")
    assert stopped["finished"] == 0
    assert stopped["wins"] == [0, 0]
    assert (stopped["rounds"], stopped["median_rounds"]) == (4, 2)
    assert sum(stopped["scored"]) == 2


def test_an_unfinished_game_counts_as_a_win_for_the_richest_player() -> None:
    """Worth is cash, unused mortgage value and half the cost of buildings; the first wins a tie."""
    deeds = {
        "Ada": "boardwalk:m",
        "Ben": "park-place",
        "Cleo": "mediterranean-avenue:2 baltic-avenue:2",
    }
    cash = {"Ada": 100, "Ben": 0, "Cleo": 14}
    seats = {name: {"deeds": deeds[name], "cash": cash[name]} for name in deeds}
    state = table("modern", seats=seats).game.state
    assert [arena_of.liquid_worth(state, seat) for seat in range(3)] == [100, 175, 14 + 60 + 100]
    assert arena_of.richest_seat(state) == 1
    even = table("modern", seats={name: {"cash": 100} for name in deeds}).game.state
    assert arena_of.richest_seat(even) == 0


def test_eight_bots_can_play_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    figures = arena(capsys, "--games", "1", "--rounds", "20", seats=",".join(["simple"] * 8))
    assert len(figures["wins"]) == 8


def test_an_outside_bot_adds_a_key_to_the_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (
        "class Mine:\n    def choose(self, view, options):\n        print('!')\n        return 1\n"
    )
    (tmp_path / "mine.py").write_text(text, "utf-8")
    more = ["--games", "2", "--rounds", "2"]
    figures = arena(capsys, *more, seats=f"{tmp_path}/mine.py:Mine,simple")
    assert figures["replaced"][0] > 0
    assert figures["replaced"][1] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seats", "simple"], "A game has two to eight seats, not 1."),
        (["--seats", ",".join(["simple"] * 9)], "A game has two to eight seats, not 9."),
        (["--seats", "simple,clever"], "There is no bot “clever”"),
        (["--seats", "simple,simple", "--rulebook", "victorian"], "no rulebook “victorian”"),
        (["--seats", "simple,simple", "--edition", "mars"], "no board “mars”"),
        (["--seats", "simple,simple", "--variant", "short"], "no Short Game"),
    ],
)
def test_the_arena_explains_a_setup_that_cannot_be_played(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(["arena", *arguments, "--games", "1"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err


def test_without_json_the_arena_prints_readable_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--seats", "simple,steady", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("simple ")
    assert lines[1].split()[1:3] == ["games", "won:"]
    assert lines[1].split()[4:] == ["of", "2"]
    assert "throws per CPU-second" in lines[-1]


@pytest.mark.parametrize("games", ["0", "-3", "many"])
def test_the_arena_refuses_a_wrong_number_of_games(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "--seats", "simple,steady", "--games", games])
    assert "must be a whole number from 1 to 1,000,000,000" in capsys.readouterr().err


@pytest.mark.parametrize("rounds", ["0", "-1", "few"])
def test_the_arena_refuses_a_wrong_number_of_rounds(
    rounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "--seats", "simple,steady", "--rounds", rounds])
    assert "must be a whole number from 1 to 1,000,000,000" in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["-1", "9223372036854775808", "1.5", "lucky"])
@pytest.mark.parametrize(
    "command",
    [
        ["arena", "--seats", "simple,steady", "--games", "1", "--rounds", "1"],
        ["lab", "landings", "--rulebook", "modern", "--jail", "stay", "--throws", "10"],
    ],
    ids=["arena", "lab"],
)
def test_the_arena_accepts_only_seeds_that_a_record_can_hold(
    command: list[str], seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--seed", "9223372036854775807"]) == 0
    with pytest.raises(SystemExit, match="2"):
        main([*command, "--seed", seed])
    assert "must be a whole number from 0 to 2^63 - 1" in capsys.readouterr().err
