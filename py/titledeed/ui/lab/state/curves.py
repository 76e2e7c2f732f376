"""The state of the screen of curves: a sweep and those of a class, games of one setting, unequal starts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final

from ....lab.batch_games import Played
from ....lab.bot_play_versions import play_differently
from ....lab.compare import Measure, measures_for
from ....lab.curves.samples import Itself, compare_with_itself, comparison_count
from ....lab.curves.sweep import Best, Point, best_in_slices, measure_named, point_of
from ....lab.curves.sweep_file import SweepRun, pooled
from ....lab.curves.swept_rules import put_player, swept_named
from ....lab.curves.swept_settings import SWEPT, Swept, Table, Value, even_values
from ....lab.curves.unequal_starts import ROUNDS, Course
from ....storage.board_file_check import Boards
from ....strategies.strategy_file import Strategy
from .comparison_form import NEW, bots_of, seats_of
from .number_fields import NumberFields

STUDIES: Final = ("sweep", "sample", "itself", "starts")
SIZES: Final = (50, 200, 1000)  # games at each value
SAMPLE_SIZES: Final = (5, 10, 20, 50, 100)
MOST_GAMES: Final = 5000  # of one setting
MOST_COURSES: Final = 1000  # games with unequal starts
SHOWN_COMPARISONS: Final = 25

# The setting of the study of unequal starts.
UNEQUAL: Final = {
    **NEW,
    **{f"cash-{n}": cash for n, cash in enumerate(("2500", "1500", "1000", "500"))},
    **{f"salary-{n}": amount for n, amount in enumerate(("400", "200", "200", "100"))},
}


@dataclass
class SweepState:
    """A sweep. ``first``, ``last``, ``points``: its range and number of values. ``guess``: the place of the
    value that was guessed to be the best, or -1. ``planned``: the games at each value for which it was
    planned; 0 before the run. ``unplanned``: "seen" if the games had been seen before the plan, or "".
    ``played``: by value, None for a game not played yet. ``player``: whose rule is varied, if a rule is."""

    vary: str = "starting-cash-1"
    player: Strategy = field(default_factory=Strategy)
    first: Value = 500
    last: Value = 3000
    points: int = 6
    measure: str = "win_1"
    aim: str = "high"
    guess: int = -1
    size: int = SIZES[1]
    seed: int = 11
    planned: int = 0
    unplanned: str = ""
    state: str = "new"  # "new" "running" "stopped" "done"
    played: list[list[Played | None]] = field(default_factory=list)
    plays: dict[str, int] = field(default_factory=dict)
    trouble: str = ""
    started: float = 0.0  # milliseconds
    elapsed: float = 0.0
    entries: NumberFields = field(default_factory=NumberFields)
    best: Best | None = None
    counted: dict[int, Point] = field(default_factory=dict)  # by place of the value

    @property
    def swept(self) -> Swept:
        """What is varied."""
        return swept_named(self.vary) or SWEPT["starting-cash-1"]

    def choose(self, vary: str) -> None:
        """Vary this, with its usual values."""
        self.vary = vary
        swept = self.swept
        self.first, self.last, self.points, self.guess = swept.first, swept.last, swept.points, -1
        for name in ("first", "last", "points"):
            self.entries.forget(name)

    def with_player(self, table: Table) -> Table:
        """A record's table with the player whose rule is varied, if a rule is.

        Raises :class:`LoadError` with a sentence."""
        put_player(table, self.vary, self.player)
        return table

    @property
    def values(self) -> list[Value]:
        """The values in rising order."""
        return even_values(self.swept, self.first, self.last, self.points)

    @property
    def done(self) -> int:
        """The number of games played at all values."""
        return sum(len(games) - games.count(None) for games in self.played)

    @property
    def total(self) -> int:
        return len(self.values) * self.size

    def clear(self) -> None:
        """Drop all games, and what was planned for them. The guess and the plan stay."""
        self.state, self.played, self.plays, self.trouble = "new", [], {}, ""
        self.planned, self.unplanned, self.elapsed, self.best = 0, "", 0.0, None
        self.counted = {}

    def curve(self, seats: int) -> list[Point]:
        """The points of the values that have games, each worked out once for each number of games."""
        measure = measure_named(seats, self.measure)
        points: list[Point] = []
        for place, (value, games) in enumerate(zip(self.values, self.played, strict=False)):
            there = [game for game in games if game is not None]
            if not there or measure is None:
                continue
            point = self.counted.get(place)
            if point is None or point.games != len(there):
                point = self.counted[place] = point_of(value, there, measure)
            points.append(point)
        return points


@dataclass
class ClassState:
    """The sweeps of a class. ``troubles``: a sentence for each file that does not belong to it.

    ``points``, ``best``: of all games together, and ``lines`` of each sweep; counted in slices, and
    empty until then. ``reading``: files that have not been read yet."""

    runs: list[SweepRun] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    reading: int = 0
    points: list[Point] = field(default_factory=list)
    lines: list[list[Point]] = field(default_factory=list)
    best: Best | None = None

    def count_in_slices(self) -> Generator[None, None, None]:
        """Count all games together, and those of each sweep that have not been counted. Yield often."""
        self.points, self.best = [], None
        if not self.runs:
            self.lines = []
            return
        table = self.runs[0].table
        measure = measure_named(len(self.runs[0].played[0][0]["worth"]), table["measure"])
        if measure is None:
            return
        for run in self.runs[len(self.lines) :]:
            line = []
            for value, games in zip(table["values"], run.played, strict=True):
                yield
                line.append(point_of(value, games, measure))
            self.lines.append(line)
        games_of_all = pooled(self.runs)
        points = []
        for value, games in zip(table["values"], games_of_all, strict=True):
            yield
            points.append(point_of(value, games, measure))
        best = yield from best_in_slices(games_of_all, measure, table["aim"])
        self.points, self.best = points, best


@dataclass
class GamesState:
    """Games of one setting, for the studies of samples and of a setting against itself. ``wanted``: the games
    that are to be played. ``compared``: the comparisons of ``size`` games a side, from the first one on,
    for ``measure``."""

    measure: str = "rounds"
    size: int = 20
    seed: int = 11
    wanted: int = 0
    running: bool = False
    played: list[Played | None] = field(default_factory=list)
    trouble: str = ""
    entries: NumberFields = field(default_factory=NumberFields)
    compared: list[Itself] = field(default_factory=list)
    compared_for: tuple[str, int] = ("", 0)

    @property
    def games(self) -> list[Played]:
        """The games from the first one to the first that is missing, in the order of their numbers."""
        missing = self.played.index(None) if None in self.played else len(self.played)
        return [game for game in self.played[:missing] if game is not None]

    def clear(self) -> None:
        """Drop all games."""
        self.wanted, self.running, self.played, self.trouble = 0, False, [], ""
        self.compared, self.compared_for = [], ("", 0)

    def compare_in_slices(self, measure: Measure) -> Generator[None, None, None]:
        """Make the comparisons that are still missing, as far as the games are enough. Yield after each."""
        if self.compared_for != (measure.id, self.size):
            self.compared, self.compared_for = [], (measure.id, self.size)
        games = self.games
        while len(self.compared) < comparison_count(len(games), self.size):
            number = len(self.compared)
            self.compared.append(compare_with_itself(games, measure, self.size, number))
            yield


@dataclass
class StartsState:
    """Games with unequal starts. ``checkpoint``: the index of ``ROUNDS`` that is shown."""

    fields: dict[str, str] = field(default_factory=lambda: dict(UNEQUAL))
    checkpoint: int = ROUNDS.index(20)
    seed: int = 11
    wanted: int = 0
    running: bool = False
    played: list[Course | None] = field(default_factory=list)
    trouble: str = ""
    entries: NumberFields = field(default_factory=NumberFields)

    @property
    def courses(self) -> list[Course]:
        """The games played so far."""
        return [course for course in self.played if course is not None]

    def clear(self) -> None:
        """Drop all games."""
        self.wanted, self.running, self.played, self.trouble = 0, False, [], ""


@dataclass
class CurvesState:
    """The state of the screen. ``study``: one of ``STUDIES``. ``setting``: the fields of the setting of all
    studies but the last, which has its own. ``whole_class``: the sweeps of the class are shown.
    ``boards``: the boards from files that came with a sweep."""

    study: str = "sweep"
    setting: dict[str, str] = field(default_factory=lambda: dict(NEW))
    boards: Boards = field(default_factory=dict)
    boxes: bool = False
    whole_class: bool = False
    sweep: SweepState = field(default_factory=SweepState)
    together: ClassState = field(default_factory=ClassState)
    games: GamesState = field(default_factory=GamesState)
    starts: StartsState = field(default_factory=StartsState)

    @property
    def fields(self) -> dict[str, str]:
        """The setting of the current study."""
        return self.starts.fields if self.study == "starts" else self.setting

    @property
    def shows_class(self) -> bool:
        """Whether the curve of the class is shown: it has been chosen, and there is a sweep."""
        return self.whole_class and bool(self.together.runs)

    @property
    def seats(self) -> int:
        return seats_of(self.setting)

    @property
    def measures(self) -> list[Measure]:
        """All measures of the setting."""
        return measures_for(self.seats)

    @property
    def older(self) -> list[str]:
        """The bots that now play differently than in the sweep."""
        return play_differently(bots_of(self.setting), self.sweep.plays) if self.sweep.done else []
