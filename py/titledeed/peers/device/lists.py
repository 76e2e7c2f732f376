"""Sends and receives whole lists of entries, and resolves two lists of one table that differ (a split)."""

from __future__ import annotations

from ...engine.words import Malformed, Refused, Unloadable
from .. import messages
from ..ledger import Ledger, Wrong, replayed
from ..messages import Message
from .base import (
    BOT_AFTER,
    HOST_LOST,
    MOST_KEPT,
    Base,
    Coming,
    Link,
    opening,
)


class Lists(Base):
    """The part of a device for whole lists and splits."""

    def _welcome(self, link: Link, seat: int, start: int) -> None:
        ledger = self.ledger
        assert ledger is not None
        size = messages.LARGEST_PART
        head = ledger.head()
        parts = [head[i : i + size] for i in range(0, len(head), size)]
        self._send(
            link,
            "welcome",
            game=ledger.id,
            parts=len(parts),
            count=ledger.count,
            digest=ledger.digest,
            epoch=ledger.epoch,
            host=ledger.host,
            seat=seat,
        )
        for n, text in enumerate(parts):
            self._send(link, "part", n=n, text=text)
        self._lines(link, start)

    def _lines(self, link: Link, start: int) -> None:
        """Send the entries from index ``start`` on, in messages of limited size."""
        ledger = self.ledger
        assert ledger is not None
        at = start
        while True:
            size, end = 0, at
            while end < ledger.count and end - at < 400:
                size += len(repr(ledger.entries[end])) + 8
                if size > messages.LARGEST_PART and end > at:
                    break
                end += 1
            digests = {"before": ledger.digests[at], "digest": ledger.digests[end]}
            entries = ledger.entries[at:end]
            self._send(link, "lines", epoch=ledger.epoch, start=at, entries=entries, **digests)
            at = end
            if at >= ledger.count:
                return

    def _on_welcome(self, link: Link, m: Message, now: float) -> None:
        if not link.trusted or (self.ledger is not None and m["game"] != self.ledger.id):
            self._drop(link, "This is another table.")
            return
        link.coming = Coming(m)

    def _on_part(self, link: Link, m: Message, now: float) -> None:
        coming = link.coming
        if coming is None or m["n"] >= coming.welcome["parts"] or m["n"] in coming.parts:
            self._drop(link, "A part of a record that nobody waits for.")
            return
        coming.parts[m["n"]] = m["text"]

    def _on_lines(self, link: Link, m: Message, now: float) -> None:
        coming, ledger = link.coming, self.ledger
        if coming is None:
            # This device is about to become host, and another one has entries that it lacks.
            if ledger is not None and self._has_place(link) and self._gathering >= 0:
                self._take_more(m, link, now)
            return
        at = coming.start + len(coming.entries) if coming.start >= 0 else m["start"]
        total = coming.welcome["count"]
        if m["start"] != at or at + len(m["entries"]) > total:
            self._drop(link, "Entries that do not follow one another.")
            return
        if coming.start < 0:
            coming.start, coming.before = at, m["before"]
        coming.entries += m["entries"]
        coming.size += sum(len(repr(entry)) for entry in m["entries"])
        if coming.size > messages.LARGEST_LIST:
            link.coming = None
            self._drop(link, "A longer list than any game has.")
            return
        if coming.start + len(coming.entries) == total:
            link.coming = None
            self._received(link, coming, now)

    def _take_more(self, m: Message, link: Link, now: float) -> None:
        ledger = self.ledger
        assert ledger is not None
        if not (m["start"] <= ledger.count <= m["start"] + len(m["entries"])):
            return
        theirs = ledger.twin()
        try:
            for entry in m["entries"][ledger.count - m["start"] :]:
                theirs.add(entry)
            if forged := self._forged_in(theirs, ledger.count, now, host=False):
                raise Wrong(forged)
        except (Wrong, Refused, Malformed):
            self._tell("other-list", seats=self._seats_at(link))
            return
        if theirs.count > ledger.count:
            self._take_over(theirs, now)

    def _received(self, link: Link, coming: Coming, now: float) -> None:
        """A whole list has been received: adopt it, or keep it as the other half of a split table."""
        welcome, mine = coming.welcome, self.ledger
        if mine is not None and welcome["count"] > mine.count and self._only_watches(link):
            return
        shorter = mine is not None and welcome["count"] < mine.count and bool(self.mine)
        if mine is not None and shorter and mine.digests[welcome["count"]] == welcome["digest"]:
            return  # a device that has slept answers old questions, one after the other
        if len(coming.parts) < welcome["parts"]:  # some got lost on the way
            self._again(link, now)
            return
        start = coming.start
        if start and (mine is None or start > mine.count or mine.digests[start] != coming.before):
            self._again(link, now)  # it follows a list that this device has left meanwhile
            return
        head = "".join(coming.parts[n] for n in range(welcome["parts"]))
        try:
            held = self._held(welcome)
            if held is not None:
                theirs = held
            elif mine is not None and coming.start == mine.count:
                # Of a list that does not hold nothing may be left in the own one.
                theirs = mine.twin() if coming.entries else mine
                for entry in coming.entries:
                    theirs.add(entry)
            elif mine is not None and not link.lists.takes(now):
                raise Wrong("Too many lists in a minute.")
            elif mine is not None and coming.start:
                theirs = replayed(mine.head(), mine.id, mine.entries[: coming.start])
                for entry in coming.entries:
                    theirs.add(entry)
            else:
                theirs = replayed(head, welcome["game"], coming.entries)
            if theirs.digest != welcome["digest"]:
                raise Wrong("The digest is another one.", theirs.host)
        except (Wrong, Refused, Malformed, Unloadable) as error:
            self._tell("refused-list", why=str(error)[:300], seats=self._seats_at(link))
            self._drop(link, "The list of this table does not hold.")
            return
        if self._is_foreign(link, theirs, coming, now):
            return
        elsewhere = self._ordered_elsewhere(link, welcome, now)
        seat = welcome["seat"]
        if 0 <= seat < theirs.seats and not self.mine and theirs.places[seat].device == self.id:
            self.mine[seat] = self._secret
        if mine is None:
            self._adopt(theirs, now)
            self._tell("joined", seat=seat)
        elif mine.begins_as(theirs):
            longer = theirs.count > mine.count
            if (theirs is not mine or not self.hosting) and not (longer and elsewhere):
                self._adopt(theirs, now)
        elif theirs.begins_as(mine):
            return
        else:
            self._apart(link, theirs, now)
            return
        link.apart = False
        link.joined = True
        if link is self._host_link():
            self._host_heard = now
            self._recalls, self._overruled = True, False
        self._say_again()

    def _ordered_elsewhere(self, link: Link, welcome: Message, now: float) -> bool:
        """Whether the host is there and another device hands on a longer list: then the host is asked for it.
        A host that another one has followed finds out by itself and steps down."""
        host, mine = self._host_link(), self.ledger
        if mine is None or host is None or link is host or now - host.heard >= HOST_LOST:
            return False
        if welcome["count"] <= mine.count:
            return False
        self._again(host, now)
        return True

    def _only_watches(self, link: Link) -> bool:
        """Whether a device without a place speaks to one that has a seat: it cannot order anything there."""
        return bool(self.mine) and not self._has_place(link)

    def _held(self, welcome: Message) -> Ledger | None:
        """The list that is announced, if this device has it already."""
        own = [self.ledger, *self.kept] if self.ledger is not None else []
        announced = (welcome["count"], welcome["digest"])
        return next((k for k in own if k is not None and (k.count, k.digest) == announced), None)

    def _is_foreign(self, link: Link, theirs: Ledger, coming: Coming, now: float) -> bool:
        """Whether a list holds what its sender cannot have: then the sender is refused. The host stops the
        table by that, anybody else is shut out."""
        mine, welcome = self.ledger, coming.welcome
        if mine is None:
            return False
        start, host = mine.common(theirs), link is self._host_link()
        forged = self._forged_in(theirs, start, now, host)
        more = welcome["count"] > mine.count and welcome["epoch"] <= mine.epoch
        if self.hosting and more and coming.start == mine.count:
            forged = "Only the host adds to the list."
        if not forged:
            return False
        if host:
            self._stop(forged, mine.host, welcome["digest"])
        else:
            self._tell("refused-list", why=forged, seats=self._seats_at(link))
            self._drop(link, "The list of this table does not hold.")
        return True

    def _adopt(self, theirs: Ledger, now: float) -> None:
        self._take_over(theirs, now)
        self._claims.clear()
        self.hosting = False
        self._gathering = -1.0
        for seat in list(self.mine):
            if theirs.places[seat].device != self.id:
                self._tell("seat-lost", seat=seat)
        self._tell("caught-up", count=theirs.count)

    def _take_over(self, theirs: Ledger, now: float) -> None:
        """Go on with another list, and tell people what is new in it."""
        mine = self.ledger
        self._tell_without(theirs)
        if mine is not None and mine is not theirs:
            # What both lists have, this device has verified, or still has to.
            common, later = (
                mine.common(theirs),
                {signature.message for signature in mine.unverified},
            )
            left = [s for s in theirs.unverified if s.index >= common or s.message in later]
            theirs.unverified = left
        self.ledger = theirs
        if mine is not None:
            known = {*mine.digests, *self._told}
            for n, entry in enumerate(theirs.entries, 1):
                if theirs.digests[n] in known or entry["e"] == "rest":
                    continue
                if entry["e"] == "replace":
                    why = "away" if now - self._woke_at < BOT_AFTER else "cut-off"
                    self._whys |= {s: why for s in entry["seats"] if s in self.mine}
                if entry["e"] != "host":
                    self._told.add(theirs.digests[n])
                    self._tell_entry(entry)
            if theirs.epoch > mine.epoch:
                self._tell("host", seat=theirs.host, mine=False)
        self._added(now)

    def _tell_without(self, theirs: Ledger) -> None:
        """Note the draws in a list that this device does not know yet and that went on without it."""
        known = set(self.ledger.draws) if self.ledger is not None else set()
        came = [drawn for drawn in theirs.draws if drawn not in known]
        self._without += [drawn.draw for drawn in came if drawn.line and self._lacks_own(drawn)]

    def _remakes(self, theirs: Ledger) -> list[int]:
        """The draws of another list that are others than those of these numbers for which this device told
        its values, or that this device's list has given up: whoever had such a value could choose."""
        ledger = self.ledger
        assert ledger is not None
        known, given_up = (
            set(ledger.draws),
            {drawn.draw for drawn in ledger.draws if not drawn.line},
        )
        mine = [d for d in theirs.draws if set(d.seats) & set(self.mine) and d not in known]
        told = {d.draw for d in mine if opening(d.draw, d.name) in self._openings} - given_up
        return [d.draw for d in mine if d.draw not in told]

    def _apart(self, link: Link, theirs: Ledger, now: float) -> None:
        """Two halves of a split table have met. The half that has played more keeps its list. The other
        half follows: at once if it has played nothing since the split, else when its people call
        :meth:`follow`."""
        mine = self.ledger
        assert mine is not None
        link.apart = True
        common = mine.common(theirs)
        if all(own.digest != theirs.digest for own in self.kept):
            self.kept = [*self.kept, theirs][-MOST_KEPT:]
            self._welcome(link, -1, 0)  # so that the other device has both lists too
        if self._only_watches(link):
            return
        played = (mine.played_since(common), mine.epoch, mine.digest)
        other = (theirs.played_since(common), theirs.epoch, theirs.digest)
        if played > other:
            if mine.host in self.mine and mine.places[mine.host].device == self.id:
                self._lead(theirs.epoch, now)
            return
        remade = self._remakes(theirs)
        if not played[0] and not remade:
            self.follow(theirs, now)
            return
        facts = {"common": common, "mine": played[0], "theirs": other[0], "remade": remade}
        self._tell("split", **facts, digest=theirs.digest)

    def follow(self, theirs: Ledger, now: float) -> None:
        """Go on with the list of the other half. This device keeps a copy of its own list. Of its chains it
        tells no value that it has told in its own half."""
        assert self.ledger is not None
        if self.ledger.played_since(self.ledger.common(theirs)):
            self.kept = [*self.kept, self.ledger][-MOST_KEPT:]
        self.pending.clear()
        self._adopt(theirs.twin(), now)
        for link in self.links.values():
            link.apart = False
            self._hello(link, now)

    def _lead(self, epoch: int, now: float) -> None:
        assert self.ledger is not None
        newest = min(max(epoch, self.ledger.epoch), self.ledger.last_epoch - 1)
        if not self.hosting or newest > self.ledger.epoch:
            self.hosting = True
            self._append({"e": "host", "epoch": newest + 1, "seat": self.ledger.host}, now)
            self._host_now(now)
