"""Appends entries to the list: the host puts answers into an order, and every device checks each entry and
compares digests."""

from __future__ import annotations

from ...engine.door import STANDING
from ...engine.words import Malformed, Refused
from ..ledger import GAME, Full, ListEntry, Wrong
from ..messages import Message
from .base import (
    BEAT,
    MOST_PENDING,
    SAID_AGAIN,
    Base,
    Link,
    Said,
)


class Order(Base):
    """The part of a device for the growing list."""

    def _append(self, entry: ListEntry, now: float) -> None:
        """Add an entry, as the host, and send it to all."""
        ledger = self.ledger
        assert ledger is not None
        n, before = ledger.count, ledger.digest
        clean = ledger.add(entry)
        self._send_all(
            "line", epoch=ledger.epoch, n=n, before=before, entry=clean, digest=ledger.digest
        )
        self._added(now)

    def _added(self, now: float) -> None:
        """Update what depends on new entries: the answers they confirm, the votes and draws they end."""
        ledger = self.ledger
        assert ledger is not None
        self.pending = [
            answer for answer in self.pending if answer.id > ledger.last_ids[answer.seat]
        ]
        if self.vote is not None and self.vote.mark != ledger.mark:
            self.vote = None
        if self._drawing is not None and self._drawing.k != ledger.draw:
            self._drawing = None

    def _on_line(self, link: Link, m: Message, now: float) -> None:
        ledger, entry = self.ledger, m["entry"]
        if ledger is None or link.apart:
            return
        if not self._orders(link, m):
            if link.trusted:
                self._again(link, now)
            return
        self._host_heard = now
        if m["n"] != ledger.count or m["before"] != ledger.digest:
            if m["n"] >= ledger.count or ledger.digests[m["n"] + 1] != m["digest"]:
                self._again(link, now)
            return
        if self.stopped:
            return
        forged = self._forged(entry)
        before, mark = ledger.draw, ledger.mark
        try:
            if forged:
                raise Wrong(forged, ledger.host)
            ledger.add(entry)
        except (Wrong, Refused, Malformed) as error:
            draw = error.draw if isinstance(error, Wrong) else 0
            self._stop(f"{error}"[:300], ledger.host, m["digest"], draw)
            return
        if ledger.digest != m["digest"]:
            self._stop("The devices no longer agree.", ledger.host, m["digest"])
            return
        self._recalls = True  # the list before this entry is the host's
        if entry["e"] == "undo" and self._agreed != (entry["to"], mark):
            seats = [s for s in ledger.seats_of(self.id) if ledger.state.playing[s]]
            if seats:
                self._tell("undone-unasked", by=ledger.host, to=entry["to"], seats=seats)
        if entry["e"] == "draw":
            for seat in entry["missing"]:
                if seat in self.mine and self._revealed == (before, ledger.epoch):
                    self._tell("left-out", draw=before, seat=seat)
                    self._send_all("object", k=before, seat=seat)
        self._added(now)
        if entry["e"] == "host":
            self._say_again()

    def _orders(self, link: Link, m: Message) -> bool:
        """Whether a link may add this entry: it is the host's, or the entry makes its device the host."""
        ledger = self.ledger
        assert ledger is not None
        seats = self._seats_at(link)
        entry = m.get("entry")
        if entry is not None and entry["e"] == "host" and entry["seat"] in seats:
            newer: bool = (
                entry["epoch"] == m["epoch"] and ledger.epoch < m["epoch"] <= ledger.last_epoch
            )
            if newer and self.hosting:
                self._step_down(self._host_heard)
            return newer
        return not self.hosting and ledger.host in seats and m["epoch"] == ledger.epoch

    def _forged(self, entry: ListEntry) -> str:
        """The reason why an entry is forged, or "": it has an answer or a chain of a seat of this device
        that the device did not send."""
        ledger = self.ledger
        assert ledger is not None
        if entry["e"] == "line" and entry["id"]:
            parsed = ledger.game.notation.parse(entry["line"], ledger.state)
            if parsed is not None and parsed[0] in ledger.seats_of(self.id):
                answer = (parsed[0], entry["id"], ledger.game.notation.line(*parsed, ledger.state))
                standing = type(parsed[1]) in STANDING
                if not any(
                    (s.seat, s.id, s.line) == answer and (standing or s.mark == ledger.mark)
                    for s in self.pending
                ):
                    return "The host has answered for a seat that has not spoken."
        if entry["e"] != "chain" or entry["seat"] not in ledger.seats_of(self.id):
            return ""
        own = self.mine.get(entry["seat"])
        if own is None or entry["anchor"] in own.chains:
            return ""
        return "The host has committed for a seat that has not."

    def _forged_in(self, entries: list[ListEntry], start: int) -> str:
        """As :meth:`_forged`, for entries from index ``start`` on in the list of another device: of what it
        holds of this device's seats, this device knows all answers and chains."""
        ledger = self.ledger
        if ledger is None or not self._recalls:
            return ""
        own = [e for half in (ledger, *self.kept) for e in half.entries]
        lines = {(e["id"], e["line"]) for e in own if e["e"] == "line"}
        marks = {(id, line): mark for (_seat, id, line), mark in self._given.items()}
        before = [n for n, e in enumerate(ledger.entries[:start], 1) if e["e"] in GAME]
        mark = before[-1] if before else 0
        anchors = {e["anchor"] for e in own if e["e"] == "chain"}
        for n, entry in enumerate(entries, start + 1):
            was, mark = mark, n if entry["e"] in GAME else mark
            answer = (entry["id"], entry["line"]) if entry["e"] == "line" else (0, "")
            if answer[0] and answer not in lines and marks.get(answer) not in (was, -1):
                word = entry["line"].partition(" ")[0]
                if any(
                    word == ledger.game.notation.seat_word(seat)
                    and not self._may_have_given(seat, entry["id"])
                    for seat in self.mine
                ):
                    return "The host has answered for a seat that has not spoken."
            if entry["e"] == "chain" and entry["seat"] in self.mine:
                own_chains = self.mine[entry["seat"]].chains
                if entry["anchor"] not in own_chains and entry["anchor"] not in anchors:
                    return "The host has committed for a seat that has not."
        return ""

    def _may_have_given(self, seat: int, id: int) -> bool:
        """Whether this device may have given an answer of this id before its page was loaded anew, after it
        was stored: one of the next few, as long as it has given none since."""
        stored = self._stored_ids.get(seat)
        if stored is None or any(by == seat for by, _id, _line in self._given):
            return False
        return stored < id <= stored + MOST_PENDING

    def _again(self, link: Link, now: float) -> None:
        """Ask for missing entries, by saying which ones this device has; at most once in ``BEAT``."""
        if now - link.asked_again >= BEAT:
            self._hello(link, now)

    def _stop(self, why: str, seat: int, digest: str, draw: int = 0) -> None:
        ledger = self.ledger
        assert ledger is not None
        self.stopped = why
        self._tell("stopped", why=why, seat=seat, draw=draw)
        self._send_all("stop", n=ledger.count, seat=seat, digest=ledger.digest, why=why)

    def _stop_full(self, error: Full) -> None:
        """Stop as nothing more can be added to the list."""
        ledger = self.ledger
        assert ledger is not None
        if not self.stopped:
            self._stop(str(error), ledger.host, ledger.digest)

    def _on_stop(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None:
            return
        by = self._seats_at(link)
        if not by or m["seat"] >= ledger.seats:
            return
        agrees = m["n"] <= ledger.count and ledger.digests[m["n"]] == m["digest"]
        self._tell("says-stop", by=by, why=m["why"], seat=m["seat"], agrees=agrees)
        if ledger.host in by or self.hosting:
            self.stopped = self.stopped or m["why"]

    def go_on(self, now: float) -> None:
        """Go on after a stop, once people have read its reason."""
        self.stopped = ""
        self._recalls = False
        for link in self.links.values():
            self._again(link, now)

    def say(self, seat: int, text: str, now: float) -> None:
        """Give an answer of a seat of this device, in the record's notation without the seat.

        Raises :class:`Refused` or :class:`Malformed` if it cannot be given now; nothing has changed then."""
        ledger = self.ledger
        if ledger is None or seat not in ledger.seats_of(self.id):
            raise Malformed("This seat does not answer at this device.")
        if self.stopped or ledger.paused or not ledger.begun:
            raise Malformed("The table does not go on at this moment.")
        if len(self.pending) >= MOST_PENDING:
            raise Malformed("The last answer is still on its way.")
        notation, state = ledger.game.notation, ledger.state
        answer = notation.answer(text.split() or [""], state)
        because = ledger.game.refusal(notation.line(seat, answer, state))
        if because is not None:
            raise Refused(because, answer)
        # An id serves once, also that of an answer the host refused: its "no" may come twice.
        id = 1 + max([ledger.last_ids[seat], *(id for by, id, _line in self._given if by == seat)])
        answered = Said(seat, id, ledger.mark, notation.line(seat, answer, state))
        self._given[seat, id, answered.line] = -1 if type(answer) in STANDING else ledger.mark
        if self.hosting:
            try:
                self._append({"e": "line", "line": answered.line, "id": id}, now)
            except Full as error:
                self._stop_full(error)
            self._proceed(now)
            return
        self.pending.append(answered)
        self._say_again()

    def say_for_bot(self, seat: int, text: str, now: float) -> None:
        """Give an answer of a bot, as the host. Raises as :meth:`say`."""
        ledger = self.ledger
        assert ledger is not None
        line = f"{ledger.game.notation.seat_word(seat)} {text}"
        try:
            self._append({"e": "line", "line": line, "id": 0}, now)
        except Full as error:
            self._stop_full(error)
        self._proceed(now)

    def _say_again(self) -> None:
        """Send the host again all answers and chains that it has not confirmed."""
        link = self._host_link()
        if link is not None:
            for answer in self.pending:
                self._send(
                    link, "say", seat=answer.seat, id=answer.id, n=answer.mark, line=answer.line
                )
            for seat, own in self.mine.items():
                if own.offered:
                    self._send(link, "commit", seat=seat, anchor=own.offered)

    def _repeat_pending(self, now: float) -> None:
        """Say again what the host has not confirmed for ``SAID_AGAIN``: a host that is stopped drops it."""
        if not self.pending:
            self._waits_since = -1.0
        elif self._waits_since < 0:
            self._waits_since = now
        elif now - self._waits_since >= SAID_AGAIN:
            self._waits_since = now
            self._say_again()

    def _on_say(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or not self.hosting or self.stopped:
            return
        if m["seat"] not in self._seats_at(link):
            self._send(link, "no", id=m["id"], why="not-yours", clauses="")
            return
        if m["id"] <= ledger.last_ids[m["seat"]]:
            return
        why, clauses = self._say_for(m, now)
        if why:
            self._send(link, "no", id=m["id"], why=why, clauses=clauses)

    def _say_for(self, m: Message, now: float) -> tuple[str, str]:
        ledger = self.ledger
        assert ledger is not None
        try:
            parsed = ledger.game.notation.parse(m["line"], ledger.state)
            if parsed is None or parsed[0] != m["seat"]:
                return "not-yours", ""
            if m["n"] != ledger.mark and type(parsed[1]) not in STANDING:
                return "stale", ""
            self._append({"e": "line", "line": m["line"], "id": m["id"]}, now)
        except Refused as error:
            return "refused", " ".join(error.because)[:300]
        except (Malformed, Wrong) as error:
            return "malformed", str(error)[:300]
        return "", ""

    def _on_no(self, link: Link, m: Message, now: float) -> None:
        refused = next((answer for answer in self.pending if answer.id == m["id"]), None)
        if link is self._host_link() and refused is not None:
            self.pending.remove(refused)
            self._tell("no", why=m["why"], clauses=m["clauses"].split())
