"""The laboratory's screen that counts games from files, and the zip of a run's games."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.__main__ import main
from titledeed.lab import batch_games
from titledeed.lab import write_and_count_record_files as record_files
from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.actions import count_games_from_files as hand
from titledeed.ui.lab.state import compare as compare_state
from titledeed.ui.lab.state.games_from_files import GameFilesState
from titledeed.ui.lab.views import count_games_from_files as view
from titledeed.ui.page_port import Gesture


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the smallest run have ten games instead of a hundred."""
    monkeypatch.setattr(compare_state, "SIZES", (10, 20, 30))


def laboratory(screen: str = "records") -> Table:
    table = Table(page=FakePage())
    table.do("lab", screen)
    return table


def texts(count: int, bots: int = 2) -> list[str]:
    table = batch_games.record_of("modern", ["simple", "steady-1", "simple"][:bots])
    table["house_rules"] = {"limit-rounds": 3}
    job = batch_games.GamesJob(record=table, seed=11, first=0, count=count)
    return [game["record"] for game in record_files.run_recorded_games(job)]


def zipped(*files: tuple[str, str]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return out.getvalue()


def chosen(table: Table, *files: tuple[str, bytes]) -> str:
    """The text of the screen after these files were chosen and counted."""
    table.press("lab", "Choose files…")
    table.page.choosing(files)
    table.page.run()
    return table.page.text("lab")


def test_the_interval_of_a_share_of_wins_is_rounded_outward() -> None:
    """Wilson's interval of 7 wins in 10 games is 39.678 % to 89.221 %."""
    job = batch_games.GamesJob(
        record=batch_games.record_of("modern", ["simple"] * 2), seed=11, first=0, count=1
    )
    [game] = batch_games.run_games(job)
    rows: Any = [{**game, "winners": [n >= 7]} for n in range(10)]
    files = GameFilesState([record_files.Source("game", str)] * 10, rows)
    won = view.games_from_files_view(files, Catalogue("en"))["summary"]["won"]
    assert [row["span"] for row in won] == ["39.6 to 89.3%", "10.7 to 60.4%"]


def run_of_ten(table: Table) -> Any:
    """Plays a comparison of ten short games on each side; returns it."""
    for side, pot in (("a", "none"), ("b", "pot")):
        fields = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
        fields |= {"house:limit-rounds": "3", "house:free-parking": pot}
        table.do("lab-side", side, kind="change", fields=fields)
    table.do("lab-size", kind="change", fields={"size": "10"})
    table.do("lab-run")
    table.page.run()
    return table.app.lab.compare.comparison  # type: ignore[union-attr]


def test_the_zip_of_a_run_gives_the_same_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the page and on the command line, the bytes equal those of the run's own table."""
    table = laboratory("compare")
    comparison = run_of_ten(table)
    for side, letter in enumerate("ab"):
        table.do("lab-csv", letter)
        table.press("lab", f"Download all games of {letter.upper()} (zip)")
        table.page.run()
        data = table.page.packed[f"titledeed-games-{letter}.zip"]
        assert "differ from" not in table.page.text("lab")
        (tmp_path / "run.zip").write_bytes(data)
        assert main(["lab", "games", "--from", str(tmp_path / "run.zip")]) == 0
        rows = table.page.files[f"titledeed-lab-{letter}.csv"]
        assert capsys.readouterr().out == rows
        other = laboratory()
        words = chosen(other, ("run.zip", data))
        assert "10 games counted." in words
        assert "mean median Rounds until the end 3.0 3.0" in words
        other.press("lab", "Download these rows (CSV)")
        assert other.page.files["titledeed-games.csv"] == rows
        assert other.app.lab.parts["records"].files.games == comparison.played[side]  # type: ignore[union-attr]
        assert main(["lab", "games", "--from", str(tmp_path / "run.zip"), "--json"]) == 0
        other.press("lab", "Download rows and summary (JSON)")
        assert capsys.readouterr().out == other.page.files["titledeed-games.json"]


def test_a_zip_contains_the_games_played_and_names_those_that_differ() -> None:
    table = laboratory("compare")
    comparison = run_of_ten(table)
    comparison.played[0][3] = None
    comparison.played[0][5] = {**comparison.played[0][5], "rounds": 2}
    table.do("lab-records", "a")
    table.page.run()
    assert "In 1 of 9 games, the result differs from the one on this page" in table.page.text("lab")
    archive = zipfile.ZipFile(BytesIO(table.page.packed["titledeed-games-a.zip"]))
    assert archive.namelist() == [f"{n:04}.json" for n in range(10) if n != 3]
    assert comparison.played[0][5]["rounds"] == 2


def test_packing_ends_when_it_is_stopped_or_the_setting_changes() -> None:
    table = laboratory("compare")
    run_of_ten(table)
    lab = table.app.lab
    assert lab is not None
    for stop in (
        lambda: table.press("lab", "Stop"),
        lambda: table.do("lab-question", kind="change", fields={"question": "own"}),
    ):
        lab.handle_gesture(Gesture("click", do="lab-records", arg="a"))
        assert "0 of 10 games zipped." in table.page.text("lab")
        stop()
        table.page.run()
        assert table.page.packed == {}
        assert "games zipped." not in table.page.text("lab")


def test_files_are_counted_by_name_and_a_bad_one_is_reported() -> None:
    table = laboratory()
    first, second = texts(2)
    words = chosen(
        table,
        ("b.json", second.encode()),
        ("a.json", first.encode()),
        ("c.json", b"\xff"),
        ("d.json", b"{}"),
        ("e.zip", zipped(("0.json", first), ("1.json", "<b>no</b>"))),
        ("f.json", texts(1, bots=3)[0].encode()),
        ("g.zip", b"PK\x03\x04"),
    )
    assert "3 games counted." in words
    for sentence in (
        "c.json: the file isn’t UTF-8 text.",
        "d.json: This isn’t a game saved by Title Deed. Choose another file.",
        "1.json: This file contains no game",
        "f.json: this game has 3 seats, but the first game has 2. Count these games separately.",
        "g.zip: the zip file is damaged.",
    ):
        assert sentence in words
    assert "<b>no" not in table.page.regions["lab"]
    table.press("lab", "Download these rows (CSV)")
    rows = table.page.files["titledeed-games.csv"].splitlines()
    # The number of a game is the place of its file: d.json and c.json have a number too.
    assert [row.split(",")[0] for row in rows] == ["game", "0", "1", "4"]
    assert rows[1].split(",")[1:] == rows[3].split(",")[1:]


def test_a_game_from_a_file_opens_as_a_replay() -> None:
    table = laboratory()
    chosen(table, ("a.zip", zipped(*((f"{n}.json", text) for n, text in enumerate(texts(3))))))
    table.do("lab-replay", "2")
    assert table.app.replaying is not None
    assert table.session.game.record.seed == batch_games.seed_of(11, 2)
    table.do("leave")
    table.do("lab", "records")
    for nonsense in ("9", "x", "-1", "99999999"):
        table.do("lab-replay", nonsense)
    assert "3 games counted." in table.page.text("lab")


def test_a_record_with_a_missing_bot_is_counted_but_not_replayed() -> None:
    table = laboratory()
    record = json.loads(texts(1)[0])
    record["seats"][0]["bot"] = "clever"
    del record["checksum"]
    words = chosen(table, ("a.json", json.dumps(record).encode()))
    assert "1 game counted." in words
    table.do("lab-replay", "0")
    assert "There is no bot “clever”" in table.page.text("lab")


def test_the_number_of_rows_and_sentences_shown_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "SHOWN", 3)
    monkeypatch.setattr(view, "TROUBLES", 2)
    table = laboratory()
    text = texts(1)[0]
    files = [(f"{n}.json", text) for n in range(5)] + [(f"x{n}.json", "") for n in range(4)]
    words = chosen(table, ("a.zip", zipped(*files)))
    assert "The CSV file has 2 more games." in words
    assert "2 more files can’t be counted." in words
    assert table.page.regions["lab"].count('data-do="lab-replay"') == 3


def test_no_files_and_too_many_files_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    table = laboratory()
    assert "There are no games in these files. Choose other files." in chosen(
        table, ("a.zip", zipped())
    )
    assert "There are no games in these files. Choose other files." in chosen(table)
    monkeypatch.setattr(record_files, "MOST_FILES", 2)
    many = [(f"{n}.json", b"{}") for n in range(3)]
    assert "These files contain more than 2 games" in chosen(table, *many)


def test_counting_can_be_stopped_without_losing_its_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hand, "AT_ONCE", 1)
    table = laboratory()
    data = zipped(*((f"{n}.json", text) for n, text in enumerate(texts(4))))
    table.press("lab", "Choose files…")
    table.page.choosing([("a.zip", data)])
    assert "Stop" in table.page.text("lab")
    table.press("lab", "Stop")
    table.page.run()
    assert "games counted." not in table.page.text("lab")
    assert "4 games counted." in chosen(table, ("a.zip", data))
