"""The guided path: every solution reaches its goal, and the program before it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from titledeed.workshop.fence_answers import RunCounts, read_counts, table_of
from titledeed.workshop.inside_fence import answer
from titledeed.workshop.practice import ROUNDS
from titledeed.workshop.steps import SEED, STEPS, Goal, GuidedStep

GAMES = 100


def run(code: str, goal: Goal, games: int = GAMES, seed: int = SEED) -> RunCounts:
    question = {
        "do": "practice",
        "code": code,
        "against": list(goal.against),
        "seed": seed,
        "rounds": ROUNDS,
        "first": 0,
        "games": games,
    }
    table: dict[str, Any] = table_of(answer(json.dumps(question)))
    assert "finding" not in table, table["finding"]
    return read_counts(table["counts"], games)


def test_the_first_program_loses_and_the_first_solution_wins() -> None:
    first = STEPS[0]
    assert run(first.starter, first.goals[0], 20).won == 0
    assert run(first.solution, first.goals[0], 20).won >= 1


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS, ids=[step.id for step in STEPS])
def test_a_solution_reaches_the_goals_that_the_program_before_it_misses(step: GuidedStep) -> None:
    for seed in (1, 2, 3):
        assert all(goal.reached(run(step.solution, goal, seed=seed)) for goal in step.goals)
    assert not all(goal.reached(run(step.starter, goal)) for goal in step.goals)
