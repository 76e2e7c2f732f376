"""Fixtures for the built site in a real browser.

``visit()`` opens a page of a new visitor and waits for the state; ``visit(wait=None)`` does not wait.
Other arguments go to the browser context (viewport, color_scheme, …). A test fails if a page sends a
request to another host, writes a warning or an error to the console, or violates its policy. A test
can allow a message beforehand: ``visit.expected("regular expression")``. In tests without the marker
``kept``, the visitor's browser does not finish storing the site for offline play.

``player()`` opens a page of a returning visitor, as ``playing.Player``, with no stored game, the tour
already seen and instant speed. In most tests, starting Python takes the longest. So a test gets the
page of the last test if it needs the same kind of page. That page is first reset and compared with
its original state, element by element and in its storage (``browsing.Lent``). Routes and listeners
that a test adds from outside are not visible in the page: tests that need them use ``visit()``.

When a test fails, ``test-results/<test>/`` has the screenshot, the page, the console and the save.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from browser_flags import QUIET, ROOTED
from browsing import PATIENCE, Visits, Warm
from playing import Player
from titledeed.storage.storage_interfaces import MemoryStore
from titledeed.storage.store import Store
from tools import machine
from tools.serve import Host, serving

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test-results"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "setup":
        # This may be a second try, and its traces must not replace those of the first.
        item.stash[FAILED] = False
    if report.failed:
        item.stash[FAILED] = True
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture
def hosting(built_site: Path) -> Iterator[Callable[..., tuple[Host, str]]]:
    """Return a function that serves the site from a sub-path and returns the host and its address."""
    with ExitStack() as stack:

        def host(**how: Any) -> tuple[Host, str]:
            served = Host(built_site, prefix="/some/place/", **how)
            return served, stack.enter_context(serving(served))

        yield host


@pytest.fixture(scope="session")
def site_address(built_site: Path) -> Iterator[str]:
    with serving(Host(built_site, prefix="/some/place/", compress=True)) as address:
        yield address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def launch(playwright: Playwright) -> Iterator[Callable[..., Browser]]:
    """Return a function that starts a browser with the given settings."""
    expect.set_options(timeout=PATIENCE)
    with ExitStack() as stack:

        def start(*settings: str) -> Browser:
            path = machine.installed_browser()  # else the one that Playwright has fetched
            args = [*QUIET, *ROOTED, *settings]
            launched = playwright.chromium.launch(executable_path=path, args=args)
            stack.callback(launched.close)
            return launched

        yield start


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Browser:
    # The pages of one visitor share a process, and so they share the code that was compiled first.
    return launch("--process-per-site")


@pytest.fixture(scope="session")
def warm(browser: Browser, site_address: str) -> Iterator[Warm]:
    expect.set_options(timeout=PATIENCE)
    warm = Warm(browser, site_address)
    yield warm
    warm.context.close()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, built_site: Path) -> Iterator[Visits]:
    """Open pages of new visitors. In each test the site has another port, and so another origin."""
    expect.set_options(timeout=PATIENCE)
    lent: list[Warm] = []

    def warm() -> Warm:
        lent.append(request.getfixturevalue("warm"))
        return lent[0]

    with serving(Host(built_site, prefix="/some/place/", compress=True)) as address:
        keeps = request.node.get_closest_marker("kept") is not None
        visits = Visits(browser, address, warm, keeps)
        yield visits
        problems = kept_where_it_failed(request.node, visits)
        for context in visits.contexts:
            context.close()
        for visitor in lent:
            visitor.take_back()
    assert not problems, "\n".join(problems)


def kept_where_it_failed(node: Any, visits: Visits) -> list[str]:
    """Return what the pages did against the rules; if there is anything, save the traces of the test."""
    problems = visits.unexpected()
    if problems or node.stash.get(FAILED, False):
        name = re.sub(r"[^\w.-]+", "-", node.nodeid.removeprefix("tests/browser/"))
        visits.keep(RESULTS / name)
    return problems


@pytest.fixture(scope="session")
def regulars(browser: Browser, site_address: str) -> Iterator[Visits]:
    """Returning visitors, one for each kind of browser context."""
    visits = Visits(browser, site_address)
    yield visits
    for context in visits.contexts:
        context.close()


@pytest.fixture
def player(request: pytest.FixtureRequest, regulars: Visits) -> Iterator[Callable[..., Player]]:
    """Open pages of a returning visitor: ``player()``, ``player(size=(390, 844))``.

    ``player(settings={"theme": "night"})`` changes settings; handovers, which are off at first, are on.
    ``script`` runs in the page first. Other arguments go to the browser context."""
    expect.set_options(timeout=PATIENCE)
    regulars.forget()

    def come(
        size: tuple[int, int] = (1440, 900), settings: dict[str, Any] | None = None, **context: Any
    ) -> Player:
        key_values = MemoryStore()
        Store(key_values).keep_settings(
            {"speed": "instant", "toured": True, "handover": True} | (settings or {})
        )
        stored = {name: key_values.read(name) or "" for name in key_values.names()}
        window: ViewportSize = {"width": size[0], "height": size[1]}
        return Player(regulars.again(stored, size=window, **context))

    yield come
    problems = kept_where_it_failed(request.node, regulars)
    regulars.give_back(not problems and not request.node.stash.get(FAILED, False))
    assert not problems, "\n".join(problems)


@pytest.fixture
def page(player: Callable[..., Player]) -> Page:
    """A page with no choices made yet, at the usual speed."""
    return player(size=(1280, 720), settings={"speed": "normal", "toured": False}).page
