"""The turns of bots: how long they last at normal speed, without and with an auction.

Four bots play; a turn lasts from one change of the mover to the next, doubles included."""

from __future__ import annotations

import argparse
import json
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import expect, sync_playwright

from titledeed.bots import BOTS
from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT, table
from tools.bench.boot import ARGUMENTS
from tools.bench.surface import bots_only, opened
from tools.serve import Host, serving

SPEEDS = ("normal", "brisk")
# Records the length of each turn, and whether an auction took place in it.
WATCH = """
() => {
  window.turns = [];
  let mover = "", began = 0, auction = false;
  const look = () => {
    const now = performance.now();
    auction ||= document.body.dataset.ask === "bid";
    const seat = document.querySelector("#seats [aria-current]")?.id ?? "";
    if (!seat || seat === mover) return;
    if (mover) turns.push([now - began, auction]);
    mover = seat; began = now; auction = document.body.dataset.ask === "bid";
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}
"""
PLAYED = """
(count) => turns.filter(([, auction]) => !auction).length >= count
  || document.documentElement.dataset.ask === "over"
"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--turns", type=whole_number(1), default=100, help="turns without an auction, at each speed"
    )
    parser.add_argument("--speed", choices=SPEEDS, default="normal")
    parser.add_argument(
        "--bot",
        choices=tuple(BOTS),
        default="steady",
        help="who plays; steady-1 plays the same in every build, so compare builds with it",
    )


def measure(args: argparse.Namespace) -> dict[str, Any]:
    host = Host(ROOT / "dist", prefix="/site/")
    kinds: dict[str, list[float]] = {"without an auction": [], "with an auction": []}
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        seed = 0
        while (missing := args.turns - len(kinds["without an auction"])) > 0:
            seed += 1
            with opened(browser, address, args.speed) as player:
                player.page.evaluate(WATCH)
                record = json.dumps(bots_only(seed, args.bot, 4))
                player.choose_file("game.json", record, settle=False)
                expect(player.page.locator("body")).to_have_attribute("data-screen", "table")
                player.page.wait_for_function(PLAYED, arg=missing, timeout=0)
                for lasted, auction in player.page.evaluate("turns"):
                    kinds["with an auction" if auction else "without an auction"].append(lasted)
        browser.close()
    figures, rows = {}, []
    for kind, turns in kinds.items():
        if len(turns) < 2:
            continue
        figures[kind] = {
            "turns": len(turns),
            "median_ms": round(median(turns)),
            "p90_ms": round(quantiles(turns, n=10, method="inclusive")[-1]),
            "most_ms": round(max(turns)),
        }
        rows.append([kind, *figures[kind].values()])
    print(
        "\n" + table(["turns of bots", "turns", "median ms", "p90 ms", "most ms"], rows), flush=True
    )
    return figures
