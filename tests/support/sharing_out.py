"""The order of tests for several workers: browser tests are waited for, so others run beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")


def shares(count: int, workers: int) -> list[int]:
    """The numbers of tests that pytest-xdist's ``worksteal`` gives its workers at first, in their order."""
    sizes = []
    for left in range(workers, 0, -1):
        sizes.append((count - sum(sizes)) // left)
    return sizes


def shared_out(
    tests: Sequence[Test], workers: int, in_browser: Callable[[Test], bool]
) -> list[Test]:
    """These tests in an order in which the last worker begins without a browser and all others begin in one.
    A browser often waits, and somebody should then use its core. Later whoever has nothing left takes from
    the others, from the end of what they have. Browser tests keep their order, as neighbours often share a
    page."""
    driving = [test for test in tests if in_browser(test)]
    others = [test for test in tests if not in_browser(test)]
    *sizes, size = shares(len(tests), workers)
    last, others = others[:size], others[size:]
    order: list[Test] = []
    for size, count in zip(sizes, shares(len(driving), workers - 1), strict=True):
        begun = min(count, size)
        order += driving[:begun] + others[: size - begun]
        driving, others = driving[begun:], others[size - begun :]
    return order + driving + others + last
