"""Draws dice and cards from the values of all persons at the table (``draw_hash_chains.py``).

The host asks all whether they are ready. Until every seat has said so, nobody tells a value, and nobody
knows anything about the result. In that phase a bot may take a silent seat. Once all are ready, the
host tells its own values first, and the others tell theirs. Then the host appends the draw to the list.

After all were ready, the draw waits until every value has come. Somebody may know the result by then,
so nobody is left out any more. The host says which values it lacks, and those seats send them to
everybody. Any device that gets such a value passes it on to the host.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..messages import Message
from .log_append import LogAppend
from .model import (
    ASKED_AGAIN,
    BEAT,
    MOST_OPENINGS,
    READY,
    SILENT,
    OpenDraw,
    PeerConnection,
    opening,
)
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence


class Draws:
    """The part of a device for draws."""

    def __init__(self, core: DeviceCore, absence: Absence, log_append: LogAppend) -> None:
        self.core = core
        self.absence = absence
        self.log_append = log_append

    def values(self, tell: bool = True) -> dict[str, str]:
        """Return the values of this device's seats for the open draw.

        ``tell``: from now on they count as told."""
        log = self.core.log
        assert log is not None
        k, at, values = log.draw, log.draw_name, {}
        for seat in log.awaited():
            own, chain = self.core.mine.get(seat), log.chains.get(seat)
            if own is None or chain is None or log.holders[seat].device != self.core.id:
                continue
            index = k - chain.start
            value = own.value(chain.anchor, index, k, at)
            if value:
                if tell and own.told.get(chain.anchor) != (index, k, at):
                    own.told[chain.anchor] = (index, k, at)
                    self._note_opening(k, at)
                values[str(seat)] = value
        return values

    def _note_opening(self, k: int, at: str) -> None:
        """Remember the draw for which this device now tells its values."""
        self.core.must_store = True
        self.core.acts.openings[opening(k, at)] = None
        for old in list(self.core.acts.openings)[:-MOST_OPENINGS]:
            del self.core.acts.openings[old]

    def restore_values(self, k: int, at: str, reveals: Mapping[str, str], now: float) -> None:
        """Restore the values that had come for the draw that was open when this device was stored.

        The devices that told them may be gone and unable to tell them again."""
        drawing, log = self.open_draw(now), self.core.log
        if log is None or drawing is None or (k, at) != (drawing.k, drawing.at):
            return
        drawing.reveals |= {
            seat: reveals[str(seat)]
            for seat in log.awaited()
            if str(seat) in reveals and log.holds(seat, reveals[str(seat)])
        }

    def open_draw(self, now: float) -> OpenDraw | None:
        """Return the draw that is open in this device's list; None if there is none."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or not log.waits_for_chance or log.paused or self.core.stopped:
            return None
        if drawing is None or (drawing.k, drawing.at) != (log.draw, log.draw_name):
            drawing = self.core.drawing = OpenDraw(log.draw, log.draw_name, now)
        return drawing

    def ask_draw(self, conn: PeerConnection, now: float) -> None:
        """As the host, ask whether the seats at a connection are ready.

        Once all are ready, tell the own values and ask for theirs."""
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or drawing is None:
            return
        ready, values = self._ready(drawing, now), {}
        if drawing.all_ready:
            ready, values = log.awaited(), self.values()
        fields = {"epoch": log.epoch, "k": drawing.k, "at": drawing.at}
        self.core.send(conn, "draw", **fields, ready=ready, reveals=values)

    def _ready(self, drawing: OpenDraw, now: float) -> list[int]:
        """Return the seats that are ready to tell their values, as far as this device knows."""
        assert self.core.log is not None
        waits = self.absence.waits_for(drawing, now)
        return [seat for seat in self.core.log.awaited() if seat not in waits]

    def on_draw(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or conn is not self.core.host_conn() or m["epoch"] != log.epoch:
            return
        if drawing is None or (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        for seat in log.awaited():
            value = m["reveals"].get(str(seat), "")
            if value and log.holds(seat, value):
                drawing.reveals[seat] = value
            elif value and seat in log.seats_of(conn.device):
                reason = "What the host revealed does not fit its chain."
                self.core.stop(reason, log.host, "", m["k"])
                return
        if set(m["ready"]) >= set(log.awaited()):
            drawing.all_ready = True
            self._reveal([conn], now)
        else:
            self._say_ready([k for k in self.core.conns.values() if k.trusted and not k.apart], now)

    def _say_ready(self, conns: list[PeerConnection], now: float) -> None:
        """Say that this device will tell its values for the open draw as soon as all are ready.

        It does not say so for a value that it has told for another draw, because it could not tell that
        value."""
        drawing = self.open_draw(now)
        seats = sorted(map(int, self.values(tell=False))) if drawing is not None else []
        if drawing is not None and seats:
            for conn in conns:
                self.core.send(conn, "ready", k=drawing.k, at=drawing.at, seats=seats)

    def on_ready(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Note that some seats are ready. A guest passes this on to the host.

        A device that says this falsely about another seat makes the draw wait for that seat, and gains
        nothing."""
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or not conn.trusted or not self.core.seats_at(conn):
            return
        if set(m["seats"]) & set(self.core.seats_at(conn)):
            conn.opens = m["k"], m["at"]  # even before it is open here
        if drawing is None or (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        # Messages that waited for a sleeping host are old: by now it may have lost its seat.
        if self.core.hosting and now - self.core.woke_at < BEAT:
            return
        seats = set(m["seats"]) & set(log.awaited()) - set(self.core.mine)
        own = seats & set(self.core.seats_at(conn))
        if not drawing.all_ready:  # afterwards only the time that a value is missing counts
            drawing.ready |= dict.fromkeys(seats if self.core.hosting else own, now)
        host = self.core.host_conn()
        handed = sorted(own & set(drawing.lacks))
        if handed and host is not None and host is not conn:
            self.core.send(host, "ready", k=drawing.k, at=drawing.at, seats=handed)
        self.reveal_late(now)

    def reveal_late(self, now: float) -> None:
        """Tell the host this device's values, if all are ready and the host does not have them yet."""
        drawing, host = self.core.drawing, self.core.host_conn()
        if drawing is not None and drawing.all_ready and host and host.device not in drawing.told:
            self._reveal([host], now)

    def _others_agree(self, drawing: OpenDraw, now: float) -> bool:
        """Whether all other guests that this device hears have reported that this draw is open there.

        Otherwise a host could show each guest another list, and choose among the results."""
        log = self.core.log
        assert log is not None
        host, awaited = log.holders[log.host].device, set(log.awaited())
        return all(
            conn.device == host or conn.opens == (drawing.k, drawing.at)
            for conn in self.core.conns.values()
            if now - conn.heard < SILENT and awaited & set(self.core.seats_at(conn))
        )

    def _reveal(self, conns: list[PeerConnection], now: float) -> None:
        """Tell this device's values for the open draw, once all are ready and the host has told its own.

        Otherwise the host could see the result first and then decide whether to go on."""
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or drawing is None or not self.absence.has_told():
            return
        host = log.seats_of(log.holders[log.host].device)
        if any(seat in host and seat not in drawing.reveals for seat in log.awaited()):
            return
        if not self.core.hosting and not self._others_agree(drawing, now):
            return
        values = self.values()
        if values:
            for conn in conns:
                drawing.told.setdefault(conn.device, now)
                self.core.send(conn, "reveal", k=drawing.k, at=drawing.at, reveals=values)

    def on_reveal(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or drawing is None or not conn.trusted:
            return
        if (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        seats, came = self.core.seats_at(conn), {}
        for word, value in m["reveals"].items():
            seat = int(word)
            if seat not in log.awaited() or seat in drawing.reveals:
                continue
            if log.holds(seat, value):  # a value proves itself, whichever device passes it on
                came[word] = drawing.reveals[seat] = value
            elif self.core.hosting and seat in seats and seat not in drawing.refused:
                drawing.refused.add(seat)
                self.core.tell("liar", draw=drawing.k, seat=seat)
                self.core.send_all("object", k=drawing.k, seat=seat)
        host = self.core.host_conn()
        if came and host is not None and host is not conn:
            self.core.send(host, "reveal", k=drawing.k, at=drawing.at, reveals=came)

    def on_lacks(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Handle the host's message that it lacks these seats' values, or their word to be ready."""
        log, drawing = self.core.log, self.open_draw(now)
        if log is None or conn is not self.core.host_conn() or m["epoch"] != log.epoch:
            return
        if drawing is None or (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        lacked = set(m["seats"]) & set(log.awaited())
        drawing.lacks = {seat: drawing.lacks.get(seat, now) for seat in lacked}
        conns = [k for k in self.core.conns.values() if k.trusted and not k.apart]
        if lacked & set(log.seats_of(self.core.id)):
            self._say_ready(conns, now)
            self._reveal(conns, now)
        else:  # they may wait for this device's own word
            self._say_ready([k for k in conns if lacked & set(self.core.seats_at(k))], now)
        fresh = [seat for seat, at in drawing.ready.items() if now - at <= READY]
        handed = sorted(lacked & set(fresh) - set(drawing.reveals))
        if handed:
            self.core.send(conn, "ready", k=drawing.k, at=drawing.at, seats=handed)
        others = lacked & set(drawing.reveals) - set(self.core.mine)
        had = {str(seat): drawing.reveals[seat] for seat in sorted(others)}
        if had:
            self.core.send(conn, "reveal", k=drawing.k, at=drawing.at, reveals=had)

    def on_object(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, by = self.core.log, self.core.seats_at(conn)
        if log is not None and by and m["seat"] < log.seats and 0 < m["k"] <= log.draw:
            self.core.tell("objects", by=by, draw=m["k"], seat=m["seat"])

    def advance(self, now: float) -> None:
        """As the host, ask for the values of the open draw, and make it once all have come."""
        log, drawing = self.core.log, self.open_draw(now)
        assert log is not None
        if drawing is None:
            return
        # They are not told yet: while nobody hears them, they are still valid in another half's list.
        own = {int(seat): value for seat, value in self.values(tell=False).items()}
        drawing.reveals |= own
        awaited = log.awaited()
        if not drawing.all_ready and not self.absence.waits_for(drawing, now):
            drawing.all_ready, drawing.asked = True, -1e9
        lacked = self.absence.waits_for(drawing, now)
        if awaited and not lacked:
            self.values()
            reveals = {seat: drawing.reveals[seat] for seat in awaited}
            named = {str(seat): value for seat, value in reveals.items()}
            line, missing = log.outcome(reveals), log.missing()
            entry = {"e": "draw", "k": drawing.k, "reveals": named, "missing": missing}
            self.log_append.append({**entry, "line": line}, now)
        elif lacked and now - drawing.asked >= ASKED_AGAIN:
            again = now - drawing.asked < 2 * ASKED_AGAIN
            drawing.asked = now
            # Seats that are ready say so again, because their word counts for a short time only.
            waits = {seat for seat in awaited if seat not in drawing.reveals}
            for conn in self.core.conns.values():
                asks = not again or set(self.core.seats_at(conn)) & waits
                if asks and conn.joined and not conn.apart:
                    self.ask_draw(conn, now)
            if again:
                epoch, k, at = log.epoch, drawing.k, drawing.at
                self.core.send_all("lacks", epoch=epoch, k=k, at=at, seats=lacked)
