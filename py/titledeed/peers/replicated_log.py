"""The list of entries that every device of a table holds: answers, draws, undos, and who sits where.

The list is append-only. Each device checks every entry by the rules and by the hash chains before it adds
it. After each entry it computes a digest; if the digests of two devices differ, their lists differ.

A *person* of the table is a seat with a device, without a bot, that still plays. Every draw has the value of
every person that does not rest (``awaited``): nobody chooses who is in a draw once it is open.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeGuard

from ..bots import BOTS
from ..engine import record as records
from ..engine.answers import (
    Answer,
    CardIs,
    Deal,
    Dice,
)
from ..engine.asks import (
    AskCard,
    AskDeal,
    AskDice,
    Over,
)
from ..engine.constants import (
    CHANCE,
)
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.notation import JOINERS, check_name
from ..engine.parsing.untrusted_input import json_value
from ..engine.parsing.value_checks import is_flag, is_hex, is_text, is_whole_number
from ..engine.record import Game, Record, RecordStep
from ..engine.reducer import STANDING
from ..engine.rules.short_game import undealt
from ..engine.state import (
    State,
)
from ..game.old_ruling_detection import changed_ruling
from .ecdsa import read_key
from .hash_chains import (
    LETTERS,
    SIZE,
    bytes_of,
    draw_number,
    draw_pick,
    drawn,
    first_beacon,
    hash_repeatedly,
    is_hash_of,
    named,
    text_of,
)
from .signing import SIGNATURE, Signature, is_signed_text, signed

MOST_ENTRIES: Final = 100_000
AHEAD: Final = 64  # epochs by which a host may be ahead of the entries there are
CHECKPOINT: Final = 25  # lines between two States that are kept for undo
KEY_STEPS: Final = 16  # keys of a seat that the others may have missed when it returns
DIGEST: Final = 32  # hexadecimal digits of a digest
AWAKE: Final = 2  # devices of people that a bot on a silent seat leaves in the draws at least
# Why a device returns: it slept, it was awake but without a connection, or the host heard it and went on
# without it. A new device takes over a bot's seat.
REASONS: Final = frozenset({"away", "cut-off", "left-out", "new"})
ListEntry = dict[str, Any]
# When the signatures of an entry are verified: before it is added, later by whoever holds the list, or never,
# since this device has verified or made them.
Verifying = Literal["now", "later", "never"]

GAME: Final = frozenset({"begin", "line", "draw", "undo"})  # see of_game; the others: the table
RESTED_LATE: Final = 2  # draws with its value after which a device's word that it rests is void
# The fields of each kind of entry, besides "e". "n": how many entries there were when a device asked for the
# entry. "sig": the device's signature, "" if unsigned; "yes": who has agreed, each with a signature or "".
FIELDS: Final[dict[str, frozenset[str]]] = {
    "begin": frozenset(),
    "line": frozenset({"line", "id", "n", "sig"}),
    "draw": frozenset({"k", "reveals", "missing", "line"}),
    "undo": frozenset({"to", "by", "yes", "unasked"}),
    "seat": frozenset({"seat", "device", "key", "name", "bot"}),
    "chain": frozenset({"seat", "anchor", "pub", "n", "sig"}),
    "rest": frozenset({"seat", "on", "n", "sig"}),
    "replace": frozenset({"seats", "bot", "k", "yes"}),
    "join": frozenset({"seat", "device", "key", "pub", "anchor", "why", "n", "sig", "yes"}),
    "host": frozenset({"epoch", "seat"}),
    "pause": frozenset({"on", "seat"}),
    "end": frozenset({"seat", "n", "sig"}),
}


class LogError(Exception):
    """An invalid entry. ``seat``: the seat at fault (-1: the host). ``draw``: the number of the draw
    concerned (0: none)."""

    def __init__(self, sentence: str, seat: int = -1, draw: int = 0) -> None:
        super().__init__(sentence)
        self.seat = seat
        self.draw = draw


class LogFull(LogError):
    """The list has as many entries as it may have."""


@dataclass(frozen=True)
class SeatHolder:
    """The device that answers for a seat, or the name of a bot; a seat with neither is free. ``key``: the
    last key shown. A device proves its right to return with a key that hashes to this one. ``pub``: its
    public key, "" if it does not sign."""

    device: str = ""
    bot: str = ""
    key: str = ""
    pub: str = ""


@dataclass
class Committed:
    """A seat's chain as the other devices know it."""

    anchor: str
    start: int  # the number of the draw before its first one
    known: bytes  # the value revealed last
    draw: int  # the draw at which it was revealed


@dataclass(frozen=True)
class Drawn:
    """A finished draw: its number and name (``name`` of the log), the line of its result, the seats whose
    chains are in it, and the seats whose chains are missing. A draw without a line was never made: bots took
    the missing seats, and the next number was drawn in its place."""

    draw: int
    name: str
    line: str
    seats: tuple[int, ...]
    missing: tuple[int, ...]


def check_whole_number(value: object, low: int, high: int) -> int:
    """Check that a value is a whole number within limits, and return it. Raises :class:`LogError`."""
    if not is_whole_number(value, low, high):
        raise LogError(f"A number from {low} to {high} was expected.")
    return value


def check_word(value: object, most: int) -> str:
    """Check that a value is a short text of printable characters, and return it. Raises
    :class:`LogError`."""
    if not is_text(value, most, is_printable):
        raise LogError(f"A text of at most {most} characters was expected.")
    return value


def id_in(value: object) -> str:
    """Check that a value is the id of a device or of a game, and return it. Raises :class:`LogError`."""
    if not is_id(value):
        raise LogError("An id is 16 digits.")
    return value


def secret_in(value: object) -> bytes:
    """The bytes of a chain's value in hexadecimal digits. Raises :class:`LogError`."""
    if not isinstance(value, str) or len(value) != 2 * SIZE:
        raise LogError("A value of a chain is 64 digits.")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise LogError("A value of a chain is 64 digits.") from None


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Raise :class:`LogError` if something stored lacks a part, or a part is of another type."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError):
        raise LogError("The stored state of this table is damaged.") from None


def _seats(value: object, below: int) -> list[int]:
    """Check that a value is a list of different seats in order, and return it. Raises :class:`LogError`."""
    if not isinstance(value, list) or len(value) > below:
        raise LogError("A list of seats was expected.")
    seats = [check_whole_number(seat, 0, below - 1) for seat in value]
    if seats != sorted(set(seats)):
        raise LogError("A list names each seat once, in order.")
    return seats


def _signature(value: object) -> str:
    if value != "" and not is_signed_text(value, SIGNATURE):
        raise LogError("A signature is 86 letters.")
    return str(value)


def _public(value: object) -> str:
    if value != "" and (not isinstance(value, str) or read_key(value) is None):
        raise LogError("A public key is 44 letters.")
    return str(value)


def of_game(entry: Mapping[str, Any]) -> bool:
    """Whether an entry belongs to the game, not only to the table: those of the kinds in :data:`GAME`, and a
    bot for which the open draw is given up."""
    return entry["e"] in GAME or (entry["e"] == "replace" and entry["k"] > 0)


def is_printable(text: str) -> bool:
    """Whether a text has no control or format characters, except the joiners that names need."""
    return all(c.isprintable() or c in JOINERS for c in text)


def is_id(value: object) -> TypeGuard[str]:
    """Whether a value is the id of a device or of a game: 16 lower-case hexadecimal digits."""
    return is_hex(value, 16)


class ReplicatedLog:
    """The entries of one game, and the game and table that result from them."""

    fields = FIELDS

    def __init__(self, record: Record, game: str) -> None:
        """``record``: a game without lines whose chance is entered by hand.

        Raises :class:`LoadError` with a sentence.
        """
        if record.chance != "by-hand":
            raise LoadError("A table over several devices draws its own dice and cards.")
        if record.house_rules.get("limit-minutes"):
            raise LoadError(
                "Devices have no common clock: a limit of rounds serves, not of minutes."
            )
        if any(step.lines for step in record.steps):
            raise LoadError("A table over several devices begins with a new game.")
        self.id = game
        self._head = ""
        seats = [replace(seat) for seat in record.seats]
        self.game = Game(replace(record, seats=seats, steps=[], extra={}))
        self.entries: list[ListEntry] = []
        self.digests: list[str] = [self._first()]
        self.places = [SeatHolder(bot=seat.bot) for seat in record.seats]
        self.chains: dict[int, Committed] = {}
        self.draws: list[Drawn] = []
        self.epoch = 0
        self.host = 0
        self.begun = False
        self.paused = False
        self.mark = 0  # the number of entries after the last one of the game (of_game)
        self.last_ids = [0] * len(record.seats)
        self.beacon = first_beacon(self.digests[0])
        self.resting: set[int] = set()
        # By seat: after how many entries each of the last draws that have its value was opened.
        self._drawn_at: dict[int, tuple[int, ...]] = {}
        self.anchors: set[str] = set()  # all that were ever committed to; each serves once
        # The seats that a bot took while a draw was open, and whether their device has said since why it was
        # silent, without sitting down again.
        self.taken: dict[int, bool] = {}
        self.explained: set[int] = set()  # the indices of the entries that say so
        self.spoke = [0] * len(
            record.seats
        )  # entries after the last that a device asked for itself
        self.ended: set[int] = set()  # whose devices have signed the finished game
        self.signs = (
            True  # whether devices with a public key sign; False only in a trial of an entry
        )
        self.unverified: list[Signature] = []  # signatures that nobody here has verified yet
        self._verifying: Verifying = "later"
        self._out: dict[int, int] = {}  # by seat that is out: the number of answers before it was
        self.answers: list[tuple[int, Answer]] = []
        self._kept: list[State] = []
        self._cards: list[tuple[int, int, int]] = []  # (line, deck, card) of each card drawn
        self._passes = (0, 0)  # the index in _cards at which the current pass of each deck begins
        self._named = (
            -1,
            "",
        )  # the number of entries at which :attr:`name` was worked out, and the name

    def _first(self) -> str:
        return hashlib.sha256(f"{self.id} {self.head()}".encode()).hexdigest()[:DIGEST]

    def head(self) -> str:
        """The record before its first entry as canonical JSON, the form sent to other devices. A finished
        game gives the same head, so that the digests of a table can be computed again from its proof."""
        if self._head:
            return self._head
        table = self.game.to_dict()
        for key in ("step", "checksum", "saved", "program", "title"):
            table.pop(key, None)
        self._head = json.dumps(table, sort_keys=True, separators=(",", ":"))
        return self._head

    @property
    def seats(self) -> int:
        return len(self.places)

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def digest(self) -> str:
        return self.digests[-1]

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def lines(self) -> list[str]:
        """The lines of the game as it stands, without those that were undone."""
        return self.game.lines

    @property
    def draw(self) -> int:
        """The number of the next draw. Numbers are never reused: an undone draw keeps its own."""
        return len(self.draws) + 1

    @property
    def waits_for_chance(self) -> bool:
        return self.begun and not isinstance(self.state.ask, Over) and self.state.ask.seat == CHANCE

    @property
    def drawing(self) -> bool:
        """Whether a draw is open that somebody is in: from here on nobody may change who is in it. Where all
        rest, nobody tells anything, and the draw waits for the first who is back."""
        return self.waits_for_chance and bool(self.awaited())

    # ------------------------------------------------------------ adding

    def add(self, entry: Mapping[str, Any], verifying: Verifying = "later") -> ListEntry:
        """Check an entry, add it, and return it in its canonical form.

        Raises :class:`LogError`, and for a line also :class:`RefusedAnswer` and :class:`MalformedAnswer`;
        nothing has changed then. ``verifying``: when its signatures are verified; "later" leaves them in
        :attr:`unverified`."""
        if len(self.entries) >= MOST_ENTRIES:
            raise LogFull("The list of this table is full.")
        kind = entry.get("e")
        if not isinstance(kind, str) or kind not in self.fields:
            raise LogError("An entry of an unknown kind.")
        if set(entry) - {"e"} != self.fields[kind]:
            raise LogError("An entry with missing or foreign fields.")
        self._verifying = verifying
        clean: ListEntry = getattr(self, f"_add_{kind}")(entry)
        self.entries.append({"e": kind, **clean})
        if of_game(self.entries[-1]):
            self.mark = len(self.entries)
        self.digests.append(self._digest(self.entries[-1]))
        return self.entries[-1]

    def _digest(self, entry: ListEntry) -> str:
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        facts = repr(self.state.contents()) if entry["e"] in ("line", "draw", "undo") else ""
        return hashlib.sha256(f"{self.digest}\n{text}\n{facts}".encode()).hexdigest()[:DIGEST]

    def seats_of(self, device: str) -> list[int]:
        """The seats for which people answer at this device; seats of bots are left out."""
        return [
            n
            for n, holder in enumerate(self.places)
            if device and holder.device == device and not holder.bot
        ]

    def _seat(self, entry: Mapping[str, Any]) -> int:
        return check_whole_number(entry["seat"], 0, self.seats - 1)

    def _add_begin(self, entry: Mapping[str, Any]) -> ListEntry:
        if self.begun:
            raise LogError("The game has begun already.")
        for seat, holder in enumerate(self.places):
            if not holder.bot and (not holder.device or seat not in self.chains):
                raise LogError(
                    "A game begins when each seat has a bot, or a device and its chain.", seat
                )
        self.begun = True
        return {}

    def _add_line(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, answer, id = self._said(entry)
        n, sig = check_whole_number(entry["n"], 0, self.mark), _signature(entry["sig"])
        if n != self.mark and type(answer) not in STANDING:
            raise LogError("This answers an earlier question.", seat)
        line = self.game.notation.line(seat, answer, self.state)
        clean = {"line": line, "id": id, "n": n, "sig": sig}
        self._check_signatures("line", clean, n, {seat: sig})
        self._give(seat, answer)
        self.last_ids[seat] = max(id, self.last_ids[seat])
        return clean

    def _said(self, entry: Mapping[str, Any]) -> tuple[int, Answer, int]:
        """The seat, answer and id of a line, if this seat may say it now."""
        text, id = check_word(entry["line"], 500), check_whole_number(entry["id"], 0, 10**9)
        if not self.begun:
            raise LogError("The game has not begun.")
        if self.paused:
            raise LogError("The table is paused.")
        parsed = self.game.notation.parse(text, self.state)
        if parsed is None or parsed[0] == CHANCE:
            raise LogError("Dice and cards are drawn, not said.")
        seat, answer = parsed
        holder = self.places[seat]
        if bool(id) == bool(holder.bot) or not (holder.bot or holder.device):
            raise LogError("Nobody else answers for this seat.", seat)
        if id and id <= self.last_ids[seat]:
            raise LogError("This was said before.", seat)
        return seat, answer, id

    def _give(self, seat: int, answer: Answer) -> str:
        before = self.state
        self.game.give(seat, answer)
        self.game.events.clear()
        if len(self.answers) % CHECKPOINT == 0:
            self._kept.append(before)
        for other, plays in enumerate(self.state.playing):
            if before.playing[other] and not plays:
                self._out[other] = len(self.answers)
        self.answers.append((seat, answer))
        ask = before.agenda[-1]
        if isinstance(answer, CardIs) and isinstance(ask, AskCard):
            if answer.card in self._seen(ask.deck):
                begins = list(self._passes)
                begins[ask.deck] = len(self._cards)
                self._passes = (begins[0], begins[1])
            self._cards.append((len(self.answers), ask.deck, answer.card))
        return self.game.lines[-1]

    def concerned(self, to: int) -> list[int]:
        """The seats of people who must agree to go back to the first ``to`` answers: the persons of the
        table, and those who have gone out of the game since."""
        sit = [seat for seat, holder in enumerate(self.places) if holder.device and not holder.bot]
        return [seat for seat in sit if self._out.get(seat, to) >= to] or sit

    def takes_back_draws(self, to: int) -> bool:
        """Whether going back to the first ``to`` answers takes back a throw or a card."""
        return any(seat < 0 for seat, _ in self.answers[to:])

    def _add_undo(self, entry: Mapping[str, Any]) -> ListEntry:
        to, by = self._undone(entry), self._who(entry["by"])
        yes, unasked = self._agreed(entry["yes"]), _seats(entry["unasked"], self.seats)
        if {*yes, *unasked} != set(self.concerned(to)) or set(yes) & set(unasked) or by not in yes:
            raise LogError("Everybody who plays agrees to an undo, or is named as not asked.")
        named = {str(seat): sig for seat, sig in yes.items()}
        clean = {"to": to, "by": by, "yes": named, "unasked": unasked}
        self._check_signatures("undo", clean, self.mark, yes)
        self._rewind(to)
        self.ended.clear()
        return clean

    def _undone(self, entry: Mapping[str, Any]) -> int:
        to = check_whole_number(entry["to"], 0, len(self.answers))
        if to == len(self.answers):
            raise LogError("There is nothing to take back.")
        # Some devices may have computed the open draw: nobody must come to it on another way.
        if self.waits_for_chance:
            raise LogError("Nothing is taken back while a draw is open.")
        return to

    def _rewind(self, to: int) -> None:
        base = to // CHECKPOINT
        state = self._kept[base].copy()
        steps = [_Given(seat, answer) for seat, answer in self.answers[base * CHECKPOINT : to]]
        self.game.rewind(state, to, steps)
        del self.answers[to:]
        del self._kept[base + (to % CHECKPOINT > 0) :]
        self._cards = [drawn for drawn in self._cards if drawn[0] <= to]
        self._passes = self._passes_of()
        self._out = {seat: at for seat, at in self._out.items() if at < to}

    def _agreed(self, yes: object) -> dict[int, str]:
        """The seats that have agreed to an entry, each with its signature or ""."""
        if not isinstance(yes, dict) or len(yes) > self.seats:
            raise LogError("An entry names who has agreed to it.")
        agreed = {self._who(seat): _signature(sig) for seat, sig in yes.items()}
        if len(agreed) != len(yes):
            raise LogError("An entry names each seat that has agreed once.")
        return dict(sorted(agreed.items()))

    def _who(self, seat: object) -> int:
        """A seat, as a number or as the key of a table."""
        if isinstance(seat, str) and seat in map(str, range(self.seats)):
            return int(seat)
        return check_whole_number(seat, 0, self.seats - 1)

    def _own(self, entry: Mapping[str, Any], seat: int) -> int:
        """Check "n" of an entry that a seat's device has asked for itself: such an entry serves once."""
        return check_whole_number(entry["n"], self.spoke[seat], self.count)

    def _passes_of(self) -> tuple[int, int]:
        begins, seen = [0, 0], [set[int](), set[int]()]
        for n, (_, deck, card) in enumerate(self._cards):
            if card in seen[deck]:
                begins[deck], seen[deck] = n, set()
            seen[deck].add(card)
        return begins[0], begins[1]

    def _seen(self, deck: int) -> set[int]:
        drawn = self._cards[self._passes[deck] :]
        return {card for _, of, card in drawn if of == deck}

    # ------------------------------------------------------------ who sits where

    def persons(self) -> list[int]:
        """The seats of people who play at a device of their own. When nobody does any more, the seats of
        those who are out: then their devices draw for the bots."""
        sit = [seat for seat, holder in enumerate(self.places) if holder.device and not holder.bot]
        return [seat for seat in sit if self.state.playing[seat]] or sit

    def voters(self, without: Collection[int] = ()) -> list[int]:
        """The seats whose devices decide who sits at the table: the persons that do not rest, and the host,
        but none of the seats in question."""
        seats = {*self.persons(), self.host} - self.resting - set(without)
        return sorted(seat for seat in seats if self.places[seat].device)

    def _add_seat(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, key, name, bot = self._sitting(entry)
        holder = self.places[seat]
        if self.begun and (device, bot) != (holder.device, holder.bot):
            raise LogError("After the beginning nobody sits down without the others.", seat)
        if bot and not self.begun:
            device, key = holder.device, holder.key
            self.chains.pop(seat, None)
        elif (
            holder.key
            and (key, device) != (holder.key, holder.device)
            and not self.opens(seat, key)
        ):
            raise LogError("The key does not fit this seat.", seat)
        if name and name != self.game.record.seats[seat].name:
            self._rename(seat, name)
        self.places[seat] = SeatHolder(
            device, bot, key, holder.pub if device == holder.device else ""
        )
        return {"seat": seat, "device": device, "key": key, "name": name, "bot": bot}

    def _sitting(self, entry: Mapping[str, Any]) -> tuple[int, str, str, str, str]:
        """The fields of an entry that seats a device or a bot."""
        seat, device, bot = (
            self._seat(entry),
            check_word(entry["device"], 16),
            check_word(entry["bot"], 40),
        )
        key, name = check_word(entry["key"], LETTERS), check_word(entry["name"], 30)
        if device and not is_id(device):
            raise LogError("A device's name is 16 digits.")
        if bot and bot not in BOTS:
            raise LogError("There is no such bot.")
        if key and bytes_of(key, SIZE) is None:
            raise LogError("A key is 43 letters.")
        return seat, device, key, name, bot

    def _add_rest(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, on = self._seat(entry), entry["on"]
        n, sig = self._own(entry, seat), _signature(entry["sig"])
        holder = self.places[seat]
        if not is_flag(on) or on == (seat in self.resting) or not holder.device or holder.bot:
            raise LogError("A device rests, or ends its rest.", seat)
        # Who knows the open draw could rest to make it another one.
        if self.drawing:
            raise LogError("Nobody rests while a draw is open.", seat)
        # Its device is back since: a host could else keep its word, and use it when that suits it.
        if on and sum(opened > n for opened in self._drawn_at.get(seat, ())) >= RESTED_LATE:
            raise LogError("This device has been awake since it said that it rests.", seat)
        clean = {"seat": seat, "on": on, "n": n, "sig": sig}
        self._check_signatures("rest", clean, n, {seat: sig})
        (self.resting.add if on else self.resting.discard)(seat)
        self.spoke[seat] = self.count + 1
        return clean

    def _add_end(self, entry: Mapping[str, Any]) -> ListEntry:
        """The device of a seat signs the finished game: so nobody can leave out its last entries, or change
        those that no device signs, without showing that this signature is missing."""
        seat, sig = self._seat(entry), _signature(entry["sig"])
        n, holder = self._own(entry, seat), self.places[seat]
        if not self.begun or not isinstance(self.state.ask, Over) or n != self.count:
            raise LogError("A device signs the whole list of a game that is over.", seat)
        if not holder.device or holder.bot or not holder.pub or seat in self.ended:
            raise LogError("A device signs the end of a game once, for its own seat.", seat)
        clean = {"seat": seat, "n": n, "sig": sig}
        self._check_signatures("end", clean, n, {seat: sig})
        self.ended.add(seat)
        self.spoke[seat] = self.count + 1
        return clean

    def _add_replace(self, entry: Mapping[str, Any]) -> ListEntry:
        seats, bot = _seats(entry["seats"], self.seats), check_word(entry["bot"], 40)
        yes, k = self._agreed(entry["yes"]), check_whole_number(entry["k"], 0, MOST_ENTRIES)
        drawing = self.drawing
        if not self.begun or bot not in BOTS or not seats:
            raise LogError("Once the game has begun, bots take the seats of silent devices.")
        if k != (self.draw if drawing else 0):
            raise LogError("A bot takes a seat for the draw that is open.", draw=self.draw)
        for seat in seats:
            holder = self.places[seat]
            if not holder.device or holder.bot or holder.device == self.places[self.host].device:
                raise LogError("Bots take the seats of guests.", seat)
            # Who is out holds nothing up, and must still agree to an undo that brings it back.
            if seat not in self.persons():
                raise LogError("A bot takes the seat of somebody who plays.", seat)
        # Without a resting device the draw is the same one: nobody makes another one of it.
        if drawing and not set(seats) <= set(self.awaited()):
            raise LogError(
                "While a draw is open, a bot takes the seat of a device that it waits for."
            )
        woken = set(yes) - set(self.voters(seats))
        if not yes or set(yes) != {*self.voters(seats), *(woken & self.wakeable(seats))}:
            raise LogError("All other devices that do not rest agree to a bot.")
        if self.leaves_one(seats, woken):
            raise LogError(
                "At least two people’s devices stay in the draws: one alone would know all draws to come."
            )
        named = {str(seat): sig for seat, sig in yes.items()}
        clean = {"seats": seats, "bot": bot, "k": k, "yes": named}
        self._check_signatures("replace", clean, self.mark, yes)
        name = self.name if drawing else ""
        for seat in seats:
            self.places[seat] = replace(self.places[seat], bot=bot)
        self.resting -= {*seats, *woken}
        if drawing:
            self.taken |= dict.fromkeys(seats, False)
            self.beacon = drawn(self.id, k, self.beacon, {})
            self.draws.append(Drawn(k, name, "", (), tuple(seats)))
        return clean

    def wakeable(self, without: Collection[int] = ()) -> set[int]:
        """The resting persons whose rest ends if they agree to a bot on these seats. While a draw is open no
        rest ends otherwise, and none needs to: without a draw they end it themselves."""
        return set(self.missing()) - set(without) if self.drawing else set()

    def leaves_one(self, seats: Collection[int], woken: Collection[int] = ()) -> bool:
        """Whether a bot on these seats would leave one device alone in the draws: it would know all throws
        and cards to come. ``woken``: resting seats whose rest ends. Seats that rest leave nobody more alone
        than their people did by their own word."""
        left = {self.places[seat].device for seat in {*self.awaited(), *woken} - set(seats)}
        return not set(seats) <= self.resting and len(left) < AWAKE

    def _add_join(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, key, _name, _bot = self._sitting({**entry, "name": "", "bot": ""})
        reason, anchor, pub = (
            check_word(entry["why"], 10),
            check_word(entry["anchor"], LETTERS),
            _public(entry["pub"]),
        )
        n, sig, yes = self._own(entry, seat), _signature(entry["sig"]), self._agreed(entry["yes"])
        holder = self.places[seat]
        if not self.begun or not holder.bot or not device or reason not in REASONS:
            raise LogError("A device takes over the seat of a bot.", seat)
        if self.drawing:
            raise LogError("Nobody sits down while a draw is open.", seat)
        new = device != holder.device
        if new != (reason == "new") or (new and any(p.device == device for p in self.places)):
            raise LogError("A device says whether it is new at the table.", seat)
        if not key or (not new and key != holder.key and not self.opens(seat, key)):
            raise LogError("The key does not fit this seat.", seat)
        # A device that has told its value for a draw that was given up stays out, and only says why it was
        # silent. The others cannot know whether it has, so the device itself sees to that.
        explains = seat in self.taken and not anchor
        if explains and self.taken[seat]:
            raise LogError("A device says once why it was silent.", seat)
        if bool(yes) != new or (new and set(yes) != set(self.voters((seat,)))):
            raise LogError("All other devices that do not rest agree to who sits down.", seat)
        if not new and pub != holder.pub:
            raise LogError("A device keeps its public key.", seat)
        named = {str(by): by_sig for by, by_sig in yes.items()}
        clean = {"seat": seat, "device": device, "key": key, "pub": pub, "anchor": anchor}
        clean |= {"why": reason, "n": n, "sig": sig, "yes": named}
        commits = bool(anchor) or new or (seat not in self.chains and not explains)
        if commits:
            self._new_anchor(seat, anchor)
        self._check_signatures("join", clean, n, {**yes, seat: sig}, {seat: pub})
        if commits:
            self._commit(seat, anchor)
        if explains:
            self.taken[seat] = True
            self.explained.add(self.count)
        else:
            self.taken.pop(seat, None)
        self.places[seat] = SeatHolder(device, holder.bot if explains else "", key, pub)
        self.spoke[seat] = self.count + 1
        return clean

    def _check_signatures(
        self,
        kind: str,
        clean: ListEntry,
        upto: int,
        sigs: Mapping[int, str],
        named: Mapping[int, str] | None = None,
    ) -> None:
        """Check, as the last thing before an entry changes anything, that each of these seats has signed it
        if its device has a public key. ``upto``: how many entries there were when they signed; ``named``:
        public keys that the entry itself names, by seat."""
        signatures: list[Signature] = []
        keys = {n: "" if holder.bot else holder.pub for n, holder in enumerate(self.places)}
        keys |= named or {}
        for seat, sig in sigs.items():
            if self.signs and bool(sig) != bool(keys[seat]):
                raise LogError("A device that has a public key signs, and no other one.", seat)
            if sig and keys[seat]:
                message = signed(self.id, seat, self.digests[upto], {"e": kind, **clean})
                signatures.append(Signature(self.count, upto, seat, keys[seat], message, sig))
        if self._verifying == "now":
            for signature in signatures:
                if not signature.holds():
                    raise LogError("A signature does not fit.", signature.seat)
        elif self._verifying == "later":
            self.unverified += signatures

    def opens(self, seat: int, key: str) -> bool:
        """Whether this key proves the right to return to the seat."""
        known, value = bytes_of(self.places[seat].key, SIZE), bytes_of(key, SIZE)
        if known is None or value is None:
            return False
        return _reaches(value, known)

    def _rename(self, seat: int, name: str) -> None:
        if self.answers or self.begun:
            raise LogError("Names are given before the game begins.", seat)
        record = self.game.record
        try:
            check_name(name)
            seats = [replace(s, name=name) if n == seat else s for n, s in enumerate(record.seats)]
            records.read_record(
                {**json_value(self.head()), "seats": [{"name": s.name} for s in seats]}
            )
            self.game = Game(replace(record, seats=seats))
        except (MalformedAnswer, LoadError) as error:
            raise LogError(str(error), seat) from None

    # ------------------------------------------------------------ chains and draws

    def _add_chain(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, pub = self._seat(entry), _public(entry["pub"])
        n, sig, holder = self._own(entry, seat), _signature(entry["sig"]), self.places[seat]
        # Nor does it get one after the beginning: what it has said before would look as if it were signed.
        keeps = bool(holder.pub) or self.begun
        if not holder.device or holder.bot or (keeps and pub != holder.pub):
            raise LogError(
                "A device commits to chains for its own seat, with the public key it has.", seat
            )
        # A device that has seen the others' values for the open draw could choose a chain to suit it.
        if self.drawing:
            raise LogError("No chain begins while a draw is open.", seat)
        anchor = check_word(entry["anchor"], LETTERS)
        clean = {"seat": seat, "anchor": anchor, "pub": pub, "n": n, "sig": sig}
        self._new_anchor(seat, anchor)
        self._check_signatures("chain", clean, n, {seat: sig}, {seat: pub})
        self._commit(seat, anchor)
        self.places[seat] = replace(holder, pub=pub)
        self.spoke[seat] = self.count + 1
        return clean

    def _new_anchor(self, seat: int, anchor: str) -> bytes:
        value = bytes_of(anchor, SIZE)
        if value is None:
            raise LogError("An anchor is 43 letters.", seat)
        # Of a chain that has served, others know values that are still to come in a second use.
        if anchor in self.anchors:
            raise LogError("A chain serves once.", seat)
        return value

    def _commit(self, seat: int, anchor: str) -> None:
        value = self._new_anchor(seat, anchor)
        self.anchors.add(anchor)
        self.chains[seat] = Committed(anchor, self.draw - 1, value, self.draw - 1)

    def awaited(self) -> list[int]:
        """The seats whose values make the next draw: every person that does not rest."""
        return [seat for seat in self.persons() if seat not in self.resting]

    def missing(self) -> list[int]:
        """The persons whose values are not in the next draw, since they rest."""
        return [seat for seat in self.persons() if seat in self.resting]

    def mark_at(self, count: int) -> int:
        """What :attr:`mark` was when the list had this many entries."""
        while count and not of_game(self.entries[count - 1]):
            count -= 1
        return count

    @property
    def at(self) -> str:
        """The digest after the last entry of the game: the position at which people agree to something,
        whatever happens at the table meanwhile."""
        return self.digests[self.mark]

    @property
    def name(self) -> str:
        """The name of the open draw: a hash of all that its result is worked out from, but for the values
        that are still to come. Two lists that give a draw the same name give it the same result, whoever is
        host in them and whatever else they say about the table. "" while nothing is drawn."""
        if not self.waits_for_chance:
            return ""
        if self._named[0] != len(self.entries):
            chains = {}
            for seat in self.awaited():
                chain = self.chains[seat]
                chains[seat] = (self.draw - chain.draw, text_of(chain.known))
            unseen = [self.unseen(deck) for deck in range(len(self.state.decks))]
            facts = repr(self.state.contents())
            name = named(self.id, self.draw, self.beacon, chains, unseen, facts)
            self._named = (len(self.entries), name)
        return self._named[1]

    def holds(self, seat: int, reveal: str) -> bool:
        """Whether this is the value of a seat's chain for the next draw."""
        value, chain = bytes_of(reveal, SIZE), self.chains.get(seat)
        return (
            value is not None
            and chain is not None
            and is_hash_of(value, chain.known, self.draw - chain.draw)
        )

    def _add_draw(self, entry: Mapping[str, Any]) -> ListEntry:
        k, line = self._opened(entry)
        values, missing = entry["reveals"], entry["missing"]
        awaited = self.awaited()
        if not isinstance(values, dict) or missing != self.missing():
            raise LogError(
                "A draw names what was revealed, and who is missing: those who rest.", draw=k
            )
        reveals: dict[int, str] = {}
        for seat in awaited:
            value = values.get(str(seat))
            if not isinstance(value, str) or not self.holds(seat, value):
                raise LogError("What was revealed does not fit the chain.", seat, k)
            reveals[seat] = value
        if len(values) != len(reveals):
            raise LogError("A draw names seats whose chain is no part of it.", draw=k)
        missing = self.missing()
        self._drawn(k, line, reveals, missing)
        named = {str(seat): text for seat, text in reveals.items()}
        return {"k": k, "reveals": named, "missing": missing, "line": line}

    def _opened(self, entry: Mapping[str, Any]) -> tuple[int, str]:
        """The number and line of a draw, if one is open."""
        k, line = self.draw, check_word(entry["line"], 500)
        if check_whole_number(entry["k"], 1, MOST_ENTRIES) != k:
            raise LogError(f"Draw {k} comes next, not another one.", draw=k)
        if not self.waits_for_chance or self.paused:
            raise LogError("Nothing is drawn now.", draw=k)
        return k, line

    def _drawn(self, k: int, line: str, reveals: Mapping[int, str], missing: list[int]) -> None:
        """Take in a draw whose values have been checked. Raises :class:`LogError` for another result."""
        if not reveals:
            raise LogError("A draw needs one chain at least.", draw=k)
        if line != self.outcome(reveals):
            raise LogError("What was drawn is not what the chains give.", draw=k)
        parsed = self.game.notation.parse(line, self.state)
        assert parsed is not None
        block, name, opened = self._block(reveals), self.name, self.mark
        self._give(*parsed)
        for seat, text in reveals.items():
            known = bytes_of(text, SIZE)
            assert known is not None
            chain = self.chains[seat]
            chain.known, chain.draw = known, k
            self._drawn_at[seat] = (*self._drawn_at.get(seat, ()), opened)[-RESTED_LATE:]
        self.beacon = block if self.beacon else b""
        self.draws.append(Drawn(k, name, line, tuple(reveals), tuple(sorted(missing))))

    def _block(self, reveals: Mapping[int, str]) -> bytes:
        values = {seat: bytes_of(text, SIZE) or b"" for seat, text in reveals.items()}
        return drawn(self.id, self.draw, self.beacon, values)

    def unseen(self, deck: int) -> list[int]:
        """The cards that may come next: those not yet drawn in this pass through the deck, or all if every
        one has been drawn."""
        there = sorted(self.state.decks[deck])
        seen = self._seen(deck)
        return [card for card in there if card not in seen] or there

    def outcome(self, reveals: Mapping[int, str]) -> str:
        """The line of chance's answer that the next draw gives with these revealed values, by seat."""
        block, ask = self._block(reveals), self.state.agenda[-1]
        answer: Answer
        match ask:
            case AskDice():
                a, b = divmod(draw_number(block, 36), 6)
                answer = Dice(a + 1, b + 1)
            case AskCard():
                answer = CardIs(draw_pick(self.unseen(ask.deck), block))
            case AskDeal():
                answer = Deal(ask.receiver, draw_pick(undealt(self.state), block))
            case _:
                raise LogError("Nothing is drawn now.", draw=self.draw)
        return self.game.notation.line(CHANCE, answer, self.state)

    # ------------------------------------------------------------ the table itself

    def _add_host(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, epoch = self._seat(entry), check_whole_number(entry["epoch"], 1, MOST_ENTRIES)
        if epoch <= self.epoch:
            raise LogError("This table has a newer host.", seat)
        if epoch > self.last_epoch:
            raise LogError("Nobody could be host after this one.", seat)
        self.epoch, self.host = epoch, seat
        return {"epoch": epoch, "seat": seat}

    @property
    def last_epoch(self) -> int:
        """The highest epoch that the next host may have: else one host could leave none to those after it."""
        return self.count + AHEAD

    def _add_pause(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, on = self._seat(entry), entry["on"]
        if not is_flag(on):
            raise LogError("A pause is on or off.", seat)
        self.paused = on
        return {"on": on, "seat": seat}

    # ------------------------------------------------------------ two lists of one game

    def twin(self) -> ReplicatedLog:
        """An independent copy, which may then go on differently."""
        other = copy(self)
        other.game = self.game.fork(self.state, len(self.lines))
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(other, name, copy(value))
        other.chains = {seat: replace(chain) for seat, chain in self.chains.items()}
        return other

    def begins_as(self, other: ReplicatedLog) -> bool:
        """Whether this list is a prefix of the other one."""
        return other.count >= self.count and other.digests[self.count] == self.digest

    def played_since(self, count: int) -> int:
        """The number of entries of the game from index ``count`` on."""
        return sum(map(of_game, self.entries[count:]))

    def common(self, other: ReplicatedLog) -> int:
        """The length of the longest common prefix of two lists."""
        low, high = 0, min(self.count, other.count)
        while low < high:
            middle = (low + high + 1) // 2
            if self.digests[middle] == other.digests[middle]:
                low = middle
            else:
                high = middle - 1
        return low


@dataclass(frozen=True)
class _Given:
    seat: int
    answer: Answer


def _reaches(value: bytes, known: bytes) -> bool:
    for _ in range(KEY_STEPS):
        value = hash_repeatedly(value)
        if value == known:
            return True
    return False


def read_head(text: str) -> Record:
    """The record in the ``head`` that a host has sent. Raises :class:`LoadError`."""
    return records.read_record(records.parse_record_to_keep(text, toml=False))


def replay_log(head: str, game: str, entries: Sequence[Mapping[str, Any]]) -> ReplicatedLog:
    """The list that these entries make, each of them checked. Raises :class:`LogError` or
    :class:`LoadError`."""
    log = ReplicatedLog(read_head(head), game)
    for entry in entries:
        try:
            log.add(entry)
        except (RefusedAnswer, MalformedAnswer) as error:
            lines = [*log.lines, str(entry.get("line"))]
            played = replace(log.game.record, steps=[RecordStep(lines, {})])
            changed = changed_ruling(played)
            text = f"Entry {log.count + 1} is refused: {error}"
            raise LogError(str(changed) if changed else text) from None
    return log
