"""Plays games by codes in one process: each device sends its codes to all others; bots answer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from simulated_tables import record
from titledeed.bots import BOTS
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import Record
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.peers.correspondence.answers_draws_and_turn_codes import TurnEncoder
from titledeed.peers.correspondence.open_join_play_correspondence_game import (
    CorrespondenceGame,
    code_kind,
)
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog

ENGINE = "an engine"
NAMES = ["Ada", "Zoë", "Cleo", "Dora"]
Watching = Callable[["Codes", int, str], None]


def pen_of(correspondence: CorrespondenceGame) -> TurnEncoder:
    assert correspondence.encoder is not None
    return correspondence.encoder


@dataclass
class Codes:
    """The devices of a game by codes. ``first``: the codes until the game began; ``turns``: those since."""

    posts: list[CorrespondenceGame]
    first: list[str]
    bot: str = "simple"
    turns: list[str] = field(default_factory=list)
    asleep: bool = False  # each page is closed after each code, and opened again
    seen: Watching = lambda codes, n, code: None  # called with the sender's number and each code

    @property
    def log(self) -> ReplicatedLog:
        return pen_of(self.posts[0]).log

    def play(self, most: int = 20_000) -> None:
        """Play to the end. The asked player answers, and each code goes to all others at once."""
        schedulers = [self._scheduler(pen_of(correspondence)) for correspondence in self.posts]
        for _ in range(most):
            if all(
                isinstance(pen_of(correspondence).log.state.ask, Over)
                for correspondence in self.posts
            ):
                return
            for n in range(len(self.posts)):
                self._turn(n, schedulers[n])
        raise AssertionError("the game does not end")

    def _scheduler(self, encoder: TurnEncoder) -> BotScheduler:
        """Return the bots that answer at a device."""
        return BotScheduler(
            [
                BOTS[self.bot]() if seat in encoder.seats else None
                for seat in range(encoder.log.seats)
            ]
        )

    def _turn(self, n: int, scheduler: BotScheduler) -> None:
        before = self.posts[n].codes
        while (encoder := pen_of(self.posts[n])).mine():
            move = scheduler.next(encoder.log.state)
            assert move is not None
            seat, choice = move
            correspondence = self.posts[n]
            correspondence.say(
                encoder.log.game.notation.text(choice.answer, encoder.log.state), seat
            )
            if correspondence.codes > before:
                before = correspondence.codes
                self.hand_on(n)

    def hand_on(self, n: int) -> None:
        """Send a device's code to all others, and their immediate answers to all others in turn."""
        code = self.posts[n].code
        if code in self.turns[-20:]:
            return
        self.turns.append(code)
        self.seen(self, n, code)
        owing = []
        for other in range(len(self.posts)):
            if other != n:
                before = self.posts[other].codes
                self.posts[other].read(code)
                owing += [other] if self.posts[other].codes > before else []
        if self.asleep:
            self.posts = [slept(correspondence) for correspondence in self.posts]
        for other in owing:
            self.hand_on(other)


def slept(correspondence: CorrespondenceGame) -> CorrespondenceGame:
    """Return a device whose page was closed between two codes."""
    stored = json.loads(json.dumps(correspondence.stored()))
    return CorrespondenceGame.restore(stored, ENGINE, random.Random(1).randbytes)


def begun(
    count: int,
    rounds: int = 3,
    fewer: bool = False,
    *,
    bots: int = 0,
    game: Record | None = None,
    seed: int = 0,
) -> Codes:
    """Return the devices of ``count`` people for a game that has begun; ``bots`` play on the host's."""
    rng = random.Random(f"{count} {seed}")
    posts = [CorrespondenceGame(ENGINE, rng.randbytes, 2000) for _ in range(count)]
    posts[0].lay(game or record(count + bots, rounds, bots), fewer, NAMES[0])
    first = [posts[0].code]
    for n, guest in enumerate(posts[1:], 1):
        guest.join(first[0], NAMES[n])
        first.append(guest.code)
        posts[0].read(guest.code)
    codes = Codes(posts, first)
    if count > 2:
        assert code_kind(posts[0].code) == "start"
        first.append(posts[0].code)
        before = [guest.codes for guest in posts[1:]]
        for guest in posts[1:]:
            guest.read(first[-1])
        for n, guest in enumerate(posts[1:], 1):
            if guest.codes > before[n - 1]:  # the game begins with a draw
                codes.hand_on(n)
    elif posts[0].code:
        codes.hand_on(0)
    return codes
