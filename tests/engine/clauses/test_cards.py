"""Cards: drawn from the top, carried out at once, put back under their deck; the jail card is kept."""

from __future__ import annotations

from typing import Any

import pytest

from scene import BOOKS, Scene, clause, shown, table

AT_ONCE = ("classic", "modern", "wikibooks", "parker1973")


def drawing(book: str, card: str, pack: str = "chance", **setting: Any) -> Scene:
    """Ada has thrown and is on a card space of ``pack``; ``card`` is on top of the deck."""
    seats = dict(setting.pop("seats", {}))
    start, dice = {"chance": ("go", (3, 4)), "community-chest": ("b-and-o-railroad", (3, 5))}[pack]
    seats["Ada"] = {"at": start, **seats.get("Ada", {})}
    deck = {**setting.pop("deck", {}), pack: [card]}
    return table(book, seats=seats, deck=deck, **setting).throw("Ada", *dice)


US = {"decks": "us-1936"}


# ---------------------------------------------------------------- drawing and obeying


@clause("cards.draw")
def test_the_top_card_of_the_deck_is_drawn(book: str) -> None:
    t = table(book, deck={"chance": ["dividend", "chairman"]}, **US).throw("Ada", 3, 4)
    t.ask("chance card").cites("cards.draw").refuses("chance card chairman", "cards.draw")
    t.refuses("chance card inheritance", "cards.draw")  # it belongs to the other deck
    t.malformed("chance card luck").play("chance card dividend").cites("cards.draw").top(
        "chance", "chairman"
    )


@clause("cards.draw", "cards.obey")
def test_nothing_else_can_happen_before_the_card_is_drawn(book: str) -> None:
    t = table(book, chance="by-hand", seats={"Ada": {"deeds": "short-line"}}).throw("Ada", 3, 4)
    t.refuses("Ada end", "cards.draw").refuses("Ada roll", "cards.obey")
    t.refuses("Ada mortgage short-line", "mortgage.any-time").play("chance card dividend")


@clause("cards.draw")
def test_a_player_moved_to_a_card_space_draws_again(book: str) -> None:
    t = table(
        book,
        seats={"Ada": {"at": "marvin-gardens"}},
        deck={"chance": ["back-three"], "community-chest": ["inheritance"]},
    )
    t.throw("Ada", 3, 4).play("chance card back-three").at(Ada="community-chest-3")
    t.ask("chance card").cites("cards.draw").play("chance card inheritance").cash(Ada=1600)


@clause("cards.obey")
@pytest.mark.parametrize(
    ("deck", "card", "cash"),
    [
        ("chance", "dividend", 1550),
        ("chance", "building-loan", 1650),
        ("chance", "small-fine", 1485),
        ("community-chest", "bank-error", 1700),
        ("community-chest", "doctor", 1450),
        ("community-chest", "tax-refund", 1520),
        ("community-chest", "hospital", 1400),
        ("community-chest", "beauty-contest", 1510),
        ("community-chest", "inheritance", 1600),
    ],
)
def test_a_money_card_takes_effect_at_once(book: str, deck: str, card: str, cash: int) -> None:
    t = drawing(book, card, deck).play(f"chance card {card}").cites("cards.obey")
    t.cash(Ada=cash, Ben=1500, Cleo=1500).ask("Ada end")


@clause("cards.obey")
@pytest.mark.parametrize(
    ("decks", "card", "cash"),
    [
        ("us-1936", "sale-of-stock", 1545),
        ("us-2008", "sale-of-stock", 1550),
        ("us-1936", "school-fees", 1350),
        ("us-2008", "school-fees", 1450),
        ("us-1936", "holiday-fund", 1600),
        ("us-2008", "life-insurance", 1600),
        ("us-2008", "consultancy", 1525),
        ("uk-classic", "sale-of-stock", 1550),
        ("uk-classic", "annuity", 1600),
        ("uk-classic", "preference-shares", 1525),
        ("uk-classic", "insurance-premium", 1450),
    ],
)
def test_the_amount_on_a_card_depends_on_the_set_of_decks(
    book: str, decks: str, card: str, cash: int
) -> None:
    t = drawing(book, card, "community-chest", decks=decks).play(f"chance card {card}")
    t.cash(Ada=cash).cites("cards.obey")


@clause("cards.obey", "bank.collects")
@pytest.mark.parametrize(
    ("card", "cash"), [("school-fees", 1350), ("fine-20", 1480), ("crossword", 1600)]
)
def test_chance_cards_of_the_british_deck_have_their_printed_sums(
    book: str, card: str, cash: int
) -> None:
    t = drawing(book, card, decks="uk-classic").play(f"chance card {card}").cash(Ada=cash)
    t.cites("cards.obey").play("Ada end").throw("Ben", 1, 3)
    if t.game.state.ask.kind == "tax":
        t.play("Ben flat")
    t.cites("bank.collects")


@clause("cards.obey")
@pytest.mark.parametrize(
    ("start", "dice", "space"),
    [
        ("go", (3, 4), "income-tax"),
        ("pennsylvania-railroad", (3, 4), "new-york-avenue"),
        ("marvin-gardens", (3, 4), "community-chest-3"),
    ],
)
def test_the_space_three_steps_back_takes_effect(
    book: str, start: str, dice: tuple[int, int], space: str
) -> None:
    t = table(book, seats={"Ada": {"at": start}}, deck={"chance": ["back-three"]})
    t.throw("Ada", *dice).play("chance card back-three").at(Ada=space).cites("cards.obey")
    kind = t.game.state.ask.kind
    assert kind in {"income-tax": ("tax", "end")}.get(space, ("buy", "card"))


@clause("cards.obey")
def test_the_chairman_card_pays_each_of_the_other_players(book: str) -> None:
    t = drawing(
        book,
        "chairman",
        decks="us-2008",
        players="Ada Ben Cleo Dora",
        seats={"Dora": {"out": True}},
    )
    t.play("chance card chairman").cash(Ada=1400, Ben=1550, Cleo=1550).cites("cards.obey")
    assert t.payments() == [("Ada", "Ben", 50), ("Ada", "Cleo", 50)]


@clause("cards.obey")
@pytest.mark.parametrize(("decks", "each"), [("us-1936", 50), ("us-2008", 10), ("uk-classic", 10)])
def test_each_player_pays_the_player_who_drew_the_card(book: str, decks: str, each: int) -> None:
    t = drawing(book, "collect-from-each", "community-chest", decks=decks)
    t.play("chance card collect-from-each").cites("cards.obey")
    t.cash(Ada=1500 + 2 * each, Ben=1500 - each, Cleo=1500 - each, bank=-4500)
    # and no player pays herself
    assert t.payments() == [("Ben", "Ada", each), ("Cleo", "Ada", each)]


@clause("cards.obey", "cards.draw")
def test_a_player_may_pay_a_fine_or_take_a_chance_card(book: str) -> None:
    uk = {"decks": "uk-classic", "deck": {"chance": ["dividend"]}}
    t = drawing(book, "fine-or-chance", "community-chest", **uk).play("chance card fine-or-chance")
    t.ask("Ada card-choice").refuses("Ada end").refuses("Ben pay")
    t.play("Ada pay").cash(Ada=1490).ask("Ada end").cites("cards.obey")
    t = drawing(book, "fine-or-chance", "community-chest", **uk).play("chance card fine-or-chance")
    t.play("Ada take-chance").ask("chance card").play("chance card dividend").cash(Ada=1550)
    t.cites("cards.draw").ask("Ada end")


@clause("cards.obey", "debt.raise-cash")
def test_a_card_payment_above_cash_in_hand_is_a_debt_to_settle_first(book: str) -> None:
    t = drawing(
        book, "hospital", "community-chest", seats={"Ada": {"cash": 60, "deeds": "short-line"}}
    )
    t.play("chance card hospital").ask("Ada debt").cites("cards.obey", "debt.raise-cash")
    t.refuses("Ada end").refuses("Ada roll").play("Ada mortgage short-line", "Ada pay")
    t.cash(Ada=60).ask("Ada end")


@pytest.mark.parametrize("decks", ["us-1936", "us-2008", "uk-classic"])
@pytest.mark.parametrize("deck", ["chance", "community-chest"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_card_of_every_deck_can_be_drawn_and_settled(
    book: str, decks: str, deck: str
) -> None:
    ids = [
        card.id for card in table(book, decks=decks).game.rules.decks[0 if deck == "chance" else 1]
    ]
    assert len(set(ids)) == 16
    for id in ids:
        t = drawing(book, id, deck, decks=decks, seats={"Ada": {"cash": 900}})
        t.play(f"chance card {id}")
        assert t.game.state.ask.kind in ("end", "buy", "tax", "card", "card-choice")


# ---------------------------------------------------------------- back under the deck


@clause("cards.return-timing", books=AT_ONCE)
def test_a_used_card_returns_to_its_deck_after_its_effect(book: str) -> None:
    t = drawing(book, "dividend").play("chance card dividend").bottom("chance", "dividend")
    t.deck_size("chance", 16).cites("cards.return-timing")


@clause("cards.return-timing", books=("australian",))
def test_a_used_card_returns_to_its_deck_when_the_turn_passes(book: str) -> None:
    t = drawing(book, "dividend").play("chance card dividend").deck_size("chance", 15)
    t.is_silent_on("cards.return-timing").ask("Ada end").play("Ada end")
    t.deck_size("chance", 16).bottom("chance", "dividend").cites("cards.return-timing")


@clause("cards.return-timing", books=("australian",))
def test_a_used_card_returns_to_its_deck_when_a_token_moves(book: str) -> None:
    t = table(
        book, seats={"Ada": {"at": "virginia-avenue"}}, deck={"chance": ["dividend", "back-three"]}
    )
    t.throw("Ada", 4, 4).play("chance card dividend").ask("Ada roll").deck_size("chance", 15)
    t.throw("Ada", 4, 6).deck_size("chance", 16).bottom("chance", "dividend")
    t.cites("cards.return-timing")


@clause("cards.return-timing")
def test_a_card_that_moves_the_token_returns_to_its_deck_before_the_space_takes_effect(
    book: str,
) -> None:
    t = drawing(book, "advance-to-24").play("chance card advance-to-24").ask("Ada buy")
    t.bottom("chance", "advance-to-24").deck_size("chance", 16).cites("cards.return-timing")


@clause("cards.return-timing")
def test_a_move_card_returns_before_or_after_the_move_depending_on_the_rulebook(book: str) -> None:
    order = ["card-back", "move"] if book == "australian" else ["move", "card-back"]
    t = drawing(book, "advance-to-24").play("chance card advance-to-24")
    t.tells("card", *order, "offered")
    for card in ("back-three", "go-to-jail"):
        t = drawing(book, card).play(f"chance card {card}").cites("cards.return-timing")
        assert [event.kind for event in t.last][:3] == ["card", *order]


@clause("cards.return-timing", books=AT_ONCE)
def test_a_card_that_costs_money_is_done_once_it_is_paid(book: str) -> None:
    t = drawing(book, "small-fine", seats={"Ada": {"cash": 5, "deeds": "short-line"}})
    t.play("chance card small-fine").ask("Ada debt").deck_size("chance", 15)
    t.play("Ada mortgage short-line").deck_size("chance", 15).play("Ada pay")
    t.bottom("chance", "small-fine").cites("cards.return-timing")


@clause("cards.return-timing", "bankruptcy.to-bank")
def test_a_card_that_bankrupts_its_drawer_also_returns_to_its_deck(book: str) -> None:
    t = drawing(book, "small-fine", seats={"Ada": {"cash": 5}})
    t.play("chance card small-fine", "Ada bankrupt").ask("Ben roll").deck_size("chance", 16)
    t.bottom("chance", "small-fine").cites("cards.return-timing", "bankruptcy.to-bank")


@clause("cards.return-timing", "bankruptcy.to-player", books=("classic", "modern", "australian"))
def test_the_card_returns_before_the_creditor_decides_about_the_mortgages(book: str) -> None:
    ada = {"cash": 60, "deeds": "baltic-avenue:m", "cards": ["chance"]}
    seats = {"Ada": ada, "Ben": {"cash": 0}}
    t = table(book, seats=seats, deck={"chance": ["chairman"]}, players="Ada Ben Cleo Dora")
    t.throw("Ada", 3, 4).play("chance card chairman").cash(Ada=10, Ben=50).ask("Ada debt")
    t.play("Ada bankrupt").ask("Cleo transfer").bottom("chance", "chairman")
    t.cites("cards.return-timing", "bankruptcy.to-player").cards(Cleo=["chance"])


@clause("cards.return-timing", "bankruptcy.to-player")
def test_a_card_that_collects_from_each_player_continues_after_one_payer_goes_bankrupt(
    book: str,
) -> None:
    """Three players must pay; Ben is ruined by the payment, and Cleo has to raise the money first."""
    seats = {"Ben": {"cash": 0}, "Cleo": {"cash": 0, "deeds": "short-line"}}
    t = drawing(book, "collect-from-each", "community-chest", decks="us-2008", seats=seats)
    t.play("chance card collect-from-each").ask("Ben debt").play("Ben bankrupt").ask("Cleo debt")
    t.cites("bankruptcy.to-player").deck_size("community-chest", 15)
    t.play("Cleo mortgage short-line", "Cleo pay", "Ada end").deck_size("community-chest", 16)
    t.bottom("community-chest", "collect-from-each").cites("cards.return-timing")


@clause("cards.return-timing", "ending.last-player")
def test_a_card_that_bankrupts_another_player_and_ends_the_game_returns_to_its_deck(
    book: str,
) -> None:
    t = table(
        book,
        players="Ada Ben",
        decks="us-2008",
        seats={"Ada": {"at": "b-and-o-railroad"}, "Ben": {"cash": 0}},
        deck={"community-chest": ["collect-from-each"]},
    )
    t.throw("Ada", 3, 5).play("chance card collect-from-each", "Ben bankrupt").winners("Ada")
    t.deck_size("community-chest", 16).bottom("community-chest", "collect-from-each")
    t.cites("cards.return-timing", "ending.last-player")


@clause("cards.return-timing", "cards.draw")
def test_both_cards_return_to_their_decks_after_a_player_takes_a_chance_card(book: str) -> None:
    t = drawing(
        book, "fine-or-chance", "community-chest", decks="uk-classic", deck={"chance": ["dividend"]}
    )
    t.play("chance card fine-or-chance", "Ada take-chance", "chance card dividend", "Ada end")
    t.bottom("community-chest", "fine-or-chance").bottom("chance", "dividend")
    t.cites("cards.return-timing", "cards.draw")


@clause("cards.return-timing")
def test_a_house_rule_can_set_the_moment_for_returning_a_card(book: str) -> None:
    other = "after-effect" if book == "australian" else "on-token-move-or-turn-pass"
    t = drawing(book, "dividend", house={"cards.return-timing": other})
    t.play("chance card dividend").deck_size("chance", 16 if book == "australian" else 15)
    t.play("Ada end").deck_size("chance", 16)
    if book == "australian":
        t = drawing(book, "dividend", house={"cards.return-timing": other})
        t.play("chance card dividend")
    t.cites("cards.return-timing")


# ---------------------------------------------------------------- the card that is kept


@clause("cards.goojf-keep", "cards.goojf-one-per-deck")
def test_a_player_keeps_a_drawn_jail_card(book: str) -> None:
    t = drawing(book, "jail-free").play("chance card jail-free").cards(Ada=["chance"])
    t.deck_size("chance", 15).cites("cards.goojf-keep").ask("Ada end")


@clause("cards.goojf-one-per-deck", "cards.goojf-keep")
def test_each_deck_has_one_jail_card_and_a_player_may_hold_both(book: str) -> None:
    t = drawing(book, "jail-free", "community-chest", seats={"Ada": {"cards": ["chance"]}})
    t.play("chance card jail-free").cards(Ada=["chance", "community-chest"])
    t.cites("cards.goojf-one-per-deck", "cards.goojf-keep").deck_size("chance", 15)
    t.deck_size("community-chest", 15)


@clause("cards.goojf-return", "jail.exit-card")
def test_a_used_jail_card_goes_to_the_bottom_of_its_own_deck(book: str) -> None:
    both = {"jail": 0, "cards": ["chance", "community-chest"]}
    t = table(book, seats={"Ada": both}).refuses("Ada use-card", "cards.goojf-return")
    t.play("Ada use-card community-chest").cards(Ada=["chance"]).jail(Ada="free")
    t.bottom("community-chest", "jail-free").deck_size("chance", 15).cites("cards.goojf-return")


@clause("cards.goojf-trade", "trading.assets")
def test_a_player_may_sell_a_jail_card_and_its_buyer_may_sell_it_again(book: str) -> None:
    t = table(book, seats={"Ada": {"cards": ["chance"]}})
    t.play("Ada offer Ben give card:chance get 70", "Ben accept").cards(Ada=[], Ben=["chance"])
    t.cash(Ada=1570, Ben=1430).cites("cards.goojf-trade")
    t.play("Cleo offer Ben give 1 get card:chance", "Ben accept").cards(Ben=[], Cleo=["chance"])
    t.cites("cards.goojf-trade", "trading.assets")


@clause("cards.goojf-trade")
def test_a_player_can_sell_only_their_own_jail_card_and_not_to_the_bank(book: str) -> None:
    t = table(book, seats={"Ada": {"cards": ["chance"]}})
    t.refuses("Ben offer Cleo give card:chance get 5", "cards.goojf-trade")
    t.refuses("Ada offer Ben give card:community-chest get 5", "cards.goojf-trade")
    t.malformed("Ada offer bank give card:chance get 50").malformed("Ada sell card:chance")


# ---------------------------------------------------------------- repairs and the nearest railroad


@clause("cards.street-repairs", "cards.obey")
@pytest.mark.parametrize(
    ("deeds", "general", "street"),
    [
        ("park-place:4 boardwalk:4", 200, 320),
        ("park-place:hotel boardwalk:4", 200, 275),
        ("park-place:hotel boardwalk:hotel mediterranean-avenue:1 baltic-avenue", 225, 270),
        ("park-place boardwalk", 0, 0),
    ],
)
def test_a_repairs_card_charges_its_drawer_for_every_house_and_hotel(
    book: str, deeds: str, general: int, street: int
) -> None:
    seats = {
        "Ada": {"deeds": deeds},
        "Ben": {"deeds": "st-james-place:1 tennessee-avenue:1 new-york-avenue:1"},
    }
    t = drawing(book, "general-repairs", seats=seats).play("chance card general-repairs")
    t.cash(Ada=1500 - general, Ben=1500).cites("cards.street-repairs")
    t = drawing(book, "street-repairs", "community-chest", seats=seats, **US)
    t.play("chance card street-repairs").cash(Ada=1500 - street, Ben=1500).cites("cards.obey")


@clause("cards.nearest-railroad", "purchase.by-card-move")
def test_the_nearest_railroad_is_the_next_one_ahead(book: str) -> None:
    for start, dice, space, cash in [
        ("go", (3, 4), "pennsylvania-railroad", 1500),
        ("pennsylvania-railroad", (3, 4), "b-and-o-railroad", 1500),
        ("marvin-gardens", (3, 4), "reading-railroad", 1700),
    ]:
        t = table(
            book,
            **US,
            seats={"Ada": {"at": start}},
            deck={"chance": ["nearest-railroad"]},
        )
        t.throw("Ada", *dice).play("chance card nearest-railroad").at(Ada=space).cash(Ada=cash)
        t.ask("Ada buy").cites("cards.nearest-railroad", "purchase.by-card-move")
        t.play("Ada buy").cash(Ada=cash - 200)


@clause("cards.nearest-railroad", "rent.railroad-scale")
@pytest.mark.parametrize(
    ("deeds", "rent"),
    [
        ("pennsylvania-railroad", 50),
        ("pennsylvania-railroad short-line:m", 100),
        ("pennsylvania-railroad short-line reading-railroad b-and-o-railroad", 400),
    ],
)
def test_the_nearest_railroad_card_doubles_the_rent(book: str, deeds: str, rent: int) -> None:
    t = drawing(book, "nearest-railroad", seats={"Ben": {"deeds": deeds}}, **US)
    t.play("chance card nearest-railroad").cash(Ada=1500 - rent, Ben=1500 + rent)
    t.cites("cards.nearest-railroad", "rent.railroad-scale")


@clause("cards.nearest-railroad", "rent.mortgaged-none")
def test_the_nearest_railroad_costs_nothing_if_mortgaged_or_owned_by_the_lander(book: str) -> None:
    t = drawing(
        book,
        "nearest-railroad",
        seats={"Ben": {"deeds": "pennsylvania-railroad:m"}},
    )
    t.play("chance card nearest-railroad").cash(Ada=1500, Ben=1500).cites("rent.mortgaged-none")
    t = drawing(
        book,
        "nearest-railroad-2",
        seats={"Ada": {"deeds": "pennsylvania-railroad"}},
    )
    t.play("chance card nearest-railroad-2").cash(Ada=1500).ask("Ada end")
    t.cites("cards.nearest-railroad")


@clause("cards.obey", "rent.utility-dice")
@pytest.mark.parametrize("deeds", ["electric-company", "electric-company water-works"])
def test_the_nearest_utility_card_costs_ten_times_a_new_throw_with_one_or_both_owned(
    book: str, deeds: str
) -> None:
    t = drawing(book, "nearest-utility", seats={"Ben": {"deeds": deeds}}, **US)
    t.play("chance card nearest-utility").ask("Ada rent-roll").throw("Ada", 2, 3)
    t.cash(Ada=1450, Ben=1550).cites("cards.obey", "rent.utility-dice").ask("Ada end")


@clause("rent.claim-deadline", "cards.obey")
def test_a_rent_claim_uses_the_multiple_given_on_the_card(book: str) -> None:
    t = drawing(
        book,
        "nearest-utility",
        **US,
        rent="asked",
        seats={"Ben": {"deeds": "electric-company"}},
    )
    t.play("chance card nearest-utility").ask("Ada end")
    t.play("Ben ask-rent electric-company").throw("Ada", 2, 3).cash(Ada=1450)
    t.cites("cards.obey", "rent.claim-deadline")
    t = drawing(
        book,
        "nearest-railroad",
        **US,
        rent="asked",
        seats={"Ben": {"deeds": "pennsylvania-railroad"}},
    )
    t.play("chance card nearest-railroad", "Ben ask-rent pennsylvania-railroad").cash(Ada=1450)


@shown("setup.decks-placed", by="grammar")
def test_a_player_cannot_look_into_a_deck(book: str) -> None:
    t = (
        table(book)
        .malformed("Ada peek chance")
        .malformed("Ada draw chance")
        .refuses("Ada card dividend")
    )
    t.refuses("chance card dividend")
