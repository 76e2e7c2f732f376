"""What the board maker cannot take is said in a sentence beside the field."""

from __future__ import annotations

import re

import pytest

from maker_table import draft, fill, opened, shown
from titledeed.board_maker import changes
from titledeed.board_maker.draft_from_and_to_edition_table import table_of
from titledeed.ui.page_port import Gesture
from titledeed.ui.setup_form import TOKENS

BAD = ("", "-5", "1.5", "99999999999999")


def refused(text: str) -> str:
    found = re.search(r'<p class="note warn wide">(.*?)</p>', text)
    return found[1] if found else ""


@pytest.mark.parametrize("bad", BAD)
def test_a_number_that_is_none_is_refused_in_a_sentence(bad: str) -> None:
    table = opened()
    table.do("maker-square", "18")
    before = draft(table)
    for name, most in (("price", "100,000"), ("rent_0", "1,000,000"), ("mortgage", "180")):
        fill(table, "maker-space", **{name: bad})
        assert refused(shown(table)).endswith(f" to {most}."), name
        assert table.page.said[-1].startswith("Enter a whole number")
    fill(table, "maker-space", price="180")
    assert refused(shown(table)) == ""
    fill(table, "maker-group", cost=bad)
    assert "from 1 to 100,000" in refused(shown(table))
    assert draft(table) == before
    table.do("maker-tab", "cards")
    assert refused(shown(table)) == ""
    fill(table, "maker-card-text", to=bad)
    assert "from 0 to 39" in refused(shown(table))
    assert draft(table).decks is None
    table.do("maker-effect", "collect")
    before = draft(table)
    fill(table, "maker-card-text", amount=bad)
    assert "from 0 to 10,000" in refused(shown(table))
    assert draft(table) == before


def test_two_tokens_must_stay() -> None:
    table = opened()
    table.do("maker-tab", "words")
    for token in TOKENS:
        table.do("maker-token", token)
    assert len(draft(table).tokens) == 2
    assert "A board needs at least two tokens." in shown(table)


def test_the_corner_of_the_jail_has_its_words() -> None:
    table = opened()
    table.do("maker-square", "10")
    fill(table, "maker-space", "type", word_jail="detention")
    fill(table, "maker-space", word_jail="detention")
    visit = {"word-just_visiting": "Study Hall"}
    table.hands.handle_gesture(Gesture("type", where="lab", do="maker-space", fields=visit))
    assert draft(table).words == {"jail": "detention", "just_visiting": "Study Hall"}
    table.do("maker-square", "30")
    assert "The fourth corner always sends players to detention." in shown(table)
    assert "word-jail" not in shown(table)


def test_a_deck_that_is_named_apart_can_be_renamed() -> None:
    named = {"chance": "Luck", "community-chest": "Pot"}
    base = changes.with_deck_name(
        changes.with_deck_name(changes.printed_draft(), "chance", "Luck"), "community-chest", "Pot"
    )
    assert base.deck_names == named
    renamed = changes.with_space_name(base, 7, "Doorbell")
    assert renamed.deck_names == {"community-chest": "Pot"}
    assert "deck_names" not in table_of(changes.with_word(renamed, "community_chest", "Mailbox"))
