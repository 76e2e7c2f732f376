"""The card of an auction: all its buttons are in sight, and leaving is as easy as passing."""

from __future__ import annotations

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


def test_leaving_an_auction_ends_the_questions_about_it(player: Come) -> None:
    me = player()
    me.sit_down(AUCTION)
    me.is_asked("bid 0")
    passing, leaving = me.button("Pass this time"), me.button("Leave this auction")
    assert passing.bounding_box()["y"] == leaving.bounding_box()["y"]  # type: ignore[index]
    leaving.click()
    assert not me.settled().startswith("bid")
