"""The page starts: on any host, under its policy, and when each of its shortcuts fails."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from browsing import RUN, Visits
from playing import Player, back_in_the_game
from tables import TABLES
from tools.serve import Host, Line

Hosting = Callable[..., tuple[Host, str]]

# The service worker would fetch every file. Playwright warns that it blocks the worker.
NO_WORKER = {"service_workers": "block"}
BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.mark.kept
def test_the_page_loads_from_a_sub_path_under_its_policy(visit: Visits) -> None:
    page = visit()
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy is not None
    assert re.search(r"script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/=]{44}';", policy)
    assert "require-trusted-types-for 'script';" in policy
    expect(page.locator("#start")).to_be_hidden()
    # Python must not run on switched stacks (test_a_game_runs_in_a_browser_that_samples_its_memory).
    assert page.evaluate("typeof WebAssembly.Suspending") == "undefined"


def test_the_page_fetches_only_what_it_needs(visit: Visits, hosting: Hosting) -> None:
    visit.expected(BLOCKED)
    host, address = hosting(compress=True)
    page = visit(at=address, **NO_WORKER)
    fetched = {name for name, _ in host.sent}
    assert sum(size for _, size in host.sent) <= 5_970_000
    assert "python/rest.xz" not in fetched
    assert not any(name.startswith("vendor/fflate") for name in fetched)
    plugins = [name for name in fetched if re.search(r"codemirror|xterm|mpy|toml|graph", name)]
    assert plugins == []
    assert page.evaluate("performance.getEntriesByType('resource').length") < 40


def test_the_page_starts_in_a_browser_without_decompression(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected(BLOCKED)
    host, address = hosting()
    visit(at=address, script="delete globalThis.DecompressionStream", **NO_WORKER)
    assert any(name.startswith("vendor/fflate") for name, _ in host.sent)


def test_the_page_copes_with_a_host_that_marks_gz_files_as_encoded_and_does_not_know_wasm(
    visit: Visits, hosting: Hosting
) -> None:
    headers = {
        ".gz": {"Content-Encoding": "gzip"},
        ".wasm": {"Content-Type": "application/octet-stream"},
    }
    _, address = hosting(headers=headers)
    visit(at=address, **NO_WORKER)
    visit.expected(BLOCKED)


def test_the_board_responds_before_python_does_and_stays(visit: Visits) -> None:
    late: list[Route] = []
    page = visit(
        before=lambda page: page.route(
            "**/python/app.*",
            lambda route: late.append(route),  # noqa: PLW0108 (Playwright marks it)
        ),
        wait=None,
    )
    expect(page.locator("html")).to_have_attribute("data-state", "loading")
    expect(page.locator("#space-39 .name")).to_be_visible()
    page.get_by_role("button", name="Boardwalk").click()
    deed = page.locator("#look-39")
    expect(deed).to_contain_text("with a hotel$2,000")
    page.keyboard.press("Escape")
    expect(deed).to_be_hidden()
    expect(page.get_by_role("button", name="Boardwalk")).to_be_focused()
    square = page.locator("#space-39").element_handle()
    late.pop().continue_()
    visit.state(page, "ready")
    assert square.is_visible()  # it is the same element
    page.locator("#choice > summary").click()
    page.get_by_role("radio", name="London").check(force=True)
    expect(page.locator("#choice > summary")).to_contain_text("London")
    page.get_by_role("button", name="Mayfair").click()
    expect(deed).to_contain_text("with a hotel£2,000")
    deed.get_by_role("button", name="Close").click()
    expect(deed).to_be_hidden()


PLANT = """document.addEventListener("readystatechange", () =>
  document.querySelector("#setup h1, #setup h2").setAttribute("data-planted", ""), { once: true })"""


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_the_page_that_python_would_render_stays_as_delivered(visit: Visits, language: str) -> None:
    """A region that is rendered again loses everything that its template lacks."""
    page = visit(before=lambda page: page.add_init_script(PLANT), locale=language)
    planted = page.locator("[data-planted]")
    expect(planted).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.locator("html").get_attribute("data-shell").startswith(language)
    page.locator("#choice > summary").click()
    page.get_by_role("radio", name="London").check(force=True)
    expect(page.locator("#choice > summary")).to_contain_text("London")
    expect(page.locator("#setup")).to_be_visible()
    expect(planted).to_have_count(0)


# The texts that a person could read on the button that starts a game, frame by frame. After three seconds
# the page appears in any case. That limit has a test of its own, and a busy machine would reach it here.
READ = """
const unlimited = new CSSStyleSheet();
unlimited.replaceSync("[data-words] body { animation: none !important }");
document.adoptedStyleSheets = [unlimited];
const read = () => {
  const button = document.querySelector("#setup button[type=submit]");
  if (button?.checkVisibility({ visibilityProperty: true }) && button.textContent.trim())
    (globalThis.texts ??= new Set()).add(button.textContent.trim());
  requestAnimationFrame(read);
};
requestAnimationFrame(read);
"""


def test_a_german_reader_does_not_see_english_first(visit: Visits) -> None:
    def late(page: Page) -> None:
        page.add_init_script(READ)
        page.route("**/static/words/de.*", lambda route: (time.sleep(0.6), route.continue_())[1])

    page = visit(before=late, locale="de-DE")
    texts = page.evaluate("[...globalThis.texts]")
    assert texts == ["Spiel starten"]
    expect(page.locator("#space-20 .name")).to_have_text("Frei Parken")
    assert page.locator("html").get_attribute("data-words") is None


def test_a_page_is_shown_in_english_when_its_words_do_not_arrive(visit: Visits) -> None:
    waiting: list[Route] = []
    page = visit(
        before=lambda page: page.route("**/static/words/de.*", lambda route: waiting.append(route)),  # noqa: PLW0108
        wait=None,
        locale="de-DE",
    )
    expect(page.locator("#setup h1, #setup h2").first).to_be_visible(timeout=10_000)
    assert waiting
    visit.expected("net::ERR_FAILED")
    waiting.pop().abort()
    visit.state(page, "ready")


# Chromium builds that are not called stable (Debian's) sample their own memory. They do so in half of
# the runs, in a tenth of the pages. These flags make every page sample often enough for every start.
SAMPLING = (
    "--enable-features=HeapProfilerReporting:nonstable-probability/1/stable-probability/1"
    "/renderer-prob-pct/100/renderer-sampling-rate-bytes/100000"
)


@pytest.mark.long
def test_a_game_runs_in_a_browser_that_samples_its_memory(
    launch: Callable[..., Browser], site_address: str
) -> None:
    """The sampler's stack walk ran past the end of Pyodide's switched stacks, and the page died."""
    visits = Visits(launch(SAMPLING), site_address)
    player = Player(visits())
    player.sit_down(TABLES["buy 0"])
    player.press(re.compile("^Buy Baltic"))
    player.is_asked("end 0")
    assert visits.unexpected() == []


COUNTED = """
globalThis.made = 0;
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(Module, bytes) { globalThis.made += 1; return new Module(...bytes); },
});
"""


def test_one_module_creates_the_webassembly_table(visit: Visits) -> None:
    page = visit(script=COUNTED)
    assert 0 < page.evaluate("globalThis.made") < 20  # Emscripten alone makes about 260


def test_emscripten_creates_the_table_when_that_module_fails(visit: Visits) -> None:
    broken = "WebAssembly.Module.imports = () => { throw new Error('not today'); };"
    page = visit(script=COUNTED + broken)
    assert page.evaluate("globalThis.made") > 200


@pytest.mark.parametrize("reason", [pytest.param("hidden", marks=pytest.mark.long), "visible"])
def test_a_page_that_is_never_painted_also_starts(visit: Visits, reason: str) -> None:
    visit(
        script=f"""
        Object.defineProperty(document, "visibilityState", {{ get: () => "{reason}" }});
        globalThis.requestAnimationFrame = () => 0;
        """
    )


@pytest.mark.parametrize("file", [pytest.param("stdlib", marks=pytest.mark.long), "app"])
def test_a_damaged_stored_copy_is_fetched_again(visit: Visits, file: str) -> None:
    damaged = 0

    def damage(route: Route) -> None:
        nonlocal damaged
        damaged += 1
        if damaged == 1:
            route.fulfill(body=b"\x1f\x8b" + b"no longer an archive" * 50)
        else:
            route.continue_()

    visit(before=lambda page: page.route(f"**/python/{file}.*", damage))
    assert damaged == 2
    # Python itself was started once.
    assert not any("trying once more" in line for line in visit.console)


@pytest.mark.kept
@pytest.mark.parametrize(
    "missing",
    [
        "python/app.gz",
        pytest.param("vendor/pyodide-314.0.7/pyodide.asm.wasm", marks=pytest.mark.long),
        pytest.param("static/boot/python.js", marks=pytest.mark.long),
        "vendor/pyscript-0.7.31/core.js",
    ],
)
def test_a_failed_start_is_reported_and_can_be_tried_again(
    visit: Visits, hosting: Hosting, missing: str
) -> None:
    visit.expected("")  # the browser and PyScript each report the failure in their own words
    host, address = hosting(missing={missing})
    page = visit(at=address, wait="failed")
    start = page.locator("#start")
    expect(start).to_contain_text("The program couldn’t be started.")
    expect(start.locator("#start-why")).to_contain_text(re.compile(r"\w"))
    host.missing.clear()
    start.get_by_role("button", name="Try again").click()
    expect(page.locator("html")).not_to_have_attribute("data-state", "failed")
    visit.state(page, "ready")


@pytest.mark.parametrize(
    ("lost", "state"), [(r"/start\.\w+\.js$", "ready"), (r"/start\.\w+\.js", "failed")]
)
def test_the_page_starts_without_the_progress_script(visit: Visits, lost: str, state: str) -> None:
    visit.expected("start.*js|ERR_FAILED")
    page = visit(
        before=lambda page: page.route(re.compile(lost), lambda route: route.abort()), wait=None
    )
    expect(page.locator("html")).to_have_attribute("data-state", state)
    if state == "failed":
        page.unroute_all()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("html")).not_to_have_attribute("data-state", "failed")
        visit.state(page, "ready")


def test_a_program_error_is_reported(visit: Visits) -> None:
    visit.expected("")
    page = visit(
        wait="failed",
        script="""
        performance.mark = (name) => {
          if (name === "titledeed:ready") throw new Error("the clock has stopped");
        };
        """,
    )
    expect(page.locator("#start")).to_contain_text("The program couldn’t be started.")
    expect(page.locator("#start")).to_contain_text("the clock has stopped")


# CPython's parser recurses once per bracket, deeper than WebAssembly's stack allows.
END = "import json\njson.loads('[' * 1_000_000)"


@pytest.mark.kept
def test_when_python_dies_the_page_says_so_and_the_game_can_continue_afterwards(
    visit: Visits,
) -> None:
    visit.expected("")  # Pyodide prints a long report to the console
    page = visit()
    me = Player(page)
    me.sit_down(TABLES["buy 0"])
    me.press(re.compile("^Buy Baltic"))
    me.from_menu("Settings")
    with pytest.raises(Error):
        page.evaluate(RUN, END)
    visit.state(page, "ended")
    expect(page.locator("#start")).to_contain_text("Your games are saved: reload the page")
    page.get_by_role("button", name="Try again").click()
    visit.state(page, "ready")
    back_in_the_game(page)
    assert me.settled() == "end 0"


# The line is slow enough for the bar to show progress. The host's line is the slow one: a Chromium that
# was throttled left about one page in ten waiting forever.
LINE = Line(32e6, latency=0.005)


def test_progress_is_an_increasing_fraction_in_words(visit: Visits, hosting: Hosting) -> None:
    visit.expected(BLOCKED)
    _, address = hosting(compress=True, line=LINE)
    page = visit(
        at=address,
        **NO_WORKER,
        script="""
        window.seen = [];
        new MutationObserver(() => {
          const bar = document.getElementById("start-bar");
          const words = document.getElementById("start-words");
          if (bar) seen.push([bar.value, words.textContent]);
        }).observe(document, {attributeFilter: ["value"], childList: true, subtree: true});
        """,
    )
    seen = page.evaluate("seen")
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] > 0.9
    assert len(set(fractions)) > 3
    assert {words for _, words in seen} <= {
        "Loading the program. You can keep setting up the game.",
        "Starting Python. You can keep setting up the game.",
        "Preparing the game",
    }


def test_a_module_outside_the_trimmed_library_is_still_found(visit: Visits) -> None:
    page = visit()
    visit.expected("Fetching the rest of the standard library for xml|Synchronous XMLHttpRequest")
    got = page.evaluate(
        RUN, "import xml.etree.ElementTree as e; e.fromstring('<a b=\"c\"/>').get('b')"
    )
    assert got == "c"
    missing = "try:\n  import no_such\nexcept ImportError as why:\n  said = str(why)\nsaid"
    assert page.evaluate(RUN, missing) == "No module named 'no_such'"
