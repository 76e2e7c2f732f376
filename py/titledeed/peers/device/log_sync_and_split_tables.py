"""Sends and receives whole lists of entries.

It also resolves two different lists of one table (a split)."""

from __future__ import annotations

from ...engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from .. import messages
from ..common_prefix_of_logs import common_count, is_prefix, played_since
from ..log_entry_fields_and_checks import LogError
from ..messages import Message
from ..replicated_log_entry_rules import ReplicatedLog, replay_log
from .log_append import LogAppend
from .model import (
    BOT_AFTER,
    HOST_LOST,
    MOST_KEPT,
    IncomingLog,
    PeerConnection,
    opening,
)
from .own_seat_forgery_checks import HostChecks
from .shared_state_and_outbox import DeviceCore


class LogSync:
    """The part of a device for whole logs and splits."""

    def __init__(self, core: DeviceCore, host_checks: HostChecks, log_append: LogAppend) -> None:
        self.core = core
        self.host_checks = host_checks
        self.log_append = log_append
        self._told: set[str] = set()  # digests of entries that people know about

    def welcome(self, conn: PeerConnection, seat: int, start: int) -> None:
        log = self.core.log
        assert log is not None
        size = messages.LARGEST_PART
        head = log.sent_head()
        parts = [head[i : i + size] for i in range(0, len(head), size)]
        self.core.send(
            conn,
            "welcome",
            game=log.id,
            parts=len(parts),
            count=log.count,
            digest=log.digest,
            epoch=log.epoch,
            host=log.host,
            seat=seat,
        )
        for n, text in enumerate(parts):
            self.core.send(conn, "part", n=n, text=text)
        self.send_lines(conn, start)

    def send_lines(self, conn: PeerConnection, start: int) -> None:
        """Send the entries from index ``start`` on, in messages of limited size."""
        log = self.core.log
        assert log is not None
        at = start
        while True:
            size, end = 0, at
            while end < log.count and end - at < 400:
                size += len(repr(log.entries[end])) + 8
                if size > messages.LARGEST_PART and end > at:
                    break
                end += 1
            digests = {"before": log.digests[at], "digest": log.digests[end]}
            entries = log.entries[at:end]
            self.core.send(conn, "lines", epoch=log.epoch, start=at, entries=entries, **digests)
            at = end
            if at >= log.count:
                return

    def on_welcome(self, conn: PeerConnection, m: Message, now: float) -> None:
        if not conn.trusted or (self.core.log is not None and m["game"] != self.core.log.id):
            self.core.drop(conn, "This is another table.")
            return
        conn.coming = IncomingLog(m)

    def on_part(self, conn: PeerConnection, m: Message, now: float) -> None:
        coming = conn.coming
        if coming is None or m["n"] >= coming.welcome["parts"] or m["n"] in coming.parts:
            self.core.drop(conn, "A part of a record that nobody waits for.")
            return
        coming.parts[m["n"]] = m["text"]

    def on_lines(self, conn: PeerConnection, m: Message, now: float) -> None:
        coming, log = conn.coming, self.core.log
        if coming is None:
            # This device is about to become host, and another one has entries that it lacks.
            if log is not None and self.core.has_place(conn) and self.core.gathering >= 0:
                self._take_more(m, conn, now)
            return
        at = coming.start + len(coming.entries) if coming.start >= 0 else m["start"]
        total = coming.welcome["count"]
        if m["start"] != at or at + len(m["entries"]) > total:
            self.core.drop(conn, "Entries that do not follow one another.")
            return
        if coming.start < 0:
            coming.start, coming.before = at, m["before"]
        coming.entries += m["entries"]
        coming.size += sum(len(repr(entry)) for entry in m["entries"])
        if coming.size > messages.LARGEST_LIST:
            conn.coming = None
            self.core.drop(conn, "A longer list than any game has.")
            return
        if coming.start + len(coming.entries) == total:
            conn.coming = None
            self._received(conn, coming, now)

    def _take_more(self, m: Message, conn: PeerConnection, now: float) -> None:
        log = self.core.log
        assert log is not None
        if not (m["start"] <= log.count <= m["start"] + len(m["entries"])):
            return
        theirs = log.fork()
        try:
            for entry in m["entries"][log.count - m["start"] :]:
                theirs.add(entry)
            if forged := self.host_checks.forged_in(theirs, log.count, now, host=False):
                raise LogError(forged)
        except (LogError, RefusedAnswer, MalformedAnswer):
            self.core.tell("other-list", seats=self.core.seats_at(conn))
            return
        if theirs.count > log.count:
            self._take_over(theirs, now)

    def _received(self, conn: PeerConnection, coming: IncomingLog, now: float) -> None:
        """Handle a complete list: adopt it, or keep it as the other half of a split table."""
        welcome, own_log = coming.welcome, self.core.log
        if own_log is not None and welcome["count"] > own_log.count and self._only_watches(conn):
            return
        shorter = own_log is not None and welcome["count"] < own_log.count and bool(self.core.mine)
        if (
            own_log is not None
            and shorter
            and own_log.digests[welcome["count"]] == welcome["digest"]
        ):
            return  # a device that has slept answers old questions one by one
        if len(coming.parts) < welcome["parts"]:  # some parts were lost
            self.core.ask_for_missing(conn, now)
            return
        start = coming.start
        if start and (
            own_log is None or start > own_log.count or own_log.digests[start] != coming.before
        ):
            self.core.ask_for_missing(
                conn, now
            )  # it continues a list that this device has left since
            return
        head = "".join(coming.parts[n] for n in range(welcome["parts"]))
        try:
            known_log = self._known_log(welcome)
            if known_log is not None:
                theirs = known_log
            elif own_log is not None and coming.start == own_log.count:
                # If the list is invalid, none of it may remain in this device's own list.
                theirs = own_log.fork() if coming.entries else own_log
                for entry in coming.entries:
                    theirs.add(entry)
            elif own_log is not None and not conn.lists.takes(now):
                raise LogError("Too many lists were sent within a minute.")
            elif own_log is not None and coming.start:
                theirs = replay_log(
                    own_log.sent_head(), own_log.id, own_log.entries[: coming.start]
                )
                for entry in coming.entries:
                    theirs.add(entry)
            else:
                theirs = replay_log(head, welcome["game"], coming.entries)
                if own_log is not None:
                    theirs.keep_rules_of(own_log)
            if theirs.digest != welcome["digest"]:
                raise LogError("The checksum doesn’t match.", theirs.host)
        except (LogError, RefusedAnswer, MalformedAnswer, LoadError) as error:
            self.core.tell("refused-list", why=str(error)[:300], seats=self.core.seats_at(conn))
            self.core.drop(conn, "The list of this table does not hold.")
            return
        if self._is_foreign(conn, theirs, coming, now):
            return
        elsewhere = self._ordered_elsewhere(conn, welcome, now)
        seat = welcome["seat"]
        if (
            0 <= seat < theirs.seats
            and not self.core.mine
            and theirs.holders[seat].device == self.core.id
        ):
            self.core.mine[seat] = self.core.secret
        if own_log is None:
            self._adopt(theirs, now)
            self.core.tell("joined", seat=seat)
        elif is_prefix(own_log, theirs) and not self._gives_up_open(theirs):
            longer = theirs.count > own_log.count
            if (theirs is not own_log or not self.core.hosting) and not (longer and elsewhere):
                self._adopt(theirs, now)
        elif is_prefix(theirs, own_log):
            return
        else:
            self._apart(conn, theirs, now)
            return
        conn.apart = False
        conn.joined = True
        if conn is self.core.host_conn():
            self.core.host_heard = now
            self.core.acts.overruled = False
        if conn is self.core.host_conn() or self.core.hosting:
            self.core.acts.recalls = True
        self.log_append.say_again()

    def _ordered_elsewhere(self, conn: PeerConnection, welcome: Message, now: float) -> bool:
        """Whether another device passes on a longer list while the host is there.

        Then this device asks the host for it. A host that has been replaced finds out by itself and
        steps down."""
        host, own_log = self.core.host_conn(), self.core.log
        if own_log is None or host is None or conn is host or now - host.heard >= HOST_LOST:
            return False
        if welcome["count"] <= own_log.count:
            return False
        self.core.ask_for_missing(host, now)
        return True

    def _only_watches(self, conn: PeerConnection) -> bool:
        """Whether a device without a place sends to one with a seat; it cannot order anything there."""
        return bool(self.core.mine) and not self.core.has_place(conn)

    def _known_log(self, welcome: Message) -> ReplicatedLog | None:
        """Return the announced list, if this device already has it."""
        own = [self.core.log, *self.core.kept] if self.core.log is not None else []
        announced = (welcome["count"], welcome["digest"])
        return next(
            (log for log in own if log is not None and (log.count, log.digest) == announced), None
        )

    def _is_foreign(
        self, conn: PeerConnection, theirs: ReplicatedLog, coming: IncomingLog, now: float
    ) -> bool:
        """Whether a list has entries that its sender cannot have.

        Then the sender is refused. If it is the host, the table stops; any other device is shut out."""
        own_log, welcome = self.core.log, coming.welcome
        if own_log is None:
            return False
        start, host = common_count(own_log, theirs), conn is self.core.host_conn()
        forged = self.host_checks.forged_in(theirs, start, now, host)
        more = welcome["count"] > own_log.count and welcome["epoch"] <= own_log.epoch
        # After a reload, a host may lack entries that it had just added and sent, but not stored.
        if self.core.hosting and more and coming.start == own_log.count and self.core.acts.recalls:
            forged = "Only the host adds to the list."
        if not forged:
            return False
        if host:
            self.core.stop(forged, own_log.host, welcome["digest"])
        else:
            self.core.tell("refused-list", why=forged, seats=self.core.seats_at(conn))
            self.core.drop(conn, "The list of this table does not hold.")
        return True

    def _adopt(self, theirs: ReplicatedLog, now: float) -> None:
        self._take_over(theirs, now)
        self.core.claims.clear()
        self.core.hosting = False
        self.core.gathering = -1.0
        for seat in list(self.core.mine):
            if theirs.holders[seat].device != self.core.id:
                self.core.tell("seat-lost", seat=seat)
        self.core.tell("caught-up", count=theirs.count)

    def _take_over(self, theirs: ReplicatedLog, now: float) -> None:
        """Go on with another list, and tell people what is new in it."""
        own_log = self.core.log
        self._tell_without(theirs)
        if own_log is not None and own_log is not theirs:
            # The signatures that both lists share are verified here, or still waiting.
            common, later = (
                common_count(own_log, theirs),
                {signature.message for signature in own_log.unverified},
            )
            left = [s for s in theirs.unverified if s.index >= common or s.message in later]
            theirs.unverified = left
        self.core.log = theirs
        if own_log is not None:
            known = {*own_log.digests, *self._told}
            for n, entry in enumerate(theirs.entries, 1):
                if theirs.digests[n] in known or entry["e"] == "rest":
                    continue
                if entry["e"] == "replace":
                    reason = "away" if now - self.core.woke_at < BOT_AFTER else "cut-off"
                    self.core.whys |= {s: reason for s in entry["seats"] if s in self.core.mine}
                if entry["e"] != "host":
                    self._told.add(theirs.digests[n])
                    self.log_append.tell_entry(entry)
            if theirs.epoch > own_log.epoch:
                self.core.tell("host", seat=theirs.host, mine=False)
        self.log_append.added(now)

    def _tell_without(self, theirs: ReplicatedLog) -> None:
        """Note the draws in a list that are new to this device and were made without it."""
        known = set(self.core.log.draws) if self.core.log is not None else set()
        came = [drawn for drawn in theirs.draws if drawn not in known]
        self.log_append.without += [
            drawn.draw for drawn in came if drawn.line and self.core.lacks_own(drawn)
        ]

    def _gives_up_open(self, theirs: ReplicatedLog) -> bool:
        """Whether a longer list gives up the open draw for which this device has told its value.

        A host may have given it up before that, and been away since. Or it may have waited for the
        value. People decide."""
        log = self.core.log
        assert log is not None
        if (
            theirs.draw <= log.draw
            or opening(log.draw, log.draw_name) not in self.core.acts.openings
        ):
            return False
        drawn = theirs.draws[log.draw - 1]
        return not drawn.line and not set(drawn.missing) & set(self.core.mine)

    def _remakes(self, theirs: ReplicatedLog) -> list[int]:
        """Return the draws that another list makes again.

        Some of its draws have a value of this device that it did not tell for them, or that its own
        list has given up. The others are draws for which this device told its values. The other list
        lacks them, has different ones, or has them without this device's seats. Any device that knew
        such a value could choose among the results."""
        log = self.core.log
        assert log is not None
        known, given_up = (
            set(log.draws),
            {drawn.draw for drawn in log.draws if not drawn.line},
        )
        mine = [d for d in theirs.draws if set(d.seats) & set(self.core.mine) and d not in known]
        told = {
            d.draw for d in mine if opening(d.draw, d.name) in self.core.acts.openings
        } - given_up
        again = {d.draw for d in mine if d.draw not in told}
        # Where the other list has given up such a draw against this device, it is out of the draws there.
        theirs_too = {
            opening(d.draw, d.name)
            for d in theirs.draws
            if d.line or set(d.missing) & set(self.core.mine)
        }
        theirs_too.add(opening(theirs.draw, theirs.draw_name))
        same = {drawn.draw for drawn in theirs.draws if drawn in known}
        ours = [opening(d.draw, d.name) for d in log.draws if d.draw not in same]
        ours.append(opening(log.draw, log.draw_name))
        lost = {o for o in ours if o in self.core.acts.openings} - theirs_too
        return sorted(again | {int(o.partition(" ")[0]) for o in lost})

    def _apart(self, conn: PeerConnection, theirs: ReplicatedLog, now: float) -> None:
        """Handle two halves of a split table that have met.

        The half that has played more keeps its list. The other half follows. It does so at once if it
        has played nothing since the split, otherwise when its people call :meth:`follow`."""
        own_log = self.core.log
        assert own_log is not None
        conn.apart = True
        common = common_count(own_log, theirs)
        if all(own.digest != theirs.digest for own in self.core.kept):
            self.core.kept = [*self.core.kept, theirs][-MOST_KEPT:]
            self.welcome(conn, -1, 0)  # so that the other device has both lists too
        if self._only_watches(conn):
            return
        played = (played_since(own_log, common), own_log.epoch, own_log.digest)
        other = (played_since(theirs, common), theirs.epoch, theirs.digest)
        if played > other:
            if (
                own_log.host in self.core.mine
                and own_log.holders[own_log.host].device == self.core.id
            ):
                self._lead(theirs.epoch, now)
            return
        remade = self._remakes(theirs)
        if not played[0] and not remade:
            self.follow(theirs, now)
            return
        facts = {"common": common, "mine": played[0], "theirs": other[0], "remade": remade}
        self.core.tell("split", **facts, digest=theirs.digest)

    def follow(self, theirs: ReplicatedLog, now: float) -> None:
        """Go on with the list of the other half.

        This device keeps a copy of its own list. It tells no value of its chains that it has told in
        its own half."""
        assert self.core.log is not None
        if played_since(self.core.log, common_count(self.core.log, theirs)):
            self.core.kept = [*self.core.kept, self.core.log][-MOST_KEPT:]
        self.core.pending.clear()
        self._adopt(theirs.fork(), now)
        for conn in self.core.conns.values():
            conn.apart = False
            self.core.hello(conn, now)

    def _lead(self, epoch: int, now: float) -> None:
        assert self.core.log is not None
        newest = min(max(epoch, self.core.log.epoch), self.core.log.last_epoch - 1)
        if not self.core.hosting or newest > self.core.log.epoch:
            self.core.hosting = True
            self.log_append.append(
                {"e": "host", "epoch": newest + 1, "seat": self.core.log.host}, now
            )
            self.log_append.become_host(now)
