"""Heartbeats: which devices are present, which are away, and which one takes over as host."""

from __future__ import annotations

from typing import Final

from ..messages import Message
from .base import GATHERING, HOST_LOST, NEXT_IN_LINE, SILENT, DeviceBase, PeerConnection

_APART: Final = 10.0  # seconds after which the changed list of another half is asked for
_MOST_BEATS: Final = 100_000
_MOST_OPEN: Final = 60  # unanswered beats of a link that are remembered


class PresencePart(DeviceBase):
    """The part of a device for presence and the change of hosts."""

    def _on_still(self, conn: PeerConnection, m: Message, now: float) -> None:
        conn.here = tuple(m["here"])
        if conn is self._host_link():
            self._host_heard = now
        if self.log is not None and conn.trusted:
            for seat in m["here"]:
                if seat < self.log.seats:
                    self._heard_of[self.log.places[seat].device] = now
        if m["ask"]:
            self._still(conn, m["beat"], now)
        else:
            log, have = self.log, m["have"]
            # A count that is not of this list would stand for no place in it.
            fits = log is not None and have <= log.count
            fits = fits and log is not None and log.digests[have] == m["digest"]
            if fits and set(m["here"]) & set(self.mine):
                sent = conn.beats.pop(m["beat"], None)
                if sent is not None:
                    self._note_heard(conn.device, sent, have)
        log = self.log
        if log is not None and log.drawing and m["digest"] == log.digest:
            conn.opens = log.draw, log.name
            self._reveal_late(now)
        self._compare(conn, m, now)

    def _still(self, conn: PeerConnection, answers: int, now: float) -> None:
        """A sign of life: an answer to the other device's beat of this number, or -1: this device asks."""
        log, ask = self.log, answers < 0
        if ask:
            self._beats = (self._beats + 1) % _MOST_BEATS
            conn.beats[self._beats] = now
            for old in list(conn.beats)[:-_MOST_OPEN]:
                del conn.beats[old]
        self._send(
            conn,
            "still",
            ask=ask,
            beat=self._beats if ask else answers,
            here=self.here(now) if log else [],
            have=self.count,
            digest=log.digest if log else "",
            epoch=log.epoch if log else 0,
        )

    def _compare(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Ask for the other device's list if its digest differs for ``SILENT`` seconds. A shorter difference
        comes from messages in transit. Another half of the table plays on: its list is asked for less
        often."""
        log, wait = self.log, _APART if conn.apart else SILENT
        if log is None or m["digest"] in ("", log.digest):
            conn.odd = -1.0
        elif conn.odd < 0:
            conn.odd = now
        elif now - conn.odd >= wait and conn.trusted:
            conn.odd = -1.0
            self._again(conn, now)

    def _on_host(self, conn: PeerConnection, m: Message, now: float) -> None:
        """A device wants to take over as host: send it the entries that it lacks."""
        log = self.log
        if log is None or m["seat"] not in self._seats_at(conn) or m["epoch"] <= log.epoch:
            return
        if self.hosting:
            self._hello(conn, now)
            return
        if m["have"] <= log.count and log.digests[m["have"]] == m["digest"]:
            self._lines(conn, m["have"])

    def _step_down(self, now: float) -> None:
        self.hosting = False
        self.votes.clear()
        self._host_heard = now

    def _host_now(self, now: float) -> None:
        """This device has become host: it handles its own answers that waited for a host. An open draw goes
        on with the values that have come already, also that of the lost host."""
        self.votes.clear()
        if self._drawing is not None:
            self._drawing.asked = -1e9
            self._drawing.all_ready = False  # the lost host said so: this device asks itself
        waiting, self.pending = self.pending, []
        for answer in waiting:
            reason, clauses = self._say_for({**answer.entry(), "seat": answer.seat}, now)
            if reason:
                self._tell("no", why=reason, clauses=clauses.split())

    def _watch_host(self, now: float) -> None:
        """Take over as host if the host has been silent for long enough for this device's place in line."""
        log = self.log
        assert log is not None
        if self.hosting:
            return
        if self._gathering >= 0:
            seat = min(log.seats_of(self.id), default=-1)
            if seat < 0:
                self._gathering = -1.0
            elif now - self._gathering >= GATHERING:
                self._gathering = -1.0
                self.hosting = True
                self._append({"e": "host", "epoch": log.epoch + 1, "seat": seat}, now)
                self._host_now(now)
            return
        host = self._host_link()
        if host is not None and now - host.heard < HOST_LOST:
            return
        was_host = log.places[log.host].device == self.id
        mine = [s for s in log.seats_of(self.id) if log.begun or was_host]
        others = [
            conn for conn in self.links.values() if conn.trusted and now - conn.heard < SILENT
        ]
        heard = any(
            log.host in conn.here for conn in others if not conn.apart and self._has_place(conn)
        )
        if not mine or (heard and not was_host):
            return
        line = sorted(self.here(now))
        wait = HOST_LOST + NEXT_IN_LINE * line.index(min(mine))
        if now - self._host_heard >= wait:
            self._gathering = now
            epoch, have = log.epoch + 1, log.count
            seat, digest = min(mine), log.digest
            self._send_all("host", epoch=epoch, seat=seat, have=have, digest=digest)
