"""The actions of the laboratory's screen that counts games from files, and the packing of a run's games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ....lab import batch_games, record_files, run_summary
from ....lab.batch_games import GamesJob, Played, is_same_game
from ....lab.record_files import Recorded
from ....language.catalogue import Catalogue
from ...page_port import BackgroundWork, Gesture, Page, Timer
from ..state.games_from_files import GameFilesState
from ..views import games_from_files as view
from .base import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import GameFilesView, PackingView

REFRESH: Final = 300.0  # milliseconds between two drawings
AT_ONCE: Final = 8  # files that workers have at a time: a file is unpacked only then
PACKED: Final = 5  # games of a job whose records go into a zip


class GameRecordsActions(LabActions):
    """Counts the games in files that a person chooses: records, or zips of records."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.files = GameFilesState()
        self._works: dict[int, BackgroundWork] = {}
        self._next = 0  # the place of the next file to be counted
        self._later = Timer(self.page)

    def view(self) -> GameFilesView:
        return view.games_from_files_view(self.files, self.app.catalogue)

    def stop(self) -> None:
        """Stop counting: nobody looks any more."""
        self._later.stop()
        for work in self._works.values():
            work.cancel()
        self._works.clear()
        self.files.counting = False

    # ------------------------------------------------------------ gestures

    def do_choose(self, gesture: Gesture) -> None:
        """Let a person choose files, which :meth:`opened_files` gets."""
        self.page.choose_files(self.opened_files)

    def opened_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Count the games of these files (name and content) in the order of their names."""
        self.stop()
        opened, _ = GameFilesState(), self.app.catalogue
        for name, data in sorted(files, key=lambda file: file[0]):
            try:
                sources = record_files.record_sources(name, data)
                opened.sources += sources
                opened.rows += [None] * len(sources)
            except LoadError as trouble:
                opened.sources.append(record_files.Source(name, str))
                opened.rows.append(str(trouble))
        if len(opened.sources) > record_files.MOST_FILES:
            opened = GameFilesState(
                trouble=_("These are more than {n} games: choose fewer.", n=record_files.MOST_FILES)
            )
        elif not opened.sources:
            opened.trouble = _("There is no game in these files.")
        opened.counting = True
        self.files, self._next = opened, 0
        self._go_on()
        self.render()

    def do_stop(self, gesture: Gesture) -> None:
        self.stop()
        self.render()

    def do_replay(self, gesture: Gesture) -> None:
        """Show the game of the file at this place as a replay."""
        if not re.fullmatch(r"[0-9]{1,6}", gesture.arg) or int(gesture.arg) >= len(
            self.files.sources
        ):
            return
        source = self.files.sources[int(gesture.arg)]
        _ = self.app.catalogue
        try:
            self.bench.exits.watch(
                record_files.table_of(source), _("Laboratory: game {n}", n=gesture.arg), ""
            )
        except (LoadError, MalformedAnswer, RefusedAnswer) as trouble:
            self.files.trouble = _.sentence(str(trouble))
            self.render()

    def do_csv(self, gesture: Gesture) -> None:
        """Save the rows as CSV, in the form that ``lab games --from`` prints."""
        if self.files.seats:
            lines = batch_games.games_csv(self.files.games, self.files.seats)
            self.page.download("titledeed-games.csv", "\n".join(lines) + "\n")

    def do_json(self, gesture: Gesture) -> None:
        """Save the summary and the rows, as ``lab games --from … --json`` prints them."""
        if self.files.seats:
            table = run_summary.summary_to_dict(self.files.games)
            self.page.download("titledeed-games.json", json.dumps(table) + "\n")

    # ------------------------------------------------------------ counting

    def _go_on(self) -> None:
        """Give the workers the next files."""
        files = self.files
        while self._next < len(files.sources) and len(self._works) < AT_ONCE:
            place, self._next = self._next, self._next + 1
            if files.rows[place] is not None:
                continue
            try:
                job = record_files.job_of(files.sources[place])
            except LoadError as trouble:
                files.rows[place] = str(trouble)
                continue
            self._works[place] = self.page.work(
                "titledeed.lab.record_files:counted_or_refused",
                [job],
                self._received(place),
                self._failed(place),
            )
        if not self._works and self._next == len(files.sources):
            self._finish()
        elif not self._later.on:
            self._later.after(REFRESH, self.render)

    def _received(self, place: int) -> Callable[[int, Any], None]:
        def receive(_place: int, row: Played | str) -> None:
            self._works.pop(place, None)
            self.files.rows[place] = row
            self._go_on()

        return receive

    def _failed(self, place: int) -> Callable[[str], None]:
        return lambda reason: self._received(place)(0, reason)

    def _finish(self) -> None:
        """Leave out the games of another number of seats than the first, and translate what is refused."""
        files, _ = self.files, self.app.catalogue
        self._later.stop()
        seats = files.seats
        for place, row in enumerate(files.rows):
            try:
                if isinstance(row, dict):
                    record_files.check_seats(files.sources[place].name, row, seats)
            except LoadError as trouble:
                row = str(trouble)  # noqa: PLW2901
            files.rows[place] = _.sentence(row) if isinstance(row, str) else row
        files.counting = False
        self._later.after(0, self.render)


class Packer:
    """Plays the games of one side of a run again, and packs their records into a zip. ``done`` of ``total``
    games are packed; ``differ``: how many of them are not played any more as the run counted them."""

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
        """The view of what is going on, and of what was packed last."""
        return {
            "busy": self.busy,
            "done": self.done,
            "total": self.total,
            "trouble": _.sentence(self.trouble),
            "differ": _(
                "{differ} of {total} games differ from the run’s rows, which an earlier version of this "
                "program played. The rows stay as they are; the zip has the games as they are played now.",
                differ=self.differ,
                total=self.total,
            )
            if self.differ and not self.busy
            else "",
        }

    def stop(self) -> None:
        """Give up what has been packed."""
        self._later.stop()
        if self._work is not None:
            self._work.cancel()
        self._end()

    def _end(self) -> None:
        self._work = None
        if self._packing is not None:
            self._packing.finish()  # a zip that is never closed complains when it is collected
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
                "titledeed.lab.record_files:run_recorded_games", jobs, receive, failed
            )


def _runs(table: dict[str, Any], seed: int, rows: Sequence[Played | None]) -> list[GamesJob]:
    """The jobs of the games that have a row, a few neighbours in each."""
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
