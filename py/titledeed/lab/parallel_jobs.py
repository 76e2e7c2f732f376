"""Cuts a run of games into jobs and runs them on any executor like ``concurrent.futures.Executor``.

The page has an executor over web workers (``ui/browser/workers.py``). The command line uses processes,
and Dask can use several machines (docs/LAB.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeVar

from .batch_games import GamesJob, Played, run_games

CHUNK: Final = 25  # games of one job, which take about a second
FIRST: Final = 5  # games of the first jobs, so that people see a result soon

Done = TypeVar("Done")


class Future(Protocol):
    """The part of ``concurrent.futures.Future`` that this module needs."""

    def result(self) -> Any: ...


class Executor(Protocol):
    """The part of ``concurrent.futures.Executor`` that this module needs."""

    def submit(self, call: Callable[..., Any], /, *args: Any) -> Any: ...


def cut_jobs(
    record: dict[str, Any], seed: int, games: int, start: int = 0, small: int = 0
) -> Iterator[GamesJob]:
    """The jobs of the games ``start`` to ``games - 1`` of a run, in order. The first ``small`` jobs have
    only ``FIRST`` games."""
    first = start
    while first < games:
        count = min(FIRST if small > 0 else CHUNK, games - first)
        yield GamesJob(record=record, seed=seed, first=first, count=count)
        first += count
        small -= 1


def play_jobs(
    record: dict[str, Any],
    seed: int,
    games: int,
    executor: Executor | None = None,
    call: Callable[[GamesJob], list[Played]] = run_games,
) -> Iterator[Played]:
    """Yield the games of a run, in order. Without an executor this process plays them."""
    return map_jobs(call, record, seed, games, executor)


def map_jobs(
    call: Callable[[GamesJob], list[Done]],
    record: dict[str, Any],
    seed: int,
    games: int,
    executor: Executor | None = None,
) -> Iterator[Done]:
    """Yield the results of ``call`` for a run's games, in order. Without an executor call it here."""
    jobs = cut_jobs(record, seed, games)
    if executor is None:
        for job in jobs:
            yield from call(job)
        return
    for future in [executor.submit(call, job) for job in jobs]:
        yield from future.result()
