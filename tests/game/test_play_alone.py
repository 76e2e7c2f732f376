"""A game on several devices that continues on only one of them: there the program draws."""

from __future__ import annotations

from typing import Any

from titledeed.engine.answers import (
    CardIs,
)
from titledeed.engine.asks import (
    AskBid,
    AskBuy,
    AskDice,
    AskEnd,
    AskOrder,
    AskRoll,
    Over,
)
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.session import Session


def alone(seed: int = 5, bots: int = 0) -> Session:
    """Return a game of two people on two devices; the first person plays on alone before any answer."""
    seats = [Seat("Ada"), Seat("Ben"), *(Seat(f"Bot {n}", "simple") for n in range(bots))]
    record = Record(rulebook="modern", seats=seats, chance="by-hand")
    session = Session.start(record)
    session.elsewhere = frozenset({1})
    session.game.record.extra["x-proof"] = {"format": "title-deed-proof/2"}
    return session.play_alone([0], "steady", seed)


def test_bots_play_the_other_seats_and_the_proof_is_complete() -> None:
    session = alone()
    assert session.controls == ["", "steady"]
    assert session.game.record.extra == {"x-alone": 0}
    assert (session.elsewhere, session.alone, session.by_hand) == (None, 0, False)
    assert session.people() == [0]


def test_the_program_draws_each_card_once_per_pass() -> None:
    passes = 0
    for seed in range(2):
        session = alone(seed, bots=5)
        session.hand_to(0, "steady")
        seen: dict[int, set[int]] = {0: set(), 1: set()}
        while not isinstance(session.ask, Over) and session.state.round < 120:
            deck = getattr(session.ask, "deck", -1)
            entry = session.step()
            assert entry is not None
            assert entry.by in ("chance", "bot")
            if not isinstance(entry.answer, CardIs):
                continue
            if entry.answer.card in seen[deck]:
                assert len(seen[deck]) >= 15  # a player may hold the jail card
                seen[deck].clear()
                passes += 1
            seen[deck].add(entry.answer.card)
    assert passes


def test_another_seed_gives_other_dice_and_a_saved_game_continues_the_same() -> None:
    lines = []
    for seed in (5, 6):
        session = alone(seed)
        session.hand_to(0, "steady")
        for _ in range(40):
            session.step()
        saved = session.save("2026-01-01T00:00:00Z")
        again = Session.load(saved)
        assert again.game.lines == session.game.lines
        for _ in range(40):
            session.step()
            again.step()
        assert again.game.lines == session.game.lines
        lines.append(session.game.lines)
    assert lines[0] != lines[1]


def shared(answers: int) -> Session:
    """Return a game of two people on two devices after so many answers."""
    record = Record(rulebook="modern", seats=[Seat("Ada"), Seat("Ben")], chance="by-hand")
    session = Session.start(record)
    session.elsewhere = frozenset({1})
    while len(session.entries) < answers:
        ask = session.ask
        if isinstance(ask, AskDice):
            session.say(CHANCE, "dice 1 2" if ask.purpose == "move" else "dice 6 5")
        else:
            session.say(ask.seat, ASKED[type(ask)])
    return session


ASKED: Any = {AskOrder: "roll", AskRoll: "roll", AskBuy: "decline", AskBid: "pass", AskEnd: "end"}


def test_undo_takes_back_nothing_that_was_played_on_several_devices() -> None:
    """Other people answered, and all devices drew; the program would draw other throws."""
    whole = shared(30)
    for count in range(4, 30):
        session = whole.branch(count).play_alone([0], "steady", 5)
        before = session.game.lines[:]
        assert not session.can_undo()
        assert session.to_undo() == session.undo() == []
        for _ in range(40):
            if session.waiting().who == "person":
                break
            session.step()
        session.say(0, ASKED[type(session.ask)])
        while session.step() is not None:
            pass
        while session.can_undo():
            session.undo()
        assert session.game.lines[:count] == before
        assert session.waiting().who == "person"
        again = Session.load(session.save("2026-01-01T00:00:00Z"))
        assert not again.can_undo()


def test_a_game_continued_from_an_earlier_moment_says_so() -> None:
    session = shared(20).play_alone([0], "steady", 5)
    for _ in range(10):
        session.step()
    earlier, later = session.branch(12), session.branch(len(session.entries))
    assert (earlier.alone, later.alone, session.alone) == (12, 20, 20)
    assert not earlier.can_undo()
    assert Session.load(earlier.save("2026-01-01T00:00:00Z")).alone == 12


def test_a_file_with_another_value_under_this_key_is_a_game_by_hand() -> None:
    for odd in (True, -1, "0", None, 1.5):
        session = alone()
        session.game.record.extra["x-alone"] = odd
        assert session.alone is None
        assert session.by_hand


def test_the_key_changes_nothing_in_a_game_with_ordered_decks() -> None:
    seats = [Seat("Ada", "simple"), Seat("Ben", "simple")]
    session = Session.start(Record(rulebook="modern", seats=seats, seed=1))
    session.game.record.extra["x-alone"] = 0
    again = Session.load(session.save("2026-01-01T00:00:00Z"))
    assert again.alone is None
    cards = 0
    while cards < 3:
        entry = again.step()
        assert entry is not None
        cards += isinstance(entry.answer, CardIs)
