"""The strategy desk in a browser: by keyboard, measured in the workers, at the table, and its bytes."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browsing import RUN, Visits, press_by_keyboard, tabbed_to
from titledeed.strategies.playing_rules import PlayingRules
from titledeed.strategies.strategy_file import Strategy
from titledeed.strategy_desk.strategy_link import strategy_link

# A run has fewer games.
FEWER = """
from titledeed.strategy_desk import measuring
from titledeed.ui.strategy_desk.views import desk
measuring.GAMES = desk.GAMES = 8
measuring._STEP = 2
"""

PATIENT = 120_000  # milliseconds: a loaded machine plays slowly
AXE = """
async () => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((motion) => motion.finished));
  const {violations} = await axe.run(document, {resultTypes: ["violations"]});
  const named = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`;
  return violations.flatMap((rule) => rule.nodes.map((node) => named(rule, node)));
}
"""


def axe(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {AXE_SCRIPT}; }}")
    faults: list[str] = page.evaluate(AXE)
    return faults


def wide(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    extra: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return extra


def test_rules_are_set_by_keyboard_measured_and_play_at_the_table(
    visit: Visits, request: pytest.FixtureRequest
) -> None:
    # axe copies elements together with their style, which the policy then reports.
    visit.expected("style-src")
    page = visit()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.evaluate("location.hash = '#strategy-desk'")
    slider = page.get_by_role("slider", name="I buy a property if at least")
    expect(slider).to_be_visible(timeout=PATIENT)
    assert any("/desk." in url for url in fetched)
    long = request.config.getoption("--long")
    assert not long or axe(page) == []
    page.evaluate(RUN, FEWER)
    tabbed_to(page, "#rule-buy-keep")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#strategy-buying label").first).to_contain_text(
        re.compile(r"\$1\d\d stays")
    )
    expect(slider).to_be_focused()
    tabbed_to(page, "#strategy-against")
    page.keyboard.type("Novice")
    expect(page.locator("#strategy-against")).to_have_value("novice")
    tabbed_to(page, "#strategy-run")
    page.keyboard.press("Enter")
    expect(page.locator("#lab .sd-verdict")).to_contain_text("Strategist won", timeout=PATIENT)
    tabbed_to(page, "#rule-build-keep")
    page.keyboard.press("ArrowRight")
    tabbed_to(page, "#strategy-run")
    page.keyboard.press("Enter")
    expect(page.locator("#lab .sd-verdict")).to_contain_text("Difference:", timeout=PATIENT)
    press_by_keyboard(page, "Show it in Python")
    expect(page.locator("#strategy-program")).to_contain_text("class Strategist:")
    assert not long or axe(page) == []
    for size in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert wide(page) <= 0
    press_by_keyboard(page, "Put it at my table")
    expect(page.locator("#start-game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#seats")).to_contain_text("Strategist", timeout=PATIENT)


@pytest.mark.long
def test_a_link_is_shown_first(visit: Visits) -> None:
    page = visit()
    link = strategy_link(Strategy("Magpie", PlayingRules(buy_keep=300)))
    page.evaluate("(link) => { location.hash = link; }", link)
    expect(page.locator("#strategy-look")).to_contain_text("Magpie", timeout=PATIENT)
    page.get_by_role("button", name="Open it at the desk").click()
    expect(page.locator("#strategy-buying label").first).to_contain_text("$300 stays in hand")
