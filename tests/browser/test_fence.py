"""The fence for bots' programs: nothing gets out of it, and nothing that a program does stops the page."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from browsing import Visits
from fence_escapes import ESCAPES, FROM_THE_FRAME, LOOKED_AFTER, program
from fence_harms import BOT, FORGED, GAME, HARMS, LIMIT
from fences import Evaluating, Fenced, InFirefox
from titledeed.workshop.inside_fence import Inside
from titledeed.workshop.steps import STEPS
from tools import machine
from tools.serve import Host, serving
from webdriver import Firefox, waited

# Like the first one, for the page; only with --long.
SELDOM = [HARMS[2], HARMS[5], HARMS[-1]]
# Notes what comes over a channel from other pages of this origin.
HEARS = """
() => { globalThis.said = []; new BroadcastChannel('out').onmessage = ({data}) => said.push(data); }
"""


@pytest.fixture
def listening() -> Iterator[tuple[str, list[str]]]:
    """The address of another host, and what it has heard."""
    heard: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}", heard
    server.shutdown()
    server.server_close()


def test_nothing_gets_out_of_the_fence_and_nothing_stops_the_page(
    visit: Visits, listening: tuple[str, list[str]], request: pytest.FixtureRequest
) -> None:
    # The browser says what the fence's policy has stopped.
    visit.expected(".")
    page = visit()
    page.evaluate(HEARS)
    fence = Fenced(page)
    nothing_gets_out(fence, listening, lambda: page.frames[1])
    long = request.config.getoption("--long")
    nothing_stops_the_page(fence, HARMS if long else [harm for harm in HARMS if harm not in SELDOM])
    fence.end()
    assert page.locator("iframe").count() == 0


@pytest.mark.long
def test_nothing_gets_out_of_the_fence_in_firefox(
    built_site: Path, listening: tuple[str, list[str]]
) -> None:
    with serving(Host(built_site, prefix="/some/place/", compress=True)) as address:
        driven = Firefox(machine.firefox())
        try:
            driven.open(address)
            waited(lambda: driven.run("return document.documentElement.dataset.state") == "ready")
            page = InFirefox(driven)
            page.evaluate(HEARS)
            fence = Fenced(page)
            nothing_gets_out(fence, listening, lambda: InFirefox(driven, frame=True))
            nothing_stops_the_page(fence, HARMS)
            fence.end()
            assert page.evaluate("document.querySelectorAll('iframe').length") == 0
        finally:
            driven.close()


def nothing_gets_out(
    fence: Fenced, listening: tuple[str, list[str]], frame: Callable[[], Evaluating]
) -> None:
    """Try all ways out, from the program and from the frame's own script."""
    other, heard = listening
    first = fence.ask(do="practice", code=program(other), games=1, **GAME)
    assert first["finding"]["key"] == "no-class", first
    tried = dict(line.split(": ", 1) for line in first["printed"])
    assert list(tried) == list(ESCAPES)
    assert [name for name, outcome in tried.items() if outcome.startswith("out")] == []
    nested = [name for name in tried if name.startswith("a worker of its own")]
    assert {tried[name] for name in ("another worker", *nested)} == {"AttributeError"}
    fence.page.evaluate("new Promise((go) => setTimeout(go, 400))")
    later = fence.ask(do="practice", code=LOOKED_AFTER, games=1, **GAME)
    assert later.get("printed") == ["nothing came"], later
    assert frame().evaluate(FROM_THE_FRAME, f"http://{other}/") == []
    assert fence.page.evaluate("said") == []
    assert heard == []


def nothing_stops_the_page(fence: Fenced, harms: Sequence[tuple[str, str]]) -> None:
    """Run programs that mean harm: each ends, and then another program plays."""
    for body, key in harms:
        found = fence.ask(LIMIT, do="practice", code=BOT.format(body=body), games=1, **GAME)
        what = found.get("broken") or (found.get("finding") or {}).get("key", "")
        # On a busy machine the page may remove the frame before the program inside has named the loop.
        expected = (key, "late") if key == "endless-loop" else (key,)
        assert what in expected if key else what, (body, found)
        if what == "endless-loop":
            assert found["finding"]["line"] in (4, 5, 6)
    forged = fence.ask(LIMIT, do="game", code=FORGED, game=0, **GAME)
    assert forged == {"broken": "dead"}
    after = fence.ask(do="practice", code=STEPS[0].solution, games=2, **GAME)
    assert after["counts"]["games"] == 2, after


@pytest.mark.long
def test_200_games_are_the_same_in_the_fence_and_in_cpython(visit: Visits) -> None:
    """Half against three novices, half against three simple; each bot of the guided path plays in turn."""
    page = visit()
    fence, here = Fenced(page), Inside()
    for number in range(200):
        against = ["novice" if number % 2 else "simple"] * 3
        code = STEPS[number // 34].solution
        game = {"do": "game", "code": code, "against": against, "seed": 1, "rounds": 60}
        there = fence.ask(**game, game=number)
        expected = json.loads(here.answer(json.dumps({**game, "game": number})))
        assert there == expected, number
    fence.end()
