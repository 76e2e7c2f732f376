"""Two devices of a class find each other again after a reload, without a code that people have to carry.

While they are connected, each tells the other the words (ICE user fragment and password) with which it will
come back, and the other holds a connection ready that these words open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....peers.sdp_codec import SdpError
from ....peers.transport_interface import Transport


@dataclass
class WayBack:
    """What this device needs to come back to another one: the code of the connection that is held ready
    there, and the words that open it."""

    words: str = ""
    code: str = ""

    @property
    def there(self) -> bool:
        return bool(self.words and self.code)


class Reconnection:
    """``tell_words`` and ``tell_spare`` send a message to the device of this name."""

    def __init__(
        self,
        transport: Transport,
        tell_words: Callable[[str, str], None],
        tell_spare: Callable[[str, str], None],
    ) -> None:
        self.transport, self._tell_words, self._tell_spare = transport, tell_words, tell_spare
        self.ways: dict[str, WayBack] = {}
        self._offered: dict[
            str, str
        ] = {}  # the words that the next connection held ready will need
        self._held: dict[str, int] = {}  # connections held ready here, by device
        self._trying: dict[str, int] = {}

    def clear(self) -> None:
        """Forget all devices: their connections have been closed."""
        self.ways.clear()
        self._offered.clear()
        self._held.clear()
        self._trying.clear()

    def met(self, other: str) -> None:
        """Prepare a way back to a device that has just been connected."""
        self.gave_up(other)
        words = self.transport.words()
        if words:
            self._offered[other] = words
            self._tell_words(other, words)

    def hold(self, other: str, conn_id: int, words: str) -> None:
        """Hold a connection ready for a device, which will come back with these words."""
        self.let_go(other)
        try:
            spare = self.transport.spare(conn_id, words) if words else 0
        except SdpError:
            return
        if spare:
            self._held[other] = spare

    def told(self, other: str, code: str) -> None:
        """Note the connection that the other device holds ready for this one."""
        words = self._offered.pop(other, "")
        if words:
            self.ways[other] = WayBack(words, code)

    def code(self, conn_id: int, code: str) -> bool:
        """Take the code of a connection; False if it is not one that is held ready here."""
        for other, spare in self._held.items():
            if spare == conn_id:
                self._tell_spare(other, code)
                return True
        return conn_id in self._trying.values()

    def return_to(self, other: str) -> None:
        """Try to come back to a device, unless this is being tried already."""
        way = self.ways.get(other)
        if way is None or not way.there or other in self._trying:
            return
        try:
            self._trying[other] = self.transport.back(way.code, way.words, 0)
        except SdpError:
            del self.ways[other]

    def trying(self, other: str) -> bool:
        return other in self._trying

    def gave_up(self, other: str) -> None:
        """Forget the attempt to come back to a device: it has worked, or it will not."""
        self._trying.pop(other, None)

    def failed(self, conn_id: int) -> str:
        """Note that a connection could not be opened. Return the device that it would have led to, or ""."""
        for other, trying in list(self._trying.items()):
            if trying == conn_id:
                del self._trying[other]
                self.ways.pop(other, None)  # it opens once only
                return other
        for other, held in list(self._held.items()):
            if held == conn_id:
                del self._held[other]
        return ""

    def opened(self, conn_id: int) -> None:
        """Note that a connection has opened; one that was held ready is now in use."""
        for other, held in list(self._held.items()):
            if held == conn_id:
                del self._held[other]

    def let_go(self, other: str) -> None:
        """Close the connection that is held ready for a device."""
        held = self._held.pop(other, 0)
        if held:
            self.transport.close(held)
