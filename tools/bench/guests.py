"""Times a bot that is asked line by line in its fence: 20 games against three simple, in Chromium.

The page of the built site plays them warm: the fence has already played one game. ``--games`` makes the
measurement shorter."""

from __future__ import annotations

import argparse
from typing import Any

from playwright.sync_api import sync_playwright

from tests.support.fences import Fenced
from titledeed.workshop.steps import STEPS
from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT
from tools.bench.boot import ARGUMENTS
from tools.bench.lab import cpu
from tools.serve import Host, serving

GAMES = 20
PLAYED = """
import json
import js
from pyodide.ffi import create_proxy


class _Fence:
    def __init__(self, ask):
        self.ask = ask


class _Page:
    def __init__(self, opened):
        self._opened = opened

    def after(self, milliseconds, call):
        return int(js.setTimeout(create_proxy(call), milliseconds))

    def now(self):
        return js.performance.now()

    def fence(self, failed):
        return self._opened


def played(code, games, at_once, done):
    from titledeed.bots.written_bots import written_id
    from titledeed.engine.record import read_record
    from titledeed.lab.batch_games import seed_of
    from titledeed.ui.workshop.actions.guest_tables import GuestTables
    from titledeed.workshop.practice import practice_record
    from titledeed.workshop.refereed_game import RefereedGame
    bot = written_id("Bot", "0123456789ab")
    waiting = list(range(games))
    before, asked, ask = fence._id, [0], fence.ask

    def counted(question, limit, heard):
        asked[0] += sum(each["do"] == "ask" for each in question["each"])
        ask(question, limit, heard)

    opened = _Fence(counted)
    found = {"won": 0, "games": 0, "lines": 0, "findings": []}

    def begin():
        n = waiting.pop(0)
        table = practice_record(["simple"] * 3, 60, n)
        table["seats"][-n % 4]["bot"] = bot
        tables.play(RefereedGame(read_record(table), seed_of(1, n)), {bot: code})

    def ended(game):
        seat = next(n for n, seat in enumerate(game.record.seats) if seat.bot == bot)
        found["games"] += 1
        found["won"] += seat in game.winners
        found["lines"] += len(game.lines)
        if waiting:
            begin()
        elif found["games"] == games:
            found["messages"] = fence._id - before
            found["questions"] = asked[0]
            done(json.dumps(found))

    tables = GuestTables(
        _Page(opened), ended, lambda bot, finding: found["findings"].append(finding.key), print
    )
    for _ in range(min(at_once, games)):
        begin()
"""
RUN = """
([code, games, atOnce]) => new Promise((done) => {
  const start = performance.now();
  const ended = (text) => done({ ...JSON.parse(text), ms: performance.now() - start });
  tests.boot.running.globals.get("played")(code, games, atOnce, ended);
})
"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=whole_number(1), default=GAMES)
    parser.add_argument("--at-once", type=whole_number(1), default=8, help="games at a time")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    host = Host(ROOT / "dist", prefix="/site/")
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector("html[data-state=ready]", timeout=120_000)
        Fenced(page)
        page.evaluate("(code) => { tests.boot.running.runPython(code); }", PLAYED)
        code = STEPS[-1].solution
        page.evaluate(RUN, [code, 1, 1])
        before = cpu(browser)
        found: dict[str, Any] = page.evaluate(RUN, [code, args.games, args.at_once])
        found["cpu_seconds"] = cpu(browser) - before
        browser.close()
    seconds, asked = found["ms"] / 1000, found["questions"]
    print(
        f"{args.games} games, {args.at_once} at a time: {seconds:.1f} s, "
        f"{found['cpu_seconds']:.1f} CPU-seconds; {asked} questions in "
        f"{found['messages']} messages, {found['ms'] / asked:.2f} ms a question"
    )
    print(f"{found['won']} won; findings: {found['findings'] or 'none'}")
    return {"games": args.games, "at_once": args.at_once, **found}
