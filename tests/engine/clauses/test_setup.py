"""Setting up: the board, the deeds, the decks, the opening cash and the starting player."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from data_files import edition as edition_file
from scene import BOOKS, clause, record_of, shown, table, table_will_not_load, will_not_load
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.rulebook_loader_and_rules_compiler import make_rules
from titledeed.engine.state import (
    State,
)

STREETS = {
    "mediterranean-avenue": (1, 60),
    "baltic-avenue": (3, 60),
    "oriental-avenue": (6, 100),
    "vermont-avenue": (8, 100),
    "connecticut-avenue": (9, 120),
    "st-charles-place": (11, 140),
    "states-avenue": (13, 140),
    "virginia-avenue": (14, 160),
    "st-james-place": (16, 180),
    "tennessee-avenue": (18, 180),
    "new-york-avenue": (19, 200),
    "kentucky-avenue": (21, 220),
    "indiana-avenue": (23, 220),
    "illinois-avenue": (24, 240),
    "atlantic-avenue": (26, 260),
    "ventnor-avenue": (27, 260),
    "marvin-gardens": (29, 280),
    "pacific-avenue": (31, 300),
    "north-carolina-avenue": (32, 300),
    "pennsylvania-avenue": (34, 320),
    "park-place": (37, 350),
    "boardwalk": (39, 400),
}
RAILROADS = {
    "reading-railroad": (5, 200),
    "pennsylvania-railroad": (15, 200),
    "b-and-o-railroad": (25, 200),
    "short-line": (35, 200),
}
UTILITIES = {"electric-company": (12, 150), "water-works": (28, 150)}
DEEDS = {**STREETS, **RAILROADS, **UTILITIES}


def own_board() -> dict[str, Any]:
    """Return a board like one from an untrusted file."""
    board = copy.deepcopy(edition_file("atlantic-city"))
    board["id"] = "our-town"
    return board


# ---------------------------------------------------------------- who begins, and with what


@clause(
    "setup.starting-player",
    "setup.tokens-on-go",
    "setup.starting-cash",
    "setup.leftovers-to-bank",
)
def test_the_player_with_the_highest_throw_starts_and_everyone_has_1500_on_go(book: str) -> None:
    t = table(book, turn=None).ask("Ada order")
    t.throw("Ada", 2, 3).ask("Ben order")
    t.throw("Ben", 6, 5).ask("Cleo order")
    t.throw("Cleo", 5, 5).ask("Ben roll")
    t.at(Ada="go", Ben="go", Cleo="go").cash(Ada=1500, Ben=1500, Cleo=1500)
    houses, hotels = (88, 22) if book == "australian" else (32, 12)
    t.stock(houses, hotels).owns("Ada").owns("Ben").owns("Cleo")


@pytest.mark.parametrize("book", BOOKS)
def test_a_state_laid_out_without_a_position_equals_the_start_of_a_new_game(book: str) -> None:
    """The arena and the laboratory create their tables this way."""
    state = lay_out_state(make_rules(book), 3, asked=False, by_hand=False)
    laid = table(book, turn=None).game.state  # its decks are already shuffled
    assert state.agenda[0] == laid.agenda[0]
    for name in set(State.__slots__) - {"agenda", "decks", "draws"}:
        assert getattr(state, name) == getattr(laid, name), name


@clause("setup.starting-player")
def test_a_retired_player_makes_no_starting_throw(book: str) -> None:
    t = table(book, turn=None, seats={"Ada": {"out": True}}).ask("Ben order")
    t.throw("Ben", 1, 2).throw("Cleo", 1, 1).ask("Ben roll").cites("setup.starting-player")


@clause("setup.starting-player")
def test_only_the_tied_players_throw_again(book: str) -> None:
    t = table(book, turn=None)
    t.throw("Ada", 4, 4).throw("Ben", 1, 2).throw("Cleo", 5, 3)
    t.ask("Ada order").refuses("Ben roll", "setup.starting-player")
    t.throw("Ada", 1, 1).ask("Cleo order").throw("Cleo", 2, 1).ask("Cleo roll")


@clause("setup.starting-player")
def test_players_tied_a_second_time_throw_again(book: str) -> None:
    t = table(book, turn=None)
    t.throw("Ada", 6, 6).throw("Ben", 6, 6).throw("Cleo", 6, 6)
    t.throw("Ada", 3, 4).throw("Ben", 1, 1).throw("Cleo", 5, 2)
    t.ask("Ada order").throw("Ada", 1, 2).throw("Cleo", 1, 1).ask("Ada roll")


@clause("setup.starting-player")
def test_doubles_in_the_starting_throws_do_not_move_a_token(book: str) -> None:
    t = table(book, turn=None)
    t.throw("Ada", 6, 6).throw("Ben", 1, 2).throw("Cleo", 1, 3)
    t.ask("Ada roll").at(Ada="go").cash(Ada=1500)
    # The doubles of the starting throw do not count in this turn: these are the first.
    t.throw("Ada", 5, 5).throw("Ada", 5, 5).ask("Ada roll").jail(Ada="free")


@clause("setup.starting-player", "turn.order")
def test_the_seats_keep_their_order_after_the_starting_throws(book: str) -> None:
    t = table(book, turn=None)
    t.throw("Ada", 1, 2).throw("Ben", 2, 2).throw("Cleo", 6, 5).ask("Cleo roll")
    t.throw("Cleo", 4, 6).play("Cleo end").ask("Ada roll")
    t.throw("Ada", 4, 6).play("Ada end").ask("Ben roll").round(1)
    t.throw("Ben", 4, 6).play("Ben end").ask("Cleo roll").round(2)


@clause("setup.starting-player")
def test_only_starting_throws_are_legal_before_the_first_turn(book: str) -> None:
    t = table(book, turn=None)
    t.refuses("Ada end").refuses("Ada fine").refuses("Ben roll", "setup.starting-player")
    t.refuses("Ada offer Ben give 10 get nothing", "trading.any-time")
    t.refuses("Ada resign")


@clause("setup.player-count")
def test_a_game_has_two_to_eight_players(book: str) -> None:
    will_not_load(book, "setup.player-count", players="Ada", turn=None)
    nine = "Ada Ben Cleo Dora Emil Fritz Gwen Hugo Ida"
    will_not_load(book, "setup.player-count", players=nine, turn=None)
    table(book, players="Ada Ben", turn=None).ask("Ada order")
    t = table(book, players=nine.removesuffix(" Ida"), turn="Hugo")
    t.throw("Hugo", 4, 6).play("Hugo end").ask("Ada roll")


@clause("setup.tokens")
def test_no_two_players_share_a_name_or_a_token(book: str) -> None:
    record = record_of(book)
    record["seats"] = [{"name": "Ada", "token": "kite"}, {"name": "Ben", "token": "kite"}]
    record["position"] = {}
    table_will_not_load(record, "setup.tokens")
    record["seats"] = [{"name": "Ada", "token": "kite"}, {"name": "ADA", "token": "boat"}]
    table_will_not_load(record, "setup.tokens")


@shown("setup.denominations", by="data")
def test_every_split_into_notes_adds_up_to_1500(book: str) -> None:
    notes = {
        "classic": "2x500 2x100 2x50 6x20 5x10 5x5 5x1",
        "australian": "unspecified",
        "modern": "2x500 4x100 1x50 1x20 2x10 1x5 5x1",
        "wikibooks": "unspecified",
        "parker1973": "2x500 2x100 2x50 6x20 5x10 5x5 5x1",
    }[book]
    t = table(book)
    assert t.game.rules.values["setup.denominations"] == notes
    t.cash(Ada=1500)
    if notes != "unspecified":
        piles = [pile.split("x") for pile in notes.split()]
        assert sum(int(count) * int(value) for count, value in piles) == 1500


@clause("setup.objective", "ending.last-player")
def test_the_last_player_left_wins_and_not_the_richest(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"cash": 1}, "Ben": {"cash": 9000}})
    t.throw("Ada", 4, 6).play("Ada end", "Ben resign")
    t.ask("over").winners("Ada").cash(Ada=1)


# ---------------------------------------------------------------- the board


@clause("setup.dice")
def test_every_move_uses_two_six_sided_dice(book: str) -> None:
    t = table(book).play("Ada roll").ask("chance dice")
    t.malformed("chance dice 7 1").malformed("chance dice 0 3").malformed("chance dice 4")
    t.malformed("chance dice 1 2 3").malformed("chance dice -1 2").malformed("chance dice 1.5 2")
    t.refuses("Ada roll").play("chance dice 6 4").at(Ada="jail")
    t.refuses("chance dice 1 2", "setup.dice")


@clause("setup.board-track", "go.salary")
def test_the_board_is_a_ring_of_forty_spaces(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}})
    t.throw("Ada", 2, 3).at(Ada="income-tax")
    for index in range(40):
        table(book, seats={"Ada": {"at": f"@{index}"}} if index != 30 else {})
    will_not_load(book, seats={"Ada": {"at": "@40"}})


@clause("setup.corners", "turn.space-decides")
@pytest.mark.parametrize(
    ("start", "corner", "cash", "jail"),
    [
        ("short-line", "go", 1700, "free"),
        ("reading-railroad", "jail", 1500, "free"),
        ("pennsylvania-railroad", "free-parking", 1500, "free"),
        ("b-and-o-railroad", "jail", 1500, 0),
    ],
)
def test_each_of_the_four_corners_has_its_own_effect(
    book: str, start: str, corner: str, cash: int, jail: object
) -> None:
    t = table(book, seats={"Ada": {"at": start}}).throw("Ada", 2, 3)
    t.at(Ada=corner).cash(Ada=cash).jail(Ada=jail).ask("Ada end")


@clause("setup.transport-spaces", "houses.streets-only")
def test_railroads_lie_in_the_middle_of_each_side_and_cannot_have_buildings(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": " ".join(RAILROADS)}})
    for id, (index, _) in RAILROADS.items():
        assert t.game.notation.space(id) == index
        t.refuses(f"Ada build {id}", "setup.transport-spaces", "houses.streets-only")
    will_not_load(book, seats={"Ada": {"deeds": "short-line:1"}})


@clause("setup.utility-spaces", "houses.streets-only")
def test_the_utilities_are_at_12_and_28_and_cannot_have_buildings(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": " ".join(UTILITIES)}})
    for id, (index, _) in UTILITIES.items():
        assert t.game.notation.space(id) == index
        t.refuses(f"Ada build {id}", "setup.utility-spaces", "houses.streets-only")


@clause("setup.card-spaces", "cards.draw")
@pytest.mark.parametrize("index", [2, 7, 17, 22, 33, 36])
def test_each_deck_has_three_spaces_on_the_board(book: str, index: int) -> None:
    deck = "chance" if index in (7, 22, 36) else "community-chest"
    other = "community-chest" if deck == "chance" else "chance"
    pays = {"chance": "building-loan", "community-chest": "inheritance"}
    t = table(
        book,
        seats={"Ada": {"at": f"@{(index - 5) % 40}"}},
        deck={deck: [pays[deck]], other: [pays[other]]},
    )
    passed = 200 if index == 2 else 0
    t.throw("Ada", 1, 4).ask("chance card").play(f"chance card {pays[deck]}")
    t.cash(Ada=1500 + passed + {"chance": 150, "community-chest": 100}[deck]).ask("Ada end")
    t.top(other, pays[other])


@clause("setup.tax-spaces", "tax.on-landing")
def test_the_taxes_are_four_spaces_after_go_and_two_before_it(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "go"}, "Ben": {"at": "short-line"}})
    t.throw("Ada", 1, 3).at(Ada="income-tax")
    if book in ("classic", "wikibooks", "parker1973"):
        t.ask("Ada tax").play("Ada flat")
    t.cites("setup.tax-spaces").play("Ada end")
    t.throw("Ben", 1, 2).at(Ben="luxury-tax").cites("setup.tax-spaces")


@clause("setup.street-groups", "houses.full-group")
def test_a_group_has_two_or_three_streets(book: str) -> None:
    groups = [
        ("mediterranean-avenue", "baltic-avenue"),
        ("oriental-avenue", "vermont-avenue", "connecticut-avenue"),
        ("st-charles-place", "states-avenue", "virginia-avenue"),
        ("st-james-place", "tennessee-avenue", "new-york-avenue"),
        ("kentucky-avenue", "indiana-avenue", "illinois-avenue"),
        ("atlantic-avenue", "ventnor-avenue", "marvin-gardens"),
        ("pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"),
        ("park-place", "boardwalk"),
    ]
    assert sum(len(group) for group in groups) == 22
    for group in groups:
        whole = table(book, seats={"Ada": {"deeds": " ".join(group)}})
        whole.may(*(f"Ada build {id}" for id in group))
        part = table(book, seats={"Ada": {"deeds": " ".join(group[1:])}})
        for id in group:
            part.refuses(f"Ada build {id}", "houses.full-group")
    board = own_board()
    board["space"][6]["group"] = "brown"  # four streets of one color, two of another
    board["space"][8]["group"] = "brown"
    will_not_load(book, "setup.street-groups", edition=board)


@clause("setup.street-order")
def test_street_prices_never_fall_along_the_board(book: str) -> None:
    board = own_board()
    board["space"][9]["price"], board["space"][9]["mortgage"] = 90, 45
    will_not_load(book, "setup.street-order", edition=board)
    prices = [price for _, price in STREETS.values()]
    assert prices == sorted(prices)


@clause("setup.edition-theme")
def test_an_edition_changes_names_but_no_rules(book: str) -> None:
    board = own_board()
    board["space"][39]["name"] = "Harbour Row"
    board["words"]["jail"] = "tower"
    for edition in ("atlantic-city", "london", "australia", board):
        t = table(
            book,
            edition=edition,
            seats={"Ada": {"at": "park-place"}, "Ben": {"deeds": "boardwalk"}},
        )
        t.throw("Ada", 1, 1).cash(Ada=1450, Ben=1550).ask("Ada roll")
    board = own_board()
    board["space"][20], board["space"][21] = board["space"][21], board["space"][20]
    will_not_load(book, "setup.edition-theme", "setup.corners", edition=board)


@shown("setup.currency", by="data")
def test_a_different_currency_changes_only_the_money_sign(book: str) -> None:
    board = own_board()
    board["currency"] = {"sign": " Kč", "after": True, "group": " "}
    pounds = table(book, edition="london", seats={"Ben": {"deeds": "oriental-avenue"}})
    crowns = table(book, edition=board, seats={"Ben": {"deeds": "oriental-avenue"}})
    for t in (pounds, crowns):
        t.throw("Ada", 2, 4).cash(Ada=1494, Ben=1506)
    assert (pounds.game.rules.edition.sign, crowns.game.rules.edition.sign) == ("£", " Kč")


# ---------------------------------------------------------------- deeds


@clause("setup.deeds", "bank.custody", "purchase.title")
def test_every_property_has_one_deed_and_the_bank_holds_them_all_at_the_start(book: str) -> None:
    t = table(book)
    assert len(DEEDS) == 28
    for id in DEEDS:
        t.owner(**{id.replace("-", "_"): "bank"})
    t.throw("Ada", 1, 2).play("Ada buy").owns("Ada", "baltic-avenue")
    t.cites("setup.deeds", "bank.custody")


@clause("setup.deeds", "trading.no-shared-ownership")
def test_a_deed_with_two_owners_is_refused(book: str) -> None:
    seats = {"Ada": {"deeds": "boardwalk"}, "Ben": {"deeds": "boardwalk"}}
    will_not_load(book, "setup.deeds", "trading.no-shared-ownership", seats=seats)
    twice = {"Ada": {"deeds": "boardwalk boardwalk:m"}}
    will_not_load(book, "setup.deeds", seats=twice)
    will_not_load(book, "setup.deeds", seats={"Ada": {"deeds": "income-tax"}})


@clause("setup.deed-data", "purchase.option")
@pytest.mark.parametrize(("id", "printed"), DEEDS.items())
def test_a_deed_costs_its_printed_price(book: str, id: str, printed: tuple[int, int]) -> None:
    index, price = printed
    t = table(book, seats={"Ada": {"at": f"@{(index - 3) % 40}", "cash": price}})
    passed = 200 if index < 3 else 0
    t.throw("Ada", 1, 2).play("Ada buy").cash(Ada=passed).owns("Ada", id)
    t.cites("setup.deed-data", "purchase.option")


# ---------------------------------------------------------------- decks

CHANCE_1936 = (
    "advance-to-go advance-to-24 advance-to-11 nearest-utility nearest-railroad nearest-railroad-2 "
    "dividend jail-free back-three go-to-jail general-repairs small-fine advance-to-5 "
    "advance-to-39 chairman building-loan"
)


@clause("setup.shuffle", "setup.card-decks", "setup.decks-placed")
def test_both_decks_are_shuffled_before_play_starts(book: str) -> None:
    t = table(book, shuffled=False, decks="us-1936").ask("chance shuffle")
    turned = " ".join(reversed(CHANCE_1936.split()))
    t.play(f"chance shuffle chance {turned}").cites("setup.shuffle")
    t.top("chance", "building-loan", "chairman").ask("chance shuffle")
    t.deck_size("chance", 16).deck_size("community-chest", 16)
    t.refuses(f"chance shuffle chance {CHANCE_1936}", "setup.shuffle")


@clause("setup.card-decks", "setup.shuffle")
def test_a_shuffle_must_contain_each_card_exactly_once(book: str) -> None:
    t = table(book, shuffled=False, decks="us-1936")
    fifteen = CHANCE_1936.removesuffix(" building-loan")
    t.refuses(f"chance shuffle chance {fifteen}", "setup.card-decks", "setup.shuffle")
    t.refuses(f"chance shuffle chance {fifteen} chairman", "setup.card-decks")
    t.malformed(f"chance shuffle chance {fifteen} inheritance")


@clause("setup.shuffle")
def test_cards_known_to_be_on_top_of_a_deck_stay_there(book: str) -> None:
    known = ["chairman", "back-three"]
    t = table(book, shuffled=False, decks="us-1936", deck={"chance": known})
    rest = [id for id in CHANCE_1936.split() if id not in known]
    t.play(f"chance shuffle chance {' '.join(rest)}").top("chance", *known, "advance-to-go")
    # A record may also list the whole deck, but not in another order.
    t = table(book, shuffled=False, decks="us-1936", deck={"chance": known})
    t.refuses(f"chance shuffle chance {CHANCE_1936}", "setup.shuffle")
    t.play(f"chance shuffle chance {' '.join(known + rest)}").top("chance", *known, "advance-to-go")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("unknown", "shuffled"), [(0, False), (1, False), (2, True)])
def test_a_deck_is_shuffled_if_at_least_two_of_its_cards_are_unknown(
    book: str, unknown: int, shuffled: bool
) -> None:
    game = table(book, shuffled=False).game
    chance, chest = (
        [game.notation.card_id(deck, card) for card in game.state.decks[deck]] for deck in (0, 1)
    )
    known = {"chance": chance[: len(chance) - unknown], "community-chest": chest}
    t = table(book, shuffled=False, deck=known)
    t.ask("chance shuffle" if shuffled else "Ada roll").top("chance", *chance)


@clause("cards.draw", "setup.decks-placed")
def test_a_deck_is_shuffled_once_and_used_cards_go_to_the_bottom(book: str) -> None:
    known = ["dividend", "building-loan", "jail-free", "small-fine"]
    t = table(book, seats={"Ada": {"at": "go"}}, deck={"chance": known})
    t.throw("Ada", 3, 4).refuses("chance card building-loan", "cards.draw", "setup.decks-placed")
    t.play("chance card dividend", "Ada end").bottom("chance", "dividend")
    t.top("chance", "building-loan", "jail-free", "small-fine")


@clause("setup.shuffle")
def test_the_same_seed_gives_the_same_shuffle_and_another_seed_does_not(book: str) -> None:
    def order(seed: int) -> list[list[int]]:
        t = table(book, seed=seed, shuffled=False)
        t.play("Ada roll")  # the program fills in the missing chance lines
        t.cites("setup.shuffle")
        return t.game.state.decks

    assert order(7) == order(7)
    assert order(7) != order(8)


@clause("cards.draw", "cards.goojf-keep")
def test_players_who_draw_by_hand_may_enter_any_card_left_in_the_deck(book: str) -> None:
    t = table(book, chance="by-hand", seats={"Ben": {"cards": ["chance"]}})
    t.throw("Ada", 3, 4).ask("chance card")
    t.may("chance card dividend", "chance card go-to-jail", "chance card advance-to-24")
    t.refuses("chance card jail-free", "cards.draw", "cards.goojf-keep")


@pytest.mark.parametrize("book", BOOKS)
def test_the_program_fills_in_nothing_if_players_throw_real_dice(book: str) -> None:
    t = table(book, chance="by-hand").play("Ada roll")
    t.refuses("Ada buy").ask("chance dice")


SHUFFLED = (
    "dividend advance-to-go advance-to-24 advance-to-39 small-fine advance-to-5 nearest-railroad-2 "
    "advance-to-11 general-repairs go-to-jail back-three nearest-utility building-loan jail-free "
    "nearest-railroad chairman"
)


@clause("setup.shuffle", "setup.dice")
def test_the_seed_decides_the_order_of_the_decks_and_the_dice(book: str) -> None:
    """The numbers belong to the record format: a record leaves out everything that they decide."""
    t = table(book, decks="us-1936", shuffled=False, seed=20261124, seats={"Ada": {"at": "@37"}})
    t.play("Ada roll").top("chance", *SHUFFLED.split())
    t.top("community-chest", "consultancy", "bank-error", "inheritance", "hospital", "jail-free")
    t.play("Ada end").at(Ada="go").cites("setup.dice")
    t.play("Ben roll", "Ben buy").at(Ben="oriental-avenue")
    t.play("Ben end", "Cleo roll", "Cleo buy").at(Cleo="connecticut-avenue")


@clause("setup.starting-player")
@pytest.mark.parametrize(
    ("seed", "ada", "ben"),
    [(0, (1, 3), (2, 6)), (1, (2, 1), (4, 3)), (2**63 - 1, (6, 4), (2, 3))],
)
def test_each_seed_gives_its_own_throws(
    book: str, seed: int, ada: tuple[int, int], ben: tuple[int, int]
) -> None:
    t = table(book, turn=None, seed=seed).play("Ada roll", "Ben roll", "Cleo roll")
    throws = [(event.facts["a"], event.facts["b"]) for event in t.last if event.kind == "throw"]
    assert throws == [ada, ben]


@clause("setup.dice")
def test_a_seed_must_be_a_whole_number_below_2_to_the_power_of_63(book: str) -> None:
    will_not_load(book, seed=2**63)
    will_not_load(book, seed=-1)
    table(book, seed=2**63 - 1).throw("Ada", 4, 6).cites("setup.dice")
