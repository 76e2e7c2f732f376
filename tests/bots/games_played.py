"""Prints the lines of games between bots with the given seeds.

``test_pyodide.py`` runs it in CPython and in Pyodide."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session

TABLES = (
    ("modern", ("shark", "shark", "shark")),
    ("modern", ("shark", "steady", "dealer", "builder")),
    ("classic", ("shark", "hoarder", "hermit", "novice")),
    ("australian", ("dealer", "shark", "steady-1")),
    ("wikibooks", ("steady", "steady", "builder", "simple")),
    ("parker1973", ("steady-1", "steady-1", "steady-1", "steady-1")),
)
ANSWERS = 300


def played(book: str, bots: tuple[str, ...], seed: int) -> Iterator[str]:
    seats = [Seat(name, bot) for name, bot in zip("ABCD", bots, strict=False)]
    session = Session.start(Record(book, seats, seed=seed))
    for _ in range(ANSWERS):
        entry = session.step()
        if entry is None:
            break
        yield entry.line


def lines(seeds: Sequence[int]) -> Iterator[str]:
    for book, bots in TABLES:
        for seed in seeds:
            yield f"{book} {','.join(bots)} {seed}"
            yield from played(book, bots, seed)


if __name__ == "__main__":
    print("\n".join(lines([int(seed) for seed in sys.argv[1:]])))
