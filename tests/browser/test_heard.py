"""Announcements for screen readers: a whole turn as text, and the live region that is used."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from playing import Player, game
from tables import TABLES

Come = Callable[..., Player]

# Records what the polite region said, in order.
LISTEN = """
() => {
  window.heard = [];
  const region = document.getElementById("announce");
  new MutationObserver(() => {
    if (region.textContent) heard.push(region.textContent);
  }).observe(region, {childList: true, characterData: true, subtree: true});
}
"""


def test_a_screen_reader_hears_a_whole_turn(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", chance="by-hand", at_table={"Ada": {"at": "@35"}}))
    me.page.evaluate(LISTEN)
    me.press("Throw the dice")
    me.throw(6, 2)
    me.press(re.compile("^Buy"))
    me.press("End the turn")
    me.press("I’m Ben")
    assert me.page.evaluate("heard") == [
        "Ada’s dice. Which two numbers came up?",
        (
            "Ada throws 6 + 2 and lands on Baltic Avenue. Ada passes GO and collects $200 salary. "
            "Ada: Baltic Avenue is for sale. Buy it for $60, or it will be auctioned, starting at $10. "
            "All players may bid, including Ada."
        ),
        (
            "Ada buys Baltic Avenue for $60. Ada may end the turn. Building, mortgaging and trading "
            "are still possible. After that, it’s Ben’s turn."
        ),
        "Over to Ben",
        "Ben’s throw.",
    ]


def test_announcements_appear_where_screen_readers_look_for_them(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", at_table={"Ben": {"deeds": ["boardwalk:m"]}}))
    page = me.page
    expect(page.locator("#announce")).to_have_attribute("aria-live", "polite")
    journal = page.get_by_role("log", name="Journal")
    # otherwise everything would be said twice
    expect(journal).to_have_attribute("aria-live", "off")
    spaces = page.locator("#board li")
    expect(spaces).to_have_count(40)
    expect(spaces.nth(39).get_by_role("button")).to_have_accessible_name(
        "Boardwalk, Dark Blue group, owned by Ben, mortgaged"
    )
    expect(spaces.nth(0).get_by_role("button")).to_have_accessible_name(re.compile("^GO.*Ada.*Ben"))


def test_a_screen_reader_hears_announcements_from_an_open_sheet(player: Come) -> None:
    """On a phone, a sheet makes everything else inert, including #announce."""
    me = player(size=(390, 844))
    me.sit_down(TABLES["roll 0"])
    me.button(re.compile("^Build"), "#tools").click()
    box = me.dialog("Build or mortgage")
    region = box.locator("> .announce[aria-live=polite]")
    expect(region).to_have_text("")
    region.evaluate("region => { region.wasThereBefore = true }")
    row = box.locator(".mdeed", has_text="Short Line")
    row.get_by_role("button", name="Mortgage").click()
    expect(region).to_contain_text("Short Line")
    assert region.evaluate("region => region.wasThereBefore && region.matches(':modal *')")
    assert region.inner_text() == me.announced()
    # A dialog opened over the sheet is announced on its own.
    box.get_by_role("button", name=re.compile("^Why")).first.click()
    expect(me.page.locator("#dlg-why > [aria-live]")).to_have_count(1)
    me.close_all()
    expect(me.page.locator("dialog > [aria-live]")).to_have_count(0)


def test_arrow_keys_move_over_the_board(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", chance="by-hand"))
    page = me.page
    page.get_by_role("link", name="Skip to the board").focus()
    page.keyboard.press("Enter")
    deed = page.locator("#deed")
    for key, id, name in (
        ("Home", "space-0", "GO"),
        ("ArrowLeft", "space-1", "Mediterranean Avenue"),
        ("ArrowUp", "space-29", "Marvin Gardens"),
        ("End", "space-39", "Boardwalk"),
        ("ArrowRight", "space-39", "Boardwalk"),
    ):
        page.keyboard.press(key)
        assert me.focused()["id"] == id
        me.check_focus()
        expect(deed.get_by_role("heading", name=name)).to_be_visible()
    page.keyboard.press("Shift+Tab")
    assert me.focused()["id"] == "space-38"
    # Digits work for the dice only when the dice have the focus.
    me.press("Throw the dice")
    page.locator("#space-39").focus()
    page.keyboard.press("6")
    page.keyboard.press("2")
    me.is_asked("dice chance")
    page.locator("#ask-title").focus()
    page.keyboard.press("6")
    page.keyboard.press("2")
    me.is_asked("buy 0")
