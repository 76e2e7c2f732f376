"""Keeps the screen of a phone on at a table, and reports if the phone is put away nevertheless."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy

from ...peers.transport_interface import Listener

_TOUCH: Final = "(pointer: coarse)"


class Awake:
    """Keeps the screen on while this page is visible.

    On a phone or tablet it also tells the listener when the page is hidden, as the system may then stop
    the page at any moment."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._on = False
        self._lock: Any = None
        self._tasks: set[Any] = set()
        self._changed: Any = None

    def on(self) -> None:
        self._on = True
        if self._changed is None:
            self._changed = create_proxy(self._change)
            js.document.addEventListener("visibilitychange", self._changed)
        self._hold()

    def off(self) -> None:
        self._on = False
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _change(self, _event: Any) -> None:
        if not self._on:
            return
        hidden = str(js.document.visibilityState) == "hidden"
        if js.matchMedia(_TOUCH).matches:
            self._listener.hidden(hidden)
        if not hidden:
            self._hold()  # the browser has released the lock while the page was hidden

    def _hold(self) -> None:
        """Request the lock. A browser without it and a page on plain http do without."""
        if hasattr(js.navigator, "wakeLock") and js.navigator.wakeLock:
            task = asyncio.ensure_future(self._ask())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask(self) -> None:
        try:
            lock = await js.navigator.wakeLock.request("screen")
        except JsException:  # for instance a battery that is nearly empty
            return
        if self._on:
            self._lock = lock
        else:
            lock.release()
