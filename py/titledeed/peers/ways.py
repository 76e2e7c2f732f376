"""What a table asks of whatever carries its messages: ways between two devices, by number."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Who is told what happens on the ways."""

    def code(self, way: int, code: str) -> None:
        """The code of a way is ready to be shown: an offer, or the answer to one."""

    def opened(self, way: int) -> None:
        """Messages may go both ways now."""

    def arrived(self, way: int, text: str) -> None: ...

    def closed(self, way: int) -> None: ...

    def trouble(self, way: int, what: str) -> None:
        """It will not come to anything: "no-places" (the browser finds no address of this device),
        "damaged" (a code that is none), "apart" (the devices do not reach each other)."""


class Ways(Protocol):
    """The network, as far as there is one."""

    def offer(self) -> int:
        """Begin a way; its code comes."""

    def answer(self, code: str) -> int:
        """Take up another device's offer; the answer's code comes."""

    def accept(self, way: int, code: str) -> None:
        """The other device's answer to an offer."""

    def beside(self, wait: bool) -> None:
        """Other windows of this browser: ``wait`` for them, or look for one that waits."""

    def send(self, way: int, text: str) -> None: ...

    def close(self, way: int) -> None: ...

    def keep(self, text: str) -> None:
        """Keep what this device needs to come back, in its own storage; "" to forget it."""

    def kept(self) -> str: ...
