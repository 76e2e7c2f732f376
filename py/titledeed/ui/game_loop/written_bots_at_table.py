"""Asks the programs of written bots at a table, each in a fence of its own (docs/WORKSHOP.md).

A program is a guest: it gets the lines of the game, never its seed or the order of its cards, and sends an
answer, which is checked here. If it fails, ``simple`` answers in its place: this once after an error or an
answer that the rules forbid, and until the game is opened again if the program has not answered in time, or
cannot be asked at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ...bots.protocol import View
from ...bots.written_bots import WrittenBot, stand_in, written_name
from ...engine.asks import QUIET
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.legal_answers import Options
from ...engine.reducer import violations
from ...game.answer_entries_and_checkpoints import Entry
from ...game.bot_worker_questions_and_answers import Heard
from ...game.session import Session
from ...workshop.fence_answers import BadAnswerError, read_reply
from ...workshop.findings import SENTENCES, Finding, read_finding
from ...workshop.guest import guest_lines, guest_record
from ..notices import Notice
from ..page_port import Fence, Page
from ..state import AppState

LIMIT: Final = 1900.0  # milliseconds without a sign of life after which a program is stopped
LINES: Final = 200  # lines of a game that a program gets at once


@dataclass
class _Guest:
    """A program's place at the table. ``sent``: the answers of the game that it knows."""

    bot: WrittenBot
    fence: Fence
    session: Session
    sent: list[Entry] = field(default_factory=list)
    told: set[tuple[str, int]] = field(default_factory=set)  # findings that people have been told


class WrittenBotsAtTable:
    """The fences of the open game, by the ids of the bots."""

    def __init__(self, page: Page, app: AppState, render: Callable[[], None]) -> None:
        self._page, self._app, self._render = page, app, render
        self._fences: dict[str, Fence] = {}
        self._blocked = ""  # why no fence can be started
        self._guests: dict[int, _Guest] = {}
        self._round = 0  # of questions; an answer to an earlier one is ignored

    def end(self) -> None:
        """Close all fences, as another game begins or none is played."""
        self.forget()
        for fence in self._fences.values():
            fence.end()
        self._fences.clear()
        self._guests.clear()
        self._blocked = ""

    def forget(self) -> None:
        """Ignore the answer to the last question."""
        self._round += 1

    def warm(self, session: Session) -> None:
        """Start the fences of the bots at this table."""
        for seat, bot in enumerate(session.players.bots):
            if isinstance(bot, WrittenBot) and bot.driven:
                self._guest(session, seat, bot)

    # ------------------------------------------------------------ asking

    def ask(
        self, session: Session, seat: int, offered: Sequence[str], then: Callable[[Heard], None]
    ) -> None:
        """Ask the program of this seat at the present state. ``offered``: the offers that it has made in
        this turn, as lines. ``then`` gets what the bot has heard."""
        bot = session.players.bots[seat]
        assert isinstance(bot, WrittenBot)
        self.forget()
        asked = self._round
        guest = self._guest(session, seat, bot)

        if guest is None:
            then(self._replaced(session, seat, offered, self._absence(bot)))
            return

        def heard(answer: dict[str, Any]) -> None:
            if asked != self._round or not bot.driven:
                return
            if session.players.bots[seat] is bot:
                then(self._taken(guest, session, seat, offered, answer))
            else:  # the seat has a new player
                then((seat, len(offered), None, ""))

        def failed(answer: dict[str, Any]) -> None:
            if not answer.keys() <= {"printed", "left_out"}:
                heard({**answer, "lost": True})

        self._catch_up(guest, session, seat, failed)
        question = {"do": "ask", "guest": seat, "offered": list(offered)}
        guest.fence.ask(question, LIMIT, heard)

    def _guest(self, session: Session, seat: int, bot: WrittenBot) -> _Guest | None:
        """The program's place at the table; None if it cannot be asked."""
        guest = self._guests.get(seat)
        if guest is not None and guest.bot is bot and guest.session is session:
            return guest
        if self._blocked or bot.id not in self._app.written:
            return None
        if bot.id not in self._fences:
            fence = self._fences[bot.id] = self._page.fence(
                lambda reason: self._failed(bot.id, reason)
            )
            fence.warm()
        if bot.id not in self._fences:  # it can't be started
            return None
        guest = self._guests[seat] = _Guest(bot, self._fences[bot.id], session)
        return guest

    def _failed(self, id: str, reason: str) -> None:
        """No further fence can be started; those of other bots that have started go on."""
        self._blocked = reason
        self._close(id)

    def _close(self, id: str) -> None:
        fence = self._fences.pop(id, None)
        if fence is not None:
            fence.end()
            self._guests = {n: each for n, each in self._guests.items() if each.fence is not fence}

    def _catch_up(
        self, guest: _Guest, session: Session, seat: int, failed: Callable[[dict[str, Any]], None]
    ) -> None:
        """Send the answers of the game that the program does not know yet."""
        entries, known = session.entries, len(guest.sent)
        follows = known <= len(entries) and all(
            a is b for a, b in zip(guest.sent, entries, strict=False)
        )
        if not follows or not known:
            code = self._app.written[guest.bot.id]
            record = guest_record(session.game.record)
            question = {"do": "sit", "guest": seat, "code": code, "record": record, "seat": seat}
            guest.fence.ask(question, LIMIT, failed)
            known = 0
        lines = guest_lines([entry.line for entry in entries[known:]])
        for start in range(0, len(lines), LINES):
            part = {"do": "follow", "guest": seat, "lines": lines[start : start + LINES]}
            guest.fence.ask(part, LIMIT, failed)
        guest.sent = list(entries)

    # ------------------------------------------------------------ what came back

    def _taken(
        self,
        guest: _Guest,
        session: Session,
        seat: int,
        offered: Sequence[str],
        answer: dict[str, Any],
    ) -> Heard:
        """What the bot of this seat has heard: the program's answer, or that of ``simple``."""
        trouble = self._trouble(answer)
        if trouble:
            return self._replaced(session, seat, offered, trouble)
        name, _ = session.game.record.seats[seat].name, self._app.catalogue
        try:
            text, why, finding = read_reply(answer)
        except BadAnswerError:
            return self._replaced(session, seat, offered, _(SENTENCES["broke-python"]))
        if finding is not None:
            what, key = self._in_words(finding), (finding.key, finding.line)
        elif _fits(session, seat, text):
            return seat, len(offered), text, why
        else:
            what, key = _("The program gave an answer that the rules forbid."), ("", 0)
        if key not in guest.told:
            guest.told.add(key)
            self._say(seat, f"{name}: {what}", _("The simple bot has answered for it."))
        return _stand_in(session, seat, offered)

    def _replaced(self, session: Session, seat: int, offered: Sequence[str], what: str) -> Heard:
        """Let ``simple`` play the seat until the game is opened again."""
        bot, _ = session.players.bots[seat], self._app.catalogue
        assert isinstance(bot, WrittenBot)
        bot.give_up()
        self._close(bot.id)
        name = session.game.record.seats[seat].name
        who = _("The simple bot plays for it until this game is opened again.")
        self._say(seat, f"{name}: {what}", who)
        return _stand_in(session, seat, offered)

    def _say(self, seat: int, what: str, who: str) -> None:
        """Tell people what was wrong, and who answers."""
        notice = Notice(f"program-{seat}", what, more=who, bad=True, icon="u-bot", lasts=True)
        self._app.notices.add(notice)
        self._page.announce(f"{what} {who}")
        self._render()

    def _trouble(self, answer: dict[str, Any]) -> str:
        """Why the program can't be asked any more; "" if it can."""
        why, _ = answer.get("broken"), self._app.catalogue
        if why == "late":
            return _(SENTENCES["too-slow"])
        if why == "dead":
            return _(SENTENCES["broke-python"])
        if why:
            return _("Bots can’t run on this page.")
        if "refused" in answer:
            return _(SENTENCES["other"], says=str(answer["refused"])[:80])
        if "lost" not in answer:
            return ""
        return self._in_words(read_finding(answer.get("finding")) or Finding("broke-python"))

    def _absence(self, bot: WrittenBot) -> str:
        """Why there is no program to ask."""
        _ = self._app.catalogue
        if self._blocked:
            return _("Bots can’t run on this page.")
        return _("The program of {bot} isn’t on this device.", bot=written_name(bot.id))

    def _in_words(self, finding: Finding) -> str:
        _ = self._app.catalogue
        line = f"{_('Line {n}', n=finding.line)}: " if finding.line else ""
        return line + finding.sentence(_)


def _stand_in(session: Session, seat: int, offered: Sequence[str]) -> Heard:
    state = session.state
    choice = stand_in(View(state, seat), Options(state, seat))
    if choice is None:
        return seat, len(offered), None, ""
    return seat, len(offered), session.game.notation.text(choice.answer, state), choice.why


def _fits(session: Session, seat: int, text: str | None) -> bool:
    """Whether the rules allow this answer now."""
    state = session.state
    if text is None:
        return state.ask.seat != seat or isinstance(state.ask, QUIET)
    try:
        answer = session.game.notation.answer(text.split(), state)
    except (MalformedAnswer, RefusedAnswer):
        return False
    return not violations(state, seat, answer)
