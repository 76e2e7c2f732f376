"""Real dice and cards on a real table: two taps each, and every slip can be taken back."""

from __future__ import annotations

import pytest

from fake_page import Table
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.board_and_rules_types import Card
from titledeed.language import answer_labels
from titledeed.language.sentence_parts import SentenceParts


def by_hand(*names: str, **more: object) -> Table:
    table = Table()
    table.play(*names, chance="by-hand", **more)
    return table


def tap(table: Table, *faces: int) -> None:
    for row, face in enumerate(faces):
        table.do("die", f"{row} {face}", where="ask")


def search(table: Table, text: str, kind: str = "type") -> None:
    table.do("search", kind=kind, where="ask", fields={"query": text})


def lines(table: Table) -> list[str]:
    return [entry.line for entry in table.session.entries]


def pressed(table: Table) -> list[str]:
    return [
        b.attributes["data-arg"]
        for b in table.page.buttons("ask")
        if b.attributes.get("data-do") == "die" and b.attributes["aria-pressed"] == "true"
    ]


def test_two_taps_enter_a_throw() -> None:
    table = by_hand("Ada", "Ben")
    tap(table, 3)
    assert pressed(table) == ["0 3"]
    assert lines(table) == []
    table.do("die", "0 4", where="ask")  # a correction of the three
    table.do("die", "1 1", where="ask")
    assert lines(table) == ["Ada roll", "chance dice 4 1"]
    assert table.page.state["ask"] == "buy 0"


def test_two_digits_enter_a_throw() -> None:
    table = by_hand("Ada", "Ben")
    for key in ("2", "Backspace", "4", "1"):
        table.gesture(kind="digit", arg=key)
    assert lines(table) == ["Ada roll", "chance dice 4 1"]


def test_the_starting_throws_are_entered_too() -> None:
    table = Table()
    table.page.fields = {**table.app.setup, "chance": "by-hand"}
    table.do("start-game", kind="submit")
    assert table.page.state["ask"] == "order 0"
    for dice in ((1, 1), (6, 5), (2, 2), (3, 1)):
        tap(table, *dice)
    assert table.session.state.turn == 1
    assert table.session.save("")["chance"] == "by-hand"


def test_the_throw_for_a_rent_is_entered_too() -> None:
    seats = {"Ada": {"at": "@7"}, "Ben": {"deeds": ["electric-company"]}}
    table = by_hand("Ada", "Ben", position={"seat": seats})
    tap(table, 1, 4)
    assert table.page.state["ask"] == "rent-roll 0"
    tap(table, 6, 6)
    assert table.session.state.cash[:2] == [1452, 1548]


def test_a_player_corrects_a_slip_where_it_was_entered() -> None:
    table = by_hand("Ada", "Ben")
    tap(table, 4, 1)
    table.do("undo")
    assert table.page.state["ask"] == "dice chance"
    assert lines(table) == ["Ada roll"]
    tap(table, 3, 3)
    assert table.session.state.at[0] == 6
    table.do("undo")
    table.do("undo")
    assert table.page.state["ask"] == "roll 0"
    assert lines(table) == []


def test_a_wrong_card_goes_back_to_the_list() -> None:
    table = by_hand("Ada", "Ben", position={"seat": {"Ada": {"at": "@4"}}})
    tap(table, 1, 2)
    assert table.page.state["ask"] == "card chance"
    table.say("card dividend")
    after = table.session.state.cash[0]
    table.do("undo")
    assert table.page.state["ask"] == "card chance"
    table.say("card advance-to-go")
    assert table.session.state.cash[0] == 1700 != after


def test_a_long_list_can_be_searched() -> None:
    table = by_hand("Ada", "Ben", position={"seat": {"Ada": {"at": "@4"}}})
    tap(table, 1, 2)
    assert len(table.answers()) == 16
    search(table, "  go TO JAIL ")
    assert table.answers() == ["card go-to-jail"]
    assert "1 of 16 matches" in table.page.text("ask")
    search(table, "no such thing")
    assert table.answers() == []
    search(table, "")
    assert len(table.answers()) == 16
    search(table, "jail", kind="submit")  # two cards
    assert table.page.state["ask"] == "card chance"
    search(table, "go to jail", kind="submit")
    assert table.session.state.jail[0] == 0
    table.do("undo")
    assert len(table.answers()) == 16


def test_a_card_is_listed_by_its_effect_and_its_story_and_says_nothing_twice() -> None:
    table = by_hand("Ada", "Ben", position={"seat": {"Ada": {"at": "@4"}}})
    tap(table, 1, 2)
    rows = [
        " ".join(b.text.split())
        for b in table.page.buttons("ask")
        if b.attributes.get("data-answer")
    ]
    assert "Advance to Boardwalk You feel like a walk among the finest addresses" in rows
    assert len(rows) == len(set(rows)) == 16


def test_a_card_held_by_a_player_is_not_in_the_list() -> None:
    seats = {"Ada": {"at": "@4"}, "Ben": {"cards": ["chance"]}}
    table = by_hand("Ada", "Ben", position={"seat": seats})
    tap(table, 1, 2)
    assert len(table.answers()) == 15


def test_the_short_games_deal_can_be_entered_and_taken_back() -> None:
    table = Table()
    table.page.fields = {
        **table.app.setup,
        "rulebook": "parker1973",
        "variant": "short",
        "chance": "by-hand",
    }
    table.do("start-game", kind="submit")
    assert table.page.state["ask"] == "deal chance"
    rows = [
        " ".join(b.text.split())
        for b in table.page.buttons("ask")
        if b.attributes.get("data-answer")
    ]
    assert rows[:2] == ["A Mediterranean Avenue", "A Baltic Avenue"]
    assert table.app.deed == 0  # none of those to be dealt looks chosen
    everyone = 2 * table.session.state.seats
    assert f"Deed 1 of {everyone}: each player starts with two." in table.page.text("ask")
    search(table, "boardwalk")
    table.say("deal Ada boardwalk")
    assert table.session.state.owner[39] == 0
    assert f"Deed 2 of {everyone}:" in table.page.text("ask")
    assert len(table.answers()) == 27
    table.do("undo")
    assert len(table.answers()) == 28
    table.say("deal Ada baltic-avenue")
    assert table.session.state.owner[3] == 0


def test_a_card_that_only_says_its_effect_has_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(parts: SentenceParts, card: Card) -> str:
        return f"{answer_labels.card_effect(parts, card)}."

    monkeypatch.setattr(SentenceParts, "what_card_says", plain)
    table = by_hand("Ada", "Ben")
    tap(table, 3, 4)
    assert table.page.state["ask"] == "card chance"
    assert table.page.text("ask").count("Go to jail") == 1


def test_in_jail_the_other_ways_out_are_beside_the_dice() -> None:
    table = by_hand("Ada", "Ben", position={"seat": {"Ada": {"jail": 0}}})
    assert {"fine", "roll"} <= set(table.answers())
    tap(table, 2, 2)
    assert table.session.state.at[0] == 14


@pytest.mark.parametrize(
    "arg", ["", "0", "2 3", "0 7", "0 0", "x y", "0 ١", "-1 3", "0 " + "3" * 50]
)
def test_an_invalid_die_face_is_ignored(arg: str) -> None:
    table = by_hand("Ada", "Ben")
    table.do("die", arg, where="ask")
    assert pressed(table) == []
    assert lines(table) == []


def test_dice_cannot_be_entered_when_the_program_throws_them() -> None:
    table = Table()
    table.play("Ada", "Ben")
    tap(table, 4, 1)
    table.gesture(kind="digit", arg="3")
    assert all(line.startswith("chance shuffle") for line in lines(table))


def test_dice_cannot_be_entered_during_another_question() -> None:
    table = by_hand("Ada", "Ben")
    tap(table, 4, 1)
    tap(table, 4, 1)
    assert lines(table) == ["Ada roll", "chance dice 4 1"]


def test_bots_join_a_whole_game_by_hand() -> None:
    """The program asks for the bots' dice and cards too."""
    table = Table()
    bots = {"Ben": "simple", "Cleo": "steady"}
    house = {"limit-rounds": 3}
    table.play("Ada", "Ben", "Cleo", bots=bots, chance="by-hand", house_rules=house)
    for n in range(400):
        if isinstance(table.session.state.ask, Over):
            break
        asked = table.page.state["ask"]
        if asked.startswith(("dice", "roll", "rent-roll")):
            tap(table, n % 6 + 1, n * 5 % 4 + 1)
        elif asked.startswith(("card", "deal")):
            table.say(table.answers()[n % 7])
        else:
            table.say(table.answers()[0])
    assert isinstance(table.session.state.ask, Over)
    by = {entry.by for entry in table.session.entries if entry.seat < 0}
    assert by == {"hand"}
