"""A game by codes from the invitation to the end: opening it, joining it, and whose code comes next.

The host's first code holds the game and the anchor of the host's chain; a guest's code answers with the
anchor of the guest's chain. With several guests the host's second code tells everybody the others. After
that every code is a turn (:mod:`.letters`). No device reveals a value before it knows all anchors.
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
        self.hosting = False
        self.guests: list[Guest] = []
        self.pen: Pen | None = None
        self.code = ""  # the code to hand on now; "" while another device's code is awaited
        self.codes = 0  # the number of codes so far, with the present one

    # ------------------------------------------------------------ laying and joining

    def lay(self, record: Record) -> None:
        """Open a game as its host. Raises :class:`Unloadable` with a sentence."""
        if any(seat.bot for seat in record.seats):
            raise Unloadable("Play by codes is for people alone: each seat is a person’s device.")
        self._head = Ledger(record, self._game).head()
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_HEAD)
        data = packer.compress(self._head.encode()) + packer.flush()
        head = bytes([BEFORE_PLAY << 4 | _TABLE]) + bytes.fromhex(self._game) + self._version()
        code = head + bytes.fromhex(self.device) + self._chain.anchor + data
        if len(sealed(code)) > LONGEST or len(self._head) > _MOST_HEAD:
            raise Unloadable(
                "This board is too large for a code: play it at devices that a network connects."
            )
        self.hosting = True
        self._show(code)

    def _version(self) -> bytes:
        return hashlib.sha256(self.engine.encode()).digest()[:4]

    @property
    def people(self) -> int:
        """The number of devices that the game is for; 0 before it is known."""
        return len(json_value(self._head)["seats"]) if self._head else 0

    def join(self, code: str, name: str) -> None:
        """Answer an invitation. Raises :class:`Unread` with a sentence."""
        data = bytes_in(code)
        if data[0] != BEFORE_PLAY << 4 | _TABLE or len(data) < 53:
            raise Unread("This isn’t an invitation to a game by codes.")
        if data[9:13] != self._version():
            raise Unread("Another version of the program has made this code.")
        self._game, device = data[1:9].hex(), data[13:21].hex()
        self._head = _head(data[53:])
        try:
            ledger = Ledger(read_head(self._head), self._game)
        except Unloadable as error:
            raise Unread(str(error)) from None
        if not 2 <= ledger.seats <= 8 or any(place.bot for place in ledger.places):
            raise Unread("This isn’t an invitation to a game by codes.")
        self.guests = [Guest(device, text_of(data[21:53]), "")]
        me = Guest(self.device, text_of(self._chain.anchor), name)
        start = bytes([BEFORE_PLAY << 4 | _SEAT]) + bytes.fromhex(self._game)[:4]
        if ledger.seats == 2:
            # All anchors are known now, so this code may reveal values and saves the others one code.
            start += self._begin([*self.guests, me], 1).opening()
        self._show(start + _guest(me))

    def _begin(self, guests: list[Guest], seat: int) -> Pen:
        """Begin the game once all anchors are known. ``guests``: for every seat, the host first."""
        ledger = Ledger(read_head(self._head), self._game)
        ledger.add({"e": "host", "epoch": 1, "seat": 0})
        for n, guest in enumerate(guests):
            entry = {"e": "seat", "seat": n, "device": guest.device, "key": "", "bot": ""}
            try:
                ledger.add({**entry, "name": guest.name})
            except Wrong:  # for instance a name that is taken: the seat keeps its former name
                ledger.add({**entry, "name": ""})
            ledger.add({"e": "chain", "seat": n, "anchor": guest.anchor})
        ledger.add({"e": "begin"})
        self.pen = Pen(ledger, seat, self._chain)
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
        two = self.people == 2
        opening, rest = (data[5 : 5 + SIZE], data[5 + SIZE :]) if two else (b"", data[5:])
        guest, left = _read_guest(rest)
        if data[1:5] != bytes.fromhex(self._game)[:4] or left:
            raise Unread("This code answers another invitation.")
        if self.pen is not None or guest in self.guests or guest.device == self.device:
            raise Unread("This code is for another device, or has been read already.")
        self.guests.append(guest)
        if len(self.guests) < self.people - 1:
            return
        me = Guest(self.device, text_of(self._chain.anchor), "")
        pen = self._begin([me, *self.guests], 0)
        if two:
            try:
                pen.take_opening(1, opening)
            except Wrong:
                self.pen = None
                self.guests.clear()
                raise
            self.code = ""
            return
        start = bytes([BEFORE_PLAY << 4 | _START]) + bytes.fromhex(self._game)[:4] + pen.opening()
        self._show(start + b"".join(map(_guest, self.guests)))

    def _take_start(self, data: bytes) -> None:
        if self.pen is not None or data[1:5] != bytes.fromhex(self._game)[:4]:
            raise Unread("This code is for another device, or has been read already.")
        rest, guests = data[5 + SIZE :], list(self.guests[:1])
        while rest:
            guest, rest = _read_guest(rest)
            guests.append(guest)
        devices = [guest.device for guest in guests]
        mine = Guest(self.device, text_of(self._chain.anchor), "")
        mine_listed = [g for g in guests if (g.device, g.anchor) == (mine.device, mine.anchor)]
        if len(guests) != self.people or len(set(devices)) != len(devices) or not mine_listed:
            raise Unread("In this code this device has no seat.")
        pen = self._begin(guests, devices.index(self.device))
        try:
            pen.take_opening(0, data[5 : 5 + SIZE])
        except Wrong:
            self.pen = None
            raise
        self.go_on()

    # ------------------------------------------------------------ one's own part

    def say(self, text: str) -> None:
        """Give an answer of this device's seat. Raises :class:`Refused`, :class:`Malformed` or
        :class:`Wrong`."""
        assert self.pen is not None
        self.pen.say(text)
        self.go_on()

    def go_on(self) -> None:
        """Make all draws that are up to this device, and write its code once another device must act."""
        pen = self.pen
        if pen is None:
            return
        while pen.draw() is not None:
            pass
        waits = pen.ledger.waits_for_chance
        news = pen.sent < pen.ledger.count
        if pen.owes() or (news and (waits or not pen.mine())):
            self.code = pen.write()
            self.codes += 1

    def waits_for(self) -> list[int]:
        """The seats whose code is awaited; empty if this device has to answer, or the game is over."""
        pen = self.pen
        if pen is None or isinstance(pen.ledger.state.ask, Over):
            return []
        if pen.mine():
            return pen.waits_for() if pen.ledger.waits_for_chance else []
        if pen.ledger.waits_for_chance:
            return [pen.drawer()]
        return [pen.ledger.state.ask.seat]

    def _show(self, data: bytes) -> None:
        self.code = sealed(data)
        self.codes += 1

    # ------------------------------------------------------------ a device that comes back

    def stored(self) -> dict[str, Any]:
        """All that this device needs to go on after a reload. It contains the secret of its chain, so it
        must stay in the device's own storage."""
        pen = self.pen
        stored: dict[str, Any] = {
            "letters": True,
            "device": self.device,
            "secret": self._secret.hex(),
            "links": self._chain.links,
            "game": self._game,
            "head": self._head,
            "hosting": self.hosting,
            "guests": [[g.device, g.anchor, g.name] for g in self.guests],
            "code": self.code,
            "codes": self.codes,
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
        post = cls(engine, entropy, 1)
        post.device, post._game = id_in(stored["device"]), id_in(stored["game"])
        post._head = Ledger(read_head(stored["head"]), post._game).head() if stored["head"] else ""
        post._secret = secret_in(stored["secret"])
        post._chain = Chain(post._secret, whole(stored["links"], 1, LINKS))
        post.hosting, post.code = bool(stored["hosting"]), word(stored["code"], LONGEST)
        post.codes = whole(stored["codes"], 0, MOST_ENTRIES)
        for device, anchor, name in stored["guests"][:_MOST_GUESTS]:
            if bytes_of(word(anchor, LETTERS), SIZE) is None:
                raise Wrong("An anchor is 43 letters.")
            post.guests.append(Guest(id_in(device), anchor, word(name, 30)))
        if "pen" in stored:
            seat, entries, sent, shown, opened = stored["pen"]
            ledger = replayed(post._head, post._game, entries)
            pen = Pen(ledger, whole(seat, 0, ledger.seats - 1), post._chain)
            pen.sent, pen.shown = whole(sent, 0, ledger.count), whole(shown, 0, MOST_ENTRIES)
            for n, (upto, value) in opened.items():
                pen.opened[int(n)] = (whole(upto, 0, MOST_ENTRIES), secret_in(value))
            post.pen = pen
        return post


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
    return Guest(data[:8].hex(), text_of(data[8:40]), name[:30]), data[41 + data[40] :]
