"""Measures what a device gains at a table over several devices by keeping back what it would draw.

    python -m tools.withholding --role guest --games 4000

Three seats play as the bot ``steady``, with the draws of the protocol (``peers/chains.py``). Each game is
played twice with the same chains: once honestly, and once by a cheat that has the odds of every position
(``titledeed.odds``) and makes a draw another one whenever that is better for its seat by more than
``--threshold``, as long as it has ``--choices`` left: one more than the times that a device may come back
(``ledger.RETURNS``). The others always let a bot take the silent seat, and always let the device come back;
the bot plays as its people would. So the cheat pays nothing but the time.

``guest``: two devices and a bot. The guest knows the host's value, and so the throw, before it tells its
own. It keeps its own back: the draw is given up, and the next number is drawn with a new value of the host.

``host``: two devices and a bot. The host knows the throw, and says that it does not hear the guest, whose
device knows better. Without the guest it knows the next draw too, so it has the better of two known ones.

``pair``: three devices. A guest and the host tell each other everything; the guest keeps its value back.

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
from titledeed.peers.ledger import RETURNS  # noqa: E402
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

    def outcome(self, state: State, seats: tuple[int, ...], later: int = 1) -> Answer:
        """The draw that these seats' values give: the next one, or the one after a draw that is given up."""
        k, beacon = self.k + later, self.beacon
        if later == 2:
            beacon = drawn(self.game, k - 1, beacon, {})
        block = drawn(self.game, k, beacon, {seat: self.chains[seat].value(k) for seat in seats})
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
    """The device that keeps values back, or leaves another one out. ``choices``: how often it may;
    ``threshold``: by how much the other result must be better, as a share of games won."""

    seat: int
    role: str
    choices: int
    threshold: float = 0.0
    used: int = 0

    def chooses(self, draws: Draws, state: State, seats: tuple[int, ...]) -> bool:
        """Whether the cheat makes the open draw another one."""
        if self.used >= self.choices or self.seat not in seats or not state.playing[self.seat]:
            return False
        return self.gains(draws, state, seats) > self.threshold

    def gains(self, draws: Draws, state: State, seats: tuple[int, ...]) -> float:
        """By how much the odds of the other result are better."""
        if self.role == "host":
            other = odds_after(state, draws.outcome(state, (self.seat,), later=2), self.seat)
        else:
            other = mean_odds(draws, state, self.seat)  # it depends on a value that nobody knows
        return other - odds_after(state, draws.outcome(state, seats), self.seat)


def odds_after(state: State, answer: Answer, seat: int) -> float:
    after = state.copy()
    play_in_place(after, CHANCE, answer)
    return expected(after).get(seat, 0) / WHOLE


def mean_odds(draws: Draws, state: State, seat: int) -> float:
    ask: Any = state.agenda[-1]
    if isinstance(ask, AskDice):
        return sum(w * odds_after(state, dice, seat) for dice, w in THROWS) / 36
    cards = draws.unseen(state, ask.deck)
    return sum(odds_after(state, CardIs(card), seat) for card in cards) / len(cards)


def play(seed: int, role: str, cheat: Cheat | None) -> tuple[tuple[int, ...], Draws, int]:
    """One game: its winners, its draws, and how often the cheat used its choice."""
    game = f"{seed:016x}"
    people = devices(seed, role)
    secrets = {seat: hashlib.sha256(f"{seed} {seat}".encode()).digest() for seat in people}
    chains = {seat: Chain(secret, LINKS) for seat, secret in secrets.items()}
    draws = Draws(game, chains, first_beacon(game * 2))
    rules = books.make_rules("modern")
    state = lay_out(rules, SEATS, asked=False, by_hand=True)
    players = Players([BOTS["steady"]() for _ in range(SEATS)])
    absent = -1  # a seat that a bot plays until no draw is open
    while True:
        ask: Any = state.agenda[-1]
        if isinstance(ask, Over):
            return ask.winners, draws, cheat.used if cheat else 0
        if state.round > MOST_ROUNDS:
            return (richest(state),), draws, cheat.used if cheat else 0
        if ask.seat != CHANCE:
            absent = -1
            players.advance(state, 0)
            continue
        seats = tuple(s for s in people if state.playing[s] and s != absent)
        seats = seats or tuple(s for s in people if s != absent) or people
        other = next((s for s in people if cheat and s != cheat.seat and s in seats), -1)
        if cheat is not None and absent < 0 and other >= 0 and cheat.chooses(draws, state, seats):
            cheat.used += 1
            absent = other if cheat.role == "host" else cheat.seat
            draws.give_up()
            seats = tuple(s for s in seats if s != absent)
        draws.draw(state, seats)


def devices(seed: int, role: str) -> tuple[int, ...]:
    """The seats of people: the cheat's and the next one, or all three."""
    if role == "pair":
        return tuple(range(SEATS))
    return tuple(sorted({seed % SEATS, (seed + 1) % SEATS}))


def pair(role: str, choices: int, threshold: float, seed: int) -> tuple[float, float, int]:
    """The shares of the wins of one seat, honestly and as a cheat, and how often it used its choice."""
    seat = seed % SEATS
    honest, _, _ = play(seed, role, None)
    cheat, _, used = play(seed, role, Cheat(seat, role, choices, threshold))
    return (
        (seat in honest) / len(honest),
        (seat in cheat) / len(cheat),
        used,
    )


def interval(values: list[float]) -> tuple[float, float]:
    """The mean and half the width of its 95 % interval."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools.withholding", description=__doc__)
    parser.add_argument("--role", choices=ROLES, default="guest")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--choices", type=int, default=RETURNS + 1)
    parser.add_argument("--threshold", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file of finished games, to go on from there")
    options = parser.parse_args(words)
    task = partial(pair, options.role, options.choices, options.threshold)
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
        f"{options.role}, {options.choices} choices, threshold {options.threshold:g}, "
        f"{len(rows)} paired games: "
        f"honest {100 * honest:.1f} %, cheat {100 * more:+.2f} points "
        f"({100 * (more - half):+.2f} to {100 * (more + half):+.2f}), used {used:.2f} times"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
