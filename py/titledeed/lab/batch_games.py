"""Plays many games from one setting and saves a summary of each.

A setting is a record without steps, with a bot for every seat. Game ``i`` (from 0) has the same seed as
in the arena. So a result does not depend on the division of a run into jobs, or on the process that
plays them. The summary of a game (:class:`Played`) is plain data, so it can be sent to a process or a
worker, or written to a file.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import fsum
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar

from ..bots import BOTS
from ..bots.protocol import Bot
from ..bots.strategy_ids import is_strategy
from ..engine import rng
from ..engine import rulebook_loader_and_rules_compiler as rules_compiler
from ..engine.answers import (
    Answer,
)
from ..engine.asks import (
    AskDice,
    Over,
)
from ..engine.board_and_rules_types import Rules
from ..engine.errors import LoadError
from ..engine.generic_event import Event
from ..engine.mutations import Payment
from ..engine.notation import Notation
from ..engine.parsing import positions
from ..engine.record import FORMAT, Game, Record, read_record
from ..engine.rules.short_game import scores
from ..engine.state import (
    State,
)
from ..game.bot_scheduler import BotScheduler
from ..game.strategy_seats import strategies_of
from ..run_generator_to_end import at_once

MOST_ROUNDS: Final = 500  # the same limit as in the arena
POLICY: Final = "steady-1"  # the bot for a seat without a named bot
# The payments that count as income. The seat gives nothing in return for them.
INCOMES: Final = ("salary", "rent", "card", "parking")
_ROUNDED: Final = 4  # decimals of a round's Gini coefficient
_RARELY: Final = 30_000  # new objects before Python searches for cycles; usually 700
_SLICE: Final = 40  # answers between two pauses: some milliseconds in a browser

Done = TypeVar("Done")


Watch = Callable[[int, Sequence[Event], State], None]


class Played(TypedDict):
    """The summary of one game.

    ``winners``: seats; empty if the game was stopped at 500 rounds.
    ``worth``: of each seat at the end, valued as in the Short Game.
    ``ginis``: the Gini coefficient of the worths at the end of each round, to four decimals.
    ``gini``: its mean over the rounds.
    ``income[cause][seat]``: sums in money, causes in the order of ``INCOMES``.
    ``groups``: for each color group the seat that owns all of it at the end, or -1.
    """

    rounds: int
    throws: int
    winners: list[int]
    worth: list[int]
    gini: float
    ginis: list[float]
    income: list[list[int]]
    groups: list[int]


# The fields of ``Played`` (``NotRequired`` there) that later versions have added. Each has its check, a
# function of the value and the number of seats. Games counted by an earlier version lack these fields.
ADDED: Final[Mapping[str, Callable[[Any, int], bool]]] = {}


def is_same_game(row: Played, now: Played) -> bool:
    """Whether a replayed game has the same result as this row, in all fields that the row has."""
    return row.items() <= now.items()


class GamesJob(TypedDict):
    """The games ``first`` to ``first + count - 1`` of a run from the record's table ``record``."""

    record: dict[str, Any]
    seed: int
    first: int
    count: int


_rules: dict[str, Rules] = {}
_KEPT_RULES: Final = 4  # as many as the bots keep boards of (``bots.board_stats``)


def _rules_of(record: Record) -> Rules:
    """The rules of a record. Records that differ in the opening position alone share them, as in a sweep
    over the starting cash. So they share what the bots keep for these rules."""
    parts = (record.rulebook, record.edition, record.decks, record.variant, record.house_rules)
    key = repr(parts)
    rules = _rules.get(key)
    if rules is None:
        rules = rules_compiler.make_rules(*parts)
        if len(_rules) >= _KEPT_RULES:
            _rules.clear()
        _rules[key] = rules
    return rules


class Setting:
    """What all games of a run share: the record, its rules and its bots."""

    def __init__(self, record: Record, strangers: bool = False) -> None:
        """``strangers`` allows bots from files of this machine. That runs their code, so it must be False
        for a record from elsewhere.

        Raises :class:`LoadError` with a sentence.
        """
        self.record = record
        self.rules: Rules = _rules_of(record)
        if self.rules.limit_minutes:
            raise LoadError("A game in the laboratory has no clock: limit its rounds.")
        self.notation = Notation(self.rules, [seat.name for seat in record.seats])
        self.bots = [seat.bot or POLICY for seat in record.seats]
        from_rules = any(map(is_strategy, self.bots))
        self.strategies = strategies_of(record.extra) if from_rules else {}
        for name in self.bots:
            known = name in BOTS or name in self.strategies
            if not known and not (strangers and ":" in name):
                bots = ", ".join(BOTS)
                raise LoadError(f"There is no bot “{name[:40]}”. Choose one of these: {bots}.")
        # A record names the bot that has played. A third party's bot file is only on this machine. So
        # the record contains only its name, which every reader stores and none acts on.
        self.seats_in_records = [
            replace(seat, bot=bot)
            if bot in BOTS or bot in self.strategies
            else replace(seat, bot="", extra={**seat.extra, "x-bot": Path(bot).name})
            for seat, bot in zip(record.seats, self.bots, strict=True)
        ]
        self.opening()

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Setting:
        """The setting of a record's table. Raises :class:`LoadError` with a sentence, also if the record
        has steps."""
        record = read_record(table)
        if record.refused is not None:
            raise LoadError("This file is only for testing and can’t be opened.")
        if any(line.split("#")[0].strip() for step in record.steps for line in step.lines):
            raise LoadError(
                "The games of a simulation begin at a position, but this "
                "record already contains moves."
            )
        return cls(record)

    def opening(self) -> State:
        """The State before the first answer. Dice and cards come from the seed, even if the record enters
        them by hand."""
        record = self.record
        asked = record.rent == "asked"
        return positions.opening_state(
            self.rules, self.notation, record.position or {}, asked=asked, by_hand=False
        )

    def games_key(self) -> str:
        """A text that two settings share if they play the same games, however they are written. For
        example, a house rule may have the rulebook's own value, or a seat may start with the usual
        cash."""
        rules = replace(self.rules, house_rules={}, official=True)
        state = self.opening()
        begun = {name: getattr(state, name) for name in State.__slots__ if name != "rules"}
        bots = [self.strategies[bot].rules if bot in self.strategies else bot for bot in self.bots]
        return repr((rules, begun, bots))

    def players(self) -> list[Bot]:
        """New bots for one game, by seat."""
        if all(name in BOTS or name in self.strategies for name in self.bots):
            return [
                BOTS[name]() if name in BOTS else self.strategies[name].make_bot()
                for name in self.bots
            ]
        from .arena import make_bot  # noqa: PLC0415 - not in the page, where there are no strangers

        return [make_bot(name, self.notation, self.strategies) for name in self.bots]


def record_of(
    rulebook: str,
    bots: Sequence[str],
    edition: str | dict[str, Any] = "atlantic-city",
    variant: str = "standard",
    decks: str | None = None,
    house_rules: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The table of a record in which these bots begin a game. Their names are ``seat-1`` etc."""
    table: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": rulebook,
        "edition": edition,
        "variant": variant,
        "seats": [{"name": f"seat-{i + 1}", "bot": bot} for i, bot in enumerate(bots)],
        "house_rules": dict(house_rules or {}),
    }
    if decks is not None:
        table["decks"] = decks
    return table


def seed_of(seed: int, game: int) -> int:
    """The seed of game number ``game`` (from 0) of a run, the same as in the arena."""
    return rng.random_number(seed, game) >> 1


# ---------------------------------------------------------------- one game


def gini(worths: Sequence[int]) -> float:
    """The Gini coefficient: 0 if all worths are equal, (n - 1) / n if one seat has everything."""
    total = sum(worths)
    if not total:
        return 0.0
    ordered = sorted(worths)
    # The sum of the differences of all pairs, by ranks: exact integers until the division.
    spread = sum((2 * rank - len(ordered) + 1) * worth for rank, worth in enumerate(ordered))
    return spread / (len(ordered) * total)


def seat_worths(state: State) -> list[int]:
    """The Short Game worth of each seat; 0 for a seat that is out."""
    return [
        worth if plays else 0 for worth, plays in zip(scores(state), state.playing, strict=True)
    ]


def play_to_end(
    setting: Setting, seed: int, most_rounds: int = MOST_ROUNDS, watch: Watch | None = None
) -> Played:
    """Play one game to its end, or until a round beyond ``most_rounds`` begins.

    ``watch(round, events, state)`` is called after each answer: the round in which it was given, its
    events, and the State after it."""
    return at_once(in_slices(setting, seed, most_rounds, watch))


def in_slices(
    setting: Setting,
    seed: int,
    most_rounds: int = MOST_ROUNDS,
    watch: Watch | None = None,
    lines: list[str] | None = None,
) -> Generator[None, None, Played]:
    """As :func:`play_to_end`, as a generator that yields every ``_SLICE`` answers. A page without
    workers plays a game in slices, so that it stays responsive. ``lines``: a list to which the game's
    lines are appended."""
    state = setting.opening()
    players = BotScheduler(setting.players())
    count = Count(state)
    told = None if lines is None else _writer(setting.notation, state, lines)
    answers = 0
    events = None if watch is None else count.events
    while type(ask := state.agenda[-1]) is not Over and state.round <= most_rounds:
        round = state.round
        if type(ask) is AskDice and ask.purpose == "move":
            count.throws += 1
        players.advance(state, seed, events, told, count.payments)
        if watch is not None:
            watch(round, count.events, state)
            count.events.clear()
        if count.payments or state.round != round:
            count.paid(state)
        answers += 1
        if not answers % _SLICE:
            yield
    return count.played(state)


def _writer(notation: Notation, state: State, lines: list[str]) -> Callable[[int, Answer], object]:
    return lambda seat, answer: lines.append(notation.line(seat, answer, state))


class Count:
    """Adds up the summary of one game, while it is played or replayed.

    ``events`` and ``payments``: those of the last answer. A game that is played counts its ``throws`` and
    ``payments``, and makes no events unless somebody watches them. A replayed game has events."""

    def __init__(self, state: State) -> None:
        """``state``: the State before the first answer."""
        self.events: list[Event] = []
        self.payments: list[Payment] = []
        self.throws = 0
        self._starting = [seat for seat in range(state.seats) if state.playing[seat]]
        self._income = [[0] * state.seats for _ in INCOMES]
        self._ginis: list[float] = []
        self._round = state.round
        self._begun = state.round  # the last round in which an answer was given

    def answered(self, state: State) -> None:
        """Count one answer by its ``events``, which are then cleared. ``state``: the State after it."""
        for event in self.events:
            facts: Any = event.facts
            if event.kind == "pay":
                self.payments.append((facts["payee"], facts["amount"], facts["what"]))
            elif event.kind == "throw":
                self.throws += facts["purpose"] == "move"
        self.events.clear()
        self.paid(state)

    def paid(self, state: State) -> None:
        """Count one answer by its ``payments``, which are then cleared. ``state``: the State after it."""
        if self.payments:
            for payee, amount, purpose in self.payments:
                if payee >= 0 and purpose in INCOMES:
                    self._income[INCOMES.index(purpose)][payee] += amount
            self.payments.clear()
        self._begun = self._round
        if state.round != self._round:
            self._round = state.round
            self._ginis.append(self._unequal(state))

    def _unequal(self, state: State) -> float:
        now = seat_worths(state)
        return gini([now[seat] for seat in self._starting])

    def played(self, state: State) -> Played:
        """The summary of the game if it ends here. A round in which no answer was given does not count."""
        ask: Any = state.agenda[-1]
        over = type(ask) is Over
        ginis, rounds = self._ginis, state.round
        if over or self._begun == rounds:
            ginis = [*ginis, self._unequal(state)]
        else:
            rounds = self._begun
        owner = state.owner
        groups = []
        for group in state.rules.edition.groups:
            owners = {owner[space] for space in group.members}
            groups.append(max(owners.pop(), -1) if len(owners) == 1 else -1)
        return {
            "rounds": rounds,
            "throws": self.throws,
            "winners": list(ask.winners) if over else [],
            "worth": scores(state),
            "gini": round(fsum(ginis) / max(len(ginis), 1), 6),
            "ginis": [round(value, _ROUNDED) for value in ginis],
            "income": self._income,
            "groups": groups,
        }


# ---------------------------------------------------------------- many games


_settings: dict[str, Setting] = {}


def setting_of(table: dict[str, Any], strangers: bool = False) -> Setting:
    """The setting of a job. The last two are cached, one for each side of a comparison. The jobs of a
    run share their setting, and the bots' caches belong to its rules."""
    if strangers:
        return Setting(read_record(table), True)
    key = repr(table)
    setting = _settings.get(key)
    if setting is None:
        setting = Setting.of(table)
        if len(_settings) > 1:
            _settings.clear()
        _settings[key] = setting
    return setting


def run_games(job: GamesJob, strangers: bool = False) -> list[Played]:
    """Play the games of a job, in order. Raises :class:`LoadError` with a sentence."""
    setting = setting_of(job["record"], strangers)
    first = job["first"]
    with rare_collections():
        return [play_to_end(setting, seed_of(job["seed"], first + i)) for i in range(job["count"])]


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let Python search less often for unused reference cycles. A game makes millions of objects and
    nearly no cycles, so the usual searches take 3 to 4 percent of its time and find nothing."""
    usual = gc.get_threshold()
    gc.set_threshold(_RARELY, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def warm_up(_job: None) -> None:
    """Play the beginning of a game, so that a worker has loaded everything that its first job needs."""
    play_to_end(setting_of(record_of("modern", [POLICY] * 4)), 1, most_rounds=1)


def warm_in_slices(_job: None) -> Generator[None]:
    """Do nothing. Without workers, warming up would only keep the page busy."""
    yield


def run_in_slices(job: GamesJob) -> Generator[None, None, list[Played]]:
    """As :func:`run_games`, as a generator that yields several times in each game."""
    setting = setting_of(job["record"])
    played = []
    for i in range(job["count"]):
        played.append((yield from in_slices(setting, seed_of(job["seed"], job["first"] + i))))
        yield
    return played


def recorded_in_slices(
    setting: Setting, seed: int
) -> Generator[None, None, tuple[Played, dict[str, Any]]]:
    """Play one game. Return its summary, and its record's table with all lines."""
    lines: list[str] = []
    played = yield from in_slices(setting, seed, lines=lines)
    record = setting.record
    game = Game(
        replace(record, seats=setting.seats_in_records, seed=seed, chance="dealt", snapshot=None)
    )
    game.lines = lines
    return played, game.to_dict()


class Replayed(TypedDict):
    """A replayed game and its record's table."""

    played: Played
    record: dict[str, Any]


def replay_game(job: GamesJob) -> Replayed:
    """Play the first game of a job again, to show it."""
    return at_once(replayed_in_slices(job))


def replayed_in_slices(job: GamesJob) -> Generator[None, None, Replayed]:
    """As :func:`replay_game`, as a generator that yields several times."""
    setting = setting_of(job["record"])
    played, table = yield from recorded_in_slices(setting, seed_of(job["seed"], job["first"]))
    return {"played": played, "record": table}


def record_game(job: GamesJob) -> dict[str, Any]:
    """Play the first game of a job and return it as a record's table with all its lines."""
    return replay_game(job)["record"]


def run_with_strangers(job: GamesJob) -> list[Played]:
    """As :func:`run_games`, where bots may be files of this machine. Their code is run."""
    return run_games(job, strangers=True)


def columns_of(seats: int) -> dict[str, Callable[[Played], object]]:
    """The columns after the number of the game, each with its cell; docs/LAB.md defines them. If an
    earlier version counted the game without the field, the cell is empty."""
    worth = {f"worth_{seat + 1}": partial(_worth, seat) for seat in range(seats)}
    return {
        "rounds": lambda game: game["rounds"],
        "throws": lambda game: game["throws"],
        "winner": lambda game: winner_of(game) or "",
        **worth,
        "gini": lambda game: f"{game['gini']:.6f}",
    }


def _worth(seat: int, game: Played) -> int:
    return game["worth"][seat]


def games_csv(games: Iterable[Played | None], seats: int, first: int = 0) -> Iterator[str]:
    """The lines that ``lab games`` prints, with a heading. A game that is None has no line, but its
    number is not reused."""
    columns = columns_of(seats)
    yield ",".join(("game", *columns))
    for i, game in enumerate(games, first):
        if game is not None:
            yield ",".join(map(str, (i, *(cell(game) for cell in columns.values()))))


def winner_of(game: Played) -> int | None:
    """The winner's seat, from 1; None after a tie, or if the game did not end."""
    return game["winners"][0] + 1 if len(game["winners"]) == 1 else None
