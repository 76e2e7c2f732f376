"""The data that the templates get, with a type for every view and its rows.

A view is plain data. Templates compute no rule and no price, and add no sums: a number that is shown is
a finished text ("$1,207"). Every key is always present, with None, "", [] or False where there is
nothing. No key is the name of a method of a dict.

Only the type checker reads this module. Other modules import it under ``TYPE_CHECKING``, so that a
start does not build a hundred classes; the site does not have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypeAlias, TypedDict

from ...language.sentence_parts import Sentence

Text: TypeAlias = str | Sentence  # a template shows it by the macro `sentence`

# ---------------------------------------------------------------- what comes back everywhere


class SeatView(TypedDict):
    """A seat. ``n`` is from 0, ``token`` one of ``setup_form.TOKENS``, ``kind`` a person or bot in words.

    Color and shape follow from ``n`` and ``token``."""

    n: int
    name: str
    token: str
    kind: str
    person: bool


class FacedSeat(SeatView):
    """A seat whose face is shown. ``face``: the id of its bot, or "" for a person.

    ``mood``: one of ``character_reactions.EXPRESSIONS``, or "" at ease."""

    face: str
    mood: str


class ChosenSeat(SeatView):
    chosen: bool


class GroupView(TypedDict):
    """A color group. ``letter`` is that of streets, ``icon`` the drawing of the two other groups."""

    id: str
    letter: str
    icon: str


class BarredView(TypedDict):
    """The reason why a button is barred. ``id``: its DOM id; equal reasons share one, and are shown once."""

    id: str
    reason: str
    clauses: list[str]


class OptionView(TypedDict):
    """A button that gives an answer, written as a line of the record without the seat."""

    answer: str
    label: str
    id: str
    barred: BarredView | None


class MoneyOption(OptionView):
    money: str


class BidOption(OptionView):
    """``left``: what the bidder would have left in cash, or "" if no bid is possible."""

    left: str


class BuildOption(MoneyOption):
    """``hotel``: building makes a hotel."""

    hotel: bool


class PickOption(OptionView):
    """An option of a list to choose from. ``title``: what tells it from the others; ``note``: more about it;
    ``group``: of a deed, which has no ``icon``."""

    title: str
    note: str
    icon: str
    group: GroupView | None


class ActionView(TypedDict):
    """A button: the action ``do`` with ``arg``."""

    do: str
    arg: str
    label: str


class ChipView(TypedDict):
    """A deed as a small card. ``arg``: the argument of its button; ``note``: its price."""

    id: str
    arg: str
    group: GroupView
    name: str
    mortgaged: bool
    houses: int
    hotel: bool
    note: str


class LabelledMoney(TypedDict):
    label: str
    money: str


class ChoiceOption(TypedDict):
    """An entry of a choice in a form."""

    value: str
    label: str
    chosen: bool


class NamedChoice(TypedDict):
    id: str
    name: str
    chosen: bool


class IdName(TypedDict):
    id: str
    name: str


class ValueLabel(TypedDict):
    value: str
    label: str


class Words(TypedDict):
    """The edition's words outside of messages. ``the_bank`` is for the beginning of a line."""

    jail: str
    in_jail: str
    chance: str
    chest: str
    bank: str
    the_bank: str


# ---------------------------------------------------------------- the bar and the players


class LimitView(TypedDict):
    """The remaining rounds or minutes of the agreed limit."""

    rounds: str
    clock: str
    last: str
    clause: str


class UndoView(TypedDict):
    """An undo or a redo. ``says``: what it takes back or gives again, or the reason why it cannot."""

    barred: bool
    says: str


class GameView(TypedDict):
    """The bar. ``replay``: a past moment of a game is shown; ``watching``: nobody here has a seat.

    ``length``: the agreed limit as a name, or ""; ``played``: there is something to replay."""

    title: str
    book: str
    board: str
    round: int
    official: bool
    length: str
    limit: LimitView | None
    undo: UndoView
    redo: UndoView
    replay: bool
    watching: bool
    played: bool
    over: bool


class BankView(TypedDict):
    """``pot``: a sum, or "" if there is no pot."""

    houses: int
    hotels: int
    pot: str


class HeldDeed(TypedDict):
    mine: bool
    mortgaged: bool
    level: int


class HoldingView(TypedDict):
    """A seat's part of a group. ``full``: the seat has the whole group."""

    group: GroupView
    full: bool
    deeds: list[HeldDeed]


class CashChange(TypedDict):
    text: str
    up: bool


class PlayerView(FacedSeat):
    """A seat beside the board. ``worth`` is "" while it is hidden; ``jailed`` is words or "".

    ``cards`` is the number of its jail cards; ``delta`` is shown for a moment beside the cash."""

    cash: str
    worth: str
    mover: bool
    asked: bool
    out: bool
    jailed: str
    cards: int
    holdings: list[HoldingView]
    says: str
    delta: CashChange | None


class OddsPart(SeatView):
    x: int
    wide: int
    percent: str


class OddsStrip(TypedDict):
    parts: list[OddsPart]
    says: str


# ---------------------------------------------------------------- the board


class SpaceView(TypedDict):
    """A square. ``label``: the name with soft hyphens, or "". ``look``: on the board of the set-up form.

    ``foot``: the price, the present rent or a corner's words; ``says``: the whole square in a sentence
    that begins with its name. ``who``: the names of the players on it. ``inside``: the mover sits in jail
    here. ``shown``: its deed is open as a dialog."""

    at: int
    id: str
    name: str
    label: str
    kind: str
    side: str
    group: GroupView | None
    icon: str
    owner: SeatView | None
    houses: int
    hotel: bool
    mortgaged: bool
    foot: str
    here: bool
    flip: str
    says: str
    who: str
    inside: bool
    shown: bool
    look: NotRequired[bool]


class TokenView(TypedDict):
    """A token.

    ``at``: a number, or "jail" for a prisoner; ``slot``: its place among the ``of`` tokens there."""

    n: int
    token: str
    at: int | str
    side: str
    first: bool
    slot: int
    of: int
    mover: bool


class BoardView(TypedDict):
    edition: str
    spaces: list[SpaceView]
    tokens: list[TokenView]


class RentRow(LabelledMoney):
    """``now``: this rent is the present one."""

    now: bool


class DeedView(TypedDict):
    """A deed, or the effect of a space that is not a property. ``dom``: the id of its element.

    In the second case ``group`` is None and there are no rows."""

    dom: str
    id: str
    name: str
    kind_name: str
    group: GroupView | None
    icon: str
    printed: str
    mortgaged: bool
    text: str
    clause: str
    rows: list[RentRow]
    owner: SeatView | None
    owner_says: str
    houses: int
    hotel: bool
    would: str
    rent_clause: str
    facts: list[LabelledMoney]
    acts: list[ActionView]
    own: OwnDeed | None


# ---------------------------------------------------------------- the middle of the board


class DiceView(TypedDict):
    """The dice. A face of 0 is a die that has not been thrown yet.

    The throw is animated when ``beat`` flips between "a" and "b"."""

    faces: list[int]
    beat: str
    says: str


class CardView(TypedDict):
    deck: str
    deck_name: str
    text: str
    icon: str
    beat: str


class SaidView(TypedDict):
    """The latest event, and what a character says about it: ``speech``, or "" without a ``speaker``."""

    text: Text
    clause: str
    speaker: FacedSeat | None
    speech: str


class DoubledDeed(TypedDict):
    """A deed of a completed group: its former and its present rent."""

    group: GroupView
    name: str
    before: str
    after: str


class OrderThrow(TypedDict):
    seat: SeatView
    text: str
    begins: bool


class MomentView(TypedDict):
    """A big moment. ``kind``: one of ``big_moments.KINDS``; ``throws``: those for the start."""

    kind: str
    seat: FacedSeat
    icon: str
    group: GroupView | None
    label: str
    title: str
    text: str
    speech: str
    deeds: list[DoubledDeed]
    throws: list[OrderThrow]


class SeatText(TypedDict):
    seat: FacedSeat
    text: str


class MeanwhileRow(SeatText):
    """``placed``: whether the text begins with the place where the seat is."""

    placed: bool


class MeanwhileView(TypedDict):
    """The bots' moves since the last answer of the person who is asked.

    ``great``: the title of the greatest moment, or "". ``rows`` have all that each did, ``deals`` each of
    the deals."""

    great: str
    rows: list[MeanwhileRow]
    deals: list[SeatText]


class BoardCentreView(TypedDict):
    dice: DiceView | None
    card: CardView | None
    said: SaidView | None
    moment: MomentView | None
    meanwhile: MeanwhileView | None


class JournalEntry(TypedDict):
    """``seat``: None for the Bank; ``turn``: a move begins here; ``speech``: what a character says.

    ``thought``: a bot's reason, which is shown on request. Both may be ""."""

    id: int
    seat: SeatView | None
    text: Text
    clause: str
    turn: bool
    speech: str
    thought: str


class NoticeAction(ActionView):
    """A button of a notice: an action, or the answer that it gives."""

    answer: str
    main: bool


class NoticeView(TypedDict):
    """``tone``: "" or "bad"; ``closes``: a person can dismiss it."""

    id: str
    tone: str
    seat: FacedSeat | None
    icon: str
    text: Text
    more: str
    acts: list[NoticeAction]
    clauses: list[str]
    closes: bool
    reason: str


# ---------------------------------------------------------------- what is asked


class RaiseView(TypedDict):
    """``most``: the cash that could be raised."""

    most: str


class AdviceView(TypedDict):
    """The hint: the advice in one line, then what is behind it. There are no lines until it is wanted."""

    lines: list[str]


class DieFace(TypedDict):
    n: int
    arg: str
    chosen: bool
    says: str


class DieRow(TypedDict):
    legend: str
    faces: list[DieFace]


class PadView(TypedDict):
    """Two rows of faces, to enter a throw of real dice."""

    rows: list[DieRow]
    hint: str


# The keys of every question. The first clause is shown by name, the others as signs. `seat`: None if
# chance is asked; `cash`: what the seat can spend, or "". The class syntax cannot be used, since
# `raise` is a keyword.
PlainAsk = TypedDict(
    "PlainAsk",
    {
        "kind": str,
        "seat": FacedSeat | None,
        "title": str,
        "text": str,
        "clauses": list[str],
        "cash": str,
        "raise": RaiseView | None,
        "advice": AdviceView | None,
    },
)


class AskedView(PlainAsk):
    """A question of the rules. ``pad``: None if no throw can be entered now."""

    pad: PadView | None


class NoOptions(TypedDict):
    pass


class DiceAsk(AskedView):
    options: NoOptions


class RollOptions(TypedDict):
    roll: OptionView | None


class JailRollOptions(RollOptions):
    fine: OptionView | None
    cards: list[OptionView]


class RollAsk(AskedView):
    options: JailRollOptions


class ThrownText(TypedDict):
    """A player's total in the throws for the first move. ``now``: the player throws now."""

    seat: SeatView
    now: bool
    text: str


class OrderAsk(AskedView):
    throws: list[ThrownText]
    options: RollOptions


class RentRollAsk(AskedView):
    options: RollOptions


class FoundView(TypedDict):
    """The options of a list that match the search; ``search``: None for a short list."""

    search: str | None
    says: str
    matching: Sequence[PickOption]


class CardOptions(TypedDict):
    cards: list[PickOption]


class CardAsk(AskedView):
    options: CardOptions
    found: FoundView


class DealOptions(TypedDict):
    deeds: list[PickOption]


class DealAsk(AskedView):
    options: DealOptions
    found: FoundView


class BuyOptions(TypedDict):
    buy: OptionView | None
    decline: OptionView | None


class GroupDeed(TypedDict):
    """Another deed of the group. ``who``: its owner in words, or that nobody has it."""

    group: GroupView
    name: str
    owner: SeatView | None
    who: str
    mortgaged: bool


class BuyAsk(AskedView):
    """``sums``: the rents that decide; ``left``: the cash afterward, or what is missing (``short``).

    ``note``: a sentence if one player has the rest of the group, or ""."""

    auction: bool
    sums: list[LabelledMoney]
    left: LabelledMoney
    short: bool
    note: str
    rest: list[GroupDeed]
    options: BuyOptions


class LotRent(LabelledMoney):
    """A rent of the lot's deed. ``sign``: the short sign, "rent", "count" or "built"."""

    sign: str
    of: str
    houses: int
    hotel: bool


class LotDeed(TypedDict):
    rents: list[LotRent]
    facts: list[LabelledMoney]
    rest: list[GroupDeed]


class LotGain(TypedDict):
    """How the building raises the rent of a street of the bidder."""

    group: GroupView
    name: str
    before: str
    after: str


class LotView(LotDeed):
    """``group``: None for a building. ``of``: the number of lots that follow, or ""."""

    name: str
    group: GroupView | None
    hotel: bool
    of: str
    note: str
    gains: list[LotGain]


class StandingBid(TypedDict):
    """``earlier``: the bids before it; ``call``: what the auctioneer calls ("once", "twice"), or ""."""

    money: str
    by: str
    opening: str
    earlier: list[str]
    call: str


class BidderView(FacedSeat):
    """``passed`` and ``ceiling``: words, or ""."""

    cash: str
    leads: bool
    passed: str
    out: bool
    turn: bool
    ceiling: str


class CeilingButton(TypedDict):
    n: int
    label: str


class Label(TypedDict):
    label: str


class BidAmount(TypedDict):
    """``less`` and ``more``: what the two buttons of the stepper do, by ``step``."""

    less: str
    more: str
    step: int
    label: str
    low: int
    high: int
    value: int


BidOptions = TypedDict(
    "BidOptions",
    {
        "quick": Sequence[BidOption],
        "amount": BidAmount | None,
        "pass": OptionView | None,
        "after_pass": str,  # what follows if this bidder passes
    },
)


class BidAsk(AskedView):
    """``waits``: a bot or the program bids. Then there are no options, but the auction stays in view."""

    lot: LotView
    standing: StandingBid
    bidders: list[BidderView]
    ceilings: list[CeilingButton]
    waits: bool
    ceiling: Label | None
    options: BidOptions


class WaitingBidAsk(BidAsk):
    """The auction while a bot or the program bids."""

    paused: bool


class TaxOptions(TypedDict):
    flat: OptionView | None
    percent: OptionView | None


class TaxAsk(AskedView):
    options: TaxOptions


class CardChoiceOptions(TypedDict):
    pay: OptionView | None
    take: OptionView | None


class CardChoiceAsk(AskedView):
    options: CardChoiceOptions


class DebtOptions(TypedDict):
    pay: OptionView | None
    bankrupt: OptionView | None


class DebtAsk(AskedView):
    """``missing``: "" once the cash is available; ``ways``: the few best ways to raise it; ``hopeless``: they
    aren't enough, and only a trade of ``short`` or more helps; ``more``: what the Bank still gives."""

    hopeless: bool
    missing: str
    owed: str
    owed_n: int
    have: str
    have_n: int
    more: str
    most_n: int
    short: str
    ways: list[OptionView]
    options: DebtOptions


class TransferOptions(TypedDict):
    redeem: OptionView | None
    keep: OptionView | None


class TransferAsk(AskedView):
    options: TransferOptions


class GivenDeed(TypedDict):
    group: GroupView
    name: str
    mortgaged: bool


class GivenView(TypedDict):
    """What a seat gives in a deal."""

    seat: FacedSeat
    title: str
    deeds: list[GivenDeed]
    money: str
    cards: list[str]
    nothing: bool


class ToneText(TypedDict):
    """``tone``: "", "plus", "minus" or "none"."""

    text: str
    tone: str


class AnswerOptions(TypedDict):
    accept: OptionView | None
    reject: OptionView | None


class AnswerAsk(AskedView):
    gets: GivenView
    gives: GivenView
    effects: list[ToneText]
    speech: str
    reason: str
    options: AnswerOptions


ClaimOptions = TypedDict("ClaimOptions", {"claim": OptionView | None, "pass": OptionView | None})


class ClaimAsk(AskedView):
    """``piece``: "house" or "hotel"."""

    piece: str
    options: ClaimOptions


class PlaceOptions(TypedDict):
    sites: list[OptionView]


class OnlySite(TypedDict):
    """Why a building can be placed on one street only."""

    text: str
    clauses: list[str]


class PlaceAsk(AskedView):
    piece: str
    only: OnlySite | None
    options: PlaceOptions


class EndOptions(TypedDict):
    end: OptionView | None


class EndAsk(AskedView):
    options: EndOptions


class RankedSeat(FacedSeat):
    place: str
    note: str
    worth: str
    winner: bool


class OverAsk(AskedView):
    speech: str
    ranking: list[RankedSeat]
    options: NoOptions


class RentClaimOptions(TypedDict):
    asks: list[OptionView]


class RentClaimAsk(PlainAsk):
    """A bot's throw waits until a person claims a rent or waives it."""

    options: RentClaimOptions


class WaitAsk(PlainAsk):
    """A bot moves, or another device has to answer."""

    elsewhere: bool
    codes: bool
    paused: bool
    bots: bool
    options: NoOptions


class HandoverAsk(AskedView):
    """The device goes to the next person, ``seat``."""

    options: NoOptions


class LineView(SeatView):
    """The points of a seat's polyline, as in SVG."""

    points: str


class AreaView(TypedDict):
    n: int
    points: str


class SparkView(TypedDict):
    areas: list[AreaView]
    width: int
    height: int
    lines: list[LineView]


class ReplayAsk(PlainAsk):
    """A moment of a game in a replay. ``next``: the answer that follows, or ""; ``says``: for the slider."""

    where: str
    next: str
    says: str
    stop: int
    last: int
    end: str
    ticks: list[int]
    playing: bool
    at_start: bool
    at_end: bool
    over: bool
    spark: SparkView | None
    paces: list[ChoiceOption]
    options: NoOptions


AskView: TypeAlias = (
    DiceAsk
    | RollAsk
    | OrderAsk
    | RentRollAsk
    | CardAsk
    | DealAsk
    | BuyAsk
    | BidAsk
    | WaitingBidAsk
    | TaxAsk
    | CardChoiceAsk
    | DebtAsk
    | TransferAsk
    | AnswerAsk
    | ClaimAsk
    | PlaceAsk
    | EndAsk
    | OverAsk
    | RentClaimAsk
    | WaitAsk
    | HandoverAsk
    | ReplayAsk
)


# ---------------------------------------------------------------- the set-up form


class NumberField(TypedDict):
    name: str
    label: str
    min: int
    max: int
    value: str
    placeholder: str


class RuleRow(TypedDict):
    """A row of the form. ``idle``: the reason why it makes no difference to play, or "".

    By ``kind``, a "choice" has ``options``, a "check" ``on``, "numbers" only ``also``."""

    kind: str
    name: str
    label: str
    text: str
    idle: str
    changed: bool
    clash: bool
    also: list[NumberField]
    options: NotRequired[list[ChoiceOption]]
    on: NotRequired[bool]


class RuleTopic(TypedDict):
    name: str
    note: str
    rules: list[RuleRow]


class HouseRulesView(TypedDict):
    """``said``: a sentence for each departure from the book."""

    summary: str
    official: bool
    error: str
    said: list[str]
    rules: list[RuleRow]
    topics: list[RuleTopic]


class SetupSeat(TypedDict):
    """``kind``: a value of ``SetupForm.kinds``; ``who``: its words; ``line``: the bot's way to play."""

    n: int
    name: str
    token: str
    token_name: str
    kind: str
    person: bool
    who: str
    line: str
    written: bool  # a bot from a file


class BookChoice(NamedChoice):
    note: str


class BoardChoice(NamedChoice):
    """``usual``: goes with the book; ``own``: from a file."""

    usual: bool
    own: bool


class FileFaultView(TypedDict):
    line: str
    text: str
    quote: str


class BoardFileView(TypedDict):
    """The board file that was checked last."""

    title: str
    good: bool
    faults: list[FileFaultView]


class LengthChoice(TypedDict):
    """A length of a game, and what it means."""

    value: str
    label: str
    note: str
    chosen: bool


class SetupForm(TypedDict):
    """``choice``: all choices in one line; ``limit``: the limits in words."""

    seats: list[SetupSeat]
    kinds: list[ValueLabel]
    can_add: bool
    can_remove: bool
    error: str
    note: str
    books: list[BookChoice]
    boards: list[BoardChoice]
    own: list[IdName]
    own_bots: list[IdName]
    trial: BoardFileView | None
    choice: str
    ways: list[RuleRow]
    lengths: list[LengthChoice]
    limit: str
    limits: list[RuleRow]
    house: HouseRulesView


class LookView(TypedDict):
    """The chosen board before a game. It is empty if the page already has the board of this ``key``."""

    key: str
    spaces: list[SpaceView]
    deeds: list[DeedView]


# ---------------------------------------------------------------- saved games


class OwnedPaths(TypedDict):
    """A seat's spaces as SVG paths; ``dim``: the mortgaged ones."""

    n: int
    plain: str
    dim: str


class ThumbnailToken(TypedDict):
    n: int
    token: str
    x: int
    y: int


class ThumbnailBand(TypedDict):
    """The band of a property, with the sign of its group."""

    group: GroupView
    x: int
    y: int
    wide: int
    high: int


class ThumbnailView(TypedDict):
    """A board in a square of 100 units."""

    owned: list[OwnedPaths]
    bands: list[ThumbnailBand]
    built: str
    tokens: list[ThumbnailToken]


class SavedPlayer(TypedDict):
    n: int
    name: str
    token: str
    out: bool


class SavedGameRow(TypedDict):
    id: str
    title: str
    note: str
    players: list[SavedPlayer]
    when: str
    picture: ThumbnailView | None
    current: bool
    over: bool
    house: str
    damaged: bool


class SavesView(TypedDict):
    """``deleted``: the title of the game that can be brought back, or ""."""

    games: list[SavedGameRow]
    deleted: str


class ContinueView(TypedDict):
    id: str
    label: str


# The start page's saved games. The class syntax cannot be used, since `continue` is a keyword.
SavedStart = TypedDict(
    "SavedStart", {"continue": ContinueView | None, "recent": list[SavedGameRow]}
)


class ClassLinks(TypedDict):
    """The ways back to a class. ``open_class``: its name, or "". ``class_role``: the argument that opens it.

    ``worksheet``: the title of a worksheet of a class that is over or has been left, and the argument
    that opens it."""

    open_class: str
    class_role: str
    worksheet: dict[str, str] | None


class StartView(SavedStart, ClassLinks):
    """What the start page shows of this device's storage."""


class SetupView(SetupForm, StartView):
    look: LookView


class LinkView(TypedDict):
    id: str
    address: str
    trouble: str
    note: str
    copied: bool


# ---------------------------------------------------------------- the page


class Appearance(TypedDict):
    theme: str
    speed: str
    size: str
    motion: str


class TableRegions(BoardCentreView):
    """The regions of the table; None and [] without a game. ``faces``: the expressions have been fetched."""

    game: GameView | None
    faces: bool
    bank: BankView | None
    seats: list[PlayerView]
    odds: OddsStrip | None
    board: BoardView | None
    journal: list[JournalEntry]
    notices: list[NoticeView]
    deed: DeedView | None
    ask: AskView | None


class ScreenView(TableRegions):
    """``screen``: "setup" or "table"; ``state``: data-game of the page."""

    screen: str
    state: str


class PageView(ScreenView):
    """The whole view. ``regions.TEMPLATES`` lists the keys that each region reads.

    ``keys``: whether single keys press buttons."""

    lang: str
    ui: Appearance
    keys: bool
    w: Words
    setup: SetupView | None


# ---------------------------------------------------------------- dialogs of a game


class DeedDialog(TypedDict):
    deed: DeedView


class WhoView(SeatView):
    """A player's panel. ``none``: the sentence in place of ``deeds`` if there are none."""

    cash: str
    worth: str
    worth_note: str
    at: str
    deeds: list[ChipView]
    none: str
    cards: list[str]
    thoughts: list[str]
    can_trade: bool
    can_manage: bool
    can_switch: bool
    bots: list[IdName]
    all: list[SeatView]
    resign: OptionView | None


class SeatDialog(TypedDict):
    who: WhoView


class RentChange(TypedDict):
    """The rent of a street now, and with one building more."""

    now: str
    then: str


class ManagedDeed(TypedDict):
    id: str
    name: str
    mortgaged: bool
    houses: int
    hotel: bool
    rents: RentChange | None
    build: BuildOption | None
    sell: MoneyOption | None
    mortgage: MoneyOption | None
    redeem: MoneyOption | None


class LabelArg(TypedDict):
    label: str
    arg: str


class BuildEach(LabelArg):
    """The button that builds once on each street of a group."""

    barred: BarredView | None


class ManagedGroup(TypedDict):
    """``each``: one building on each street; ``barred``: the options whose reasons are shown below."""

    group: GroupView
    name: str
    note: str
    sell_down: list[OptionView]
    each: BuildEach | None
    deeds: list[ManagedDeed]
    barred: list[MoneyOption]


class OwnDeed(TypedDict):
    """What its owner can do on a deed. ``fewer``: the rent after the sale of a building.

    ``streets``: all streets of its group if it is complete, with the words ``title`` above them."""

    deed: ManagedDeed
    fewer: RentChange | None
    cash: str
    title: str
    streets: list[ManagedDeed]
    each: BuildEach | None
    barred: list[MoneyOption]


class StockView(TypedDict):
    houses: int
    hotels: int


class ManagerView(TypedDict):
    """``whose``: the words for the seat's cash; ``none``: those for an empty list of deeds. ``waits``: the
    reason why no deed has a button, or "". ``owes``: what the seat owes and to whom, or "".
    ``missing``: what is missing of ``needed_n``, or "";
    ``reach``: whether all sales and mortgages bring it, or ""; ``only_trade``: only a trade could."""

    only_raise: bool
    whose: str
    none: str
    waits: str
    cash: str
    cash_n: int
    needed_n: int
    owes: str
    missing: str
    reach: str
    only_trade: bool
    change: str
    change_up: bool
    stock: StockView
    groups: list[ManagedGroup]


class ManagerDialog(TypedDict):
    manager: ManagerView


class PossibleTrade(TypedDict):
    """An offer that completes a group. ``money``: the fair sum, "" until it is computed; ``chosen``: it
    is the present draft.

    ``mine``: the group is that of the seat that makes the offer; ``judged``: it is to a bot, and
    ``level``: how the bot will probably answer."""

    group: GroupView
    arg: str
    label: str
    money: str
    mine: bool
    judged: bool
    level: str
    partner: int
    chosen: bool


class TradeChip(ChipView):
    chosen: bool
    barred: BarredView | None


class PossibleDeals(TypedDict):
    cash: str
    deeds: list[TradeChip]
    cards: int


class TradePartner(FacedSeat):
    """``never``: the words for a bot that is known never to trade, or ""."""

    chosen: bool
    never: str


class PossiblePartner(TradePartner, PossibleDeals):
    """A partner while none is chosen."""


class TradeCard(TypedDict):
    arg: str
    name: str
    chosen: bool


class TradeSide(TypedDict):
    """``id``: "give" or "get"; ``who``: the player's name, or "You"; ``none``: words for an empty list."""

    id: str
    seat: FacedSeat
    who: str
    title: str
    none: str
    cash: str
    cash_n: int
    money_n: int
    deeds: list[TradeChip]
    cards: list[TradeCard]


class EffectCell(ToneText):
    """``before``: the value without the trade, or ""."""

    before: str


class TradeEffect(TypedDict):
    label: str
    mine: EffectCell
    theirs: EffectCell


class TradeLevel(TypedDict):
    label: str
    now: bool


class TradeRaise(TypedDict):
    arg: str
    label: str


class TradeOutlook(TypedDict):
    """How a bot will probably answer. ``reason``: the fact behind it; ``likely``: the button that raises the
    money to a sum with which the bot will probably accept."""

    seat: FacedSeat
    title: str
    levels: list[TradeLevel]
    reason: str
    likely: TradeRaise | None


class StripDeed(TypedDict):
    """A deed in the strip of all deeds. ``label``: its name and owner; ``owner``: None if unsold."""

    label: str
    owner: SeatView | None
    chosen: bool


class StripGroup(TypedDict):
    group: GroupView
    deeds: list[StripDeed]


class TradingBot(IdName):
    text: str  # how it plays


# `nobody`: the words for a table where no other player ever trades, or "". `instead`: the bots that could
# take over there, and `idle`: the names of those that they would replace. `never`: the words for a partner
# who never trades. `fair`: where a filled-in sum comes from, or "". `barred`: set if no offer may be made
# now. The class syntax cannot be used, since `with` is a keyword.
TradeView = TypedDict(
    "TradeView",
    {
        "partners": Sequence[TradePartner | PossiblePartner],
        "nobody": str,
        "instead": list[TradingBot],
        "idle": str,
        "could": list[PossibleTrade],
        "could_others": list[PossibleTrade],
        "never": str,
        "with": SeatView | None,
        "gives": TradeSide | None,
        "gets": TradeSide | None,
        "sign": str,  # of money, or ""
        "step": str,
        "step_n": int,
        "effects": list[TradeEffect],
        "outlook": TradeOutlook | None,
        "fair": str,
        "caution": str,  # that the payer could not pay the next rent from the cash that is left, or ""
        "strip": list[StripGroup],
        "offer": OptionView | None,
        "barred": OptionView | None,
    },
)


class TradeDialog(TypedDict):
    trade: TradeView


class SpacesDialog(TypedDict):
    board: BoardView


class JournalDialog(TypedDict):
    journal: list[JournalEntry]
    now: str


class WinnersView(TypedDict):
    seats: list[FacedSeat]
    title: str
    text: Text
    speech: str


class TurningPoint(TypedDict):
    n: int
    round: str
    text: Text
    seat: SeatView
    change: str
    up: bool
    count: int


class BestDeed(TypedDict):
    group: GroupView
    name: str
    text: str


class RankingRow(RankedSeat):
    cells: list[str]


class AxisLabel(TypedDict):
    at: int
    label: str


class CurveMark(TypedDict):
    x: int
    y: int


class CurveView(LineView):
    """``marks``: the places of the seat's token on its curve."""

    marks: list[CurveMark]


class CurveTurning(TypedDict):
    """A turning point in the chart. ``aside``: how far its number is moved off its line, so as not to lie
    on the next one."""

    n: int
    x: int
    aside: int


class WorthRow(TypedDict):
    round: str
    cells: list[str]


class WorthTable(TypedDict):
    heads: list[SeatView]
    rows: list[WorthRow]


class CurvesView(TypedDict):
    """``box``: the viewBox; ``bare``: that without labels; ``beside``: the room for sums on the left;
    ``above``: how far the numbers of turning points stand above the chart."""

    width: int
    height: int
    box: str
    bare: str
    beside: int
    above: int
    says: str
    grid: list[AxisLabel]
    rounds: list[AxisLabel]
    lines: list[CurveView]
    turning: list[CurveTurning]
    table: WorthTable
    note: str


class OverView(TypedDict):
    """The result of a game. ``no_curves``: the reason why there are none, or ""."""

    won: WinnersView | None
    turning: list[TurningPoint]
    title: str
    text: str
    best: BestDeed | None
    columns: list[str]
    ranking: list[RankingRow]
    curves: CurvesView | None
    no_curves: str
    ended: bool
    replay: bool


class OverDialog(TypedDict):
    over: OverView


class CeilingView(TypedDict):
    """``bid``: the highest so far, ``by`` whom, or "" while there is none.

    ``value``: "" for an empty field, which means the ``suggested`` sum; ``least``: the printed price
    and the lowest bid, in words; ``secret``: others are watching, so the sum is ``hidden`` until it is
    wanted."""

    seat: SeatView
    lot: str
    group: GroupView | None
    bid: str
    by: str
    less: str
    more: str
    step: int
    smallest: str
    cash: str
    low: int
    high: int
    value: str
    suggested: str
    least: str
    secret: bool
    hidden: bool
    error: str


class CeilingDialog(TypedDict):
    ceiling: CeilingView
