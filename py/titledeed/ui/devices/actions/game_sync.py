"""Keeps the open game in step with the log that all devices share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ....engine.asks import (
    Over,
)
from ....engine.errors import MalformedAnswer
from ....game.answer_entries_and_checkpoints import Entry
from ....game.session import Session
from ....game.strategy_seats import MissingPart, shared_strategies
from ....peers import proof
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ...game_loop.game_loop import GameLoop
from ...page_port import Page
from ...state import AppState
from ..views.journal_remarks import remark

_BUSY: Final = 40.0  # milliseconds between two checks whether the motions are over

# The log, and the seats that answer at this device; None if no game has begun.
Source = Callable[[], tuple[ReplicatedLog, frozenset[int]] | None]


class GameSync:
    """Keeps a session in step with a log. ``on``: the open game is played over several devices."""

    def __init__(
        self, page: Page, app: AppState, play: GameLoop, source: Source, halted: Callable[[], bool]
    ) -> None:
        """``halted``: whether the table is paused or stopped, so that nobody answers."""
        self.page, self.app, self.play = page, app, play
        self._source, self._halted = source, halted
        self._was_halted = False
        self.on = False
        self._session: Session | None = None
        self._later = False
        self._rested: list[Callable[[], None]] = []
        self._remarked = 0  # entries of the log that the journal has
        self._after = 0  # answers of the game up to these entries
        self._proven = 0  # entries of the log that is stored beside the finished game

    def plays(self, session: Session) -> bool:
        return session is self._session

    def leave(self) -> None:
        """Stop following: the open game no longer belongs to this table."""
        self.on, self._session = False, None
        self._rested.clear()
        self.app.remarks = []

    def follow(self) -> None:
        """Take back or add answers until the open game matches the log."""
        source = self._source()
        if source is None:
            return
        log, mine = source
        if not self.on:
            self._begin(log, mine)
            return
        app, session = self.app, self._session
        if session is None or app.session is not session:
            return
        if app.in_motion:
            self._again()
            return
        before = session.elsewhere, list(session.controls)
        session.elsewhere = _elsewhere(log, mine)
        _control(session, log)
        changed = before != (session.elsewhere, list(session.controls))
        if changed:  # and with it who is addressed as "you"
            self.play.retell()
        goes_on, self._was_halted = self._was_halted, self._halted()
        goes_on = goes_on and not self._was_halted
        lines, there = log.lines, [entry.line for entry in session.entries]
        same = _same(lines, there)
        if same < len(there):
            session.go_back_to(same)
            session.undone.clear()
            self.play.went_back(app.catalogue("Undone. The journal shows who agreed."))
        self._remark(log)
        if same < len(lines):
            self.play.show_arrived(_give(session, lines[same:]))
            self._prove(session, log)
        elif goes_on or changed:
            self.play.consult_again()  # whether this device answers for the bots may have changed
        elif log.count != self._proven:
            self._prove(session, log)

    def _prove(self, session: Session, log: ReplicatedLog) -> None:
        """Store the log beside the record of a finished game, also once its devices have signed the end."""
        if isinstance(session.ask, Over):
            self._proven = log.count
            session.game.record.extra["x-proof"] = proof.build_proof(log)
            self.play.save()

    def when_shown(self, call: Callable[[], None]) -> None:
        """Call this once everything that has arrived has been shown."""
        self._rested.append(call)
        self._again()

    def _again(self) -> None:
        if not self._later:
            self._later = True
            self.page.after(_BUSY, self._followed)

    def _followed(self) -> None:
        self._later = False
        self.follow()
        if self.app.in_motion:
            self._again()
            return
        calls, self._rested = self._rested, []
        for call in calls:
            call()

    def _begin(self, log: ReplicatedLog, mine: frozenset[int]) -> None:
        """Open the game of the log."""
        bots = [seat.bot for seat in log.game.record.seats]
        extra = shared_strategies(bots, self.app.written, log.strategies)
        record = replace(log.game.record, steps=[], extra=extra)
        try:
            session = Session.start(record)
        except MissingPart as missing:
            self.play.fetch_part(missing, self.follow)
            return
        session.elsewhere = _elsewhere(log, mine)
        _control(session, log)
        _give(session, log.lines)
        self.on, self._session = True, session
        self.play.close_all()
        title = ", ".join(seat.name for seat in record.seats)[:60]
        self.app.remarks = []
        self._remarked = self._after = 0
        self._remark(log, at_once=False)
        self.play.begin_new(session, title)

    def _remark(self, log: ReplicatedLog, at_once: bool = True) -> None:
        """Write the entries of the log other than answers into the journal."""
        remarks = []
        for n, entry in enumerate(log.entries[self._remarked :], self._remarked):
            if entry["e"] in ("line", "draw"):
                self._after += 1
            elif entry["e"] == "undo":
                self._after = entry["to"]
            line = remark(entry, self._after, n in log.explained)
            remarks += [line] if line is not None else []
        self._remarked = log.count
        if at_once and remarks:
            self.play.remark(remarks)
        else:
            self.app.remarks += remarks


def _elsewhere(log: ReplicatedLog, mine: frozenset[int]) -> frozenset[int]:
    return frozenset(range(log.seats)) - mine


def _control(session: Session, log: ReplicatedLog) -> None:
    for seat, holder in enumerate(log.holders):
        if session.controls[seat] != holder.bot:
            session.hand_to(seat, holder.bot)


def _same(lines: list[str], mine: list[str]) -> int:
    """Return the number of lines that two lists share at their beginning."""
    least = min(len(lines), len(mine))
    if lines[:least] == mine[:least]:
        return least
    return next(n for n in range(least) if lines[n] != mine[n])


def _give(session: Session, lines: list[str]) -> list[Entry]:
    """Play lines that every device has checked. Raises :class:`MalformedAnswer` for an empty line."""
    entries = []
    for line in lines:
        parsed = session.game.notation.parse(line, session.state)
        if parsed is None:
            raise MalformedAnswer("The line is empty.")
        seat, answer = parsed
        by = "chance" if seat < 0 else "bot" if session.controls[seat] else "person"
        entries.append(session.give(seat, answer, by))
    return entries
