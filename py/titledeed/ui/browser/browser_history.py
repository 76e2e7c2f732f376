"""The browser's history: an entry for each place of the page, so that Back leads from one to the one
before, and out of the site only from the first."""

from __future__ import annotations

import json
import os
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from ...engine.parsing.untrusted_input import json_value

_OURS: Final = "titledeed/"  # begins the state of entries that this site has made
_LEFT: Final = "titledeed/left"  # where this window was on the page when it left it
# What a place is remembered by: the parts of a worksheet, from the top.
_PARTS: Final = "#lab :is([id^=lesson-], h2, h3)[id]"

_COMING: Final = 5000.0  # milliseconds after which a page is there
_TAKEN: Final = ("wheel", "touchmove", "pointerdown", "keydown")  # a person scrolls
_ONCE: Final = to_js({"once": True, "passive": True}, dict_converter=js.Object.fromEntries)

document: Any = js.document


class BrowserHistory:
    """Enters places in the history, and says where the browser has gone in it.

    An entry is made with the window's own mark, so that a step back is told from a link that was followed.
    Below a place that was opened by a link lies an entry without a fragment: Back shows the first page.
    """

    def __init__(self) -> None:
        self._mark = f"{_OURS}{os.urandom(6).hex()}"
        self._at = ""  # the place that the page shows
        self._new = False  # the current entry is of a link, and not marked yet
        self._followed = ""  # the fragment of that link
        self._below = self._ours()  # an entry of this site lies below the current one
        # Where the page scrolls to while its parts are coming: a selector, and how far from the top.
        self._wanted: tuple[str, float] | None = None
        self._until = 0.0
        self._taken = create_proxy(self._take)

    @staticmethod
    def _ours() -> bool:
        return str(js.history.state).startswith(_OURS)

    def show(self, place: str) -> None:
        """Note which place the page shows now; a new one becomes an entry."""
        if place == self._at and not (self._new and place):
            return
        base = str(js.location.href).partition("#")[0]
        address = f"{base}#{place}" if place else base
        try:
            if self._new and self._below:
                js.history.replaceState(self._mark, "", address)
            else:
                if self._new:
                    js.history.replaceState(self._mark, "", base)
                js.history.pushState(self._mark, "", address)
        except JsException:
            return  # some browsers allow only so many entries in a while
        self._at, self._new, self._below = place, False, True

    def forget(self) -> None:
        """Drop the fragment of a link that is followed once, so that a reload does not follow it again."""
        base = str(js.location.href).partition("#")[0]
        self._new = False
        state = self._mark if self._at else None
        js.history.replaceState(state, "", f"{base}#{self._at}" if self._at else base)

    def went(self) -> tuple[str, bool] | None:
        """The fragment to which the address has changed, and whether it is a place where this window has
        been; None if it is the place that is shown, or a link that is being followed: browsers tell of one
        change twice."""
        fragment = str(js.location.hash)
        been = str(js.history.state) == self._mark or fragment == ""
        if fragment[1:] == self._at or (self._new and fragment == self._followed):
            return None
        self._new, self._followed = not been, fragment
        if been:
            self._at = fragment[1:]
        return fragment, been

    # ------------------------------------------------------------ where on the page

    def remember_scroll(self) -> None:
        """Remember which part of a worksheet is at the top of the window."""
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

    def scroll(self, selector: str) -> None:
        """Scroll to where this window was when it left this address, or else to an element."""
        self._wanted = self._left() or ((selector, js.innerHeight / 3) if selector else None)
        self._until = js.performance.now() + _COMING
        for kind in _TAKEN:
            document.addEventListener(kind, self._taken, _ONCE)
        self.scroll_again()

    def scroll_again(self) -> None:
        """Scroll there again if parts above have come meanwhile, unless the person has scrolled."""
        if self._wanted is None or js.performance.now() > self._until:
            return
        selector, top = self._wanted
        part = document.querySelector(selector)
        if part is not jsnull:
            js.scrollBy(0, part.getBoundingClientRect().top - top)

    def _take(self, _event: Any) -> None:
        self._wanted = None

    def _left(self) -> tuple[str, float] | None:
        """The part that was at the top of this window, and how far above it, if this is the address that it
        left last. It is told once."""
        try:
            stored = js.sessionStorage.getItem(_LEFT)
            js.sessionStorage.removeItem(_LEFT)
            fragment, id, top = json_value("[0, 0, 0]" if stored is jsnull else str(stored))
            return (
                (f"#{js.CSS.escape(id)}", float(top)) if fragment == str(js.location.hash) else None
            )
        except (JsException, AttributeError, ValueError, TypeError):  # denied, or damaged
            return None
