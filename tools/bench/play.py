"""Measures the speed of play: throws per CPU-second, and the time of each part of the program."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools import machine
from tools.arguments import whole_number

ROOT = Path(__file__).resolve().parents[2]
BOTS = ("simple", "steady")
PARTS = {
    "bots": "bots: looking and choosing",
    "chance": "chance: dice and cards by the seed",
    "rules": "door and rules, one answer",
    "events": "events with their facts, on top",
    "copy": "a copy of the state, on top",
    "options": "all options of a seat, listed once",
}


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--throws", type=whole_number(1), default=100_000, help="in one process, at least"
    )


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for bot in BOTS:
        figures[bot] = {
            "CPython": run("tools/bench/playing.py", bot, str(args.throws)),
            "Pyodide": run_in_pyodide("tools/bench/playing.py", bot, str(args.throws)),
        }
        show(bot, figures[bot])
    return figures


def run(script: str, *arguments: str) -> dict[str, Any]:
    """Run a script in CPython and return the JSON that it prints."""
    command = [sys.executable, script, *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def run_in_pyodide(script: str, *arguments: str) -> dict[str, Any]:
    """Do the same in Pyodide, under Node."""
    node = machine.packages(Path(sys.executable))
    command = [str(node), "tools/pyodide.mjs", "dist/python", script, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def show(bot: str, figures: dict[str, dict[str, Any]]) -> None:
    native, web = figures["CPython"], figures["Pyodide"]
    print(f"four {bot:24} {'CPython':>12} {'Pyodide':>12} {'ratio':>7}")
    for key, label in (
        ("throws_per_second", "throws per CPU-second"),
        ("games_per_second", "games per CPU-second"),
        ("throws", "throws measured"),
    ):
        a, b = native["whole"][key], web["whole"][key]
        ratio = f"{a / b:7.2f}" if key != "throws" else ""
        print(f"  {label:27} {a:12,.1f} {b:12,.1f} {ratio}")
    print("  µs an answer")
    for key, label in PARTS.items():
        a, b = native["parts"][key], web["parts"][key]
        print(f"    {label:25.35} {a:10.2f} {b:12.2f} {b / a if a else 0:7.2f}")
