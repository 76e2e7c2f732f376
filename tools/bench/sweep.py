"""A sweep of 9 values with 200 games of four steady each: CPU-seconds in CPython and in the page.

In CPython the sweep is played as ``lab sweep`` plays it, by one process. In the page, Chromium plays the same
jobs, and the time to the first points is by the page's own clock, from the press on a page that has
just opened the screen. ``--games 40`` makes it shorter, and scales the figures to 200 games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT, table
from tools.bench.boot import ARGUMENTS
from tools.bench.lab import CORES, PRESS, RUN, START, cpu
from tools.serve import Host, serving

VALUES = 9
GAMES = 200
CPYTHON = 110  # CPU-seconds
PAGE = 220  # CPU-seconds
FIRST = 10_000  # ms to the first points
SEED = 11

PLAYED = """
import json, sys, time
from titledeed.lab import batch_games
from titledeed.lab.curves.sweep import best_of, curve, measure_named, slim, sweep_jobs
from titledeed.lab.curves.swept_settings import SWEPT, even_values, table_with
games, values = int(sys.argv[1]), int(sys.argv[2])
plain = batch_games.record_of("modern", ["steady"] * 4)
swept = SWEPT["starting-cash-1"]
numbers = even_values(swept, swept.first, swept.last, values)
tables = [table_with(plain, swept, value) for value in numbers]
played = [[] for _ in tables]
start = time.process_time()
for place, job in sweep_jobs(tables, 11, games):
    played[place] += [slim(game) for game in batch_games.run_games(job)]
measure = measure_named(4, "win_1")
points = curve(numbers, played, measure)
best = best_of(played, measure, "high")
print(json.dumps([time.process_time() - start, [point.estimate.value for point in points]]))
"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=whole_number(10), default=GAMES, help="at each value")
    parser.add_argument(
        "--workers", type=whole_number(0, 4), default=0, help="1 to 4; else as on this machine"
    )
    parser.add_argument("--native", action="store_true", help="only in CPython")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    factor = GAMES / args.games
    seconds, curve = in_cpython(args.games)
    figures: dict[str, Any] = {
        "games": args.games,
        "cpython_cpu_seconds": seconds * factor,
        "curve": curve,
    }
    if not args.native:
        host = Host(ROOT / "dist", prefix="/site/")
        script = CORES.format(args.workers + 1) if args.workers else ""
        with sync_playwright() as playwright, serving(host) as address:
            browser = playwright.chromium.launch(
                executable_path=machine.installed_browser(), args=ARGUMENTS
            )
            first, used, clock = in_page(browser, address, script, args.games)
            browser.close()
        figures |= {
            "first_points_ms": round(first),
            "page_cpu_seconds": used * factor,
            "page_seconds": clock * factor,
        }
    report(figures)
    return figures


def report(figures: dict[str, Any]) -> None:
    rows = [("CPU-s in CPython", f"{figures['cpython_cpu_seconds']:.1f}", CPYTHON)]
    if "page_cpu_seconds" in figures:
        rows += [
            ("CPU-s in the page", f"{figures['page_cpu_seconds']:.1f}", PAGE),
            ("seconds in the page", f"{figures['page_seconds']:.1f}", ""),
            ("first points, ms", str(figures["first_points_ms"]), FIRST),
        ]
    print(table((f"{VALUES} values, {GAMES} games each of four steady", "", "aim"), rows))


def in_cpython(games: int) -> Any:
    """CPU-seconds, and the curve that was found."""
    command = [sys.executable, "-c", PLAYED, str(games), str(VALUES)]
    env = {**os.environ, "PYTHONPATH": str(Path(ROOT, "py"))}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_page(browser: Browser, address: str, script: str, games: int) -> tuple[float, float, float]:
    """Milliseconds to the first points, CPU-seconds of all, and seconds by the clock."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US").new_page()
    page.set_default_timeout(START)
    if script:
        page.add_init_script(script)
    page.goto(f"{address}#lab=curves")
    page.locator("html[data-state=ready]").wait_for(state="attached")
    page.locator(RUN).wait_for()
    page.locator("#lab [name=points]").fill(str(VALUES))
    page.locator("#lab [name=points]").press("Tab")
    page.locator(f"#lab [name=size][value='{GAMES}']").check(force=True)
    used, start = cpu(browser), page.evaluate("performance.now()")
    first: float = page.evaluate(PRESS, [RUN, "figures"])
    page.locator("#lab-sweep").wait_for()
    clock = until_played(page, VALUES * games) - start
    used = cpu(browser) - used
    page.context.close()
    return first, used, clock / 1000


def until_played(page: Page, games: int) -> float:
    """The page's time at which so many games have been played, or the sweep is over."""
    while True:
        done, now = page.evaluate(
            "[document.querySelector('#lab progress').value, performance.now()]"
        )
        if done >= games:
            return float(now)
        page.wait_for_timeout(100)
