"""Takes over as host when the host has been silent for too long. The devices have an order for it."""

from __future__ import annotations

from ..messages import Message
from .log_append import LogAppend
from .log_sync_and_split_tables import LogSync
from .model import GATHERING, HOST_LOST, NEXT_IN_LINE, SILENT, PeerConnection
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence


class HostTakeover:
    """The part of a device for a change of host."""

    def __init__(
        self, core: DeviceCore, absence: Absence, log_append: LogAppend, log_sync: LogSync
    ) -> None:
        self.core = core
        self.absence = absence
        self.log_append = log_append
        self.log_sync = log_sync

    def on_host(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Send a device that wants to take over as host the entries that it lacks."""
        log = self.core.log
        if log is None or m["seat"] not in self.core.seats_at(conn) or m["epoch"] <= log.epoch:
            return
        if self.core.hosting:
            self.core.hello(conn, now)
            return
        if m["have"] <= log.count and log.digests[m["have"]] == m["digest"]:
            self.log_sync.send_lines(conn, m["have"])

    def take_over_if_host_is_lost(self, now: float) -> None:
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
        host = self.core.host_conn()
        if host is not None and now - host.heard < HOST_LOST:
            return
        was_host = log.holders[log.host].device == self.core.id
        mine = [s for s in log.seats_of(self.core.id) if log.begun or was_host]
        others = [
            conn for conn in self.core.conns.values() if conn.trusted and now - conn.heard < SILENT
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
