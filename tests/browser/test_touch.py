"""A round is played by tapping on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from playing import Player, sensible
from tables import TABLES, with_traders

PHONE = (390, 844)


def test_a_round_can_be_played_by_tapping(player: Callable[..., Player]) -> None:
    me = player(size=PHONE, has_touch=True, is_mobile=True)
    me.sit_down(TABLES["buy 0"])
    root = me.page.locator("html")
    for _ in range(8):
        answer, step = sensible(me.answers), root.get_attribute("data-step") or ""
        # Two taps in one moment count as one: the second must be deliberate.
        while root.get_attribute("data-step") == step:
            me.page.locator(f'#ask [data-answer="{answer}"]').tap()
            me.settled()
    assert len([line for line in me.lines() if line.startswith("Ada")]) == 9


def test_a_tap_opens_and_closes_a_square_and_the_manager(
    player: Callable[..., Player],
) -> None:
    me = player(size=PHONE, has_touch=True, is_mobile=True)
    me.sit_down(TABLES["roll 0"])
    me.page.locator("#space-39").tap()
    deed = me.page.locator("#dlg-deed")
    expect(deed.get_by_role("heading", name="Boardwalk")).to_be_visible()
    me.button("Close", deed).tap()
    expect(deed).to_be_hidden()
    me.button(re.compile("^Build"), "#tools").tap()
    box = me.dialog("Build or mortgage")
    box.locator(".mdeed", has_text="Short Line").get_by_role("button", name="Mortgage").tap()
    expect(box).to_contain_text("+$100")
    me.button("Close", box).tap()
    me.is_asked("roll 0")


def test_a_trade_that_covers_the_table_leaves_it_undrawn_and_where_it_was(
    player: Callable[..., Player],
) -> None:
    """A modal dialog restyles all that it makes inert: on a slow phone that was most of the wait."""
    me = player(size=PHONE, has_touch=True, is_mobile=True)
    me.sit_down(with_traders(TABLES["end 0"]))
    page, table, trade = me.page, me.page.locator("#table"), me.page.locator("#dlg-trade")

    def place() -> list[float]:
        seen: list[float] = page.evaluate("[scrollY, document.scrollingElement.scrollHeight]")
        return seen

    page.evaluate("scrollTo(0, 300)")
    before = place()
    assert before[0] > 100
    way = me.button("Trade", "#tools")
    way.tap()
    expect(trade).to_be_visible()
    expect(table).to_have_css("content-visibility", "hidden")
    assert place() == before
    page.keyboard.press("Escape")
    expect(trade).to_be_hidden()
    expect(table).to_have_css("content-visibility", "visible")
    expect(way).to_be_focused()
    assert place() == before
    way.tap()
    trade.get_by_role("button", name="Ben").first.tap()
    trade.get_by_role("button", name="See the board").tap()
    expect(table).to_have_css("content-visibility", "visible")
