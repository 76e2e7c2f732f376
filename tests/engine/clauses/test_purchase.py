"""Buying from the Bank: who may buy, when, and at what price."""

from __future__ import annotations

import pytest

from scene import clause, table

ALL_BUT_WIKIBOOKS = ("classic", "australian", "modern", "parker1973")


@clause("purchase.option", "setup.deed-data")
def test_the_lander_may_buy_at_the_printed_price(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}}).throw("Ada", 1, 1).ask("Ada buy")
    t.play("Ada buy").cash(Ada=1100, bank=-4100).owns("Ada", "boardwalk").ask("Ada roll")


@clause("purchase.option")
def test_a_player_can_buy_with_exact_cash_but_not_with_one_less(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place", "cash": 400}}).throw("Ada", 1, 1)
    t.play("Ada buy").cash(Ada=0)
    t = table(book, seats={"Ada": {"at": "park-place", "cash": 399}}).throw("Ada", 1, 1)
    t.ask("Ada buy").refuses("Ada buy", "purchase.option").play("Ada decline").ask("Ben bid")


@clause("purchase.option", "rent.due")
def test_owned_property_is_never_offered(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}, "Ben": {"deeds": "boardwalk"}})
    t.throw("Ada", 1, 1).ask("Ada roll").refuses("Ada buy", "purchase.option")
    t.cites("rent.due")


@clause("purchase.option", "selling-buildings.half-price")
def test_a_player_may_sell_buildings_to_pay_for_a_property(book: str) -> None:
    t = table(
        book,
        seats={"Ada": {"at": "free-parking", "cash": 90, "deeds": "park-place:1 boardwalk:1"}},
    )
    t.throw("Ada", 1, 4).ask("Ada buy").refuses("Ada buy", "purchase.option")
    t.play("Ada sell boardwalk").ask("Ada buy").cites("selling-buildings.half-price")
    t.refuses("Ada buy", "purchase.option")
    t.play("Ada sell park-place", "Ada buy").owner(b_and_o_railroad="Ada").cash(Ada=90)


@clause("purchase.mortgage-same-move", "mortgage.any-time", books=("wikibooks",))
def test_a_player_cannot_buy_with_mortgage_money_from_the_same_move(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "free-parking", "cash": 150, "deeds": "short-line"}})
    t.throw("Ada", 1, 4).play("Ada mortgage short-line").ask("Ada buy").cash(Ada=250)
    t.cites("mortgage.any-time").refuses("Ada buy", "purchase.mortgage-same-move")
    t.play("Ada decline").ask("Ben bid")


@clause("purchase.mortgage-same-move", books=("wikibooks",))
def test_mortgage_money_bars_even_a_purchase_that_does_not_need_it(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "free-parking", "deeds": "short-line"}})
    t.throw("Ada", 1, 4).may("Ada buy").play("Ada mortgage short-line")
    t.refuses("Ada buy", "purchase.mortgage-same-move")


@clause("mortgage.any-time", "purchase.option")
def test_a_player_may_buy_with_mortgage_money_from_before_the_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "free-parking", "cash": 150, "deeds": "short-line"}})
    t.play("Ada mortgage short-line").throw("Ada", 1, 4).play("Ada buy").cash(Ada=50)


@clause("purchase.mortgage-same-move", "mortgage.any-time", books=ALL_BUT_WIKIBOOKS)
def test_other_rulebooks_allow_a_purchase_with_mortgage_money_from_the_same_move(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "free-parking", "cash": 150, "deeds": "short-line"}})
    t.throw("Ada", 1, 4).refuses("Ada buy", "purchase.option")
    t.play("Ada mortgage short-line", "Ada buy").cash(Ada=50).owns(
        "Ada", "short-line:m", "b-and-o-railroad"
    )
    t.cites("mortgage.any-time")


@clause("purchase.mortgage-same-move", books=("wikibooks",))
def test_the_ban_on_mortgage_money_ends_with_the_move_and_not_the_turn(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "park-place", "deeds": "short-line"}})
    t.throw("Ada", 1, 1).play("Ada mortgage short-line")
    t.refuses("Ada buy", "purchase.mortgage-same-move").play("Ada decline", "Ben pass")
    t.throw("Ada", 1, 3).ask("Ada buy").play("Ada buy").owner(baltic_avenue="Ada")


@clause("purchase.mortgage-same-move", "jail.third-turn", books=("wikibooks",))
def test_a_mortgage_for_the_forced_fine_bars_the_purchase_after_it(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2, "cash": 40, "deeds": "short-line boardwalk"}})
    t.throw("Ada", 1, 3).ask("Ada debt")
    t.play("Ada mortgage boardwalk", "Ada pay").at(Ada="virginia-avenue").ask("Ada buy")
    t.cites("jail.third-turn").cash(Ada=190).refuses("Ada buy", "purchase.mortgage-same-move")


@clause("purchase.option", "mortgage.any-time", books=("wikibooks",))
def test_a_mortgage_by_another_player_does_not_bar_a_purchase(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "go"}, "Ben": {"cash": 10, "deeds": "short-line"}})
    t.throw("Ada", 1, 2).play("Ada decline", "Ben mortgage short-line", "Ben bid 70")
    t.cites("mortgage.any-time").play("Cleo pass").owner(baltic_avenue="Ben").cash(Ben=40)
    t = table(book, seats={"Ben": {"deeds": "short-line"}})
    t.play("Ben mortgage short-line").throw("Ada", 1, 2).play("Ada buy").cites("purchase.option")


@clause("purchase.mortgage-same-move", books=ALL_BUT_WIKIBOOKS)
def test_a_house_rule_can_ban_purchases_with_mortgage_money(book: str) -> None:
    t = table(
        book,
        house={"purchase.mortgage-same-move": "forbidden"},
        seats={"Ada": {"at": "go", "deeds": "short-line"}},
    )
    t.throw("Ada", 1, 2).play("Ada mortgage short-line")
    t.refuses("Ada buy", "purchase.mortgage-same-move")


@clause("purchase.by-card-move")
def test_a_player_may_also_buy_after_a_card_move(book: str) -> None:
    t = table(book, deck={"chance": ["advance-to-24"]})
    t.throw("Ada", 3, 4).play("chance card advance-to-24").ask("Ada buy")
    t.cites("purchase.by-card-move").play("Ada buy").cash(Ada=1260).owns("Ada", "illinois-avenue")
    t.cites("purchase.by-card-move").ask("Ada end")


@clause("purchase.by-card-move", "auction.trigger")
def test_a_declined_property_is_auctioned_after_a_card_move_too(book: str) -> None:
    t = table(book, deck={"chance": ["back-three"]}, seats={"Ada": {"at": "pennsylvania-railroad"}})
    t.throw("Ada", 3, 4).play("chance card back-three").at(Ada="new-york-avenue").ask("Ada buy")
    t.cites("purchase.by-card-move").play("Ada decline").ask("Ben bid").cites("auction.trigger")


@clause("purchase.title", "rent.due")
def test_ownership_starts_with_the_payment(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}, "Ben": {"at": "park-place"}})
    t.throw("Ada", 1, 1).play("Ada buy").cites("purchase.title").throw("Ada", 5, 6)
    t.play("Ada end").throw("Ben", 1, 1).cash(Ada=1350, Ben=1450).cites("rent.due")


@clause("purchase.deed-display", "mortgage.deed-face-down")
def test_every_player_can_see_the_owner_and_any_mortgage_of_each_property(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}}).throw("Ada", 1, 1).play("Ada buy")
    t.cites("purchase.deed-display").play("Ada mortgage boardwalk")
    t.cites("mortgage.deed-face-down").owns("Ada", "boardwalk:m")


@clause("purchase.only-on-landing")
def test_only_the_player_who_lands_on_a_property_can_buy_it_from_the_bank(book: str) -> None:
    t = table(book).refuses("Ada buy", "purchase.only-on-landing")
    t.throw("Ada", 1, 2).ask("Ada buy").refuses("Ben buy", "purchase.only-on-landing")
    t.play("Ada buy").refuses("Ada buy", "purchase.only-on-landing")
    t.refuses("Cleo buy", "purchase.only-on-landing")


@clause("purchase.only-on-landing", "purchase.no-second-thoughts", books=ALL_BUT_WIKIBOOKS)
def test_the_player_who_declined_can_win_the_property_at_auction_but_not_buy_it_at_its_price(
    book: str,
) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline").cites("purchase.no-second-thoughts")
    t.refuses("Ada buy", "purchase.only-on-landing")
    t.play("Ben pass", "Cleo pass", "Ada bid 10", "Ben pass", "Cleo pass").owns(
        "Ada", "baltic-avenue"
    )
    t.cash(Ada=1490)


@clause("purchase.no-second-thoughts", "auction.bidders", books=("wikibooks",))
def test_the_player_who_declined_cannot_get_the_property_until_the_next_landing(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "go"}, "Ben": {"at": "go"}})
    t.throw("Ada", 1, 2).play("Ada decline").cites("purchase.no-second-thoughts").ask("Ben bid")
    t.refuses("Ada bid 500", "purchase.no-second-thoughts", "auction.bidders")
    t.play("Ben pass").ask("Ada end").owner(baltic_avenue="bank")
    t.refuses("Ada buy", "purchase.no-second-thoughts")
    t.play("Ada end").throw("Ben", 1, 2).may("Ben buy")


@clause("purchase.option", "purchase.no-second-thoughts")
def test_a_player_who_lands_again_on_a_declined_property_may_buy_it(book: str) -> None:
    t = table(
        book,
        players="Ada Ben",
        seats={"Ada": {"at": "jail"}},
        deck={"chance": ["back-three"]},
    )
    t.throw("Ada", 4, 5).play("Ada decline").cites("purchase.no-second-thoughts").play("Ben pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.refuses("Ada buy", "purchase.no-second-thoughts").play("Ada end")
    t.throw("Ben", 4, 6).play("Ben end")
    t.throw("Ada", 1, 2).play("chance card back-three").at(Ada="new-york-avenue")
    t.play("Ada buy").owns("Ada", "new-york-avenue")


@clause("trading.private-sale", "purchase.no-second-thoughts")
def test_the_player_who_declined_may_still_buy_the_property_from_the_auction_winner(
    book: str,
) -> None:
    t = table(book, players="Ada Ben").throw("Ada", 1, 2).play("Ada decline")
    t.cites("purchase.no-second-thoughts").play("Ben bid 10")
    if book != "wikibooks":
        t.play("Ada pass")
    t.play("Ada offer Ben give 80 get baltic-avenue", "Ben accept").owns("Ada", "baltic-avenue")
    t.cites("trading.private-sale")


@pytest.mark.parametrize("unsold", [True, False])
@clause("purchase.option")
def test_unowned_property_is_offered_again_at_every_landing(book: str, unsold: bool) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "go"}, "Ben": {"at": "go"}})
    t.throw("Ada", 1, 2).play("Ada decline")
    t.play(*(["Ben pass"] if unsold else ["Ben bid 10"]))
    if book != "wikibooks":
        t.play("Ada pass")
    t.play("Ada end").throw("Ben", 1, 2).ask("Ben buy" if unsold else "Ben end")
