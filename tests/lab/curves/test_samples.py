"""Samples and chance alone: grouped games, their spread, and comparisons of a setting with itself."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from titledeed.lab import batch_games
from titledeed.lab.compare import measures_for
from titledeed.lab.curves.samples import compare_with_itself, comparison_count, samples_of


def test_samples_are_the_games_in_their_order() -> None:
    found = samples_of([2, 4, 4, 4, 5, 5, 7, 9, 3], 4)
    assert found.means == [3.5, 6.5]
    assert found.unfinished == [3]
    assert found.mean == pytest.approx(43 / 9)
    assert found.seen == pytest.approx(sqrt(4.5))
    # The standard deviation of eight of these values, with n - 1, is that of many textbooks.
    assert samples_of([2, 4, 4, 4, 5, 5, 7, 9], 4).spread == pytest.approx(2.138, abs=5e-4)
    eight = samples_of([2, 4, 4, 4, 5, 5, 7, 9], 4)
    assert eight.expected == pytest.approx(eight.spread / 2)
    few = samples_of([3], 4)
    assert (few.means, few.unfinished, few.spread, few.seen) == ([], [3], 0, 0)


def test_a_comparison_with_itself_takes_games_that_no_other_one_has() -> None:
    assert [comparison_count(games, 5) for games in (0, 9, 10, 19, 20)] == [0, 0, 1, 1, 2]
    record = batch_games.record_of("modern", ["simple"] * 2, house_rules={"limit-rounds": 5})
    games = batch_games.run_games({"record": record, "seed": 3, "first": 0, "count": 2})
    measure = next(one for one in measures_for(2) if one.id == "throws")

    def game(throws: int) -> Any:
        return {**games[0], "throws": throws}

    row = [game(n) for n in (*range(10, 30), *range(50, 60), *range(10, 20))]
    first, second = (compare_with_itself(row, measure, 10, n) for n in (0, 1))
    assert first.compared.difference.value == 10
    assert second.compared.difference.value == -40
    assert second.shows
    assert second.any
    same = compare_with_itself([games[0]] * 20, measure, 10, 0)
    assert not same.shows
