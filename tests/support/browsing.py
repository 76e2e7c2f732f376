"""Visits to the built site: what a page does, and what it must not do. See browser/conftest.py."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
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

# What is stored when a tab is opened; a reload keeps what the page has stored since.
STORE = """
(given) => {
  if (sessionStorage.getItem("opened")) return;
  sessionStorage.setItem("opened", "yes");
  localStorage.clear();
  indexedDB.deleteDatabase("titledeed");
  for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
}
"""

# What is there besides the page, its games and the note that it has asked to keep them: what is
# stored, what scripts have left, and how the page is looked at.
AROUND = """
() => [
  Object.entries(localStorage)
    .filter(([name]) => !/^titledeed.1.(game|facts|holder|note.persist)/.test(name)).sort(),
  Object.keys(globalThis).sort(),
  location.href,
  ["forced-colors: active", "prefers-reduced-motion: reduce", "prefers-color-scheme: dark", "print"]
    .map((query) => matchMedia(`(${query})`).matches),
]
"""
# Every element with all it has, in words that can be compared. Two attributes come and go while nobody
# sees anything of it.
LOOK = """
() => JSON.stringify([...document.querySelectorAll("*")].map((e) => [
  e.tagName, e.value, e.checked,
  [...e.attributes].filter(({name}) => name !== "data-kept" && name !== "data-saved")
    .map(({name, value}) => `${name}=${value}`).sort(),
  [...e.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()),
]))
"""
# What a new page has not said, or not looked at, yet.
TIDY = """
(given) => {
  for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  delete document.documentElement.dataset.saved;
  document.getElementById("announce").textContent = "";
  document.activeElement.blur();
  scrollTo(0, 0);
}
"""


@dataclass(frozen=True)
class Lent:
    """A page that a test has, and how it was when it was new."""

    page: Page
    kind: str
    storage: dict[str, str]
    around: object
    look: str

    def as_new(self) -> bool:
        """Takes the page back to where it began. False where something tells it from a new one."""
        me = Player(self.page)
        try:
            if self.page.evaluate(AROUND) != self.around:
                return False
            self.page.set_viewport_size(FIRST_SIZE)
            me.close_all()
            me.leave()
            me.forget_games()
            me.from_menu("Saved games")  # only so does the page hear of that
            me.dialog("Saved games")
            me.close_all()
            self.page.evaluate(TIDY, self.storage)
            return bool(self.page.evaluate(LOOK) == self.look)
        except (Error, AssertionError):
            return False


# Runs Python in the page; what comes back is the last expression's value.
RUN = """
async (code) => {
  const config = JSON.parse(document.querySelector("script[type=py]").getAttribute("config"));
  const {running} = await import(new URL(config.interpreter, document.baseURI).href);
  return running.runPython(code);
}
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
    """A context with a page that stays open. Pages of other addresses beside it have a storage and a
    service worker of their own, as at a new visitor's; but the process has compiled Pyodide already,
    which is a third of a start."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = new_context(browser, {})
        self.first = self.context.new_page()
        self.first.goto(address)
        expect(self.first.locator("html[data-kept]")).to_have_count(1)  # it asks for nothing more
        self.origins = [origin_of(address)]
        self.given_back: list[Callable[[], None]] = []

    def lend(self, visits: Visits, address: str) -> BrowserContext:
        """Until it is taken back what its pages do is told to ``visits``."""
        self.origins.append(origin_of(address))
        # A worker of the last visitor's may still be fetching.
        hear = visits.requested(*self.origins)
        self.context.on("request", hear)
        self.context.on("page", visits.watch)
        self.given_back = [
            lambda: self.context.remove_listener("request", hear),
            lambda: self.context.remove_listener("page", visits.watch),
        ]
        return self.context

    def take_back(self) -> None:
        """Closes the visitor's pages and forgets all that the browser has kept for them."""
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
    """Opens pages and notes everything that a page must not do."""

    def __init__(
        self, browser: Browser, address: str, warm: Callable[[], Warm] | None = None
    ) -> None:
        self.browser = browser
        self.address = address
        self.warm = warm  # for the first visitor who wants no special context
        self.contexts: list[BrowserContext] = []
        self.pages: list[Page] = []
        self.console: list[str] = []
        self.problems: list[str] = []
        self.allowed: list[str] = []
        self.known: dict[str, BrowserContext] = {}  # visitors who come again
        self.lent: list[Lent] = []
        self.free: Lent | None = None  # for the next who wants such a page

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
        """A page of a new visitor. ``at`` is another site's address, ``wait`` the state to wait
        for; ``script`` runs in the page, and ``before`` is called, before anything is loaded."""
        address = at or self.address
        warm, self.warm = self.warm, None
        lent = warm().lend(self, address) if warm and not context else None
        visitor = lent or self._visitor(address, context)
        page = visitor.new_page()
        if script:
            page.add_init_script(script)
        if before:
            before(page)
        page.goto(address + path)
        if wait:
            self.state(page, wait)
        return page

    def again(self, storage: dict[str, str], script: str = "", **context: Any) -> Page:
        """A page of a visitor who has been here before, so that the browser has all files; what the
        site has stored is just this. One visitor for each kind of ``context``. It may be a page that
        was given back, if it is as a new one; one with a
        ``script`` of its own never is."""
        kind = json.dumps([storage, context], sort_keys=True)
        free, self.free = self.free, None
        if free and not script and free.kind == kind and free.as_new():
            self.lent.append(free)
            return free.page
        if free:
            free.page.close()
        who = json.dumps(context, sort_keys=True)
        if who not in self.known:
            self.known[who] = self._visitor(self.address, context)
        page = self.known[who].new_page()
        page.set_viewport_size(FIRST_SIZE)
        page.add_init_script(f"({STORE})({json.dumps(storage)}); {script}")
        page.goto(self.address)
        self.state(page, "ready")
        if not script:
            around, look = page.evaluate(AROUND), page.evaluate(LOOK)
            self.lent.append(Lent(page, kind, storage, around, look))
        return page

    def give_back(self, well: bool) -> None:
        """The test is over. If all went well its page may serve another one."""
        lent, self.lent = self.lent, []
        for context in self.contexts:
            for page in context.pages:
                if well and len(lent) == 1 and lent[0].page is page:
                    self.free = lent[0]
                else:
                    page.close()

    def forget(self) -> None:
        """What was seen so far belongs to another test."""
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
        """Waits until the page is in this state; a start that failed says why at once."""
        root = page.locator("html")
        expect(root).to_have_attribute("data-state", re.compile(f"{state}|failed"))
        reached = root.get_attribute("data-state")
        assert reached == state, page.locator("#start").inner_text()

    def expected(self, message: str) -> None:
        """Lets console messages and failed requests pass that match this regular expression."""
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
        """Hears of each request; to others than these is none."""

        def hear(request: Request) -> None:
            if not request.url.startswith((*origins, "data:", "blob:")):
                self._problem(f"a request to another host: {request.url}")

        return hear

    def _problem(self, problem: str) -> None:
        self.console.append(problem)
        self.problems.append(problem)

    def keep(self, folder: Path) -> None:
        """What is needed to see why a test failed."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "console.txt").write_text("\n".join(self.console) + "\n")
        for n, page in enumerate((page for page in self.pages if not page.is_closed()), 1):
            try:
                (folder / f"page-{n}.html").write_text(page.content())
                saved = page.evaluate("() => ({...localStorage})")
                (folder / f"storage-{n}.json").write_text(json.dumps(saved, indent=1))
                page.screenshot(path=folder / f"page-{n}.png", timeout=5000)
            except Exception as why:  # noqa: BLE001 (a page that crashed has less to show)
                (folder / f"page-{n}.txt").write_text(f"could not be kept: {why}\n")
