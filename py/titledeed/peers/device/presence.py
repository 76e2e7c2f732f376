"""Heartbeats: which devices are present, which are away, and which one takes over as host."""

from __future__ import annotations

from typing import Final

from ..messages import Message
from .absence import Absence
from .commit_reveal import Draws
from .core import DeviceCore
from .log_append import LogAppend
from .log_sync import LogSync
from .model import (
    GATHERING,
    HOST_LOST,
    NEXT_IN_LINE,
    SILENT,
    PeerConnection,
)

_APART: Final = 10.0  # seconds after which the changed list of another half is asked for
_MOST_BEATS: Final = 100_000
_MOST_OPEN: Final = 60  # unanswered beats of a link that are remembered


class Presence:
    """The part of a device for presence and the change of hosts."""

    def __init__(
        self,
        core: DeviceCore,
        absence: Absence,
        log_append: LogAppend,
        log_sync: LogSync,
        draws: Draws,
    ) -> None:
        self.core = core
        self.absence = absence
        self.log_append = log_append
        self.log_sync = log_sync
        self.draws = draws
        self._beats = 0

    def on_still(self, conn: PeerConnection, m: Message, now: float) -> None:
        conn.here = tuple(m["here"])
        if conn is self.core.host_link():
            self.core.host_heard = now
        if self.core.log is not None and conn.trusted:
            for seat in m["here"]:
                if seat < self.core.log.seats:
                    self.core.heard_of[self.core.log.places[seat].device] = now
        if m["ask"]:
            self.still(conn, m["beat"], now)
        else:
            log, have = self.core.log, m["have"]
            # A count that is not of this list would stand for no place in it.
            fits = log is not None and have <= log.count
            fits = fits and log is not None and log.digests[have] == m["digest"]
            if fits and set(m["here"]) & set(self.core.mine):
                sent = conn.beats.pop(m["beat"], None)
                if sent is not None:
                    self.core.note_heard(conn.device, sent, have)
        log = self.core.log
        if log is not None and log.drawing and m["digest"] == log.digest:
            conn.opens = log.draw, log.name
            self.draws.reveal_late(now)
        self._compare(conn, m, now)

    def still(self, conn: PeerConnection, answers: int, now: float) -> None:
        """A sign of life: an answer to the other device's beat of this number, or -1: this device asks."""
        log, ask = self.core.log, answers < 0
        if ask:
            self._beats = (self._beats + 1) % _MOST_BEATS
            conn.beats[self._beats] = now
            for old in list(conn.beats)[:-_MOST_OPEN]:
                del conn.beats[old]
        self.core.send(
            conn,
            "still",
            ask=ask,
            beat=self._beats if ask else answers,
            here=self.absence.here(now) if log else [],
            have=self.core.count,
            digest=log.digest if log else "",
            epoch=log.epoch if log else 0,
        )

    def _compare(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Ask for the other device's list if its digest differs for ``SILENT`` seconds. A shorter difference
        comes from messages in transit. Another half of the table plays on: its list is asked for less
        often."""
        log, wait = self.core.log, _APART if conn.apart else SILENT
        if log is None or m["digest"] in ("", log.digest):
            conn.odd = -1.0
        elif conn.odd < 0:
            conn.odd = now
        elif now - conn.odd >= wait and conn.trusted:
            conn.odd = -1.0
            self.core.ask_for_missing(conn, now)

    def on_host(self, conn: PeerConnection, m: Message, now: float) -> None:
        """A device wants to take over as host: send it the entries that it lacks."""
        log = self.core.log
        if log is None or m["seat"] not in self.core.seats_at(conn) or m["epoch"] <= log.epoch:
            return
        if self.core.hosting:
            self.core.hello(conn, now)
            return
        if m["have"] <= log.count and log.digests[m["have"]] == m["digest"]:
            self.log_sync.send_lines(conn, m["have"])

    def watch_host(self, now: float) -> None:
        """Take over as host if the host has been silent for long enough for this device's place in line."""
        log = self.core.log
        assert log is not None
        if self.core.hosting:
            return
        if self.core.gathering >= 0:
            seat = min(log.seats_of(self.core.id), default=-1)
            if seat < 0:
                self.core.gathering = -1.0
            elif now - self.core.gathering >= GATHERING:
                self.core.gathering = -1.0
                self.core.hosting = True
                self.log_append.append({"e": "host", "epoch": log.epoch + 1, "seat": seat}, now)
                self.log_append.become_host(now)
            return
        host = self.core.host_link()
        if host is not None and now - host.heard < HOST_LOST:
            return
        was_host = log.places[log.host].device == self.core.id
        mine = [s for s in log.seats_of(self.core.id) if log.begun or was_host]
        others = [
            conn for conn in self.core.links.values() if conn.trusted and now - conn.heard < SILENT
        ]
        heard = any(
            log.host in conn.here for conn in others if not conn.apart and self.core.has_place(conn)
        )
        if not mine or (heard and not was_host):
            return
        line = sorted(self.absence.here(now))
        wait = HOST_LOST + NEXT_IN_LINE * line.index(min(mine))
        if now - self.core.host_heard >= wait:
            self.core.gathering = now
            epoch, have = log.epoch + 1, log.count
            seat, digest = min(mine), log.digest
            self.core.send_all("host", epoch=epoch, seat=seat, have=have, digest=digest)
