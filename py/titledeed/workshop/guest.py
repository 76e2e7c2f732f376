"""A bot's program as a guest at a real table: it gets the game's lines and sends an answer.

The lines are those of a game whose dice and cards are entered by hand. So there is no seed here, and no
order of a deck. The guest replays the lines with its own engine and asks the bot about the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from ..bots.protocol import View
from ..engine.answers import Offer, Shuffle
from ..engine.legal_answers import Options
from ..engine.record import Game, Record, read_record
from ..engine.reducer import play_in_place
from ..engine.special_seats_and_ids import CHANCE
from ..game.bot_scheduler import REMEMBERED, BotScheduler
from .bot_code import BotProgram
from .fenced_bot import FencedBot


def guest_record(record: Record) -> dict[str, Any]:
    """A record's table as a guest may see it, without its lines, its seed and what else was saved with it."""
    table = Game(record).to_dict()
    kept = ("format", "rulebook", "edition", "variant", "rent", "house_rules", "decks", "position")
    names = [{"name": seat.name} for seat in record.seats]
    shown = {key: table[key] for key in kept if key in table}
    if "position" in shown:  # it may say which cards come next
        hidden = [key for key in shown["position"] if key == "deck" or key.startswith("x-")]
        shown["position"] = {k: v for k, v in shown["position"].items() if k not in hidden}
    return {**shown, "seats": names, "chance": "by-hand"}


def guest_lines(lines: Sequence[str]) -> list[str]:
    """These lines without the shuffles, which give the order of a deck."""
    return [line for line in lines if not line.startswith("chance shuffle")]


class FencedGuest:
    """A bot's program at one seat of a table."""

    def __init__(
        self, program: BotProgram, table: Mapping[str, Any], seat: int, seed: str = ""
    ) -> None:
        """``seed``: of the program's random numbers. Raises whatever the program or the bot's ``__init__``
        raises, and :class:`LoadError`."""
        record = read_record(table)
        game = Game(record)
        self._state, self._notation = game.state.copy(), game.notation
        self._seat = seat
        self._players = BotScheduler([None] * len(record.seats))
        self.bot = FencedBot(program.for_game(seed or str(seat)), self._notation)

    def follow(self, lines: Sequence[str]) -> None:
        """Replay the next lines of the game."""
        state, notation = self._state, self._notation
        program = self.bot.program
        program.moment = crc32("".join(f"{line}\n" for line in lines).encode(), program.moment)
        for line in lines:
            who, *words = line.split()
            seat = CHANCE if who == "chance" else notation.seat(who)
            answer = notation.answer(words, state)
            if isinstance(answer, Shuffle):
                continue
            turns = state.turns
            play_in_place(state, seat, answer)
            if type(answer) in REMEMBERED:
                self._players.note(turns, seat, answer)

    def ask(self, offered: Sequence[str]) -> list[str] | None:
        """What the bot answers, and its reason; None if it does nothing. ``offered``: the offers that it has
        made in this turn."""
        state, notation = self._state, self._notation
        made = [notation.answer(line.split(), state) for line in offered]
        offers = [offer for offer in made if isinstance(offer, Offer)]
        view = View(state, self._seat, self._players.past, offers, self._players.purchases)
        choice = self.bot.choose(view, Options(state, self._seat))
        return None if choice is None else [notation.text(choice.answer, state), choice.why]
