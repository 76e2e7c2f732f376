"""One die that is thrown many times: how often each side came up, and how often a fair die would do at
least as badly. Only the teacher knows its weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final, TypedDict

from ...engine import rng
from ..dice_fairness import chi_square_tail

SIDES: Final = 6
STEPS: Final = (30, 60, 120, 300, 600, 1200, 3000, 6000, 10_000)


class ThrowsJob(TypedDict):
    seed: int
    weights: list[int]
    size: int


class Seen(TypedDict):
    """The throws so far: how often each side came up, their chi-square, and the share of fair dice that
    do at least as badly."""

    throws: int
    counts: list[int]
    square: float
    p: float


def throws(job: ThrowsJob) -> list[Seen]:
    """The throws of a job, evaluated at several points and at their end."""
    total = sum(job["weights"])
    counts = [0] * SIDES
    runs = []
    for n in range(job["size"]):
        at = rng.random_number(job["seed"], n) % total
        for side, weight in enumerate(job["weights"]):
            at -= weight
            if at < 0:
                counts[side] += 1
                break
        if n + 1 in STEPS or n + 1 == job["size"]:
            runs.append(_seen(counts))
    return runs


def _seen(counts: Sequence[int]) -> Seen:
    thrown = sum(counts)
    expected = thrown / SIDES
    square = fsum((count - expected) ** 2 / expected for count in counts)
    return {
        "throws": thrown,
        "counts": list(counts),
        "square": round(square, 4),
        "p": round(chi_square_tail(square, SIDES - 1), 6),
    }
