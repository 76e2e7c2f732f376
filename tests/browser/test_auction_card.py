"""The card of an auction: all its buttons are in sight, and leaving is as easy as passing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from playing import Player, game

Come = Callable[..., Player]

# Ada and her rivals bid for a street of which two of them have a neighbor.
AUCTION = game(
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    bots={"Ben": "steady", "Cleo": "steady", "Dora": "steady"},
    at_table={"Ada": {"deeds": ["@21"], "at": "@21"}, "Ben": {"deeds": ["@23"]}},
    play="Ada roll\nchance dice 1 2\nAda decline",
)
CASH = 1500
# The lowest edge of the card's buttons, and the lowest that is not hidden.
EDGES = """
() => {
  const card = document.querySelector("#ask .ask-card");
  const low = Math.max(...[...card.querySelectorAll(".btn")].map((b) => b.getBoundingClientRect().bottom));
  const tools = document.getElementById("tools").getBoundingClientRect();
  const narrow = innerWidth < 600;
  const seen = Math.min(card.getBoundingClientRect().bottom, narrow ? tools.top + 2 : innerHeight);
  return [low, seen];
}
"""


@pytest.mark.parametrize(
    ("size", "notice"),
    [
        ((1440, 900), True),
        ((360, 640), False),
        pytest.param((390, 844), True, marks=pytest.mark.long),
    ],
)
def test_all_buttons_of_an_auction_are_in_sight(
    player: Come, size: tuple[int, int], notice: bool
) -> None:
    me = player(size=size)
    me.sit_down(AUCTION)
    me.is_asked("bid 0")
    if notice:
        me.ask.locator("#bid-amount").evaluate("e => { e.removeAttribute('min'); e.value = 1 }")
        me.ask.locator(".bid-form button").click()
        expect(me.page.locator("#notices .notice")).to_be_visible()
    low, seen = me.page.evaluate(EDGES)
    assert low <= seen


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844), (360, 640)])
def test_an_auctions_card_shows_what_decides(player: Come, size: tuple[int, int]) -> None:
    """Who has the rest of the group, the rents, and what each bid would leave, with all buttons in sight."""
    me = player(size=size)
    me.sit_down(AUCTION)
    me.is_asked("bid 0")
    rest = me.ask.locator(".buy-rest li")
    expect(rest).to_have_count(2)
    assert [row.get_attribute("data-seat") for row in rest.all()] == ["0", "1"]
    for n in range(2):
        expect(rest.nth(n)).to_be_in_viewport(ratio=1)
    low_window = size == (1280, 720)
    rents = me.ask.locator(".lot-line .sum" if low_window else ".lot-rents td")
    for n, rent in enumerate(("$20", "$40")):
        expect(rents.nth(n)).to_have_text(rent)
        expect(rents.nth(n)).to_be_in_viewport(ratio=1)
    for bid in me.ask.locator("[data-answer^='bid']").all():
        paid, left = (int(n.replace(",", "")) for n in re.findall(r"\$([\d,]+)", bid.inner_text()))
        assert paid + left == CASH
    low, seen = me.page.evaluate(EDGES)
    assert low <= seen


def test_leaving_an_auction_ends_the_questions_about_it(player: Come) -> None:
    me = player()
    me.sit_down(AUCTION)
    me.is_asked("bid 0")
    passing, leaving = me.button("Pass this time"), me.button("Leave this auction")
    assert passing.bounding_box()["y"] == leaving.bounding_box()["y"]  # type: ignore[index]
    leaving.click()
    assert not me.settled().startswith("bid")
