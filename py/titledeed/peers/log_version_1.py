"""The list of entries by the rules of ``title-deed-table/1``.

With it, the proofs of games played by those rules can still be checked. It shows less: a draw was valid
even if the list lacked some persons' values. An undo did not say who had agreed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..engine.record import Record
from .draw_hash_chains import LETTERS, SIZE, from_base64url
from .log_entry_fields_and_checks import Committed, ListEntry, LogError, SeatHolder, check_word
from .replicated_log_entry_rules import ReplicatedLog

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


class ReplicatedLogVersion1(ReplicatedLog):
    """A list of version 1. Its draws have no beacon."""

    fields = FIELDS

    def __init__(self, record: Record, game: str) -> None:
        super().__init__(record, game)
        self.beacon = b""
        self.unheard: set[int] = set()  # seats that missed a draw: later draws do not wait for them

    def _add_begin(self, entry: Mapping[str, Any]) -> ListEntry:
        if self.begun:
            raise LogError("The game has already begun.")
        self.begun = True
        return {}

    def _add_line(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, answer, id = self._checked_line(entry)
        self.history.play(seat, answer)
        self.last_ids[seat] = max(id, self.last_ids[seat])
        return {"line": self.lines[-1], "id": id}

    def _add_undo(self, entry: Mapping[str, Any]) -> ListEntry:
        to = self._checked_undo(entry)
        self.history.rewind(to)
        return {"to": to}

    def _add_seat(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, device, key, name, bot = self._checked_seating(entry)
        holder = self.holders[seat]
        if bot:
            if self.waits_for_chance:
                raise LogError("A bot can’t take a seat during a draw.", seat)
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
        self.holders[seat] = SeatHolder(device, bot, key)
        return {"seat": seat, "device": device, "key": key, "name": name, "bot": bot}

    def _add_chain(self, entry: Mapping[str, Any]) -> ListEntry:
        seat, anchor = self._seat_of(entry), check_word(entry["anchor"], LETTERS)
        value = from_base64url(anchor, SIZE)
        if value is None:
            raise LogError("An anchor must have 43 characters.", seat)
        if self.waits_for_chance:
            raise LogError("A chain can’t begin during a draw.", seat)
        self.chains[seat] = Committed(anchor, self.draw - 1, value, self.draw - 1)
        self.unheard.discard(seat)
        return {"seat": seat, "anchor": anchor}

    def awaited(self) -> list[int]:
        return [seat for seat in sorted(self.chains) if seat not in self.unheard]

    def _add_draw(self, entry: Mapping[str, Any]) -> ListEntry:
        k, line = self._checked_draw(entry)
        values, missing = entry["reveals"], entry["missing"]
        awaited = self.awaited()
        if (
            not isinstance(values, dict)
            or not isinstance(missing, list)
            or set(missing) - set(awaited)
        ):
            raise LogError("A draw must name the revealed values and the missing seats.", draw=k)
        reveals: dict[int, str] = {}
        for seat in awaited:
            value = values.get(str(seat))
            if value is None and missing.count(seat) == 1:
                continue
            if not isinstance(value, str) or seat in missing or not self.holds(seat, value):
                raise LogError("The revealed value doesn’t fit the chain.", seat, k)
            reveals[seat] = value
        host = self.holders[self.host].device
        for seat in missing:
            if self.holders[seat].device == host:
                raise LogError("The host has left its own secret numbers out of the draw.", seat, k)
        if len(values) != len(reveals) or len(reveals) + len(missing) != len(awaited):
            raise LogError("A draw names seats whose chains aren’t part of it.", draw=k)
        self._take_in_draw(k, line, reveals, missing)
        self.unheard |= set(missing)
        named = {str(seat): text for seat, text in reveals.items()}
        return {"k": k, "reveals": named, "missing": sorted(missing), "line": line}
