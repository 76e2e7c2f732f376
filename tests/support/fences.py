"""Runs bots' programs in the fence of a page, for tests in the browser."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

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


class Fenced:
    """A fence in a page."""

    def __init__(self, page: Page) -> None:
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
