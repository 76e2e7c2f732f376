"""``shark`` learns from the other players' answers which offers they accept."""

from __future__ import annotations

from collections.abc import Sequence

from scene import table
from titledeed.bots.protocol import AnsweredOffer, View
from titledeed.bots.trade_acceptance_model import SOBER, Partner, Price, completes, judged_offers
from titledeed.bots.valuation import holdings_of
from titledeed.engine.answers import (
    Bundle,
)

SEATS = {
    "Ada": {"deeds": "oriental-avenue vermont-avenue reading-railroad", "cash": 900},
    "Ben": {"deeds": "connecticut-avenue boardwalk states-avenue", "cash": 400},
    "Cleo": {"deeds": "virginia-avenue", "cash": 600},
}
STATES, VIRGINIA, CONNECTICUT, BOARDWALK = 13, 14, 9, 39
PRICE = 140  # price of States Avenue


def view(*past: AnsweredOffer) -> View:
    t = table("modern", players="Ada Ben Cleo", turn="Ada", seats=SEATS)
    return View(t.game.state, 0, past)


def prices(of: View, deed: int, refused: int | None = None) -> list[Price]:
    """Returns the price that the shark expects Ben to want for a deed."""
    partner = Partner(of, holdings_of(of, SOBER), 1)
    return partner.prices(partner.exchange((), (deed,)), refused, 20)


def likely(wanted: Sequence[Price], cash: int) -> float:
    """Return the probability that the partner agrees at this price."""
    return max((price.likely for price in wanted if price.cash <= cash), default=0.0)


def asked(cash: int, accepted: bool, deed: int = STATES, by: int = 0) -> AnsweredOffer:
    return AnsweredOffer(1, by, 1, Bundle((), cash), Bundle((deed,)), accepted)


def test_more_money_makes_acceptance_more_likely() -> None:
    wanted = prices(view(), STATES)
    assert [price.cash for price in wanted] == sorted({price.cash for price in wanted})
    chances = [price.likely for price in wanted]
    assert chances == sorted(chances)
    assert likely(wanted, PRICE // 2) < 0.3
    assert likely(wanted, 3 * PRICE) > 0.8


def test_a_deed_that_completes_a_group_only_for_the_asker_costs_more() -> None:
    of = view()
    assert completes(of, 0, (CONNECTICUT,))
    # Connecticut Avenue lists at 120, less than States Avenue's 140.
    assert likely(prices(of, CONNECTICUT), 240) < likely(prices(of, STATES), 240)


def test_a_refusal_raises_a_partners_price_and_an_agreement_lowers_it() -> None:
    before = likely(prices(view(), STATES), 200)
    hard = view(asked(200, False, BOARDWALK), asked(500, False, BOARDWALK), asked(300, False))
    soft = view(asked(150, True, VIRGINIA), asked(100, True, VIRGINIA, by=2))
    assert likely(prices(hard, STATES), 200) < before < likely(prices(soft, STATES), 200)


def test_the_bot_offers_more_after_a_refused_price() -> None:
    wanted = prices(view(asked(200, False)), STATES, refused=200)
    assert wanted[0].cash >= 220


def test_a_partners_own_offer_shows_what_it_thinks_is_fair() -> None:
    offer = AnsweredOffer(1, 1, 2, Bundle((STATES,)), Bundle((), 150), False)
    (judged,) = judged_offers(view(offer), holdings_of(view(offer), SOBER), 1)
    assert judged.agreed
    assert judged.measures[0] == 150 / PRICE


def test_of_several_refused_prices_only_the_best_counts() -> None:
    of = view(asked(100, False), asked(200, False), asked(150, False))
    (judged,) = judged_offers(of, holdings_of(of, SOBER), 1)
    assert judged.measures[0] == 200 / PRICE


def test_a_deed_that_has_changed_hands_since_tells_nothing_about_money() -> None:
    of = view(AnsweredOffer(1, 0, 1, Bundle((VIRGINIA,)), Bundle((STATES,)), False))
    (judged,) = judged_offers(of, holdings_of(of, SOBER), 1)
    assert judged.measures[-1] is None
    assert judged.measures[0] == 160 / PRICE
