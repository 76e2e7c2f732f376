"""Bots play the same games in CPython and in Pyodide, whose sums and roots may round differently, and weigh
positions fast enough in both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

from data_files import ROOT

InPyodide = Callable[..., subprocess.CompletedProcess[str]]


def test_the_same_games_are_played_in_pyodide(printed_in_both: Callable[[str], str]) -> None:
    assert printed_in_both("tests/bots/games_played.py").count(" offer ") > 20


def test_the_odds_of_eight_seats_take_two_milliseconds_at_most_and_five_in_pyodide(
    in_pyodide: InPyodide,
) -> None:
    """Some 0.4 and 0.7 ms: so it fails only where something is much slower than it was."""
    script = "tools/bench/weighing.py"
    command = [sys.executable, script, "8"]
    env = {**os.environ, "PYTHONPATH": "py"}
    here = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    for done, most in ((here, 2), (in_pyodide(script, "8"), 5)):
        assert done.returncode == 0, done.stderr
        figures = json.loads(done.stdout)["all"]
        assert figures["positions"] > 100
        assert figures["p95"] <= most


def test_the_bench_of_play_runs_in_pyodide(in_pyodide: InPyodide) -> None:
    done = in_pyodide("tools/bench/playing.py", "simple", "1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["whole"]["throws"] > 0
