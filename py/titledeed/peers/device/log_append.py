"""Appends entries to the list: the host puts answers into an order, and every device checks each entry and
compares digests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.answers import (
    Answer,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.reducer import STANDING
from ..log_entry_fields_and_checks import ListEntry, LogError, LogFull
from ..messages import Message
from .model import (
    BOT_AFTER,
    MOST_PENDING,
    SAID_AGAIN,
    PeerConnection,
    PendingAnswer,
)
from .own_seat_forgery_checks import HostChecks
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence


class LogAppend:
    """The part of a device for the growing log. ``proceed`` does what an entry has made possible."""

    def __init__(
        self,
        core: DeviceCore,
        absence: Absence,
        host_checks: HostChecks,
        proceed: Callable[[float], None],
    ) -> None:
        self.core = core
        self.absence = absence
        self.host_checks = host_checks
        self.proceed = proceed
        # Draws made without this device that its people have not been told about.
        self.without: list[int] = []
        self._waits_since = -1.0  # the time since which answers have been pending
        # Devices whose "stop" people here have been told about, and whether people had already
        # overruled that device.
        self._said_stop: set[tuple[str, bool]] = set()

    def append(self, entry: ListEntry, now: float, own: bool = False) -> None:
        """As the host, add an entry and send it to all.

        ``own``: this device alone has signed it."""
        log = self.core.log
        assert log is not None
        n, before = log.count, log.digest
        was = log.answers[:] if entry["e"] == "undo" else []
        clean = log.add(entry, "never" if own else "now")
        if entry["e"] == "join" and (
            conn := self.core.conns.get(self.core.came_by.get(entry["device"], -1))
        ):
            conn.trusted = conn.keyed = (
                True  # over this connection, it has shown the key in the entry
            )
        self.core.send_all(
            "line", epoch=log.epoch, n=n, before=before, entry=clean, digest=log.digest
        )
        self.tell_entry(clean, was)
        self.added(now)

    def added(self, now: float) -> None:
        """Update what depends on new entries: the answers they confirm, the votes and draws they end."""
        log = self.core.log
        assert log is not None
        # Without these entries, a device could not return to its seat or to the game after a reload.
        if log.entries[-1]["e"] in ("begin", "seat", "chain", "join"):
            self.core.must_store = True
        self.core.pending = [
            answer for answer in self.core.pending if answer.id > log.last_ids[answer.seat]
        ]
        if self.without and not log.resting & set(self.core.mine):
            self.core.tell("without", draws=self.without)
            self.without = []
        for kind, vote in list(self.core.votes.items()):
            over = kind == "join" and not log.holders[vote.entry["seat"]].bot
            if over or (kind != "join" and vote.mark != log.mark):
                del self.core.votes[kind]
        if self.core.drawing is not None and (self.core.drawing.k, self.core.drawing.at) != (
            log.draw,
            log.draw_name,
        ):
            self.core.drawing = None

    def on_line(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, entry = self.core.log, m["entry"]
        if log is None or conn.apart:
            return
        if not self._orders(conn, m):
            if conn.trusted:
                self.core.ask_for_missing(conn, now)
            return
        self.core.host_heard = now
        if m["n"] != log.count or m["before"] != log.digest:
            if m["n"] >= log.count or log.digests[m["n"] + 1] != m["digest"]:
                self.core.ask_for_missing(conn, now)
            return
        if self.core.stopped:
            return
        forged, replaced = self.host_checks.forged(entry, now), self.host_checks.replaced(entry)
        if replaced:
            forged = forged or self.host_checks.forged_bot(entry, log.count, now)
        was = log.answers[:] if entry["e"] == "undo" else []
        try:
            if forged:
                raise LogError(forged, log.host)
            log.add(entry, "now")
        except (LogError, RefusedAnswer, MalformedAnswer) as error:
            draw = error.draw if isinstance(error, LogError) else 0
            self.core.stop(f"{error}"[:300], log.host, m["digest"], draw)
            return
        if log.digest != m["digest"]:
            self.core.stop("The devices no longer agree.", log.host, m["digest"])
            return
        self.core.acts.recalls = True  # the list up to this entry is the host's
        self.core.acts.overruled = False
        if entry["e"] == "join" and entry["device"] == self.core.id:
            self.core.mine.setdefault(entry["seat"], self.core.secret)
        for seat in replaced:
            self.core.whys[seat] = "away" if now - self.core.woke_at < BOT_AFTER else "cut-off"
        self.tell_entry(entry, was)
        self._note_entered(conn, entry, m["n"])
        if entry["e"] == "draw" and self.core.lacks_own(log.draws[-1]):
            self.without.append(entry["k"])
        self.added(now)
        if entry["e"] == "host":
            self.say_again()

    def _note_entered(self, conn: PeerConnection, entry: ListEntry, n: int) -> None:
        """Note when this device sent the entry with number ``n``, because the host has heard it."""
        drawing, mine = self.core.drawing, set(map(str, self.core.mine))
        if (
            entry["e"] == "draw"
            and drawing is not None
            and drawing.told
            and mine & set(entry["reveals"])
        ):
            self.core.note_heard(conn.device, min(drawing.told.values()), n)
        if entry["e"] == "line" and entry["id"]:
            for answer in self.core.pending:
                if (answer.id, answer.line) == (entry["id"], entry["line"]):
                    self.core.note_heard(conn.device, answer.at, n)

    def tell_entry(self, entry: ListEntry, was: Sequence[tuple[int, Answer]] | None = None) -> None:
        """Tell people about an entry that concerns the table.

        ``was``: the answers before an undo, if they are known."""
        match entry["e"]:
            case "undo":
                draws = -1 if was is None else sum(seat < 0 for seat, _ in was[entry["to"] :])
                yes = [int(seat) for seat in entry["yes"]]
                facts = {"by": entry["by"], "to": entry["to"], "yes": yes, "draws": draws}
                mine = set(self.core.mine) & set(yes)
                self.core.tell("undone", **facts, unasked=entry["unasked"], agreed=bool(mine))
            case "replace":
                self.core.tell("replaced", seats=entry["seats"], draw=entry["k"], bot=entry["bot"])
            case "join":
                mine = entry["device"] == self.core.id
                if self.core.log is not None and self.core.log.holders[entry["seat"]].bot:
                    self.core.tell("explained", seat=entry["seat"], why=entry["why"], mine=mine)
                    return
                self.core.tell("sat-down", seat=entry["seat"], why=entry["why"], mine=mine)
            case "rest":
                self.core.tell("rests", seat=entry["seat"], on=entry["on"])
            case "host" if entry["epoch"] > 1:
                self.core.tell("host", seat=entry["seat"], mine=self.core.hosting)

    def _orders(self, conn: PeerConnection, m: Message) -> bool:
        """Whether a connection may add this entry: it comes from the host, or makes its device the host."""
        log = self.core.log
        assert log is not None
        seats = self.core.seats_at(conn)
        entry = m.get("entry")
        if entry is not None and entry["e"] == "host" and entry["seat"] in seats:
            newer: bool = entry["epoch"] == m["epoch"] and log.epoch < m["epoch"] <= log.last_epoch
            if newer and self.core.hosting:
                self.core.step_down(self.core.host_heard)
            return newer
        return not self.core.hosting and log.host in seats and m["epoch"] == log.epoch

    def on_stop(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.core.log
        if log is None:
            return
        by = self.core.seats_at(conn)
        if not by or m["seat"] >= log.seats:
            return
        again = conn.device in self.core.acts.unbelieved
        stops = not again and (log.host in by or self.core.hosting)
        if (conn.device, again) not in self._said_stop:
            self._said_stop.add((conn.device, again))
            agrees = m["n"] <= log.count and log.digests[m["n"]] == m["digest"]
            facts = {"by": by, "why": m["why"], "seat": m["seat"], "agrees": agrees}
            self.core.tell("says-stop", **facts, stops=stops, again=again)
        if stops:
            self.core.stopped = self.core.stopped or m["why"]

    def go_on(self, now: float) -> None:
        """Go on after a stop, once people have read its reason.

        The devices that have asked for the stop cannot stop this one again in this game. A guest that
        found the reason itself believes its host until the next entry. This does not apply to chains:
        nobody else commits for its seats. A host believes nobody, and neither does a guest that only
        heard the reason, because any device with a seat could invent one."""
        if self.core.doubts and not self.core.hosting:
            self.core.acts.recalls = False
            self.core.acts.overruled = True
        self.core.stopped, self.core.doubts = "", False
        self.core.acts.unbelieved |= {device for device, _again in self._said_stop}
        self.core.must_store = True
        self.core.requested.clear()
        for conn in self.core.conns.values():
            self.core.ask_for_missing(conn, now)

    def say(self, seat: int, text: str, now: float) -> None:
        """Give an answer of a seat of this device, in the record's notation without the seat.

        If the answer is not possible now, raises :class:`RefusedAnswer` or :class:`MalformedAnswer`;
        then nothing has changed."""
        log = self.core.log
        if log is None or seat not in log.seats_of(self.core.id):
            raise MalformedAnswer("This player plays on another device.")
        if self.core.stopped or log.paused or not log.begun:
            raise MalformedAnswer("The game isn’t running at the moment.")
        if len(self.core.pending) >= MOST_PENDING:
            raise MalformedAnswer("Your last move is still on its way.")
        notation, state = log.game.notation, log.state
        answer = notation.answer(text.split() or [""], state)
        clauses = log.game.refusal(notation.line(seat, answer, state))
        if clauses is not None:
            raise RefusedAnswer(clauses, answer)
        # An id is valid once, even for an answer that the host refused, because its "no" may come
        # twice.
        id = 1 + max(
            [log.last_ids[seat], *(id for by, id, _line in self.core.acts.given if by == seat)]
        )
        answered = PendingAnswer(seat, id, log.mark, notation.line(seat, answer, state), at=now)
        answered.sig = self.core.sign(answered.entry(), seat)
        self.core.acts.given[seat, id, answered.line] = -1 if type(answer) in STANDING else log.mark
        if self.core.hosting:
            try:
                self.append(answered.entry(), now, own=True)
            except LogFull as error:
                self.core.stop_full(error)
            self.proceed(now)
            return
        self.core.pending.append(answered)
        self.say_again()

    def say_for_bot(self, seat: int, text: str, now: float) -> None:
        """As the host, give an answer of a bot. Raises the same errors as :meth:`say`."""
        log = self.core.log
        assert log is not None
        line = f"{log.game.notation.seat_word(seat)} {text}"
        try:
            self.append({"e": "line", "line": line, "id": 0, "n": log.mark, "sig": ""}, now)
        except LogFull as error:
            self.core.stop_full(error)
        self.proceed(now)

    def say_again(self) -> None:
        """Send the host again all answers that it has not confirmed."""
        conn = self.core.host_conn()
        if conn is not None:
            for answer in self.core.pending:
                fields = {"seat": answer.seat, "id": answer.id, "n": answer.mark}
                self.core.send(conn, "say", **fields, line=answer.line, sig=answer.sig)
            self.core.asked_for.clear()  # so that requests are also sent again

    def repeat_pending(self, now: float) -> None:
        """Repeat what the host has not confirmed for ``SAID_AGAIN``; a stopped host drops answers."""
        if not self.core.pending:
            self._waits_since = -1.0
        elif self._waits_since < 0:
            self._waits_since = now
        elif now - self._waits_since >= SAID_AGAIN:
            self._waits_since = now
            self.say_again()

    def on_say(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.core.log
        if log is None or not self.core.hosting or self.core.stopped:
            return
        if m["seat"] not in self.core.seats_at(conn):
            self.core.send(conn, "no", id=m["id"], why="not-yours", clauses="")
            return
        if m["id"] <= log.last_ids[m["seat"]]:
            return
        reason, clauses = self._say_for(m, now)
        if reason:
            self.core.send(conn, "no", id=m["id"], why=reason, clauses=clauses)

    def _say_for(self, m: Message, now: float) -> tuple[str, str]:
        log = self.core.log
        assert log is not None
        try:
            parsed = log.game.notation.parse(m["line"], log.state)
            if parsed is None or parsed[0] != m["seat"]:
                return "not-yours", ""
            if m["n"] != log.mark and type(parsed[1]) not in STANDING:
                return "stale", ""
            entry = {"e": "line", "line": m["line"], "id": m["id"], "n": m["n"], "sig": m["sig"]}
            self.append(entry, now)
        except RefusedAnswer as error:
            return "refused", " ".join(error.clauses)[:300]
        except (MalformedAnswer, LogError) as error:
            return "malformed", str(error)[:300]
        return "", ""

    def verify_one(self) -> None:
        """Verify one signature of a list that came as a whole, starting with the newest.

        A signature confirms all entries before it. Verifying all at once would block the page on a slow
        device for seconds."""
        log = self.core.log
        if log is None or self.core.stopped or not log.unverified:
            return
        signature = log.unverified.pop()
        if not signature.holds() and not self.core.acts.overruled:
            self.core.stop("A signature is not valid.", signature.seat, log.digest)

    def on_no(self, conn: PeerConnection, m: Message, now: float) -> None:
        refused = next((answer for answer in self.core.pending if answer.id == m["id"]), None)
        if conn is self.core.host_conn() and refused is not None:
            self.core.pending.remove(refused)
            self.core.tell("no", why=m["why"], clauses=m["clauses"].split())
        elif conn is self.core.host_conn() and not m["id"]:
            self.core.tell(m["why"] if m["why"] in ("not-yet", "too-often") else "refused", why="")

    def become_host(self, now: float) -> None:
        """Act as the new host: handle this device's own answers that waited for a host.

        An open draw continues with the values that have already come, including that of the lost host."""
        self.core.votes.clear()
        if self.core.drawing is not None:
            self.core.drawing.asked = -1e9
            self.core.drawing.all_ready = False  # the lost host said so; this device asks again
        waiting, self.core.pending = self.core.pending, []
        for answer in waiting:
            reason, clauses = self._say_for({**answer.entry(), "seat": answer.seat}, now)
            if reason:
                self.core.tell("no", why=reason, clauses=clauses.split())
