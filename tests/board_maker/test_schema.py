"""The published JSON Schema accepts every playable board, and refuses what the program refuses key by key."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path

import pytest

from json_schema import faults
from random_boards import random_board
from titledeed.board_maker.draft_from_and_to_edition_table import table_of
from titledeed.board_maker.example_board import example_draft
from titledeed.engine.parsing.decks import EFFECTS
from titledeed.engine.parsing.edition_parser import SPACE_KINDS
from titledeed.engine.rulebook_loader_and_rules_compiler import EDITIONS, edition_table, own_faults

DOCS = Path(__file__).resolve().parents[2] / "docs"
SCHEMA = json.loads((DOCS / "edition.schema.json").read_text("utf-8"))
TOWN = tomllib.loads((DOCS / "examples" / "my-town.toml").read_text("utf-8"))


def test_the_schema_accepts_the_three_boards_the_examples_and_200_random_ones() -> None:
    boards = [TOWN, table_of(example_draft()), *map(edition_table, EDITIONS)]
    for table in (*boards, *map(random_board, range(200))):
        assert list(faults(table, SCHEMA)) == []


def test_the_schema_knows_the_same_kinds_and_effects() -> None:
    assert SCHEMA["$defs"]["space"]["properties"]["kind"]["enum"] == list(SPACE_KINDS)
    assert set(SCHEMA["$defs"]["card"]["properties"]["do"]["enum"]) == set(EFFECTS)


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        ((), "schema", "title-deed-edition/2"),
        ((), "colour", "red"),
        ((), "name", "x" * 41),
        (("currency",), "sign", ""),
        (("currency",), "after", "yes"),
        (("group", 2), "color", "red"),
        (("group", 2), "house_cost", 0),
        (("space", 1), "price", True),
        (("space", 1), "rents", [1]),
        (("space", 1), "kind", "castle"),
        (("space", 1), "id", "Not an id"),
        (("chance", 1), "do", "fly"),
        (("chance", 1), "to", 40),
    ],
)
def test_the_schema_refuses_what_the_program_refuses(
    path: tuple[str | int, ...], key: str, value: object
) -> None:
    table = copy.deepcopy(TOWN)
    row = table
    for step in path:
        row = row[step]  # type: ignore[index]
    row[key] = value
    assert list(faults(table, SCHEMA))
    assert own_faults(table)
