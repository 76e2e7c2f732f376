"""The laboratory: the first figures of a run, its stop, the page's tasks, and the cost of 1,000 games.

Times are by the page's own clock. A task of the page's main thread has two figures. One is the CPU time
of its thread, from the browser's own trace; the other is the time by the clock. The first describes the
program, while the second only holds on a machine that does nothing else.

The same is true of the games. Their figures are CPU-seconds of the page's process with all its workers,
also as a ratio to the same games in CPython, and seconds.

To measure the end of a long run, the bench opens a file of a run that is nearly over. The page plays
the missing games, and then counts the whole run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT, table
from tools.bench.boot import ARGUMENTS
from tools.serve import Host, serving

START = 120_000  # ms: of the page and of the laboratory's part
LONG = 100  # ms: every task of the main thread must be shorter
FIRST = 2000  # ms to the first figures
CPU_SECONDS = 45  # of a thousand games
SECONDS = 30  # of a thousand games by two workers
SIZES = (100, 1000, 10_000)
KEPT = 40  # games of CPython that make up a saved run
MISSING = 25  # missing games of each side

# Presses a button and returns the milliseconds to the frame in which the page meets a condition.
PRESS = """
([button, fits]) => new Promise((go) => {
  let pressed = 0;
  const look = () => {
    if (fits === "stopped" ? document.querySelector("#lab [data-do=lab-cancel]")
        : !(document.querySelector("#lab progress")?.value > 0)) return;
    seen.disconnect();
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => go(performance.now() - pressed);
      after.port2.postMessage(0);
    });
  };
  const seen = new MutationObserver(look);
  seen.observe(document.querySelector("#lab"), {subtree: true, childList: true, attributes: true});
  pressed = performance.now();
  document.querySelector(button).click();
  look();
})
"""
STATE = """
() => {
  const bar = document.querySelector("#lab progress");
  return {running: !!document.querySelector("#lab [data-do=lab-cancel]"),
          done: bar?.value ?? 0, total: bar?.max ?? 0, now: performance.now(),
          verdict: !!document.querySelector("#lab .lab-verdict[role=status]")};
}
"""
CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', {{value: {}}});"
RUN, STOP = "#lab [data-do=lab-run]", "#lab [data-do=lab-cancel]"


class Start(NamedTuple):
    """Milliseconds of a run that was started and stopped (:func:`begun`)."""

    first: float
    first_cpu: float
    stop: float
    stop_cpu: float


class Task(NamedTuple):
    """Milliseconds that a task's thread computed, and milliseconds by the clock."""

    cpu: float
    clock: float


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=1000, choices=SIZES, help="of each side")
    parser.add_argument(
        "--times", type=whole_number(1), default=5, help="runs that are begun and stopped"
    )
    parser.add_argument(
        "--workers", type=whole_number(0, 4), default=0, help="1 to 4; else as on this machine"
    )


def measure(args: argparse.Namespace) -> dict[str, Any]:
    host = Host(ROOT / "dist", prefix="/site/")
    script = CORES.format(args.workers + 1) if args.workers else ""
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        starts = [begun(browser, address, script) for _ in range(args.times)]
        whole = played(browser, address, script, args.games)
        end = ended(browser, address, script)
        browser.close()
    native = in_cpython(200)
    figures = {
        "starts": [[round(value) for value in start] for start in starts],
        **whole,
        "end": end,
        "cpython_cpu_seconds_per_1000": native,
        "ratio": whole["cpu_seconds_per_1000"] / native,
    }
    report(figures)
    return figures


def report(figures: dict[str, Any]) -> None:
    first, first_cpu, stop, stop_cpu = zip(*figures["starts"], strict=True)
    run, end = Task(*figures["longest"]), Task(*figures["end"]["longest"])
    print(f"{figures['games']} games of each, {figures['workers']} workers")
    rows = [
        ("Run to the first figures, ms", *middle(first_cpu), *middle(first), FIRST),
        ("Stop to the page saying so, ms", *middle(stop_cpu), *middle(stop), LONG),
    ]
    print(table(("medians and most", "CPU", "most", "clock", "most", "aim"), rows))
    print()
    tasks = [
        ("while it runs, ms", round(run.cpu), round(run.clock), LONG),
        (f"end of {2 * SIZES[-1]:,} games, ms", round(end.cpu), round(end.clock), LONG),
    ]
    print(table(("the page's longest task", "CPU", "clock", "aim"), tasks))
    print()
    games = [
        ("CPU-s in the page", f"{figures['cpu_seconds_per_1000']:.1f}", CPU_SECONDS),
        ("CPU-s in CPython", f"{figures['cpython_cpu_seconds_per_1000']:.1f}", ""),
        ("ratio", f"{figures['ratio']:.2f}", ""),
        (f"seconds, {figures['workers']} workers", f"{figures['seconds_per_1000']:.1f}", SECONDS),
    ]
    print(table(("1,000 games of four steady-1", "", "aim"), games))


def middle(times: Sequence[float]) -> tuple[int, int]:
    return round(median(times)), round(max(times))


# ---------------------------------------------------------------- in the page


def opened(browser: Browser, address: str, script: str) -> Page:
    """Open the laboratory on a first visit, and wait until a run can be started there."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US").new_page()
    page.set_default_timeout(START)
    if script:
        page.add_init_script(script)
    page.goto(address)
    page.locator("html[data-state=ready]").wait_for(state="attached")
    page.locator("#setup [data-do=lab]").click()
    page.locator(RUN).wait_for()
    return page


def until(page: Page, name: str) -> dict[str, Any]:
    """Wait until this part of the page's state holds; return the state.

    The page's policy does not allow Playwright's own waiting."""
    while True:
        state: dict[str, Any] = page.evaluate(STATE)
        if state[name]:
            return state
        page.wait_for_timeout(100)


def begun(browser: Browser, address: str, script: str) -> Start:
    """Measure from the press to the first figures, and from *Stop* to the picture that says so.

    The press comes at once, so that the start of a worker is included. Each time is by the clock and as
    CPU time: the first of the page with its worker, the second of its thread."""
    page = opened(browser, address, script)
    used = cpu(browser)
    first = page.evaluate(PRESS, [RUN, "figures"])
    used = cpu(browser) - used
    page.wait_for_timeout(3000)
    browser.start_tracing(page=page, categories=["toplevel"])
    stop = page.evaluate(PRESS, [STOP, "stopped"])
    busy = sum(task.cpu for task in tasks_in(browser.stop_tracing()))
    page.context.close()
    return Start(first, used * 1000, stop, busy)


def played(browser: Browser, address: str, script: str, games: int) -> dict[str, Any]:
    """Measure a whole run: its time, its CPU time, and the page's longest task since the first game."""
    page = opened(browser, address, script)
    page.wait_for_timeout(3000)  # the worker has started
    page.locator(f"#lab [name=size][value='{games}']").check(force=True)
    cores = page.evaluate("navigator.hardwareConcurrency")
    browser.start_tracing(page=page, categories=["toplevel"])
    used, start = cpu(browser), page.evaluate("performance.now()")
    page.evaluate(PRESS, [RUN, "figures"])
    over = until(page, "verdict")
    used = cpu(browser) - used
    task = longest(browser.stop_tracing())
    page.context.close()
    thousands = 2 * games / 1000
    return {
        "games": games,
        "workers": max(1, min(cores - 1, 4)),
        "longest": task,
        "cpu_seconds_per_1000": used / thousands,
        "seconds_per_1000": (over["now"] - start) / 1000 / thousands,
    }


def ended(browser: Browser, address: str, script: str) -> dict[str, Any]:
    """Measure the end of the largest run: from its last job to the verdict."""
    page = opened(browser, address, script)
    with page.expect_file_chooser() as chooser:
        page.locator("#lab [data-do=lab-file]").click()
    file = {"name": "run.json", "mimeType": "application/json", "buffer": nearly_over().encode()}
    chooser.value.set_files(file)
    until(page, "done")
    page.wait_for_timeout(3000)
    browser.start_tracing(page=page, categories=["toplevel"])
    page.locator(RUN).click()
    over = until(page, "verdict")
    page.wait_for_timeout(1000)
    task = longest(browser.stop_tracing())
    page.context.close()
    return {"games": over["total"], "longest": task}


def longest(trace: bytes) -> Task:
    """The longest task of the page's main thread, by CPU time and by the clock."""
    tasks = tasks_in(trace)
    return Task(max(task.cpu for task in tasks), max(task.clock for task in tasks))


def tasks_in(trace: bytes) -> list[Task]:
    """All tasks of the page's main thread."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        Task(event.get("tdur", 0) / 1000, event["dur"] / 1000)
        for event in events
        if event["name"].endswith("RunTask")
        and (event["pid"], event["tid"]) in mains
        and "dur" in event
    ]


def cpu(browser: Browser) -> float:
    """CPU-seconds of all pages with their workers."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(row["cpuTime"] for row in processes if row["type"] == "renderer"))


# ---------------------------------------------------------------- in CPython

PLAYED = """
import json, sys, time
from titledeed.lab.batch_games import POLICY, record_of, run_games
job = {"record": record_of("modern", [POLICY] * 4), "seed": 11, "first": 0}
run_games({**job, "count": 3})
start = time.process_time()
played = run_games({**job, "count": int(sys.argv[1])})
print(json.dumps([time.process_time() - start, played]))
"""


def in_cpython(games: int) -> float:
    """CPU-seconds of 1,000 games, estimated from ``games`` games."""
    seconds: float = native(games)[0]
    return seconds / games * 1000


def native(games: int) -> Any:
    command = [sys.executable, "-c", PLAYED, str(games)]
    env = {**os.environ, "PYTHONPATH": str(Path(ROOT, "py"))}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def nearly_over() -> str:
    """The file of a run of the largest size that lacks only its last games."""
    few = native(KEPT)[1]
    size = SIZES[-1]
    side = [few[n % KEPT] for n in range(size - MISSING)] + [None] * MISSING
    plain = {"rulebook": "modern", "edition": "atlantic-city", "seats": "4"}
    run = {
        "format": "title-deed-run/1",
        "question": "own",
        "sides": [plain, plain],
        "guess": [0, 0, 0],
        "seed": 11,
        "size": size,
        "played": [side, side],
    }
    return json.dumps(run) + "\n"
