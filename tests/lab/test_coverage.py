"""95 % intervals cover the true difference in 95 of 100 samples.

The samples are drawn from stored games. Their difference counts as true."""

from __future__ import annotations

import csv
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from titledeed.engine import rng
from titledeed.lab.intervals import mean, paired, share_interval

# The games 0 to 9,999 of seed 11: four steady-1 with the modern rulebook, without and with a pot.
# Winner 0 marks a game that was stopped. Release 0.1.0 counted them. Now steady-1 plays some of them
# differently, which does not matter here, because the samples are only drawn from them.
POOL = Path(__file__).parent / "pools" / "pot.csv.xz"
DRAWN = 300  # pairs of games a sample


@pytest.fixture(scope="module")
def pool() -> list[dict[str, float]]:
    lines = lzma.decompress(POOL.read_bytes()).decode().splitlines()
    return [{name: float(text) for name, text in row.items()} for row in csv.DictReader(lines)]


def held(
    pool: list[dict[str, float]], of: Callable[[dict[str, float], str], float], times: int
) -> float:
    """Return the share of samples whose interval covers the pool's own difference."""
    sides = [[of(row, side) for row in pool] for side in "ab"]
    truth = mean(sides[1]) - mean(sides[0])
    inside = 0
    for sample in range(times):
        games = [rng.random_number(sample, n) % len(pool) for n in range(DRAWN)]
        estimate = paired(*([side[game] for game in games] for side in sides))
        inside += estimate.low <= truth <= estimate.high
    return inside / times


MEASURES: dict[str, Callable[[dict[str, float], str], float]] = {
    "rounds": lambda row, side: row[f"rounds_{side}"],
    "gini": lambda row, side: row[f"gini_{side}"],
    "salary": lambda row, side: row[f"salary_{side}"],
    "win_1": lambda row, side: float(row[f"winner_{side}"] == 1),
    "win_4": lambda row, side: float(row[f"winner_{side}"] == 4),
}


@pytest.mark.long
@pytest.mark.parametrize("measure", MEASURES)
def test_intervals_contain_the_truth_in_93_to_97_of_100_samples(
    pool: list[dict[str, float]], measure: str
) -> None:
    assert len(pool) == 10_000
    assert 0.93 <= held(pool, MEASURES[measure], 1000) <= 0.97


def test_intervals_contain_the_truth_about_as_often_as_promised(
    pool: list[dict[str, float]],
) -> None:
    assert 0.90 <= held(pool, MEASURES["rounds"], 150) <= 0.99


def test_the_check_finds_an_interval_of_half_the_width(
    pool: list[dict[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("titledeed.lab.intervals.student", lambda freedom: 0.98)
    assert held(pool, MEASURES["rounds"], 150) < 0.8


def test_intervals_of_shares_contain_the_truth_as_often_as_promised(
    pool: list[dict[str, float]],
) -> None:
    truth = mean([float(row["winner_a"] == 1) for row in pool])
    inside = 0
    for sample in range(300):
        games = [rng.random_number(sample, n) % len(pool) for n in range(100)]
        estimate = share_interval(sum(pool[game]["winner_a"] == 1 for game in games), 100)
        inside += estimate.low <= truth <= estimate.high
    assert 0.92 <= inside / 300 <= 0.98
