"""Two dice that are thrown many times: how often each total came up."""

from __future__ import annotations

from typing import Final, TypedDict

from ...engine import rng
from .loaded_die import STEPS

TOTALS: Final = range(2, 13)
PAIRS: Final = 36
WAYS: Final = tuple(6 - abs(total - 7) for total in TOTALS)  # of the 36 throws, by total


class DiceJob(TypedDict):
    seed: int
    size: int


class Totals(TypedDict):
    """The throws so far: how often each of ``TOTALS`` came up."""

    throws: int
    counts: list[int]


def throws(job: DiceJob) -> list[Totals]:
    """The throws of a job, counted at several points and at their end."""
    counts = [0] * len(TOTALS)
    runs: list[Totals] = []
    for n in range(job["size"]):
        red, blue = divmod(rng.random_number(job["seed"], n) % PAIRS, 6)
        counts[red + blue] += 1
        if n + 1 in STEPS or n + 1 == job["size"]:
            runs.append({"throws": n + 1, "counts": list(counts)})
    return runs
