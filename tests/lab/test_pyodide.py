"""The laboratory's figures are the same bytes in Pyodide and in CPython."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "tests/lab/figures_in_pyodide.py"


def test_pyodide_and_cpython_find_the_same(in_pyodide: Run) -> None:
    there = in_pyodide(SCRIPT)
    assert there.returncode == 0, there.stderr
    here = subprocess.run(
        [sys.executable, str(ROOT / SCRIPT)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "py")},
    )
    assert there.stdout == here.stdout
    assert here.stdout.count("\n") == 14
