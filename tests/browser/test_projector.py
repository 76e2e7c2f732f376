"""What a class reads from a projector: letters of 22 px, and the verdict in sight without scrolling.

The screens are drawn without Python in the page (``drawn_screens.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from drawn_screens import drawn, serve, show
from screens import SCREENS

LEAST = 22.0  # pixels
# Where the figures and the result are, and the sentence that must be in sight.
FAR = {
    "lab, a run that is over": (".lab-far", ".lab-verdict h3"),
    "lab, a sweep": (".lab-far", ".lab-verdict h3"),
    "lab, one game at a time": (".lab-far", ".lab-verdict h3"),
    "lab, chance alone": (".lab-far", ".lab-verdict h3"),
    "lab, unequal starts": (".lab-far", ".lab-verdict h3"),
    "class, answers": (".class-chart", ""),
    "lab, a die thrown": (".lesson-run", ""),
    "lab, a vote": (".lab-vote", "h2"),
    "workshop, a run": (".ws-card:has(> .ws-result)", ""),
    "tournament, the end": (":is(.cup-table, .cup-moment)", ".ws-verdict"),
}
# Every visible text below the places, with the size of its letters on the screen. That of a drawing is
# scaled.
SMALL = """
([far, least]) => {
  const small = [];
  let seen = 0;
  for (const place of document.querySelectorAll(`#lab ${far}`)) {
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent.trim();
      const element = walk.currentNode.parentElement;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const box = range.getBoundingClientRect();
      if (!text || box.width < 2 || !element.checkVisibility() || element.closest(".vh")) continue;
      const matrix = element.ownerSVGElement ? element.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      seen += 1;
      if (size < least - 0.05) small.push(`${size.toFixed(1)}: ${text.slice(0, 40)}`);
    }
  }
  return [seen, small];
}
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce", locale="en-US")
    page = context.new_page()
    serve(page, "en")
    yield page
    context.close()


@pytest.mark.parametrize(
    "size",
    [(1280, 720), *(pytest.param(o, marks=pytest.mark.long) for o in ((1440, 900), (1920, 1080)))],
)
@pytest.mark.parametrize("name", FAR)
def test_figures_and_verdicts_can_be_read_from_six_meters(
    page: Page, name: str, size: tuple[int, int]
) -> None:
    far, verdict = FAR[name]
    picture = drawn(next(screen for screen in SCREENS if screen.name == name), "en")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, picture)
    page.evaluate("document.documentElement.dataset.size = 'projector'")
    found: list[Any] = page.evaluate(SMALL, [far, LEAST])
    assert found[0] > 5
    assert found[1] == []
    if verdict:
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(f"#lab {far} {verdict}").first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] < size[1]
