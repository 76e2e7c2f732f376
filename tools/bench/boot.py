"""The start: from navigation to Python's first answer, against bare Pyodide and ordinary PyScript.

Cold is a fresh profile. Warm is the same profile after a restart of the browser, with the HTTP cache of
an ordinary host (ten hours). Our site also has its service worker. Times are by the page's own clock,
from navigation. The sites take turns in each round, and the figures are medians. The host compresses as
a plain one does (gzip, no brotli). Bytes are those that it sent until the answer. With ``--before``, the
only two sites are this build and an earlier one.

A browser that was just launched is busy with its own pages for seconds. Playwright's wait functions
make the page compile a third of a megabyte. Neither belongs to the site's start. So each visit begins
when the browser has settled, and reads the page's state with one line of script.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT, brake, firefox, may_be_slow, may_compare, ordinary, table
from tools.serve import Host, Line, serving

TEN_HOURS = 36_000
PATIENCE = 60_000  # ms
OFTEN = 100  # ms
SETTLE = 3_000  # ms
LINGER = 5_000  # ms to stay on the page, as the browser stores compiled code a little later
BARE = "Pyodide alone"
USUAL = "PyScript, ordinary"
BEFORE = "the build before"
HEADS = {BARE: "to bare", USUAL: "to ordinary", BEFORE: "to before"}
COMPARED = {BARE: "to_bare_pyodide", USUAL: "to_ordinary_pyscript", BEFORE: "to_the_build_before"}
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


@dataclass
class Entry:
    """One site in one condition (cold, warm …), with its figures."""

    name: str
    host: Host
    address: str
    times: list[float] = field(default_factory=list)
    paints: list[float] = field(default_factory=list)
    sent: int = 0
    requests: int = 0
    slow: float = 1.0


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=whole_number(1), default=7)
    parser.add_argument("--line", action="store_true", help="cold on a line of 10 Mbit/s, 40 ms")
    parser.add_argument("--only", choices=["cold", "warm"], help="one of the two")
    parser.add_argument("--firefox", action="store_true", help="in Firefox")
    may_compare(parser, "these two builds")
    may_be_slow(parser)


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {"rounds": args.rounds, "slow": args.slow}
    if args.firefox and args.slow > 1:
        raise SystemExit("Firefox's processor cannot be slowed down from here: leave out --slow.")
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="titledeed-")))
        folders = {"Title Deed": ROOT / "dist"}
        if args.before:
            folders = {BEFORE: args.before} | folders
        else:
            ordinary.bare(scratch / "bare")
            ordinary.ordinary(scratch / "ordinary")
            folders = {BARE: scratch / "bare", USUAL: scratch / "ordinary"} | folders
        if args.firefox:
            try:
                program = machine.firefox()
            except machine.CannotBeDone as error:
                print(f"\n{error}")
                return figures
            return figures | in_firefox(program, folders, args, scratch)
        playwright = stack.enter_context(sync_playwright())
        conditions = ["line"] if args.line else [args.only] if args.only else ["cold", "warm"]
        for condition in conditions:
            line = Line(10e6, 0.040) if condition == "line" else None
            with ExitStack() as hosts:
                entries = []
                for name, folder in folders.items():
                    host = Host(folder, prefix="/site/", policy=False, compress=True, line=line)
                    host.max_age = TEN_HOURS
                    address = hosts.enter_context(serving(host))
                    entries.append(Entry(name, host, address, slow=args.slow))
                if condition == "warm":
                    again = entries[-1].address
                    entries.append(Entry("Title Deed, service worker", host, again, slow=args.slow))
                    warm(playwright, entries, args.rounds, scratch)
                else:
                    cold(playwright, entries, args.rounds, scratch)
            figures[condition] = report(condition, entries)
    return figures


def cold(playwright: Playwright, entries: list[Entry], rounds: int, scratch: Path) -> None:
    for n in range(rounds):
        for entry in entries:
            with opened(playwright, scratch / f"cold-{n}-{entry.name}") as page:
                visit(page, entry)


def warm(playwright: Playwright, entries: list[Entry], rounds: int, scratch: Path) -> None:
    profiles = {entry.name: scratch / f"warm-{entry.name}" for entry in entries}
    for entry in entries:
        keeps = entry.name.endswith("worker")
        for _ in range(2):
            with opened(playwright, profiles[entry.name], keeps) as page:
                visit(page, entry)
                page.wait_for_timeout(LINGER)
                if keeps:
                    page.locator("html[data-kept]").wait_for(state="attached", timeout=PATIENCE)
        entry.times.clear()
        entry.paints.clear()
    for _ in range(rounds):
        for entry in entries:
            with opened(playwright, profiles[entry.name], entry.name.endswith("worker")) as page:
                visit(page, entry)


def in_firefox(
    program: str, folders: dict[str, Path], args: argparse.Namespace, scratch: Path
) -> dict[str, Any]:
    """Measure in Firefox, cold and warm.

    Cold has a fresh profile. Warm has the profile of two earlier visits and, for our site, its service
    worker."""
    figures = {}
    with ExitStack() as hosts:
        for condition in [args.only] if args.only else ["cold", "warm"]:
            entries = []
            for name, folder in folders.items():
                site = firefox.site(folder, scratch / f"firefox-{condition}-{name}")
                host = Host(site, prefix="/site/", policy=False, compress=True)
                host.max_age = TEN_HOURS
                entries.append(Entry(name, host, hosts.enter_context(serving(host))))
            for n in range(-2 if condition == "warm" else 0, args.rounds):
                for entry in entries:
                    fresh = n if condition == "cold" else "kept"
                    profile = scratch / f"{condition}-{fresh}-{entry.name}"
                    keeps = condition == "warm" and entry.name == "Title Deed"
                    linger = LINGER / 1000 if n < 0 else 0
                    took, painted = firefox.start(
                        program, profile, entry.host, entry.address, keeps, linger
                    )
                    if n >= 0:
                        entry.times.append(took)
                        if painted is not None:
                            entry.paints.append(painted)
                        entry.sent = sum(size for _, size in entry.host.sent)
                        entry.requests = len(entry.host.sent)
            figures[f"firefox {condition}"] = report(f"firefox {condition}", entries)
    return figures


@contextmanager
def opened(playwright: Playwright, profile: Path, workers: bool = False) -> Iterator[Page]:
    """Open a separate browser with this profile, without service workers unless ``workers``."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=machine.installed_browser(),
        args=ARGUMENTS,
        service_workers="allow" if workers else "block",
    )
    try:
        yield context.pages[0]
    finally:
        context.close()


def visit(page: Page, entry: Entry) -> None:
    entry.host.sent.clear()
    console: list[str] = []
    page.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(str(error)))
    page.wait_for_timeout(SETTLE)
    browser = page.context.new_cdp_session(page)

    def told(expression: str) -> Any:
        answer = browser.send("Runtime.evaluate", {"expression": expression})
        return answer["result"].get("value")

    brake(browser, entry.slow)
    page.goto(entry.address, wait_until="commit")
    for _ in range(int(PATIENCE * entry.slow) // OFTEN):
        if told("document.documentElement.dataset.state") in ("ready", "failed"):
            break
        page.wait_for_timeout(OFTEN)
    sent = list(entry.host.sent)
    took = told("performance.getEntriesByName('titledeed:ready')[0]?.startTime")
    page.wait_for_timeout(OFTEN)
    painted = told("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    if took is None:
        raise RuntimeError(f"{entry.name} did not start:\n" + "\n".join(console))
    entry.times.append(took)
    if painted is not None:  # a page without content never paints
        entry.paints.append(painted)
    entry.sent = sum(size for _, size in sent)
    entry.requests = len(sent)


def report(condition: str, entries: list[Entry]) -> dict[str, Any]:
    middle = {entry.name: median(entry.times) for entry in entries}
    compared = [name for name in COMPARED if name in middle]
    rows = []
    figures = {}
    for entry in entries:
        m = middle[entry.name]
        spread = f"{min(entry.times):.0f}-{max(entry.times):.0f}"
        ratios = [f"{m / middle[name]:.2f}" for name in compared]
        paint = f"{median(entry.paints):.0f}" if entry.paints else ""
        rest = [paint, f"{entry.sent / 1e6:.2f}", entry.requests]
        rows.append([entry.name, f"{m:.0f}", spread, *ratios, *rest])
        figures[entry.name] = {
            "median_ms": round(m, 1),
            "times_ms": [round(time, 1) for time in entry.times],
            "first_paint_ms": [round(time, 1) for time in entry.paints],
            **{COMPARED[name]: round(m / middle[name], 3) for name in compared},
            "bytes": entry.sent,
            "requests": entry.requests,
        }
    captions = {
        "cold": "cold",
        "warm": "warm, the browser started anew",
        "line": "cold, 10 Mbit/s and 40 ms",
        "firefox cold": "Firefox, cold",
        "firefox warm": "Firefox, warm, started anew; Title Deed with its service worker",
    }
    print(f"\n{captions[condition]}")
    heads = [
        "",
        "ms",
        "range",
        *(HEADS[name] for name in compared),
        "first paint",
        "MB",
        "requests",
    ]
    print(table(heads, rows), flush=True)
    return figures
