"""The build lowers styles to the oldest browsers, and an invalid style stops it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import site

ROOT = Path(__file__).resolve().parents[2]


def test_two_themes_in_one_color_are_lowered(node: Path) -> None:
    style = ":root { color-scheme: light dark } p { color: light-dark(#111, #eee) }"
    lowered = site.lowered({"a.css": style}, node)["a.css"]
    assert "light-dark(" not in lowered
    assert "@media (prefers-color-scheme:dark)" in lowered


def test_a_wrong_style_stops_the_build(node: Path) -> None:
    with pytest.raises(ValueError, match="are not lowered"):
        site.lowered({"a.css": "p { color: red } }"}, node)


def test_the_table_asks_nothing_of_the_whole_page() -> None:
    """A browser looks through the whole page at every change in it for ``body:has(…)``: 4 of 8 ms that the
    styles of an answer took. ``data-crowding`` says such things. Styles that load late may do so."""
    late = {"lab", "board_maker", "classroom", "strategy_desk", "workshop"}
    anchor = re.compile(
        r"(?:(?<![\w-])(?:body|html)|:root|\.centre|\.table)[^\s>+~,{]*:has\((?!> body)"
    )
    tablets = ":has(.space > button:is(:hover, :focus-visible))"
    # Only a child with this id matters, and the table is not restyled behind it.
    trade = ":has(> #dlg-trade:modal)"
    assert [
        (sheet.name, line.strip())
        for sheet in sorted((ROOT / "static/css").glob("*.css"))
        if sheet.stem not in late
        for line in sheet.read_text("utf-8").splitlines()
        if anchor.search(line) and tablets not in line and trade not in line
    ] == []
