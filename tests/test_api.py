"""Tests titledeed.api, the one module that other programs import: its names and their behavior."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import api_contract
from titledeed import api

ROOT = Path(__file__).resolve().parents[1]
# A class that is not in these unions is neither an answer nor an ask.
ANSWERS = set(api.Answer.__args__)  # type: ignore[attr-defined]
ASKS = set(api.Ask.__args__)  # type: ignore[attr-defined]


def test_everything_promised_in_0_1_0_exists_and_every_name_is_promised() -> None:
    """Once 0.1.0 is published, no line of the file may go or change.

    Until then, and for a new name, ``api_contract.py`` writes the lines."""
    promised = (ROOT / "tests" / "api-0.1.0.txt").read_text("utf-8").splitlines()
    assert set(promised) - set(api_contract.lines()) == set()
    names = {re.split(r"\W", line)[0] for line in promised}
    assert len(set(api.__all__)) == len(api.__all__)
    assert set(api.__all__) == names


@pytest.mark.parametrize("classes", [ANSWERS, ASKS])
def test_the_api_includes_every_answer_and_every_question(classes: set[type]) -> None:
    assert {each.__name__ for each in classes} <= set(api.__all__)


def test_a_game_can_be_played_with_public_names_alone() -> None:
    game = api.new_game(["Ada", "Ben"], rulebook="modern", seed=7)
    for _ in range(30):
        ask = game.state.ask
        if ask.seat == api.CHANCE:
            game.give(api.CHANCE, api.chance_answer(game.state, 7))
            continue
        options = api.legal_answers(game.state, ask.seat)
        answer = next(answer for kind in options.kinds() for answer in options.of(kind))
        assert api.violations(game.state, ask.seat, answer) == ()
        game.give(ask.seat, answer)
    assert game.lines
    assert len(api.digest(game.state)) == 32


def test_the_api_reads_and_checks_a_record() -> None:
    text = (ROOT / "tests" / "golden" / "modern-london.json").read_text("utf-8")
    assert api.read_record(text).rulebook == "modern"
    assert api.check_record(json.loads(text)) == []
    with pytest.raises(api.LoadError):
        api.read_record("{}")


def test_the_api_plays_the_same_bot_games_as_the_command_line() -> None:
    assert "steady" in api.BOTS
    rows = api.play_games(["simple", "novice"], 2, seed=5)
    table = "\n".join(api.games_csv(rows, seats=2)) + "\n"
    command = "lab games --rulebook modern --seats simple,novice --games 2 --seed 5"
    printed = subprocess.run(
        [sys.executable, "-m", "titledeed", *command.split()],
        env=os.environ | {"PYTHONPATH": str(ROOT / "py")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert table == printed


def test_an_executor_plays_the_same_games() -> None:
    bots = ["simple", "simple"]
    with ThreadPoolExecutor(1) as pool:
        assert list(api.play_games(bots, 2, executor=pool)) == list(api.play_games(bots, 2))


def test_our_example_programs_import_only_the_public_path() -> None:
    texts = [
        path.read_text("utf-8") for path in [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    ]
    examples = [
        each for text in texts for each in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    ]
    imports = [
        line
        for example in examples
        for line in example.splitlines()
        if re.match(r"\s*(from|import) titledeed", line)
    ]
    assert imports
    assert {line.strip() for line in imports} == {"from titledeed import api"}


def test_the_shares_of_landings_add_up() -> None:
    shares = api.landing_shares()
    assert len(shares) == 41
    assert abs(sum(shares) - 1) < 1e-9


def test_the_api_page_lists_every_name_and_its_examples_run() -> None:
    text = (ROOT / "docs" / "API.md").read_text("utf-8")
    for name in api.__all__:
        assert re.search(rf"`(?:Game\.)?{name}\b", text), name
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples) > 8
    for example in examples:
        exec(example, names)
