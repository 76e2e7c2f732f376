"""The data that the templates of the laboratory get, with a type for every view and its rows.

As with ``ui/views/types.py``, only the type checker reads this module; the site does not have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...views.types import (
    BankView,
    ChoiceOption,
    ChosenSeat,
    DeedView,
    GroupView,
    NamedChoice,
    RuleRow,
    SeatView,
    SpaceView,
    TokenView,
    ValueLabel,
)


class EntryField(TypedDict):
    """A field with the text that it shows, and the reason for which that text is refused, or ""."""

    text: str
    fault: str


class QrCode(TypedDict):
    """Modules on a side, and an SVG path."""

    side: int
    path: str


class LabScreenLink(TypedDict):
    name: str
    label: str
    icon: str
    here: bool


class LabFrame(TypedDict):
    screen: str
    purpose: str
    screens: list[LabScreenLink]


class SizeChoice(TypedDict):
    n: int
    text: str
    chosen: bool


# ---------------------------------------------------------------- a comparison


class QuestionChoice(TypedDict):
    id: str
    text: str
    chosen: bool


class DifferingSetting(TypedDict):
    label: str
    a: str
    b: str


class SettingsView(TypedDict):
    """The settings in which both sides differ, and those they share as a text.

    ``differ``: what tells A from B, in few words: the setting if there is only one, else a sentence."""

    rows: list[DifferingSetting]
    differ: str
    same: str


class SideSeat(TypedDict):
    n: int
    bots: list[ChoiceOption]
    cash: EntryField
    salary: EntryField
    deeds: EntryField
    at: EntryField
    bot: EntryField
    spaces: list[ChoiceOption]


class FormPart(TypedDict):
    """A folded part of a form: what is in it, whether the other side differs there, and whether a field is
    refused."""

    says: str
    differs: bool
    refused: bool


class SideForm(TypedDict):
    """The form of one side. ``lengths``: empty if the book has only one.

    ``players``, ``house``: its folded parts. ``differs``: the names of the fields that the ``other`` side
    has filled in differently."""

    id: str
    letter: str
    books: list[ChoiceOption]
    boards: list[ChoiceOption]
    lengths: list[ChoiceOption]
    decks: list[ChoiceOption]
    counts: list[ChoiceOption]
    first: list[ChoiceOption]
    seats: list[SideSeat]
    rules: list[RuleRow]
    players: FormPart
    house: FormPart
    example: str
    error: str
    faults: Mapping[str, str]
    other: str
    differs: list[str]


class PlanView(TypedDict):
    measures: list[NamedChoice]
    measure: str
    fixed: bool


class GuessRow(TypedDict):
    n: int
    label: str
    field: EntryField
    part: int


class GuessView(TypedDict):
    locked: bool
    rows: list[GuessRow]


class RunSize(SizeChoice):
    barred: bool


class TrialSize(SizeChoice):
    """``margin``: how far the share of wins may be off, at most (95 %)."""

    margin: str


class RunView(TypedDict):
    """``more``: games can be added to those that were planned.

    ``older``: a sentence if bots play differently now than in these games, and ``no_more``, why none can
    be added; ``slices``: the page itself plays, since no worker could be started; ``part``: a sentence
    while the picture shows only the first games."""

    state: str
    sizes: list[RunSize]
    done: int
    total: int
    more: bool
    whole: bool
    says: str
    trouble: str
    older: str
    no_more: str
    seed: EntryField
    slices: bool
    part: str


class HistogramBar(TypedDict):
    n: int
    name: str
    a: int
    b: int
    x: float
    width: float
    up: float
    down: float
    chosen: bool


class HistogramTick(TypedDict):
    x: float
    text: str


class HistogramMean(TypedDict):
    text: str
    median: str
    half: str
    x: float


class HistogramView(TypedDict):
    bars: list[HistogramBar]
    ticks: list[HistogramTick]
    width: int
    height: int
    counts: list[AxisTick]
    says: str
    means: list[HistogramMean]


class IntervalView(TypedDict):
    """``guessed``: 0, 1 or 2 for less, no difference and more; -1 for none."""

    low: float
    high: float
    at: float
    zero: float
    width: int
    shows: bool
    low_text: str
    high_text: str
    guessed: int
    says: str
    guess: str


class StripView(TypedDict):
    low: float
    high: float
    at: float
    shows: bool


class InequalityRow(TypedDict):
    n: int
    a: str
    b: str


class InequalityView(TypedDict):
    a: str
    b: str
    width: int
    height: int
    last: int
    says: str
    rows: list[InequalityRow]


class VerdictView(TypedDict):
    """``final``: it is the verdict, not the reason why there is none yet. ``depends``: it would be another
    one without the games that were stopped."""

    final: bool
    title: str
    text: str
    notes: list[str]
    depends: bool


class BinnedGame(TypedDict):
    """``winner``: counted from 1; 0 if there is not exactly one."""

    side: int
    letter: str
    i: int
    rounds: int
    winner: int


class LookedAtView(TypedDict):
    """The measure on the screen. ``other``: it is not the chosen one. ``difference``: the mean of B minus
    that of A, once the run is over."""

    id: str
    name: str
    other: bool
    explores: str
    histogram: HistogramView
    interval: IntervalView | None
    difference: str
    final: bool
    interval_title: str
    says: str
    verdict: VerdictView
    games: list[BinnedGame]
    bar: int


class MeasureRow(TypedDict):
    id: str
    name: str
    a: str
    b: str
    medians: list[str]
    difference: str
    interval: str
    shows: bool
    open: bool
    chosen: bool
    planned: bool
    strip: StripView | None


class CharacterCell(TypedDict):
    seats: str
    share: str
    span: str


class CharacterRow(TypedDict):
    name: str
    cells: list[CharacterCell | None]


class ExampleSimulation(TypedDict):
    """``games``: of each side."""

    question: str
    games: int


class CompareView(TypedDict):
    """``own``: the question is of people's own making, so the first step is to change A or B."""

    lang: str
    question: str
    own: bool
    form_side: str
    questions: list[QuestionChoice]
    settings: SettingsView
    forms: list[SideForm]
    faults: list[str]
    plan: PlanView
    guess: GuessView
    run: RunView
    chosen: LookedAtView | None
    measures: list[MeasureRow]
    marks: list[str]
    characters: list[CharacterRow]
    inequality: InequalityView | None
    example: ExampleSimulation


class PackingView(TypedDict):
    busy: bool
    done: int
    total: int
    trouble: str
    differ: str


class CompareScreen(CompareView):
    packing: PackingView


# ---------------------------------------------------------------- curves


class AxisTick(TypedDict):
    at: float
    text: str


class StudyLink(TypedDict):
    id: str
    label: str
    here: bool


class CurveBox(TypedDict):
    """A box plot beside its point: its whiskers' ends, its edges, its median, and its outline.

    ``points``: the games beyond the whiskers, as far as the chart reaches. ``above``, ``below``: there are
    games beyond the chart."""

    low: float
    lower: float
    middle: float
    upper: float
    high: float
    tall: float
    x: float
    width: float
    above: bool
    below: bool
    points: list[float]


class SweepPoint(TypedDict):
    """A point of the curve with the ends of its interval. ``out``: it has been ruled out.

    ``above``, ``below``: its interval reaches beyond the chart, to ``high_text`` or ``low_text``."""

    x: float
    y: float
    low: float
    high: float
    above: bool
    high_text: str
    low_text: str
    below: bool
    may: bool
    best: bool
    out: bool
    box: CurveBox | None


class CurveChart(TypedDict):
    """``lines``: the sweeps of a class. ``guess``: its place, or -1; ``guess_side``: where its
    words are anchored. ``cut``: the signs of intervals that are cut, or "". ``cuts``: how many are."""

    width: int
    height: int
    path: str
    cut: str
    cuts: int
    lines: list[str]
    marks: list[SweepPoint]
    guess: float
    guess_side: str
    xs: list[AxisTick]
    ys: list[AxisTick]


class CurveRow(TypedDict):
    """``mean``, ``half``: empty for wins. ``may``: a mark, empty without a result; ``told``: in words."""

    value: str
    games: str
    estimate: str
    span: str
    mean: str
    half: str
    stopped: str
    may: str
    told: str
    best: bool


class SweepCurve(TypedDict):
    """``head``: of the table's column of values. ``measure``: the name of the vertical axis."""

    title: str
    measure: str
    head: str
    vary: str
    figure: str
    chart: CurveChart
    says: str
    rows: list[CurveRow]
    has_boxes: bool
    boxes: bool
    verdict: VerdictView
    whole_class: bool
    key: list[str]


class SweepPlan(TypedDict):
    """``rules``: those that can be varied, as those of seat 1. ``seats``: whose rule is varied; empty unless
    one is. ``decimal``: whether its values have decimals. ``unit``: "$", "%" or ""."""

    fixed: bool
    varies: list[ChoiceOption]
    rules: list[ChoiceOption]
    seats: list[ChoiceOption]
    players: list[ChoiceOption]
    decimal: bool
    unit: str
    first: EntryField
    last: EntryField
    points: EntryField
    measures: list[ChoiceOption]
    aims: list[ChoiceOption]
    guesses: list[ChoiceOption]
    sizes: list[SizeChoice]
    seed: EntryField


class SweepRunView(TypedDict):
    state: str
    done: int
    total: int
    says: str
    older: str
    no_more: str


class ClassRun(TypedDict):
    n: int
    name: str
    text: str


class ClassCurves(TypedDict):
    """The sweeps of a class. ``alone``: it has only the sweep on the screen, so both curves are the same.
    ``can_add``: the sweep on the screen can be added."""

    shown: bool
    alone: bool
    reading: str
    says: str
    runs: list[ClassRun]
    troubles: list[str]
    can_add: bool


class MoreButton(TypedDict):
    n: int
    text: str


class MoreGames(TypedDict):
    """Games of one setting. ``measures``, ``samples``: the choices, empty for unequal starts."""

    running: bool
    done: int
    total: int
    says: str
    buttons: list[MoreButton]
    full: bool
    seed: EntryField
    measures: list[ChoiceOption]
    samples: list[ChoiceOption]


class SampleBar(TypedDict):
    x: float
    width: float
    tall: float
    count: int


class SampleChart(TypedDict):
    """The games and, below, the means of their samples. ``most_games``, ``most_means``: how many the
    tallest bars count, "" without a sample. ``now``: the games of the unfinished sample;
    ``now_mean``, ``last``: its mean and the last sample's mean, or -1. ``low``, ``high``: between these
    are 95 % of the means in theory."""

    width: int
    height: int
    games: list[SampleBar]
    means: list[SampleBar]
    most_games: str
    most_means: str
    now: list[float]
    now_mean: float
    last: float
    mean: float
    low: float
    high: float
    xs: list[AxisTick]


class SampleRow(TypedDict):
    name: str
    count: str
    mean: str
    spread: str


class SamplesView(TypedDict):
    """``median``: of the games, empty for wins."""

    title: str
    chart: SampleChart
    told: str
    now: str
    rows: list[SampleRow]
    median: str
    theory: str


class ComparisonLine(TypedDict):
    """``named``: whether its number stands beside it in the chart."""

    n: int
    named: bool
    y: int
    low: float
    high: float
    at: float
    shows: bool
    difference: str
    span: str


class ItselfChart(TypedDict):
    width: int
    height: int
    zero: float
    lines: list[ComparisonLine]
    xs: list[AxisTick]


class ItselfView(TypedDict):
    """``any``: how often any measure stands out. ``marks``: what the marks in the chart mean."""

    title: str
    text: str
    any: str
    measure: str
    chart: ItselfChart
    marks: list[str]
    older: str


class LorenzChart(TypedDict):
    side: int
    start: str
    later: str
    band: str
    ticks: list[AxisTick]


class LorenzRow(TypedDict):
    n: int
    before: str
    after: str
    span: str


class QuarterCell(TypedDict):
    """``stays``: the cell of those who are where they started."""

    text: str
    span: str
    shade: int
    stays: bool


class QuarterRow(TypedDict):
    name: str
    cells: list[QuarterCell]


class StartRow(TypedDict):
    n: int
    start: str
    salary: str
    later: str


class StartsView(TypedDict):
    """``equal``: a sentence if all players start with the same."""

    title: str
    text: str
    index: str
    equal: str
    chart: LorenzChart
    chart_says: str
    checkpoints: list[SizeChoice]
    round: int
    quarters: list[str]
    rows: list[QuarterRow]
    lorenz: list[LorenzRow]
    seats: list[StartRow]


class CurvesScreen(TypedDict):
    lang: str
    study: str
    studies: list[StudyLink]
    form: SideForm
    setting: str
    trouble: str
    plan: SweepPlan | None
    run: SweepRunView | None
    curve: SweepCurve | None
    together: ClassCurves | None
    more: MoreGames | None
    samples: SamplesView | None
    itself: ItselfView | None
    starts: StartsView | None


# ---------------------------------------------------------------- landings


class SquareView(TypedDict):
    """The box of a space; ``ix``, ``iy``: the middle of its inner edge, unless it is a corner."""

    place: int
    side: str
    x: float
    y: float
    wide: float
    high: float
    ix: NotRequired[float]
    iy: NotRequired[float]


class StreetGroup(TypedDict):
    id: str
    letter: str


class LandingBar(TypedDict):
    """``dot``: the simulated share with its interval; None before a walk."""

    long: float
    x: float
    y: float
    dot: float | None
    low: NotRequired[float]
    high: NotRequired[float]


class LandingSquare(SquareView):
    """``icon``: its drawing on the game's board; "" for a street."""

    name: str
    icon: str
    number: str
    shade: int
    group: StreetGroup | None
    bar: LandingBar | None


class JailShare(TypedDict):
    number: str
    name: str
    shade: int


class LandingTop(TypedDict):
    name: str
    group: StreetGroup | None
    icon: str
    number: str
    long: float


class LandingBoard(TypedDict):
    """``top``: the spaces with the largest shares; ``long``: of the bar of one, in units of the picture."""

    size: float
    bar: float
    squares: list[LandingSquare]
    jail: JailShare
    top: list[LandingTop]
    title: str
    says: str


class ChainChoice(TypedDict):
    name: str
    label: str
    options: list[ChoiceOption]


class ShadeKey(TypedDict):
    shade: int
    text: str


class LandingRow(TypedDict):
    name: str
    exact: str
    seen: str
    interval: str
    outside: bool


class PaybackStep(TypedDict):
    text: str
    wide: float
    broken: bool
    best: bool


class PaybackRow(TypedDict):
    group: GroupView
    name: str
    cost: str
    steps: list[PaybackStep]
    earns: list[str]


class NamedEarning(TypedDict):
    name: str
    earns: str


class PaybackView(TypedDict):
    """``heads``: of the steps by name; ``houses``: how many of them are houses, the last is the hotel."""

    heads: list[str]
    houses: int
    rows: list[PaybackRow]
    rest: list[NamedEarning]
    says: str


class PublishedFigure(TypedDict):
    name: str
    theirs: str
    ours: str
    rules: str


class LandingsView(TypedDict):
    form: list[ChainChoice]
    form_even: str
    throws: str
    seed: EntryField
    trouble: str
    coming: bool
    board: LandingBoard | None
    key: list[ShadeKey]
    seen: str
    worth: PaybackView | None
    published: list[PublishedFigure]
    rows: list[LandingRow]


# ---------------------------------------------------------------- games from files


class FileRow(TypedDict):
    n: int
    name: str
    rounds: str
    throws: str
    winner: int | str
    worths: list[str]
    gini: str


class MeanRow(TypedDict):
    name: str
    mean: str
    median: str


class WonRow(TypedDict):
    name: str
    share: str
    span: str


class GamesSummary(TypedDict):
    games: str
    unfinished: str
    measures: list[MeanRow]
    won: list[WonRow]


class GameFilesView(TypedDict):
    counting: bool
    total: int
    done: int
    trouble: str
    troubles: list[str]
    more_troubles: int
    rows: list[FileRow]
    more: int
    seats: range
    summary: GamesSummary | None


# ---------------------------------------------------------------- a vote


class VoteOption(TypedDict):
    """``do``: the dialog to open, "" for an answer."""

    answer: str
    label: str
    do: str
    arg: int


class VoteRow(TypedDict):
    n: int
    key: int
    here: bool
    label: str
    hands: int
    field: EntryField
    part: int
    share: str
    leads: bool


class VoteHolding(TypedDict):
    """What a player owns of a group."""

    group: GroupView
    owned: int
    of: int
    houses: int
    hotels: int


class VotePlayer(SeatView):
    asked: bool
    cash: str
    holdings: list[VoteHolding]
    says: str


class VoteView(TypedDict):
    """``deed``: that of the space in question. ``players``: what those in the game have."""

    seat: SeatView
    title: str
    text: str
    cash: str
    total: int
    says: str
    rows: list[VoteRow]
    deed: DeedView | None
    players: list[VotePlayer]


class ShowOfHandsView(TypedDict):
    vote: VoteView | None
    missing: bool


# ---------------------------------------------------------------- the position editor


class HereSeat(SeatView):
    here: bool


class PositionSquare(TypedDict):
    """The controls of the chosen square. ``fewer``, ``more``: whether buildings can be removed or added."""

    id: str
    name: str
    ownable: bool
    street: bool
    owners: list[ChosenSeat]
    free: bool
    fewer: bool
    more: bool
    mortgaged: bool
    says: str
    group: GroupView | None
    rests: bool
    here: list[HereSeat]


class PositionSeat(SeatView):
    cash: EntryField
    money: str
    out: bool
    jail: int
    jails: list[ChoiceOption]
    bots: list[ChoiceOption]


class PositionDeck(TypedDict):
    """``held``: the holders of its jail card; ``top``: the cards known to be on top."""

    id: str
    name: str
    held: list[ChoiceOption]
    top: list[str]
    cards: list[ValueLabel]


class NewPosition(TypedDict):
    books: list[ChoiceOption]
    boards: list[ChoiceOption]
    counts: list[ChoiceOption]


class FunnelView(TypedDict):
    line: str
    band: str


class FavouredRow(SeatView):
    """A row for a seat. With roll-outs it also has the share of wins, its interval and its funnel."""

    odds: str
    line: NotRequired[str]
    band: NotRequired[str]
    share: NotRequired[str]
    low: NotRequired[str]
    high: NotRequired[str]
    outside: NotRequired[bool]


class DifferenceRow(SeatView):
    first: str
    now: str
    interval: str


class FavouredView(TypedDict):
    rows: list[FavouredRow]
    any: bool
    outside: str
    explanation: list[str]
    stopped: str
    older: str
    state: str
    done: int
    total: int
    sizes: list[TrialSize]
    policies: list[ChoiceOption]
    policy: str
    seed: EntryField
    odds: bool
    width: int
    height: int
    two: bool
    differences: list[DifferenceRow]


class ThrowRow(TypedDict):
    total: int
    ways: int
    dots: str
    name: str
    what: str
    short: bool


class ThrowView(TypedDict):
    seat: SeatView
    rows: list[ThrowRow]
    says: str
    more: str


class PositionEditorView(TypedDict):
    spaces: list[SpaceView]
    chosen_space: int
    tokens: list[TokenView]
    square: PositionSquare | None
    people: list[PositionSeat]
    turns: list[ChosenSeat]
    decks: list[PositionDeck]
    stock: BankView
    pot: bool
    pot_cash: EntryField
    round: EntryField
    said: str
    trouble: str
    clauses: list[str]
    undo: bool
    redo: bool
    address: str
    copied: bool
    code: QrCode
    new: NewPosition
    favoured: FavouredView
    throw: ThrowView
    can_replace: bool


# ---------------------------------------------------------------- one game


class ReviewRow(TypedDict):
    count: int
    round: str
    about: str
    did: str
    other: str
    cost: bool
    points: str


class UnmadeOfferView(TypedDict):
    """The best offer that a player never made. ``count``: the moves before it."""

    count: int
    round: str
    offer: str
    other: str
    before: str
    after: str
    likely: str


class ReviewedSeat(TypedDict):
    seat: SeatView
    rows: list[ReviewRow]
    unmade: UnmadeOfferView | None
    first: bool


class ReviewView(TypedDict):
    people: list[ReviewedSeat]
    more: bool


class WorthLine(SeatView):
    points: str
    x: float
    y: float
    out: bool


class GridLine(TypedDict):
    y: float
    label: str


class RoundTick(TypedDict):
    x: float
    label: str


class ChartMark(TypedDict):
    x: float
    text: str
    row: int
    late: bool


class RoundRow(TypedDict):
    round: int
    worth: list[str]
    odds: list[str]


class WorthChart(TypedDict):
    width: int
    height: int
    grid: list[GridLine]
    rounds: list[RoundTick]
    lines: list[WorthLine]
    marks: list[ChartMark]
    says: str
    rows: list[RoundRow]


class OddsArea(SeatView):
    points: str


class OddsChart(TypedDict):
    height: int
    areas: list[OddsArea]
    says: str


class LedgerCell(TypedDict):
    text: str
    wide: float
    paid: bool


class LedgerRow(TypedDict):
    name: str
    cells: list[LedgerCell]
    sum: str


class LedgerRound(TypedDict):
    at: int
    label: str
    chosen: bool


class LedgerView(TypedDict):
    """``round``: -1 for the whole game, which has no ``before``."""

    heads: list[SeatView]
    pot: bool
    rows: list[LedgerRow]
    before: list[str] | None
    after: list[str]
    round: int
    rounds: list[LedgerRound]
    faults: list[str]


class DiceBar(TypedDict):
    x: int
    total: int
    seen: int
    high: float
    line: float
    expected: str


class DiceChart(TypedDict):
    bars: list[DiceBar]
    width: int
    height: int
    title: str
    text: str
    test: str
    says: str


# ``from`` cannot be the name of a class attribute.
DeedAccount = TypedDict(
    "DeedAccount",
    {
        "seat": SeatView,
        "group": GroupView,
        "name": str,
        "cost": str,
        "brought": str,
        "gain": str,
        "lost": bool,
        "from": float,
        "to": float,
    },
)


class DeedAccounts(TypedDict):
    first: list[DeedAccount]
    rest: list[DeedAccount]


class LandingCount(TypedDict):
    name: str
    count: int
    wide: float


class AnalysedGame(TypedDict):
    title: str
    text: str
    seats: list[SeatView]
    replay: bool
    hidden: bool
    worth: WorthChart | None
    odds: OddsChart | None
    turning: str
    ledger: LedgerView
    dice: DiceChart
    deeds: DeedAccounts
    landings: list[LandingCount]
    review: ReviewView | None


class GameAnalysisView(TypedDict):
    game: AnalysedGame | None
    missing: bool
    trouble: str


# ---------------------------------------------------------------- worksheets


class ReadyLesson(TypedDict):
    """``about``: the kind of its experiment, or "houses"."""

    name: str
    title: str
    minutes: int
    text: str
    about: str


class AskedQuestion(TypedDict):
    """A question of a sheet. ``rules``: the lines to write on, on paper."""

    text: str
    when: str
    answer: str
    lines: int
    choices: list[str]
    n: int
    number: int
    given: str
    others: Sequence[str]
    wrong: bool
    locked: bool
    rules: range


class ThrownRow(TypedDict):
    throws: str
    counts: list[str]
    square: str
    p: str
    odd: bool


class SideBar(TypedDict):
    side: int
    x: float
    mid: float
    wide: float
    high: float
    count: str


class SideBars(TypedDict):
    width: int
    height: int
    line: float
    bars: list[SideBar]
    says: str


class DieView(TypedDict):
    rows: list[ThrownRow]
    picture: SideBars | None
    size: str
    sides: list[int]


class TotalsRow(TypedDict):
    throws: str
    sevens: str
    counts: list[str]


class TotalBar(SideBar):
    """A bar for a total of two dice. ``expected``: the place of the number to be expected."""

    expected: float


class TotalBars(TypedDict):
    width: int
    height: int
    bars: list[TotalBar]
    says: str


class TotalsView(TypedDict):
    rows: list[TotalsRow]
    picture: TotalBars | None
    size: str
    totals: list[int]


class SheetView(TypedDict):
    """A student's sheet. ``coming``: the number of questions that are asked after the run. ``older``: a
    sentence if bots play differently now than when the lesson was written. ``may_differ``: another version
    of the program may play other games. ``asked``: the ids of the measures that the questions ask about.
    ``asks_inequality``: whether they ask about the chart of inequality."""

    title: str
    minutes: int
    language: str
    text: list[str]
    student: str
    no_number: str
    before: list[AskedQuestion]
    after: list[AskedQuestion]
    coming: int
    noted: bool
    kind: str
    shown: str
    locked: bool
    own_seed: bool
    seed: int
    barred: bool
    ran: bool
    working: bool
    games: int
    asked: list[str]
    asks_inequality: bool
    older: str
    may_differ: bool
    die: DieView | None
    dice: TotalsView | None
    program: list[list[tuple[str, str]]]
    program_link: str


class LessonForm(TypedDict):
    id: str
    minutes: int
    chosen: bool


class TeacherStep(TypedDict):
    """A step of the plan. ``left_out``: the short form does without it."""

    minutes: int
    left_out: bool
    text: list[str]
    say: list[str]


class TeacherQuestion(TypedDict):
    text: str
    when: str
    choices: list[str]
    left_out: bool
    model: list[str]
    errors: list[str]


class TeacherView(TypedDict):
    """The teacher's page. ``minutes``: of the form that is chosen. ``short``: those of the short form, or
    0 if there is none. ``empty``: the lesson has nothing that only teachers see."""

    title: str
    language: str
    minutes: int
    short: int
    forms: list[LessonForm]
    empty: bool
    aims: list[str]
    steps: list[TeacherStep]
    questions: list[TeacherQuestion]
    notes: list[str]
    positions: list[str]
    older: str


class AttachedRun(TypedDict):
    """The draft's experiment, described in words. ``chosen``: what the button that set it is called by."""

    kind: str
    chosen: str
    rows: list[DifferingSetting]
    sizes: list[NumberChoice]
    weights: list[EntryField]
    measures: list[ChoiceOption]
    says: str


class NumberChoice(TypedDict):
    value: int
    label: str
    chosen: bool


class DraftQuestion(TypedDict):
    n: int
    text: str
    lines: EntryField
    choices: str
    kind: str
    kinds: list[ChoiceOption]
    when: list[ChoiceOption]
    before: bool
    short: bool
    model: str
    errors: str
    first: bool
    last: bool


class DraftStep(TypedDict):
    n: int
    text: str
    say: str
    minutes: EntryField
    in_short: bool
    short: EntryField


class DraftSaved(TypedDict):
    """Whether the draft is saved. ``state``: "saved", "nothing" (is written yet) or "not"."""

    text: str
    state: str


class PreviewQuestion(TypedDict):
    number: int
    when: str
    text: str
    answer: str
    choices: list[str]
    rules: range


class PreviewView(TypedDict):
    """A draft as students will see it. ``kind``: what its experiment is about, "" without one; ``run``: the
    label of the button that starts that; ``barred``: a guess comes first."""

    title: str
    minutes: int
    language: str
    text: list[str]
    before: list[PreviewQuestion]
    after: list[PreviewQuestion]
    kind: str
    run: str
    barred: bool


class DraftView(TypedDict):
    title: str
    minutes: EntryField
    has_short: bool
    short: EntryField
    text: str
    aims: str
    notes: str
    steps: list[DraftStep]
    most_steps: int
    positions: list[str]
    most_positions: int
    own_seed: bool
    locked: Mapping[str, bool]
    run: AttachedRun | None
    questions: list[DraftQuestion]
    full: bool
    longest: Mapping[str, int]


class CollectedSheet(TypedDict):
    name: str
    answers: list[str]
    seed: int
    figures: list[str]


class StackRow(TypedDict):
    name: str
    y: int
    low: float
    at: float
    high: float


class StackView(TypedDict):
    """The intervals of all students on one axis."""

    width: int
    height: int
    zero: float
    rows: list[StackRow]
    low: str
    high: str
    says: str


class CollectedTable(TypedDict):
    id: str
    title: str
    count: int
    questions: list[str]
    figures: list[str]
    rows: list[CollectedSheet]
    picture: StackView | None


class RefusedFile(TypedDict):
    name: str
    says: str


class ShelfRow(TypedDict):
    id: str
    title: str
    student: str
    done: int
    of: int


class WorksheetsView(TypedDict):
    """The screen. All pages share some keys, and each adds its own.

    A sheet also has the keys of the screen that runs its experiment."""

    at: str
    trouble: str
    said: str
    student: bool
    address: str
    copied: bool
    code: QrCode
    live: str
    moving: bool
    collected: int
    sheet: NotRequired[SheetView]
    teacher: NotRequired[TeacherView]
    draft: NotRequired[DraftView]
    preview: NotRequired[PreviewView]
    previewed: NotRequired[bool]
    saved: NotRequired[DraftSaved]
    tables: NotRequired[list[CollectedTable]]
    emptied: NotRequired[str]
    refused: NotRequired[list[RefusedFile]]
    ready: NotRequired[list[ReadyLesson]]
    drafted: NotRequired[bool]
    open: NotRequired[str]
    removed: NotRequired[str]
    shelf: NotRequired[list[ShelfRow]]
