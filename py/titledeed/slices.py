"""Work in slices: a generator that gives the page a chance to do something else between two of them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_Result = TypeVar("_Result")


def at_once(slices: Generator[None, None, _Result]) -> _Result:
    """All slices one after another: what they come to."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
