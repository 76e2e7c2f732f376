"""What a student reads on a phone: the table and the chart of an experiment, and why the class waits.

The screens are drawn without Python in the page (``drawn_screens.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from drawn_screens import drawn, serve, show
from screens import SCREENS

# How far each number under the chart's bars begins below them.
BELOW = """
() => {
  const chart = document.querySelector("#lesson-die");
  const bars = [...chart.querySelectorAll("rect")].map((bar) => bar.getBoundingClientRect());
  const foot = Math.max(...bars.map((bar) => bar.bottom));
  return [...chart.querySelectorAll(".lab-end")].map((text) => {
    const size = parseFloat(getComputedStyle(text).fontSize);
    const unit = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
    // The figures' height above their baseline, which is at y.
    return text.getScreenCTM().f + (text.y.baseVal[0].value - 0.72 * size) * unit - foot;
  });
}
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    serve(page, "en")
    yield page
    page.close()


def shown(page: Page, name: str, width: int, height: int) -> None:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    show(page, drawn(next(screen for screen in SCREENS if screen.name == name), "en"))


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_numbers_under_a_chart_stand_below_its_bars(page: Page, width: int) -> None:
    shown(page, "lab, a die thrown", width, 844)
    gaps = page.evaluate(BELOW)
    assert len(gaps) == 6
    assert min(gaps) >= 1


def test_a_table_that_is_wider_than_a_phone_fades_at_its_edge(page: Page) -> None:
    shown(page, "lab, a die thrown", 390, 844)
    table = page.locator(".lesson-run > .lab-wide")
    assert table.evaluate("(box) => box.scrollWidth > box.clientWidth")
    assert "linear-gradient" in table.evaluate("(box) => getComputedStyle(box).maskImage")
    # All six sides of the die are in sight without scrolling.
    edge = page.locator(".lesson-run > .lab-wide thead th").nth(7).bounding_box()
    assert edge is not None
    assert edge["x"] < 370


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=["phone", "desk"])
def test_why_the_class_waits_stays_in_sight_beside_its_grey_fields(
    page: Page, size: tuple[int, int]
) -> None:
    shown(page, "class, a student", *size)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    field = page.locator(".class-sheet .input").last
    field.evaluate("(field) => field.scrollIntoView({block: 'center'})")
    box = page.locator("#class-paused").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 100
