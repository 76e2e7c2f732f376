"""Opens pages of the built site and records everything that they must not do. See browser/conftest.py."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    expect,
)

from playing import Player

FIRST_SIZE: ViewportSize = {"width": 1280, "height": 720}
PATIENCE = 30_000  # ms; a start takes one or two seconds, on a loaded machine many more

# Console messages name most violations; this names all of them.
VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("against the policy:", event.violatedDirective, event.blockedURI, event.sample));
"""

# Fills the storage when a tab is opened; after a reload, the page's own changes stay.
STORE = """
(given) => {
  if (top !== self || sessionStorage.getItem("opened")) return;
  sessionStorage.setItem("opened", "yes");
  localStorage.clear();
  indexedDB.deleteDatabase("titledeed");
  for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
}
"""

# The state outside the page and its games: other stored entries, style sheets, globals and the window.
AROUND = """
() => [
  Object.entries(localStorage)
    .filter(([name]) => !/^titledeed.1.(game|facts|holder|note.persist|result)/.test(name)).sort(),
  Object.entries(sessionStorage).filter(([name]) => !["opened", "titledeed/open-game"].includes(name)).sort(),
  document.adoptedStyleSheets.length,
  Object.keys(globalThis).sort(),
  location.href,
  ["forced-colors: active", "prefers-reduced-motion: reduce", "prefers-color-scheme: dark", "print"]
    .map((query) => matchMedia(`(${query})`).matches),
]
"""
# The browser never finishes storing the site: fetching and storing all of it costs a third of a start.
NOT_KEPT = """
if (top === self && navigator.serviceWorker)
  navigator.serviceWorker.register = () => new Promise(() => {});
"""
# Every element with its attributes, as text to compare, without attributes that change invisibly.
LOOK = """
() => JSON.stringify([...document.querySelectorAll("*")].map((e) => [
  e.tagName, e.value, e.checked,
  [...e.attributes].filter(({name}) => !["data-kept", "data-saved", "data-shell"].includes(name))
    .map(({name, value}) => `${name}=${value}`).sort(),
  [...e.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()),
]))
"""
# Removes what a new page would not have yet, such as announcements.
TIDY = """
(given) => {
  for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  sessionStorage.removeItem("titledeed/open-game");
  delete document.documentElement.dataset.saved;
  document.getElementById("announce").textContent = "";
  if (!document.documentElement.getAttribute("style")) document.documentElement.removeAttribute("style");
  const table = document.getElementById("table");
  if (!table.dataset.beside) delete table.dataset.beside;
  document.activeElement.blur();
  document.querySelector("h1[tabindex]")?.removeAttribute("tabindex");  // it had the focus
  scrollTo(0, 0);
}
"""


# Presses a button, if any, without showing its menu, and waits for the effect.
PRESSED = """
async ([button, awaited]) => {
  if (button) document.querySelector(button).click();
  const until = performance.now() + 20_000;
  while (!document.querySelector(awaited) && performance.now() < until)
    await new Promise((go) => setTimeout(go, 10));
  return !!document.querySelector(awaited);
}
"""
# Resets the set-up form to that of a new page: nothing entered, nothing unfolded. Objects from the
# program's start are exempt from collection, so they are not listed before the exemption is lifted.
UNFOLDED = (
    "document.querySelectorAll('#setup details[open]').forEach((part) => { part.open = false })"
)
EMPTIED = """
import gc
from titledeed.ui.actions.setup import SetUpActions
from titledeed.ui.views import dialog_contents
gc.unfreeze()
for actions in [one for one in gc.get_objects() if type(one) is SetUpActions]:
    actions.app.trial = None
    actions.app.setup = {}
    actions._set_up(dialog_contents.setup_fields(actions.app))
gc.collect()
gc.freeze()
"""


@dataclass(frozen=True)
class Lent:
    """A page that a test uses, and its state when it was new."""

    page: Page
    kind: str
    storage: dict[str, str]
    around: object
    look: str

    def left(self) -> bool:
        """Leave the game, which would continue. Return False if the page can't be reset any more."""
        me = Player(self.page)
        try:
            if self.page.evaluate(AROUND) != self.around:
                return False
            me.close_all()
            if self.page.locator("body").get_attribute("data-screen") != "table":
                me.leave()
            elif not self.page.evaluate(PRESSED, ["#menu [data-do=leave]", "[data-screen=setup]"]):
                return False
        except (Error, AssertionError):
            return False
        return True

    def as_new(self, size: ViewportSize) -> bool:
        """Reset a page that has left its game. Return False if it still differs from a new page."""
        me = Player(self.page)
        try:
            if self.page.evaluate(AROUND) != self.around:
                return False
            fit(self.page, size)
            me.forget_games()
            # Opening the list makes the page read the storage.
            if not self.page.evaluate(PRESSED, ["#menu [data-do=open-saves]", "#dlg-saves[open]"]):
                return False
            me.close_all()
            self.page.evaluate(UNFOLDED)
            self.page.evaluate(RUN, EMPTIED)
            # After a moment, the first page's board no longer shows the game that could be continued.
            if not self.page.evaluate(PRESSED, ["", "#setup .ring:not(:has(.is-owned))"]):
                return False
            self.page.evaluate(TIDY, self.storage)
            return bool(self.page.evaluate(LOOK) == self.look)
        except (Error, AssertionError):
            return False


def fit(page: Page, size: ViewportSize) -> None:
    """Set the viewport size only if it differs: a new layout takes as long as a few answers."""
    if page.viewport_size != size:
        page.set_viewport_size(size)


# Runs Python in the page and returns the value of the last expression.
RUN = """
async (code) => {
  const config = JSON.parse(document.querySelector("script[type=py]").getAttribute("config"));
  const {running} = await import(new URL(config.interpreter, document.baseURI).href);
  return running.runPython(code);
}
"""

# Waits until the page is in a state, or its start has failed.
STARTED = """
([state, most]) => new Promise((go) => {
  const root = document.documentElement;
  const look = () => {
    if (![state, "failed"].includes(root.dataset.state)) return;
    looking.disconnect();
    clearTimeout(end);
    go();
  };
  const looking = new MutationObserver(look);
  looking.observe(root, {attributeFilter: ["data-state"]});
  const end = setTimeout(() => { looking.disconnect(); go(); }, most);
  look();
})
"""


def origin_of(address: str) -> str:
    origin = re.match(r"https?://[^/]+/|file:///.*/", address)
    assert origin
    return origin[0]


def new_context(browser: Browser, options: Mapping[str, Any]) -> BrowserContext:
    context = browser.new_context(**{"locale": "en-US", **options})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(VIOLATIONS)
    return context


class Warm:
    """A browser context with a page that stays open.

    Pages of other origins have their own storage and service worker in it, like those of a new
    visitor. But they share the process, which has already compiled Pyodide. This saves a third of a
    start."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = new_context(browser, {})
        self.first = self.context.new_page()
        self.first.goto(address)
        # the page then makes no more requests
        expect(self.first.locator("html[data-kept]")).to_have_count(1)
        self.origins = [origin_of(address)]
        self.given_back: list[Callable[[], None]] = []

    def lend(self, visits: Visits, address: str) -> BrowserContext:
        """Lend the context to ``visits``, which records its requests until :meth:`take_back`."""
        self.origins.append(origin_of(address))
        # The last visitor's service worker may still be fetching files.
        hear = visits.requested(*self.origins)
        self.context.on("request", hear)
        self.context.on("page", visits.watch)
        self.given_back = [
            lambda: self.context.remove_listener("request", hear),
            lambda: self.context.remove_listener("page", visits.watch),
        ]
        return self.context

    def take_back(self) -> None:
        """Close the visitor's pages, and clear everything that the browser has stored for them."""
        for page in self.context.pages:
            if page is not self.first:
                page.close()
        for forget in self.given_back:
            forget()
        self.given_back = []
        tools = self.context.new_cdp_session(self.first)
        tools.send(
            "Storage.clearDataForOrigin", {"origin": self.origins[-1], "storageTypes": "all"}
        )
        tools.detach()


class Visits:
    """Opens pages, and records everything that they must not do."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        warm: Callable[[], Warm] | None = None,
        keeps: bool = True,
    ) -> None:
        self.browser = browser
        self.address = address
        self.keeps = keeps  # whether browsers may store the site
        self.warm = warm  # for the first visitor without special options
        self.contexts: list[BrowserContext] = []
        self.pages: list[Page] = []
        self.console: list[str] = []
        self.problems: list[str] = []
        self.allowed: list[str] = []
        self.known: dict[str, BrowserContext] = {}  # contexts of returning visitors
        self.lent: list[Lent] = []
        self.free: Lent | None = None  # a page returned for the next test

    def __call__(
        self,
        path: str = "",
        *,
        at: str | None = None,
        wait: str | None = "ready",
        script: str | None = None,
        before: Callable[[Page], None] | None = None,
        **context: Any,
    ) -> Page:
        """Open a page of a new visitor.

        ``at`` is another site's address, and ``wait`` is the state to wait for. ``script`` runs in
        the page, and ``before`` is called, before anything is loaded."""
        address = at or self.address
        warm, self.warm = self.warm, None
        lent = warm().lend(self, address) if warm and not context else None
        visitor = lent or self._visitor(address, context)
        page = visitor.new_page()
        if not self.keeps:
            page.add_init_script(NOT_KEPT)
        if script:
            page.add_init_script(script)
        if before:
            before(page)
        page.goto(address + path)
        if wait:
            self.state(page, wait)
        return page

    def again(
        self,
        storage: dict[str, str],
        script: str = "",
        size: ViewportSize = FIRST_SIZE,
        **context: Any,
    ) -> Page:
        """Open a page of a returning visitor, whose browser has all files.

        ``storage`` is all that the site has stored. There is one visitor for each kind of
        ``context``. Without ``script``, the page may be a used one that has been reset."""
        kind = json.dumps([storage, context], sort_keys=True)
        free, self.free = self.free, None
        if free and not script and free.kind == kind and free.as_new(size):
            self.lent.append(free)
            return free.page
        if free:
            free.page.close()
        who = json.dumps(context, sort_keys=True)
        if who not in self.known:
            self.known[who] = self._visitor(self.address, context)
        page = self.known[who].new_page()
        fit(page, size)
        page.add_init_script(f"({STORE})({json.dumps(storage)}); {script}")
        page.goto(self.address)
        self.state(page, "ready")
        if not script:
            around, look = page.evaluate(AROUND), page.evaluate(LOOK)
            self.lent.append(Lent(page, kind, storage, around, look))
        return page

    def give_back(self, well: bool) -> None:
        """End the test. If it passed, its page may serve another test and is idle until then."""
        lent, self.lent = self.lent, []
        if well and len(lent) == 1 and not lent[0].page.is_closed() and lent[0].left():
            self.free = lent[0]
        for context in self.contexts:
            for page in context.pages:
                if self.free is None or page is not self.free.page:
                    page.close()

    def forget(self) -> None:
        """Drop everything recorded so far, because it belongs to another test."""
        self.pages = [page for page in self.pages if not page.is_closed()]
        for seen in (self.console, self.problems, self.allowed):
            seen.clear()

    def _visitor(self, address: str, context: dict[str, Any]) -> BrowserContext:
        visitor = new_context(self.browser, context)
        self.contexts.append(visitor)
        visitor.on("request", self.requested(origin_of(address)))
        visitor.on("page", self.watch)
        return visitor

    def state(self, page: Page, state: str) -> None:
        """Wait until the page is in this state. Raise at once if its start fails, with the reason."""
        with suppress(Error):  # a page that reloads meanwhile
            page.evaluate(STARTED, [state, 10_000])
        root = page.locator("html")
        expect(root).to_have_attribute("data-state", re.compile(f"{state}|failed"))
        reached = root.get_attribute("data-state")
        assert reached == state, page.locator("#start").inner_text()

    def expected(self, message: str) -> None:
        """Allow console messages and failed requests that match this regular expression."""
        self.allowed.append(message)

    def unexpected(self) -> list[str]:
        return [
            problem
            for problem in self.problems
            if not any(re.search(allowed, problem) for allowed in self.allowed)
        ]

    def watch(self, page: Page) -> None:
        self.pages.append(page)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._problem(f"uncaught: {error}"))
        page.on("crash", lambda: self._problem("the page crashed"))

    def _console(self, message: ConsoleMessage) -> None:
        line = f"{message.type}: {message.text}"
        self.console.append(line)
        if message.type in ("warning", "error", "assert"):
            self.problems.append(line)

    def requested(self, *origins: str) -> Callable[[Request], None]:
        """Return a listener that records every request to origins other than these as a problem."""

        def hear(request: Request) -> None:
            if not request.url.startswith((*origins, "data:", "blob:")):
                self._problem(f"a request to another host: {request.url}")

        return hear

    def _problem(self, problem: str) -> None:
        self.console.append(problem)
        self.problems.append(problem)

    def keep(self, folder: Path) -> None:
        """Save a screenshot and the traces of a failed test in a folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "console.txt").write_text("\n".join(self.console) + "\n")
        for n, page in enumerate((page for page in self.pages if not page.is_closed()), 1):
            try:
                (folder / f"page-{n}.html").write_text(page.content())
                saved = page.evaluate("() => ({...localStorage})")
                (folder / f"storage-{n}.json").write_text(json.dumps(saved, indent=1))
                page.screenshot(path=folder / f"page-{n}.png", timeout=5000)
            except Exception as error:  # noqa: BLE001 (a page that crashed has less to show)
                (folder / f"page-{n}.txt").write_text(f"could not be kept: {error}\n")


def waits(page: Page, script: str, given: object = None, patience: int = PATIENCE) -> None:
    """Wait until the script's result is true, for at most so many milliseconds.

    Playwright's own wait makes a function from a string in the page, which the page's policy forbids.
    It fails only if the first look comes too early."""
    last = time.monotonic() + patience / 1000
    while not page.evaluate(script, given):
        assert time.monotonic() < last, script
        page.wait_for_timeout(20)


def tabbed_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on this element."""
    _tab_until(page, "selector => document.activeElement.matches(selector)", selector)


def press_by_keyboard(page: Page, name: str) -> None:
    """Tab to the button of this name, and press it."""
    _tab_until(page, "name => document.activeElement.innerText?.trim() === name", name)
    page.keyboard.press("Enter")


def _tab_until(page: Page, here: str, wanted: str) -> None:
    for _ in range(160):
        if page.evaluate(here, wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not reach {wanted}.")
