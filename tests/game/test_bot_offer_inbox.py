"""Bots' offers to people wait outside the game until the people open them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from session_tables import auction_table, pedlars_table, reloaded, run, table
from titledeed.bots import BOTS
from titledeed.bots.protocol import COUNTER, Choice
from titledeed.bots.written_bots import WrittenBot, written_id
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.engine.errors import MalformedAnswer, RefusedAnswer
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.game import bot_offer_inbox
from titledeed.game import session as sessions
from titledeed.game.bot_worker_questions_and_answers import think_here
from titledeed.game.session import Session


def test_a_bots_offer_to_a_person_stays_outside_the_game_until_it_is_opened() -> None:
    session = pedlars_table()
    assert session.step() is None
    assert len(session.pending_offers) == 1
    assert not any(entry.answer.kind == "offer" for entry in session.entries)
    pending = session.pending_offers[0]
    assert (pending.by, pending.to) == (1, 0)
    entry = session.open_offer(pending.id)
    assert entry.line == "Ben offer Ada give reading-railroad get 1"
    assert session.pending_offers == []
    assert session.waiting() == sessions.Waiting("person", 0)
    session.say(0, "accept")
    assert session.state.owner[5] == 0


def test_the_same_offer_is_not_held_twice_or_shown_again_after_it_is_dropped() -> None:
    session = pedlars_table()
    session.step()
    pending = session.pending_offers[0]
    session.drop_offer(pending.id)
    session.players.forget()
    session.step()
    assert session.pending_offers == []


def test_a_held_offer_that_is_no_longer_possible_is_withdrawn() -> None:
    session = pedlars_table()
    session.step()
    pending = session.pending_offers[0]
    session.give(1, Offer(2, Bundle((5,)), Bundle(cash=5)), "bot")
    with pytest.raises(RefusedAnswer):
        session.open_offer(pending.id)  # Cleo is being asked: the table is not quiet
    assert session.pending_offers == [pending]
    session.give(2, session.game.notation.answer(["accept"], session.state), "bot")
    assert session.pending_offers == []
    with pytest.raises(MalformedAnswer):
        session.open_offer(pending.id)


def offering(session: Session, offer: Offer) -> list[Offer]:
    """Return the held offers after the bot has made this one in addition to its earlier ones."""

    class Insisting:
        """A bot that makes the same offer again and again."""

        def choose(self, view: Any, options: Options) -> Choice | None:
            if view.ask.seat == view.seat or session.pending_offers:
                return None
            return Choice(offer, "Please.")

    session.pending_offers.clear()
    session.players.set(1, Insisting())
    session.players.forget()
    session.step()
    return [pending.offer for pending in session.pending_offers]


def test_an_offer_similar_to_a_recently_refused_one_does_not_come_again() -> None:
    session = pedlars_table()
    session.step()
    (pending,) = session.pending_offers
    offer = pending.offer
    session.open_offer(pending.id)
    session.say(0, "reject")
    assert offering(session, offer) == []
    dearer = Offer(0, offer.give, Bundle(cash=offer.get.cash + 20))
    assert offering(session, dearer) == []
    little = Offer(0, Bundle(offer.give.deeds, bot_offer_inbox.BETTER - 2), Bundle())
    assert offering(session, little) == []
    better = Offer(0, Bundle(offer.give.deeds, bot_offer_inbox.BETTER - 1), Bundle())
    assert offering(session, better) == [better]


def test_after_two_refusals_no_offer_for_the_same_deeds_comes_for_some_rounds() -> None:
    """A counter-offer answers the person's own offer, so it does come."""
    session = table(
        bots="simple",
        position={"turn": "Ada", "seat": {"Ada": {"deeds": ["@5", "@15", "@12"]}}},
    )
    run(session, lambda session: session.waiting().who == "person")

    def held(*wanted: int, cash: int, why: str = "") -> bool:
        offer = Offer(0, Bundle(cash=cash), Bundle(wanted))
        session.offers.hold(1, Choice(offer, why), session.state, session.entries)
        return [h.offer for h in session.pending_offers] == [offer]

    def refuse() -> None:
        (pending,) = session.pending_offers
        session.open_offer(pending.id)
        session.say(0, "reject")

    assert held(5, cash=30)
    refuse()
    assert held(5, 15, cash=150)
    (pending,) = session.pending_offers
    session.offers.drop(pending.id, session.state)
    assert not held(5, 12, cash=900)
    assert held(12, cash=60)  # other deeds
    session.pending_offers.clear()
    assert held(5, cash=400, why=COUNTER)
    session.pending_offers.clear()
    session.state.turns += bot_offer_inbox.PEACE_ROUNDS * session.state.seats + 1
    assert held(5, cash=200)


def pestered(session: Session, offer: Offer) -> bool:
    """Return whether the person has recently refused an offer like this one from Ben."""
    return session.offers.pesters(1, offer, session.state, session.entries)


def test_the_log_remembers_a_refusal_for_a_limited_time() -> None:
    session = pedlars_table()
    session.step()
    (pending,) = session.pending_offers
    session.open_offer(pending.id)
    session.say(0, "reject")
    again = Session.load(session.save(""))
    again.hand_to(0, "")
    assert offering(again, pending.offer) == []
    # Once the refusal is undone, the offer may come again.
    session.undo()
    session.go_back_to(len(session.entries) - 1)
    assert offering(session, pending.offer) == [pending.offer]
    assert pestered(again, pending.offer)
    again.state.turns += bot_offer_inbox.PEACE_ROUNDS * again.state.seats + 1
    assert not pestered(again, pending.offer)


def test_a_bot_has_one_offer_to_a_person_at_a_time() -> None:
    session = pedlars_table()
    session.step()
    (pending,) = session.pending_offers
    other = Offer(0, pending.offer.give, Bundle(cash=pending.offer.get.cash - 100))
    session.offers.hold(1, Choice(other, "Please."), session.state, session.entries)
    assert [h.offer for h in session.pending_offers] == [other]


def test_a_new_offer_does_not_replace_the_waiting_one() -> None:
    session = table(
        bots="simple",
        position={"turn": "Ada", "seat": {"Ben": {"deeds": ["@5", "@15"], "cash": 90}}},
    )
    run(session, lambda session: session.waiting().who == "person")
    first = Offer(0, Bundle((5,)), Bundle(cash=100))
    second = Offer(0, Bundle((15,)), Bundle(cash=100))
    for offer in (first, second, Offer(0, Bundle((5,)), Bundle(cash=120))):
        session.offers.hold(1, Choice(offer, ""), session.state, session.entries)
        assert [(h.id, h.offer) for h in session.pending_offers] == [(1, first)]
    session.give(1, Offer(2, Bundle((5,)), Bundle(cash=1)), "bot")
    session.say(2, "accept")
    session.offers.hold(1, Choice(second, ""), session.state, session.entries)
    assert [h.offer for h in session.pending_offers] == [second]
    session.offers.hold(
        1, Choice(Offer(0, Bundle(), Bundle((1,))), COUNTER), session.state, session.entries
    )
    assert [h.offer.get.deeds for h in session.pending_offers] == [(1,)]


def test_on_several_devices_an_offer_similar_to_a_refused_one_does_not_come_again() -> None:
    session = pedlars_table()
    session.elsewhere = frozenset({0})  # Ada sits at another device
    proposed = session.propose()
    assert proposed is not None
    seat, offer = proposed
    assert (seat, offer.kind) == (1, "offer")
    session.give(seat, offer, "bot")
    session.say(0, "reject")
    session.players.forget()
    assert session.propose() is None


def test_on_several_devices_bots_think_past_an_offer_that_is_dropped() -> None:
    session = pedlars_table()
    session.elsewhere = frozenset({0})
    proposed = session.propose()
    assert proposed is not None
    session.give(*proposed, "bot")
    session.say(0, "reject")
    session.players.forget()
    think_here(session)
    driven = session.players.bots[1] = WrittenBot(written_id("Magpie", "0" * 12))
    driven.driven = True  # it would raise an error if it were asked again
    assert session.propose() is None


def test_an_unopened_offer_expires() -> None:
    session = pedlars_table()
    session.step()
    session.players.set(1, BOTS["simple"]())
    turns = session.state.turns
    run(session, lambda session: session.state.turns > turns + bot_offer_inbox.HELD_TURNS + 1)
    assert session.pending_offers == []


def test_pending_offers_survive_a_reload() -> None:
    session = pedlars_table()
    session.step()
    (pending,) = session.pending_offers
    again = reloaded(session)
    # The sentence would reveal the bot's hand, so no save contains it.
    assert [replace(h, id=pending.id) for h in again.pending_offers] == [
        replace(pending, reason="", facts={})
    ]
    assert (
        again.open_offer(again.pending_offers[0].id).line
        == "Ben offer Ada give reading-railroad get 1"
    )
    session.drop_offer(pending.id)
    assert reloaded(session).pending_offers == []
    assert pestered(reloaded(session), pending.offer)
    bidding = auction_table()
    bidding.set_ceiling(1, 40)
    assert reloaded(bidding).ceilings.amounts == {1: 40}
    assert pedlars_table(seed=2).aside() == {}


def test_an_impossible_offer_is_not_held_but_stays_dismissed() -> None:
    session = pedlars_table()
    row = ["Ben offer Ada give boardwalk get 1", "", {}, 1]  # not his
    session.recall({"held": [row], "unopened": [row]})
    assert session.pending_offers == []
    assert len(session.offers.unopened) == 1


@pytest.mark.parametrize(
    "held",
    [
        7,
        [7],
        [[]],
        [["Ben offer Ada give reading-railroad get 1", "", {}, 10**6]],  # from a future turn
        [["Ben offer Cleo give reading-railroad get 1", "", {}, 1]],  # she is not a person
        [["Ada offer Cleo give 5 get nothing", "", {}, 1]],
        [["Ben roll", "", {}, 1]],
        [["Zoe offer Ada give 5 get nothing", "", {}, 1]],
        [["# nothing", "", {}, 1]],
        [["chance offer Ada give 5 get nothing", "", {}, 1]],
    ],
)
def test_stored_offers_that_do_not_fit_the_table_are_dropped(held: Any) -> None:
    session = pedlars_table()
    session.recall({"held": held, "unopened": held, "ceilings": [[0, 40], ["0", 40], held]})
    assert session.pending_offers == session.offers.unopened == []
    assert session.ceilings.amounts == {}
    bidding = auction_table()
    bidding.recall({"ceilings": [[1, -4], [9, 40], [-1, 40], [1, "40"]], "let_go": [[0], [-1], 0]})
    assert bidding.ceilings.amounts == {}
    assert bidding.let_go_claims == []
