"""A queue of jobs for the database, which runs them one at a time in the given order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .checksummed_copies import NEVER, Age
from .storage_interfaces import Database, Transaction


@dataclass
class DatabaseJob:
    """A job for the database: a change for the game ``id``, or a fetch. ``age``: the game's age after it."""

    id: str
    puts: dict[str, str]
    removes: Sequence[str] = ()
    holding: tuple[str, str] | None = None
    fetch: Sequence[str] = ()
    fetched: Callable[[dict[str, str] | None], None] | None = None
    then: Callable[[str], None] | None = None
    age: Age = NEVER


class WriteQueue:
    """A queue of jobs.

    The database may be missing (None). Then fetches return None, and changes end at once with "none"."""

    def __init__(
        self, database: Database | None, committed: Callable[[DatabaseJob, str], None]
    ) -> None:
        """Create a queue; ``committed`` is called with each change and its result."""
        self.database = database
        self._committed = committed
        self._jobs: deque[DatabaseJob] = deque()
        self._running: DatabaseJob | None = None
        self._waiting: list[Callable[[], None]] = []
        self._catching_up: list[Callable[[], None]] = []

    @property
    def settled(self) -> bool:
        """Whether no job waits or runs: all changes are on the disk, or have failed."""
        return self._running is None and not self._jobs

    @property
    def behind(self) -> bool:
        """Whether jobs wait besides the running one."""
        return bool(self._jobs)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call a function as soon as the queue is settled, perhaps at once."""
        if self.settled:
            call()
        else:
            self._waiting.append(call)

    def when_caught_up(self, call: Callable[[], None]) -> None:
        """Call a function as soon as no jobs wait besides the running one, perhaps at once."""
        if self.behind:
            self._catching_up.append(call)
        else:
            call()

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        """Fetch texts from the database, after all earlier jobs."""
        if self.database is None:
            then(None)
            return
        self._jobs.append(DatabaseJob("", {}, fetch=prefixes, fetched=then))
        self._go_on()

    def do(self, job: DatabaseJob) -> None:
        """Add a change to the queue. It is merged into the last waiting job if that is for the same game."""
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
        """Drop the waiting jobs of a game."""
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
            change = Transaction(job.puts, job.removes, job.holding)
            self.database.commit(change, lambda result: self._was_committed(job, result))
        if not self._jobs:
            calls, self._catching_up = self._catching_up, []
            for call in calls:
                self.when_caught_up(call)

    def _was_fetched(self, job: DatabaseJob, texts: dict[str, str] | None) -> None:
        self._running = None
        assert job.fetched is not None
        job.fetched(texts)
        self._go_on()

    def _was_committed(self, job: DatabaseJob, result: str) -> None:
        self._running = None
        self._committed(job, result)
        self._go_on()
