"""Narrow windows, forced colors and reduced motion hide nothing.

Large text is tested in test_every_screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from playing import Player
from tables import TABLES

Come = Callable[..., Player]


def test_the_question_can_be_answered_at_400_percent_zoom(player: Come) -> None:
    me = player(size=(320, 256))
    me.sit_down(TABLES["buy 0"])
    me.press(re.compile("^Buy Baltic"))
    me.is_asked("end 0")
    me.check_focus_is_somewhere()


def test_forced_colors_leave_every_mark_visible(player: Come) -> None:
    me = player()
    me.page.emulate_media(forced_colors="active")
    me.sit_down(TABLES["roll 0"])
    band = me.page.locator("#space-16 .band")
    expect(band).to_have_css("forced-color-adjust", "none")  # the group's own color stays
    expect(band.locator(".letter")).to_have_text("D")
    for selector in (".space > button", ".seat-card", "#ask .btn.go", "#tok-0"):
        border = me.page.locator(selector).first.evaluate("e => getComputedStyle(e).borderStyle")
        assert border != "none", selector


def test_with_motion_off_nothing_moves(player: Come) -> None:
    me = player(settings={"speed": "normal"}, reduced_motion="reduce")
    me.sit_down(TABLES["roll 0"])
    me.button("Throw the dice").click()
    moving = me.page.evaluate(
        "document.getAnimations().filter(a => a.effect.getTiming().duration > 1).length"
    )
    assert moving == 0
    me.settled()


FLOWN = """
window.flown = 0;
document.addEventListener("DOMContentLoaded", () => {
  const count = (changes) => changes.forEach((change) => { flown += change.addedNodes.length });
  new MutationObserver(count).observe(document.getElementById("flights"), {childList: true});
});
"""
HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"
NO_ANIMATION = "document.documentElement.dataset.speed = 'instant'"


@pytest.mark.parametrize(
    ("script", "then", "sums"),
    [
        pytest.param("", "", 2, marks=pytest.mark.long),
        ("", NO_ANIMATION, 2),
        pytest.param(HIDDEN, "", 0, marks=pytest.mark.long),
    ],
)
def test_flying_money_and_deeds_leave_nothing_behind(
    player: Come, script: str, then: str, sums: int
) -> None:
    """An animation that does not run has no end event. In a hidden page nothing flies."""
    me = player(settings={"speed": "normal"}, script=FLOWN + script)
    me.sit_down(TABLES["buy 0"])
    me.page.evaluate(then)
    me.press(re.compile("^Buy Baltic"))
    me.is_asked("end 0")
    expect(me.page.locator("#flights > *")).to_have_count(0)
    assert me.page.evaluate("flown") == sums
