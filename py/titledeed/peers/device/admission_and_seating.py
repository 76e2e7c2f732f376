"""Connects devices, admits them to the table, and decides which device has which seat.

It also passes on their connection codes."""

from __future__ import annotations

from .. import messages
from ..log_entry_fields_and_checks import LogError
from ..messages import Message
from .log_append import LogAppend
from .log_sync_and_split_tables import LogSync
from .model import (
    MOST_WATCHING,
    PeerConnection,
    seat_entry,
)
from .ready_then_reveal_draws import Draws
from .seat_requests_to_host import SeatRequests
from .shared_state_and_outbox import DeviceCore
from .unanimous_votes import Polls


class Seating:
    """The part of a device for connections, admission and seats."""

    def __init__(
        self,
        core: DeviceCore,
        log_append: LogAppend,
        log_sync: LogSync,
        draws: Draws,
        polls: Polls,
        seat_requests: SeatRequests,
    ) -> None:
        self.core = core
        self.log_append = log_append
        self.log_sync = log_sync
        self.draws = draws
        self.polls = polls
        self.seat_requests = seat_requests

    def connect(
        self,
        via_id: int,
        now: float,
        introduced: str = "",
        chosen: bool = False,
        watch: bool = False,
    ) -> None:
        """A connection to another device is open. ``introduced``: the id of that device if the driver knows
        it from the table's host. ``chosen``: the people here have asked for the connection, so its device
        is trusted. ``watch``: they have invited it to watch, so it gets no seat."""
        if len(self.core.conns) >= messages.MOST_CONNS:
            self.core.out.append((via_id, None))
            return
        self.core.conns[via_id] = PeerConnection(
            via_id, introduced, now, chosen=chosen, watch=watch
        )
        self.core.hello(self.core.conns[via_id], now)

    def lost(self, via_id: int, now: float) -> None:
        """Handle a closed connection."""
        gone = self.core.conns.pop(via_id, None)
        if gone is not None:
            self.core.note_gone(gone)

    def on_hello(self, conn: PeerConnection, m: Message, now: float) -> None:
        if m["protocol"] != messages.PROTOCOL:
            self.core.drop(
                conn, "Another version of the program runs there. Reload this page on both devices."
            )
            return
        if conn.device not in ("", m["device"]) or conn.introduced not in ("", m["device"]):
            self.core.drop(conn, "This is another device than it was.")
            return
        if m["device"] == self.core.id:
            self.core.drop(conn, "This is the same device.")
            return
        conn.device, conn.name = m["device"], m["name"]
        conn.trusted = conn.trusted or conn.chosen or bool(conn.introduced)
        log = self.core.log
        if log is None:
            conn.trusted = True  # this device came by its invitation
            return
        if m["game"] not in ("", log.id):
            self.core.drop(conn, "This is another table.")
            return
        if m["engine"] != self.core.engine:
            self.log_sync.welcome(conn, -1, 0)
            self.core.drop(
                conn, "Another version of the program plays here; the record is for reading."
            )
            return
        conn.trusted = conn.trusted or self._proves(m)
        shown = conn.shown or bool(conn.introduced)
        if self.core.mine and not shown and self.core.at_table and self.core.seats_at(conn):
            self.core.hello(conn, now)  # with a key, now that the other one has shown who it is
        known = bool(m["game"]) and m["have"] <= log.count
        known = known and log.digests[m["have"]] == m["digest"]
        if self.core.hosting and m["epoch"] > log.epoch and self.core.has_place(conn):
            self._hear_of_host(conn, m["epoch"], now)
        if not self.core.hosting:
            conn.joined = conn.trusted
            conn.apart = conn.apart and not known
            if known and m["have"] < log.count and m["epoch"] <= log.epoch:
                self.log_sync.welcome(conn, -1, m["have"])
            elif m["game"] and not known and conn.trusted and m["epoch"] <= log.epoch:
                self.log_sync.welcome(conn, -1, 0)
            elif not m["game"] and not conn.introduced:
                # The people here have let it in. It learns from the list who the host is, and the host
                # gives it a seat.
                if log.seats_of(conn.device):
                    self.core.drop(conn, "This is another device than it was.")
                    return
                conn.trusted = True
                self.log_sync.welcome(conn, -1, 0)
            return
        self._seat_of(conn, m, now)
        if not self.core.is_itself(conn):
            if conn.id in self.core.conns:
                self.core.drop(conn, "This is another device than it was.")
            return
        start = m["have"] if known else 0
        if conn.id in self.core.conns:
            conn.joined = True
            conn.apart = conn.apart and not known
            seats = self.core.seats_at(conn)
            self.log_sync.welcome(conn, seats[0] if seats else -1, start)
            if self.core.drawing is not None:
                self.draws.ask_draw(conn, now)
            for vote in self.core.votes.values():
                self.polls.spread(vote)

    def _hear_of_host(self, conn: PeerConnection, epoch: int, now: float) -> None:
        """As the host, react to a later host: step down until its list comes.

        If no list has followed an earlier claim of that device, only ask it for missing entries."""
        assert self.core.log is not None
        if epoch > self.core.log.last_epoch or conn.device in self.core.claims:
            self.core.ask_for_missing(conn, now)
            return
        self.core.claims.add(conn.device)
        self.core.step_down(now)
        for other in self.core.conns.values():
            self.core.ask_for_missing(other, now)

    def _proves(self, m: Message) -> bool:
        """Whether a returning device shows a valid key of its seat."""
        log, seat = self.core.log, m["seat"]
        assert log is not None
        if not m["game"] or not m["token"] or not 0 <= seat < log.seats:
            return False
        return log.holders[seat].device == m["device"] and log.opens(seat, m["token"])

    def _seat_of(self, conn: PeerConnection, m: Message, now: float) -> None:
        """As the host, give a device a seat: the one that it returns to, or a free one."""
        log = self.core.log
        assert log is not None
        seat, token = m["seat"], m["token"]
        if m["want"] == "watch" or conn.watch:
            if (
                sum(not self.core.seats_at(k) for k in self.core.conns.values() if k.joined)
                >= MOST_WATCHING
            ):
                self.core.drop(conn, "Enough devices watch already.")
            return
        own = [n for n, holder in enumerate(log.holders) if holder.device == conn.device]
        if seat < 0 or not m["game"]:  # it may have lost its connection before it knew its seat
            seat = own[0] if own else -1
        if 0 <= seat < log.seats and (m["game"] or not conn.introduced or seat in own):
            holder = log.holders[seat]
            owns = conn.trusted and holder.device == conn.device
            if owns and (conn.keyed or token in ("", holder.key)):
                self._name(seat, m["name"], now)
                return
            if not token and not (conn.trusted and holder.device == conn.device):
                return
            key = token or holder.key
            try:
                if token and not log.opens(seat, token):
                    raise LogError("The key doesn’t fit this seat.", seat)
                bot = holder.bot if log.begun else ""
                self.log_append.append({**seat_entry(seat, conn.device, key, ""), "bot": bot}, now)
                conn.trusted = conn.keyed = True
            except LogError as error:
                self.core.drop(conn, str(error))
            return
        if not token:
            return
        free = self._free_seat() if not log.begun else None
        if free is None:
            self.core.tell("full", name=m["name"])
            return
        wanted = m["name"] if not log.begun else ""
        for name in (wanted, ""):
            try:
                self.log_append.append(seat_entry(free[0], conn.device, token, name), now)
            except LogError:
                continue
            conn.trusted = True
            return

    def _name(self, seat: int, name: str, now: float) -> bool:
        """As the host, give a seat a name before the game begins; False if the name is not allowed."""
        log = self.core.log
        assert log is not None
        if log.begun or name in ("", log.game.record.seats[seat].name):
            return not log.begun
        holder = log.holders[seat]
        try:
            self.log_append.append(seat_entry(seat, holder.device, holder.key, name), now)
        except LogError:
            return False
        return True

    def rename(self, name: str, now: float) -> bool:
        """Give the seat of this device another name, before the game begins. False if the host refuses it at
        once; a guest learns from the list whether it has the name."""
        self.core.name = name
        if self.core.hosting:
            return all(self._name(seat, name, now) for seat in sorted(self.core.mine)[:1])
        return self._ask_host(now)

    def sit_down(self, now: float) -> bool:
        """Ask the host for a seat, for a device that has watched; before the game begins."""
        self.core.want = "seat"
        return self._ask_host(now)

    def _ask_host(self, now: float) -> bool:
        conn = self.core.host_conn()
        if conn is not None:
            self.core.hello(conn, now)
        return conn is not None

    def _free_seat(self) -> list[int] | None:
        assert self.core.log is not None
        holders = list(enumerate(self.core.log.holders))
        free = [n for n, holder in holders if not holder.device and not holder.bot]
        if not free:  # a guest takes a bot's place
            free = [n for n, holder in holders if not holder.device]
        return free[:1] or None

    def on_bye(self, conn: PeerConnection, m: Message, now: float) -> None:
        self.core.tell("bye", seats=self.core.seats_at(conn), why=m["why"])
        self.core.out.append((conn.id, None))
        self.lost(conn.id, now)

    def leave(self, now: float, reason: str = "") -> None:
        """Say goodbye to all devices and close the connections; draws continue without this device."""
        if self.core.goes_on:
            self.seat_requests.rest(True, now)
        for conn in list(self.core.conns.values()):
            self.core.send(conn, "bye", why=reason)
            self.core.out.append((conn.id, None))
            self.lost(conn.id, now)

    def on_signal(self, conn: PeerConnection, m: Message, now: float) -> None:
        """Pass on a connection code between two devices unread, if this device is connected to both."""
        if not conn.offers.takes(now):
            self.core.drop(conn, "Too many offers in a minute.")
            return
        if m["to"] == self.core.id:
            self.core.tell("signal", by=m["by"], through=conn.id, code=m["code"])
            return
        if m["by"] != conn.device or not self.core.is_itself(conn):
            return
        onward = next(
            (k for k in self.core.conns.values() if k.device == m["to"] and self.core.is_itself(k)),
            None,
        )
        if onward is not None and (conn.joined or onward.joined):
            self.core.send(onward, "signal", to=m["to"], by=m["by"], code=m["code"])

    def signal(self, through: int, to: str, code: str) -> None:
        """Send a connection code for this device to another one, through one to which it is connected."""
        conn = self.core.conns.get(through)
        if conn is not None:
            self.core.send(conn, "signal", to=to, by=self.core.id, code=code)
