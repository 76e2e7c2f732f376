"""The types of a class's view, for the type checker only."""

from __future__ import annotations

from typing import TypedDict


class QrPicture(TypedDict):
    """Modules on a side, and an SVG path."""

    side: int
    path: str


class ClassBar(TypedDict):
    """A choice in a chart: how many have it, and the width of its bar in percent."""

    label: str
    count: str
    share: str
    wide: float


class ClassDot(TypedDict):
    x: float
    y: float


class ClassTick(TypedDict):
    """A mark on the axis of a dot chart. ``label`` is "" where there is no room for it."""

    x: float
    label: str


class ClassSaid(TypedDict):
    """An answer in words, and how many students have written it."""

    text: str
    count: int


class ClassChart(TypedDict):
    """What a class has answered to a question. ``says``: in one sentence; ``dots``: numbers on an axis;
    ``ticks``: round numbers between the ends of that axis."""

    kind: str
    question: str
    language: str
    answered: str
    says: str
    bars: list[ClassBar]
    dots: list[ClassDot]
    ticks: list[ClassTick]
    middle: float
    median: str
    height: float
    low: str
    high: str
    texts: list[ClassSaid]


class ClassCell(TypedDict):
    """What a student has done of a question or of the run: "" (nothing), "here", "done" or "running".
    ``done`` is how far a run is, in short."""

    state: str
    text: str
    done: str


class ClassRow(TypedDict):
    device: str
    name: str
    state: str  # "here", "hidden" or "away"
    says: str
    cells: list[ClassCell]
    removing: bool


class ClassColumn(TypedDict):
    short: str
    label: str
    count: str


class ClassQuestion(TypedDict):
    n: int
    number: int
    after: bool
    shown: bool
    chart: ClassChart
    texts: list[ClassText]  # of a question that is answered in words
    new: int  # how many answers, equal ones too, have come since the question was shown


class ClassText(TypedDict):
    """An answer in words, which ``count`` students have written. ``out``: it is left out of what all see;
    ``new``: it has not been shown yet."""

    text: str
    count: int
    id: str
    out: bool
    new: bool


class ClassHanded(TypedDict):
    id: str
    student: str
    name: str
    kind: str
    bot: bool
    enters: bool  # it enters the tournament
    removing: bool


class ClassChoice(TypedDict):
    value: str
    label: str
    chosen: bool


class TeachingView(TypedDict):
    name: str
    count: str
    tab: str
    tabs: list[tuple[str, str]]
    worksheets: list[ClassChoice]
    title: str
    look: bool
    wait: bool
    after: list[ClassChoice]
    has_after: bool
    only_here: bool
    for_everyone: bool
    joined: list[str]
    rows: list[ClassRow]
    columns: list[ClassColumn]
    questions: list[ClassQuestion]
    handed: list[ClassHanded]
    bots: bool  # whether bots are among them
    sweeps: bool
    hidden_names: bool
    ending: bool
    saved: bool
    empty: bool


class StudentView(TypedDict):
    name: str
    student: str
    state: str
    says: str
    look: bool
    wait: bool
    chart: ClassChart | None
    sheet: bool
    letting_in: bool
    carried: str
    carrying: bool
    waiting: list[str]
    board: bool
    over: str  # why the class is over, as a sentence
    unkept: bool
    work_code: str
    work_picture: QrPicture


class ClassroomView(TypedDict):
    at: str
    trouble: str
    said: str
    worksheets: list[ClassChoice]
    typed: str
    class_typed: str
    code: str
    link: str
    picture: QrPicture
    making: bool
    copied: bool
    camera: bool
    stored_class: str
    stored_member: str
    unreadable: bool
    typed_invitation: str
    typed_reply: str
    invited: str
    has_lesson: bool
    teach: TeachingView | None
    part: StudentView | None
