"""Checks what the list says about this device's own seats.

A host can neither answer nor agree for them."""

from __future__ import annotations

from typing import Final

from ...engine.reducer import STANDING
from ..log_entry_fields_and_checks import ListEntry, of_game
from ..replicated_log_entry_rules import ReplicatedLog
from ..signing import poll
from .model import (
    BOT_AFTER,
    MARGIN,
    MOST_PENDING,
    UNASKED_AFTER,
    OwnSeat,
    opening,
)
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence

_SURE: Final = 10.0  # seconds in which sent messages arrive, even if some are lost


class HostChecks:
    """Compares entries with what this device has done itself."""

    def __init__(self, core: DeviceCore, absence: Absence) -> None:
        self.core = core
        self.absence = absence

    def replaced(self, entry: ListEntry) -> list[int]:
        """Return the own seats that an entry gives to a bot."""
        assert self.core.log is not None
        mine = self.core.log.seats_of(self.core.id)
        return [seat for seat in entry["seats"] if seat in mine] if entry["e"] == "replace" else []

    def forged_bot(self, entry: ListEntry, count: int, now: float) -> str:
        """Return why a bot on an own seat is wrong, or "".

        It is wrong if the host has heard this device and has added the entry later. The host has heard
        it if it has answered a recent message. Where a draw is open, that message must also have been
        sent long after this device's value. ``count``: the number of entries before this one."""
        log, drawing = self.core.log, self.core.drawing
        assert log is not None
        sent, have = self.core.heard_by_host(now)
        since = now - BOT_AFTER + _SURE
        if entry["k"]:  # a device that is heard may have told no value
            if drawing is None or drawing.k != entry["k"]:
                return ""
            host = log.holders[log.host].device
            since = max(since, drawing.told.get(host, now) + _SURE)
        if have <= count and sent >= since and not self.core.acts.overruled:
            for seat in self.replaced(entry):
                self.core.whys[seat] = "left-out"
            return "The host has put a bot on a seat whose device is here."
        return ""

    def forged(self, entry: ListEntry, now: float) -> str:
        """Return the reason why an entry is forged, or "".

        A forged entry has an answer, a chain, a rest or an agreement of a seat of this device that the
        device did not send."""
        log = self.core.log
        assert log is not None
        host = log.holders[log.host].device
        if self._unasked(entry, log.count, host, now):
            return "The host has taken something back without asking everybody."
        others = entry["unasked"] if entry["e"] == "undo" else []
        others = [seat for seat in others if seat < log.seats and seat not in self.core.mine]
        heard = any(self.absence.silent_for(seat, now) < UNASKED_AFTER - MARGIN for seat in others)
        if heard and not self.core.acts.overruled:
            return "The host has taken something back without asking everybody."
        if entry["e"] == "line" and entry["id"]:
            parsed = log.game.notation.parse(entry["line"], log.state)
            if parsed is not None and parsed[0] in log.seats_of(self.core.id):
                answer = (parsed[0], entry["id"], log.game.notation.line(*parsed, log.state))
                standing = type(parsed[1]) in STANDING
                # The answer may be no longer pending, if this device has followed another list since.
                known = self.core.acts.given.get(answer)
                if known is None or not (standing or known in (-1, log.mark)):
                    return "The host has answered for a seat that has not spoken."
        if entry["e"] == "draw":
            return self._forged_for_us(entry, log.draw_name)
        forged = self._forged_for_us(entry, self.core.asked_at(entry))
        if not forged and entry["e"] == "replace":
            return self._gives_up_told(entry, log.draw_name)
        return forged

    def _unasked(
        self, entry: ListEntry, count: int, host: str, now: float, *, believed: bool = True
    ) -> bool:
        """Whether an undo names an own seat as not asked, though the host has recently heard it.

        ``count``: the number of entries before it. ``host``: the device that was host there.
        ``believed``: the list is the host's, which people may have chosen to believe."""
        sent, have = self.core.heard_by(host, now)
        named = entry["e"] == "undo" and set(entry["unasked"]) & set(self.core.mine)
        heard = have <= count and now - sent < UNASKED_AFTER - MARGIN
        return bool(named) and heard and not (believed and self.core.acts.overruled)

    def forged_in(self, theirs: ReplicatedLog, start: int, now: float, host: bool) -> str:
        """As :meth:`forged`, for the entries of another list from index ``start`` on.

        This device knows everything that the list can say about its seats. ``host``: the list is the
        host's."""
        log = self.core.log
        if log is None:
            return ""
        hosts = [0, *(entry["seat"] for entry in theirs.entries[:start] if entry["e"] == "host")]
        ordered = theirs.holders[hosts[-1]].device
        for n, entry in enumerate(theirs.entries[start:], start):
            if entry["e"] == "host":
                ordered = theirs.holders[entry["seat"]].device
            # This also applies to the list of another device: the host of that list must have asked
            # this device.
            if self._unasked(entry, n, ordered, now, believed=host):
                return "The host has taken something back without asking everybody."
            # The host may pass on entries that others ordered before it was heard; it is not
            # responsible for those.
            own_host = host and ordered == log.holders[log.host].device
            if own_host and self.replaced(entry) and (reason := self.forged_bot(entry, n, now)):
                return reason
        known = {digest for half in (log, *self.core.kept) for digest in half.digests}
        own = [e for half in (log, *self.core.kept) for e in half.entries if e["e"] == "line"]
        lines = {(e["id"], e["line"]) for e in own}
        marks = {(id, line): mark for (_seat, id, line), mark in self.core.acts.given.items()}
        mark = log.mark_at(start)
        for n, entry in enumerate(theirs.entries[start:], start + 1):
            was, mark = mark, n if of_game(entry) else mark
            if theirs.digests[n] in known:
                continue
            known_line = entry["e"] == "line" and self.core.acts.recalls
            answer = (entry["id"], entry["line"]) if known_line else (0, "")
            if answer[0] and answer not in lines and marks.get(answer) not in (was, -1):
                word = entry["line"].partition(" ")[0]
                if any(
                    word == log.game.notation.seat_word(seat)
                    and not self._may_have_given(seat, entry["id"])
                    for seat in self.core.mine
                ):
                    return "The host has answered for a seat that has not spoken."
            at = theirs.digests[entry.get("n", was)]
            if entry["e"] == "draw":
                at = theirs.draws[entry["k"] - 1].name
            if reason := self._forged_for_us(entry, at, believed=host):
                return reason
        return ""

    def _gives_up_told(self, entry: ListEntry, name: str) -> str:
        """Return why a bot is wrong that gives up a draw of this name, or "".

        It is wrong if this device agreed while nobody could know the result, and has told its value
        since. A host could have waited for that value."""
        agreed = any(str(seat) in entry["yes"] for seat in self.core.mine)
        told = bool(entry["k"]) and opening(entry["k"], name) in self.core.acts.openings
        if agreed and told and not self.core.acts.overruled:
            return "The host has given up a draw after this device had told its value."
        return ""

    def _forged_for_us(self, entry: ListEntry, at: str, *, believed: bool = True) -> str:
        """Return the reason why an entry about the own seats is forged, or "".

        ``at``: the digest of the list when the entry was asked for; for a draw, its name. ``believed``:
        the list is the host's, which people may have chosen to believe."""
        log, overruled = self.core.log, believed and self.core.acts.overruled
        assert log is not None
        kind, mine = (
            entry["e"],
            [s for s in self.core.mine if log.holders[s].device == self.core.id],
        )
        drawn = kind == "draw" and any(str(seat) in entry["reveals"] for seat in mine)
        if drawn and not overruled and opening(entry["k"], at) not in self.core.acts.openings:
            return (
                "The host has used a value for the wrong draw: this device revealed it "
                "for another one."
            )
        counted = "yes" in entry and any(str(seat) in entry["yes"] for seat in mine)
        counted = counted and not overruled
        if counted and poll(at, entry) not in self.core.acts.agreed:
            return "The host says that this device has agreed, but it hasn’t."
        seat = entry.get("seat", -1)
        if kind == "join" and entry["device"] == self.core.id and seat not in self.core.mine:
            own: OwnSeat | None = self.core.secret
        else:
            own = self.core.mine.get(seat) if seat in mine else None
        if own is None:
            return ""
        if kind in ("chain", "join") and entry["anchor"] and entry["anchor"] not in own.anchors:
            return "The host has committed to a chain for a seat, but the seat’s device never did."
        if kind in ("chain", "join") and entry["pub"] != self.core.pub:
            return "The host has changed the public key of this device."
        rests = kind == "rest" and entry["on"] and not overruled
        if rests and entry["n"] not in self.core.acts.rests:
            return "The host says that this device is asleep, but it isn’t."
        return ""

    def _may_have_given(self, seat: int, id: int) -> bool:
        """Whether this device may have given an answer of this id before a reload, after it was stored.

        That is possible for the next few ids, as long as it has given no answer since."""
        stored = self.core.acts.stored_ids.get(seat)
        if stored is None or any(by == seat for by, _id, _line in self.core.acts.given):
            return False
        return stored < id <= stored + MOST_PENDING
