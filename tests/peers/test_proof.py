"""The proof in a record is verified, and a change in either is located."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulated_tables import World, record
from titledeed import __main__ as command
from titledeed.engine.record import record_checksum
from titledeed.peers import proof
from titledeed.peers.draw_hash_chains import to_base64url


@cache
def _played() -> str:
    world = World(21, ["Ada", "Ben", "Cleo"], record(3, 4))
    world.lay()
    for _ in range(200):
        world.run(1)
        if world.over():
            break
    log = world.devices["Ben"].log
    assert log is not None
    return json.dumps(proof.proof_to_dict(log))


@pytest.fixture
def played() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(_played())
    return table


def file(folder: Path, table: dict[str, Any]) -> str:
    table["checksum"] = record_checksum(table)
    path = folder / "game.json"
    path.write_text(json.dumps(table), "utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = command.main(["referee", *words])
    return code, capsys.readouterr().out.splitlines()[0].split(": ", 1)[1]


def draws(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in table["x-proof"]["entries"] if entry["e"] == "draw"]


def test_a_game_with_a_valid_proof_passes(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, played)
    assert said(capsys, path) == (0, "ok")
    assert said(capsys, "--proof", path) == (0, "ok")


def test_a_game_without_a_proof_fails_only_when_a_proof_is_required(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del played["x-proof"]
    path = file(tmp_path, played)
    assert said(capsys, path) == (0, "ok")
    assert said(capsys, "--proof", path) == (1, "has no proof of its dice and cards")


def test_a_foreign_chain_link_is_named_by_draw_and_seat(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draws(played)[4]["reveals"]["1"] = to_base64url(b"y" * 32)
    code, sentence = said(capsys, "--proof", file(tmp_path, played))
    assert code == 1
    assert sentence == (
        "the proof does not hold at draw 5, Ben: The revealed value doesn’t fit the chain."
    )


def test_a_changed_throw_is_named_by_its_draw(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The throw is changed in the proof and in the record, so that both agree."""
    draw = draws(played)[0]
    other = "chance dice 1 2" if draw["line"] != "chance dice 1 2" else "chance dice 2 1"
    lines = played["step"][0]["play"]
    lines[lines.index(draw["line"])] = other
    draw["line"] = other
    assert proof.check_proof(played) == [
        "the proof does not hold at draw 1: The result of a draw doesn’t follow from the chains."
    ] or proof.check_proof(played)[0].startswith("does not load")


def test_a_record_with_different_lines_is_reported(played: dict[str, Any]) -> None:
    shorter = copy.deepcopy(played)
    shorter["step"][0]["play"] = shorter["step"][0]["play"][:-3]
    del shorter["checksum"]
    assert proof.check_proof(shorter) == ["the proof belongs to a different game than the record"]


def test_a_game_without_a_rulebook_is_reported_and_not_searched_for_in_earlier_rulings(
    played: dict[str, Any],
) -> None:
    played["rulebook"] = "no such book"
    del played["checksum"]
    (fault,) = proof.check_proof(played)
    assert fault.startswith("does not load: There is no rulebook “no such book”")


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.update(format="title-deed-proof/3"),
        lambda p: p.update(more=1),
        lambda p: p.update(game="x"),
        lambda p: p.update(names=["Ada"]),
        lambda p: p.update(names=["Ada", "Ben", 3]),
        lambda p: p.update(entries={}),
        lambda p: p.update(entries=[3]),
        lambda p: p.update(entries=[{"e": "draw"}]),
        lambda p: p["entries"].pop(2),
        lambda p: p["entries"].insert(3, {"e": "begin", "x": 0}),
        lambda p: p["entries"].reverse(),
    ],
)
def test_a_damaged_proof_fails_with_an_explanation(played: dict[str, Any], change: Any) -> None:
    change(played["x-proof"])
    del played["checksum"]
    faults = proof.check_proof(played)
    assert len(faults) == 1
    assert len(faults[0]) < 200
