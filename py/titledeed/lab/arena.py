"""Plays many games among bots and counts wins, rounds, throws and CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..bots import BOTS
from ..bots.protocol import Bot
from ..engine import rng
from ..engine import rulebook_loader_and_rules_compiler as rules_compiler
from ..engine.asks import (
    AskDice,
    AskRoll,
    Over,
)
from ..engine.board_and_rules_types import Rules
from ..engine.errors import LoadError
from ..engine.mutations import lay_out_state
from ..engine.notation import Notation
from ..engine.special_seats_and_ids import CHANCE
from ..engine.state import (
    State,
)
from ..game.bot_scheduler import BotScheduler
from ..strategies.strategy_file import Strategy, read_strategy
from .intervals import median
from .third_party_bots import Guarded, load_bot

MOST_ROUNDS: Final = 500


@dataclass
class Outcome:
    """The result of one game. ``winners``: seats, empty if the game was stopped unfinished. ``scored``:
    the seats for which the game counts, that is the winners or else the richest seat."""

    winners: tuple[int, ...]
    rounds: int
    throws: int
    scored: tuple[int, ...]


@dataclass
class Tally:
    """Sums over games. ``wins``, ``scored`` and ``replaced`` are lists in the order of the bots' names.
    An unfinished game counts in ``scored`` for the richest seat. ``lengths``: the rounds of each game.
    ``seconds``: CPU time of playing. ``replaced``: answers of a third-party bot that ``simple`` had to
    replace."""

    games: int = 0
    finished: int = 0
    wins: list[int] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    throws: int = 0
    seconds: float = 0.0
    replaced: list[int] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        """The rounds of all games together."""
        return sum(self.lengths)

    def to_dict(self, strangers: bool) -> dict[str, object]:
        """The table that the command prints as JSON."""
        out: dict[str, object] = {
            "games": self.games,
            "finished": self.finished,
            "wins": self.wins,
            "scored": self.scored,
            "rounds": self.rounds,
            "median_rounds": median(self.lengths),
            "throws": self.throws,
            "seconds": round(self.seconds, 3),
        }
        if strangers:
            out["replaced"] = self.replaced
        return out


def liquid_worth(state: State, seat: int) -> int:
    """The most that a seat could pay at once: its cash, the mortgage values of its unmortgaged deeds, and
    half the cost of its buildings."""
    rules = state.rules
    total = state.cash[seat]
    for i in rules.ownable:
        if state.owner[i] == seat:
            total += 0 if state.mortgaged[i] else rules.mortgage_value[i]
            total += state.level[i] * rules.cost[i] // 2
    return total


def richest_seat(state: State) -> int:
    """The seat still playing with the most liquid worth; the first one if several are equal."""
    playing = [seat for seat in range(state.seats) if state.playing[seat]]
    return max(playing, key=lambda seat: liquid_worth(state, seat))


def play_game(
    rules: Rules,
    bots: Sequence[Bot],
    seed: int,
    most_rounds: int = MOST_ROUNDS,
    each_round: Callable[[State], object] | None = None,
) -> Outcome:
    """Play one game to its end, or until a round beyond ``most_rounds`` begins.

    ``each_round`` is called with the State as each round begins. If it changes the State, it must
    increase ``State.changes``, so that the bots drop their caches."""
    state = lay_out_state(rules, len(bots), asked=False, by_hand=False)
    players = BotScheduler(bots)
    agenda = state.agenda
    throws = 0
    begun = 0
    while True:
        ask: Any = agenda[-1]
        if type(ask) is Over:
            return Outcome(ask.winners, state.round, throws, ask.winners)
        if state.round > most_rounds:
            return Outcome((), state.round - 1, throws, (richest_seat(state),))
        if ask.seat == CHANCE:
            throws += type(ask) is AskDice and ask.purpose == "move"
        elif state.round != begun and type(ask) is AskRoll:
            begun = state.round
            if each_round is not None:
                each_round(state)
        players.advance(state, seed)


def make_bot(name: str, notation: Notation, strategies: Mapping[str, Strategy] = {}) -> Bot:
    """The bot of this name, the player from rules in the file ``path/to/file.json``, or the third-party
    bot at ``path/to/file.py:ClassName``. Raises :class:`LoadError` with a sentence."""
    if name in BOTS:
        return BOTS[name]()
    if name in strategies:
        return strategies[name].make_bot()
    if is_strategy_file(name):
        return load_strategy(name).make_bot()
    if ":" in name:
        return Guarded(load_bot(name)(), notation)
    raise LoadError(
        f"There is no bot “{name[:60]}”. Choose one of: {', '.join(BOTS)}, or path/to/file.py:ClassName."
    )


def is_strategy_file(name: str) -> bool:
    """Whether a bot's name is that of a file with a player from rules."""
    return name.endswith(".json")


@cache
def load_strategy(name: str) -> Strategy:
    """The player from rules in a file. Raises :class:`LoadError` with a sentence."""
    try:
        text = Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise LoadError(f"The file “{name[:60]}” can’t be read.") from None
    return read_strategy(text)


def run_arena(
    names: Sequence[str],
    games: int,
    seed: int,
    rulebook: str = "modern",
    edition: str = "atlantic-city",
    most_rounds: int = MOST_ROUNDS,
    variant: str = "standard",
) -> Tally:
    """Play ``games`` games and add up the results. The seats rotate by one place from game to game, so
    that no bot has an advantage from its place. Raises :class:`LoadError` with a sentence."""
    rules = rules_compiler.make_rules(rulebook, edition, variant=variant)
    n = len(names)
    if not 2 <= n <= 8:
        raise LoadError(f"A game has two to eight seats, not {n}.", ("setup.player-count",))
    notation = Notation(rules, [f"seat-{i + 1}" for i in range(n)])
    tally = Tally(wins=[0] * n, scored=[0] * n, replaced=[0] * n)
    for game in range(games):
        # the bot at index (s + game) % n plays seat s
        bots = [make_bot(names[(s + game) % n], notation) for s in range(n)]
        before = time.process_time()
        outcome = play_game(rules, bots, rng.random_number(seed, game) >> 1, most_rounds)
        tally.seconds += time.process_time() - before
        tally.games += 1
        tally.finished += bool(outcome.winners)
        tally.lengths.append(outcome.rounds)
        tally.throws += outcome.throws
        for winner in outcome.winners:
            tally.wins[(winner + game) % n] += 1
        for seat in outcome.scored:
            tally.scored[(seat + game) % n] += 1
        for s, bot in enumerate(bots):
            if isinstance(bot, Guarded):
                tally.replaced[(s + game) % n] += bot.faults
    return tally


def is_stranger(name: str) -> bool:
    """Whether a bot's name is that of a program."""
    return name not in BOTS and not is_strategy_file(name)
