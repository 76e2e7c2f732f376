"""titledeed.api is the one module that others import: its names, and that they do what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from titledeed import api

ROOT = Path(__file__).resolve().parents[1]
# The classes of answers and asks that are not in the unions are none.
ANSWERS = set(api.Answer.__args__)  # type: ignore[attr-defined]
ASKS = set(api.Ask.__args__)  # type: ignore[attr-defined]


def test_every_name_that_is_promised_is_there_and_no_other() -> None:
    assert len(set(api.__all__)) == len(api.__all__)
    for name in api.__all__:
        assert hasattr(api, name), name


@pytest.mark.parametrize("classes", [ANSWERS, ASKS])
def test_every_answer_and_every_ask_is_among_them(classes: set[type]) -> None:
    assert {each.__name__ for each in classes} <= set(api.__all__)


def test_a_game_is_played_by_its_names_alone() -> None:
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


def test_a_record_is_read_and_checked() -> None:
    text = (ROOT / "tests" / "golden" / "modern-london.json").read_text("utf-8")
    assert api.read_record(text).rulebook == "modern"
    assert api.check_record(json.loads(text)) == []
    with pytest.raises(api.LoadError):
        api.read_record("{}")


def test_bots_play_games_and_every_bot_has_a_name() -> None:
    assert "steady" in api.BOTS
    (row,) = api.play_games(["simple", "simple"], 1)
    assert row["rounds"] > 0


def test_the_shares_of_landings_are_shares() -> None:
    shares = api.landing_shares()
    assert len(shares) == 41
    assert abs(sum(shares) - 1) < 1e-9


def test_the_page_of_the_api_names_everything_and_its_examples_run() -> None:
    text = (ROOT / "docs" / "API.md").read_text("utf-8")
    for name in api.__all__:
        assert re.search(rf"`(?:Game\.)?{name}\b", text), name
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples) > 8
    for example in examples:
        exec(example, names)
