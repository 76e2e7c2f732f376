"""Runs bots' programs in the fence of a page, for tests in the browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from webdriver import Firefox

# Fetches the workshop's part, once, and opens a fence; its answers go to the page's window.
OPENED = """
import js
from titledeed.ui.browser.dom_page import DomPage
from pyodide.ffi import create_proxy
async def _opened():
    await js.tests.boot.part("lab")
    await js.tests.boot.part("workshop")
    from titledeed.ui.browser.fence import FenceFrame
    def after(milliseconds, call):
        return int(js.setTimeout(create_proxy(call), milliseconds))
    def cancel(handle):
        if handle is not None:
            js.clearTimeout(handle)
    def failed(why):
        js.tests.failed = why
    return FenceFrame(after, cancel, failed)
import json
async def opened():
    global fence
    fence = await _opened()
def asked(text, limit, done, alive):
    def answered(answer):
        done(json.dumps(answer))
    question = json.loads(text)
    lives = (lambda counts: alive(json.dumps(counts))) if question["do"] == "practice" else None
    fence.ask(question, limit, answered, lives)
"""
SET_UP = """
async (code) => {
  const boot = await import(document.querySelector("script[src*='boot/python.']").src);
  globalThis.tests = { boot, alive: 0 };
  boot.running.runPython(code);
  await boot.running.globals.get("opened")();
}
"""
ASKED = """
([question, limit]) => new Promise((done) => {
  tests.boot.running.globals.get("asked")(question, limit, done, () => { tests.alive += 1; });
})
"""


class Evaluating(Protocol):
    """A page that evaluates JavaScript, as Playwright's does."""

    def evaluate(self, expression: str, arg: Any = None) -> Any: ...


class InFirefox:
    """The page of a Firefox that is driven by WebDriver, or its first frame."""

    def __init__(self, driven: Firefox, *, frame: bool = False) -> None:
        self._driven, self._frame = driven, frame

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """The value of the expression, or of the function, called with ``arg``."""
        driven, page = self._driven, self._driven.page
        if self._frame:
            tree = driven.send("browsingContext.getTree", root=page)["contexts"][0]
            driven.page = tree["children"][0]["context"]
        try:
            body = "const it = (EXPRESSION); return await (typeof it == 'function' ? it(...given) : it)"
            return driven.run(body.replace("EXPRESSION", expression.strip().rstrip(";")), arg)
        finally:
            driven.page = page


class Fenced:
    """A fence in a page."""

    def __init__(self, page: Evaluating) -> None:
        self.page = page
        page.evaluate(SET_UP, OPENED)

    def ask(self, limit: float = 30_000, **question: Any) -> dict[str, Any]:
        """The answer to a question (titledeed/workshop/inside_fence.py)."""
        answer: dict[str, Any] = json.loads(
            self.page.evaluate(ASKED, [json.dumps(question), limit])
        )
        return answer

    def end(self) -> None:
        """Remove the fence."""
        self.page.evaluate("tests.boot.running.runPython('fence.end()')")
