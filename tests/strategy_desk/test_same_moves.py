"""A player from rules and its Python program make the same moves, whatever the rules are."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from titledeed.bots import BOTS
from titledeed.bots.protocol import Bot
from titledeed.engine.asks import Over
from titledeed.engine.record import Game, read_record
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab.batch_games import record_of, seed_of
from titledeed.lab.third_party_bots import Guarded
from titledeed.language.catalogue import Catalogue
from titledeed.strategies.playing_rules import CHOICE, RULES, SWITCH, PlayingRules
from titledeed.strategies.strategy_file import Strategy
from titledeed.strategy_desk.python_program import python_program

OTHERS = ("dealer", "steady", "builder", "hoarder", "novice", "simple", "hermit")
BOOKS = ("modern", "classic", "australian", "wikibooks", "parker1973")


def drawn_rules(chance: random.Random) -> PlayingRules:
    """Any rules; half of them keep their usual values."""
    values: dict[str, Any] = {}
    for rule in RULES:
        if chance.random() < 0.5:
            continue
        if rule.kind == SWITCH:
            values[rule.id] = chance.random() < 0.5
        elif rule.kind == CHOICE:
            values[rule.id] = chance.choice(rule.choices)[0]
        else:
            values[rule.id] = rule.read(rule.low + chance.random() ** 2 * (rule.high - rule.low))
    return replace(PlayingRules(), **values)


def program_of(strategy: Strategy, language: str = "en") -> type:
    names: dict[str, Any] = {}
    exec(python_program(strategy, Catalogue(language)), names)
    return next(v for v in names.values() if isinstance(v, type) and hasattr(v, "choose"))


def lines_of(book: str, others: list[str], seed: int, own: Bot) -> list[str]:
    """The lines of a game whose first seat ``own`` plays."""
    table = record_of(book, ["", *others], house_rules={"limit-rounds": 60})
    game = Game(read_record(table))
    if isinstance(own, Guarded):
        own.notation = game.notation
    bots: list[Bot] = [own, *(BOTS[name]() for name in others)]
    players = BotScheduler(bots)
    lines: list[str] = []

    def told(seat: int, answer: Any) -> None:
        lines.append(game.notation.line(seat, answer, game.state))

    while not isinstance(game.state.ask, Over):
        players.advance(game.state, seed, told=told)
    return lines


def compare(n: int) -> None:
    chance = random.Random(f"same moves {n}")
    strategy = Strategy("Magpie", drawn_rules(chance) if n else PlayingRules())
    others = [chance.choice(OTHERS) for _ in range(chance.choice((1, 2, 3, 3)))]
    book, seed = BOOKS[n % len(BOOKS)], seed_of(32, n)
    one = lines_of(book, others, seed, strategy.make_bot())
    notation = Game(read_record(record_of(book, ["", *others]))).notation
    program = Guarded(program_of(strategy)(), notation)
    two = lines_of(book, others, seed, program)
    assert not program.faults, (n, book, others)
    assert one == two, (n, book, others)


@pytest.mark.parametrize("n", range(4))
def test_the_program_makes_the_same_moves(n: int) -> None:
    compare(n)


@pytest.mark.long
@pytest.mark.parametrize("n", range(4, 200))
def test_the_program_makes_the_same_moves_in_more_games(n: int) -> None:
    compare(n)
