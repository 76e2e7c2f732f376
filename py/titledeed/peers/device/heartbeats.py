"""Heartbeats: each device tells the others which seats it hears from, and the digest of its list."""

from __future__ import annotations

from typing import Final

from ..messages import Message
from .model import SILENT, PeerConnection
from .ready_then_reveal_draws import Draws
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence

_APART: Final = 10.0  # seconds after which a device asks for the changed list of another half
_MOST_BEATS: Final = 100_000
_MOST_OPEN: Final = 60  # unanswered heartbeats per connection that are remembered


class Heartbeats:
    """The part of a device that sends and answers heartbeats."""

    def __init__(
        self,
        core: DeviceCore,
        absence: Absence,
        draws: Draws,
    ) -> None:
        self.core = core
        self.absence = absence
        self.draws = draws
        self._beats = 0

    def on_still(self, conn: PeerConnection, m: Message, now: float) -> None:
        conn.here = tuple(m["here"])
        if conn is self.core.host_conn():
            self.core.host_heard = now
        if self.core.log is not None and conn.trusted:
            for seat in m["here"]:
                if seat < self.core.log.seats:
                    self.core.heard_of[self.core.log.holders[seat].device] = now
        if m["ask"]:
            self.send_heartbeat(conn, m["beat"], now)
        else:
            log, have = self.core.log, m["have"]
            # A count that does not belong to this list would name no place in it.
            fits = log is not None and have <= log.count
            fits = fits and log is not None and log.digests[have] == m["digest"]
            if fits and set(m["here"]) & set(self.core.mine):
                sent = conn.beats.pop(m["beat"], None)
                if sent is not None:
                    self.core.note_heard(conn.device, sent, have)
        log = self.core.log
        if log is not None and log.drawing and m["digest"] == log.digest:
            conn.opens = log.draw, log.draw_name
            self.draws.reveal_late(now)
        self._compare_digests(conn, m, now)

    def send_heartbeat(self, conn: PeerConnection, answers: int, now: float) -> None:
        """Send a heartbeat.

        ``answers``: the number of the other device's heartbeat that it answers; -1 if this device asks."""
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

    def _compare_digests(self, conn: PeerConnection, m: Message, now: float) -> None:
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
