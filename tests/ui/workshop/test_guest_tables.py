"""Several games at once among written bots: the same games as when each is played alone in one process."""

from __future__ import annotations

from typing import Any

import pytest

from fake_page import FakePage
from fickle_bot import FICKLE
from titledeed.bots import BOTS
from titledeed.bots.protocol import Bot
from titledeed.bots.written_bots import written_id
from titledeed.cli.tournament_command import play_again
from titledeed.engine.asks import Over
from titledeed.engine.record import Game, Record, read_record
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab.batch_games import seed_of
from titledeed.ui.workshop.actions.guest_tables import GuestTables
from titledeed.workshop.bot_code import BotProgram
from titledeed.workshop.bot_file import BotFile
from titledeed.workshop.fenced_bot import FencedBot
from titledeed.workshop.refereed_game import RefereedGame
from titledeed.workshop.steps import STEPS
from titledeed.workshop.tournament import Entrant, Result, Tournament, digest_of

FILES = [BotFile(f"Bot{n}", f"# {n}\n{STEPS[n].solution}") for n in (5, 4, 0)]
CODES = {written_id(bot.name, bot.key): bot.code for bot in FILES}
IDS = list(CODES)


def record(*bots: str, rounds: int = 12) -> Record:
    seats = [{"name": f"P{n}", "bot": bot} for n, bot in enumerate(bots)]
    return read_record(
        {
            "format": "title-deed/1",
            "rulebook": "modern",
            "seats": seats,
            "house_rules": {"limit-rounds": rounds},
        }
    )


def in_one_process(table: Record, seed: int) -> list[str]:
    game = Game(table)
    bots: list[Bot] = []
    for seat in table.seats:
        if seat.bot in BOTS:
            bots.append(BOTS[seat.bot]())
            continue
        program = BotProgram(CODES[seat.bot])
        program.load()
        bots.append(FencedBot(program, game.notation))
    players, state, lines = BotScheduler(bots), game.state, []
    while type(state.agenda[-1]) is not Over:
        players.advance(
            state, seed, told=lambda seat, a: lines.append(game.notation.line(seat, a, state))
        )
    return lines


class Played:
    """Games at tables of a page without a browser."""

    def __init__(self, games: list[RefereedGame], codes: dict[str, str], most: int = 3) -> None:
        self.page = FakePage()
        self.ended: list[RefereedGame] = []
        self.found: list[tuple[str, str]] = []
        self.failed: list[str] = []
        self.tables = GuestTables(
            self.page,
            self.ended.append,
            lambda bot, finding: self.found.append((bot, finding.key)),
            self.failed.append,
        )
        for game in games:
            self.tables.play(game, codes)
        self.run()

    def run(self) -> None:
        while self.page.tick():
            pass


def test_games_at_once_are_the_same_as_alone() -> None:
    games = [RefereedGame(record(*IDS, "simple"), seed_of(3, n)) for n in range(3)]
    played = Played(games, CODES)
    assert not played.found
    assert set(map(id, played.ended)) == set(map(id, games))
    for game in games:
        assert game.lines == in_one_process(game.record, game.seed)
        assert game.winners
        assert game.replaced == [0, 0, 0, 0]
    assert len(played.page.fences) == 3
    for fence in played.page.fences:
        asked = [each for message in fence.heard for each in message["each"]]
        assert len({each["code"] for each in asked if "code" in each}) == 1
        assert not any("shuffle" in line for each in asked for line in each.get("lines", []))
    # A table replays without any program.
    table: Any = games[0].table()
    assert read_record(table).seats[0].bot == IDS[0]


def test_programs_that_draw_and_remember_play_the_same_games_again() -> None:
    """In the page several games share a fence; the command line has one for each game and seat."""
    bots = [Entrant("", BotFile(f"Fickle {n}", f"# {n}\n{FICKLE}")) for n in range(4)]
    league = Tournament.of("Fickle", bots, "3" * 32, 1)
    league.rounds = 5
    stage = league.league
    games = [RefereedGame(league.record(stage, n), stage.seed(n)) for n in range(stage.games)]
    played = Played(games, league.codes())
    assert not played.found
    assert len(played.page.fences) == 4
    assert any("decline" in line for line in games[0].lines), games[0].lines
    for number, game in enumerate(games):
        stage.results[number] = Result(game.winners, digest_of(game.lines), tuple(game.replaced))
    assert play_again(league, stage) == []


@pytest.mark.parametrize("why", ["late", "dead"])
def test_a_program_that_hangs_or_crashes_is_tried_three_times(why: str) -> None:
    played = Played([], CODES)
    fence_of = played.page.fence

    def fence(failed: Any) -> Any:
        made = fence_of(failed)
        if len(played.page.fences) != 2:
            made.breaks["many"] = why
        return made

    played.page.fence = fence  # type: ignore[method-assign]
    game = RefereedGame(record(IDS[0], IDS[1], rounds=6), 5)
    played.tables.play(game, CODES)
    played.run()
    assert played.ended == [game]
    assert played.tables.given_up(IDS[0]) or played.tables.given_up(IDS[1])
    assert len(played.page.fences) == 4
    lost = 0 if played.tables.given_up(IDS[0]) else 1
    assert game.replaced[lost] > 3, "also what simple answers afterwards"
    assert game.replaced[1 - lost] == 0
    key = "too-slow" if why == "late" else "broke-python"
    assert {found for _, found in played.found} == {key}


def test_a_program_that_always_takes_long_cannot_stop_a_league() -> None:
    played = Played([], CODES)
    fence_of = played.page.fence

    def fence(failed: Any) -> Any:
        made = fence_of(failed)
        whole = made.ask

        def ask(question: Any, limit: float, done: Any) -> None:
            played.page.after(5900, lambda: whole(question, limit, done))

        if len(played.page.fences) == 1:
            made.ask = ask
        return made

    played.page.fence = fence  # type: ignore[method-assign]
    game = RefereedGame(record(IDS[0], IDS[1], rounds=60), 5)
    before = played.page.now()
    played.tables.play(game, CODES)
    played.run()
    assert played.ended == [game]
    assert played.page.now() - before < 700_000
    assert sum(map(bool, game.replaced)) == 1
    assert {key for _, key in played.found} == {"long-game"}


@pytest.mark.parametrize("times", [2, 3])
def test_a_fence_that_starts_slowly_is_tried_again_and_costs_the_bot_nothing(times: int) -> None:
    played = Played([], CODES)
    fence_of = played.page.fence

    def fence(failed: Any) -> Any:
        made = fence_of(failed)
        slow = len(played.page.fences) <= times
        whole = made.ask

        def ask(question: Any, limit: float, done: Any) -> None:
            if slow:
                played.page.after(1, lambda: (failed("slow"), done({"broken": "slow"})))
            else:
                whole(question, limit, done)

        made.ask = ask
        return made

    played.page.fence = fence  # type: ignore[method-assign]
    game = RefereedGame(record(IDS[0], IDS[1], rounds=6), 5)
    played.tables.play(game, CODES)
    played.run()
    assert played.failed == ["slow"] * (times == 3)
    if times == 2:
        assert game.lines == in_one_process(game.record, 5)
        assert not any(game.replaced)
        assert not played.found


def test_all_answers_of_simple_for_a_program_that_is_given_up_are_counted() -> None:
    game = RefereedGame(record(IDS[0], "simple", rounds=4), 5)
    game.give_up(0)
    while not game.over:
        assert game.advance() is None
    answered = sum(line.startswith("P0 ") for line in game.lines)
    assert game.replaced == [answered, 0]
    assert answered


def test_wrong_answers_are_replaced_and_counted() -> None:
    wrong = BotFile("Wrong", "class B:\n    def choose(self, view, options):\n        return 1\n")
    id = written_id(wrong.name, wrong.key)
    game = RefereedGame(record(id, "simple", rounds=4), 5)
    played = Played([game], {id: wrong.code})
    assert game.replaced[0] > 4
    assert {key for _, key in played.found} == {"not-an-answer"}
    assert game.lines == in_one_process_with_simple(game)


def in_one_process_with_simple(game: RefereedGame) -> list[str]:
    again = RefereedGame(record("simple", "simple", rounds=4), game.seed)
    while not again.over:
        again.advance()
    return again.lines
