"""Bots that people have written: their ids, and their place among the bots of a table.

An id has the bot's name and a hash of its program: ``Magpie#0123456789ab``. A record names the bot by it
and does not contain the program. The program never runs here: the table asks it elsewhere, and gives the
answer to :class:`WrittenBot`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..engine.answers import Offer
from ..engine.legal_answers import Options
from ..engine.state import State
from .protocol import Bot, Choice, View
from .registry import BOTS
from .simple_bot_without_trades import Simple

_ID: Final = re.compile(r"(.{1,24})#([0-9a-f]{12})")


def written_id(name: str, key: str) -> str:
    """The id of a bot with this name, whose program has this hash."""
    return f"{name}#{key[:12]}"


def is_written(bot: str) -> bool:
    """Whether this is the id of a bot that people have written."""
    return _ID.fullmatch(bot) is not None and bot.isprintable() and bot == bot.strip()


def written_name(bot: str) -> str:
    """The bot's name in its id."""
    return bot.rpartition("#")[0]


def is_bot(bot: str) -> bool:
    """Whether a seat may be given to a bot of this id: a built-in one, or one that people have written."""
    return bot in BOTS or is_written(bot)


def make_bot(bot: str) -> Bot:
    """A new bot of this id."""
    return BOTS[bot]() if bot in BOTS else WrittenBot(bot)


class UnansweredError(Exception):
    """A written bot must be asked elsewhere. ``offered``: the offers that it has made in this turn."""

    def __init__(self, seat: int, offered: Sequence[Offer]) -> None:
        super().__init__(seat)
        self.seat = seat
        self.offered = tuple(offered)


class WrittenBot:
    """A seat of a written bot. ``simple`` plays it, unless ``driven`` is set: then it raises
    :class:`UnansweredError` until :meth:`hear` has brought the answer of the program."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.driven = self.given_up = False
        self._at: State | None = None
        self._heard: dict[int, Choice | None] = {}  # at this State, by the offers made in this turn

    def give_up(self) -> None:
        """Let ``simple`` play the seat from now on: the program can't be asked any more."""
        self.driven, self.given_up = False, True

    def hear(self, state: State, offered: int, choice: Choice | None) -> None:
        """Take the program's answer at this State, after so many offers in this turn."""
        if state is not self._at:
            self._at = state
            self._heard.clear()
        self._heard[offered] = choice

    def forget(self) -> None:
        """Forget what the program has answered, as the State has changed."""
        self._at = None

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`."""
        if not self.driven:
            return stand_in(view, options)
        offered = len(view.offered)
        if self._at is not view._state or offered not in self._heard:
            raise UnansweredError(view.seat, view.offered)
        return self._heard[offered]


def stand_in(view: View, options: Options) -> Choice | None:
    """What ``simple`` answers in the place of a written bot."""
    choice = Simple().choose(view, options)
    return (
        None
        if choice is None
        else Choice(
            choice.answer, "My program gave no usable answer, so the simple bot answered for me."
        )
    )
