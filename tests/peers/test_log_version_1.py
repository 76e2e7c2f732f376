"""Files that a program of protocol version 1 wrote, whose draws a host could steer. Proofs are checked by the
rules of that version; a table or a game by codes that was still going on is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from several_pages import Room
from titledeed import __main__ as command
from titledeed.cli import check_record_expectations
from titledeed.engine.record import Record, Seat, record_checksum
from titledeed.peers import proof
from titledeed.peers.device.device import Device
from titledeed.peers.log_entry_fields_and_checks import LogError

FILES = Path(__file__).parent / "version1"
KEPT = (
    "An earlier version of the program saved this connection, so it can’t be restored. "
    "The game itself is still in your saved games."
)

CODES = (
    "This game by codes comes from an earlier version of the program, and its codes can’t "
    "be read anymore. The game itself is still in your saved games."
)


def stored(name: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((FILES / name).read_text("utf-8"))
    return table


def written(folder: Path, table: dict[str, Any]) -> str:
    table["checksum"] = record_checksum(table)
    path = folder / "game.json"
    path.write_text(json.dumps(table), "utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], path: str) -> tuple[int, str]:
    code = command.main(["referee", "--proof", path])
    return code, capsys.readouterr().out


def test_an_old_proof_is_checked_by_its_own_rules_and_says_what_it_cannot_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this game, an undo took place, and one device gave no values from the eighth draw on."""
    table = stored("proof.json")
    assert table["x-proof"]["format"] == "title-deed-proof/1"
    assert check_record_expectations.check_table(table) == []
    assert proof.check_proof(table) == []
    gaps = proof.proof_gaps(table)
    assert sum("something was taken back" in gap for gap in gaps) == 1
    assert [gap for gap in gaps if "without" in gap] == [
        f"draw {k} was made without Ben" for k in range(8, 22)
    ]
    code, text = said(capsys, written(tmp_path, table))
    assert code == 0
    assert "a proof of version 1 does not say who agreed to what was taken back" in text
    assert "its host could draw without the value of a device" in text


def _draws(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in table["x-proof"]["entries"] if entry["e"] == "draw"]


def _swap(table: dict[str, Any]) -> None:
    entries = table["x-proof"]["entries"]
    first = next(n for n, entry in enumerate(entries) if entry["e"] == "line")
    entries[first], entries[first + 1] = entries[first + 1], entries[first]


@pytest.mark.parametrize(
    "change",
    [
        lambda table: _draws(table)[4]["reveals"].update({"1": "A" * 43}),
        lambda table: _draws(table)[4]["reveals"].pop("1"),
        lambda table: _draws(table)[9]["missing"].clear(),
        lambda table: _draws(table)[2].update(line="chance dice 6 6"),
        lambda table: table["x-proof"]["entries"].pop(),
        lambda table: table["x-proof"].update(format=proof.FORMAT),
        _swap,
    ],
    ids=["value", "no value", "not missing", "throw", "end", "format", "order"],
)
def test_a_changed_version_1_proof_is_invalid(
    change: Callable[[dict[str, Any]], Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = stored("proof.json")
    change(table)
    assert proof.check_proof(table) != []
    assert said(capsys, written(tmp_path, table))[0] == 1


def test_an_unfinished_table_from_version_1_is_refused_and_its_record_stays() -> None:
    table = stored("table.json")
    with pytest.raises(LogError) as refused:
        Device.restore(table, "an engine", random.Random(1).randbytes)
    assert str(refused.value) == KEPT


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("table.json", KEPT),
        (
            "letters.json",
            CODES,
        ),
    ],
)
def test_the_page_says_why_a_version_1_game_cannot_continue(name: str, sentence: str) -> None:
    """Nothing else is lost: people can open the game, and start a new table."""
    room = Room(1)
    (table,) = room.tables
    table.hands.play.start(
        Record(rulebook="modern", seats=[Seat("Ada"), Seat("Ben", "simple")], seed=1)
    )
    room.run(1)
    games = [game.title for game in table.hands.play.store.games()]
    assert games
    room.do(0, "leave")
    room.do(0, "devices")
    room.devices(0).transport.keep(json.dumps(stored(name)))
    room.do(0, "devices-again")
    assert sentence in table.page.text("dlg-devices")
    assert [game.title for game in table.hands.play.store.games()] == games
    room.do(0, "devices-lay")
    assert room.devices(0).shown.code
