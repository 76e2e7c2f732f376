"""The actions of the laboratory's screen that counts games from files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ....lab import batch_games, run_summary
from ....lab import write_and_count_record_files as record_files
from ....lab.batch_games import Played
from ...page_port import BackgroundWork, Gesture, Timer
from ..state.games_from_files import GameFilesState
from ..views import count_games_from_files as view
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import GameFilesView

REFRESH: Final = 300.0  # milliseconds between two drawings
AT_ONCE: Final = 8  # files that workers have at a time, as a file is unpacked only then


class GameRecordsActions(LabActions):
    """Counts the games in files that a person chooses: records, or zips of records."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.files = GameFilesState()
        self._works: dict[int, BackgroundWork] = {}
        self._next = 0  # the place of the next file to be counted
        self._later = Timer(self.page)

    def screen_view(self) -> GameFilesView:
        return view.games_from_files_view(self.files, self.app.catalogue)

    def stop(self) -> None:
        """Stop counting, as nobody looks any more."""
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
                trouble=_(
                    "These files contain more than {n} games. Choose fewer files.",
                    n=record_files.MOST_FILES,
                )
            )
        elif not opened.sources:
            opened.trouble = _("There are no games in these files. Choose other files.")
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
                record_files.record_of_source(source), _("Laboratory: game {n}", n=gesture.arg), ""
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
        """Give the next files to the workers."""
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
                "titledeed.lab.write_and_count_record_files:counted_or_refused",
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
        """Leave out games whose number of seats differs from the first one's, and translate the refusals."""
        files, _ = self.files, self.app.catalogue
        self._later.stop()
        seats = files.seats
        for place, row in enumerate(files.rows):
            try:
                if isinstance(row, dict):
                    record_files.check_seat_count(files.sources[place].name, row, seats)
            except LoadError as trouble:
                row = str(trouble)  # noqa: PLW2901
            files.rows[place] = _.sentence(row) if isinstance(row, str) else row
        files.counting = False
        self._later.after(0, self.render)
