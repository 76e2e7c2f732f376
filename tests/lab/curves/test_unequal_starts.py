"""Unequal starts: Lorenz curves, Gini's coefficient and mobility by hand, and the worths of whole games."""

from __future__ import annotations

from itertools import permutations

import pytest

from titledeed.engine.record import Game, read_record
from titledeed.lab import batch_games
from titledeed.lab.batch_games import Setting, in_slices, seat_worths, seed_of
from titledeed.lab.curves.unequal_starts import (
    QUARTERS,
    ROUNDS,
    Course,
    courses_csv,
    lorenz,
    mean_worths,
    mobility,
    places_of,
    run_courses,
    start_order,
)
from titledeed.run_generator_to_end import at_once

UNEQUAL = {
    **batch_games.record_of("modern", ["simple"] * 4),
    "house_rules": {"salary": [400, 200, 200, 100], "limit-rounds": 30},
    "position": {"seat": {"seat-1": {"cash": 2500}, "seat-4": {"cash": 500}}},
}


def course(*worths: list[int]) -> Course:
    """A game with these worths at the first of ``ROUNDS``."""
    return {"worth": [*worths, *([worths[-1]] * (len(ROUNDS) - len(worths)))]}


def test_a_lorenz_curve_and_its_gini_coefficient_are_right() -> None:
    found = lorenz([course([600, 0, 100, 300])], 0)
    assert [point.value for point in found.shares] == [0, 0, 0.1, 0.4, 1]
    # The area between the curve and the diagonal is 1/4 of the square, which is half of 1/2.
    assert found.gini.value == 0.5
    two = lorenz([course([1, 1, 1, 1]), course([0, 0, 0, 8])], 0)
    assert [point.value for point in two.shares] == [0, 0.125, 0.25, 0.375, 1]
    assert two.gini.value == 0.375  # between 0 and 3/4
    assert two.gini.low < 0.375 < two.gini.high
    nothing = lorenz([course([0, 0])], 0)
    assert [point.value for point in nothing.shares] == [0, 0.5, 1]
    assert mean_worths([course([1, 5]), course([3, 5])], 0) == [2, 5]


def test_equal_players_share_their_places() -> None:
    assert places_of([30, 10, 30, 20]) == [range(2, 4), range(1), range(2, 4), range(1, 2)]
    assert places_of([(5, 1), (5, 0)]) == [range(1, 2), range(1)]


@pytest.mark.parametrize("seats", range(2, 9))
def test_mobility_is_0_if_nobody_moves_and_1_if_the_start_says_nothing(seats: int) -> None:
    starts = [(100 * seat, 0) for seat in range(seats)]
    same = mobility([course(list(range(seats)))] * 3, starts, 0)
    assert (same.shorrocks, same.stayed) == (0, 1)
    assert [[cell.value for cell in row] for row in same.table] == [
        [float(a == b) for b in range(QUARTERS)] for a in range(QUARTERS)
    ]
    # Every order once; with more than six players, every turn of one order.
    orders = (
        [list(order) for order in permutations(range(seats))]
        if seats < 7
        else [[(seat + n) % seats for seat in range(seats)] for n in range(seats)]
    )
    random = mobility([course(order) for order in orders], starts, 0)
    assert random.shorrocks == pytest.approx(1, abs=1e-5)
    for rows in (random.table, list(zip(*random.table, strict=True))):
        for row in rows:
            assert sum(cell.value for cell in row) == pytest.approx(1, abs=1e-5)


def test_mobility_counts_who_is_in_which_quarter() -> None:
    starts = [(0, 0), (10, 0), (20, 0), (30, 0)]
    kept, swapped = course([1, 2, 3, 4]), course([1, 2, 4, 3])
    found = mobility([kept, kept, kept, swapped], starts, 0)
    values = [[cell.value for cell in row] for row in found.table]
    assert values == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0.75, 0.25], [0, 0, 0.25, 0.75]]
    assert found.stayed == 0.875
    assert found.shorrocks == pytest.approx((4 - 3.5) / 3, abs=1e-6)
    upside_down = mobility([course([4, 3, 2, 1])], starts, 0)
    assert (upside_down.stayed, upside_down.shorrocks) == (0, pytest.approx(4 / 3, abs=1e-6))
    # Two players who are bankrupt share the two poorest quarters.
    out = mobility([course([0, 0, 5, 9])], starts, 0)
    assert [cell.value for cell in out.table[0]] == [0.5, 0.5, 0, 0]


def test_the_worths_of_a_game_are_those_at_the_ends_of_its_rounds() -> None:
    courses = run_courses({"record": UNEQUAL, "seed": 3, "first": 0, "count": 3})
    setting = Setting.of(UNEQUAL)
    assert start_order(setting) == [(2500, 400), (1500, 200), (1500, 200), (500, 100)]
    for n, played in enumerate(courses):
        lines: list[str] = []
        at_once(in_slices(setting, seed_of(3, n), ROUNDS[-1], lines=lines))
        game = Game(read_record(UNEQUAL))
        after = {0: seat_worths(game.state)}  # by round
        for line in lines:
            round = game.state.round
            game.line(line)
            if game.state.round > round:
                after[round] = seat_worths(game.state)
        after[game.state.round] = seat_worths(game.state)
        last = max(after)
        assert last >= 10
        assert played["worth"] == [after[min(round, last)] for round in ROUNDS]
    rows = list(courses_csv(courses))
    assert rows[0] == "game,round,worth_1,worth_2,worth_3,worth_4"
    assert rows[1] == "0,0,2500,1500,1500,500"
    assert len(rows) == 1 + 3 * len(ROUNDS)
