"""Game after game in one page, and one endless game: memory, timers and listeners do not pile up."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

import invariants
from browsing import RUN, Visits
from playing import Player, game
from titledeed.engine.record import Game, read_record

SEATS = ("Ada", "Ben", "Cleo")
A_GAME = 240_000  # ms; one takes some seconds, on a loaded machine many more
ALLOWED = 1.05  # of the earlier amount
USED = 1.02  # of the memory in use at the end of the same game before; that is 16 kB a game
# The eighth of mallinfo's ten numbers is the number of bytes in use.
COLLECTED = """
import gc
gc.collect()
import pyodide_js
module = pyodide_js._module
numbers = module._malloc(40)
module._mallinfo(numbers)
used = module.HEAP32[(numbers >> 2) + 7]
module._free(numbers)
f"[{module.HEAP8.length}, {used}, {module._hiwire_num_refs()}]"
"""
# Every node of the document, including texts and comments.
ATTACHED = """
() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
}
"""


@dataclass(frozen=True)
class Held:
    """The counts of what the page holds after a garbage collection.

    nodes       as the browser counts them, with detached nodes that are still referenced
    attached    nodes in the document
    wasm        WebAssembly's memory, which never shrinks and grows by a fifth at a time
    used        the part of that memory in use
    references  Python's references to JavaScript objects
    """

    heap: float
    nodes: int
    attached: int
    listeners: int
    wasm: int
    used: int
    references: int


def held(page: Page, tools: CDPSession) -> Held:
    wasm, used, references = json.loads(page.evaluate(RUN, COLLECTED))
    for _ in range(3):  # one collection may free objects that the next one finds
        tools.send("HeapProfiler.collectGarbage")
    measured = tools.send("Performance.getMetrics")["metrics"]
    metrics = {metric["name"]: metric["value"] for metric in measured}
    return Held(
        heap=metrics["JSHeapUsedSize"],
        nodes=metrics["Nodes"],
        attached=page.evaluate(ATTACHED),
        listeners=metrics["JSEventListeners"],
        wasm=wasm,
        used=used,
        references=references,
    )


def at_instant_speed(visit: Visits) -> tuple[Player, CDPSession]:
    page = visit(
        reduced_motion="no-preference"
    )  # its own process, in which all nodes belong to this page
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("HeapProfiler.enable")
    player = Player(page)
    player.from_menu("Settings")
    player.dialog("Settings").get_by_label("instant").check(force=True)
    player.close_all()
    return player, tools


def bots(bot: str, seed: int, **house_rules: Any) -> dict[str, Any]:
    record = game(*SEATS, bots=dict.fromkeys(SEATS, bot), seed=seed, house_rules=house_rules)
    del record["position"]
    return record


def nothing_grows(after: list[Held], settled: int) -> None:
    """Compare the counts after game number ``settled`` with those after the last game.

    The boards differ by a few houses and tokens."""
    first, last = after[settled - 1], after[-1]
    for count in ("heap", "nodes", "attached"):
        assert getattr(last, count) <= getattr(first, count) * ALLOWED, (count, after)
    assert last.listeners == first.listeners, after


def whole_games(visit: Visits, games: int, settled: int) -> None:
    """Play so many games, and then the same games again.

    The second time, Python's memory already has room for the longest of them. So it has no reason to
    grow, and it uses as much as the first time."""
    player, tools = at_instant_speed(visit)
    page = player.page
    after: list[Held] = []
    for seed in [*range(1, games + 1)] * 2:
        player.choose_file("game.json", json.dumps(bots("steady", seed)), settle=False)
        expect(page.locator("html")).to_have_attribute("data-ask", "over", timeout=A_GAME)
        player.see_the_end()
        player.close_all()
        record = player.report()
        played = Game(read_record(record))
        for line in player.lines(record):
            played.line(line)
            invariants.check(played.state)
        player.close_all()
        after.append(held(page, tools))
        player.leave()
    nothing_grows(after, settled)
    memory_stays(after[games - 1], after[-1])


def memory_stays(first: Held, last: Held) -> None:
    assert last.wasm == first.wasm, (first, last)
    assert last.used <= first.used * USED, (first, last)


@pytest.mark.long
def test_twenty_more_games_leave_nothing_behind(visit: Visits) -> None:
    whole_games(visit, games=20, settled=5)


def test_a_leak_of_20_kilobytes_a_game_would_be_found() -> None:
    first = Held(11e6, 7370, 2960, 52, wasm=37_748_736, used=15_836_824, references=101)  # measured
    memory_stays(first, replace(first, used=first.used + 100_000))
    with pytest.raises(AssertionError):
        memory_stays(first, replace(first, used=first.used + 20 * 20_000))


def short_games(visit: Visits, games: int, settled: int, rounds: int) -> None:
    """Play one game after another, alternately from a file and by *Play again*; look at each end.

    The file has the same game each time, and only its ends are compared: another game has up to 5 %
    more nodes in its journal and its report."""
    assert games % 2 == settled % 2 == 1
    player, tools = at_instant_speed(visit)
    after: list[Held] = []
    for number in range(1, games + 1):
        if number % 2:
            player.close_all()
            player.leave()
            record = bots("simple", 1, **{"limit-rounds": rounds})
            player.choose_file("game.json", json.dumps(record), settle=False)
        else:
            player.button("Play again", player.dialog("How it went")).click()
        expect(player.page.locator("html")).to_have_attribute("data-ask", "over", timeout=A_GAME)
        player.see_the_end()
        if number in (settled, games):
            after.append(held(player.page, tools))
    nothing_grows(after, settled=1)
    assert after[-1].references == after[0].references, after


def test_five_short_games_leave_no_dom_node_behind(visit: Visits) -> None:
    short_games(visit, games=5, settled=3, rounds=5)


@pytest.mark.long
def test_seventy_one_games_leave_no_dom_node_behind(visit: Visits) -> None:
    short_games(visit, games=71, settled=5, rounds=12)


def long_game(visit: Visits, early: int, late: int) -> None:
    """Play a game that does not end (simple bots do not trade); measure after so many answers."""
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
        expect(player.button(re.compile("Resume"))).to_be_visible()
        at.append(held(page, tools))
        player.button(re.compile("Resume")).click()
    player.button("Pause").click()
    assert at[1].nodes <= at[0].nodes * ALLOWED, at
    assert at[1].heap <= at[0].heap * ALLOWED, at


@pytest.mark.parametrize("late", [1500, pytest.param(5000, marks=pytest.mark.long)])
def test_a_long_game_does_not_slow_down(visit: Visits, late: int) -> None:
    """Three seats give about ten answers a round, so these are about rounds 50, 150 and 500."""
    long_game(visit, early=500, late=late)
