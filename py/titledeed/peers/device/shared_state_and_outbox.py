"""The core of a device; each of its parts holds a reference to it."""

from __future__ import annotations

from typing import Any

from ...engine.asks import (
    Over,
)
from .. import ecdsa, messages
from ..draw_hash_chains import CHAIN_LINKS, SIZE, hash_repeatedly
from ..log_entry_fields_and_checks import Drawn, ListEntry, LogFull
from ..replicated_log_entry_rules import ReplicatedLog
from ..signing import poll, sign
from .model import (
    BEAT,
    CLOSES,
    GREETED_AGAIN,
    MOST_NEWS,
    Entropy,
    News,
    OpenDraw,
    OwnActs,
    OwnSeat,
    PeerConnection,
    PendingAnswer,
    Poll,
)


class DeviceCore:
    """The state that all parts of a device share, its outbox and news, and its signatures."""

    def __init__(
        self, id: str, engine: str, entropy: Entropy, chain_links: int = CHAIN_LINKS
    ) -> None:
        """``id``: 16 hexadecimal digits; ``engine``: a hash of engine, books and boards."""
        self.id = id
        self.engine = engine
        self.entropy = entropy
        self.chain_links = chain_links
        self.name = ""
        self.want = "seat"
        self.log: ReplicatedLog | None = None
        self.conns: dict[int, PeerConnection] = {}
        self.mine: dict[int, OwnSeat] = {}
        self.secret = OwnSeat(entropy(SIZE))  # the secrets for a seat that a host gives to it
        self.signs_with = hash_repeatedly(self.secret.secret + b"sign")  # its secret key here
        self._pub = ""
        self.acts = OwnActs()
        self.hosting = False
        self.stopped = ""
        self.doubts = False  # whether this device itself has found the reason for the stop
        self.kept: list[ReplicatedLog] = []
        self.votes: dict[str, Poll] = {}  # by the kind of the entry
        self.drawing: OpenDraw | None = None
        self.pending: list[PendingAnswer] = []
        self.resting = False  # whether people here want draws without this device
        self.whys: dict[int, str] = {}  # why a bot has one of its seats
        # The driver must store this device before it sends the messages in ``out``.
        self.must_store = False
        self.out: list[tuple[int, str | None]] = []
        self.news: list[News] = []
        # By kind and seat: the times at which this device asked its host for an entry over their
        # present connection. The second field has the time of its last request over any connection.
        self.requested: dict[str, list[float]] = {}
        self.asked_for: dict[str, float] = {}
        self.came_by: dict[
            str, int
        ] = {}  # by new device: the connection over which it asked for a seat
        # Devices that have claimed that there is a later host, but whose list has not come.
        self.claims: set[str] = set()
        self.host_heard = 0.0
        # When this device, about to become host, began to collect entries that others have; -1 if it
        # does not.
        self.gathering = -1.0
        self.woke_at = -1e9  # when this device noticed that it had slept
        # By device: the newest message of this device that the other one has provably heard. The values
        # are the time at which this device sent it, and how many entries the other one had then.
        self.answered: dict[str, tuple[float, int]] = {}
        self.heard_of: dict[str, float] = {}  # by device: when somebody last reported hearing it
        # By device: when this device last heard it over a connection that is now closed, or 0.
        self.gone_since: dict[str, float] = {}
        self.loaded_at = (
            0.0  # earlier silence does not count, because this device heard nobody then
        )

    @property
    def count(self) -> int:
        return self.log.count if self.log else 0

    def hello(self, conn: PeerConnection, now: float) -> None:
        """Greet the device at a connection: who this one is, and how much of which log it has."""
        log = self.log
        conn.asked_again = now
        seat = min(self.mine, default=-1)
        token = ""
        # Send one key per connection: the others accept only the next few keys that they have not seen.
        owed = not (conn.introduced or conn.shown or (self.at_table and not self.seats_at(conn)))
        if self.want != "watch" and (owed or not self.mine):
            own = self.mine[seat] if seat >= 0 else self.secret
            token, self.must_store = own.key(), True
            conn.shown = True
        conn.greeted = now
        conn.greeting = messages.write_message(
            "hello",
            protocol=messages.PROTOCOL,
            engine=self.engine,
            device=self.id,
            name=self.name,
            want=self.want,
            game=log.id if log else "",
            seat=seat,
            token=token,
            have=self.count,
            digest=log.digest if log else "",
            epoch=log.epoch if log else 0,
        )
        self.out.append((conn.id, conn.greeting))

    def greet_again(self, conn: PeerConnection, now: float) -> None:
        """Repeat the greeting if the other end of a connection has said nothing but "hello" so far.

        It may not have received this device's greeting."""
        if not conn.knows and conn.greeting and now - conn.greeted >= GREETED_AGAIN:
            conn.greeted = now
            self.out.append((conn.id, conn.greeting))

    def send(self, conn: PeerConnection, kind: str, **fields: Any) -> None:
        self.out.append((conn.id, messages.write_message(kind, **fields)))

    def send_all(self, kind: str, but: PeerConnection | None = None, **fields: Any) -> None:
        text = messages.write_message(kind, **fields)
        self.out += [
            (conn.id, text) for conn in self.conns.values() if conn.joined and conn is not but
        ]

    def drop(self, conn: PeerConnection, reason: str) -> None:
        self.send(conn, "bye", why=reason)
        self.out.append((conn.id, None))
        self.tell("dropped", why=reason, seats=self.seats_at(conn))
        self.conns.pop(conn.id, None)
        self.note_gone(conn)

    def note_gone(self, conn: PeerConnection) -> None:
        """Note when the device of a closed connection was last heard over it."""
        if conn.trusted and conn.device:
            earlier = self.gone_since.get(conn.device, 0.0)
            self.gone_since[conn.device] = max(earlier, conn.heard)

    def tell(self, event: str, **facts: Any) -> None:
        self.news.append(News(event, facts))
        del self.news[:-MOST_NEWS]

    def seats_at(self, conn: PeerConnection) -> list[int]:
        """Return the seats whose answers are accepted over a connection."""
        if self.log is None or not conn.trusted:
            return []
        return self.log.seats_of(conn.device)

    def has_place(self, conn: PeerConnection) -> bool:
        """Whether the device at a connection has a place in the list, even if a bot has taken its seat."""
        holders = self.log.holders if self.log is not None else []
        return conn.trusted and any(holder.device == conn.device for holder in holders)

    def name_of(self, device: str) -> str:
        """Return the name of the people at a device without a seat; "" if it is unknown here."""
        return next((conn.name for conn in self.conns.values() if conn.device == device), "")

    @property
    def at_table(self) -> bool:
        """Whether this device is the host or has a connection to it.

        Then it shows a key only to a device that has a seat. Any other device could show the key to a
        third device and pose as this one."""
        return self.hosting or self.host_conn() is not None

    def lacks_own(self, drawn: Drawn) -> bool:
        return bool(set(drawn.missing) & set(self.mine))

    @property
    def goes_on(self) -> bool:
        """Whether this device has a seat in a game that has begun and is not over."""
        log = self.log
        if log is None or not log.begun or not log.seats_of(self.id):
            return False
        return not isinstance(log.state.ask, Over)

    def is_itself(self, conn: PeerConnection) -> bool:
        """Whether the device at a connection has proven its identity, as far as a seat depends on it."""
        log = self.log
        if log is None or conn.trusted:
            return True
        return all(holder.device != conn.device for holder in log.holders)

    def host_conn(self) -> PeerConnection | None:
        if self.log is None or self.hosting:
            return None
        host = self.log.holders[self.log.host].device
        return next(
            (conn for conn in self.conns.values() if conn.trusted and conn.device == host), None
        )

    def heard_by(self, device: str, now: float) -> tuple[float, int]:
        """Return the send time of this device's newest message that another device must have heard.

        Also return how many entries that device had then, before it added the next one. It has heard a
        message if it has answered a heartbeat, or if its list has an answer or a value of this device.
        A heartbeat without an answer also counts after ``CLOSES`` seconds if the connection is still
        open."""
        known = self.answered.get(device, (-1e9, 0))
        beats = [
            sent
            for conn in self.conns.values()
            if conn.device == device and conn.trusted
            for sent in conn.beats.values()
            if sent <= now - CLOSES
        ]
        return max([known, *((sent, self.count) for sent in beats)])

    def heard_by_host(self, now: float) -> tuple[float, int]:
        log = self.log
        host = log.holders[log.host].device if log is not None else ""
        return self.heard_by(host, now)

    def note_heard(self, device: str, sent: float, have: int) -> None:
        """Note that another device has heard what this one sent, and how many entries it had then."""
        if sent > self.answered.get(device, (-1e9, 0))[0]:
            self.answered[device] = (sent, have)

    def poll_of(self, entry: ListEntry) -> str:
        """Return the name of the question whether to add an entry."""
        return poll(self.asked_at(entry), entry)

    def asked_at(self, entry: ListEntry) -> str:
        """Return the digest of the list when an entry was asked for; signatures of it use this one."""
        log = self.log
        assert log is not None
        return log.digests[min(entry["n"], log.count)] if "n" in entry else log.at

    @property
    def pub(self) -> str:
        """This device's public key at this table."""
        self._pub = self._pub or ecdsa.public_key(self.signs_with)
        return self._pub

    def sign(self, entry: ListEntry, seat: int) -> str:
        """Return this device's signature for an entry, or its agreement to it, for a seat.

        "" if the seat has no public key of this device in the list."""
        log = self.log
        assert log is not None
        named = entry["seat"] == seat and entry["pub"] if "pub" in entry else ""
        if self.pub not in (named, log.holders[seat].pub):
            return ""
        return sign(self.signs_with, log.id, seat, self.asked_at(entry), entry)

    def ask_for_missing(self, conn: PeerConnection, now: float) -> None:
        """Ask for missing entries, by saying which ones this device has; at most once in ``BEAT``."""
        if now - conn.asked_again >= BEAT:
            self.hello(conn, now)

    def stop(self, reason: str, seat: int, digest: str, draw: int = 0) -> None:
        log = self.log
        assert log is not None
        self.stopped, self.doubts = reason, True
        self.tell("stopped", why=reason, seat=seat, draw=draw)
        self.send_all("stop", n=log.count, seat=seat, digest=log.digest, why=reason)

    def stop_full(self, error: LogFull) -> None:
        """Stop because nothing more can be added to the list."""
        log = self.log
        assert log is not None
        if not self.stopped:
            self.stop(str(error), log.host, log.digest)

    def step_down(self, now: float) -> None:
        self.hosting = False
        self.votes.clear()
        self.host_heard = now
