"""Heartbeats: which devices are present, which are away, and which one takes over as host."""

from __future__ import annotations

from typing import Final

from ..messages import Message
from .base import (
    GATHERING,
    HOST_LOST,
    NEXT_IN_LINE,
    SILENT,
    Base,
    Link,
)

_APART: Final = 10.0  # seconds after which the changed list of another half is asked for
_MOST_BEATS: Final = 100_000
_MOST_OPEN: Final = 60  # unanswered beats of a link that are remembered


class Presence(Base):
    """The part of a device for presence and the change of hosts."""

    def _on_still(self, link: Link, m: Message, now: float) -> None:
        link.here = tuple(m["here"])
        if link is self._host_link():
            self._host_heard = now
        if self.ledger is not None and link.trusted:
            for seat in m["here"]:
                if seat < self.ledger.seats:
                    self._heard_of[self.ledger.places[seat].device] = now
        if m["ask"]:
            self._still(link, m["beat"], now)
        else:
            sent = link.beats.pop(m["beat"], None)
            known = self._answered.get(link.device, (-1e9, 0))
            if sent is not None and sent > known[0] and set(m["here"]) & set(self.mine):
                self._answered[link.device] = (sent, m["have"])
        self._compare(link, m, now)

    def _still(self, link: Link, answers: int, now: float) -> None:
        """A sign of life: an answer to the other device's beat of this number, or -1: this device asks."""
        ledger, ask = self.ledger, answers < 0
        if ask:
            self._beats = (self._beats + 1) % _MOST_BEATS
            link.beats[self._beats] = now
            for old in list(link.beats)[:-_MOST_OPEN]:
                del link.beats[old]
        self._send(
            link,
            "still",
            ask=ask,
            beat=self._beats if ask else answers,
            here=self.here(now) if ledger else [],
            have=self.count,
            digest=ledger.digest if ledger else "",
            epoch=ledger.epoch if ledger else 0,
        )

    def _compare(self, link: Link, m: Message, now: float) -> None:
        """Ask for the other device's list if its digest differs for ``SILENT`` seconds. A shorter difference
        comes from messages in transit. Another half of the table plays on: its list is asked for less
        often."""
        ledger, wait = self.ledger, _APART if link.apart else SILENT
        if ledger is None or m["digest"] in ("", ledger.digest):
            link.odd = -1.0
        elif link.odd < 0:
            link.odd = now
        elif now - link.odd >= wait and link.trusted:
            link.odd = -1.0
            self._again(link, now)

    def _on_host(self, link: Link, m: Message, now: float) -> None:
        """A device wants to take over as host: send it the entries that it lacks."""
        ledger = self.ledger
        if ledger is None or m["seat"] not in self._seats_at(link) or m["epoch"] <= ledger.epoch:
            return
        if self.hosting:
            self._hello(link, now)
            return
        if m["have"] <= ledger.count and ledger.digests[m["have"]] == m["digest"]:
            self._lines(link, m["have"])

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
        waiting, self.pending = self.pending, []
        for answer in waiting:
            why, clauses = self._say_for({**answer.entry(), "seat": answer.seat}, now)
            if why:
                self._tell("no", why=why, clauses=clauses.split())

    def _watch_host(self, now: float) -> None:
        """Take over as host if the host has been silent for long enough for this device's place in line."""
        ledger = self.ledger
        assert ledger is not None
        if self.hosting:
            return
        if self._gathering >= 0:
            seat = min(ledger.seats_of(self.id), default=-1)
            if seat < 0:
                self._gathering = -1.0
            elif now - self._gathering >= GATHERING:
                self._gathering = -1.0
                self.hosting = True
                self._append({"e": "host", "epoch": ledger.epoch + 1, "seat": seat}, now)
                self._host_now(now)
            return
        host = self._host_link()
        if host is not None and now - host.heard < HOST_LOST:
            return
        was_host = ledger.places[ledger.host].device == self.id
        mine = [s for s in ledger.seats_of(self.id) if ledger.begun or was_host]
        others = [k for k in self.links.values() if k.trusted and now - k.heard < SILENT]
        heard = any(ledger.host in k.here for k in others if not k.apart and self._has_place(k))
        if not mine or (heard and not was_host):
            return
        line = sorted(self.here(now))
        wait = HOST_LOST + NEXT_IN_LINE * line.index(min(mine))
        if now - self._host_heard >= wait:
            self._gathering = now
            epoch, have = ledger.epoch + 1, ledger.count
            seat, digest = min(mine), ledger.digest
            self._send_all("host", epoch=epoch, seat=seat, have=have, digest=digest)
