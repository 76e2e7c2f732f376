"""The search for a price at which somebody agrees."""

from __future__ import annotations

from collections.abc import Callable


def nearest(good: int, bad: int, steps: int, agrees: Callable[[int], bool]) -> int:
    """The agreed price nearest to ``bad`` after ``steps`` steps of a binary search.

    ``good`` is agreed to, and is returned if no price tried is better. ``bad`` may be the lower of the
    two (to find the lowest price) or the higher one (to find the highest)."""
    for _ in range(steps):
        middle = (good + bad) // 2
        if agrees(middle):
            good = middle
        else:
            bad = middle
    return good
