"""The verdict on one measure chosen in advance, and corrected marks for all others.

The correction accounts for the number of measures."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

from titledeed.__main__ import main
from titledeed.cli.compare_text import compare_lines
from titledeed.lab import batch_games, compare, intervals
from titledeed.lab.compare import Compared
from titledeed.lab.intervals import Interval, outward, student

ROUNDS = compare.measures_for(4)[0]


def game(**more: Any) -> batch_games.Played:
    usual: batch_games.Played = {
        "rounds": 30,
        "throws": 140,
        "winners": [0],
        "worth": [5000, 0, 0, 0],
        "gini": 0.4,
        "ginis": [0.4],
        "income": [[100, 0, 0, 0], [100, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        "groups": [0, 0, -1, -1, -1, -1, -1, -1],
    }
    return {**usual, **more}  # type: ignore[typeddict-item]


def row(
    value: float, error: float = 1.0, measure: compare.Measure = ROUNDS, pairs: int = 100
) -> Compared:
    half = compare.WIDER * student(pairs - 1) * error
    difference = Interval(value, value - half, value + half)
    return Compared(measure, 0.0, value, difference, (0.0, 0.0), pairs, pairs, error)


# ---------------------------------------------------------------- ends as they are shown


@pytest.mark.parametrize(
    ("interval", "digits", "shown"),
    [
        ((-2.5, -5.01, -0.04), 1, (-5.1, 0.0)),
        ((2.5, 0.04, 5.01), 1, (0.0, 5.1)),
        ((2.5, 0.1, 5.1), 1, (0.1, 5.1)),  # a value with this many decimals stays
        ((0.0, -5.1, 5.1), 1, (-5.1, 5.1)),
        ((12.0, 0.6, 23.2), 0, (0.0, 24.0)),
        ((0.02, 0.0009, 0.0401), 3, (0.0, 0.041)),
        ((0.5, 0.0000004, 1.0), 1, (0.0, 1.0)),
    ],
)
def test_interval_ends_are_rounded_outward(
    interval: tuple[float, float, float], digits: int, shown: tuple[float, float]
) -> None:
    assert outward(Interval(*interval), digits)[1:] == shown


def test_an_interval_end_shown_as_zero_is_not_a_difference() -> None:
    """The interval itself excludes 0, but the displayed interval, "-10.1 to 0.0", does not."""
    error = 5.0 / (compare.WIDER * student(99))
    close = row(-5.02, error)
    assert close.difference.shows
    assert close.interval()[1:] == (-10.1, 0.0)
    assert not close.shows()
    assert row(-5.2, error).shows()


def test_rounding_widens_an_interval_by_at_most_two_percent() -> None:
    for n in range(1, 60):
        told = row(0.0031, error=n / 17)
        assert told.half() <= told.interval().high - 0.0031 + 1e-6 <= 1.02 * told.half() + 1e-6


def test_a_narrow_interval_has_more_decimals_so_rounding_widens_it_little() -> None:
    assert row(0.0, error=4.0).digits == 1
    assert row(0.0, error=0.4).digits == 2
    assert row(0.0, error=0.004).digits == 4
    assert row(0.0, error=0.0).digits == 1
    narrow = row(0.01, error=0.004 / compare.WIDER)
    assert narrow.shows()
    assert narrow.interval()[1:] == (0.002, 0.018)


def test_the_interval_is_three_percent_wider_than_students_interval() -> None:
    a, b = (
        [game(rounds=30 + n % 7) for n in range(50)],
        [game(rounds=20 + n % 11) for n in range(50)],
    )
    told = compare.compare_one(ROUNDS, a, b)
    plain = intervals.paired([each["rounds"] for each in a], [each["rounds"] for each in b])
    assert told.difference.value == plain.value
    for end in ("low", "high"):
        students, wider = (getattr(each, end) - plain.value for each in (plain, told.difference))
        assert wider == pytest.approx(1.03 * students, abs=1e-6)
    for tests in (1, 2, 15):
        assert told.half(tests) == pytest.approx(1.03 * student(49, tests) * told.error)
        assert told.interval(tests).high >= told.difference.value + told.half(tests) - 1e-6


# ---------------------------------------------------------------- many measures


@pytest.mark.parametrize("tests", [1, 2, 7, 15, 24, intervals.MOST_TESTS])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 29, 30, 31, 99, 999])
def test_wider_quantiles_leave_the_right_share_in_both_tails(freedom: int, tests: int) -> None:
    """Checked against Student's density, integrated by Simpson's rule over the angle."""
    end = atan(student(freedom, tests) / sqrt(freedom))
    steps = 2000

    def density(angle: float) -> float:
        return cos(angle) ** (freedom - 1)

    def area(low: float, high: float) -> float:
        width = (high - low) / steps
        inner = sum((4 if n % 2 else 2) * density(low + n * width) for n in range(1, steps))
        return width / 3 * (density(low) + density(high) + inner)

    outside = area(end, pi / 2) / area(0, pi / 2)
    assert outside == pytest.approx(0.05 / tests, rel=2e-3)
    assert sin(end) < 1


def test_the_normal_quantiles_are_right() -> None:
    for tests in range(1, intervals.MOST_TESTS + 1):
        z = NormalDist().inv_cdf(1 - 0.025 / tests)
        assert student(10**9, tests) == pytest.approx(z, abs=1e-8)


def test_no_run_has_more_measures_than_available_quantiles() -> None:
    assert len(compare.measures_for(8)) <= intervals.MOST_TESTS


def test_holms_method_goes_step_by_step_and_stops() -> None:
    """0.008 is compared with 0.05 / 5 and passes; 0.017 is compared with 0.05 / 4 and fails.

    The procedure stops there, even though 0.019 would pass at 0.05 / 2."""
    parts = (0.5, 0.017, 0.008, 0.03, 0.019)
    rows = [
        row(NormalDist().inv_cdf(1 - part / 2), 1 / compare.WIDER, pairs=10**6) for part in parts
    ]
    marks = compare.holm(rows)
    assert [mark.shows for mark in marks] == [False, False, True, False, False]
    assert [mark.tests for mark in marks] == [4, 4, 5, 4, 4]
    # A measure without a chance in it takes a step of its own: 0.008 is now the second of six.
    marks = compare.holm([row(9, pairs=10**6), *rows])
    assert [mark.shows for mark in marks] == [True, False, False, True, False, False]
    assert [mark.tests for mark in marks] == [6, 4, 4, 5, 4, 4]


def test_each_mark_agrees_with_the_interval_beside_it() -> None:
    values = (0.1, 2.1, 2.65, 2.9, 3.0, 3.2, 3.5, -3.4, -8.0, 0.0)
    marks = compare.holm([row(value) for value in values])
    for mark in marks:
        assert mark.shows == mark.interval.shows
    assert [value for value, mark in zip(values, marks, strict=True) if not mark.shows] == [
        *(0.1, 2.1, 0.0),
    ]


def test_a_single_measure_needs_no_correction() -> None:
    assert compare.holm([row(2.2)])[0] == compare.Corrected(1, row(2.2).interval(), True)
    assert compare.holm([]) == []


# ---------------------------------------------------------------- few and equal games


def test_five_differing_pairs_are_too_few_for_a_difference() -> None:
    """Five wins to none: the interval excludes 0, but chance alone gives this in one of 16 cases."""
    lost, won = game(winners=[1]), game(winners=[0])
    for wins, shows in ((5, False), (6, True)):
        a, b = [lost] * 100, [won] * wins + [lost] * (100 - wins)
        told = compare.verdict_of(a, b, "win_1")
        assert told.compared.difference.shows
        assert told.shows == shows
        assert told.compared.few() != shows
    assert compare.verdict_of(a, b, "win_1").compared.few(tests=15)


def test_equal_games_show_no_difference_and_a_steady_difference_is_shown() -> None:
    equal = compare.verdict_of([game()] * 50, [game()] * 50, "rounds")
    assert (equal.shows, equal.compared.differing) == (False, 0)
    steady = compare.verdict_of([game()] * 50, [game(rounds=33)] * 50, "rounds")
    assert steady.shows
    assert steady.interval == (3.0, 3.0, 3.0)
    assert not compare.verdict_of([game()] * 5, [game(rounds=33)] * 5, "rounds").shows


# ---------------------------------------------------------------- stopped games


def test_a_stopped_game_is_named_and_a_possible_change_of_sign_is_mentioned() -> None:
    a = [game(rounds=30 + n % 7) for n in range(100)]
    b = [game(rounds=29 + n % 7) for n in range(99)] + [game(rounds=500, winners=[])]
    told = compare.verdict_of(a, b, "rounds")
    assert told.stopped == (0, 1)
    assert told.compared.difference.value > 0
    assert told.finished is not None
    assert told.finished.difference.value == pytest.approx(-1)
    assert told.finished.games == 99
    assert told.turns
    assert told.compared.medians == (33, 32)
    assert told.compared.a == pytest.approx(32.95)


def test_without_stopped_games_there_is_nothing_to_report() -> None:
    a = [game(rounds=30 + n % 7) for n in range(20)]
    told = compare.verdict_of(a, a[::-1], "rounds")
    assert (told.stopped, told.finished, told.turns) == ((0, 0), None, False)
    everything = [game(rounds=500, winners=[])] * 20
    told = compare.verdict_of(everything, a, "rounds")
    assert (told.stopped, told.finished) == ((20, 0), None)


def test_too_few_finished_pairs_have_no_interval() -> None:
    """An interval of one pair has no width, and "0.0 to 0.0" would look like a very certain result."""
    b = [game(rounds=30 + n % 7) for n in range(30)]
    a = [game(rounds=500, winners=[])] * 30
    assert "There is no pair in which both games were finished." in compare_lines(a, b, "rounds")
    for finished in (1, 5):
        a[:finished] = [game(rounds=28)] * finished
        told = compare.verdict_of(a, b, "rounds")
        assert told.shows
        assert told.turns
        *_, last = compare_lines(a, b, "rounds")
        assert (
            last == f"  in only {finished} of {finished} pairs of games, too few to claim anything."
        )


def test_medians_are_right() -> None:
    assert intervals.median([]) == 0
    assert intervals.median([3, 1, 2]) == 2
    assert intervals.median([4, 1, 2, 3]) == 2.5


def test_an_unknown_measure_has_no_verdict() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        compare.verdict_of([game()], [game()], "nonsense")


# ---------------------------------------------------------------- on the command line


def test_the_command_line_prints_the_verdict_on_the_chosen_measure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plain = tmp_path / "plain.toml"
    seats = 'seats = [{name = "a"}, {name = "b"}]\n'
    plain.write_text(f'format = "title-deed/1"\nrulebook = "modern"\n{seats}')
    rich = tmp_path / "rich.toml"
    rich.write_text(plain.read_text() + "position = {seat.a.cash = 9000}\n")
    call = ["lab", "compare", str(plain), str(rich), "--games", "20", "--seed", "3"]
    assert main([*call, "--measure", "win_1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Games on each side: 20; stopped after 500 rounds: 0 in A, 0 in B"
    assert len([line for line in lines if line.startswith("*win_1 ")]) == 1
    assert any(line.startswith("!worth_1 ") for line in lines)
    assert lines[-1].startswith("Verdict: a difference is shown, more in B (win_1, B minus A: 0.")
    assert main(call) == 0
    other = capsys.readouterr().out.splitlines()
    assert [line[1:] for line in other if line[1:].startswith("gini")]
    assert "Verdict: " in other[-1]
    assert main([*call, "--measure", "win_3"]) == 1
    assert "There is no measure “win_3”. Choose one of: rounds, throws," in capsys.readouterr().err


def test_the_text_shows_no_interval_that_contradicts_its_mark() -> None:
    a = [game(rounds=30 + n % 7) for n in range(100)]
    b = [game(rounds=29 + n % 7) for n in range(99)] + [game(rounds=500, winners=[])]
    lines = list(compare_lines(a, b, "rounds"))
    assert any("without these pairs, B minus A is" in line for line in lines)
    assert lines[-1].startswith("  -1.0 (-1.0 to -1.0)")
    lost, won = game(winners=[1]), game(winners=[0])
    lines = list(compare_lines([lost] * 100, [won] * 4 + [lost] * 96, "win_1"))
    assert next(line for line in lines if line.startswith("*win_1")).endswith(
        "too few pairs differ"
    )
    assert lines[-1].endswith("A and B differ in only 4 of 100 pairs of games.")
    for line in compare_lines(a, a[::-1], "gini"):
        assert not line.startswith("!")


def test_intervals_of_one_unit_have_the_same_number_of_decimals() -> None:
    seats = [measure for measure in compare.measures_for(4) if measure.id.startswith("win")]
    wide, narrow, narrowest = (
        row(value, error, measure)
        for value, error, measure in zip(
            (-0.015, -0.0095, 0.0001), (0.04, 0.002, 0.0003), seats, strict=False
        )
    )
    shown = [(each, each.interval()) for each in (wide, narrow)]
    assert narrow.digits == 5
    assert compare.common_digits(shown) == {"share": 3}
    assert compare.common_digits([*shown, (narrowest, narrowest.interval())]) == {"share": 4}


def test_common_decimals_never_turn_a_difference_into_none() -> None:
    """The interval excludes 0 by less than a tenth of a round."""
    found = row(0.5, error=0.48 / (compare.WIDER * student(99)))
    assert found.interval().shows
    digits = compare.common_digits([(found, found.interval())])["rounds"]
    assert digits > 1
    assert outward(found.interval(), digits).shows
