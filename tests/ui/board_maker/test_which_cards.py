"""The cards that the board maker shows, changes and prints are those with which the board is played."""

from __future__ import annotations

import html
import re

import pytest

from maker_table import draft, fill, opened, shown
from titledeed.board_maker import changes, link_code
from titledeed.board_maker.draft_from_and_to_edition_table import table_of
from titledeed.engine.rulebook_loader_and_rules_compiler import BOOKS, built_in_decks, make_rules


def played(text: str) -> set[str]:
    """The rulebooks that play a deck with a card of this text on a board from a file."""
    table = table_of(changes.printed_draft("atlantic-city", "Our town"))
    rules = {book: make_rules(book, table) for book in BOOKS}
    return {book for book in BOOKS for deck in rules[book].decks for c in deck if c.text == text}


@pytest.mark.parametrize("board", ["london", "australia"])
def test_a_board_keeps_the_cards_that_it_began_with(board: str) -> None:
    table = opened(begin=board)
    rules = make_rules("classic", table_of(draft(table)))
    assert [[c.text for c in deck] for deck in rules.decks] == [
        [c.text for c in deck] for deck in built_in_decks("uk-classic")
    ]
    assert len(link_code.pack_board(draft(table))) < 60
    table.do("maker-tab", "cards")
    before = draft(table)
    table.do("maker-card", "3")
    fill(table, "maker-card-text", text="Fog!")
    table.do("maker-card-back")
    assert draft(table) == before
    fill(table, "maker-card-text", text="Fog!")
    table.do("maker-deck-back")
    assert draft(table) == before


def test_the_cards_of_each_rulebook_are_shown_printed_and_changed() -> None:
    table = opened()
    assert draft(table).decks is None
    table.do("maker-tab", "cards")
    assert 'data-arg="us-1936"' in shown(table)
    assert "Classic, Australian, Wikibooks and 1973" in shown(table)
    old, new = (
        {card.text for deck in changes.printed_decks(id) for card in deck}
        for id in ("us-1936", "us-2008")
    )
    assert all(played(text) == {"modern"} for text in sorted(new - old)[:1])
    assert all(played(text) == set(BOOKS) - {"modern"} for text in sorted(old - new)[:1])
    table.do("maker-cards-of", "us-1936")
    table.do("maker-cards-of", "no-such")
    assert draft(table).decks is None
    table.do("maker-card", "1")
    table.do("maker-tab", "print")
    sheets = html.unescape(shown(table))
    assert re.search(r'value="us-1936"\s+checked', sheets)
    starts = [" ".join(re.split(r"[{.]", text)[0].split()[:2]) for text in sorted(old - new)]
    assert [start for start in starts if start not in sheets] == []
    fill(table, "maker-paper", board="none", cards="on", decks="us-2008")
    assert re.search(r'value="us-2008"\s+checked', shown(table))
    fill(table, "maker-paper", board="none", cards="on", decks="us-1936")
    table.do("maker-tab", "cards")
    fill(table, "maker-card-text", text="Fog!")
    own = draft(table).decks
    assert own is not None
    assert own[1] == changes.printed_decks("us-1936")[1]
    assert "maker-cards-of" not in shown(table)
    table.do("maker-card-back")
    assert draft(table).decks == changes.printed_decks("us-1936")
