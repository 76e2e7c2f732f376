"""The session: the seat that must act, ceilings, undo, saves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from session_tables import auction_table, pedlars_table, reloaded, run, table
from titledeed import session as sessions
from titledeed.engine.record import Record, Seat
from titledeed.engine.words import Malformed, Refused, Unloadable
from titledeed.saved_record import digest
from titledeed.session import Session


def over(session: Session) -> bool:
    return session.waiting().who == "over"


def test_chance_and_bots_answer_by_themselves_and_a_person_is_waited_for() -> None:
    s = table(bots="simple")
    assert s.waiting().who == "chance"  # the shuffles
    s.step()
    s.step()
    assert s.waiting() == sessions.Waiting("person", 0)
    assert s.step() is None
    s.say(0, "roll")
    assert s.waiting().who == "chance"


def test_a_person_answers_only_for_the_seat_that_is_asked() -> None:
    s = table()
    run(s, lambda s: s.waiting().who == "person")
    before = digest(s.state)
    with pytest.raises(Refused):
        s.say(1, "roll")
    with pytest.raises(Malformed):
        s.say(0, "rol")
    with pytest.raises(Malformed):
        s.say(0, "   ")
    assert digest(s.state) == before


def test_undo_takes_back_the_last_answer_of_a_person_with_all_that_followed() -> None:
    s = table(bots="simple")
    run(s, lambda s: len(s.entries) > 60 and s.waiting().who == "person")
    before, count = digest(s.state), len(s.entries)
    taken = s.undo()
    assert taken[0].by == "person"
    assert all(entry.by != "person" for entry in taken[1:])
    assert s.waiting().who == "person"
    assert [entry.line for entry in s.redo()] == [entry.line for entry in taken]
    assert (digest(s.state), len(s.entries)) == (before, count)
    assert not s.can_redo()


def test_dice_do_not_change_by_undoing() -> None:
    s = table()
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "roll")
    first = s.step()
    s.undo()
    s.say(0, "roll")
    again = s.step()
    assert first is not None
    assert again is not None
    assert first.line == again.line


def test_undo_can_be_kept_from_going_behind_a_throw() -> None:
    s = table()
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "roll")
    s.step()
    s.past_dice = False
    assert not s.can_undo()
    assert s.undo() == []
    s.past_dice = True
    assert s.can_undo()


def test_after_a_redo_that_failed_an_answer_counts_as_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s = table(position={"turn": "Ada", "seat": {"Ada": {"deeds": ["boardwalk", "park-place"]}}})
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "mortgage boardwalk")
    s.undo()
    with monkeypatch.context() as patch:
        patch.setattr(s.game, "give", lambda seat, answer: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            s.redo()
    marks: list[bool] = []
    monkeypatch.setattr(s.players, "follow", lambda *_, again, opens: marks.append(again))
    s.say(0, "mortgage park-place")
    assert marks == [False]


def test_a_new_answer_forgets_what_was_undone() -> None:
    s = table(position={"turn": "Ada", "seat": {"Ada": {"deeds": ["boardwalk", "park-place"]}}})
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "mortgage boardwalk")
    s.undo()
    assert s.can_redo()
    s.say(0, "mortgage park-place")
    assert not s.can_redo()


@pytest.mark.parametrize("count", [0, 1, 24, 25, 26, 49, 50, 51, 77])
def test_going_back_to_any_answer_is_the_state_it_was(count: int) -> None:
    s = table(bots="simple")
    digests = [digest(s.state)]
    while len(s.entries) < 90:
        if s.step() is None:
            seat = s.waiting().seat
            s.give(seat, s.players.plain(s.state, seat).answer)
        digests.append(digest(s.state))
    assert digest(s.at(count)) == digests[count]
    assert digest(s.state) == digests[-1]
    s.go_back_to(count)
    assert digest(s.state) == digests[count]
    assert len(s.game.lines) == len(s.entries) == count
    while s.can_redo():
        s.redo()
    assert digest(s.state) == digests[-1]


def table_with_claim() -> Session:
    """Ben owes Ada a rent, and waits for her: Cleo's throw would end her claim."""
    s = table(
        rent="asked",
        bots="simple",
        position={
            "turn": "Cleo",
            "seat": {"Ada": {"deeds": ["oriental-avenue"]}},
            "claims": [{"space": "oriental-avenue", "by": "Ada", "from": "Ben"}],
        },
    )
    while s.step() is not None:
        pass
    return s


def test_a_bots_throw_waits_while_it_would_end_a_persons_claim() -> None:
    s = table_with_claim()
    waiting = s.waiting()
    assert (waiting.who, waiting.seat) == ("claim", 0)
    assert waiting.claim is not None
    assert waiting.claim.amount == 6
    s.let_go(waiting.claim)
    assert s.waiting().who == "bot"
    assert reloaded(s).waiting().who == "bot"
    s.step()
    assert s.state.claims == []
    assert s.state.cash[0] == 1500


def test_a_person_asks_and_the_throw_goes_on() -> None:
    s = table_with_claim()
    s.say(0, "ask-rent oriental-avenue Ben")
    assert s.state.cash[0] == 1506
    assert s.waiting().who == "bot"


def test_a_ceiling_bids_for_a_person_a_step_at_a_time() -> None:
    s = auction_table()
    s.set_ceiling(1, 40)
    entry = s.step()
    assert entry is not None
    assert (entry.line, entry.by) == ("Ben bid 10", "program")
    assert s.waiting().seat == 2
    s.say(2, "bid 39")
    s.say(0, "pass")
    entry = s.step()
    assert entry is not None
    assert entry.line == "Ben bid 40"
    s.say(2, "bid 41")
    s.say(0, "pass")
    entry = s.step()
    assert entry is not None
    assert entry.line == "Ben pass"
    assert s.ceilings.amounts == {}
    assert s.state.owner[3] == 2


def test_two_ceilings_do_not_step_up_by_ones() -> None:
    s = auction_table()
    s.set_ceiling(1, 300)
    s.set_ceiling(2, 200)
    s.set_ceiling(0, 50)
    while s.waiting().who == "bot":
        s.step()
    bids = [entry.line for entry in s.entries if entry.by == "program" and "bid" in entry.line]
    assert bids == ["Ben bid 10", "Cleo bid 200", "Ben bid 201"]
    assert s.state.owner[3] == 1
    assert s.state.cash[1] == 1500 - 201


def test_a_person_whose_program_bids_may_bid_again() -> None:
    s = auction_table()
    s.set_ceiling(1, 300)
    assert s.waiting().who == "bot"
    s.clear_ceiling(1)
    assert (s.waiting().who, s.waiting().seat) == ("person", 1)


def test_a_seat_goes_to_a_bot_and_back() -> None:
    s = table()
    run(s, lambda s: s.waiting().who == "person")
    s.hand_to(0, "simple")
    assert s.waiting().who == "bot"
    entry = s.step()
    assert entry is not None
    assert (entry.seat, entry.by) == (0, "bot")
    assert entry.why
    s.hand_to(0, "")
    assert s.is_person(0)
    with pytest.raises(Unloadable):
        s.hand_to(0, "nobody")


def test_a_bots_offer_goes_when_its_seat_or_that_of_its_receiver_is_handed_on() -> None:
    for seat, to in ((0, "simple"), (1, "")):
        s = pedlars_table()
        s.step()
        assert [(held.by, held.to) for held in s.held] == [(1, 0)]
        s.hand_to(2, "")
        assert len(s.held) == 1
        s.hand_to(seat, to)
        assert s.held == []
        assert s.players.memory().made[1] == []
        assert s.players.memory().offers[1] == 0


def test_minutes_that_are_over_end_the_game_with_the_round() -> None:
    s = table(bots="simple", house_rules={"limit-minutes": 5})
    run(s, lambda s: s.state.round == 3)
    s.time_over = True
    run(s, over)
    assert s.state.round == 3
    assert any(entry.line == "chance time-up" for entry in s.entries)


def test_a_save_brings_everything_back() -> None:
    s = table(bots="simple", seed=9, house_rules={"limit-rounds": 30})
    run(s, lambda s: len(s.entries) > 120)
    s.hand_to(2, "")
    saved = s.save("2026-11-20T20:00:00Z", "Friday <b>game</b>")
    again = Session.load(json.loads(json.dumps(saved)))
    assert digest(again.state) == digest(s.state)
    assert again.controls == ["", "simple", ""]
    assert [e.line for e in again.entries] == [e.line for e in s.entries]
    assert [e.by for e in again.entries] == [e.by for e in s.entries]
    assert [(e.why, e.facts) for e in again.entries] == [(e.why, e.facts) for e in s.entries]
    assert again.game.record.title == "Friday <b>game</b>"
    run(again, over, 20_000)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.update(seed=10), "checksum"),
        (lambda t: t.update(format="title-deed/2"), "title-deed/2"),
        (lambda t: t["step"][0]["play"].append("Ada fly"), "checksum"),
        (lambda t: t.clear(), "format"),
    ],
)
def test_a_damaged_save_is_refused_with_a_sentence(
    change: Callable[[dict[str, Any]], None], says: str
) -> None:
    s = table(bots="simple", seed=9)
    run(s, lambda s: len(s.entries) > 30)
    saved = json.loads(json.dumps(s.save("2026-11-20T20:00:00Z")))
    change(saved)
    with pytest.raises(Unloadable, match=says):
        Session.load(saved)


def test_a_strangers_marks_are_believed_only_as_far_as_text() -> None:
    s = table(bots="simple", seed=9)
    run(s, lambda s: len(s.entries) > 30)
    saved = s.save("2026-11-20T20:00:00Z")
    saved["x-by"] = [["bot", "x" * 5000, {"a": "b"}], 7, None, ["?", "", {}], *saved["x-by"][4:]]
    saved["x-controls"] = ["../../etc", 5, "simple"]
    del saved["checksum"]
    again = Session.load(saved)
    assert all(len(entry.why) <= 300 for entry in again.entries)
    assert again.controls == ["", "simple", "simple"]


def test_what_other_programs_wrote_at_the_top_is_kept_while_the_game_goes_on() -> None:
    record = {"format": "title-deed/1", "rulebook": "modern", "seats": ["Ada", "Ben"]}
    s = Session.load({**record, "x-school": {"class": "7b"}, "x-by": ["Cleo"]})
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "roll")
    saved = Session.load(s.save("")).save("")
    assert saved["x-school"] == {"class": "7b"}
    assert len(saved["x-by"]) == len(s.entries)


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(Unloadable, match="wizard"):
        Session.start(Record("modern", [Seat("Ada"), Seat("Ben", "wizard")]))


def test_an_accepted_answer_is_one_line_of_the_record() -> None:
    s = table(bots="simple")
    run(s, lambda s: len(s.entries) > 200 or over(s))
    assert s.game.to_dict()["step"][0]["play"] == [entry.line for entry in s.entries]


def test_wealth_is_noted_once_a_turn_and_taken_back_with_it() -> None:
    s = table(bots="simple")
    run(s, lambda s: s.state.turns == 6)
    assert len(s.wealth) == 5
    # Nobody earns or pays anything but purchases at the printed price and rents in the first turns.
    assert all(len(worth) == 3 for _, worth in s.wealth)
    run(s, lambda s: s.waiting().who == "person")
    while s.state.turns > 3:
        s.undo()
    assert all(count <= len(s.entries) for count, _ in s.wealth)


def test_a_branch_goes_on_from_an_earlier_answer() -> None:
    s = table(bots="simple", seed=3, house_rules={"limit-rounds": 30})
    run(s, lambda s: len(s.entries) >= 80)
    b = s.branch(50)
    assert digest(b.state) == digest(s.at(50))
    assert b.controls == s.controls
    assert [e.by for e in b.entries] == [e.by for e in s.entries[:50]]
    run(b, over, 20_000)
    assert len(s.entries) >= 80


def test_a_save_with_an_unknown_bot_says_so() -> None:
    s = table(bots="simple")
    saved = s.save("")
    saved["seats"][1]["bot"] = "wizard"
    del saved["x-controls"]
    del saved["checksum"]
    with pytest.raises(Unloadable, match="wizard"):
        Session.load(saved)


def test_what_an_undo_and_a_redo_would_move_can_be_asked_before() -> None:
    s = table(bots="simple")
    run(s, lambda s: s.waiting().who == "person")
    events = s.say(0, "roll")
    run(s, lambda s: s.waiting().who == "person")
    taking = s.to_undo()
    assert s.undo() == taking
    if taking[0] is not events:
        s.undo()
    coming = s.to_redo()
    assert [e.line for e in s.redo()] == [e.line for e in coming]


def test_a_branch_is_a_game_of_its_own() -> None:
    s = table(bots="simple", seed=3, house_rules={"limit-rounds": 30})
    run(s, lambda s: len(s.entries) >= 80)
    before = s.save("2026-11-20T20:00:00Z", "The first")["checksum"]
    b = s.branch(50)
    assert b.save("2026-11-20T20:00:00Z", "Another")["title"] == "Another"
    run(b, over, 20_000)
    assert s.save("2026-11-20T20:00:00Z", "The first")["checksum"] == before
    # The same dice and cards come, so the same bots play the same game again.
    assert [e.line for e in b.entries[:80]] == [e.line for e in s.entries[:80]]
    again = Session.load(json.loads(json.dumps(b.save("2026-11-20T20:00:00Z"))))
    assert digest(again.state) == digest(b.state)
