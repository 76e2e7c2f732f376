"""The build lowers styles to the oldest browsers, and an invalid style stops it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import site

ROOT = Path(__file__).resolve().parents[2]
LATE = {"lab", "board_maker", "classroom", "programs", "strategy_desk", "workshop"}


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
    styles of an answer took. ``data-crowding`` and ``data-beside`` say such things. Styles that load late
    may do so."""
    anchor = re.compile(
        r"(?:(?<![\w-])(?:body|html)|:root|\.centre|\.table|#table)[^\s>+~,{]*:has\((?!> body)"
    )
    tablets = ":has(.space > button:is(:hover, :focus-visible))"
    # Only a child with this id matters, and the table is not restyled behind it.
    trade = ":has(> #dlg-trade:modal)"
    assert [
        (sheet.name, line.strip())
        for sheet in sorted((ROOT / "static/css").glob("*.css"))
        if sheet.stem not in LATE
        for line in sheet.read_text("utf-8").splitlines()
        if anchor.search(line) and tablets not in line and trade not in line
    ] == []


def test_a_choice_at_the_end_of_a_selector_is_written_as_several_selectors(node: Path) -> None:
    def end(selector: str) -> str:
        return site.lowered({"a.css": selector + "{top:0}"}, node)["a.css"].removesuffix("{top:0}")

    assert end(".a > :is(.b, .c)::before") == ".a>.b:before,.a>.c:before"
    assert (
        end(".a :is(th, td):not(:first-child)") == ".a th:not(:first-child),.a td:not(:first-child)"
    )
    assert end(".a :is(.b, .c) i") == ".a :is(.b,.c) i"
    # It can be looked up by “button”.
    assert end("button:is(:hover, :active)") == "button:is(:hover,:active)"
    # The first would be less specific than in a choice.
    assert end(".a :is(td, .b)") == ".a :is(td,.b)"
    assert end(".a :is(.b > i, .c)") == ".a :is(.b>i,.c)"


def test_no_choice_by_has_ends_with_any_element(node: Path) -> None:
    """With such a rule, the browser styles the whole page again for each element that is added or removed."""
    ending = re.compile(r":has\(.*[\s>+~](?::not|:is|\*)[^\s>+~]*$")
    styles = {
        path.name: path.read_text("utf-8")
        for path in (ROOT / "static/css").glob("*.css")
        if path.stem not in LATE
    }
    selectors = [
        (name, selector.strip())
        for name, style in site.lowered(styles, node).items()
        for rule in re.findall(r"([^{};]*)\{", style)
        for selector in re.split(r",(?![^(]*\))", rule)
    ]
    assert len(selectors) > 2000
    assert [(n, s) for n, s in selectors if ":has(" in s and ending.search(s)] == []
