"""One device at a table of several: host, guest or spectator.

The host puts what is said into an order, every device plays it in its own engine. A driver calls
``connect``, ``receive``, ``lost`` and ``tick`` with the time in seconds, sends what ``out`` holds (None:
close that link), tells people the ``news``, and stores ``stored()``. It introduces nobody: who may speak
for a seat is decided here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..engine.door import STANDING
from ..engine.record import Record
from ..engine.words import Malformed, Refused, Unloadable
from . import messages
from .chains import LINKS, SIZE, Chain, hashed, text_of
from .ledger import Entry, Ledger, Wrong, replayed
from .messages import Bad, Message, Rate

BEAT: Final = 1.0  # seconds between two signs of life
SILENT: Final = 3.0  # after which a device is shown as away
HOST_LOST: Final = 5.0  # after which another one goes on as host; the next in line so much later
NEXT_IN_LINE: Final = 4.0
GATHERING: Final = 1.0  # in which a new host hears what the others have
BOT_AFTER: Final = 40.0  # after which a bot may sit in
DRAW_WAITS: Final = 20.0
MOST_WATCHING: Final = 12
MOST_PENDING: Final = 4
MOST_KEPT: Final = 4  # lists of other halves of the table
MOST_NEWS: Final = 200
_KEYS: Final = 500  # times that a device may come back to a seat
_LOW: Final = 50  # links of a chain left when the next one is committed to

Entropy = Callable[[int], bytes]


@dataclass(frozen=True)
class News:
    """Something for people, or for the driver: ``what`` is a word, ``facts`` the particulars."""

    what: str
    facts: Mapping[str, Any]


class Own:
    """What a device alone knows of a seat of its own: the beginnings of its chains, and of its keys."""

    def __init__(self, secret: bytes, tries: int = 0) -> None:
        self.secret = secret
        self.tries = tries
        self.made = 0
        self.chains: dict[str, Chain] = {}
        self.burnt: set[str] = set()  # of which others may know more than the table's list says
        self.offered = ""
        self._keys = Chain(hashed(secret + b"keys"), _KEYS)

    def key(self) -> str:
        """The next key: each serves once, so that who has seen it cannot take the seat."""
        self.tries += 1
        return text_of(self._keys.value(min(self.tries, _KEYS)))

    def commit(self, links: int) -> str:
        """A new chain's anchor."""
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
    """A way to one other device. ``introduced``: the driver knows who it is by itself."""

    id: int
    introduced: str
    heard: float
    chosen: bool = False
    rate: Rate = field(default_factory=lambda: Rate(messages.MOST_SECOND, 1))
    offers: Rate = field(default_factory=lambda: Rate(messages.MOST_OFFERS, 60))
    device: str = ""
    keyed: bool = False  # its key has been taken down
    trusted: bool = False  # its seats are proven to be its own
    joined: bool = False  # gets the entries as they come
    apart: bool = False  # has the other half of a split table
    here: tuple[int, ...] = ()
    asked_again: float = -10.0
    odd: float = -1.0  # since when its list is another one
    coming: Coming | None = None


@dataclass
class Coming:
    """A list of entries on its way."""

    welcome: Message
    parts: dict[int, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    start: int = -1


@dataclass
class Drawing:
    """A draw under way at the host."""

    k: int
    since: float
    reveals: dict[int, str]
    refused: set[int] = field(default_factory=set)


@dataclass
class Said:
    """An answer of this device that the host has not confirmed."""

    seat: int
    id: int
    mark: int
    line: str


@dataclass
class Vote:
    """An undo that somebody has asked for."""

    to: int
    mark: int
    by: int
    yes: set[int]


class Device:
    """See the module."""

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
        self.vote: Vote | None = None
        self.out: list[tuple[int, str | None]] = []
        self.news: list[News] = []
        self.pending: list[Said] = []
        self._drawing: Drawing | None = None
        self._commits: dict[int, str] = {}
        self._revealed: tuple[int, int] = (0, 0)  # draw and epoch of what was revealed last
        self._host_heard = 0.0
        self._gathering = -1.0
        self._beat = -BEAT
        self._gone_since: dict[str, float] = {}
        self._secret = Own(entropy(SIZE))  # for the seat that it is given

    # ------------------------------------------------------------ beginning

    def open(self, record: Record, seats: list[int], now: float) -> None:
        """Lay a table as its host, with seats of one's own. Raises :class:`Unloadable`."""
        self.ledger = Ledger(record, self.entropy(8).hex())
        self.hosting = True
        self._host_heard = now
        self._append({"e": "host", "epoch": 1, "seat": seats[0]}, now)
        for seat in seats:
            own = self.mine[seat] = Own(self.entropy(SIZE))
            self._append(self._sits(seat, self.id, own.key(), ""), now)
        self._mind(now)

    def begin(self, now: float) -> None:
        """All are there: the game begins."""
        self._append({"e": "begin"}, now)
        self._mind(now)

    @property
    def count(self) -> int:
        return self.ledger.count if self.ledger else 0

    def stored(self) -> dict[str, Any]:
        """All that this device needs to come back; with its secrets, so for its own storage alone."""
        ledger = self.ledger
        assert ledger is not None
        own = {str(seat): [o.secret.hex(), o.tries, o.made] for seat, o in self.mine.items()}
        return {
            "device": self.id,
            "game": ledger.id,
            "head": ledger.head(),
            "entries": list(ledger.entries),
            "own": own,
            "links": self.chain_links,
            "kept": [
                [(common := ledger.common(half)), list(half.entries[common:])] for half in self.kept
            ],
        }

    @classmethod
    def restore(cls, stored: Mapping[str, Any], engine: str, entropy: Entropy) -> Device:
        """A device as it was stored. Raises :class:`Wrong` or :class:`Unloadable`."""
        device = cls(stored["device"], engine, entropy, stored["links"])
        device.ledger = replayed(stored["head"], stored["game"], stored["entries"])
        for seat, (secret, tries, chains) in stored["own"].items():
            own = device.mine[int(seat)] = Own(bytes.fromhex(secret), tries)
            own.made = max(0, chains - 2)  # older ones are used up
            for _ in range(own.made, chains):
                own.commit(device.chain_links)
            own.offered = ""
        for common, entries in stored.get("kept", ()):
            own_part = stored["entries"][:common]
            device.kept.append(replayed(stored["head"], stored["game"], [*own_part, *entries]))
        return device

    # ------------------------------------------------------------ links

    def connect(self, link: int, now: float, introduced: str = "", chosen: bool = False) -> None:
        """A way to another device is open. ``introduced``: the device that it leads to, where the
        driver knows it by what the host of the table has told; ``chosen``: the people here have asked
        for it, and believe that it is who it says."""
        if len(self.links) >= messages.MOST_LINKS:
            self.out.append((link, None))
            return
        self.links[link] = Link(link, introduced, now, chosen=chosen)
        self._hello(self.links[link], now)

    def lost(self, link: int, now: float) -> None:
        """A way is closed."""
        gone = self.links.pop(link, None)
        if gone is not None and gone.device:
            self._gone_since.setdefault(gone.device, gone.heard)

    def _hello(self, link: Link, now: float) -> None:
        ledger = self.ledger
        link.asked_again = now
        seat = min(self.mine, default=-1)
        token = ""
        if not link.introduced and self.want != "watch":
            own = self.mine[seat] if seat >= 0 else self._secret
            token = own.key()
        self._send(
            link,
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

    def _tell(self, what: str, **facts: Any) -> None:
        self.news.append(News(what, facts))
        del self.news[:-MOST_NEWS]

    def _seats_at(self, link: Link) -> list[int]:
        """The seats that may speak over a link."""
        if self.ledger is None or not link.trusted:
            return []
        return self.ledger.seats_of(link.device)

    def _host_link(self) -> Link | None:
        if self.ledger is None or self.hosting:
            return None
        host = self.ledger.places[self.ledger.host].device
        return next((k for k in self.links.values() if k.trusted and k.device == host), None)

    def here(self, now: float) -> list[int]:
        """The seats whose devices answer, by what this device hears itself."""
        assert self.ledger is not None
        devices = {k.device for k in self.links.values() if k.trusted and now - k.heard < SILENT}
        devices.add(self.id)
        places = self.ledger.places
        return [n for n, place in enumerate(places) if place.device in devices and not place.bot]

    def silent_for(self, seat: int, now: float) -> float:
        """Seconds since the device of a seat was heard."""
        assert self.ledger is not None
        device = self.ledger.places[seat].device
        if device == self.id:
            return 0.0
        heard = [k.heard for k in self.links.values() if k.trusted and k.device == device]
        return now - max([*heard, self._gone_since.get(device, 0.0)])

    # ------------------------------------------------------------ what arrives

    def receive(self, link: int, text: object, now: float) -> None:
        """A message. Whatever it holds, nothing is raised."""
        way = self.links.get(link)
        if way is None:
            return
        if not way.rate.takes(now):
            self._drop(way, "Too many messages in a second.")
            return
        try:
            message = messages.read(text)
            if not way.device and message["m"] not in ("hello", "bye"):
                raise Bad("A device says hello first.")
        except Bad as error:
            self._drop(way, str(error))
            return
        way.heard = now
        getattr(self, f"_on_{message['m']}")(way, message, now)
        self._mind(now)

    def _on_hello(self, link: Link, m: Message, now: float) -> None:
        if m["protocol"] != messages.PROTOCOL:
            self._drop(link, f"This device speaks {messages.PROTOCOL}.")
            return
        if link.device not in ("", m["device"]) or link.introduced not in ("", m["device"]):
            self._drop(link, "This is another device than it was.")
            return
        if m["device"] == self.id:
            self._drop(link, "This is the same device.")
            return
        link.device = m["device"]
        link.trusted = link.trusted or link.chosen or bool(link.introduced)
        ledger = self.ledger
        if ledger is None:
            link.trusted = True  # the one who invited
            return
        if m["game"] not in ("", ledger.id):
            self._drop(link, "This is another table.")
            return
        if m["engine"] != self.engine:
            self._welcome(link, -1, 0)
            self._drop(
                link, "Another version of the program plays here; the record is for reading."
            )
            return
        link.trusted = link.trusted or self._proves(m)
        known = bool(m["game"]) and m["have"] <= ledger.count
        known = known and ledger.digests[m["have"]] == m["digest"]
        if self.hosting and m["epoch"] > ledger.epoch and link.trusted:
            self._step_down(now)
            for other in self.links.values():
                self._again(other, now)
        if not self.hosting:
            link.joined = link.trusted
            link.apart = link.apart and not known
            if known and m["have"] < ledger.count and m["epoch"] <= ledger.epoch:
                self._welcome(link, -1, m["have"])
            elif m["game"] and not known and link.trusted and m["epoch"] <= ledger.epoch:
                self._welcome(link, -1, 0)
            elif not m["game"] and not link.introduced:
                self._tell("brought", device=link.device)
            return
        self._seat_of(link, m, now)
        start = m["have"] if known else 0
        if link.id in self.links:
            link.joined = True
            link.apart = link.apart and not known
            seats = self._seats_at(link)
            self._welcome(link, seats[0] if seats else -1, start)
            if self._drawing is not None:
                self._ask_draw(link)

    def _proves(self, m: Message) -> bool:
        """Whether a device that is back shows the key of its seat."""
        ledger, seat = self.ledger, m["seat"]
        assert ledger is not None
        if not m["game"] or not m["token"] or not 0 <= seat < ledger.seats:
            return False
        return ledger.places[seat].device == m["device"] and ledger.opens(seat, m["token"])

    def _seat_of(self, link: Link, m: Message, now: float) -> None:
        """Give a device its seat: the one it comes back to, or a free one."""
        ledger = self.ledger
        assert ledger is not None
        seat, token = m["seat"], m["token"]
        if m["want"] == "watch":
            if sum(not self._seats_at(k) for k in self.links.values() if k.joined) >= MOST_WATCHING:
                self._drop(link, "Enough devices watch already.")
            return
        if m["game"] and 0 <= seat < ledger.seats:
            place = ledger.places[seat]
            owns = link.trusted and place.device == link.device and not place.bot
            if owns and (link.keyed or not token):
                return
            if not token and not (link.trusted and place.device == link.device):
                return
            key = token or place.key
            try:
                if token and not ledger.opens(seat, token):
                    raise Wrong("The key does not fit this seat.", seat)
                self._append(self._sits(seat, link.device, key, ""), now)
                link.trusted = link.keyed = True
                for other, of in enumerate(ledger.places):
                    if of.device == link.device and of.bot:
                        self._append(self._sits(other, of.device, of.key, ""), now)
            except Wrong as error:
                self._drop(link, str(error))
            return
        if not token:
            return
        free = self._free_seat()
        if free is None:
            self._tell("full", device=link.device)
            return
        wanted = m["name"] if not ledger.begun else ""
        for name in (wanted, ""):
            try:
                self._append(self._sits(free[0], link.device, token, name), now)
            except Wrong:
                continue
            link.trusted = True
            return

    def _free_seat(self) -> list[int] | None:
        assert self.ledger is not None
        places = list(enumerate(self.ledger.places))
        free = [n for n, place in places if not place.device and not place.bot]
        if not free and not self.ledger.begun:  # a guest takes the place of a bot
            free = [n for n, place in places if not place.device]
        return free[:1] or None

    @staticmethod
    def _sits(seat: int, device: str, key: str, name: str) -> Entry:
        return {"e": "seat", "seat": seat, "device": device, "key": key, "name": name, "bot": ""}

    def _welcome(self, link: Link, seat: int, start: int) -> None:
        ledger = self.ledger
        assert ledger is not None
        size = messages.LARGEST_PART
        head = ledger.head()
        parts = [head[i : i + size] for i in range(0, len(head), size)]
        self._send(
            link,
            "welcome",
            game=ledger.id,
            parts=len(parts),
            count=ledger.count,
            digest=ledger.digest,
            epoch=ledger.epoch,
            host=ledger.host,
            seat=seat,
        )
        for n, text in enumerate(parts):
            self._send(link, "part", n=n, text=text)
        self._lines(link, start)

    def _lines(self, link: Link, start: int) -> None:
        """The entries from there on, as many to a message as it may hold."""
        ledger = self.ledger
        assert ledger is not None
        at = start
        while True:
            size, end = 0, at
            while end < ledger.count and end - at < 400:
                size += len(repr(ledger.entries[end])) + 8
                if size > messages.LARGEST_PART and end > at:
                    break
                end += 1
            entries, digest = ledger.entries[at:end], ledger.digests[end]
            self._send(link, "lines", epoch=ledger.epoch, start=at, entries=entries, digest=digest)
            at = end
            if at >= ledger.count:
                return

    # ------------------------------------------------------------ a list that comes from another

    def _on_welcome(self, link: Link, m: Message, now: float) -> None:
        if not link.trusted or (self.ledger is not None and m["game"] != self.ledger.id):
            self._drop(link, "This is another table.")
            return
        link.coming = Coming(m)

    def _on_part(self, link: Link, m: Message, now: float) -> None:
        coming = link.coming
        if coming is None or m["n"] >= coming.welcome["parts"] or m["n"] in coming.parts:
            self._drop(link, "A part of a record that nobody waits for.")
            return
        coming.parts[m["n"]] = m["text"]

    def _on_lines(self, link: Link, m: Message, now: float) -> None:
        coming, ledger = link.coming, self.ledger
        if coming is None:
            # What another device has more than the one that is about to become host.
            if ledger is not None and link.trusted and self._gathering >= 0:
                self._take_more(m, link, now)
            return
        at = coming.start + len(coming.entries) if coming.start >= 0 else m["start"]
        total = coming.welcome["count"]
        if m["start"] != at or at + len(m["entries"]) > total:
            self._drop(link, "Entries that do not follow one another.")
            return
        coming.start = coming.start if coming.start >= 0 else at
        coming.entries += m["entries"]
        if coming.start + len(coming.entries) == total:
            link.coming = None
            self._came(link, coming, now)

    def _take_more(self, m: Message, link: Link, now: float) -> None:
        ledger = self.ledger
        assert ledger is not None
        if not (m["start"] <= ledger.count <= m["start"] + len(m["entries"])):
            return
        try:
            for entry in m["entries"][ledger.count - m["start"] :]:
                ledger.add(entry)
                self._added(now)
        except (Wrong, Refused, Malformed):
            self._tell("other-list", seats=self._seats_at(link))

    def _came(self, link: Link, coming: Coming, now: float) -> None:
        """A whole list is there: take it over, or keep it as the other half of the table."""
        welcome, mine = coming.welcome, self.ledger
        head = "".join(coming.parts.get(n, "") for n in range(welcome["parts"]))
        try:
            if mine is not None and coming.start == mine.count:
                theirs = mine
                for entry in coming.entries:
                    theirs.add(entry)
            elif mine is not None and coming.start:
                theirs = replayed(mine.head(), mine.id, mine.entries[: coming.start])
                for entry in coming.entries:
                    theirs.add(entry)
            elif coming.start:
                raise Wrong("The beginning of the list is missing.")
            else:
                theirs = replayed(head, welcome["game"], coming.entries)
            if theirs.digest != welcome["digest"]:
                raise Wrong("The digest is another one.", theirs.host)
        except (Wrong, Refused, Malformed, Unloadable) as error:
            self._tell("refused-list", why=str(error)[:300], seats=self._seats_at(link))
            self._drop(link, "The list of this table does not hold.")
            return
        if mine is None:
            self.mine |= {welcome["seat"]: self._secret} if welcome["seat"] >= 0 else {}
            self._adopt(theirs, now)
            self._tell("joined", seat=welcome["seat"])
        elif mine.begins_as(theirs):
            if theirs is not mine or not self.hosting:
                self._adopt(theirs, now)
        elif theirs.begins_as(mine):
            return
        else:
            self._apart(link, theirs, now)
            return
        link.apart = False
        link.joined = True
        if link is self._host_link():
            self._host_heard = now
        self._say_again()

    def _adopt(self, theirs: Ledger, now: float) -> None:
        self.ledger = theirs
        self.hosting = False
        self._gathering = -1.0
        self._drawing = None
        for seat in list(self.mine):
            if theirs.places[seat].device != self.id:
                self._tell("seat-lost", seat=seat)
        self._added(now)
        self._tell("caught-up", count=theirs.count)

    def _apart(self, link: Link, theirs: Ledger, now: float) -> None:
        """Two halves of one table have met. Who has played on keeps its list; the other one follows, by
        itself where it has played nothing, else when its people say so (``follow``)."""
        mine = self.ledger
        assert mine is not None
        link.apart = True
        common = mine.common(theirs)
        if all(kept.digest != theirs.digest for kept in self.kept):
            self.kept = [*self.kept, theirs][-MOST_KEPT:]
            self._welcome(link, -1, 0)  # the other one is to have both lists too
        played = (mine.played_since(common), mine.epoch, mine.digest)
        other = (theirs.played_since(common), theirs.epoch, theirs.digest)
        if played > other:
            if mine.host in self.mine and mine.places[mine.host].device == self.id:
                self._lead(theirs.epoch, now)
            return
        if not played[0]:
            self.follow(theirs, now)
            return
        self._tell("split", common=common, mine=played[0], theirs=other[0], digest=theirs.digest)

    def follow(self, theirs: Ledger, now: float) -> None:
        """Go on with the list of the other half; one's own is kept."""
        assert self.ledger is not None
        if self.ledger.played_since(self.ledger.common(theirs)):
            self.kept = [*self.kept, self.ledger][-MOST_KEPT:]
        self.pending.clear()
        for own in self.mine.values():
            own.burnt |= set(own.chains)
        self._adopt(copy.deepcopy(theirs), now)
        for link in self.links.values():
            link.apart = False
            self._hello(link, now)

    def _lead(self, epoch: int, now: float) -> None:
        assert self.ledger is not None
        newest = max(epoch, self.ledger.epoch)
        if not self.hosting or newest > self.ledger.epoch:
            self.hosting = True
            self._drawing = None
            self._append({"e": "host", "epoch": newest + 1, "seat": self.ledger.host}, now)
            self._host_now(now)

    # ------------------------------------------------------------ the list as it grows

    def _append(self, entry: Entry, now: float) -> None:
        """As host: add an entry and send it to all."""
        ledger = self.ledger
        assert ledger is not None
        n, before = ledger.count, ledger.digest
        clean = ledger.add(entry)
        self._send_all(
            "line", epoch=ledger.epoch, n=n, before=before, entry=clean, digest=ledger.digest
        )
        self._added(now)

    def _added(self, now: float) -> None:
        """After entries: what was said is confirmed, and what waited for them goes on."""
        ledger = self.ledger
        assert ledger is not None
        self.pending = [said for said in self.pending if said.id > ledger.last_ids[said.seat]]
        if self.vote is not None and self.vote.mark != ledger.mark:
            self.vote = None
        if self._drawing is not None and self._drawing.k != ledger.draw:
            self._drawing = None

    def _on_line(self, link: Link, m: Message, now: float) -> None:
        ledger, entry = self.ledger, m["entry"]
        if ledger is None or link.apart:
            return
        if not self._orders(link, m):
            if link.trusted:
                self._again(link, now)
            return
        self._host_heard = now
        if m["n"] != ledger.count or m["before"] != ledger.digest:
            if m["n"] >= ledger.count or ledger.digests[m["n"] + 1] != m["digest"]:
                self._again(link, now)
            return
        if self.stopped:
            return
        forged = self._forged(entry)
        before = ledger.draw
        try:
            if forged:
                raise Wrong(forged, ledger.host)
            ledger.add(entry)
        except (Wrong, Refused, Malformed) as error:
            draw = error.draw if isinstance(error, Wrong) else 0
            self._stop(f"{error}"[:300], ledger.host, m["digest"], draw)
            return
        if ledger.digest != m["digest"]:
            self._stop("The devices no longer agree.", ledger.host, m["digest"])
            return
        if entry["e"] == "draw":
            for seat in entry["missing"]:
                if seat in self.mine and self._revealed == (before, ledger.epoch):
                    self._tell("left-out", draw=before, seat=seat)
                    self._send_all("object", k=before, seat=seat)
        self._added(now)
        if entry["e"] == "host":
            self._say_again()

    def _orders(self, link: Link, m: Message) -> bool:
        """Whether a link may add entries: the host's, or that of one who becomes host."""
        ledger = self.ledger
        assert ledger is not None
        seats = self._seats_at(link)
        entry = m.get("entry")
        if entry is not None and entry["e"] == "host" and entry["seat"] in seats:
            newer: bool = entry["epoch"] == m["epoch"] and m["epoch"] > ledger.epoch
            if newer and self.hosting:
                self._step_down(self._host_heard)
            return newer
        return not self.hosting and ledger.host in seats and m["epoch"] == ledger.epoch

    def _forged(self, entry: Entry) -> str:
        """Why an entry cannot be true: it speaks for a seat of this device that has not spoken."""
        ledger = self.ledger
        assert ledger is not None
        if entry["e"] == "line" and entry["id"]:
            said = {(s.seat, s.id, s.line) for s in self.pending}
            parsed = ledger.game.notation.parse(entry["line"], ledger.state)
            if parsed is not None and parsed[0] in ledger.seats_of(self.id):
                line = ledger.game.notation.line(*parsed, ledger.state)
                if (parsed[0], entry["id"], line) not in said:
                    return "The host has answered for a seat that has not spoken."
        if entry["e"] != "chain" or entry["seat"] not in ledger.seats_of(self.id):
            return ""
        own = self.mine.get(entry["seat"])
        if own is None or entry["anchor"] in own.chains:
            return ""
        return "The host has committed for a seat that has not."

    def _again(self, link: Link, now: float) -> None:
        """Something is missing: say what this device has."""
        if now - link.asked_again >= BEAT:
            self._hello(link, now)

    def _stop(self, why: str, seat: int, digest: str, draw: int = 0) -> None:
        ledger = self.ledger
        assert ledger is not None
        self.stopped = why
        self._tell("stopped", why=why, seat=seat, draw=draw)
        self._send_all("stop", n=ledger.count, seat=seat, digest=ledger.digest, why=why)

    def _on_stop(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None:
            return
        by = self._seats_at(link)
        agrees = m["n"] <= ledger.count and ledger.digests[m["n"]] == m["digest"]
        self._tell("says-stop", by=by, why=m["why"], seat=m["seat"], agrees=agrees)
        if by and (ledger.host in by or self.hosting):
            self.stopped = self.stopped or m["why"]

    def go_on(self, now: float) -> None:
        """People have read why the table stopped, and go on."""
        self.stopped = ""
        for link in self.links.values():
            self._again(link, now)

    # ------------------------------------------------------------ answers

    def say(self, seat: int, text: str, now: float) -> None:
        """An answer of a seat of this device, in the record's notation without the seat. Raises
        :class:`Refused` or :class:`Malformed` where it cannot be given now; nothing has happened then."""
        ledger = self.ledger
        if ledger is None or seat not in ledger.seats_of(self.id):
            raise Malformed("This seat does not answer at this device.")
        if self.stopped or ledger.paused or not ledger.begun:
            raise Malformed("The table does not go on at this moment.")
        if len(self.pending) >= MOST_PENDING:
            raise Malformed("What was said before is still on its way.")
        notation, state = ledger.game.notation, ledger.state
        answer = notation.answer(text.split() or [""], state)
        because = ledger.game.refusal(notation.line(seat, answer, state))
        if because is not None:
            raise Refused(because, answer)
        id = ledger.last_ids[seat] + 1 + sum(said.seat == seat for said in self.pending)
        said = Said(seat, id, ledger.mark, notation.line(seat, answer, state))
        if self.hosting:
            self._append({"e": "line", "line": said.line, "id": id}, now)
            self._mind(now)
            return
        self.pending.append(said)
        self._say_again()

    def say_for_bot(self, seat: int, text: str, now: float) -> None:
        """As host: an answer of a bot. Raises as ``say``."""
        ledger = self.ledger
        assert ledger is not None
        line = f"{ledger.game.notation.seat_word(seat)} {text}"
        self._append({"e": "line", "line": line, "id": 0}, now)
        self._mind(now)

    def _say_again(self) -> None:
        """Send what the host has not confirmed."""
        link = self._host_link()
        if link is not None:
            for said in self.pending:
                self._send(link, "say", seat=said.seat, id=said.id, n=said.mark, line=said.line)
            for seat, own in self.mine.items():
                if own.offered:
                    self._send(link, "commit", seat=seat, anchor=own.offered)

    def _on_say(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or not self.hosting or self.stopped:
            return
        if m["seat"] not in self._seats_at(link):
            self._send(link, "no", id=m["id"], why="not-yours", clauses="")
            return
        if m["id"] <= ledger.last_ids[m["seat"]]:
            return
        why, clauses = self._say_for(m, now)
        if why:
            self._send(link, "no", id=m["id"], why=why, clauses=clauses)

    def _say_for(self, m: Message, now: float) -> tuple[str, str]:
        ledger = self.ledger
        assert ledger is not None
        try:
            parsed = ledger.game.notation.parse(m["line"], ledger.state)
            if parsed is None or parsed[0] != m["seat"]:
                return "not-yours", ""
            if m["n"] != ledger.mark and type(parsed[1]) not in STANDING:
                return "stale", ""
            self._append({"e": "line", "line": m["line"], "id": m["id"]}, now)
        except Refused as error:
            return "refused", " ".join(error.because)[:300]
        except (Malformed, Wrong) as error:
            return "malformed", str(error)[:300]
        return "", ""

    def _on_no(self, link: Link, m: Message, now: float) -> None:
        if link is self._host_link() and any(said.id == m["id"] for said in self.pending):
            self.pending = [said for said in self.pending if said.id != m["id"]]
            self._tell("no", why=m["why"], clauses=m["clauses"].split())

    # ------------------------------------------------------------ dice and cards

    def _values(self, k: int) -> dict[str, str]:
        """What this device reveals for a draw."""
        ledger = self.ledger
        assert ledger is not None
        values = {}
        for seat in ledger.awaited():
            chain = ledger.chains[seat]
            own = self.mine.get(seat)
            held = own.chains.get(chain.anchor) if own is not None else None
            if held is not None and k - chain.start <= held.links:
                values[str(seat)] = text_of(held.value(k - chain.start))
        return values

    def _ask_draw(self, link: Link) -> None:
        ledger, drawing = self.ledger, self._drawing
        assert ledger is not None
        assert drawing is not None
        values = self._values(drawing.k)
        count = ledger.count
        self._send(link, "draw", epoch=ledger.epoch, k=drawing.k, n=count, reveals=values)

    def _on_draw(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or link is not self._host_link() or m["epoch"] != ledger.epoch:
            return
        if m["k"] != ledger.draw or not ledger.waits_for_chance or self.stopped:
            return
        # The host shows its own link first; without it nothing is told.
        shown = {int(seat): value for seat, value in m["reveals"].items()}
        awaited = [seat for seat in ledger.awaited() if seat in ledger.seats_of(link.device)]
        if any(seat not in shown or not ledger.holds(seat, shown[seat]) for seat in awaited):
            self._stop("What the host revealed does not fit its chain.", ledger.host, "", m["k"])
            return
        values = self._values(m["k"])
        if values:
            self._revealed = (m["k"], m["epoch"])
            self._send(link, "reveal", epoch=m["epoch"], k=m["k"], reveals=values)

    def _on_reveal(self, link: Link, m: Message, now: float) -> None:
        ledger, drawing = self.ledger, self._drawing
        if ledger is None or drawing is None or not self.hosting:
            return
        if m["k"] != drawing.k or m["epoch"] != ledger.epoch:
            return
        seats = self._seats_at(link)
        for word, value in m["reveals"].items():
            seat = int(word)
            if seat not in seats or seat not in ledger.awaited() or seat in drawing.refused:
                continue
            if ledger.holds(seat, value):
                drawing.reveals[seat] = value
            else:
                drawing.refused.add(seat)
                self._tell("liar", draw=drawing.k, seat=seat)
                self._send_all("object", k=drawing.k, seat=seat)

    def _on_object(self, link: Link, m: Message, now: float) -> None:
        self._tell("objects", by=self._seats_at(link), draw=m["k"], seat=m["seat"])

    def _mind_draw(self, now: float) -> None:
        ledger = self.ledger
        assert ledger is not None
        if not ledger.waits_for_chance or ledger.paused:
            return
        if self._drawing is None:
            own = {int(seat): value for seat, value in self._values(ledger.draw).items()}
            self._drawing = Drawing(ledger.draw, now, own)
            for link in self.links.values():
                if link.joined and not link.apart:
                    self._ask_draw(link)
        drawing = self._drawing
        awaited = ledger.awaited()
        missing = [seat for seat in awaited if seat not in drawing.reveals]
        if set(missing) - drawing.refused and now - drawing.since < DRAW_WAITS:
            return
        if not drawing.reveals:
            return
        line = ledger.outcome(drawing.reveals)
        reveals = {str(seat): value for seat, value in drawing.reveals.items()}
        if missing:
            self._tell("missing", draw=drawing.k, seats=missing)
        entry = {"e": "draw", "k": drawing.k, "reveals": reveals, "missing": missing, "line": line}
        self._append(entry, now)

    def _on_commit(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            self._commits[m["seat"]] = m["anchor"]

    def _mind_chains(self, now: float) -> None:
        """Commit to a new chain where a seat of this device has none that is waited for."""
        ledger = self.ledger
        assert ledger is not None
        for seat in ledger.seats_of(self.id):
            own, chain = self.mine.get(seat), ledger.chains.get(seat)
            if own is None:
                continue
            held = own.chains.get(chain.anchor) if chain is not None else None
            if chain is not None and chain.anchor == own.offered:
                own.offered = ""
            left = held.links - (ledger.draw - chain.start) if held and chain else 0
            fresh = chain is not None and chain.heard and chain.anchor not in own.burnt
            if fresh and left > _LOW:
                continue
            if own.offered:
                continue
            anchor = own.commit(self.chain_links)
            if self.hosting:
                self._commits[seat] = anchor
            else:
                self._send_commits(seat)
        if self.hosting and not ledger.waits_for_chance:
            for seat, anchor in list(self._commits.items()):
                del self._commits[seat]
                if ledger.places[seat].device and not ledger.places[seat].bot:
                    self._append({"e": "chain", "seat": seat, "anchor": anchor}, now)

    def _send_commits(self, seat: int) -> None:
        link, own = self._host_link(), self.mine[seat]
        if link is not None:
            self._send(link, "commit", seat=seat, anchor=own.offered)

    # ------------------------------------------------------------ agreements

    def ask_undo(self, seat: int, to: int, now: float) -> None:
        """Ask all to take back the lines from there on."""
        assert self.ledger is not None
        self._request("undo", now, seat=seat, to=to, n=self.ledger.mark)

    def agree(self, seat: int, yes: bool, now: float) -> None:
        """Answer to an undo that somebody has asked for."""
        if self.vote is not None:
            self._request("agree", now, seat=seat, to=self.vote.to, n=self.vote.mark, yes=yes)

    def pause(self, seat: int, on: bool, now: float) -> None:
        """Stop the table for a while, or go on."""
        self._request("pause", now, seat=seat, on=on)

    def place(self, seat: int, bot: str, now: float) -> None:
        """Let a bot sit in for a seat that has been silent for long."""
        self._request("place", now, seat=seat, bot=bot)

    def _request(self, kind: str, now: float, **fields: Any) -> None:
        if self.hosting:
            message = {"m": kind, **fields}
            getattr(self, f"_host_{kind}")(message, now)
            self._mind(now)
            return
        link = self._host_link()
        if link is not None:
            self._send(link, kind, **fields)

    def _on_undo(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or m["n"] != ledger.mark or m["to"] >= len(ledger.answers):
            return
        if self.hosting and m["seat"] in self._seats_at(link):
            self._host_undo(m, now)
        elif link is self._host_link() and m["seat"] < ledger.seats:
            self.vote = Vote(m["to"], m["n"], m["seat"], {m["seat"]})
            self._tell("undo?", by=m["seat"], to=m["to"])

    def _host_undo(self, m: Message, now: float) -> None:
        self.vote = Vote(m["to"], m["n"], m["seat"], {m["seat"]})
        self._tell("undo?", by=m["seat"], to=m["to"])
        self._send_all("undo", seat=m["seat"], to=m["to"], n=m["n"])

    def _on_agree(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            self._host_agree(m, now)
        elif link is self._host_link() and self.vote is not None and not m["yes"]:
            self.vote = None
            self._tell("undo-refused", by=m["seat"])

    def _host_agree(self, m: Message, now: float) -> None:
        vote = self.vote
        if vote is None or (vote.to, vote.mark) != (m["to"], m["n"]):
            return
        if m["yes"]:
            vote.yes.add(m["seat"])
        else:
            self.vote = None
            self._tell("undo-refused", by=m["seat"])
            self._send_all("agree", seat=m["seat"], to=vote.to, n=vote.mark, yes=False)

    def _mind_vote(self, now: float) -> None:
        ledger, vote = self.ledger, self.vote
        assert ledger is not None
        if vote is None:
            return
        playing = [s for s in self.here(now) if ledger.state.playing[s]]
        if set(playing) <= vote.yes and vote.to < len(ledger.answers):
            self._append({"e": "undo", "to": vote.to}, now)

    def _on_pause(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            self._host_pause(m, now)

    def _host_pause(self, m: Message, now: float) -> None:
        assert self.ledger is not None
        if self.ledger.paused != m["on"]:
            self._drawing = None
            self._append({"e": "pause", "on": m["on"], "seat": m["seat"]}, now)

    def _on_place(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and self._seats_at(link):
            self._host_place(m, now)

    def _host_place(self, m: Message, now: float) -> None:
        ledger, seat = self.ledger, m["seat"]
        assert ledger is not None
        if seat >= ledger.seats or ledger.waits_for_chance or ledger.places[seat].bot:
            return
        place = ledger.places[seat]
        if place.device and (place.device == self.id or self.silent_for(seat, now) < BOT_AFTER):
            self._tell("not-yet", seat=seat)
            return
        try:
            self._append({**self._sits(seat, "", "", ""), "bot": m["bot"]}, now)
        except Wrong as error:
            self._tell("refused", why=str(error))

    # ------------------------------------------------------------ who is there, and who is host

    def _on_still(self, link: Link, m: Message, now: float) -> None:
        link.here = tuple(m["here"])
        if link is self._host_link():
            self._host_heard = now
        if m["ask"]:
            self._still(link, False, now)
        self._compare(link, m, now)

    def _still(self, link: Link, ask: bool, now: float) -> None:
        ledger = self.ledger
        self._send(
            link,
            "still",
            ask=ask,
            here=self.here(now) if ledger else [],
            have=self.count,
            digest=ledger.digest if ledger else "",
            epoch=ledger.epoch if ledger else 0,
        )

    def _compare(self, link: Link, m: Message, now: float) -> None:
        """A list that stays another one for some seconds is no matter of messages under way."""
        ledger = self.ledger
        if ledger is None or m["digest"] in ("", ledger.digest):
            link.odd = -1.0
        elif link.odd < 0:
            link.odd = now
        elif now - link.odd >= SILENT and link.trusted:
            link.odd = -1.0
            self._again(link, now)

    def _on_bye(self, link: Link, m: Message, now: float) -> None:
        self._tell("bye", seats=self._seats_at(link), why=m["why"])
        self.out.append((link.id, None))
        self.lost(link.id, now)

    def leave(self, now: float, why: str = "") -> None:
        """Say so before going."""
        for link in list(self.links.values()):
            self._send(link, "bye", why=why)
            self.out.append((link.id, None))
            self.lost(link.id, now)

    def _on_signal(self, link: Link, m: Message, now: float) -> None:
        """What two others need to find each other is passed on unread, by who is linked to both."""
        if not link.offers.takes(now):
            self._drop(link, "Too many offers in a minute.")
            return
        if m["to"] == self.id:
            self._tell("signal", by=m["by"], through=link.id, code=m["code"])
            return
        if m["by"] != link.device:
            return
        onward = next((k for k in self.links.values() if k.device == m["to"]), None)
        if onward is not None and (link.joined or onward.joined):
            self._send(onward, "signal", to=m["to"], by=m["by"], code=m["code"])

    def signal(self, through: int, to: str, code: str) -> None:
        """Send another device what it needs to find this one."""
        link = self.links.get(through)
        if link is not None:
            self._send(link, "signal", to=to, by=self.id, code=code)

    def _on_host(self, link: Link, m: Message, now: float) -> None:
        """Somebody wants to go on as host: tell what it lacks."""
        ledger = self.ledger
        if ledger is None or m["seat"] not in self._seats_at(link) or m["epoch"] <= ledger.epoch:
            return
        if self.hosting:
            self._hello(link, now)
            return
        if m["have"] <= ledger.count and ledger.digests[m["have"]] == m["digest"]:
            self._lines(link, m["have"])

    def _step_down(self, now: float) -> None:
        self.hosting = False
        self._drawing = None
        self._host_heard = now

    def tick(self, now: float) -> None:
        """Call it about every half second, whatever happens."""
        if now - self._beat >= BEAT:
            self._beat = now
            for link in self.links.values():
                if link.device:
                    self._still(link, True, now)
        self._host_heard = self._host_heard or now
        if self.ledger is not None:
            self._mind_host(now)
            self._mind(now)

    def _host_now(self, now: float) -> None:
        """What waited for a host waits for this device."""
        for seat, own in self.mine.items():
            if own.offered:
                self._commits[seat] = own.offered
        waiting, self.pending = self.pending, []
        for said in waiting:
            fields = {"seat": said.seat, "id": said.id, "n": said.mark, "line": said.line}
            why, clauses = self._say_for({"m": "say", **fields}, now)
            if why:
                self._tell("no", why=why, clauses=clauses.split())

    def _mind(self, now: float) -> None:
        """What follows from what has come."""
        if self.ledger is None or self.stopped:
            return
        self._mind_chains(now)
        while self.hosting:
            before = self.ledger.count
            self._mind_draw(now)
            self._mind_chains(now)
            self._mind_vote(now)
            if self.ledger.count == before:
                return

    def _mind_host(self, now: float) -> None:
        """Go on as host where the host is gone and this device is the next in line."""
        ledger = self.ledger
        assert ledger is not None
        if self.hosting:
            return
        if self._gathering >= 0:
            seat = min(ledger.seats_of(self.id), default=-1)
            if seat < 0:
                self._gathering = -1.0
            elif now - self._gathering >= GATHERING:
                self._gathering = -1.0
                self.hosting = True
                self._append({"e": "host", "epoch": ledger.epoch + 1, "seat": seat}, now)
                self._tell("host", seat=seat)
                self._host_now(now)
            return
        host = self._host_link()
        if host is not None and now - host.heard < HOST_LOST:
            return
        mine = [s for s in ledger.seats_of(self.id) if ledger.begun]
        others = [k for k in self.links.values() if k.trusted and now - k.heard < SILENT]
        was_host = ledger.places[ledger.host].device == self.id
        heard = any(ledger.host in k.here for k in others if not k.apart)
        if not mine or (heard and not was_host):
            return
        line = sorted(self.here(now))
        wait = HOST_LOST + NEXT_IN_LINE * line.index(min(mine))
        if now - self._host_heard >= wait:
            self._gathering = now
            epoch, have = ledger.epoch + 1, ledger.count
            seat, digest = min(mine), ledger.digest
            self._send_all("host", epoch=epoch, seat=seat, have=have, digest=digest)
