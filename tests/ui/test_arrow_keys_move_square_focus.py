"""The board by keyboard: the destination of each key."""

from __future__ import annotations

import pytest

from titledeed.ui.actions.arrow_keys_move_square_focus import led_to


@pytest.mark.parametrize(
    ("at", "key", "to"),
    [
        (0, "ArrowLeft", 1),
        (1, "ArrowRight", 0),
        (0, "ArrowUp", 39),
        (10, "ArrowUp", 11),
        (20, "ArrowRight", 21),
        (30, "ArrowDown", 31),
        (39, "ArrowDown", 0),
        (5, "ArrowUp", 25),  # straight across
        (31, "ArrowLeft", 19),
        (0, "ArrowRight", 0),  # the edge
        (25, "ArrowUp", 25),
        (17, "Home", 0),
        (17, "End", 39),
        (17, "Enter", None),
    ],
)
def test_an_arrow_key_moves_to_the_square_in_that_direction(
    at: int, key: str, to: int | None
) -> None:
    assert led_to(at, key) == to


def test_the_arrow_keys_go_around_the_whole_board() -> None:
    keys = ["ArrowLeft"] * 10 + ["ArrowUp"] * 10 + ["ArrowRight"] * 10 + ["ArrowDown"] * 10
    at, met = 0, []
    for key in keys:
        at = led_to(at, key) or 0
        met.append(at)
    assert met == [*range(1, 40), 0]
