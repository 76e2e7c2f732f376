"""The ``repr`` of a state and of a game is readable in a failed test."""

from __future__ import annotations

from scene import table


def test_the_repr_of_a_state_shows_the_holdings_of_each_seat_and_the_pending_question() -> None:
    seats = {
        "Ada": {"cash": 400, "at": "@24", "deeds": "boardwalk:2 park-place:1 baltic-avenue:m"},
        "Ben": {"jail": 1, "cards": ["chance"]},
        "Cleo": {"out": True},
    }
    t = table("modern", seats=seats, round=7)
    assert repr(t.game.state) == (
        "<State round 7, turn of 0, stock 29/12; seat 0 has 400 at @24 @3:m @37:1 @39:2; "
        "seat 1 has 1500 at @10 in jail 1 chance-card; seat 2 is out; "
        "waits on AskRoll(seat=0, released=False)>"
    )
    t.play("Ada roll")
    assert repr(t.game.state).endswith(
        "waits on AskDice(mover=0, purpose='move', released=False) < Settle(seat=0, freed=False)>"
    )


def test_the_repr_of_a_game_shows_its_last_line_and_the_pending_question() -> None:
    t = table("classic").play("Ada roll")
    shown = repr(t.game)
    assert shown.startswith(
        "<Game classic on atlantic-city of Ada, Ben, Cleo: 3 lines, last “Ada roll”, "
        "asks “chance dice”; <State round 1, turn of 0, stock 32/12; seat 0 has 1500 at @0; "
    )
    assert len(shown) < 400
