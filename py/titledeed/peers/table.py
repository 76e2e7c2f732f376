"""One device at a shared table: host, guest or spectator.

The host puts all answers into one order, and every device plays them in its own engine. A driver calls
``connect``, ``receive``, ``lost`` and ``tick`` with the time in seconds. After each call it stores
``stored()`` (before anything else, if ``must_store`` is set), sends the messages in ``out`` (None closes the
link), and shows people the ``news``. This package, not the driver, decides which device may answer for
which seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine.record import Record
from . import messages
from .chains import LINKS, SIZE
from .device.agreements import Agreements
from .device.base import BEAT, MOST_STRANGE, SLEPT, Entropy, Own
from .device.draws import Draws
from .device.lists import Lists
from .device.order import Order
from .device.presence import Presence
from .device.requests import Requests
from .device.seating import Seating
from .ledger import (
    MOST_ENTRIES,
    REASONS,
    Full,
    Ledger,
    Wrong,
    id_in,
    refusing_damage,
    replayed,
    secret_in,
    whole,
)
from .messages import Bad


class Device(Seating, Lists, Order, Draws, Agreements, Requests, Presence):
    """A device. Its base classes, one to a module of ``device/``, each handle one part of the protocol."""

    def open(self, record: Record, seats: list[int], now: float) -> None:
        """Open a table as its host, with the given seats as this device's own. Raises
        :class:`Unloadable`."""
        self.ledger = Ledger(record, self.entropy(8).hex())
        self.hosting = True
        self._host_heard = now
        self._append({"e": "host", "epoch": 1, "seat": seats[0]}, now)
        for seat in seats:
            own = self.mine[seat] = Own(self.entropy(SIZE))
            self._append(self._sits(seat, self.id, own.key(), ""), now)
        self._proceed(now)

    def begin(self, now: float) -> None:
        """Begin the game, as the host, once all seats are taken and every device has committed to a chain."""
        self._begins = True
        self._proceed(now)

    def stored(self) -> dict[str, Any]:
        """All that this device needs to return after a reload. It contains secrets, so it must stay in the
        device's own storage."""
        ledger = self.ledger
        assert ledger is not None
        own = {
            str(seat): [
                *(o.secret.hex(), o.tries, o.made),
                *(list(o.anchors), {anchor: list(last) for anchor, last in o.told.items()}),
            ]
            for seat, o in self.mine.items()
        }
        return {
            "protocol": messages.PROTOCOL,
            "device": self.id,
            "game": ledger.id,
            "head": ledger.head(),
            "entries": list(ledger.entries),
            "own": own,
            "links": self.chain_links,
            "signs": self._signs_with.hex(),
            "unverified": sorted({signature.index for signature in ledger.unverified}),
            "agreed": list(self._agreed),
            "openings": list(self._openings),
            "rests": sorted(self._rests),
            "whys": {str(seat): why for seat, why in self._whys.items()},
            "heard": {
                device: [self._events_at - sent, have]
                for device, (sent, have) in self._answered.items()
            },
            "kept": [
                [(common := ledger.common(half)), list(half.entries[common:])] for half in self.kept
            ],
        }

    @classmethod
    def restore(
        cls,
        stored: Mapping[str, Any],
        engine: str,
        entropy: Entropy,
        now: float = 1.0,
        away: float = 1e9,
    ) -> Device:
        """The device that ``stored()`` described ``away`` seconds ago. Raises :class:`Wrong` or
        :class:`Unloadable`."""
        with refusing_damage():
            if stored.get("protocol") != messages.PROTOCOL:
                raise Wrong(
                    "An earlier version of the program stored this table. Its game is among the"
                    " saved games."
                )
            return cls._restored(stored, engine, entropy, now, away)

    @classmethod
    def _restored(
        cls, stored: Mapping[str, Any], engine: str, entropy: Entropy, now: float, away: float
    ) -> Device:
        device = cls(id_in(stored["device"]), engine, entropy, whole(stored["links"], 1, LINKS))
        device._recalls = False
        device.ledger = replayed(stored["head"], id_in(stored["game"]), stored["entries"])
        device._signs_with = secret_in(stored["signs"])
        later = {whole(index, 0, MOST_ENTRIES) for index in stored["unverified"]}
        device.ledger.unverified = [s for s in device.ledger.unverified if s.index in later]
        device._events_at = now
        device._agreed = dict.fromkeys(map(str, stored["agreed"]))
        device._openings = dict.fromkeys(map(str, stored["openings"]))
        device._rests = {whole(n, 0, MOST_ENTRIES) for n in stored["rests"]}
        device._answered = {
            id_in(other): (now - away - float(age), whole(have, 0, MOST_ENTRIES))
            for other, (age, have) in stored["heard"].items()
        }
        device._whys = {int(s): why for s, why in stored["whys"].items() if why in REASONS}
        for seat, (secret, tries, chains, anchors, told) in stored["own"].items():
            whole(chains, 0, MOST_ENTRIES)
            own = Own(secret_in(secret), whole(tries, 0, MOST_ENTRIES))
            device.mine[int(seat)] = own
            own.made = max(0, chains - 2)  # older chains are used up
            for _ in range(own.made, chains):
                own.commit(device.chain_links)
            own.offered = ""
            own.anchors = dict.fromkeys(map(str, anchors))
            own.told = {
                anchor: (whole(index, 0, MOST_ENTRIES), whole(k, 0, MOST_ENTRIES), str(at))
                for anchor, (index, k, at) in told.items()
            }
            device._stored_ids[int(seat)] = device.ledger.last_ids[int(seat)]
        for common, entries in stored.get("kept", ()):
            own_part = stored["entries"][:common]
            device.kept.append(replayed(stored["head"], stored["game"], [*own_part, *entries]))
        return device

    def receive(self, link: int, text: object, now: float) -> None:
        """Handle a message from a link. It raises nothing, whatever the text: a bad message closes the
        link."""
        way = self.links.get(link)
        if way is None:
            return
        if not way.rate.takes(now):
            self._drop(way, "Too many messages in a second.")
            return
        try:
            message = messages.read(text)
            if not way.device and message["m"] not in ("hello", "bye"):
                way.strange += 1
                if way.strange > MOST_STRANGE:
                    raise Bad("A device says hello first.")
                return  # its greeting was lost: it repeats it
        except Bad as error:
            self._drop(way, str(error))
            return
        if message["m"] in messages.REQUESTS and not way.requests.takes(now):
            self._drop(way, "Too many requests in a minute.")
            return
        way.heard = now
        way.knows = way.knows or message["m"] != "hello"
        self._noticed(now)
        try:
            getattr(self, f"_on_{message['m']}")(way, message, now)
            self._proceed(now)
        except Full as error:
            self._stop_full(error)

    def tick(self, now: float) -> None:
        """Handle the passing of time. The driver calls it about every half second."""
        self._noticed(now)
        if now - self._beat >= BEAT:
            self._beat = now
            for link in self.links.values():
                if link.device:
                    self._still(link, -1, now)
                self._greet_again(link, now)
        self._host_heard = self._host_heard or now
        if self.ledger is not None:
            try:
                self._watch_host(now)
                self._lapse_votes(now)
                self._verify_one()
                self._repeat_pending(now)
                self._proceed(now)
            except Full as error:
                self._stop_full(error)

    def _noticed(self, now: float) -> None:
        """Note the time of an event, and whether this device has slept, or was cut off, before it."""
        if self._events_at and now - self._events_at > SLEPT:
            self._woke_at = now
        self._events_at = now

    def _proceed(self, now: float) -> None:
        """Do what has become possible: commit to chains, draw, and carry out what all have agreed to."""
        if self.ledger is None or self.stopped:
            return
        self._repeat_requests(now)
        while self.hosting and not self.stopped:
            before = self.ledger.count
            self._enter_requests(now)
            self._begin_complete(now)
            self._advance_draw(now)
            self._settle_votes(now)
            if self.ledger.count == before:
                return
            self._repeat_requests(now)

    def _begin_complete(self, now: float) -> None:
        """Begin, if people want to and every device has committed to its chain."""
        ledger = self.ledger
        assert ledger is not None
        if not self._begins or ledger.begun:
            return
        if all(p.bot or (p.device and n in ledger.chains) for n, p in enumerate(ledger.places)):
            self._append({"e": "begin"}, now)
