"""Offers of bots to people wait outside the game until they are opened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from session_tables import auction_table, pedlars_table, reloaded, run, table
from titledeed import offers
from titledeed import session as sessions
from titledeed.bots.protocol import COUNTER, Choice
from titledeed.engine.door import Options
from titledeed.engine.words import Bundle, Malformed, Offer, Refused
from titledeed.session import Session


def test_a_bots_offer_to_a_person_is_held_outside_the_game_until_it_is_opened() -> None:
    s = pedlars_table()
    assert s.step() is None
    assert len(s.held) == 1
    assert not any(entry.answer.kind == "offer" for entry in s.entries)
    held = s.held[0]
    assert (held.by, held.to) == (1, 0)
    entry = s.open_offer(held.id)
    assert entry.line == "Ben offer Ada give reading-railroad get 1"
    assert s.held == []
    assert s.waiting() == sessions.Waiting("person", 0)
    s.say(0, "accept")
    assert s.state.owner[5] == 0


def test_the_same_offer_is_not_held_twice_nor_shown_again_when_dropped() -> None:
    s = pedlars_table()
    s.step()
    held = s.held[0]
    s.drop_offer(held.id)
    s.players.forget()
    s.step()
    assert s.held == []


def test_a_held_offer_that_cannot_be_made_any_more_is_withdrawn() -> None:
    s = pedlars_table()
    s.step()
    held = s.held[0]
    s.give(1, Offer(2, Bundle((5,)), Bundle(cash=5)), "bot")
    with pytest.raises(Refused):
        s.open_offer(held.id)  # Cleo is being asked: the table is not quiet
    assert s.held == [held]
    s.give(2, s.game.notation.answer(["accept"], s.state), "bot")
    assert s.held == []
    with pytest.raises(Malformed):
        s.open_offer(held.id)


def offering(s: Session, offer: Offer) -> list[Offer]:
    """Returns the held offers after the bot has made this one, besides its former ones."""

    class Insisting:
        """A bot that makes the same offer again and again."""

        def choose(self, view: Any, options: Options) -> Choice | None:
            if view.ask.seat == view.seat or s.held:
                return None
            return Choice(offer, "Please.")

    s.held.clear()
    s.players.set(1, Insisting())
    s.players.forget()
    s.step()
    return [held.offer for held in s.held]


def test_an_offer_like_one_that_was_refused_lately_does_not_come_again() -> None:
    s = pedlars_table()
    s.step()
    (held,) = s.held
    offer = held.offer
    s.open_offer(held.id)
    s.say(0, "reject")
    assert offering(s, offer) == []
    dearer = Offer(0, offer.give, Bundle(cash=offer.get.cash + 20))
    assert offering(s, dearer) == []
    little = Offer(0, Bundle(offer.give.deeds, offers.BETTER - 2), Bundle())
    assert offering(s, little) == []
    better = Offer(0, Bundle(offer.give.deeds, offers.BETTER - 1), Bundle())
    assert offering(s, better) == [better]


def pestered(s: Session, offer: Offer) -> bool:
    """Whether the person has lately refused an offer of Ben's like this one."""
    return s.offers.pesters(1, offer, s.state, s.entries)


def test_a_refusal_is_remembered_by_the_log_and_not_for_ever() -> None:
    s = pedlars_table()
    s.step()
    (held,) = s.held
    s.open_offer(held.id)
    s.say(0, "reject")
    again = Session.load(s.save(""))
    again.hand_to(0, "")
    assert offering(again, held.offer) == []
    # The refusal taken back, the offer may come again.
    s.undo()
    s.go_back_to(len(s.entries) - 1)
    assert offering(s, held.offer) == [held.offer]
    assert pestered(again, held.offer)
    again.state.turns += offers.PEACE_ROUNDS * again.state.seats + 1
    assert not pestered(again, held.offer)


def test_a_bot_has_one_offer_to_a_person_at_a_time() -> None:
    s = pedlars_table()
    s.step()
    (held,) = s.held
    other = Offer(0, held.offer.give, Bundle(cash=held.offer.get.cash - 100))
    s.offers.hold(1, Choice(other, "Please."), s.state, s.entries)
    assert [h.offer for h in s.held] == [other]


def test_another_offer_does_not_push_away_the_one_that_waits() -> None:
    s = table(
        bots="simple",
        position={"turn": "Ada", "seat": {"Ben": {"deeds": ["@5", "@15"], "cash": 90}}},
    )
    run(s, lambda s: s.waiting().who == "person")
    first = Offer(0, Bundle((5,)), Bundle(cash=100))
    second = Offer(0, Bundle((15,)), Bundle(cash=100))
    for offer in (first, second, Offer(0, Bundle((5,)), Bundle(cash=120))):
        s.offers.hold(1, Choice(offer, ""), s.state, s.entries)
        assert [(h.id, h.offer) for h in s.held] == [(1, first)]
    s.give(1, Offer(2, Bundle((5,)), Bundle(cash=1)), "bot")
    s.say(2, "accept")
    s.offers.hold(1, Choice(second, ""), s.state, s.entries)
    assert [h.offer for h in s.held] == [second]
    s.offers.hold(1, Choice(Offer(0, Bundle(), Bundle((1,))), COUNTER), s.state, s.entries)
    assert [h.offer.get.deeds for h in s.held] == [(1,)]


def test_over_several_devices_an_offer_like_a_refused_one_does_not_come_again() -> None:
    s = pedlars_table()
    s.elsewhere = frozenset({0})  # Ada sits at another device
    proposed = s.propose()
    assert proposed is not None
    seat, offer = proposed
    assert (seat, offer.kind) == (1, "offer")
    s.give(seat, offer, "bot")
    s.say(0, "reject")
    s.players.forget()
    assert s.propose() is None


def test_an_unopened_offer_grows_old() -> None:
    s = pedlars_table()
    s.step()
    s.players.set(1, sessions.BOTS["simple"]())
    turns = s.state.turns
    run(s, lambda s: s.state.turns > turns + offers.HELD_TURNS + 1)
    assert s.held == []


def test_what_is_no_part_of_the_game_outlasts_a_reload() -> None:
    s = pedlars_table()
    s.step()
    (held,) = s.held
    again = reloaded(s)
    # Its sentence gives the hand away: it is in no save.
    assert [replace(h, id=held.id) for h in again.held] == [replace(held, why="", facts={})]
    assert again.open_offer(again.held[0].id).line == "Ben offer Ada give reading-railroad get 1"
    s.drop_offer(held.id)
    assert reloaded(s).held == []
    assert pestered(reloaded(s), held.offer)
    bidding = auction_table()
    bidding.set_ceiling(1, 40)
    assert reloaded(bidding).ceilings.amounts == {1: 40}
    assert pedlars_table(seed=2).aside() == {}


def test_what_cannot_be_offered_any_more_is_not_held_but_stays_dismissed() -> None:
    s = pedlars_table()
    row = ["Ben offer Ada give boardwalk get 1", "", {}, 1]  # not his
    s.recall({"held": [row], "unopened": [row]})
    assert s.held == []
    assert len(s.offers.unopened) == 1


@pytest.mark.parametrize(
    "held",
    [
        7,
        [7],
        [[]],
        [["Ben offer Ada give reading-railroad get 1", "", {}, 10**6]],  # of a turn to come
        [["Ben offer Cleo give reading-railroad get 1", "", {}, 1]],  # she is no person
        [["Ada offer Cleo give 5 get nothing", "", {}, 1]],
        [["Ben roll", "", {}, 1]],
        [["Zoe offer Ada give 5 get nothing", "", {}, 1]],
        [["# nothing", "", {}, 1]],
        [["chance offer Ada give 5 get nothing", "", {}, 1]],
    ],
)
def test_what_does_not_fit_the_table_is_not_taken_up(held: Any) -> None:
    s = pedlars_table()
    s.recall({"held": held, "unopened": held, "ceilings": [[0, 40], ["0", 40], held]})
    assert s.held == s.offers.unopened == []
    assert s.ceilings.amounts == {}
    bidding = auction_table()
    bidding.recall({"ceilings": [[1, -4], [9, 40], [-1, 40], [1, "40"]], "let_go": [[0], [-1], 0]})
    assert bidding.ceilings.amounts == {}
    assert bidding.let_go_claims == []
