"""The build lowers styles to the oldest browsers, and an invalid style stops it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import site


def test_two_themes_in_one_color_are_lowered(node: Path) -> None:
    style = ":root { color-scheme: light dark } p { color: light-dark(#111, #eee) }"
    lowered = site.lowered({"a.css": style}, node)["a.css"]
    assert "light-dark(" not in lowered
    assert "@media (prefers-color-scheme:dark)" in lowered


def test_a_wrong_style_stops_the_build(node: Path) -> None:
    with pytest.raises(ValueError, match="are not lowered"):
        site.lowered({"a.css": "p { color: red } }"}, node)
