"""A pool of web workers for long computations. Each worker runs this program.

Jobs and results are plain data (JSON). If a worker dies, another one does its job again. Where a browser
allows no workers, as for a page opened from a file, the page does the jobs itself, in short slices.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy
from pyscript.js_modules import boot

PARTS: Final = ("lab", "odds", "strategies")
ANSWER: Final = "titledeed.lab.call_job_by_name:answer_job_with_signs"
MOST: Final = 4  # workers; each takes some 60 MB
BOOT: Final = 45_000  # milliseconds after which the pool gives up a worker that has not started
STUCK: Final = 60_000  # milliseconds without a sign of life after which a job counts as lost
AGAIN: Final = 3  # times that a job is tried
SLICE: Final = 30.0  # milliseconds of work in the page before it may handle other events
_PAUSE: Final = 4  # milliseconds between two such slices

After = Callable[[float, Callable[[], None]], int]


class Job:
    """One job of a :class:`PoolWork`; ``place`` is its index there, ``text`` its JSON."""

    def __init__(self, work: PoolWork, place: int, text: str) -> None:
        self.work, self.place, self.text = work, place, text
        self.tries = 0


class PoolWork:
    """See :class:`~..page_port.BackgroundWork`."""

    def __init__(
        self,
        pool: Pool,
        call: str,
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> None:
        self.pool, self.call = pool, call
        self._done, self._failed = done, failed
        self.over = False

    @property
    def workers(self) -> int:
        return self.pool.size

    def cancel(self) -> None:
        self.over = True
        self.pool.drop(self)

    def answered(self, place: int, text: str) -> None:
        """Take a worker's answer, in the form that ``titledeed.lab.call_job_by_name`` returns."""
        if self.over:
            return
        answer = json.loads(text)
        if "refused" in answer:
            self.fail(str(answer["refused"]))
        else:
            self._done(place, answer["done"])

    def fail(self, reason: str) -> None:
        """Report that this work cannot be done, and drop its other jobs."""
        if not self.over:
            self.cancel()
            self._failed(reason)


class Worker:
    """One web worker. ``job``: its current job, None while it waits. ``since``: its last sign of life."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.ready = False
        self.job: Job | None = None
        self.since = pool.now()
        self.other: Any = boot.worker(json.dumps({"parts": PARTS, "answerer": ANSWER}))
        self._heard = create_proxy(self._hear)
        self._broke = create_proxy(self._break)
        self.other.addEventListener("message", self._heard)
        self.other.addEventListener("error", self._broke)

    def give(self, job: Job) -> None:
        self.job, self.since = job, self.pool.now()
        message = {"id": job.place, "call": job.work.call, "job": job.text}
        self.other.postMessage(json.dumps(message))

    def end(self) -> None:
        """Stop the worker, even in the middle of a job."""
        self.other.terminate()
        self.other.removeEventListener("message", self._heard)
        self.other.removeEventListener("error", self._broke)

    def _hear(self, event: Any) -> None:
        told = json.loads(event.data)
        if told.get("ready"):
            self.ready = True
            self.pool.working = True
            self.pool.go_on()
        elif "dead" in told:
            self.pool.lost(self, told["dead"])
        elif self.job is not None and self.job.place == told["id"]:
            if "alive" in told:
                self.since = self.pool.now()
                return
            job, self.job = self.job, None
            if "answer" in told:
                self.pool.go_on()
                job.work.answered(job.place, told["answer"])
            else:
                self.job = job
                self.pool.lost(self, told["failed"])

    def _break(self, event: Any) -> None:
        event.preventDefault()
        self.pool.lost(self, str(getattr(event, "message", "")) or "a worker broke off")


class Pool:
    """The workers of a page. They are started when there are jobs for them."""

    def __init__(
        self, after: After, now: Callable[[], float], most: int = MOST, slices: bool = True
    ) -> None:
        """``most``: workers at a time.

        ``slices``: without workers, the page does the jobs itself; else they fail."""
        self._after = after
        self.now = now
        self._slices = slices
        cores = int(getattr(js.navigator, "hardwareConcurrency", 0) or 2)
        # A page opened from a file may have no workers.
        files = str(js.location.protocol) == "file:"
        self.size = 0 if files else max(1, min(cores - 1, most))
        self.working = False  # whether any worker has ever started
        self._failures = 0
        self._workers: list[Worker] = []
        self._queue: deque[Job] = deque()
        self._slicing: Generator[None, None, str] | None = None
        self._sliced: Job | None = None
        self._watching = False

    def run(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> PoolWork:
        """See :meth:`~..page_port.Page.work`."""
        work = PoolWork(self, call, done, failed)
        self._queue.extend(Job(work, place, json.dumps(job)) for place, job in enumerate(jobs))
        self.go_on()
        return work

    def drop(self, work: PoolWork) -> None:
        """Forget the waiting jobs of this work. A job that a worker is doing is not stopped."""
        self._queue = deque(job for job in self._queue if job.work is not work)
        if self._sliced is not None and self._sliced.work is work:
            self._slicing = self._sliced = None

    def go_on(self) -> None:
        """Give each idle worker a job, and start more workers while there are jobs for them."""
        if not self.size:
            self._by_itself()
            return
        for worker in list(self._workers):
            if worker.ready and worker.job is None and self._queue:
                worker.give(self._queue.popleft())
        waiting = sum(1 for worker in self._workers if not worker.ready)
        while len(self._workers) < self.size and len(self._queue) > waiting:
            try:
                self._workers.append(Worker(self))
            except (JsException, AttributeError):  # the browser allows none
                self._none()
                return
            waiting += 1
        if self._workers and not self._watching and (self._queue or self._busy()):
            self._watching = True
            self._after(1000, self._watch)

    def _busy(self) -> bool:
        return any(worker.job is not None or not worker.ready for worker in self._workers)

    def lost(self, worker: Worker, reason: str) -> None:
        """End a worker that has died or no longer answers, and give its job to another."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        worker.end()
        job = worker.job
        if not worker.ready:
            self._failures += 1
            if self._failures >= self.size + 1 and not self.working:
                self._none()
                return
        if job is not None and not job.work.over:
            job.tries += 1
            if job.tries >= AGAIN:
                job.work.fail(reason)
            else:
                self._queue.appendleft(job)
        self.go_on()

    def _watch(self) -> None:
        """Replace the workers that have not answered in time."""
        self._watching = False
        now = self.now()
        for worker in list(self._workers):
            limit = STUCK if worker.ready else BOOT
            if (worker.job is not None or not worker.ready) and now - worker.since > limit:
                self.lost(worker, "a worker does not answer")
        self.go_on()

    # ------------------------------------------------------------ without workers

    def _none(self) -> None:
        """Do without workers, as this browser allows none."""
        self.size = 0
        for worker in self._workers:
            worker.end()
            if worker.job is not None:
                self._queue.appendleft(worker.job)
        self._workers.clear()
        self._by_itself()

    def _by_itself(self) -> None:
        """Do the waiting jobs in the page itself, or let them fail if the pool was made without slices."""
        if self._slices:
            self._slice_on()
            return
        queue, self._queue = list(self._queue), deque()
        for job in queue:
            job.work.fail("there are no workers here")

    def _slice_on(self) -> None:
        if self._sliced is None and self._queue:
            from ...lab.call_job_by_name import answer_job_in_slices  # noqa: PLC0415 - it arrives with the laboratory

            self._sliced = self._queue.popleft()
            self._slicing = answer_job_in_slices(self._sliced.work.call, self._sliced.text)
            self._after(_PAUSE, self._slice)

    def _slice(self) -> None:
        job, slicing = self._sliced, self._slicing
        if job is None or slicing is None:  # it has been cancelled
            self._slice_on()
            return
        end = self.now() + SLICE
        try:
            while self.now() < end:
                next(slicing)
        except StopIteration as last:
            self._slicing = self._sliced = None
            job.work.answered(job.place, last.value)
            self._slice_on()
            return
        except Exception as error:  # noqa: BLE001 - reported as a worker reports it
            self._slicing = self._sliced = None
            job.work.fail(f"{type(error).__name__}: {error}")
            self._slice_on()
            return
        self._after(_PAUSE, self._slice)
