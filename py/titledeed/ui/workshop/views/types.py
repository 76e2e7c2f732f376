"""The types of the workshop's view, for the type checker only."""

from __future__ import annotations

from typing import TypedDict

from ....language.python_for_reading import Piece
from ...views.types import ThumbnailView


class WorkshopStepView(TypedDict):
    """A step on the path. ``number``: from 1, "" for the place after the path."""

    id: str
    number: str
    title: str
    here: bool
    reached: bool


class WorkshopGoal(TypedDict):
    """A goal as a sentence."""

    text: str
    reached: bool


class WorkshopTask(TypedDict):
    """The current step: its task, its goals, the hints so far.

    ``solution``: its lines, and whether each is new; empty while it is hidden."""

    number: str
    title: str
    task: str
    goals: list[WorkshopGoal]
    hints: list[list[tuple[str, bool]]]  # pieces, and whether each is code
    more_hints: bool
    solution: list[tuple[list[Piece], bool]]


class WorkshopFinding(TypedDict):
    """A fault: its line ("" if unknown), the sentence, Python's own words, and the button of a correction.

    ``of_program``: the line where other lines are in sight too; ``code``: what the line says."""

    n: int
    line: str
    of_program: str
    code: str
    at: int
    text: str
    python: str
    fix: str


class WorkshopMoment(TypedDict):
    """A question of the bot in a game."""

    where: str
    asked: str
    text: str
    answered: str
    line: str
    reason: str
    board: ThumbnailView | None
    board_says: str
    seen: list[tuple[str, str]]
    printed: list[str]
    first: bool
    last: bool


class WorkshopShare(TypedDict):
    """A bot in the table of results. ``low``, ``high`` and ``at`` are percentages for the drawing."""

    name: str
    own: bool
    won: str
    span: str
    low: float
    high: float
    at: float


class WorkshopResult(TypedDict):
    """The games against one set of opponents. In percent: ``even``, the share of equal players, and ``goal``
    (0 for none). ``n``: which goal of the step. ``lost``: of the lost games those that can be looked at."""

    title: str
    rows: list[WorkshopShare]
    even: int
    goal: int
    says: list[str]
    n: int
    lost: list[int]
    lost_says: str


class WorkshopRunView(TypedDict):
    """The last run. ``done`` and ``total``: games."""

    going: bool
    done: int
    total: int
    title: str
    verdict: str
    reached: bool
    results: list[WorkshopResult]


class WorkshopOffer(TypedDict):
    """A bot from a file or link, before it is accepted."""

    name: str
    code: list[list[Piece]]


class WorkshopKey(TypedDict):
    """A key for a sign. ``name``: how a screen reader says it, if not as it is shown."""

    n: int
    sign: str
    name: str


class WorkshopView(TypedDict):
    """The whole workshop. ``games``: how many a run plays, against all opponents of the step together."""

    name: str
    keys: list[WorkshopKey]
    steps: list[WorkshopStepView]
    task: WorkshopTask | None
    games: int
    opponents: list[tuple[str, str, list[tuple[str, str, bool]]]]
    state: str
    blocked: str
    again: bool  # it may be tried again
    note: str
    findings: list[WorkshopFinding]
    running: bool
    coming: bool
    moment: WorkshopMoment | None
    run: WorkshopRunView | None
    printed: list[str]
    offered: WorkshopOffer | None
    earlier: list[str]  # the names of replaced bots
    next_step: str


class TournamentBot(TypedDict):
    """A bot that was handed in."""

    id: str
    name: str
    author: str


class TournamentRow(TypedDict):
    """A row of the table. ``low``, ``at`` and ``high``: percent."""

    place: int
    name: str
    author: str
    won: str
    games: int
    low: int
    high: int
    at: float
    span: str
    first: bool
    tied: bool  # for the final, with a bot that does not get into it


class TournamentSeat(TypedDict):
    """A player at a table."""

    n: int
    token: str
    name: str
    cash: str


class TournamentTable(TypedDict):
    """A table that is played now."""

    title: str
    board: ThumbnailView | None
    seats: list[TournamentSeat]


class TournamentMoment(TypedDict):
    """The decisive moment of a game. ``before`` and ``after``: percent. ``winner``: a seat.

    ``marks``: a path around the spaces that the last move has changed, and ``named`` their names, if few."""

    where: str
    odds: str
    before: int
    after: int
    asked: str
    says: list[str]
    groups: list[str]
    board: ThumbnailView | None
    marks: str
    named: str
    seats: list[TournamentSeat]
    winner: int


class TournamentView(TypedDict):
    """The whole tournament. ``secret`` is "" until the stage is over."""

    bots: list[TournamentBot]
    begun: bool
    finals: bool
    has_final: bool
    title: str
    progress: str
    done: int
    games: int
    going: bool
    complete: bool
    league_done: bool
    hash: str
    secret: str
    rows: list[TournamentRow]
    replaced: list[str]
    verdict: list[str]
    tied: bool  # two bots have won equal shares
    cut: str  # which bots of those tied for the final get into it, and why
    tables: list[TournamentTable]
    moment: TournamentMoment | None
    has_moments: bool
    looking: bool
    ask: str  # what a person must agree to first
    agree: str
    hides_names: bool
    notes: list[str]
    blocked: str
