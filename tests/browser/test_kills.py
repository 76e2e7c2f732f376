"""The browser is killed repeatedly during a game. At most the answer in flight is lost.

Until the kill, the test reads the page's reports through the debugging port. Every answer given
before the last reported question must be in the game that is opened afterwards.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, Playwright, expect

import invariants
from browser_flags import QUIET, ROOTED
from browsing import PATIENCE
from kept_games import Stored, stored
from titledeed.storage import checksummed_copies
from tools import machine

# Reports the question and the number of answers so far, and answers with one of the buttons.
PLAYER = """
(seed) => {
  const root = document.documentElement;
  const draw = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const look = () => {
    const {ask = "bots", step} = root.dataset;
    if (ask === "bots" || ask === "") return;
    console.log(`asked ${step} ${ask}`);
    const all = document.querySelectorAll("#ask [data-answer]:not([aria-disabled=true])");
    if (!all.length) return console.log("stuck");
    const one = all[Math.floor(draw() * all.length)];
    setTimeout(() => {
      console.log("pressed");
      one.click();
    });
  };
  new MutationObserver(look).observe(root, {attributeFilter: ["data-ask"]});
  look();
}
"""
# Runs before anything is loaded, each time: a kill may lose the settings if it comes soon.
SEALED = json.dumps(checksummed_copies.seal_table({"speed": "instant"}))
INSTANT = f"""
localStorage.setItem("titledeed/1/settings", {SEALED});
"""


@dataclass
class Heard:
    """The page's reports since it was opened."""

    asked: int = 0  # times
    kept: int = 0  # answers before the last question
    pressed: int = 0
    stuck: bool = False

    def __call__(self, message: ConsoleMessage) -> None:
        match message.text.split():
            case ["asked", step, *_]:
                self.asked += 1
                self.kept = int(step)
            case ["pressed"]:
                self.pressed += 1
            case ["stuck"]:
                self.stuck = True


@dataclass
class Known:
    """The answers that are known to be in the game, and the number of them that a person gave."""

    lines: list[str] = field(default_factory=list)
    by_person: int = 0
    heard: Heard = field(default_factory=Heard)
    behind: int = 0  # times that localStorage alone would have lost something


@contextmanager
def started(playwright: Playwright, profile: Path) -> Iterator[tuple[Page, Any]]:
    """Start a browser with this profile; yield its page and its process."""
    chromium = machine.installed_browser() or playwright.chromium.executable_path
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    flags = ["--headless=new", "--disable-gpu", "--remote-debugging-port=0", *QUIET, *ROOTED]
    process = subprocess.Popen(
        [chromium, *flags, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        address = ""
        for line in process.stderr:  # the browser prints its address as soon as it listens
            if line.startswith("DevTools listening on "):
                address = line.removeprefix("DevTools listening on ").strip()
                break
        browser = playwright.chromium.connect_over_cdp(address, timeout=PATIENCE)
        page = browser.contexts[0].pages[0]
        page.set_default_timeout(PATIENCE)
        page.add_init_script(INSTANT)
        yield page, process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def ready(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-state", "ready")


def check(places: Stored, known: Known) -> None:
    """Check that the game found has all known answers, and lacks at most one of the answers given."""
    game, session = places.load()
    assert not game.lost
    invariants.check(session.state)
    lines = [entry.line for entry in session.entries]
    assert lines[: len(known.lines)] == known.lines
    assert len(lines) >= known.heard.kept
    by_person = sum(entry.by == "person" for entry in session.entries)
    assert by_person >= known.by_person + known.heard.pressed - 1
    known.behind += Stored(places.quick, {}).answers() < len(lines)
    known.lines, known.by_person = lines, by_person


def kills(
    playwright: Playwright, address: str, profile: Path, times: int, seed: int
) -> tuple[int, int]:
    """Play and kill so many times.

    Return the number of answers given, and how often localStorage alone would have lost some of them."""
    expect.set_options(timeout=PATIENCE)
    draw = random.Random(seed)
    known = Known()
    answers = 0
    for _ in range(times):
        with started(playwright, profile) as (page, process):
            ready(page, address)
            if known.lines:
                check(stored(page), known)
            going_on = page.locator("button[data-do=continue]")
            if known.lines and not known.heard.stuck and going_on.count():
                going_on.click()
            else:
                page.get_by_role("button", name="Start the game").click()
                known.lines, known.by_person = [], 0
            heard = known.heard = Heard()
            page.on("console", heard)
            wanted = draw.randrange(2, 12)
            with page.expect_console_message(
                lambda m, heard=heard, wanted=wanted: (  # type: ignore[misc]
                    heard.asked >= wanted or heard.stuck or m.text.endswith("over")
                )
            ):
                page.evaluate(PLAYER, draw.randrange(1, 2**31 - 1))
            # During the next answer, or between two answers.
            page.evaluate("(ms) => new Promise((go) => setTimeout(go, ms))", draw.randrange(60))
            os.killpg(process.pid, signal.SIGKILL)
            answers += heard.pressed
    with started(playwright, profile) as (page, _):
        ready(page, address)
        check(stored(page), known)
    shutil.rmtree(profile, ignore_errors=True)
    return answers, known.behind


def test_two_kills_lose_only_the_answer_in_progress(
    playwright: Playwright, site_address: str, tmp_path: Path
) -> None:
    answers, _ = kills(playwright, site_address, tmp_path / "profile", times=2, seed=5)
    assert answers > 4


@pytest.mark.long
def test_two_hundred_kills_lose_only_the_answer_in_progress(
    playwright: Playwright, site_address: str, tmp_path: Path
) -> None:
    answers, behind = kills(playwright, site_address, tmp_path / "profile", times=200, seed=11)
    print(f"200 kills, {answers} answers; localStorage alone was behind {behind} times")
    assert answers > 600
