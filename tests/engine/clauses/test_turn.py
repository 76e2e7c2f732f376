"""A turn: the throw, the move, the space that decides, and whose turn is next."""

from __future__ import annotations

import pytest

from scene import clause, table


@clause("turn.throw-and-move")
def test_a_token_moves_by_the_sum_of_both_dice(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "income-tax"}})
    t.throw("Ada", 4, 2).at(Ada="jail").cites("turn.throw-and-move").ask("Ada end")


@clause("turn.throw-and-move")
def test_a_player_cannot_end_a_turn_without_throwing(book: str) -> None:
    table(book).refuses("Ada end", "turn.throw-and-move").refuses("Ada decline")


@clause("turn.throw-and-move", "turn.order")
def test_only_the_player_to_move_can_throw(book: str) -> None:
    t = table(book).refuses("Ben roll", "turn.order").refuses("Cleo roll", "turn.throw-and-move")
    t.throw("Ada", 4, 6).refuses("Ben roll", "turn.order").refuses("Ada roll", "turn.completion")


@clause("turn.order")
def test_the_turn_passes_to_the_left_and_skips_retired_players(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora", seats={"Ben": {"out": True}})
    t.throw("Ada", 4, 6).play("Ada end").ask("Cleo roll").cites("turn.order")
    t.throw("Cleo", 4, 6).play("Cleo end").ask("Dora roll").round(1)
    t.throw("Dora", 4, 6).play("Dora end").ask("Ada roll").round(2)


@clause("turn.order", books=("australian",))
def test_players_of_the_australian_rulebook_may_agree_to_pass_the_turn_to_the_right(
    book: str,
) -> None:
    t = table(book, house={"turn.order": "right"})
    assert t.game.rules.official
    t.throw("Ada", 4, 6).play("Ada end").ask("Cleo roll").round(1)
    t.throw("Cleo", 4, 6).play("Cleo end").ask("Ben roll")
    t.throw("Ben", 4, 6).play("Ben end").ask("Ada roll").round(2)


@clause("turn.order", books=("classic", "modern", "wikibooks", "parker1973"))
def test_passing_the_turn_to_the_right_is_a_house_rule_in_the_other_rulebooks(book: str) -> None:
    t = table(book, house={"turn.order": "right"})
    assert not t.game.rules.official
    t.throw("Ada", 4, 6).play("Ada end").ask("Cleo roll").cites("turn.order")


@clause("turn.completion", "purchase.option")
def test_a_turn_cannot_end_while_a_purchase_is_open(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).ask("Ada buy")
    t.refuses("Ada end", "turn.completion").refuses("Ada roll", "turn.completion")
    t.play("Ada decline").ask("Ben bid").refuses("Ada end", "turn.completion")


@clause("turn.completion")
def test_a_turn_cannot_end_while_a_card_or_a_debt_is_open(book: str) -> None:
    t = table(
        book, seats={"Ada": {"cash": 10, "deeds": "short-line"}}, deck={"chance": ["small-fine"]}
    )
    t.throw("Ada", 3, 4).ask("chance card").refuses("Ada end", "turn.completion")
    t.play("chance card small-fine").ask("Ada debt").refuses("Ada end", "turn.completion")
    t.play("Ada mortgage short-line", "Ada pay", "Ada end").ask("Ben roll").cites("turn.completion")


@clause("turn.completion", "doubles.extra-throw")
def test_a_turn_cannot_end_before_an_extra_throw_for_doubles(book: str) -> None:
    t = table(book).throw("Ada", 5, 5).ask("Ada roll")
    t.refuses("Ada end", "turn.completion", "doubles.extra-throw")


@clause("turn.completion")
def test_a_turn_ends_only_by_an_answer_of_its_player(book: str) -> None:
    t = table(book).throw("Ada", 4, 6).ask("Ada end").refuses("Ben end", "turn.completion")
    t.play("Ada end").ask("Ben roll").refuses("Ada end")


@clause("turn.token-stays")
def test_the_next_move_starts_from_the_space_of_the_token(book: str) -> None:
    t = table(book, players="Ada Ben").throw("Ada", 4, 6).play("Ada end").at(Ada="jail")
    t.throw("Ben", 4, 6).play("Ben end").at(Ada="jail")
    t.throw("Ada", 4, 6).at(Ada="free-parking").cites("turn.token-stays")


@clause("turn.shared-space")
def test_several_tokens_may_share_a_space(book: str) -> None:
    t = table(book, seats={name: {"at": "income-tax"} for name in ("Ada", "Ben", "Cleo")})
    for name in ("Ada", "Ben", "Cleo"):
        t.throw(name, 4, 2)
        if name != "Ada":
            t.cites("turn.shared-space")
        t.play(f"{name} end")
    t.at(Ada="jail", Ben="jail", Cleo="jail")
    t.cash(Ada=1500, Ben=1500, Cleo=1500).jail(Ada="free", Ben="free", Cleo="free")


@clause("turn.space-decides")
@pytest.mark.parametrize(
    ("start", "dice", "ask"),
    [
        ("go", (1, 2), "Ada buy"),
        ("go", (3, 4), "chance card"),
        ("go", (4, 6), "Ada end"),
        ("jail", (4, 6), "Ada end"),
        ("jail", (6, 5), "Ada end"),  # she owns Kentucky Avenue
        ("short-line", (2, 3), "Ada end"),
        ("b-and-o-railroad", (2, 3), "Ada end"),
        ("free-parking", (4, 1), "Ada end"),  # Ben's railroad
    ],
)
def test_the_space_reached_decides_the_next_step(
    book: str, start: str, dice: tuple[int, int], ask: str
) -> None:
    t = table(
        book,
        seats={
            "Ada": {"at": start, "deeds": "kentucky-avenue"},
            "Ben": {"deeds": "b-and-o-railroad"},
        },
    )
    t.throw("Ada", *dice).ask(ask).cites("turn.space-decides")


@clause("turn.space-decides", "rent.due")
def test_a_player_pays_no_rent_on_their_own_property(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "jail", "deeds": "kentucky-avenue"}})
    t.throw("Ada", 5, 6).ask("Ada end").cash(Ada=1500, bank=-4500)
    t.cites("turn.space-decides", "rent.due").refuses("Ada buy")
