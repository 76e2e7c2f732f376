"""The set-up screen on a fake page, and how a person fills it in."""

from __future__ import annotations

from pathlib import Path

from fake_page import Table
from titledeed.language.catalogue import Catalogue

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_text(
    "utf-8"
)
SEATS = {"name-0": "Ada", "kind-0": "person", "name-1": "Ben", "kind-1": "person"}
ENGLISH = Catalogue("en")


def at_setup(**fields: str) -> Table:
    table = Table()
    change(table, **fields)
    return table


def change(table: Table, **fields: str) -> None:
    """Fill in fields of the form, as a person does."""
    named = {name.replace("__", ":").replace("_", "-"): value for name, value in fields.items()}
    table.page.fields = {**SEATS, **table.app.setup, **named}
    table.do("setup", kind="change")


def start(table: Table) -> None:
    table.page.fields = dict(table.app.setup)
    table.do("start-game", kind="submit")


def load(table: Table, text: str, name: str = "my-town.toml") -> None:
    table.do("load-board")
    assert table.page.asked_for_file
    table.hands.imported(name, text)
