"""An edition from a file: the example loads and plays, and every fault is reported with its place."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import invariants
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.errors import LoadError
from titledeed.engine.parsing import edition_text_to_table
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session

EXAMPLE = tomllib.loads(
    (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_text("utf-8")
)
Town = dict[str, Any]


def town() -> Town:
    return copy.deepcopy(EXAMPLE)


def test_bots_can_play_a_full_game_on_the_example_edition_with_every_book() -> None:
    for seed, book in enumerate(rules_compiler.BOOKS):
        seats = [Seat("Ada", "simple"), Seat("Ben", "simple")]
        house = {"limit-rounds": 20}
        session = Session.start(Record(book, seats, town(), seed=seed, house_rules=house))
        while session.waiting().who != "over":
            assert session.step() is not None
            invariants.check(session.state)


def test_a_record_contains_its_edition() -> None:
    seats = [Seat("Ada", "simple"), Seat("Ben", "simple")]
    session = Session.start(Record("modern", seats, town(), seed=4))
    for _ in range(60):
        session.step()
    again = Session.load(session.save("2026-11-20T20:00:00Z"))
    assert again.game.rules.edition.name == EXAMPLE["name"]
    assert [entry.line for entry in again.entries] == [entry.line for entry in session.entries]


def test_a_custom_board_keeps_its_own_deed_figures() -> None:
    """The question of rent.marvin-gardens exists only on the built-in boards."""
    rules = rules_compiler.make_rules("classic", town(), house_rules={"rent.marvin-gardens": 22})
    assert rules.rents[29][0] == EXAMPLE["space"][29]["rents"][0]


def test_an_edition_uses_atlantic_city_words_for_any_it_leaves_out() -> None:
    table = town()
    table["words"] = {"jail": "clink"}
    words = rules_compiler.make_rules("classic", table).edition.words
    assert words["jail"] == "clink"
    assert words["street"] == "street"


def test_an_edition_without_cards_uses_the_decks_named_in_the_record() -> None:
    table = town()
    del table["chance"]
    del table["community-chest"]
    assert rules_compiler.make_rules("classic", table, "uk-classic").decks_id == "uk-classic"
    assert rules_compiler.make_rules("modern", table).decks_id == "us-2008"


def at(*path: Any, value: Any = None, drop: bool = False) -> Callable[[Town], None]:
    """Return a function that changes the table at a place."""

    def change(table: Town) -> None:
        place: Any = table
        for key in path[:-1]:
            place = place[key]
        if drop:
            del place[path[-1]]
        else:
            place[path[-1]] = value

    return change


def swap(a: int, b: int) -> Callable[[Town], None]:
    def change(table: Town) -> None:
        spaces = table["space"]
        spaces[a], spaces[b] = spaces[b], spaces[a]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (at("schema", value="edition/9"), "“schema” must be"),
        (at("id", value="My Town"), "“id” may contain only lowercase"),
        (at("id", value="london"), "belongs to a built-in board"),
        (at("name", value=""), "“name” must be text of 1 to 40"),
        (at("name", value="x" * 41), "“name” must be text of 1 to 40"),
        (at("name", value="a\u202eb"), "control character"),
        (at("colour", value=1), "the key “colour” is unknown"),
        (at("currency", value="$"), r"\[currency\] must be a table"),
        (at("currency", "sign", value="dollars"), "“sign” must be text of 1 to 4"),
        (at("currency", "group", value="12"), "“group” must be empty or a single character"),
        (at("currency", "after", value="yes"), "“after” must be true or false"),
        (at("currency", "size", value=1), "the key “size” is unknown"),
        (at("words", "gaol", value="x"), "the key “gaol” is unknown"),
        (at("words", "jail", value=7), "“jail” must be text"),
        (at("deck_names", value={"luck": "x"}), "the key “luck” is unknown"),
        (at("space", 39, drop=True), "there must be 40"),
        (at("space", 3, "kind", value="shop"), "“kind” must be one of"),
        (at("space", 3, "id", value=EXAMPLE["space"][0]["id"]), "appears twice"),
        (at("space", 1, "price", value=0), "“price” must be a whole number from 1"),
        (at("space", 1, "price", value=1.5), "“price” must be a whole number"),
        (at("space", 1, "price", value=True), "“price” must be a whole number"),
        (at("space", 1, "mortgage", value=61), "must not be more than the price"),
        (at("space", 1, "rents", value=[1, 2, 3]), "list of 6 numbers"),
        (
            at("space", 1, "rents", value=[9, 2, 3, 4, 5, 6]),
            "no rent may be lower than the one before it",
        ),
        (at("space", 0, "price", value=5), "the key “price” is unknown"),
        (at("space", 1, "short", value="x" * 13), "“short” must be text of 1 to 12"),
        (at("space", 1, "group", value="none"), "a color group has two or three streets"),
        (at("group", 0, "color", value="red"), "“color” must look like"),
        (at("group", 1, "mark", value="A"), "the mark “A” is used twice"),
        (at("group", 0, "house_cost", value=-1), "“house_cost” must be a whole number"),
        (at("group", 7, drop=True), "there must be 8"),
        (swap(0, 20), "space 0: this must be the go space"),
        (swap(4, 38), "space 4: this must be the income-tax space"),
        (swap(12, 13), "space 12: this must be the utility space"),
        (swap(5, 6), "space 5: this must be the railroad space"),
        (swap(2, 17), ""),
        (swap(1, 39), "must not fall"),
        (at("chance", 0, drop=True), "there must be 16"),
        (at("chance", 0, "do", value="explode"), "“do” must be one of"),
        (at("chance", 0, "text", value="{nonsense} now"), "there is no placeholder"),
        (at("chance", 0, "text", value="{"), "the braces do not match"),
        (at("chance", 0, "id", value="!"), "“id” may contain only lowercase"),
    ],
)
def test_a_fault_in_an_edition_is_reported_with_its_place(
    change: Callable[[Town], None], says: str
) -> None:
    table = town()
    change(table)
    if says:
        with pytest.raises(LoadError, match=says):
            rules_compiler.make_rules("modern", table)
    else:
        rules_compiler.make_rules("modern", table)


def test_an_edition_with_a_deck_without_a_jail_card_is_refused() -> None:
    table = town()
    for card in table["chance"]:
        if card["do"] == "jail-free":
            card.update(do="go-to-jail")
    with pytest.raises(LoadError, match="exactly one card"):
        rules_compiler.make_rules("modern", table)


@pytest.mark.parametrize(
    ("deck", "card"),
    [
        ("chance", {"do": "pay-or-chance", "amount": 10}),
        ("community-chest", {"do": "advance", "to": 2}),
        ("community-chest", {"do": "advance", "to": 7}),
        ("chance", {"do": "advance", "to": 7}),
        ("chance", {"do": "back", "steps": 15}),
    ],
)
def test_an_edition_with_an_endless_chain_of_cards_is_refused(
    deck: str, card: dict[str, Any]
) -> None:
    table = town()
    spot = next(
        i for i, c in enumerate(table[deck]) if c["do"] not in ("jail-free", "pay-or-chance")
    )
    table[deck][spot] = {"id": "loop", "text": "Onwards.", **card}
    with pytest.raises(LoadError, match=r"endlessly|only in the second deck"):
        rules_compiler.make_rules("modern", table)


@pytest.mark.parametrize("edition", [7, None, [], "atlantis", {}, {"schema": 3}])
def test_an_object_other_than_an_edition_is_refused(edition: Any) -> None:
    with pytest.raises(LoadError):
        rules_compiler.make_rules("modern", edition)


# ---------------------------------------------------------------- the ten facts that hold on every board


def kinds(**changes: str) -> Callable[[Town], None]:
    """Return a function that changes the kinds of some spaces: ``s12="street"``.

    It also sets the fields that such a space must have."""

    def change(table: Town) -> None:
        for where, kind in changes.items():
            n = int(where[1:])
            old = table["space"][n]
            new = {"id": old["id"], "name": old["name"], "kind": kind}
            if kind == "street":
                near = next(s for s in table["space"][n + 1 :] if s["kind"] == "street")
                new |= {key: near[key] for key in ("group", "price", "mortgage", "rents")}
            elif kind in ("railroad", "utility"):
                new |= {"price": 200, "mortgage": 100}
                new["rents"] = [4, 10] if kind == "utility" else [25, 50, 100, 200]
            table["space"][n] = new

    return change


def moved(group: int, to: int) -> Callable[[Town], None]:
    """Return a function that swaps a group's last street with another space."""

    def change(table: Town) -> None:
        spaces = table["space"]
        id = table["group"][group]["id"]
        last = max(n for n, space in enumerate(spaces) if space.get("group") == id)
        spaces[last], spaces[to] = spaces[to], spaces[last]

    return change


FACTS: list[tuple[int, Callable[[Town], None], str]] = [
    (1, at("space", 1, "price", value=60.5), "“price” must be a whole number"),
    (1, at("space", 5, "rents", value=[25, 50.5, 100, 200]), "“rents” must be a whole number"),
    (2, kinds(s0="free-parking"), "space 0: this must be the go space"),
    (3, kinds(s10="free-parking"), "space 10: this must be the jail space"),
    (4, kinds(s20="go"), "space 20: this must be the free-parking space"),
    (5, kinds(s30="jail"), "space 30: this must be the go-to-jail space"),
    (6, kinds(s5="utility"), "space 5: this must be the railroad space"),
    (6, kinds(s15="chance"), "space 15: this must be the railroad space"),
    (6, kinds(s25="utility"), "space 25: this must be the railroad space"),
    (6, kinds(s35="luxury-tax"), "space 35: this must be the railroad space"),
    (6, at("space", 5, "house_cost", value=50), "the key “house_cost” is unknown"),
    (7, kinds(s12="railroad"), "space 12: this must be the utility space"),
    (7, kinds(s28="chance"), "space 28: this must be the utility space"),
    (7, at("space", 12, "rents", value=[4, 10, 20]), "list of 2 numbers"),
    (8, kinds(s7="community-chest"), "must have three spaces"),
    (8, kinds(s8="railroad"), "only a street or a card space can be here"),
    (8, at("community-chest", 15, drop=True), "there must be 16"),
    (9, kinds(s4="luxury-tax"), "space 4: this must be the income-tax space"),
    (9, kinds(s38="income-tax"), "space 38: this must be the luxury-tax space"),
    (10, kinds(s8="income-tax"), "only a street or a card space can be here"),
    (10, moved(0, 6), "street prices must not fall|must follow one another"),
    (10, at("space", 39, "price", value=2), "must not be more than the price"),
]


@pytest.mark.parametrize(("fact", "change", "says"), FACTS)
def test_a_custom_board_must_satisfy_the_ten_fixed_facts(
    fact: int, change: Callable[[Town], None], says: str
) -> None:
    table = town()
    change(table)
    with pytest.raises(LoadError, match=says):
        rules_compiler.make_rules("australian", table)


def test_each_of_the_ten_fixed_facts_has_a_test() -> None:
    assert {fact for fact, _, _ in FACTS} == set(range(1, 11))


def test_an_edition_with_two_jail_cards_in_a_deck_is_refused() -> None:
    table = town()
    first = next(card for card in table["chance"] if card["do"] == "collect")
    first.update(do="jail-free")
    del first["amount"]
    first["text"] = "Kept."
    with pytest.raises(LoadError, match="exactly one card") as refused:
        rules_compiler.make_rules("australian", table)
    assert refused.value.clauses == ("cards.goojf-one-per-deck",)


def test_an_edition_with_falling_prices_or_a_group_across_a_corner_is_refused() -> None:
    table = town()
    streets = [s for s in table["space"] if s["kind"] == "street"]
    streets[-2].update(price=10, mortgage=5)
    with pytest.raises(LoadError, match="street prices must not fall"):
        rules_compiler.make_rules("australian", table)
    table = town()
    for space in table["space"]:
        space.pop("short", None)
    # The last group of one side takes the first street of the next.
    ids = [group["id"] for group in table["group"]]
    sixth = next(s for s in table["space"] if s.get("group") == ids[2])
    sixth["group"] = ids[1]
    with pytest.raises(LoadError, match=r"has 4|reaches across"):
        rules_compiler.make_rules("australian", table)


# ---------------------------------------------------------------- all faults, and their lines


TEXT = (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_text(
    "utf-8"
)


def faulty(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def told(text: str) -> list[tuple[str, str]]:
    """Return each fault with the line of the file that it names."""
    lines = text.splitlines()
    table = edition_text_to_table.parse_edition_file(text, toml=True)
    faults = []
    for fault in rules_compiler.own_faults(table):
        n = edition_text_to_table.line_of(text, fault.at)
        faults.append((str(fault), lines[n - 1].strip() if n else ""))
    return faults


def test_a_good_file_has_no_faults() -> None:
    assert told(TEXT) == []


def test_each_fault_in_an_edition_file_is_reported_with_its_line() -> None:
    text = faulty(
        ('name = "Hedgewater" ', 'name = "" '),
        ('jail = "detention"', 'jail = 3\ngaol = "x"'),
        ('color = "#8cc7de"', 'color = "blue"'),
        ("price = 60\nmortgage = 30\nrents = [2,", "price = 60\nmortgage = 61\nrents = [2,"),
        ('do = "jail-free"', 'do = "vanish"'),
    )
    faults = told(text)
    assert [line.split(" =")[0] for _, line in faults] == [
        "name",
        "jail",
        "gaol",
        "mortgage",
        "color",
        "do",
    ]
    assert faults[3] == (
        "Board file, space 1: the mortgage value must not be more than the price, 60.",
        "mortgage = 61",
    )
    assert faults[4][1] == 'color = "blue"'
    assert faults[5][0].startswith("Board file, chance, card ")


@pytest.mark.parametrize(
    ("change", "says", "line"),
    [
        (('kind = "go"', 'kind = "jail"'), "space 0: this must be the go space", 'kind = "jail"'),
        (("price = 60\nmortgage = 30", "mortgage = 30"), "“price” must be", "[[space]]"),
        (('schema = "title-deed-edition/1"', 'schema = "x"'), "“schema” must be", 'schema = "x"'),
        (('group = "orchard"', 'group = "pear"'), "there is no group “pear”", 'group = "pear"'),
    ],
)
def test_a_fault_names_the_line_to_fix(change: tuple[str, str], says: str, line: str) -> None:
    faults = told(faulty(change))
    assert any(says in sentence and at_line == line for sentence, at_line in faults), faults


@pytest.mark.parametrize(
    ("text", "toml", "says"),
    [
        ("name =\nid = 1", True, "The board file is not valid TOML: .*line 1"),
        ("{", False, "The board file is not valid JSON"),
        ("", True, "The board file is empty"),
        ("\ufeff\n", False, "The board file is empty"),
        ("PK\x03\x04", True, "The board file is not UTF-8 text"),
        ("\x89PNG\r\n\x1a\n\x00", False, "The board file is not UTF-8 text"),
        ("[]", False, "must be a table"),
        ("[" * 5000, False, "nested too deeply|not valid JSON"),
        ("a = " + "[" * 5000, True, "nested too deeply|not valid TOML"),
        (".".join("a" * 40_000) + " = 1", True, "nested too deeply"),
        ("# " + "x" * 100_000, True, "more than 100,000 bytes"),
        ("\udcff", True, "The board file is not valid TOML|schema"),
        ('{"x-a": "\\udcff"}', False, "The board file is not valid JSON: half a character"),
        ('{"x-a": NaN}', False, "The board file is not valid JSON: .*are not numbers"),
    ],
)
def test_a_file_other_than_an_edition_gets_a_clear_message(
    text: str, toml: bool, says: str
) -> None:
    with pytest.raises(LoadError, match=says):
        rules_compiler.own_edition(edition_text_to_table.parse_edition_file(text, toml))
