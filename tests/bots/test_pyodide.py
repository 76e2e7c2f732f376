"""Bots play the same games in CPython and in Pyodide, whose sums and roots may round differently."""

from __future__ import annotations

from collections.abc import Callable


def test_the_same_games_are_played_in_pyodide(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/bots/games_played.py").count(" offer ") > 20
