"""A bot's file and link: what is written can be read, and anything else is refused with a sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from titledeed.__main__ import main
from titledeed.engine.errors import LoadError
from titledeed.game.share_link import deflate_text
from titledeed.workshop.bot_file import (
    LARGEST,
    MARK,
    BotFile,
    bot_link,
    read_bot,
    read_bot_link,
    write_bot,
)
from titledeed.workshop.inside_fence import answer
from titledeed.workshop.steps import STEPS

MAGPIE = BotFile("Magpie ä", STEPS[-1].solution)


def test_a_bot_comes_back_from_its_file_and_its_link() -> None:
    assert read_bot(write_bot(MAGPIE)) == MAGPIE
    assert read_bot_link(bot_link(MAGPIE)) == MAGPIE
    assert len(bot_link(MAGPIE)) < 2000
    assert MAGPIE.file_name == "Magpie-a.py"


def test_any_python_program_opens_under_the_name_of_its_file() -> None:
    assert read_bot("x = 1\r\n", "My Bot.py") == BotFile("My Bot", "x = 1\n")
    assert read_bot("x = 1", "").name == "MyBot"


def test_the_file_is_a_python_program() -> None:
    compile(write_bot(MAGPIE), "<file>", "exec")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The file is empty"),
        ("\x00\x01", "The file is not text"),
        ("# title-deed-bot/1 {}\n", "The file is empty"),
        ("# title-deed-bot/9 {}\nx = 1\n", "title-deed-bot/9"),
        ("# title-deed-bot/x {}\nx = 1\n", "first line"),
        ("x = 1\n" * LARGEST, "too long"),
        ("x = '\ud800'\n", "damaged character"),
    ],
)
def test_a_file_that_is_no_bot_is_refused(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        read_bot(text)


@pytest.mark.parametrize(
    "title", ["", "{", "[" * 200, '{"name": 3}', '{"name": "\\u202e\\n"}', '{"name": "' + "x" * 280]
)
def test_a_damaged_name_is_replaced(title: str) -> None:
    assert read_bot(f"# title-deed-bot/1 {title}\nx = 1\n").name == "MyBot"


def test_damaged_files_and_links_are_refused_or_read() -> None:
    """Never anything but a LoadError."""
    rng = random.Random(32)
    file, link = write_bot(MAGPIE), bot_link(MAGPIE)
    for _ in range(300):
        for text, read in ((file, read_bot), (link, read_bot_link)):
            letters = list(text)
            for _ in range(rng.randint(1, 6)):
                at = rng.randrange(len(letters))
                letters[at : at + rng.choice([0, 1, 1, 40])] = rng.choice(
                    ["", "\x00", "\ud800", "{", "]", "é", "\u202e", "\n", "9" * 50, letters[at]]
                )
            try:
                bot = read("".join(letters))
            except LoadError:
                continue
            assert 0 < len(bot.code) <= LARGEST + 1
            assert 0 < len(bot.name) <= 24
            assert read_bot(write_bot(bot)).code.rstrip() == bot.code.rstrip()


def test_a_link_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(LoadError):
        read_bot_link(MARK + deflate_text("x = 1\n" * 500_000))


def test_a_saved_bot_wins_the_same_games_in_the_arena_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is used unchanged. Neither bot here plays otherwise near a limit of rounds."""
    file = tmp_path / MAGPIE.file_name
    file.write_text(write_bot(MAGPIE), "utf-8")
    seats = ",".join([f"{file}:MyBot", *["novice"] * 3])
    games = ["--games", "8", "--seed", "1", "--rounds", "60", "--json"]
    assert main(["arena", "--seats", seats, *games]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 8
    assert figures["replaced"] == [0, 0, 0, 0]
    practice = {"do": "practice", "code": MAGPIE.code, "against": ["novice"] * 3, "seed": 1}
    found = json.loads(answer(json.dumps({**practice, "rounds": 60, "first": 0, "games": 8})))
    counts = found["counts"]
    assert counts["outright"] == figures["wins"][0]
    assert [counts["won"], *counts["others"]] == figures["scored"]
