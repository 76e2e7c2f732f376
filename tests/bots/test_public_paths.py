"""What docs/BOTS.md promises to whoever writes a bot stands where it says, under the names it says."""

from __future__ import annotations

import importlib

import pytest

PROMISED = (
    *("bots.protocol", "engine.words", "engine.door", "engine.record", "engine.notation"),
    *("engine.books", "engine.chance", "session", "players", "referee"),
    *("lab.arena", "lab.strangers"),
)


@pytest.mark.parametrize("path", PROMISED)
def test_a_promised_module_is_there(path: str) -> None:
    module = importlib.import_module(f"titledeed.{path}")
    assert module.__doc__
