"""Measures the quality of the odds: CSV of ``lab odds --seats …`` in, calibration by tenths and log-loss out.

``python -m tools.odds.check FILE…``, or without files from standard input. Unfinished games are left out.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import exp, fsum, log
from pathlib import Path
from typing import Any, Final

ENOUGH: Final = 500  # samples that a tenth of the scale needs to count


@dataclass(frozen=True)
class Moment:
    """The seats in play at the start of a round: the odds and the worth of each, and whether it won."""

    odds: tuple[float, ...]
    worth: tuple[int, ...]
    won: tuple[int, ...]


@dataclass(frozen=True)
class Tenth:
    """The odds from ``low`` tenths up to the next: their number, their mean, and the share that won."""

    low: int
    samples: int
    predicted: float
    observed: float

    @property
    def off(self) -> float:
        """The share that won minus the mean odds, in percentage points."""
        return 100 * (self.observed - self.predicted)


def moments(rows: Iterable[dict[str, Any]]) -> Iterator[Moment]:
    """The positions of finished games."""
    for _, lines in groupby(rows, key=lambda row: (row["game"], row["round"])):
        seats = list(lines)
        won = tuple(int(row["won"]) for row in seats)
        if any(won):
            odds = tuple(float(row["odds"]) for row in seats)
            yield Moment(odds, tuple(int(row["worth"]) for row in seats), won)


def tenths(all_moments: Iterable[Moment]) -> list[Tenth]:
    """Predicted and observed shares by tenths of the scale."""
    by_tenth: list[list[tuple[float, int]]] = [[] for _ in range(10)]
    for moment in all_moments:
        for odds, won in zip(moment.odds, moment.won, strict=True):
            by_tenth[min(int(odds * 10), 9)].append((odds, won))
    return [
        Tenth(
            low,
            len(samples),
            fsum(odds for odds, _ in samples) / len(samples),
            sum(won for _, won in samples) / len(samples),
        )
        for low, samples in enumerate(by_tenth)
        if samples
    ]


def log_loss(all_moments: Iterable[Moment]) -> float:
    """The mean over positions of −log of the winner's odds."""
    losses = [
        fsum(-log(odds) * won for odds, won in zip(m.odds, m.won, strict=True)) / sum(m.won)
        for m in all_moments
    ]
    return fsum(losses) / len(losses)


def worth_loss(all_moments: Iterable[Moment]) -> tuple[float, float]:
    """The least log-loss of softmax(a · worth) on these positions, and its a."""
    cases = [
        [(m.worth[n] - worth) / 1000 for worth in m.worth]
        for m in all_moments
        for n, won in enumerate(m.won)
        if won
    ]

    def loss(a: float) -> float:
        # The −log of the winner's share is the log of the sum of all terms relative to the winner's.
        total = []
        for ahead in cases:
            most = max(-a * x for x in ahead)
            total.append(most + log(fsum(exp(-a * x - most) for x in ahead)))
        return fsum(total) / len(total)

    low, high = 0.0, 8.0
    while high - low > 0.001:  # the loss has a single minimum
        third = (high - low) / 3
        if loss(low + third) < loss(high - third):
            high -= third
        else:
            low += third
    return loss(low), low / 1000


def report(all_moments: list[Moment]) -> str:
    """The results as a table in plain text."""
    lines = ["odds      samples  predicted  observed    off"]
    lines += [
        f"{t.low / 10:.1f}-{(t.low + 1) / 10:.1f}  {t.samples:9}  {t.predicted:9.3f}  {t.observed:8.3f}"
        f"  {t.off:+5.1f}{'' if t.samples >= ENOUGH else '  (few)'}"
        for t in tenths(all_moments)
    ]
    ours = log_loss(all_moments)
    worth, a = worth_loss(all_moments)
    lines.append(
        f"{len(all_moments)} positions: log-loss {ours:.4f}, by worth alone {worth:.4f} (a = {a:.6f}):"
        f" {100 * (1 - ours / worth):.1f} % less"
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    texts = [file.read_text("utf-8") for file in args.files] or [sys.stdin.read()]
    samples: list[Moment] = []
    for text in texts:
        samples += moments(csv.DictReader(text.splitlines()))
    print(report(samples))


if __name__ == "__main__":
    main()
