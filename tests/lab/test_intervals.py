"""Intervals, inequality and the dice test, against published figures."""

from __future__ import annotations

import pytest

from titledeed.lab import intervals
from titledeed.lab.batch_games import gini
from titledeed.lab.dice_fairness import chi_square_tail, dice_fairness

# "Student" 1908: hours of sleep gained by ten patients with two drugs. The intervals are those that R's
# documentation prints for t.test(extra ~ group, data = sleep), paired and not.
ONE = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
OTHER = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)


def test_a_paired_difference_uses_students_interval() -> None:
    interval = intervals.paired(ONE, OTHER)
    assert interval.value == pytest.approx(1.58)
    assert interval.low == pytest.approx(0.7001142, abs=1e-6)
    assert interval.high == pytest.approx(2.4598858, abs=1e-6)
    assert interval.shows


def test_a_difference_of_two_samples_uses_welchs_interval() -> None:
    interval = intervals.unpaired(ONE, OTHER)
    assert interval.value == pytest.approx(1.58)
    # R has 17.776 degrees of freedom; ours are rounded down to 17, so the interval is a little wider.
    assert interval.low == pytest.approx(-0.2054832, abs=0.01)
    assert interval.low < -0.2054832
    assert interval.high == pytest.approx(3.3654832, abs=0.01)
    assert not interval.shows


@pytest.mark.parametrize(
    ("freedom", "factor"),
    [(1, 12.706), (5, 2.571), (30, 2.042), (40, 2.021), (60, 2.000), (120, 1.980), (10**6, 1.960)],
)
def test_students_factor_matches_printed_tables(freedom: int, factor: float) -> None:
    assert round(intervals.student(freedom), 3) == factor


@pytest.mark.parametrize(
    # Newcombe 1998, table I, method 3.
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_a_share_uses_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    interval = intervals.share_interval(wins, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_zero_games_and_one_game_have_intervals_too() -> None:
    assert intervals.of_mean([]) == (0.0, 0.0, 0.0)
    assert intervals.of_mean([3]) == (3.0, 3.0, 3.0)
    assert intervals.unpaired([2, 2], [5, 5]) == (3.0, 3.0, 3.0)
    assert intervals.share_interval(0, 0) == (0.0, 0.0, 1.0)
    assert intervals.quantile([], 0.5) == 0.0


def test_quantiles_are_observed_values() -> None:
    ordered = [15, 20, 35, 40, 50]
    parts = (0.05, 0.3, 0.4, 0.5, 1.0)
    assert [intervals.quantile(ordered, part) for part in parts] == [15, 20, 20, 35, 50]


@pytest.mark.parametrize(
    ("worths", "coefficient"),
    [
        ([5, 5, 5, 5], 0.0),
        ([1, 0, 0, 0], 0.75),
        ([0, 0], 0.0),
        ([1, 3], 0.25),
        ([1, 2, 3, 4], 0.25),
        ([0, 0, 1, 1], 0.5),
    ],
)
def test_the_gini_coefficient_is_right(worths: list[int], coefficient: float) -> None:
    assert gini(worths) == coefficient
    assert gini(worths[::-1]) == coefficient


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize(
    # Any printed table of chi-square.
    ("square", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (2.558, 10, 0.99),
        (10.341, 11, 0.5),
    ],
)
def test_the_tail_probability_matches_printed_tables(
    square: float, freedom: int, chance: float
) -> None:
    assert chi_square_tail(square, freedom) == pytest.approx(chance, rel=0.002)


def test_expected_dice_results_are_no_evidence_against_the_dice() -> None:
    sums = [
        total
        for total, ways in enumerate((1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), 2)
        for _ in range(ways)
    ]
    verdict = dice_fairness(sums * 10)
    assert (verdict.throws, verdict.square, verdict.freedom, verdict.p) == (360, 0.0, 10, 1.0)
    assert verdict.verdict == "nothing-against"
    assert verdict.expected[5] == 60.0


def test_the_test_detects_a_die_that_always_shows_six() -> None:
    loaded = [a + b for a in (1, 2, 3, 4, 5, 6, 6, 6) for b in range(1, 7)] * 8
    assert dice_fairness(loaded).verdict == "hardly"
    assert dice_fairness([7] * 4).verdict == "too-few"
    assert dice_fairness([]).verdict == "too-few"


def test_rare_sums_are_grouped_with_their_neighbors() -> None:
    verdict = dice_fairness([7] * 36)
    assert verdict.freedom == 4  # 36 throws: 2 to 4, 5 and 6, 7, 8 and 9, 10 to 12
    assert verdict.verdict == "hardly"
