"""No bot answers differently when its view is the same object at every question instead of a new one.

A counted game uses one state; a game at a table makes a new one with every answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from titledeed.bots import BOTS
from titledeed.bots.frozen.steady_1 import Steady1
from titledeed.bots.protocol import Bot, Choice, View
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
from titledeed.engine.state import (
    State,
)
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab.batch_games import seed_of

BOOKS = ("modern", "classic", "australian", "wikibooks", "parker1973")


class KeptViews(BotScheduler):
    """Asks its bots with the same view objects throughout a game."""

    def __init__(self, bots: list[Bot]) -> None:
        super().__init__(bots)
        self.kept: dict[int, View] = {}

    def _view(self, state: State, seat: int) -> View:
        view = self.kept.setdefault(seat, super()._view(state, seat))
        view._state = state
        view.offered = self._made[seat]
        return view


def choices(
    make: Callable[[], Bot], players_of: type[BotScheduler], game: int, rounds: int
) -> list[str]:
    """Return every choice in a game of three to five such bots, with sentences and figures.

    With reused views there is one state for the whole game; otherwise each answer makes a new one."""
    seats = 3 + game % 3
    state = lay_out_state(
        rules_compiler.make_rules(BOOKS[game % 5]), seats, asked=bool(game % 2), by_hand=False
    )
    players = players_of([make() for _ in range(seats)])
    seed = seed_of(31, game)
    choices_made = []
    while not isinstance(state.ask, Over) and state.round <= rounds:
        if players_of is not KeptViews:
            state = state.copy()
        if state.ask.seat == CHANCE:
            play_in_place(state, CHANCE, rng.chance_answer(state, seed))
            continue
        move = players.next(state)
        assert move is not None
        seat, choice = move
        choices_made.append(f"{seat} {choice}")
        turns = state.turns
        play_in_place(state, seat, choice.answer)
        players.note(turns, seat, choice.answer)
    return choices_made


def differ(make: Callable[[], Bot], game: int, rounds: int) -> bool:
    with_one_view = choices(make, KeptViews, game, rounds)
    assert len(with_one_view) > 50
    return with_one_view != choices(make, BotScheduler, game, rounds)


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_plays_the_same_with_one_view_as_with_new_views(name: str) -> None:
    games, rounds = (2, 7) if name == "shark" else (5, 16)
    assert [game for game in range(games) if differ(BOTS[name], game, rounds)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", list(BOTS))
def test_bots_play_the_same_with_one_view_in_two_hundred_games(name: str) -> None:
    games, rounds = (200, 20) if name == "shark" else (200, 200)
    assert [game for game in range(games) if differ(BOTS[name], game, rounds)] == []


class Idle(Steady1):
    """Has the old cache of ``steady-1``: no wishes until it has more cash or sees another view."""

    __slots__ = ("idle", "seen")

    def __init__(self) -> None:
        super().__init__()
        self.seen: tuple[object, int] = (None, -1)
        self.idle = -1

    def _standing(self, view: View, options: Options) -> Choice | None:
        if self.seen != (view, view.changes):
            self.seen, self.idle = (view, view.changes), -1
        if view.cash[view.seat] <= self.idle and not view.claims:
            return None
        choice = super()._standing(view, options)
        if choice is None:
            self.idle = view.cash[view.seat]
        return choice


def test_a_cache_with_the_lifetime_of_the_view_is_found() -> None:
    assert any(differ(Idle, game, 40) for game in range(10))


def test_the_players_of_a_table_never_ask_twice_with_the_same_view() -> None:
    seen: list[View] = []

    class Watching(Steady1):
        """Records its views."""

        def choose(self, view: View, options: Options) -> Choice | None:
            seen.append(view)
            return super().choose(view, options)

    state = lay_out_state(rules_compiler.make_rules("modern"), 2, asked=False, by_hand=False)
    players = BotScheduler([Watching(), Watching()])
    while state.round <= 5:
        players.advance(state, 3)
    assert len({id(view) for view in seen}) == len(seen) > 20
