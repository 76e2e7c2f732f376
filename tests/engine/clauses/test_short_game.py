"""The Short Game of the 1973 book: dealt deeds, hotels after three houses, and an end by value."""

from __future__ import annotations

import pytest

from scene import Scene, clause, record_of, table, table_will_not_load, will_not_load

ONLY = ("parker1973",)
OTHERS = ("classic", "australian", "modern", "wikibooks")
SHORT = {"variant": "short"}
ORANGE = ("st-james-place", "tennessee-avenue", "new-york-avenue")


def orange(*levels: object) -> str:
    return " ".join(f"{id}:{n}" if n else id for id, n in zip(ORANGE, levels, strict=True))


# ---------------------------------------------------------------- who offers it


@clause("short-game.offered", books=OTHERS)
def test_four_rulebooks_have_no_short_game(book: str) -> None:
    will_not_load(book, "short-game.offered", **SHORT)


@clause("short-game.offered", "short-game.deal", books=ONLY)
def test_the_1973_rulebook_offers_a_short_game(book: str) -> None:
    t = table(book, turn=None, **SHORT).ask("chance deal")
    assert t.game.rules.official
    t.play("chance deal Ada boardwalk").cites("short-game.deal")
    table(book).ask("Ada roll")
    will_not_load(book, "short-game.offered", variant="long")


@clause("short-game.offered")
def test_the_short_game_cannot_be_a_house_rule(book: str) -> None:
    will_not_load(book, "short-game.offered", house={"short-game.offered": "yes"})


# ---------------------------------------------------------------- the deal


@clause("short-game.deal", "short-game.deal-payment", "short-game.regular-start", books=ONLY)
def test_each_player_is_dealt_two_deeds_one_at_a_time_and_pays_at_once(book: str) -> None:
    t = table(book, turn=None, **SHORT).play("chance deal Ada boardwalk").cash(Ada=1100)
    t.cites("short-game.deal", "short-game.deal-payment").ask("chance deal")
    t.refuses("chance deal Ada short-line", "short-game.deal")
    t.refuses("chance deal Ben boardwalk", "short-game.deal").malformed("chance deal Ben")
    t.refuses("chance deal Ben income-tax", "short-game.deal").refuses("Ben decline")
    t.play("chance deal Ben short-line", "chance deal Cleo baltic-avenue").ask("chance deal")
    t.play("chance deal Ada park-place", "chance deal Ben water-works")
    t.is_silent_on("short-game.regular-start").play("chance deal Cleo vermont-avenue")
    t.cites("short-game.regular-start").cash(Ada=750, Ben=1150, Cleo=1340, bank=-3240)
    t.owns("Ada", "boardwalk", "park-place").owns("Ben", "short-line", "water-works")
    t.owns("Cleo", "baltic-avenue", "vermont-avenue").ask("Ada order")


@clause("short-game.regular-start", "setup.starting-player", books=ONLY)
def test_play_starts_as_usual_after_the_deal(book: str) -> None:
    t = table(book, turn=None, players="Ada Ben", **SHORT)
    t.play("chance deal Ada boardwalk", "chance deal Ben short-line")
    t.play("chance deal Ada park-place", "chance deal Ben water-works")
    t.cites("short-game.regular-start").throw("Ada", 1, 2).throw("Ben", 1, 3).ask("Ben roll")
    t.at(Ada="go", Ben="go").throw("Ben", 1, 2).play("Ben buy", "Ben end").ask("Ada roll")


@clause("short-game.deal-payment", "short-game.regular-start", books=ONLY)
def test_a_player_pays_for_the_last_dealt_deed_before_play_starts(book: str) -> None:
    t = table(book, turn=None, players="Ada Ben", house={"starting-cash": 750}, **SHORT)
    t.play("chance deal Ada water-works", "chance deal Ben boardwalk")
    t.play("chance deal Ada short-line").is_silent_on("short-game.regular-start")
    t.play("chance deal Ben park-place").tells("deed", "pay", "dealt").cash(Ben=0)
    t.cites("short-game.deal-payment", "short-game.regular-start")


@clause("short-game.deal", books=ONLY)
def test_the_seed_deals_the_deeds_if_no_deal_is_entered(book: str) -> None:
    t = table(book, turn=None, players="Ada Ben Cleo Dora", **SHORT).play("Ada roll")
    t.cites("short-game.deal")
    owned = [owner for owner in t.game.state.owner if owner >= 0]
    assert sorted(owned) == [0, 0, 1, 1, 2, 2, 3, 3]


@clause("short-game.deal-payment", books=ONLY)
def test_a_short_game_needs_enough_starting_cash_for_any_two_deeds(book: str) -> None:
    will_not_load(book, "short-game.deal-payment", turn=None, house={"starting-cash": 749}, **SHORT)
    table(book, turn=None, house={"starting-cash": 750}, **SHORT).ask("chance deal")


@clause("short-game.regular-start", books=ONLY)
def test_a_position_with_a_player_to_move_deals_no_deeds(book: str) -> None:
    t = table(book, turn="Ben", **SHORT).ask("Ben roll").cash(Ben=1500).owns("Ben")
    record = record_of(book, turn=None, players="Ada Ben", **SHORT)
    record["position"] = {}
    t = Scene(record)
    t.play(
        "chance deal Ada boardwalk",
        "chance deal Ben short-line",
        "chance deal Ada park-place",
        "chance deal Ben water-works",
    )
    t.cites("short-game.regular-start")


# ---------------------------------------------------------------- hotels after three houses


@clause("short-game.hotel-at-three", "hotels.prerequisite", "hotels.houses-return", books=ONLY)
def test_a_hotel_in_the_short_game_needs_only_three_houses_on_each_street(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": orange(3, 3, 3)}}, **SHORT).stock(23, 12)
    t.play("Ada build tennessee-avenue").buildings(tennessee_avenue=5, new_york_avenue=3)
    t.cash(Ada=1400).stock(26, 11).cites("short-game.hotel-at-three", "hotels.prerequisite")
    t = table(book, seats={"Ada": {"deeds": orange(3, 3, 2)}}, **SHORT)
    t.refuses("Ada build tennessee-avenue", "short-game.hotel-at-three", "hotels.prerequisite")
    t.refuses("Ada build st-james-place", "houses.max-four")
    table(book, seats={"Ada": {"deeds": orange(3, 3, 3)}}).play(
        "Ada build tennessee-avenue"
    ).buildings(tennessee_avenue=4)


@clause("short-game.hotel-at-three", "houses.even", books=ONLY)
def test_the_short_game_allows_no_fourth_house(book: str) -> None:
    will_not_load(
        book, "short-game.hotel-at-three", seats={"Ada": {"deeds": orange(4, 3, 3)}}, **SHORT
    )
    will_not_load(book, "houses.even", seats={"Ada": {"deeds": orange("hotel", 2, 3)}}, **SHORT)
    table(book, seats={"Ada": {"deeds": orange("hotel", 3, 3)}}, **SHORT).stock(26, 11)


@clause("short-game.hotel-rent", "rent.buildings", books=ONLY)
def test_a_hotel_in_the_short_game_earns_the_usual_rent(book: str) -> None:
    seats = {"Ada": {"at": "jail"}, "Ben": {"deeds": orange("hotel", 3, 3)}}
    t = table(book, seats=seats, **SHORT).throw("Ada", 2, 4).cash(Ada=550, Ben=2450)
    t.cites("short-game.hotel-rent")
    seats["Ada"] = {"at": "@11"}
    table(book, seats=seats, **SHORT).throw("Ada", 3, 4).cash(Ada=950).cites("rent.buildings")


@clause("short-game.hotel-refund", "selling-buildings.hotel-method", books=ONLY)
def test_a_hotel_in_the_short_game_sells_for_half_the_price_of_four_houses(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": orange("hotel", "hotel", "hotel")}}, **SHORT)
    t.play("Ada sell-down orange 0").cash(Ada=2100).cites("short-game.hotel-refund").stock(32, 12)
    t = table(book, seats={"Ada": {"deeds": orange("hotel", 3, 3)}}, **SHORT)
    t.play("Ada sell st-james-place").cash(Ada=1550).buildings(st_james_place=3).stock(23, 12)
    t.cites("selling-buildings.hotel-method", "short-game.hotel-refund")


@clause("short-game.hotel-refund", "selling-buildings.downgrade-stock", books=ONLY)
def test_breaking_a_hotel_down_in_the_short_game_requires_three_houses_in_the_bank(
    book: str,
) -> None:
    setting = {"seats": {"Ada": {"deeds": orange("hotel", "hotel", "hotel")}}, **SHORT}
    t = table(book, house={"stock": [2, 3]}, **setting)
    t.refuses("Ada sell st-james-place", "selling-buildings.downgrade-stock")
    t = table(book, house={"stock": [3, 3]}, **setting).play("Ada sell st-james-place").stock(0, 1)
    t.cites("short-game.hotel-refund")


@clause("hotels.equals-five", "tax.income-worth", books=ONLY)
def test_income_tax_in_the_short_game_counts_a_hotel_as_four_houses(book: str) -> None:
    brown = "mediterranean-avenue:hotel baltic-avenue:hotel"
    t = table(book, seats={"Ada": {"deeds": brown, "cash": 980}}, **SHORT).throw("Ada", 1, 3)
    t.play("Ada percent").cash(Ada=830).cites("hotels.equals-five", "tax.income-worth")


# ---------------------------------------------------------------- the end

RUIN = {"deck": {"chance": ["small-fine"]}}


@clause("short-game.first-bankruptcy", "ending.play-on", "bankruptcy.bank-auction", books=ONLY)
def test_the_first_bankruptcy_in_a_short_game_follows_the_usual_rules(book: str) -> None:
    seats = {"Ada": {"cash": 1, "deeds": "mediterranean-avenue:m"}}
    t = table(book, seats=seats, **SHORT, **RUIN).throw("Ada", 3, 4)
    t.play("chance card small-fine", "Ada bankrupt").ask("Ben bid").playing("Ben", "Cleo")
    t.cites("short-game.first-bankruptcy", "ending.play-on", "bankruptcy.bank-auction")
    t.play("Ben bid 5", "Cleo pass").ask("Ben roll").owns("Ben", "mediterranean-avenue")


def second(book: str, **seats: object) -> Scene:
    """Return a scene in which Dora is out and Ben's hotels ruin Ada. Cleo is not involved."""
    places = {
        "Ada": {
            "at": "@36",
            "cash": 7,
            "deeds": f"{orange(1, 1, 1)} short-line:m",
            "cards": ["chance"],
        },
        "Ben": {"cash": 100, "deeds": "park-place:hotel boardwalk:hotel"},
        "Cleo": {"cash": 3000},
        "Dora": {"out": True},
        **seats,
    }
    t = table(book, players="Ada Ben Cleo Dora", seats=places, **SHORT)
    return t.throw("Ada", 1, 2).ask("Ada debt")


@clause(
    "short-game.end",
    "short-game.final-transfer",
    "short-game.winner",
    "short-game.score",
    books=ONLY,
)
def test_the_second_bankruptcy_ends_a_short_game_and_property_passes_in_its_current_state(
    book: str,
) -> None:
    t = second(book).play("Ada bankrupt").ask("over").playing("Ben", "Cleo")
    t.buildings(st_james_place=1, new_york_avenue=1, boardwalk=5).mortgaged(short_line=True)
    t.owner(short_line="Ben", st_james_place="Ben").cash(Ada=0, Ben=107).cards(Ben=["chance"])
    t.cites("short-game.end", "short-game.final-transfer", "short-game.winner", "short-game.score")
    # Ben has 107. Dark blue counts 350 and 400, plus eight houses' cost of 200. Orange counts 180, 180
    # and 200, plus three houses at 100. The mortgaged Short Line counts half of 200. Cleo has 3000.
    assert scores(t) == {"Ben": 3417, "Cleo": 3000}
    t.winners("Ben").refuses("Ben roll", "short-game.end").refuses("Ben redeem short-line")


def scores(t: Scene) -> dict[str, int]:
    over = next(event for event in t.last if event.kind == "over")
    return {t.game.names[seat]: total for seat, total in over.facts["scores"].items()}


@clause("short-game.end", "bankruptcy.condition", books=ONLY)
def test_a_player_must_also_raise_cash_to_avoid_the_second_bankruptcy(book: str) -> None:
    t = second(book, Ada={"at": "@36", "cash": 1990, "deeds": "short-line"})
    t.refuses("Ada bankrupt", "bankruptcy.condition").play("Ada mortgage short-line", "Ada pay")
    t.ask("Ada end").cash(Ada=90)
    second(book).play("Ada bankrupt").cites("short-game.end")


@clause("short-game.final-transfer", "short-game.end", "short-game.winner", books=ONLY)
def test_at_the_end_of_a_short_game_property_owed_to_the_bank_leaves_play_without_an_auction(
    book: str,
) -> None:
    seats = {
        "Ada": {"cash": 1, "deeds": "short-line:m", "cards": ["community-chest"]},
        "Ben": {"cash": 900, "deeds": "boardwalk"},
        "Cleo": {"cash": 1299},
        "Dora": {"out": True},
    }
    t = table(book, players="Ada Ben Cleo Dora", seats=seats, **SHORT, **RUIN).throw("Ada", 3, 4)
    t.play("chance card small-fine", "Ada bankrupt").ask("over").winners("Ben").cash(Ada=0)
    t.owner(short_line="bank").cites("short-game.final-transfer", "short-game.winner")
    t.bottom("community-chest", "jail-free").cites("short-game.end")
    assert scores(t) == {"Ben": 1300, "Cleo": 1299}


@clause("short-game.final-transfer", "short-game.end", books=ONLY)
def test_buildings_also_leave_play_when_the_bank_is_the_creditor(book: str) -> None:
    seats = {"Ada": {"deeds": orange(1, 1, 1)}, "Cleo": {"out": True}}
    t = (
        table(book, seats=seats, **SHORT)
        .stock(29, 12)
        .play("Ada resign")
        .ask("over")
        .winners("Ben")
    )
    t.buildings(st_james_place=0).stock(32, 12).cash(Ada=0).owner(st_james_place="bank")
    t.cites("short-game.final-transfer", "short-game.end")


@clause("short-game.final-transfer", "short-game.end", books=ONLY)
def test_the_creditor_pays_no_interest_at_the_end(book: str) -> None:
    t = second(book).play("Ada bankrupt").ask("over").cash(Ben=107)
    t.is_silent_on("mortgage.transfer-interest", "bankruptcy.mortgaged-interest")
    t.cites("short-game.final-transfer", "short-game.end")


@clause("short-game.score", books=ONLY)
@pytest.mark.parametrize(
    ("place", "score"),
    [
        ({"cash": 1234}, 1234),
        ({"cash": 0, "deeds": "short-line water-works boardwalk"}, 750),
        ({"cash": 0, "deeds": "short-line:m water-works:m boardwalk:m park-place:m"}, 550),
        ({"cash": 0, "deeds": "mediterranean-avenue:2 baltic-avenue:1"}, 270),
        ({"cash": 0, "deeds": "mediterranean-avenue:hotel baltic-avenue:3"}, 470),
        ({"cash": 10, "cards": ["chance", "community-chest"]}, 10),
    ],
)
def test_the_final_score_counts_the_cash_property_and_buildings_of_a_player(
    book: str, place: dict[str, object], score: int
) -> None:
    seats = {"Ada": {"cash": 20}, "Cleo": {"out": True}, "Ben": place}
    t = (
        table(book, players="Ada Ben Cleo Dora", seats=seats, **SHORT)
        .play("Ada resign")
        .ask("over")
    )
    assert scores(t) == {"Ben": score, "Dora": 1500}
    t.cites("short-game.score").winners("Dora")


@clause("short-game.winner", books=ONLY)
def test_players_with_equal_scores_share_the_win(book: str) -> None:
    seats = {"Ada": {"out": True}, "Ben": {"cash": 900, "deeds": "boardwalk short-line"}}
    t = table(book, turn="Ben", players="Ada Ben Cleo Dora Emil", seats=seats, **SHORT)
    t.play("Emil resign").winners("Ben", "Cleo", "Dora").cites("short-game.winner")


@clause("short-game.end", "short-game.winner", books=ONLY)
def test_resigning_counts_as_a_bankruptcy(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora", seats={"Dora": {"cash": 1600}}, **SHORT)
    t.play("Ada resign").ask("Ben roll").play("Cleo resign").ask("over").winners("Dora")
    t.cites("short-game.end", "short-game.winner")


@clause("short-game.first-bankruptcy", "ending.last-player", books=ONLY)
def test_with_two_players_the_first_bankruptcy_ends_the_game(book: str) -> None:
    seats = {"Ada": {"cash": 1}, "Ben": {"cash": 0, "deeds": "short-line"}}
    t = table(book, players="Ada Ben", seats=seats, **SHORT, **RUIN).throw("Ada", 3, 4)
    t.play("chance card small-fine", "Ada bankrupt").winners("Ben")
    t.cites("short-game.first-bankruptcy", "ending.last-player")


@clause("short-game.end", "short-game.final-transfer", "ending.last-player", books=ONLY)
def test_the_second_bankruptcy_in_a_short_game_of_three_leaves_one_winner(book: str) -> None:
    seats = {
        "Ada": {"at": "@36", "cash": 7, "deeds": orange(1, 1, 1)},
        "Ben": {"deeds": "park-place:hotel boardwalk:hotel"},
        "Cleo": {"out": True},
    }
    t = table(book, seats=seats, **SHORT).throw("Ada", 1, 2).play("Ada bankrupt").winners("Ben")
    t.buildings(st_james_place=1).owner(st_james_place="Ben").cash(Ben=1507)
    t.cites("short-game.end", "short-game.final-transfer", "ending.last-player")


@clause("short-game.end", books=ONLY)
def test_a_position_after_the_second_bankruptcy_is_refused(book: str) -> None:
    record = record_of(
        book,
        players="Ada Ben Cleo Dora",
        seats={"Cleo": {"out": True}, "Dora": {"out": True}},
        **SHORT,
    )
    table_will_not_load(record, "short-game.end")


@clause("short-game.end", "short-game.first-bankruptcy", "cards.return-timing", books=ONLY)
def test_the_second_of_two_bankruptcies_from_one_card_ends_the_short_game(book: str) -> None:
    seats = {"Ada": {"at": "b-and-o-railroad"}, "Ben": {"cash": 3}, "Cleo": {"cash": 2}}
    t = table(
        book,
        players="Ada Ben Cleo Dora",
        seats=seats,
        deck={"community-chest": ["collect-from-each"]},
        **SHORT,
    )
    t.throw("Ada", 3, 5).play("chance card collect-from-each", "Ben bankrupt").ask("Cleo debt")
    t.cites("short-game.first-bankruptcy").play("Cleo bankrupt").ask("over").winners("Ada")
    t.cites("short-game.end", "cards.return-timing").cash(Ada=1505, Dora=1500)
    t.deck_size("community-chest", 16).bottom("community-chest", "collect-from-each")
