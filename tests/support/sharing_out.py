"""Orders tests for several workers: browser tests often wait, so others run beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")


def shares(count: int, workers: int) -> list[int]:
    """Return the number of tests that pytest-xdist's ``worksteal`` first gives each worker, in order."""
    sizes = []
    for left in range(workers, 0, -1):
        sizes.append((count - sum(sizes)) // left)
    return sizes


def shared_out(
    tests: Sequence[Test], workers: int, in_browser: Callable[[Test], bool]
) -> list[Test]:
    """Return the tests in the order in which the workers should get them.

    The last worker starts without browser tests, and all others start with them. A browser test often
    waits, and another test should then use its core. A worker that has run out takes tests from the end
    of another worker's list. Browser tests keep their order, as neighbors often share a page."""
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
