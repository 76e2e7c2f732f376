"""The laboratory's figures are the same bytes in Pyodide and in CPython."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from titledeed.bots import BOTS, SLOW


def test_pyodide_and_cpython_give_the_same_results(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/lab/figures_in_pyodide.py").count("\n") == 14


def test_the_review_finds_the_same_offers_in_both(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/lab/reviewed_in_pyodide.py").count("\n") >= 4


@pytest.mark.parametrize(
    ("games", "bots"),
    [
        (1, [name for name in BOTS if name not in SLOW]),
        pytest.param(20, list(BOTS), marks=pytest.mark.long),
    ],
    ids=["one", "twenty"],
)
def test_the_counted_games_are_the_replayed_games_in_pyodide_too(
    printed_in_both: Callable[..., str], games: int, bots: list[str]
) -> None:
    printed = printed_in_both("tests/lab/counted_in_pyodide.py", str(games), *bots, plays_long=True)
    assert printed.count("\n") == len(bots) * (2 + games)
