"""The data that all parts of a device share: its list, links, own seats, outbox and news."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .. import messages
from ..chains import LINKS, SIZE, Chain, hashed, text_of
from ..ledger import Full, Ledger, ListEntry
from ..messages import Message, Rate

# Times are in seconds.
BEAT: Final = 1.0  # between two heartbeats
SILENT: Final = 3.0  # of silence after which a device is shown as away
HOST_LOST: Final = 5.0  # of a host's silence after which the first device in line takes over,
NEXT_IN_LINE: Final = 4.0  # and this much longer for each further device in line
GATHERING: Final = 1.0  # in which a new host collects entries that the others have and it lacks
BOT_AFTER: Final = 40.0  # of silence after which a bot may take over a seat
DRAW_WAITS: Final = 20.0  # for which a draw waits for a seat's value
MOST_WATCHING: Final = 12  # spectators
MOST_PENDING: Final = 4  # answers that the host has not confirmed
SAID_AGAIN: Final = 3.0  # after which a device says again what the host has not confirmed
GREETED_AGAIN: Final = (
    3.0  # after which a device repeats a greeting to which nobody has said anything
)
MOST_STRANGE: Final = 100  # messages of a device that come before its greeting, and are passed over
MOST_KEPT: Final = 4  # lists of other halves of a split table
MOST_NEWS: Final = 200
_KEYS: Final = 500  # keys of a seat: the number of times that its device may return
LOW: Final = 50  # values of a chain that are left when its seat commits to the next chain

Entropy = Callable[[int], bytes]


@dataclass(frozen=True)
class News:
    """News for people or for the driver: ``what`` is its kind, ``facts`` its details."""

    what: str
    facts: Mapping[str, Any]


class Own:
    """The secrets of one of this device's own seats: its hash chains for draws, and the chain of keys with
    which the device proves that the seat is its own."""

    def __init__(self, secret: bytes, tries: int = 0) -> None:
        self.secret = secret
        self.tries = tries
        self.made = 0
        self.chains: dict[str, Chain] = {}
        self.burnt: set[str] = set()  # anchors whose values others may know ahead of the list
        self.offered = ""
        self._keys = Chain(hashed(secret + b"keys"), _KEYS)

    def key(self) -> str:
        """The next key. A key serves once, so that a device that has seen it cannot take the seat."""
        self.tries += 1
        return text_of(self._keys.value(min(self.tries, _KEYS)))

    def commit(self, links: int) -> str:
        """Make a new chain and return its anchor."""
        chain = Chain(hashed(self.secret + b"chain %d" % self.made), links)
        self.made += 1
        self.offered = text_of(chain.anchor)
        self.chains[self.offered] = chain
        for old in list(self.chains)[:-3]:
            del self.chains[old]
        self.burnt &= set(self.chains)
        return self.offered


@dataclass
class Link:
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
    shown: bool = False  # it has been shown a key of this device
    keyed: bool = False  # its key has been entered in the list
    trusted: bool = False  # it has proven that its seats are its own
    joined: bool = False  # it gets new entries as they come
    apart: bool = False  # it holds the other half of a split table
    here: tuple[int, ...] = ()  # the seats that it hears
    asked_again: float = -10.0  # the time of the last request for missing entries
    odd: float = -1.0  # the time since which its list differs; -1: it does not
    coming: Coming | None = None
    greeting: str = ""  # the last "hello" that was sent over it,
    greeted: float = 0.0  # and when
    knows: bool = False  # it says other things than "hello": it has this device's greeting
    strange: int = 0  # its messages before its greeting


@dataclass
class Coming:
    """A list of entries that is being received. ``start``: the index of its first entry, -1 before any."""

    welcome: Message
    parts: dict[int, str] = field(default_factory=dict)
    entries: list[ListEntry] = field(default_factory=list)
    start: int = -1
    size: int = 0  # characters of the entries


@dataclass
class Drawing:
    """A draw in progress at the host: its number, its start, the values received by seat, and the seats
    whose value was wrong."""

    k: int
    since: float
    reveals: dict[int, str]
    refused: set[int] = field(default_factory=set)


@dataclass
class Said:
    """An answer of this device that the host has not confirmed yet. ``mark``: ``Ledger.mark`` when it was
    given, by which the host sees whether it is stale."""

    seat: int
    id: int
    mark: int
    line: str


@dataclass
class UndoVote:
    """A request to undo: keep the first ``to`` lines. ``mark``: ``Ledger.mark`` at the request; ``yes``: the
    seats that agree."""

    to: int
    mark: int
    by: int
    yes: set[int]


class Base(ABC):
    """The common base of the parts of :class:`..table.Device`."""

    def __init__(self, id: str, engine: str, entropy: Entropy, links: int = LINKS) -> None:
        """``id``: 16 hexadecimal digits; ``engine``: a hash of engine, books and boards."""
        self.id = id
        self.engine = engine
        self.entropy = entropy
        self.chain_links = links
        self.name = ""
        self.want = "seat"
        self.ledger: Ledger | None = None
        self.links: dict[int, Link] = {}
        self.mine: dict[int, Own] = {}
        self.hosting = False
        self.stopped = ""
        self.kept: list[Ledger] = []
        self.vote: UndoVote | None = None
        self.out: list[tuple[int, str | None]] = []
        self.news: list[News] = []
        self.pending: list[Said] = []
        self._waits_since = -1.0  # the time since which answers have been pending
        # All own answers: (seat, id, line), and `Ledger.mark` when each was given; -1: at any time.
        self._given: dict[tuple[int, int, str], int] = {}
        # False: this device may have given answers that it does not know of, as what it had stored was old.
        self._recalls = True
        self._stored_ids: dict[int, int] = {}  # the last id of each own seat, as restored
        self._agreed: tuple[int, int] = (
            -1,
            -1,
        )  # the undo that people here have agreed to: (to, mark)
        self._drawing: Drawing | None = None
        self._commits: dict[int, str] = {}
        self._revealed: tuple[int, int] = (0, 0)  # (draw, epoch) of the values revealed last
        self._host_heard = 0.0
        self._gathering = -1.0
        self._claims: set[str] = (
            set()
        )  # devices that told of a later host, of whom no list has come
        self._beat = -BEAT
        self._gone_since: dict[str, float] = {}
        self._secret = Own(entropy(SIZE))  # the secrets for the seat that a host will give it

    @property
    def count(self) -> int:
        return self.ledger.count if self.ledger else 0

    def _hello(self, link: Link, now: float) -> None:
        ledger = self.ledger
        link.asked_again = now
        seat = min(self.mine, default=-1)
        token = ""
        # One key a link: of those that the others have not seen they accept only the next few.
        owed = not (link.introduced or link.shown or (self._at_table and not self._seats_at(link)))
        if self.want != "watch" and (owed or not self.mine):
            own = self.mine[seat] if seat >= 0 else self._secret
            token = own.key()
            link.shown = True
        link.greeted = now
        link.greeting = messages.write(
            "hello",
            protocol=messages.PROTOCOL,
            engine=self.engine,
            device=self.id,
            name=self.name,
            want=self.want,
            game=ledger.id if ledger else "",
            seat=seat,
            token=token,
            have=self.count,
            digest=ledger.digest if ledger else "",
            epoch=ledger.epoch if ledger else 0,
        )
        self.out.append((link.id, link.greeting))

    def _greet_again(self, link: Link, now: float) -> None:
        """Repeat the greeting over a link whose other end has said nothing else than "hello" yet: its device
        may not have this one's."""
        if not link.knows and link.greeting and now - link.greeted >= GREETED_AGAIN:
            link.greeted = now
            self.out.append((link.id, link.greeting))

    def _send(self, link: Link, kind: str, **fields: Any) -> None:
        self.out.append((link.id, messages.write(kind, **fields)))

    def _send_all(self, kind: str, but: Link | None = None, **fields: Any) -> None:
        text = messages.write(kind, **fields)
        self.out += [(k.id, text) for k in self.links.values() if k.joined and k is not but]

    def _drop(self, link: Link, why: str) -> None:
        self._send(link, "bye", why=why)
        self.out.append((link.id, None))
        self._tell("dropped", why=why, seats=self._seats_at(link))
        self.links.pop(link.id, None)
        if link.device:
            self._gone_since.setdefault(link.device, link.heard)

    def _tell(self, event: str, **facts: Any) -> None:
        self.news.append(News(event, facts))
        del self.news[:-MOST_NEWS]

    def _seats_at(self, link: Link) -> list[int]:
        """The seats whose answers are accepted over a link."""
        if self.ledger is None or not link.trusted:
            return []
        return self.ledger.seats_of(link.device)

    def _has_place(self, link: Link) -> bool:
        """Whether the device at a link has a place in the list, also one where a bot sits in for it."""
        places = self.ledger.places if self.ledger is not None else []
        return link.trusted and any(place.device == link.device for place in places)

    @property
    def _at_table(self) -> bool:
        """Whether this device is the host or linked to it. Then it shows a key only to a device that has a
        seat: anybody else could show the key at a third device and pass for this one."""
        return self.hosting or self._host_link() is not None

    def _is_itself(self, link: Link) -> bool:
        """Whether the device at a link is the one that it says it is, as far as a seat depends on it."""
        ledger = self.ledger
        if ledger is None or link.trusted:
            return True
        return all(place.device != link.device for place in ledger.places)

    def _host_link(self) -> Link | None:
        if self.ledger is None or self.hosting:
            return None
        host = self.ledger.places[self.ledger.host].device
        return next((k for k in self.links.values() if k.trusted and k.device == host), None)

    def here(self, now: float) -> list[int]:
        """The seats whose devices this device has heard lately, and its own."""
        assert self.ledger is not None
        devices = {k.device for k in self.links.values() if k.trusted and now - k.heard < SILENT}
        devices.add(self.id)
        places = self.ledger.places
        return [n for n, place in enumerate(places) if place.device in devices and not place.bot]

    def silent_for(self, seat: int, now: float) -> float:
        """The seconds since this device last heard the device of a seat."""
        assert self.ledger is not None
        device = self.ledger.places[seat].device
        if device == self.id:
            return 0.0
        heard = [k.heard for k in self.links.values() if k.trusted and k.device == device]
        return now - max([*heard, self._gone_since.get(device, 0.0)])

    # ------------------------------------------------------------ methods of one part that others call

    @abstractmethod
    def _added(self, now: float) -> None: ...

    @abstractmethod
    def _again(self, link: Link, now: float) -> None: ...

    @abstractmethod
    def _append(self, entry: ListEntry, now: float) -> None: ...

    @abstractmethod
    def _ask_draw(self, link: Link) -> None: ...

    @abstractmethod
    def _forged_in(self, entries: list[ListEntry], start: int) -> str: ...

    @abstractmethod
    def _host_now(self, now: float) -> None: ...

    @abstractmethod
    def _lines(self, link: Link, start: int) -> None: ...

    @abstractmethod
    def _proceed(self, now: float) -> None: ...

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
    def _stop(self, why: str, seat: int, digest: str, draw: int = 0) -> None: ...

    @abstractmethod
    def _stop_full(self, error: Full) -> None: ...

    @abstractmethod
    def _welcome(self, link: Link, seat: int, start: int) -> None: ...
