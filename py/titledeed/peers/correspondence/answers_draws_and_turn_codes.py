"""Play by codes: a device's new answers as a code that people copy to the other devices.

Codes are for devices that no network connects, and for games by mail over days. Draws are made from the
hash chains of all seats, as at a table of connected devices. There are two ways to play
(:attr:`TurnEncoder.ahead`):

* *Fair*: a device reveals its value for a draw only when it knows every answer before that draw. Nobody
  can work out a throw before every choice made ahead of it is in a code that has been sent. A throw
  needs a code from each other device.
* *Fewer codes*: each code reveals the sender's chain for some draws ahead. So the player who is asked
  can draw alone, and a manipulated program can foresee these draws. It cannot steer them.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Any, Final

from ...engine.asks import (
    Over,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.parsing.untrusted_input import inflate_bytes
from ..checksummed_codes import TURN, CodeError, open_code, seal_code
from ..draw_hash_chains import SIZE, HashChain, hash_repeatedly, is_hash_of, to_base64url
from ..log_entry_fields_and_checks import ListEntry, LogError
from ..replicated_log_entry_rules import ReplicatedLog

_HAS_VALUE: Final = 8  # in the first byte of a code: it reveals something
_MOST_AHEAD: Final = 255  # most draws from a code's beginning to the one that it reveals
_MOST_LINES: Final = 60  # answers in a code
_LARGEST: Final = 60_000  # bytes of the uncompressed lines
_SHORT, _LONG = 4, 8  # bytes of a digest
# Wire format: a code that is in transit can only be unpacked with exactly these bytes. Never change
# them; a test checks their hash. Another dictionary needs another kind of code.
_WORDS: Final = (
    b"offer give get nothing card:chance card:community-chest ask-rent use-card take-chance resign "
    b"redeem mortgage sell-down sell build keep place claim accept reject percent flat decline "
    b"bankrupt fine pay pass\nbid 1 end\n0 roll\n1 roll\n2 roll\n0 pass\n1 pass\n0 bid 1 bid 1"
    b"0 roll\n0 buy\n0 end\n1 roll\n1 buy\n1 end\n"
)


class TurnCodeError(LogError):
    """An unreadable code, with a sentence for people."""


def bytes_in(code: str) -> bytes:
    """Return the bytes of a code. Raises :class:`TurnCodeError`."""
    try:
        return open_code(code)
    except CodeError as error:
        raise TurnCodeError(str(error)) from None


class TurnEncoder:
    """One device of a game by codes, with its list and its own chain."""

    def __init__(self, log: ReplicatedLog, seat: int, chain: HashChain, ahead: int = 0) -> None:
        """Create the encoder of a seat.

        ``log``: a game that has begun, in which each person's seat has committed to a chain. ``ahead``:
        for how many draws ahead each code reveals the sender's chain; 0 is the fair way."""
        self.log = log
        self.seat = seat
        self.chain = chain
        self.ahead = ahead
        self.opened: dict[int, tuple[int, bytes]] = {}  # by seat: the last draw revealed, its value
        self.sent = log.count  # the number of entries when the last code was written or read
        self.shown = 0  # the last draw for which this device's own codes have revealed its chain

    # ------------------------------------------------------------ whose turn it is

    @property
    def seats(self) -> Collection[int]:
        """The seats that answer at this device: its own, and at the host's those of the bots."""
        holders = self.log.holders
        hosts = holders[self.log.host].device == holders[self.seat].device
        return {self.seat} | {n for n, holder in enumerate(holders) if hosts and holder.bot}

    def mine(self) -> bool:
        """Whether a seat of this device must answer."""
        ask = self.log.state.ask
        return not isinstance(ask, Over) and ask.seat in self.seats

    def waits_for(self) -> list[int]:
        """Return the seats that must send a code before the open draw is made."""
        if not self.log.waits_for_chance:
            return []
        return [seat for seat in self.log.awaited() if self._value(seat) is None]

    def owes(self) -> bool:
        """Whether the others need a code of this device now.

        They need one if there are answers that they do not know, or if they need a value of its chain.
        While somebody here is asked, the code waits for the answer. It does not wait if there are
        already very many answers, for example where bots play among themselves."""
        unsent = len(self._unsent())
        if self.mine():
            return unsent >= _MOST_LINES
        return unsent > 0 or self._needed() > self.shown

    def _needed(self) -> int:
        """Return the last draw for which the others need this device's value.

        This is the open draw, or one that was made, because this device may have been the first to know
        all values."""
        log = self.log
        if log.waits_for_chance and self.seat in log.awaited():
            return log.draw
        mine = (drawn.draw for drawn in reversed(log.draws) if self.seat in drawn.seats)
        return next(mine, 0)

    def _value(self, seat: int) -> str | None:
        """Return a seat's value for the next draw; None if it has not been revealed."""
        log, k = self.log, self.log.draw
        if seat == self.seat:
            return to_base64url(self.chain.value(k - log.chains[seat].start))
        upto, value = self.opened.get(seat, (0, b""))
        return to_base64url(hash_repeatedly(value, upto - k)) if upto >= k else None

    # ------------------------------------------------------------ answers and draws

    def say(self, text: str, seat: int = -1) -> ListEntry:
        """Add an answer of this device's seat, or of another one that answers here. Raises
        :class:`RefusedAnswer`,
        :class:`MalformedAnswer` or :class:`LogError`."""
        by = self.seat if seat < 0 else seat
        if not self.mine() or by not in self.seats:
            raise MalformedAnswer("It isn’t this device’s turn.")
        return self._answer(by, text)

    def _answer(self, seat: int, text: str) -> ListEntry:
        log = self.log
        bot = bool(log.holders[seat].bot)
        line = f"{log.game.notation.seat_word(seat)} {text}"
        return log.add(
            {
                "e": "line",
                "line": line,
                "id": 0 if bot else log.last_ids[seat] + 1,
                "n": log.mark,
                "sig": "",
            }
        )

    def draw(self) -> ListEntry | None:
        """Make the open draw and return its entry.

        None if there is no open draw, or a value is missing. The result is the same on every device."""
        log = self.log
        if not log.waits_for_chance or self.waits_for():
            return None
        reveals = {seat: self._value(seat) or "" for seat in log.awaited()}
        named: dict[str, Any] = {str(seat): value for seat, value in reveals.items()}
        line = log.outcome(reveals)
        return log.add({"e": "draw", "k": log.draw, "reveals": named, "missing": [], "line": line})

    def draw_all(self) -> None:
        """Make all draws that can be made."""
        while self.draw() is not None:
            pass

    # ------------------------------------------------------------ codes

    def _take(self, seat: int, upto: int, value: bytes) -> None:
        committed = self.log.chains[seat]
        if not is_hash_of(value, committed.known, upto - committed.draw):
            raise TurnCodeError(
                "The secret value in this code doesn’t match the sender’s earlier codes.", seat
            )
        if upto > self.opened.get(seat, (0, b""))[0]:
            self.opened[seat] = (upto, value)

    def _digest(self, count: int) -> bytes:
        """Return a code's digest of the first entries of the list.

        With three devices, somebody could send two of them different codes. These codes must not have
        the same digest."""
        size = _SHORT if len(self.log.chains) == 2 else _LONG
        return bytes.fromhex(self.log.digests[count])[:size]

    def _unsent(self) -> list[int]:
        """Return the indices of the answers that are in no code yet."""
        entries = self.log.entries
        return [n for n in range(self.sent, len(entries)) if entries[n]["e"] == "line"]

    def _base(self, before: int) -> int:
        """Return the number of entries up to the last one before this index that is not a draw.

        Devices make a draw at different times; up to this entry their lists are the same."""
        entries = self.log.entries
        while before and entries[before - 1]["e"] == "draw":
            before -= 1
        return before

    def _draws(self, count: int) -> int:
        """Return how many of the first entries are draws."""
        return sum(entry["e"] == "draw" for entry in self.log.entries[:count])

    def write(self) -> str:
        """Return the code of all that this device has added since its last code.

        It has the next value of this device's chain if the others need one."""
        log, unsent, words = self.log, self._unsent(), []
        for n in unsent:
            who, _, answer = log.entries[n]["line"].partition(" ")
            words.append(f"{log.game.notation.seat(who)} {answer}\n")
        base = self._base(unsent[0] if unsent else log.count)
        committed, upto = log.chains[self.seat], self._needed()
        if self.ahead and self.seat in log.awaited():
            upto = max(upto, log.draw - 1 + self.ahead)
        upto = min(upto, committed.start + self.chain.length, self._draws(base) + _MOST_AHEAD)
        shows = upto > self.shown
        head = bytes([TURN << 4 | _HAS_VALUE * shows | self.seat])
        head += (base & 0xFFFF).to_bytes(2, "big") + self._digest(base)
        if shows:
            head += bytes([upto - self._draws(base)]) + self.chain.value(upto - committed.start)
            self.shown = upto
        if words:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
            head += self._digest(unsent[-1] + 1)
            head += packer.compress("".join(words).encode()) + packer.flush()
        self.sent = log.count
        return seal_code(head)

    def read(self, code: str) -> int:
        """Play the entries in a code, and all draws that it makes possible.

        Return how many entries were added. Raises :class:`LogError` with a sentence; then nothing has
        changed."""
        data = bytes_in(code)
        if data[0] >> 4 != TURN:
            raise TurnCodeError(
                "This isn’t a code for a turn. Enter the newest code you were sent for this game."
            )
        trial = TurnEncoder(self.log.fork(), self.seat, self.chain, self.ahead)
        trial.opened, trial.sent, trial.shown = dict(self.opened), self.sent, self.shown
        try:
            lines = trial._read(data)
        except IndexError:
            raise TurnCodeError("This code is damaged. Ask the sender to send it again.") from None
        came = trial.log.count - self.log.count
        self.log, self.opened = trial.log, trial.opened
        if lines:
            self.sent = self.log.count
        return came

    def _read(self, data: bytes) -> bool:
        """Read a code into this copy of a device, and return whether it has answers."""
        log, seat = self.log, data[0] & 7
        if seat == self.seat:
            raise TurnCodeError("This is this device’s own code. Enter one from another device.")
        if seat not in log.chains:
            raise TurnCodeError("This code belongs to another game. Enter one from this game.")
        size = len(self._digest(0))
        base = log.count - (log.count - int.from_bytes(_cut(data, 1, 2), "big") & 0xFFFF)
        rest = data[3 + size :]
        if base < 0 or self._digest(base) != _cut(data, 3, size):
            raise TurnCodeError(
                "This code belongs to another game, or an earlier code hasn’t been entered yet."
            )
        news = False
        if data[0] & _HAS_VALUE:
            upto, value = _cut(rest, 0, 1)[0] + self._draws(base), _cut(rest, 1, SIZE)
            rest = rest[1 + SIZE :]
            if upto > max(self.opened.get(seat, (0, b""))[0], log.chains[seat].draw):
                self._take(seat, upto, value)
                news = True
        if rest:
            after, lines = _cut(rest, 0, size), _lines(rest[size:])
            self._play(seat, base, lines, after)
        elif not news:
            raise TurnCodeError("This code has already been entered.")
        self.draw_all()
        return bool(rest)

    def _play(self, seat: int, base: int, lines: list[tuple[int, str]], after: bytes) -> None:
        """Play another device's answers, with the draws between them."""
        log = self.log
        if any(entry["e"] == "line" for entry in log.entries[base:]):
            raise TurnCodeError(
                "This code has already been entered, or two players decided at once. Ask "
                "for the newest code."
            )
        holders = log.holders
        hosts = holders[log.host].device == holders[seat].device
        for who, answer in lines:
            self.draw_all()
            if missing := self.waits_for():
                raise TurnCodeError(
                    "Another player’s code must be entered before this one.", missing[0]
                )
            if who != seat and not (hosts and who < log.seats and holders[who].bot):
                raise TurnCodeError(
                    "This code contains a move that its sender isn’t allowed to make.", seat
                )
            try:
                self._answer(who, answer)
            except (RefusedAnswer, MalformedAnswer) as error:
                raise LogError(f"A line of this code is refused: {error}"[:300], seat) from None
        if self._digest(log.count) != after:
            raise TurnCodeError("The devices no longer agree. Save the game on each device.", seat)


def _cut(data: bytes, at: int, size: int) -> bytes:
    part = data[at : at + size]
    if len(part) != size:
        raise IndexError(at)
    return part


def _lines(data: bytes) -> list[tuple[int, str]]:
    try:
        # An offer holds a name, which may have any letters.
        rows = inflate_bytes(data, _LARGEST, _WORDS).decode().splitlines()
    except ValueError:
        raise TurnCodeError(
            "The moves in this code are damaged. Ask the sender to send it again."
        ) from None
    lines = []
    for row in rows:
        who, _, answer = row.partition(" ")
        if not who.isdecimal() or len(who) > 1 or not answer:
            raise TurnCodeError(
                "The moves in this code are damaged. Ask the sender to send it again."
            )
        lines.append((int(who), answer))
    if not lines:
        raise TurnCodeError("The moves in this code are damaged. Ask the sender to send it again.")
    return lines
