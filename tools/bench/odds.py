"""Measures how long the odds of a position take, in CPython and in Pyodide."""

from __future__ import annotations

from typing import Any

from tools.bench.play import run, run_in_pyodide

SCRIPT = "tools/bench/weighing.py"


def measure(_: object) -> dict[str, Any]:
    figures = {"CPython": run(SCRIPT), "Pyodide": run_in_pyodide(SCRIPT)}
    native, web = figures["CPython"], figures["Pyodide"]
    print("ms a position of all books")
    print(
        f"{'seats':>5} {'positions':>9} {'CPython: mean, 95th, worst':>30} {'Pyodide':>24} {'ratio':>6}"
    )
    for seats, row in native.items():
        there = web[seats]
        print(
            f"{seats:>5} {row['positions']:9} {row['mean']:14.2f} {row['p95']:7.2f} {row['worst']:7.2f}"
            f" {there['mean']:9.2f} {there['p95']:7.2f} {there['worst']:7.2f}"
            f" {there['mean'] / row['mean']:6.2f}"
        )
    return figures
