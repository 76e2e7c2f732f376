"""The import paths and names that docs/BOTS.md promises to authors of bots exist."""

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
