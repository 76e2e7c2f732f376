"""The waiting time at a table with three bots, by the page's own clock, over eight games."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from fake_page import FakePage, Table
from playing import sensible
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session

SEEDS = range(1, 9)
OPENINGS = range(1, 21)  # the games whose first decision is timed
ROUNDS = 3  # rounds of each game: later waits are no longer, as ``--long`` shows
DECISION = 5_000.0  # milliseconds from Start to the first decision
WAIT = 8_000.0  # milliseconds between two moves of a person
THOUGHT = 100.0  # milliseconds that a strong bot takes for each answer


class Waits(NamedTuple):
    """Seconds that a person waited in one game."""

    first: float  # until the first decision other than a throw
    longest: float  # between an answer and the next question


def played(seed: int, rounds: int, thought: float) -> Waits:
    """Return the waits of a person who answers at once, among steady bots at normal speed."""
    page = FakePage()
    table = Table(page=page, speed="normal")
    step = Session.step

    def think(session: Session) -> object:
        if session.waiting().who == "bot":
            page.clock += thought
        return step(session)

    seats = [Seat(name, bot) for name, bot in zip("ABCD", ("", *["steady"] * 3), strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "step", think)
        began = page.clock
        table.hands.play.start(Record("modern", seats, seed=seed))
        page.run()
        first, longest = 0.0, page.clock - began
        while table.session.state.round <= rounds and "over" not in page.state["ask"]:
            if not first and not page.state["ask"].startswith("roll"):
                first = page.clock - began
            answered = page.clock
            # A new sheet or a tour does not delay a person who answers at once.
            answer = sensible(table.answers())
            table.say(answer)
            if answer == "bankrupt":
                table.say(answer, "dlg-confirm")
            longest = max(longest, page.clock - answered)
            if not table.session.people():
                break
    return Waits(first, longest)


def ninetieth(waits: list[float]) -> float:
    return sorted(waits)[len(waits) * 9 // 10 - 1]


def check(rounds: int) -> None:
    waits = [played(seed, rounds, THOUGHT) for seed in SEEDS]
    print(ninetieth([w.first for w in waits]), ninetieth([w.longest for w in waits]))
    print(sorted(w.first for w in waits), sorted(w.longest for w in waits))
    assert ninetieth([w.first for w in waits]) <= DECISION
    assert ninetieth([w.longest for w in waits]) <= WAIT


def test_the_first_decision_comes_soon_in_every_game() -> None:
    """Also after doubles and two cards, as with seed 7."""
    assert max(played(seed, 1, THOUGHT).first for seed in OPENINGS) <= DECISION


def test_a_persons_first_decision_and_next_move_come_soon() -> None:
    check(ROUNDS)


@pytest.mark.long
def test_whole_games_stay_within_their_pace() -> None:
    check(200)
