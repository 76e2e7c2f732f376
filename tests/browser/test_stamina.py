"""Game after game in one page, and one endless game: memory, timers and listeners do not pile up."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

import invariants
from browsing import RUN, Visits
from playing import Player, game
from titledeed.engine.record import Game, read

SEATS = ("Ada", "Ben", "Cleo")
A_GAME = 240_000  # ms; one takes some seconds, on a loaded machine many more
ALLOWED = 1.05  # of what was there before
COLLECTED = """
import gc
gc.collect()
import pyodide_js
pyodide_js._module.HEAP8.length
"""


@dataclass(frozen=True)
class Held:
    """The counts of what the page holds after a garbage collection."""

    heap: float
    nodes: int
    listeners: int
    wasm: int


def held(page: Page, tools: CDPSession) -> Held:
    wasm = page.evaluate(RUN, COLLECTED)
    for _ in range(3):  # what one collection lets go of, the next one finds
        tools.send("HeapProfiler.collectGarbage")
    measured = tools.send("Performance.getMetrics")["metrics"]
    metrics = {metric["name"]: metric["value"] for metric in measured}
    return Held(metrics["JSHeapUsedSize"], metrics["Nodes"], metrics["JSEventListeners"], wasm)


def at_instant_speed(visit: Visits) -> tuple[Player, CDPSession]:
    page = visit()
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("HeapProfiler.enable")
    player = Player(page)
    player.from_menu("Settings")
    player.dialog("Settings").get_by_label("instant").check(force=True)
    player.close_all()
    return player, tools


def bots(bot: str, seed: int) -> dict[str, Any]:
    record = game(*SEATS, bots=dict.fromkeys(SEATS, bot), seed=seed)
    del record["position"]
    return record


def whole_games(visit: Visits, games: int, settled: int) -> None:
    """Compares what is held after game number ``settled`` with what is after the last."""
    player, tools = at_instant_speed(visit)
    page = player.page
    after: list[Held] = []
    for seed in range(1, games + 1):
        player.choose_file("game.json", json.dumps(bots("steady", seed)), settle=False)
        expect(page.locator("html")).to_have_attribute("data-ask", "over", timeout=A_GAME)
        player.see_the_end()
        player.close_all()
        record = player.report()
        played = Game(read(record))
        for line in player.lines(record):
            played.line(line)
            invariants.check(played.state)
        player.close_all()
        after.append(held(page, tools))
        player.leave()
    first, last = after[settled - 1], after[-1]
    # The last boards differ by a house or a token: nodes and heap are the page's, not a game's.
    assert last.heap <= first.heap * ALLOWED, after
    assert last.nodes <= first.nodes * ALLOWED, after
    assert last.listeners == first.listeners, after
    assert last.wasm == first.wasm, after


def test_three_games_leave_nothing_behind(visit: Visits) -> None:
    """From the first game to the third: within the same 5 % that twenty games are held to."""
    whole_games(visit, games=3, settled=1)


@pytest.mark.long
def test_twenty_games_leave_nothing_behind(visit: Visits) -> None:
    whole_games(visit, games=20, settled=5)


def long_game(visit: Visits, early: int, late: int) -> None:
    """A game that does not end (simple bots do not trade), looked at after so many answers."""
    player, tools = at_instant_speed(visit)
    page = player.page
    player.choose_file("game.json", json.dumps(bots("simple", 1)), settle=False)
    at: list[Held] = []
    for answers in (early, late):
        page.evaluate(
            "reached => new Promise(go => new MutationObserver((_, o) => {"
            " if (Number(document.documentElement.dataset.step) >= reached) { o.disconnect(); go(); }"
            " }).observe(document.documentElement, {attributeFilter: ['data-step']}))",
            answers,
        )
        player.button("Pause").click()
        expect(player.button(re.compile("Go on"))).to_be_visible()
        at.append(held(page, tools))
        player.button(re.compile("Go on")).click()
    player.button("Pause").click()
    assert at[1].nodes <= at[0].nodes * ALLOWED, at
    assert at[1].heap <= at[0].heap * ALLOWED, at


def test_a_long_game_grows_no_heavier(visit: Visits) -> None:
    """Three seats give some ten answers in a round: these are about rounds 50 and 500."""
    long_game(visit, early=500, late=5000)
