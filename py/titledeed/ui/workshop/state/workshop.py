"""The state of the bot workshop: the program, its findings, the last run and the game that is looked at."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final

from ....engine.errors import LoadError
from ....engine.notation import Notation
from ....engine.parsing.value_predicates import is_list, is_one_of, is_table, is_text
from ....engine.state import State
from ....workshop.bot_file import LARGEST, NAME, BotFile, clean_name
from ....workshop.fence_answers import (
    BadAnswerError,
    PlayedGame,
    PlayedMoment,
    RunCounts,
    position_at,
)
from ....workshop.findings import Finding
from ....workshop.practice import LIMITS, OPPONENTS, ROUNDS
from ....workshop.steps import FREE, STEPS, Goal, GuidedStep, step_of

MOST_EARLIER: Final = 6
IDS: Final = (*(step.id for step in STEPS), FREE)
MOST_PRINTED: Final = 400  # lines that stay on the page


def stored_bot(table: dict[str, Any]) -> BotFile | None:
    """The bot that is open in the workshop, from what :meth:`WorkshopState.table` has stored."""
    workshop = WorkshopState()
    try:
        workshop.recall(table)
    except LoadError:
        return None
    return BotFile(workshop.name, workshop.code)


@dataclass
class WorkshopRun:
    """A run of games. ``goals``: those that are played one after the other; ``counts``: of each so far;
    ``rounds``: the limit of each game."""

    goals: tuple[Goal, ...]
    counts: list[RunCounts] = field(default_factory=list)
    going: bool = True
    stopped: bool = False
    rounds: int = ROUNDS

    @property
    def reached(self) -> bool:
        """Whether all its games were played and all goals reached."""
        done = not self.going and not self.stopped and len(self.counts) == len(self.goals)
        return done and all(map(Goal.reached, self.goals, self.counts))


@dataclass
class WorkshopState:
    """What the workshop shows."""

    name: str = NAME
    at: str = STEPS[0].id
    programs: dict[str, str] = field(default_factory=dict)  # by step
    reached: list[str] = field(default_factory=list)  # the steps whose goals were reached
    before: dict[str, int] = field(default_factory=dict)  # games won by the program before, by step
    against: list[str] = field(default_factory=lambda: ["steady"] * 3)
    limit: int = ROUNDS  # of rounds, in games against any opponents
    findings: list[Finding] = field(default_factory=list)
    read: bool = False  # the program has been read since its last change
    run: WorkshopRun | None = None
    game: PlayedGame | None = None
    game_number: int = 0
    game_goal: int = 0  # against the opponents of this goal
    moment: int = 0
    coming: bool = False  # a game is being played
    printed: list[str] = field(default_factory=list)
    hints: int = 0  # how many hints are shown
    shows_way: bool = False
    earlier: list[BotFile] = field(
        default_factory=list
    )  # that others have replaced, the last one first
    offered: BotFile | None = None  # a bot from a file or link, to be looked at first
    blocked: str = ""  # why no program can run: "blocked", "slow", "file", or a reason
    note: str = ""  # what has just happened
    _position: tuple[PlayedGame, int, State, Notation] | None = None

    @property
    def step(self) -> GuidedStep | None:
        return step_of(self.at)

    @property
    def code(self) -> str:
        """The program of the current step."""
        return self.programs[self.at] if self.at in self.programs else self.first_code(self.at)

    @code.setter
    def code(self, text: str) -> None:
        self.programs[self.at] = text[:LARGEST]

    def first_code(self, at: str) -> str:
        """The program with which a step begins: the one of the last step whose goal was reached."""
        here = IDS.index(at)
        if here and IDS[here - 1] in self.reached:
            return self.programs.get(IDS[here - 1], "") or STEPS[here - 1].solution
        return STEPS[min(here, len(STEPS) - 1)].starter

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What a run plays: the goals of the step, or the chosen opponents."""
        return self.step.goals if self.step else (Goal(tuple(self.against), 0),)

    @property
    def rounds(self) -> int:
        """The limit of rounds of the next games."""
        return ROUNDS if self.step else self.limit

    @property
    def shown(self) -> PlayedMoment | None:
        """The moment that is looked at."""
        game = self.game
        return game.moments[self.moment] if game and self.moment < len(game.moments) else None

    def position(self) -> tuple[State, Notation] | None:
        """The State in which the shown moment was asked; None if there is none."""
        game, moment = self.game, self.shown
        if game is None or moment is None:
            return None
        last = self._position
        if last is None or last[0] is not game or last[1] != moment.lines:
            try:
                self._position = last = (
                    game,
                    moment.lines,
                    *position_at(game.record, moment.lines),
                )
            except BadAnswerError:
                return None
        return last[2], last[3]

    def set_aside(self, bot: BotFile) -> None:
        """Keep a bot that another one replaces, so that people can open it again."""
        if bot.code.strip():
            others = [each for each in self.earlier if each != bot]
            self.earlier = [bot, *others][:MOST_EARLIER]

    def take(self, bot: BotFile) -> None:
        """Open a bot against any opponents. People can open the former one again under "Earlier bots"."""
        if FREE in self.programs and self.programs[FREE] != bot.code:
            self.set_aside(BotFile(self.name, self.programs[FREE]))
        self.earlier = [each for each in self.earlier if each != bot]
        self.at = FREE
        self.forget_results()
        self.programs[FREE], self.name = bot.code, bot.name

    def forget_results(self) -> None:
        """Forget what belongs to another program."""
        self.run = self.game = None
        self.moment = self.hints = 0
        self.shows_way = False
        self.printed = []
        self.note = ""
        self.findings, self.read = [], False

    def table(self) -> dict[str, Any]:
        """What is stored on this device."""
        kept = ("name", "at", "programs", "reached", "before", "against", "limit")
        earlier = [[bot.name, bot.code] for bot in self.earlier]
        return {**{key: copy(getattr(self, key)) for key in kept}, "earlier": earlier}

    def merge(self, before: dict[str, Any], theirs: dict[str, Any]) -> None:
        """Take over what another window has stored; ``before`` is what this window stored or read last.

        If both have changed the program of a step, this window's stays, and the other can be opened again.
        Raises :class:`LoadError` if it is damaged."""
        other = WorkshopState()
        other.recall(theirs)
        known = before.get("programs", {})
        for bot in reversed(other.earlier):
            if bot not in self.earlier and [bot.name, bot.code] not in before.get("earlier", []):
                self.set_aside(bot)
        for id, code in other.programs.items():
            if code in (self.programs.get(id), known.get(id)):
                continue
            if self.programs.get(id) == known.get(id):
                self.programs[id] = code
            else:
                self.set_aside(BotFile(other.name, code))
        if self.name == before.get("name"):
            self.name = other.name
        if self.against == before.get("against"):
            self.against = other.against
        if self.limit == before.get("limit", ROUNDS):
            self.limit = other.limit
        self.reached = [id for id in IDS if id in {*self.reached, *other.reached}]
        self.before = {**other.before, **self.before}

    def recall(self, table: dict[str, Any]) -> None:
        """Take over what was stored. Raises :class:`LoadError` if it is damaged."""
        fits = (
            is_text(table.get("name"), 100)
            and is_one_of(table.get("at"), IDS)
            and is_table(table.get("programs"), 20, lambda code: is_text(code, LARGEST))
            and is_list(table.get("reached"), 0, 20, lambda id: is_one_of(id, IDS))
            and is_table(table.get("before"), 20, lambda n: type(n) is int and 0 <= n <= 100)
            and is_list(table.get("against"), 1, 7, lambda bot: is_one_of(bot, OPPONENTS))
            and table.get("limit", ROUNDS) in LIMITS
            and is_list(table.get("earlier", []), 0, MOST_EARLIER, _is_bot)
        )
        if not fits:
            raise LoadError("damaged")
        for key in ("at", "programs", "reached", "before", "against"):
            setattr(self, key, table[key])
        self.limit = int(table.get("limit", ROUNDS))
        self.programs = {id: code for id, code in self.programs.items() if id in IDS}
        self.name = clean_name(table["name"])
        self.earlier = [BotFile(clean_name(name), code) for name, code in table.get("earlier", [])]


def _is_bot(value: Any) -> bool:
    return is_list(value, 2, 2, lambda text: is_text(text, LARGEST)) and is_text(value[0], 100)
