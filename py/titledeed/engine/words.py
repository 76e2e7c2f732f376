"""The data types of the game. This module imports no other module of the program.

Glossary
--------
seat       a player at the table, an index from 0. ``BANK``, ``POT`` and ``CHANCE`` are not seats, but may be
           used where a payer, an owner or an answering seat is expected
chance     the pseudo-seat that answers for dice and cards; the engine itself is deterministic
ask        a question that the game waits on; the one on top of the agenda is pending
step       an item on the agenda that runs by itself
answer     a decision of a seat: it answers an ask, or is a standing answer of a quiet table (``door.py``)
quiet      the pending ask is ``roll`` or ``end``, so that no throw, payment, auction or debt is open
level      the buildings on a street: 0 none, 1.. houses, ``rules.top`` a hotel (5; 4 in the Short Game)
clause     a point of the rulebooks with an id, ``topic.slug``; the only name that a rule has
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

BANK: Final = -2  # as an account: cash[BANK]; as an owner: the Bank still holds the deed
POT: Final = -1  # the account in the middle of the board; at zero unless a house rule opens it
CHANCE: Final = -3  # the pseudo-seat that answers for dice and cards
NOBODY: Final = -4  # no seat at all

FREE: Final = -1  # State.jail of a seat that is not in jail

DECKS: Final = ("chance", "community-chest")
PIECES: Final = ("house", "hotel")
HOUSE: Final = 0
HOTEL: Final = 1

SPACES: Final = 40  # on every board; a space is its index from GO on
THIRD_YELLOW: Final = 29  # the one street whose rent the makers of this board disagree on
HOTEL_RENT: Final = (
    5  # the index of the rent with a hotel in ``Space.rents``, in the Short Game too
)

Because: TypeAlias = tuple[str, ...]


# ---------------------------------------------------------------- what can go wrong


class Malformed(Exception):
    """A text is not an answer at all, because of an unknown word, number or id. The message is a
    sentence."""


class Refused(Exception):
    """An answer is not allowed now. ``because``: the clauses that bar it. The state has not changed."""

    def __init__(self, because: Because, answer: Answer | None = None) -> None:
        super().__init__("refused by " + ", ".join(because))
        self.because = because
        self.answer = answer


class Unloadable(Exception):
    """A record, edition or house rule cannot be loaded. The message is a sentence; ``because`` has the
    clauses of a rule that it breaks."""

    def __init__(self, sentence: str, because: Because = ()) -> None:
        super().__init__(sentence)
        self.because = because


# ---------------------------------------------------------------- rules as data


@dataclass(frozen=True, slots=True)
class Space:
    """One of the 40 squares. Money is in whole units of the edition's currency, 0 if it does not apply."""

    index: int
    id: str
    name: str
    short: str
    kind: str
    group: str
    price: int
    mortgage: int
    rents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card. ``do``: its effect, one of ``decks.EFFECTS``; unused fields are 0 or ""."""

    id: str
    do: str
    text: str
    to: int = 0
    kind: str = ""
    steps: int = 0
    amount: int = 0
    house: int = 0
    hotel: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """A colour group: its streets in board order."""

    id: str
    name: str
    color: str
    mark: str
    house_cost: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """Board, names, currency and vocabulary; changes no rule (setup.edition-theme)."""

    id: str
    name: str
    sign: str
    sign_after: bool
    separator: str
    words: Mapping[str, str]
    groups: tuple[Group, ...]
    spaces: tuple[Space, ...]
    source: Mapping[str, object] | None  # the table that it came from; None for a built-in edition


@dataclass(frozen=True)
class Rules:
    """The rules of a game as plain values: one rulebook on one edition with one variant and any house rules.
    Tables are indexed by space (0-39). Only ``books.py`` makes them."""

    book: str
    variant: str
    edition: Edition
    decks_id: str
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    house_rules: Mapping[str, object]
    official: bool
    values: Mapping[str, object]  # the value in force of every parameter, by clause id

    kind: tuple[str, ...]
    price: tuple[int, ...]
    rents: tuple[tuple[int, ...], ...]
    mortgage_value: tuple[int, ...]
    lift_cost: tuple[int, ...]
    transfer_interest: tuple[int, ...]
    estate_interest: tuple[int, ...]
    cost: tuple[int, ...]  # of one house on a street
    members: tuple[tuple[int, ...], ...]  # the spaces of its group, also of railroads and utilities
    streets: tuple[int, ...]
    ownable: tuple[int, ...]
    jail_at: int

    starting_cash: int
    salary: tuple[int, ...]  # by seat; eight equal ones, unless a house rule sets one for each seat
    go_landing_double: bool
    salary_by_every_card: (
        bool  # a second one in the same move; else only by the card that leads to GO
    )
    lap_first: bool
    turn_step: int  # +1: the turn passes to the left; -1: to the right
    auctions: bool
    decliner_bids: bool
    mortgage_bars_purchase: bool
    opening_bid: int
    claim_limit: int  # a rent claim lapses at the throw of the n-th following player; 0: never
    utility_by_anyone: bool
    utility_fresh: bool
    rent_in_jail: bool
    card_returns_late: bool
    income_tax: str  # "choice" "min" "flat"
    luxury_tax: int
    jail_fine: int
    fine_turns: int
    exit_doubles_again: bool
    parking: int  # paid by the Bank on Free Parking
    pot: bool
    even: bool
    stock: tuple[int, int]
    building_opening_bid: int
    top: int
    bare_group: bool
    liquidated: bool
    short: bool
    limit_rounds: int
    limit_minutes: int

    def space_index(self, id: str) -> int | None:
        """The index of a space id, or None."""
        for space in self.edition.spaces:
            if space.id == id:
                return space.index
        return None


# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Roll:
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Fine:
    kind: ClassVar[str] = "fine"


@dataclass(frozen=True, slots=True)
class UseCard:
    """Use a held jail card; ``deck`` is -1 if the seat holds only one."""

    deck: int = -1
    kind: ClassVar[str] = "use-card"


@dataclass(frozen=True, slots=True)
class Dice:
    a: int
    b: int
    kind: ClassVar[str] = "dice"


@dataclass(frozen=True, slots=True)
class CardIs:
    """The drawn card, by its index in ``Rules.decks``."""

    card: int
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class Shuffle:
    deck: int
    order: tuple[int, ...]
    kind: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class Deal:
    seat: int
    space: int
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class TimeUp:
    kind: ClassVar[str] = "time-up"


@dataclass(frozen=True, slots=True)
class Buy:
    kind: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class Decline:
    kind: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    kind: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Pass:
    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Flat:
    kind: ClassVar[str] = "flat"


@dataclass(frozen=True, slots=True)
class Percent:
    kind: ClassVar[str] = "percent"


@dataclass(frozen=True, slots=True)
class Pay:
    kind: ClassVar[str] = "pay"


@dataclass(frozen=True, slots=True)
class TakeChance:
    kind: ClassVar[str] = "take-chance"


@dataclass(frozen=True, slots=True)
class GiveUp:
    kind: ClassVar[str] = "bankrupt"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the mortgage of a received deed; ``space`` is -1 for the one asked about."""

    space: int = -1
    kind: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Accept:
    kind: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Reject:
    kind: ClassVar[str] = "reject"


@dataclass(frozen=True, slots=True)
class ClaimIt:
    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class Place:
    space: int
    kind: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class End:
    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Build:
    space: int
    kind: ClassVar[str] = "build"


@dataclass(frozen=True, slots=True)
class Sell:
    space: int
    kind: ClassVar[str] = "sell"


@dataclass(frozen=True, slots=True)
class SellDown:
    """Sell all buildings above ``level`` on every street of the group with index ``group``."""

    group: int
    level: int
    kind: ClassVar[str] = "sell-down"


@dataclass(frozen=True, slots=True)
class Mortgage:
    space: int
    kind: ClassVar[str] = "mortgage"


@dataclass(frozen=True, slots=True)
class Redeem:
    """Lift a mortgage; ``space`` is -1 for the one a pending transfer asks about."""

    space: int = -1
    kind: ClassVar[str] = "redeem"


@dataclass(frozen=True, slots=True)
class Bundle:
    """One side of an offer: deeds by space index, ascending; cash; jail cards by deck index."""

    deeds: tuple[int, ...] = ()
    cash: int = 0
    cards: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.deeds or self.cash or self.cards)


@dataclass(frozen=True, slots=True)
class Offer:
    to: int
    give: Bundle
    get: Bundle
    kind: ClassVar[str] = "offer"


@dataclass(frozen=True, slots=True)
class DemandRent:
    """Demand the oldest open rent of ``space``, from the seat ``of`` only unless it is NOBODY."""

    space: int
    of: int = NOBODY
    kind: ClassVar[str] = "ask-rent"


AskRent = DemandRent  # its name up to 0.1.0, under which third-party bots import it (docs/BOTS.md)


@dataclass(frozen=True, slots=True)
class Resign:
    kind: ClassVar[str] = "resign"


Answer: TypeAlias = (
    Roll
    | Fine
    | UseCard
    | Dice
    | CardIs
    | Shuffle
    | Deal
    | TimeUp
    | Buy
    | Decline
    | Bid
    | Pass
    | Flat
    | Percent
    | Pay
    | TakeChance
    | GiveUp
    | Keep
    | Accept
    | Reject
    | ClaimIt
    | Place
    | End
    | Build
    | Sell
    | SellDown
    | Mortgage
    | Redeem
    | Offer
    | DemandRent
    | Resign
)


# ---------------------------------------------------------------- options


@dataclass(frozen=True, slots=True)
class Amount:
    """Any bid from ``low`` to ``high``, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Terms:
    """Any offer to ``partner`` that the trading clauses allow."""

    partner: int


Option: TypeAlias = Answer | Amount | Terms


class Cause(NamedTuple):
    """The exact cause for which a clause bars an answer. ``what``: its name, for which
    ``language/reasons.py`` has a sentence. ``facts``: the placeholders of that sentence, with seats, spaces,
    groups and decks by index."""

    what: str
    facts: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Barred:
    """An answer that is not allowed now, with the clauses that bar it."""

    answer: Answer
    because: Because


# ---------------------------------------------------------------- asks: what the game waits on


@dataclass(frozen=True, slots=True)
class AskOrder:
    """A starting throw. ``rest`` still have to throw; ``totals`` are (seat, sum) thrown so far."""

    seat: int
    rest: tuple[int, ...]
    totals: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "order"


@dataclass(frozen=True, slots=True)
class AskRoll:
    """``released``: the seat has just paid or played its way out of jail (jail.exit-throw-played)."""

    seat: int
    released: bool = False
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class AskRentRoll:
    """``seat``, which has landed on a utility, throws for the rent: ``times`` the sum goes to ``owner``."""

    seat: int
    owner: int
    space: int
    times: int
    because: Because
    kind: ClassVar[str] = "rent-roll"


@dataclass(frozen=True, slots=True)
class AskDice:
    """Dice for ``mover``; ``purpose`` is "order", "move" or "rent"; ``released`` as in AskRoll."""

    mover: int
    purpose: str
    released: bool = False
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "dice"


@dataclass(frozen=True, slots=True)
class AskCard:
    """A card for ``mover``. ``salaried``: this move has passed or reached GO already."""

    mover: int
    deck: int
    salaried: bool
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class AskShuffle:
    """Shuffle the last ``count`` cards of a deck; the cards above them are known."""

    deck: int
    count: int
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class AskDeal:
    """The Short Game's deal: a deed for ``receiver``, then one for each of ``rest``."""

    receiver: int
    rest: tuple[int, ...]
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class AskBuy:
    seat: int
    space: int
    by_card: bool
    kind: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class AskBid:
    """An auction. ``lot`` is a space, or -1 for a scarce building of the kind ``piece``. Before the first
    bid, ``bid`` is 0 and ``leader`` NOBODY. ``passed``: a bit for each seat that has passed since the
    standing bid."""

    seat: int
    lot: int
    piece: int
    bid: int
    leader: int
    passed: int
    bidders: tuple[int, ...]
    about: int
    kind: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class AskTax:
    seat: int
    kind: ClassVar[str] = "tax"


@dataclass(frozen=True, slots=True)
class AskCardChoice:
    """Pay ``amount`` or draw from ``deck``. ``salaried`` as in AskCard."""

    seat: int
    amount: int
    deck: int
    salaried: bool = False
    kind: ClassVar[str] = "card-choice"


@dataclass(frozen=True, slots=True)
class AskDebt:
    """``seat`` owes ``amount`` to ``creditor`` (a seat, BANK or POT) and has too little cash."""

    seat: int
    creditor: int
    amount: int
    because: Because
    what: str
    space: int
    kind: ClassVar[str] = "debt"


@dataclass(frozen=True, slots=True)
class AskTransfer:
    """``seat`` has received a mortgaged deed. ``estate``: from a bankrupt player."""

    seat: int
    space: int
    estate: bool
    kind: ClassVar[str] = "transfer"


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """``seat`` answers the offer of ``by``: it would receive ``give`` and hand over ``get``."""

    seat: int
    by: int
    give: Bundle
    get: Bundle
    kind: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class AskClaim:
    """``orderer`` has ordered a scarce building, and ``seat`` may claim one. ``rest`` are asked after it."""

    seat: int
    piece: int
    orderer: int
    space: int
    rest: tuple[int, ...]
    wishes: tuple[int, ...]
    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class AskPlace:
    """``seat`` places a building: one that it has won and paid for (``paid``), or one that it has claimed and
    buys at the printed cost."""

    seat: int
    piece: int
    paid: bool
    kind: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class AskEnd:
    """``freed``: the seat left jail by doubles in this move, which earn no further throw."""

    seat: int
    freed: bool = False
    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over. ``winners``: in seat order, several after equal scores."""

    winners: tuple[int, ...]
    because: Because
    seat: ClassVar[int] = NOBODY
    kind: ClassVar[str] = "over"


Ask: TypeAlias = (
    AskOrder
    | AskRoll
    | AskRentRoll
    | AskDice
    | AskCard
    | AskShuffle
    | AskDeal
    | AskBuy
    | AskBid
    | AskTax
    | AskCardChoice
    | AskDebt
    | AskTransfer
    | AskAnswer
    | AskClaim
    | AskPlace
    | AskEnd
    | Over
)


# ---------------------------------------------------------------- steps, which run by themselves


@dataclass(frozen=True, slots=True)
class Settle:
    """The move is settled, and another throw or the end of the turn follows. ``freed`` as in AskEnd."""

    seat: int
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """``seat`` owes money. It is paid at once if the cash covers it; else an AskDebt follows."""

    seat: int
    creditor: int
    amount: int
    because: Because
    what: str
    space: int = -1


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put a drawn card under its deck."""

    deck: int
    card: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave jail after the forced fine, and move by ``steps``."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Lots:
    """Auction the deeds of the bankrupt seat ``about`` one by one."""

    about: int
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Distribute scarce buildings among the ``seats`` that want one, in order; the orderer is first if it
    still waits."""

    piece: int
    orderer: int
    space: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Pass the turn on from ``seat``."""

    seat: int


Step: TypeAlias = Settle | Due | PutBack | Leave | Lots | Wishes | PassTurn


# ---------------------------------------------------------------- state and events


@dataclass(frozen=True, slots=True)
class Claim:
    """A rent that is due but not yet asked for: ``by`` may demand it from ``of``.

    ``amount`` was fixed on landing, or is 0 if the rent is ``times`` a fresh throw. ``turn``: the turn in
    which it arose. ``throws``: the throws of following players since then."""

    space: int
    by: int
    of: int
    amount: int
    times: int
    throws: int
    turn: int
    because: Because


class State:
    """The whole state of a game. Only ``table.py`` writes to it. Lists are indexed by seat or by space.
    ``cash`` has two more accounts, ``cash[BANK]`` and ``cash[POT]``, and its sum is always zero."""

    __slots__ = (
        "again",
        "agenda",
        "at",
        "bankrupts",
        "bought",
        "by_hand",
        "cash",
        "changes",
        "claims",
        "decks",
        "doubles",
        "draws",
        "drawn",
        "held",
        "jail",
        "laps",
        "level",
        "mortgage_money",
        "mortgaged",
        "owner",
        "playing",
        "rent_asked",
        "round",
        "rules",
        "starter",
        "stock",
        "thrown",
        "time_up",
        "turn",
        "turns",
    )

    rules: Rules
    cash: list[int]
    at: list[int]
    jail: list[int]  # turns already spent in jail, FREE outside it
    laps: list[int]
    playing: list[bool]
    owner: list[int]  # BANK if the Bank holds the deed or the space has none
    level: list[int]
    mortgaged: list[bool]
    held: list[int]  # by deck: the seat that holds its jail card, or NOBODY
    bought: list[bool]  # by deck: whether the holder got its jail card from another player
    decks: list[list[int]]  # cards from the top
    drawn: list[tuple[int, int]]  # the (deck, card) of cards drawn and not yet put back
    stock: list[int]  # houses and hotels at the Bank
    agenda: list[Ask | Step]
    claims: list[Claim]
    turn: int
    starter: int
    round: int
    turns: int  # the number of turns begun
    doubles: int  # the number of doubles thrown in this turn
    again: bool  # another throw is owed
    thrown: bool  # a throw was made in this turn
    mortgage_money: bool  # the mover took a mortgage since the throw of this move
    draws: int  # the number of chance's answers so far
    bankrupts: int
    time_up: bool  # the agreed minutes are over
    rent_asked: bool  # an owner gets rent only if it asks for it
    by_hand: bool  # people enter dice and cards
    changes: int  # the number of changes of deeds, buildings and mortgages: a key for caches

    @property
    def seats(self) -> int:
        """The number of seats, the retired ones included."""
        return len(self.at)

    @property
    def ask(self) -> Ask:
        """The pending ask: between two answers it is always on top of the agenda."""
        top = self.agenda[-1]
        assert isinstance(top, ASKS)
        return top

    def copy(self) -> State:
        """An independent copy; rules and the frozen records on the agenda are shared."""
        new = State.__new__(State)
        new.rules = self.rules
        new.cash = self.cash[:]
        new.at = self.at[:]
        new.jail = self.jail[:]
        new.laps = self.laps[:]
        new.playing = self.playing[:]
        new.owner = self.owner[:]
        new.level = self.level[:]
        new.mortgaged = self.mortgaged[:]
        new.held = self.held[:]
        new.bought = self.bought[:]
        new.decks = [deck[:] for deck in self.decks]
        new.drawn = self.drawn[:]
        new.stock = self.stock[:]
        new.agenda = self.agenda[:]
        new.claims = self.claims[:]
        new.turn = self.turn
        new.starter = self.starter
        new.round = self.round
        new.turns = self.turns
        new.doubles = self.doubles
        new.again = self.again
        new.thrown = self.thrown
        new.mortgage_money = self.mortgage_money
        new.draws = self.draws
        new.bankrupts = self.bankrupts
        new.time_up = self.time_up
        new.rent_asked = self.rent_asked
        new.by_hand = self.by_hand
        new.changes = self.changes
        return new

    def __repr__(self) -> str:
        """A summary to read in a failed test. Spaces are written by index; ``:3`` is a building level, ``:m``
        a mortgage."""
        seats = "; ".join(self._seat_in_short(seat) for seat in range(self.seats))
        waiting = " < ".join(repr(item) for item in reversed(self.agenda))
        pot = f", pot {self.cash[POT]}" if self.cash[POT] else ""
        stock = f"stock {self.stock[HOUSE]}/{self.stock[HOTEL]}{pot}"
        return (
            f"<State round {self.round}, turn of {self.turn}, {stock}; {seats}; waits on {waiting}>"
        )

    def _seat_in_short(self, seat: int) -> str:
        if not self.playing[seat]:
            return f"seat {seat} is out"
        text = f"seat {seat} has {self.cash[seat]} at @{self.at[seat]}"
        if self.jail[seat] != FREE:
            text += f" in jail {self.jail[seat]}"
        for space in range(SPACES):
            if self.owner[space] == seat:
                level = f":{self.level[space]}" if self.level[space] else ""
                text += f" @{space}{level}{':m' * self.mortgaged[space]}"
        return text + "".join(f" {DECKS[d]}-card" for d in (0, 1) if self.held[d] == seat)

    def contents(self) -> tuple[object, ...]:
        """The whole contents but for the rules. Two states with the same rules are equal if and only if their
        contents are."""
        return tuple(repr(getattr(self, name)) for name in self.__slots__ if name != "rules")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.rules is other.rules
            and self.contents() == other.contents()
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes


@dataclass(frozen=True, slots=True)
class Event:
    """An event, with the clauses that govern it. ``facts`` has all that is needed to tell it, such as amounts
    before and after, so that nobody has to look at the State."""

    kind: str
    because: Because
    facts: Mapping[str, object]


ASKS: Final = (
    AskOrder,
    AskRoll,
    AskRentRoll,
    AskDice,
    AskCard,
    AskShuffle,
    AskDeal,
    AskBuy,
    AskBid,
    AskTax,
    AskCardChoice,
    AskDebt,
    AskTransfer,
    AskAnswer,
    AskClaim,
    AskPlace,
    AskEnd,
    Over,
)

QUIET: Final = (AskRoll, AskEnd)


def next_of_kind(kinds: Sequence[str], at: int, kind: str) -> int:
    """The next space of a kind after ``at`` in the direction of play; ``at`` itself comes last."""
    return next(i % SPACES for i in range(at + 1, at + SPACES + 1) if kinds[i % SPACES] == kind)


def around(state: State, seat: int) -> Sequence[int]:
    """The seats still playing in order from the left of ``seat``; ``seat`` itself comes last if it plays."""
    n = len(state.at)
    playing = state.playing
    return [s for s in (*range(seat + 1, n), *range(seat + 1)) if playing[s]]
