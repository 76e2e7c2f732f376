"""Decisions of all people at a table: to undo, to pause, and to change who sits there.

A bot may take a silent seat. Somebody who is new or has been away may sit down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...engine.errors import MalformedAnswer, RefusedAnswer
from .. import messages
from ..log_entry_fields_and_checks import ListEntry, LogError, LogFull
from ..messages import Message, Window
from .log_append import LogAppend
from .model import (
    BOT_AFTER,
    MARGIN,
    UNASKED_AFTER,
    VOTE_LASTS,
    PeerConnection,
    Poll,
    seat_entry,
)
from .shared_state_and_outbox import DeviceCore
from .who_is_silent_or_replaceable import Absence

_MOST_AGREED: Final = 600  # questions for which this device remembers its agreement


class Polls:
    """The part of a device for questions to all people, pauses, and bots that take a seat."""

    def __init__(
        self,
        core: DeviceCore,
        absence: Absence,
        log_append: LogAppend,
        proceed: Callable[[float], None],
    ) -> None:
        self.core = core
        self.absence = absence
        self.log_append = log_append
        self.proceed = proceed
        self._asks: dict[int, Window] = {}  # questions of each seat, from the host

    # ------------------------------------------------------------ what people do

    def ask_undo(self, seat: int, to: int, now: float) -> None:
        """Ask everybody to undo all lines after the first ``to``."""
        self._put({"e": "undo", "to": to, "by": seat, "yes": {}, "unasked": []}, seat, now)

    def ask_seat(self, seat: int, now: float) -> None:
        """Ask everybody to let this device, which has no seat, take over the seat of a bot."""
        log, conn = self.core.log, self.core.host_conn()
        if log is None or conn is None or self.core.mine:
            return
        own = self.core.secret
        anchor = own.offered or own.commit(self.core.chain_links)
        entry = {
            "e": "join",
            "seat": seat,
            "device": self.core.id,
            "key": own.key(),
            "pub": self.core.pub,
        }
        entry |= {"anchor": anchor, "why": "new", "n": log.count}
        sig = self.core.sign(entry, seat)
        fields = {name: value for name, value in entry.items() if name not in ("e", "device")}
        self.core.send(conn, "join", **fields, sig=sig)

    def agree(self, seat: int, yes: bool, now: float, kind: str = "undo") -> None:
        """Answer a pending question for a seat of this device."""
        vote = self.core.votes.get(kind)
        if vote is None or self.core.log is None:
            return
        sig = self.core.sign(vote.entry, seat) if yes else ""
        if yes:
            self.note_agreed(vote.of)
        if self.core.hosting:
            self._counted(vote, seat, yes, sig, now)
            self._proceed_safely(now)
            return
        conn = self.core.host_conn()
        if conn is not None:
            self.core.send(conn, "agree", seat=seat, of=vote.of, yes=yes, sig=sig)
            if yes:
                vote.yes.setdefault(seat, "")

    def pause(self, seat: int, on: bool, now: float) -> None:
        """Pause the table, or resume."""
        self._request("pause", now, seat=seat, on=on)

    def pause_as_spectator(self, on: bool, now: float) -> None:
        """As :meth:`pause`, for a spectator. The entry in the list names the host's seat."""
        if self.core.log is not None:
            self._request("pause", now, seat=self.core.log.host, on=on)

    def place(self, seat: int, bot: str, now: float) -> None:
        """Let a bot take a seat whose device gives no sign, or no value for the open draw."""
        self._request("place", now, seat=seat, bot=bot)

    def _request(self, kind: str, now: float, **fields: Any) -> None:
        if self.core.hosting:
            message = {"m": kind, **fields}
            try:
                getattr(self, f"_host_{kind}")(message, now)
            except LogFull as error:
                self.core.stop_full(error)
            self._proceed_safely(now)
            return
        conn = self.core.host_conn()
        if conn is not None:
            self.core.send(conn, kind, **fields)

    def _proceed_safely(self, now: float) -> None:
        try:
            self.proceed(now)
        except LogFull as error:
            self.core.stop_full(error)

    # ------------------------------------------------------------ questions

    def _put(self, entry: ListEntry, seat: int, now: float) -> None:
        """Put a question of this device's people, who agree to it themselves."""
        log = self.core.log
        assert log is not None
        self.note_agreed(self.core.poll_of(entry))
        if self.core.hosting:
            self._open_vote(entry, seat, now)
            self._proceed_safely(now)
            return
        conn = self.core.host_conn()
        if conn is not None:
            yes = {str(mine): self.core.sign(entry, mine) for mine in log.seats_of(self.core.id)}
            self.core.send(conn, "ask", by=seat, n=log.mark, entry=entry, yes=yes)

    def note_agreed(self, of: str) -> None:
        self.core.must_store = self.core.must_store or of not in self.core.acts.agreed
        self.core.acts.agreed.pop(of, None)
        self.core.acts.agreed[of] = None
        for old in list(self.core.acts.agreed)[:-_MOST_AGREED]:
            del self.core.acts.agreed[old]

    def on_ask(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, entry = self.core.log, m["entry"]
        if log is None or (entry["e"] != "join" and m["n"] != log.mark):
            return
        if max([m["by"], entry.get("seat", 0), *entry.get("seats", ())]) >= log.seats:
            return
        if self.core.hosting:
            self._asked_by_guest(conn, m, now)
            return
        if conn is not self.core.host_conn():
            return
        of, kind = self.core.poll_of(entry), entry["e"]
        known = self.core.votes.get(kind)
        if known is None or known.of != of:
            if not self._asks.setdefault(m["by"], Window(messages.MOST_POLLS, 60)).takes(now):
                return
            known = self.core.votes[kind] = Poll(entry, m["n"], of, m["by"], now)
        elif sorted(known.yes) == sorted(map(int, m["yes"])):
            return
        known.yes = {int(seat): sig for seat, sig in m["yes"].items()}
        if kind == "replace":
            self._answer_by_itself(known, now)
        self._tell_vote(known)

    def _asked_by_guest(self, conn: PeerConnection, m: Message, now: float) -> None:
        entry, seats = m["entry"], self.core.seats_at(conn)
        if entry["e"] != "undo" or m["by"] not in seats or entry["by"] != m["by"]:
            return  # only the host asks about bots and newcomers
        # Count per seat, not per connection. Otherwise a device would only have to reconnect.
        if not self._asks.setdefault(m["by"], Window(messages.MOST_POLLS, 60)).takes(now):
            self.core.send(conn, "no", id=0, why="too-often", clauses="")
            return
        yes = {int(seat): sig for seat, sig in m["yes"].items() if int(seat) in seats}
        self._open_vote(entry, m["by"], now, yes)

    def _open_vote(
        self, entry: ListEntry, by: int, now: float, yes: dict[int, str] | None = None
    ) -> None:
        """As the host, ask all people a question.

        ``yes``: the seats that agree from the beginning."""
        log = self.core.log
        assert log is not None
        of, kind = self.core.poll_of(entry), entry["e"]
        vote = self.core.votes.get(kind)
        mine = log.seats_of(self.core.id)
        if yes is None:
            yes = {seat: self.core.sign(entry, seat) for seat in mine if by in mine}
        if vote is None or vote.of != of:
            vote = self.core.votes[kind] = Poll(entry, log.mark, of, by, now)
        elif set(yes) <= set(vote.yes):
            return
        if set(yes) & set(mine):
            self.note_agreed(of)
        vote.yes |= yes
        if kind == "replace":
            self._answer_by_itself(vote, now)
        self.spread(vote)

    def spread(self, vote: Poll) -> None:
        """Send all devices a question, and who has agreed so far."""
        yes = {str(seat): sig for seat, sig in sorted(vote.yes.items())}
        self.core.send_all("ask", by=vote.by, n=vote.mark, entry=vote.entry, yes=yes)
        self._tell_vote(vote)

    def _tell_vote(self, vote: Poll) -> None:
        waits = [seat for seat in self.needed(vote) if seat not in vote.yes]
        facts = {"by": vote.by, "entry": vote.entry, "yes": sorted(vote.yes), "waits": waits}
        self.core.tell("vote", kind=vote.kind, **facts)

    def needed(self, vote: Poll) -> list[int]:
        """Return the seats whose agreement a question needs."""
        log, entry = self.core.log, vote.entry
        assert log is not None
        if vote.kind == "undo":
            return log.concerned(min(entry["to"], len(log.answers)))
        return log.voters(entry["seats"] if vote.kind == "replace" else (entry["seat"],))

    def _answer_by_itself(self, vote: Poll, now: float) -> None:
        """Agree or refuse automatically to bots for silent seats, by what this device has heard."""
        log, seats = self.core.log, vote.entry["seats"]
        assert log is not None
        asked = {*log.voters(seats), *(() if self.core.resting else log.wakeable(seats))}
        mine = [seat for seat in log.seats_of(self.core.id) if seat in asked]
        if not mine or set(mine) <= set(vote.yes):
            return
        yes = all(self.absence.bot_may_sit(seat, now, BOT_AFTER - MARGIN / 2) for seat in seats)
        for seat in mine:
            self.agree(seat, yes, now, "replace")

    def on_agree(self, conn: PeerConnection, m: Message, now: float) -> None:
        vote = next((vote for vote in self.core.votes.values() if vote.of == m["of"]), None)
        if vote is None:
            return
        if self.core.hosting and m["seat"] in self.core.seats_at(conn):
            self._counted(vote, m["seat"], m["yes"], m["sig"], now)
        elif conn is self.core.host_conn() and not m["yes"]:
            self._refused(vote, m["seat"])

    def _counted(self, vote: Poll, seat: int, yes: bool, sig: str, now: float) -> None:
        if yes and vote.yes.get(seat) != sig:
            vote.yes[seat] = sig
            self.spread(vote)
        elif not yes and (seat in self.needed(vote) or self._waits_for_woken(vote)):
            self.core.send_all("agree", seat=seat, of=vote.of, yes=False, sig="")
            self._refused(vote, seat)

    def _waits_for_woken(self, vote: Poll) -> bool:
        """Whether a bot needs the agreement of a resting seat, whose rest then ends.

        Without that, only one device would be left."""
        log = self.core.log
        assert log is not None
        return vote.kind == "replace" and log.leaves_one(vote.entry["seats"], self._woken(vote))

    def _woken(self, vote: Poll) -> set[int]:
        """Return the resting seats that have agreed to a bot, which ends their rest."""
        assert self.core.log is not None
        return self.core.log.wakeable(vote.entry["seats"]) & set(vote.yes)

    def _refused(self, vote: Poll, by: int) -> None:
        self.core.votes.pop(vote.kind, None)
        self.core.tell("vote-refused", kind=vote.kind, by=by, entry=vote.entry)

    def lapse(self, now: float) -> None:
        """Drop the questions that somebody has not answered for ``VOTE_LASTS``."""
        for vote in list(self.core.votes.values()):
            if now - vote.since >= VOTE_LASTS:
                self.core.votes.pop(vote.kind)
                waits = [seat for seat in self.needed(vote) if seat not in vote.yes]
                self.core.tell("vote-lapsed", kind=vote.kind, waits=waits, entry=vote.entry)

    def settle(self, now: float) -> None:
        """As the host, carry out what everybody has agreed to."""
        log = self.core.log
        assert log is not None
        for vote in list(self.core.votes.values()):
            if vote.kind == "replace":
                seats = vote.entry["seats"]
                if not all(
                    self.absence.bot_may_sit(seat, now) for seat in seats
                ):  # a seat is heard again
                    self.core.votes.pop(vote.kind)
                    continue
            entry = self.agreed_entry(vote, now)
            if entry is None:
                continue
            self.core.votes.pop(vote.kind)
            try:
                self.log_append.append(entry, now)
            except (LogError, RefusedAnswer, MalformedAnswer):
                continue  # the table has changed since

    def agreed_entry(self, vote: Poll, now: float) -> ListEntry | None:
        """Return the entry of a question that everybody has agreed to; None while it waits."""
        log = self.core.log
        assert log is not None
        needed = self.needed(vote)
        unasked = [seat for seat in needed if seat not in vote.yes]
        if vote.kind == "undo":
            if any(self.absence.unheard_for(seat, now) < UNASKED_AFTER for seat in unasked):
                return None
        elif unasked or self._waits_for_woken(vote):
            return None
        if vote.kind == "undo" and log.waits_for_chance:
            return None
        if log.drawing != (vote.kind == "replace" and vote.entry["k"] > 0):
            return None
        if vote.kind == "replace":
            needed += sorted(self._woken(vote))
        yes = {str(seat): vote.yes[seat] for seat in needed if seat in vote.yes}
        more = {"unasked": unasked} if vote.kind == "undo" else {}
        return {**vote.entry, "yes": yes, **more}

    # ------------------------------------------------------------ the host

    def on_pause(self, conn: PeerConnection, m: Message, now: float) -> None:
        log, seats = self.core.log, self.core.seats_at(conn)
        if log is None or not self.core.hosting:
            return
        watches = conn.joined and not seats and m["seat"] == log.host
        if m["seat"] in seats or watches:
            self._host_pause(m, now)

    def _host_pause(self, m: Mapping[str, Any], now: float) -> None:
        assert self.core.log is not None
        if self.core.log.paused != m["on"]:
            self.log_append.append({"e": "pause", "on": m["on"], "seat": m["seat"]}, now)

    def on_place(self, conn: PeerConnection, m: Message, now: float) -> None:
        if self.core.hosting and self.core.seats_at(conn) and not self._host_place(m, now):
            self.core.send(conn, "no", id=0, why="not-yet", clauses="")

    def _host_place(self, m: Mapping[str, Any], now: float) -> bool:
        """Let a bot take a seat.

        Before the game begins this happens at once, later only if all other devices agree. False if the
        seat's device has been heard lately."""
        log, seat, bot = self.core.log, m["seat"], m["bot"]
        assert log is not None
        if seat >= log.seats or log.holders[seat].bot:
            return True
        if not log.begun:
            place = log.holders[seat]
            own = place.device == self.core.id
            if place.device and (own or self.absence.unheard_for(seat, now) < BOT_AFTER):
                self.core.tell("not-yet", seat=seat)
                return False
            try:
                self.log_append.append({**seat_entry(seat, "", "", ""), "bot": bot}, now)
            except LogError as error:
                self.core.tell("refused", why=str(error))
            return True
        if not self.absence.bot_may_sit(seat, now):
            self.core.tell("not-yet", seat=seat)
            return False
        if self.absence.bot_leaves_one(seat, now):
            self.core.tell("leaves-one", seat=seat)
            return False
        k = log.draw if log.drawing else 0
        self._open_vote(
            {
                "e": "replace",
                "seats": self.absence.silent_with(seat, now),
                "bot": bot,
                "k": k,
                "yes": {},
            },
            min(log.seats_of(self.core.id), default=log.host),
            now,
        )
        return True

    def host_join(self, entry: ListEntry, now: float) -> None:
        """Let a device sit down: at once where nobody has to agree, else when all have. Raises
        :class:`LogError`."""
        log, seat = self.core.log, entry["seat"]
        assert log is not None
        if entry["why"] != "new":
            self.log_append.append(entry, now)
            return
        trial = log.fork()
        trial.signs = False
        trial.add({**entry, "yes": dict.fromkeys(map(str, log.voters((seat,))), "")}, "now")
        if "join" not in self.core.votes:  # otherwise the next one asks again
            self._open_vote(entry, -1, now)
