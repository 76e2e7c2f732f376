"""The results on the teachers' pages are the results of the experiments."""

from __future__ import annotations

from typing import Any

import pytest

from titledeed.front.views.lab.settings import table_of
from titledeed.lab import compare, jobs
from titledeed.lab.landings import heat
from titledeed.lab.landings.walk import rules_for
from titledeed.lab.lessons import die, ready
from titledeed.language.catalogue import Catalogue

LESSONS = ready.lessons("en")


def said(name: str, *texts: str) -> None:
    """These figures stand on the teacher's page, in both languages."""
    for text in texts:
        assert text in LESSONS[name]["teacher"], text
        german = text.replace(",", ";").replace(".", ",").replace(";", ".")
        assert german in ready.lessons("de")[name]["teacher"], german


def measures(name: str, games: int) -> Any:
    run = LESSONS[name]["run"]
    sides = [table_of(side, Catalogue(), {}) for side in run["sides"]]
    return compare.to_dict(*(list(jobs.play(side, run["seed"], games)) for side in sides))[
        "measures"
    ]


@pytest.mark.long
def test_the_pot_changes_incomes_and_shows_nothing_of_length() -> None:
    figures = measures("pot", LESSONS["pot"]["run"]["size"])
    rounds = figures["rounds"]
    assert f"{rounds['a']:.1f} {rounds['b']:.1f}" == "35.3 36.4"
    assert f"{rounds['difference']:.1f} {rounds['low']:.1f} {rounds['high']:.1f}" == "1.1 -4.2 6.4"
    said("pot", "35.3", "36.4", "+1.1", "−4.2", "+6.4")
    assert round(100 * figures["income_salary"]["a"]) == 43
    assert round(100 * figures["income_salary"]["b"]) == 36
    assert round(100 * figures["income_parking"]["b"]) == 9


@pytest.mark.long
def test_the_first_seat_and_the_rigged_game() -> None:
    first = measures("first", 400)["win_1"]
    assert (first["a"], first["b"]) == (0.265, 0.305)
    said("first", "26.5", "30.5", "+4.0", "−2.4", "+10.4")
    rigged = measures("classes", LESSONS["classes"]["run"]["size"])
    assert [rigged[f"win_{n}"]["b"] for n in range(1, 5)] == [0.86, 0.11, 0.03, 0.0]
    assert rigged["win_1"]["a"] == 0.29
    assert round(rigged["rounds"]["difference"], 1) == -4.9
    said("classes", "4.9", "−9.1", "−0.7")


def test_where_tokens_land_and_what_houses_earn_back() -> None:
    stay: heat.ChainParameters = LESSONS["landings"]["run"]["chain"]
    shares = heat.exact(stay)
    assert f"{100 * shares[-1]:.1f}" == "9.4"
    assert sorted(range(41), key=lambda place: -shares[place])[:4] == [40, 24, 0, 25]
    leave: heat.ChainParameters = LESSONS["house"]["run"]["chain"]
    gone = heat.exact(leave)
    assert f"{100 * gone[-1]:.1f}" == "4.0" or f"{100 * gone[-1]:.2f}" == "3.95"
    said("landings", "9.4", "4.0")
    groups = heat.earnings(rules_for("modern", "atlantic-city", None), gone)
    paid = {group.group: [round(step.payback) for step in group.steps] for group in groups}
    assert paid["orange"] == [77, 25, 9, 17, 17]
    best = {group: min(steps) for group, steps in paid.items()}
    assert [best[g] for g in ("light-blue", "pink", "red", "yellow", "green", "dark-blue")] == [
        *(12, 13, 11, 12, 15, 12)
    ]
    assert [steps.index(min(steps)) for group, steps in paid.items() if group != "brown"] == [2] * 7
    assert paid["brown"][-1] == best["brown"] == 21


def test_the_loaded_die_is_as_heavy_as_its_page_says() -> None:
    run = LESSONS["die"]["run"]
    assert f"{100 * run['weights'][-1] / sum(run['weights']):.1f}" == "23.1"
    said("die", "23.1", "11.1")
    seen = [
        {step["throws"]: step["p"] for step in die.throws({**run, "seed": seed})}
        for seed in range(100)
    ]
    assert sum(step[30] < 0.05 for step in seen) < 20  # hardly anybody can tell
    assert sum(step[600] < 0.01 for step in seen) > 50  # most can
