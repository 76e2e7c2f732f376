"""Runs a generator to its end. Long work is a generator that yields after each slice of work, so that
the page can handle events in between. Elsewhere it runs without a pause."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_Result = TypeVar("_Result")


def at_once(slices: Generator[None, None, _Result]) -> _Result:
    """Run all slices without a pause and return the generator's result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
