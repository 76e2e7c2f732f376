"""Bots play the same games in CPython and in Pyodide: what they decide by does not hang on how a Python adds
up or takes roots."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "tests/bots/games_played.py"


def test_the_same_games_are_played_in_pyodide(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    there = in_pyodide(SCRIPT)
    assert there.returncode == 0, there.stderr
    here = subprocess.run(
        [sys.executable, str(ROOT / SCRIPT)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "py")},
    )
    assert there.stdout.splitlines() == here.stdout.splitlines()
    assert here.stdout.count(" offer ") > 20
