"""The list of entries that every device of a table holds: answers, draws, undos, and who sits where.

The list is append-only. Each device checks every entry by the rules and by the hash chains before it
adds it. After each entry it computes a digest; if the digests of two devices differ, their lists
differ.

``TableState`` is the state that results from the entries. The checks of all kinds of entries are
together in this module. Most of them need the game, the seats and the open draw at once, and each
relies on the others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final, Literal

from ..bots import BOTS
from ..bots.written_bots import is_bot
from ..engine import record as records
from ..engine.answers import Answer
from ..engine.asks import Over
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.notation import check_name
from ..engine.parsing.untrusted_input import json_value
from ..engine.parsing.value_predicates import is_flag
from ..engine.record import Game, Record, RecordStep
from ..engine.reducer import STANDING
from ..engine.special_seats_and_ids import CHANCE
from ..game.recognize_saves_of_older_programs import changed_ruling
from .draw_hash_chains import LETTERS, SIZE, drawn, from_base64url
from .log_entry_fields_and_checks import (
    DIGEST,
    FIELDS,
    MOST_ENTRIES,
    REASONS,
    Committed,
    Drawn,
    ListEntry,
    LogError,
    LogFull,
    SeatHolder,
    check_public_key,
    check_seats,
    check_signature_text,
    check_whole_number,
    check_word,
    is_id,
    is_table_name,
    of_game,
)
from .signing import Signature, signed
from .table_state_seats_game_draws import TableState

# When the signatures of an entry are verified: before it is added, later by the device that holds the
# list, or never. The last one is for signatures that this device has verified or made.
Verifying = Literal["now", "later", "never"]
RESTED_LATE: Final = 2  # draws with its value that make a device's word that it rests void


class ReplicatedLog(TableState):
    """A list to which checked entries are added."""

    fields = FIELDS

    def __init__(self, record: Record, game: str) -> None:
        """As :class:`TableState`."""
        super().__init__(record, game)
        # Whether devices with a public key sign; False only in a trial of an entry.
        self.signs = True
        self.unverified: list[Signature] = []  # signatures not yet verified on this device
        self._verifying: Verifying = "later"

    def add(self, entry: Mapping[str, Any], verifying: Verifying = "later") -> ListEntry:
        """Check an entry, add it, and return it in its canonical form.

        Raises :class:`LogError`, and for a line also :class:`RefusedAnswer` and
        :class:`MalformedAnswer`; then nothing has changed. ``verifying``: when its signatures are
        verified; "later" leaves them in :attr:`unverified`."""
        if len(self.entries) >= MOST_ENTRIES:
            raise LogFull("The list of this table is full.")
        kind = entry.get("e")
        if not isinstance(kind, str) or kind not in self.fields:
            raise LogError("An entry is of an unknown kind.")
        if set(entry) - {"e"} != self.fields[kind]:
            raise LogError("An entry has missing or unknown fields.")
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

    def _check_signatures(
        self,
        kind: str,
        clean: ListEntry,
        upto: int,
        sigs: Mapping[int, str],
        named: Mapping[int, str] | None = None,
    ) -> None:
        """Check that each of these seats has signed an entry if its device has a public key.

        This is the last check before the entry changes anything. ``upto``: how many entries there were
        when they signed. ``named``: public keys that the entry itself names, by seat."""
        signatures: list[Signature] = []
        keys = {n: "" if holder.bot else holder.pub for n, holder in enumerate(self.holders)}
        keys |= named or {}
        for seat, sig in sigs.items():
            if self.signs and bool(sig) != bool(keys[seat]):
                raise LogError(
                    "A device with a public key must sign. A device without one must not.", seat
                )
            if sig and keys[seat]:
                message = signed(self.id, seat, self.digests[upto], {"e": kind, **clean})
                signatures.append(Signature(self.count, upto, seat, keys[seat], message, sig))
        if self._verifying == "now":
            for signature in signatures:
                if not signature.holds():
                    raise LogError("A signature is not valid.", signature.seat)
        elif self._verifying == "later":
            self.unverified += signatures

    # ------------------------------------------------------------ the game

    def _add_begin(self, entry: Mapping[str, Any]) -> ListEntry:
        if self.begun:
            raise LogError("The game has already begun.")
        for seat, holder in enumerate(self.holders):
            if not holder.bot and (not holder.device or seat not in self.chains):
                raise LogError(
                    "A game can begin only when each seat has a bot, or a device with a chain.",
                    seat,
                )
        self.begun = True
        return {}

    def _add_line(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, answer, id = self._checked_line(entry)
        n, sig = check_whole_number(entry["n"], 0, self.mark), check_signature_text(entry["sig"])
        if n != self.mark and type(answer) not in STANDING:
            raise LogError("This is an answer to an earlier question.", seat)
        line = self.game.notation.line(seat, answer, self.state)
        clean = {"line": line, "id": id, "n": n, "sig": sig}
        self._check_signatures("line", clean, n, {seat: sig})
        self.history.play(seat, answer)
        self.last_ids[seat] = max(id, self.last_ids[seat])
        return clean

    def _checked_line(self, entry: Mapping[str, Any]) -> tuple[int, Answer, int]:
        """Return the seat, answer and id of a line, if this seat may say it now."""
        text, id = check_word(entry["line"], 500), check_whole_number(entry["id"], 0, 10**9)
        if not self.begun:
            raise LogError("The game hasn’t begun yet.")
        if self.paused:
            raise LogError("The game is paused.")
        parsed = self.game.notation.parse(text, self.state)
        if parsed is None or parsed[0] == CHANCE:
            raise LogError("Throws and cards can’t be entered: the devices draw them.")
        seat, answer = parsed
        holder = self.holders[seat]
        if bool(id) == bool(holder.bot) or not (holder.bot or holder.device):
            raise LogError("This device isn’t allowed to decide for this player.", seat)
        if id and id <= self.last_ids[seat]:
            raise LogError("This move has already been made.", seat)
        return seat, answer, id

    def _add_undo(self, entry: Mapping[str, Any]) -> ListEntry:
        to, by = self._checked_undo(entry), self._checked_seat(entry["by"])
        yes, unasked = (
            self._checked_agreement(entry["yes"]),
            check_seats(entry["unasked"], self.seats),
        )
        if {*yes, *unasked} != set(self.concerned(to)) or set(yes) & set(unasked) or by not in yes:
            raise LogError("All players must agree to an undo, except those listed as not asked.")
        named = {str(seat): sig for seat, sig in yes.items()}
        clean = {"to": to, "by": by, "yes": named, "unasked": unasked}
        self._check_signatures("undo", clean, self.mark, yes)
        self.history.rewind(to)
        self.ended.clear()
        return clean

    def _checked_undo(self, entry: Mapping[str, Any]) -> int:
        to = check_whole_number(entry["to"], 0, len(self.answers))
        if to == len(self.answers):
            raise LogError("There is nothing to undo.")
        # Some devices may have computed the open draw, so the game must not reach it in another way.
        if self.waits_for_chance:
            raise LogError("Nothing can be undone during a draw.")
        return to

    def _add_end(self, entry: Mapping[str, Any]) -> ListEntry:
        """Let the device of a seat sign the finished game.

        Without this signature, somebody could leave out the last entries, or change those that no
        device signs. Now the missing signature would show that."""
        seat, sig = self._seat_of(entry), check_signature_text(entry["sig"])
        n, holder = self._checked_count(entry, seat), self.holders[seat]
        if not self.begun or not isinstance(self.state.ask, Over) or n != self.count:
            raise LogError("A device can sign only the whole list of a finished game.", seat)
        if not holder.device or holder.bot or not holder.pub or seat in self.ended:
            raise LogError("A device can sign the end of a game only once, for its own seat.", seat)
        clean = {"seat": seat, "n": n, "sig": sig}
        self._check_signatures("end", clean, n, {seat: sig})
        self.ended.add(seat)
        self.spoke[seat] = self.count + 1
        return clean

    # ------------------------------------------------------------ who sits where

    def _add_seat(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, key, name, bot = self._checked_seating(entry)
        holder = self.holders[seat]
        if self.begun and (device, bot) != (holder.device, holder.bot):
            raise LogError(
                "Once the game has begun, nobody can join without the others’ agreement.", seat
            )
        if bot and not self.begun:
            device, key = holder.device, holder.key
            self.chains.pop(seat, None)
        elif (
            holder.key
            and (key, device) != (holder.key, holder.device)
            and not self.opens(seat, key)
        ):
            raise LogError("The key doesn’t fit this seat.", seat)
        if name and name != self.game.record.seats[seat].name:
            self._rename(seat, name)
        self.holders[seat] = SeatHolder(
            device, bot, key, holder.pub if device == holder.device else ""
        )
        return {"seat": seat, "device": device, "key": key, "name": name, "bot": bot}

    def _checked_seating(self, entry: Mapping[str, Any]) -> tuple[int, str, str, str, str]:
        """Return the fields of an entry that seats a device or a bot."""
        seat, device, bot = (
            self._seat_of(entry),
            check_word(entry["device"], 16),
            check_word(entry["bot"], 40),
        )
        key, name = check_word(entry["key"], LETTERS), check_word(entry["name"], 30)
        if device and not is_id(device):
            raise LogError("A device’s name must have 16 hexadecimal digits.")
        if bot and not is_bot(bot):
            raise LogError("There is no such bot.")
        if key and from_base64url(key, SIZE) is None:
            raise LogError("A key must have 43 characters.")
        return seat, device, key, name, bot

    def _rename(self, seat: int, name: str) -> None:
        if self.answers or self.begun:
            raise LogError("Names can be changed only before the game begins.", seat)
        record = self.game.record
        try:
            if not is_table_name(check_name(name)):
                raise LogError("This name is too wide: it has to fit on one line.", seat)
            seats = [replace(s, name=name) if n == seat else s for n, s in enumerate(record.seats)]
            records.read_record(
                {**json_value(self.head()), "seats": [{"name": s.name} for s in seats]}
            )
            self.history.game = Game(replace(record, seats=seats))
        except (MalformedAnswer, LoadError) as error:
            raise LogError(str(error), seat) from None

    def _add_rest(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, on = self._seat_of(entry), entry["on"]
        n, sig = self._checked_count(entry, seat), check_signature_text(entry["sig"])
        holder = self.holders[seat]
        if not is_flag(on) or on == (seat in self.resting) or not holder.device or holder.bot:
            raise LogError("This device can’t go to sleep or wake up now.", seat)
        # A device that knows the open draw could rest to change it.
        if self.drawing:
            raise LogError("No device can go to sleep or wake up during a draw.", seat)
        # The device has been back since then. Otherwise a host could hold back its word, and use it at
        # a convenient time.
        if on and sum(opened > n for opened in self._drawn_at.get(seat, ())) >= RESTED_LATE:
            raise LogError(
                "This device woke up again after it said that it was going to sleep.", seat
            )
        clean = {"seat": seat, "on": on, "n": n, "sig": sig}
        self._check_signatures("rest", clean, n, {seat: sig})
        (self.resting.add if on else self.resting.discard)(seat)
        self.spoke[seat] = self.count + 1
        return clean

    def _add_replace(self, entry: Mapping[str, Any]) -> ListEntry:
        seats, bot = check_seats(entry["seats"], self.seats), check_word(entry["bot"], 40)
        yes, k = (
            self._checked_agreement(entry["yes"]),
            check_whole_number(entry["k"], 0, MOST_ENTRIES),
        )
        drawing = self.drawing
        if not self.begun or bot not in BOTS or not seats:
            raise LogError("Bots can replace silent devices only after the game has begun.")
        if k != (self.draw if drawing else 0):
            raise LogError(
                "An entry that gives a seat to a bot must name the current draw.", draw=self.draw
            )
        for seat in seats:
            holder = self.holders[seat]
            if not holder.device or holder.bot or holder.device == self.holders[self.host].device:
                raise LogError("A bot can replace only a guest.", seat)
            # A player who is out holds nothing up, and must still agree to an undo that brings the
            # player back.
            if seat not in self.persons():
                raise LogError("A bot can replace only a player who is still in the game.", seat)
        # A resting device is not in the draw: replacing it must not change the draw.
        if drawing and not set(seats) <= set(self.awaited()):
            raise LogError(
                "During a draw, a bot can replace only a device that the draw is waiting for."
            )
        woken = set(yes) - set(self.voters(seats))
        if not yes or set(yes) != {*self.voters(seats), *(woken & self.wakeable(seats))}:
            raise LogError("All other devices that are awake must agree to a bot.")
        if self.leaves_one(seats, woken):
            raise LogError(
                "At least two players’ devices must take part in the draws: a single "
                "device would know all throws and cards to come."
            )
        named = {str(seat): sig for seat, sig in yes.items()}
        clean = {"seats": seats, "bot": bot, "k": k, "yes": named}
        self._check_signatures("replace", clean, self.mark, yes)
        name = self.draw_name if drawing else ""
        for seat in seats:
            self.holders[seat] = replace(self.holders[seat], bot=bot)
        self.resting -= {*seats, *woken}
        if drawing:
            self.taken |= dict.fromkeys(seats, False)
            self.beacon = drawn(self.id, k, self.beacon, {})
            self.draws.append(Drawn(k, name, "", (), tuple(seats)))
        return clean

    def _add_join(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, key, _name, _bot = self._checked_seating({**entry, "name": "", "bot": ""})
        reason, anchor, pub = (
            check_word(entry["why"], 10),
            check_word(entry["anchor"], LETTERS),
            check_public_key(entry["pub"]),
        )
        n, sig = self._checked_count(entry, seat), check_signature_text(entry["sig"])
        yes = self._checked_agreement(entry["yes"])
        holder = self.holders[seat]
        if not self.begun or not holder.bot or not device or reason not in REASONS:
            raise LogError("A device can take over only the seat of a bot.", seat)
        if self.drawing:
            raise LogError("Nobody can join during a draw.", seat)
        new = device != holder.device
        if new != (reason == "new") or (new and any(p.device == device for p in self.holders)):
            raise LogError("A device must say whether it is new to the game.", seat)
        if not key or (not new and key != holder.key and not self.opens(seat, key)):
            raise LogError("The key doesn’t fit this seat.", seat)
        # A device that has told its value for a draw that was given up stays out, and only says why it
        # was silent. The others cannot know whether it has told its value, so the device itself sees to
        # that.
        explains = seat in self.taken and not anchor
        if explains and self.taken[seat]:
            raise LogError("A device can say only once why it was silent.", seat)
        if bool(yes) != new or (new and set(yes) != set(self.voters((seat,)))):
            raise LogError("All other devices that are awake must agree to a new player.", seat)
        if not new and pub != holder.pub:
            raise LogError("A returning device used a different public key.", seat)
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
        self.holders[seat] = SeatHolder(device, holder.bot if explains else "", key, pub)
        self.spoke[seat] = self.count + 1
        return clean

    # ------------------------------------------------------------ chains and draws

    def _add_chain(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, pub = self._seat_of(entry), check_public_key(entry["pub"])
        n, sig = self._checked_count(entry, seat), check_signature_text(entry["sig"])
        holder = self.holders[seat]
        # A seat also gets no key after the beginning: its earlier answers would look as if they were
        # signed.
        keeps = bool(holder.pub) or self.begun
        if not holder.device or holder.bot or (keeps and pub != holder.pub):
            raise LogError(
                "A device can commit to a chain only for its own seat and with its own public key.",
                seat,
            )
        # A device that has seen the others' values for the open draw could choose a chain to suit it.
        if self.drawing:
            raise LogError("A chain can’t begin during a draw.", seat)
        anchor = check_word(entry["anchor"], LETTERS)
        clean = {"seat": seat, "anchor": anchor, "pub": pub, "n": n, "sig": sig}
        self._new_anchor(seat, anchor)
        self._check_signatures("chain", clean, n, {seat: sig}, {seat: pub})
        self._commit(seat, anchor)
        self.holders[seat] = replace(holder, pub=pub)
        self.spoke[seat] = self.count + 1
        return clean

    def _new_anchor(self, seat: int, anchor: str) -> bytes:
        value = from_base64url(anchor, SIZE)
        if value is None:
            raise LogError("An anchor must have 43 characters.", seat)
        # The values of a used chain are known to others, also those that would come next in a second
        # use.
        if anchor in self.anchors:
            raise LogError("A chain can be used only once.", seat)
        return value

    def _commit(self, seat: int, anchor: str) -> None:
        value = self._new_anchor(seat, anchor)
        self.anchors.add(anchor)
        self.chains[seat] = Committed(anchor, self.draw - 1, value, self.draw - 1)

    def _add_draw(self, entry: Mapping[str, Any]) -> ListEntry:
        k, line = self._checked_draw(entry)
        values, missing = entry["reveals"], entry["missing"]
        awaited = self.awaited()
        if not isinstance(values, dict) or missing != self.missing():
            raise LogError(
                "A draw must name the revealed values and the missing seats, whose "
                "devices are asleep.",
                draw=k,
            )
        reveals: dict[int, str] = {}
        for seat in awaited:
            value = values.get(str(seat))
            if not isinstance(value, str) or not self.holds(seat, value):
                raise LogError("The revealed value doesn’t fit the chain.", seat, k)
            reveals[seat] = value
        if len(values) != len(reveals):
            raise LogError("A draw names seats whose chains aren’t part of it.", draw=k)
        missing = self.missing()
        self._take_in_draw(k, line, reveals, missing)
        named = {str(seat): text for seat, text in reveals.items()}
        return {"k": k, "reveals": named, "missing": missing, "line": line}

    def _checked_draw(self, entry: Mapping[str, Any]) -> tuple[int, str]:
        """Return the number and line of a draw, if one is open."""
        k, line = self.draw, check_word(entry["line"], 500)
        if check_whole_number(entry["k"], 1, MOST_ENTRIES) != k:
            raise LogError(f"Draw {k} comes next.", draw=k)
        if not self.waits_for_chance or self.paused:
            raise LogError("There is nothing to draw now.", draw=k)
        return k, line

    def _take_in_draw(
        self, k: int, line: str, reveals: Mapping[int, str], missing: list[int]
    ) -> None:
        """Take in a draw whose values have been checked. Raises :class:`LogError` for another result."""
        if not reveals:
            raise LogError("A draw needs at least one chain.", draw=k)
        if line != self.outcome(reveals):
            raise LogError("The result of a draw doesn’t follow from the chains.", draw=k)
        parsed = self.game.notation.parse(line, self.state)
        assert parsed is not None
        block, name, opened = self._draw_block(reveals), self.draw_name, self.mark
        self.history.play(*parsed)
        for seat, text in reveals.items():
            known = from_base64url(text, SIZE)
            assert known is not None
            chain = self.chains[seat]
            chain.known, chain.draw = known, k
            self._drawn_at[seat] = (*self._drawn_at.get(seat, ()), opened)[-RESTED_LATE:]
        self.beacon = block if self.beacon else b""
        self.draws.append(Drawn(k, name, line, tuple(reveals), tuple(sorted(missing))))

    # ------------------------------------------------------------ the host

    def _add_host(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, epoch = self._seat_of(entry), check_whole_number(entry["epoch"], 1, MOST_ENTRIES)
        if epoch <= self.epoch:
            raise LogError("This game has a newer host.", seat)
        if epoch > self.last_epoch:
            raise LogError(
                "The number of this host is too high: nobody else could become host afterward.",
                seat,
            )
        self.epoch, self.host = epoch, seat
        return {"epoch": epoch, "seat": seat}

    def _add_pause(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, on = self._seat_of(entry), entry["on"]
        if not is_flag(on):
            raise LogError("A pause must be on or off.", seat)
        self.paused = on
        return {"on": on, "seat": seat}

    # ------------------------------------------------------------ fields

    def _seat_of(self, entry: Mapping[str, Any]) -> int:
        return check_whole_number(entry["seat"], 0, self.seats - 1)

    def _checked_agreement(self, yes: object) -> dict[int, str]:
        """Return the seats that have agreed to an entry, each with its signature or ""."""
        if not isinstance(yes, dict) or len(yes) > self.seats:
            raise LogError("An entry must name the seats that have agreed to it.")
        agreed = {self._checked_seat(seat): check_signature_text(sig) for seat, sig in yes.items()}
        if len(agreed) != len(yes):
            raise LogError(
                "An entry must not name the same seat twice among those that have agreed."
            )
        return dict(sorted(agreed.items()))

    def _checked_seat(self, seat: object) -> int:
        """Return a seat given as a number or as the key of a table."""
        if isinstance(seat, str) and seat in map(str, range(self.seats)):
            return int(seat)
        return check_whole_number(seat, 0, self.seats - 1)

    def _checked_count(self, entry: Mapping[str, Any], seat: int) -> int:
        """Check "n" of an entry that a seat's device has asked for itself; it is valid only once."""
        return check_whole_number(entry["n"], self.spoke[seat], self.count)

    # ------------------------------------------------------------ a copy

    def fork(self) -> ReplicatedLog:
        """Return an independent copy, which may then go on differently."""
        other = copy(self)
        other.history = self.history.fork()
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(other, name, copy(value))
        other.chains = {seat: replace(chain) for seat, chain in self.chains.items()}
        return other


def read_head(text: str) -> Record:
    """Return the record in the ``head`` that a host has sent. Raises :class:`LoadError`."""
    record = records.read_record(records.parse_record_to_keep(text, toml=False))
    if not all(is_table_name(seat.name) for seat in record.seats):
        raise LoadError("Game file: a name is too wide to fit on one line.")
    return record


def replay_log(head: str, game: str, entries: Sequence[Mapping[str, Any]]) -> ReplicatedLog:
    """Return the list that these entries make, after checking each of them.

    Raises :class:`LogError` or :class:`LoadError`."""
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
