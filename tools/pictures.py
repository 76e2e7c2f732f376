"""Makes the pictures that an installed app needs, anew: ``python -m tools.pictures``.

Icons are drawn from static/art/icon.svg; screenshots are of the built site in dist/, with a game that
bots have played for a while. Run it when the look has changed, and look at what it made.
"""

from __future__ import annotations

import json
from pathlib import Path

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
GAME = {
    "format": "title-deed/1",
    "rulebook": "modern",
    "seats": [{"name": name, "bot": "steady"} for name in SEATS],
    "seed": 7,
    "step": [],
}
ANSWERS = 150  # of the bots, before the picture is taken


def icon(browser: Browser, name: str, size: int, share: float) -> None:
    """One icon. Where a system cuts its own shape, the drawing takes this share of the square."""
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
    """A picture of a game in its middle."""
    page = browser.new_page(viewport=size, locale="en-US")  # type: ignore[arg-type]
    page.goto(address)
    page.locator("html[data-state=ready]").wait_for(state="attached")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Saved games").click()
    with page.expect_file_chooser() as chooser:
        page.locator("#dlg-saves [data-do=import]").click()
    file = {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(GAME).encode()}
    chooser.value.set_files([file])  # type: ignore[list-item]
    reached = f"() => Number(document.documentElement.dataset.step) >= {ANSWERS}"
    page.wait_for_function(reached, timeout=300_000)
    page.locator("#ask [data-do=pause]").click()
    page.locator("#ask [data-do=resume]").wait_for()
    page.screenshot(path=ART / name, type="jpeg", quality=80)
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
