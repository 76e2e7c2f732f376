"""Remembers a person's place in a worksheet when the window leaves the page.

When the window comes back, it scrolls there, even while parts of the sheet are still loading."""

from __future__ import annotations

import json
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from ...engine.parsing.untrusted_input import json_value

_LEFT: Final = "titledeed/left"  # the place where this window left the page
# The parts of a worksheet, from the top, by which a place is remembered.
_PARTS: Final = "#lab :is([id^=lesson-], h2, h3)[id]"

_COMING: Final = 5000.0  # milliseconds after which a page counts as loaded
_TAKEN: Final = ("wheel", "touchmove", "pointerdown", "keydown")  # events by which a person scrolls
_ONCE: Final = to_js({"once": True, "passive": True}, dict_converter=js.Object.fromEntries)

document: Any = js.document


class WorksheetScrollPosition:
    """Remembers where the window was in a worksheet, and scrolls there again."""

    def __init__(self) -> None:
        # The place to which the page scrolls while its parts are loading: a selector, and its distance
        # from the top.
        self._wanted: tuple[str, float] | None = None
        self._until = 0.0
        self._taken = create_proxy(self._take)

    def remember(self) -> None:
        """Remember the part of a worksheet that is at the top of the window."""
        nearest, top = "", 0.0
        for part in document.querySelectorAll(_PARTS):
            y = part.getBoundingClientRect().top
            if not nearest or y <= 0:
                nearest, top = str(part.id), y
        try:
            if nearest and document.body.dataset.screen == "lab":
                left = json.dumps([str(js.location.hash), nearest, round(top)])
                js.sessionStorage.setItem(_LEFT, left)
        except (JsException, AttributeError):
            pass  # denied

    def restore(self, selector: str) -> None:
        """Scroll to where this window was when it left this address, or else to an element."""
        self._wanted = self._left() or ((selector, js.innerHeight / 3) if selector else None)
        self._until = js.performance.now() + _COMING
        for kind in _TAKEN:
            document.addEventListener(kind, self._taken, _ONCE)
        self.restore_again()

    def restore_again(self) -> None:
        """Scroll there again if parts above have loaded meanwhile, unless the person has scrolled."""
        if self._wanted is None or js.performance.now() > self._until:
            return
        selector, top = self._wanted
        part = document.querySelector(selector)
        if part is not jsnull:
            js.scrollBy(0, part.getBoundingClientRect().top - top)

    def _take(self, _event: Any) -> None:
        self._wanted = None

    def _left(self) -> tuple[str, float] | None:
        """Return the part that was at the top of this window, and how far above it.

        Return None unless this is the address that the window left last. The part is returned only
        once."""
        try:
            stored = js.sessionStorage.getItem(_LEFT)
            js.sessionStorage.removeItem(_LEFT)
            fragment, id, top = json_value("[0, 0, 0]" if stored is jsnull else str(stored))
            return (
                (f"#{js.CSS.escape(id)}", float(top)) if fragment == str(js.location.hash) else None
            )
        except (JsException, AttributeError, ValueError, TypeError):  # denied, or damaged
            return None
