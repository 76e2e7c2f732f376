"""What bots keep from one position to the next, and what they read from the view instead, is the same as in
a position that is computed from nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from random_positions import random_position
from scene import BOOKS
from titledeed.bots.protocol import View
from titledeed.bots.shared_bot_strategy import PolicyBot
from titledeed.bots.trading import Standing, TradeContext, _exchanges_with
from titledeed.bots.valuation import Holdings, board_of, holdings_of, rent_now
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import Over
from titledeed.engine.legal_answers import Options
from titledeed.engine.state import State
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab import batch_games

STEADY_AND_OTHERS = ["steady", "dealer", "steady", "builder"]
MOST_ANSWERS = 900
GAMES = [1, pytest.param(40, marks=pytest.mark.long)]


def from_nothing(view: View) -> Holdings:
    board = board_of(view)
    now = (tuple(view.owner), tuple(view.mortgaged), tuple(view.level))
    return Holdings(board, *now, sum(view.playing) - 1)


def worths(position: Holdings, view: View, draw: random.Random) -> Iterator[object]:
    """Figures of a position. Two calls with equal draws ask the same questions."""
    seats = [seat for seat, plays in enumerate(view.playing) if plays]
    yield position.shared, position.free
    for seat in seats:
        yield position.deeds(seat), position.threat(seat)
        for cash in (0, 137, 800, view.cash[seat]):
            yield position.now(seat, cash)
        unowned = [i for i in view.rules.ownable if view.owner[i] < 0]
        for i in draw.sample(unowned, min(2, len(unowned))):
            yield position.worth(seat, 300, position.with_deed(seat, i))
    for a in seats:
        for b in seats:
            mine, theirs = view.deeds(a), view.deeds(b)
            if a == b or not mine or not theirs:
                continue
            both = position.after(a, b, (draw.choice(mine),), (draw.choice(theirs),))
            yield position.worth(a, 250, both[0]), position.worth(b, 250, both[1])
    standing = Standing(view, position, TradeContext())
    for other in view.others():
        yield _exchanges_with(standing, other)
    for i in view.rules.ownable:
        yield position.rent(i)


def games_with_positions(book: str, games: int) -> Iterator[State]:
    """The State whenever deeds, buildings or mortgages have changed, while bots play."""
    setting = batch_games.setting_of(batch_games.record_of(book, STEADY_AND_OTHERS))
    for game in range(games):
        state = setting.opening()
        players = BotScheduler(setting.players())
        seed = batch_games.seed_of(5, game)
        latest, answers = -1, 0
        while not isinstance(state.ask, Over) and answers < MOST_ANSWERS:
            if state.changes != latest:
                latest = state.changes
                yield state
            players.advance(state, seed)
            answers += 1


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_position_taken_over_from_the_one_before_has_the_same_worths(
    book: str, games: int
) -> None:
    for n, state in enumerate(games_with_positions(book, games)):
        view = View(state, state.turn)
        kept = list(worths(holdings_of(view), view, random.Random(n)))
        assert kept == list(worths(from_nothing(view), view, random.Random(n)))


@pytest.mark.parametrize("book", BOOKS)
def test_each_change_of_a_game_is_taken_over(book: str) -> None:
    """As above, after single changes: a deed, a building or a mortgage that comes or goes."""
    rules = rules_compiler.make_rules(book)
    for n in range(12):
        draw = random.Random(f"{book} {n}")
        state = random_position(rules, draw)
        for _ in range(12):
            space = draw.choice(rules.ownable)
            if state.owner[space] >= 0 and not state.level[space]:
                if draw.random() < 0.5:
                    state.mortgaged[space] = not state.mortgaged[space]
                else:
                    state.owner[space] = draw.choice([s for s in range(4) if s < state.seats])
            elif state.level[space]:
                state.level[space] -= 1
            state.changes += 1
            view = View(state, state.turn)
            seed = draw.random()
            kept = list(worths(holdings_of(view), view, random.Random(seed)))
            assert kept == list(worths(from_nothing(view), view, random.Random(seed)))


@pytest.mark.parametrize("book", BOOKS)
def test_a_bot_reads_from_the_view_what_the_position_says(book: str) -> None:
    rules = rules_compiler.make_rules(book)
    for n in range(60):
        state = random_position(rules, random.Random(f"{book} {n}"))
        for seat in range(state.seats):
            view = View(state, seat)
            position = holdings_of(view)
            holding = position.holding(seat)
            bot = PolicyBot()
            bot._look(view)
            assert bot._sets == holding.groups
            assert bot._deeds == position.deeds(seat)
            assert bot._broken == [i for i in bot._deeds if state.mortgaged[i]]
            assert bot._pledges(view) == (holding.bare, holding.tied)
            for i in rules.ownable:
                assert rent_now(position.board, view, i) == position.rent(i)


@pytest.mark.parametrize("book", BOOKS)
def test_building_sites_are_ranked_by_what_the_next_building_gains(book: str) -> None:
    rules = rules_compiler.make_rules(book)
    for n in range(20):
        draw = random.Random(f"{book} {n}")
        board = board_of(View(random_position(rules, draw), 0))
        for board_at_end in (board, board.in_last_round(draw.randrange(40), [draw.randrange(40)])):
            for g in range(board.colours):
                for level in range(rules.top):
                    left = set(board.sets[g])
                    for best in board_at_end.sites(g, level):
                        gains = {i: board_at_end.gain(i, level) for i in board.sets[g] if i in left}
                        assert best == max(gains, key=gains.__getitem__)
                        left.remove(best)


def test_a_view_shows_a_game_that_changes_in_place() -> None:
    state = random_position(rules_compiler.make_rules("modern"), random.Random(1))
    view = View(state, state.turn)
    state.cash[0] += 1
    state.level[39] += 1
    state.mortgaged[5] = not state.mortgaged[5]
    for name in ("at", "cash", "claims", "held", "jail", "level", "mortgaged", "owner", "playing"):
        assert getattr(view, name) == getattr(state, name)


def test_a_bot_looks_again_after_a_change() -> None:
    rules = rules_compiler.make_rules("modern")
    state = random_position(rules, random.Random(1))
    bot = PolicyBot()
    view = View(state, state.turn)
    bot.choose(view, Options(state, state.turn))
    bot._look(view)
    before = list(bot._deeds)
    taken = next(i for i in rules.ownable if state.owner[i] != state.turn)
    state.owner[taken] = state.turn
    state.changes += 1
    bot._look(View(state, state.turn, view.past))
    assert bot._deeds == sorted([*before, taken])
