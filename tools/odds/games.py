"""The games from which the odds are learned: their players, and the storage of their positions."""

from __future__ import annotations

import pickle
import random
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
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
from titledeed.odds import model
from tools.odds.players import make_player

EARLY: Final = 60  # up to this round one position in three is kept, and then one in twenty
OFTEN: Final = 3
SELDOM: Final = 20


@dataclass(frozen=True)
class Table:
    """The players and rules of a table. ``share``: its weight among the tables.

    A seat names a player, or one of ``POOLS``, from which each game draws."""

    share: int
    seats: tuple[str, ...]
    book: str = "modern"
    edition: str = "atlantic-city"
    variant: str = "standard"
    limit: int = 0  # of rounds
    stirred: int = 0  # the last round in which deeds and cash may change hands by chance
    counts: int = 1  # times that each position counts
    often: int = OFTEN  # one in this many early rounds is kept

    @property
    def rules(self) -> Rules:
        return _rules(self.book, self.edition, self.variant, self.limit)

    def players(self, seed: int, game: int) -> tuple[str, ...]:
        """The players of one game, in the order of the seats. They move up a seat with each game."""
        draw = random.Random(rng.random_number(seed + 3, game))
        drawn = {pool: draw.sample(names, len(names)) for pool, names in POOLS.items()}
        names = [drawn[seat].pop() if seat in drawn else seat for seat in self.seats]
        return tuple(names[(s + game) % len(names)] for s in range(len(names)))


@cache
def _rules(book: str, edition: str, variant: str, limit: int) -> Rules:
    house: dict[str, Any] = {"limit-rounds": limit} if limit else {}
    return rules_compiler.make_rules(book, edition, variant=variant, house_rules=house)


@dataclass(frozen=True)
class Wave:
    """The tables of the games, and the seed of those behind today's weights."""

    tables: tuple[Table, ...]
    seed: int

    def table_of(self, game: int) -> int:
        """The index of the table at which a game is played."""
        places = _places(self)
        return places[rng.random_number(self.seed + 1, game) % len(places)]


@cache
def _places(wave: Wave) -> tuple[int, ...]:
    return tuple(n for n, table in enumerate(wave.tables) for _ in range(table.share))


EXCHANGED: Final = 0.45  # probability that two seats exchange deeds
COMPLETED: Final = 0.85  # below this value a group is completed, else cash moves
SOON: Final = 20  # the last round of exchanges at most tables
LATE: Final = 120  # the same where games are long

# Players that nobody held out for a final measurement (``tools/field/halves.py``).
NEW: Final = ("Heir", "Miser", "Outbidder", "Stargazer", "Peddler", "Tycoon")
OLD: Final = ("Child", "Hammer", "Haggler", "Blitz", "Gullible", "Wall", "Merchant")
POOLS: Final = {"new": NEW, "old": OLD, "any": NEW + OLD}

STEADY: Final = ("steady-1",) * 8
ANY: Final = ("any",) * 8
GUEST: Final = ("steady-1", "any", "any", "any")
BOARDS: Final = (
    ("classic", "atlantic-city"),
    ("australian", "australia"),
    ("wikibooks", "atlantic-city"),
    ("parker1973", "london"),
)
# Games with players of the field. Many end late or never.
FIELD: Final = Wave(
    (
        Table(150, STEADY[:4]),
        Table(200, STEADY[:4], stirred=SOON),
        Table(150, ("new",) * 4, counts=2),
        Table(120, ("new",) * 4, stirred=LATE),
        Table(130, ANY[:4], counts=2),
        Table(130, ANY[:4], stirred=LATE),
        Table(40, ("old",) * 4, counts=2),
        Table(40, ("old",) * 4, stirred=SOON),
        Table(80, GUEST),
        Table(80, GUEST, stirred=SOON),
        Table(60, ("steady-1", "new", "new", "new")),
        Table(40, ("steady-1", "steady-1", "any", "any"), stirred=SOON),
        Table(20, ("steady-1", "simple", "steady-1", "simple"), stirred=SOON),
        Table(20, ("steady-1", "simple", "new", "old")),
        Table(10, ("simple",) * 4),
        *(Table(20, STEADY[:4], *board) for board in BOARDS),
        *(Table(20, ANY[:4], *board, counts=2) for board in BOARDS),
        *(Table(20, GUEST, *board, stirred=SOON) for board in BOARDS),
        *(Table(10, ("new",) * 4, *board, stirred=LATE) for board in BOARDS),
        Table(15, STEADY[:4], "parker1973", variant="short"),
        Table(10, STEADY[:3], "parker1973", variant="short"),
        Table(15, ANY[:4], "parker1973", variant="short"),
        Table(25, STEADY[:2], stirred=SOON),
        Table(25, STEADY[:3], stirred=SOON),
        Table(12, STEADY[:5]),
        Table(12, STEADY[:6], stirred=SOON),
        Table(8, STEADY[:8]),
        Table(15, ANY[:2]),
        Table(20, ANY[:2], stirred=SOON),
        Table(25, ANY[:3], stirred=SOON),
        Table(15, ANY[:5], stirred=SOON),
        Table(10, ANY[:6]),
        Table(6, ANY[:8]),
        Table(15, GUEST, limit=15),
        Table(15, STEADY[:4], limit=15, stirred=12),
        Table(10, STEADY[:4], limit=30),
        Table(15, ANY[:4], limit=20),
        Table(15, ANY[:4], limit=40, stirred=SOON),
        Table(10, ANY[:4], limit=100),
    ),
    seed=20261126,
)
# Games of players that deal with each other.
DEALERS: Final = Wave(
    (
        Table(100, STEADY[:4]),
        Table(60, STEADY[:4], stirred=SOON),
        *(Table(10, STEADY[:4], *board) for board in BOARDS),
        *(Table(8, STEADY[:4], *board, stirred=SOON) for board in BOARDS),
        Table(15, STEADY[:2]),
        Table(10, STEADY[:3]),
        Table(10, STEADY[:5]),
        Table(5, STEADY[:7]),
        Table(10, STEADY[:4], "parker1973", variant="short"),
        Table(5, STEADY[:2], "parker1973", variant="short"),
        Table(10, STEADY[:4], limit=20),
        Table(10, STEADY[:4], limit=40),
    ),
    seed=20261127,
)

# Games of ``shark``, which bids and trades by the odds learned so far. They show where these deceive it.
BENCH: Final = ("steady-1",) * 3
SHARKS: Final = Wave(
    (
        Table(40, ("shark", *BENCH), often=1),
        Table(40, ("shark", *BENCH), stirred=SOON, often=1),
        Table(12, ("shark", "shark", *BENCH[:2]), often=1),
        Table(12, ("shark", "shark", *BENCH[:2]), stirred=SOON, often=1),
        Table(6, ("shark",) * 4, often=1),
        Table(6, ("shark",) * 4, stirred=SOON, often=1),
        Table(16, ("shark", "old", "old", "old"), often=1),
        Table(10, ("shark", "old", "old", "old"), stirred=SOON, often=1),
        Table(8, ("shark", "steady-1", "old", "old"), stirred=SOON, often=1),
        Table(6, ("shark", *BENCH), "classic", often=1),
        Table(4, ("shark", *BENCH), "australian", "australia", often=1),
        Table(4, ("shark", "steady-1", "steady-1"), stirred=SOON, often=1),
        Table(2, ("shark", "steady-1"), stirred=SOON, often=1),
    ),
    seed=20261128,
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

    def __init__(self, seed: int, last: int) -> None:
        self._draw = random.Random(seed)
        self._rounds = {self._draw.randint(2, last) for _ in range(self._draw.randint(1, 4))}
        self.over = max(self._rounds)  # the last round with an exchange, if the game lasts so long

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


class Played(NamedTuple):
    """A game: the index of its table, its number, the players by seat, the seats for which it counts,
    and some of its positions. A game that has not ended counts for the richest seat."""

    place: int
    game: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    states: list[bytes]


def played(wave: Wave, game: int) -> Played:
    """Play one game."""
    place = wave.table_of(game)
    table = wave.tables[place]
    players = table.players(wave.seed, game)
    states: list[bytes] = []
    stirring = Stirring(rng.random_number(wave.seed + 2, game), table.stirred or 2)

    def each_round(state: State) -> None:
        if table.stirred:
            stirring.each_round(state)
            if state.round < stirring.over:
                return
        often = table.often if state.round <= EARLY else SELDOM
        if rng.random_number(wave.seed + 4 + game, state.round) % often == 0:
            states.append(pack(state))

    outcome = arena.play_game(
        table.rules,
        [make_player(name) for name in players],
        rng.random_number(wave.seed, game) >> 1,
        each_round=each_round,
    )
    return Played(place, game, players, outcome.scored, states)


def _use_weights(weights: dict[str, Any]) -> None:
    model.use_weights(model.Network(weights))


def play(
    wave: Wave, games: range, out: Path, jobs: int = 1, weights: dict[str, Any] | None = None
) -> None:
    """Play these games of the wave, in ``jobs`` processes, and write them to a file in their order.

    ``weights``: those by which ``shark`` plays; without them, those of the program."""
    start = (_use_weights, (weights,)) if weights else (None, ())
    with out.open("wb") as file, ProcessPoolExecutor(jobs, None, *start) as pool:
        rows = pool.map(partial(played, wave), games, chunksize=10)
        for game, row in enumerate(rows):
            pickle.dump(tuple(row), file)
            if game % 100 == 99:
                file.flush()
                print(f"{game + 1} games", file=sys.stderr, flush=True)


def kept(file: Path) -> Iterator[Played]:
    """The games that ``play`` has written."""
    with file.open("rb") as stream:
        while True:
            try:
                yield Played(*pickle.load(stream))  # noqa: S301 - our own file
            except (EOFError, pickle.UnpicklingError):
                return
