"""Plays the games of a run again, and saves their records as a zip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....lab import write_and_count_record_files as record_files
from ....lab.batch_games import GamesJob, Played, is_same_game
from ....lab.write_and_count_record_files import Recorded
from ....language.catalogue import Catalogue
from ...page_port import BackgroundWork, Page, Timer

if TYPE_CHECKING:
    from ..views.types import PackingView

REFRESH: Final = 300.0  # milliseconds between two drawings
PACKED: Final = 5  # games of a job whose records go into a zip


class Packer:
    """Plays the games of one side of a run again, and packs their records into a zip.

    ``done`` of ``total`` games are packed; ``differ``: the number of them whose result differs from the
    run's."""

    def __init__(self, page: Page, changed: Callable[[], None]) -> None:
        self._page, self._changed = page, changed
        self._later = Timer(page)
        self._work: BackgroundWork | None = None
        self._packing: record_files.Packing | None = None
        self.done = self.total = self.differ = 0
        self.trouble = ""

    @property
    def busy(self) -> bool:
        return self._work is not None

    def view(self, _: Catalogue) -> PackingView:
        """The view of the packing under way, and of the last finished one."""
        return {
            "busy": self.busy,
            "done": self.done,
            "total": self.total,
            "trouble": _.sentence(self.trouble),
            "differ": _(
                "In {differ} of {total} games, the result differs from the one on this "
                "page, because an earlier version of this program played the simulation. "
                "The results here stay as they are. The zip file has the games as the "
                "current version plays them.",
                differ=self.differ,
                total=self.total,
            )
            if self.differ and not self.busy
            else "",
        }

    def stop(self) -> None:
        """Cancel the packing, and drop what has been packed."""
        self._later.stop()
        if self._work is not None:
            self._work.cancel()
        self._end()

    def _end(self) -> None:
        self._work = None
        if self._packing is not None:
            self._packing.finish()  # an unclosed zip reports an error when it is collected
            self._packing = None

    def start(
        self, side: str, table: dict[str, Any], seed: int, rows: Sequence[Played | None]
    ) -> None:
        """Pack the games that have a row."""
        self.stop()
        self.done, self.differ, self.trouble = 0, 0, ""
        self.total = sum(row is not None for row in rows)
        jobs = list(_runs(table, seed, rows))
        packing = self._packing = record_files.Packing(len(rows))
        waiting: dict[int, list[Recorded]] = {}
        packed = 0  # jobs

        def receive(place: int, recorded: list[Recorded]) -> None:
            nonlocal packed
            waiting[place] = recorded
            while packed in waiting:  # in order, so that equal runs give equal bytes
                for n, game in enumerate(waiting.pop(packed), jobs[packed]["first"]):
                    packing.add(n, game["record"])
                    self.done += 1
                    row = rows[n]
                    self.differ += row is None or not is_same_game(row, game["played"])
                packed += 1
            if packed == len(jobs):
                self._packing = None
                self._end()
                self._later.stop()
                self._page.download(f"titledeed-games-{side}.zip", packing.finish())
                self._changed()
            elif not self._later.on:
                self._later.after(REFRESH, self._changed)

        def failed(reason: str) -> None:
            self._end()
            self.trouble = reason
            self._changed()

        if jobs:
            self._work = self._page.work(
                "titledeed.lab.write_and_count_record_files:run_recorded_games",
                jobs,
                receive,
                failed,
            )


def _runs(table: dict[str, Any], seed: int, rows: Sequence[Played | None]) -> list[GamesJob]:
    """Return the jobs of the games that have a row, with a few neighbors in each."""
    jobs: list[GamesJob] = []
    for n, row in enumerate(rows):
        if row is None:
            continue
        last = jobs[-1] if jobs else None
        if last and last["first"] + last["count"] == n and last["count"] < PACKED:
            last["count"] += 1
        else:
            jobs.append({"record": table, "seed": seed, "first": n, "count": 1})
    return jobs
