"""Simulations and worksheets whose bots play differently now keep their rows, and say so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fake_page import FakePage, Table, disk
from titledeed.bots import registry
from titledeed.lab import bot_play_versions, run_file
from titledeed.lab.lessons import lesson_format
from titledeed.storage.store import Store
from titledeed.ui.lab.state import compare as compare_state
from worksheets import laboratory, linked, sheets, small, text, write

# Written by a program that saved no versions: four games of shark, steady and steady-1 on each side.
OLDER = Path(__file__).resolve().parents[2] / "lab" / "run-2-of-shark-and-steady.json"
BOTH = (
    "Shark and Steady bot play differently now than in these games. The games and results stay as "
    "they are."
)
NO_MORE = "You can’t add games to these, because new games would be played differently."
WRITTEN = "Shark plays differently now than when this worksheet was written"


def state(table: Table) -> Any:
    return table.app.lab.compare.comparison  # type: ignore[union-attr]


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the program, in which shark plays differently."""
    shark = registry.BY_ID["shark"]
    later = {**registry.BY_ID, "shark": shark._replace(play=shark.play + 1)}
    monkeypatch.setattr(bot_play_versions, "BY_ID", later)


def test_an_older_simulation_keeps_its_rows_and_names_the_bots_that_play_differently() -> None:
    table = Table()
    table.hands.imported("run.json", OLDER.read_text("utf-8"))
    before = json.loads(OLDER.read_text("utf-8"))
    assert BOTH in text(table)
    assert state(table).played == before["played"]
    assert "4 games on each side, from a file." in text(table)
    table.do("lab-keep")
    again = run_file.read_run(table.page.files["titledeed-run.json"])
    assert (again["played"], again["plays"]) == (before["played"], {})
    table.do("lab-json")
    assert json.loads(table.page.files["titledeed-lab.json"])["plays"] == {}
    other = Table()  # once saved, it still says so
    other.hands.imported("run.json", table.page.files["titledeed-run.json"])
    assert BOTH in text(other)


def test_no_game_is_added_to_those_of_older_bots() -> None:
    table = Table()
    older = json.loads(OLDER.read_text("utf-8"))
    older["played"][1][3] = None  # stopped before its last game
    table.hands.imported("run.json", json.dumps(older))
    assert NO_MORE in text(table)
    lab: Any = table.app.lab
    lab.compare.do_run(None)  # the button itself is disabled
    table.page.run()
    assert state(table).played == older["played"]
    assert state(table).state == "stopped"
    assert any(NO_MORE in said for said in table.page.said)
    table.do("lab-again")
    assert BOTH not in text(table)
    table.do("lab-size", kind="change", fields={"size": "100"})
    assert state(table).older == []


@pytest.mark.usefixtures("raised")
def test_a_number_above_or_below_todays_is_another_way_to_play() -> None:
    run = json.loads(OLDER.read_text("utf-8"))
    today = {bot: registry.BY_ID[bot].play for bot in ("shark", "steady")}
    for plays, says in (
        ({"shark": today["shark"] + 1, "steady": today["steady"]}, ""),
        ({"shark": today["shark"] + 2, "steady": today["steady"]}, "Shark plays differently now"),
        (today, "Shark plays differently now than in these games."),
    ):
        table = Table()
        table.hands.imported(
            "run.json", json.dumps({**run, "format": "title-deed-run/3", "plays": plays})
        )
        assert ("differently now" in text(table)) == bool(says)
        assert says in text(table)


@pytest.mark.parametrize(
    "plays", [None, [], {"shark": 0}, {"shark": "2"}, {"shark": True}, {"s" * 41: 2}, "missing"]
)
def test_impossible_versions_are_refused(plays: Any) -> None:
    run = {**json.loads(OLDER.read_text("utf-8")), "format": "title-deed-run/3", "plays": plays}
    if plays == "missing":
        del run["plays"]
    table = laboratory(at="compare")
    table.app.lab.open_file(json.dumps(run))  # type: ignore[union-attr]
    assert "The file is damaged: it doesn’t contain a simulation." in state(table).trouble


def test_a_simulation_of_steady_1_alone_never_changes() -> None:
    """It is the benchmark: its games stay comparable in every version."""
    assert registry.BY_ID["steady-1"].play == 1
    run = json.loads(OLDER.read_text("utf-8"))
    for side in run["sides"]:
        del side["bot-0"], side["bot-1"]
    table = Table()
    table.hands.imported("run.json", json.dumps(run))
    assert "differently now" not in text(table)


def test_a_new_simulation_saves_the_versions_of_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_state, "SIZES", (4, 8, 12))
    table = laboratory(at="compare")
    fields = {"rulebook": "modern", "edition": "atlantic-city", "seats": "3"}
    fields |= {"house:limit-rounds": "2", "bot-0": "novice", "bot-1": "dealer"}
    for side in "ab":
        table.do("lab-side", side, kind="change", fields=fields)
    table.do("lab-size", kind="change", fields={"size": "4"})
    table.do("lab-run")
    table.page.run()
    table.do("lab-keep")
    saved = run_file.read_run(table.page.files["titledeed-run.json"])
    assert saved["plays"] == {"dealer": registry.BY_ID["dealer"].play}
    assert "differently now" not in text(table)


# ---------------------------------------------------------------- worksheets


def of_sharks() -> lesson_format.Lesson:
    lesson = small()
    run = lesson["run"]
    sides = [{**side, "bot-0": "shark"} for side in run["sides"]]
    return {
        **lesson,
        "run": {**run, "sides": sides, "plays": bot_play_versions.play_versions(["shark"])},
    }


def ran(store: Store) -> Table:
    """A student's sheet with all its games."""
    table = linked("#lesson=" + lesson_format.pack_lesson(of_sharks()), store)
    write(table, answer_0="a guess")
    table.do("lab-run")
    table.page.run()
    assert sheets(table).folder.sheet.games == 20
    assert "differently now" not in text(table)
    return table


def test_a_worksheet_keeps_the_games_of_an_older_bot_and_says_so(
    request: pytest.FixtureRequest,
) -> None:
    first = ran(disk())
    played = [list(side) for side in sheets(first).folder.sheet.compare.played]
    request.getfixturevalue("raised")
    again = linked("#lesson=" + lesson_format.pack_lesson(of_sharks_then()), first.disk())
    sheet = sheets(again).folder.sheet
    assert sheet.compare.played == played
    assert "Shark plays differently now than in these games." in text(again)
    assert WRITTEN in text(again)


def of_sharks_then() -> lesson_format.Lesson:
    """The lesson as it was written before shark changed."""
    lesson = of_sharks()
    return {**lesson, "run": {**lesson["run"], "plays": {"shark": registry.BY_ID["shark"].play}}}


def test_games_stored_without_versions_are_those_of_an_older_bot() -> None:
    first = ran(disk())
    store = first.disk()
    id = sheets(first).folder.sheet.id
    tables: list[dict[str, Any]] = []
    store.sure(f"sheet/{id}/run", lambda found: tables.append(found[""]))
    assert tables[0].pop("plays") == {"shark": registry.BY_ID["shark"].play}
    store.put(f"sheet/{id}/run", tables[0], large=True)
    again = linked("#lesson=" + lesson_format.pack_lesson(of_sharks()), store)
    assert sheets(again).folder.sheet.games == 20
    assert "Shark plays differently now than in these games." in text(again)
    assert WRITTEN not in text(again)


def test_a_stopped_experiment_of_older_bots_is_played_anew(request: pytest.FixtureRequest) -> None:
    first = ran(disk())
    store = first.disk()
    id = sheets(first).folder.sheet.id
    tables: list[dict[str, Any]] = []
    store.sure(f"sheet/{id}/run", lambda found: tables.append(found[""]))
    tables[0]["played"][1] = []
    store.put(f"sheet/{id}/run", tables[0], large=True)
    request.getfixturevalue("raised")
    again = linked("#lesson=" + lesson_format.pack_lesson(of_sharks_then()), store)
    assert sheets(again).folder.sheet.games == 10
    assert "If you run the experiment now, all its games are played again." in text(again)
    assert "Continue simulation" not in text(again)
    jobs: list[Any] = []
    work = again.page.work
    again.page.work = lambda call, given, *rest: jobs.extend(given) or work(call, given, *rest)  # type: ignore[method-assign]
    again.press("lab", "Play 10 games per side")
    again.page.run()
    assert sum(job["count"] for job in jobs) == 20
    assert sheets(again).folder.sheet.games == 20
    assert "than in these games" not in text(again)


def test_a_worksheet_of_an_older_bot_says_so_to_the_teacher_too() -> None:
    """A lesson without versions was written before there were any."""
    lesson = of_sharks()
    del lesson["run"]["plays"]
    table = laboratory()
    table.hands.imported("lesson.json", lesson_format.write_lesson(lesson))
    assert WRITTEN in text(table)
    table.do("lab-teacher")
    assert "The secret is 42." in text(table)
    assert WRITTEN in text(table)
    record = {
        "format": "title-deed/1",
        "rulebook": "modern",
        "seats": [{"name": "Ada"}, {"name": "Ben", "bot": "steady"}],
    }
    run = {"kind": "position", "seed": 1, "size": 96, "record": record, "policy": ""}
    for policy, names in (("", ["steady"]), ("hermit", ["hermit"]), ("steady-1", [])):
        here = {**lesson, "run": {**run, "policy": policy}}
        lesson_format.check_lesson(here)
        other = linked("#lesson=" + lesson_format.pack_lesson(here), page=FakePage())
        assert sheets(other).folder.sheet.older_lesson == names
        here["run"]["plays"] = bot_play_versions.play_versions(names)
        lesson_format.check_lesson(here)
        other = linked("#lesson=" + lesson_format.pack_lesson(here), page=FakePage())
        assert sheets(other).folder.sheet.older_lesson == []


def test_a_lesson_written_now_saves_the_versions_and_one_of_steady_1_needs_none() -> None:
    table = laboratory(at="compare")
    usual = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    for bot, plays in (("steady-1", None), ("shark", {"shark": registry.BY_ID["shark"].play})):
        for side in "ab":
            table.do("lab-side", side, kind="change", fields={**usual, "bot-0": bot})
        table.do("lab-screen", "lessons")
        table.do("lab-attach", "compare")
        run = sheets(table).folder.draft["run"]
        assert run.get("plays") == plays
        table.do("lab-screen", "compare")
