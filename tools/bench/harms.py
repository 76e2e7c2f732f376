"""Times how soon programs that mean harm end in the fence (tests/support/fence_harms.py), in Chromium.

Each runs in a fence that is warm. The time is that from the question to the answer in the page, so other
programs on the machine lengthen it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import sync_playwright

from tests.support.fence_harms import BOT, FORGED, GAME, HARMS, LIMIT
from tests.support.fences import ASKED, Fenced
from titledeed.workshop.steps import STEPS
from tools import machine
from tools.bench import ROOT, table
from tools.bench.boot import ARGUMENTS
from tools.serve import Host, serving

GOAL = 2000  # milliseconds
TIMED = f"""
async (given) => {{
  const start = performance.now();
  const answer = await ({ASKED})(given);
  return [answer, performance.now() - start];
}}
"""


def measure(_args: object) -> dict[str, Any]:
    host = Host(ROOT / "dist", prefix="/site/")
    rows: list[tuple[str, str, int]] = []
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector("html[data-state=ready]", timeout=120_000)
        fence = Fenced(page)
        programs = [(BOT.format(body=body), "practice") for body, _key in HARMS]
        for code, do in [*programs, (FORGED, "game")]:
            fence.ask(do="practice", code=STEPS[0].solution, games=1, **GAME)
            asked = {"do": do, "code": code, "games": 1, "game": 0, **GAME}
            text, ms = page.evaluate(TIMED, [json.dumps(asked), LIMIT])
            answer = json.loads(text)
            end = answer.get("broken") or (answer.get("finding") or {}).get("key", "played")
            rows.append((" ".join(code.split())[45:95], end, round(ms)))
        fence.end()
        browser.close()
    print(table(("program", "end", "ms"), rows))
    slowest = max(ms for _, _, ms in rows)
    print(f"slowest: {slowest} ms (goal: {GOAL} ms)")
    return {"slowest_ms": slowest, "programs": rows}
