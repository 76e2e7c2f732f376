"""Two browsers find each other by codes three hundred times in a row, and every pairing succeeds."""

from __future__ import annotations

import statistics
import time

import pytest
from playwright.sync_api import Page

from browsing import Visits
from playing import Player

pytestmark = pytest.mark.long

PAIRINGS = 300
PATIENT = 40.0  # seconds after which a pairing counts as lost


def waits(page: Page, script: str) -> str:
    """Wait until a script returns a text that is not empty; return the text."""
    start = time.monotonic()
    while time.monotonic() - start < PATIENT:
        text = str(page.evaluate(script) or "")
        if text:
            return text
        page.wait_for_timeout(20)
    return ""


def press(page: Page, selector: str) -> None:
    page.locator(f"#dlg-devices {selector}").first.click()


CODE = "document.querySelector('#devices-code')?.value ?? ''"
SITS = """[...document.querySelectorAll('#devices-seats li')]
  .filter((row) => /connected/.test(row.textContent)).length === 2 ? 'yes' : ''"""


def paired(host: Page, guest: Page) -> str:
    """Pair two pages once; return the fault, or "" if there is none."""
    press(host, "[data-do=devices-lay]")
    invitation = waits(host, CODE)
    press(guest, "[data-do=devices-open-join]")
    guest.locator("#dlg-devices [name=code]").first.fill(invitation)
    press(guest, "#devices-form button[type=submit]")
    answer = waits(guest, CODE)
    host.locator("#devices-answer").fill(answer)
    press(host, "form[data-do=devices-let-in] button[type=submit]")
    for page, name in ((host, "host"), (guest, "guest")):
        if not waits(page, SITS):
            return f"{name}: {page.locator('#dlg-devices').inner_text()}"
    return ""


def test_none_of_three_hundred_pairings_of_two_browsers_fails(visit: Visits) -> None:
    host, guest = visit(), visit()
    Player(host).set_up(("Ada", "Person"), ("Ben", "Person"))
    for page in (host, guest):
        page.locator("#setup [data-do=devices]").click()
        page.locator("#dlg-devices [data-do=devices-lay]").wait_for(timeout=120_000)
    took, lost = [], []
    for n in range(PAIRINGS):
        start = time.monotonic()
        wrong = paired(host, guest)
        took.append(time.monotonic() - start)
        if wrong:
            lost.append((n, wrong))
        for page in (guest, host):
            press(page, "[data-do=devices-leave]")
            page.locator("#dlg-devices [data-do=devices-lay]").wait_for()
    print(f"{PAIRINGS} pairings: median {statistics.median(took):.2f} s, most {max(took):.2f} s")
    assert not lost
