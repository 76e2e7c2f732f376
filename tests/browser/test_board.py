"""The board is easy to read: nothing on it covers anything else, and buildings can be counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playing import Player, game

Come = Callable[..., Player]

LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]
ORANGE = ["st-james-place", "tennessee-avenue", "new-york-avenue"]
GREEN = ["pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]
YELLOW = ["atlantic-avenue", "ventnor-avenue", "marvin-gardens"]
RED = ["kentucky-avenue", "indiana-avenue", "illinois-avenue"]

# Streets with buildings on all four sides and beside each corner, and eight tokens in crowds.
CROWDED: dict[str, Any] = {
    "Ada": {"deeds": [f"{street}:3" for street in ORANGE], "at": "@1"},
    "Ben": {"deeds": [f"{street}:hotel" for street in LIGHT_BLUE], "at": "@1"},
    "Cleo": {"deeds": [f"{street}:4" for street in GREEN], "at": "@1"},
    "Dora": {"deeds": [f"{street}:2" for street in YELLOW], "at": "@16"},
    "Eve": {"deeds": ["water-works:m", *(f"{street}:1" for street in RED)], "at": "@16"},
    "Fay": {"at": "@16"},
    "Gus": {"at": "@16"},
    "Hal": {"at": "@10"},
}

# Overlaps: tokens over words, signs, buildings or one another, and cards over buildings.
COVERED = """
() => {
  const box = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && box(e).width > 2;
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const words = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect();
  };
  const faults = [];
  const tokens = all("#board .tok");
  for (const token of tokens) {
    for (const name of all("#board .space:not(.corner) > button > .name"))
      if (over(box(token), words(name))) faults.push(`${token.id} covers “${name.textContent}”`);
    for (const e of all("#board .owner, #board .price, #board .plot .i, #board .letter"))
      if (over(box(token), box(e))) faults.push(`${token.id} covers ${e.outerHTML.slice(0, 60)}`);
    for (const other of tokens)
      if (other.id > token.id && over(box(token), box(other))) faults.push(`${token.id} covers ${other.id}`);
  }
  const plots = all("#board .plot");
  const drawn = (plot) => [...plot.querySelectorAll(".i")].filter(seen).map(box);
  for (const plot of plots)
    for (const other of plots.filter((e) => plots.indexOf(e) > plots.indexOf(plot)))
      if (drawn(plot).some((a) => drawn(other).some((b) => over(a, b))))
        faults.push(`buildings at ${[plot, other].map((e) => e.closest(".space").dataset.at)} overlap`);
  for (const building of all("#board .plot .i"))
    for (const card of all(".ask-card, .said, .dice"))
      if (over(box(building), box(card))) faults.push(`${card.className} covers a building`);
  for (const building of all("#board .plot .i")) {
    const [at, own] = [box(building), box(building.closest(".space"))];
    const along = ["north", "south"].includes(building.closest(".space").dataset.side);
    const beyond = along ? Math.max(own.left - at.left, at.right - own.right)
      : Math.max(own.top - at.top, at.bottom - own.bottom);
    if (beyond > 1.5) faults.push(`${building.closest(".space").dataset.at}: a building is ${beyond} px off`);
  }
  return faults;
}
"""
COUNTED = """
() => [...document.querySelectorAll("#board .plot")].map((plot) => {
  const icons = [...plot.querySelectorAll(".i")].filter((e) => e.getBoundingClientRect().width >= 12);
  const number = plot.querySelector("b");
  return [plot.closest(".space").dataset.at, plot.querySelector(".hotel") ? "hotel"
    : number?.checkVisibility() ? Number(number.textContent) : icons.length];
})
"""


@pytest.mark.parametrize(
    "size",
    [
        (1440, 900),
        pytest.param((1280, 720), marks=pytest.mark.long),
        pytest.param((390, 844), marks=pytest.mark.long),
        (360, 640),
        (768, 1024),
    ],
)
def test_nothing_on_the_board_overlaps(player: Come, size: tuple[int, int]) -> None:
    me = player(size=size)
    me.sit_down(game(*CROWDED, at_table=CROWDED))
    faults = me.page.evaluate(COVERED)
    if size == (360, 640):  # with eight seats the sheet covers the page, which scrolls
        faults = [fault for fault in faults if not fault.startswith("ask-card")]
    assert faults == []
    assert dict(me.page.evaluate(COUNTED)) == {
        "6": "hotel",
        "8": "hotel",
        "9": "hotel",
        "16": 3,
        "18": 3,
        "19": 3,
        "21": 1,
        "23": 1,
        "24": 1,
        "26": 2,
        "27": 2,
        "29": 2,
        "31": 4,
        "32": 4,
        "34": 4,
    }
