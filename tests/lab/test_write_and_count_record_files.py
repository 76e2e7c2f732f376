"""``lab games --records`` and ``--from`` give the same bytes from counted games and from their records.

Files that contain no records get a sentence."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from titledeed.__main__ import main
from titledeed.engine.errors import LoadError
from titledeed.lab import batch_games
from titledeed.lab import write_and_count_record_files as record_files

ROOT = Path(__file__).resolve().parents[2]
SETTING = ("--rulebook", "modern", "--seats", "steady-1,dealer,simple", "--seed", "5")


def lab(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", "games", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", "games", *words]) == 1
    out = capsys.readouterr()
    assert out.out == ""
    return out.err


def texts(count: int = 2, seed: int = 5) -> list[str]:
    table = batch_games.record_of("modern", ["simple", "steady-1"], house_rules={"limit-rounds": 4})
    job = batch_games.GamesJob(record=table, seed=seed, first=0, count=count)
    return [row["record"] for row in record_files.run_recorded_games(job)]


def zipped(*files: tuple[str, str | bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("how", "processes"),
    [
        ((), "2"),
        pytest.param((), "1", marks=pytest.mark.long),
        pytest.param(("--json",), "1", marks=pytest.mark.long),
        pytest.param(("--json",), "2", marks=pytest.mark.long),
    ],
)
def test_rows_from_records_match_rows_from_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, how: tuple[str, ...], processes: str
) -> None:
    folder = tmp_path / "new" / "records"
    words = ("--games", "12", *how, "--jobs", processes)
    counted = lab(capsys, *SETTING, *words)
    assert lab(capsys, *SETTING, *words, "--records", str(folder)) == counted
    files = sorted(map(str, folder.iterdir()))
    assert [Path(file).name for file in files] == [f"{n:04}.json" for n in range(12)]
    assert lab(capsys, "--from", *files, *how, "--jobs", processes) == counted
    archive = tmp_path / "records.zip"
    archive.write_bytes(zipped(*((Path(file).name, Path(file).read_text()) for file in files)))
    assert lab(capsys, "--from", str(archive), *how, "--jobs", processes) == counted
    # The number of a game is its file's position in the list.
    backwards = lab(capsys, "--from", *reversed(files)).splitlines()
    rows = lab(capsys, *SETTING, "--games", "12").splitlines()
    assert backwards[1].split(",") == ["0", *rows[12].split(",")[1:]]


def test_the_summary_shows_medians_beside_means(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rulebook", "modern", "--seats", "simple,simple,simple", "--games", "5")
    table = json.loads(lab(capsys, *words, "--json"))
    rounds = [row["rounds"] for row in table["rows"]]
    assert table["games"] == 5
    assert table["unfinished"] == rounds.count(500) > 0
    assert table["measures"]["rounds"] == {
        "mean": round(sum(rounds) / 5, 6),
        "median": sorted(rounds)[2],
    }
    assert [seat["seat"] for seat in table["won"]] == [1, 2, 3]
    for n, row in enumerate(table["rows"]):
        assert (row["game"], len(row["worth"])) == (n, 3)


def test_a_handwritten_record_and_an_unfinished_one_both_count(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Chance lines may be missing; the last round counts as it is."""
    head = 'format = "title-deed/1"\nrulebook = "modern"\nseats = ["Ada", "Ben"]\nseed = 3\n'
    lines = "Ada roll\nBen roll\n"
    file = tmp_path / "mine.toml"
    file.write_text(f'{head}[[step]]\nplay = """\n{lines}"""\n', "utf-8")
    row = lab(capsys, "--from", str(file)).splitlines()[1]
    assert row == "0,1,0,,1500,1500,0.000000"
    text = json.loads(texts(1)[0])
    text["step"][0]["play"] = text["step"][0]["play"][:-8]
    del text["checksum"]
    file.with_suffix(".json").write_text(json.dumps(text), "utf-8")
    cells = lab(capsys, "--from", str(file.with_suffix(".json"))).splitlines()[1].split(",")
    assert cells[1] in ("3", "4")
    assert cells[3] == ""


def test_a_strangers_game_is_listed_without_the_path_of_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = "class Mine:\n    def choose(self, view, options):\n        return None\n"
    (tmp_path / "mine.py").write_text(source, "utf-8")
    words = ("--rulebook", "modern", "--seats", f"{tmp_path}/mine.py:Mine,simple", "--games", "2")
    counted = lab(capsys, *words, "--records", str(tmp_path / "out"))
    files = sorted(map(str, (tmp_path / "out").iterdir()))
    assert lab(capsys, "--from", *files) == counted
    text = Path(files[0]).read_text("utf-8")
    assert str(tmp_path) not in text
    assert json.loads(text)["seats"][0] == {"name": "seat-1", "x-bot": "mine.py:Mine"}


def test_the_command_explains_what_it_cannot_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "need --rulebook and --seats" in refused(capsys, "--games", "2")
    assert "only for playing games" in refused(capsys, *SETTING, "--from", "a.json")
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    words = (*SETTING, "--games", "2", "--records")
    assert "is not empty" in refused(capsys, *words, str(tmp_path))
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert "notes.txt: " in refused(capsys, *words, str(tmp_path / "notes.txt"))
    assert "gone.json: " in refused(capsys, "--from", str(tmp_path / "gone.json"))
    assert "notes.txt: " in refused(capsys, "--from", str(tmp_path / "notes.txt"))
    (tmp_path / "none.zip").write_bytes(zipped())
    assert "There is no record" in refused(capsys, "--from", str(tmp_path / "none.zip"))


@pytest.mark.parametrize(
    "words",
    ["--games 1", "--seed 0", "--house free-parking=pot", "--edition london", "--records made"],
)
def test_playing_options_are_refused_together_with_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str
) -> None:
    file = tmp_path / "0.json"
    file.write_text(texts(1)[0], "utf-8")
    assert words.split(maxsplit=1)[0] in refused(capsys, "--from", str(file), *words.split())


def test_games_with_different_numbers_of_seats_are_not_mixed_in_one_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "0.json").write_text(texts(1)[0], "utf-8")
    three = batch_games.record_of("modern", ["simple"] * 3, house_rules={"limit-rounds": 2})
    table = batch_games.record_game(batch_games.GamesJob(record=three, seed=1, first=0, count=1))
    (tmp_path / "1.json").write_text(json.dumps(table), "utf-8")
    files = [str(tmp_path / f"{n}.json") for n in (0, 1)]
    assert main(["lab", "games", "--from", *files]) == 1
    assert (
        "1.json: this game has 3 seats, but the first game has 2. Count these games separately."
        in capsys.readouterr().err
    )


# ---------------------------------------------------------------- zips


def test_unpacking_a_zip_gives_the_packed_data_and_packing_gives_the_same_bytes_each_time() -> None:
    def packed() -> bytes:
        packing = record_files.Packing(2)
        for n, text in enumerate(texts()):
            packing.add(n, text)
        return packing.finish()

    assert packed() == packed()
    unpacked = [
        (source.name, source.text()) for source in record_files.record_sources("a.zip", packed())
    ]
    assert unpacked == [(f"{n:04}.json", text) for n, text in enumerate(texts())]


def test_names_with_numbers_sort_numerically() -> None:
    for count in (1, 9, 10_000, 10_001, 123_456):
        names = [record_files.record_name(n, count) for n in {0, 1, count // 2, count - 1}]
        assert names == sorted(names, key=lambda name: int(name.removesuffix(".json")))
        assert len({*map(len, names)}) == 1


def test_a_zip_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped(("0.json", b" " * 70_000_000))
    assert len(bomb) < 100_000
    with pytest.raises(LoadError, match=r"^0\.json: the file is too large"):
        record_files.record_sources("bomb.zip", bomb)[0].text()
    many = zipped(*((f"{n}.json", b" " * 2000) for n in range(9)))
    for name, most, says in (
        ("LARGEST_TOGETHER", 17_999, "is too large once unpacked"),
        ("MOST_FILES", 8, "more than 8 files"),
        ("LARGEST_ZIP", 100, "is too large"),
    ):
        with monkeypatch.context() as limits:
            limits.setattr(record_files, name, most)
            with pytest.raises(LoadError, match=f"^many.zip: the zip .*{says}"):
                record_files.record_sources("many.zip", many)
    assert len(record_files.record_sources("many.zip", many)) == 9


def test_a_zip_that_understates_its_sizes_is_not_read_to_the_end() -> None:
    """Its directory says 10 bytes, but the data would expand to 70 million."""
    bomb = zipped(("0.json", b" " * 70_000_000))
    liar = bomb.replace(struct.pack("<L", 70_000_000), struct.pack("<L", 10))
    assert liar != bomb
    with pytest.raises(LoadError, match="damaged"):
        record_files.record_sources("liar.zip", liar)[0].text()


def test_hostile_zips_and_records_give_a_sentence_in_cpython_and_in_pyodide(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """A newer ``zipfile`` detects more damage, such as overlapping entries."""
    script = "tests/lab/hostile_records.py"
    there = in_pyodide(script)
    assert there.returncode == 0, there.stderr
    here = subprocess.run(
        [sys.executable, script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "py"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = here.stdout.splitlines()
    assert len(lines) > 300
    assert {line.partition(" ")[0] for line in lines} == {"refused", "read"}
    for line, again in zip(lines, there.stdout.splitlines(), strict=True):
        assert line == again or "is damaged." in again
