"""The session: the seat that must act, ceilings, undo, saves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from session_tables import auction_table, pedlars_table, reloaded, run, table
from titledeed import api
from titledeed.engine.answers import Bid, Pass
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from titledeed.engine.record import Record, Seat
from titledeed.engine.rules import auction
from titledeed.game import review_of_weightiest_decisions as review
from titledeed.game import session as sessions
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest


def over(session: Session) -> bool:
    return session.waiting().who == "over"


def test_chance_and_bots_answer_automatically_and_the_session_waits_for_a_person() -> None:
    session = table(bots="simple")
    assert session.waiting().who == "chance"  # the shuffles
    session.step()
    session.step()
    assert session.waiting() == sessions.Waiting("person", 0)
    assert session.step() is None
    session.say(0, "roll")
    assert session.waiting().who == "chance"


def test_a_person_answers_only_for_the_seat_that_is_asked() -> None:
    session = table()
    run(session, lambda session: session.waiting().who == "person")
    before = state_digest(session.state)
    with pytest.raises(RefusedAnswer):
        session.say(1, "roll")
    with pytest.raises(MalformedAnswer):
        session.say(0, "rol")
    with pytest.raises(MalformedAnswer):
        session.say(0, "   ")
    assert state_digest(session.state) == before


def test_undo_takes_back_a_persons_last_answer_and_everything_after_it() -> None:
    session = table(bots="simple")
    run(session, lambda session: len(session.entries) > 60 and session.waiting().who == "person")
    before, count = state_digest(session.state), len(session.entries)
    taken = session.undo()
    assert taken[0].by == "person"
    assert all(entry.by != "person" for entry in taken[1:])
    assert session.waiting().who == "person"
    assert [entry.line for entry in session.redo()] == [entry.line for entry in taken]
    assert (state_digest(session.state), len(session.entries)) == (before, count)
    assert not session.can_redo()


def test_undo_does_not_change_the_dice() -> None:
    session = table()
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "roll")
    first = session.step()
    session.undo()
    session.say(0, "roll")
    again = session.step()
    assert first is not None
    assert again is not None
    assert first.line == again.line


def test_undo_can_be_limited_so_that_it_does_not_go_behind_a_throw() -> None:
    session = table()
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "roll")
    session.step()
    session.past_dice = False
    assert not session.can_undo()
    assert session.undo() == []
    session.past_dice = True
    assert session.can_undo()


def test_an_answer_after_a_failed_redo_counts_as_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = table(
        position={"turn": "Ada", "seat": {"Ada": {"deeds": ["boardwalk", "park-place"]}}}
    )
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "mortgage boardwalk")
    session.undo()
    with monkeypatch.context() as patch:
        patch.setattr(session.game, "give", lambda seat, answer: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            session.redo()
    marks: list[bool] = []
    monkeypatch.setattr(session.players, "follow", lambda *_, again, opens: marks.append(again))
    session.say(0, "mortgage park-place")
    assert marks == [False]


def test_a_new_answer_clears_the_redo_history() -> None:
    session = table(
        position={"turn": "Ada", "seat": {"Ada": {"deeds": ["boardwalk", "park-place"]}}}
    )
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "mortgage boardwalk")
    session.undo()
    assert session.can_redo()
    session.say(0, "mortgage park-place")
    assert not session.can_redo()


@pytest.mark.parametrize("count", [0, 1, 24, 25, 26, 49, 50, 51, 77])
def test_going_back_to_any_answer_restores_its_state(count: int) -> None:
    session = table(bots="simple")
    digests = [state_digest(session.state)]
    while len(session.entries) < 90:
        if session.step() is None:
            seat = session.waiting().seat
            session.give(seat, session.players.plain(session.state, seat).answer)
        digests.append(state_digest(session.state))
    assert state_digest(session.at(count)) == digests[count]
    assert state_digest(session.state) == digests[-1]
    session.go_back_to(count)
    assert state_digest(session.state) == digests[count]
    assert len(session.game.lines) == len(session.entries) == count
    while session.can_redo():
        session.redo()
    assert state_digest(session.state) == digests[-1]


def table_with_claim() -> Session:
    """Return a session in which Ben owes Ada rent, and a throw of Cleo's would end her claim."""
    session = table(
        rent="asked",
        bots="simple",
        position={
            "turn": "Cleo",
            "seat": {"Ada": {"deeds": ["oriental-avenue"]}},
            "claims": [{"space": "oriental-avenue", "by": "Ada", "from": "Ben"}],
        },
    )
    while session.step() is not None:
        pass
    return session


def test_a_bots_throw_waits_while_it_would_end_a_persons_rent_claim() -> None:
    session = table_with_claim()
    waiting = session.waiting()
    assert (waiting.who, waiting.seat) == ("claim", 0)
    assert waiting.claim is not None
    assert waiting.claim.amount == 6
    session.let_go(waiting.claim)
    assert session.waiting().who == "bot"
    assert reloaded(session).waiting().who == "bot"
    session.step()
    assert session.state.claims == []
    assert session.state.cash[0] == 1500


def test_a_person_asks_for_rent_and_the_throw_continues() -> None:
    session = table_with_claim()
    session.say(0, "ask-rent oriental-avenue Ben")
    assert session.state.cash[0] == 1506
    assert session.waiting().who == "bot"


def test_the_program_bids_for_a_person_one_step_at_a_time() -> None:
    session = auction_table()
    session.set_ceiling(1, 40)
    entry = session.step()
    assert entry is not None
    assert (entry.line, entry.by) == ("Ben bid 10", "program")
    assert session.waiting().seat == 2
    session.say(2, "bid 39")
    session.say(0, "pass")
    entry = session.step()
    assert entry is not None
    assert entry.line == "Ben bid 40"
    session.say(2, "bid 41")
    session.say(0, "pass")
    entry = session.step()
    assert entry is not None
    assert entry.line == "Ben pass"
    assert session.ceilings.amounts == {}
    assert session.state.owner[3] == 2


def test_two_bid_limits_do_not_climb_by_single_dollars() -> None:
    session = auction_table()
    session.set_ceiling(1, 300)
    session.set_ceiling(2, 200)
    session.set_ceiling(0, 50)
    while session.waiting().who == "bot":
        session.step()
    bids = [
        entry.line for entry in session.entries if entry.by == "program" and "bid" in entry.line
    ]
    assert bids == ["Ben bid 10", "Cleo bid 200", "Ben bid 201"]
    assert session.state.owner[3] == 1
    assert session.state.cash[1] == 1500 - 201


def test_all_automatic_bidders_follow_a_larger_minimum_raise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(auction, "LEAST_RAISE", 10)
    session = auction_table()
    session.set_ceiling(1, 300)
    session.set_ceiling(2, 195)
    session.set_ceiling(0, 15)
    run(session, lambda session: session.waiting().who == "person")
    bids = [entry.line for entry in session.entries if "bid" in entry.line]
    assert bids == ["Ben bid 10", "Cleo bid 195", "Ben bid 205"]
    # The rules refuse a bot that bids less.
    for names in (["steady", "steady-1", "novice"], ["simple", "builder", "dealer"]):
        (row,) = api.play_games(names, 1, seed=5)
        assert row["rounds"] > 0


@pytest.mark.parametrize("raised", [1, 10])
def test_a_review_takes_the_minimum_raise_into_account(
    monkeypatch: pytest.MonkeyPatch, raised: int
) -> None:
    monkeypatch.setattr(auction, "LEAST_RAISE", raised)
    session = auction_table()
    start, before = session.state.copy(), len(session.entries)
    for seat, line in [(1, "bid 20"), (2, f"bid {20 + 3 * raised}"), (0, "pass"), (1, "pass")]:
        session.say(seat, line)
    answers = [(entry.seat, entry.answer) for entry in session.entries[before:]]
    others = [each.other for each in review.decisions(start, answers, [2])]
    assert others in ([Bid(20 + raised)], [Pass()])


def test_a_person_whose_program_bids_may_bid_again() -> None:
    session = auction_table()
    session.set_ceiling(1, 300)
    assert session.waiting().who == "bot"
    session.clear_ceiling(1)
    assert (session.waiting().who, session.waiting().seat) == ("person", 1)


def test_a_bot_takes_over_a_seat_and_gives_it_back() -> None:
    session = table()
    run(session, lambda session: session.waiting().who == "person")
    session.hand_to(0, "simple")
    assert session.waiting().who == "bot"
    entry = session.step()
    assert entry is not None
    assert (entry.seat, entry.by) == (0, "bot")
    assert entry.reason
    session.hand_to(0, "")
    assert session.is_person(0)
    with pytest.raises(LoadError):
        session.hand_to(0, "nobody")


def test_a_bots_offer_ends_when_its_seat_or_the_receivers_seat_changes_hands() -> None:
    for seat, to in ((0, "simple"), (1, "")):
        session = pedlars_table()
        session.step()
        assert [(pending.by, pending.to) for pending in session.pending_offers] == [(1, 0)]
        session.hand_to(2, "")
        assert len(session.pending_offers) == 1
        session.hand_to(seat, to)
        assert session.pending_offers == []
        assert session.players.memory().made[1] == []
        assert session.players.memory().offers[1] == 0


def test_when_the_minutes_are_over_the_game_ends_with_the_round() -> None:
    session = table(bots="simple", house_rules={"limit-minutes": 5})
    run(session, lambda session: session.state.round == 3)
    session.time_over = True
    run(session, over)
    assert session.state.round == 3
    assert any(entry.line == "chance time-up" for entry in session.entries)


def test_a_save_restores_everything() -> None:
    session = table(bots="simple", seed=9, house_rules={"limit-rounds": 30})
    run(session, lambda session: len(session.entries) > 120)
    session.hand_to(2, "")
    saved = session.save("2026-11-20T20:00:00Z", "Friday <b>game</b>")
    again = Session.load(json.loads(json.dumps(saved)))
    assert state_digest(again.state) == state_digest(session.state)
    assert again.controls == ["", "simple", ""]
    assert [entry.line for entry in again.entries] == [entry.line for entry in session.entries]
    assert [entry.by for entry in again.entries] == [entry.by for entry in session.entries]
    assert [(entry.reason, entry.facts) for entry in again.entries] == [
        (entry.reason, entry.facts) for entry in session.entries
    ]
    assert again.game.record.title == "Friday <b>game</b>"
    run(again, over, 20_000)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.update(seed=10), "checksum"),
        (lambda t: t.update(format="title-deed/2"), "title-deed/2"),
        (lambda t: t["step"][0]["play"].append("Ada fly"), "checksum"),
        (lambda t: t.clear(), "saved by Title Deed"),
    ],
)
def test_a_damaged_save_is_refused_with_a_sentence(
    change: Callable[[dict[str, Any]], None], says: str
) -> None:
    session = table(bots="simple", seed=9)
    run(session, lambda session: len(session.entries) > 30)
    saved = json.loads(json.dumps(session.save("2026-11-20T20:00:00Z")))
    change(saved)
    with pytest.raises(LoadError, match=says):
        Session.load(saved)


def test_a_strangers_marks_are_trusted_only_as_text() -> None:
    session = table(bots="simple", seed=9)
    run(session, lambda session: len(session.entries) > 30)
    saved = session.save("2026-11-20T20:00:00Z")
    saved["x-by"] = [["bot", "x" * 5000, {"a": "b"}], 7, None, ["?", "", {}], *saved["x-by"][4:]]
    saved["x-controls"] = ["../../etc", 5, "simple"]
    del saved["checksum"]
    again = Session.load(saved)
    assert all(len(entry.reason) <= 300 for entry in again.entries)
    assert again.controls == ["", "simple", "simple"]


def test_data_from_other_programs_stays_in_the_file_while_the_game_continues() -> None:
    record = {"format": "title-deed/1", "rulebook": "modern", "seats": ["Ada", "Ben"]}
    session = Session.load({**record, "x-school": {"class": "7b"}, "x-by": ["Cleo"]})
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "roll")
    saved = Session.load(session.save("")).save("")
    assert saved["x-school"] == {"class": "7b"}
    assert len(saved["x-by"]) == len(session.entries)


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(LoadError, match="wizard"):
        Session.start(Record("modern", [Seat("Ada"), Seat("Ben", "wizard")]))


def test_an_accepted_answer_is_one_line_in_the_record() -> None:
    session = table(bots="simple")
    run(session, lambda session: len(session.entries) > 200 or over(session))
    assert session.game.to_dict()["step"][0]["play"] == [entry.line for entry in session.entries]


def test_wealth_is_noted_once_a_turn_and_undone_with_it() -> None:
    session = table(bots="simple")
    run(session, lambda session: session.state.turns == 6)
    assert len(session.wealth) == 5
    # In the first turns, money moves only for purchases at the printed price and for rents.
    assert all(len(worth) == 3 for _, worth in session.wealth)
    run(session, lambda session: session.waiting().who == "person")
    while session.state.turns > 3:
        session.undo()
    assert all(count <= len(session.entries) for count, _ in session.wealth)


def test_a_branch_continues_from_an_earlier_answer() -> None:
    session = table(bots="simple", seed=3, house_rules={"limit-rounds": 30})
    run(session, lambda session: len(session.entries) >= 80)
    b = session.branch(50)
    assert state_digest(b.state) == state_digest(session.at(50))
    assert b.controls == session.controls
    assert [entry.by for entry in b.entries] == [entry.by for entry in session.entries[:50]]
    run(b, over, 20_000)
    assert len(session.entries) >= 80


def test_a_save_with_an_unknown_bot_says_so() -> None:
    session = table(bots="simple")
    saved = session.save("")
    saved["seats"][1]["bot"] = "wizard"
    del saved["x-controls"]
    del saved["checksum"]
    with pytest.raises(LoadError, match="wizard"):
        Session.load(saved)


def test_the_session_can_say_in_advance_what_undo_and_redo_would_change() -> None:
    session = table(bots="simple")
    run(session, lambda session: session.waiting().who == "person")
    events = session.say(0, "roll")
    run(session, lambda session: session.waiting().who == "person")
    taking = session.to_undo()
    assert session.undo() == taking
    if taking[0] is not events:
        session.undo()
    coming = session.to_redo()
    assert [entry.line for entry in session.redo()] == [entry.line for entry in coming]


def test_a_branch_is_a_separate_game() -> None:
    session = table(bots="simple", seed=3, house_rules={"limit-rounds": 30})
    run(session, lambda session: len(session.entries) >= 80)
    before = session.save("2026-11-20T20:00:00Z", "The first")["checksum"]
    b = session.branch(50)
    assert b.save("2026-11-20T20:00:00Z", "Another")["title"] == "Another"
    run(b, over, 20_000)
    assert session.save("2026-11-20T20:00:00Z", "The first")["checksum"] == before
    # The same dice and cards come, so the same bots play the same game again.
    assert [entry.line for entry in b.entries[:80]] == [
        entry.line for entry in session.entries[:80]
    ]
    again = Session.load(json.loads(json.dumps(b.save("2026-11-20T20:00:00Z"))))
    assert state_digest(again.state) == state_digest(b.state)
