"""The types of the workshop's view, for the type checker only."""

from __future__ import annotations

from typing import TypedDict

from ...views.types import ThumbnailView


class WorkshopStepView(TypedDict):
    """A step on the path. ``number``: from 1, "" for the place after the path."""

    id: str
    number: str
    title: str
    here: bool
    reached: bool


class WorkshopTask(TypedDict):
    """The current step: its task, its goals as sentences, the hints so far."""

    number: str
    title: str
    task: str
    goals: list[str]
    hints: list[str]
    more_hints: bool
    solution: str


class WorkshopFinding(TypedDict):
    """A fault: its line ("" if unknown), the sentence, Python's own words, and the button of a correction."""

    n: int
    line: str
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
    """The games against one set of opponents."""

    title: str
    rows: list[WorkshopShare]
    even: float
    goal: float
    says: list[str]
    lost: list[int]


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
    code: str


class WorkshopView(TypedDict):
    """The whole workshop."""

    name: str
    steps: list[WorkshopStepView]
    task: WorkshopTask | None
    opponents: list[tuple[str, str, list[tuple[str, str, bool]]]]
    state: str
    blocked: str
    note: str
    findings: list[WorkshopFinding]
    running: bool
    coming: bool
    moment: WorkshopMoment | None
    run: WorkshopRunView | None
    printed: list[str]
    offered: WorkshopOffer | None
    next_step: str
