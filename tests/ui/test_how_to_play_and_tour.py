"""The page on how to play by the rules in force, and the tour of the first game."""

from __future__ import annotations

from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.engine.record import Record, Seat
from titledeed.ui.page_port import Gesture
from titledeed.ui.views import how_to_play_and_tour


def page(table: Table) -> str:
    """All that the page on how to play says."""
    table.do("open-help")
    return table.page.text("dlg-help")


def playing(book: str, **setting: Any) -> Table:
    table = Table()
    seats = [Seat("Ada", ""), Seat("Ben", "")]
    table.hands.play.start(Record(book, seats, seed=1, position={"turn": "Ada"}, **setting))
    table.page.run()
    return table


@pytest.mark.parametrize(
    ("book", "setting", "sentence"),
    [
        ("modern", {}, "If you decline, it’s auctioned, starting at $10, and you may bid too."),
        (
            "wikibooks",
            {},
            "If you decline, it’s auctioned among the other players, starting at $1.",
        ),
        ("modern", {}, "Income Tax costs $200."),
        ("classic", {}, "Income Tax costs $200 or 10% of your total worth. Decide before"),
        ("australian", {}, "10% of your total worth, whichever is less"),
        ("australian", {}, "The Bank has 88 houses and 22 hotels, and no more."),
        (
            "modern",
            {"house_rules": {"stock": [0, 1]}},
            "The Bank has 0 houses and 1 hotel, and no more.",
        ),
        (
            "australian",
            {},
            "Lifting the mortgage costs that amount plus a tenth of the printed price.",
        ),
        ("modern", {}, "Lifting the mortgage costs that amount plus a tenth of it."),
        ("classic", {}, "by paying $50 before your first or second throw"),
        ("modern", {}, "by paying $50 before any of your three throws"),
        ("modern", {"rent": "asked"}, "You must claim it yourself before the next player throws."),
        ("australian", {"rent": "asked"}, "You must claim it yourself; there is no time limit."),
        ("modern", {}, "Rent is collected for you."),
        ("modern", {"edition": "london"}, "Every player starts with £1,500."),
        ("modern", {"house_rules": {"starting-cash": 900}}, "Every player starts with $900."),
        ("modern", {"house_rules": {"auctions": False}}, "If you decline, it stays with the Bank."),
        (
            "modern",
            {"house_rules": {"free-parking": "pot"}},
            "If you land on Free Parking, you get the pot.",
        ),
        (
            "modern",
            {"house_rules": {"rent-in-jail": False}},
            "You collect no rent while you’re there.",
        ),
        (
            "modern",
            {"house_rules": {"limit-rounds": 30}},
            "After 30 rounds, the richest player wins.",
        ),
    ],
)
def test_how_to_play_describes_the_rules_in_force(
    book: str, setting: dict[str, Any], sentence: str
) -> None:
    assert sentence in page(playing(book, **setting))


def test_how_to_play_says_how_the_short_game_ends() -> None:
    table = Table()
    seats = [Seat("Ada", ""), Seat("Ben", "")]
    table.hands.play.start(Record("parker1973", seats, seed=1, variant="short"))
    table.page.run()
    text = page(table)
    assert "After 3 houses comes a hotel." in text
    assert "The second bankruptcy ends the game" in text
    assert "The last player left wins." not in text


def test_before_a_game_how_to_play_describes_the_rules_chosen_on_the_form() -> None:
    table = Table()
    table.app.setup |= {"rulebook": "wikibooks", "edition": "london", "house:salary": "400"}
    text = page(table)
    assert "Wikibooks rulebook · London" in text
    assert "Each time you pass GO, you collect £400." in text
    table.do("close", where="dlg-help")
    table.app.setup["house:salary"] = "a lot"  # not a valid value, so the book's own applies
    assert "you collect £200." in page(table)


# ---------------------------------------------------------------- the tour


def first_game(page: FakePage | None = None, **fields: str) -> Table:
    table = Table(page=page)
    table.page.fields = table.app.setup | fields
    table.do("start-game", kind="submit")
    return table


def test_the_first_game_begins_with_a_tour_of_five_steps() -> None:
    table = first_game()
    seen = []
    for n in range(1, 6):
        text = table.page.text("notices")
        assert f"({n} of 5)" in text
        assert len(text) < 130  # short
        seen.append(table.page.state["tour"])
        table.press("notices", "Start playing" if n == 5 else "Next")
    assert seen == ["ask", "board", "seats", "tools", "signs"]
    assert table.page.text("notices") == ""
    assert table.page.state["tour"] == ""


def test_the_tour_blocks_nothing_survives_answers_and_can_be_dismissed_at_once() -> None:
    table = first_game()
    table.say("roll")
    table.page.run()
    assert "(1 of 5)" in table.page.text("notices")
    dismiss = next(b for b in table.page.buttons("notices") if b.text == "")
    table.click(dismiss)
    assert table.page.text("notices") == ""


def test_the_tour_returns_only_on_request() -> None:
    table = first_game()
    table.do("leave")
    table.do("start-game", kind="submit")
    assert table.page.text("notices") == ""
    again = Table(store=table.store)
    again.page.fields = dict(again.app.setup)
    again.do("start-game", kind="submit")
    assert again.page.text("notices") == ""
    again.do("open-help")
    again.press("dlg-help", "Show me around")
    assert "(1 of 5)" in again.page.text("notices")


def test_a_game_of_bots_has_no_tour() -> None:
    kinds = {f"kind-{n}": "simple" for n in range(4)}
    table = Table(speed="normal")
    table.page.fields = table.app.setup | kinds
    # No time may pass: the bots would play to the end.
    table.hands.handle_gesture(Gesture("submit", do="start-game"))
    assert how_to_play_and_tour.tour_place(table.app, "roll") == ""
