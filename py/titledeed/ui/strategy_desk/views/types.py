"""The types of the strategy desk's view, for the type checker only."""

from __future__ import annotations

from typing import TypedDict

from ....language.python_for_reading import Piece


class DeskChoice(TypedDict):
    """An option of a choice."""

    value: str
    label: str
    chosen: bool


class DeskRule(TypedDict):
    """One rule. ``sentence``: with ``{value}``; ``shown``: the value in words; ``value``: for the slider;
    ``ends``: its smallest and largest value in words."""

    key: str
    kind: str
    sentence: str
    label: str  # of a choice
    shown: str
    value: str
    low: str
    high: str
    step: str
    ends: list[str]
    changed: bool
    choices: list[DeskChoice]


class DeskSection(TypedDict):
    """The rules of one topic."""

    id: str
    title: str
    note: str
    rules: list[DeskRule]


class DeskBar(TypedDict):
    """A run in the table of results. ``low``, ``high`` and ``at`` are percentages for the drawing."""

    name: str
    own: bool
    won: str
    span: str
    low: float
    high: float
    at: float


class DeskRunView(TypedDict):
    """The last run."""

    title: str
    going: bool
    done: int
    total: int
    rows: list[DeskBar]
    verdict: str
    says: list[str]
    shows: bool
    lost: list[int]
    lost_says: str


class DeskOffer(TypedDict):
    """A player from a file or link, before it is accepted."""

    name: str
    rules: list[str]


class DeskView(TypedDict):
    """The whole strategy desk."""

    name: str
    sections: list[DeskSection]
    opponents: list[DeskChoice]
    limits: list[DeskChoice]
    changed: bool
    coming: bool
    run: DeskRunView | None
    program: list[list[Piece]]
    offered: DeskOffer | None
    earlier: list[str]  # the names of replaced players
    note: str
    usual: bool
