"""Decisions of all people at a table: to undo, to pause, and to let a bot take over a seat."""

from __future__ import annotations

from typing import Any

from ..ledger import Full, Wrong
from ..messages import Message
from .base import (
    BOT_AFTER,
    Base,
    Link,
    UndoVote,
)


class Agreements(Base):
    """The part of a device for undo, pause, and bots that take over."""

    def ask_undo(self, seat: int, to: int, now: float) -> None:
        """Ask everybody to undo all lines after the first ``to``."""
        assert self.ledger is not None
        self._agreed = (to, self.ledger.mark)
        self._request("undo", now, seat=seat, to=to, n=self.ledger.mark)

    def agree(self, seat: int, yes: bool, now: float) -> None:
        """Vote on the undo that somebody has asked for."""
        if self.vote is not None:
            if yes:
                self._agreed = (self.vote.to, self.vote.mark)
            self._request("agree", now, seat=seat, to=self.vote.to, n=self.vote.mark, yes=yes)

    def pause(self, seat: int, on: bool, now: float) -> None:
        """Pause the table, or go on."""
        self._request("pause", now, seat=seat, on=on)

    def place(self, seat: int, bot: str, now: float) -> None:
        """Let a bot take over a seat whose device has been silent for ``BOT_AFTER`` seconds."""
        self._request("place", now, seat=seat, bot=bot)

    def _request(self, kind: str, now: float, **fields: Any) -> None:
        if self.hosting:
            message = {"m": kind, **fields}
            try:
                getattr(self, f"_host_{kind}")(message, now)
                self._proceed(now)
            except Full as error:
                self._stop_full(error)
            return
        link = self._host_link()
        if link is not None:
            self._send(link, kind, **fields)

    def _on_undo(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or m["n"] != ledger.mark or m["to"] >= len(ledger.answers):
            return
        if self.hosting and m["seat"] in self._seats_at(link):
            self._host_undo(m, now)
        elif link is self._host_link() and m["seat"] < ledger.seats:
            self.vote = UndoVote(m["to"], m["n"], m["seat"], {m["seat"]})
            self._tell("undo?", by=m["seat"], to=m["to"])

    def _host_undo(self, m: Message, now: float) -> None:
        vote = self.vote
        agreed = (
            vote.yes if vote is not None and (vote.to, vote.mark) == (m["to"], m["n"]) else set()
        )
        self.vote = UndoVote(m["to"], m["n"], m["seat"], {*agreed, m["seat"]})
        self._tell("undo?", by=m["seat"], to=m["to"])
        self._send_all("undo", seat=m["seat"], to=m["to"], n=m["n"])

    def _on_agree(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            self._host_agree(m, now)
        elif link is self._host_link() and self.vote is not None and not m["yes"]:
            self.vote = None
            self._tell("undo-refused", by=m["seat"])

    def _host_agree(self, m: Message, now: float) -> None:
        vote = self.vote
        if vote is None or (vote.to, vote.mark) != (m["to"], m["n"]):
            return
        if m["yes"]:
            vote.yes.add(m["seat"])
        else:
            self.vote = None
            self._tell("undo-refused", by=m["seat"])
            self._send_all("agree", seat=m["seat"], to=vote.to, n=vote.mark, yes=False)

    def _settle_vote(self, now: float) -> None:
        ledger, vote = self.ledger, self.vote
        assert ledger is not None
        if vote is None or ledger.waits_for_chance:
            return
        playing = [s for s in self.here(now) if ledger.state.playing[s]]
        if set(playing) <= vote.yes and vote.to < len(ledger.answers):
            self._append({"e": "undo", "to": vote.to}, now)

    def pause_as_spectator(self, on: bool, now: float) -> None:
        """As :meth:`pause`, for a spectator. The entry in the list names the host's seat."""
        if self.ledger is not None:
            self._request("pause", now, seat=self.ledger.host, on=on)

    def _on_pause(self, link: Link, m: Message, now: float) -> None:
        ledger, seats = self.ledger, self._seats_at(link)
        if ledger is None or not self.hosting:
            return
        watches = link.joined and not seats and m["seat"] == ledger.host
        if m["seat"] in seats or watches:
            self._host_pause(m, now)

    def _host_pause(self, m: Message, now: float) -> None:
        assert self.ledger is not None
        if self.ledger.paused != m["on"]:
            self._drawing = None
            self._append({"e": "pause", "on": m["on"], "seat": m["seat"]}, now)

    def _on_place(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and self._seats_at(link):
            self._host_place(m, now)

    def _host_place(self, m: Message, now: float) -> None:
        ledger, seat = self.ledger, m["seat"]
        assert ledger is not None
        if seat >= ledger.seats or ledger.waits_for_chance or ledger.places[seat].bot:
            return
        place = ledger.places[seat]
        if place.device and (place.device == self.id or self.silent_for(seat, now) < BOT_AFTER):
            self._tell("not-yet", seat=seat)
            return
        try:
            self._append({**self._sits(seat, "", "", ""), "bot": m["bot"]}, now)
        except Wrong as error:
            self._tell("refused", why=str(error))
