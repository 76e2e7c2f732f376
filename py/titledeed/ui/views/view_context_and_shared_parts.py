"""The context that all views get, and the parts that they share: seats, color groups, options, reasons.

A view is plain data: dicts, lists, texts, numbers. ``types`` has a type for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...bots import BY_ID
from ...bots.strategy_ids import is_strategy, strategy_title
from ...bots.written_bots import is_written, written_name
from ...engine.answers import (
    Answer,
)
from ...engine.asks import (
    AskTax,
)
from ...engine.legal_answers import (
    Barred,
    Option,
    Options,
)
from ...engine.special_seats_and_ids import NOBODY, SPACES, Because
from ...engine.state import (
    State,
)
from ...game.answer_entries_and_checkpoints import Entry
from ...game.common_base_of_session_and_replay import SessionBase
from ...language import answer_labels
from ...language.catalogue import Catalogue
from ...language.narrator_of_journal_and_refusals import Narrator
from ..setup_form import TOKENS
from ..state import AppState, FairSum, SpokenLine

if TYPE_CHECKING:
    from ...engine.board_and_rules_types import Rules
    from ...language.sentence_parts import SentenceParts
    from .dialogs.types import ClauseRow
    from .types import (
        BarredView,
        ChipView,
        DeedView,
        FacedSeat,
        GroupView,
        OddsStrip,
        OptionView,
        SeatView,
        SpaceView,
        SparkView,
    )


# The styles have a color for each group by its place round the board, whatever its name in an edition.
# The content policy forbids styles from data.
GROUPS: Final = (
    "brown",
    "light-blue",
    "pink",
    "orange",
    "red",
    "yellow",
    "green",
    "dark-blue",
)
SIDES: Final = ("south", "west", "north", "east")
SIDE: Final = SPACES // 4  # spaces from corner to corner

# The kinds of ask for which there is a hint.
HINT_KINDS: Final = frozenset(
    {
        *("roll", "end", "buy", "bid", "debt", "answer", "claim", "place", "transfer", "tax"),
        "card-choice",
    }
)


def tokens(chosen: list[str]) -> list[str]:
    """A token for each seat: the chosen one if there is a drawing of it, else a free one."""
    free = [token for token in TOKENS if token not in chosen]
    return [token if token in TOKENS else free.pop(0) for token in chosen]


def group_view(rules: Rules, space: int) -> GroupView:
    """The color group (or kind) of a property, with its second sign."""
    kind = rules.kind[space]
    if kind == "street":
        order = sorted(rules.edition.groups, key=lambda g: g.members[0])
        n = next(n for n, g in enumerate(order) if space in g.members)
        return {"id": GROUPS[n % len(GROUPS)], "letter": order[n].mark, "icon": ""}
    if kind == "railroad":
        return {"id": "railroad", "letter": "", "icon": "s-railroad"}
    first = space == rules.members[space][0]
    return {"id": "utility", "letter": "", "icon": "s-electric" if first else "s-water"}


def group_name(parts: SentenceParts, space: int) -> str:
    """The name of the group of a property."""
    match parts.rules.kind[space]:
        case "street":
            return parts.group(parts.group_index(space))["text"]
        case "railroad":
            return parts.catalogue("{Railroads}")
        case _:
            return parts.catalogue("{Utilities}")


class Reasons:
    """The reasons of barred options within a region. Equal reasons share an id and are shown once."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._ids: dict[str, str] = {}

    def id(self, reason: str) -> str:
        """The DOM id of a reason."""
        return self._ids.setdefault(reason, f"{self.prefix}-why-{len(self._ids)}")


@dataclass
class Squares:
    """A cache of the squares' views, each with the values that it depends on. ``common``: the values that
    all of them depend on."""

    common: tuple[Any, ...] = ()
    views: dict[int, tuple[object, SpaceView]] = field(default_factory=dict)


@dataclass
class ViewOptions:
    """The board of the set-up form (``preview``). It has no spaces and deeds once the page shows it."""

    key: str
    spaces: list[SpaceView] = field(default_factory=list)
    deeds: list[DeedView] = field(default_factory=list)

    def forget(self) -> None:
        """Empty the lists, as the board is on the page now.

        The rendered view shares these lists, so it stays equal to the next view, and nothing is
        rendered again."""
        self.spaces.clear()
        self.deeds.clear()


class DeedExchange(NamedTuple):
    """An exchange of deeds between two seats: what the first gives, and what it gets."""

    seat: int
    partner: int
    give: tuple[int, ...]
    get: tuple[int, ...]


@dataclass
class Cache:
    """What views remember from one rendering to the next.

    Most fields are results with the values that they depend on; losing them costs only time. ``look``,
    ``unfolded`` and ``expressions`` say what the page shows now: without them the board of the set-up
    form is rendered again, topics of the rules fold, and faces change before their motion ends.
    ``unready`` tells the renderer to fetch the weights of the odds, and ``sums_due`` to compute these
    sums once the trade table is on screen."""

    squares: Squares = field(default_factory=Squares)
    look: ViewOptions | None = None  # the board beside the set-up form
    # the answer that an undo would take back, in words
    label: tuple[Entry, Narrator, str] | None = None
    unfolded: set[str] = field(default_factory=set)  # topics whose clauses are in the rules dialog
    # The clauses by id, with the values that they depend on.
    clauses: tuple[tuple[object, ...], dict[str, ClauseRow]] = ((), {})
    # The curves behind a replay's slider, with the values that they depend on.
    spark: tuple[tuple[object, ...], SparkView | None] = ((), None)
    # The strip of odds, with its moment.
    odds: tuple[tuple[object, ...], OddsStrip | None] = ((), None)
    expressions: list[str] = field(default_factory=list)  # of the seats, as shown last
    unready: bool = False  # the strip was wanted, but the weights of the odds have not been fetched
    # The fair sums of trades, and the moment they are for.
    fair: tuple[tuple[object, ...], dict[DeedExchange, FairSum]] = ((), {})
    sums_due: list[DeedExchange] = field(default_factory=list)  # not on the trade table yet
    sums_seen: set[DeedExchange] = field(default_factory=set)  # have been there since it was opened


class ViewContext:
    """The open game, with helpers for views. A new one is made for every rendering."""

    def __init__(self, app: AppState, cache: Cache | None = None) -> None:
        assert app.session is not None
        assert app.narrator is not None
        self.app = app
        self.cache = cache or Cache()
        self.session: SessionBase = app.session
        self.narrator: Narrator = app.narrator
        self.state: State = app.session.state
        self.rules = self.state.rules
        self.catalogue = app.catalogue
        self._ = app.catalogue
        self.n_ = app.catalogue.count
        self.notation = self.session.game.notation
        seats = self.session.game.record.seats
        self._tokens = tokens([seat.token for seat in seats])
        self._names = [seat.name for seat in seats]
        self._groups: dict[int, GroupView] = {}
        self._options: dict[int, Options] = {}
        self._expressions: list[str] | None = None
        # Nobody may count worth before the choice of the tax is made (tax.income-commit), not even in a
        # replay.
        asks = (self.state.ask, app.whole.ask if app.whole else None)
        self.worth_hidden = any(isinstance(ask, AskTax) for ask in asks)

    def worth_note(self, named: bool = False) -> str:
        """A sentence about how the page counts worth. ``named``: it says itself that it is about worth."""
        note = (
            self._(
                "Total worth: cash, {deeds} at their price (half if mortgaged), and buildings at "
                "cost."
            )
            if named
            else self._("Cash, {deeds} at their price (half if mortgaged), and buildings at cost.")
        )
        if self.rules.income_tax in ("choice", "min"):
            more = self._("For a tax of one tenth, mortgaged {deeds} count in full.")
            note = f"{note} {more}"
        return note

    # ------------------------------------------------------------ who

    def seat(self, n: int) -> SeatView:
        """The view of a seat that every template uses."""
        return {
            "n": n,
            "name": self._names[n],
            "token": self._tokens[n],
            "kind": self.kind(n),
            "person": self.session.is_person(n),
        }

    def faced(self, n: int) -> FacedSeat:
        """The view of a seat whose face may be shown: that of a bot, with its present expression."""
        return {**self.seat(n), "face": self.session.controls[n], "mood": self._expression(n)}

    def _expression(self, n: int) -> str:
        """The expression of a seat. It changes only after the motions that lead to it, and one that is not
        known before them is "at ease"."""
        app = self.app
        if app.characters is None:
            return ""
        if self._expressions is None:
            if not app.in_motion:
                self.cache.expressions = app.characters.expressions(self.session)
            known = self.cache.expressions
            self._expressions = known if len(known) == self.state.seats else [""] * self.state.seats
        return self._expressions[n]

    def spoken(self, index: int) -> SpokenLine | None:
        """What a character says about the answer of this index in the log."""
        characters = self.app.characters
        if characters is None or index < 0:
            return None
        return characters.line(self.session, self.narrator.parts, index)

    def said_last(self) -> SpokenLine | None:
        """What a character says about the last answer."""
        return self.spoken(len(self.session.entries) - 1)

    def quoted(self, text: str) -> str:
        """A sentence that somebody says, in quotation marks."""
        return self._("“{text}”", text=text) if text else ""

    def called(self, n: int) -> str:
        """A seat's name in a list; "You" if the page addresses this seat's person."""
        return self._("You") if n == self.narrator.parts.you else str(self._names[n])

    def seat_called(self, n: int) -> SeatView:
        """The view of a seat for a list or a chart, where the person addressed is "You"."""
        return {**self.seat(n), "name": self.called(n)}

    def kind(self, n: int) -> str:
        """The player of a seat in words: a person, or the name of the bot."""
        bot = self.session.controls[n]
        if bot:
            return bot_name(self.catalogue, bot)
        return self._("You") if n == self.narrator.parts.you else self._("Person")

    def acting(self) -> int:
        """The seat whose person has the device: the one asked, or else the last to answer; NOBODY if none."""
        state, session = self.state, self.session
        if self.app.replaying is not None:
            return NOBODY
        asked = state.ask.seat
        if session.is_person(asked) and not self.app.handing_over:
            return asked
        device = self.app.device
        if device != NOBODY and session.is_person(device) and state.playing[device]:
            return device
        people = session.people()
        return people[0] if people else NOBODY

    # ------------------------------------------------------------ what

    def money(self, n: int) -> str:
        return self.narrator.parts.money(n)

    def name(self, space: int) -> str:
        """A space's name on the board."""
        return self.narrator.parts.space_name(space)

    def id(self, space: int) -> str:
        return self.notation.space_id(space)

    def group(self, space: int) -> GroupView:
        """The color group (or kind) of a property, with its second sign."""
        group = self._groups.get(space)
        if group is None:
            group = self._groups[space] = group_view(self.rules, space)
        return group

    def property_groups(self) -> list[tuple[int, ...]]:
        """All groups of properties, the streets in board order first."""
        groups: dict[tuple[int, ...], None] = {}
        for kind in ("street", "railroad", "utility"):
            for i in self.rules.ownable:
                if self.rules.kind[i] == kind:
                    groups.setdefault(self.rules.members[i])
        return list(groups)

    def group_name(self, space: int) -> str:
        """The name of a group of properties."""
        return group_name(self.narrator.parts, space)

    # ------------------------------------------------------------ options

    def options(self, seat: int) -> Options:
        """The answers that the rules allow a seat now."""
        options = self._options.get(seat)
        if options is None:
            options = self._options[seat] = Options(self.state, seat)
        return options

    def option(
        self,
        reasons: Reasons,
        seat: int,
        answer: Option | Barred,
    ) -> OptionView:
        """The view of a button for an answer, with the reason if it is barred."""
        if isinstance(answer, Barred):
            plain, barred = answer.answer, self.barred(reasons, seat, answer.answer, answer.clauses)
        else:
            plain, barred = answer, None  # type: ignore[assignment]
        return {
            "answer": self.notation.text(plain, self.state),
            "label": answer_labels.answer_label(self.narrator.parts, plain, self.state),
            "id": "",
            "barred": barred,
        }

    def barred(self, reasons: Reasons, seat: int, answer: Answer, clauses: Because) -> BarredView:
        """The reason why an answer is barred, and its DOM id."""
        reason = self.narrator.reason(seat, answer, clauses, self.state)
        return {"id": reasons.id(reason), "reason": reason, "clauses": list(clauses[:2])}

    def all(self, reasons: Reasons, seat: int, kind: str) -> list[OptionView]:
        """All answers of a kind, including the barred ones."""
        options = self.options(seat)
        answers = [*options.of(kind), *options.barred(kind)]
        return [self.option(reasons, seat, answer) for answer in answers]

    def one(self, reasons: Reasons, seat: int, kind: str) -> OptionView | None:
        """The only answer of a kind, or None."""
        views = self.all(reasons, seat, kind)
        return views[0] if views else None


def bot_name(_: Catalogue, bot: str) -> str:
    """The name of a bot on screen. Raises KeyError if there is no such bot."""
    if is_strategy(bot):
        return strategy_title(bot)
    return written_name(bot) if is_written(bot) else _(BY_ID[bot].name)


def chip_view(ctx: ViewContext, i: int, arg: str = "") -> ChipView:
    """A deed as a small card. ``arg``: the argument of its button."""
    level = ctx.state.level[i]
    return {
        "id": ctx.id(i),
        "arg": arg or ctx.id(i),
        "group": ctx.group(i),
        "name": ctx.name(i),
        "mortgaged": ctx.state.mortgaged[i],
        "houses": level if level < ctx.rules.top else 0,
        "hotel": level == ctx.rules.top,
        "note": ctx.money(ctx.rules.price[i]),
    }
