"""The games from which the odds are learned: their players, and the storage of their positions."""

from __future__ import annotations

import pickle
import random
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from titledeed.engine import rng, rules_compiler
from titledeed.engine.asks import (
    AskRoll,
)
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.special_seats_and_ids import BANK
from titledeed.engine.state import (
    State,
)
from titledeed.lab import arena
from tools.odds.players import make_player, use_first


@dataclass(frozen=True)
class Table:
    """The players and rules of a table. ``share``: its weight among the tables."""

    share: int
    seats: tuple[str, ...]
    book: str = "modern"
    edition: str = "atlantic-city"
    variant: str = "standard"
    house: tuple[tuple[str, Any], ...] = field(default=())
    stirred: bool = False  # whether deeds and cash change hands by chance

    @property
    def rules(self) -> Rules:
        return _rules(self.book, self.edition, self.variant, self.house)


@cache
def _rules(book: str, edition: str, variant: str, house: tuple[tuple[str, Any], ...]) -> Rules:
    return rules_compiler.make_rules(book, edition, variant=variant, house_rules=dict(house))


@dataclass(frozen=True)
class Wave:
    """Games of one kind: their tables, and the seed of the games behind today's weights."""

    tables: tuple[Table, ...]
    seed: int

    def table_of(self, game: int) -> int:
        """The index of the table at which a game is played."""
        places = _places(self)
        return places[rng.random_number(self.seed + 1, game) % len(places)]


@cache
def _places(wave: Wave) -> tuple[int, ...]:
    return tuple(n for n, table in enumerate(wave.tables) for _ in range(table.share))


STIRRED_TO: Final = 20  # the last round with random exchanges
EXCHANGED: Final = 0.45  # probability that two seats exchange deeds
COMPLETED: Final = 0.85  # below this value a group is completed, else cash moves

STEADY: Final = ("steady",) * 8
FIRST: Final = Wave(
    (
        Table(300, STEADY[:4]),
        Table(8, STEADY[:4], "classic"),
        Table(8, STEADY[:4], "australian", "australia"),
        Table(8, STEADY[:4], "wikibooks"),
        Table(8, STEADY[:4], "parker1973", "london"),
        Table(8, STEADY[:4], "parker1973", variant="short"),
        Table(3, STEADY[:3], "parker1973", variant="short"),
        Table(8, STEADY[:2]),
        Table(8, STEADY[:3]),
        Table(4, STEADY[:5]),
        Table(4, STEADY[:6]),
        Table(3, STEADY[:8]),
        Table(2, STEADY[:4], house=(("limit-rounds", 20),)),
        Table(2, STEADY[:4], house=(("limit-rounds", 40),)),
        Table(6, ("steady", "simple", "steady", "simple")),
        Table(4, ("steady", "simple", "simple", "simple")),
        Table(4, ("simple",) * 4),
        Table(12, ("steady", "steady-1", "dealer", "builder")),
        Table(4, ("steady", "hoarder", "hermit", "novice")),
        Table(80, STEADY[:4], stirred=True),
        Table(200, ("steady-1",) * 4, stirred=True),
        Table(30, ("dealer",) * 4, stirred=True),
        Table(40, ("steady", "steady-1", "steady-1", "steady-1"), stirred=True),
        Table(20, ("steady", "steady-1", "dealer", "builder"), stirred=True),
        Table(10, STEADY[:2], stirred=True),
        Table(10, STEADY[:3], stirred=True),
    ),
    seed=20261123,
)

# Games of ``shark``, which trades by the odds learned from the first wave (``tools/odds/first.json``).
SHARK: Final = ("shark",) * 4
BENCH: Final = ("steady-1",) * 3
MIXED: Final = ("shark", "steady", "dealer", "builder")
SECOND: Final = Wave(
    (
        Table(40, ("shark", *BENCH), stirred=True),
        Table(40, ("shark", *BENCH)),
        Table(8, ("shark", "shark", *BENCH[:2]), stirred=True),
        Table(12, SHARK, stirred=True),
        Table(12, SHARK),
        Table(8, MIXED, stirred=True),
        Table(8, MIXED),
        Table(4, ("shark", "dealer", "hoarder", "novice"), stirred=True),
        Table(4, SHARK[:2], stirred=True),
        Table(4, SHARK[:3], stirred=True),
        Table(6, ("shark", *BENCH), "classic", stirred=True),
    ),
    seed=777,
)

_HEAD: Final = struct.Struct("<HHBBBBBb2b2B")


def pack(state: State) -> bytes:
    """The parts of a position at the start of a round that the odds may use, as bytes."""
    n = state.seats
    return (
        _HEAD.pack(
            *(
                min(state.round, 65535),
                min(state.turns, 65535),
                n,
                state.starter,
                state.turn,
                state.bankrupts,
                0,
                0,
            ),
            *state.held,
            *state.stock,
        )
        + struct.pack(f"<{n + 2}i", *state.cash)
        + bytes([*state.at, *(j + 1 for j in state.jail), *state.playing])
        + bytes([o + 4 for o in state.owner])
        + bytes(state.level)
        + bytes(state.mortgaged)
    )


def unpack(rules: Rules, data: bytes) -> State:
    """The position from :func:`pack`, without the decks."""
    round_, turns, n, starter, turn, bankrupts, _, _, *rest = _HEAD.unpack_from(data)
    state = lay_out_state(rules, n, asked=False, by_hand=False)
    at = _HEAD.size
    state.cash = list(struct.unpack_from(f"<{n + 2}i", data, at))
    at += 4 * (n + 2)
    state.at = list(data[at : at + n])
    state.jail = [j - 1 for j in data[at + n : at + 2 * n]]
    state.playing = [bool(p) for p in data[at + 2 * n : at + 3 * n]]
    at += 3 * n
    state.owner = [o - 4 for o in data[at : at + 40]]
    state.level = list(data[at + 40 : at + 80])
    state.mortgaged = [bool(m) for m in data[at + 80 : at + 120]]
    state.held, state.stock = rest[:2], rest[2:]
    state.round, state.turns, state.starter, state.turn, state.bankrupts = (
        round_,
        turns,
        starter,
        turn,
        bankrupts,
    )
    state.agenda = [AskRoll(turn)]
    return state


class Stirring:
    """Random exchanges of deeds and cash at the start of some rounds.

    In normal games good players get the sets, so skill and sets are confounded. Random exchanges show
    the worth of a set, a deed or cash by itself."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._rounds = {self._draw.randint(2, STIRRED_TO) for _ in range(self._draw.randint(1, 4))}

    def each_round(self, state: State) -> None:
        """Make an exchange, if one is due in this round."""
        if state.round not in self._rounds:
            return
        draw = self._draw
        a, b = draw.sample([seat for seat, plays in enumerate(state.playing) if plays], 2)
        kind = draw.random()
        if kind < EXCHANGED:
            for giver, taker in ((a, b), (b, a)):
                deeds = _bare(state, lambda i, of=giver: state.owner[i] == of)
                for i in draw.sample(deeds, min(len(deeds), draw.choice((0, 1, 1, 2)))):
                    state.owner[i] = taker
            self._pay(state, b, a, 400)
        elif kind < COMPLETED:
            groups = [g.members for g in state.rules.edition.groups]
            known = [g for g in groups if any(state.owner[i] >= 0 for i in g)]
            bare = [g for g in known if not any(state.level[i] for i in g)]
            for i in draw.choice(bare or [()]):
                if state.owner[i] not in (BANK, a):
                    self._pay(state, a, state.owner[i], 300)
                state.owner[i] = a
        else:
            self._pay(state, a, draw.choice((b, BANK)), 600)
        state.changes += 1

    def _pay(self, state: State, a: int, b: int, most: int) -> None:
        """Move cash from one seat to the other, in either direction."""
        amount = self._draw.randrange(-most // 2, most + 1, 10)
        amount = max(min(amount, state.cash[a]), -state.cash[b] if b >= 0 else -most)
        state.cash[a] -= amount
        state.cash[b] += amount


def _bare(state: State, meant: Callable[[int], bool]) -> list[int]:
    """The deeds whose owner fits ``meant``, in groups without buildings."""
    members = state.rules.members
    return [
        i for i in state.rules.ownable if meant(i) and not any(state.level[j] for j in members[i])
    ]


def positions(table: Table, game: int, seed: int) -> tuple[tuple[int, ...], list[bytes]]:
    """Play one game: its winners, and the packed position at the start of each round."""
    n = len(table.seats)
    bots = [make_player(table.seats[(s + game) % n]) for s in range(n)]
    packed: list[bytes] = []
    stirring = Stirring(rng.random_number(seed + 2, game)) if table.stirred else None

    def each_round(state: State) -> None:
        if stirring:
            stirring.each_round(state)
        packed.append(pack(state))

    outcome = arena.play_game(
        table.rules, bots, rng.random_number(seed, game) >> 1, each_round=each_round
    )
    return outcome.winners, packed


def played(wave: Wave, game: int) -> tuple[int, int, tuple[int, ...], list[bytes]]:
    """One game in the form that ``kept`` yields."""
    place = wave.table_of(game)
    return place, game, *positions(wave.tables[place], game, wave.seed)


def play(wave: Wave, games: int, out: Path, jobs: int = 1) -> None:
    """Play games at the tables in turn, in ``jobs`` processes, and write them to a file in their order."""
    with out.open("wb") as file, ProcessPoolExecutor(jobs, initializer=use_first) as pool:
        rows = pool.map(partial(played, wave), range(games), chunksize=10)
        for game, row in enumerate(rows):
            pickle.dump(row, file)
            if game % 100 == 99:
                file.flush()
                print(f"{game + 1} games", file=sys.stderr, flush=True)


def kept(file: Path) -> Iterator[tuple[int, int, tuple[int, ...], list[bytes]]]:
    """The games that ``play`` has written: index of the table, number of the game, winners, positions."""
    with file.open("rb") as stream:
        while True:
            try:
                yield pickle.load(stream)  # noqa: S301 - our own file
            except (EOFError, pickle.UnpicklingError):
                return
