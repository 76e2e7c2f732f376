"""The interface between a table and the code that carries its messages.

A number identifies a connection between two devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

MOST_UNSENT: Final = 200  # messages held back for a channel that is not open yet


class MessageChannel(Protocol):
    """A channel that carries the messages of a connection, such as an ``RTCDataChannel``."""

    readyState: str

    def send(self, text: str) -> object: ...


class Outbox:
    """Holds back what is sent over a channel before it is open, and preserves the order.

    A browser may deliver the other device's first message before it calls the channel open. A reply at
    that time would be lost. This includes the greeting, without which the other device does not listen."""

    def __init__(self, channel: MessageChannel) -> None:
        self._channel = channel
        self._unsent: list[str] = []

    def send(self, text: str) -> None:
        """Send a text, or hold it back until :meth:`flush`."""
        if len(self._unsent) < MOST_UNSENT:
            self._unsent.append(text)
        self.flush()

    def flush(self) -> None:
        """Send what was held back, if the channel is open by now; over a closed one nothing is sent."""
        if self._channel.readyState == "connecting":
            return
        waiting, self._unsent = self._unsent, []
        if self._channel.readyState == "open":
            for text in waiting:
                self._channel.send(text)


class Listener(Protocol):
    """The callbacks for events on connections."""

    def code(self, conn_id: int, code: str) -> None:
        """Report that the code of a connection is ready: an offer, or the answer to one."""

    def opened(self, conn_id: int) -> None:
        """Report that the connection is open for messages in both directions."""

    def arrived(self, conn_id: int, text: str) -> None: ...

    def closed(self, conn_id: int) -> None: ...

    def hidden(self, away: bool) -> None:
        """Report that the page of a phone or tablet is hidden, and may sleep at any time, or is back."""

    def trouble(self, conn_id: int, cause: str) -> None:
        """The connection cannot be opened. ``cause``: "no-addresses" (the browser finds no address of this
        device), "damaged" (the code is invalid), "apart" (the devices do not reach each other)."""


class Transport(Protocol):
    """The network as the table sees it. It reports new connections to the listener."""

    def servers(self, address: str, user: str, password: str) -> None:
        """Use this STUN or TURN server for new connections; "" for none, which is the default. Raises
        :class:`.sdp_codec.SdpError` for an invalid address."""

    def offer(self, watch: bool = False) -> int:
        """Begin a connection and return its number; ``Listener.code`` will report its code. ``watch``: the
        code says that it invites somebody to watch."""

    def to_watch(self, code: str) -> bool:
        """Whether a code invites somebody to watch.

        Raises :class:`.sdp_codec.SdpError` for a code that cannot be read."""

    def answer(self, code: str) -> int:
        """Answer another device's offer and return the connection's number; ``Listener.code`` will report
        the code of the answer."""

    def accept(self, conn_id: int, code: str) -> None:
        """Complete a connection with the other device's answer to the offer.

        For a spare connection, take the device's letters instead."""

    def known_as(self, name: str) -> None:
        """Use the certificate stored under this name from now on.

        With it, other devices recognize this one after a reload."""

    def words(self) -> str | None:
        """Return 28 new random letters (ICE user fragment and password).

        With them, a connection may be reopened without a code. Return "" if this browser does not let a
        page choose them, None if its certificate will not survive a reload."""

    def spare(self, conn_id: int, words: str) -> int:
        """Prepare a spare connection in case the device at the other end of a connection has to return.

        ``Listener.code`` will report its code. With ``words``, it opens as soon as the device returns
        with them; otherwise ``accept`` takes the device's letters. Return the number of the spare
        connection, or 0 if a connection of that kind needs none."""

    def back(self, code: str, words: str, seat: int) -> int:
        """Return over a spare connection of another device. Without ``words``, ``Listener.code`` reports
        the code (at most 32 characters) that people must enter there."""

    def common(self, then: Callable[[bytes], None]) -> None:
        """Prepare for devices that :meth:`call`. ``then`` gets the fingerprint of this device's certificate.

        It is empty if this browser does not let a page choose ICE words; then use :meth:`offer`."""

    def call(self, words: str, fingerprint: bytes) -> int:
        """Begin a connection to a device that will :meth:`admit` this one; ``Listener.code`` will report its
        code. ``words`` and ``fingerprint`` are the other device's. Return the connection's number."""

    def admit(self, code: str, words: str) -> int:
        """Connect to the device that has made this code by :meth:`call`, and return the connection's number.

        ``words``: those that it was told. Raises :class:`.sdp_codec.SdpError` with a sentence."""

    def beside(self, wait: bool, every: bool = False) -> None:
        """Connect to other windows of this browser.

        ``wait``: wait for them; otherwise look for one that waits, or with ``every`` for all that wait."""

    def alone(self, device: str, elsewhere: Callable[[], None]) -> None:
        """Be the only window of this browser that acts as the device of this id, until :meth:`end`.

        Any other such window stops. ``elsewhere`` is called when this one has to stop because of a
        later one."""

    def draw(self, text: str, then: Callable[[int, str], None]) -> None:
        """Draw a QR code.

        ``then`` gets the number of modules per side and the SVG path of the dark ones, or 0 and "" if
        the text cannot be drawn."""

    def look(
        self, seen: Callable[[str], None], failed: Callable[[], None], many: bool = False
    ) -> None:
        """Scan for a QR code with the camera until one is seen or ``look_away`` is called.

        ``many``: go on after the first one. A code that stays in the picture is reported once."""

    def look_away(self) -> None: ...

    def send(self, conn_id: int, text: str) -> None: ...

    def close(self, conn_id: int) -> None: ...

    def stay_awake(self) -> None:
        """Let the browser keep the screen on while this page is shown, until :meth:`end`.

        So a phone does not fall asleep between two turns. Some browsers cannot do this."""

    def end(self) -> None:
        """Close all connections, including unused spare ones, and no longer answer other windows.

        What was sent still arrives."""

    def keep(self, text: str) -> None:
        """Store what this device needs to return after a reload, in its own storage; "" deletes it."""

    def stored(self, take: bool = False) -> str:
        """Return the stored text. With ``take``, this window becomes the one that goes on with it."""
