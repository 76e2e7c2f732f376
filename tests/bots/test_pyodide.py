"""Bots play the same games in CPython and in Pyodide: their decisions do not depend on how a Python adds up
or takes roots."""

from __future__ import annotations

from collections.abc import Callable


def test_the_same_games_are_played_in_pyodide(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/bots/games_played.py").count(" offer ") > 20
