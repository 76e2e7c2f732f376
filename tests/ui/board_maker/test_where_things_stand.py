"""What the screens of the board maker show where: sorted effects, the whole board, the example, the bar
that prints."""

from __future__ import annotations

import re
from pathlib import Path

from fake_page import Table, disk
from maker_table import fill, opened, shown
from titledeed.ui.board_maker.views.card_editor import ICON_OF

STATIC = Path(__file__).resolve().parents[3] / "static"


def test_the_effects_of_a_card_are_sorted_and_each_has_a_drawing_of_its_own() -> None:
    table = opened()
    table.do("maker-tab", "cards")
    table.do("maker-deck", "1")
    sorts = re.split(r'<div class="maker-sort wide"', shown(table))[1:]
    assert [re.findall(r'data-arg="([a-z-]+)" aria-pressed', sort) for sort in sorts] == [
        ["advance", "back-to", "back", "nearest"],
        ["collect", "pay", "collect-each", "pay-each", "repairs"]
        + (["pay-or-chance"] if "pay-or-chance" in shown(table) else []),
        ["go-to-jail", "jail-free"],
    ]
    sprite = (STATIC / "art" / "sprite.svg").read_text("utf-8")
    drawn = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite, re.DOTALL))
    assert len({drawn[icon] for icon in ICON_OF.values()}) == len(ICON_OF), "no two look the same"
    # To collect and to pay differ in more than the points of the arrows.
    each = [drawn[ICON_OF[do]] for do in ("collect-each", "pay-each")]
    people = [re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', one) for one in each]
    assert [len(set(heights)) for heights in people] == [1, 1], "the others stand in one row"
    assert float(people[0][0]) < 12 < float(people[1][0]), "above, or below"


def test_what_an_effect_needs_stands_right_below_its_sort() -> None:
    table = opened()
    table.do("maker-tab", "cards")
    for do, field in (
        ("advance", "to"),
        ("nearest", "next"),
        ("pay", "amount"),
        ("repairs", "house"),
    ):
        table.do("maker-effect", do)
        sort = next(
            sort
            for sort in shown(table).split('<div class="maker-sort wide"')
            if re.search(f'data-arg="{do}" aria-pressed="true"', sort)
        )
        assert f' name="{field}"' in sort, do


def test_a_narrow_window_shows_the_whole_board_until_a_space_is_chosen() -> None:
    table = opened()
    assert "data-whole" not in shown(table)
    table.do("maker-whole")
    assert 'id="maker-west" data-whole' in shown(table)
    assert 'data-do="maker-whole"\n  aria-expanded="true"' in shown(table)
    assert table.page.scrolled == "#maker-west"
    table.do("maker-square", "39")
    assert "data-whole" not in shown(table)
    assert "Boardwalk" in shown(table).partition('id="maker-title"')[2][:60]


def line_above_the_spaces(page: str) -> str:
    """The line about the example, which a narrow window shows."""
    return page.partition("maker-example")[2].partition("</p>")[0]


def test_the_example_says_that_it_is_one_and_what_its_sign_means() -> None:
    table = Table(disk())
    table.do("board-maker")
    table.do("maker-example")
    assert '<span class="badge">Example</span>' in shown(table)
    assert "This is an example." in shown(table)
    assert "This is an example." in line_above_the_spaces(shown(table)), "where a phone shows it"
    assert ">b = buttons</small>" in shown(table)
    assert "The same price as on the printed boards." in shown(table)
    fill(table, "maker-space", name="Potting Shed")
    assert '<span class="badge">Example</span>' not in shown(table), "it is a copy now"
    assert "This is an example." not in shown(table)
    assert "This is your own copy" in line_above_the_spaces(shown(table)), "no field moves"
    assert " = dollars" not in shown(opened())


def test_the_button_that_prints_has_a_bar_of_its_own() -> None:
    table = opened()
    table.do("maker-tab", "print")
    bar = shown(table).partition('<div class="maker-print-bar">')[2].partition("</section>")[0]
    assert 'data-do="maker-print"' in bar
    assert "9 sheets" in bar
