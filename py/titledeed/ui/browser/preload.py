"""Gets the page ready for a game while nobody waits: bots, odds and some styles come after the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from ..page_port import Page

# Each comes after those that it imports itself, so that every step is one module.
MODULES: Final = (
    *(
        f"titledeed.{package}.{name}"
        for package, names in (
            ("odds", ("board_constants", "features", "model", "quiescence")),
            ("odds", ("trade_features", "trade_model")),
            ("bots", ("board_stats", "valuation", "trading", "table_habits_and_game_length")),
            ("bots", ("shared_bot_strategy", "policies_of_characters")),
            ("bots", ("trade_acceptance_model", "shark_bot_by_odds")),
        )
        for name in names
    ),
    "titledeed.ui.views.hints",
)
_FIRST: Final = 300.0  # milliseconds from the start, in which its picture is painted
_NEXT: Final = 30.0  # milliseconds between two modules, in which the page responds


def preload(page: Page, style: Callable[[], None]) -> None:
    """Call ``style``, which lets the later styles apply, then import these modules one by one.

    Whatever needs a module earlier imports it itself."""
    names = iter(MODULES)

    def begin() -> None:
        style()
        page.after(_NEXT, lambda: _next(page, names))

    page.after(_FIRST, begin)


def _next(page: Page, names: Iterator[str]) -> None:
    name = next(names, None)
    if name is not None:
        import_module(name)
        page.after(_NEXT, lambda: _next(page, names))
