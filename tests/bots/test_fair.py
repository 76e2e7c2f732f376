"""Bots use public information only.

Hidden decks and the seed do not change their answers. A new bot that reads the record gives the same
answers as one that has watched the game."""

from __future__ import annotations

import random

import pytest

from titledeed.bots import BOTS
from titledeed.bots.protocol import View
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.reducer import (
    play_in_place,
)
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.bot_scheduler import BotScheduler

BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
NAMES = [name for name in BOTS if name != "steady-1"]
# In the usual run each bot plays by one of the books, and each book is used by at least one bot.
EACH = [
    pytest.param(
        name, book, marks=[pytest.mark.long] if (n - NAMES.index(name)) % len(BOOKS) else []
    )
    for name in NAMES
    for n, book in enumerate(BOOKS)
]


@pytest.mark.parametrize(("name", "book"), EACH)
def test_hidden_decks_change_nothing_and_a_new_bot_gives_the_same_answers(
    name: str, book: str
) -> None:
    """Every fifth question is put again to a new bot at a copy of the table with reordered decks.

    The order differs from question to question. The new bot has seen only the past in the record."""
    state = lay_out_state(rules_compiler.make_rules(book), 4, asked=False, by_hand=False)
    players = BotScheduler([BOTS[name]() for _ in range(4)])
    asked = 0
    last = 14 if book == "modern" else 8
    while not isinstance(state.ask, Over) and state.round < last:
        if state.ask.seat == CHANCE:
            play_in_place(state, CHANCE, rng.chance_answer(state, 8))
            continue
        move = players.next(state)
        assert move is not None
        seat, choice = move
        asked += 1
        if asked % 5 == 0:
            hidden = state.copy()
            order = random.Random(asked)
            hidden.decks = [order.sample(deck, len(deck)) for deck in hidden.decks]
            hidden.draws += 7
            memory = list(players._made[seat])
            if memory and memory[-1] == choice.answer:
                memory.pop()  # noted with the choice itself
            view = View(hidden, seat, list(players.past), memory, players.purchases)
            again = BOTS[name]().choose(view, Options(hidden, seat))
            assert again == choice
        turns = state.turns
        play_in_place(state, seat, choice.answer)
        players.note(turns, seat, choice.answer)
    assert asked > (100 if book == "modern" else 40)
