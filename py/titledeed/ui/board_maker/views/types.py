"""The types of the board maker's views, for the type checker."""

from __future__ import annotations

from typing import Literal, TypedDict


class MakerChoice(TypedDict):
    value: str
    label: str
    chosen: bool


class MakerSquare(TypedDict):
    """A space on the board. ``says``: all of it in words; ``wrong``: the rules cannot play it; ``hands``: the
    numbers of those to whom it was dealt, "" where that is not shown; ``share``: the color of the one of
    them, or -1; ``picked``: it was dealt to the chosen student; ``mine``: it is a student's own.
    ``here``: the chosen space; ``marked``: this one, or among the cards the one to which the chosen card
    leads. ``changed``: a student has changed it."""

    at: int
    side: str
    kind: str
    label: str
    foot: str
    icon: str
    group: str
    letter: str
    says: str
    here: bool
    marked: bool
    wrong: bool
    hands: str
    share: int
    picked: bool
    mine: bool
    changed: bool


class MakerRepair(TypedDict):
    label: str
    arg: str


class MakerProblem(TypedDict):
    """``go``: the argument of the button that leads to its place; "" if it is shown here."""

    id: str
    text: str
    go: str
    where: str
    repairs: list[MakerRepair]


class MakerIcon(TypedDict):
    value: str
    drawing: str
    label: str
    chosen: bool


class MakerColor(TypedDict):
    value: str
    label: str
    chosen: bool


class MakerRent(TypedDict):
    """``own``: how far a sum set by hand lies from the usual one, or ""."""

    n: int
    label: str
    value: int
    own: str


class MakerGroup(TypedDict):
    n: int
    id: str
    css: str
    name: str
    mark: str
    color: str
    colors: list[MakerColor]
    close: str
    cost: int
    cost_own: str
    icons: list[MakerIcon]
    streets: str
    problems: list[MakerProblem]


class MakerElsewhere(TypedDict):
    at: int
    name: str
    text: str


class MakerSpace(TypedDict):
    """``mine``: it can be changed here; ``exchanged``: it can be exchanged with others; ``title``: its name,
    or that it has none; ``elsewhere``: the next space with a problem, besides this one."""

    at: int
    mine: bool
    exchanged: bool
    number: str
    name: str
    title: str
    name_wrong: bool
    short_wrong: bool
    price_wrong: bool
    count: str
    short: str
    kind: str
    kind_name: str
    kinds: list[MakerChoice]
    fixed: str
    words: list[MakerWord]
    deed: bool
    unit: str  # what the sign of a board's own money stands for, "" for usual money
    price: int
    printed: str
    rents: list[MakerRent]
    rents_say: str
    mortgage: int
    mortgage_own: str
    group: MakerGroup | None
    icons: list[MakerIcon]
    icon: str
    others: list[MakerChoice]
    before: int
    after: int
    near: list[MakerSquare]
    problems: list[MakerProblem]
    elsewhere: MakerElsewhere | None


class MakerSquares(TypedDict):
    tab: Literal["squares"]
    space: MakerSpace


class MakerCardRow(TypedDict):
    n: int
    icon: str
    text: str
    here: bool
    wrong: bool


class MakerEffect(TypedDict):
    do: str
    label: str
    icon: str
    chosen: bool


class MakerEffects(TypedDict):
    """Effects of one sort. ``chosen``: the card's is among them."""

    label: str
    effects: list[MakerEffect]
    chosen: bool


class MakerField(TypedDict):
    name: str
    label: str
    value: int
    low: int
    high: int


class MakerCard(TypedDict):
    """``back``, ``on``: the cards before and after it, -1 at an end of the deck."""

    n: int
    title: str
    place: str
    back: int
    on: int
    deck: str
    text: str
    count: str
    preview: str
    says: str
    effects: list[MakerEffects]
    targets: list[MakerChoice]
    kinds: list[MakerChoice]
    fields: list[MakerField]
    braces: str
    problems: list[MakerProblem]


class MakerDeck(TypedDict):
    n: int
    name: str
    here: bool


class MakerCards(TypedDict):
    """``whole``: whole decks can be changed here; ``sets``: those of the rulebooks, without own cards."""

    tab: Literal["cards"]
    own: bool
    whole: bool
    sets: list[MakerChoice]
    decks: list[MakerDeck]
    rows: list[MakerCardRow]
    card: MakerCard | None


class MakerWord(TypedDict):
    key: str
    label: str
    value: str
    usual: str


class MakerNounForm(TypedDict):
    """A field for a form of a noun. ``usual``: what stands for an empty one."""

    name: str
    label: str
    value: str
    usual: str


class MakerNoun(TypedDict):
    """``usual``: the noun that is replaced; ``choices``: fields with a list; ``note``: what is missing."""

    key: str
    usual: str
    choices: list[MakerNounChoice]
    forms: list[MakerNounForm]
    note: str


class MakerNounChoice(TypedDict):
    name: str
    label: str
    options: list[MakerChoice]


class MakerToken(TypedDict):
    id: str
    drawing: str
    label: str
    chosen: bool


class MakerWords(TypedDict):
    tab: Literal["words"]
    name: str
    sign: str
    after: bool
    thousands: str
    sample: str
    words: list[MakerWord]
    words_note: str
    noun_languages: list[MakerChoice]
    noun_language: str
    nouns: list[MakerNoun]
    nouns_note: str
    noun_samples: list[str]
    tokens: list[MakerToken]
    problems: list[MakerProblem]


class MakerShare(TypedDict):
    tab: Literal["share"]
    playable: bool
    address: str
    link_says: str
    qr_size: int
    qr_path: str
    qr_says: str
    copied: str


class MakerFairGroup(TypedDict):
    """``bar``, ``line``: percents of the width; the board's figure, and the printed one."""

    css: str
    mark: str
    name: str
    ends: str
    earns: str
    payback: str
    printed: str
    bar: float
    line: float
    out: bool


class MakerFairSpace(TypedDict):
    name: str
    own: str
    printed: str


class MakerFairGames(TypedDict):
    label: str
    own: str
    printed: str


class MakerFair(TypedDict):
    """``repairs``: of the group that stands out most; ``keep``: its id; ``kept``: whether somebody wants a
    group to stand out."""

    tab: Literal["fair"]
    verdict: list[str]
    repairs: list[MakerRepair]
    keep: str
    kept: bool
    working: str
    trouble: str
    groups: list[MakerFairGroup]
    spaces: list[MakerFairSpace]
    games: list[MakerFairGames]
    can_play: bool


class PaperBox(TypedDict):
    x: float
    y: float
    wide: float
    high: float
    fill: str
    dashed: bool


class PaperRing(TypedDict):
    x: float
    y: float
    r: float
    fill: str


class PaperDrawing(TypedDict):
    id: str
    x: float
    y: float
    size: float
    color: str


class PaperText(TypedDict):
    """``length``: the width into which it is squeezed, or 0."""

    text: str
    x: float
    y: float
    size: float
    anchor: str
    bold: bool
    color: str
    length: float


class PaperTile(TypedDict):
    """A part of another page, at this place."""

    x: float
    y: float
    wide: float
    high: float
    from_x: float
    from_y: float
    from_wide: float
    from_high: float
    page: PaperPage


class PaperPage(TypedDict):
    """A page in millimetres. ``paper``: its kind, one of :data:`~.poster.PAPERS`."""

    name: str
    paper: str
    wide: float
    high: float
    boxes: list[PaperBox]
    rings: list[PaperRing]
    drawings: list[PaperDrawing]
    texts: list[PaperText]
    tile: PaperTile | None


class PaperShown(TypedDict):
    """A sheet in the dialog. ``before`` and ``after``: the sheets beside it, -1 for none."""

    page: PaperPage
    n: int
    count: int
    before: int
    after: int
    whole: bool


class PaperDialog(TypedDict):
    paper: PaperShown


class MakerPrint(TypedDict):
    tab: Literal["print"]
    sizes: list[MakerChoice]
    boards: list[MakerChoice]
    parts: list[MakerChoice]
    sets: list[MakerChoice]
    plain: bool
    count: str
    pages: list[PaperPage]


class MakerBand(TypedDict):
    """A color band on a small board of 100 units. ``box``: x, y, width, height."""

    box: list[int]
    color: str


class MakerBeginning(TypedDict):
    """What a board can begin with. ``arg``: a built-in board, or "" for the empty one and the example.
    ``streets``: the first, one in the middle and the last, for the picture; ``span``: the first and the last
    with their prices."""

    arg: str
    label: str
    note: str
    bands: list[MakerBand]
    streets: list[tuple[str, str]]  # color and name
    dearest: str
    span: str


class MakerSavedBoard(TypedDict):
    id: str
    name: str
    when: str
    bands: list[MakerBand]
    shared: bool
    forgets: bool  # the page asks whether to delete it


class MakerStart(TypedDict):
    tab: Literal["start"]
    way_back: str
    beginnings: list[MakerBeginning]
    own: list[MakerChoice]
    saved: list[MakerSavedBoard]


class MakerHand(TypedDict):
    """Somebody who makes a part of a class's board. ``live``: in the live class; ``share``: the color."""

    n: int
    share: int
    name: str
    spaces: str
    state: str
    handed: bool
    dealing: bool
    coded: bool
    live: bool


class MakerAnswer(TypedDict):
    label: str
    arg: str


class MakerDecision(TypedDict):
    where: str
    text: str
    answers: list[MakerAnswer]


class MakerTogether(TypedDict):
    """``live``: the name of the live class, or ""; ``way_back``: the role in it after a reload; ``new``: its
    students without spaces; ``alone``: somebody is not in it; ``shared``: about spaces of several
    students; ``code``: whose code is shown, or ""; ``fits``: a QR code has room for it."""

    tab: Literal["class"]
    role: Literal["teacher", "student", "none"]
    live: str
    students: str
    way_back: str
    new: int
    alone: bool
    which: list[MakerChoice]
    summary: str
    to_decide: str
    hands: list[MakerHand]
    shared: str
    decisions: list[MakerDecision]
    dealing: str
    code: str
    address: str
    copied: bool
    qr_size: int
    qr_path: str
    fits: bool
    camera: bool
    ending: bool
    changes: str
    changed: bool
    part_of: str
    part_spaces: str
    handed: bool
    reads: str  # how a student learns that the code has been read
    first: int  # the number of a student’s first space


class MakerTab(TypedDict):
    """``short``: the label in a narrow window, where it differs."""

    id: str
    label: str
    short: str
    icon: str
    here: bool


class MakerFrame(TypedDict):
    """What every tab has: the board, the history, and what is left to do.

    ``refused``: beside which field ``why`` is said. ``example``: it is the example, not changed yet;
    ``whole``: a narrow window shows the whole board above the chosen space."""

    open: bool
    refused: str
    why: str
    name: str
    example: bool
    copied_example: bool
    whole: bool
    saved: str
    unsaved: bool
    tabs: list[MakerTab]
    undo: bool
    redo: bool
    squares: list[MakerSquare]
    left: str
    todo: list[MakerProblem]
    more: str
    said: str
    ready: bool
