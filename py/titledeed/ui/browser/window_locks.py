"""Locks between the windows of a browser, so that only one window plays a game.

They use Web Locks, or messages over a BroadcastChannel. Either may be missing or denied; then the game
goes on without it.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull

from ...engine.parsing.untrusted_input import json_value
from ...storage.storage_interfaces import OneWindow, Windows
from .storage import js_object

NAME: Final = "titledeed"  # name of the channel, and prefix of the names of locks
HEARING: Final = 250  # milliseconds within which another window answers that it holds a game


def message_texts(message: object) -> list[str]:
    """Return the texts in another window's message, or [] if it is not from this program.

    Any page of this origin may write to the channel."""
    try:
        parts = json_value(str(message))
    except ValueError:
        return []
    if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
        return parts
    return []


def _nobody(id: str) -> None:
    pass


class Locks:
    """Web Locks as ``storage_interfaces.Windows``. A window's lock ends with the window, even in a crash."""

    def __init__(self, instead: Windows) -> None:
        self.taken: Callable[[str], None] = _nobody
        self._instead = instead  # used where the browser refuses locks
        self._id = ""
        self._release: Any = None
        self._requests: set[Any] = set()

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        if id == self._id:
            then(True)
            return
        request = asyncio.ensure_future(self._request(id, by_force, then))
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)

    async def _request(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        answered = False

        def granted(lock: Any) -> Any:
            nonlocal answered
            answered = True
            ours = lock is not jsnull
            # Call it later: the browser would swallow an exception raised inside its own callback.
            asyncio.get_event_loop().call_soon(then, ours)
            if not ours:
                return None
            self.let_go()
            self._id = id
            return js.Promise.new(keep)

        def keep_release(resolve: Any, _reject: Any) -> None:
            self._release = resolve

        call, keep = create_proxy(granted), create_proxy(keep_release)
        options = js_object(steal=True) if by_force else js_object(ifAvailable=True)
        try:
            await js.navigator.locks.request(f"{NAME}/{id}", options, call)
        except JsException:
            if not answered:
                self._instead.taken = self.taken
                self._instead.hold(id, by_force, then)
            elif self._id == id:
                self._id, self._release = "", None
                self.taken(id)
        finally:
            call.destroy()
            keep.destroy()

    def let_go(self) -> None:
        self._id = ""
        release, self._release = self._release, None
        if release is not None:
            release()
        self._instead.let_go()


class Channel:
    """``storage_interfaces.Windows`` without locks: the windows ask one another over a BroadcastChannel."""

    def __init__(self) -> None:
        self.taken: Callable[[str], None] = _nobody
        self._me = os.urandom(8).hex()
        self._id = ""
        self._wanted = ""
        self._wait: asyncio.Task[None] | None = None
        self._channel: Any = js.BroadcastChannel.new(NAME)
        self._channel.onmessage = create_proxy(self._on_message)

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        if id == self._id:
            then(True)
            return
        self._wanted = id
        self._say("take" if by_force else "ask", id)

        async def listen() -> None:
            await asyncio.sleep(0 if by_force else HEARING / 1000)
            ours = self._wanted == id
            if ours:
                self._id, self._wanted = id, ""
            then(ours)

        self._wait = asyncio.ensure_future(listen())

    def let_go(self) -> None:
        self._id = ""

    def _say(self, message: str, id: str) -> None:
        self._channel.postMessage(json.dumps([message, id, self._me]))

    def _on_message(self, event: Any) -> None:
        match message_texts(event.data):
            case [_, _, who] if who == self._me:
                return
            case ["ask", id, _] if id == self._id:
                self._say("mine", id)
            case ["mine", id, _] if id == self._wanted:
                self._wanted = ""
            case ["take", id, _] if id == self._id:
                self._id = ""
                self.taken(id)


def window_locks() -> Windows:
    """Return locks between windows, by the best means that this browser has."""
    try:
        speaking: Windows = Channel()
    except (JsException, AttributeError):
        speaking = OneWindow()
    try:
        locks = js.navigator.locks is not jsnull and js.navigator.locks.request is not None
    except (JsException, AttributeError):
        locks = False
    return Locks(speaking) if locks else speaking
