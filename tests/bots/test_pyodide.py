"""Bots play the same games in CPython and in Pyodide, where sums and roots may round differently.

The benchmarks measure how fast they evaluate positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from data_files import ROOT

InPyodide = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("seeds", "offers"), [("8", 5), pytest.param("8 9 10", 20, marks=pytest.mark.long)]
)
def test_pyodide_plays_the_same_games(
    printed_in_both: Callable[..., str], seeds: str, offers: int
) -> None:
    printed = printed_in_both("tests/bots/games_played.py", *seeds.split(), plays_long=True)
    assert printed.count(" offer ") > offers


def test_the_odds_benchmark_evaluates_the_same_positions_in_pyodide(in_pyodide: InPyodide) -> None:
    script = "tools/bench/weighing.py"
    command = [sys.executable, script, "8"]
    env = {**os.environ, "PYTHONPATH": "py"}
    here = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    there = in_pyodide(script, "8")
    assert there.returncode == 0, there.stderr
    weighed, again = (json.loads(done.stdout)["all"]["positions"] for done in (here, there))
    assert weighed == again > 100


@pytest.mark.long
def test_the_play_benchmark_runs_in_pyodide(in_pyodide: InPyodide) -> None:
    done = in_pyodide("tools/bench/playing.py", "simple", "1", plays_long=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["whole"]["throws"] > 0
