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

from ...engine.record import Record
from .. import messages
from ..hash_chains import LINKS, SIZE
from ..messages import MessageError
from ..replicated_log import (
    MOST_ENTRIES,
    REASONS,
    LogError,
    LogFull,
    ReplicatedLog,
    check_whole_number,
    id_in,
    refusing_damage,
    replay_log,
    secret_in,
)
from .base import BEAT, MOST_STRANGE, SLEPT, Entropy, OwnSeat
from .commit_reveal import CommitRevealPart
from .log_append import AppendPart
from .log_sync import SyncPart
from .presence import PresencePart
from .requests import Requests
from .seating import SeatingPart
from .votes import VotesPart


class Device(
    SeatingPart, SyncPart, AppendPart, CommitRevealPart, VotesPart, Requests, PresencePart
):
    """A device. Its base classes, one to a module of ``device/``, each handle one part of the protocol."""

    def open(self, record: Record, seats: list[int], now: float) -> None:
        """Open a table as its host, with the given seats as this device's own. Raises
        :class:`LoadError`."""
        self.log = ReplicatedLog(record, self.entropy(8).hex())
        self.hosting = True
        self._host_heard = now
        self._append({"e": "host", "epoch": 1, "seat": seats[0]}, now)
        for seat in seats:
            own = self.mine[seat] = OwnSeat(self.entropy(SIZE))
            self._append(self._sits(seat, self.id, own.key(), ""), now)
        self._proceed(now)

    def begin(self, now: float) -> None:
        """Begin the game, as the host, once all seats are taken and every device has committed to a chain."""
        self._begins = True
        self._proceed(now)

    def stored(self) -> dict[str, Any]:
        """All that this device needs to return after a reload. It contains secrets, so it must stay in the
        device's own storage."""
        log = self.log
        assert log is not None
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
            "game": log.id,
            "head": log.head(),
            "entries": list(log.entries),
            "own": own,
            "links": self.chain_links,
            "signs": self._signs_with.hex(),
            "unverified": sorted({signature.index for signature in log.unverified}),
            "agreed": list(self._agreed),
            "openings": list(self._openings),
            "rests": sorted(self._rests),
            "forgiven": sorted(self._forgiven),
            "whys": {str(seat): reason for seat, reason in self._whys.items()},
            "came": [came.k, came.at, {str(s): v for s, v in came.reveals.items()}]
            if (came := self._drawing) is not None
            else [],
            "heard": {
                device: [self._events_at - sent, have]
                for device, (sent, have) in self._answered.items()
            },
            "kept": [
                [(common := log.common(half)), list(half.entries[common:])] for half in self.kept
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
        """The device that ``stored()`` described ``away`` seconds ago. Raises :class:`LogError` or
        :class:`LoadError`."""
        with refusing_damage():
            if stored.get("protocol") != messages.PROTOCOL:
                raise LogError(
                    "An earlier version of the program stored this table. Its game is among the"
                    " saved games."
                )
            return cls._restored(stored, engine, entropy, now, away)

    @classmethod
    def _restored(
        cls, stored: Mapping[str, Any], engine: str, entropy: Entropy, now: float, away: float
    ) -> Device:
        device = cls(
            id_in(stored["device"]), engine, entropy, check_whole_number(stored["links"], 1, LINKS)
        )
        device._recalls = False
        device.log = replay_log(stored["head"], id_in(stored["game"]), stored["entries"])
        device._signs_with = secret_in(stored["signs"])
        later = {check_whole_number(index, 0, MOST_ENTRIES) for index in stored["unverified"]}
        device.log.unverified = [
            signature for signature in device.log.unverified if signature.index in later
        ]
        device._events_at = now
        device._agreed = dict.fromkeys(map(str, stored["agreed"]))
        device._openings = dict.fromkeys(map(str, stored["openings"]))
        device._forgiven = set(map(str, stored.get("forgiven", ())))
        device._rests = {check_whole_number(n, 0, MOST_ENTRIES) for n in stored["rests"]}
        device._answered = {
            id_in(other): (now - away - float(age), check_whole_number(have, 0, MOST_ENTRIES))
            for other, (age, have) in stored["heard"].items()
        }
        device._whys = {int(s): why for s, why in stored["whys"].items() if why in REASONS}
        for seat, (secret, tries, chains, anchors, told) in stored["own"].items():
            check_whole_number(chains, 0, MOST_ENTRIES)
            own = OwnSeat(secret_in(secret), check_whole_number(tries, 0, MOST_ENTRIES))
            device.mine[int(seat)] = own
            own.made = max(0, chains - 2)  # older chains are used up
            for _ in range(own.made, chains):
                own.commit(device.chain_links)
            own.offered = ""
            own.anchors = dict.fromkeys(map(str, anchors))
            own.told = {
                anchor: (
                    check_whole_number(index, 0, MOST_ENTRIES),
                    check_whole_number(k, 0, MOST_ENTRIES),
                    str(at),
                )
                for anchor, (index, k, at) in told.items()
            }
            device._stored_ids[int(seat)] = device.log.last_ids[int(seat)]
        if came := stored.get("came"):
            k, at, reveals = came
            device._restore_values(k, at, reveals, now)
        for common, entries in stored.get("kept", ()):
            own_part = stored["entries"][:common]
            device.kept.append(replay_log(stored["head"], stored["game"], [*own_part, *entries]))
        return device

    def receive(self, via_id: int, text: object, now: float) -> None:
        """Handle a message from a link. It raises nothing, whatever the text: a bad message closes the
        link."""
        conn = self.links.get(via_id)
        if conn is None:
            return
        if not conn.rate.takes(now):
            self._drop(conn, "Too many messages in a second.")
            return
        try:
            message = messages.read_message(text)
            if not conn.device and message["m"] not in ("hello", "bye"):
                conn.strange += 1
                if conn.strange > MOST_STRANGE:
                    raise MessageError("A device says hello first.")
                return  # its greeting was lost: it repeats it
        except MessageError as error:
            self._drop(conn, str(error))
            return
        if message["m"] in messages.REQUESTS and not conn.requests.takes(now):
            self._drop(conn, "Too many requests in a minute.")
            return
        conn.heard = now
        conn.knows = conn.knows or message["m"] != "hello"
        self._noticed(now)
        try:
            getattr(self, f"_on_{message['m']}")(conn, message, now)
            self._proceed(now)
        except LogFull as error:
            self._stop_full(error)

    def tick(self, now: float) -> None:
        """Handle the passing of time. The driver calls it about every half second."""
        self._noticed(now)
        if now - self._beat >= BEAT:
            self._beat = now
            for conn in self.links.values():
                if conn.device:
                    self._still(conn, -1, now)
                self._greet_again(conn, now)
        self._host_heard = self._host_heard or now
        if self.log is not None:
            try:
                self._watch_host(now)
                self._lapse_votes(now)
                self._verify_one()
                self._repeat_pending(now)
                self._reveal_late(now)
                self._proceed(now)
            except LogFull as error:
                self._stop_full(error)

    def _noticed(self, now: float) -> None:
        """Note the time of an event, and whether this device has slept, or was cut off, before it."""
        if self._events_at and now - self._events_at > SLEPT:
            self._woke_at = now
        self._events_at = now

    def _proceed(self, now: float) -> None:
        """Do what has become possible: commit to chains, draw, and carry out what all have agreed to."""
        if self.log is None or self.stopped:
            return
        self._repeat_requests(now)
        while self.hosting and not self.stopped:
            before = self.log.count
            self._enter_requests(now)
            self._begin_complete(now)
            self._advance_draw(now)
            self._settle_votes(now)
            if self.log.count == before:
                return
            self._repeat_requests(now)

    def _begin_complete(self, now: float) -> None:
        """Begin, if people want to and every device has committed to its chain."""
        log = self.log
        assert log is not None
        if not self._begins or log.begun:
            return
        if all(
            holder.bot or (holder.device and n in log.chains) for n, holder in enumerate(log.places)
        ):
            self._append({"e": "begin"}, now)
