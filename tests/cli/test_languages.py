"""The command line in each language: help, errors and results are translated; data and exit codes stay."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scene import record_of
from simulated_tables import World, ledger_of, record
from titledeed.__main__ import main
from titledeed.cli import check_record_expectations
from titledeed.engine.record import record_checksum
from titledeed.language.catalogue import LANGUAGES, Catalogue, fill, names_in
from titledeed.peers import proof
from titledeed.peers.what_a_proof_shows import report
from tools import messages

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
COMMANDS = (
    "",
    "referee",
    "arena",
    "lab",
    *(f"lab {study}" for study in ("landings", "games", "compare", "sweep", "rollouts", "odds")),
)
# Each command fails without playing a game; the value is its exit code.
FAILING = {
    "": 2,
    "referee": 2,
    "referee missing.json": 1,
    "referee .": 1,
    "referee missing.json --nonsense": 2,
    "referee missing.json --proof=yes": 2,
    "arena": 2,
    "arena --seats": 2,
    "arena --seats simple,simple --games 0": 2,
    "arena --seats simple,simple --r 5": 2,
    "arena --seats simple,nobody": 1,
    "arena --seats simple": 1,
    "arena --seats simple,missing.py:Mine": 1,
    "arena --seats simple,simple --rulebook none": 1,
    "arena --seats simple,simple --edition none": 1,
    "arena --seats simple,simple --variant none": 1,
    "lab": 2,
    "lab nothing": 2,
    "lab landings": 2,
    "lab landings --rulebook modern --jail never": 2,
    "lab landings --rulebook none --jail leave": 1,
    "lab landings --rulebook modern --jail leave --decks none": 1,
    "lab games": 1,
    "lab games --jobs 300": 2,
    "lab games --house nothing": 2,
    "lab games --rulebook modern --seats simple,,simple": 1,
    "lab games --rulebook modern --seats simple,simple --house no.such-rule=1": 1,
    "lab games --from missing.zip": 1,
    "lab games --from missing.zip --seed 3": 1,
    "lab compare one": 2,
    "lab compare missing.toml missing.toml": 1,
    "lab compare a.toml b.toml": 1,
    "lab compare a.toml a.toml --measure none": 1,
    "lab sweep": 1,
    "lab sweep a.toml": 1,
    "lab sweep a.toml --vary salary --values 3,2": 1,
    "lab sweep a.toml --vary salary --values 3": 1,
    "lab sweep a.toml --vary salary --values 3,500000": 1,
    "lab sweep a.toml --vary salary --values one": 1,
    "lab sweep a.toml --vary salary --measure none": 1,
    "lab sweep missing.toml --vary salary": 1,
    "lab sweep --from missing.json": 1,
    "lab sweep --from missing.json --seed 3": 1,
    "lab sweep --from a.toml": 1,
    "lab rollouts": 2,
    "lab rollouts missing.toml": 1,
    "lab odds": 1,
    "lab odds --seats simple": 1,
    "lab odds missing.json": 1,
}
# Words that do not exist in German, French or Spanish.
ENGLISH = re.compile(r"\b(the|is|are|must|of|there|with|from|not|by|and|to|which)\b", re.IGNORECASE)
# The parts that are the same in all languages: options, metavars, choices, ids, files.
NAME = re.compile(r"\[?-?-[\w-]+\]?|\{[\w,-]+\}\]?|[A-Z=\[\]. ]+|\.\.\.\)?")


def said(
    capsys: pytest.CaptureFixture[str], command: str, language: str = ""
) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it prints to both outputs."""
    words = [*command.split(), *(["--language", language] if language else [])]
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else -1
    out, err = capsys.readouterr()
    return code, out, err


def lasting_words(text: str) -> str:
    """Return a text without options, quoted values and ids."""
    return re.sub(r"--?[\w-]+|[“«„'].*?[”»“']|\S+[-.]\w\S*", " ", text)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "1000")
    for name, seats in (("a", ["Ada", "Ben"]), ("b", ["Ada", "Ben", "Cleo"])):
        text = f'format = "title-deed/1"\nrulebook = "modern"\nseats = {json.dumps(seats)}\n'
        Path(f"{name}.toml").write_text(text, "utf-8")


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", COMMANDS)
def test_all_help_is_translated_and_names_the_same_options(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, english, _ = said(capsys, f"{command} --help")
    other_code, other, _ = said(capsys, f"{command} --help", language)
    assert code == other_code == 0
    assert len(english.splitlines()) == len(other.splitlines())
    for line, told in zip(english.splitlines(), other.splitlines(), strict=True):
        heading = line == "options:" and language == "fr"
        names_alone = all(NAME.fullmatch(part) for part in line.split())
        assert line != told or heading or names_alone, line
        if not line.startswith("usage:"):
            assert not ENGLISH.search(lasting_words(told)), told
    assert re.findall(r"--[\w-]+", english) == re.findall(r"--[\w-]+", other)
    assert re.findall(r"\b[A-Z]{3,}\b", english) == re.findall(r"\b[A-Z]{3,}\b", other)


@pytest.mark.parametrize("language", ["", *OTHERS])
def test_the_option_can_stand_before_or_after_the_command(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = f"--language {language}" if language else ""
    places = [f"{option} lab games", f"lab {option} games", f"lab games {option}"]
    if language:
        places += [f"--language={language} lab games", f"lab games --lang {language}"]
    assert len({said(capsys, place) for place in places}) == 1


def test_an_unknown_language_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "lab games --language tlh")
    assert code == 2
    told = err.splitlines()[-1]
    assert "--language: invalid choice: 'tlh'" in told
    assert all(language in told for language in LANGUAGES)
    assert said(capsys, "lab games --language")[0] == 2


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", FAILING)
def test_an_error_is_translated_and_the_rest_stays(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, command)
    other_code, other_out, other_err = said(capsys, command, language)
    assert code == other_code == FAILING[command]
    if command.startswith("referee") and code == 1:
        err, other_err = out, other_out
    else:
        assert out == other_out
    assert len(err.splitlines()) == len(other_err.splitlines())
    assert err.splitlines()[-1] != other_err.splitlines()[-1]
    for line in other_err.splitlines():
        if not line.startswith((" ", "Aufruf", "uso:", "utilisation")):
            assert not ENGLISH.search(lasting_words(line)), line


# ---------------------------------------------------------------- results


@cache  # the whole program is read for them
def all_messages() -> list[messages.Message]:
    return list(messages.messages())


def sentences() -> list[str]:
    """The messages that are found by their shape: those of the engine, and of the command line."""
    found = {singular for singular, plural, _ in all_messages() if not plural}
    return sorted(
        text
        for text in found
        if (names := names_in(text)) and names == list("abcdefgh"[: len(names)])
    )


@pytest.mark.parametrize("language", OTHERS)
def test_every_command_line_sentence_is_recognized_by_its_pattern(language: str) -> None:
    """No other message matches the sentence."""
    mine = {each.relative_to(ROOT).as_posix() for each in messages.OF_THE_COMMAND_LINE}
    of_mine = {singular for singular, _, where in all_messages() if where in mine}
    catalogue = Catalogue(language, {})
    values = {name: f"x{name}" for name in "abcdefgh"}
    told = [text for text in sentences() if text in of_mine]
    assert len(told) > 80
    for text in told:
        wanted = fill(catalogue.find(text), values)
        assert catalogue.sentence(fill(text, values)) == wanted, text


FAULTS: tuple[dict[str, Any], ...] = (
    {"ask": "Ada roll"},
    {"cash": {"Ada": 1441}},
    {"cash": "x"},
    {"at": {"Ada": "go"}},
    {"owner": {"baltic-avenue": "Ben"}},
    {"buildings": {"baltic-avenue": 1}},
    {"mortgaged": {"baltic-avenue": True}},
    {"jail": {"Ben": 0}},
    {"cards": {"Ada": ["chance"]}},
    {"cards": {"Ada": "chance"}},
    {"stock": {"houses": 31}},
    {"stock": {"hotels": 31, "huts": 3}},
    {"playing": ["Ada"]},
    {"winners": ["Ada"]},
    {"may": ["Ada roll"]},
    {"refuses": {"Ada end": ""}},
    {"refuses": {"Ada build boardwalk": "rent.claim-deadline"}},
    {"cites": ["rent.claim-deadline"]},
    {"deck_top": {"chance": "inheritance"}},
    {"deck_bottom": {"chance": "inheritance"}},
)


@pytest.mark.parametrize("language", OTHERS)
def test_the_referee_reports_in_the_chosen_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opening = record_of("modern", seats={"Ben": {"jail": 1, "cards": ["chance"]}})
    play = ["Ada roll", "chance dice 1 2", "Ada buy"]
    steps = [[{"play": play, "expect": fault}] for fault in FAULTS]
    steps += [[{"play": ["Ada buy"]}], [{"play": ["Ada dance"]}], [{"play": play}]]
    tables = [{**opening, "step": step} for step in steps]
    tables += [{**opening, "refused": "x"}, {**opening, "rulebook": "none", "refused": "x.y"}]
    tables += [{**opening, "rulebook": "none"}, {"format": "none"}]
    files = []
    for n, table in enumerate(tables):
        files.append(tmp_path / f"{n}.json")
        files[-1].write_text(json.dumps(table), "utf-8")
    command = f"referee {' '.join(file.name for file in files)}"
    code, english, _ = said(capsys, command)
    other_code, other, _ = said(capsys, command, language)
    assert code == other_code == 1
    assert english.splitlines()[-1] == f"1 passed, {len(files) - 1} failed"
    for line, told in zip(english.splitlines(), other.splitlines(), strict=True):
        assert line != told
        assert not ENGLISH.search(lasting_words(told)), told


@pytest.mark.parametrize("language", OTHERS)
def test_the_report_of_a_proof_is_in_the_chosen_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["Ada", "Ben", "Cleo"]
    world = World(21, names, record(4, 3, 1))
    world.lay()
    world.run(6)
    table = proof.proof_to_dict(ledger_of(world, "Ben"))
    undone = json.loads((ROOT / "tests/peers/version1/undos.json").read_text("utf-8"))
    for n, game in enumerate((table, undone)):
        game["x-note"] = 1
        game["checksum"] = record_checksum({k: v for k, v in game.items() if k != "checksum"})
        file = tmp_path / f"game{n}.json"
        file.write_text(json.dumps(game), "utf-8")
        assert proof.check_proof(game) == []
        code, english, _ = said(capsys, f"referee --proof {file.name}")
        other_code, other, _ = said(capsys, f"referee --proof {file.name}", language)
        assert code == other_code == 0
        assert len(english.splitlines()) == len(report(game)) + 2
        for line, told in zip(english.splitlines(), other.splitlines(), strict=True):
            assert line != told
            assert not ENGLISH.search(lasting_words(told)), told
    table["x-proof"]["entries"][-1]["e"] = "none"
    del table["checksum"]
    (tmp_path / "broken.json").write_text(json.dumps(table), "utf-8")
    _, told, _ = said(capsys, "referee --proof broken.json", language)
    assert not ENGLISH.search(lasting_words(told)), told


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "command",
    [
        "arena --seats simple,simple --games 2 --rounds 3",
        "lab compare a.toml a.toml --games 3",
        "lab rollouts a.toml --games 2",
    ],
)
def test_readable_results_are_in_the_chosen_language(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, english, _ = said(capsys, command)
    other_code, other, _ = said(capsys, command, language)
    assert code == other_code == 0
    table = re.compile(r" {10}|[ !*]?\w+ +[-\d]")  # rows of figures below their columns
    for line, told in zip(english.splitlines(), other.splitlines(), strict=True):
        if re.match(r"\s+A\s", line):
            assert line == told  # the columns
        elif not table.match(line):
            assert line != told
        assert not ENGLISH.search(lasting_words(told).replace("B minus A", "")), told


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "command",
    [
        "arena --seats simple,simple --games 2 --rounds 3 --json",
        "lab games --rulebook modern --seats simple,simple --games 2",
        "lab games --rulebook modern --seats simple,simple --games 2 --json",
        "lab compare a.toml a.toml --games 2 --json",
        "lab rollouts a.toml --games 2 --json",
        "lab odds --seats simple,simple --games 1 --rounds 2",
        "lab odds a.toml",
        "lab landings --rulebook modern --jail leave --exact",
    ],
)
def test_csv_and_json_are_the_same_in_every_language(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def data(told: tuple[int, str, str]) -> tuple[int, str, str]:
        code, out, err = told
        return code, re.sub(r'"seconds": [\d.]+', "", out), err

    english, other = said(capsys, command), said(capsys, command, language)
    assert english[1]
    assert data(english) == data(other)


# ---------------------------------------------------------------- the machine's language


@pytest.mark.parametrize("command", ["--help", "lab games", "referee missing.json"])
def test_without_the_option_the_output_is_english_on_any_machine(command: str) -> None:
    told = []
    for locale in ("C.UTF-8", "de_DE.UTF-8"):
        settings = dict.fromkeys(("LANG", "LC_ALL", "LC_MESSAGES"), locale)
        settings |= {"LANGUAGE": locale[:2], "PYTHONPATH": str(ROOT / "py"), "PYTHONUTF8": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "titledeed", *command.split()],
            env=os.environ | settings,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        told.append((done.returncode, done.stdout, done.stderr))
    assert told[0] == told[1]
    assert re.search(r"usage: |Games need|cannot be read", told[0][1] + told[0][2])


def test_a_terminal_without_the_letters_of_a_language_shows_them_escaped() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "titledeed", "--help", "--language", "fr"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "py"), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"v\\xe9rifier" in done.stdout


def test_nonbreaking_spaces_are_not_escaped() -> None:
    assert check_record_expectations.plain("95\u00a0% \u202f;\t") == "95\u00a0% \u202f;\\t"


def test_the_page_does_not_load_command_line_messages() -> None:
    for language in messages.languages():
        file = messages.LOCALE / f"{language}.po"
        whole, page = messages.compiled(file), messages.of_the_page(file)
        assert len(page) < len(whole)
        assert "usage:" in whole
        assert "usage:" not in page
        assert {key for key in page if key} <= set(whole)
        assert "Buy it" in page
