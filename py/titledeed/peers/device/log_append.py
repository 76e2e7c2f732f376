"""Appends entries to the list: the host puts answers into an order, and every device checks each entry and
compares digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...engine.answers import (
    Answer,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.reducer import STANDING
from ..messages import Message
from ..replicated_log import ListEntry, LogError, LogFull, ReplicatedLog, of_game
from ..signing import poll
from .base import (
    BEAT,
    BOT_AFTER,
    MARGIN,
    MOST_PENDING,
    SAID_AGAIN,
    UNASKED_AFTER,
    DeviceBase,
    OwnSeat,
    PeerConnection,
    PendingAnswer,
    opening,
)

_SURE: Final = 10.0  # seconds, in which what a device sends arrives, also where some of it is lost


class AppendPart(DeviceBase):
    """The part of a device for the growing list."""

    def _append(self, entry: ListEntry, now: float, own: bool = False) -> None:
        """Add an entry, as the host, and send it to all. ``own``: this device alone has signed it."""
        log = self.log
        assert log is not None
        n, before = log.count, log.digest
        was = log.answers[:] if entry["e"] == "undo" else []
        clean = log.add(entry, "never" if own else "now")
        if entry["e"] == "join" and (
            conn := self.links.get(self._came_by.get(entry["device"], -1))
        ):
            conn.trusted = conn.keyed = True  # over this link it has shown the key that is entered
        self._send_all("line", epoch=log.epoch, n=n, before=before, entry=clean, digest=log.digest)
        self._tell_entry(clean, was)
        self._added(now)

    def _added(self, now: float) -> None:
        """Update what depends on new entries: the answers they confirm, the votes and draws they end."""
        log = self.log
        assert log is not None
        # Without them a device that is loaded anew could not come back to its seat, or to the game at all.
        if log.entries[-1]["e"] in ("begin", "seat", "chain", "join"):
            self.must_store = True
        self.pending = [answer for answer in self.pending if answer.id > log.last_ids[answer.seat]]
        if self._without and not log.resting & set(self.mine):
            self._tell("without", draws=self._without)
            self._without = []
        for kind, vote in list(self.votes.items()):
            over = kind == "join" and not log.places[vote.entry["seat"]].bot
            if over or (kind != "join" and vote.mark != log.mark):
                del self.votes[kind]
        if self._drawing is not None and (self._drawing.k, self._drawing.at) != (
            log.draw,
            log.name,
        ):
            self._drawing = None

    def _on_line(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, entry = self.log, m["entry"]
        if log is None or conn.apart:
            return
        if not self._orders(conn, m):
            if conn.trusted:
                self._again(conn, now)
            return
        self._host_heard = now
        if m["n"] != log.count or m["before"] != log.digest:
            if m["n"] >= log.count or log.digests[m["n"] + 1] != m["digest"]:
                self._again(conn, now)
            return
        if self.stopped:
            return
        forged, replaced = self._forged(entry, now), self._replaced(entry)
        if replaced:
            forged = forged or self._forged_bot(entry, log.count, now)
        was = log.answers[:] if entry["e"] == "undo" else []
        try:
            if forged:
                raise LogError(forged, log.host)
            log.add(entry, "now")
        except (LogError, RefusedAnswer, MalformedAnswer) as error:
            draw = error.draw if isinstance(error, LogError) else 0
            self._stop(f"{error}"[:300], log.host, m["digest"], draw)
            return
        if log.digest != m["digest"]:
            self._stop("The devices no longer agree.", log.host, m["digest"])
            return
        self._recalls = True  # the list before this entry is the host's
        self._overruled = False
        if entry["e"] == "join" and entry["device"] == self.id:
            self.mine.setdefault(entry["seat"], self._secret)
        for seat in replaced:
            self._whys[seat] = "away" if now - self._woke_at < BOT_AFTER else "cut-off"
        self._tell_entry(entry, was)
        self._note_entered(conn, entry, m["n"])
        if entry["e"] == "draw" and self._lacks_own(log.draws[-1]):
            self._without.append(entry["k"])
        self._added(now)
        if entry["e"] == "host":
            self._say_again()

    def _note_entered(self, conn: PeerConnection, entry: ListEntry, n: int) -> None:
        """Note when this device sent what the host has entered as number ``n``: it has heard that."""
        drawing, mine = self._drawing, set(map(str, self.mine))
        if (
            entry["e"] == "draw"
            and drawing is not None
            and drawing.told
            and mine & set(entry["reveals"])
        ):
            self._note_heard(conn.device, min(drawing.told.values()), n)
        if entry["e"] == "line" and entry["id"]:
            for answer in self.pending:
                if (answer.id, answer.line) == (entry["id"], entry["line"]):
                    self._note_heard(conn.device, answer.at, n)

    def _tell_entry(
        self, entry: ListEntry, was: Sequence[tuple[int, Answer]] | None = None
    ) -> None:
        """Tell people of an entry about the table. ``was``: the answers before an undo, if they are known."""
        match entry["e"]:
            case "undo":
                draws = -1 if was is None else sum(seat < 0 for seat, _ in was[entry["to"] :])
                yes = [int(seat) for seat in entry["yes"]]
                facts = {"by": entry["by"], "to": entry["to"], "yes": yes, "draws": draws}
                mine = set(self.mine) & set(yes)
                self._tell("undone", **facts, unasked=entry["unasked"], agreed=bool(mine))
            case "replace":
                self._tell("replaced", seats=entry["seats"], draw=entry["k"], bot=entry["bot"])
            case "join":
                mine = entry["device"] == self.id
                if self.log is not None and self.log.places[entry["seat"]].bot:
                    self._tell("explained", seat=entry["seat"], why=entry["why"], mine=mine)
                    return
                self._tell("sat-down", seat=entry["seat"], why=entry["why"], mine=mine)
            case "rest":
                self._tell("rests", seat=entry["seat"], on=entry["on"])
            case "host" if entry["epoch"] > 1:
                self._tell("host", seat=entry["seat"], mine=self.hosting)

    def _replaced(self, entry: ListEntry) -> list[int]:
        """The own seats that an entry gives to a bot."""
        assert self.log is not None
        mine = self.log.seats_of(self.id)
        return [seat for seat in entry["seats"] if seat in mine] if entry["e"] == "replace" else []

    def _forged_bot(self, entry: ListEntry, count: int, now: float) -> str:
        """Why a bot on an own seat is wrong, or "". The host has heard this device: it has answered a message
        that was sent lately and, where a draw is open, long after this device's value for it; and it has
        added the entry later. ``count``: the number of entries before it."""
        log, drawing = self.log, self._drawing
        assert log is not None
        sent, have = self._heard_by_host(now)
        since = now - BOT_AFTER + _SURE
        if entry["k"]:  # one that is heard may have told no value
            if drawing is None or drawing.k != entry["k"]:
                return ""
            host = log.places[log.host].device
            since = max(since, drawing.told.get(host, now) + _SURE)
        if have <= count and sent >= since and not self._overruled:
            for seat in self._replaced(entry):
                self._whys[seat] = "left-out"
            return "The host has put a bot on a seat whose device is here."
        return ""

    def _orders(self, conn: PeerConnection, m: Message) -> bool:
        """Whether a link may add this entry: it is the host's, or the entry makes its device the host."""
        log = self.log
        assert log is not None
        seats = self._seats_at(conn)
        entry = m.get("entry")
        if entry is not None and entry["e"] == "host" and entry["seat"] in seats:
            newer: bool = entry["epoch"] == m["epoch"] and log.epoch < m["epoch"] <= log.last_epoch
            if newer and self.hosting:
                self._step_down(self._host_heard)
            return newer
        return not self.hosting and log.host in seats and m["epoch"] == log.epoch

    def _forged(self, entry: ListEntry, now: float) -> str:
        """The reason why an entry is forged, or "": it has an answer, a chain, a rest or an agreement of a
        seat of this device that the device did not send."""
        log = self.log
        assert log is not None
        host = log.places[log.host].device
        if self._unasked(entry, log.count, host, now):
            return "The host has taken something back without asking everybody."
        others = entry["unasked"] if entry["e"] == "undo" else []
        others = [seat for seat in others if seat < log.seats and seat not in self.mine]
        heard = any(self.silent_for(seat, now) < UNASKED_AFTER - MARGIN for seat in others)
        if heard and not self._overruled:
            return "The host has taken something back without asking everybody."
        if entry["e"] == "line" and entry["id"]:
            parsed = log.game.notation.parse(entry["line"], log.state)
            if parsed is not None and parsed[0] in log.seats_of(self.id):
                answer = (parsed[0], entry["id"], log.game.notation.line(*parsed, log.state))
                standing = type(parsed[1]) in STANDING
                # Also one that is not pending any more, as this device has followed another list since.
                known = self._given.get(answer)
                if known is None or not (standing or known in (-1, log.mark)):
                    return "The host has answered for a seat that has not spoken."
        if entry["e"] == "draw":
            return self._forged_for_us(entry, log.name)
        forged = self._forged_for_us(entry, self._asked_at(entry))
        if not forged and entry["e"] == "replace":
            return self._gives_up_told(entry, log.name)
        return forged

    def _unasked(self, entry: ListEntry, count: int, host: str, now: float) -> bool:
        """Whether an undo names an own seat as not asked, though the host has heard it in the last minutes
        before. ``count``: the number of entries before it; ``host``: the device that was host there."""
        sent, have = self._heard_by(host, now)
        named = entry["e"] == "undo" and set(entry["unasked"]) & set(self.mine)
        heard = have <= count and now - sent < UNASKED_AFTER - MARGIN
        return bool(named) and heard and not self._overruled

    def _forged_in(self, theirs: ReplicatedLog, start: int, now: float, host: bool) -> str:
        """As :meth:`_forged`, for the entries of another list from index ``start`` on: of what it holds of
        this device's seats, this device knows all. ``host``: the list is the host's."""
        log = self.log
        if log is None:
            return ""
        hosts = [0, *(entry["seat"] for entry in theirs.entries[:start] if entry["e"] == "host")]
        ordered = theirs.places[hosts[-1]].device
        for n, entry in enumerate(theirs.entries[start:], start):
            if entry["e"] == "host":
                ordered = theirs.places[entry["seat"]].device
            # Also in a list of somebody else: whoever was host there must have asked this device.
            if self._unasked(entry, n, ordered, now):
                return "The host has taken something back without asking everybody."
            # The host hands on what others had ordered before it was heard: for that it does not answer.
            own_host = host and ordered == log.places[log.host].device
            if own_host and self._replaced(entry) and (reason := self._forged_bot(entry, n, now)):
                return reason
        known = {digest for half in (log, *self.kept) for digest in half.digests}
        own = [e for half in (log, *self.kept) for e in half.entries if e["e"] == "line"]
        lines = {(e["id"], e["line"]) for e in own}
        marks = {(id, line): mark for (_seat, id, line), mark in self._given.items()}
        mark = log.mark_at(start)
        for n, entry in enumerate(theirs.entries[start:], start + 1):
            was, mark = mark, n if of_game(entry) else mark
            if theirs.digests[n] in known:
                continue
            known_line = entry["e"] == "line" and self._recalls
            answer = (entry["id"], entry["line"]) if known_line else (0, "")
            if answer[0] and answer not in lines and marks.get(answer) not in (was, -1):
                word = entry["line"].partition(" ")[0]
                if any(
                    word == log.game.notation.seat_word(seat)
                    and not self._may_have_given(seat, entry["id"])
                    for seat in self.mine
                ):
                    return "The host has answered for a seat that has not spoken."
            at = theirs.digests[entry.get("n", was)]
            if entry["e"] == "draw":
                at = theirs.draws[entry["k"] - 1].name
            if reason := self._forged_for_us(entry, at):
                return reason
        return ""

    def _gives_up_told(self, entry: ListEntry, name: str) -> str:
        """Why a bot is wrong that gives up a draw of this name, or "": this device agreed to it while nobody
        was to know the result, and has told its value since. A host could have waited for that."""
        agreed = any(str(seat) in entry["yes"] for seat in self.mine)
        told = bool(entry["k"]) and opening(entry["k"], name) in self._openings
        if agreed and told and not self._overruled:
            return "The host has given up a draw after this device had told its value."
        return ""

    def _forged_for_us(self, entry: ListEntry, at: str) -> str:
        """The reason why an entry about the own seats is forged, or "". ``at``: the digest of the list when
        it was asked for; of a draw its name."""
        log = self.log
        assert log is not None
        kind, mine = entry["e"], [s for s in self.mine if log.places[s].device == self.id]
        drawn = kind == "draw" and any(str(seat) in entry["reveals"] for seat in mine)
        if drawn and not self._overruled and opening(entry["k"], at) not in self._openings:
            return "The host has drawn with a value that this device told for another draw."
        counted = "yes" in entry and any(str(seat) in entry["yes"] for seat in mine)
        counted = counted and not self._overruled
        if counted and poll(at, entry) not in self._agreed:
            return "The host has counted an agreement that this device has not given."
        seat = entry.get("seat", -1)
        if kind == "join" and entry["device"] == self.id and seat not in self.mine:
            own: OwnSeat | None = self._secret
        else:
            own = self.mine.get(seat) if seat in mine else None
        if own is None:
            return ""
        if kind in ("chain", "join") and entry["anchor"] and entry["anchor"] not in own.anchors:
            return "The host has committed for a seat that has not."
        if kind in ("chain", "join") and entry["pub"] != self.pub:
            return "The host has changed the public key of this device."
        rests = kind == "rest" and entry["on"] and not self._overruled
        if rests and entry["n"] not in self._rests:
            return "The host says that this device rests, which it does not."
        return ""

    def _may_have_given(self, seat: int, id: int) -> bool:
        """Whether this device may have given an answer of this id before its page was loaded anew, after it
        was stored: one of the next few, as long as it has given none since."""
        stored = self._stored_ids.get(seat)
        if stored is None or any(by == seat for by, _id, _line in self._given):
            return False
        return stored < id <= stored + MOST_PENDING

    def _again(self, conn: PeerConnection, now: float) -> None:
        """Ask for missing entries, by saying which ones this device has; at most once in ``BEAT``."""
        if now - conn.asked_again >= BEAT:
            self._hello(conn, now)

    def _stop(self, reason: str, seat: int, digest: str, draw: int = 0) -> None:
        log = self.log
        assert log is not None
        self.stopped = reason
        self._tell("stopped", why=reason, seat=seat, draw=draw)
        self._send_all("stop", n=log.count, seat=seat, digest=log.digest, why=reason)

    def _stop_full(self, error: LogFull) -> None:
        """Stop as nothing more can be added to the list."""
        log = self.log
        assert log is not None
        if not self.stopped:
            self._stop(str(error), log.host, log.digest)

    def _on_stop(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.log
        if log is None:
            return
        by = self._seats_at(conn)
        if not by or m["seat"] >= log.seats:
            return
        agrees = m["n"] <= log.count and log.digests[m["n"]] == m["digest"]
        self._tell("says-stop", by=by, why=m["why"], seat=m["seat"], agrees=agrees)
        if log.host in by or self.hosting:
            self.stopped = self.stopped or m["why"]

    def go_on(self, now: float) -> None:
        """Go on after a stop, once people have read its reason. This device believes its host until the next
        entry, but for chains: nobody else commits for its seats."""
        self.stopped = ""
        self._recalls = False
        self._overruled = True
        self._requested.clear()
        for conn in self.links.values():
            self._again(conn, now)

    def say(self, seat: int, text: str, now: float) -> None:
        """Give an answer of a seat of this device, in the record's notation without the seat.

        Raises :class:`RefusedAnswer` or :class:`MalformedAnswer` if it cannot be given now; nothing has
        changed then."""
        log = self.log
        if log is None or seat not in log.seats_of(self.id):
            raise MalformedAnswer("This seat does not answer at this device.")
        if self.stopped or log.paused or not log.begun:
            raise MalformedAnswer("The table does not go on at this moment.")
        if len(self.pending) >= MOST_PENDING:
            raise MalformedAnswer("The last answer is still on its way.")
        notation, state = log.game.notation, log.state
        answer = notation.answer(text.split() or [""], state)
        clauses = log.game.refusal(notation.line(seat, answer, state))
        if clauses is not None:
            raise RefusedAnswer(clauses, answer)
        # An id serves once, also that of an answer the host refused: its "no" may come twice.
        id = 1 + max([log.last_ids[seat], *(id for by, id, _line in self._given if by == seat)])
        answered = PendingAnswer(seat, id, log.mark, notation.line(seat, answer, state), at=now)
        answered.sig = self._sign(answered.entry(), seat)
        self._given[seat, id, answered.line] = -1 if type(answer) in STANDING else log.mark
        if self.hosting:
            try:
                self._append(answered.entry(), now, own=True)
            except LogFull as error:
                self._stop_full(error)
            self._proceed(now)
            return
        self.pending.append(answered)
        self._say_again()

    def say_for_bot(self, seat: int, text: str, now: float) -> None:
        """Give an answer of a bot, as the host. Raises as :meth:`say`."""
        log = self.log
        assert log is not None
        line = f"{log.game.notation.seat_word(seat)} {text}"
        try:
            self._append({"e": "line", "line": line, "id": 0, "n": log.mark, "sig": ""}, now)
        except LogFull as error:
            self._stop_full(error)
        self._proceed(now)

    def _say_again(self) -> None:
        """Send the host again all answers that it has not confirmed."""
        conn = self._host_link()
        if conn is not None:
            for answer in self.pending:
                fields = {"seat": answer.seat, "id": answer.id, "n": answer.mark}
                self._send(conn, "say", **fields, line=answer.line, sig=answer.sig)
            self._asked_for.clear()  # so that requests are told again too

    def _repeat_pending(self, now: float) -> None:
        """Say again what the host has not confirmed for ``SAID_AGAIN``: a host that is stopped drops it."""
        if not self.pending:
            self._waits_since = -1.0
        elif self._waits_since < 0:
            self._waits_since = now
        elif now - self._waits_since >= SAID_AGAIN:
            self._waits_since = now
            self._say_again()

    def _on_say(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.log
        if log is None or not self.hosting or self.stopped:
            return
        if m["seat"] not in self._seats_at(conn):
            self._send(conn, "no", id=m["id"], why="not-yours", clauses="")
            return
        if m["id"] <= log.last_ids[m["seat"]]:
            return
        reason, clauses = self._say_for(m, now)
        if reason:
            self._send(conn, "no", id=m["id"], why=reason, clauses=clauses)

    def _say_for(self, m: Message, now: float) -> tuple[str, str]:
        log = self.log
        assert log is not None
        try:
            parsed = log.game.notation.parse(m["line"], log.state)
            if parsed is None or parsed[0] != m["seat"]:
                return "not-yours", ""
            if m["n"] != log.mark and type(parsed[1]) not in STANDING:
                return "stale", ""
            entry = {"e": "line", "line": m["line"], "id": m["id"], "n": m["n"], "sig": m["sig"]}
            self._append(entry, now)
        except RefusedAnswer as error:
            return "refused", " ".join(error.clauses)[:300]
        except (MalformedAnswer, LogError) as error:
            return "malformed", str(error)[:300]
        return "", ""

    def _verify_one(self) -> None:
        """Verify one signature of a list that came as a whole, the newest first: it stands for all entries
        before it. Verifying all at once would stop the page of a slow device for seconds."""
        log = self.log
        if log is None or self.stopped or not log.unverified:
            return
        signature = log.unverified.pop()
        if not signature.holds() and not self._overruled:
            self._stop("A signature does not fit.", signature.seat, log.digest)

    def _on_no(self, conn: PeerConnection, m: Message, now: float) -> None:
        refused = next((answer for answer in self.pending if answer.id == m["id"]), None)
        if conn is self._host_link() and refused is not None:
            self.pending.remove(refused)
            self._tell("no", why=m["why"], clauses=m["clauses"].split())
        elif conn is self._host_link() and not m["id"]:
            self._tell(m["why"] if m["why"] in ("not-yet", "too-often") else "refused", why="")
