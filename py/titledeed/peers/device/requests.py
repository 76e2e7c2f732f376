"""The requests of a device to enter something for its own seats: a chain, its rest, its return. The host
enters it as soon as no draw is open; until it is in the list, the device asks again."""

from __future__ import annotations

from typing import Final

from ...engine.asks import (
    Over,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ..messages import Message
from ..replicated_log import ListEntry, LogError
from .base import ASKED_AGAIN, LOW, DeviceBase, PeerConnection

_ASKED: Final = 4  # times that a host is asked over one link until it must have heard,
_HEARD: Final = 10.0  # and seconds since the first one
_ENTERED: Final = (
    4  # answers that it has entered since: before each one it could have entered a request
)


class Requests(DeviceBase):
    """The part of a device for what it asks for itself."""

    def rest(self, on: bool, now: float) -> None:
        """Let draws go on without this device, or not: its people put the phone away, or are back."""
        self.resting = on
        if self.log is not None and not self.stopped:
            self._asked_for = {key: at for key, at in self._asked_for.items() if "rest" not in key}
            self._proceed(now)

    def take_back(self, seat: int, now: float) -> None:
        """Take the own seat back that this device stays out of: its people trust the others."""
        if self.stays_out(seat):
            self._forgiven.add(self._given_up_against(seat))
            self.must_store = True
            self._asked_for.clear()
            if not self.stopped:
                self._proceed(now)

    def _requests(self) -> list[ListEntry]:
        """The entries that this device's seats wait for."""
        log, requests = self.log, []
        assert log is not None
        for seat, own in self.mine.items():
            holder, asked = log.places[seat], {"seat": seat, "n": log.count, "sig": ""}
            if holder.device != self.id:
                continue
            if holder.bot:
                if self._may_return(seat):
                    reason = self._whys.get(seat, "away")
                    fields = {"device": self.id, "key": holder.key, "pub": self.pub, "why": reason}
                    anchor = ""
                    if not self.stays_out(seat) and (seat in log.taken or self._needs_chain(seat)):
                        anchor = self._offer(seat)
                    requests.append({"e": "join", **asked, **fields, "anchor": anchor, "yes": {}})
                continue
            if self._needs_chain(seat):
                anchor = self._offer(seat)
                requests.append({"e": "chain", **asked, "anchor": anchor, "pub": self.pub})
            else:
                own.offered = ""
            if (seat in log.resting) != self.resting:
                requests.append({"e": "rest", **asked, "on": self.resting})
            if isinstance(log.state.ask, Over) and holder.pub and seat not in log.ended:
                requests.append({"e": "end", **asked})
        return requests

    def _may_return(self, seat: int) -> bool:
        """Whether this device may ask for its seat, in which a bot sits, or has still to say why it was
        silent though it stays out."""
        log = self.log
        assert log is not None
        if not log.begun:
            return False
        if self.stays_out(seat):
            return not log.taken[seat]
        return log.state.playing[seat]

    def _needs_chain(self, seat: int) -> bool:
        """Whether a seat of this device has no chain for the draws to come: none yet, one that is nearly used
        up, or one whose next value was told for another draw."""
        log, own = self.log, self.mine[seat]
        assert log is not None
        chain = log.chains.get(seat)
        held = own.chains.get(chain.anchor) if chain is not None else None
        if chain is None or held is None:
            return True
        index = log.draw - chain.start
        told = own.may_tell(chain.anchor, index, log.draw, log.name)
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
        conn = self._host_link()
        over = conn.id if conn is not None else -1
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
            elif conn is not None and now - self._asked_for.get(key, -1e9) >= ASKED_AGAIN:
                self._asked_for[key] = now
                self._requested[key] = [*self._requested.get(key, ()), now][:_ASKED]
                kind = "commit" if entry["e"] == "chain" else str(entry["e"])
                entry["sig"] = self._sign(entry, entry["seat"])
                plain = {f: v for f, v in entry.items() if f not in ("e", "device", "yes")}
                self._send(conn, kind, **plain)
        if conn is not None:
            self._notice_kept_back(list(requests.values()), now)

    def _notice_kept_back(self, requests: list[ListEntry], now: float) -> None:
        """Stop if the host keeps back what this device has asked for, though it must have heard it: it has
        heard something that was sent after many requests, and has entered answers since, before each of
        which no draw was open."""
        log = self.log
        assert log is not None
        sent, have = self._heard_by_host(now)
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
            later = log.entries[heard[key] :]
            if sum(e["e"] == "line" for e in later) >= _ENTERED:
                self._stop("The host does not enter what this device has asked for.", log.host, "")
        self._heard_with = heard

    # ------------------------------------------------------------ the host

    def _on_commit(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "chain", **m})

    def _on_rest(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "rest", **m})

    def _on_end(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "end", **m})

    def _requested_by(self, conn: PeerConnection, m: Message) -> None:
        if self.hosting and m["seat"] in self._seats_at(conn):
            entry = {name: value for name, value in m.items() if name != "m"}
            self._waiting[entry["e"], entry["seat"]] = entry

    def _on_join(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.log
        if not self.hosting or log is None or m["seat"] >= log.seats or not conn.joined:
            return
        place, mine = log.places[m["seat"]], [holder.device for holder in log.places]
        returns = place.device == conn.device and conn.trusted
        if not place.bot or not (returns or (conn.device not in mine and m["why"] == "new")):
            return
        if not returns and ("join" in self.votes or not conn.asks.takes(now)):
            return
        fields = {name: value for name, value in m.items() if name != "m"}
        open_links = {
            device: conn_id for device, conn_id in self._came_by.items() if conn_id in self.links
        }
        self._came_by = {**open_links, conn.device: conn.id}
        self._waiting["join", m["seat"]] = {**fields, "e": "join", "device": conn.device, "yes": {}}

    def _enter_requests(self, now: float) -> None:
        """As the host, enter what devices have asked for themselves, while no draw is open."""
        log = self.log
        assert log is not None
        if log.drawing:
            return
        waiting, self._waiting = self._waiting, {}
        for entry in waiting.values():
            own = entry["seat"] in self.mine and log.places[entry["seat"]].device == self.id
            if own:
                entry["sig"] = self._sign(entry, entry["seat"])
            try:
                if entry["e"] == "join":
                    self._host_join(entry, now)
                else:
                    self._append(entry, now, own)
            except (LogError, RefusedAnswer, MalformedAnswer):
                continue  # the list has gone on; the device asks again


def _key(entry: ListEntry) -> str:
    # A device signs the list as it stands: when it has grown, it signs anew at once.
    detail = entry["n"] if entry["e"] == "end" else entry.get("on", "")
    return f"{entry['e']} {entry['seat']} {detail}"
