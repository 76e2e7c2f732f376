"""What the parts of a device share: times, limits, own seats, connections, draws and questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .. import messages
from ..draw_hash_chains import HashChain, hash_repeatedly, to_base64url
from ..log_entry_fields_and_checks import ListEntry
from ..messages import Message, Rate, Window

# Times are in seconds.
BEAT: Final = 1.0  # between two heartbeats
SILENT: Final = 3.0  # of silence after which a device is shown as away
HOST_LOST: Final = 5.0  # of a host's silence after which the first device in line takes over,
NEXT_IN_LINE: Final = 4.0  # and this much longer for each further device in line
GATHERING: Final = 1.0  # in which a new host collects entries that it lacks from others
BOT_AFTER: Final = 40.0  # without a sign or a value, after which a bot may take a seat
CLOSES: Final = 40.0  # after which a browser closes a connection without an answer
UNASKED_AFTER: Final = 600.0  # of silence after which an undo does not need a seat's agreement
MARGIN: Final = 30.0  # by which other devices may learn later that a seat was heard
ASKED_AGAIN: Final = 3.0  # after which a draw's values, chains and requests are asked for again
READY: Final = 5.0  # for which a device's word that it is ready counts
SLEPT: Final = 5.0  # without any event: this device has slept or was cut off
VOTE_LASTS: Final = 120.0  # after which a question that nobody answers lapses
MOST_WATCHING: Final = 12  # spectators
MOST_PENDING: Final = 4  # answers that the host has not confirmed
SAID_AGAIN: Final = 3.0  # after which a device repeats what the host has not confirmed
GREETED_AGAIN: Final = 3.0  # after which a device repeats a greeting that got no reply
MOST_STRANGE: Final = 100  # messages that come before a device's greeting and are ignored
MOST_KEPT: Final = 4  # lists of other halves of a split table
MOST_NEWS: Final = 200
MOST_OPENINGS: Final = 600  # draws for which this device remembers that it has told its values
_KEYS: Final = 500  # keys of a seat: how often its device may return
LOW: Final = 50  # values of a chain that are left when its seat commits to the next chain

Entropy = Callable[[int], bytes]


def opening(k: int, at: str) -> str:
    """Return how this device notes an open draw for which it has told its values: number and name."""
    return f"{k} {at}"


@dataclass(frozen=True)
class News:
    """News for people or for the driver: ``what`` is its kind, ``facts`` its details."""

    what: str
    facts: Mapping[str, Any]


class OwnSeat:
    """The secrets of one of this device's own seats.

    These are its hash chains for draws, and the chain of keys with which the device proves that the
    seat is its own."""

    def __init__(self, secret: bytes, tries: int = 0) -> None:
        self.secret = secret
        self.tries = tries
        self.made = 0
        self.chains: dict[str, HashChain] = {}
        self.anchors: dict[str, None] = {}  # all anchors made here
        # By anchor: the last value told, as its index in the chain, and the number and name of its draw.
        self.told: dict[str, tuple[int, int, str]] = {}
        self.offered = ""
        self._keys = HashChain(hash_repeatedly(secret + b"keys"), _KEYS)

    def key(self) -> str:
        """Return the next key.

        A key is valid once, so a device that has seen it cannot take the seat."""
        self.tries += 1
        return to_base64url(self._keys.value(min(self.tries, _KEYS)))

    def commit(self, chain_links: int) -> str:
        """Make a new chain and return its anchor."""
        chain = HashChain(hash_repeatedly(self.secret + b"chain %d" % self.made), chain_links)
        self.made += 1
        self.offered = to_base64url(chain.anchor)
        self.anchors[self.offered] = None
        self.chains[self.offered] = chain
        for old in list(self.chains)[:-3]:
            del self.chains[old]
            self.told.pop(old, None)
        return self.offered

    def value(self, anchor: str, index: int, k: int, at: str) -> str:
        """Return a value of a chain for draw ``k`` of the name ``at``; "" if it cannot be told.

        Each value is told for one draw only. Others could foresee a second draw with the same value."""
        chain = self.chains.get(anchor)
        if (
            chain is None
            or not 0 < index <= chain.length
            or not self.may_tell(anchor, index, k, at)
        ):
            return ""
        return to_base64url(chain.value(index))

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
    name: str = ""  # the name of the people there
    shown: bool = False  # this device has shown it a key
    keyed: bool = False  # its key has been entered in the list
    trusted: bool = False  # it has proven that its seats are its own
    joined: bool = False  # it gets new entries as they come
    apart: bool = False  # it holds the other half of a split table
    here: tuple[int, ...] = ()  # the seats that it hears
    opens: tuple[int, str] = (0, "")  # number and name of the draw that it last reported as open
    asks: Window = field(default_factory=lambda: Window(messages.MOST_POLLS, 60))
    beats: dict[int, float] = field(default_factory=dict)  # when each unanswered beat was sent
    asked_again: float = -10.0  # the time of the last request for missing entries
    odd: float = -1.0  # the time since which its list differs; -1: it does not
    coming: IncomingLog | None = None
    greeting: str = ""  # the last "hello" sent over it,
    greeted: float = 0.0  # and when
    knows: bool = False  # it says more than "hello", so it has this device's greeting
    strange: int = 0  # its messages before its greeting


@dataclass
class IncomingLog:
    """A list of entries that is being received.

    ``start``: the index of its first entry, -1 before any has come. ``before``: the digest before that
    entry."""

    welcome: Message
    parts: dict[int, str] = field(default_factory=dict)
    entries: list[ListEntry] = field(default_factory=list)
    start: int = -1
    before: str = ""
    size: int = 0  # characters of the entries


@dataclass
class OpenDraw:
    """An open draw, as this device knows it.

    It has its number and name, when it opened here, and the values that have come, by seat. ``ready``:
    when each seat last said that it is ready. ``all_ready``: all were ready at one time, so values are
    told. ``refused``: seats whose value was wrong. ``lacks``: seats whose word or value the host lacks,
    and since when. ``asked``: when the host last asked."""

    k: int
    at: str
    since: float
    ready: dict[int, float] = field(default_factory=dict)
    all_ready: bool = False
    reveals: dict[int, str] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    lacks: dict[int, float] = field(default_factory=dict)
    asked: float = -1e9
    told: dict[str, float] = field(default_factory=dict)  # by device: when it got the own values


@dataclass
class PendingAnswer:
    """An answer of this device that the host has not confirmed yet.

    ``mark``: the mark of the list when the answer was given. It shows the host whether the answer is
    stale."""

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
    """A question to all people: whether to add ``entry``.

    The entry is an undo, a bot for a silent seat, or somebody who sits down. ``mark``: the mark of the
    list at the question. The first two kinds lapse when the game goes on. ``by``: the seat that asks,
    -1 for a device without a seat. ``yes``: the seats that agree, each with a signature or ""."""

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


@dataclass
class OwnActs:
    """What this device knows that it has done itself, to check what the list says about its seats."""

    # All own answers (seat, id, line), and `ReplicatedLog.mark` when each was given; -1: valid at any
    # time.
    given: dict[tuple[int, int, str], int] = field(default_factory=dict)
    # The questions that people here have agreed to, newest last.
    agreed: dict[str, None] = field(default_factory=dict)
    # "n" of the rests that this device has asked for.
    rests: set[int] = field(default_factory=set)
    # The draws for which this device has told values, newest last.
    openings: dict[str, None] = field(default_factory=dict)
    # Draws given up, as in ``openings``, after which people here have taken their seat back anyway.
    forgiven: set[str] = field(default_factory=set)
    # False: this device may have given answers that it does not remember, because its stored state was
    # old.
    recalls: bool = True
    # People have decided to go on, whatever the host says.
    overruled: bool = False
    # The devices that stopped this one before its people decided to go on anyway.
    unbelieved: set[str] = field(default_factory=set)
    # The last id of each own seat, as restored.
    stored_ids: dict[int, int] = field(default_factory=dict)


def seat_entry(seat: int, device: str, key: str, name: str) -> ListEntry:
    """Return the entry that gives a seat to a device."""
    return {"e": "seat", "seat": seat, "device": device, "key": key, "name": name, "bot": ""}
