"""Boards keep everything on the way through drafts, files and codes."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from boards_by_hand import BOARDS, board_by_hand
from random_boards import random_board, spoiled_board
from titledeed.board_maker import changes, checks, draft_file, edition_writer, link_code
from titledeed.board_maker.draft import BoardDraft
from titledeed.board_maker.draft_from_and_to_edition_table import draft_of_table, table_of
from titledeed.engine.errors import LoadError
from titledeed.engine.parsing.edition_text_to_table import parse_edition_file
from titledeed.engine.record import parse_record_to_keep, read_record
from titledeed.engine.rulebook_loader_and_rules_compiler import (
    EDITIONS,
    edition_table,
    own_edition,
    own_faults,
)
from titledeed.storage import board_file_check

ROOT = Path(__file__).resolve().parents[2]
TOWN = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))


def read_edition(text: str, file: str) -> dict[str, Any]:
    table = parse_edition_file(text, not file.endswith(".json"))
    assert not own_faults(table)
    return table


@pytest.mark.parametrize("count", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_random_boards_come_back_identical_from_their_files(count: int) -> None:
    for seed in range(count):
        table = random_board(seed)
        assert not own_faults(table), own_faults(table)[0]
        draft = draft_of_table(table)
        assert table_of(draft) == table
        file, text = edition_writer.edition_file(draft)
        again = parse_edition_file(text, not file.endswith(".json"))
        assert again == table
        assert own_edition(again) == own_edition(table)  # also of the same types, and correct
        assert draft_of_table(again) == draft


def test_20_boards_by_hand_come_back_identical_from_files_drafts_and_codes() -> None:
    assert len(BOARDS) == 20
    for name in BOARDS:
        table = board_by_hand(name)
        assert not own_faults(table), (name, str(own_faults(table)[0]))
        draft = draft_of_table(table)
        assert checks.problems(draft) == [], name
        file, text = edition_writer.edition_file(draft)
        again = read_edition(text, file)
        assert again == table, name
        assert own_edition(again) == own_edition(table)
        assert draft_file.draft_of_text(draft_file.draft_file(draft)[1]) == draft
        assert link_code.unpack_board(link_code.pack_board(draft)) == draft, name


def test_the_example_and_the_built_in_boards_come_back_identical() -> None:
    for table in (TOWN, *map(edition_table, EDITIONS)):
        draft = draft_of_table(table)
        assert table_of(draft) == table
        file, text = edition_writer.edition_file(draft)
        assert parse_edition_file(text, file.endswith("toml")) == table


def test_a_board_with_a_null_in_a_key_of_another_program_is_written_as_json() -> None:
    table = {**TOWN, "x-null": {"none": [None, 1]}}
    file, text = edition_writer.edition_file(draft_of_table(table))
    assert file == "my-town.json"
    assert read_edition(text, file) == table


def test_an_unknown_key_is_refused_by_its_name() -> None:
    for path in ((), ("currency",), ("group", 3), ("space", 7), ("chance", 2)):
        table = copy.deepcopy(TOWN)
        row = table
        for key in path:
            row = row[key]
        row["colour"] = "red"
        with pytest.raises(LoadError, match="“colour” is unknown"):
            draft_of_table(table)
        row["x-colour"] = row.pop("colour")
        assert table_of(draft_of_table(table)) == table


# ---------------------------------------------------------------- drafts


def test_a_draft_file_keeps_a_board_that_cannot_be_played() -> None:
    for seed in range(60):
        draft = draft_of_table(spoiled_board(seed))
        file, text = draft_file.draft_file(draft)
        assert file.endswith(".draft.json")
        assert text.startswith(draft_file.HEAD)
        assert draft_file.draft_of_text(text) == draft


def test_no_game_loads_a_draft_file() -> None:
    _, text = draft_file.draft_file(draft_of_table(TOWN))
    assert not board_file_check.looks_like_one(text)
    table, result = board_file_check.check_board_file("x.json", text)
    assert result.faults
    with pytest.raises(LoadError):
        own_edition(table)
    with pytest.raises(LoadError):
        read_record(parse_record_to_keep(text, toml=False))
    with pytest.raises(LoadError):
        own_edition(json.loads(text)["board"])


def test_a_draft_file_of_another_shape_is_refused_with_a_sentence() -> None:
    good = draft_file.draft_table(draft_of_table(TOWN))
    for bad in (
        "[]",
        "",
        "{}",
        json.dumps({**good, "format": "title-deed-board-draft/2"}),
        json.dumps({**good, "more": 1}),
        json.dumps({**good, "board": {**good["board"], "space": []}}),
        json.dumps({**good, "board": {**good["board"], "name": "x" * 81}}),
        json.dumps({**good, "board": {**good["board"], "name": "a\u202eb"}}),
        json.dumps({**good, "board": {**good["board"], "schema": "title-deed-edition/1"}}),
        "\x00",
        "[" * 100_000,
    ):
        with pytest.raises(LoadError):
            draft_file.draft_of_text(bad)


# ---------------------------------------------------------------- codes


def small_change(name: str = "Our street") -> BoardDraft:
    draft = changes.printed_draft(name=name)
    for n, at in enumerate(draft.streets()):
        draft = changes.with_space_name(draft, at, f"House {n} of Ada and Ben")
    return draft


def test_random_boards_come_back_identical_from_their_codes() -> None:
    for seed in range(40):
        draft = draft_of_table(random_board(seed))
        code = link_code.pack_board(draft)
        if len(code) <= link_code.LONGEST:
            assert link_code.unpack_board(code) == draft, seed
    for table in (TOWN, {**edition_table("london"), "id": "my-london"}):
        draft = draft_of_table(table)
        assert link_code.unpack_board(link_code.pack_board(draft)) == draft


def test_a_code_has_only_what_differs() -> None:
    renamed = changes.with_board_name(changes.printed_draft("london"), "Ours")
    assert len(link_code.pack_board(renamed)) < 60
    names = link_code.pack_board(small_change())
    assert len(names) < link_code.LONGEST_QR
    whole = len(link_code.pack_board(draft_of_table(TOWN)))
    assert link_code.LONGEST_LINK < whole < 4000


def test_a_damaged_code_is_refused_with_a_sentence() -> None:
    code = link_code.pack_board(small_change())
    for n in range(2, len(code), 7):
        other = "A" if code[n] != "A" else "B"
        with pytest.raises(LoadError):
            link_code.unpack_board(code[:n] + other + code[n + 1 :])
        with pytest.raises(LoadError):
            link_code.unpack_board(code[:n])
    for bad in ("", "2." + code[2:], "1.", "1.é", code + "A", "1." + "A" * 9000):
        with pytest.raises(LoadError):
            link_code.unpack_board(bad)


def test_a_code_from_a_stranger_cannot_name_what_is_not_there() -> None:
    for value in (
        [],
        [3, -1, {}],
        [0, 3, {}],
        [0, -2, {}],
        [True, -1, {}],
        [0, -1, [1, 2]],
        [0, -1, [None]],
        [0, -1, {"space": {"40": [{}]}}],
        [0, -1, {"space": {"1": []}}],
        [0, -1, {"space": {"1": {"price": [-1]}}}],
        [0, -1, {"space": {"1": {"price": [10**40]}}}],
        [0, -1, {"space": {"1": {"name": [["x"]]}}}],
        [0, -1, {"space": {"5": {"kind": [["railroad"]]}}}],
        [0, -1, {"colour": ["red"]}],
        [0, -1, {"name": ["a\u202eb"]}],
    ):
        with pytest.raises(LoadError):
            link_code.unpack_board(link_code._packed(value))
