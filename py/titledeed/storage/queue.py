"""What the database is to do, one thing after another, in the order in which it was given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .copies import NEVER, Age
from .places import Change, Database


@dataclass
class Job:
    """Something for the database to do, when it is its turn."""

    id: str
    puts: dict[str, str]
    removes: Sequence[str] = ()
    holding: tuple[str, str] | None = None
    fetch: Sequence[str] = ()
    fetched: Callable[[dict[str, str] | None], None] | None = None
    then: Callable[[str], None] | None = None
    age: Age = NEVER


class Queue:
    """Jobs for a database, which may be missing: then nothing is fetched, and every job is done at once."""

    def __init__(self, database: Database | None, committed: Callable[[Job, str], None]) -> None:
        """``committed`` is told what became of a change."""
        self.database = database
        self._committed = committed
        self._jobs: deque[Job] = deque()
        self._running: Job | None = None
        self._waiting: list[Callable[[], None]] = []
        self._catching_up: list[Callable[[], None]] = []

    @property
    def settled(self) -> bool:
        """Whether all that was given is on the disk, or can't be brought there."""
        return self._running is None and not self._jobs

    @property
    def behind(self) -> bool:
        """Whether more waits than what is being written at this moment."""
        return bool(self._jobs)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call once nothing waits for the database any more; at once where that is so now."""
        if self.settled:
            call()
        else:
            self._waiting.append(call)

    def when_caught_up(self, call: Callable[[], None]) -> None:
        """Call once no more waits than what is being written; at once where that is so now."""
        if self.behind:
            self._catching_up.append(call)
        else:
            call()

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        """Fetch from the database, after all that was given to it before."""
        if self.database is None:
            then(None)
            return
        self._jobs.append(Job("", {}, fetch=prefixes, fetched=then))
        self._go_on()

    def do(self, job: Job) -> None:
        """Give the database something to write; to what waits for the same game it is added."""
        if self.database is None:
            if job.then is not None:
                job.then("none")
            return
        last = self._jobs[-1] if self._jobs else None
        if (
            last is not None
            and last.id == job.id
            and last.holding == job.holding
            and not (last.fetch or last.removes or job.removes or last.then or job.then)
        ):
            last.puts = {**last.puts, **job.puts}
            last.age = job.age
        else:
            self._jobs.append(job)
        self._go_on()

    def forget(self, id: str) -> None:
        """What waits for this game is not done any more."""
        self._jobs = deque(job for job in self._jobs if job.id != id)

    def _go_on(self) -> None:
        if self._running is not None or self.database is None:
            return
        if not self._jobs:
            waiting, self._waiting = self._waiting, []
            for call in waiting:
                self.when_settled(call)
            return
        job = self._running = self._jobs.popleft()
        if job.fetch:
            self.database.fetch(job.fetch, lambda texts: self._was_fetched(job, texts))
        else:
            change = Change(job.puts, job.removes, job.holding)
            self.database.commit(change, lambda result: self._was_committed(job, result))
        if not self._jobs:
            calls, self._catching_up = self._catching_up, []
            for call in calls:
                self.when_caught_up(call)

    def _was_fetched(self, job: Job, texts: dict[str, str] | None) -> None:
        self._running = None
        assert job.fetched is not None
        job.fetched(texts)
        self._go_on()

    def _was_committed(self, job: Job, result: str) -> None:
        self._running = None
        self._committed(job, result)
        self._go_on()
