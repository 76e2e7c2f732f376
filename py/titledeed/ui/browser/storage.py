"""Storage of a real browser: localStorage and IndexedDB.

Either may be missing, denied, full or stuck. It then reports this, and the game goes on without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from ...engine.parsing.untrusted_input import json_value
from ...storage.storage_interfaces import (
    DONE,
    FAILED,
    FULL,
    GONE,
    TAKEN,
    KeyValueStore,
    MemoryStore,
    StorageFull,
    Transaction,
)

NAME: Final = "titledeed"  # name of the database
TABLE: Final = "titledeed/several/"  # key prefix of the tables that windows store
_LEFT: Final = 10_000  # milliseconds without writing after which a window has left its table
_TIME: Final = re.compile(r"[0-9]{1,15}")
TEXTS: Final = "texts"
# Milliseconds that the database may take, as some browsers never answer a request. After one request
# without an answer it gets only IMPATIENCE, until it works again.
PATIENCE: Final = 8000
IMPATIENCE: Final = 1000


def js_object(**entries: object) -> Any:
    return to_js(entries, dict_converter=js.Object.fromEntries)


# ---------------------------------------------------------------- tables of several devices


def kept_tables() -> list[tuple[str, int, str]]:
    """Return the tables that this browser's windows store, the newest first: key, time, and the table.

    A table whose time is damaged counts as the oldest."""
    box = js.localStorage
    keys = [str(box.key(n)) for n in range(int(box.length))]
    texts = [(key, *str(box.getItem(key)).partition(" ")) for key in keys if key.startswith(TABLE)]
    timed = [(key, int(when) if _TIME.fullmatch(when) else 0, text) for key, when, _, text in texts]
    return sorted(timed, key=lambda table: table[1], reverse=True)


def own_table(own: str = "") -> tuple[str, str]:
    """Return the table to which this window may go back, and its key in localStorage; "" if there is none.

    A reload finds the table in the session storage, unless another window has gone on as the same
    device, as a duplicated window does. A later visit takes a table that no window has written to for a
    while. ``own``: the key of this window."""
    here = js.sessionStorage.getItem(TABLE)
    now = int(js.Date.now())
    for key, when, text in kept_tables():
        left = here is jsnull and key != own and now - when > _LEFT
        if left or (here is not jsnull and _device_of(text) == _device_of(str(here))):
            return text, key
    return ("" if here is jsnull else str(here)), ""


def _device_of(text: str) -> str:
    """Return the device in a stored table. Return a damaged text itself."""
    try:
        return str(json_value(text)["device"])
    except (ValueError, KeyError, TypeError):
        return text


# ---------------------------------------------------------------- localStorage: quick, small


class Local:
    """localStorage as a :class:`~titledeed.storage.storage_interfaces.KeyValueStore`."""

    lasts = True

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def read(self, key: str) -> str | None:
        text = self._storage.getItem(key)
        return None if text is jsnull else str(text)

    def write(self, key: str, text: str) -> None:
        try:
            self._storage.setItem(key, text)
        except JsException as error:
            raise StorageFull(str(error)) from None

    def remove(self, key: str) -> None:
        self._storage.removeItem(key)

    def names(self) -> list[str]:
        keys: list[str] = json_value(js.JSON.stringify(js.Object.keys(self._storage)))
        return keys


def key_value_store() -> KeyValueStore:
    """Return localStorage, or a store in memory if the browser denies it."""
    try:
        storage = js.localStorage
        storage.getItem(NAME)
    except (JsException, AttributeError):
        return MemoryStore()
    return Local(storage)


# ---------------------------------------------------------------- IndexedDB: durable


class IndexedDB:
    """IndexedDB as a :class:`~titledeed.storage.storage_interfaces.Database`. A change is reported as done
    once it is on the disk. One call runs at a time."""

    def __init__(self) -> None:
        self._db: Any = None
        self._end: Callable[[Any], None] | None = None  # the callback of the call that is under way
        self._failure: Any = None  # the result that the callback gets if the call fails
        self._run: Callable[[], None] | None = None  # the call that waits for the database to open
        self._request: Any = None
        self._transaction: Any = None
        self._change = Transaction()
        self._results: list[tuple[Any, Any]] = []
        self._verdict = ""
        self._patience = PATIENCE
        self._alarm: Any = None
        self._strict = js_object(durability="strict")
        # Use one proxy for all calls. A proxy for each would have to be destroyed afterwards.
        self._on_upgrade = create_proxy(self._upgrade)
        self._on_opened = create_proxy(self._opened)
        self._on_closed = create_proxy(self._closed)
        self._on_looked = create_proxy(self._looked)
        self._on_complete = create_proxy(self._complete)
        self._on_abort = create_proxy(self._abort)
        self._on_failed = create_proxy(self._failed)
        self._on_alarm = create_proxy(self._late)

    # ------------------------------------------------------------ a call

    def commit(self, change: Transaction, then: Callable[[str], None]) -> None:
        self._change = change
        self._call(self._write, then, FAILED)

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        self._call(lambda: self._read(prefixes), then, None)

    def _call(self, run: Callable[[], None], end: Callable[[Any], None], failure: Any) -> None:
        self._end, self._failure, self._verdict = end, failure, ""
        self._alarm = js.setTimeout(self._on_alarm, self._patience)
        try:
            if self._db is not None:
                run()
            else:
                self._run = run
                self._open()
        except (JsException, AttributeError):
            # Access is denied, or the browser has closed the database. The next call opens it again.
            self._db = None
            self._finish(failure)

    def _finish(self, result: Any) -> None:
        js.clearTimeout(self._alarm)
        end, self._end = self._end, None
        self._run = self._request = self._transaction = None
        self._results = []
        if end is not None:
            end(result)

    def _late(self) -> None:
        self._patience = IMPATIENCE
        self._db = None
        self._finish(self._failure)

    # ------------------------------------------------------------ opening

    def _open(self) -> None:
        request = self._request = js.indexedDB.open(NAME, 1)
        request.onupgradeneeded = self._on_upgrade
        request.onsuccess = self._on_opened
        request.onerror = self._on_failed

    def _upgrade(self, event: Any) -> None:
        event.target.result.createObjectStore(TEXTS)

    def _opened(self, event: Any) -> None:
        database = event.target.result
        if not _same(event.target, self._request) or self._run is None:
            database.close()  # too late
            return
        database.onversionchange = database.onclose = self._on_closed
        self._db = database
        try:
            self._run()
        except (JsException, AttributeError):
            self._db = None
            self._finish(self._failure)

    def _failed(self, event: Any) -> None:
        event.preventDefault()
        if _same(event.target, self._request):
            self._finish(self._failure)

    def _closed(self, event: Any) -> None:
        """React when the person has cleared the site's data or another window needs the database."""
        event.target.close()
        if _same(event.target, self._db):
            self._db = None

    # ------------------------------------------------------------ a transaction

    def _begin(self, mode: str) -> Any:
        transaction = self._transaction = self._db.transaction(TEXTS, mode, self._strict)
        transaction.oncomplete = self._on_complete
        transaction.onabort = self._on_abort
        return transaction.objectStore(TEXTS)

    def _write(self) -> None:
        texts = self._begin("readwrite")
        if self._change.holding is None:
            self._put(texts)
        else:
            texts.get(self._change.holding[0]).onsuccess = self._on_looked

    def _looked(self, event: Any) -> None:
        assert self._change.holding is not None
        if not _same(event.target.transaction, self._transaction):
            event.target.transaction.abort()
        elif event.target.result == self._change.holding[1]:
            try:
                self._put(event.target.source)
            except JsException:  # no room, or the transaction has ended: its event reports that
                with suppress(JsException):
                    self._transaction.abort()
        else:
            self._verdict = GONE if event.target.result is None else TAKEN
            self._transaction.abort()

    def _put(self, texts: Any) -> None:
        for prefix in self._change.removes:
            texts.delete(_beginning(prefix))
        for key, text in self._change.puts.items():
            texts.put(text, key)
        self._transaction.commit()

    def _read(self, prefixes: Sequence[str]) -> None:
        texts = self._begin("readonly")
        self._results = [
            (texts.getAllKeys(_beginning(prefix)), texts.getAll(_beginning(prefix)))
            for prefix in prefixes
        ]

    def _complete(self, event: Any) -> None:
        if not _same(event.target, self._transaction):
            return
        self._patience = PATIENCE
        if not self._results:
            self._finish(DONE)
            return
        texts_by_key: dict[Any, Any] = {}
        for keys, texts in self._results:
            texts_by_key |= zip(keys.result.to_py(), texts.result.to_py(), strict=True)
        self._finish({str(key): str(text) for key, text in texts_by_key.items()})

    def _abort(self, event: Any) -> None:
        if not _same(event.target, self._transaction):
            return
        error = event.target.error
        full = error is not jsnull and error.name == "QuotaExceededError"
        self._finish(self._verdict or (FULL if full and self._failure else self._failure))


def _same(first: Any, second: Any) -> bool:
    return second is not None and first.js_id == second.js_id


def _beginning(prefix: str) -> Any:
    """The range of all keys with this prefix."""
    return js.IDBKeyRange.bound(prefix, prefix + "\uffff")


# ---------------------------------------------------------------- persistence


async def ask_to_persist() -> None:
    """Ask the browser not to delete the site's data by itself when the disk is full."""
    try:
        if not await js.navigator.storage.persisted():
            await js.navigator.storage.persist()
    except (JsException, AttributeError):
        pass  # unsupported, or an insecure address
