"""The laboratory's figures are the same bytes in Pyodide and in CPython."""

from __future__ import annotations

from collections.abc import Callable


def test_pyodide_and_cpython_find_the_same(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/lab/figures_in_pyodide.py").count("\n") == 14
