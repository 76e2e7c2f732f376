"""The state of the screen that compares two settings: the question, the guess, the run, and its counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ....lab import compare
from ....lab.batch_games import Played
from ....lab.bot_play_versions import play_differently
from ....lab.compare import Compared, Corrected, Measure, Verdict
from ....lab.intervals import Interval
from ....language.catalogue import N_
from ....storage.board_file_check import Boards
from .comparison_form import NEW, bots_of, seats_of
from .number_fields import NumberFields

SIZES: Final = (100, 1000, 10_000)


# Games of each side that the charts use during a run; using all games would take too long.
DRAWN: Final = 500


# The question for which people set up A and B themselves: at first they are the same.
OWN: Final = "own"

# The ready questions: id, text, the measure that answers it, and the fields of A and of B that differ from
# NEW.
QUESTIONS: Final[tuple[tuple[str, str, str, dict[str, str], dict[str, str]], ...]] = (
    (
        "pot",
        N_("Does a pot on {free_parking} make the game longer?"),
        "rounds",
        {},
        {"house:free-parking": "pot"},
    ),
    ("auctions", N_("What do auctions change?"), "rounds", {}, {"house:auctions": "on"}),
    (
        "salary",
        N_("Does doubling the {salary} make the game longer?"),
        "rounds",
        {},
        {"house:salary": "400"},
    ),
    (
        "classes",
        N_("What if some players start out richer?"),
        "win_1",
        {},
        {
            **{f"cash-{n}": cash for n, cash in enumerate(("2500", "1500", "1000", "500"))},
            **{f"salary-{n}": sum_ for n, sum_ in enumerate(("400", "200", "200", "100"))},
        },
    ),
    ("first", N_("Does the first player win more often?"), "win_1", {}, {"first": "0"}),
    ("book", N_("Does the rulebook make a difference?"), "rounds", {}, {"rulebook": "classic"}),
    (OWN, N_("Your own question"), "rounds", {}, {}),
)


@dataclass
class CountedGames:
    """The counts of a run. ``done``: the number of its games.

    ``ginis``: :func:`~....lab.compare.mean_curves`. ``characters``:
    :func:`~....lab.compare.by_character` of A and of B, empty if only one bot plays. For the games for
    which the run was planned, there is also the ``verdict``, and by measure the ``marks`` of all
    others."""

    done: int = 0
    measures: list[Compared] = field(default_factory=list)
    ginis: list[list[float]] = field(default_factory=list)
    characters: tuple[dict[str, Interval], dict[str, Interval]] = field(
        default_factory=lambda: ({}, {})
    )
    unfinished: list[int] = field(default_factory=lambda: [0, 0])
    verdict: Verdict | None = None
    marks: dict[str, Corrected] = field(default_factory=dict)


@dataclass
class CompareState:
    """The state of the screen. ``sides``: the fields of both settings' forms.

    ``played``: the games of each side, None for one not played yet. ``bar``: the chosen bar of the
    histogram or -1. ``boards``: the boards from files that came with the comparison. ``counting``: all
    games of a finished run are being counted, and the charts use its first games meanwhile.

    ``measure``: the one that the verdict is about. ``planned``: the games of each side for which it was
    chosen; 0 until the first run. ``unplanned``: why there can be no verdict, or "". "version" means
    that an earlier version saved the run and asked for no measure, "seen" that the games were shown
    before it was chosen. ``attempt``: the number of runs with these settings on this page, this one
    included. ``plays``: the versions of the bots' play in the games (``play_versions``). ``looks_at``:
    the measure on the screen, "" for the chosen one. ``size``: the games of each side that are played;
    those beyond ``planned`` are exploratory.

    ``guesses``: hands for "less in B", "no difference" and "more in B", by measure. ``locked``: the
    first run with these settings has begun, so no guess can be made any more."""

    question: str = "pot"
    sides: list[dict[str, str]] = field(default_factory=list)
    form_side: str = "b"  # the form that a narrow window shows, "a" or "b"
    guesses: dict[str, list[int]] = field(default_factory=dict)
    locked: bool = False
    size: int = SIZES[1]
    seed: int = 11
    state: str = "new"  # "new" "running" "stopped" "done"
    played: list[list[Played | None]] = field(default_factory=lambda: [[], []])
    measure: str = "rounds"
    planned: int = 0
    unplanned: str = ""
    attempt: int = 1
    plays: dict[str, int] = field(default_factory=dict)
    looks_at: str = ""
    bar: int = -1
    trouble: str = ""
    started: float = 0.0  # milliseconds
    elapsed: float = 0.0
    workers: int = 1
    boards: Boards = field(default_factory=dict)
    counting: bool = False
    counted: CountedGames = field(default_factory=CountedGames)  # of the games that the charts use
    judged: CountedGames = field(
        default_factory=CountedGames
    )  # of the games for which the run was planned
    entries: NumberFields = field(
        default_factory=NumberFields
    )  # seed and hands that cannot be used

    def ask(self, question: str) -> None:
        """Set up a ready question."""
        for id, _text, measure, a, b in QUESTIONS:
            if id == question:
                self.question, self.measure = id, measure
                self.sides = [{**NEW, **a}, {**NEW, **b}]
                self.boards = {}
                self.clear()
                self.guesses, self.locked = {}, False

    def clear(self) -> None:
        """Drop all games, and what was planned for them."""
        self.state, self.played, self.bar, self.trouble = "new", [[], []], -1, ""
        self.planned, self.unplanned, self.attempt, self.looks_at = 0, "", 1, ""
        self.elapsed, self.plays = 0.0, {}
        self.counting, self.counted, self.judged = False, CountedGames(), CountedGames()

    @property
    def bots(self) -> list[str]:
        """The bots of all seats of both sides."""
        return [bot for side in self.sides for bot in bots_of(side)]

    @property
    def older(self) -> list[str]:
        """The bots that now play differently than in the games that are here."""
        return play_differently(self.bots, self.plays) if self.done else []

    @property
    def guess(self) -> list[int]:
        """The hands of the chosen measure: less in B, no difference, more in B."""
        return self.guesses.setdefault(self.measure, [0, 0, 0])

    @property
    def measures(self) -> list[Measure]:
        """All measures of these settings."""
        return compare.measures_for(seats_of(self.sides[0]))

    @property
    def drawn(self) -> list[list[Played | None]]:
        """The games of both sides that the charts use: those that both have played."""
        a, b = (side[:DRAWN] if self.part else side for side in self.played)
        return [
            [game if game and other else None for game, other in zip(side, rest, strict=False)]
            for side, rest in ((a, b), (b, a))
        ]

    @property
    def part(self) -> bool:
        """Whether the charts use only the first games."""
        return self.state == "running" or self.counting

    @property
    def pairs(self) -> tuple[list[Played], list[Played]]:
        """The games that both sides have played, paired by their number in the run."""
        return _pairs(self.played)

    @property
    def done(self) -> int:
        """The number of games played on both sides together."""
        return _done(self.played)

    @property
    def reach(self) -> int:
        """The number of games of a side up to the last one that was played."""
        return max(
            next((n for n in range(len(side), 0, -1) if side[n - 1]), 0) for side in self.played
        )

    @property
    def plan_done(self) -> bool:
        """Whether all games for which the run was planned have been played."""
        return 0 < 2 * self.planned == _done(self.plan)

    @property
    def plan(self) -> list[list[Played | None]]:
        """The games of both sides for which the run was planned."""
        return [side[: self.planned] for side in self.played]

    @property
    def exploring(self) -> bool:
        """Whether there are games beyond those for which the run was planned."""
        return self.plan_done and self.done > 2 * self.planned

    def count(self, counted: CountedGames, played: list[list[Played | None]]) -> Iterator[None]:
        """Count these games of both sides. Yield often, as counting many games takes long."""
        done = _done(played)
        a, b = _pairs(played)
        bots = [bots_of(side) for side in self.sides]
        if a and len(a[0]["worth"]) == len(b[0]["worth"]):
            yield
            for measure in compare.compare_in_slices(a, b):
                counted.measures.append(measure)
                yield
            if len({*bots[0], *bots[1]}) > 1:
                for games, side, shares in zip((a, b), bots, counted.characters, strict=True):
                    for bot in dict.fromkeys(side):
                        shares[bot] = compare.of_character(games, side, bot)
                        yield
            yield from compare.mean_curves(played, counted.ginis)
            counted.unfinished = [compare.unfinished(a), compare.unfinished(b)]
            if self.plan_done and done == 2 * self.planned:
                self._judge(counted, a, b)
        counted.done = done

    def _judge(self, counted: CountedGames, a: list[Played], b: list[Played]) -> None:
        """Set the verdict on the chosen measure, and the marks of the others.

        If no measure was chosen before the run, all are marked together."""
        others = counted.measures
        if not self.unplanned:
            counted.verdict = compare.verdict_of(a, b, self.measure)
            others = [row for row in others if row.measure.id != self.measure]
        counted.marks = {
            row.measure.id: mark for row, mark in zip(others, compare.holm(others), strict=True)
        }

    def figures(self) -> CountedGames:
        """Return the counts of the games that the charts use, worked out once for each number of games."""
        drawn = self.drawn
        if self.counted.done != _done(drawn):
            self.counted = CountedGames()
            for _pause in self.count(self.counted, drawn):
                pass
        return self.counted

    def judgement(self) -> CountedGames | None:
        """Return the counts of the games for which the run was planned.

        Return None until they have been played and counted."""
        if not self.plan_done or (self.counting and not self.judged.done):
            return None
        if not self.judged.done:
            if self.counted.done == 2 * self.planned and self.counted.marks:
                self.judged = self.counted
            else:
                for _pause in self.count(self.judged, self.plan):
                    pass
        return self.judged

    def looked_at(self) -> Compared | None:
        """The measure on the screen; None without games."""
        id = self.looks_at or self.measure
        measures = self.figures().measures
        matching = (figure for figure in measures if figure.measure.id == id)
        return next(matching, measures[0] if measures else None)


def _done(played: list[list[Played | None]]) -> int:
    return sum(len(side) - side.count(None) for side in played)


def _pairs(played: list[list[Played | None]]) -> tuple[list[Played], list[Played]]:
    both = [(a, b) for a, b in zip(*played, strict=False) if a and b]
    return [a for a, _ in both], [b for _, b in both]
