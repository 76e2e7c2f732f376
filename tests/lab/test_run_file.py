"""Whole runs as files: games of earlier versions lack fields that later versions have added."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from titledeed.engine.errors import LoadError
from titledeed.lab import batch_games, run_file

KEPT = Path(__file__).resolve().parents[1] / "migrations" / "kept" / "title-deed-run-2.json"


def with_field(value: object) -> str:
    """Return the stored run, in which the first game of each side has the field that the test adds."""
    table: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    for side in table["played"]:
        side[0]["jailed"] = value
    return json.dumps(table)


def test_a_field_from_a_later_version_is_optional(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(LoadError, match="doesn’t contain a simulation"):
        run_file.read_run(with_field(3))
    monkeypatch.setitem(batch_games.Played.__annotations__, "jailed", int)
    monkeypatch.setattr(batch_games, "ADDED", {"jailed": lambda value, seats: type(value) is int})
    monkeypatch.setattr(run_file, "ADDED", batch_games.ADDED)
    assert run_file.read_run(KEPT.read_text("utf-8"))["played"]
    assert run_file.read_run(with_field(3))["played"][0][0]["jailed"] == 3
    with pytest.raises(LoadError, match="doesn’t contain a simulation"):
        run_file.read_run(with_field("3"))


def test_a_game_without_the_new_field_is_the_same_game() -> None:
    row: Any = json.loads(KEPT.read_text("utf-8"))["played"][0][0]
    assert batch_games.is_same_game(row, {**row, "jailed": 3})
    assert batch_games.is_same_game(row, dict(row))
    assert not batch_games.is_same_game(row, {**row, "worth": [1, 2]})
    assert not batch_games.is_same_game({**row, "jailed": 3}, row)
