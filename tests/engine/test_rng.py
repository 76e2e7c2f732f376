"""The seed's dice and shuffles belong to the record format: these numbers never change."""

from __future__ import annotations

from collections import Counter

from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Dice,
)
from titledeed.engine.asks import (
    AskDice,
)
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.record import Game, Record, Seat
from titledeed.engine.reducer import play_in_place
from titledeed.engine.special_seats_and_ids import CHANCE


def test_the_generator_is_splitmix64() -> None:
    # The first outputs of the authors' own C program for the seed 1234567.
    gamma, mask = 0x9E3779B97F4A7C15, 2**64 - 1
    first = [rng._mix(1234567 + k * gamma & mask) for k in (1, 2)]
    assert first == [6457827717110365317, 3203168211198807973]


def test_a_given_seed_always_produces_the_same_numbers() -> None:
    assert [rng.random_number(42, n) for n in range(4)] == [
        2794505115016152049,
        1530965046410696263,
        12555369654503884197,
        4914740243299270090,
    ]


def test_a_given_seed_always_produces_the_same_throws() -> None:
    table = lay_out_state(rules_compiler.make_rules("modern"), 2, asked=False, by_hand=True)
    table.agenda.append(AskDice(0, "order"))
    throws = []
    for n in range(6):
        table.draws = n
        throw = rng.chance_answer(table, 0)
        assert isinstance(throw, Dice)
        throws.append((throw.a, throw.b))
    assert throws == [(4, 2), (5, 4), (1, 3), (2, 6), (4, 1), (6, 6)]


def test_a_given_seed_always_produces_the_same_shuffle() -> None:
    order = rng.shuffled(list(range(16)), rng.random_number(42, 0))
    assert order == (5, 12, 15, 13, 6, 14, 4, 11, 9, 0, 7, 3, 10, 1, 8, 2)


def test_the_seed_fills_in_the_first_lines_of_a_game() -> None:
    game = Game(Record("modern", [Seat("Ada"), Seat("Ben")], seed=7))
    game.line("Ada roll")
    game.line("Ben roll")
    assert game.lines[0].startswith("chance shuffle chance ")
    assert game.lines[2:4] == ["Ada roll", "chance dice 5 1"]
    assert sorted(game.lines[1].split()[3:]) == sorted(card.id for card in game.rules.decks[1])


def test_the_nth_chance_answer_depends_only_on_the_seed_and_n() -> None:
    """Answers entered by hand before do not change the next answer of the seed."""
    games = [Game(Record("modern", [Seat("Ada"), Seat("Ben")], seed=5)) for _ in range(2)]
    for game, throw in zip(games, ("chance dice 1 2", "chance dice 6 5"), strict=True):
        for line in ("Ada roll", throw, "Ben roll", "chance dice 3 4"):
            game.line(line)
        starter = game.notation.seat_word(game.state.turn)
        game.line(f"{starter} roll")
        game.fill(game.state, game.lines, [], None)
    thrown = [[line for line in game.lines if "dice" in line][-1] for game in games]
    assert thrown[0] == thrown[1]


def test_dice_are_fair() -> None:
    counts = Counter(rng.random_number(1, n) % 36 for n in range(36_000))
    assert len(counts) == 36
    # chi-square with 35 degrees of freedom; 66.6 is exceeded once in a thousand seeds
    assert sum((c - 1000) ** 2 / 1000 for c in counts.values()) < 66.6


def test_a_shuffle_can_put_any_card_in_any_place() -> None:
    places = Counter(
        (card, place)
        for n in range(4000)
        for place, card in enumerate(rng.shuffled(list(range(8)), rng.random_number(3, n)))
    )
    assert len(places) == 64
    assert sum((c - 500) ** 2 / 500 for c in places.values()) < 112.3  # 63 degrees, p < 0.0001


def test_the_program_fills_in_chance_lines_only_as_the_next_line_needs_them() -> None:
    game = Game(Record("modern", [Seat("Ada"), Seat("Ben")], seed=5, position={"turn": "Ada"}))
    game.line("Ada roll")
    assert game.state.ask.seat == CHANCE
    assert len([line for line in game.lines if line.startswith("chance")]) == 2
    play_in_place(game.state, CHANCE, Dice(1, 2))
    assert game.state.at[0] == 3
