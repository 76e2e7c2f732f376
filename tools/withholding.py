"""Measures what a device gains at a table over several devices by keeping back what it would draw.

    python -m tools.withholding --role guest --games 4000

Three devices, and their seats play as the bot ``steady``, with the draws of the protocol
(``peers/chains.py``). Each game is played twice with the same chains: once honestly, and once by a cheat
that has the odds of every position (``titledeed.odds``) and gives a draw up whenever another one is better
for it by more than ``--threshold``. The others agree at once that a bot takes the silent seat. That seat is
in no draw any more, and at least two devices stay (``ledger.AWAKE``), so there is one choice in a game of
three. The bot plays as the people of its seat would: the cheat pays nothing but the seat's part in later
draws. Nobody can know what is drawn instead, so the cheat compares with the mean of all results. Between two
devices there is no choice at all (``tests/peers/test_steering.py``).

``guest``: the cheat keeps its own value back, and counts the wins of its seat.

``host``: the cheat says that it does not hear one guest, and the other one agrees.

``pair``: two devices tell each other everything. One of them keeps its value back where that is better for
both together; the wins of both seats are counted.

The same command gives the same figures. They are differences in points of wins per hundred games, with 95 %
intervals.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from titledeed.bots import BOTS  # noqa: E402
from titledeed.engine import books  # noqa: E402
from titledeed.engine.door import play_in_place  # noqa: E402
from titledeed.engine.table import lay_out  # noqa: E402
from titledeed.engine.words import (  # noqa: E402
    CHANCE,
    Answer,
    AskCard,
    AskDice,
    CardIs,
    Dice,
    Over,
    State,
)
from titledeed.lab.arena import MOST_ROUNDS, richest  # noqa: E402
from titledeed.odds import WHOLE, expected  # noqa: E402
from titledeed.peers.chains import Chain, drawn, first_beacon, number, pick  # noqa: E402
from titledeed.peers.ledger import AWAKE  # noqa: E402
from titledeed.players import Players  # noqa: E402

SEATS = 3
LINKS = 3_000  # draws that a chain serves here
ROLES = ("guest", "host", "pair")
# Dice as they come, first face not above the second, with how many of the 36 they are.
THROWS = [(Dice(a, b), 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7)]


@dataclass
class Draws:
    """The draws of one game, as the list of a table makes them."""

    game: str
    chains: dict[int, Chain]
    beacon: bytes
    k: int = 0
    seen: list[set[int]] = field(default_factory=lambda: [set(), set()])
    made: list[tuple[int, tuple[int, ...], Answer | None]] = field(default_factory=list)

    def unseen(self, state: State, deck: int) -> list[int]:
        """The cards that may come next (as ``Ledger.unseen``)."""
        there = sorted(state.decks[deck])
        return [card for card in there if card not in self.seen[deck]] or there

    def outcome(self, state: State, seats: tuple[int, ...]) -> Answer:
        """The next draw, made by the values of these seats."""
        k = self.k + 1
        values = {seat: self.chains[seat].value(k) for seat in seats}
        block = drawn(self.game, k, self.beacon, values)
        ask: Any = state.agenda[-1]
        if isinstance(ask, AskDice):
            a, b = divmod(number(block, 36), 6)
            return Dice(a + 1, b + 1)
        assert isinstance(ask, AskCard)
        return CardIs(pick(self.unseen(state, ask.deck), block))

    def give_up(self) -> None:
        """Use up the number of the open draw."""
        self.k += 1
        self.beacon = drawn(self.game, self.k, self.beacon, {})
        self.made.append((self.k, (), None))

    def draw(self, state: State, seats: tuple[int, ...]) -> None:
        answer = self.outcome(state, seats)
        self.k += 1
        values = {seat: self.chains[seat].value(self.k) for seat in seats}
        self.beacon = drawn(self.game, self.k, self.beacon, values)
        self.made.append((self.k, seats, answer))
        if isinstance(answer, CardIs):
            seen = self.seen[state.agenda[-1].deck]  # type: ignore[union-attr]
            if answer.card in seen:
                seen.clear()
            seen.add(answer.card)
        play_in_place(state, CHANCE, answer)


@dataclass
class Cheat:
    """The device that gives draws up. ``wins``: the seats whose wins are counted; ``silent``: the seat whose
    value is missing then; ``threshold``: by how much the other result must be better, as a share of games
    won."""

    wins: tuple[int, ...]
    silent: int
    threshold: float = 0.0
    used: int = 0

    def chooses(self, draws: Draws, state: State, seats: tuple[int, ...]) -> bool:
        """Whether the open draw, made by these seats, is given up."""
        if self.silent not in seats or len(seats) - 1 < AWAKE:
            return False
        if not any(state.playing[seat] for seat in self.wins):
            return False
        return self.gains(draws, state, seats) > self.threshold

    def gains(self, draws: Draws, state: State, seats: tuple[int, ...]) -> float:
        """By how much the odds of the mean draw are better than those of the open one."""
        open_draw = odds_after(state, draws.outcome(state, seats), self.wins)
        return mean_odds(draws, state, self.wins) - open_draw


def cheat_of(seed: int, role: str, threshold: float) -> Cheat:
    """The cheat of a game: its seat is another one each time."""
    seat, other = seed % SEATS, (seed + 1) % SEATS
    match role:
        case "guest":
            return Cheat((seat,), seat, threshold)
        case "host":
            return Cheat((seat,), other, threshold)
    return Cheat((seat, other), other, threshold)


def odds_after(state: State, answer: Answer, seats: tuple[int, ...]) -> float:
    """The share of games that these seats win together from here on, by the odds."""
    after = state.copy()
    play_in_place(after, CHANCE, answer)
    odds = expected(after)
    return sum(odds.get(seat, 0) for seat in seats) / WHOLE


def mean_odds(draws: Draws, state: State, seats: tuple[int, ...]) -> float:
    ask: Any = state.agenda[-1]
    if isinstance(ask, AskDice):
        return sum(w * odds_after(state, dice, seats) for dice, w in THROWS) / 36
    cards = draws.unseen(state, ask.deck)
    return sum(odds_after(state, CardIs(card), seats) for card in cards) / len(cards)


def play(seed: int, cheat: Cheat | None) -> tuple[tuple[int, ...], Draws]:
    """One game: its winners and its draws."""
    game = f"{seed:016x}"
    secrets = {s: hashlib.sha256(f"{seed} {s}".encode()).digest() for s in range(SEATS)}
    chains = {seat: Chain(secret, LINKS) for seat, secret in secrets.items()}
    draws = Draws(game, chains, first_beacon(game * 2))
    rules = books.make_rules("modern")
    state = lay_out(rules, SEATS, asked=False, by_hand=True)
    players = Players([BOTS["steady"]() for _ in range(SEATS)])
    people = tuple(range(SEATS))  # the seats that no bot has taken
    while True:
        ask: Any = state.agenda[-1]
        if isinstance(ask, Over):
            return ask.winners, draws
        if state.round > MOST_ROUNDS:
            return (richest(state),), draws
        if ask.seat != CHANCE:
            players.advance(state, 0)
            continue
        seats = tuple(s for s in people if state.playing[s]) or people
        if cheat is not None and cheat.chooses(draws, state, seats):
            cheat.used += 1
            draws.give_up()
            people = tuple(s for s in people if s != cheat.silent)
            seats = tuple(s for s in seats if s != cheat.silent)
        draws.draw(state, seats)


def pair(role: str, threshold: float, seed: int) -> tuple[float, float, int]:
    """The shares of the wins that are counted, in the honest game and in the cheat's, and how often a draw
    was given up."""
    cheat = cheat_of(seed, role, threshold)
    honest, _ = play(seed, None)
    other, _ = play(seed, cheat)
    before, after = (sum(seat in wins for seat in cheat.wins) for wins in (honest, other))
    return before / len(honest), after / len(other), cheat.used


def interval(values: list[float]) -> tuple[float, float]:
    """The mean and half the width of its 95 % interval."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools.withholding", description=__doc__)
    parser.add_argument("--role", choices=ROLES, default="guest")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--threshold", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file of finished games, to go on from there")
    options = parser.parse_args(words)
    task = partial(pair, options.role, options.threshold)
    rows = read(options.keep) if options.keep and options.keep.exists() else []
    seeds = range(options.first + len(rows), options.first + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(task, seeds, chunksize=10):
            rows.append(row)
            if options.keep:
                with options.keep.open("a") as file:
                    print(*row, file=file)
            if len(rows) % 500 == 0:
                print(report(options, rows), file=sys.stderr, flush=True)
    print(report(options, rows))
    return 0


def read(file: Path) -> list[tuple[float, float, int]]:
    """The finished games in a file, in the order of their seeds."""
    rows = [line.split() for line in file.read_text().splitlines()]
    return [(float(before), float(after), int(used)) for before, after, used in rows]


def report(options: argparse.Namespace, rows: list[tuple[float, float, int]]) -> str:
    more, half = interval([after - before for before, after, _ in rows])
    honest = statistics.fmean(before for before, _, _ in rows)
    used = statistics.fmean(row[2] for row in rows)
    return (
        f"{options.role}, threshold {options.threshold:g}, "
        f"{len(rows)} paired games: "
        f"honest {100 * honest:.1f} %, cheat {100 * more:+.2f} points "
        f"({100 * (more - half):+.2f} to {100 * (more + half):+.2f}), used {used:.2f} times"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
