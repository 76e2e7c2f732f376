"""The browser's history: an entry for each screen of the laboratory and each worksheet, so that Back leads
from one to the one before, and out of the site only from the first."""

from __future__ import annotations

import os
from typing import Final

import js
from pyodide.ffi import JsException

_OURS: Final = "titledeed/"  # begins the state of entries that this site has made


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
