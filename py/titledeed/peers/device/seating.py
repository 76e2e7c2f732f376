"""Admits devices to the table, and decides which device has which seat."""

from __future__ import annotations

from .. import messages
from ..ledger import ListEntry, Wrong
from ..messages import Message
from .base import (
    MOST_WATCHING,
    Base,
    Link,
)


class Seating(Base):
    """The part of a device for links, admission and seats."""

    def connect(
        self,
        link: int,
        now: float,
        introduced: str = "",
        chosen: bool = False,
        watch: bool = False,
    ) -> None:
        """A connection to another device is open. ``introduced``: the id of that device if the driver knows
        it from the table's host. ``chosen``: the people here have asked for the connection, so its device
        is trusted. ``watch``: they have invited it to watch, so it gets no seat."""
        if len(self.links) >= messages.MOST_LINKS:
            self.out.append((link, None))
            return
        self.links[link] = Link(link, introduced, now, chosen=chosen, watch=watch)
        self._hello(self.links[link], now)

    def lost(self, link: int, now: float) -> None:
        """A connection is closed."""
        gone = self.links.pop(link, None)
        if gone is not None and gone.device:
            self._gone_since.setdefault(gone.device, gone.heard)

    def _on_hello(self, link: Link, m: Message, now: float) -> None:
        if m["protocol"] != messages.PROTOCOL:
            self._drop(
                link, "Another version of the program runs there. Reload this page on both devices."
            )
            return
        if link.device not in ("", m["device"]) or link.introduced not in ("", m["device"]):
            self._drop(link, "This is another device than it was.")
            return
        if m["device"] == self.id:
            self._drop(link, "This is the same device.")
            return
        link.device, link.name = m["device"], m["name"]
        link.trusted = link.trusted or link.chosen or bool(link.introduced)
        ledger = self.ledger
        if ledger is None:
            link.trusted = True  # it is the device that has invited this one
            return
        if m["game"] not in ("", ledger.id):
            self._drop(link, "This is another table.")
            return
        if m["engine"] != self.engine:
            self._welcome(link, -1, 0)
            self._drop(
                link, "Another version of the program plays here; the record is for reading."
            )
            return
        link.trusted = link.trusted or self._proves(m)
        shown = link.shown or bool(link.introduced)
        if self.mine and not shown and self._at_table and self._seats_at(link):
            self._hello(link, now)  # with a key, now that the other one has shown who it is
        known = bool(m["game"]) and m["have"] <= ledger.count
        known = known and ledger.digests[m["have"]] == m["digest"]
        if self.hosting and m["epoch"] > ledger.epoch and self._has_place(link):
            self._hear_of_host(link, m["epoch"], now)
        if not self.hosting:
            link.joined = link.trusted
            link.apart = link.apart and not known
            if known and m["have"] < ledger.count and m["epoch"] <= ledger.epoch:
                self._welcome(link, -1, m["have"])
            elif m["game"] and not known and link.trusted and m["epoch"] <= ledger.epoch:
                self._welcome(link, -1, 0)
            elif not m["game"] and not link.introduced:
                # The people here have let it in. From the list it learns the host, who gives it a seat.
                if ledger.seats_of(link.device):
                    self._drop(link, "This is another device than it was.")
                    return
                link.trusted = True
                self._welcome(link, -1, 0)
            return
        self._seat_of(link, m, now)
        if not self._is_itself(link):
            if link.id in self.links:
                self._drop(link, "This is another device than it was.")
            return
        start = m["have"] if known else 0
        if link.id in self.links:
            link.joined = True
            link.apart = link.apart and not known
            seats = self._seats_at(link)
            self._welcome(link, seats[0] if seats else -1, start)
            if self._drawing is not None:
                self._ask_draw(link, now)
            for vote in self.votes.values():
                self._spread(vote)

    def _hear_of_host(self, link: Link, epoch: int, now: float) -> None:
        """As the host, hear of a later one: step down until its list comes. A device whose word no list has
        followed is only asked for it."""
        assert self.ledger is not None
        if epoch > self.ledger.last_epoch or link.device in self._claims:
            self._again(link, now)
            return
        self._claims.add(link.device)
        self._step_down(now)
        for other in self.links.values():
            self._again(other, now)

    def _proves(self, m: Message) -> bool:
        """Whether a returning device shows a valid key of its seat."""
        ledger, seat = self.ledger, m["seat"]
        assert ledger is not None
        if not m["game"] or not m["token"] or not 0 <= seat < ledger.seats:
            return False
        return ledger.places[seat].device == m["device"] and ledger.opens(seat, m["token"])

    def _seat_of(self, link: Link, m: Message, now: float) -> None:
        """Give a device a seat, as the host: the one that it returns to, or a free one."""
        ledger = self.ledger
        assert ledger is not None
        seat, token = m["seat"], m["token"]
        if m["want"] == "watch" or link.watch:
            if sum(not self._seats_at(k) for k in self.links.values() if k.joined) >= MOST_WATCHING:
                self._drop(link, "Enough devices watch already.")
            return
        own = [n for n, place in enumerate(ledger.places) if place.device == link.device]
        if seat < 0 or not m["game"]:  # perhaps it lost its link before it knew of its seat
            seat = own[0] if own else -1
        if 0 <= seat < ledger.seats and (m["game"] or not link.introduced or seat in own):
            place = ledger.places[seat]
            owns = link.trusted and place.device == link.device
            if owns and (link.keyed or token in ("", place.key)):
                self._name(seat, m["name"], now)
                return
            if not token and not (link.trusted and place.device == link.device):
                return
            key = token or place.key
            try:
                if token and not ledger.opens(seat, token):
                    raise Wrong("The key does not fit this seat.", seat)
                bot = place.bot if ledger.begun else ""
                self._append({**self._sits(seat, link.device, key, ""), "bot": bot}, now)
                link.trusted = link.keyed = True
            except Wrong as error:
                self._drop(link, str(error))
            return
        if not token:
            return
        free = self._free_seat() if not ledger.begun else None
        if free is None:
            self._tell("full", name=m["name"])
            return
        wanted = m["name"] if not ledger.begun else ""
        for name in (wanted, ""):
            try:
                self._append(self._sits(free[0], link.device, token, name), now)
            except Wrong:
                continue
            link.trusted = True
            return

    def _name(self, seat: int, name: str, now: float) -> bool:
        """Give a seat a name, as the host, before the game begins; False if it cannot have it."""
        ledger = self.ledger
        assert ledger is not None
        if ledger.begun or name in ("", ledger.game.record.seats[seat].name):
            return not ledger.begun
        place = ledger.places[seat]
        try:
            self._append(self._sits(seat, place.device, place.key, name), now)
        except Wrong:
            return False
        return True

    def rename(self, name: str, now: float) -> bool:
        """Give the seat of this device another name, before the game begins. False if the host refuses it at
        once; a guest learns from the list whether it has the name."""
        self.name = name
        if self.hosting:
            return all(self._name(seat, name, now) for seat in sorted(self.mine)[:1])
        return self._ask_host(now)

    def sit_down(self, now: float) -> bool:
        """Ask the host for a seat, for a device that has watched; before the game begins."""
        self.want = "seat"
        return self._ask_host(now)

    def _ask_host(self, now: float) -> bool:
        link = self._host_link()
        if link is not None:
            self._hello(link, now)
        return link is not None

    def _free_seat(self) -> list[int] | None:
        assert self.ledger is not None
        places = list(enumerate(self.ledger.places))
        free = [n for n, place in places if not place.device and not place.bot]
        if not free:  # a guest takes the place of a bot
            free = [n for n, place in places if not place.device]
        return free[:1] or None

    @staticmethod
    def _sits(seat: int, device: str, key: str, name: str) -> ListEntry:
        return {"e": "seat", "seat": seat, "device": device, "key": key, "name": name, "bot": ""}

    def _on_bye(self, link: Link, m: Message, now: float) -> None:
        self._tell("bye", seats=self._seats_at(link), why=m["why"])
        self.out.append((link.id, None))
        self.lost(link.id, now)

    def leave(self, now: float, why: str = "") -> None:
        """Say goodbye to all devices and close the links. Draws go on without this device."""
        if self._goes_on:
            self.rest(True, now)
        for link in list(self.links.values()):
            self._send(link, "bye", why=why)
            self.out.append((link.id, None))
            self.lost(link.id, now)

    def _on_signal(self, link: Link, m: Message, now: float) -> None:
        """Pass on a connection code between two devices unread, if this device is linked to both."""
        if not link.offers.takes(now):
            self._drop(link, "Too many offers in a minute.")
            return
        if m["to"] == self.id:
            self._tell("signal", by=m["by"], through=link.id, code=m["code"])
            return
        if m["by"] != link.device or not self._is_itself(link):
            return
        onward = next(
            (k for k in self.links.values() if k.device == m["to"] and self._is_itself(k)), None
        )
        if onward is not None and (link.joined or onward.joined):
            self._send(onward, "signal", to=m["to"], by=m["by"], code=m["code"])

    def signal(self, through: int, to: str, code: str) -> None:
        """Send a connection code for this device to another one, through the device at a link."""
        link = self.links.get(through)
        if link is not None:
            self._send(link, "signal", to=to, by=self.id, code=code)
