"""Times the odds of a position in one interpreter, as JSON; ``odds.py`` runs it in CPython and Pyodide.

    python tools/bench/weighing.py [SEATS]

It imports only modules of app.gz and of the standard library.
"""

from __future__ import annotations

import json
import sys
import time

from titledeed.bots import BOTS
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.reducer import play_in_place
from titledeed.engine.rulebook_loader_and_rules_compiler import BOOKS
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.engine.state import (
    State,
)
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.odds import expected_odds

SEATS = range(2, 9)
ROUNDS = 20
EACH = 40  # answers between two saved positions
TRIES = 5


def positions(book: str, seats: int) -> list[State]:
    """Play a game of ``steady`` and return some of its positions."""
    state = lay_out_state(rules_compiler.make_rules(book), seats, asked=False, by_hand=False)
    players = BotScheduler([BOTS["steady"]() for _ in range(seats)])
    states = []
    count = 0
    while not isinstance(state.ask, Over) and state.round <= ROUNDS:
        if state.ask.seat == CHANCE:
            seat, answer = CHANCE, rng.chance_answer(state, seats)
        else:
            move = players.next(state)
            assert move is not None
            seat, answer = move[0], move[1].answer
        turns = state.turns
        play_in_place(state, seat, answer)
        if seat != CHANCE:
            players.note(turns, seat, answer)
        count += 1
        if count % EACH == 0:
            states.append(state.copy())
    return states


def took(states: list[State]) -> list[float]:
    """Return the milliseconds for all odds of each state.

    This is the least of several tries, because others use the machine too. The states take turns, because
    the model computes little of a position that it has just been asked about."""
    least = [float("inf")] * len(states)
    for _ in range(TRIES):
        for n, state in enumerate(states):
            start = time.perf_counter()
            expected_odds(state)
            least[n] = min(least[n], time.perf_counter() - start)
    return [1000 * seconds for seconds in least]


def main() -> None:
    times: dict[str, list[float]] = {}
    for seats in map(int, sys.argv[1:] or SEATS):
        times[str(seats)] = [ms for book in BOOKS for ms in took(positions(book, seats))]
    times["all"] = [each for some in times.values() for each in some]
    rows = {}
    for name, row in times.items():
        row.sort()
        rows[name] = {
            "positions": len(row),
            "mean": sum(row) / len(row),
            "p95": row[int(0.95 * len(row))],
            "worst": row[-1],
        }
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
