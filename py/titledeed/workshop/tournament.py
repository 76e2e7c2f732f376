"""A tournament of bots: a league, then a final of the best four, from handed-in programs to one file.

Nothing here asks a program: whoever plays the games brings their results. The seeds of a stage come from a
secret, whose SHA-256 is shown before the stage begins and which is shown after it. So nobody, not even the
teacher, can choose seeds that suit a bot. Everything follows from the bots and the secrets: the same file
always gives the same games."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from typing import Any, Final
from unicodedata import normalize

from ..bots.written_bots import is_written, written_id
from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import json_value
from ..engine.parsing.value_predicates import is_list, is_text, is_whole_number
from ..engine.record import FORMAT, Record, read_record
from ..lab.intervals import MOST_TESTS, Interval, share_interval, student
from ..migrations.bot_format import TOURNAMENT
from ..migrations.versioned_format import NewerFormat, OtherFormat
from .bot_file import LARGEST, BotFile, clean_name
from .practice import ROUNDS

SEATS: Final = 4
MEETS: Final = 4  # games of the same four bots: each sits once in every seat
LEAGUE: Final = 5  # tables at which each bot sits in a league, at least
FINAL: Final = 10  # times that the four of the final play MEETS games
MOST_BOTS: Final = 40
MOST_ROUNDS: Final = 60
FILLING: Final = ("simple", "novice", "builder")  # sit down where there are fewer than four bots
_SECRET: Final = 32  # hexadecimal digits
_LONGEST: Final = 12_000_000  # characters of a file


@dataclass(frozen=True)
class Entrant:
    """A bot that was handed in, and the name of whoever wrote it ("" if unknown)."""

    author: str
    bot: BotFile

    @property
    def id(self) -> str:
        return written_id(self.bot.name, self.bot.key)


@dataclass(frozen=True)
class Result:
    """A game's end: the seats that won, a hash of its lines, and for each seat how often ``simple`` answered
    for its bot."""

    winners: tuple[int, ...]
    digest: str
    replaced: tuple[int, ...]

    def table(self) -> list[Any]:
        return [list(self.winners), self.digest, list(self.replaced)]


@dataclass
class Stage:
    """A league or a final: which bots (by index) sit at its tables, and the results by the game's number.

    Game ``n`` is played at table ``n // MEETS``; there the seats move over by one after each game."""

    secret: str
    tables: list[tuple[int, ...]]
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """The SHA-256 of the secret: it is shown before the first game."""
        return sha256(self.secret.encode()).hexdigest()

    @property
    def games(self) -> int:
        return len(self.tables) * MEETS

    @property
    def done(self) -> bool:
        return len(self.results) == self.games

    def seats(self, game: int) -> tuple[int, ...]:
        """The bots of a game by seat."""
        table = self.tables[game // MEETS]
        shift = game % len(table)
        return table[shift:] + table[:shift]

    def seed(self, game: int) -> int:
        """The seed of a game."""
        return int(sha256(f"{self.secret} {game}".encode()).hexdigest()[:12], 16)


@dataclass(frozen=True)
class BotStanding:
    """A bot's row in a table. ``won``: shares of games; ``behind``: the first place, from 0, from which
    it is really ahead of all (the number of bots if there is none)."""

    bot: int
    won: float
    games: int
    interval: Interval
    replaced: int
    behind: int


@dataclass
class Tournament:
    """The bots, the league and perhaps the final."""

    name: str
    entrants: list[Entrant]
    league: Stage
    final: Stage | None = None
    rounds: int = ROUNDS

    @classmethod
    def of(
        cls, name: str, entrants: Sequence[Entrant], secret: str, sittings: int = LEAGUE
    ) -> Tournament:
        """A new tournament. Raises :class:`LoadError`."""
        if not 1 <= len(entrants) <= MOST_BOTS:
            raise LoadError("A tournament needs at least one bot and has at most 40.")
        if len({entrant.id for entrant in entrants}) < len(entrants):
            raise LoadError("Two bots of this tournament have the same name and program.")
        tables = league_tables(players_of(len(entrants)), sittings, secret)
        return cls(clean_name(name), list(entrants), Stage(secret, tables))

    @property
    def players(self) -> int:
        """The number of bots at the tables, with those that fill up a table."""
        return players_of(len(self.entrants))

    def id(self, player: int) -> str:
        """The id of a bot at the tables."""
        n = len(self.entrants)
        return self.entrants[player].id if player < n else FILLING[player - n]

    def title(self, player: int) -> str:
        """The name of a bot."""
        n = len(self.entrants)
        return self.entrants[player].bot.name if player < n else FILLING[player - n].capitalize()

    def codes(self) -> dict[str, str]:
        """The programs by the ids of the bots."""
        return {entrant.id: entrant.bot.code for entrant in self.entrants}

    def record(self, stage: Stage, game: int) -> Record:
        """The record in which a game begins."""
        seats = [
            {"name": _seat_name(f"{n + 1} {self.title(player)}"), "bot": self.id(player)}
            for n, player in enumerate(stage.seats(game))
        ]
        return read_record(
            {
                "format": FORMAT,
                "rulebook": "modern",
                "seats": seats,
                "house_rules": {"limit-rounds": self.rounds},
            }
        )

    def begin_final(self, secret: str) -> None:
        """Seat the best four of the league at the table of the final."""
        best = tuple(row.bot for row in standings(self.league, self.players)[:SEATS])
        self.final = Stage(secret, [best] * FINAL)

    # ------------------------------------------------------------ as a file

    def text(self) -> str:
        """The tournament as a file, from which anybody can run it again."""
        stages = [stage for stage in (self.league, self.final) if stage is not None]
        table = {
            "format": TOURNAMENT.id,
            "name": self.name,
            "rounds": self.rounds,
            "bots": [
                {"author": each.author, "name": each.bot.name, "code": each.bot.code}
                for each in self.entrants
            ],
            "stages": [
                {
                    "secret": stage.secret,
                    "tables": stage.tables,
                    "results": {
                        str(n): result.table() for n, result in sorted(stage.results.items())
                    },
                }
                for stage in stages
            ],
        }
        return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def players_of(bots: int) -> int:
    """The number of bots at the tables for so many that were handed in."""
    return max(bots, SEATS)


def league_tables(players: int, sittings: int, secret: str) -> list[tuple[int, ...]]:
    """Tables of four at which every bot sits equally often, ``sittings`` times or a few times more.

    The draw depends on the secret alone."""
    while players * sittings % SEATS:
        sittings += 1
    draw = random.Random(sha256(f"tables {secret}".encode()).digest())
    tables: list[tuple[int, ...]] = []
    left = dict.fromkeys(range(players), sittings)
    while left:
        # Those with the most sittings left come first, so that no bot remains alone.
        order = sorted(left, key=lambda player: (-left[player], draw.random()))
        table = order[:SEATS]
        draw.shuffle(table)
        tables.append(tuple(table))
        for player in table:
            left[player] -= 1
            if not left[player]:
                del left[player]
    return tables


def digest_of(lines: Sequence[str]) -> str:
    """A short hash of a game's lines."""
    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ---------------------------------------------------------------- results


def standings(stage: Stage, players: int) -> list[BotStanding]:
    """The table of a stage, the best first."""
    shares: list[dict[int, float]] = [{} for _ in range(players)]
    replaced = [0] * players
    for game, result in stage.results.items():
        for seat, player in enumerate(stage.seats(game)):
            won = 1 / len(result.winners) if seat in result.winners else 0.0
            shares[player][game] = won
            replaced[player] += result.replaced[seat]
    taking_part = sorted({player for table in stage.tables for player in table})
    order = sorted(taking_part, key=lambda player: (-_share(shares[player]), player))
    rows = []
    for place, player in enumerate(order):
        others = range(place + 1, len(order))
        tests = min(max(len(order) - 1, 1), MOST_TESTS)
        near = [n for n in others if not apart(shares[player], shares[order[n]], tests)]
        behind = max(near, default=place) + 1
        won, games = sum(shares[player].values()), len(shares[player])
        rows.append(
            BotStanding(player, won, games, share_interval(won, games), replaced[player], behind)
        )
    return rows


def _seat_name(name: str) -> str:
    """A name that a record accepts: in composed letters, at most 30 of them."""
    return normalize("NFC", name)[:30].strip()


def _share(shares: Mapping[int, float]) -> float:
    return sum(shares.values()) / len(shares) if shares else 0.0


def apart(better: Mapping[int, float], worse: Mapping[int, float], tests: int = 1) -> bool:
    """Whether the first bot has won a larger share of its games than the second one beyond chance.

    A game of both counts as one: if one wins, the other can't. The interval is widened for ``tests``
    comparisons (Bonferroni)."""
    n, m = len(better), len(worse)
    if n < 2 or m < 2:
        return False
    first, second = _share(better), _share(worse)
    spread = 0.0
    for game in {*better, *worse}:
        part = 0.0
        if game in better:
            part += (better[game] - first) / n
        if game in worse:
            part -= (worse[game] - second) / m
        spread += part * part
    # A bot that always or never wins has no spread of its own: one more win or loss is assumed for it.
    spread += sum(0.25 / (k * k) for k, share in ((n, first), (m, second)) if share in (0.0, 1.0))
    half = student(len({*better, *worse}) - 1, tests) * sqrt(spread)
    return first - second > half


# ---------------------------------------------------------------- reading


def read_tournament(text: str) -> Tournament:
    """The tournament in a file. Nothing runs. Raises :class:`LoadError` with a sentence."""
    if len(text) > _LONGEST:
        raise LoadError("This tournament’s file is too large.")
    try:
        table = json_value(text, finite=True)
    except ValueError:
        raise LoadError("This file is damaged, or it’s no tournament.") from None
    damaged = LoadError("This file is damaged, or it’s no tournament.")
    if not isinstance(table, dict):
        raise damaged
    try:
        table = TOURNAMENT.upgrade(table)
    except NewerFormat as newer:
        raise LoadError(
            f"A later version of this program has written this tournament, in the format “{newer}”. "
            "It can’t be read here."
        ) from None
    except OtherFormat:
        raise damaged from None
    bots, stages, rounds = table.get("bots"), table.get("stages"), table.get("rounds")
    if not is_list(bots, 1, MOST_BOTS, _is_bot) or not is_list(stages, 1, 2, _is_stage):
        raise damaged
    if not is_whole_number(rounds, 1, 500) or not is_text(table.get("name"), 100):
        raise damaged
    entrants = [
        Entrant(
            clean_name(row["author"]) if row["author"] else "", BotFile(row["name"], row["code"])
        )
        for row in bots
    ]
    if not all(is_written(entrant.id) for entrant in entrants):
        raise damaged
    read = [_stage(row, players_of(len(entrants))) for row in stages]
    if None in read or len({entrant.id for entrant in entrants}) < len(entrants):
        raise damaged
    league, *final = [stage for stage in read if stage is not None]
    return Tournament(
        clean_name(table["name"]), entrants, league, final[0] if final else None, rounds
    )


def _is_bot(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and is_text(row.get("author"), 100)
        and is_text(row.get("name"), 24)
        and is_text(row.get("code"), LARGEST)
    )


def _is_stage(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and is_text(row.get("secret"), 2 * _SECRET)
        and is_list(row.get("tables"), 1, MOST_BOTS * MOST_ROUNDS, lambda each: True)
        and isinstance(row.get("results"), dict)
    )


def _stage(row: Mapping[str, Any], players: int) -> Stage | None:
    def is_table(table: Any) -> bool:
        fits = is_list(table, SEATS, SEATS, lambda n: is_whole_number(n, 0, players - 1))
        return fits and len(set(table)) == SEATS

    if not all(map(is_table, row["tables"])):
        return None
    stage = Stage(row["secret"], [tuple(table) for table in row["tables"]])
    for key, value in row["results"].items():
        number = int(key) if key.isascii() and key.isdecimal() and len(key) < 6 else -1
        if not 0 <= number < stage.games or not is_list(value, 3, 3, lambda each: True):
            return None
        winners, digest, replaced = value
        seat = lambda n: is_whole_number(n, 0, SEATS - 1)  # noqa: E731
        if (
            not is_list(winners, 0, SEATS, seat)
            or not is_text(digest, 16)
            or not is_list(replaced, SEATS, SEATS, lambda n: is_whole_number(n, 0, 10**6))
        ):
            return None
        stage.results[number] = Result(tuple(winners), digest, tuple(replaced))
    return stage
