"""A game by codes from the invitation to the end: opening it, joining it, and whose code comes next.

The host's first code holds the game and the anchor of the host's chain; a guest's code answers with the
anchor of the guest's chain. With several guests the host's second code tells everybody the others. After
that every code is a turn (:mod:`.answers_draws_and_turn_codes`). No device reveals a value before it knows
all anchors. Bots of the game answer at the host's device.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...engine.asks import (
    Over,
)
from ...engine.errors import LoadError
from ...engine.parsing.untrusted_input import inflate_bytes, json_value
from ...engine.record import Record
from ..checksummed_codes import (
    BEFORE_PLAY,
    CONNECTION,
    LONGEST,
    TURN,
    CodeError,
    open_code,
    seal_code,
    sealed_today,
)
from ..device.model import Entropy
from ..draw_hash_chains import CHAIN_LINKS, LETTERS, SIZE, HashChain, from_base64url, to_base64url
from ..log_entry_fields_and_checks import (
    MOST_ENTRIES,
    LogError,
    check_whole_number,
    check_word,
    id_in,
    is_table_name,
    refusing_damage,
    secret_in,
)
from ..replicated_log_entry_rules import ReplicatedLog, read_head, replay_log
from ..strategies_in_head import with_rules_to_send
from .answers_draws_and_turn_codes import TurnCodeError, TurnEncoder, bytes_in

_TABLE, _SEAT, _START = 0, 1, 2
_MOST_GUESTS: Final = 7
AHEAD: Final = 2  # draws that a code reveals ahead for each person in the way with fewer codes
_RECENT: Final = 6  # codes that can be shown again
FORM: Final = 3  # of stored games; those in an earlier form are refused
_MOST_HEAD: Final = 20_000  # bytes of the uncompressed head of a record
# Wire format: a code that is in transit can only be unpacked with exactly these bytes. Never change
# them; a test checks their hash. Another dictionary needs another kind of code.
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


class CorrespondenceGame:
    """One device of a game by codes."""

    def __init__(self, engine: str, entropy: Entropy, chain_links: int = CHAIN_LINKS) -> None:
        """Create a device without a game.

        ``engine``: a hash of engine, books and boards; only devices with the same hash can join."""
        self.engine = engine
        self.device = entropy(8).hex()
        self._secret = entropy(SIZE)
        self._chain = HashChain(self._secret, chain_links)
        self._game = entropy(8).hex()
        self._head = ""
        self.ahead = 0
        self.hosting = False
        self.name = ""
        self.guests: list[Guest] = []
        self.encoder: TurnEncoder | None = None
        self.code = ""  # the code to pass on now; "" while waiting for another device's code
        self.codes = 0  # the number of codes so far, with the present one
        self.recent: list[
            str
        ] = []  # this device's last codes, newest first: one may have been lost

    # ------------------------------------------------------------ laying and joining

    def lay(self, record: Record, fewer: bool = False, name: str = "") -> None:
        """Open a game as its host, whose people are called ``name``.

        ``fewer``: play the way with fewer codes instead of the fair way. Raises :class:`LoadError` with
        a sentence."""
        people = [seat for seat in record.seats if not seat.bot]
        if len(people) < 2:
            raise LoadError("A game by codes needs at least two people.")
        ahead = AHEAD * len(people) if fewer else 0
        self._head = ReplicatedLog(with_rules_to_send(record), self._game).sent_head()
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_HEAD)
        data = packer.compress(self._head.encode()) + packer.flush()
        head = bytes([BEFORE_PLAY << 4 | _TABLE]) + bytes.fromhex(self._game) + self._version()
        me = Guest(self.device, to_base64url(self._chain.anchor), name)
        code = head + bytes([ahead]) + _guest(me) + data
        if len(seal_code(code)) > LONGEST or len(self._head) > _MOST_HEAD:
            raise LoadError(
                "This board is too large for a code. Use devices on the same network instead."
            )
        self.hosting, self.ahead, self.name = True, ahead, name
        self._shows(seal_code(code))

    def _version(self) -> bytes:
        return hashlib.sha256(self.engine.encode()).digest()[:4]

    @property
    def people(self) -> int:
        """The number of devices that the game is for; 0 while it is unknown."""
        seats = json_value(self._head)["seats"] if self._head else []
        return sum(not seat.get("bot") for seat in seats)

    def join(self, code: str, name: str) -> None:
        """Answer an invitation. Raises :class:`TurnCodeError` with a sentence."""
        data = bytes_in(code)
        if data[0] != BEFORE_PLAY << 4 | _TABLE or len(data) < 14:
            raise TurnCodeError("This isn’t an invitation to a game by codes.")
        if data[9:13] != self._version():
            raise TurnCodeError(
                "This code comes from another version of the program. "
                "Reload the page on both devices, then send a new "
                "invitation."
            )
        host, rest = _read_guest(data[14:])
        head = _head(rest)
        try:
            log = ReplicatedLog(read_head(head), data[1:9].hex())
        except LoadError as error:
            raise TurnCodeError(str(error)) from None
        people = [holder for holder in log.holders if not holder.bot]
        wrong_way = data[13] not in (0, AHEAD * len(people))
        if wrong_way or not 2 <= len(people) <= log.seats <= 8:
            raise TurnCodeError("This isn’t an invitation to a game by codes.")
        self._game, self._head, self.ahead, self.name = data[1:9].hex(), head, data[13], name
        self.guests = [host]
        me = Guest(self.device, to_base64url(self._chain.anchor), name)
        if len(people) == 2:
            self._begin([host, me])
        answer = bytes([BEFORE_PLAY << 4 | _SEAT]) + bytes.fromhex(self._game)[:4]
        self._shows(seal_code(answer + _guest(me)))

    def _begin(self, guests: list[Guest]) -> TurnEncoder:
        """Begin the game once all anchors are known. ``guests``: the people, the host first."""
        log = ReplicatedLog(read_head(self._head), self._game)
        seats = [n for n, holder in enumerate(log.holders) if not holder.bot]
        log.add({"e": "host", "epoch": 1, "seat": seats[0]})
        mine = 0
        for n, guest in zip(seats, guests, strict=True):
            entry = {"e": "seat", "seat": n, "device": guest.device, "key": "", "bot": ""}
            try:
                log.add({**entry, "name": guest.name})
            except LogError:  # for example the name is taken: the seat keeps its former name
                log.add({**entry, "name": ""})
            chain = {"e": "chain", "seat": n, "anchor": guest.anchor, "pub": ""}
            log.add({**chain, "n": log.count, "sig": ""})
            mine = n if guest.device == self.device else mine
        log.add({"e": "begin"})
        self.encoder = TurnEncoder(log, mine, self._chain, self.ahead)
        return self.encoder

    # ------------------------------------------------------------ what comes

    def read(self, code: str) -> int:
        """Read another device's code and return the number of entries of the game in it. Raises
        :class:`LogError`; nothing has changed then."""
        data = bytes_in(code)
        if data[0] >> 4 == BEFORE_PLAY:
            if data[0] & 15 == _SEAT and self.hosting:
                self._take_seat(data)
            elif data[0] & 15 == _START and not self.hosting:
                self._take_start(data)
            else:
                raise TurnCodeError("This code is for another device, or has already been entered.")
            return 0
        if self.encoder is None:
            raise TurnCodeError(
                "The game hasn’t begun yet, so this code can’t be used. Enter an answer "
                "to your own code."
            )
        came = self.encoder.read(code)
        self.go_on()
        return came

    def _take_seat(self, data: bytes) -> None:
        guest, left = _read_guest(data[5:])
        if data[1:5] != bytes.fromhex(self._game)[:4]:
            raise TurnCodeError("This code answers a different invitation.")
        if self.encoder is not None or guest in self.guests:
            raise TurnCodeError("This code has already been entered, or the game began without it.")
        me = Guest(self.device, to_base64url(self._chain.anchor), self.name)
        guests = [*self.guests, guest]
        if left or not _differ([me, *guests]):
            raise TurnCodeError("This code is damaged. Ask the sender to send it again.")
        self.guests = guests
        if len(guests) < self.people - 1:
            return
        self._begin([me, *guests])
        self.code = ""
        if self.people == 2:
            self.go_on()
        else:
            start = bytes([BEFORE_PLAY << 4 | _START]) + bytes.fromhex(self._game)[:4]
            self._shows(seal_code(start + b"".join(map(_guest, guests))))

    def _take_start(self, data: bytes) -> None:
        if self.encoder is not None or data[1:5] != bytes.fromhex(self._game)[:4]:
            raise TurnCodeError("This code is for another device, or has already been entered.")
        rest, guests = data[5:], list(self.guests[:1])
        while rest:
            guest, rest = _read_guest(rest)
            guests.append(guest)
        if len(guests) != self.people or not _differ(guests):
            raise TurnCodeError("This code is damaged. Ask the sender to send it again.")
        mine = (self.device, to_base64url(self._chain.anchor))
        if mine not in [(g.device, g.anchor) for g in guests[1:]]:
            raise TurnCodeError("This code starts the game with other devices, not with this one.")
        self._begin(guests)
        self.code = ""
        self.go_on()

    # ------------------------------------------------------------ one's own part

    def say(self, text: str, seat: int = -1) -> None:
        """Give an answer of this device's seat, or of a bot that answers here. Raises :class:`RefusedAnswer`,
        :class:`MalformedAnswer` or :class:`LogError`."""
        assert self.encoder is not None
        self.encoder.say(text, seat)
        self.go_on()

    def go_on(self) -> None:
        """Make all draws that can be made, and write a code if the others need one."""
        encoder = self.encoder
        if encoder is None:
            return
        encoder.draw_all()
        if encoder.owes():
            self._shows(encoder.write())

    def waits_for(self) -> list[int]:
        """Return the seats whose code is awaited.

        The list is empty if this device has to answer, or the game is over."""
        encoder = self.encoder
        if encoder is None or isinstance(encoder.log.state.ask, Over) or encoder.mine():
            return []
        if encoder.log.waits_for_chance:
            return encoder.waits_for()
        asked = encoder.log.state.ask.seat
        return [encoder.log.host if encoder.log.holders[asked].bot else asked]

    def _shows(self, code: str) -> None:
        self.code = code
        self.codes += 1
        self.recent = [code, *self.recent][:_RECENT]

    # ------------------------------------------------------------ a device that comes back

    def stored(self) -> dict[str, Any]:
        """Return all that this device needs to go on after a reload.

        This includes the secret of its chain, so it must stay in the device's own storage."""
        encoder = self.encoder
        stored: dict[str, Any] = {
            "letters": True,
            "form": FORM,
            "ahead": self.ahead,
            "name": self.name,
            "device": self.device,
            "secret": self._secret.hex(),
            "links": self._chain.length,
            "game": self._game,
            "head": self._head,
            "hosting": self.hosting,
            "guests": [[g.device, g.anchor, g.name] for g in self.guests],
            "code": self.code,
            "codes": self.codes,
            "recent": self.recent,
        }
        if encoder is not None:
            opened = {
                str(seat): [upto, value.hex()] for seat, (upto, value) in encoder.opened.items()
            }
            stored["pen"] = [
                encoder.seat,
                list(encoder.log.entries),
                encoder.sent,
                encoder.shown,
                opened,
            ]
        return stored

    @classmethod
    def restore(
        cls, stored: Mapping[str, Any], engine: str, entropy: Entropy
    ) -> CorrespondenceGame:
        """Return the device that ``stored()`` described.

        Raises :class:`LogError` or :class:`LoadError`."""
        with refusing_damage():
            return cls._restored(stored, engine, entropy)

    @classmethod
    def _restored(
        cls, stored: Mapping[str, Any], engine: str, entropy: Entropy
    ) -> CorrespondenceGame:
        if stored.get("form") != FORM:
            raise LogError(
                "This game by codes comes from an earlier version of the program, and its "
                "codes can’t be read anymore. The game itself is still in your saved "
                "games."
            )
        correspondence = cls(engine, entropy, 1)
        correspondence.device, correspondence._game = id_in(stored["device"]), id_in(stored["game"])
        correspondence._head = (
            ReplicatedLog(read_head(stored["head"]), correspondence._game).sent_head()
            if stored["head"]
            else ""
        )
        correspondence._secret = secret_in(stored["secret"])
        correspondence._chain = HashChain(
            correspondence._secret, check_whole_number(stored["links"], 1, CHAIN_LINKS)
        )
        correspondence.hosting, correspondence.code = (
            bool(stored["hosting"]),
            sealed_today(check_word(stored["code"], LONGEST)),
        )
        correspondence.codes = check_whole_number(stored["codes"], 0, MOST_ENTRIES)
        correspondence.ahead, correspondence.name = (
            check_whole_number(stored["ahead"], 0, 255),
            check_word(stored["name"], 30),
        )
        correspondence.recent = [
            sealed_today(check_word(code, LONGEST)) for code in stored["recent"][:_RECENT]
        ]
        for device, anchor, name in stored["guests"][:_MOST_GUESTS]:
            if from_base64url(check_word(anchor, LETTERS), SIZE) is None:
                raise LogError("An anchor must have 43 characters.")
            correspondence.guests.append(Guest(id_in(device), anchor, check_word(name, 30)))
        if "pen" in stored:
            seat, entries, sent, shown, opened = stored["pen"]
            log = replay_log(correspondence._head, correspondence._game, entries)
            encoder = TurnEncoder(
                log,
                check_whole_number(seat, 0, log.seats - 1),
                correspondence._chain,
                correspondence.ahead,
            )
            encoder.sent, encoder.shown = (
                check_whole_number(sent, 0, log.count),
                check_whole_number(shown, 0, MOST_ENTRIES),
            )
            for n, (upto, value) in opened.items():
                encoder.opened[int(n)] = (
                    check_whole_number(upto, 0, MOST_ENTRIES),
                    secret_in(value),
                )
            correspondence.encoder = encoder
        return correspondence


def _differ(guests: list[Guest]) -> bool:
    """Whether these are different devices, each with a chain of its own."""
    devices, anchors = {g.device for g in guests}, {g.anchor for g in guests}
    return len(devices) == len(anchors) == len(guests)


def code_kind(code: str) -> str:
    """Return the kind of a code.

    It is "table" (invitation to a game by codes), "seat" (its answer), "start", "turn" or "connection";
    "" if the text is not a code."""
    try:
        first = open_code(code)[0]
    except CodeError:
        return ""
    if first >> 4 == BEFORE_PLAY:
        return {_TABLE: "table", _SEAT: "seat", _START: "start"}.get(first & 15, "")
    return {TURN: "turn", CONNECTION: "connection"}.get(first >> 4, "")


def _head(data: bytes) -> str:
    try:
        return inflate_bytes(data, _MOST_HEAD, _HEAD).decode("ascii")
    except ValueError:
        raise TurnCodeError("This code is damaged. Ask the sender to send it again.") from None


def _guest(guest: Guest) -> bytes:
    name, anchor = guest.name.encode()[:120], from_base64url(guest.anchor, SIZE)
    assert anchor is not None
    return bytes.fromhex(guest.device) + anchor + bytes([len(name)]) + name


def _read_guest(data: bytes) -> tuple[Guest, bytes]:
    """Return the guest at the beginning of ``data``, and the rest of ``data``."""
    if len(data) < 41 or len(data) < 41 + data[40]:
        raise TurnCodeError("This code is damaged. Ask the sender to send it again.")
    try:
        name = data[41 : 41 + data[40]].decode()
    except UnicodeDecodeError:
        raise TurnCodeError("This code is damaged. Ask the sender to send it again.") from None
    # A name that no seat may have is not shown anywhere, and the seat keeps its former name.
    name = name[:30] if is_table_name(name) else ""
    return Guest(data[:8].hex(), to_base64url(data[8:40]), name), data[41 + data[40] :]
