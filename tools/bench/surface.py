"""The surface: from a tap to the painted result, long tasks while bots play, and the page's memory.

A tap is timed by the page's own clock. It lasts from the time stamp of its event to the message after
the frame that paints the first change. Beside it stands the time to the next frame on screen that the
browser itself measures (Event Timing, in steps of 8 ms). After every few taps comes an empty one, on a
button that only counts. Its time is the cost that this machine and its load add to every tap, so
compare the ratio to it. Taps are measured with reduced motion, the play of bots with motion.

With ``--before``, an earlier build and this one take turns, so that a slow minute of the machine slows
both. The earlier page must have the same marks and buttons.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.playing import Player, Record, game, sensible
from tools import machine
from tools.arguments import whole_number
from tools.bench import ROOT, brake, may_be_slow, may_compare, table
from tools.bench.boot import ARGUMENTS
from tools.serve import Host, serving

PATIENCE = 30_000  # ms
SEATS = ("Ada", "Ben", "Cleo", "Dan")
EVERY = 4  # taps between two empty ones
ROUNDS = (50, 500)
LONG = 100  # ms: every task of the main thread must be shorter
DESKTOP, PHONE = (1440, 900), (390, 844)  # CSS pixels
DIALOGS = ("manager", "trade", "spaces", "rules", "help")

# Records each tap and each long task from the moment the page is opened. The channel is made in advance: the
# first message of a new one is slow, and would come after work that the page begins once it has painted.
WATCH = """
globalThis.taps = [];
globalThis.tasks = [];
globalThis.shown = 0;
const frames = new MessageChannel();
let framed = null;
frames.port1.onmessage = () => { framed.painted = performance.now(); taps.push(framed); };
addEventListener("click", (event) => {
  const tap = {stamped: event.timeStamp, heard: performance.now()};
  const seen = new MutationObserver(() => {
    seen.disconnect();
    tap.changed = performance.now();
    requestAnimationFrame(() => { framed = tap; frames.port2.postMessage(0); });
  });
  seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
}, true);
new PerformanceObserver((list) => {
  for (const event of list.getEntries()) if (event.name === "click") shown = event.duration;
}).observe({type: "event", durationThreshold: 16});
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) tasks.push(task.duration);
}).observe({type: "longtask"});
"""
EMPTY = """
() => {
  const button = document.createElement("button");
  button.id = "empty";
  button.textContent = 0;
  Object.assign(button.style, {position: "fixed", left: 0, bottom: 0, zIndex: 99});
  button.addEventListener("click", (event) => { button.textContent++; event.stopPropagation(); });
  document.body.append(button);
}
"""
# The long tasks within some seconds of play, or until the game ends.
LAST = """
(seconds) => new Promise((go) => {
  const root = document.documentElement;
  const start = performance.now();
  const look = () => {
    const played = (performance.now() - start) / 1000;
    if (played < seconds && root.dataset.ask !== "over") setTimeout(look, 50);
    else go({played, tasks});
  };
  look();
})
"""
REACHED = """
(reached) => new Promise((go) => new MutationObserver((_, watching) => {
  if (Number(document.documentElement.dataset.step) < reached) return;
  watching.disconnect();
  go();
}).observe(document.documentElement, {attributeFilter: ["data-step"]}))
"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--taps", type=whole_number(1), default=200, help="answers by button, at least"
    )
    parser.add_argument(
        "--seconds", type=whole_number(1), default=15, help="of bots' play at each speed"
    )
    parser.add_argument("--long", action="store_true", help="what the page holds, by round 500 too")
    parser.add_argument("--phone", action="store_true", help="on a screen of 390×844")
    may_compare(parser, "the taps of both builds")
    parser.add_argument(
        "--rounds", type=whole_number(1), default=2, help="with --before: of each build"
    )
    may_be_slow(parser)


def measure(args: argparse.Namespace) -> dict[str, Any]:
    screen = PHONE if args.phone else DESKTOP
    figures: dict[str, Any] = {"slow": args.slow, "screen": list(screen)}
    host = Host(ROOT / "dist", prefix="/site/")
    with sync_playwright() as playwright, serving(host) as address:
        browser = playwright.chromium.launch(
            executable_path=machine.installed_browser(), args=ARGUMENTS
        )
        if args.before:
            with serving(Host(args.before, prefix="/site/")) as older:
                figures["turns"] = [
                    report_taps(taps(browser, address_, args.taps, args.slow, screen), name)
                    for _ in range(args.rounds)
                    for name, address_ in (("before", older), ("now", address))
                ]
            browser.close()
            return figures
        figures["taps"] = report_taps(taps(browser, address, args.taps, args.slow, screen))
        figures["bots"] = report_bots(
            {
                speed: bots(browser, address, speed, args.seconds, args.slow, screen)
                for speed in ("normal", "instant")
            }
        )
        if args.long:
            figures["held"] = report_held(held(browser, address))
        browser.close()
    return figures


@contextmanager
def opened(
    browser: Browser,
    address: str,
    speed: str,
    slow: float = 1.0,
    screen: tuple[int, int] = DESKTOP,
    **context: Any,
) -> Iterator[Player]:
    """Open the page for the first time, with this speed set and a processor ``slow`` times slower."""
    width, height = screen
    visitor = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-US", **context
    )
    visitor.set_default_timeout(PATIENCE * slow)
    visitor.add_init_script(WATCH)
    page = visitor.new_page()
    page.goto(address)
    page.locator("html[data-state=ready]").wait_for(state="attached")
    player = Player(page)
    player.from_menu("Settings")
    page.locator(f"dialog [name=speed][value={speed}]").check(force=True)
    player.close_all()
    brake(visitor.new_cdp_session(page), slow)
    try:
        yield player
    finally:
        visitor.close()


def bots_only(seed: int, bot: str, seats: int) -> Record:
    names = SEATS[:seats]
    record = game(*names, bots=dict.fromkeys(names, bot), seed=seed)
    del record["position"]
    return record


# ---------------------------------------------------------------- taps


def taps(
    browser: Browser,
    address: str,
    most: int,
    slow: float = 1.0,
    screen: tuple[int, int] = DESKTOP,
) -> dict[str, list[dict[str, float]]]:
    """Play by the buttons until this many answers have been tapped, in several games if needed."""
    expect.set_options(timeout=PATIENCE * slow)
    times: dict[str, list[dict[str, float]]] = {"empty": [], "answer": [], "square": []}
    seed = 0
    with opened(browser, address, "instant", slow, screen, reduced_motion="reduce") as player:
        page = player.page
        page.evaluate(EMPTY)
        while len(times["answer"]) < most:
            seed += 1
            names = SEATS[:3]
            record = game(*names, bots=dict.fromkeys(names[1:], "steady"), seed=seed)
            player.choose_file("game.json", json.dumps(record))
            while len(times["answer"]) < most and player.settled() != "over":
                answer = sensible(player.answers)
                times["answer"].append(tap(page, f'#ask [data-answer="{answer}"]'))
                if answer == "bankrupt":  # the page asks to confirm it
                    page.locator("#dlg-confirm [data-answer]").click()
                if player.settled() == "over":
                    break  # the page of the end opens, and lies over all other buttons
                n = len(times["answer"])
                if n % EVERY == 0:
                    times["empty"].append(tap(page, "#empty"))
                if n % EVERY == 2 and screen == DESKTOP:  # on a phone a question may cover it
                    times["square"].append(tap(page, f"#space-{n * 7 % 40}"))
                    player.close_all()
            if player.asked == "over":
                player.see_the_end()
            player.close_all()
            if len(times["answer"]) < most:
                player.leave()
        for name in DIALOGS:
            button = f".btn[data-do=open-{name}]:visible"
            if not page.locator(button).count():
                continue  # on a phone it is in the menu
            times[name] = []
            for _ in range(5):
                times[name].append(tap(page, button))
                player.close_all()
    return times


# Where to press an element, once it stays in place and nothing covers it.
PLACE = """
(element) => new Promise((go) => {
  element.scrollIntoView({block: "nearest", inline: "nearest"});
  let before = "";
  const look = () => {
    const {x, y, width, height} = element.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2];
    const there = document.elementFromPoint(left, top);
    const now = `${left} ${top}`;
    if (now === before && element.contains(there)) go([left, top]);
    else { before = now; setTimeout(look, 50); }
  };
  look();
})
"""
PAINTED = """
() => new Promise((go) => {
  const end = performance.now() + 500;
  const look = () => taps.length && (shown || performance.now() > end)
    ? go({...taps[0], shown}) : setTimeout(look, 5);
  look();
})
"""


def tap(page: Page, selector: str) -> dict[str, float]:
    """Press an element with the mouse, and wait until the result is painted.

    The place is looked up before: a locator's own click would check it during the press, and that takes a
    slow processor 40 ms of every tap. ``shown``: the time that the browser itself measured (Event Timing),
    or 0 below 16 ms."""
    element = page.locator(selector).first
    element.wait_for()
    left, top = element.evaluate(PLACE)
    page.evaluate("() => { taps.length = 0; shown = 0; }")
    page.mouse.click(left, top)
    timed: dict[str, float] = page.evaluate(PAINTED)
    return timed


def report_taps(by_kind: dict[str, list[dict[str, float]]], build: str = "") -> dict[str, Any]:
    labels = {"empty": "an empty tap", "answer": "an answer", "square": "a square's deed"}
    rows, figures = [], {}
    empty: dict[str, float] = {}
    for kind, taps_ in by_kind.items():
        if not taps_:
            continue
        whole = [tap["painted"] - tap["stamped"] for tap in taps_]
        code = [tap["changed"] - tap["heard"] for tap in taps_]
        shown = [tap["shown"] for tap in taps_]
        times = {
            "median_ms": median(whole),
            "p95_ms": quantiles(whole, n=20, method="inclusive")[-1],
            "most_ms": max(whole),
            "code_median_ms": median(code),
            "shown_median_ms": median(shown),
            "shown_p95_ms": quantiles(shown, n=20, method="inclusive")[-1],
        }
        empty = empty or times
        figures[kind] = {
            "taps": len(taps_),
            **{name: round(time, 1) for name, time in times.items()},
            "to_empty_median": round(times["median_ms"] / empty["median_ms"], 2),
            "to_empty_p95": round(times["p95_ms"] / empty["p95_ms"], 2),
        }
        rows.append([labels.get(kind, kind), *figures[kind].values()])
    title = "from a tap to its result, painted" + (f" ({build})" if build else "")
    head = [title, "taps", "median ms", "p95 ms", "most", "our code"]
    head += ["the browser’s median", "p95"]
    print("\n" + table([*head, "to empty", "p95 to empty"], rows), flush=True)
    return figures


# ---------------------------------------------------------------- bots


def bots(
    browser: Browser,
    address: str,
    speed: str,
    seconds: int,
    slow: float = 1.0,
    screen: tuple[int, int] = DESKTOP,
) -> dict[str, Any]:
    """Measure the long tasks in some seconds of the bots' play."""
    with opened(browser, address, speed, slow, screen) as player:
        root = player.page.locator("html")
        player.page.evaluate("tasks.length = 0")
        player.choose_file("game.json", json.dumps(bots_only(1, "steady", 4)), settle=False)
        expect(player.page.locator("body")).to_have_attribute("data-screen", "table")
        seen = player.page.evaluate(LAST, seconds)
        tasks: list[float] = seen["tasks"]
        answers = int(root.get_attribute("data-step") or 0)
        return {
            "seconds": round(seen["played"], 1),
            "answers": answers,
            "over_50_ms": len(tasks),
            f"over_{LONG}_ms": sum(task > LONG for task in tasks),
            "longest_ms": max(tasks, default=0),
        }


def report_bots(by_speed: dict[str, dict[str, Any]]) -> dict[str, Any]:
    head = ["long tasks while four bots play", "seconds", "answers", "> 50 ms", f"> {LONG} ms"]
    rows = [[f"at {speed} speed", *figures.values()] for speed, figures in by_speed.items()]
    print("\n" + table([*head, "longest ms"], rows), flush=True)
    return by_speed


# ---------------------------------------------------------------- what the page holds


def held(browser: Browser, address: str) -> dict[int, dict[str, float]]:
    """Return the page's memory by round of one long game.

    The game does not end, because simple bots do not trade."""
    by_round = {}
    with opened(browser, address, "instant") as player:
        page = player.page
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable")
        tools.send("HeapProfiler.enable")
        player.choose_file("game.json", json.dumps(bots_only(1, "simple", 3)), settle=False)
        for round_ in ROUNDS:
            page.evaluate(REACHED, round_ * 10)  # three seats give about ten answers in a round
            player.button("Pause").click()
            expect(player.button("Resume")).to_be_visible()
            for _ in range(3):  # one garbage collection may free objects only for the next
                tools.send("HeapProfiler.collectGarbage")
            metrics = {
                m["name"]: m["value"] for m in tools.send("Performance.getMetrics")["metrics"]
            }
            by_round[round_] = {"nodes": metrics["Nodes"], "heap": metrics["JSHeapUsedSize"]}
            player.button("Resume").click()
    return by_round


def report_held(by_round: dict[int, dict[str, float]]) -> dict[str, Any]:
    first, last = (by_round[n] for n in ROUNDS)
    rows = [[f"round {n}", int(f["nodes"]), f"{f['heap'] / 1e6:.2f}"] for n, f in by_round.items()]
    ratio = {name: round(last[name] / first[name], 3) for name in first}
    rows.append(["ratio", ratio["nodes"], ratio["heap"]])
    print("\n" + table(["held after collection", "nodes", "script heap, MB"], rows), flush=True)
    return {str(n): figures for n, figures in by_round.items()} | {"ratio": ratio}
