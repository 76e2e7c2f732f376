"""How strong the usual rules are, and what a rule changes, as docs/STRATEGY-DESK.md says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from titledeed.lab.batch_games import run_games
from titledeed.strategies.playing_rules import PlayingRules
from titledeed.strategies.strategy_file import Strategy
from titledeed.strategy_desk import measuring

pytestmark = pytest.mark.long
USUAL = PlayingRules()


@cache
def run(rules: PlayingRules, against: str) -> measuring.Run:
    strategy = Strategy("Magpie", rules)
    played = measuring.Run(strategy, against)
    for n, job in enumerate(measuring.jobs(strategy, against)):
        played.take(n, run_games(job))
    return played


@pytest.mark.parametrize(("against", "won"), [("novice", 74), ("simple", 47)])
def test_the_usual_rules_beat_bots_that_do_not_bargain(against: str, won: int) -> None:
    assert run(USUAL, against).won == won
    assert run(USUAL, against).interval().low > 0.25


@pytest.mark.parametrize(
    ("change", "against", "difference"),
    [
        ({"offers": 0}, "novice", -41),
        ({"build_to": 1, "beyond_keep": 1000}, "novice", -17),
        ({"buy_keep": 500}, "simple", -10),
    ],
)
def test_a_change_of_a_rule_shows_at_the_desk(
    change: dict[str, Any], against: str, difference: int
) -> None:
    found = measuring.difference(run(USUAL, against), run(replace(USUAL, **change), against))
    assert round(100 * found.difference.value) == difference
    assert found.shows()
