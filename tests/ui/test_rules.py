"""The view of the rules: every clause of the book, the search, and the comparison of two books."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from fake_page import Table
from titledeed.engine.errors import LoadError
from titledeed.engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    HOUSE_RULES,
    clause_table,
    parameter_table,
    rule_texts,
)
from titledeed.ui.render import renderer
from titledeed.ui.setup_form import default_fields
from titledeed.ui.views import rules_clause_book_comparison_search as rules

SHORT = {id for id in clause_table() if id.startswith("short-game.")} - {"short-game.offered"}


def before_a_game(**fields: str) -> Table:
    """Return the set-up screen with these choices."""
    table = Table()
    table.page.fields = {**default_fields(), **fields}
    return table


def reading(table: Table, **fields: str) -> dict[str, Any]:
    """Return the view of the rules dialog after these fields were typed."""
    table.gesture(kind="type", where="dlg-rules", do="read", fields=fields)
    return rules.rules_view(table.app, table.cache)


def ids(shown: dict[str, Any]) -> list[str]:
    return [row["id"] for group in shown["groups"] for row in group["rows"]]


def test_a_mark_for_an_unknown_clause_says_so_and_opens_nothing() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.gesture(kind="click", where="ask", clauses="houses.even houses" + ".evenly")
    assert "There is no clause “houses" + ".evenly”." in table.page.text("notices")
    assert "dlg-why" not in table.page.opened


def test_no_page_in_the_tests_shows_a_mark_for_an_unknown_clause() -> None:
    table = Table()
    with pytest.raises(LoadError):
        table.page.patch("ask", '<button data-why="houses' + '.evenly">§</button>')


# ---------------------------------------------------------------- one book


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_of_the_chosen_book_is_listed_by_topic(book: str) -> None:
    table = before_a_game(rulebook=book)
    table.do("open-rules")
    shown = rules.rules_view(table.app, table.cache)
    assert ids(shown) == [id for id in clause_table() if book == "parker1973" or id not in SHORT]
    assert [group["id"] for group in shown["groups"]] == list(
        dict.fromkeys(row["topic"] for row in clause_table().values())
    )
    html = table.page.regions["dlg-rules"]
    for id in ids(shown):
        assert f'id="{rules.clause_element_id(id)}"' in html
        assert f'data-why="{id}"' in html
    assert shown["book"] in table.page.text("dlg-rules")


def test_each_clause_gives_the_books_rule_our_reading_and_differing_sources() -> None:
    table = before_a_game(rulebook="wikibooks")
    table.do("open-rules")
    rows = {
        row["id"]: row
        for group in rules.rules_view(table.app, table.cache)["groups"]
        for row in group["rows"]
    }
    row = rows["purchase.mortgage-same-move"]
    assert row["value"] == "forbidden"
    assert row["others"] == [{"names": "Classic, Australian, Modern and 1973", "says": "allowed"}]
    assert "one throw and everything it leads to" in row["ruling"]
    assert rows["auction.opening-bid"]["others"] == [{"names": "Modern", "says": "$10"}]
    assert rows["doubles.third"]["alike"] == "All five rulebooks say so."
    assert rows["setup.corners"]["alike"] == (
        "No rulebook says otherwise; Classic, Wikibooks and 1973 say nothing."
    )
    assert rows["setup.corners"]["says"] == "This rulebook doesn’t mention it."
    assert all(bool(row["others"]) != bool(row["alike"]) for row in rows.values() if row["id"]
               not in ("rent.marvin-gardens", "bankruptcy.mortgages-on-return"))  # fmt: skip


def test_the_books_named_as_different_match_the_table() -> None:
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    for book in BOOKS:
        table = before_a_game(rulebook=book)
        table.do("open-rules")
        for group in rules.rules_view(table.app, table.cache)["groups"]:
            for row in group["rows"]:
                values = parameter_table().get(row["id"], {})
                other = {names[b] for b, value in values.items() if value != values[book]}
                listed = " ".join(group["names"] for group in row["others"])
                assert {name for name in names.values() if name in listed} == other


def test_the_rules_dialog_uses_the_words_of_the_board() -> None:
    table = before_a_game(edition="australia", rulebook="australian")
    table.do("open-rules")
    assert "gaol" in table.page.text("dlg-rules").lower()
    assert "{" not in table.page.text("dlg-rules")


# ---------------------------------------------------------------- searching


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("jail.fine-window", ["jail.fine-window"]),
        ("§ jail.fine-window", ["jail.fine-window"]),
        ("HOUSES.EVEN", ["houses.even"]),
        ("  third   yellow ", ["rent.marvin-gardens"]),
        ("Lówést FIRST bid building", ["shortage.opening-bid"]),
        ("begins 1500", ["setup.starting-cash"]),
        ("begins $1,500", ["setup.starting-cash"]),
        ("no such words", []),
    ],
)
def test_a_search_ignores_case_accents_separators_and_word_order(
    query: str, hits: list[str]
) -> None:
    table = before_a_game()
    table.do("open-rules")
    assert ids(reading(table, mode="one", query=query)) == hits


def test_a_search_updates_with_every_letter_and_shows_the_number_of_results() -> None:
    table = before_a_game()
    table.do("open-rules")
    before = 173
    for n in range(1, len("mortgage") + 1):
        shown = reading(table, mode="one", query="mortgage"[:n])
        count = len(ids(shown))
        assert 0 < count <= before
        assert shown["found"] == f"{count} of 173 rules found."
        assert not shown["folded"]
        before = count
    assert all("mortgage" in row["search"] for group in shown["groups"] for row in group["rows"])
    status = re.search(r'role="status">([^<]*)<', table.page.regions["dlg-rules"])
    assert status is not None
    assert status[1] == shown["found"]
    assert 'value="mortgage"' in table.page.regions["dlg-rules"]
    assert reading(table, mode="one", query="qqq")["found"] == ("No rule contains all these words.")
    assert reading(table, mode="one", query="")["folded"]


def test_a_german_search_finds_german_words() -> None:
    table = before_a_game()
    table.do("settings", kind="change", fields={"language": "de"})
    table.do("open-rules")
    hits = ids(reading(table, mode="one", query="hauser gleichmassig"))
    assert hits
    assert hits == ids(reading(table, mode="one", query="Häuser gleichmäßig".replace("ß", "ss")))


def test_a_reader_can_choose_a_topic() -> None:
    table = before_a_game()
    table.do("open-rules")
    shown = reading(table, mode="one", topic="tax")
    assert [group["id"] for group in shown["groups"]] == ["tax"]
    assert ids(shown) == [id for id in clause_table() if id.startswith("tax.")]
    assert ids(reading(table, mode="one", topic="no-such-topic"))[0] == "setup.objective"


def test_collapsed_topics_load_their_clauses_when_the_dialog_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(renderer, "SLICE", 5.0)
    table = Table()
    table.play("Ada", "Ben")
    table.do("open-rules", "tax.income")
    assert set(ids(rules.rules_view(table.app, table.cache))) == {
        id for id in clause_table() if id.startswith("tax.")
    }
    table.page.patches.clear()
    steps = 0
    while table.page.tick():
        steps += 1
    assert steps > 1, "all of them would be one long task"
    assert table.page.patches == [], "the dialog itself is not patched"
    html = table.page.regions["dlg-rules"]
    assert set(ids(rules.rules_view(table.app, table.cache))) == clause_table().keys() - SHORT
    assert all(
        f'id="{rules.clause_element_id(id)}"' in html for id in clause_table().keys() - SHORT
    )
    # The open dialog shows another clause: loaded clauses stay, and none is loaded twice.
    table.do("open-rules", "jail.fine-window")
    while table.page.tick():
        pass
    html = table.page.regions["dlg-rules"]
    assert all(
        html.count(f'id="{rules.clause_element_id(id)}"') == 1
        for id in clause_table().keys() - SHORT
    )
    table.do("close", where="dlg-rules")
    # A dialog that is closed meanwhile loads nothing more.
    table.do("open-rules")
    table.do("close", where="dlg-rules")
    while table.page.tick():
        pass
    assert table.page.regions["dlg-rules"] == ""


# ---------------------------------------------------------------- from a sign to the place


def test_a_mark_leads_to_its_clause_in_the_rules() -> None:
    table = Table()
    table.play("Ada", "Ben")
    for id in clause_table().keys() - SHORT:
        table.gesture(kind="click", where="ask", clauses=id)
        assert clause_table()[id]["topic"]
        table.press("dlg-why", "Show it in the rules")
        assert table.page.opened == ["dlg-rules"]
        assert table.page.focused == f"#{rules.clause_element_id(id)}"
        html = table.page.regions["dlg-rules"]
        assert f'is-here" id="{rules.clause_element_id(id)}"' in html
        opened = re.findall(r'<details class="topic" open>(.*?)</details>', html, re.DOTALL)
        assert len(opened) == 1
        assert f'id="{rules.clause_element_id(id)}"' in opened[0]
        table.do("close", where="dlg-rules")


def test_a_rule_missing_from_the_book_has_no_link() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.gesture(kind="click", clauses="short-game.deal")
    assert "Show it" not in table.page.text("dlg-why")


# ---------------------------------------------------------------- house rules


def test_house_rules_in_force_are_shown_at_the_top_and_at_their_clauses() -> None:
    table = Table()
    changes = {"free-parking": "pot", "auction.opening-bid": 1, "stock": [20, 1], "salary": 400}
    table.play("Ada", "Ben", house_rules=changes)
    table.do("open-rules")
    while table.page.tick():
        pass
    shown = rules.rules_view(table.app, table.cache)
    assert {change["clause"] for change in shown["changes"]} == {
        "house.free-parking",
        "auction.opening-bid",
        "house.stock",
        "house.salary",
    }
    text = table.page.text("dlg-rules")
    assert "This game has house rules" in text
    rows = {row["id"]: row for group in shown["groups"] for row in group["rows"]}
    assert {id: row["changed"] for id, row in rows.items() if row["changed"]} == {
        "auction.opening-bid": "House rule: any price.",
        "shortage.supply": ("House rule: Number of buildings, 20 houses and 1 hotel."),
        **dict.fromkeys(
            (
                "bank.collects",
                "tax.on-landing",
                "jail.fine-amount",
                "free-parking.nothing",
                "free-parking.no-pot",
            ),
            "House rule: Free Parking bonus, the pot of taxes, fines and card payments.",
        ),
        "go.salary": "House rule: Salary, $400.",
    }
    table.gesture(kind="click", clauses="house.free-parking")
    assert "House rule: Free Parking bonus" in table.page.text("dlg-why")
    table.press("dlg-why", "Show it in the rules")
    assert 'is-here" id="rule-house-free-parking"' in table.page.regions["dlg-rules"]


def test_house_rules_on_the_form_are_shown_before_the_game() -> None:
    table = before_a_game(**{"house:salary": "300"})
    table.do("open-rules")
    assert "This game has house rules" in table.page.text("dlg-rules")
    table = before_a_game(**{"house:salary": "a lot"})
    table.do("open-rules")
    assert "This game has house rules" not in table.page.text("dlg-rules")
    assert "House rule: " not in table.page.text("dlg-rules")


def test_an_option_that_the_book_leaves_open_is_not_a_house_rule() -> None:
    table = before_a_game(**{"rulebook": "australian", "house:turn.order": "right"})
    table.do("open-rules")
    shown = rules.rules_view(table.app, table.cache)
    assert not shown["changes"]
    assert [change["clause"] for change in shown["agreed"]] == ["turn.order"]
    rows = {row["id"]: row for group in shown["groups"] for row in group["rows"]}
    assert rows["turn.order"]["changed"] == (
        "The rulebook leaves this open. In this game: to the right."
    )
    text = table.page.text("dlg-rules")
    assert "Agreed by the players" in text
    assert "This game has house rules" not in text
    assert "House rule: " not in text


def test_every_house_rule_names_the_clauses_that_it_changes() -> None:
    rows = {row["id"]: row["about"] for row in rule_texts("house-rules")["house"]}
    assert rows.keys() == set(HOUSE_RULES)
    for about in rows.values():
        assert about
        assert set(about) <= clause_table().keys()


# ---------------------------------------------------------------- two books


@pytest.mark.parametrize(("left", "right"), list(itertools.combinations(BOOKS, 2)))
def test_a_comparison_shows_only_the_differences(left: str, right: str) -> None:
    table = before_a_game(rulebook=left)
    table.do("open-differences")
    shown = reading(table, mode="two", left=left, right=right)
    short = SHORT if "parker1973" in (left, right) else set()
    assert set(ids(shown)) == short | {
        id for id, values in parameter_table().items() if values[left] != values[right]
    }
    back = reading(table, mode="two", left=right, right=left)
    assert ids(back) == ids(shown)
    for group in shown["groups"]:
        for row in group["rows"]:
            first, second = row["sides"]
            assert (first["value"] or first["says"]) != (second["value"] or second["says"])
            assert first["value"] or first["says"]
            assert second["value"] or second["says"]
    n = len(ids(shown))
    assert f"differ in {n} rule" in shown["found"]
    assert back["found"] in table.page.text("dlg-rules")


def test_modern_and_classic_can_be_compared_side_by_side() -> None:
    table = before_a_game(rulebook="modern")
    table.do("open-differences")
    shown = rules.rules_view(table.app, table.cache)
    assert shown["sides"] == ["Modern", "Classic"]
    rows = {row["id"]: row["sides"] for group in shown["groups"] for row in group["rows"]}
    assert [side["value"] for side in rows["auction.opening-bid"]] == ["$10", "any price"]
    assert [side["value"] for side in rows["tax.luxury"]] == ["$100", "$75"]
    assert "rent.buildings" not in rows
    assert shown["found"].startswith("Modern and Classic differ in 14 rules.")


def test_a_comparison_can_be_filtered_by_topic_and_words() -> None:
    table = before_a_game(rulebook="modern")
    table.do("open-differences")
    shown = reading(table, mode="two", left="modern", right="classic", topic="tax")
    assert ids(shown) == ["tax.income", "tax.income-commit", "tax.luxury"]
    assert {topic["id"] for topic in shown["topics"]} < {
        row["topic"] for row in clause_table().values()
    }
    shown = reading(table, mode="two", left="modern", right="classic", query="luxury")
    assert ids(shown) == ["tax.luxury"]
    assert shown["found"] == "1 of 14 rules found."


def test_a_book_compared_with_itself_is_not_a_comparison() -> None:
    table = before_a_game()
    table.do("open-differences")
    shown = reading(table, mode="two", left="modern", right="modern")
    assert ids(shown) == []
    assert shown["found"] == "Choose two different rulebooks."


def test_the_two_books_can_be_compared_during_a_game() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("open-rules")
    shown = reading(table, mode="two", left="wikibooks", right="australian")
    assert shown["sides"] == ["Wikibooks", "Australian"]
    assert reading(table, mode="one")["book"] == "Modern"


def test_invalid_field_values_change_nothing() -> None:
    table = before_a_game()
    table.do("open-rules")
    shown = reading(table, mode="x", left="mine", right="", topic="y", query="z" * 10_000)
    assert not shown["compare"]
    assert table.app.reading.left in BOOKS
    assert len(table.app.reading.query) <= 60
    table.do("close", where="dlg-rules")
    reading(table, mode="two")
    assert table.app.open_dialog("rules") is None


def test_typing_does_not_count_the_rules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = before_a_game()
    table.do("open-rules")
    monkeypatch.setattr(rules, "_row", None)
    assert ids(reading(table, mode="one", query="rent"))


def test_one_mark_for_several_clauses_names_them_all() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.gesture(kind="click", where="ask", clauses="auction.bidders auction.opening-bid")
    text = table.page.text("dlg-why")
    assert "§ auction.bidders" in text
    others = [b for b in table.page.buttons("dlg-why") if b.attributes.get("data-why")]
    assert [b.attributes["data-why"] for b in others] == ["auction.opening-bid"]
    table.gesture(kind="click", where="dlg-why", clauses="auction.opening-bid")
    assert "§ auction.opening-bid" in table.page.text("dlg-why")
