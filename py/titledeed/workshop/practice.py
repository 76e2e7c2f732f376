"""Practice games: a bot's program against built-in bots, whole games inside the fence.

Game ``n`` of a seed is that of the arena with the house rule ``limit-rounds``: the same dice, and the
bots move over by one seat after every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..bots import BOTS, SLOW
from ..bots.protocol import Bot
from ..engine.answers import Answer, Offer, Reject
from ..engine.asks import Over
from ..engine.errors import LoadError
from ..engine.record import FORMAT, Game, read_record
from ..game.bot_scheduler import BotScheduler
from ..lab.batch_games import seed_of
from .bot_code import BotProgram
from .fenced_bot import FencedBot, ProgramFault
from .findings import Finding

ROUNDS: Final = 60  # the limit of practice games
LIMITS: Final = (30, ROUNDS, 100, 200)  # that can be chosen where no goal is to be reached
GAMES: Final = 100
OPPONENTS: Final = tuple(name for name in BOTS if name not in SLOW and name != "steady-1")
_MOST_ROUNDS: Final = 500
_FEW: Final = 8  # answers between two signs of life
_TURNS: Final = frozenset({"order", "roll", "rent-roll", "end"})  # asks that leave little to decide


def practice_record(against: Sequence[str], rounds: int, game: int = 0) -> dict[str, Any]:
    """The record in which game number ``game`` begins. ``bot`` of the workshop's own seat is ""."""
    names = ["", *against]
    n = len(names)
    seats = []
    for seat in range(n):
        bot = names[(seat + game) % n]
        table = {"name": bot_name(names, (seat + game) % n), "bot": bot}
        seats.append({key: value for key, value in table.items() if value})
    return {
        "format": FORMAT,
        "rulebook": "modern",
        "seats": seats,
        "house_rules": {"limit-rounds": rounds} if rounds else {},
    }


def bot_name(names: Sequence[str], which: int) -> str:
    """A name for a seat of a practice game; equal bots are numbered."""
    if not names[which]:
        return "You"
    same = [n for n, name in enumerate(names) if name == names[which]]
    number = f" {same.index(which) + 1}" if len(same) > 1 else ""
    return names[which].capitalize() + number


@dataclass
class Counts:
    """What a run has counted for the bot. ``asked`` and ``answered``: by kind."""

    games: int = 0
    won: int = 0
    outright: int = 0  # won because all others were bankrupt
    others: list[int] = field(default_factory=list)  # games won by each opponent
    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    refused: int = 0  # its offers that were declined
    groups: int = 0  # games in which it owned a whole group
    lost: list[int] = field(default_factory=list)  # the numbers of games that it lost

    def table(self) -> dict[str, Any]:
        """The counts as plain data."""
        return {
            **{
                name: getattr(self, name)
                for name in ("games", "won", "outright", "refused", "groups")
            },
            **{name: list(getattr(self, name)) for name in ("others", "lost")},
            **{name: dict(getattr(self, name)) for name in ("asked", "answered")},
        }


@dataclass
class Moment:
    """One question of the bot in a game. ``lines``: how many lines of the game came before it."""

    lines: int
    round: int
    ask: str
    answer: str
    reason: str
    line: int
    printed: list[str]
    finding: Finding | None = None
    seen: Sequence[tuple[str, str]] = ()

    def table(self) -> dict[str, Any]:
        """The moment as plain data."""
        finding = self.finding.table() if self.finding else None
        return {**vars(self), "finding": finding, "seen": [list(row) for row in self.seen]}


class PracticeGame:
    """One practice game of a program."""

    def __init__(
        self, program: BotProgram, against: Sequence[str], seed: int, game: int, rounds: int
    ) -> None:
        """Raises whatever the program or the bot's ``__init__`` raises, and :class:`LoadError` for an
        opponent."""
        if not 1 <= len(against) <= 7 or any(name not in OPPONENTS for name in against):
            raise LoadError("A practice game needs one to seven opponents from the list.")
        self.names = ["", *against]
        n = len(self.names)
        self.seat = -game % n
        self._shift = game
        self.game = Game(read_record(practice_record(against, rounds, game)))
        self._seed = seed_of(seed, game)
        own = program.for_game(f"practice {seed} {game}")
        self.bot = FencedBot(own, self.game.notation, strict=True)
        self.bots: list[Bot] = [
            self.bot if seat == self.seat else BOTS[self.names[(seat + game) % n]]()
            for seat in range(n)
        ]
        self.moments: list[Moment] = []
        self.lines: list[str] = []

    def play(
        self, counts: Counts, keep: bool = False, alive: Callable[[], object] = lambda: None
    ) -> list[int]:
        """Play to the end, and count it. ``keep``: also collect the lines and moments. ``alive`` is called
        after every few answers.

        Returns the winners, as indices of ``names``. Raises :class:`ProgramFault`."""
        state = self.game.state
        players = BotScheduler(self.bots)
        notation, own, seat = self.game.notation, self.bot, self.seat
        choose = own.choose
        asked, answered = counts.asked, counts.answered
        offers = False

        def watched(view: Any, options: Any) -> Any:
            mine = view.ask.seat == seat
            if mine:
                asked[view.ask.kind] += 1
            try:
                choice = choose(view, options)
            except ProgramFault:
                self._note(state.round)
                raise
            if choice is not None:
                answered[choice.answer.kind] += 1
            if keep and (mine or choice is not None) and self._matters(view.ask.kind, choice):
                self._note(state.round)
            return choice

        def told(who: int, answer: Answer) -> None:
            nonlocal offers
            if keep:
                self.lines.append(notation.line(who, answer, state))
            if isinstance(answer, Offer):
                offers = who == seat
            elif isinstance(answer, Reject) and offers:
                counts.refused += 1

        own.choose = watched  # type: ignore[method-assign]
        group = False
        members = [set(group.members) for group in state.rules.edition.groups]
        changes = -1
        given = 0
        while type(state.agenda[-1]) is not Over and state.round <= _MOST_ROUNDS:
            players.advance(state, self._seed, told=told)
            given += 1
            own.program.moment = given
            if given % _FEW == 0:
                alive()
            if not group and state.changes != changes:
                changes = state.changes
                group = any(all(state.owner[i] == seat for i in each) for each in members)
        over: Any = state.agenda[-1]
        winners = over.winners if type(over) is Over else ()
        n = len(self.names)
        won = sorted((winner + self._shift) % n for winner in winners)
        counts.games += 1
        counts.groups += group
        counts.others = counts.others or [0] * (n - 1)
        for winner in won:
            if winner:
                counts.others[winner - 1] += 1
        if 0 in won:
            counts.won += 1
            counts.outright += sum(state.playing) == 1
        else:
            counts.lost.append(self._shift)
        return won

    def _matters(self, ask: str, choice: Any) -> bool:
        """Whether a question is worth showing: all but throws, ends of turns and silence."""
        return ask not in _TURNS or (choice is not None and choice.answer.kind not in _TURNS)

    def _note(self, round: int) -> None:
        last = self.bot.asked
        self.moments.append(
            Moment(
                *(len(self.lines), round, last.ask, last.answer, last.reason, last.line),
                self.bot.program.printed.take(),
                last.finding,
                last.seen,
            )
        )

    def record(self) -> dict[str, Any]:
        """The game so far as a record's table, whose own seat is played by a person."""
        self.game.record.seed = self._seed
        self.game.lines = self.lines
        return self.game.to_dict()


def run_practice(
    program: BotProgram,
    against: Sequence[str],
    seed: int,
    rounds: int,
    games: Sequence[int],
    alive: Callable[[Counts], object] = lambda _counts: None,
) -> tuple[Counts, tuple[int, ProgramFault] | None]:
    """Play these games, and count them; ``alive`` is called often. Return the counts, and the fault that has
    ended the run with the number of its game."""
    counts = Counts()
    for game in games:
        try:
            played = PracticeGame(program, against, seed, game, rounds)
            played.play(counts, alive=lambda: alive(counts))
        except ProgramFault as fault:
            return counts, (game, fault)
    return counts, None
