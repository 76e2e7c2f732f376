"""The data that all parts of a device share: its list, links, own seats, outbox and news."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ...engine.answers import (
    Answer,
)
from ...engine.asks import (
    Over,
)
from .. import ecdsa, messages
from ..hash_chains import LINKS, SIZE, HashChain, hash_repeatedly, text_of
from ..messages import Message, Rate, Window
from ..replicated_log import Drawn, ListEntry, LogFull, ReplicatedLog
from ..signing import poll, sign

# Times are in seconds.
BEAT: Final = 1.0  # between two heartbeats
SILENT: Final = 3.0  # of silence after which a device is shown as away
HOST_LOST: Final = 5.0  # of a host's silence after which the first device in line takes over,
NEXT_IN_LINE: Final = 4.0  # and this much longer for each further device in line
GATHERING: Final = 1.0  # in which a new host collects entries that the others have and it lacks
BOT_AFTER: Final = 40.0  # without a sign, or without its value, after which a bot may take a seat
CLOSES: Final = 40.0  # in which a browser closes a connection whose other end hears nothing
UNASKED_AFTER: Final = 600.0  # of silence after which an undo does not need a seat's agreement
MARGIN: Final = 30.0  # by which other devices may know later than this one that a seat was heard
ASKED_AGAIN: Final = 3.0  # after which a draw's values, chains and requests are asked for again
READY: Final = 5.0  # for which a device's word counts that it is ready to tell its value
SLEPT: Final = 5.0  # without any event, after which this device has slept or was cut off
VOTE_LASTS: Final = 120.0  # after which a question that nobody answers lapses
MOST_WATCHING: Final = 12  # spectators
MOST_PENDING: Final = 4  # answers that the host has not confirmed
SAID_AGAIN: Final = 3.0  # after which a device says again what the host has not confirmed
GREETED_AGAIN: Final = (
    3.0  # after which a device repeats a greeting to which nobody has said anything
)
MOST_STRANGE: Final = 100  # messages of a device that come before its greeting, and are passed over
MOST_KEPT: Final = 4  # lists of other halves of a split table
MOST_NEWS: Final = 200
MOST_OPENINGS: Final = (
    600  # draws of any list that this device remembers to have told its values for
)
_KEYS: Final = 500  # keys of a seat: the number of times that its device may return
LOW: Final = 50  # values of a chain that are left when its seat commits to the next chain

Entropy = Callable[[int], bytes]


def opening(k: int, at: str) -> str:
    """How this device notes an open draw for which it has told its values: by number and name."""
    return f"{k} {at}"


@dataclass(frozen=True)
class News:
    """News for people or for the driver: ``what`` is its kind, ``facts`` its details."""

    what: str
    facts: Mapping[str, Any]


class OwnSeat:
    """The secrets of one of this device's own seats: its hash chains for draws, and the chain of keys with
    which the device proves that the seat is its own."""

    def __init__(self, secret: bytes, tries: int = 0) -> None:
        self.secret = secret
        self.tries = tries
        self.made = 0
        self.chains: dict[str, HashChain] = {}
        self.anchors: dict[str, None] = {}  # all that were made here
        # By anchor: the last value told, as its index in the chain, and the number and name of its draw.
        self.told: dict[str, tuple[int, int, str]] = {}
        self.offered = ""
        self._keys = HashChain(hash_repeatedly(secret + b"keys"), _KEYS)

    def key(self) -> str:
        """The next key. A key serves once, so that a device that has seen it cannot take the seat."""
        self.tries += 1
        return text_of(self._keys.value(min(self.tries, _KEYS)))

    def commit(self, links: int) -> str:
        """Make a new chain and return its anchor."""
        chain = HashChain(hash_repeatedly(self.secret + b"chain %d" % self.made), links)
        self.made += 1
        self.offered = text_of(chain.anchor)
        self.anchors[self.offered] = None
        self.chains[self.offered] = chain
        for old in list(self.chains)[:-3]:
            del self.chains[old]
            self.told.pop(old, None)
        return self.offered

    def value(self, anchor: str, index: int, k: int, at: str) -> str:
        """A value of a chain, for draw ``k`` of the name ``at``; "" if it cannot be told. Each value is told
        for one draw: a second one with it would be one that others can foresee."""
        chain = self.chains.get(anchor)
        if chain is None or not 0 < index <= chain.links or not self.may_tell(anchor, index, k, at):
            return ""
        return text_of(chain.value(index))

    def may_tell(self, anchor: str, index: int, k: int, at: str) -> bool:
        last = self.told.get(anchor)
        return last is None or index > last[0] or (index, k, at) == last


@dataclass
class PeerConnection:
    """A connection to one other device. ``introduced``: that device's id if the driver knows it, else "".
    ``chosen``: the people here have asked for this connection. ``watch``: they have invited its device to
    watch."""

    id: int
    introduced: str
    heard: float
    chosen: bool = False
    watch: bool = False
    rate: Rate = field(default_factory=lambda: Rate(messages.MOST_SECOND, 1))
    offers: Rate = field(default_factory=lambda: Rate(messages.MOST_OFFERS, 60))
    requests: Rate = field(default_factory=lambda: Rate(messages.MOST_REQUESTS, 60))
    lists: Rate = field(default_factory=lambda: Rate(messages.MOST_LISTS, 60))
    device: str = ""
    name: str = ""  # what its people call themselves
    shown: bool = False  # it has been shown a key of this device
    keyed: bool = False  # its key has been entered in the list
    trusted: bool = False  # it has proven that its seats are its own
    joined: bool = False  # it gets new entries as they come
    apart: bool = False  # it holds the other half of a split table
    here: tuple[int, ...] = ()  # the seats that it hears
    opens: tuple[int, str] = (0, "")  # number and name of the draw that it last said is open there
    asks: Window = field(default_factory=lambda: Window(messages.MOST_POLLS, 60))
    beats: dict[int, float] = field(default_factory=dict)  # when each unanswered beat was sent
    asked_again: float = -10.0  # the time of the last request for missing entries
    odd: float = -1.0  # the time since which its list differs; -1: it does not
    coming: IncomingLog | None = None
    greeting: str = ""  # the last "hello" that was sent over it,
    greeted: float = 0.0  # and when
    knows: bool = False  # it says other things than "hello": it has this device's greeting
    strange: int = 0  # its messages before its greeting


@dataclass
class IncomingLog:
    """A list of entries that is being received. ``start``: the index of its first entry, -1 before any;
    ``before``: the digest before that."""

    welcome: Message
    parts: dict[int, str] = field(default_factory=dict)
    entries: list[ListEntry] = field(default_factory=list)
    start: int = -1
    before: str = ""
    size: int = 0  # characters of the entries


@dataclass
class OpenDraw:
    """An open draw, as this device knows it: its number and name, when it opened here, and the values
    that have come, by seat. ``ready``: when each seat last said that it is ready; ``all_ready``: all were at
    one time, so that values are told; ``refused``: seats whose value was wrong; ``lacks``: seats whose word
    or value the host lacks, and since when; ``asked``: when the host asked last."""

    k: int
    at: str
    since: float
    ready: dict[int, float] = field(default_factory=dict)
    all_ready: bool = False
    reveals: dict[int, str] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    lacks: dict[int, float] = field(default_factory=dict)
    asked: float = -1e9
    told: dict[str, float] = field(default_factory=dict)  # when each device was told the own values


@dataclass
class PendingAnswer:
    """An answer of this device that the host has not confirmed yet. ``mark``: ``Ledger.mark`` when it was
    given, by which the host sees whether it is stale."""

    seat: int
    id: int
    mark: int
    line: str
    sig: str = ""
    at: float = 0.0  # when it was given

    def entry(self) -> ListEntry:
        return {"e": "line", "line": self.line, "id": self.id, "n": self.mark, "sig": self.sig}


@dataclass
class Poll:
    """A question to all people: whether to add ``entry``, an undo, a bot for a silent seat, or somebody who
    sits down. ``mark``: ``Ledger.mark`` at the question; the first two lapse when the game goes on. ``by``:
    who asks, -1 for a device without a seat; ``yes``: the seats that agree, each with a signature or ""."""

    entry: ListEntry
    mark: int
    of: str
    by: int
    since: float
    yes: dict[int, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        kind: str = self.entry["e"]
        return kind


class DeviceBase(ABC):
    """The common base of the parts of :class:`.device.Device`."""

    def __init__(self, id: str, engine: str, entropy: Entropy, links: int = LINKS) -> None:
        """``id``: 16 hexadecimal digits; ``engine``: a hash of engine, books and boards."""
        self.id = id
        self.engine = engine
        self.entropy = entropy
        self.chain_links = links
        self.name = ""
        self.want = "seat"
        self.log: ReplicatedLog | None = None
        self.links: dict[int, PeerConnection] = {}
        self.mine: dict[int, OwnSeat] = {}
        self.hosting = False
        self.stopped = ""
        self.kept: list[ReplicatedLog] = []
        self.votes: dict[str, Poll] = {}  # by the kind of the entry
        self.resting = False  # whether the people here want draws to go on without this device
        self.must_store = (
            False  # the driver has to store this device before it sends what is in ``out``
        )
        self.out: list[tuple[int, str | None]] = []
        self.news: list[News] = []
        self.pending: list[PendingAnswer] = []
        self._waits_since = -1.0  # the time since which answers have been pending
        # All own answers: (seat, id, line), and `Ledger.mark` when each was given; -1: at any time.
        self._given: dict[tuple[int, int, str], int] = {}
        # False: this device may have given answers that it does not know of, as what it had stored was old.
        self._recalls = True
        self._overruled = False  # people have decided to go on, whatever the host says
        self._stored_ids: dict[int, int] = {}  # the last id of each own seat, as restored
        self._agreed: dict[
            str, None
        ] = {}  # the questions that people here have agreed to, newest last
        self._drawing: OpenDraw | None = None
        # By kind and seat: when this device has asked its host for an entry over the link they have now, and
        # how many entries the host had once it must have heard that.
        self._requested: dict[str, list[float]] = {}
        self._heard_with: dict[str, int] = {}
        self._requested_over = -1  # that link
        self._asked_for: dict[str, float] = {}  # and when this device asked for it last
        self._begins = False  # whether the people of the host want to begin
        self._waiting: dict[
            tuple[str, int], ListEntry
        ] = {}  # guests' requests, until no draw is open
        self._came_by: dict[str, int] = {}  # by new device: the link over which it asked for a seat
        self._events_at = 0.0  # the time of the last event
        self._woke_at = -1e9  # when this device noticed that it had slept
        self._asks: dict[int, Window] = {}  # questions of each seat, from the host
        self._openings: dict[str, None] = {}  # the draws that values were told for, newest last
        self._rests: set[int] = set()  # "n" of the rests that this device has asked for
        self._without: list[
            int
        ] = []  # draws made without this device, which its people do not know of
        self._told: set[str] = set()  # digests of entries that people were told of
        self._whys: dict[int, str] = {}  # why a bot has an own seat
        # Draws given up, as in `_openings`, after which people here have taken their seat back all the same.
        self._forgiven: set[str] = set()
        self._host_heard = 0.0
        self._gathering = -1.0
        self._claims: set[str] = (
            set()
        )  # devices that told of a later host, of whom no list has come
        self._beat = -BEAT
        self._beats = 0
        # By device, the newest thing of this one that it shows to have heard: when this device sent it, and
        # how many entries the other one had then.
        self._answered: dict[str, tuple[float, int]] = {}
        self._heard_of: dict[str, float] = {}  # by device: when somebody last said that it hears it
        self._gone_since: dict[str, float] = {}
        self._secret = OwnSeat(entropy(SIZE))  # the secrets for the seat that a host will give it
        self._signs_with = hash_repeatedly(
            self._secret.secret + b"sign"
        )  # its secret key at this table
        self._pub = ""

    @property
    def count(self) -> int:
        return self.log.count if self.log else 0

    def _hello(self, conn: PeerConnection, now: float) -> None:
        log = self.log
        conn.asked_again = now
        seat = min(self.mine, default=-1)
        token = ""
        # One key a link: of those that the others have not seen they accept only the next few.
        owed = not (conn.introduced or conn.shown or (self._at_table and not self._seats_at(conn)))
        if self.want != "watch" and (owed or not self.mine):
            own = self.mine[seat] if seat >= 0 else self._secret
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

    def _greet_again(self, conn: PeerConnection, now: float) -> None:
        """Repeat the greeting over a link whose other end has said nothing else than "hello" yet: its device
        may not have this one's."""
        if not conn.knows and conn.greeting and now - conn.greeted >= GREETED_AGAIN:
            conn.greeted = now
            self.out.append((conn.id, conn.greeting))

    def _send(self, conn: PeerConnection, kind: str, **fields: Any) -> None:
        self.out.append((conn.id, messages.write_message(kind, **fields)))

    def _send_all(self, kind: str, but: PeerConnection | None = None, **fields: Any) -> None:
        text = messages.write_message(kind, **fields)
        self.out += [
            (conn.id, text) for conn in self.links.values() if conn.joined and conn is not but
        ]

    def _drop(self, conn: PeerConnection, reason: str) -> None:
        self._send(conn, "bye", why=reason)
        self.out.append((conn.id, None))
        self._tell("dropped", why=reason, seats=self._seats_at(conn))
        self.links.pop(conn.id, None)
        if conn.device:
            self._gone_since.setdefault(conn.device, conn.heard)

    def _tell(self, event: str, **facts: Any) -> None:
        self.news.append(News(event, facts))
        del self.news[:-MOST_NEWS]

    def _seats_at(self, conn: PeerConnection) -> list[int]:
        """The seats whose answers are accepted over a link."""
        if self.log is None or not conn.trusted:
            return []
        return self.log.seats_of(conn.device)

    def _has_place(self, conn: PeerConnection) -> bool:
        """Whether the device at a link has a place in the list, also one where a bot sits in for it."""
        places = self.log.places if self.log is not None else []
        return conn.trusted and any(holder.device == conn.device for holder in places)

    def name_of(self, device: str) -> str:
        """What the people at a device without a seat call themselves; "" if this device does not know."""
        return next((conn.name for conn in self.links.values() if conn.device == device), "")

    @property
    def _at_table(self) -> bool:
        """Whether this device is the host or linked to it. Then it shows a key only to a device that has a
        seat: anybody else could show the key at a third device and pass for this one."""
        return self.hosting or self._host_link() is not None

    def _lacks_own(self, drawn: Drawn) -> bool:
        return bool(set(drawn.missing) & set(self.mine))

    @property
    def _goes_on(self) -> bool:
        """Whether this device has a seat in a game that has begun and is not over."""
        log = self.log
        if log is None or not log.begun or not log.seats_of(self.id):
            return False
        return not isinstance(log.state.ask, Over)

    def _is_itself(self, conn: PeerConnection) -> bool:
        """Whether the device at a link is the one that it says it is, as far as a seat depends on it."""
        log = self.log
        if log is None or conn.trusted:
            return True
        return all(holder.device != conn.device for holder in log.places)

    def _host_link(self) -> PeerConnection | None:
        if self.log is None or self.hosting:
            return None
        host = self.log.places[self.log.host].device
        return next(
            (conn for conn in self.links.values() if conn.trusted and conn.device == host), None
        )

    def here(self, now: float) -> list[int]:
        """The seats whose devices this device has heard lately, and its own."""
        assert self.log is not None
        devices = {
            conn.device
            for conn in self.links.values()
            if conn.trusted and now - conn.heard < SILENT
        }
        devices.add(self.id)
        places = self.log.places
        return [n for n, holder in enumerate(places) if holder.device in devices and not holder.bot]

    def silent_for(self, seat: int, now: float) -> float:
        """The seconds since this device last heard the device of a seat."""
        assert self.log is not None
        device = self.log.places[seat].device
        if device == self.id:
            return 0.0
        heard = [
            conn.heard for conn in self.links.values() if conn.trusted and conn.device == device
        ]
        return now - max([*heard, self._gone_since.get(device, 0.0)])

    def unheard_for(self, seat: int, now: float) -> float:
        """As :meth:`silent_for`, where it also counts that another device has said that it hears this one."""
        assert self.log is not None
        reported = self._heard_of.get(self.log.places[seat].device, 0.0)
        return min(self.silent_for(seat, now), now - reported)

    def lacking(self, now: float) -> list[int]:
        """The seats that the open draw waits for, once that has taken a moment."""
        log, drawing = self.log, self._drawing
        if log is None or drawing is None or drawing.k != log.draw:
            return []
        if self.hosting and now - drawing.since >= ASKED_AGAIN:
            return self._waits_for(drawing, now)
        return sorted(seat for seat in drawing.lacks if seat not in drawing.reveals)

    def _waits_for(self, drawing: OpenDraw, now: float) -> list[int]:
        """The seats that the open draw waits for: until all are ready those that are not, then those whose
        value has not come."""
        log = self.log
        assert log is not None
        lacked = [seat for seat in log.awaited() if seat not in drawing.reveals]
        if drawing.all_ready:
            return lacked
        return [seat for seat in lacked if now - drawing.ready.get(seat, -1e9) > READY]

    def has_told(self) -> bool:
        """Whether this device has told its value for the open draw, or knows that all may have told theirs.
        Then somebody may know the result: this device does not let the draw be given up any more."""
        log, drawing = self.log, self._drawing
        if log is None or not log.drawing:
            return False
        if drawing is not None and drawing.all_ready and drawing.k == log.draw:
            return True
        return opening(log.draw, log.name) in self._openings

    def bot_may_sit(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether a bot may take a seat, as far as this device knows: it is overdue, and nobody can know what
        the open draw will be."""
        return self.overdue(seat, now, after) and not self.has_told()

    def stays_out(self, seat: int) -> bool:
        """Whether this device does not ask by itself for its seat, which a bot has taken: it had told its
        value for the draw that was given up, so others may have chosen between that draw and a new one. It
        may also have been cut off at that moment, so its people may take the seat back."""
        given_up = self._given_up_against(seat)
        return given_up in self._openings and given_up not in self._forgiven

    def _given_up_against(self, seat: int) -> str:
        """The draw that was given up as a bot took a seat (:func:`opening`); "" if there is none."""
        log = self.log
        if log is None or seat not in log.taken:
            return ""
        drawn = next(d for d in reversed(log.draws) if not d.line and seat in d.missing)
        return opening(drawn.draw, drawn.name)

    def overdue(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether the device of a seat has given no sign for some time or, while a draw is open, no value,
        nor the word that it is ready."""
        log, drawing = self.log, self._drawing
        if log is None or seat >= log.seats or log.places[seat].bot:
            return False
        if log.places[seat].device == self.id:
            return False
        if log.begun and seat not in log.persons():
            return False
        silent = self.unheard_for(seat, now) >= after
        if not log.drawing:
            return silent
        if drawing is None or drawing.k != log.draw or seat not in log.awaited():
            return False
        waits = self._waits_for(drawing, now) if self.hosting else list(drawing.lacks)
        lacking = [
            other
            for other in waits
            if other not in drawing.reveals and now - self._waits_for_since(drawing, other) >= after
        ]
        # One whose value has come holds nothing up, but a silent one cannot agree to a bot for another.
        return seat in lacking or (silent and bool(lacking))

    def _waits_for_since(self, drawing: OpenDraw, seat: int) -> float:
        """Since when the open draw has waited for a seat, as far as this device knows."""
        if self.hosting:
            return max(drawing.since, drawing.ready.get(seat, drawing.since))
        # What the host lacks this device may have heard itself.
        return max(drawing.lacks[seat], drawing.ready.get(seat, 0.0))

    def silent_with(self, seat: int, now: float) -> list[int]:
        """A seat, and those who are as silent, so that they cannot agree to a bot on it: a bot takes theirs
        too."""
        assert self.log is not None
        voters = self.log.voters((seat,))
        return sorted({seat, *(s for s in voters if self.bot_may_sit(s, now))})

    def bot_leaves_one(self, seat: int, now: float) -> bool:
        """Whether no bot may take a silent seat, since one device would be left that knows all draws to
        come. Devices that are awake again after a rest count, since a bot ends their rest."""
        log = self.log
        assert log is not None
        seats = self.silent_with(seat, now)
        woken = [s for s in log.wakeable(seats) if self.unheard_for(s, now) < SILENT]
        return log.begun and log.leaves_one(seats, woken)

    def _heard_by(self, device: str, now: float) -> tuple[float, int]:
        """When this device sent the newest thing that another one must have heard, and how many entries that
        one had then, before it added the next. It has answered a beat, or its list has an answer or a value
        of this device; or it answers no beat, though the connection still stands."""
        known = self._answered.get(device, (-1e9, 0))
        beats = [
            sent
            for conn in self.links.values()
            if conn.device == device and conn.trusted
            for sent in conn.beats.values()
            if sent <= now - CLOSES
        ]
        return max([known, *((sent, self.count) for sent in beats)])

    def _heard_by_host(self, now: float) -> tuple[float, int]:
        log = self.log
        host = log.places[log.host].device if log is not None else ""
        return self._heard_by(host, now)

    def _note_heard(self, device: str, sent: float, have: int) -> None:
        """Note that another device has heard what this one sent then, when it had so many entries."""
        if sent > self._answered.get(device, (-1e9, 0))[0]:
            self._answered[device] = (sent, have)

    def _poll(self, entry: ListEntry) -> str:
        """The name of the question whether to add an entry."""
        return poll(self._asked_at(entry), entry)

    def _asked_at(self, entry: ListEntry) -> str:
        """The digest of the list when an entry was asked for: what is signed for it counts there."""
        log = self.log
        assert log is not None
        return log.digests[min(entry["n"], log.count)] if "n" in entry else log.at

    @property
    def pub(self) -> str:
        """This device's public key at this table."""
        self._pub = self._pub or ecdsa.public_key(self._signs_with)
        return self._pub

    def _sign(self, entry: ListEntry, seat: int) -> str:
        """This device's signature for an entry, or its agreement to it, for a seat; "" if that has no public
        key in the list."""
        log = self.log
        assert log is not None
        named = entry["seat"] == seat and entry["pub"] if "pub" in entry else ""
        if self.pub not in (named, log.places[seat].pub):
            return ""
        return sign(self._signs_with, log.id, seat, self._asked_at(entry), entry)

    # ------------------------------------------------------------ methods of one part that others call

    @abstractmethod
    def _added(self, now: float) -> None: ...

    @abstractmethod
    def _again(self, conn: PeerConnection, now: float) -> None: ...

    @abstractmethod
    def _append(self, entry: ListEntry, now: float, own: bool = False) -> None: ...

    @abstractmethod
    def _ask_draw(self, conn: PeerConnection, now: float) -> None: ...

    @abstractmethod
    def _enter_requests(self, now: float) -> None: ...

    @abstractmethod
    def _forged_in(self, theirs: ReplicatedLog, start: int, now: float, host: bool) -> str: ...

    @abstractmethod
    def _reveal_late(self, now: float) -> None: ...

    @abstractmethod
    def _host_join(self, entry: ListEntry, now: float) -> None: ...

    @abstractmethod
    def _host_now(self, now: float) -> None: ...

    @abstractmethod
    def _lines(self, conn: PeerConnection, start: int) -> None: ...

    @abstractmethod
    def _proceed(self, now: float) -> None: ...

    @abstractmethod
    def _repeat_requests(self, now: float) -> None: ...

    @abstractmethod
    def _say_again(self) -> None: ...

    @abstractmethod
    def _say_for(self, m: Message, now: float) -> tuple[str, str]: ...

    @staticmethod
    @abstractmethod
    def _sits(seat: int, device: str, key: str, name: str) -> ListEntry: ...

    @abstractmethod
    def _step_down(self, now: float) -> None: ...

    @abstractmethod
    def _stop(self, reason: str, seat: int, digest: str, draw: int = 0) -> None: ...

    @abstractmethod
    def _stop_full(self, error: LogFull) -> None: ...

    @abstractmethod
    def rest(self, on: bool, now: float) -> None: ...

    @abstractmethod
    def _spread(self, vote: Poll) -> None: ...

    @abstractmethod
    def _tell_entry(
        self, entry: ListEntry, was: Sequence[tuple[int, Answer]] | None = None
    ) -> None: ...

    @abstractmethod
    def _welcome(self, conn: PeerConnection, seat: int, start: int) -> None: ...
