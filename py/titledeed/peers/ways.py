"""What a table asks of whatever carries its messages: ways between two devices, by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Listener(Protocol):
    """Who is told what happens on the ways."""

    def code(self, way: int, code: str) -> None:
        """The code of a way is ready to be shown: an offer, or the answer to one."""

    def opened(self, way: int) -> None:
        """Messages may go both ways now."""

    def arrived(self, way: int, text: str) -> None: ...

    def closed(self, way: int) -> None: ...

    def trouble(self, way: int, cause: str) -> None:
        """It will not come to anything: "no-places" (the browser finds no address of this device),
        "damaged" (a code that is none), "apart" (the devices do not reach each other)."""


class Ways(Protocol):
    """The network, as far as there is one."""

    def servers(self, address: str, user: str, password: str) -> None:
        """Ask this STUN or TURN server for ways from now on; "": none, as it is at first. Raises
        :class:`.sdp.Foreign` where it is no such address."""

    def offer(self) -> int:
        """Begin a way; its code comes."""

    def answer(self, code: str) -> int:
        """Take up another device's offer; the answer's code comes."""

    def accept(self, way: int, code: str) -> None:
        """The other device's answer to an offer; or its letters, where the connection was held ready."""

    def known_as(self, name: str) -> None:
        """From now on this device shows the certificate of that name, the same one after a reload."""

    def words(self) -> str | None:
        """28 letters, made up now, by which a way may be taken up again without a code; "" where this
        browser lets nobody choose them, None where it will not be known after a reload."""

    def spare(self, way: int, words: str) -> int:
        """Hold a connection ready for the device at the other end of a way, should it have to come back;
        its code comes. With ``words`` it opens as soon as somebody has come with them, else ``accept``
        takes their letters. 0 where that way is none that could be lost so."""

    def back(self, code: str, words: str, seat: int) -> int:
        """Take up a connection that another device holds ready. Without words the letters to tell it,
        30 at most, come as a code."""

    def beside(self, wait: bool, every: bool = False) -> None:
        """Other windows of this browser: ``wait`` for them, or look for one that waits, or for
        ``every`` one."""

    def draw(self, text: str, then: Callable[[int, str], None]) -> None:
        """A code as a picture: ``then`` is told how many modules a side has, and the path of the dark ones;
        0 and "" where it cannot be drawn."""

    def look(self, seen: Callable[[str], None], failed: Callable[[], None]) -> None:
        """Look for such a picture by the camera, until one is seen or ``look_away``."""

    def look_away(self) -> None: ...

    def send(self, way: int, text: str) -> None: ...

    def close(self, way: int) -> None: ...

    def keep(self, text: str) -> None:
        """Keep what this device needs to come back, in its own storage; "" to forget it."""

    def kept(self, take: bool = False) -> str:
        """What was kept; ``take``: this device goes on with it."""
