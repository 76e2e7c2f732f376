"""The error rates of verdicts and marks, measured on real games.

A setting is compared with itself 300 times, with 100 games a side, drawn from 3,000."""

from __future__ import annotations

from functools import cache

import pytest

from titledeed.lab import compare
from tools import verdicts


@cache
def measured(pool: str) -> verdicts.Rates:
    return verdicts.rates(verdicts.pool(pool), 300, 1, ("rounds",))


@pytest.mark.parametrize("pool", ["plain", "pot"])
def test_comparing_a_setting_with_itself_shows_a_difference_in_at_most_7_of_100_runs(
    pool: str,
) -> None:
    told = measured(pool)
    assert told.false["rounds"] <= 0.07 * told.comparisons
    assert told.others["rounds"] <= 0.07 * told.comparisons
    assert sum(told.false.values()) > 0, "a test that calls nothing a difference"


@pytest.mark.parametrize("pool", ["plain", "pot"])
def test_half_a_standard_deviation_is_detected_in_at_least_90_of_100_runs(pool: str) -> None:
    told = measured(pool)
    assert told.found["rounds"] >= 0.9 * told.comparisons


@pytest.mark.long
def test_false_differences_are_as_rare_for_every_chosen_measure() -> None:
    """By the book, Free Parking pays nothing, so that measure is 0 in every game."""
    for pool in ("plain", "pot"):
        told = verdicts.rates(verdicts.pool(pool), 2000, 1)
        for id, false in told.false.items():
            assert false <= 0.07 * told.comparisons, (pool, id)
            assert told.others[id] <= 0.07 * told.comparisons, (pool, id)
            if (pool, id) == ("plain", "income_parking"):
                assert told.found[id] == 0
            else:
                assert told.found[id] >= 0.9 * told.comparisons, (pool, id)


def test_the_check_finds_uncorrected_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    def uncorrected(rows: list[compare.Compared]) -> list[compare.Corrected]:
        return [compare.Corrected(1, row.interval(), row.shows()) for row in rows]

    monkeypatch.setattr(compare, "holm", uncorrected)
    told = verdicts.rates(verdicts.pool("plain"), 100, 1, ("rounds",))
    assert told.others["rounds"] > 0.25 * told.comparisons


def test_the_check_finds_90_percent_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("titledeed.lab.intervals.student", lambda freedom, tests=1: 1.66)
    told = verdicts.rates(verdicts.pool("plain"), 300, 1, ("rounds",))
    assert told.false["rounds"] > 0.07 * told.comparisons


def test_the_stored_games_are_what_the_program_plays() -> None:
    """This plays ten games of each pool; ``tools.verdicts --make`` plays all."""
    for name in verdicts.SEEDS:
        pool = verdicts.pool(name)
        assert len(pool) == verdicts.GAMES
        assert verdicts.parsed(verdicts.table(name, 10)) == pool[:10]
