"""A replay shows every moment of a game as it was, and changes nothing."""

from __future__ import annotations

from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.replay import Replay
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest


def played(rounds: int = 12, seed: int = 3) -> Session:
    seats = [Seat(name, "simple") for name in ("Ada", "Ben", "Cleo")]
    session = Session.start(
        Record("modern", seats, seed=seed, house_rules={"limit-rounds": rounds})
    )
    while session.step() is not None:
        pass
    return session


def test_every_replay_stop_has_the_state_that_the_answers_so_far_give() -> None:
    session = played(5)
    replay = Replay(session)
    again = Session(session.game.fork(session.at(0).copy(), 0))
    seen = 0
    for stop in range(replay.last + 1):
        replay.go(stop)
        for entry in session.entries[seen : replay.count]:
            again.give(entry.seat, entry.answer, entry.by)
        seen = replay.count
        assert state_digest(replay.state) == state_digest(again.state)
        assert replay.entries == session.entries[:seen]
    assert seen == len(session.entries)
    assert state_digest(replay.state) == state_digest(session.state)


def test_no_stop_lies_between_a_throw_and_its_dice() -> None:
    replay = Replay(played())
    for stop in range(replay.last):
        replay.go(stop)
        assert replay.ask.seat != CHANCE


def test_a_replay_moves_turn_by_turn_in_both_directions() -> None:
    session = played()
    replay = Replay(session)
    begun = [0]
    while replay.stop < replay.last:
        replay.go(replay.turn_stop(1))
        begun.append(replay.stop)
    turns = []
    for stop in begun[1:-1]:
        replay.go(stop)
        turns.append(replay.state.turns)
    # No turn is skipped from one stop to the next.
    assert turns == list(range(turns[0], turns[0] + len(turns)))
    back = [replay.last]
    replay.go(replay.last)
    while replay.stop > 0:
        replay.go(replay.turn_stop(-1))
        back.append(replay.stop)
    assert back == begun[::-1]
    replay.go(begun[3] + 1)
    assert replay.turn_stop(-1) == begun[3]


def test_moving_past_an_end_stays_at_that_end() -> None:
    replay = Replay(played(2))
    replay.go(10**9)
    assert replay.stop == replay.last
    assert replay.turn_stop(1) == replay.last
    assert replay.following() == []
    replay.go(-5)
    assert replay.stop == 0
    assert {entry.seat for entry in replay.entries} == {CHANCE}
    assert replay.turn_stop(-1) == 0


def test_watching_changes_nothing_and_accepts_no_answers() -> None:
    session = played(4)
    before = (state_digest(session.state), len(session.entries), session.save("")["checksum"])
    replay = Replay(session)
    replay.go(replay.last // 2)
    assert replay.waiting().who == "replay"
    assert replay.to_undo() == replay.to_redo() == replay.pending_offers == []
    # Only a session can play the game.
    answering = ("say", "give", "step", "undo", "redo", "hand_to", "open_offer", "save")
    assert [name for name in answering if hasattr(replay, name)] == []
    assert (
        state_digest(session.state),
        len(session.entries),
        session.save("")["checksum"],
    ) == before


def test_a_replay_stop_is_found_by_the_number_of_answers() -> None:
    replay = Replay(played(4))
    for stop, count in enumerate(replay.stops):
        assert replay.stop_at(count) == stop
    assert replay.stop_at(replay.stops[5] + 1) in (5, 6)


def test_a_game_with_no_answers_has_one_replay_stop() -> None:
    replay = Replay(Session.start(Record("modern", [Seat("Ada"), Seat("Ben")])))
    replay.go(3)
    assert (replay.stop, replay.last) == (0, 0)
