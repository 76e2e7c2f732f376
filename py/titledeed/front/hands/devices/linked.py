"""One device at one table, and the ways that lead from it to the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ....peers.device.base import News
from ....peers.sdp import Foreign
from ....peers.table import Device
from ....peers.ways import Ways

# Two kinds of code that devices send through one that is linked to both.
_OFFER: Final = "o"
_ANSWER: Final = "a"


class Linked:
    """Carries what the device has to send, and finds the others of its table through those it knows."""

    def __init__(
        self,
        device: Device,
        ways: Ways,
        now: Callable[[], float],
        told: Callable[[News], None],
    ) -> None:
        """``told``: what people, or the driver, are to know."""
        self.device, self.ways, self._now, self._told = device, ways, now, told
        self.own: set[int] = set()  # ways that people here have opened
        self._finding: dict[str, int] = {}  # ways to devices that somebody introduces
        self._through: dict[int, tuple[int, str]] = {}  # and over which link, to which device
        self._called: set[int] = set()  # those of them that the other device began

    def has(self, way: int) -> bool:
        """Whether a way is one of this device's."""
        return way in self.own or way in self._through or way in self.device.links

    def code(self, way: int, code: str) -> bool:
        """The code of a way; False where it is to be shown to people."""
        if way not in self._through:
            return False
        link, other = self._through[way]
        kind = _ANSWER if way in self._called else _OFFER
        self.device.signal(link, other, kind + code)
        self.carry()
        return True

    def opened(self, way: int, chosen: bool = False) -> None:
        """``chosen``: people here believe that it is who it says."""
        introduced = self._through[way][1] if way in self._through else ""
        self.device.connect(way, self._now(), introduced, chosen or way in self._called)
        self.carry()

    def arrived(self, way: int, text: str) -> None:
        self.device.receive(way, text, self._now())
        self.carry()

    def closed(self, way: int) -> None:
        self.device.lost(way, self._now())
        self.gave_up(way)
        self.carry()

    def gave_up(self, way: int) -> None:
        """A way that came to nothing may be tried anew."""
        _link, other = self._through.pop(way, (0, ""))
        if self._finding.get(other) == way:
            del self._finding[other]

    def tick(self) -> None:
        self.device.tick(self._now())
        self.carry()

    def carry(self) -> None:
        """Send what the device has to send, and tell what it has to tell."""
        device = self.device
        out, device.out = device.out, []
        for way, text in out:
            if text is None:
                self.ways.close(way)
            else:
                self.ways.send(way, text)
        news, device.news = device.news, []
        for piece in news:
            if piece.what == "signal":
                facts = piece.facts
                self._signalled(facts["by"], facts["through"], facts["code"])
            else:
                self._told(piece)
        self._introduce()

    def _introduce(self) -> None:
        """Guests find one another through one that both know: the one of the lower name calls. Who has
        no seat calls all, since nobody else knows of it."""
        device = self.device
        if device.ledger is None or device.hosting:
            return
        link = next((k for k in device.links.values() if k.joined), None)
        known = {k.device for k in device.links.values()}
        for place in device.ledger.places:
            other = place.device
            if link is None or not other or other in known or other in self._finding:
                continue
            calls = device.id < other or not device.ledger.seats_of(device.id)
            if calls and other not in (device.id, link.device):
                way = self.ways.offer()
                self._finding[other] = way
                self._through[way] = (link.id, other)

    def _signalled(self, by: str, through: int, code: str) -> None:
        try:
            if code.startswith(_OFFER):
                if by in self._finding:
                    if self.device.id < by:  # both have called: the lower name's call counts
                        return
                    self.ways.close(self._finding[by])
                    self.gave_up(self._finding[by])
                way = self.ways.answer(code[1:])
                self._finding[by] = way
                self._through[way] = (through, by)
                self._called.add(way)
            elif code.startswith(_ANSWER) and by in self._finding:
                self.ways.accept(self._finding[by], code[1:])
        except Foreign:
            return
