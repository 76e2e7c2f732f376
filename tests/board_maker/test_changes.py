"""The changes of a draft, what follows from them, and their history."""

from __future__ import annotations

import pytest

from titledeed.board_maker import changes, rents_and_costs_from_price
from titledeed.board_maker.history import EditHistory
from titledeed.board_maker.link_code import pack_board, unpack_board
from titledeed.board_maker.rents_and_costs_from_price import (
    cost_at,
    distance,
    following_rents,
    rents_at,
)
from titledeed.engine.rulebook_loader_and_rules_compiler import EDITIONS


def test_the_three_printed_boards_lie_on_the_curve() -> None:
    for id in EDITIONS:
        draft = changes.printed_draft(id)
        for at in draft.streets():
            assert draft.spaces[at].rents == following_rents(draft, at)
            assert distance(draft, at) == 0
        for group in draft.groups:
            assert group.house_cost == rents_and_costs_from_price.following_cost(draft, group)


def test_between_printed_streets_the_curve_is_straight() -> None:
    assert rents_at(210, 9) == (17, 85, 235, 650, 840, 1025)
    assert rents_at(30, 0) == (1, 5, 15, 45, 80, 125)
    assert rents_at(800, 21) == (100, 400, 1200, 2800, 3400, 4000)
    for price in range(1, 900):
        rents = rents_at(price, 5)
        assert list(rents) == sorted(rents)
        assert rents[0] >= 1
        if price != 60:  # two printed streets have this price, and different rents
            assert all(a <= b for a, b in zip(rents, rents_at(price + 1, 5), strict=True))
    assert [cost_at(mean) for mean in (60, 150, 230, 375, 750)] == [50, 100, 150, 200, 400]


def test_rents_and_house_costs_follow_the_price_unless_set_by_hand() -> None:
    draft = changes.with_rent(changes.printed_draft(), 19, 5, 1111)
    draft = changes.with_price(draft, 19, 210)
    assert draft.spaces[19].rents == (17, 85, 235, 650, 840, 1111)
    back = changes.with_following_rents(draft, 19, 5)
    assert back.spaces[19].rents[5] == 1025
    dear = changes.printed_draft()
    for at in (16, 18, 19):
        dear = changes.with_price(dear, at, 265)
    assert dear.groups[3].house_cost == 150
    own = changes.with_group(changes.printed_draft(), "orange", house_cost=70)
    assert changes.with_price(own, 19, 300).groups[3].house_cost == 70
    assert changes.with_following_cost(own, "orange").groups[3].house_cost == 100


def test_a_name_takes_its_short_form_and_its_word_along() -> None:
    draft = changes.with_space_name(changes.printed_draft(), 1, "Lighthouse Road")
    assert draft.spaces[1].shown == "Lighthouse"
    own = changes.with_short_name(draft, 1, "Light")
    assert changes.with_space_name(own, 1, "Harbor Street").spaces[1].shown == "Light"
    lucky = changes.with_space_name(draft, 7, "Lucky Dip")
    assert [lucky.spaces[at].name for at in (7, 22, 36)] == ["Lucky Dip"] * 3
    assert changes.word_of(lucky, "chance") == "Lucky Dip"
    market = changes.with_word(lucky, "go", "Market Day")
    assert market.spaces[0].name == "Market Day"
    assert changes.with_word(market, "go", "").words == {"chance": "Lucky Dip"}
    assert changes.with_word(changes.with_word(lucky, "chance", ""), "go", "").words is None


def test_the_id_of_a_board_follows_its_name() -> None:
    for name, id in (
        ("Große Straße 7", "grosse-strasse-7"),
        ("London", "my-london"),
        ("漢字", "my-board"),
        ("é" * 60, "e" * 36),
    ):
        assert changes.with_board_name(changes.printed_draft(), name).id == id


def test_streets_exchange_their_names_and_other_spaces_their_places() -> None:
    printed = changes.printed_draft()
    draft = changes.exchanged(printed, 1, 39)
    assert draft.spaces[1].id == "boardwalk"
    assert draft.spaces[1].price == 60
    assert draft.spaces[39].rents == printed.spaces[39].rents
    draft = changes.exchanged(changes.with_own_decks(printed), 2, 3)
    assert [draft.spaces[at].kind for at in (2, 3)] == ["street", "community-chest"]
    assert draft.spaces[2] == printed.spaces[3]
    decks = changes.exchanged(changes.with_own_decks(printed), 24, 1).decks
    assert decks is not None
    led = next(card for card in decks[0] if card.id == "advance-to-24")
    assert led.to == 1


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Lost and Found Office", "Lost"),
        ("Platz der Republik", "Platz"),
        ("Rue de la République", "Rue"),
        ("The Incredible Market", "The Incredi."),
        ("Mediterranean Avenue", "Mediterrane."),
        ("Park Place", None),
    ],
)
def test_a_short_name_ends_in_no_small_word(name: str, short: str | None) -> None:
    assert changes.short_of(name) == short
    draft = changes.with_space_name(changes.printed_draft(), 1, name)
    assert draft.spaces[1].short == short
    assert unpack_board(pack_board(draft)) == draft


def test_a_link_from_before_has_the_short_names_of_then() -> None:
    draft = changes.with_space_name(changes.printed_draft(), 1, "Lost and Found Office")
    draft = changes.with_short_name(draft, 1, "Lost and")
    assert unpack_board(pack_board(draft)).spaces[1].short == "Lost and"
    assert changes.with_space_name(draft, 1, "Harbor").spaces[1].short is None


def test_undo_and_redo_have_no_end() -> None:
    draft = changes.printed_draft()
    history = EditHistory(draft)
    for n in range(500):
        assert history.put(changes.with_price(history.now, 1, n + 100))
    for _ in range(600):
        history.undo()
    assert history.now == draft
    assert not history.can_undo
    for _ in range(500):
        history.redo()
    assert history.now.spaces[1].price == 599
    assert not history.can_redo


def test_letters_typed_in_one_field_are_one_change() -> None:
    history = EditHistory(changes.printed_draft())
    for text in ("A", "Ad", "Ada"):
        history.put(changes.with_space_name(history.now, 1, text), "name 1")
    history.put(changes.with_space_name(history.now, 3, "B"), "name 3")
    assert history.steps == 2
    history.undo()
    assert history.now.spaces[1].name == "Ada"
    history.put(changes.with_space_name(history.now, 1, "Adam"), "name 1")
    assert history.steps == 2
    assert not history.put(history.now)
