"""The list of entries that every device of a table holds: answers, draws, undos, and who sits where.

The list is append-only. Each device checks every entry by the rules and by the hash chains before it adds
it. After each entry it computes a digest; if the digests of two devices differ, their lists differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from ..bots import BOTS
from ..engine import record as records
from ..engine.notation import JOINERS, check_name
from ..engine.reading import json_value
from ..engine.record import Game, Record, RecordStep
from ..engine.rules.short_game import undealt
from ..engine.words import (
    CHANCE,
    Answer,
    AskCard,
    AskDeal,
    AskDice,
    CardIs,
    Deal,
    Dice,
    Malformed,
    Over,
    Refused,
    State,
    Unloadable,
)
from ..fingerprints import changed_ruling
from .chains import LETTERS, SIZE, bytes_of, follows, hashed, number, pick

MOST_ENTRIES: Final = 100_000
AHEAD: Final = 64  # epochs by which a host may be ahead of the entries there are
CHECKPOINT: Final = 25  # lines between two States that are kept for undo
KEY_STEPS: Final = 16  # keys of a seat that the others may have missed when it returns
DIGEST: Final = 32  # hexadecimal digits of a digest
ListEntry = dict[str, Any]

GAME: Final = frozenset({"begin", "line", "draw", "undo"})  # the other kinds are about the table
# The fields of each kind of entry, besides "e".
FIELDS: Final[dict[str, frozenset[str]]] = {
    "begin": frozenset(),
    "line": frozenset({"line", "id"}),
    "draw": frozenset({"k", "reveals", "missing", "line"}),
    "undo": frozenset({"to"}),
    "seat": frozenset({"seat", "device", "key", "name", "bot"}),
    "chain": frozenset({"seat", "anchor"}),
    "host": frozenset({"epoch", "seat"}),
    "pause": frozenset({"on", "seat"}),
}


class Wrong(Exception):
    """An invalid entry. ``seat``: the seat at fault (-1: the host). ``draw``: the number of the draw
    concerned (0: none)."""

    def __init__(self, sentence: str, seat: int = -1, draw: int = 0) -> None:
        super().__init__(sentence)
        self.seat = seat
        self.draw = draw


class Full(Wrong):
    """The list has as many entries as it may have."""


@dataclass(frozen=True)
class SeatHolder:
    """The device that answers for a seat, or the name of a bot; a seat with neither is free. ``key``: the
    last key shown. A device proves its right to return with a key that hashes to this one."""

    device: str = ""
    bot: str = ""
    key: str = ""


@dataclass
class Committed:
    """A seat's chain as the other devices know it."""

    anchor: str
    start: int  # the number of the draw before its first one
    known: bytes  # the value revealed last
    draw: int  # the draw at which it was revealed
    heard: bool = True  # False: it missed a draw, so draws no longer wait for it


@dataclass(frozen=True)
class Drawn:
    """A finished draw: its number, the line of its result, the seats whose chains are in it, and the seats
    whose chains are missing."""

    draw: int
    line: str
    seats: tuple[int, ...]
    missing: tuple[int, ...]


def whole(value: object, low: int, high: int) -> int:
    """Check that a value is a whole number within limits, and return it. Raises :class:`Wrong`."""
    if type(value) is not int or not low <= value <= high:
        raise Wrong(f"A number from {low} to {high} was expected.")
    return value


def word(value: object, most: int) -> str:
    """Check that a value is a short text of printable characters, and return it. Raises
    :class:`Wrong`."""
    if not isinstance(value, str) or len(value) > most or not printable(value):
        raise Wrong(f"A text of at most {most} characters was expected.")
    return value


def id_in(value: object) -> str:
    """Check that a value is the id of a device or of a game, and return it. Raises :class:`Wrong`."""
    if not isinstance(value, str) or not is_id(value):
        raise Wrong("An id is 16 digits.")
    return value


def secret_in(value: object) -> bytes:
    """The bytes of a chain's value in hexadecimal digits. Raises :class:`Wrong`."""
    if not isinstance(value, str) or len(value) != 2 * SIZE:
        raise Wrong("A value of a chain is 64 digits.")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise Wrong("A value of a chain is 64 digits.") from None


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Raise :class:`Wrong` if something stored lacks a part, or a part is of another type."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Wrong("The stored state of this table is damaged.") from None


def printable(text: str) -> bool:
    """Whether a text has no control or format characters, except the joiners that names need."""
    return all(c.isprintable() or c in JOINERS for c in text)


def is_id(value: str) -> bool:
    """Whether a text is the id of a device or of a game: 16 lower-case hexadecimal digits."""
    return len(value) == 16 and all(c in "0123456789abcdef" for c in value)


class Ledger:
    """The entries of one game, and the game and table that result from them."""

    def __init__(self, record: Record, game: str) -> None:
        """``record``: a game without lines whose chance is entered by hand.

        Raises :class:`Unloadable` with a sentence.
        """
        if record.chance != "by-hand":
            raise Unloadable("A table over several devices draws its own dice and cards.")
        if record.house_rules.get("limit-minutes"):
            raise Unloadable(
                "Devices have no common clock: a limit of rounds serves, not of minutes."
            )
        if any(step.lines for step in record.steps):
            raise Unloadable("A table over several devices begins with a new game.")
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
        self.mark = 0  # the number of entries after the last one of the kinds in GAME
        self.last_ids = [0] * len(record.seats)
        self.answers: list[tuple[int, Answer]] = []
        self._kept: list[State] = []
        self._cards: list[tuple[int, int, int]] = []  # (line, deck, card) of each card drawn
        self._passes = (0, 0)  # the index in _cards at which the current pass of each deck begins

    def _first(self) -> str:
        return hashlib.sha256(f"{self.id} {self.head()}".encode()).hexdigest()[:DIGEST]

    def head(self) -> str:
        """The record before its first entry as canonical JSON, the form sent to other devices."""
        if self._head:
            return self._head
        table = self.game.to_dict()
        for key in ("step", "checksum", "saved", "program"):
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

    # ------------------------------------------------------------ adding

    def add(self, entry: Mapping[str, Any]) -> ListEntry:
        """Check an entry, add it, and return it in its canonical form.

        Raises :class:`Wrong`, and for a line also :class:`Refused` and :class:`Malformed`; nothing has
        changed then."""
        if len(self.entries) >= MOST_ENTRIES:
            raise Full("The list of this table is full.")
        kind = entry.get("e")
        if not isinstance(kind, str) or kind not in FIELDS:
            raise Wrong("An entry of an unknown kind.")
        if set(entry) - {"e"} != FIELDS[kind]:
            raise Wrong("An entry with missing or foreign fields.")
        clean: ListEntry = getattr(self, f"_add_{kind}")(entry)
        self.entries.append({"e": kind, **clean})
        if kind in GAME:
            self.mark = len(self.entries)
        self.digests.append(self._digest(self.entries[-1]))
        return self.entries[-1]

    def _digest(self, entry: ListEntry) -> str:
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        facts = repr(self.state.contents()) if entry["e"] in ("line", "draw", "undo") else ""
        return hashlib.sha256(f"{self.digest}\n{text}\n{facts}".encode()).hexdigest()[:DIGEST]

    def seats_of(self, device: str) -> list[int]:
        """The seats for which people answer at this device; seats of bots are left out."""
        return [n for n, p in enumerate(self.places) if device and p.device == device and not p.bot]

    def _seat(self, entry: Mapping[str, Any]) -> int:
        return whole(entry["seat"], 0, self.seats - 1)

    def _add_begin(self, entry: Mapping[str, Any]) -> ListEntry:
        if self.begun:
            raise Wrong("The game has begun already.")
        self.begun = True
        return {}

    def _add_line(self, entry: Mapping[str, Any]) -> ListEntry:
        text, id = word(entry["line"], 500), whole(entry["id"], 0, 10**9)
        if not self.begun:
            raise Wrong("The game has not begun.")
        if self.paused:
            raise Wrong("The table is paused.")
        parsed = self.game.notation.parse(text, self.state)
        if parsed is None or parsed[0] == CHANCE:
            raise Wrong("Dice and cards are drawn, not said.")
        seat, answer = parsed
        place = self.places[seat]
        if bool(id) == bool(place.bot) or not (place.bot or place.device):
            raise Wrong("Nobody else answers for this seat.", seat)
        if id and id <= self.last_ids[seat]:
            raise Wrong("This was said before.", seat)
        line = self._give(seat, answer)
        self.last_ids[seat] = max(id, self.last_ids[seat])
        return {"line": line, "id": id}

    def _give(self, seat: int, answer: Answer) -> str:
        before = self.state
        self.game.give(seat, answer)
        self.game.events.clear()
        if len(self.answers) % CHECKPOINT == 0:
            self._kept.append(before)
        self.answers.append((seat, answer))
        ask = before.agenda[-1]
        if isinstance(answer, CardIs) and isinstance(ask, AskCard):
            if answer.card in self._seen(ask.deck):
                begins = list(self._passes)
                begins[ask.deck] = len(self._cards)
                self._passes = (begins[0], begins[1])
            self._cards.append((len(self.answers), ask.deck, answer.card))
        return self.game.lines[-1]

    def _add_undo(self, entry: Mapping[str, Any]) -> ListEntry:
        to = whole(entry["to"], 0, len(self.answers))
        if to == len(self.answers):
            raise Wrong("There is nothing to take back.")
        # Some devices may have computed the open draw: nobody must come to it on another way.
        if self.waits_for_chance:
            raise Wrong("Nothing is taken back while a draw is open.")
        base = to // CHECKPOINT
        state = self._kept[base].copy()
        steps = [_Given(seat, answer) for seat, answer in self.answers[base * CHECKPOINT : to]]
        self.game.rewind(state, to, steps)
        del self.answers[to:]
        del self._kept[base + (to % CHECKPOINT > 0) :]
        self._cards = [drawn for drawn in self._cards if drawn[0] <= to]
        self._passes = self._passes_of()
        return {"to": to}

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

    def _add_seat(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, bot = self._seat(entry), word(entry["device"], 16), word(entry["bot"], 40)
        key, name = word(entry["key"], LETTERS), word(entry["name"], 30)
        if device and not is_id(device):
            raise Wrong("A device's name is 16 digits.")
        if bot and bot not in BOTS:
            raise Wrong("There is no such bot.")
        if key and bytes_of(key, SIZE) is None:
            raise Wrong("A key is 43 letters.")
        place = self.places[seat]
        if bot:
            if self.waits_for_chance:
                raise Wrong("No bot sits down while a draw is open.", seat)
            device, key = place.device, place.key
            self.chains.pop(seat, None)
        elif place.key and (key, device) != (place.key, place.device) and not self.opens(seat, key):
            raise Wrong("The key does not fit this seat.", seat)
        if name and name != self.game.record.seats[seat].name:
            self._rename(seat, name)
        self.places[seat] = SeatHolder(device, bot, key)
        return {"seat": seat, "device": device, "key": key, "name": name, "bot": bot}

    def opens(self, seat: int, key: str) -> bool:
        """Whether this key proves the right to return to the seat."""
        known, value = bytes_of(self.places[seat].key, SIZE), bytes_of(key, SIZE)
        if known is None or value is None:
            return False
        return _reaches(value, known)

    def _rename(self, seat: int, name: str) -> None:
        if self.answers or self.begun:
            raise Wrong("Names are given before the game begins.", seat)
        record = self.game.record
        try:
            check_name(name)
            seats = [replace(s, name=name) if n == seat else s for n, s in enumerate(record.seats)]
            records.read({**json_value(self.head()), "seats": [{"name": s.name} for s in seats]})
            self.game = Game(replace(record, seats=seats))
        except (Malformed, Unloadable) as error:
            raise Wrong(str(error), seat) from None

    # ------------------------------------------------------------ chains and draws

    def _add_chain(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, anchor = self._seat(entry), word(entry["anchor"], LETTERS)
        value = bytes_of(anchor, SIZE)
        if value is None:
            raise Wrong("An anchor is 43 letters.", seat)
        # A device that has seen the others' values for the open draw could choose a chain to suit it.
        if self.waits_for_chance:
            raise Wrong("No chain begins while a draw is open.", seat)
        start = self.draw - 1
        self.chains[seat] = Committed(anchor, start, value, start)
        return {"seat": seat, "anchor": anchor}

    def awaited(self) -> list[int]:
        """The seats whose chains are part of the next draw."""
        return [seat for seat, chain in sorted(self.chains.items()) if chain.heard]

    def holds(self, seat: int, reveal: str) -> bool:
        """Whether this is the value of a seat's chain for the next draw."""
        value, chain = bytes_of(reveal, SIZE), self.chains.get(seat)
        return (
            value is not None
            and chain is not None
            and follows(value, chain.known, self.draw - chain.draw)
        )

    def _add_draw(self, entry: Mapping[str, Any]) -> ListEntry:
        k, line = self.draw, word(entry["line"], 500)
        values, missing = entry["reveals"], entry["missing"]
        if whole(entry["k"], 1, MOST_ENTRIES) != k:
            raise Wrong(f"Draw {k} comes next, not another one.", draw=k)
        if not self.waits_for_chance or self.paused:
            raise Wrong("Nothing is drawn now.", draw=k)
        awaited = self.awaited()
        if (
            not isinstance(values, dict)
            or not isinstance(missing, list)
            or not all(type(seat) is int and seat in awaited for seat in missing)
        ):
            raise Wrong("A draw names what was revealed, and who is missing.", draw=k)
        reveals: dict[int, str] = {}
        for seat in awaited:
            value = values.get(str(seat))
            if value is None and missing.count(seat) == 1:
                continue
            if not isinstance(value, str) or seat in missing or not self.holds(seat, value):
                raise Wrong("What was revealed does not fit the chain.", seat, k)
            reveals[seat] = value
        host = self.places[self.host].device
        for seat in missing:
            if self.places[seat].device == host:
                raise Wrong("The host has left out its own chain.", seat, k)
        if len(values) != len(reveals) or len(reveals) + len(missing) != len(awaited):
            raise Wrong("A draw names seats whose chain is no part of it.", draw=k)
        if not reveals:
            raise Wrong("A draw needs one chain at least.", draw=k)
        if line != self.outcome(reveals):
            raise Wrong("What was drawn is not what the chains give.", draw=k)
        parsed = self.game.notation.parse(line, self.state)
        assert parsed is not None
        self._give(*parsed)
        for seat, text in reveals.items():
            known = bytes_of(text, SIZE)
            assert known is not None
            chain = self.chains[seat]
            chain.known, chain.draw = known, k
        for seat in missing:
            self.chains[seat].heard = False
        self.draws.append(Drawn(k, line, tuple(reveals), tuple(sorted(missing))))
        named = {str(seat): text for seat, text in reveals.items()}
        return {"k": k, "reveals": named, "missing": sorted(missing), "line": line}

    def unseen(self, deck: int) -> list[int]:
        """The cards that may come next: those not yet drawn in this pass through the deck, or all if every
        one has been drawn."""
        there = sorted(self.state.decks[deck])
        seen = self._seen(deck)
        return [card for card in there if card not in seen] or there

    def outcome(self, reveals: Mapping[int, str]) -> str:
        """The line of chance's answer that the next draw gives with these revealed values, by seat."""
        values = {seat: bytes_of(text, SIZE) or b"" for seat, text in reveals.items()}
        k, ask = self.draw, self.state.agenda[-1]
        answer: Answer
        match ask:
            case AskDice():
                a, b = divmod(number(self.id, k, values, 36), 6)
                answer = Dice(a + 1, b + 1)
            case AskCard():
                answer = CardIs(pick(self.unseen(ask.deck), self.id, k, values))
            case AskDeal():
                answer = Deal(ask.receiver, pick(undealt(self.state), self.id, k, values))
            case _:
                raise Wrong("Nothing is drawn now.", draw=k)
        return self.game.notation.line(CHANCE, answer, self.state)

    # ------------------------------------------------------------ the table itself

    def _add_host(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, epoch = self._seat(entry), whole(entry["epoch"], 1, MOST_ENTRIES)
        if epoch <= self.epoch:
            raise Wrong("This table has a newer host.", seat)
        if epoch > self.last_epoch:
            raise Wrong("Nobody could be host after this one.", seat)
        self.epoch, self.host = epoch, seat
        return {"epoch": epoch, "seat": seat}

    @property
    def last_epoch(self) -> int:
        """The highest epoch that the next host may have: else one host could leave none to those after it."""
        return self.count + AHEAD

    def _add_pause(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, on = self._seat(entry), entry["on"]
        if type(on) is not bool:
            raise Wrong("A pause is on or off.", seat)
        self.paused = on
        return {"on": on, "seat": seat}

    # ------------------------------------------------------------ two lists of one game

    def twin(self) -> Ledger:
        """An independent copy, which may then go on differently."""
        other = copy(self)
        other.game = self.game.fork(self.state, len(self.lines))
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, list(value))
        other.chains = {seat: replace(chain) for seat, chain in self.chains.items()}
        return other

    def begins_as(self, other: Ledger) -> bool:
        """Whether this list is a prefix of the other one."""
        return other.count >= self.count and other.digests[self.count] == self.digest

    def played_since(self, count: int) -> int:
        """The number of entries from index ``count`` on that are of the kinds in ``GAME``."""
        return sum(entry["e"] in GAME for entry in self.entries[count:])

    def common(self, other: Ledger) -> int:
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
        value = hashed(value)
        if value == known:
            return True
    return False


def read_head(text: str) -> Record:
    """The record in the ``head`` that a host has sent. Raises :class:`Unloadable`."""
    return records.read(records.parse_to_keep(text, toml=False))


def replayed(head: str, game: str, entries: Sequence[Mapping[str, Any]]) -> Ledger:
    """The list that these entries make, each of them checked. Raises :class:`Wrong` or
    :class:`Unloadable`."""
    ledger = Ledger(read_head(head), game)
    for entry in entries:
        try:
            ledger.add(entry)
        except (Refused, Malformed) as error:
            lines = [*ledger.lines, str(entry.get("line"))]
            played = replace(ledger.game.record, steps=[RecordStep(lines, {})])
            changed = changed_ruling(played)
            text = f"Entry {ledger.count + 1} is refused: {error}"
            raise Wrong(str(changed) if changed else text) from None
    return ledger
