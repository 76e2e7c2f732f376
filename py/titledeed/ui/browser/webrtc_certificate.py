"""The certificate by which other devices recognize this one after a reload.

A browser generates a certificate for every connection and forgets it with the page. This module stores
one certificate for each table in IndexedDB, where no script can read its key. With it a device can take
up a connection that another one holds ready for it.
"""

from __future__ import annotations

import asyncio
import base64
import os
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_once_callable, to_js

from ...peers.sdp_codec import with_words

_NAME: Final = "titledeed/several"  # name of the database
_TABLE: Final = "certificates"
_MOST: Final = 8  # certificates stored at a time
_DAYS: Final = 30
_PATIENCE: Final = 3.0  # seconds: some browsers never answer a request of IndexedDB


def _object(options: dict[str, Any]) -> Any:
    return to_js(options, dict_converter=js.Object.fromEntries)


class Certificates:
    """The certificate of the current table, and what this browser can do with it."""

    def __init__(self) -> None:
        self._made: asyncio.Future[Any] | None = None
        self._lasts = False
        self._chooses = False

    def choose(self, name: str) -> None:
        """Use the certificate stored under this name from now on. Generate it if there is none."""
        self._lasts = self._chooses = False
        self._made = asyncio.ensure_future(self._make(name))

    def words(self) -> str | None:
        """See :class:`titledeed.peers.transport_interface.Transport`."""
        if not self._lasts:
            return None
        return base64.b64encode(os.urandom(21)).decode() if self._chooses else ""

    async def connection(self, options: dict[str, Any]) -> Any:
        """A new connection that uses the certificate, if there is one."""
        certificate = await asyncio.shield(self._made) if self._made is not None else None
        if certificate is not None:
            try:
                return js.RTCPeerConnection.new(_object({**options, "certificates": [certificate]}))
            except JsException:  # it has expired
                self._lasts = False
        return js.RTCPeerConnection.new(_object(options))

    async def _make(self, name: str) -> Any:
        certificate = None
        try:
            database = await asyncio.wait_for(self._opened(), _PATIENCE)
            certificate = await self._stored(database, name)
            database.close()
            self._lasts = certificate is not None
            self._chooses = await _chooses()
        except (JsException, AttributeError, OSError, TimeoutError):
            # Denied or stuck: without a stored certificate, reconnecting needs a whole new code.
            return certificate
        return certificate

    async def _opened(self) -> Any:
        request = js.indexedDB.open(_NAME, 1)
        request.addEventListener(
            "upgradeneeded",
            create_once_callable(lambda event: event.target.result.createObjectStore(_TABLE)),
        )
        return await _done(request, "success", "error")

    async def _stored(self, database: Any, name: str) -> Any:
        look = database.transaction(_TABLE)
        names, certificates = (
            look.objectStore(_TABLE).getAllKeys(),
            look.objectStore(_TABLE).getAll(),
        )
        await _done(look, "complete", "abort")
        by_name = dict(zip(map(str, names.result), certificates.result, strict=True))
        stored = by_name.get(name)
        if stored is not None and stored.expires > js.Date.now():
            return stored
        expires = _DAYS * 86_400_000
        how = {"name": "ECDSA", "namedCurve": "P-256", "expires": expires}
        new = await js.RTCPeerConnection.generateCertificate(_object(how))
        change = database.transaction(_TABLE, "readwrite")
        table = change.objectStore(_TABLE)
        # All certificates last equally long, so the one that expires first is the oldest.
        oldest = sorted(by_name, key=lambda other: by_name[other].expires)
        for old in oldest[: max(0, len(by_name) - _MOST + 1)]:
            table.delete(old)
        table.put(new, name)
        await _done(change, "complete", "abort")
        return new


async def _done(request: Any, well: str, ill: str) -> Any:
    """Wait for a request of the database and return its result. Raises OSError if it fails."""
    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def ended(value: Any) -> None:
        if not done.done():
            done.set_result(value)

    succeeded = create_once_callable(lambda _event: ended(True))
    request.addEventListener(well, succeeded)
    request.addEventListener(ill, create_once_callable(lambda _event: ended(False)))
    if not await done:
        raise OSError("The database has refused.")
    return getattr(request, "result", None)


async def _chooses() -> bool:
    """Return whether this browser lets a script choose a connection's ICE name and password.

    If both browsers do, two devices can agree on them beforehand."""
    caller, answerer = js.RTCPeerConnection.new(), js.RTCPeerConnection.new()
    try:
        caller.createDataChannel("")
        offer = await caller.createOffer()
        await answerer.setRemoteDescription(offer)
        text = with_words(str((await answerer.createAnswer()).sdp), "ABCD", "abcd" * 6)
        await answerer.setLocalDescription(_object({"type": "answer", "sdp": text}))
        return "a=ice-ufrag:ABCD" in str(answerer.localDescription.sdp)
    except JsException:
        return False
    finally:
        caller.close()
        answerer.close()
