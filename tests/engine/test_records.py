"""The example records pass the referee, and its verdicts are sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from titledeed.cli import check_record_expectations
from titledeed.engine.record import EXPECT_KEYS, parse_record

ROOT = Path(__file__).resolve().parents[2]
RECORDS = sorted((ROOT / "tests" / "records").glob("*"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_each_example_record_passes_the_referee(path: Path) -> None:
    assert check_record_expectations.check_file(path) == []


def test_the_sample_record_in_the_docs_passes_the_referee() -> None:
    page = (ROOT / "docs" / "RECORD.md").read_text("utf-8")
    match = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert match is not None
    table = parse_record(match[1], toml=True)
    assert check_record_expectations.check_table(table) == []
    expect = table["step"][0]["expect"]
    assert set(expect) == EXPECT_KEYS - {"winners", "deck_bottom"}
