"""Dialogs over a game in a large window: on screen at once, and then as modal as any other."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import waits
from playing import Player, game
from tables import TABLES, with_traders

Come = Callable[..., Player]

# Notes what there is at the moment a dialog opens, before anything is painted.
WATCH = """
window.opened = [];
new MutationObserver((records) => {
  for (const {target} of records) if (target.open) opened.push({
    id: target.id,
    modal: target.matches(":modal"),
    inert: document.querySelectorAll("[inert]").length,
  });
}).observe(document.body, {attributeFilter: ["open"], subtree: true});
"""
USABLE = """
() => [...document.querySelectorAll("body > *, #table > *")].filter((e) =>
  e.checkVisibility() && !e.matches("main, dialog[aria-modal], #veil") && !e.closest("[inert]")
    && (e.matches("a, button") || e.querySelector("a, button, [tabindex]"))
).map((e) => e.id || e.className)
"""
# After the last one the browser's own controls have the focus, and the page has none.
IN_REACH = "document.activeElement.matches('body, dialog[aria-modal], dialog[aria-modal] *')"

# The boxes of all that the trade table shows, at each change of it: with and without the sums.
BOXES = """
window.boxes = [];
new MutationObserver(() => {
  const there = [...document.querySelectorAll("#dlg-trade .trade-could *, #dlg-trade .possible > *")];
  if (there.length) boxes.push({
    sums: [...document.querySelectorAll("#dlg-trade .could > .sum")].map((sum) => sum.textContent),
    boxes: there.map((e) => {
      const {x, y, width, height} = e.getBoundingClientRect();
      return e.matches(".could > :is(small, .sum)") ? [] : [x, y, width, height];
    }),
  });
}).observe(document.getElementById("dlg-trade"), {childList: true, subtree: true, characterData: true});
"""


def seen(page: Page) -> list[dict[str, object]]:
    there: list[dict[str, object]] = page.evaluate("opened.splice(0)")
    return there


def behind(page: Page) -> Locator:
    return page.locator("#board[inert]")


@pytest.mark.parametrize(
    ("name", "id"), [("Trade", "trade"), ("Rules", "rules"), ("Help", "help")], ids=str
)
def test_a_dialog_is_on_screen_before_the_page_behind_it_is_inert(
    player: Come, name: str, id: str
) -> None:
    """The browser styles anew all that becomes inert: on a slow device that was most of the wait."""
    me = player()
    me.sit_down(TABLES["end 0"])
    page, box = me.page, me.page.locator(f"#dlg-{id}")
    page.evaluate(WATCH)
    way = me.button(name, "#tools" if id == "trade" else "#bar").first
    way.click()
    expect(box).to_be_visible()
    assert seen(page) == [{"id": f"dlg-{id}", "modal": False, "inert": 0}]
    expect(behind(page)).to_have_count(1)
    waits(page, f"!({USABLE})().length")
    assert page.locator("dialog[inert]").count() == 0
    # Tab leads nowhere else.
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(IN_REACH), me.focused()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(way).to_be_focused()
    assert page.locator("[inert], [aria-modal]").count() == 0
    expect(page.locator("#veil")).to_be_hidden()
    me.is_asked("end 0")


def test_a_press_beside_such_a_dialog_closes_it_and_does_nothing_else(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["end 0"])
    page, trade = me.page, me.page.locator("#dlg-trade")
    way = me.button("Trade", "#tools")
    box = me.button(re.compile("^Build"), "#tools").bounding_box()
    assert box is not None
    for at_once in (True, False):
        way.click()
        expect(trade).to_be_visible()
        if not at_once:
            expect(behind(page)).to_have_count(1)
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        expect(trade).to_be_hidden()
        expect(way).to_be_focused()
        assert page.locator("dialog[open]").count() == 0
    # Nor does a press on its own edge close it.
    way.click()
    trade.click(position={"x": 3, "y": 3})
    expect(trade).to_be_visible()


def test_what_is_pressed_at_once_in_such_a_dialog_is_done(player: Come) -> None:
    """Also while the page behind it becomes inert, and a dialog over it is modal and can be used."""
    me = player()
    me.sit_down(with_traders(TABLES["end 0"]))
    page, trade = me.page, me.page.locator("#dlg-trade")
    page.evaluate(
        """() => {
          document.querySelector("#tools [data-do=open-trade]").click();
          document.querySelector("#dlg-trade [data-do=trade-with]").click();
        }"""
    )
    expect(trade.locator(".trade-foot")).to_be_visible()
    expect(behind(page)).to_have_count(1)
    page.evaluate(WATCH)
    page.evaluate("document.querySelector('#menu [data-do=open-settings]').click()")
    settings = me.dialog("Settings")
    expect(settings).to_be_visible()
    assert seen(page)[0]["modal"] is True
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    trade.get_by_role("button", name="See the board").click()
    expect(trade).to_be_hidden()
    assert page.locator("[inert]").count() == 0
    me.button("Open the trade", "#notices").click()
    expect(trade).to_be_visible()


def test_a_list_beside_the_board_is_below_such_a_dialog_and_back_after_it(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["end 0"])
    page, trade = me.page, me.page.locator("#dlg-trade")
    page.evaluate("document.querySelector('[data-do=open-spaces]').click()")
    spaces = page.locator("#dlg-spaces")
    expect(spaces).to_be_visible()
    page.evaluate("document.querySelector('#tools [data-do=open-trade]').click()")
    expect(trade).to_be_visible()
    expect(page.locator("#dlg-spaces[inert]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(trade).to_be_hidden()
    expect(spaces).to_be_visible()
    assert page.locator("[inert]").count() == 0


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)], ids=str)
def test_the_sums_of_complete_offers_come_without_moving_anything(
    player: Come, size: tuple[int, int]
) -> None:
    me = player(size=size)
    page = me.page
    at_table = {
        "Ada": {"deeds": ["@1", "@6", "@8", "@11", "@16"], "cash": 100},
        "Ben": {"deeds": ["@3", "@9", "@18", "@19"], "cash": 900},
        "Cleo": {"deeds": ["@13", "@14", "@23"], "cash": 900},
    }
    me.sit_down(game("Ada", "Ben", "Cleo", bots={"Ben": "steady"}, at_table=at_table))
    me.from_menu("Settings")
    me.dialog("Settings").locator("[name=odds]").check(force=True)
    me.close_all()
    expect(page.locator("#seats .odds")).to_be_visible()
    page.evaluate(BOXES)
    me.button("Trade", "#tools").click()
    expect(page.locator("#dlg-trade .could > .sum", has_text="$")).to_have_count(4)
    expect(page.locator("#dlg-trade .could > small", has_text="unlikely")).not_to_have_count(0)
    before, *_, after = page.evaluate("boxes")
    assert set(before["sums"]) == {"…"}
    assert all(text.startswith(("you pay $", "you get $")) for text in after["sums"])
    assert before["boxes"] == after["boxes"]
