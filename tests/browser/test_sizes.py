"""Every screen at every size: nothing scrolls sideways, nothing is cut, what goes on is in view, and
nothing jumps while bots play.

``--long`` makes pictures of all of them, by day and by night: test-results/screens/.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import PATIENCE, Visits
from playing import Player
from screens import SCREENS, Screen

PICTURES = Path(__file__).resolve().parents[2] / "test-results" / "screens"
SIZES = {
    "1440x900": (1440, 900),
    "1280x720": (1280, 720),
    "1024x768": (1024, 768),
    "390x844": (390, 844),
    "360x640": (360, 640),
    "landscape": (844, 390),
    "projector": (1920, 1080),
}

# What a person must be able to see and press without looking for it.
FAULTS = """
async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} px wide`);
  const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !e.closest(".skip, .vh") && e.getBoundingClientRect().width > 2;
  const name = (e) => `${e.tagName} “${(e.ariaLabel || e.textContent).trim().slice(0, 40)}”`;
  const whole = (e, what) => {
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`${what} is not in view: ${name(e)} ${JSON.stringify(box)}`);
  };
  for (const e of document.querySelectorAll("button, a, input, select, summary, h1, h2, h3, p, td, li")) {
    if (!seen(e) || e.closest(".notices")) continue;
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`beside the page: ${name(e)}`);
  }
  for (const e of document.querySelectorAll(".btn, .chip, .seg label, .clause")) {
    if (seen(e) && e.scrollWidth > e.clientWidth + 1) found.push(`words cut: ${name(e)}`);
  }
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog) {
    whole(dialog, "the dialog");
    const close = dialog.querySelector("[data-do=close]");
    if (close) whole(close, "what closes it");
  } else if (document.querySelector(":popover-open")) {
    whole(document.querySelector(":popover-open"), "the menu");
  } else if (document.body.dataset.screen === "table") {
    const main = document.querySelector("#ask .btn:not([aria-disabled=true]):not(.hint)");
    if (main) whole(main, "what goes on");
    for (const e of document.querySelectorAll("#ask-title, .bar-acts .btn, #seats .seat"))
      if (seen(e)) whole(e, "a main part");
    if (innerWidth >= 896 && innerHeight >= 608) {
      whole(document.getElementById("board"), "the board");
      const said = document.getElementById("said");
      if (said.textContent.trim() && !["bid", "debt", "over"].includes(document.body.dataset.ask)) {
        const box = said.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!there?.closest("#stage")) found.push(`what happened is covered: ${name(said)}`);
      }
      for (const e of document.querySelectorAll(".tools .btn")) if (seen(e)) whole(e, "a tool");
    }
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def viewer(regulars: Visits) -> Iterator[Player]:
    """Somebody who looks at every screen and does not wait for motions."""
    expect.set_options(timeout=PATIENCE)
    page = regulars.again({}, reduced_motion="reduce")
    yield Player(page)
    page.close()


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "size => { document.documentElement.dataset.size = size; scrollTo(0, 0) }",
        "projector" if size == "projector" else "normal",
    )


def look(viewer: Player, screen: Screen, size: str) -> list[Any]:
    """Open the screen as one does at this size."""
    resize(viewer.page, size)
    viewer.forget_games()  # so that their list stays short
    screen.open(viewer)
    found: list[Any] = viewer.page.evaluate(FAULTS)
    return found


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen_fits_every_size(viewer: Player, screen: Screen) -> None:
    found = look(viewer, screen, "1280x720")
    for size in SIZES:
        resize(viewer.page, size)
        found += [f"{size}: {fault}" for fault in viewer.page.evaluate(FAULTS)]
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_photographed(viewer: Player, screen: Screen, size: str) -> None:
    found = look(viewer, screen, size)
    for scheme in ("light", "dark"):
        viewer.page.emulate_media(color_scheme=scheme)
        viewer.page.screenshot(
            path=PICTURES / f"{screen.name.replace(', ', '-').replace(' ', '-')}"
            f"-{size}-{scheme}.png"
        )
    viewer.page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)
