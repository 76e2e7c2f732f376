"""Play by codes: a device's new entries as a code that people copy to the other devices.

Codes serve devices that no network connects, and games by mail over days. The device that is asked answers
and draws, and its code brings the others up to date. So that it can draw alone, each code also reveals the
sender's chain for some draws ahead. A manipulated program can therefore foresee the throws of its own next
turn, which it cannot at a table of connected devices. It cannot steer them in either case.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

from ..engine.reading import inflated
from ..engine.words import CHANCE, Malformed, Over, Refused
from .chains import SIZE, Chain, follows, hashed, text_of
from .codes import TURN, Damaged, opened, sealed
from .ledger import Ledger, ListEntry, Wrong

AHEAD: Final = 24  # the draws ahead for which a code reveals the sender's chain
_LARGEST: Final = 60_000  # bytes of the uncompressed lines
_WORDS: Final = (
    b"offer give get nothing card:chance card:community-chest ask-rent use-card take-chance resign "
    b"redeem mortgage sell-down sell build keep place claim accept reject percent flat decline "
    b"bankrupt fine pay pass\nbid 1 end\n0 roll\n1 roll\n2 roll\n0 pass\n1 pass\n0 bid 1 bid 1"
    b"0 roll\n0 buy\n0 end\n1 roll\n1 buy\n1 end\n"
)


class Unread(Wrong):
    """A code that cannot be read, with a sentence for people."""


def bytes_in(code: str) -> bytes:
    """The bytes of a code. Raises :class:`Unread`."""
    try:
        return opened(code)
    except Damaged as error:
        raise Unread(str(error)) from None


class Pen:
    """One device of a game by codes, with its list and its own chain."""

    def __init__(self, ledger: Ledger, seat: int, chain: Chain) -> None:
        """``ledger``: a game that has begun, in which each seat has committed to a chain."""
        self.ledger = ledger
        self.seat = seat
        self.chain = chain
        self.opened: dict[int, tuple[int, bytes]] = {}  # by seat: the last draw revealed, its value
        self.sent = ledger.count  # the number of entries that the others have been told
        self.shown = 0  # the last draw for which this device's own codes have revealed its chain

    # ------------------------------------------------------------ one's own part

    def mine(self) -> bool:
        """Whether this device is to act: its seat is asked, or it has to draw."""
        ask = self.ledger.state.ask
        if isinstance(ask, Over):
            return False
        return ask.seat == self.seat or (ask.seat == CHANCE and self.drawer() == self.seat)

    def drawer(self) -> int:
        """The seat that has to draw: the one that answered last."""
        answers = [seat for seat, _ in self.ledger.answers if seat >= 0]
        return answers[-1] if answers else 0

    def waits_for(self) -> list[int]:
        """The seats that must send a code before the next draw."""
        ledger = self.ledger
        return [seat for seat in ledger.awaited() if self._value(seat) is None]

    def owes(self) -> bool:
        """Whether the others need a code of this device for a draw, though it has nothing to answer."""
        ledger = self.ledger
        over = isinstance(ledger.state.ask, Over)
        return not over and not self.mine() and self.shown < ledger.draw

    def _value(self, seat: int) -> str | None:
        """A seat's value for the next draw; None if it has not been revealed."""
        ledger, k = self.ledger, self.ledger.draw
        committed = ledger.chains[seat]
        if seat == self.seat:
            return text_of(self.chain.value(k - committed.start))
        upto, value = self.opened.get(seat, (0, b""))
        return text_of(hashed(value, upto - k)) if upto >= k else None

    def say(self, text: str) -> ListEntry:
        """Add an answer of this device's seat. Raises :class:`Refused`, :class:`Malformed` or
        :class:`Wrong`."""
        ledger = self.ledger
        if not self.mine() or ledger.waits_for_chance:
            raise Malformed("By codes, only the one who is asked can answer.")
        line = f"{ledger.game.notation.seat_word(self.seat)} {text}"
        return ledger.add({"e": "line", "line": line, "id": ledger.last_ids[self.seat] + 1})

    def draw(self) -> ListEntry | None:
        """Make the pending draw and return its entry; None if it is not for this device to draw, or a
        code is missing."""
        ledger = self.ledger
        if not ledger.waits_for_chance or not self.mine() or self.waits_for():
            return None
        return ledger.add(self._draw_entry())

    def _draw_entry(self) -> ListEntry:
        ledger = self.ledger
        reveals = {seat: self._value(seat) or "" for seat in ledger.awaited()}
        named: dict[str, Any] = {str(seat): value for seat, value in reveals.items()}
        line = ledger.outcome(reveals)
        return {"e": "draw", "k": ledger.draw, "reveals": named, "missing": [], "line": line}

    # ------------------------------------------------------------ codes

    def opening(self) -> bytes:
        """The value that reveals this device's chain for the first ``AHEAD`` draws of a new game."""
        committed = self.ledger.chains[self.seat]
        self.shown = self.ledger.draw - 1 + AHEAD
        return self.chain.value(self.shown - committed.start)

    def take_opening(self, seat: int, value: bytes) -> None:
        """Take the ``opening`` of another seat. Raises :class:`Unread`."""
        upto, committed = self.ledger.draw - 1 + AHEAD, self.ledger.chains[seat]
        if not follows(value, committed.known, upto - committed.draw):
            raise Unread("This code opens something that does not fit the chain of its seat.", seat)
        self.opened[seat] = (upto, value)

    def write(self) -> str:
        """The code of all that this device has added since its last code, with its next chain value."""
        ledger = self.ledger
        words = []
        for entry in ledger.entries[self.sent :]:
            if entry["e"] == "line":
                who, _, answer = entry["line"].partition(" ")
                words.append(f"{ledger.game.notation.seat(who)} {answer}\n")
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
        lines = packer.compress("".join(words).encode()) + packer.flush()
        committed = ledger.chains[self.seat]
        upto = ledger.draw - 1 + AHEAD
        value = self.chain.value(min(upto - committed.start, self.chain.links))
        head = bytes([TURN << 4 | self.seat]) + bytes.fromhex(ledger.digests[self.sent][:8])
        head += self.sent.to_bytes(3, "big") + (ledger.draw - 1).to_bytes(2, "big")
        tail = bytes.fromhex(ledger.digest[:8])
        self.sent = ledger.count
        self.shown = upto
        return sealed(head + tail + value + lines)

    def read(self, code: str) -> int:
        """Play the entries in a code and return their number. Raises :class:`Wrong` with a sentence;
        nothing has changed then."""
        ledger = self.ledger
        data = bytes_in(code)
        if len(data) < 14 + SIZE or data[0] >> 4 != TURN:
            raise Unread("This isn’t the code of a turn.")
        seat, n = data[0] & 15, int.from_bytes(data[5:8], "big")
        draw = int.from_bytes(data[8:10], "big")
        if seat == self.seat:
            raise Unread("This code is this device's own.")
        if (
            seat not in ledger.chains
            or n > ledger.count
            or ledger.digests[n][:8] != data[1:5].hex()
        ):
            raise Unread("This code is of another game, or one before it has not been read.")
        lines = _lines(data[14 + SIZE :])
        if n < ledger.count and lines:
            raise Unread("This code has been read already, or two have answered at once.")
        value = data[14 : 14 + SIZE]
        committed = ledger.chains[seat]
        upto = draw + AHEAD
        if n < ledger.count and upto <= committed.draw:
            raise Unread("This code has been read already, or two have answered at once.")
        if not follows(value, committed.known, upto - committed.draw):
            raise Unread("This code opens something that does not fit the chain of its seat.", seat)
        if n < ledger.count:  # it only reveals more of a chain; others have gone on meanwhile
            if upto > self.opened.get(seat, (0, b""))[0]:
                self.opened[seat] = (upto, value)
            return 0
        trial = Pen(ledger.twin(), self.seat, self.chain)
        trial.opened = {**self.opened, seat: (upto, value)}
        trial.play(seat, lines, draw)
        if bytes.fromhex(trial.ledger.digest[:8]) != data[10:14]:
            raise Unread("The devices no longer agree: keep both records.", seat)
        came = trial.ledger.count - ledger.count
        self.ledger, self.opened, self.sent = trial.ledger, trial.opened, trial.ledger.count
        return came

    def play(self, seat: int, lines: list[tuple[int, str]], draws: int) -> None:
        """Play another seat's lines, and repeat the draws that it made, up to draw number ``draws``."""
        ledger = self.ledger
        for who, answer in lines:
            while ledger.waits_for_chance:
                self._draw_for(seat)
            if who != seat:
                raise Unread("A code answers for another seat than its own.", seat)
            line = f"{ledger.game.notation.seat_word(who)} {answer}"
            try:
                ledger.add({"e": "line", "line": line, "id": ledger.last_ids[who] + 1})
            except (Refused, Malformed) as error:
                raise Wrong(f"A line of this code is refused: {error}"[:300], seat) from None
        while ledger.waits_for_chance and ledger.draw <= draws:
            self._draw_for(seat)

    def _draw_for(self, seat: int) -> None:
        ledger = self.ledger
        if self.waits_for():
            raise Unread("Another player’s code must be read before this one.", seat)
        ledger.add(self._draw_entry())


def _lines(data: bytes) -> list[tuple[int, str]]:
    try:
        # An offer holds a name, which may have any letters.
        rows = inflated(data, _LARGEST, _WORDS).decode().splitlines()
    except ValueError:
        raise Unread("The lines of this code are damaged.") from None
    lines = []
    for row in rows:
        who, _, answer = row.partition(" ")
        if not who.isdecimal() or len(who) > 1 or not answer:
            raise Unread("The lines of this code are damaged.")
        lines.append((int(who), answer))
    return lines
