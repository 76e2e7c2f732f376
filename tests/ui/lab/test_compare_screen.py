"""The laboratory's screen of a comparison: set up, guess, run, read the results, export."""

from __future__ import annotations

import html
import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.lab import batch_games, compare, run_file
from titledeed.lab.intervals import Interval, mean
from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.state import compare as compare_state
from titledeed.ui.lab.state.compare import DRAWN, QUESTIONS, CompareState
from titledeed.ui.lab.state.comparison_form import BOTS, NEW, PLAIN, all_faults, table_of
from titledeed.ui.lab.views import comparison_charts, comparison_settings, figure_format
from titledeed.ui.lab.views.types import StripView
from titledeed.ui.page_port import Gesture
from titledeed.ui.setup_form import variant_of

ROOT = Path(__file__).resolve().parents[3]
RUN: Any = {"seed": 1, "first": 0, "count": 1}


def laboratory(page: FakePage | None = None) -> Table:
    table = Table(page=page)
    table.do("lab")
    return table


def small(table: Table, size: str = "100", **fields: str) -> None:
    """Set up short games of two, so that a run is quick."""
    usual = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    for side in "ab":
        more = fields if side == "b" else {}
        entries = {**usual, "house:limit-rounds": "3", **more}
        table.do("lab-side", side, kind="change", fields=entries)
    table.do("lab-size", kind="change", fields={"size": size})


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the smallest run have ten games instead of a hundred."""
    monkeypatch.setattr(compare_state, "SIZES", (10, 20, 30))


def text(table: Table) -> str:
    return table.page.text("lab")


def test_the_laboratory_loads_when_it_is_first_opened() -> None:
    table = Table()
    assert table.page.parts == []
    table.press("setup", "Laboratory")
    assert table.page.parts == ["lab", "strategies"]
    assert table.page.state["screen"] == "lab"
    assert "Does a pot on Free Parking make the game longer?" in text(table)
    table.press("lab", "Leave")
    assert table.page.state["screen"] == "setup"
    table.do("lab")
    assert table.page.parts == ["lab", "strategies"]


def test_one_worker_serves_all_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    page = FakePage()
    calls: list[str] = []
    work = page.work
    monkeypatch.setattr(
        page, "work", lambda call, *rest: (calls.append(call), work(call, *rest))[1]
    )
    table = laboratory(page)
    for screen in ("desk", "compare", "lessons", "desk"):
        table.do("lab-screen", screen)
    assert calls == ["titledeed.lab.batch_games:warm_up"]


def test_a_board_sent_with_a_comparison_stays_with_it() -> None:
    table = laboratory()
    table.app.boards[TOWN["id"]] = TOWN
    lab: Any = table.app.lab
    side = {**lab.compare.comparison.sides[0], "edition": TOWN["id"]}
    theirs = {**TOWN, "name": "Their town"}
    for leave in (
        lambda: table.do("lab-question", kind="change", fields={"question": "pot"}),
        lambda: table.do("lab-side", "a", kind="change", fields={**side, "edition": "london"}),
    ):
        lab.compare.comparison.boards = {TOWN["id"]: theirs}
        table.do("lab-side", "a", kind="change", fields=side)
        assert lab.compare.used_boards()[TOWN["id"]]["name"] == "Their town"
        leave()
        table.do("lab-side", "a", kind="change", fields=side)
        assert lab.compare.used_boards()[TOWN["id"]]["name"] == TOWN["name"]


def test_opening_or_leaving_a_game_leaves_the_laboratory() -> None:
    table = laboratory()
    table.play("Ada", "Ben")
    assert table.page.state["screen"] == "table"
    table.do("lab")
    assert table.page.state["screen"] == "lab"
    table.do("leave")
    assert table.page.state["screen"] == "setup"


def test_a_failed_download_of_the_laboratory_is_reported() -> None:
    table = laboratory(FakePage(no_part="python/lab.gz: 404"))
    assert table.page.state["screen"] == "setup"
    assert "The laboratory couldn’t be loaded. Try again. python/lab.gz: 404" in table.page.text(
        "setup"
    )
    table.page.no_part = ""
    table.do("lab")
    assert table.page.state["screen"] == "lab"


def test_a_screen_that_arrives_late_does_not_replace_the_one_wanted_since() -> None:
    table = Table(page=FakePage(slow_part="maker"))
    table.do("board-maker")
    table.do("lab")
    wanted = table.app.lab
    table.page.awaiting.pop()("")
    assert table.app.lab is wanted
    table.hands.open_link("#board=AAAA")
    table.do("lab")
    table.page.awaiting.pop()("404")
    assert "couldn’t be loaded" not in table.page.text("lab")
    assert table.app.lab is wanted


def test_a_link_whose_screen_did_not_arrive_is_not_opened_by_a_later_press() -> None:
    table = Table(page=FakePage(no_part="404"))
    table.hands.returned("lab=curves")
    table.hands.imported("a.py", "# title-deed-bot/1")
    table.page.no_part = ""
    table.do("lab", "compare")
    assert "lab=curves" not in table.page.state["place"]
    assert table.page.focused
    table.do("workshop")
    assert "a.py" not in table.page.text("lab")


def test_a_and_b_are_explained_before_the_guess_asks_about_them() -> None:
    shown = text(laboratory())
    assert shown.index("as in the rulebook") < shown.index("lower in B") < shown.index("Seed")


@pytest.mark.usefixtures("brief")
def test_a_run_is_played_and_its_results_are_shown() -> None:
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot"})
    table.do("lab-guess", "2 1")
    table.do("lab-run")
    assert "10 games on each side" in text(table)
    assert "All measures" in text(table)
    assert table.app.lab is not None
    played = table.app.lab.compare.comparison.played  # type: ignore[attr-defined]
    setting = batch_games.Setting.of(
        table_of(table.app.lab.compare.comparison.sides[1], Catalogue(), {})
    )  # type: ignore[attr-defined]
    assert played[1][7] == batch_games.play_to_end(setting, batch_games.seed_of(11, 7))
    assert "The games don’t show a difference." in text(
        table
    )  # the games of both sides last three rounds
    assert "A and B differ in only 0 of 10 pairs of games" in text(table)
    sentence = table.page.said[-1]
    assert sentence.startswith("The games don’t show a difference. Rounds until the end")


@pytest.mark.usefixtures("brief")
def test_the_verdict_says_what_a_and_b_are_and_the_question_does_not_repeat_it() -> None:
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot"})
    assert text(table).index("A and B") < text(table).index("What do you expect?")
    table.do("lab-run")
    shown = text(table)
    left, verdict = shown.split("The games don’t show a difference.", 1)
    assert "A: as in the rulebook" in verdict
    assert "as in the rulebook" not in left.split("Change A")[0]


@pytest.mark.usefixtures("brief")
def test_the_plan_and_the_guess_come_before_the_forms_and_the_bar_asks_for_the_guess() -> None:
    table = laboratory()
    small(table, "10")
    shown = text(table)
    assert (
        shown.index("What do you expect?")
        < shown.index("Games on each side")
        < shown.index("Change A and B")
    )
    assert "Guess first" in shown
    table.do("lab-guess", "2 1")
    assert "Guess first" not in text(table)
    table.do("lab-run")
    assert "Guess first" not in text(table)
    assert '<details class="fold" id="lab-notes"><summary>' in table.page.regions["lab"]


@pytest.mark.usefixtures("brief")
def test_a_question_of_ones_own_begins_with_what_a_and_b_are() -> None:
    table = laboratory()
    table.do("lab-question", kind="change", fields={"question": "own"})
    shown, drawn = text(table), table.page.regions["lab"]
    assert shown.count("A and B are") == 1, "it is said once, above what changes them"
    assert "A and B are still the same. Change one of them" in shown.split("Rulebook")[0]
    assert "The same seed gives the same games." in shown
    assert (
        shown.index("Change A and B")
        < shown.index("Measure for the verdict")
        < shown.index("Games on each side")
    )
    # There is nothing to guess yet, and nothing that calls for a simulation, though it can be run.
    assert "lower in B" not in shown
    assert "is-first" not in drawn
    assert 'class="btn" data-do="lab-run"' in drawn
    assert drawn.count("data-once") == 2
    # A narrow window shows one form at a time, first that of B.
    assert 'data-side="b"' in drawn
    table.do("lab-change", "a")
    assert 'data-side="a"' in table.page.regions["lab"]
    assert table.page.focused == "#lab-form-a [name=rulebook]"
    table.do("lab-change", "b")
    small(table, "10", rulebook="classic", **{"house:free-parking": "pot"})
    shown, drawn = text(table), table.page.regions["lab"]
    assert "still the same" not in shown
    assert shown.index("Change A and B") < shown.index("lower in B")
    assert "lab-go is-first" in drawn
    assert 'class="btn go" data-do="lab-run"' in drawn
    table.do("lab-run")
    assert "data-once" not in table.page.regions["lab"]
    assert text(table).index("Games on each side") < text(table).index("Change A and B")


@pytest.mark.usefixtures("brief")
def test_a_setting_that_drops_the_games_keeps_the_focus() -> None:
    table = laboratory()
    table.do("lab-question", kind="change", fields={"question": "own"})
    small(table, "10", **{"house:free-parking": "pot"})
    table.page.focused = ""
    fields = dict(table.app.lab.compare.comparison.sides[1])  # type: ignore[union-attr]
    fields["house:free-parking"] = "500"
    table.do("lab-side", "b", kind="change", fields=fields)
    assert table.page.focused == ""  # nothing has moved
    table.do("lab-run")
    table.do("lab-side", "b", kind="change", fields=fields | {"rulebook": "classic"})
    assert table.page.focused == "#lab-form-b [name='rulebook']"


def test_fields_in_which_a_and_b_differ_say_so_on_both_sides() -> None:
    table = laboratory()
    table.do("lab-question", kind="change", fields={"question": "own"})
    assert "differs from" not in text(table)
    # The usual amount is no difference.
    table.do("lab-side", "b", kind="change", fields={**NEW, "cash-1": "1500"})
    assert "differs from" not in text(table)
    fields = {**NEW, "rulebook": "classic", "cash-1": "2000", "house:auctions": "on"}
    table.do("lab-side", "b", kind="change", fields=fields)
    for side, other in (("a", "B"), ("b", "A")):
        form = (
            table.page.regions["lab"].partition(f'id="lab-form-{side}"')[2].partition("</form>")[0]
        )
        marked = re.findall(r"<span>([^<]*) <small\s+class=\"badge lab-differs\">([^<]*)<", form)
        assert [(html.unescape(label).strip(), mark) for label, mark in marked] == [
            (label, f"differs from {other}")
            for label in ("Rulebook", "No auctions", "Starting cash")
        ]
        # The parts that are folded say that something in them differs.
        assert form.count("lab-differs") == 5


@pytest.mark.usefixtures("brief")
def test_the_locked_guess_comes_after_the_simulation_for_every_reader() -> None:
    table = laboratory()
    small(table, "10")
    assert text(table).index("What do you expect?") < text(table).index("Games on each side")
    table.do("lab-run")
    assert text(table).index("Games on each side") < text(table).index("What was expected")


@pytest.mark.usefixtures("brief")
def test_more_games_continue_where_the_run_stopped() -> None:
    table = laboratory()
    small(table, "10")
    table.do("lab-run")
    table.do("lab-size", kind="change", fields={"size": "20"})
    lab = table.app.lab
    before = list(lab.compare.comparison.played[0])  # type: ignore[union-attr]
    table.do("lab-run")
    assert lab.compare.comparison.played[0][:10] == before  # type: ignore[union-attr]
    assert lab.compare.comparison.done == 40  # type: ignore[union-attr]


def test_a_run_in_progress_or_stopped_shows_no_verdict() -> None:
    table = laboratory()
    small(table)
    lab = table.app.lab
    assert lab is not None
    lab.compare.do_run(None)  # type: ignore[attr-defined]
    for _ in range(4):
        table.page.tick()
    lab.render()
    assert "No verdict yet" in text(table)
    assert "of 200 games, about" in text(table)
    table.do("lab-cancel")
    assert "No verdict: the simulation was stopped" in text(table)
    count = lab.compare.comparison.done  # type: ignore[attr-defined]
    table.page.run()
    assert lab.compare.comparison.done == count < 200  # type: ignore[attr-defined]


@pytest.mark.usefixtures("brief")
def test_a_game_from_a_bar_opens_as_a_replay() -> None:
    table = laboratory()
    small(table, "10")
    table.do("lab-run")
    table.do("lab-bar", "0")
    table.press("lab", "A 3:")
    assert table.page.state["screen"] == "table"
    assert table.page.state["game"] == "replay"
    assert table.app.replaying is not None
    record = table.session.game.record
    assert record.seed == batch_games.seed_of(11, 2)
    table.do("replay-leave")
    table.do("leave")
    table.do("lab")
    assert "10 games on each side" in text(table)


@pytest.mark.usefixtures("brief")
def test_the_saved_table_matches_the_command_line_output() -> None:
    table = laboratory()
    small(table, "10")
    table.do("lab-run")
    table.do("lab-csv", "b")
    lines = table.page.files["titledeed-lab-b.csv"].splitlines()
    assert lines[0] == "game,rounds,throws,winner,worth_1,worth_2,gini"
    assert len(lines) == 11
    table.do("lab-json")
    file = json.loads(table.page.files["titledeed-lab.json"])
    assert file["measures"]["rounds"]["a"] == 3.0
    assert file["a"]["house_rules"] == {"limit-rounds": 3}
    assert (file["measure"], file["planned"]) == ("rounds", 10)
    assert [id for id, m in file["measures"].items() if not m["exploring"]] == ["rounds"]


@pytest.mark.usefixtures("brief")
def test_rows_and_figures_of_a_stopped_run_are_labeled() -> None:
    """Workers bring parts of a run in any order, so each row keeps the number of its game.

    With the number the game can be played again. All measures are exploring, because the run never came
    to its verdict."""
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot"})
    table.do("lab-run")
    table.do("lab-csv", "a")
    whole = table.page.files["titledeed-lab-a.csv"].splitlines()
    comparison = table.app.lab.compare.comparison  # type: ignore[union-attr]
    gone = [0, 3, 4]
    for n in gone:
        comparison.played[0][n] = None
    comparison.state = "stopped"
    table.do("lab-csv", "a")
    lines = table.page.files["titledeed-lab-a.csv"].splitlines()
    assert lines == [line for n, line in enumerate(whole, -1) if n not in gone]
    table.do("lab-json")
    file = json.loads(table.page.files["titledeed-lab.json"])
    assert (file["games"], file["planned"]) == (7, 10)
    assert all(m["exploring"] and not m["shows"] for m in file["measures"].values())


@pytest.mark.usefixtures("brief")
def test_figures_beyond_the_plan_are_exploratory() -> None:
    table = laboratory()
    small(table, "10", **{"house:limit-rounds": "9"})
    table.do("lab-run")
    table.do("lab-json")
    file = json.loads(table.page.files["titledeed-lab.json"])
    assert file["measures"]["rounds"]["shows"]
    comparison = table.app.lab.compare.comparison  # type: ignore[union-attr]
    for side in comparison.played:
        side.extend(side[:5])
    table.do("lab-json")
    file = json.loads(table.page.files["titledeed-lab.json"])
    assert (file["games"], file["planned"]) == (15, 10)
    assert all(m["exploring"] and not m["shows"] for m in file["measures"].values())


@pytest.mark.usefixtures("brief")
def test_a_whole_run_is_saved_in_one_file_that_opens_again() -> None:
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot"})
    table.do("lab-guess", "1 1")
    table.do("lab-run")
    table.do("lab-keep")
    file = table.page.files["titledeed-run.json"]
    other = Table()
    other.hands.imported("titledeed-run.json", file)
    assert other.page.parts == ["lab", "strategies"]
    assert other.page.state["screen"] == "lab"
    first, again = (each.app.lab.compare.comparison for each in (table, other))  # type: ignore[union-attr]
    assert (again.sides, again.played, again.guess) == (first.sides, first.played, [0, 1, 0])
    assert "The games don’t show a difference." in text(other)
    assert "10 games on each side in 1 s." in text(table)
    assert "10 games on each side, from a file." in text(other)
    other.do("lab-keep")
    assert other.page.files["titledeed-run.json"] == file
    other.do("lab-bar", "0")
    other.press("lab", "A 3:")
    assert other.session.game.record.seed == batch_games.seed_of(11, 2)


@pytest.mark.usefixtures("brief")
def test_the_replay_of_a_game_counted_differently_by_an_older_program_says_so() -> None:
    """The row keeps the figures of the run."""
    table = laboratory()
    small(table, "10")
    table.do("lab-run")
    table.do("lab-keep")
    run = json.loads(table.page.files["titledeed-run.json"])
    run["played"][0][2] |= {"rounds": 2, "winners": []}
    other = Table()
    other.hands.imported("titledeed-run.json", json.dumps(run))
    lab = other.app.lab
    lab.handle_gesture(Gesture("click", do="lab-open-game", arg="a 1"))  # type: ignore[union-attr]
    other.page.run()
    assert "differs from the game in the simulation" not in other.page.text("notices")
    other.do("leave")
    other.do("lab")
    lab.handle_gesture(Gesture("click", do="lab-open-game", arg="a 2"))  # type: ignore[union-attr]
    other.page.run()
    says = other.page.text("notices")
    assert (
        "This replay differs from the game in the simulation. Simulation: 2 rounds without a winner."
        in says
    )
    assert "3 rounds, won by seat" in says
    assert other.app.replaying is not None
    assert lab.compare.comparison.played[0][2]["rounds"] == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("many", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_damaged_or_hostile_run_gives_a_sentence(many: int) -> None:
    """Bytes are changed, cut or doubled; values anywhere get other types, or are far too large."""
    table = laboratory()
    lab = table.app.lab
    game = batch_games.run_games(
        {"record": batch_games.record_of("modern", ["simple"] * 4), **RUN}
    )[0]
    run = {
        "question": "pot",
        "sides": [dict(PLAIN), dict(PLAIN)],
        "guess": [1, 0, 2],
        "measure": "win_1",
        "planned": 2,
        "unplanned": "",
        "plays": {"simple": 1},
        "seed": 11,
        "size": 2,
        "played": [[game, None], [game, game]],
    }
    own = [{**PLAIN, "edition": TOWN["id"]}, dict(PLAIN)]
    goods = [
        run_file.write_run(run),
        run_file.write_run({**run, "sides": own, "boards": {TOWN["id"]: TOWN}}),
    ]
    for good in goods:
        lab.open_file(good)  # type: ignore[union-attr]
        assert lab.compare.comparison.trouble == ""  # type: ignore[union-attr]
    rng = random.Random(20)
    wild: list[object] = [
        "<img src=x>",
        -1,
        10**20,
        1e300,
        None,
        [],
        {},
        [[]] * 50,
        True,
        "9" * 5000,
    ]
    taken = 0
    for _n in range(many):
        good = rng.choice(goods)
        if rng.random() < 0.5:
            at = rng.randrange(len(good))
            span = rng.choice((0, 1, 9, 400))
            bad = (
                good[:at]
                + rng.choice(("", "9", '"', "}", "[", "\u0000", "NaN"))
                + good[at + span :]
            )
        else:
            spoilt = json.loads(good)
            place = spoilt
            while isinstance(place, (dict, list)) and place:
                keys = list(place) if isinstance(place, dict) else list(range(len(place)))
                key = rng.choice(keys)
                if rng.random() < 0.4 or not isinstance(place[key], (dict, list)):
                    place[key] = rng.choice(wild)
                    break
                place = place[key]
            bad = json.dumps(spoilt)
        before = lab.compare.comparison  # type: ignore[union-attr]
        before.trouble = ""
        lab.open_file(bad)  # type: ignore[union-attr]
        after = lab.compare.comparison  # type: ignore[union-attr]
        if after is before:
            assert before.trouble
        else:
            taken += 1
            assert len(after.sides) == 2
            lab.render()  # type: ignore[union-attr]
        assert "<img" not in table.page.regions["lab"]
    assert taken < many


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"deeds-0": "boardwalk boardwalk"}, "twice"),
        ({"deeds-0": "nowhere"}, "There is no space “nowhere”"),
        ({"deeds-0": "boardwalk:2"}, "but nobody owns the whole group"),
        ({"cash-1": "-5"}, "B, seat 2, Starting cash: Enter a whole number from 0 to 999,999."),
        ({"salary-0": "5 bananas"}, "B, seat 1, Salary: Enter a whole number from 0 to 100,000."),
        ({"at-1": "go-to-jail", "first": "0"}, "B, seat 2, Token starts on: No token can stay"),
        (
            {"at-1": "boardwalk"},
            (
                "B, seat 2, Token starts on: Choose which seat moves first; otherwise, all "
                "tokens must start on GO."
            ),
        ),
        ({"house:salary": "a lot"}, "B: Salary: enter a whole number"),
        ({"bot-0": "evil"}, "B, seat 1, Played by: This bot doesn’t exist. Choose another one."),
        ({"seats": "3"}, "A has 2 seats and B has 3. Give both the same number."),
    ],
)
def test_a_setup_that_cannot_be_played_is_reported_at_once_and_nothing_runs(
    fields: dict[str, str], says: str
) -> None:
    table = laboratory()
    small(table, **fields)
    assert says in text(table), "told before anybody presses Run"
    name, typed = next(iter(fields.items()))
    html = page_of(table)
    if name != "seats":
        assert 'aria-invalid="true"' in html
    if name.startswith(("cash", "salary", "deeds", "house")):
        assert f'value="{typed}"' in html, "what was typed stays"
    table.do("lab-run")
    assert "Correct the marked fields first." in text(table)
    assert "All measures" not in text(table)


def test_faults_on_both_sides_are_listed_and_the_later_seat_is_blamed() -> None:
    table = laboratory()
    usual = {"rulebook": "modern", "edition": "atlantic-city", "seats": "3"}
    table.do("lab-side", "a", kind="change", fields={**usual, "cash-0": "x", "deeds-2": "nowhere"})
    fields = {**usual, "deeds-0": "boardwalk", "deeds-1": "Boardwalk", "at-1": "go"}
    table.do("lab-side", "b", kind="change", fields=fields)
    told = all_faults(table.app.lab.compare.comparison.sides, Catalogue(), {})  # type: ignore[union-attr]
    assert [list(side) for side in told] == [["cash-0", "deeds-2"], ["deeds-1"]]
    assert "A, seat 1, Starting cash:" in text(table)
    assert "B, seat 2, Deeds at the start: Boardwalk has two owners." in text(table)
    table.do("lab-side", "a", kind="change", fields=usual)
    table.do("lab-side", "b", kind="change", fields={**fields, "deeds-1": ""})
    assert "aria-invalid" not in page_of(table)


def test_a_question_about_four_classes_of_players_is_built_in() -> None:
    table = laboratory()
    table.do("lab-question", kind="change", fields={"question": "classes"})
    lab = table.app.lab
    record = table_of(lab.compare.comparison.sides[1], Catalogue(), {})  # type: ignore[union-attr]
    assert record["house_rules"] == {"salary": [400, 200, 200, 100]}
    assert [seat["cash"] for seat in record["position"]["seat"].values()] == [2500, 1500, 1000, 500]
    batch_games.Setting.of(record)
    assert "$2,500 · $1,500 · $1,000 · $500" in text(table)


@pytest.mark.parametrize("question", [row[0] for row in QUESTIONS])
def test_every_built_in_question_can_be_played(question: str) -> None:
    comparison = CompareState()
    comparison.ask(question)
    for side in comparison.sides:
        batch_games.play_to_end(
            batch_games.Setting.of(table_of(side, Catalogue(), {})),
            1,
            most_rounds=2,
        )


@pytest.mark.usefixtures("brief")
def test_hostile_fields_reach_the_page_as_text() -> None:
    table = laboratory()
    evil = "<img src=x onerror=alert(1)>"
    for side in "ab":
        fields = dict.fromkeys(("rulebook", "edition", "seats", "first", "deeds-0"), evil)
        table.do("lab-side", side, kind="change", fields={**fields, "cash-0": evil, "bot-0": evil})
    table.do("lab-run")
    table.do("lab-seed", kind="change", fields={"seed": evil})
    table.do("lab-measure", evil)
    table.do("lab-open-game", "a 999999")
    for arg in ("9999999999", "-1", "x"):
        table.do("lab-bar", arg)
    assert "<img" not in table.page.regions["lab"]
    assert html.escape(evil, quote=False)[:4] in table.page.regions["lab"]


def test_bars_are_labeled_with_their_contents() -> None:
    """The last bar holds all larger values, and says so."""
    table = laboratory()
    comparison = table.app.lab.compare.comparison  # type: ignore[union-attr]
    game = batch_games.play_to_end(
        batch_games.Setting.of(table_of(comparison.sides[0], Catalogue(), {})),
        1,
        most_rounds=1,
    )
    rounds = [*range(10, 60), *range(10, 60), 500]
    comparison.played[0] = [{**game, "rounds": n} for n in rounds]
    comparison.played[1] = [{**game, "rounds": n} for n in rounds]
    figures = figure_format.FigureFormat(Catalogue(), "atlantic-city")
    row = compare.compare_one(compare.measures_for(4)[0], *comparison.pairs)
    bars = comparison_charts.histogram_view(comparison.played, -1, row, figures)["bars"]
    assert bars[0]["name"] == "10 to 14"
    assert bars[-1]["name"] == "55 or more"
    assert sum(bar["a"] for bar in bars) == 101
    assert bars[-1]["a"] == 11


TOWN = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))


@pytest.mark.usefixtures("brief")
def test_custom_boards_the_short_game_and_other_cards_can_be_compared() -> None:
    table = laboratory()
    table.app.boards[TOWN["id"]] = TOWN
    small(table, "10", rulebook="parker1973", variant="short", decks="uk-classic")
    words = text(table)
    assert "Short Game" in words
    assert "British" in words
    lab: Any = table.app.lab
    lab.compare.comparison.sides[0]["edition"] = TOWN["id"]
    assert TOWN["name"] in html.unescape(page_of(table))
    table.do("lab-run")
    assert "10 games on each side" in text(table)
    a, b = (table_of(side, Catalogue(), table.app.boards) for side in lab.compare.comparison.sides)
    assert (a["edition"], a["variant"]) == (TOWN, "standard")
    assert (b["edition"], b["variant"], b["decks"]) == ("atlantic-city", "short", "uk-classic")
    assert lab.compare.comparison.played[0][3] == batch_games.play_to_end(
        batch_games.Setting.of(a), batch_games.seed_of(11, 3)
    )
    # A saved run brings its board along, to a device that does not have it.
    table.do("lab-keep")
    file = table.page.files["titledeed-run.json"]
    other = laboratory()
    other.hands.imported("run.json", file)
    assert TOWN["name"] in html.unescape(page_of(other))
    assert other.app.boards == {}
    assert "10 games on each side in 1 s." in text(table)
    assert "10 games on each side, from a file." in text(other)
    other.do("lab-keep")
    assert other.page.files["titledeed-run.json"] == file
    # Without the board, or with one that is unused or has a fault, the file is refused.
    run = json.loads(file)
    faulty = {**TOWN, "space": TOWN["space"][1:]}
    for boards, says in (
        ({}, "from a file that isn’t on this device"),
        ({"town": {**TOWN, "id": "town"}, "village": TOWN}, "doesn’t contain a simulation"),
        ({"town": TOWN}, "doesn’t contain a simulation"),
        ({TOWN["id"]: faulty}, "doesn’t contain a simulation"),
    ):
        before = other.app.lab.compare.comparison  # type: ignore[union-attr]
        other.hands.imported("run.json", json.dumps({**run, "boards": boards}))
        assert says in text(other)
        assert other.app.lab.compare.comparison is before  # type: ignore[union-attr]
    assert variant_of({"rulebook": "nonsense", "variant": "short"}) in (
        "standard",
        "short",
    )


def page_of(table: Table) -> str:
    table.app.lab.render()  # type: ignore[union-attr]
    return table.page.regions["lab"]


@pytest.mark.usefixtures("brief")
def test_wins_are_compared_by_character() -> None:
    table = laboratory()
    table.do("lab-question", kind="change", fields={"question": "own"})
    small(table, "10", **{"bot-1": "simple"})
    table.do("lab-run")
    words = text(table)
    assert "Games won by each bot" in words
    a, b = table.app.lab.compare.comparison.pairs  # type: ignore[union-attr]
    won = compare.by_character(b, ["steady-1", "simple"])
    assert won["steady-1"].value + won["simple"].value == pytest.approx(1)
    assert f"{100 * won['simple'].value:.1f}" in words
    assert compare.by_character(a, ["steady-1", "steady-1"])["steady-1"].value == 1
    small(table, "10")
    table.do("lab-run")
    assert "Games won by each bot" not in text(table)


def test_every_character_can_be_chosen_and_has_a_name() -> None:
    table = laboratory()
    for bot in BOTS:
        small(table, **{"bot-1": bot})
        assert "There is no bot" not in text(table)
        assert comparison_settings.bot_label(Catalogue(), bot) in text(table)
        table_of(table.app.lab.compare.comparison.sides[1], Catalogue(), {})  # type: ignore[union-attr]


def test_a_strip_holds_its_whole_interval_with_zero_in_the_middle() -> None:
    def strip(low: float, value: float, high: float) -> StripView:
        rounds = compare.measures_for(2)[0]
        interval = Interval(value, low, high)
        row = compare.Compared(rounds, 0, value, interval, (0, 0), 100, 100, 0.5)
        return comparison_charts.interval_strip_view(
            row, compare.Corrected(1, interval, interval.shows)
        )

    # An interval that includes 0 has more than half the strip, however far the games spread.
    wide = strip(-9.8, 6.8, 23.4)
    assert 25 < wide["low"] < 50 < wide["at"] < 65 < wide["high"] < 100
    assert not wide["shows"]
    above, below = strip(7, 10, 13), strip(-13, -10, -7)
    assert 50 < above["low"] < above["at"] < above["high"] < 100
    assert 0 < below["low"] < below["at"] < below["high"] < 50
    assert above["shows"]
    assert below["shows"]
    assert strip(0, 0, 0)["at"] == 50


def test_a_runs_picture_costs_the_same_at_any_length() -> None:
    table = laboratory()
    comparison = table.app.lab.compare.comparison  # type: ignore[union-attr]
    game = batch_games.run_games(
        {"record": batch_games.record_of("modern", ["simple"] * 4), **RUN}
    )[0]
    early, late = {**game, "rounds": 20}, {**game, "rounds": 499}
    for side in comparison.played:
        side.extend([early] * DRAWN + [late] * 100 + [None])  # type: ignore[list-item]
    comparison.state, comparison.size = "running", DRAWN + 101
    table.app.lab.render()  # type: ignore[union-attr]
    assert "the chart shows only the first 500 games on each side" in text(table)
    measured = {figure.measure.id: figure for figure in comparison.figures().measures}
    assert measured["rounds"].a == 20
    assert len(comparison.pairs[0]) == DRAWN + 100
    comparison.state = "stopped"
    rounds = comparison.figures().measures[0]
    assert rounds.a == pytest.approx((DRAWN * 20 + 49900) / (DRAWN + 100))
    assert comparison.figures() is comparison.figures()
    table.app.lab.render()  # type: ignore[union-attr]
    assert "the chart shows" not in text(table)


def long_run(table: Table, many: int) -> Any:
    """Return a run that lacks its last job; the others were copied from one game."""
    comparison = table.app.lab.compare.comparison  # type: ignore[union-attr]
    small(table)
    comparison.size = many
    game = batch_games.run_games(
        {"record": batch_games.record_of("modern", ["simple"] * 2), **RUN}
    )[0]
    for side in comparison.played:
        side.extend([{**game, "rounds": 20 + n % 9} for n in range(many - 1)] + [None])
    return comparison


@pytest.mark.parametrize("stopped", [False, True])
def test_a_long_finished_run_is_counted_in_slices(
    monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    """Between two slices the page can do other work, and its chart counts nothing twice."""
    monkeypatch.setattr("titledeed.ui.lab.actions.compare.SLICE", 0)
    table = laboratory()
    comparison = long_run(table, 1000)
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    while comparison.done < (1999 if stopped else 2000):
        table.page.tick()
    lab.render()
    if stopped:
        lab.compare.do_cancel(None)
    assert comparison.counting
    slices, before = 0, comparison.counted
    assert before.done <= 2 * DRAWN
    while comparison.counting:
        assert "the chart shows only the first 500 games on each side" in text(table)
        word = "No verdict: the simulation was stopped" if stopped else "No verdict yet"
        assert word in text(table)
        table.page.tick()
        slices += 1
    assert slices > len(compare.measures_for(2)) + 20
    monkeypatch.setattr(compare, "compare_in_slices", None)  # nothing is counted from here on
    assert "the chart shows only the first" not in text(table)
    assert (
        "No verdict: the simulation was stopped"
        if stopped
        else "The games don’t show a difference."
    ) in text(table)
    table.do("lab-measure", "gini")
    assert comparison.counted.done == 2 * len(comparison.pairs[0])
    rounds = comparison.figures().measures[0]
    assert rounds.a == pytest.approx(mean([g["rounds"] for g in comparison.pairs[0]]))


def test_stopping_during_the_final_count_lets_it_finish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("titledeed.ui.lab.actions.compare.SLICE", 0)
    table = laboratory()
    comparison = long_run(table, 600)
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    while not comparison.counting:
        table.page.tick()
    table.page.tick()
    table.do("lab-cancel")
    assert (comparison.state, comparison.counting) == ("done", False)
    assert table.page.said[-1].startswith("The games don’t show a difference.")


@pytest.mark.parametrize("way", ["failed", "left", "opened"])
def test_a_long_run_is_counted_in_slices_no_matter_how_it_ended(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("titledeed.ui.lab.actions.compare.SLICE", 0)
    table = laboratory()
    comparison = long_run(table, 600)
    lab: Any = table.app.lab
    if way == "failed":
        failures: list[Any] = []
        work = table.page.work

        def working(call: str, jobs: Any, done: Any, failed: Any) -> Any:
            failures.append(failed)
            return work(call, jobs, done, failed)

        monkeypatch.setattr(table.page, "work", working)
        lab.compare.do_run(None)
        while comparison.done < 1199:
            table.page.tick()
        failures[0]("It broke off.")
    else:
        for side in comparison.played:
            side[-1] = side[0]
        comparison.state = "running"
        lab.compare._count("done")
        table.page.tick()
        lab.compare.stop()  # nobody looks at it anymore
        if way == "opened":
            lab.compare.do_keep(None)
            lab.compare.reopen(table.page.files["titledeed-run.json"])
            comparison = lab.compare.comparison
        lab.render()
    assert comparison.counting
    assert comparison.counted.done < comparison.done
    assert (
        "No verdict: the simulation was stopped" if way == "failed" else "No verdict yet"
    ) in text(table)
    slices = 0
    while comparison.counting:
        table.page.tick()
        slices += 1
    assert slices > len(compare.measures_for(2))
    assert comparison.counted.done == 2 * len(comparison.pairs[0])
    assert comparison.state == ("stopped" if way == "failed" else "done")
    assert ("It broke off." in text(table)) == (way == "failed")


def test_deeds_in_an_unequal_start_can_be_entered_by_name() -> None:
    table = laboratory()
    table.app.boards[TOWN["id"]] = TOWN
    street = next(space for space in TOWN["space"] if space["kind"] == "street")
    own = {"edition": TOWN["id"], "deeds-0": street["name"].upper()}
    for fields, deeds in (
        ({"deeds-0": "Park Place: 2, boardwalk:2"}, ["park-place:2", "boardwalk:2"]),
        ({"deeds-0": "boardwalk:2 park-place:2"}, ["boardwalk:2", "park-place:2"]),
        ({"deeds-0": " reading railroad ,baltic-avenue,"}, ["reading-railroad", "baltic-avenue"]),
        (own, [street["id"]]),
    ):
        record = table_of({"seats": "2", **fields}, Catalogue(), table.app.boards)
        assert record["position"]["seat"]["seat-1"]["deeds"] == deeds
        batch_games.Setting.of(record)
    assert 'placeholder="Park Place: 2, Boardwalk: 2"' in page_of(table)


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (1, [1]),
        (3, [1, 2, 3]),
        (9, [3, 6, 9]),
        (20, [10, 20]),
        (43, [20, 40]),
        (700, [200, 400, 600]),
    ],
)
def test_the_axis_of_games_has_round_numbers(most: int, labels: list[int]) -> None:
    assert list(comparison_charts._counts(most)) == labels


def card(table: Table, title: str) -> str:
    """The text of the card with a title of this id."""
    page = table.page.regions["lab"]
    part = page[page.index(f'aria-labelledby="{title}"') :].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", html.unescape(part)).split())


def test_verdict_chart_and_table_say_what_a_and_b_are(brief: None) -> None:
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot"})
    table.do("lab-run")
    said = "A: as in the rulebook B: the pot of taxes, fines and card payments"
    assert card(table, "lab-chart-title").count(said) == 1, "once, at the verdict"
    assert card(table, "lab-others").count(said) == 1


def test_several_differences_are_listed_once_at_the_verdict(brief: None) -> None:
    table = laboratory()
    small(table, "10", **{"house:free-parking": "pot", "house:auctions": "off"})
    table.do("lab-run")
    assert card(table, "lab-chart-title").count("the pot of taxes, fines and card payments") == 1
    assert "A and B differ in: " not in card(table, "lab-chart-title")
    assert card(table, "lab-others").count("A and B differ in: ") == 1


def test_more_than_three_differences_are_counted_in_the_short_text() -> None:
    other = {**PLAIN, "rulebook": "classic", "edition": "london", "cash-0": "9", "first": "1"}
    view = comparison_settings.comparison_settings_view([PLAIN, other], Catalogue("en"), {})
    assert len(view["rows"]) > 3
    assert view["differ"] == f"A and B differ in {len(view['rows'])} settings."
    same = comparison_settings.comparison_settings_view([PLAIN, PLAIN], Catalogue("en"), {})
    assert same["differ"] == "A and B are the same."
