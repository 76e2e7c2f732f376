"""Measures the gain of a device that withholds its values for draws, at a table over several devices.

The table has three devices, whose seats play as the bot ``steady``. Each game is played twice with the
same chains: once honestly, and once with a cheat. The cheat has the odds of every position
(``titledeed.odds``) and knows each draw before it is made. It withholds a value whenever the mean of
all results is better for it than this one, by more than ``--threshold``.

    python -m tools.withholding --role guest --games 4000
    python -m tools.withholding --role host --games 4000

The cheat withholds a value for good: a guest its own, a host its own or that of one of its guests. By
the protocol, a device that has told its value never lets the draw be given up
(``tests/peers/test_steering.py``). So that game stops, and the cheat does not win it.

    python -m tools.withholding --devices --role guest --games 150
    python -m tools.withholding --devices --role host --games 150

Whole devices play, in one process. A cheating guest withholds its value for a minute. A cheating host
says that it does not get the value of one of its guests. Meanwhile the cheat and the others ask for a
bot on the silent seat. Then the cheat gives in. The tool compares each draw of the two games.

The same command gives the same figures. They are differences in points of wins per hundred games, with
95 % intervals.
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
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests" / "support")]

from simulated_tables import World, ledger_of, own_values, record  # noqa: E402
from titledeed.bots import BOTS  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.engine.answers import (  # noqa: E402
    Answer,
    CardIs,
    Dice,
)
from titledeed.engine.asks import (  # noqa: E402
    AskCard,
    AskDice,
    Over,
)
from titledeed.engine.mutations import lay_out_state  # noqa: E402
from titledeed.engine.reducer import play_in_place  # noqa: E402
from titledeed.engine.special_seats_and_ids import CHANCE  # noqa: E402
from titledeed.engine.state import (  # noqa: E402
    State,
)
from titledeed.game.bot_scheduler import BotScheduler  # noqa: E402
from titledeed.lab.arena import MOST_ROUNDS, richest_seat  # noqa: E402
from titledeed.odds import WHOLE, expected_odds  # noqa: E402
from titledeed.peers.device.model import BOT_AFTER  # noqa: E402
from titledeed.peers.draw_hash_chains import HashChain, draw_number, draw_pick, drawn, first_beacon  # noqa: E402
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog  # noqa: E402
from tools.arguments import PROCESSES, share, whole_number  # noqa: E402

SEATS = 3
LINKS = 3_000  # draws that a chain serves here
ROUNDS = 60  # of a game of whole devices, at most
KEEPS = BOT_AFTER + 20  # seconds for which a cheat withholds a value before it gives in
NAMES = ("Ada", "Ben", "Cleo")
ROLES = ("guest", "host")
# Throws with the first face not above the second, each with its number among the 36.
THROWS = [(Dice(a, b), 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7)]


def odds_after(state: State, answer: Answer, seat: int) -> float:
    """Return the share of games that a seat wins from here on, by the odds."""
    after = state.copy()
    play_in_place(after, CHANCE, answer)
    return expected_odds(after).get(seat, 0) / WHOLE


def mean_odds(state: State, cards: list[int], seat: int) -> float:
    """The mean of :func:`odds_after` over all results. ``cards``: the possible cards for a card draw."""
    if isinstance(state.agenda[-1], AskDice):
        return sum(w * odds_after(state, dice, seat) for dice, w in THROWS) / 36
    return sum(odds_after(state, CardIs(card), seat) for card in cards) / len(cards)


# ---------------------------------------------------------------- for good: the formula of the draws


@dataclass
class Draws:
    """The draws of one game, as the log of a table makes them."""

    game: str
    chains: dict[int, HashChain]
    beacon: bytes
    k: int = 0
    seen: list[set[int]] = field(default_factory=lambda: [set(), set()])

    def unseen(self, state: State) -> list[int]:
        """The cards that may come next (as ``RewindableGame.unseen``)."""
        ask: Any = state.agenda[-1]
        if not isinstance(ask, AskCard):
            return []
        there = sorted(state.decks[ask.deck])
        return [card for card in there if card not in self.seen[ask.deck]] or there

    def draw(self, state: State) -> Answer:
        """Make the next draw from the values of all seats in play, and return its result."""
        self.k += 1
        values = {s: self.chains[s].value(self.k) for s in range(SEATS) if state.playing[s]}
        block = self.beacon = drawn(self.game, self.k, self.beacon, values)
        ask: Any = state.agenda[-1]
        if isinstance(ask, AskDice):
            a, b = divmod(draw_number(block, 36), 6)
            return Dice(a + 1, b + 1)
        assert isinstance(ask, AskCard)
        card = draw_pick(self.unseen(state), block)
        seen = self.seen[ask.deck]
        if card in seen:
            seen.clear()
        seen.add(card)
        return CardIs(card)


def seat_of_cheat(role: str, seed: int) -> int:
    """The host has the first seat. The others take turns as the guest that cheats."""
    return 0 if role == "host" else 1 + seed % (SEATS - 1)


def kept_for_good(role: str, threshold: float, seed: int) -> tuple[float, float, int]:
    """Play a game honestly and with a cheat that withholds values for good.

    Returns the cheat seat's share of the win in the honest game, its share as a cheat, and the number
    of withheld values. Withholding a value ends the game without a winner."""
    game, seat = f"{seed:016x}", seat_of_cheat(role, seed)
    secrets = {s: hashlib.sha256(f"{seed} {s}".encode()).digest() for s in range(SEATS)}
    chains = {s: HashChain(secret, LINKS) for s, secret in secrets.items()}
    draws = Draws(game, chains, first_beacon(game * 2))
    state = lay_out_state(rules_compiler.make_rules("modern"), SEATS, asked=False, by_hand=True)
    players = BotScheduler([BOTS["steady"]() for _ in range(SEATS)])
    used = 0
    while True:
        ask: Any = state.agenda[-1]
        if isinstance(ask, Over) or state.round > MOST_ROUNDS:
            winners = ask.winners if isinstance(ask, Over) else (richest_seat(state),)
            share = (seat in winners) / len(winners)
            return share, 0.0 if used else share, used
        if ask.seat != CHANCE:
            players.advance(state, 0)
            continue
        cards = draws.unseen(state)
        answer = draws.draw(state)
        if not used and state.playing[seat]:
            better = mean_odds(state, cards, seat) - odds_after(state, answer, seat)
            used = int(better > threshold)
        play_in_place(state, CHANCE, answer)


# ---------------------------------------------------------------- for a minute: whole devices


class Even:
    """Chance that is the same in both games: messages take equally long, and nobody asks for an undo."""

    def random(self) -> float:
        return 0.5


class Cheat:
    """One device that withholds values. ``victim``: the seat whose value is then missing."""

    def __init__(self, world: World, role: str, seed: int, threshold: float) -> None:
        self.world, self.threshold = world, threshold
        self.seat = seat_of_cheat(role, seed)
        self.victim = 1 + seed % (SEATS - 1)
        self.device = world.devices[NAMES[self.seat]]
        self.until: dict[tuple[int, str], float] = {}  # by draw: when the cheat gives in
        self.tries = 0
        if role == "host":
            self._as_host()
        else:
            self._as_guest()

    def _as_guest(self) -> None:
        tells = self.device.draws._reveal

        def reveal(conns: Any, now: float) -> None:
            if not self.keeps(now):
                tells(conns, now)

        self.device.draws._reveal = reveal  # type: ignore[method-assign]

    def _as_host(self) -> None:
        device = self.device
        advances, lacks = device.draws.advance, device.absence.waits_for
        may_sit = device.absence.bot_may_sit

        def advance(now: float) -> None:
            drawing = device.drawing
            if drawing is not None and drawing.all_ready and self.keeps(now):
                drawing.reveals.pop(self.victim, None)
            advances(now)

        def waits_for(drawing: Any, now: float) -> list[int]:
            waits = lacks(drawing, now)
            withholds = drawing.all_ready and self.victim not in waits and self.keeps(now)
            return [*waits, self.victim] if withholds else waits

        def sits(seat: int, now: float, after: float = BOT_AFTER) -> bool:
            return seat == self.victim or may_sit(seat, now, after)

        device.draws.advance = advance  # type: ignore[method-assign]
        device.absence.waits_for = waits_for  # type: ignore[method-assign]
        device.absence.bot_may_sit = sits  # type: ignore[method-assign]

    def keeps(self, now: float) -> bool:
        """Whether the cheat now withholds a value of the open draw."""
        log = self.device.log
        assert log is not None
        if not log.drawing or self.victim not in log.awaited():
            return False
        draw = log.draw, log.draw_name
        if draw not in self.until:
            better = self.gains(log) > self.threshold
            self.tries += better
            self.until[draw] = now + KEEPS if better else now
        return now < self.until[draw]

    def gains(self, log: ReplicatedLog) -> float:
        """The gain in odds of the mean draw over the open one. The cheat knows all devices' values."""
        values: dict[int, str] = {}
        for name in NAMES:
            own = own_values(self.world, name, log.draw, log)
            values |= {int(seat): value for seat, value in own.items()}
        if self.seat not in log.persons():
            return 0.0
        line = log.outcome({seat: values[seat] for seat in log.awaited()})
        parsed = log.game.notation.parse(line, log.state)
        assert parsed is not None
        ask: Any = log.state.agenda[-1]
        cards = log.history.unseen(ask.deck) if isinstance(ask, AskCard) else []
        mean = mean_odds(log.state, cards, self.seat)
        return mean - odds_after(log.state, parsed[1], self.seat)

    def ask_for_bots(self) -> None:
        """Let the people at all devices press the button for a bot on the silent seat."""
        now = self.world.now
        if any(now < until for until in self.until.values()):
            for name in NAMES:
                self.world.devices[name].place(self.victim, "steady", now)
                self.world._carry(name)


def at_devices(role: str, threshold: float, seed: int) -> tuple[float, float, int, int]:
    """Play a game of whole devices honestly and with a cheat.

    Returns the cheat seat's share of the win in each, the number of withheld values, and the number of
    draws that differ."""
    shares, lines, tries = [], [], 0
    for cheats in (False, True):
        world = World(seed, list(NAMES), record(SEATS, ROUNDS))
        world.bots = ("steady",)
        world.lay()
        world.rng = Even()  # type: ignore[assignment]
        cheat = Cheat(world, role, seed, threshold if cheats else 2.0)
        for _ in range(200_000):
            world.run(2.0)
            cheat.ask_for_bots()
            if world.over():
                break
        log = ledger_of(world, NAMES[0])
        ask: Any = log.state.ask
        over = world.over() and isinstance(ask, Over)
        shares.append((cheat.seat in ask.winners) / len(ask.winners) if over else 0.0)
        lines.append([drawn.line for drawn in log.draws])
        tries = cheat.tries
    differ = sum(a != b for a, b in zip(*lines, strict=False)) + abs(len(lines[0]) - len(lines[1]))
    return shares[0], shares[1], tries, differ


def interval(values: list[float]) -> tuple[float, float]:
    """The mean and half the width of its 95 % interval."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tools.withholding",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--role", choices=ROLES, default="guest")
    parser.add_argument("--games", type=whole_number(1), default=4000)
    parser.add_argument("--first", type=whole_number(0), default=0, help="the first seed")
    parser.add_argument("--threshold", type=share, default=0.0)
    parser.add_argument("--devices", action="store_true", help="whole devices; the cheat gives in")
    parser.add_argument("--jobs", type=whole_number(1, PROCESSES), default=1)
    options = parser.parse_args(words)
    task: Any = partial(kept_for_good, options.role, options.threshold)
    if options.devices:
        task = partial(at_devices, options.role, options.threshold)
    seeds = range(options.first, options.first + options.games)
    rows: list[tuple[float, ...]] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(task, seeds, chunksize=10):
            rows.append(row)
            if len(rows) % 500 == 0:
                print(report(options, rows), file=sys.stderr, flush=True)
    print(report(options, rows))
    return 0


def report(options: argparse.Namespace, rows: list[tuple[float, ...]]) -> str:
    more, half = interval([row[1] - row[0] for row in rows])
    honest = statistics.fmean(row[0] for row in rows)
    how_long = f"for {KEEPS:g} s at devices" if options.devices else "for good"
    text = (
        f"{options.role}, {how_long}, threshold {options.threshold:g}, {len(rows)} paired games: "
        f"honest {100 * honest:.1f} %, cheat {100 * more:+.2f} points "
        f"({100 * (more - half):+.2f} to {100 * (more + half):+.2f}), "
        f"kept back {statistics.fmean(row[2] for row in rows):.2f} times a game"
    )
    if options.devices:
        text += f", {sum(int(row[3]) for row in rows)} draws differ"
    return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
