"""The tournament on the page: bots are handed in, a league and a final are played, the file plays again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from fake_page import Table
from titledeed.cli.tournament_command import play_again
from titledeed.engine.answers import Accept, Bid, Buy, Pass
from titledeed.engine.record import Game, read_record, replay_line_by_line
from titledeed.lab.batch_games import record_of
from titledeed.lab.write_and_count_record_files import run_recorded_games
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.odds import weights_ready
from titledeed.ui.page_port import Gesture
from titledeed.ui.workshop.actions import tournament_desk
from titledeed.ui.workshop.actions.tournament_desk import TournamentDesk
from titledeed.ui.workshop.actions.workshop_screen import WorkshopScreen
from titledeed.ui.workshop.state.tournament import DecisiveMoment, TournamentState
from titledeed.ui.workshop.views import tournament as tournament_views
from titledeed.ui.workshop.views.tournament import tournament_view
from titledeed.workshop.bot_file import BotFile, write_bot
from titledeed.workshop.steps import STEPS
from titledeed.workshop.tournament import (
    BotStanding,
    Entrant,
    Result,
    Tournament,
    read_tournament,
    share_interval,
)

HANGS = "class B:\n    def choose(self, view, options):\n        return 1\n"


def desk_of(at: Table) -> TournamentDesk:
    screen = at.app.lab
    assert isinstance(screen, WorkshopScreen)
    return screen.desk


def run(at: Table) -> None:
    while at.page.tick():
        pass


def opened(bots: int) -> Table:
    at = Table()
    at.hands.open_link("#workshop")
    at.page.run()
    press(at, "cup")
    assert "No bots yet" in at.page.text("lab")
    files = []
    for n in range(bots):
        code = HANGS if n == bots - 1 else STEPS[-1 - n % 3].solution
        files.append((f"b{n}.py", write_bot(BotFile(f"Bot {n}", f"# {n}\n{code}")).encode()))
    press(at, "cup-files")
    at.page.choosing(files)
    return at


def press(at: Table, action: str, arg: str = "") -> None:
    at.hands.handle_gesture(Gesture("click", do=f"workshop-{action}", arg=arg))


def opened_seeds(at: Table) -> str:
    """What is said about the seeds, if nothing has to be unfolded for that."""
    return at.page.regions["lab"].partition('id="cup-seeds" open>')[2].partition("</details>")[0]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tournaments of one sitting and three rounds a game."""
    whole = Tournament.of

    def of(name: str, entrants: Sequence[Entrant], secret: str) -> Tournament:
        made = whole(name, entrants, secret, 1)
        made.rounds = 3
        return made

    monkeypatch.setattr(Tournament, "of", of)
    monkeypatch.setattr("titledeed.workshop.tournament.FINAL", 1)


@pytest.mark.parametrize(
    ("winners", "tied"),
    [([(0,), (0,), (0, 1), (1, 2)], False), ([(0,), (0,), (1, 2), (1, 2)], True)],
)
def test_the_table_says_what_decides_a_tie(winners: list[tuple[int, ...]], tied: bool) -> None:
    entrants = [Entrant("", BotFile(f"Bot {n}", STEPS[0].solution)) for n in range(4)]
    made = Tournament.of("", entrants, "0" * 32)
    state = TournamentState("", entrants, made)
    assert not tournament_view(state, [], "", Catalogue())["tied"], "nobody has a place yet"
    for game, bots in enumerate(winners):
        seats = tuple(made.league.seats(game).index(bot) for bot in bots)
        made.league.results[game] = Result(seats, "0" * 16, (0, 0, 0, 0))
    assert tournament_view(state, [], "", Catalogue())["tied"] == tied


@pytest.mark.parametrize(
    ("won", "tied", "says"),
    [
        ([5, 4, 3, 2, 1], [], ""),
        ([5, 4, 3, 2, 2], [3, 4], "Bot 3 and Bot 4 are tied. Bot 3 goes to the final"),
        (
            [5, 4, 2, 2, 2],
            [2, 3, 4],
            "Bot 2, Bot 3 and Bot 4 are tied. Bot 2 and Bot 3 go to the final",
        ),
        ([5, 4, 4, 2, 1], [], ""),  # both are in the final
        ([5, 4, 3, 3], [], ""),  # all are in the final
    ],
)
def test_bots_tied_for_the_final_are_marked(
    won: list[int], tied: list[int], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entrants = [Entrant("", BotFile(f"Bot {n}", f"# {n}")) for n in range(len(won))]
    rows = [BotStanding(n, x, 9, share_interval(x, 9), 0, 5) for n, x in enumerate(won)]
    monkeypatch.setattr(tournament_views, "standings", lambda *_: rows)
    state = TournamentState("", entrants, Tournament.of("", entrants, "0" * 32))
    view = tournament_view(state, [], "", Catalogue())
    assert [n for n, row in enumerate(view["rows"]) if row["tied"]] == tied
    assert view["cut"].partition(" because")[0] == says


def test_each_answer_that_can_be_decisive_is_told_as_in_the_journal() -> None:
    bots = ["dealer", "steady", "dealer", "simple"]
    (played,) = run_recorded_games(
        {"record": record_of("modern", bots), "seed": 4, "first": 0, "count": 1}
    )
    game = Game(read_record(json.loads(played["record"])))
    narrator = Narrator(game.state.rules, ["Ada", "Ben", "Cleo", "Dora"], Catalogue())
    told: dict[type, str] = {}
    state = game.state.copy()
    for events in replay_line_by_line(game):
        parsed = game.notation.parse(game.lines[-1], state)
        assert parsed is not None
        answer, state = parsed[1], game.state.copy()
        if type(answer) in tournament_desk.WEIGHED and type(answer) not in told:
            (told[type(answer)],) = tournament_desk.said(narrator, [(answer, events)])
    assert set(told) == set(tournament_desk.WEIGHED)
    assert re.fullmatch(r"\w+ buys .+ for \$\d+\.", told[Buy])
    assert re.fullmatch(r"\w+ bids \$\d+\.", told[Bid])
    assert re.match(r"\w+ passes\.", told[Pass])
    assert told[Accept].endswith(".")


# A bot has a second of the real clock: on a loaded machine one may lose a move that it keeps when played
# again.
@pytest.mark.flaky(reruns=1)
def test_a_league_and_a_final_are_played_and_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_desk, "FENCES", 2)
    at = opened(4)
    desk = desk_of(at)
    assert not at.page.fences[1:]  # the first is the workshop's own; nothing runs before the league
    press(at, "cup-remove", desk.state.entrants[0].id)
    press(at, "cup-files")
    at.page.choosing([("b0.py", write_bot(BotFile("Bot 0", STEPS[0].solution)).encode())])
    press(at, "cup-start")
    tournament = desk.state.tournament
    assert tournament is not None
    shown = at.page.text("lab")
    assert tournament.league.hash in shown
    assert tournament.league.secret not in shown
    run(at)
    assert tournament.league.done
    assert tournament.league.secret in at.page.text("lab")
    assert "the simple bot made" in at.page.text("lab")
    assert re.search(r"\d of \d+", at.page.text("lab"))  # games won, of those it played
    assert not any(fence.on for fence in at.page.fences[1:])
    press(at, "cup-final")
    assert tournament.final is not None
    assert tournament.final.hash in opened_seeds(at), "everybody sees it before the first game"
    assert not tournament.final.results
    press(at, "cup-start")
    assert not opened_seeds(at)
    run(at)
    assert tournament.final.done
    assert tournament.final.secret in opened_seeds(at)
    press(at, "cup-moment", "next")
    run(at)
    assert weights_ready()
    weigh_and_leave_the_stage(at, monkeypatch)
    if desk.state.moment is not None:
        press(at, "cup-show")
        run(at)
        assert "chance of winning" in at.page.text("lab")
        # The question stands there too, unless the answer names the property anyway.
        assert desk.state.moment.says[-1] in at.page.text("lab")
        bought = desk.state.moment.states[-2].ask.kind == "buy"
        assert (desk.state.moment.asked in at.page.text("lab")) != bought
        # What was bought is framed on the board and named in its middle.
        if bought:
            framed = (
                at.page.regions["lab"].split('class="ws-board cup-board"')[1].split("</div>")[0]
            )
            assert 'class="thumb-mark"' in framed
            assert "<p" in framed
        # The tokens on the board have names, and the winner is one of them.
        seats = tournament.final.seats(desk.state.moment.game)
        names = [tournament.title(bot) for bot in seats]
        shown = at.page.regions["lab"].split('class="cup-seats"')[1].split("</ul>")[0]
        assert [name for name in names if f">{name}</bdi>" not in shown] == []
        winner = shown.split("won this game")[0].rsplit("<li", 1)[1]
        assert f">{names[desk.state.moment.seat]}</bdi>" in winner
    press(at, "cup-save")
    saved = read_tournament(at.page.files["title-deed-tournament.json"])
    assert saved == tournament
    assert play_again(saved, saved.league) == []
    assert saved.final is not None
    assert play_again(saved, saved.final) == []
    again = Table()
    again.hands.open_link("#workshop")
    press(again, "cup")
    press(again, "cup-files")
    again.page.choosing([("t.json", saved.text().encode())])
    assert saved.final.secret in again.page.text("lab")
    for odd in (b"\xff\xfe", b"{", b"{}"):
        press(again, "cup-new")
        press(again, "cup-agree")
        press(again, "cup-files")
        again.page.choosing([("odd.json", odd)])
        assert desk_of(again).state.notes


def weigh_and_leave_the_stage(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a moment, and show the league before it is found."""
    state = desk_of(at).state
    shown = state.moment
    with monkeypatch.context() as changed:
        changed.setattr(tournament_desk, "SLICE", -1.0)
        press(at, "cup-moment", "next")
    press(at, "cup-stage", "league")
    run(at)
    assert state.moment is None
    at.page.slow_part = "odds"
    press(at, "cup-stage", "final")
    with monkeypatch.context() as changed:
        changed.setattr(tournament_desk, "weights_ready", lambda: False)
        press(at, "cup-moment", "next")
    press(at, "cup-stage", "league")
    at.page.awaiting.pop()("")
    run(at)
    assert state.moment is None
    press(at, "cup-stage", "final")
    state.moment = shown


@pytest.mark.parametrize(("gigabytes", "fences"), [(0, 8), (2, 4), (8, 8)])
def test_a_device_with_little_memory_plays_at_one_table_at_a_time(
    gigabytes: float, fences: int
) -> None:
    at = opened(8)
    at.page.gigabytes = gigabytes
    press(at, "cup-start")
    most = 0
    while at.page.tick():
        most = max(most, sum(fence.on for fence in at.page.fences[1:]))
    tournament = desk_of(at).state.tournament
    assert tournament is not None
    assert tournament.league.done
    assert most == fences


def test_a_paused_league_goes_on_with_the_same_games() -> None:
    at = opened(5)
    desk = desk_of(at)
    press(at, "cup-start")
    tournament = desk.state.tournament
    assert tournament is not None
    for _ in range(40):
        at.page.tick()
    press(at, "cup-pause")
    assert not desk.state.going
    assert not any(fence.on for fence in at.page.fences[1:])
    press(at, "cup-start")
    while at.page.tick() and len(tournament.league.results) < 8:
        pass
    press(at, "cup-pause")
    assert play_again(tournament, tournament.league) == []
    press(at, "cup-names")
    press(at, "cup-leave")
    assert "Bot workshop" in at.page.text("lab")


def test_a_reload_keeps_the_league_as_far_as_it_was_played() -> None:
    at = opened(4)
    press(at, "cup-start")
    tournament = desk_of(at).state.tournament
    assert tournament is not None
    while at.page.tick() and len(tournament.league.results) < 2:
        pass
    press(at, "cup-pause")
    played = dict(tournament.league.results)
    place = at.page.state["place"]
    later = Table(store=at.disk())
    later.hands.open_link("#" + place)
    later.page.run()
    again = desk_of(later)
    assert again.state.tournament == tournament
    assert again.state.lines == desk_of(at).state.lines
    assert f"{len(played)} of {tournament.league.games} games" in later.page.text("lab")
    press(later, "cup-start")
    run(later)
    league = again.state.tournament.league
    assert league.done
    assert {n: league.results[n] for n in played} == played
    press(later, "cup-new")
    press(later, "cup-agree")
    press(later, "cup-leave")
    assert "Bot workshop" in later.page.text("lab")
    third = Table(store=later.disk())
    third.hands.open_link("#workshop=tournament")
    third.page.run()
    assert desk_of(third).state.tournament is None
    assert len(desk_of(third).state.entrants) == 4
    assert not desk_of(third).state.lines


def test_bots_enter_by_a_press_from_the_workshop_and_the_strategy_desk() -> None:
    at = Table()
    at.do("strategies")
    at.page.run()
    at.press("lab", "Enter it in the tournament")
    at.page.run()
    assert "1 bot entered." in at.page.text("lab")
    press(at, "cup-leave")
    at.press("lab", "Enter it in the tournament")
    desk = desk_of(at)
    first, second = desk.state.entrants
    assert second.bot.name == "MyBot"
    press(at, "cup-leave")
    at.press("lab", "Enter it in the tournament")
    assert "MyBot is already in the tournament." in at.page.text("lab")
    same = [
        ("Ada", BotFile("MyBot", second.bot.code)),
        ("Ben", BotFile("MyBot", "class B: pass\n")),
    ]
    desk.enter(same)
    names = [entrant.bot.name for entrant in desk.state.entrants]
    assert names == [first.bot.name, "MyBot", "MyBot 2", "MyBot 3"]
    press(at, "cup-files")
    at.page.choosing([("a.py", b""), ("b.py", b"\xff"), ("a.py", b"")])
    assert at.page.text("lab").count("a.py: The file is empty") == 1
    assert "b.py: The file is not text" in at.page.text("lab")
    press(at, "cup-start")
    press(at, "cup-pause")
    desk.enter(same)
    assert "The league has begun." in at.page.text("lab")


def test_a_host_that_stops_the_frame_is_named() -> None:
    at = opened(4)
    at.page.broken_fence = "blocked"
    press(at, "cup-start")
    run(at)
    assert "PUBLISHING.md" in at.page.text("lab")
    assert not desk_of(at).state.going


def test_hidden_names_stay_hidden_and_an_author_is_on_one_line() -> None:
    at = opened(0)
    press(at, "cup-names")
    text = write_bot(BotFile("Rook", HANGS))
    desk_of(at).open_files([("Ada\u200b/b.py", text.encode())])
    assert [each.author for each in desk_of(at).state.entrants] == ["Ada"]
    press(at, "cup-new")
    assert desk_of(at).state.hides_names


def test_games_are_forgotten_or_replaced_only_after_a_question() -> None:
    at = opened(4)
    desk = desk_of(at)
    press(at, "cup-start")
    run(at)
    own = desk.state.tournament
    assert own is not None
    press(at, "cup-new")
    assert "Delete the games of this tournament?" in at.page.text("lab")
    at.press("lab", "Cancel")
    assert desk.state.tournament is own
    assert "Delete the games" not in at.page.text("lab")
    press(at, "cup-save")
    other = Tournament.of("Other", own.entrants[:3], "5" * 32)  # type: ignore[call-arg, arg-type]
    for name, file, asks in (("own", own.text(), False), ("other", other.text(), True)):
        press(at, "cup-files")
        at.page.choosing([(f"{name}.json", file.encode())])
        assert ("Replace the tournament on this device" in at.page.text("lab")) is asks
    at.press("lab", "Cancel")
    assert desk.state.tournament == own
    press(at, "cup-files")
    at.page.choosing([("other.json", other.text().encode())])
    at.press("lab", "Open the file")
    assert desk.state.tournament == other
    press(at, "cup-new")
    at.press("lab", "Delete the games")
    assert desk.state.tournament is None
    assert len(desk.state.entrants) == 3


def test_a_moment_that_cannot_be_looked_for_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(4)
    press(at, "cup-start")
    run(at)
    monkeypatch.setattr(tournament_desk, "weights_ready", lambda: False)
    at.page.slow_part = "odds"
    press(at, "cup-moment", "next")
    assert "Looking for the decisive moment…" in at.page.text("lab")
    at.page.awaiting.pop()("offline")
    assert "Looking for the decisive moment…" not in at.page.text("lab")
    assert "A part of the program couldn’t be loaded. Try again." in at.page.text("lab")


@pytest.mark.parametrize(
    ("before", "says"), [(0, "now owns 1 of 3"), (2, "now owns the whole group")]
)
def test_the_decisive_moment_shows_the_groups_and_how_much_of_one_a_bot_now_owns(
    before: int, says: str
) -> None:
    entrants = [Entrant(f"Author {n}", BotFile(f"Bot {n}", f"# {n}\n{HANGS}")) for n in range(4)]
    made = Tournament.of("", entrants, "0" * 32)  # type: ignore[call-arg, arg-type]
    start = Game(read_record(record_of("modern", ["simple"] * 4))).state
    streets = start.rules.members[31]  # Green
    was = start.copy()
    for i in streets[:before]:
        was.owner[i] = 2
    then = was.copy()
    then.owner[streets[2]] = 2
    state = TournamentState("", entrants, made, step=1, lines={(False, 0): []})
    state.moment = DecisiveMoment(0, 2, 5, 31, 62, [was, then], ["Buy"], "")
    moment = tournament_view(state, [], "", Catalogue())["moment"]
    assert moment is not None
    bot = made.title(made.league.seats(0)[2])
    assert moment["groups"] == [f"Green: {bot} {says}."]
    board = moment["board"]
    assert board is not None
    assert len(board["bands"]) == 28
    assert [b["group"]["letter"] for b in board["bands"]].count("G") == 3
