"""A new rulebook is one table in ``books.toml`` and its values in ``clauses.toml``, without code.

The sixth book exists only here. It is the modern book with a first bid of 20, in a copy of the
program.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parents[2] / "py" / "titledeed"
BOOK = """
[[book]]
id = "sixth"
name = "Sixth"
title = "A book that only this test has"
era = "2026"
line = "Modern, but bids begin at 20."
differences = ["Bids begin at 20."]
editions = ["london", "atlantic-city", "australia"]
variants = ["standard"]
[book.decks]
atlantic-city = "us-1936"
london = "uk-classic"
australia = "uk-classic"
"""
PLAYED = """
from titledeed import api
from titledeed.engine.rulebook_loader_and_rules_compiler import default_decks
from titledeed.lab.landings.shares_and_group_earnings import exact
from titledeed.ui.views.setup import setup
assert api.RULEBOOKS[-1] == "sixth", api.RULEBOOKS
assert default_decks("atlantic-city", "sixth") == "us-1936"
game = api.new_game(["Ada", "Ben"], rulebook="sixth", seed=7)
rules = game.state.rules
assert (rules.book, rules.opening_bid, rules.building_opening_bid) == ("sixth", 20, 10)
(row,) = api.play_games(["simple", "steady"], 1, seed=3, rulebook="sixth")
assert row["rounds"] > 0
assert len(api.landing_shares("sixth")) == 41
assert "sixth" in setup.BOOKS
"""


def test_a_sixth_book_needs_only_a_table_and_its_values(tmp_path: Path) -> None:
    copy = tmp_path / "titledeed"
    shutil.copytree(PROGRAM, copy, ignore=shutil.ignore_patterns("__pycache__"))
    books, clauses = copy / "books" / "books.toml", copy / "books" / "clauses.toml"
    books.write_text(books.read_text("utf-8") + BOOK, "utf-8")
    table, values = re.subn(
        r"(?m)^modern = (.*)$", r"\g<0>\nsixth = \1", clauses.read_text("utf-8")
    )
    assert values > 100
    opening = re.compile(
        r'(id = "auction\.opening-bid".*?\[clause\.value\].*?sixth = )10\b', re.DOTALL
    )
    table, changed = opening.subn(r"\g<1>20", table, count=1)
    assert changed == 1
    clauses.write_text(table, "utf-8")
    played = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr


def test_a_book_with_a_missing_value_is_refused_by_name(tmp_path: Path) -> None:
    copy = tmp_path / "titledeed"
    shutil.copytree(PROGRAM, copy, ignore=shutil.ignore_patterns("__pycache__"))
    books = copy / "books" / "books.toml"
    books.write_text(books.read_text("utf-8") + BOOK, "utf-8")
    code = "from titledeed import api; api.new_game(['Ada', 'Ben'], rulebook='sixth')"
    env = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    tried = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        pytest.fail("a book without values was played")
    assert "The clause table has no value for" in tried.stderr
    assert "in the rulebook sixth" in tried.stderr
