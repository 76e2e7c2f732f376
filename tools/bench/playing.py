"""Measures play in one interpreter and prints JSON; ``play.py`` runs it in CPython and Pyodide.

    python tools/bench/playing.py BOT THROWS

It imports only modules of the site's archives and of the standard library, and the arena, which is in
no archive.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import titledeed.lab
from titledeed.bots import BOTS
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Answer,
)
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.legal_answers import (
    options,
)
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.reducer import (
    play,
    play_in_place,
)
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.engine.state import (
    State,
)
from titledeed.game.bot_scheduler import BotScheduler

if sys.platform == "emscripten":  # the repository is at /here (tools/pyodide.mjs)
    titledeed.lab.__path__.append("/here/py/titledeed/lab")

from titledeed.lab.arena import play_game

SEATS = 4
ROUNDS = 500

if sys.platform == "emscripten":
    import js  # type: ignore[import-not-found]

    def cpu() -> float:
        """Seconds of CPU time. In Pyodide Python's own ``process_time`` measures wall-clock time."""
        used = js.process.cpuUsage()
        return float(used.user + used.system) / 1e6
else:
    cpu = time.process_time


def whole_games(bot: str, throws: int) -> dict[str, float]:
    """Play games one after the other until this many throws are made."""
    rules = rules_compiler.make_rules("modern")
    games = throws_so_far = 0
    start = cpu()
    while throws_so_far < throws:
        throws_so_far += play_game(rules, [BOTS[bot]() for _ in range(SEATS)], games, ROUNDS).throws
        games += 1
    seconds = cpu() - start
    return {
        "games": games,
        "throws": throws_so_far,
        "throws_per_second": throws_so_far / seconds,
        "games_per_second": games / seconds,
    }


def fresh() -> State:
    return lay_out_state(rules_compiler.make_rules("modern"), SEATS, asked=False, by_hand=False)


def one_game(bot: str, seed: int) -> list[tuple[int, Answer]]:
    """The answers of one game."""
    state = fresh()
    players = BotScheduler([BOTS[bot]() for _ in range(SEATS)])
    answers: list[tuple[int, Answer]] = []
    while not isinstance(state.ask, Over) and state.round <= ROUNDS:
        if state.ask.seat == CHANCE:
            move: tuple[int, Answer] = (CHANCE, rng.chance_answer(state, seed))
        else:
            choice = players.next(state)
            assert choice is not None
            move = choice[0], choice[1].answer
        answers.append(move)
        play_in_place(state, *move)
    return answers


def by_rules(answers: list[tuple[int, Answer]]) -> None:
    state = fresh()
    for seat, answer in answers:
        play_in_place(state, seat, answer)


def by_chance(answers: list[tuple[int, Answer]], seed: int) -> None:
    state = fresh()
    for seat, answer in answers:
        if seat == CHANCE:
            rng.chance_answer(state, seed)
        play_in_place(state, seat, answer)


def with_events(answers: list[tuple[int, Answer]]) -> None:
    state = fresh()
    events: list[Any] = []
    for seat, answer in answers:
        events.clear()
        play_in_place(state, seat, answer, events)


def with_copies(answers: list[tuple[int, Answer]]) -> None:
    state = fresh()
    for seat, answer in answers:
        state, _ = play(state, seat, answer)


def with_options(answers: list[tuple[int, Answer]]) -> int:
    """List all options at every tenth answer; return the number of lists."""
    state = fresh()
    listed = 0
    for n, (seat, answer) in enumerate(answers):
        if seat != CHANCE and n % 10 == 0:
            possible = options(state, seat)
            for kind in possible.kinds():
                possible.of(kind)
                possible.barred(kind)
            listed += 1
        play_in_place(state, seat, answer)
    return listed


def took(work: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    start = cpu()
    result = work(*args)
    return cpu() - start, result


def parts(bot: str, games: int) -> dict[str, float]:
    """Return microseconds per answer by part of the program.

    It repeats the same answers in different ways."""
    seconds = dict.fromkeys(("bots", "chance", "rules", "events", "copy", "options"), 0.0)
    count = listed = 0
    for seed in range(games):
        whole, answers = took(one_game, bot, seed)
        count += len(answers)
        bare, _ = took(by_rules, answers)
        drawing = took(by_chance, answers, seed)[0] - bare
        telling = took(with_events, answers)[0] - bare
        listing, times = took(with_options, answers)
        seconds["rules"] += bare
        seconds["chance"] += drawing
        seconds["bots"] += whole - bare - drawing
        seconds["events"] += telling
        seconds["copy"] += took(with_copies, answers)[0] - bare - telling
        seconds["options"] += listing - bare
        listed += times
    per = {name: value / count * 1e6 for name, value in seconds.items()}
    per["options"] = seconds["options"] / max(listed, 1) * 1e6
    return per


def main() -> None:
    bot, throws = sys.argv[1], int(sys.argv[2])
    whole_games(bot, throws // 20)  # warm
    figures = {"whole": whole_games(bot, throws), "parts": parts(bot, 20)}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
