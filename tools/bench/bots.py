"""Measures how long a bot thinks about a question at tables with the field, in CPython and in Pyodide."""

from __future__ import annotations

import argparse
from typing import Any

from tools.arguments import whole_number
from tools.bench.play import run, run_in_pyodide

SCRIPT = "tools/bench/asking.py"
AIMS = {"CPython": (1, 50), "Pyodide": (None, 150)}  # ms: the mean, and the slowest


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", default="shark,steady", help="names, separated by commas")
    parser.add_argument(
        "--questions", type=whole_number(1), default=10_000, help="the smallest number of questions"
    )
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument(
        "--against", default="", help="opponents, separated by commas (default: the whole field)"
    )
    parser.add_argument("--in", dest="where", choices=AIMS, help="only in this interpreter")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    against = [name for name in args.against.split(",") if name]
    print("CPU milliseconds per question")
    print(f"{'bot':10} {'':8} {'questions':>9} {'mean':>6} {'95th':>6} {'99th':>6} {'worst':>6}")
    for bot in args.bots.split(","):
        for where, (mean, worst) in AIMS.items():
            if args.where and args.where != where:
                continue
            play = run if where == "CPython" else run_in_pyodide
            row = play(SCRIPT, bot, str(args.questions), str(args.seed), *against)
            figures.setdefault(bot, {})[where] = row
            aim = f"mean {mean}, worst {worst}" if mean else f"worst {worst}"
            print(
                f"{bot:10} {where:8} {row['questions']:9} {row['mean']:6.2f} {row['p95']:6.1f}"
                f" {row['p99']:6.1f} {row['worst']:6.1f}   (at most: {aim})"
            )
            for line in row["slowest"]:
                print(f"    {line}")
    return figures
