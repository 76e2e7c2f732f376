"""A wrong number on a tool's command line ends in a sentence before anything starts."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from tools.arguments import share, whole_number

ROOT = Path(__file__).resolve().parents[2]

COMMANDS = [
    "build.py serve --port",
    "-m tools.serve . --port",
    "-m tools.verdicts --comparisons",
    "-m tools.mutants --count",
    "-m tools.league --bots steady --games",
    "-m tools.league --bots steady --seats",
    "-m tools.withholding --games",
    "-m tools.tempers --games",
    "-m tools.odds.rolled --games",
    "-m tools.bench play --throws",
    "-m tools.bench codes --games",
    "-m tools.bench games --games",
]


@pytest.mark.parametrize(
    "command",
    [
        c if n in (0, 1, 4) else pytest.param(c, marks=pytest.mark.long)
        for n, c in enumerate(COMMANDS)
    ],
)
def test_a_wrong_number_is_refused_with_a_sentence(command: str) -> None:
    done = subprocess.run(
        [sys.executable, *f"{command}=-1".split()],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "must be a whole number from" in done.stderr
    assert not done.stdout


@pytest.mark.parametrize("text", ["", "-1", "0", "11", "1.5", "1e1", "٣", "1_0", " 1", "9" * 5000])
def test_only_whole_numbers_within_the_limits_are_accepted(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to 10"):
        whole_number(1, 10)(text)


def test_the_limits_themselves_are_accepted() -> None:
    read = whole_number(1, 10)
    assert [read("1"), read("10"), read("007")] == [1, 10, 7]


@pytest.mark.parametrize("text", ["nan", "inf", "-0.1", "1.1", "half"])
def test_a_share_lies_between_zero_and_one(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="from 0 to 1"):
        share(text)
    assert share("0.25") == 0.25
