"""One device at one table, and its connections to the other devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....peers.device.device import Device
from ....peers.device.model import News, PeerConnection
from ....peers.sdp_codec import SdpError, unpack_connection_answer
from ....peers.transport_interface import Transport

# The first letter of a code that two devices exchange through a third that is connected to both.
_OFFER: Final = "o"
_ANSWER: Final = "a"
# The data that two connected devices exchange in case one has to come back after a reload. It is the
# words (an ICE password) that this device will use, and the code of a connection that the other holds
# ready for it. Such a connection is opened by these words, or else by a return code that people read
# out.
_WORDS: Final = "b"
_OPENED: Final = "s"
_TOLD: Final = "t"
# Seconds after which a device that has lost a connection tries to reconnect. The two devices wait for
# different times, so that they do not try at once.
_SOON: Final = 2.0
_MOST_CALLS: Final = 24  # connections that others have asked for and that are not open yet
_LATER: Final = 9.0


class PeerMesh:
    """Carries the device's messages, and connects it to the other devices of its table through those that it
    is connected to already."""

    def __init__(
        self,
        device: Device,
        transport: Transport,
        now: Callable[[], float],
        told: Callable[[News], None],
        store: Callable[[], None] = lambda: None,
    ) -> None:
        """``told`` is called with each item of news for people, ``store`` when the device has to be stored
        before its messages are sent."""
        self.device, self.transport, self._now, self._told = device, transport, now, told
        self._store = store
        self.own: set[int] = set()  # connections opened by people of this device
        self._finding: dict[str, int] = {}  # connections to devices that a third one introduces
        self._through: dict[int, tuple[int, str]] = {}  # introducing connection, device
        self._called: set[int] = set()  # introduced connections that the other device began
        self._asked: set[int] = set()  # connections over which a reconnection was prepared
        self._words: dict[str, str] = {}  # the words this device will come back with, by device
        self._spare_conns: dict[
            str, tuple[int, bool]
        ] = {}  # the connection held ready for a device, and whether words alone open it
        self.offered_spares: dict[str, tuple[str, str]] = {}  # connections others hold for us
        self._returning: dict[str, int] = {}  # reconnections that are being tried
        self._missed: dict[str, float] = {}  # devices without a connection, and since when
        self.return_codes: dict[str, str] = {}  # return codes that people read out, by device

    def has(self, conn_id: int) -> bool:
        """Whether a connection is one of this device's."""
        spare = {number for number, _opens in self._spare_conns.values()} | set(
            self._returning.values()
        )
        return (
            conn_id in self.own
            or conn_id in self._through
            or conn_id in self.device.conns
            or conn_id in spare
        )

    def code(self, conn_id: int, code: str) -> bool:
        """Take the code of a connection and send it on. Return False if people have to carry it."""
        for other, (spare, opens) in self._spare_conns.items():
            if spare == conn_id:
                self._signal(other, (_OPENED if opens else _TOLD) + code)
                return True
        for other, back in self._returning.items():
            if back == conn_id:
                self.return_codes[other] = code
                return True
        if conn_id not in self._through:
            return False
        via_id, other = self._through[conn_id]
        kind = _ANSWER if conn_id in self._called else _OFFER
        self.device.signal(via_id, other, kind + code)
        self.carry()
        return True

    def opened(self, conn_id: int, chosen: bool = False, watch: bool = False) -> None:
        """Note that a connection is open.

        ``chosen``: people of this device trust the device at its other end; ``watch``: they have
        invited it to watch."""
        introduced = (
            self._through[conn_id][1] if conn_id in self._through else self._returned(conn_id)
        )
        self.device.connect(
            conn_id, self._now(), introduced, chosen or conn_id in self._called, watch
        )
        self.carry()

    def arrived(self, conn_id: int, text: str) -> None:
        self.device.receive(conn_id, text, self._now())
        self.carry()

    def closed(self, conn_id: int) -> None:
        self.device.lost(conn_id, self._now())
        self.gave_up(conn_id)
        self.carry()

    def gave_up(self, conn_id: int, cause: str = "apart") -> None:
        """Forget a connection that has failed, so that it may be tried again."""
        for other, back in list(self._returning.items()):
            if back == conn_id and cause != "apart":  # the browser refuses: do not retry at once
                self._missed[other] = self._now()
        if cause != "apart" and conn_id in self._through:
            return  # the same browser would refuse the next one as well
        _via, other = self._through.pop(conn_id, (0, ""))
        if self._finding.get(other) == conn_id:
            del self._finding[other]
        for other, (spare, opens) in list(self._spare_conns.items()):
            if spare == conn_id:
                del self._spare_conns[other]
                if opens:  # this browser cannot open one by words alone: use a return code
                    self._prepare_spare(other, "")
        for other in [other for other, back in self._returning.items() if back == conn_id]:
            del self._returning[other]
            self.return_codes.pop(other, None)

    def tick(self) -> None:
        self.device.tick(self._now())
        self.carry()
        self._prepare_returns()

    def carry(self) -> None:
        """Send the device's messages and report its news."""
        device = self.device
        if device.must_store:
            device.must_store = False
            self._store()
        out, device.out = device.out, []
        for conn_id, text in out:
            if text is None:
                self.transport.close(conn_id)
            else:
                self.transport.send(conn_id, text)
        news, device.news = device.news, []
        for item in news:
            if item.what == "signal":
                facts = item.facts
                self._signalled(facts["by"], facts["through"], facts["code"])
            else:
                self._told(item)
        self._introduce()

    def _introduce(self) -> None:
        """Call the guests that this device has no connection to, through one that both are connected to.

        Of two devices, the one with the lower name calls. A spectator calls all, as the others do not
        know of it."""
        device = self.device
        if device.log is None or device.hosting:
            return
        introducer = next((conn for conn in device.conns.values() if conn.joined), None)
        known = {conn.device for conn in device.conns.values()}
        for holder in device.log.holders:
            other = holder.device
            if introducer is None or not other or other in known or other in self._finding:
                continue
            calls = device.id < other or not device.log.seats_of(device.id)
            if calls and other not in (device.id, introducer.device):
                conn_id = self.transport.offer()
                self._finding[other] = conn_id
                self._through[conn_id] = (introducer.id, other)

    # ------------------------------------------------------------ coming back

    def _seated(self) -> set[str]:
        """Return the other devices that have a seat, if this one has one too."""
        log = self.device.log
        if log is None or not log.seats_of(self.device.id):
            return set()
        return {
            holder.device
            for holder in log.holders
            if holder.device and holder.device != self.device.id
        }

    def _conn_to(self, other: str) -> PeerConnection | None:
        """Return the connection to a device that was heard from last.

        A lost connection may still be listed for a while."""
        conns = [conn for conn in self.device.conns.values() if conn.device == other]
        return max(conns, key=lambda conn: conn.heard, default=None)

    def _signal(self, other: str, code: str) -> None:
        """Send a code to a device that is connected to this one."""
        conn = self._conn_to(other)
        if conn is not None:
            self.device.signal(conn.id, other, code)
            self.carry()

    def _prepare_returns(self) -> None:
        """Prepare reconnections over the present connections, and try them for lost devices."""
        device, now = self.device, self._now()
        seated = self._seated()
        connected = {conn.device for conn in device.conns.values()}
        for conn in list(device.conns.values()):
            if conn.joined and conn.device in seated and conn.id not in self._asked:
                self._asked.add(conn.id)
                words = self.transport.words()
                if words is not None:
                    self._words[conn.device] = words
                    self._signal(conn.device, _WORDS + words)
        for other in connected & set(self._returning):
            self.transport.close(self._returning[other])
            self.gave_up(self._returning[other])
        introduced = any(conn.joined for conn in device.conns.values())
        for other in seated:
            if other in connected or introduced:
                self._missed.pop(other, None)
                continue
            since = self._missed.setdefault(other, now)
            first = device.id < other
            if now - since >= (_SOON if first else _LATER):
                # Only one of the two shows a return code; the other one enters it.
                self.take_up(other, tell=first)

    def take_up(self, other: str, tell: bool = True) -> None:
        """Try to reconnect to a device that holds a connection ready.

        ``tell``: even if that takes a return code."""
        code, words = self.offered_spares.get(other, ("", ""))
        log = self.device.log
        if code and (words or tell) and other not in self._returning and log is not None:
            seat = min(log.seats_of(self.device.id), default=0)
            try:
                self._returning[other] = self.transport.back(code, words, seat)
            except SdpError:
                del self.offered_spares[other]

    def restore(self, ready: Any) -> None:
        """After a reload, take the stored :attr:`offered_spares`, and try all reconnections."""
        if isinstance(ready, dict):
            for other, (code, words) in ready.items():
                self.offered_spares[other] = (str(code), str(words))
                self.take_up(other)

    def take_return_code(self, code: str) -> None:
        """Take the return code of a device that comes back.

        Raises :class:`SdpError` if it fits no connection."""
        seat, _ufrag, _pwd = unpack_connection_answer(code)
        log = self.device.log
        device = log.holders[seat].device if log is not None and seat < log.seats else ""
        conn_id, opens = self._spare_conns.get(device, (0, True))
        if opens:
            raise SdpError("No connection is ready here for that player. Make a new code.")
        self.transport.accept(conn_id, code)

    @property
    def returning_by_code(self) -> set[str]:
        """Return the devices that can come back only by a return code."""
        return {other for other, (_conn_id, opens) in self._spare_conns.items() if not opens}

    def _prepare_spare(self, other: str, words: str) -> None:
        """Hold a connection ready for a device. ``words`` open it; "" if only a return code can."""
        conn = self._conn_to(other)
        if conn is None:
            return
        if other in self._spare_conns:
            self.transport.close(self._spare_conns.pop(other)[0])
        try:
            conn_id = self.transport.spare(conn.id, words)
        except SdpError:
            return
        if conn_id:
            self._spare_conns[other] = (conn_id, bool(words))

    def _returned(self, conn_id: int) -> str:
        """Return the device at the other end of a connection that was held ready or taken up, or "".

        Its certificate has been checked by the browser."""
        for other, (spare, _opens) in list(self._spare_conns.items()):
            if spare == conn_id:
                del self._spare_conns[other]
                return other
        for other, back in list(self._returning.items()):
            if back == conn_id:
                del self._returning[other]
                self.return_codes.pop(other, None)
                return other
        return ""

    def _of_neighbour(self, by: str, through: int, code: str) -> bool:
        """Take a device's message about reconnecting. Return False if it is about something else.

        A device may speak only for itself, over its own trusted connection."""
        conn = self.device.conns.get(through)
        if not code.startswith((_WORDS, _OPENED, _TOLD)):
            return False
        if conn is not None and conn.device == by and conn.trusted and by in self._seated():
            if code.startswith(_WORDS):
                self._prepare_spare(by, code[1:])
            else:
                words = self._words.get(by, "") if code.startswith(_OPENED) else ""
                self.offered_spares[by] = (code[1:], words)
        return True

    # ------------------------------------------------------------ introduced

    def _room_for_a_call(self) -> None:
        """If there are too many, close the oldest requested connection that no device has used.

        A device can invent names, and a browser can open only a limited number of connections."""
        waiting = [conn_id for conn_id in self._through if conn_id in self._called]
        waiting = [conn_id for conn_id in waiting if conn_id not in self.device.conns]
        if len(waiting) >= _MOST_CALLS:
            self.transport.close(waiting[0])
            self.gave_up(waiting[0])
            self._called.discard(waiting[0])

    def _signalled(self, by: str, through: int, code: str) -> None:
        if self._of_neighbour(by, through, code):
            return
        try:
            if code.startswith(_OFFER):
                if by in self._finding:
                    if self.device.id < by:  # both have called: the lower name's call counts
                        return
                    self.transport.close(self._finding[by])
                    self.gave_up(self._finding[by])
                conn_id = self.transport.answer(code[1:])
                self._room_for_a_call()
                self._finding[by] = conn_id
                self._through[conn_id] = (through, by)
                self._called.add(conn_id)
            elif code.startswith(_ANSWER) and by in self._finding:
                self.transport.accept(self._finding[by], code[1:])
        except SdpError:
            return
