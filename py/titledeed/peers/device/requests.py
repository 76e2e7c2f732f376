"""The requests of a device to enter something for its own seats: a chain, its rest, its return. The host
enters it as soon as no draw is open; until it is in the list, the device asks again."""

from __future__ import annotations

from typing import Final

from ...engine.words import Malformed, Over, Refused
from ..ledger import ListEntry, Wrong
from ..messages import Message
from .base import (
    ASKED_AGAIN,
    LOW,
    Base,
    Link,
)

_ASKED: Final = 4  # times that a host is asked over one link until it must have heard,
_HEARD: Final = 10.0  # and seconds since the first one
_ENTERED: Final = (
    4  # answers that it has entered since: before each one it could have entered a request
)


class Requests(Base):
    """The part of a device for what it asks for itself."""

    def rest(self, on: bool, now: float) -> None:
        """Let draws go on without this device, or not: its people put the phone away, or are back."""
        self.resting = on
        if self.ledger is not None and not self.stopped:
            self._asked_for = {key: at for key, at in self._asked_for.items() if "rest" not in key}
            self._proceed(now)

    def _requests(self) -> list[ListEntry]:
        """The entries that this device's seats wait for."""
        ledger, requests = self.ledger, []
        assert ledger is not None
        for seat, own in self.mine.items():
            place, asked = ledger.places[seat], {"seat": seat, "n": ledger.count, "sig": ""}
            if place.device != self.id:
                continue
            if place.bot:
                if self._may_return(seat):
                    why = self._whys.get(seat, "away")
                    fields = {"device": self.id, "key": place.key, "pub": self.pub, "why": why}
                    anchor = ""
                    if not self.stays_out(seat) and (
                        seat in ledger.taken or self._needs_chain(seat)
                    ):
                        anchor = self._offer(seat)
                    requests.append({"e": "join", **asked, **fields, "anchor": anchor, "yes": {}})
                continue
            if self._needs_chain(seat):
                anchor = self._offer(seat)
                requests.append({"e": "chain", **asked, "anchor": anchor, "pub": self.pub})
            else:
                own.offered = ""
            if (seat in ledger.resting) != self.resting:
                requests.append({"e": "rest", **asked, "on": self.resting})
            if isinstance(ledger.state.ask, Over) and place.pub and seat not in ledger.ended:
                requests.append({"e": "end", **asked})
        return requests

    def _may_return(self, seat: int) -> bool:
        """Whether this device may ask for its seat, in which a bot sits, or has still to say why it was
        silent though it stays out."""
        ledger = self.ledger
        assert ledger is not None
        if not ledger.begun:
            return False
        if self.stays_out(seat):
            return not ledger.taken[seat]
        return ledger.state.playing[seat]

    def _needs_chain(self, seat: int) -> bool:
        """Whether a seat of this device has no chain for the draws to come: none yet, one that is nearly used
        up, or one whose next value was told for another draw."""
        ledger, own = self.ledger, self.mine[seat]
        assert ledger is not None
        chain = ledger.chains.get(seat)
        held = own.chains.get(chain.anchor) if chain is not None else None
        if chain is None or held is None:
            return True
        index = ledger.draw - chain.start
        told = own.may_tell(chain.anchor, index, ledger.draw, ledger.name)
        return held.links - index <= LOW or not told

    def _offer(self, seat: int) -> str:
        own = self.mine[seat]
        if not own.offered:
            self.must_store = True
            own.commit(self.chain_links)
        return own.offered

    def _repeat_requests(self, now: float) -> None:
        """Ask the host for what is still missing; as the host, enter it."""
        requests = {_key(entry): entry for entry in self._requests()}
        link = self._host_link()
        over = link.id if link is not None else -1
        self._requested = {
            key: at
            for key, at in self._requested.items()
            if key in requests and over == self._requested_over
        }
        self._requested_over = over
        self._asked_for = {key: at for key, at in self._asked_for.items() if key in requests}
        for key, entry in requests.items():
            if entry["e"] == "rest" and entry["n"] not in self._rests:
                self._rests.add(entry["n"])
                self.must_store = True
            if self.hosting:
                self._waiting[entry["e"], entry["seat"]] = entry
            elif link is not None and now - self._asked_for.get(key, -1e9) >= ASKED_AGAIN:
                self._asked_for[key] = now
                self._requested[key] = [*self._requested.get(key, ()), now][:_ASKED]
                kind = "commit" if entry["e"] == "chain" else str(entry["e"])
                entry["sig"] = self._sign(entry, entry["seat"])
                plain = {f: v for f, v in entry.items() if f not in ("e", "device", "yes")}
                self._send(link, kind, **plain)
        if link is not None:
            self._notice_kept_back(list(requests.values()))

    def _notice_kept_back(self, requests: list[ListEntry]) -> None:
        """Stop if the host keeps back what this device has asked for, though it must have heard it: it has
        answered a message that was sent after many requests, and has entered answers since, before each of
        which no draw was open."""
        ledger = self.ledger
        assert ledger is not None
        sent, have = self._host_answered
        heard: dict[str, int] = {}
        for entry in requests:
            key = _key(entry)
            times = self._requested.get(key, [])
            asks = entry["e"] == "join" and entry["why"] == "new"
            leaves = entry["e"] == "rest" and entry["on"]
            unsure = len(times) < _ASKED or sent < max(times[-1], times[0] + _HEARD)
            if unsure or asks or leaves or self.stopped:
                continue
            heard[key] = self._heard_with.get(key, have)
            later = ledger.entries[heard[key] :]
            if sum(e["e"] == "line" for e in later) >= _ENTERED:
                self._stop(
                    "The host does not enter what this device has asked for.", ledger.host, ""
                )
        self._heard_with = heard

    # ------------------------------------------------------------ the host

    def _on_commit(self, link: Link, m: Message, now: float) -> None:
        self._requested_by(link, {"e": "chain", **m})

    def _on_rest(self, link: Link, m: Message, now: float) -> None:
        self._requested_by(link, {"e": "rest", **m})

    def _on_end(self, link: Link, m: Message, now: float) -> None:
        self._requested_by(link, {"e": "end", **m})

    def _requested_by(self, link: Link, m: Message) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            entry = {name: value for name, value in m.items() if name != "m"}
            self._waiting[entry["e"], entry["seat"]] = entry

    def _on_join(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if not self.hosting or ledger is None or m["seat"] >= ledger.seats or not link.joined:
            return
        place, mine = ledger.places[m["seat"]], [p.device for p in ledger.places]
        returns = place.device == link.device and link.trusted
        if not place.bot or not (returns or (link.device not in mine and m["why"] == "new")):
            return
        if not returns and ("join" in self.votes or not link.asks.takes(now)):
            return
        fields = {name: value for name, value in m.items() if name != "m"}
        open_links = {device: way for device, way in self._came_by.items() if way in self.links}
        self._came_by = {**open_links, link.device: link.id}
        self._waiting["join", m["seat"]] = {**fields, "e": "join", "device": link.device, "yes": {}}

    def _enter_requests(self, now: float) -> None:
        """As the host, enter what devices have asked for themselves, while no draw is open."""
        ledger = self.ledger
        assert ledger is not None
        if ledger.drawing:
            return
        waiting, self._waiting = self._waiting, {}
        for entry in waiting.values():
            own = entry["seat"] in self.mine and ledger.places[entry["seat"]].device == self.id
            if own:
                entry["sig"] = self._sign(entry, entry["seat"])
            try:
                if entry["e"] == "join":
                    self._host_join(entry, now)
                else:
                    self._append(entry, now, own)
            except (Wrong, Refused, Malformed):
                continue  # the list has gone on; the device asks again


def _key(entry: ListEntry) -> str:
    # A device signs the list as it stands: when it has grown, it signs anew at once.
    detail = entry["n"] if entry["e"] == "end" else entry.get("on", "")
    return f"{entry['e']} {entry['seat']} {detail}"
