"""Makes the icons and screenshots of the installed app: ``python -m tools.pictures``.

Icons are drawn from static/art/icon.svg. Screenshots are of the built site in dist/, with a game that
bots have played until a person is asked whether to buy. Run this after a change of the design, and
check the pictures by eye.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tools import machine
from tools.serve import Host, serving

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "static" / "art"
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-whole-512.png": (512, 0.8)}
SHOTS = {
    "shot-wide.jpg": {"width": 1280, "height": 720},
    "shot-narrow.jpg": {"width": 390, "height": 844},
}
SEATS = ("Ada", "Grace", "Emmy", "Alan")
# The seed of a game of bots with many buildings, in which all four seats still play at that moment.
SEED = 87
ROUND = 10
QUALITY = 72  # of a JPEG; the site's size is limited


def game() -> dict[str, Any]:
    """A saved game in the middle: a person takes a bot's seat and is asked whether to buy a street."""
    sys.path.insert(0, str(ROOT / "py"))
    from titledeed.engine.asks import (  # noqa: PLC0415
        AskBuy,
    )
    from titledeed.engine.record import read_record  # noqa: PLC0415 (py/ comes late)
    from titledeed.game.session import Session  # noqa: PLC0415

    seats = [{"name": name, "bot": "steady"} for name in SEATS]
    head = {
        "format": "title-deed/1",
        "rulebook": "modern",
        "seats": seats,
        "seed": SEED,
        "step": [],
    }
    session = Session.start(read_record(head))
    while True:
        ask, state = session.ask, session.state
        mid_game = state.round >= ROUND and isinstance(ask, AskBuy) and ask.seat == 0
        if mid_game and state.cash[0] >= state.rules.price[ask.space]:
            break
        if session.step() is None:
            raise ValueError("Nobody is asked to buy in this game: choose another seed.")
    session.hand_to(0, "")
    return session.save("2026-01-01T12:00:00Z")


def icon(browser: Browser, name: str, size: int, share: float) -> None:
    """Make an icon. ``share``: the drawing's part of the square, because some systems crop icons."""
    drawing = (ART / "icon.svg").read_text("utf-8")
    ground = "#0d5953" if share < 1 else "transparent"
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh;"
        f" background: {ground} }} svg {{ width: {share:.0%} }}</style>{drawing}"
    )
    page.screenshot(path=ART / name, omit_background=True)
    page.close()


def shot(browser: Browser, address: str, name: str, size: dict[str, int]) -> None:
    """Make a screenshot of a game in the middle."""
    page = browser.new_page(viewport=size, locale="en-US", reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(address)
    page.locator("html[data-state=ready]").wait_for(state="attached")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Saved games").click()
    with page.expect_file_chooser() as chooser:
        page.locator("#dlg-saves [data-do=import]").click()
    file = {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(game()).encode()}
    chooser.value.set_files([file])  # type: ignore[arg-type]
    # Not wait_for_function: it evaluates a string, which the page's policy forbids.
    page.locator("html[data-ask='buy 0']").wait_for(state="attached")
    page.locator("dialog[open]").wait_for(state="detached")
    page.screenshot(path=ART / name, type="jpeg", quality=QUALITY, animations="disabled")
    page.close()


def main() -> None:
    with sync_playwright() as playwright, serving(Host(ROOT / "dist", policy=False)) as address:
        path = machine.installed_browser()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, share) in ICONS.items():
            icon(browser, name, size, share)
        for name, view in SHOTS.items():
            shot(browser, address, name, view)
        browser.close()


if __name__ == "__main__":
    main()
