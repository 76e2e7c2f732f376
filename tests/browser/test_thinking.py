"""Sharks think in a worker beside the page, and the game is the same as in CPython.

It goes on if a worker dies or is not allowed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import waits
from playing import Player, game
from titledeed.engine.record import read_record
from titledeed.game.session import Session

SEATS = ("Ada", "Ben", "Cleo")
# Counts the questions to workers; the first worker dies at its fifth answer.
COUNTED = """
  const Real = Worker; globalThis.asked = 0; globalThis.born = 0;
  globalThis.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      let heard = 0; const first = ++born === 1;
      this.addEventListener("message", () => {
        if (!first || ++heard !== 5) return;
        this.terminate();
        this.dispatchEvent(new ErrorEvent("error", {message: "it died", cancelable: true}));
      });
    }
    postMessage(...given) { globalThis.asked++; return super.postMessage(...given); }
  };
"""
NONE = """
  globalThis.asked = 0; globalThis.born = 0;
  globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };
"""


@pytest.mark.parametrize(
    ("script", "workers", "answers"),
    [
        (COUNTED, 2, 60),
        pytest.param(COUNTED, 2, 120, marks=pytest.mark.long),
        pytest.param(NONE, 0, 120, marks=pytest.mark.long),
    ],
)
def test_sharks_play_the_same_game_with_and_without_a_page(
    player: Callable[..., Player], script: str, workers: int, answers: int
) -> None:
    record = game(*SEATS, bots=dict.fromkeys(SEATS, "shark"), seed=8)
    me = player(script=script)
    me.choose_file("game.json", json.dumps(record), settle=False)
    expect(me.page.locator("html")).not_to_have_attribute("data-step", "0")
    waits(me.page, "count => +document.documentElement.dataset.step >= count", answers, 240_000)
    lines = me.lines()
    there = Session.start(read_record(record))
    while len(there.entries) < len(lines) and there.step():
        pass
    assert lines == [entry.line for entry in there.entries]
    assert me.page.evaluate("born") == workers
    assert me.page.evaluate("asked") > 10 or not workers
