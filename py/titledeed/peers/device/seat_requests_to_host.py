"""The requests of a device to the host, to enter something for its own seats.

These are a chain, its rest, its return, or its signature of the finished game. The host enters a
request as soon as no draw is open. Until it is in the list, the device repeats it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...engine.asks import (
    Over,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ..log_entry_fields_and_checks import ListEntry, LogError
from ..messages import Message
from .log_append import LogAppend
from .model import (
    ASKED_AGAIN,
    LOW,
    PeerConnection,
)
from .shared_state_and_outbox import DeviceCore
from .unanimous_votes import Polls
from .who_is_silent_or_replaceable import Absence

_ASKED: Final = 4  # requests over one connection after which a host must have heard,
_HEARD: Final = 10.0  # and seconds since the first one
_ENTERED: Final = (
    4  # answers that it has entered since, before which it could have entered a request
)


class SeatRequests:
    """The part of a device for its own requests."""

    def __init__(
        self,
        core: DeviceCore,
        absence: Absence,
        log_append: LogAppend,
        polls: Polls,
        proceed: Callable[[float], None],
    ) -> None:
        self.core = core
        self.absence = absence
        self.log_append = log_append
        self.polls = polls
        self.proceed = proceed
        # How many entries the host had once it must have heard a request.
        self._heard_with: dict[str, int] = {}
        self._requested_over = -1  # the connection over which the host was asked
        # Guests' requests, until no draw is open.
        self.waiting: dict[tuple[str, int], ListEntry] = {}

    def rest(self, on: bool, now: float) -> None:
        """Let draws go on without this device, or end that.

        Its people put the phone away, or are back."""
        self.core.resting = on
        if self.core.log is not None and not self.core.stopped:
            self.core.asked_for = {
                key: at for key, at in self.core.asked_for.items() if "rest" not in key
            }
            self.proceed(now)

    def take_back(self, seat: int, now: float) -> None:
        """Take back the own seat that this device stays out of, because its people trust the others."""
        if self.absence.stays_out(seat):
            self.core.acts.forgiven.add(self.absence.given_up_against(seat))
            self.core.must_store = True
            self.core.asked_for.clear()
            if not self.core.stopped:
                self.proceed(now)

    def _due_requests(self) -> list[ListEntry]:
        """Return the entries that this device's seats are waiting for."""
        log, requests = self.core.log, []
        assert log is not None
        for seat, own in self.core.mine.items():
            holder, asked = log.holders[seat], {"seat": seat, "n": log.count, "sig": ""}
            if holder.device != self.core.id:
                continue
            if holder.bot:
                if self._may_return(seat):
                    reason = self.core.whys.get(seat, "away")
                    fields = {
                        "device": self.core.id,
                        "key": holder.key,
                        "pub": self.core.pub,
                        "why": reason,
                    }
                    anchor = ""
                    if not self.absence.stays_out(seat) and (
                        seat in log.taken or self._needs_chain(seat)
                    ):
                        anchor = self._offer(seat)
                    requests.append({"e": "join", **asked, **fields, "anchor": anchor, "yes": {}})
                continue
            if self._needs_chain(seat):
                anchor = self._offer(seat)
                requests.append({"e": "chain", **asked, "anchor": anchor, "pub": self.core.pub})
            else:
                own.offered = ""
            if (seat in log.resting) != self.core.resting:
                requests.append({"e": "rest", **asked, "on": self.core.resting})
            if isinstance(log.state.ask, Over) and holder.pub and seat not in log.ended:
                requests.append({"e": "end", **asked})
        return requests

    def _may_return(self, seat: int) -> bool:
        """Whether this device may ask for its seat, which a bot has taken.

        This is also true if it stays out, but still has to say why it was silent."""
        log = self.core.log
        assert log is not None
        if not log.begun:
            return False
        if self.absence.stays_out(seat):
            return not log.taken[seat]
        return log.state.playing[seat]

    def _needs_chain(self, seat: int) -> bool:
        """Whether a seat of this device needs a new chain for the next draws.

        It has none yet, its chain is nearly used up, or the chain's next value was told for another
        draw."""
        log, own = self.core.log, self.core.mine[seat]
        assert log is not None
        chain = log.chains.get(seat)
        own_chain = own.chains.get(chain.anchor) if chain is not None else None
        if chain is None or own_chain is None:
            return True
        index = log.draw - chain.start
        told = own.may_tell(chain.anchor, index, log.draw, log.draw_name)
        return own_chain.length - index <= LOW or not told

    def _offer(self, seat: int) -> str:
        own = self.core.mine[seat]
        if not own.offered:
            self.core.must_store = True
            own.commit(self.core.chain_links)
        return own.offered

    def ask_again(self, now: float) -> None:
        """Ask the host for what is still missing; as the host, enter it."""
        requests = {_key(entry): entry for entry in self._due_requests()}
        conn = self.core.host_conn()
        over = conn.id if conn is not None else -1
        self.core.requested = {
            key: at
            for key, at in self.core.requested.items()
            if key in requests and over == self._requested_over
        }
        self._requested_over = over
        self.core.asked_for = {
            key: at for key, at in self.core.asked_for.items() if key in requests
        }
        for key, entry in requests.items():
            if entry["e"] == "rest" and entry["n"] not in self.core.acts.rests:
                self.core.acts.rests.add(entry["n"])
                self.core.must_store = True
            if self.core.hosting:
                self.waiting[entry["e"], entry["seat"]] = entry
            elif conn is not None and now - self.core.asked_for.get(key, -1e9) >= ASKED_AGAIN:
                self.core.asked_for[key] = now
                self.core.requested[key] = [*self.core.requested.get(key, ()), now][:_ASKED]
                kind = "commit" if entry["e"] == "chain" else str(entry["e"])
                entry["sig"] = self.core.sign(entry, entry["seat"])
                plain = {f: v for f, v in entry.items() if f not in ("e", "device", "yes")}
                self.core.send(conn, kind, **plain)
        if conn is not None:
            self._notice_kept_back(list(requests.values()), now)

    def _notice_kept_back(self, requests: list[ListEntry], now: float) -> None:
        """Stop if the host withholds requests of this device that it must have heard.

        It must have heard them if it has heard something that was sent after many requests. It must
        also have entered answers since, each at a time when no draw was open."""
        log = self.core.log
        assert log is not None
        sent, have = self.core.heard_by_host(now)
        heard: dict[str, int] = {}
        for entry in requests:
            key = _key(entry)
            times = self.core.requested.get(key, [])
            asks = entry["e"] == "join" and entry["why"] == "new"
            leaves = entry["e"] == "rest" and entry["on"]
            unsure = len(times) < _ASKED or sent < max(times[-1], times[0] + _HEARD)
            if unsure or asks or leaves or self.core.stopped:
                continue
            heard[key] = self._heard_with.get(key, have)
            later = log.entries[heard[key] :]
            if sum(e["e"] == "line" for e in later) >= _ENTERED:
                self.core.stop(
                    "The host does not enter what this device has asked for.", log.host, ""
                )
        self._heard_with = heard

    # ------------------------------------------------------------ the host

    def on_commit(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "chain", **m})

    def on_rest(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "rest", **m})

    def on_end(self, conn: PeerConnection, m: Message, now: float) -> None:
        self._requested_by(conn, {"e": "end", **m})

    def _requested_by(self, conn: PeerConnection, m: Message) -> None:
        if self.core.hosting and m["seat"] in self.core.seats_at(conn):
            entry = {name: value for name, value in m.items() if name != "m"}
            self.waiting[entry["e"], entry["seat"]] = entry

    def on_join(self, conn: PeerConnection, m: Message, now: float) -> None:
        log = self.core.log
        if not self.core.hosting or log is None or m["seat"] >= log.seats or not conn.joined:
            return
        place, mine = log.holders[m["seat"]], [holder.device for holder in log.holders]
        returns = place.device == conn.device and conn.trusted
        if not place.bot or not (returns or (conn.device not in mine and m["why"] == "new")):
            return
        if not returns and ("join" in self.core.votes or not conn.asks.takes(now)):
            return
        fields = {name: value for name, value in m.items() if name != "m"}
        open_links = {
            device: conn_id
            for device, conn_id in self.core.came_by.items()
            if conn_id in self.core.conns
        }
        self.core.came_by = {**open_links, conn.device: conn.id}
        self.waiting["join", m["seat"]] = {**fields, "e": "join", "device": conn.device, "yes": {}}

    def enter_waiting(self, now: float) -> None:
        """As the host, enter what devices have asked for themselves, while no draw is open."""
        log = self.core.log
        assert log is not None
        if log.drawing:
            return
        waiting, self.waiting = self.waiting, {}
        for entry in waiting.values():
            own = (
                entry["seat"] in self.core.mine
                and log.holders[entry["seat"]].device == self.core.id
            )
            if own:
                entry["sig"] = self.core.sign(entry, entry["seat"])
            try:
                if entry["e"] == "join":
                    self.polls.host_join(entry, now)
                else:
                    self.log_append.append(entry, now, own)
            except (LogError, RefusedAnswer, MalformedAnswer):
                continue  # the list has grown; the device asks again


def _key(entry: ListEntry) -> str:
    # A device signs the list at its present length. When it has grown, the device signs again at once.
    detail = entry["n"] if entry["e"] == "end" else entry.get("on", "")
    return f"{entry['e']} {entry['seat']} {detail}"
