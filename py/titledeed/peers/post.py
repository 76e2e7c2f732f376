"""A game by codes from the invitation to the end: opening it, joining it, and whose code comes next.

The host's first code holds the game and the anchor of the host's chain; a guest's code answers with the
anchor of the guest's chain. With several guests the host's second code tells everybody the others. After
that every code is a turn (:mod:`.letters`). No device reveals a value before it knows all anchors. Bots of
the game answer at the host's device.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..engine.reading import inflated, json_value
from ..engine.record import Record
from ..engine.words import Over, Unloadable
from .chains import LETTERS, LINKS, SIZE, Chain, bytes_of, text_of
from .codes import BEFORE_PLAY, CONNECTION, LONGEST, TURN, Damaged, opened, sealed
from .device.base import Entropy
from .ledger import (
    MOST_ENTRIES,
    Ledger,
    Wrong,
    id_in,
    printable,
    read_head,
    refusing_damage,
    replayed,
    secret_in,
    whole,
    word,
)
from .letters import Pen, Unread, bytes_in

_TABLE, _SEAT, _START = 0, 1, 2
_MOST_GUESTS: Final = 7
AHEAD: Final = (
    2  # draws that a code reveals ahead for each of the people, where codes are to be fewer
)
_RECENT: Final = 6  # codes that can be shown again
FORM: Final = 3  # of what is stored; games stored in an earlier form are refused
_MOST_HEAD: Final = 20_000  # bytes of the uncompressed head of a record
_HEAD: Final = (
    b'"},{"name":"","snake-eyes":,"limit-rounds":"board":{"classic""wikibooks""australian""parker1973"'
    b'{"chance":"by-hand","edition":"atlantic-city","format":"title-deed/1","house_rules":{},"rent":'
    b'"automatic","rulebook":"modern","seats":[{"name":"Ada"},{"name":"Ben"}],"seed":0,"variant":'
    b'"standard"}'
)


@dataclass(frozen=True)
class Guest:
    """A device that has answered an invitation."""

    device: str
    anchor: str
    name: str


class Post:
    """One device of a game by codes."""

    def __init__(self, engine: str, entropy: Entropy, links: int = LINKS) -> None:
        """``engine``: a hash of engine, books and boards; only devices with the same one can join."""
        self.engine = engine
        self.device = entropy(8).hex()
        self._secret = entropy(SIZE)
        self._chain = Chain(self._secret, links)
        self._game = entropy(8).hex()
        self._head = ""
        self.ahead = 0
        self.hosting = False
        self.name = ""
        self.guests: list[Guest] = []
        self.pen: Pen | None = None
        self.code = ""  # the code to hand on now; "" while another device's code is awaited
        self.codes = 0  # the number of codes so far, with the present one
        self.recent: list[
            str
        ] = []  # this device's last codes, the newest first: one may have been lost

    # ------------------------------------------------------------ laying and joining

    def lay(self, record: Record, fewer: bool = False, name: str = "") -> None:
        """Open a game as its host, whose people are called ``name``; ``fewer``: with fewer codes, else the
        fair way. Raises :class:`Unloadable` with a sentence."""
        people = [seat for seat in record.seats if not seat.bot]
        if len(people) < 2:
            raise Unloadable("A game by codes needs at least two people.")
        ahead = AHEAD * len(people) if fewer else 0
        self._head = Ledger(record, self._game).head()
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_HEAD)
        data = packer.compress(self._head.encode()) + packer.flush()
        head = bytes([BEFORE_PLAY << 4 | _TABLE]) + bytes.fromhex(self._game) + self._version()
        me = Guest(self.device, text_of(self._chain.anchor), name)
        code = head + bytes([ahead]) + _guest(me) + data
        if len(sealed(code)) > LONGEST or len(self._head) > _MOST_HEAD:
            raise Unloadable(
                "This board is too large for a code: play it at devices that a network connects."
            )
        self.hosting, self.ahead, self.name = True, ahead, name
        self._shows(sealed(code))

    def _version(self) -> bytes:
        return hashlib.sha256(self.engine.encode()).digest()[:4]

    @property
    def people(self) -> int:
        """The number of devices that the game is for; 0 before it is known."""
        seats = json_value(self._head)["seats"] if self._head else []
        return sum(not seat.get("bot") for seat in seats)

    def join(self, code: str, name: str) -> None:
        """Answer an invitation. Raises :class:`Unread` with a sentence."""
        data = bytes_in(code)
        if data[0] != BEFORE_PLAY << 4 | _TABLE or len(data) < 14:
            raise Unread("This isn’t an invitation to a game by codes.")
        if data[9:13] != self._version():
            raise Unread("Another version of the program has made this code.")
        host, rest = _read_guest(data[14:])
        head = _head(rest)
        try:
            ledger = Ledger(read_head(head), data[1:9].hex())
        except Unloadable as error:
            raise Unread(str(error)) from None
        people = [place for place in ledger.places if not place.bot]
        wrong_way = data[13] not in (0, AHEAD * len(people))
        if wrong_way or not 2 <= len(people) <= ledger.seats <= 8:
            raise Unread("This isn’t an invitation to a game by codes.")
        self._game, self._head, self.ahead, self.name = data[1:9].hex(), head, data[13], name
        self.guests = [host]
        me = Guest(self.device, text_of(self._chain.anchor), name)
        if len(people) == 2:
            self._begin([host, me])
        answer = bytes([BEFORE_PLAY << 4 | _SEAT]) + bytes.fromhex(self._game)[:4]
        self._shows(sealed(answer + _guest(me)))

    def _begin(self, guests: list[Guest]) -> Pen:
        """Begin the game once all anchors are known. ``guests``: the people, the host first."""
        ledger = Ledger(read_head(self._head), self._game)
        seats = [n for n, place in enumerate(ledger.places) if not place.bot]
        ledger.add({"e": "host", "epoch": 1, "seat": seats[0]})
        mine = 0
        for n, guest in zip(seats, guests, strict=True):
            entry = {"e": "seat", "seat": n, "device": guest.device, "key": "", "bot": ""}
            try:
                ledger.add({**entry, "name": guest.name})
            except Wrong:  # for instance a name that is taken: the seat keeps its former name
                ledger.add({**entry, "name": ""})
            chain = {"e": "chain", "seat": n, "anchor": guest.anchor, "pub": ""}
            ledger.add({**chain, "n": ledger.count, "sig": ""})
            mine = n if guest.device == self.device else mine
        ledger.add({"e": "begin"})
        self.pen = Pen(ledger, mine, self._chain, self.ahead)
        return self.pen

    # ------------------------------------------------------------ what comes

    def read(self, code: str) -> int:
        """Read another device's code and return the number of entries of the game in it. Raises
        :class:`Wrong`; nothing has changed then."""
        data = bytes_in(code)
        if data[0] >> 4 == BEFORE_PLAY:
            if data[0] & 15 == _SEAT and self.hosting:
                self._take_seat(data)
            elif data[0] & 15 == _START and not self.hosting:
                self._take_start(data)
            else:
                raise Unread("This code is for another device, or has been read already.")
            return 0
        if self.pen is None:
            raise Unread("This isn’t the answer to the invitation that is shown here.")
        came = self.pen.read(code)
        self.go_on()
        return came

    def _take_seat(self, data: bytes) -> None:
        guest, left = _read_guest(data[5:])
        if data[1:5] != bytes.fromhex(self._game)[:4]:
            raise Unread("This code answers another invitation.")
        if self.pen is not None or guest in self.guests:
            raise Unread("This code has been read already, or the game has begun without it.")
        me = Guest(self.device, text_of(self._chain.anchor), self.name)
        guests = [*self.guests, guest]
        if left or not _differ([me, *guests]):
            raise Unread("This code is damaged.")
        self.guests = guests
        if len(guests) < self.people - 1:
            return
        self._begin([me, *guests])
        self.code = ""
        if self.people == 2:
            self.go_on()
        else:
            start = bytes([BEFORE_PLAY << 4 | _START]) + bytes.fromhex(self._game)[:4]
            self._shows(sealed(start + b"".join(map(_guest, guests))))

    def _take_start(self, data: bytes) -> None:
        if self.pen is not None or data[1:5] != bytes.fromhex(self._game)[:4]:
            raise Unread("This code is for another device, or has been read already.")
        rest, guests = data[5:], list(self.guests[:1])
        while rest:
            guest, rest = _read_guest(rest)
            guests.append(guest)
        if len(guests) != self.people or not _differ(guests):
            raise Unread("This code is damaged.")
        mine = (self.device, text_of(self._chain.anchor))
        if mine not in [(g.device, g.anchor) for g in guests[1:]]:
            raise Unread("In this code this device has no seat.")
        self._begin(guests)
        self.code = ""
        self.go_on()

    # ------------------------------------------------------------ one's own part

    def say(self, text: str, seat: int = -1) -> None:
        """Give an answer of this device's seat, or of a bot that answers here. Raises :class:`Refused`,
        :class:`Malformed` or :class:`Wrong`."""
        assert self.pen is not None
        self.pen.say(text, seat)
        self.go_on()

    def go_on(self) -> None:
        """Make all draws that can be made, and write a code if the others need one."""
        pen = self.pen
        if pen is None:
            return
        pen.draw_all()
        if pen.owes():
            self._shows(pen.write())

    def waits_for(self) -> list[int]:
        """The seats whose code is awaited; empty if this device has to answer, or the game is over."""
        pen = self.pen
        if pen is None or isinstance(pen.ledger.state.ask, Over) or pen.mine():
            return []
        if pen.ledger.waits_for_chance:
            return pen.waits_for()
        asked = pen.ledger.state.ask.seat
        return [pen.ledger.host if pen.ledger.places[asked].bot else asked]

    def _shows(self, code: str) -> None:
        self.code = code
        self.codes += 1
        self.recent = [code, *self.recent][:_RECENT]

    # ------------------------------------------------------------ a device that comes back

    def stored(self) -> dict[str, Any]:
        """All that this device needs to go on after a reload. It contains the secret of its chain, so it
        must stay in the device's own storage."""
        pen = self.pen
        stored: dict[str, Any] = {
            "letters": True,
            "form": FORM,
            "ahead": self.ahead,
            "name": self.name,
            "device": self.device,
            "secret": self._secret.hex(),
            "links": self._chain.links,
            "game": self._game,
            "head": self._head,
            "hosting": self.hosting,
            "guests": [[g.device, g.anchor, g.name] for g in self.guests],
            "code": self.code,
            "codes": self.codes,
            "recent": self.recent,
        }
        if pen is not None:
            opened = {str(seat): [upto, value.hex()] for seat, (upto, value) in pen.opened.items()}
            stored["pen"] = [pen.seat, list(pen.ledger.entries), pen.sent, pen.shown, opened]
        return stored

    @classmethod
    def restore(cls, stored: Mapping[str, Any], engine: str, entropy: Entropy) -> Post:
        """The device that ``stored()`` described. Raises :class:`Wrong` or :class:`Unloadable`."""
        with refusing_damage():
            return cls._restored(stored, engine, entropy)

    @classmethod
    def _restored(cls, stored: Mapping[str, Any], engine: str, entropy: Entropy) -> Post:
        if stored.get("form") != FORM:
            raise Wrong(
                "An earlier version of the program kept this game by codes, and its codes can’t be read any"
                " more. The game itself is among the saved games."
            )
        post = cls(engine, entropy, 1)
        post.device, post._game = id_in(stored["device"]), id_in(stored["game"])
        post._head = Ledger(read_head(stored["head"]), post._game).head() if stored["head"] else ""
        post._secret = secret_in(stored["secret"])
        post._chain = Chain(post._secret, whole(stored["links"], 1, LINKS))
        post.hosting, post.code = bool(stored["hosting"]), word(stored["code"], LONGEST)
        post.codes = whole(stored["codes"], 0, MOST_ENTRIES)
        post.ahead, post.name = whole(stored["ahead"], 0, 255), word(stored["name"], 30)
        post.recent = [word(code, LONGEST) for code in stored["recent"][:_RECENT]]
        for device, anchor, name in stored["guests"][:_MOST_GUESTS]:
            if bytes_of(word(anchor, LETTERS), SIZE) is None:
                raise Wrong("An anchor is 43 letters.")
            post.guests.append(Guest(id_in(device), anchor, word(name, 30)))
        if "pen" in stored:
            seat, entries, sent, shown, opened = stored["pen"]
            ledger = replayed(post._head, post._game, entries)
            pen = Pen(ledger, whole(seat, 0, ledger.seats - 1), post._chain, post.ahead)
            pen.sent, pen.shown = whole(sent, 0, ledger.count), whole(shown, 0, MOST_ENTRIES)
            for n, (upto, value) in opened.items():
                pen.opened[int(n)] = (whole(upto, 0, MOST_ENTRIES), secret_in(value))
            post.pen = pen
        return post


def _differ(guests: list[Guest]) -> bool:
    """Whether these are different devices, each with a chain of its own."""
    devices, anchors = {g.device for g in guests}, {g.anchor for g in guests}
    return len(devices) == len(anchors) == len(guests)


def kind(code: str) -> str:
    """The kind of a code: "table" (invitation to a game by codes), "seat" (its answer), "start", "turn",
    "connection", or "" if it is none."""
    try:
        first = opened(code)[0]
    except Damaged:
        return ""
    if first >> 4 == BEFORE_PLAY:
        return {_TABLE: "table", _SEAT: "seat", _START: "start"}.get(first & 15, "")
    return {TURN: "turn", CONNECTION: "connection"}.get(first >> 4, "")


def _head(data: bytes) -> str:
    try:
        return inflated(data, _MOST_HEAD, _HEAD).decode("ascii")
    except ValueError:
        raise Unread("This code is damaged.") from None


def _guest(guest: Guest) -> bytes:
    name, anchor = guest.name.encode()[:120], bytes_of(guest.anchor, SIZE)
    assert anchor is not None
    return bytes.fromhex(guest.device) + anchor + bytes([len(name)]) + name


def _read_guest(data: bytes) -> tuple[Guest, bytes]:
    """The guest at the beginning of ``data``, and the rest of ``data``."""
    if len(data) < 41 or len(data) < 41 + data[40]:
        raise Unread("This code is damaged.")
    try:
        name = data[41 : 41 + data[40]].decode()
    except UnicodeDecodeError:
        raise Unread("This code is damaged.") from None
    # A name that no seat can have is shown nowhere, and the seat keeps its former one.
    name = name[:30] if printable(name) else ""
    return Guest(data[:8].hex(), text_of(data[8:40]), name), data[41 + data[40] :]
