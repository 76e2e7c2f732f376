"""Plays a league of 28 bots with 20 games each in a page of the built site, as a class would.

``--bots 8`` makes the measurement shorter. Of the seconds, compare only those of a machine that does nothing
else; the CPU-seconds are those of the page with all its fences."""

from __future__ import annotations

import argparse
import time
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from titledeed.workshop.bot_file import BotFile, write_bot
from titledeed.workshop.steps import STEPS
from titledeed.workshop.tournament import LEAGUE, MEETS, MOST_BOTS
from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT
from tools.bench.boot import ARGUMENTS
from tools.serve import Host, serving

BOTS = 28
GOAL = 600  # seconds
EVERY = 5000  # milliseconds between two looks
READY = 120_000


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", type=whole_number(1, MOST_BOTS), default=BOTS)


def handed_in(bots: int) -> list[dict[str, Any]]:
    """Files of different bots, as strong as the solutions of the six steps."""
    files = []
    for n in range(bots):
        code = f"# {n}\n{STEPS[n % len(STEPS)].solution}"
        text = write_bot(BotFile(f"Bot {n + 1}", code))
        files.append({"name": f"bot{n}.py", "mimeType": "text/x-python", "buffer": text.encode()})
    return files


class Processes:
    """The processor time of all renderers, also of those that have ended."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()
        self._spent: dict[int, float] = {}

    def look(self) -> float:
        """The CPU-seconds so far."""
        rows = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        for row in rows:
            if row["type"] == "renderer":
                self._spent[row["id"]] = row["cpuTime"]
        return sum(self._spent.values())


def played(page: Page, processes: Processes, bots: int) -> dict[str, Any]:
    """Enter the bots, and play the league."""
    with page.expect_file_chooser() as choosing:
        page.locator("[data-do=workshop-cup-files]").click()
    choosing.value.set_files(handed_in(bots))  # type: ignore[arg-type]
    start_it = page.locator("[data-do=workshop-cup-start]")
    start_it.wait_for()
    before, start = processes.look(), time.monotonic()
    start_it.click()
    progress = page.locator(".cup-run progress")
    first = 0.0
    while True:
        page.wait_for_timeout(EVERY)
        spent, seconds = processes.look() - before, time.monotonic() - start
        done, games = (int(progress.get_attribute(name) or 0) for name in ("value", "max"))
        first = first or (seconds if done else 0.0)
        print(f"  {seconds:6.0f} s  {spent:6.0f} CPU-s  {done} of {games} games", flush=True)
        if page.locator(".cup [role=alert], #lab > [role=alert]").count():
            raise SystemExit(page.locator("#lab [role=alert]").first.inner_text())
        if done == games:
            break
    return {
        "bots": bots,
        "games": games,
        "seconds": seconds,
        "cpu_seconds": spent,
        "first_seen": first,
        "replaced": page.locator(".cup-why").all_inner_texts(),
    }


def measure(args: argparse.Namespace) -> dict[str, Any]:
    host = Host(ROOT / "dist", prefix="/site/")
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        page = browser.new_page()
        page.goto(f"{address}#workshop=tournament")
        page.wait_for_selector("#cup-bots", timeout=READY)
        found = played(page, Processes(browser), args.bots)
        browser.close()
    each = LEAGUE * MEETS
    print(
        f"{found['bots']} bots, {each} games or a few more each: {found['games']} games in "
        f"{found['seconds']:.0f} s (goal: {GOAL} s), {found['cpu_seconds']:.0f} CPU-seconds"
    )
    print(f"answered by simple: {found['replaced'] or 'nothing'}")
    return found
