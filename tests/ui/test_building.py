"""Building: the rents before and after, one on each street at once, and pressing the board."""

from __future__ import annotations

from fake_page import Button, Table
from titledeed.ui.page_port import Gesture

ORANGE = ["@16", "@18", "@19"]


def managed(cash: int = 1500, **more: object) -> Table:
    """Ada looks at what she can build on the orange streets."""
    table = Table()
    ada = {"deeds": ORANGE, "cash": cash, **more}
    table.play("Ada", "Ben", bots={"Ben": "simple"}, position={"seat": {"Ada": ada}})
    table.do("open-manager", where="tools")
    return table


def levels(table: Table) -> list[int]:
    return [table.session.state.level[i] for i in (16, 18, 19)]


def test_a_street_shows_its_next_rent() -> None:
    table = managed()
    text = table.page.text("dlg-manager")
    assert "rent $28 → $70" in text  # St. James Place, in a complete group
    assert "rent $32 → $80" in text
    table.say("build st-james-place", "dlg-manager")
    assert "rent $70 → $200" in table.page.text("dlg-manager")


def test_one_house_on_each_is_one_press_and_one_undo_takes_them_all_back() -> None:
    table = managed()
    table.press("dlg-manager", "Build on each: $300")
    assert levels(table) == [1, 1, 1]
    assert table.session.state.cash[0] == 1200
    assert [entry.line for entry in table.session.entries[-3:]] == [
        "Ada build st-james-place",
        "Ada build tennessee-avenue",
        "Ada build new-york-avenue",
    ]
    table.press("dlg-manager", "Build on each: $300")
    table.do("undo")
    assert levels(table) == [1, 1, 1]
    table.do("undo")
    assert levels(table) == [0, 0, 0]
    assert table.session.state.cash[0] == 1500
    assert not table.session.can_undo()
    table.do("redo")
    assert levels(table) == [1, 1, 1]
    table.do("undo")  # still one, when it has been given again
    assert levels(table) == [0, 0, 0]
    table.do("redo")
    table.do("redo")
    assert levels(table) == [2, 2, 2]
    assert not table.session.can_redo()


def test_one_house_on_each_stays_where_it_is_while_the_streets_are_not_built_evenly() -> None:
    table = managed()
    table.say("build st-james-place", "dlg-manager")
    assert each(table).barred
    assert "needs the same number of houses on each street" in table.page.text("dlg-manager")


def each(table: Table) -> Button:
    return next(b for b in table.page.buttons("dlg-manager") if "Build on each" in b.text)


def test_one_house_on_each_is_barred_with_its_price_when_the_player_cannot_pay() -> None:
    poor = managed(cash=299)
    assert each(poor).barred
    assert "“Build on each” costs $300." in poor.page.text("dlg-manager")
    assert not each(managed(cash=300)).barred


def test_one_house_on_each_stays_when_every_street_has_a_hotel() -> None:
    table = managed(deeds=[f"{deed}:hotel" for deed in ORANGE])
    assert each(table).barred
    assert "Each street has a hotel." in table.page.text("dlg-manager")


def test_all_buildings_of_a_group_are_sold_after_a_question_only() -> None:
    table = managed(deeds=[f"{deed}:1" for deed in ORANGE])
    table.press("dlg-manager", "Sell all: $150")
    assert levels(table) == [1, 1, 1]
    text = table.page.text("dlg-confirm")
    assert "Sell all buildings on Orange for $150?" in text
    assert "Building them costs $300." in text
    table.press("dlg-confirm", "Sell")
    assert levels(table) == [0, 0, 0]
    assert table.page.opened == ["dlg-manager"]


def test_one_house_on_each_is_barred_when_the_bank_has_too_few() -> None:
    for houses, offered in ((2, False), (3, True)):
        table = Table()
        rules = {"stock": [houses, 12]}
        seats = {"Ada": {"deeds": ORANGE}}
        table.play("Ada", "Ben", house_rules=rules, position={"seat": seats})
        table.do("open-manager", where="tools")
        assert each(table).barred is not offered


def test_pressing_a_street_on_the_board_builds_there_during_its_owners_building() -> None:
    table = managed()
    press = Gesture("click", where="board", do="open-deed", arg="st-james-place")
    table.hands.handle_gesture(press)
    table.page.run()
    assert levels(table) == [1, 0, 0]
    table.hands.handle_gesture(press)  # the other streets come first, so the square opens its deed
    table.page.run()
    assert levels(table) == [1, 0, 0]
    assert table.app.open_dialog("deed") is not None


def test_pressing_the_board_builds_nothing_while_raising_cash_or_not_building() -> None:
    table = managed()
    table.do("open-manager", "raise", where="ask")
    table.do("open-deed", "st-james-place", where="board")
    assert levels(table) == [0, 0, 0]
    table.do("close", where="dlg-manager")
    table.do("open-deed", "st-james-place", where="board")
    assert levels(table) == [0, 0, 0]


# ---------------------------------------------------------------- on the deed itself


def on_deed(space: str, cash: int = 1500, **more: object) -> Table:
    """Ada has pressed one of her streets."""
    table = Table()
    ada = {"deeds": ORANGE, "cash": cash, **more}
    table.play("Ada", "Ben", bots={"Ben": "simple"}, position={"seat": {"Ada": ada}})
    table.do("open-deed", space, where="board")
    return table


def test_a_house_is_built_and_sold_on_the_deed_itself() -> None:
    table = on_deed("tennessee-avenue")
    text = table.page.text("dlg-deed")
    assert "rent $28 → $70" in text
    assert "All of Orange cash $1,500" in text
    table.say("build tennessee-avenue", "dlg-deed")
    assert levels(table) == [0, 1, 0]
    assert table.page.opened == ["dlg-deed"]  # the same question is still asked
    text = table.page.text("dlg-deed")
    assert "cash $1,400" in text
    table.say("build st-james-place", "dlg-deed")  # a street beside it
    table.say("sell tennessee-avenue", "dlg-deed")
    assert levels(table) == [1, 0, 0]


def test_one_house_on_each_street_is_built_from_a_deed_too() -> None:
    table = on_deed("tennessee-avenue")
    table.press("dlg-deed", "Build on each: $300")
    assert levels(table) == [1, 1, 1]


def test_what_a_deed_does_not_allow_stands_there_with_its_reason() -> None:
    table = on_deed("tennessee-avenue", deeds=["@16", "@18:1", "@19"])
    buttons = table.page.buttons("dlg-deed")
    build = next(b for b in buttons if b.attributes.get("data-answer") == "build tennessee-avenue")
    assert build.barred
    why = build.attributes["aria-describedby"]
    assert f'id="{why}"' in table.page.regions["dlg-deed"]
    mortgage = next(b for b in buttons if "Mortgage $90" in b.text)
    assert mortgage.barred
    text = table.page.text("dlg-deed")
    assert "You must build evenly. Build on St. James Place and New York Avenue first." in text
    assert "To mortgage, first sell the buildings on Tennessee Avenue." in text


def test_a_deed_is_mortgaged_on_the_deed_itself() -> None:
    table = on_deed("short-line", deeds=["short-line"])
    table.press("dlg-deed", "Mortgage $100")
    assert table.session.state.mortgaged[35]
    text = table.page.text("dlg-deed")
    assert "Lift the mortgage for $110" in text
    assert text.count("$110") == 1  # the sums below do not repeat it, but say where it comes from
    assert text.rstrip().endswith("Lift mortgage for $100 + 10% All my deeds…")


def test_the_deed_of_another_player_says_what_lifting_its_mortgage_costs() -> None:
    table = Table()
    seats = {"Ada": {}, "Ben": {"deeds": ["park-place:m"]}}
    table.play("Ada", "Ben", position={"turn": "Ada", "seat": seats})
    table.do("open-deed", "park-place", where="board")
    assert "Lift mortgage for $175 + 10% = $193" in table.page.text("dlg-deed")


def test_another_players_deed_offers_a_trade_and_no_building() -> None:
    table = on_deed("tennessee-avenue", deeds=["@5"])
    text = table.page.text("dlg-deed")
    assert "House $100 rent" not in text
    assert "Mortgage $" not in text


def test_a_pressed_deed_closes_at_the_next_question() -> None:
    table = on_deed("tennessee-avenue")
    table.do("open-deed", "short-line", where="board")  # another square takes its place
    assert table.page.opened == ["dlg-deed"]
    assert "Short Line" in table.page.text("dlg-deed")
    table.say("roll")
    assert table.page.opened == []
    table.do("open-deed", "short-line", where="board")
    table.hands.handle_gesture(Gesture("escape"))
    assert table.page.opened == []
