"""What a fence sends is checked: anything that is no answer is refused, and nothing else is raised."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from titledeed.workshop.fence_answers import (
    BadAnswerError,
    position_at,
    read_counts,
    read_game,
    read_printed,
    read_reply,
    stops_frame,
    table_of,
)
from titledeed.workshop.guest import guest_lines, guest_record
from titledeed.workshop.inside_fence import answer
from titledeed.workshop.steps import STEPS

GAME = {"against": ["novice"] * 3, "seed": 1, "rounds": 60}
CODE = STEPS[-1].solution


def asked(**question: Any) -> dict[str, Any]:
    return table_of(answer(json.dumps(question)))


def test_a_game_is_read_and_its_positions_are_shown() -> None:
    table = asked(do="game", code=CODE, game=2, **GAME)
    game = read_game(table)
    assert game.seat == 2
    moment = next(moment for moment in game.moments if moment.ask == "buy")
    state, notation = position_at(game.record, moment.lines)
    assert (state.ask.kind, state.ask.seat) == ("buy", 2)
    assert moment.line == 25
    assert moment.reason == "Nobody bids here: I take it in the auction."
    assert notation.names[2] == "You"


def spoiled(value: Any, rng: random.Random) -> Any:
    """A copy with one part replaced."""
    odd = [None, -1, 10**12, 1.5, True, "", "x" * 5000, [], {}, [[]], {"a": []}, float("inf")]
    table = copy.deepcopy(value)
    place = table
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return table
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
            place = inner
            continue
        place[key] = rng.choice(odd)
        return table


@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.long)])
def test_spoiled_answers_are_refused_or_read(count: int) -> None:
    rng = random.Random(7)
    game = asked(do="game", code=CODE, game=0, **GAME)
    game["record"]["step"][0]["play"] = game["record"]["step"][0]["play"][:40]
    game["moments"] = game["moments"][:5]
    del game["record"]["checksum"]
    run = asked(do="practice", code=CODE, first=0, games=2, **GAME)["counts"]
    reply = {"reply": ["bid 20", "why"], "finding": None}
    readers: list[tuple[Any, Callable[[Any], object]]] = [
        (game, lambda table: position_at(read_game(table).record, 30)),
        (run, lambda table: read_counts(table, 100)),
        (reply, read_reply),
        ({"printed": ["a", "b"]}, read_printed),
    ]
    for _ in range(count):
        table, read = rng.choice(readers)
        try:
            read(spoiled(table, rng))
        except BadAnswerError:
            continue


@pytest.mark.parametrize("text", [None, 3, "", "[]", "[" * 100_000, '{"a": NaN}', "x" * 3_000_001])
def test_texts_that_are_no_table_are_refused(text: object) -> None:
    with pytest.raises(BadAnswerError):
        table_of(text)


@pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.long)])
def test_a_guest_answers_as_in_the_arena(games: int) -> None:
    """The guest gets only lines, without the seed and the order of the decks."""
    for game in range(games):
        table = asked(do="game", code=CODE, game=game, **GAME)
        played = read_game(table)
        lines = table["record"]["step"][0]["play"]
        shown = guest_record(played.record)
        assert "seed" not in shown
        assert not any("shuffle" in line for line in guest_lines(lines))
        asked(do="sit", code=CODE, record=shown, seat=played.seat)
        done = 0
        name = played.record.seats[played.seat].name
        for n, line in enumerate(lines):
            who, *words = line.split()
            if who != name or (words[0] in ("roll", "end") and n % 5):
                continue
            state, _ = position_at(played.record, n)
            if state.ask.seat != played.seat:
                continue  # whether a bot is asked out of turn depends on the scheduler
            sent = guest_lines(lines[done:n])
            done = n
            offered: list[str] = []
            for earlier in reversed(lines[:n]):
                if earlier.endswith(" end"):
                    break
                if earlier.startswith(f"{name} offer"):
                    offered.append(earlier.removeprefix(f"{name} "))
            said, _, finding = read_reply(asked(do="ask", lines=sent, offered=offered))
            assert finding is None
            given = " ".join(words)
            assert said == given or (said is None and given in ("roll", "end")), (n, line)


def test_headers_that_stop_the_frame() -> None:
    ours = "default-src 'none'; script-src 'self' 'sha256-x'; frame-ancestors 'none'"
    stopped = [(ours, ""), ("frame-ancestors 'none'", ""), ("script-src 'self'", "")]
    stopped += [("", "DENY"), ("sandbox", ""), ("frame-src 'none', default-src 'self'", "")]
    assert all(stops_frame(*headers) for headers in stopped)
    free = [("", ""), ("frame-ancestors 'self'", "SAMEORIGIN"), ("upgrade-insecure-requests", "")]
    assert not any(stops_frame(*headers) for headers in free)
