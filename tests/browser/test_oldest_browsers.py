"""The oldest supported Chromium plays; older versions show what they lack.

Each comes from an npm package with one browser (``tools.machine.old_chromium``)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from browser_flags import QUIET, ROOTED
from browsing import PATIENCE, Visits
from playing import Player, sensible
from tools import machine

pytestmark = pytest.mark.long
Old = Callable[[str], Browser]


@pytest.fixture
def old(playwright: Playwright) -> Iterator[Old]:
    """Return a function that starts an old browser, given the version of its npm package."""
    started: list[Browser] = []

    def start(version: str) -> Browser:
        path = machine.old_chromium(version)
        args = [*QUIET, *ROOTED, "--no-zygote", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=path, args=args)
        started.append(browser)
        return browser

    yield start
    for browser in started:
        browser.close()


def test_a_round_can_be_played_in_chromium_111(old: Old, site_address: str) -> None:
    browser = old("111.0.0")
    assert browser.version.startswith("111.")
    for scheme, ink in (("light", "rgb(27, 40, 45)"), ("dark", "rgb(241, 233, 214)")):
        expect.set_options(timeout=PATIENCE)
        visits = Visits(browser, site_address)
        page = visits(color_scheme=scheme)
        me = Player(page)
        me.from_menu("Settings")
        me.dialog("Settings")
        me.close_all()
        me.set_up(("Ada", "Person"), ("Ben", "Simple bot"))
        me.start()
        for _ in range(12):
            page.locator(f'#ask [data-answer="{sensible(me.answers)}"]').click()
            me.settled()
        assert page.locator("body").evaluate("e => getComputedStyle(e).color") == ink
        expect(page.locator("html")).to_have_attribute("data-kept", re.compile(r"\d+"))
        assert visits.unexpected() == []
        for context in visits.contexts:
            context.close()


def test_chromium_109_users_see_what_is_missing_and_may_try_anyway(
    old: Old, site_address: str
) -> None:
    visits = Visits(old("109.0.6"), site_address)
    page = visits(wait="lacking")
    expect(page.locator("#start")).to_contain_text(
        "This browser is missing something the program needs: JavaScript of 2023."
    )
    expect(page.locator("#start")).to_contain_text("Chrome 111, Edge 111, Firefox 121, Safari 16.4")
    page.get_by_role("button", name="Try anyway").click()
    visits.state(page, "ready")


def test_chromium_70_users_see_what_is_missing(site_address: str, tmp_path: Path) -> None:
    """Playwright cannot drive this old browser, so the browser itself dumps the finished page."""
    options = ["--headless", "--disable-gpu", "--no-zygote", f"--user-data-dir={tmp_path}"]
    command = [machine.old_chromium("70"), *QUIET, *ROOTED, *options, "--dump-dom", site_address]
    page = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert 'data-state="lacking"' in page
    assert (
        "This browser is missing something the program needs: WebAssembly with exceptions" in page
    )
    assert "Try anyway" in page
