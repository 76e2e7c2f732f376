"""The browser's history, with an entry for each screen of the laboratory and each worksheet.

Back leads from one entry to the one before, and leaves the site only from the first."""

from __future__ import annotations

import os
from typing import Final

import js
from pyodide.ffi import JsException

_OURS: Final = "titledeed/"  # prefix of the state of entries that this site has made


class BrowserHistory:
    """Adds places to the history, and reports where the browser has gone in it.

    An entry carries the window's own mark, which tells a step back from a followed link. Below a place
    that was opened by a link lies an entry without a fragment: Back shows the first page.
    """

    def __init__(self) -> None:
        self._mark = f"{_OURS}{os.urandom(6).hex()}"
        self._at = ""  # the place that the page shows
        self._new = False  # the current entry comes from a link, and is not marked yet
        self._followed = ""  # the fragment of that link
        self._below = self._ours()  # an entry of this site lies below the current one

    @staticmethod
    def _ours() -> bool:
        return str(js.history.state).startswith(_OURS)

    def show(self, place: str) -> None:
        """Note the place that the page shows now. A new place becomes an entry."""
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
            return  # some browsers limit the number of entries in a short time
        self._at, self._new, self._below = place, False, True

    def forget(self) -> None:
        """Drop the fragment of a link that is followed once, so that a reload does not follow it again."""
        base = str(js.location.href).partition("#")[0]
        self._new = False
        state = self._mark if self._at else None
        js.history.replaceState(state, "", f"{base}#{self._at}" if self._at else base)

    def went(self) -> tuple[str, bool] | None:
        """Return the new fragment of the address, and whether this window has been at that place.

        Return None if the place is already shown or its link is being followed, as browsers report one
        change twice."""
        fragment = str(js.location.hash)
        been = str(js.history.state) == self._mark or fragment == ""
        if fragment[1:] == self._at or (self._new and fragment == self._followed):
            return None
        self._new, self._followed = not been, fragment
        if been:
            self._at = fragment[1:]
        return fragment, been
