"""The boards: every printed figure of the 28 properties, and the data that the three editions share."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data_files import EDITIONS, edition, texts

# id, price, mortgage, bare, 1, 2, 3, 4 houses, hotel; in board order, a group to a block
STREETS = {
    "brown": (
        50,
        ("mediterranean-avenue", 60, 30, 2, 10, 30, 90, 160, 250),
        ("baltic-avenue", 60, 30, 4, 20, 60, 180, 320, 450),
    ),
    "light-blue": (
        50,
        ("oriental-avenue", 100, 50, 6, 30, 90, 270, 400, 550),
        ("vermont-avenue", 100, 50, 6, 30, 90, 270, 400, 550),
        ("connecticut-avenue", 120, 60, 8, 40, 100, 300, 450, 600),
    ),
    "pink": (
        100,
        ("st-charles-place", 140, 70, 10, 50, 150, 450, 625, 750),
        ("states-avenue", 140, 70, 10, 50, 150, 450, 625, 750),
        ("virginia-avenue", 160, 80, 12, 60, 180, 500, 700, 900),
    ),
    "orange": (
        100,
        ("st-james-place", 180, 90, 14, 70, 200, 550, 750, 950),
        ("tennessee-avenue", 180, 90, 14, 70, 200, 550, 750, 950),
        ("new-york-avenue", 200, 100, 16, 80, 220, 600, 800, 1000),
    ),
    "red": (
        150,
        ("kentucky-avenue", 220, 110, 18, 90, 250, 700, 875, 1050),
        ("indiana-avenue", 220, 110, 18, 90, 250, 700, 875, 1050),
        ("illinois-avenue", 240, 120, 20, 100, 300, 750, 925, 1100),
    ),
    "yellow": (
        150,
        ("atlantic-avenue", 260, 130, 22, 110, 330, 800, 975, 1150),
        ("ventnor-avenue", 260, 130, 22, 110, 330, 800, 975, 1150),
        ("marvin-gardens", 280, 140, 24, 120, 360, 850, 1025, 1200),
    ),
    "green": (
        200,
        ("pacific-avenue", 300, 150, 26, 130, 390, 900, 1100, 1275),
        ("north-carolina-avenue", 300, 150, 26, 130, 390, 900, 1100, 1275),
        ("pennsylvania-avenue", 320, 160, 28, 150, 450, 1000, 1200, 1400),
    ),
    "dark-blue": (
        200,
        ("park-place", 350, 175, 35, 175, 500, 1100, 1300, 1500),
        ("boardwalk", 400, 200, 50, 200, 600, 1400, 1700, 2000),
    ),
}
# Spaces that are not streets: index -> id, kind
OTHERS = {
    0: ("go", "go"),
    2: ("community-chest-1", "community-chest"),
    4: ("income-tax", "income-tax"),
    5: ("reading-railroad", "railroad"),
    7: ("chance-1", "chance"),
    10: ("jail", "jail"),
    12: ("electric-company", "utility"),
    15: ("pennsylvania-railroad", "railroad"),
    17: ("community-chest-2", "community-chest"),
    20: ("free-parking", "free-parking"),
    22: ("chance-2", "chance"),
    25: ("b-and-o-railroad", "railroad"),
    28: ("water-works", "utility"),
    30: ("go-to-jail", "go-to-jail"),
    33: ("community-chest-3", "community-chest"),
    35: ("short-line", "railroad"),
    36: ("chance-3", "chance"),
    38: ("luxury-tax", "luxury-tax"),
}
STREET_PLACES = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34, 37, 39)

NAMES = {
    "atlantic-city": (
        "GO|Mediterranean Avenue|Community Chest|Baltic Avenue|Income Tax|Reading Railroad"
        "|Oriental Avenue|Chance|Vermont Avenue|Connecticut Avenue|In Jail / Just Visiting"
        "|St. Charles Place|Electric Company|States Avenue|Virginia Avenue|Pennsylvania Railroad"
        "|St. James Place|Community Chest|Tennessee Avenue|New York Avenue|Free Parking"
        "|Kentucky Avenue|Chance|Indiana Avenue|Illinois Avenue|B. & O. Railroad"
        "|Atlantic Avenue|Ventnor Avenue|Water Works|Marvin Gardens|Go To Jail"
        "|Pacific Avenue|North Carolina Avenue|Community Chest|Pennsylvania Avenue|Short Line"
        "|Chance|Park Place|Luxury Tax|Boardwalk"
    ),
    "london": (
        "GO|Old Kent Road|Community Chest|Whitechapel Road|Income Tax|King's Cross Station"
        "|The Angel, Islington|Chance|Euston Road|Pentonville Road|In Jail / Just Visiting"
        "|Pall Mall|Electric Company|Whitehall|Northumberland Avenue|Marylebone Station"
        "|Bow Street|Community Chest|Marlborough Street|Vine Street|Free Parking"
        "|The Strand|Chance|Fleet Street|Trafalgar Square|Fenchurch St. Station"
        "|Leicester Square|Coventry Street|Water Works|Piccadilly|Go To Jail"
        "|Regent Street|Oxford Street|Community Chest|Bond Street|Liverpool Street Station"
        "|Chance|Park Lane|Super Tax|Mayfair"
    ),
    "australia": (
        "GO|Todd Street|Community Chest|Smith Street|Income Tax|Northern Railway Station"
        "|Salamanca Place|Chance|Davey Street|Macquarie Street|In Gaol / Just Visiting"
        "|William Street|Electric Company|Barrack Street|Hay Street|Western Railway Station"
        "|North Terrace|Community Chest|Victoria Square|Rundle Mall|Free Parking"
        "|Stanley Street|Chance|Petrie Terrace|Wickham Terrace|Eastern Railway Station"
        "|Collins Street|Elizabeth Street|Water Works|Bourke Street|Go To Gaol"
        "|Castlereagh Street|George Street|Community Chest|Pitt Street|Southern Railway Station"
        "|Chance|Flinders Way|Super Tax|Kings Avenue"
    ),
}


@pytest.fixture(params=EDITIONS)
def board(request: pytest.FixtureRequest) -> dict[str, Any]:
    return edition(request.param)


def test_every_street_has_its_printed_figures(board: dict[str, Any]) -> None:
    expected = [(group, row) for group, (_, *rows) in STREETS.items() for row in rows]
    assert len(expected) == 22
    for place, (group, row) in zip(STREET_PLACES, expected, strict=True):
        id, price, mortgage, *rents = row
        space = board["space"][place]
        assert (space["id"], space["kind"], space["group"]) == (id, "street", group)
        assert (space["price"], space["mortgage"]) == (price, mortgage), id
        assert space["rents"] == rents, id


def test_the_house_price_depends_on_the_group(board: dict[str, Any]) -> None:
    costs = [(row["id"], row["house_cost"]) for row in board["group"]]
    assert costs == [(group, cost) for group, (cost, *_) in STREETS.items()]


def test_the_eight_groups_have_2_3_3_3_3_3_3_2_streets(board: dict[str, Any]) -> None:
    sizes = [
        sum(space.get("group") == group["id"] for space in board["space"])
        for group in board["group"]
    ]
    assert sizes == [2, 3, 3, 3, 3, 3, 3, 2]


def test_railroads_and_utilities_have_their_printed_figures(board: dict[str, Any]) -> None:
    for place in (5, 15, 25, 35):
        space = board["space"][place]
        assert (space["price"], space["mortgage"]) == (200, 100)
        assert space["rents"] == [25, 50, 100, 200]
    for place in (12, 28):
        space = board["space"][place]
        assert (space["price"], space["mortgage"]) == (150, 75)
        assert space["rents"] == [4, 10]


def test_each_of_the_forty_spaces_has_the_right_kind_and_place(board: dict[str, Any]) -> None:
    assert len(board["space"]) == 40
    for place, (id, kind) in OTHERS.items():
        space = board["space"][place]
        assert (space["id"], space["kind"]) == (id, kind)
    streets = [n for n, space in enumerate(board["space"]) if space["kind"] == "street"]
    assert tuple(streets) == STREET_PLACES


def test_every_mortgage_value_is_half_the_price(board: dict[str, Any]) -> None:
    deeds = [space for space in board["space"] if "price" in space]
    assert len(deeds) == 28
    for space in deeds:
        assert space["mortgage"] * 2 == space["price"], space["id"]


def test_only_property_spaces_have_figures(board: dict[str, Any]) -> None:
    for space in board["space"]:
        keys = {"id", "name", "short", "kind"}
        if space["kind"] in ("street", "railroad", "utility"):
            keys |= {"price", "mortgage", "rents"}
        if space["kind"] == "street":
            keys.add("group")
        assert set(space) == keys, space["id"]


@pytest.mark.parametrize("name", EDITIONS)
def test_each_edition_has_the_right_names_on_the_board(name: str) -> None:
    names = NAMES[name].split("|")
    assert [space["name"] for space in edition(name)["space"]] == names


def test_all_editions_share_the_same_space_and_group_ids() -> None:
    ids = [[space["id"] for space in edition(name)["space"]] for name in EDITIONS]
    assert ids[0] == ids[1] == ids[2]
    assert len(set(ids[0])) == 40
    groups = [[(row["id"], row["mark"]) for row in edition(name)["group"]] for name in EDITIONS]
    assert groups[0] == groups[1] == groups[2]
    assert [mark for _, mark in groups[0]] == list("ABCDEFGH")


def test_all_editions_have_the_same_vocabulary_keys() -> None:
    keys = [list(edition(name)["words"]) for name in EDITIONS]
    assert keys[0] == keys[1] == keys[2]
    assert len(keys[0]) == 36


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("jail", ("jail", "jail", "gaol")),
        ("jail_card", ("jail-release card", "jail-release card", "gaol-release card")),
        ("go_to_jail", ("Go To Jail", "Go To Jail", "Go To Gaol")),
        ("railroads", ("railroads", "stations", "railway stations")),
        ("street", ("street", "street", "lot")),
        ("color_group", ("color group", "colour group", "colour group")),
        ("luxury_tax", ("Luxury Tax", "Super Tax", "Super Tax")),
        ("deck", ("deck", "pack", "pack")),
        ("currencies", ("dollars", "pounds", "dollars")),
    ],
)
def test_each_edition_has_its_own_words(key: str, words: tuple[str, ...]) -> None:
    assert tuple(edition(name)["words"][key] for name in EDITIONS) == words


def test_plural_words_differ_from_singular_words(board: dict[str, Any]) -> None:
    pairs = [
        "jail_card",
        "deck",
        "street",
        "railroad",
        "color",
        "color_group",
        "deed",
        "house",
        "hotel",
        "token",
    ]
    for key in pairs:
        assert board["words"][key + "s"] != board["words"][key]


@pytest.mark.parametrize(
    ("name", "sign"), [("atlantic-city", "$"), ("london", "£"), ("australia", "$")]
)
def test_the_money_sign_comes_before_the_number(name: str, sign: str) -> None:
    assert edition(name)["currency"] == {"sign": sign, "after": False, "group": ","}


def test_names_fit_their_length_limits(board: dict[str, Any]) -> None:
    for space in board["space"]:
        assert 1 <= len(space["short"]) <= 12
        assert 1 <= len(space["name"]) <= 40
    for text in board["words"].values():
        assert 1 <= len(text) <= 40
    for group in board["group"]:
        assert re.fullmatch(r"#[0-9a-f]{6}", group["color"])


def test_names_in_the_vocabulary_match_those_on_the_board(board: dict[str, Any]) -> None:
    words, spaces = board["words"], board["space"]
    assert words["go"] == spaces[0]["name"]
    assert words["income_tax"] == spaces[4]["name"]
    assert words["free_parking"] == spaces[20]["name"]
    assert words["go_to_jail"] == spaces[30]["name"]
    assert words["luxury_tax"] == spaces[38]["name"]
    assert words["chance"] == spaces[7]["name"]
    assert words["community_chest"] == spaces[2]["name"]


def test_an_edition_has_a_schema_and_an_id(board: dict[str, Any]) -> None:
    assert board["schema"] == "title-deed-edition/1"
    assert board["id"] in EDITIONS
    assert set(board) == {"schema", "id", "name", "currency", "words", "group", "space"}
    assert all(text == text.strip() and text.isprintable() for text in texts(board))
