"""Plays the games of the screen of curves: of a sweep, of one setting, and with unequal starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

from ....lab import batch_games
from ....lab.bot_play_versions import play_versions
from ....lab.curves.sweep import slim, sweep_jobs
from ....lab.curves.swept_settings import table_with
from ....lab.parallel_jobs import CHUNK, FIRST
from ...page_port import BackgroundWork, Page
from ...state import AppState
from ..state.comparison_form import bots_of
from ..state.curves import MOST_COURSES, MOST_GAMES, CurvesState, GamesState, StartsState

_RUN: Final = "titledeed.lab.batch_games:run_games"
_COURSE: Final = "titledeed.lab.curves.unequal_starts:run_courses"
_ONE_BY_ONE: Final = 20  # so many games are played in jobs of one, so that people see each


class CurvesPlayer(Protocol):
    """The screen whose games are played: ``CurvesActions``."""

    page: Page
    app: AppState
    curves: CurvesState

    def render(self) -> None: ...

    def soon(self) -> None:
        """Draw soon."""

    def note_plan(self, key: str) -> None:
        """Note what a sweep is planned for, as its first game is played."""

    def sweep_over(self) -> None:
        """Go on after the last game of a sweep."""

    def games_played(self) -> None:
        """Go on after more games of the setting."""


class SweepGames:
    """Plays a sweep."""

    def __init__(self, screen: CurvesPlayer) -> None:
        self.screen = screen
        self._work: BackgroundWork | None = None

    def play(self, table: dict[str, Any]) -> None:
        """Play the missing games of the sweep. Raises :class:`LoadError` if a value cannot be played."""
        screen, plan = self.screen, self.screen.curves.sweep
        tables = [table_with(table, plan.swept, value) for value in plan.values]
        keys = [batch_games.Setting.of(each).games_key() for each in tables]
        if not plan.done:
            plan.plays = play_versions(bots_of(screen.curves.setting))
            plan.played = [[None] * plan.size for _value in tables]
        if not plan.planned:
            screen.note_plan("\n".join(keys))
        jobs = list(sweep_jobs(tables, plan.seed, plan.size, plan.played))
        plan.state, plan.trouble, plan.best = "running", "", None
        screen.curves.whole_class = False
        plan.started = screen.page.now() - plan.elapsed

        def receive(place: int, games: Any) -> None:
            at, job = jobs[place]
            there = plan.played[at]
            there[job["first"] : job["first"] + job["count"]] = [slim(game) for game in games]
            plan.counted.pop(at, None)
            if plan.done == plan.total:
                plan.elapsed = screen.page.now() - plan.started
                self._work = None
                screen.sweep_over()
            else:
                screen.soon()

        def failed(reason: str) -> None:
            self.stop()
            plan.trouble = screen.app.catalogue.sentence(reason)
            screen.render()

        self._work = screen.page.work(_RUN, [job for _at, job in jobs], receive, failed)
        if not jobs:
            screen.sweep_over()

    def stop(self) -> None:
        """Stop the sweep. It can be continued later."""
        plan = self.screen.curves.sweep
        if self._work is not None:
            self._work.cancel()
            self._work = None
        if plan.state == "running":
            plan.elapsed = self.screen.page.now() - plan.started
            plan.state = "done" if plan.best else "stopped"


class _MoreGames:
    """Plays more and more games of one setting. ``call``: the function that plays a job."""

    call: str
    most: int

    def __init__(self, screen: CurvesPlayer) -> None:
        self.screen = screen
        self._work: BackgroundWork | None = None

    @property
    def games(self) -> GamesState | StartsState:
        raise NotImplementedError

    def play(self, table: dict[str, Any], more: int) -> None:
        """Play so many more games of the setting."""
        games, screen = self.games, self.screen
        if games.running or games.entries.faults:
            return
        first = len(games.played)
        games.wanted = min(self.most, first + more)
        played: list[Any] = games.played
        played += [None] * (games.wanted - first)
        jobs = list(self._jobs(table, games.seed, games.wanted))
        games.running, games.trouble = bool(jobs), ""

        def receive(place: int, results: Any) -> None:
            job = jobs[place]
            played[job["first"] : job["first"] + job["count"]] = map(self.kept, results)
            if None not in played:
                games.running, self._work = False, None
            self.received()

        def failed(reason: str) -> None:
            self.stop()
            games.trouble = screen.app.catalogue.sentence(reason)
            screen.render()

        if jobs:
            self._work = screen.page.work(self.call, jobs, receive, failed)

    def _jobs(self, table: dict[str, Any], seed: int, wanted: int) -> Iterator[dict[str, Any]]:
        missing = [n for n, game in enumerate(self.games.played) if game is None]
        alone = len(missing) <= _ONE_BY_ONE
        while missing:
            first = missing[0]
            begun = first < _ONE_BY_ONE
            most = 1 if alone or begun else FIRST if len(missing) <= 10 * CHUNK else CHUNK
            count = 0
            while count < most and count < len(missing) and missing[count] == first + count:
                count += 1
            yield {"record": table, "seed": seed, "first": first, "count": count}
            missing = missing[count:]

    def kept(self, game: Any) -> Any:
        """What is kept of a game."""
        return game

    def received(self) -> None:
        """Called after each job."""
        self.screen.soon()

    def stop(self) -> None:
        """Stop playing. The games that have been played stay."""
        if self._work is not None:
            self._work.cancel()
            self._work = None
        games = self.games
        games.running = False
        played: list[Any] = games.played
        while played and played[-1] is None:
            played.pop()


class SettingGames(_MoreGames):
    """Plays games of one setting."""

    call = _RUN
    most = MOST_GAMES

    @property
    def games(self) -> GamesState:
        return self.screen.curves.games

    def kept(self, game: Any) -> Any:
        return slim(game)

    def received(self) -> None:
        self.screen.games_played()


class CourseGames(_MoreGames):
    """Plays games with unequal starts."""

    call = _COURSE
    most = MOST_COURSES

    @property
    def games(self) -> StartsState:
        return self.screen.curves.starts
