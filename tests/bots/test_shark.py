"""``shark`` trades by its chance to win."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scene import table
from titledeed.bots import shark_bot_by_odds
from titledeed.bots.protocol import AnsweredOffer, Choice, View
from titledeed.bots.shark_bot_by_odds import Shark, _exchanges, after, buys_for_cash, with_lot
from titledeed.bots.valuation import holdings_of
from titledeed.engine.answers import (
    Accept,
    Bundle,
    Mortgage,
    Offer,
    Reject,
)
from titledeed.engine.asks import AskAnswer
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.state import State
from titledeed.odds.model import WeightsNotReady
from titledeed.odds.trade_model import odds_for_trades

SEATS = {
    "Ada": {"deeds": "oriental-avenue vermont-avenue reading-railroad", "cash": 900},
    "Ben": {"deeds": "connecticut-avenue boardwalk", "cash": 400},
}
# How often each seat bought and declined a deed: at such a table the shark decides by its odds.
DECLINING = ((0, 6), (0, 6))


def seen(
    state: State, seat: int, past: Sequence[AnsweredOffer] = (), offered: Sequence[Offer] = ()
) -> View:
    return View(state, seat, past, offered, DECLINING)


def answer(line: str) -> Choice:
    """Returns the answer of the shark in Ben's seat to Ada's offer."""
    t = table("modern", players="Ada Ben", turn="Ada", seats=SEATS).play(line)
    choice = Shark().choose(seen(t.game.state, 1), Options(t.game.state, 1))
    assert isinstance(choice, Choice)
    return choice


def test_the_odds_after_a_deal_are_the_odds_of_the_resulting_position() -> None:
    t = table("modern", players="Ada Ben", turn="Ada", seats=SEATS)
    give, get = Bundle((9,), 0), Bundle((5,), 120)
    expected = after(seen(t.game.state, 1), 0, give, get)
    t.play("Ada offer Ben give reading-railroad 120 get connecticut-avenue", "Ben accept")
    assert odds_for_trades(t.game.state)[1] == expected


def test_the_shark_does_not_sell_at_list_price_a_deed_that_completes_a_group() -> None:
    choice = answer("Ada offer Ben give 120 get connecticut-avenue")
    assert isinstance(choice.answer, Reject)
    assert choice.facts["count_after"] < choice.facts["count"]


def test_the_shark_accepts_an_offer_that_raises_its_odds() -> None:
    choice = answer("Ada offer Ben give oriental-avenue vermont-avenue get 10")
    assert isinstance(choice.answer, Accept)
    assert choice.facts["count_after"] > choice.facts["count"]


def test_without_the_weights_the_shark_judges_by_money(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_position: object) -> dict[int, int]:
        raise WeightsNotReady

    monkeypatch.setattr(shark_bot_by_odds, "odds_of_features", missing)
    monkeypatch.setattr(shark_bot_by_odds, "odds_for_trades", missing)
    choice = answer("Ada offer Ben give 120 get connecticut-avenue")
    assert isinstance(choice.answer, Reject)
    assert "chance to win" not in choice.why


@pytest.mark.parametrize(("theirs", "lends"), [(1500, False), (300, True)])
def test_the_shark_borrows_to_build_only_when_the_others_are_short_of_cash(
    theirs: int, lends: bool
) -> None:
    deeds = "oriental-avenue vermont-avenue connecticut-avenue short-line pennsylvania-railroad"
    seats = {"Ada": {"deeds": deeds, "cash": 20}, "Ben": {"cash": theirs}}
    t = table("modern", players="Ada Ben", turn="Ben", seats=seats)
    choice = Shark().choose(seen(t.game.state, 0), Options(t.game.state, 0))
    assert (choice is not None and isinstance(choice.answer, Mortgage)) == lends


def test_the_shark_thinks_of_an_exchange_of_deeds_from_different_sets() -> None:
    seats = {
        "Ada": {"deeds": "oriental-avenue states-avenue", "cash": 500},
        "Ben": {"deeds": "vermont-avenue virginia-avenue", "cash": 500},
    }
    t = table("modern", players="Ada Ben", turn="Ada", seats=seats)
    view = seen(t.game.state, 0)
    exchanges = set(_exchanges(view, holdings_of(view), 1))
    assert ((), (8, 14)) in exchanges
    assert ((6,), (14,)) in exchanges
    assert ((6,), (8,)) not in exchanges


def test_the_shark_bids_until_losing_the_deed_to_the_rival_would_be_no_worse_for_its_odds() -> None:
    seats = {
        "Ada": {"deeds": "oriental-avenue vermont-avenue", "cash": 700},
        "Ben": {"deeds": "boardwalk reading-railroad", "cash": 900},
    }
    t = table("modern", players="Ada Ben", turn="Ada", seats=seats)
    view = seen(t.game.state, 1)
    player = Shark()
    player._look(view)
    limit = player._limit(view, 9, 0, 480)
    price = view.rules.price[9]
    assert limit > price  # winning the lot denies a set
    assert with_lot(view, 9, 1, limit) >= with_lot(view, 9, 0, limit)
    assert with_lot(view, 9, 1, limit + 20) < with_lot(view, 9, 0, limit + 20)


def test_the_shark_makes_offers_during_other_players_turns() -> None:
    seats = {
        "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue", "cash": 900},
        "Ben": {"deeds": "connecticut-avenue virginia-avenue st-charles-place", "cash": 400},
    }
    t = table("modern", players="Ada Ben", turn="Ben", seats=seats)
    view, options = seen(t.game.state, 0), Options(t.game.state, 0)
    choice = Shark().choose(view, options)
    assert choice is not None
    assert isinstance(choice.answer, Offer)
    assert choice.facts["count_after"] > choice.facts["count"]
    assert choice.facts["count_likely"] >= 10
    offer = choice.answer
    past = [AnsweredOffer(t.game.state.turns, 0, 1, offer.give, offer.get, False)]
    offers = [offer] * shark_bot_by_odds.ABROAD
    assert Shark().choose(seen(t.game.state, 0, past, offers), options) is None


def test_in_a_long_game_where_the_others_buy_everything_the_shark_seldom_offers_by_its_odds() -> (
    None
):
    seats = {
        "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue", "cash": 900},
        "Ben": {"deeds": "connecticut-avenue virginia-avenue st-charles-place", "cash": 400},
    }
    buying, declining = ((6, 0), (6, 0)), DECLINING
    exchange = AnsweredOffer(1, 1, 0, Bundle((5,)), Bundle((15,)), True)  # so Ben trades

    def by_odds(
        turn: str,
        at: int,
        purchases: tuple[tuple[int, int], ...],
        offered: Sequence[Offer] = (),
    ) -> bool | None:
        """Whether its offer follows from its odds; None if it makes no offer."""
        state = table("modern", players="Ada Ben", turn=turn, round=at, seats=seats).game.state
        view = View(state, 0, [exchange], offered, purchases)
        shark, options = Shark(), Options(state, 0)
        own = turn == "Ada"
        found = shark._propose(view, options) if own else shark.choose(view, options)
        if found is None:
            return None
        offer = found.answer
        assert isinstance(offer, Offer)
        if "count_likely" in found.facts:
            return True
        assert not offer.give.deeds  # cash for a single deed
        assert len(offer.get.deeds) == 1
        return False

    assert {by_odds("Ada", at, buying) for at in (40, 44, 84)} == {True}
    assert {by_odds("Ada", at, buying) for at in (41, 42, 43, 85)} == {False}
    assert by_odds("Ada", 44, buying, [Offer(1, Bundle((6,)), Bundle((9,)))]) is False
    assert by_odds("Ben", 40, buying) is True
    assert by_odds("Ben", 44, buying) is None
    assert by_odds("Ada", 41, declining) is True
    assert by_odds("Ben", 41, declining) is True


@pytest.mark.parametrize(
    ("cash", "at", "buying", "accepts"),
    [
        (300, 30, True, True),
        (300, 14, True, False),
        (300, 30, False, False),
        (450, 30, True, False),
    ],
)
def test_in_a_stalled_game_the_shark_also_buys_deeds_that_are_good_by_money(
    cash: int, at: int, buying: bool, accepts: bool
) -> None:
    seats = {
        "Ada": {"deeds": "short-line st-charles-place", "cash": 300},
        "Ben": {"deeds": "reading-railroad connecticut-avenue", "cash": 900},
        "Cem": {"deeds": "park-place", "cash": 600},
        "Dora": {"deeds": "states-avenue", "cash": 700},
    }
    t = table("modern", players="Ada Ben Cem Dora", turn="Ada", round=at, seats=seats)
    t.play(f"Ada offer Ben give short-line get {cash}")
    exchange = AnsweredOffer(1, 2, 3, Bundle((5,)), Bundle((15,)), True)  # so the others trade
    habits = ((6, 0) if buying else (0, 6),) * 4
    view = View(t.game.state, 1, [exchange], (), habits)
    choice = Shark().choose(view, Options(t.game.state, 1))
    assert isinstance(choice, Choice)
    assert isinstance(choice.answer, Accept) == accepts


def test_only_an_offer_of_deeds_for_cash_alone_is_judged_by_money_too() -> None:
    t = table("modern", players="Ada Ben", turn="Ada", round=15, seats=SEATS)
    view = View(t.game.state, 1, (), (), ((6, 0), (6, 0)))
    assert buys_for_cash(view, AskAnswer(1, 0, Bundle((5,)), Bundle((), 440)))
    assert not buys_for_cash(view, AskAnswer(1, 0, Bundle((5,)), Bundle((), 441)))
    assert not buys_for_cash(view, AskAnswer(1, 0, Bundle((5,)), Bundle((9,), 100)))
    assert not buys_for_cash(view, AskAnswer(1, 0, Bundle((), 100), Bundle((9,))))
    assert not buys_for_cash(seen(t.game.state, 1), AskAnswer(1, 0, Bundle((5,)), Bundle((), 200)))


def test_the_shark_waits_for_the_answer_to_its_offer() -> None:
    seats = {
        "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue", "cash": 900},
        "Ben": {"deeds": "connecticut-avenue virginia-avenue boardwalk", "cash": 900},
    }
    t = table("modern", players="Ada Ben", turn="Ben", seats=seats)
    options = Options(t.game.state, 0)
    first = Shark().choose(seen(t.game.state, 0), options)
    assert first is not None
    assert isinstance(first.answer, Offer)
    second = Shark().choose(seen(t.game.state, 0, offered=[first.answer]), options)
    assert second is None or not isinstance(second.answer, Offer)
    offer = first.answer
    past = [AnsweredOffer(t.game.state.turns, 0, 1, offer.give, offer.get, False)]
    third = Shark().choose(seen(t.game.state, 0, past, [offer]), options)
    assert third is not None
    assert isinstance(third.answer, Offer)


# Ada owns two of the light blue group and one of the pink group; Ben owns the rest of both. Everything else
# is spread, and Ben has refused all offers.
SET_FOR_SET = {
    "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue short-line", "cash": 700},
    "Ben": {
        "deeds": "connecticut-avenue virginia-avenue st-charles-place reading-railroad",
        "cash": 700,
    },
    "Cem": {"deeds": "boardwalk kentucky-avenue tennessee-avenue", "cash": 700},
    "Dora": {"deeds": "park-place indiana-avenue marvin-gardens", "cash": 700},
}
REFUSED = [
    AnsweredOffer(turn, 0, 1, Bundle((), 100 + 10 * turn), Bundle((5,)), False)
    for turn in range(1, 14)
]
SWAP = Offer(1, Bundle((13,)), Bundle((9,)))  # completes light blue for Ada, and pink for Ben
OTHER_SWAP = Offer(1, Bundle((6, 8)), Bundle((11, 14)))  # the other way round


def offered_to_ben(
    past: Sequence[AnsweredOffer], trades: bool, buys: bool, turns: int = 20
) -> list[Offer]:
    """The shark's offers to Ben in its turn, in the order in which it makes them. He agrees to none.

    ``turns``: the turns of the game so far."""
    t = table("modern", players="Ada Ben Cem Dora", turn="Ada", round=20, seats=SET_FOR_SET)
    t.game.state.turns = turns
    exchange = AnsweredOffer(1, 2, 3, Bundle((37,)), Bundle((39,)), True)
    habits = ((6, 0) if buys else (0, 6),) * 4
    said: list[Offer] = []
    shark, options = Shark(), Options(t.game.state, 0)
    while True:
        answers = [*([exchange] if trades else []), *past]  # the oldest first, as in a view
        answers += [AnsweredOffer(t.game.state.turns, 0, o.to, o.give, o.get, False) for o in said]
        found = shark._propose(View(t.game.state, 0, answers, said, habits), options)
        if found is None:
            return [offer for offer in said if offer.to == 1]
        assert isinstance(found.answer, Offer)
        said.append(found.answer)


@pytest.mark.parametrize(("trades", "buys"), [(False, True), (True, True), (True, False)])
def test_a_set_for_a_set_is_offered_even_to_a_seat_that_refused_everything(
    trades: bool, buys: bool
) -> None:
    offers = offered_to_ben(REFUSED, trades, buys)
    assert SWAP in offers or OTHER_SWAP in offers
    assert set(offers) <= {SWAP, OTHER_SWAP}


@pytest.mark.parametrize(("trades", "buys"), [(False, True), (True, True), (True, False)])
@pytest.mark.parametrize(("rounds", "again"), [(1, False), (60, False), (61, True)])
def test_the_same_set_for_a_set_is_offered_again_only_after_sixty_rounds(
    rounds: int, again: bool, trades: bool, buys: bool
) -> None:
    past = [
        *REFUSED,
        AnsweredOffer(14, 0, 1, SWAP.give, SWAP.get, False),
        AnsweredOffer(15, 0, 1, OTHER_SWAP.give, OTHER_SWAP.get, False),
    ]
    offers = offered_to_ben(past, trades, buys, turns=14 + 4 * rounds)
    assert bool(offers) == again
    assert set(offers) <= {SWAP, OTHER_SWAP}
