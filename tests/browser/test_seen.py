"""Large text, narrow windows, forced colours and no motion: nothing is lost by any of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visits
from playing import Player
from screens import SCREENS
from tables import TABLES

Come = Callable[..., Player]

# Words that do not fit: cut off by their box, or beyond the window with no way to scroll there.
CUT = """
() => {
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} px wide`);
  for (const e of document.querySelectorAll("button, h2, h3, label, .quiet, .sum")) {
    if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".vh, #board, .skip")) continue;
    const box = e.getBoundingClientRect();
    if (box.width < 2) continue;
    const scrolls = e.closest(".notices, table");
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1))
      found.push(`beside the window: ${e.outerHTML.slice(0, 100)}`);
    if (e.matches("button") && e.scrollWidth > e.clientWidth + 2)
      found.push(`cut: ${e.outerHTML.slice(0, 100)}`);
  }
  return found;
}
"""

# 1280 wide at 400 %; and a desk and a phone with text twice as large, as people set it in the browser.
WAYS = {
    "400 % zoom": ((320, 256), ""),
    "200 % text at a desk": ((1440, 900), "--blink-settings=defaultFontSize=32"),
    "200 % text on a phone": ((390, 844), "--blink-settings=defaultFontSize=32"),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_lost_when_it_is_large(
    launch: Callable[..., Browser], site_address: str, way: str
) -> None:
    size, setting = WAYS[way]
    visits = Visits(launch(*filter(None, [setting])), site_address)
    me = Player(visits.again({}, reduced_motion="reduce"))
    me.page.set_viewport_size({"width": size[0], "height": size[1]})
    found = {}
    for screen in SCREENS:
        screen.open(me)
        if trouble := me.page.evaluate(CUT):
            found[screen.name] = trouble
    assert not found, "\n".join(f"{name}: {trouble}" for name, trouble in found.items())
    assert visits.unexpected() == []


def test_the_ask_can_be_answered_at_400_percent(player: Come) -> None:
    me = player(size=(320, 256))
    me.sit_down(TABLES["buy 0"])
    me.press(re.compile("^Buy Baltic"))
    me.is_asked("end 0")
    me.check_focus_is_somewhere()


def test_forced_colours_leave_every_sign(player: Come) -> None:
    me = player()
    me.page.emulate_media(forced_colors="active")
    me.sit_down(TABLES["roll 0"])
    band = me.page.locator("#space-16 .band")
    expect(band).to_have_css("forced-color-adjust", "none")  # the group's own colour stays
    expect(band.locator(".letter")).to_have_text("D")
    for selector in (".space > button", ".seat-card", "#ask .btn.go", "#tok-0"):
        border = me.page.locator(selector).first.evaluate("e => getComputedStyle(e).borderStyle")
        assert border != "none", selector


def test_without_motion_nothing_moves(player: Come) -> None:
    me = player(settings={"speed": "normal"}, reduced_motion="reduce")
    me.sit_down(TABLES["roll 0"])
    me.button("Throw the dice").click()
    moving = me.page.evaluate(
        "document.getAnimations().filter(a => a.effect.getTiming().duration > 1).length"
    )
    assert moving == 0
    me.settled()
