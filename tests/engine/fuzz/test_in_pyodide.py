"""Hostile input for every reader in Pyodide, under Node: each result is the same as in CPython.

Pyodide must survive every input. ``tests/support/hostile.py`` makes the inputs. The usual run tries
some of each kind; ``--long`` tries thousands.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from hostile import KINDS, throw

Printed = Callable[..., str]
SCRIPT = "tests/support/hostile.py"


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_accepts_input_or_refuses_it_in_a_sentence(kind: str) -> None:
    accepted, refused = throw(kind, 6)
    assert refused > 0
    assert accepted > 0


def test_every_reader_gives_the_same_results_in_pyodide_as_in_cpython(
    printed_in_both: Printed,
) -> None:
    assert printed_in_both(SCRIPT, "1", "100").count("refused\n") == len(KINDS)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_reader_gives_the_same_results_in_pyodide_in_long_runs(
    kind: str, printed_in_both: Printed
) -> None:
    assert printed_in_both(SCRIPT, "250", "1000", kind, plays_long=True)


def test_an_input_that_crashes_python_is_detected(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = in_pyodide("tests/engine/fuzz/endless.py")
    assert done.returncode != 0
    assert "refused" not in done.stdout
    assert "Maximum call stack size exceeded" in done.stderr
