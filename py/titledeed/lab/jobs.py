"""A run cut into jobs, and the jobs done by any executor of ``concurrent.futures``.

The laboratory in the page has an executor of its own, over workers of the browser
(``front/browser/workers.py``); the command line has processes; Dask has machines (docs/LAB.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeVar

from .games import Job, Played, run

CHUNK: Final = 25  # games of one job: about a second's worth
FIRST: Final = 5  # and of the first ones, where somebody waits to see something

Done = TypeVar("Done")


class Future(Protocol):
    """What an executor gives back for a job."""

    def result(self) -> Any: ...


class Executor(Protocol):
    """What is needed of ``concurrent.futures.Executor``."""

    def submit(self, call: Callable[..., Any], /, *args: Any) -> Any: ...


def cut(
    record: dict[str, Any], seed: int, games: int, start: int = 0, small: int = 0
) -> Iterator[Job]:
    """The jobs of the games ``start`` to ``games - 1`` of a run, in order; the first ``small`` ones are of
    few games."""
    first = start
    while first < games:
        count = min(FIRST if small > 0 else CHUNK, games - first)
        yield Job(record=record, seed=seed, first=first, count=count)
        first += count
        small -= 1


def play(
    record: dict[str, Any],
    seed: int,
    games: int,
    executor: Executor | None = None,
    call: Callable[[Job], list[Played]] = run,
) -> Iterator[Played]:
    """The games of a run, in order, whoever plays them. Without an executor they are played here."""
    jobs = cut(record, seed, games)
    if executor is None:
        for job in jobs:
            yield from call(job)
        return
    for future in [executor.submit(call, job) for job in jobs]:
        yield from future.result()
