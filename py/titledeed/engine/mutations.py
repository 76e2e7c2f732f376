"""The :class:`Mutator`: the only code that changes a State.

Each method is one kind of change. If a player could dispute the change, the method takes ``clauses``,
the clauses that govern it. A mutator without a list for events drops them, which speeds up the
simulation of many games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from .agenda_step_types import Due, Settle, Step
from .asks import (
    QUIET,
    Ask,
    AskDeal,
    AskDice,
    AskEnd,
    AskOrder,
    AskRoll,
    AskShuffle,
    Over,
)
from .board_and_rules_types import Rules
from .generic_event import Event
from .special_seats_and_ids import BANK, FREE, HOTEL, HOUSE, NOBODY, POT, SPACES, Because
from .state import (
    Claim,
    State,
)

_ROLL = tuple(AskRoll(seat) for seat in range(8))
_END = tuple(AskEnd(seat) for seat in range(8))
_SETTLE = tuple(Settle(seat) for seat in range(8))
_DICE = tuple(AskDice(seat, "move") for seat in range(8))
_DICE_RELEASED = tuple(AskDice(seat, "move", True) for seat in range(8))


def collected_events(clauses: Because, payee: int) -> Because:
    """The clauses of a payment to this account. ``bank.collects`` is among the clauses of taxes and
    fines, but a house rule may send those into the pot."""
    if payee != POT:
        return clauses
    return tuple(clause for clause in clauses if clause != "bank.collects")


# A payment without its event: the payee, the amount and the purpose.
Payment: TypeAlias = tuple[int, int, str]


class Mutator:
    """A State with the methods that change it. ``events``: the list for events, or None to drop them.
    ``payments``: a list for the payments alone, or None. ``also``: clauses that every event cites besides
    its own while they are set."""

    __slots__ = ("also", "events", "payments", "rules", "state")

    def __init__(
        self, state: State, events: list[Event] | None, payments: list[Payment] | None = None
    ) -> None:
        self.state = state
        self.rules = state.rules
        self.events = events
        self.payments = payments
        self.also: Because = ()

    # ------------------------------------------------------------ telling

    def tell(self, kind: str, clauses: Because, **facts: object) -> None:
        """Append an event, if events are wanted."""
        if self.events is not None:
            self.events.append(Event(kind, clauses + self.also, facts))

    def forgets(self, debtor: int, amount: int) -> bool:
        """Whether nobody will ever see the clauses of this payment, so that the caller need not compute
        them. This is so if no events are wanted and the cash covers the payment: then no debt stores
        them in the state.

        The state itself must never depend on whether events are wanted, because undo replays without
        them."""
        return self.events is None and self.state.cash[debtor] >= amount

    # ------------------------------------------------------------ money

    def pay(
        self, payer: int, payee: int, amount: int, clauses: Because, purpose: str, space: int = -1
    ) -> None:
        """Move ``amount`` whole units between two accounts. The caller must have checked that the payer
        has enough; the Bank always does (bank.never-broke). ``purpose``: the kind of payment.
        ``space``: the property concerned, or -1."""
        cash = self.state.cash
        cash[payer] -= amount
        cash[payee] += amount
        if self.payments is not None:
            self.payments.append((payee, amount, purpose))
        if self.events is not None:
            self.events.append(
                Event(
                    "pay",
                    collected_events(clauses, payee) + self.also,
                    {
                        "payer": payer,
                        "payee": payee,
                        "amount": amount,
                        "what": purpose,
                        "space": space,
                        "payer_after": cash[payer] if payer >= 0 else None,
                        "payee_after": cash[payee] if payee >= 0 else None,
                    },
                )
            )

    def owe(
        self,
        debtor: int,
        creditor: int,
        amount: int,
        clauses: Because,
        purpose: str,
        space: int = -1,
    ) -> None:
        """Pay at once if the cash covers it; else push a debt onto the agenda."""
        if self.state.cash[debtor] >= amount:
            self.pay(debtor, creditor, amount, clauses, purpose, space)
        else:
            self.state.agenda.append(Due(debtor, creditor, amount, clauses, purpose, space))

    # ------------------------------------------------------------ deeds and buildings

    def deed(self, space: int, to: int, clauses: Because) -> None:
        """Give a deed to a seat or the Bank. Its mortgage stays in force."""
        state = self.state
        before = state.owner[space]
        state.owner[space] = to
        state.changes += 1
        if self.events is not None:
            self.tell(
                "deed", clauses, space=space, giver=before, to=to, mortgaged=state.mortgaged[space]
            )

    def turn_deed(self, space: int, face_down: bool, clauses: Because) -> None:
        """Mark a deed as mortgaged or unmortgaged. The caller pays the money."""
        self.state.mortgaged[space] = face_down
        self.state.changes += 1
        if self.events is not None:
            self.tell(
                "mortgage" if face_down else "redeem",
                clauses,
                space=space,
                seat=self.state.owner[space],
            )

    def note_mortgage_money(self, seat: int) -> None:
        """Note that the mover took a mortgage in this move (purchase.mortgage-same-move)."""
        if seat == self.state.turn and not isinstance(self.state.agenda[-1], QUIET):
            self.state.mortgage_money = True

    def stack(self, space: int, level: int, clauses: Because) -> None:
        """Set the building level of a street. The pieces come from the Bank's stock and go back to it."""
        state = self.state
        before = state.level[space]
        top = self.rules.top
        stock = state.stock
        stock[HOUSE] += (before if before < top else 0) - (level if level < top else 0)
        stock[HOTEL] += (before == top) - (level == top)
        state.level[space] = level
        state.changes += 1
        if self.events is not None:
            self.tell(
                "build" if level > before else "unbuild",
                clauses,
                space=space,
                seat=state.owner[space],
                before=before,
                after=level,
                hotel=level == top or before == top,
                houses_left=stock[HOUSE],
                hotels_left=stock[HOTEL],
            )

    # ------------------------------------------------------------ tokens and jail

    def move(self, seat: int, to: int, clauses: Because, how: str, steps: int = 0) -> None:
        """Move a token to the space ``to``. ``how``: "throw", "card", "back" or "jail"."""
        state = self.state
        before = state.at[seat]
        state.at[seat] = to
        if state.drawn and self.rules.card_returns_late:
            self.return_drawn(("cards.return-timing",))
        if self.events is not None:
            self.tell("move", clauses, seat=seat, before=before, to=to, how=how, steps=steps)

    def lap(self, seat: int) -> None:
        """Count a crossing of GO."""
        self.state.laps[seat] += 1

    def lock_up(self, seat: int, clauses: Because) -> None:
        """Send a seat straight to jail, without salary or a further throw (jail.direct, jail.ends-turn)."""
        state = self.state
        self.move(seat, self.rules.jail_at, clauses, "jail")
        state.jail[seat] = 0
        state.again = False

    def serve(self, seat: int, clauses: Because) -> None:
        """Count one more turn spent in jail."""
        self.state.jail[seat] += 1
        if self.events is not None:
            self.tell("stay", clauses, seat=seat, turns=self.state.jail[seat])

    def release(self, seat: int) -> None:
        """Mark the pending throw as that of a player who has just left jail."""
        self.state.agenda[-1] = AskRoll(seat, True)

    def spend_doubles(self, seat: int) -> None:
        """Mark the doubles of this move as used up by leaving jail, so that they earn no further throw."""
        self.state.agenda[-1] = Settle(seat, True)

    def free(self, seat: int, clauses: Because, how: str) -> None:
        """Free a seat from jail. Its token stays on the space and is now just visiting."""
        self.state.jail[seat] = FREE
        if self.events is not None:
            self.tell("free", clauses, seat=seat, how=how)

    # ------------------------------------------------------------ cards

    def order_deck(self, deck: int, order: list[int], clauses: Because) -> None:
        """Set the order of a deck; cards known from the record stay on top."""
        self.state.decks[deck] = order
        self.tell("shuffle", clauses, deck=deck)

    def draw(self, deck: int, card: int, seat: int, clauses: Because) -> None:
        """Take a card out of its deck. It stays face up until it is put back."""
        state = self.state
        state.decks[deck].remove(card)
        state.drawn.append((deck, card))
        if self.events is not None:
            self.tell("card", clauses, seat=seat, deck=deck, card=card)

    def put_back(self, deck: int, card: int, clauses: Because) -> None:
        """Put a drawn card under its deck, face down; do nothing if it is back already."""
        state = self.state
        if (deck, card) in state.drawn:
            state.drawn.remove((deck, card))
            state.decks[deck].append(card)
            if self.events is not None:
                self.tell("card-back", clauses, deck=deck, card=card)

    def return_drawn(self, clauses: Because) -> None:
        """Put all drawn cards back, in the order in which they were drawn."""
        for deck, card in list(self.state.drawn):
            self.put_back(deck, card, clauses)

    def hold(self, deck: int, card: int, seat: int, clauses: Because) -> None:
        """Give a drawn jail card to the seat that drew it."""
        state = self.state
        state.drawn.remove((deck, card))
        state.held[deck] = seat
        state.bought[deck] = False
        self.tell("hold", clauses, seat=seat, deck=deck)

    def hand_card(self, deck: int, to: int, clauses: Because) -> None:
        """Give a held jail card to another seat, or to the Bank, which puts it under its deck."""
        state = self.state
        before = state.held[deck]
        if to >= 0:
            state.held[deck] = to
            state.bought[deck] = True
        else:
            state.held[deck] = NOBODY
            card = next(i for i, c in enumerate(self.rules.decks[deck]) if c.do == "jail-free")
            state.decks[deck].append(card)
        self.tell("hand-card", clauses, deck=deck, giver=before, to=to)

    # ------------------------------------------------------------ the agenda

    def push(self, item: Ask | Step) -> None:
        self.state.agenda.append(item)

    def pop(self) -> Ask | Step:
        return self.state.agenda.pop()

    def ask_roll(self, seat: int) -> None:
        self.state.agenda.append(_ROLL[seat])

    def ask_end(self, seat: int, freed: bool) -> None:
        self.state.agenda.append(AskEnd(seat, True) if freed else _END[seat])

    def begin_move(self, seat: int, released: bool) -> None:
        """Replace the pending throw by a request for dice. The table is busy until the move is settled."""
        state = self.state
        state.agenda[-1] = _SETTLE[seat]
        state.agenda.append(_DICE_RELEASED[seat] if released else _DICE[seat])
        state.mortgage_money = False

    def rebuild_agenda(self, agenda: list[Ask | Step]) -> None:
        """Replace the whole agenda, after a seat has retired or handed on a deed it was to decide on."""
        self.state.agenda[:] = agenda

    # ------------------------------------------------------------ turns

    def count_throw(self) -> bool:
        """Note a throw of the mover. Returns whether it is the first one of this turn."""
        state = self.state
        first = not state.thrown
        state.thrown = True
        return first

    def count_doubles(self, again: bool) -> int:
        """Count one more doubles in this turn, and return their number. ``again``: it earns another throw."""
        state = self.state
        state.doubles += 1
        state.again = again
        return state.doubles

    def use_up_throw(self) -> None:
        """Note that no further throw is owed, because it is being made or is forfeited."""
        self.state.again = False

    def give_turn(self, seat: int, new_round: bool, clauses: Because) -> None:
        """Pass the turn to ``seat``."""
        state = self.state
        state.turn = seat
        state.turns += 1
        state.doubles = 0
        state.again = state.thrown = state.mortgage_money = False
        if new_round:
            state.round += 1
        state.agenda.append(_ROLL[seat])
        if self.events is not None:
            self.tell("turn", clauses, seat=seat, round=state.round, new_round=new_round)

    def first_turn(self, seat: int, clauses: Because) -> None:
        """Begin round 1 with the winner of the starting throws."""
        state = self.state
        state.turn = state.starter = seat
        state.round = state.turns = 1
        state.agenda.append(_ROLL[seat])
        self.tell("start", clauses, seat=seat)

    def count_draw(self) -> None:
        """Count one more answer of chance."""
        self.state.draws += 1

    def agree_time_up(self, clauses: Because) -> None:
        """Note that the agreed minutes are over. The game ends with this round."""
        self.state.time_up = True
        self.tell("time-up", clauses)

    # ------------------------------------------------------------ rent claims

    def open_claim(self, claim: Claim, clauses: Because) -> None:
        self.state.claims.append(claim)
        self.tell(
            "claim-open",
            clauses,
            space=claim.space,
            by=claim.by,
            of=claim.of,
            amount=claim.amount,
            times=claim.times,
        )

    def close_claim(self, claim: Claim, clauses: Because, lapsed: bool) -> None:
        self.state.claims.remove(claim)
        if lapsed:
            self.tell(
                "claim-lapse",
                clauses,
                space=claim.space,
                by=claim.by,
                of=claim.of,
                amount=claim.amount,
            )

    def age_claim(self, old: Claim, new: Claim) -> None:
        self.state.claims[self.state.claims.index(old)] = new

    # ------------------------------------------------------------ leaving and the end

    def retire(self, seat: int, clauses: Because, creditor: int) -> None:
        """Take a seat out of the game for good (bankruptcy.retire)."""
        state = self.state
        state.playing[seat] = False
        state.jail[seat] = FREE
        state.bankrupts += 1
        self.tell("bankrupt", clauses, seat=seat, creditor=creditor)

    def finish(self, winners: tuple[int, ...], clauses: Because, **facts: object) -> None:
        """End the game."""
        state = self.state
        state.claims.clear()
        state.again = False
        state.agenda[:] = [Over(winners, clauses)]
        self.tell("over", clauses, winners=winners, **facts)


# ---------------------------------------------------------------- laying out


@dataclass
class SeatAt:
    """The starting position of a seat. None means the value at the start of a game by the rulebook."""

    cash: int | None = None
    at: int | None = None
    jail: int = FREE
    deeds: dict[int, int] = field(default_factory=dict)  # space -> level
    mortgaged: set[int] = field(default_factory=set)
    cards: list[int] = field(default_factory=list)
    out: bool = False
    laps: int = 0


@dataclass
class Position:
    """A starting position, with indices. ``turn`` is NOBODY if the game begins with the starting throws."""

    turn: int = NOBODY
    round: int = 1
    doubles: int = 0
    pot: int = 0
    seats: list[SeatAt] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    tops: dict[int, list[int]] = field(default_factory=dict)  # deck -> known cards from the top


def lay_out_state(
    rules: Rules, seats: int, position: Position | None = None, *, asked: bool, by_hand: bool
) -> State:
    """The State before the first answer.

    The caller must have checked the position (``positions.py``). ``asked``: owners must ask for rent.
    ``by_hand``: people enter dice and cards, so decks are not shuffled. The opening cash comes from the Bank
    (setup.starting-cash)."""
    where = position or Position()
    seat_positions = where.seats or [SeatAt() for _ in range(seats)]
    state = State.__new__(State)
    state.rules = rules
    state.cash = [0] * (seats + 2)
    state.at = [0] * seats
    state.jail = [FREE] * seats
    state.laps = [0] * seats
    state.playing = [True] * seats
    state.owner = [BANK] * SPACES
    state.level = [0] * SPACES
    state.mortgaged = [False] * SPACES
    state.held = [NOBODY, NOBODY]
    state.bought = [False, False]
    state.stock = list(rules.stock)
    state.drawn = []
    state.claims = list(where.claims)
    state.starter = state.turn = max(where.turn, 0)
    state.round = where.round
    state.turns = 1
    state.doubles = where.doubles
    state.again = False
    state.thrown = where.doubles > 0
    state.mortgage_money = False
    state.draws = 0
    state.bankrupts = 0
    state.time_up = False
    state.rent_asked = asked
    state.by_hand = by_hand
    state.changes = 0
    for seat, place in enumerate(seat_positions):
        if place.out:
            state.playing[seat] = False
            state.bankrupts += 1
        cash = place.cash
        if cash is None:
            cash = 0 if place.out else rules.starting_cash
        state.cash[seat] += cash
        state.cash[BANK] -= cash
        state.jail[seat] = place.jail
        if place.jail != FREE:
            state.at[seat] = rules.jail_at
        elif place.at is not None:
            state.at[seat] = place.at
        state.laps[seat] = place.laps
        for space, level in place.deeds.items():
            state.owner[space] = seat
            state.level[space] = level
            state.stock[HOUSE] -= level if level < rules.top else 0
            state.stock[HOTEL] -= level == rules.top
            state.mortgaged[space] = space in place.mortgaged
        for deck in place.cards:
            state.held[deck] = seat
    state.cash[POT] += where.pot
    state.cash[BANK] -= where.pot
    state.decks = []
    state.agenda = []
    playing = [seat for seat in range(seats) if state.playing[seat]]
    if where.turn == NOBODY:
        state.agenda.append(AskOrder(playing[0], tuple(playing[1:]), ()))
        if rules.short:
            state.agenda.append(AskDeal(playing[0], (*playing[1:], *playing)))
    else:
        state.agenda.append(AskRoll(where.turn))
    for deck in (1, 0):  # Chance is shuffled first, since its ask is on top
        cards = rules.decks[deck]
        known = where.tops.get(deck, [])
        rest = [
            i
            for i, card in enumerate(cards)
            if i not in known and not (card.do == "jail-free" and state.held[deck] != NOBODY)
        ]
        state.decks.append(known + rest)
        if len(rest) > 1 and not by_hand:
            state.agenda.append(AskShuffle(deck, len(rest)))
    state.decks.reverse()
    return state
