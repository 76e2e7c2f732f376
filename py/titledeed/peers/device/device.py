"""One device at a shared table: host, guest or spectator.

The host puts all answers into one order, and every device plays them in its own engine. A driver calls
``connect``, ``receive``, ``lost`` and ``tick`` with the time in seconds. After each call, it stores
``stored()`` (before anything else if ``must_store`` is set) and sends the messages in ``out`` (None
closes the connection). It also shows people the ``news``. This package, not the driver, decides
which device may answer for which seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.record import Record
from .. import messages
from ..common_prefix_of_logs import common_count
from ..draw_hash_chains import CHAIN_LINKS, SIZE
from ..log_entry_fields_and_checks import (
    MOST_ENTRIES,
    REASONS,
    LogError,
    LogFull,
    check_whole_number,
    id_in,
    refusing_damage,
    secret_in,
)
from ..messages import MessageError
from ..replicated_log_entry_rules import ReplicatedLog, replay_log
from ..strategies_in_head import with_rules_to_send
from .admission_and_seating import Seating
from .heartbeats import Heartbeats
from .host_takeover_in_fixed_order import HostTakeover
from .log_append import LogAppend
from .log_sync_and_split_tables import LogSync
from .model import (
    BEAT,
    MOST_STRANGE,
    SLEPT,
    Entropy,
    OwnSeat,
    seat_entry,
)
from .own_seat_forgery_checks import HostChecks
from .ready_then_reveal_draws import Draws
from .seat_requests_to_host import SeatRequests
from .shared_state_and_outbox import DeviceCore
from .unanimous_votes import Polls
from .who_is_silent_or_replaceable import Absence


class Device(DeviceCore):
    """A device: the core and its parts, each of which handles some kinds of messages."""

    def __init__(
        self, id: str, engine: str, entropy: Entropy, chain_links: int = CHAIN_LINKS
    ) -> None:
        """As :class:`DeviceCore`."""
        super().__init__(id, engine, entropy, chain_links)

        def proceed(now: float) -> None:
            self.proceed(now)

        self.absence = Absence(self)
        self.host_checks = HostChecks(self, self.absence)
        self.log_append = LogAppend(self, self.absence, self.host_checks, proceed)
        self.log_sync = LogSync(self, self.host_checks, self.log_append)
        self.draws = Draws(self, self.absence, self.log_append)
        self.polls = Polls(self, self.absence, self.log_append, proceed)
        self.seat_requests = SeatRequests(self, self.absence, self.log_append, self.polls, proceed)
        self.heartbeats = Heartbeats(self, self.absence, self.draws)
        self.host_takeover = HostTakeover(self, self.absence, self.log_append, self.log_sync)
        self.seating = Seating(
            self, self.log_append, self.log_sync, self.draws, self.polls, self.seat_requests
        )
        parts = (
            *(self.log_append, self.log_sync, self.draws, self.polls),
            *(self.seat_requests, self.heartbeats, self.host_takeover, self.seating),
        )
        # By kind of message: the part that handles it.
        self._handlers = {
            kind: part for part in parts for kind in messages.KINDS if hasattr(part, f"on_{kind}")
        }
        self._begins = False  # whether the people of the host want to begin
        self._beat = -BEAT
        self._events_at = 0.0  # the time of the last event
        # The methods that a driver calls.
        self.connect, self.lost = self.seating.connect, self.seating.lost
        self.leave, self.signal = self.seating.leave, self.seating.signal
        self.rename, self.sit_down = self.seating.rename, self.seating.sit_down
        self.say, self.say_for_bot = self.log_append.say, self.log_append.say_for_bot
        self.go_on, self.follow = self.log_append.go_on, self.log_sync.follow
        self.rest, self.take_back = self.seat_requests.rest, self.seat_requests.take_back
        self.ask_undo, self.ask_seat = self.polls.ask_undo, self.polls.ask_seat
        self.agree, self.needed = self.polls.agree, self.polls.needed
        self.pause, self.pause_as_spectator = self.polls.pause, self.polls.pause_as_spectator
        self.place = self.polls.place
        self.here, self.lacking = self.absence.here, self.absence.lacking
        self.silent_for, self.unheard_for = self.absence.silent_for, self.absence.unheard_for
        self.has_told, self.stays_out = self.absence.has_told, self.absence.stays_out
        self.overdue, self.bot_may_sit = self.absence.overdue, self.absence.bot_may_sit
        self.silent_with = self.absence.silent_with
        self.bot_leaves_one = self.absence.bot_leaves_one

    def open(self, record: Record, seats: list[int], now: float) -> None:
        """Open a table as its host, with the given seats as this device's own. Raises
        :class:`LoadError`."""
        self.log = ReplicatedLog(with_rules_to_send(record), self.entropy(8).hex())
        self.hosting = True
        self.host_heard = now
        self.log_append.append({"e": "host", "epoch": 1, "seat": seats[0]}, now)
        for seat in seats:
            own = self.mine[seat] = OwnSeat(self.entropy(SIZE))
            self.log_append.append(seat_entry(seat, self.id, own.key(), ""), now)
        self.proceed(now)

    def begin(self, now: float) -> None:
        """As the host, begin the game once all seats are taken and all devices have a chain."""
        self._begins = True
        self.proceed(now)

    def stored(self) -> dict[str, Any]:
        """Return all that this device needs to return after a reload.

        This includes secrets, so it must stay in the device's own storage."""
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
            "head": log.sent_head(),
            "entries": list(log.entries),
            "own": own,
            "links": self.chain_links,
            "signs": self.signs_with.hex(),
            "unverified": sorted({signature.index for signature in log.unverified}),
            "agreed": list(self.acts.agreed),
            "openings": list(self.acts.openings),
            "rests": sorted(self.acts.rests),
            "forgiven": sorted(self.acts.forgiven),
            "unbelieved": sorted(self.acts.unbelieved),
            "whys": {str(seat): reason for seat, reason in self.whys.items()},
            "came": [came.k, came.at, {str(s): v for s, v in came.reveals.items()}]
            if (came := self.drawing) is not None
            else [],
            "heard": {
                device: [self._events_at - sent, have]
                for device, (sent, have) in self.answered.items()
            },
            "kept": [
                [(common := common_count(log, half)), list(half.entries[common:])]
                for half in self.kept
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
        """Return the device that ``stored()`` described ``away`` seconds ago.

        Raises :class:`LogError` or :class:`LoadError`."""
        with refusing_damage():
            if stored.get("protocol") != messages.PROTOCOL:
                raise LogError(
                    "An earlier version of the program saved this connection, so it can’t "
                    "be restored. The game itself is still in your saved games."
                )
            return cls._restored(stored, engine, entropy, now, away)

    @classmethod
    def _restored(
        cls, stored: Mapping[str, Any], engine: str, entropy: Entropy, now: float, away: float
    ) -> Device:
        device = cls(
            id_in(stored["device"]),
            engine,
            entropy,
            check_whole_number(stored["links"], 1, CHAIN_LINKS),
        )
        device.acts.recalls = False
        device.log = replay_log(stored["head"], id_in(stored["game"]), stored["entries"])
        device.signs_with = secret_in(stored["signs"])
        later = {check_whole_number(index, 0, MOST_ENTRIES) for index in stored["unverified"]}
        device.log.unverified = [
            signature for signature in device.log.unverified if signature.index in later
        ]
        device._events_at = device.loaded_at = now
        device.acts.agreed = dict.fromkeys(map(str, stored["agreed"]))
        device.acts.openings = dict.fromkeys(map(str, stored["openings"]))
        device.acts.forgiven = set(map(str, stored.get("forgiven", ())))
        device.acts.unbelieved = {id_in(other) for other in stored.get("unbelieved", ())}
        device.acts.rests = {check_whole_number(n, 0, MOST_ENTRIES) for n in stored["rests"]}
        device.answered = {
            id_in(other): (now - away - float(age), check_whole_number(have, 0, MOST_ENTRIES))
            for other, (age, have) in stored["heard"].items()
        }
        device.whys = {int(s): why for s, why in stored["whys"].items() if why in REASONS}
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
            device.acts.stored_ids[int(seat)] = device.log.last_ids[int(seat)]
        if came := stored.get("came"):
            k, at, reveals = came
            device.draws.restore_values(k, at, reveals, now)
        for common, entries in stored.get("kept", ()):
            own_part = stored["entries"][:common]
            device.kept.append(replay_log(stored["head"], stored["game"], [*own_part, *entries]))
        return device

    def receive(self, via_id: int, text: object, now: float) -> None:
        """Handle a message from a connection. It raises nothing, whatever the text: a bad message closes
        it."""
        conn = self.conns.get(via_id)
        if conn is None:
            return
        if not conn.rate.takes(now):
            self.drop(conn, "Too many messages in a second.")
            return
        try:
            message = messages.read_message(text)
            if not conn.device and message["m"] not in ("hello", "bye"):
                conn.strange += 1
                if conn.strange > MOST_STRANGE:
                    raise MessageError("A device says hello first.")
                return  # its greeting was lost; it will repeat it
        except MessageError as error:
            self.drop(conn, str(error))
            return
        if message["m"] in messages.REQUESTS and not conn.requests.takes(now):
            self.drop(conn, "Too many requests in a minute.")
            return
        conn.heard = now
        conn.knows = conn.knows or message["m"] != "hello"
        self._noticed(now)
        try:
            kind = message["m"]
            getattr(self._handlers[kind], f"on_{kind}")(conn, message, now)
            self.proceed(now)
        except LogFull as error:
            self.stop_full(error)

    def tick(self, now: float) -> None:
        """Handle the passing of time. The driver calls it about every half second."""
        self._noticed(now)
        if now - self._beat >= BEAT:
            self._beat = now
            for conn in self.conns.values():
                if conn.device:
                    self.heartbeats.send_heartbeat(conn, -1, now)
                self.greet_again(conn, now)
        self.host_heard = self.host_heard or now
        if self.log is not None:
            try:
                self.host_takeover.take_over_if_host_is_lost(now)
                self.polls.lapse(now)
                self.log_append.verify_one()
                self.log_append.repeat_pending(now)
                self.draws.reveal_late(now)
                self.proceed(now)
            except LogFull as error:
                self.stop_full(error)

    def _noticed(self, now: float) -> None:
        """Note the time of an event, and whether this device has slept, or was cut off, before it."""
        if self._events_at and now - self._events_at > SLEPT:
            self.woke_at = now
        self._events_at = now

    def proceed(self, now: float) -> None:
        """Do everything that is now possible: commit to chains, draw, and carry out agreed requests."""
        if self.log is None or self.stopped:
            return
        self.seat_requests.ask_again(now)
        while self.hosting and not self.stopped:
            before = self.log.count
            self.seat_requests.enter_waiting(now)
            self._begin_complete(now)
            self.draws.advance(now)
            self.polls.settle(now)
            if self.log.count == before:
                return
            self.seat_requests.ask_again(now)

    def _begin_complete(self, now: float) -> None:
        """Begin the game, if people want to and every device has committed to its chain."""
        log = self.log
        assert log is not None
        if not self._begins or log.begun:
            return
        if all(
            holder.bot or (holder.device and n in log.chains)
            for n, holder in enumerate(log.holders)
        ):
            self.log_append.append({"e": "begin"}, now)
