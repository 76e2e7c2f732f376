"""Connections between devices: WebRTC without any server, and other windows of the same browser.

Implements :class:`titledeed.peers.transport_interface.Transport`: it carries text and knows no rule of
the game. The codes are those of :mod:`titledeed.peers.sdp_codec`. The session description that the
browser is given is built from the checked fields of a code, never from another device's text.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, to_js

from ...peers.sdp_codec import (
    ConnectionDescription,
    SdpError,
    agreed_words,
    build_sdp,
    ice_server,
    pack_connection,
    pack_connection_answer,
    parse_sdp,
    unpack_connection,
    unpack_connection_answer,
    with_words,
)
from ...peers.transport_interface import Listener, Outbox
from ...storage.storage_interfaces import Windows
from . import storage, window_locks
from .qr_codes import Camera, drawn
from .screen_wake_lock import Awake
from .webrtc_certificate import Certificates

_MOST_KEPT: Final = 4  # tables stored for windows that have been closed
_CHANNEL: Final = "titledeed/several"
_LABEL: Final = "title-deed-table/1"
_GATHERING: Final = 2.5  # seconds: after these the addresses gathered so far are used
# Connections at a time: a class of 40 has one for each student, and one that is held ready for each.
_MOST: Final = 96
_AGAIN: Final = 4.0  # seconds between two tries of a returning device; a browser gives up after 15
_KNOCKS: Final = 300
# Seconds for which a browser may still connect after it has reported a failure. Chromium reports one at
# once if the other device has tried in vain for a long time, and connects three seconds later.
_RECOVERY: Final = 8.0


def _object(options: dict[str, Any]) -> Any:
    return to_js(options, dict_converter=js.Object.fromEntries)


class WebRtcPeers:
    """All connections of this page, by number. Reports what happens on them to ``listener``."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self._next = 0
        self._connections: dict[int, Any] = {}
        self._channels: dict[int, Any] = {}
        self._outboxes: dict[int, Outbox] = {}
        self._proxies: dict[int, list[Any]] = {}
        self._tasks: set[Any] = set()
        self._open: set[int] = set()
        self._windows: WindowWays | None = None
        self._servers: list[dict[str, str]] = []
        self._certificates = Certificates()
        self._prints: dict[int, bytes] = {}  # certificate fingerprints of the others
        self._camera: Camera | None = None
        self._name = storage.TABLE + os.urandom(8).hex()
        self._awake = Awake(listener)
        self._device: Windows | None = None  # holds the lock of this window's device
        self._taken = ""  # the key of the table that was taken over from a closed window

    def number(self) -> int:
        self._next += 1
        return self._next

    # ------------------------------------------------------------ WebRTC

    def servers(self, address: str, user: str, password: str) -> None:
        servers = [ice_server(address, user, password)] if address else []
        if servers and hasattr(js, "RTCPeerConnection"):
            try:  # the browser may know more about addresses
                js.RTCPeerConnection.new(_object({"iceServers": servers})).close()
            except JsException:
                raise SdpError(
                    "This browser can’t use that address. Check it for mistakes."
                ) from None
        self._servers = servers

    def offer(self, watch: bool = False) -> int:
        return self._begin(lambda conn_id: self._offered(conn_id, watch))

    def to_watch(self, code: str) -> bool:
        return unpack_connection(code).to_watch

    def answer(self, code: str) -> int:
        offered = unpack_connection(code, bool(self._servers))
        if offered.setup != "actpass":
            raise SdpError("This is the answer to an invitation. Only the host can enter it.")
        conn_id = self._begin(lambda conn_id: self._answered(conn_id, offered))
        self._prints[conn_id] = offered.fingerprint
        return conn_id

    def accept(self, conn_id: int, code: str) -> None:
        connection = self._connections.get(conn_id)
        if connection is None or connection.signalingState != "have-local-offer":
            raise SdpError("No open invitation matches this answer. Make a new invitation code.")
        if conn_id in self._prints:  # prepared for a device whose certificate is known
            _seat, ufrag, pwd = unpack_connection_answer(code)
            self._go(self._accepted(conn_id, self._expected(conn_id, ufrag, pwd)))
            return
        answered = unpack_connection(code, bool(self._servers))
        if answered.setup == "actpass":
            raise SdpError("This is an invitation. Enter the guest’s answer code instead.")
        if answered.answers != parse_sdp(str(connection.localDescription.sdp)).mark:
            raise SdpError(
                "This code answers a different invitation. Send the guest the code shown here."
            )
        self._prints[conn_id] = answered.fingerprint
        self._go(self._accepted(conn_id, build_sdp(answered)))

    # ------------------------------------------------------------ coming back

    def known_as(self, name: str) -> None:
        self._certificates.choose(name)

    def words(self) -> str | None:
        return self._certificates.words()

    def spare(self, conn_id: int, words: str) -> int:
        print_ = self._prints.get(conn_id)
        if print_ is None or conn_id not in self._channels:
            return 0
        if words:
            agreed_words(words)
        number = self._begin(lambda conn_id: self._held(conn_id, words))
        self._prints[number] = print_
        return number

    async def _held(self, conn_id: int, words: str) -> None:
        await self._offered(conn_id)
        if words and conn_id in self._connections:
            await self._accepted(conn_id, self._expected(conn_id, *agreed_words(words)))

    def _expected(self, conn_id: int, ufrag: str, pwd: str) -> str:
        return build_sdp(
            ConnectionDescription("active", ufrag, pwd, self._prints[conn_id], ()), later=True
        )

    def back(self, code: str, words: str, seat: int) -> int:
        description = unpack_connection(code, bool(self._servers))
        if description.setup != "actpass":
            raise SdpError("The code is damaged.")
        text = build_sdp(description)
        conn_id = self._begin(lambda conn_id: self._returned(conn_id, text, words, seat))
        self._prints[conn_id] = description.fingerprint
        return conn_id

    async def _returned(self, conn_id: int, text: str, words: str, seat: int) -> None:
        connection = self._connections[conn_id]
        if self._certificates.words() is None:  # the other device would not know this one
            self.close(conn_id)
            self.listener.trouble(conn_id, "apart")
            return
        self._on(conn_id, connection, "datachannel", self._on_channel(conn_id))
        await connection.setRemoteDescription(_object({"type": "offer", "sdp": text}))
        own = str((await connection.createAnswer()).sdp)
        if words:
            own = with_words(own, *agreed_words(words))
        try:
            await connection.setLocalDescription(_object({"type": "answer", "sdp": own}))
            here = parse_sdp(str(connection.localDescription.sdp))
            if not words:
                self.listener.code(conn_id, pack_connection_answer(seat, here.ufrag, here.pwd))
        except (JsException, SdpError):
            self.close(conn_id)
            self.listener.trouble(conn_id, "damaged")
            return
        knocks = [
            _object({"candidate": line[2:], "sdpMid": "0", "sdpMLineIndex": 0})
            for line in text.split("\r\n")
            if line.startswith("a=candidate")
        ]
        # People may take a while to read the return code out to the other device.
        for _ in range(_KNOCKS):
            await asyncio.sleep(_AGAIN)
            if conn_id not in self._connections or conn_id in self._open:
                return
            for knock in knocks:
                try:
                    await connection.addIceCandidate(knock)
                except JsException:
                    continue

    # ------------------------------------------------------------ one code for many devices

    def common(self, then: Callable[[bytes], None]) -> None:
        async def prepare() -> None:
            try:
                connection = await self._certificates.connection({"iceServers": self._servers})
            except (JsException, AttributeError):
                then(b"")
                return
            try:
                connection.createDataChannel("")
                print_ = parse_sdp(str((await connection.createOffer()).sdp)).fingerprint
            except (JsException, SdpError):
                print_ = b""
            finally:
                connection.close()
            then(print_ if self._certificates.words() else b"")

        self._go(prepare())

    def call(self, words: str, fingerprint: bytes) -> int:
        answer = build_sdp(
            ConnectionDescription("active", *agreed_words(words), fingerprint, ()), later=True
        )
        conn_id = self._begin(lambda conn_id: self._called(conn_id, answer))
        self._prints[conn_id] = fingerprint
        return conn_id

    async def _called(self, conn_id: int, answer: str) -> None:
        await self._offered(conn_id)
        if conn_id in self._connections:
            await self._accepted(conn_id, answer)

    def admit(self, code: str, words: str) -> int:
        offered = unpack_connection(code, bool(self._servers))
        if offered.setup != "actpass":
            raise SdpError("The code is damaged.")
        ufrag, pwd = agreed_words(words)
        conn_id = self._begin(lambda conn_id: self._admitted(conn_id, offered, ufrag, pwd))
        self._prints[conn_id] = offered.fingerprint
        return conn_id

    async def _admitted(
        self, conn_id: int, offered: ConnectionDescription, ufrag: str, pwd: str
    ) -> None:
        connection = self._connections[conn_id]
        self._on(conn_id, connection, "datachannel", self._on_channel(conn_id))
        await connection.setRemoteDescription(_object({"type": "offer", "sdp": build_sdp(offered)}))
        own = with_words(str((await connection.createAnswer()).sdp), ufrag, pwd)
        await connection.setLocalDescription(_object({"type": "answer", "sdp": own}))

    # ------------------------------------------------------------ a connection

    def _begin(self, doing: Callable[[int], Coroutine[Any, Any, None]]) -> int:
        conn_id = self.number()
        if len(self._connections) >= _MOST or not hasattr(js, "RTCPeerConnection"):
            self._soon(lambda: self.listener.trouble(conn_id, "no-addresses"))
            return conn_id
        self._connections[conn_id] = None
        self._go(self._connect(conn_id, doing))
        return conn_id

    async def _connect(
        self, conn_id: int, doing: Callable[[int], Coroutine[Any, Any, None]]
    ) -> None:
        # Use a STUN or TURN server only if people have entered one. No other host is contacted.
        try:
            connection = await self._certificates.connection({"iceServers": self._servers})
        except JsException:
            self.close(conn_id)
            self.listener.trouble(conn_id, "no-addresses")
            return
        if conn_id not in self._connections:  # closed already
            connection.close()
            return
        self._connections[conn_id] = connection
        self._on(conn_id, connection, "connectionstatechange", lambda _event: self._state(conn_id))
        try:
            await doing(conn_id)
        except JsException:  # the browser does not accept the description
            if conn_id in self._connections:
                self.close(conn_id)
                self.listener.trouble(conn_id, "damaged")

    def _on(self, conn_id: int, target: Any, event: str, call: Callable[[Any], None]) -> None:
        # Do not use `thing.onmessage = …`: Firefox does not call a proxy that is set that way on a
        # connection.
        proxy = create_proxy(call)
        self._proxies.setdefault(conn_id, []).append(proxy)
        target.addEventListener(event, proxy)

    def _state(self, conn_id: int) -> None:
        connection = self._connections.get(conn_id)
        if connection is None or connection.connectionState != "failed":
            return
        if conn_id in self._channels and self._channels[conn_id].readyState == "open":
            self.close(conn_id)
            self.listener.closed(conn_id)
        else:
            self._go(self._recovers(conn_id, connection))

    async def _recovers(self, conn_id: int, connection: Any) -> None:
        """Give a connection up, unless it recovers from its failure."""
        await asyncio.sleep(_RECOVERY)
        if conn_id in self._connections and connection.connectionState == "failed":
            self.close(conn_id)
            self.listener.trouble(conn_id, "apart")

    def _on_channel(self, conn_id: int) -> Callable[[Any], None]:
        def opened(event: Any) -> None:
            # The other device may open any number of channels with any name. Only the first one counts.
            first = conn_id in self._connections and conn_id not in self._channels
            if str(event.channel.label) == _LABEL and first:
                self._carries(conn_id, event.channel)
            else:
                event.channel.close()

        return opened

    def _carries(self, conn_id: int, channel: Any) -> None:
        self._channels[conn_id] = channel
        self._outboxes[conn_id] = Outbox(channel)

        def opens(_event: Any) -> None:
            if conn_id in self._outboxes:
                self._outboxes[conn_id].flush()
            self._opened(conn_id)

        def closed(_event: Any) -> None:
            if conn_id in self._channels:
                self.close(conn_id)
                self.listener.closed(conn_id)

        self._on(conn_id, channel, "message", lambda event: self._arrived(conn_id, event.data))
        self._on(conn_id, channel, "open", opens)
        self._on(conn_id, channel, "close", closed)
        if channel.readyState == "open":
            self._opened(conn_id)

    def _opened(self, conn_id: int) -> None:
        """Report once that a connection is open, before its first message.

        A browser may report it twice or only after the first message, and even for a connection that
        this page has closed."""
        if conn_id in self._connections and conn_id not in self._open:
            self._open.add(conn_id)
            self.listener.opened(conn_id)

    def _arrived(self, conn_id: int, data: Any) -> None:
        if isinstance(data, str) and conn_id in self._connections:
            self._opened(conn_id)
            self.listener.arrived(conn_id, data)

    async def _offered(self, conn_id: int, watch: bool = False) -> None:
        connection = self._connections[conn_id]
        self._carries(conn_id, connection.createDataChannel(_LABEL))
        await connection.setLocalDescription(await connection.createOffer())
        await self._gathered(conn_id, lambda here: replace(here, to_watch=watch))

    async def _answered(self, conn_id: int, offered: ConnectionDescription) -> None:
        connection = self._connections[conn_id]
        self._on(conn_id, connection, "datachannel", self._on_channel(conn_id))
        await connection.setRemoteDescription(_object({"type": "offer", "sdp": build_sdp(offered)}))
        await connection.setLocalDescription(await connection.createAnswer())
        # If the offer has addresses, the other device need not be able to find this one.
        hidden = bool(offered.addresses)
        await self._gathered(conn_id, lambda here: replace(here, answers=offered.mark), hidden)

    async def _accepted(self, conn_id: int, text: str) -> None:
        connection = self._connections[conn_id]
        try:
            await connection.setRemoteDescription(_object({"type": "answer", "sdp": text}))
        except JsException:
            self.listener.trouble(conn_id, "damaged")

    async def _gathered(
        self,
        conn_id: int,
        marked: Callable[[ConnectionDescription], ConnectionDescription],
        hidden: bool = False,
    ) -> None:
        """Wait until the browser has gathered this device's addresses, then report a code.

        It is the code of what ``marked`` returns. Without any address there is no code, unless
        ``hidden``."""
        connection = self._connections.get(conn_id)
        waited = 0.0
        while (
            connection is not None
            and connection.iceGatheringState != "complete"
            and waited < _GATHERING
        ):
            await asyncio.sleep(0.05)
            waited += 0.05
        if connection is None or conn_id not in self._connections:
            return
        try:
            here = parse_sdp(str(connection.localDescription.sdp))
        except SdpError:
            self.listener.trouble(conn_id, "no-addresses")
            return
        if not here.addresses and not hidden:
            self.listener.trouble(conn_id, "no-addresses")
            return
        self.listener.code(conn_id, pack_connection(marked(here)))

    def _go(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _soon(self, call: Callable[[], None]) -> None:
        async def later() -> None:
            await asyncio.sleep(0)
            call()

        self._go(later())

    # ------------------------------------------------------------ both

    def send(self, conn_id: int, text: str) -> None:
        outbox = self._outboxes.get(conn_id)
        if outbox is not None:
            outbox.send(text)
        elif self._windows is not None:
            self._windows.send(conn_id, text)

    def close(self, conn_id: int) -> None:
        channel, connection = (
            self._channels.pop(conn_id, None),
            self._connections.pop(conn_id, None),
        )
        self._prints.pop(conn_id, None)
        self._outboxes.pop(conn_id, None)
        if connection is not None:
            # Closing at once could lose the message that was sent last.
            js.setTimeout(connection.close.bind(connection), 300)
        elif self._windows is not None:
            self._windows.close(conn_id)
        del channel
        self._proxies.pop(conn_id, None)  # not destroyed: the connection may still call them

    def stay_awake(self) -> None:
        self._awake.on()

    def alone(self, device: str, elsewhere: Callable[[], None]) -> None:
        self._device = self._device or window_locks.window_locks()
        self._device.taken = lambda _id: elsewhere()
        self._device.hold(f"several/{device}", True, lambda _held: None)

    def end(self) -> None:
        self._awake.off()
        if self._device is not None:
            self._device.let_go()
        for conn_id in [*self._connections, *(self._windows.open if self._windows else ())]:
            self.close(conn_id)
        if self._windows is not None:
            self._windows.waits = False

    def beside(self, wait: bool, every: bool = False) -> None:
        if self._windows is None:
            self._windows = WindowWays(self)
        if wait:
            self._windows.waits = True
        else:
            self._windows.seek(every)

    # ------------------------------------------------------------ codes as pictures

    def draw(self, text: str, then: Callable[[int, str], None]) -> None:
        async def draw() -> None:
            then(*await drawn(text))

        self._go(draw())

    def look(
        self, seen: Callable[[str], None], failed: Callable[[], None], many: bool = False
    ) -> None:
        self.look_away()
        self._camera = Camera(seen, failed, many)

    def look_away(self) -> None:
        if self._camera is not None:
            self._camera.off()
            self._camera = None

    # ------------------------------------------------------------ this device's own storage

    def keep(self, text: str) -> None:
        """Store a table under this window's own key, as two windows may be at one table."""
        try:
            if self._taken:
                js.localStorage.removeItem(self._taken)
                self._taken = ""
            if text:
                js.sessionStorage.setItem(storage.TABLE, text)
                js.localStorage.setItem(self._name, f"{int(js.Date.now())} {text}")
                for name, _, _ in storage.kept_tables()[_MOST_KEPT:]:
                    js.localStorage.removeItem(name)
            else:
                js.sessionStorage.removeItem(storage.TABLE)
                js.localStorage.removeItem(self._name)
        except JsException:  # denied, or full: the game itself is stored elsewhere
            return

    def stored(self, take: bool = False) -> str:
        try:
            text, key = storage.own_table(self._name)
        except (JsException, ValueError):
            return ""
        if take and key != self._name:
            self._taken = key  # a reload has given this window another key
        return text


class WindowWays:
    """Connections to other windows of this browser, over a BroadcastChannel."""

    def __init__(self, peers: WebRtcPeers) -> None:
        self.peers = peers
        self.waits = False
        self._me = os.urandom(8).hex()
        self._seeking = self._every = False
        self._ways: dict[int, str] = {}
        self._channel: Any = js.BroadcastChannel.new(_CHANNEL)
        self._heard = create_proxy(self._hear)
        self._channel.onmessage = self._heard

    def seek(self, every: bool) -> None:
        """Look for waiting windows. Connect to the first that answers, or to ``every`` one."""
        self._seeking, self._every = True, every
        self._say("seek", "")

    @property
    def open(self) -> list[int]:
        """Return the connections to other windows."""
        return list(self._ways)

    def send(self, conn_id: int, text: str) -> None:
        if conn_id in self._ways:
            self._say("text", self._ways[conn_id], text)

    def close(self, conn_id: int) -> None:
        other = self._ways.pop(conn_id, "")
        if other:
            self._say("close", other)

    def _say(self, kind: str, to: str, text: str = "") -> None:
        self._channel.postMessage(json.dumps([kind, self._me, to, text]))

    def _hear(self, event: Any) -> None:
        parts = window_locks.message_texts(event.data)
        if len(parts) != 4 or parts[2] not in ("", self._me):
            return
        kind, by, _to, text = parts
        conn_id = next((n for n, other in self._ways.items() if other == by), 0)
        match kind:
            case "seek" if self.waits and not conn_id:
                self._say("here", by)
            case "here" if self._seeking and not conn_id:
                self._seeking = self._every
                # The other window must know this connection before its first message arrives.
                self._say("open", by)
                self._open(by)
            case "open" if self.waits and not conn_id:
                self._open(by)
            case "text" if conn_id:
                self.peers.listener.arrived(conn_id, text)
            case "close" if conn_id:
                del self._ways[conn_id]
                self.peers.listener.closed(conn_id)

    def _open(self, other: str) -> None:
        conn_id = self.peers.number()
        self._ways[conn_id] = other
        self.peers.listener.opened(conn_id)
