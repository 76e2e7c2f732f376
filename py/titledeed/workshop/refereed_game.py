"""A game among written bots without a page: the referee knows the seed, and the programs get only lines.

The caller asks the programs, each in a fence of its own, and brings their answers. Built-in bots are asked
here. The same seed and answers always give the same game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from ..bots.protocol import View
from ..bots.written_bots import UnansweredError, WrittenBot, make_bot, stand_in
from ..engine.answers import Answer
from ..engine.asks import QUIET, Over
from ..engine.errors import MalformedAnswer, RefusedAnswer
from ..engine.legal_answers import Options
from ..engine.record import Game, Record
from ..engine.reducer import violations
from ..game.bot_scheduler import BotScheduler
from ..game.bot_worker_questions_and_answers import hear
from .guest import guest_lines, guest_record

MOST_ROUNDS: Final = 500  # after which a game without a limit is stopped


@dataclass(frozen=True)
class Wanted:
    """A question for the program of ``seat``. ``lines``: those that it does not know yet; ``offered``: the
    offers that it has made in this turn."""

    seat: int
    lines: list[str]
    offered: list[str]


class RefereedGame:
    """One game. ``lines``: its answers so far, with those of chance. ``replaced``: for each seat, how often
    ``simple`` answered in the place of its program."""

    def __init__(self, record: Record, seed: int) -> None:
        """Raises :class:`LoadError`."""
        game = Game(record)
        self.record = record
        self.seed = seed
        self.state = game.state.copy()
        self.notation = game.notation
        self.lines: list[str] = []
        self.replaced = [0] * len(record.seats)
        self._bots = [make_bot(seat.bot) for seat in record.seats]
        self._written = [bot for bot in self._bots if isinstance(bot, WrittenBot)]
        for bot in self._written:
            bot.driven = True
        self._players = BotScheduler(self._bots)
        self._known = [0] * len(record.seats)

    @property
    def over(self) -> bool:
        return type(self.state.agenda[-1]) is Over or self.state.round > MOST_ROUNDS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        over = self.state.agenda[-1]
        return over.winners if isinstance(over, Over) else ()

    def sitting(self, seat: int, code: str) -> dict[str, Any]:
        """The question with which a program begins as a guest.

        Its random numbers depend on the game's seed, which can't be found from them."""
        drawn = sha256(f"random numbers {self.seed} {seat}".encode()).hexdigest()[:16]
        record = guest_record(self.record)
        return {"do": "sit", "code": code, "record": record, "seat": seat, "random": drawn}

    def everything_before(self, wanted: Wanted) -> list[str]:
        """All lines that a program must know for this question."""
        return guest_lines(self.lines[: self._known[wanted.seat]])

    def advance(self) -> Wanted | None:
        """Play on until a program must be asked; None at the end of the game, and after every answer of
        which the caller may want to know."""
        state, players = self.state, self._players
        quiet = isinstance(state.agenda[-1], QUIET)
        memory = players.memory() if quiet else None
        try:
            players.advance(state, self.seed, told=self._told)
        except UnansweredError as error:
            if memory is not None:
                players.recall(memory)
            seat = error.seat
            part = guest_lines(self.lines[self._known[seat] :])
            self._known[seat] = len(self.lines)
            offered = [self.notation.text(offer, state) for offer in error.offered]
            return Wanted(seat, part, offered)
        for bot in self._written:
            bot.forget()
        return None

    def _told(self, seat: int, answer: Answer) -> None:
        self.lines.append(self.notation.line(seat, answer, self.state))
        bot = self._bots[seat] if seat >= 0 else None
        if isinstance(bot, WrittenBot) and bot.given_up:
            self.replaced[seat] += 1

    def hear(self, wanted: Wanted, text: str | None) -> bool:
        """Take a program's answer. Return False if the rules forbid it; then ``simple`` answers."""
        seat, state = wanted.seat, self.state
        if not self._fits(seat, text):
            self.replace(wanted)
            return False
        hear(self._players, self.notation, state, (seat, len(wanted.offered), text, ""))
        return True

    def replace(self, wanted: Wanted) -> None:
        """Let ``simple`` answer in the place of a program."""
        seat, state = wanted.seat, self.state
        self.replaced[seat] += 1
        bot = self._bots[seat]
        assert isinstance(bot, WrittenBot)
        bot.hear(state, len(wanted.offered), stand_in(View(state, seat), Options(state, seat)))

    def give_up(self, seat: int) -> None:
        """Let ``simple`` play a seat to the end of the game."""
        bot = self._bots[seat]
        if isinstance(bot, WrittenBot):
            bot.give_up()

    def _fits(self, seat: int, text: str | None) -> bool:
        state = self.state
        if text is None:
            return state.agenda[-1].seat != seat or isinstance(state.agenda[-1], QUIET)  # type: ignore[union-attr]
        try:
            answer = self.notation.answer(text.split(), state)
        except (MalformedAnswer, RefusedAnswer):
            return False
        return not violations(state, seat, answer)

    def table(self, lines: Sequence[str] = ()) -> dict[str, Any]:
        """The game as a record's table; ``lines``: those to write, by default all."""
        game = Game(self.record)
        game.record.seed = self.seed
        game.lines = list(lines or self.lines)
        return game.to_dict()
