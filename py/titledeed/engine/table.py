"""The table: the only code that changes a State.

Each method ("verb") is one kind of change. If a player could dispute the change, the method takes
``because``, the clauses that govern it. A table without a list for events drops them, which makes it faster
for the simulation of many games.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .words import (
    BANK,
    FREE,
    HOTEL,
    HOUSE,
    NOBODY,
    POT,
    QUIET,
    SPACES,
    Ask,
    AskDeal,
    AskDice,
    AskEnd,
    AskOrder,
    AskRoll,
    AskShuffle,
    Because,
    Claim,
    Due,
    Event,
    Over,
    Rules,
    Settle,
    State,
    Step,
)

_ROLL = tuple(AskRoll(seat) for seat in range(8))
_END = tuple(AskEnd(seat) for seat in range(8))
_SETTLE = tuple(Settle(seat) for seat in range(8))
_DICE = tuple(AskDice(seat, "move") for seat in range(8))
_DICE_RELEASED = tuple(AskDice(seat, "move", True) for seat in range(8))


def collected(because: Because, payee: int) -> Because:
    """The clauses of a payment to this account. ``bank.collects`` is among those of taxes and fines, which a
    house rule may send into the pot."""
    if payee != POT:
        return because
    return tuple(clause for clause in because if clause != "bank.collects")


class Table:
    """A State with the methods that change it. ``events``: the list for events, or None to drop them.
    ``also``: clauses that every event cites besides its own, as long as they are set."""

    __slots__ = ("also", "events", "rules", "s")

    def __init__(self, state: State, events: list[Event] | None) -> None:
        self.s = state
        self.rules = state.rules
        self.events = events
        self.also: Because = ()

    # ------------------------------------------------------------ telling

    def tell(self, kind: str, because: Because, **facts: object) -> None:
        """Append an event, if events are wanted."""
        if self.events is not None:
            self.events.append(Event(kind, because + self.also, facts))

    def forgets(self, debtor: int, amount: int) -> bool:
        """Whether nobody will ever see the clauses of this payment, so that they need not be worked out: no
        events are wanted, and the cash covers it, so that no debt keeps them in the state.

        The state itself must never depend on whether events are wanted: undo replays without them."""
        return self.events is None and self.s.cash[debtor] >= amount

    # ------------------------------------------------------------ money

    def pay(
        self, payer: int, payee: int, amount: int, because: Because, purpose: str, space: int = -1
    ) -> None:
        """Move ``amount`` whole units between two accounts. The caller must have checked that the payer has
        them; the Bank always does (bank.never-broke). ``purpose``: the kind of payment, ``space``: the
        property concerned, or -1."""
        cash = self.s.cash
        cash[payer] -= amount
        cash[payee] += amount
        if self.events is not None:
            self.events.append(
                Event(
                    "pay",
                    collected(because, payee) + self.also,
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
        because: Because,
        purpose: str,
        space: int = -1,
    ) -> None:
        """Pay at once if the cash covers it; else push a debt onto the agenda."""
        if self.s.cash[debtor] >= amount:
            self.pay(debtor, creditor, amount, because, purpose, space)
        else:
            self.s.agenda.append(Due(debtor, creditor, amount, because, purpose, space))

    # ------------------------------------------------------------ deeds and buildings

    def deed(self, space: int, to: int, because: Because) -> None:
        """Give a deed to a seat or the Bank. Its mortgage stays on it."""
        s = self.s
        before = s.owner[space]
        s.owner[space] = to
        s.changes += 1
        if self.events is not None:
            self.tell(
                "deed", because, space=space, giver=before, to=to, mortgaged=s.mortgaged[space]
            )

    def turn_deed(self, space: int, face_down: bool, because: Because) -> None:
        """Mark a deed as mortgaged or unmortgaged. The caller pays the money."""
        self.s.mortgaged[space] = face_down
        self.s.changes += 1
        if self.events is not None:
            self.tell(
                "mortgage" if face_down else "redeem",
                because,
                space=space,
                seat=self.s.owner[space],
            )

    def note_mortgage_money(self, seat: int) -> None:
        """Note that the mover took a mortgage in this move (purchase.mortgage-same-move)."""
        if seat == self.s.turn and not isinstance(self.s.agenda[-1], QUIET):
            self.s.mortgage_money = True

    def stack(self, space: int, level: int, because: Because) -> None:
        """Set the building level of a street. The pieces come from the Bank's stock and go back to it."""
        s = self.s
        before = s.level[space]
        top = self.rules.top
        stock = s.stock
        stock[HOUSE] += (before if before < top else 0) - (level if level < top else 0)
        stock[HOTEL] += (before == top) - (level == top)
        s.level[space] = level
        s.changes += 1
        if self.events is not None:
            self.tell(
                "build" if level > before else "unbuild",
                because,
                space=space,
                seat=s.owner[space],
                before=before,
                after=level,
                hotel=level == top or before == top,
                houses_left=stock[HOUSE],
                hotels_left=stock[HOTEL],
            )

    # ------------------------------------------------------------ tokens and jail

    def move(self, seat: int, to: int, because: Because, how: str, steps: int = 0) -> None:
        """Move a token to the space ``to``. ``how``: "throw", "card", "back" or "jail"."""
        s = self.s
        before = s.at[seat]
        s.at[seat] = to
        if s.drawn and self.rules.card_returns_late:
            self.return_drawn(("cards.return-timing",))
        if self.events is not None:
            self.tell("move", because, seat=seat, before=before, to=to, how=how, steps=steps)

    def lap(self, seat: int) -> None:
        """Count a crossing of GO."""
        self.s.laps[seat] += 1

    def lock_up(self, seat: int, because: Because) -> None:
        """Send a seat straight to jail, without salary or a further throw (jail.direct, jail.ends-turn)."""
        s = self.s
        self.move(seat, self.rules.jail_at, because, "jail")
        s.jail[seat] = 0
        s.again = False

    def serve(self, seat: int, because: Because) -> None:
        """Count one more turn spent in jail."""
        self.s.jail[seat] += 1
        if self.events is not None:
            self.tell("stay", because, seat=seat, turns=self.s.jail[seat])

    def release(self, seat: int) -> None:
        """Mark the pending throw as that of a player who has just left jail."""
        self.s.agenda[-1] = AskRoll(seat, True)

    def spend_doubles(self, seat: int) -> None:
        """Mark the doubles of this move as used up by leaving jail, so that they earn no further throw."""
        self.s.agenda[-1] = Settle(seat, True)

    def free(self, seat: int, because: Because, how: str) -> None:
        """Free a seat from jail. Its token stays on the space, and now only visits."""
        self.s.jail[seat] = FREE
        if self.events is not None:
            self.tell("free", because, seat=seat, how=how)

    # ------------------------------------------------------------ cards

    def order_deck(self, deck: int, order: list[int], because: Because) -> None:
        """Set the order of a deck; cards known from the record stay on top."""
        self.s.decks[deck] = order
        self.tell("shuffle", because, deck=deck)

    def draw(self, deck: int, card: int, seat: int, because: Because) -> None:
        """Take a card out of its deck. It lies open until it is put back."""
        s = self.s
        s.decks[deck].remove(card)
        s.drawn.append((deck, card))
        if self.events is not None:
            self.tell("card", because, seat=seat, deck=deck, card=card)

    def put_back(self, deck: int, card: int, because: Because) -> None:
        """Put a drawn card under its deck, face down; do nothing if it is back already."""
        s = self.s
        if (deck, card) in s.drawn:
            s.drawn.remove((deck, card))
            s.decks[deck].append(card)
            if self.events is not None:
                self.tell("card-back", because, deck=deck, card=card)

    def return_drawn(self, because: Because) -> None:
        """Put all drawn cards back, in the order in which they were drawn."""
        for deck, card in list(self.s.drawn):
            self.put_back(deck, card, because)

    def hold(self, deck: int, card: int, seat: int, because: Because) -> None:
        """Give a drawn jail card to the seat that drew it."""
        s = self.s
        s.drawn.remove((deck, card))
        s.held[deck] = seat
        s.bought[deck] = False
        self.tell("hold", because, seat=seat, deck=deck)

    def hand_card(self, deck: int, to: int, because: Because) -> None:
        """Give a held jail card to another seat, or to the Bank, which puts it under its deck."""
        s = self.s
        before = s.held[deck]
        if to >= 0:
            s.held[deck] = to
            s.bought[deck] = True
        else:
            s.held[deck] = NOBODY
            card = next(i for i, c in enumerate(self.rules.decks[deck]) if c.do == "jail-free")
            s.decks[deck].append(card)
        self.tell("hand-card", because, deck=deck, giver=before, to=to)

    # ------------------------------------------------------------ the agenda

    def push(self, item: Ask | Step) -> None:
        self.s.agenda.append(item)

    def pop(self) -> Ask | Step:
        return self.s.agenda.pop()

    def ask_roll(self, seat: int) -> None:
        self.s.agenda.append(_ROLL[seat])

    def ask_end(self, seat: int, freed: bool) -> None:
        self.s.agenda.append(AskEnd(seat, True) if freed else _END[seat])

    def begin_move(self, seat: int, released: bool) -> None:
        """Replace the pending throw by a request for dice. The table is busy until the move is settled."""
        s = self.s
        s.agenda[-1] = _SETTLE[seat]
        s.agenda.append(_DICE_RELEASED[seat] if released else _DICE[seat])
        s.mortgage_money = False

    def rebuild_agenda(self, agenda: list[Ask | Step]) -> None:
        """Replace the whole agenda, after a seat has retired."""
        self.s.agenda[:] = agenda

    # ------------------------------------------------------------ turns

    def count_throw(self) -> bool:
        """Note a throw of the mover. Returns whether it is the first one of this turn."""
        s = self.s
        first = not s.thrown
        s.thrown = True
        return first

    def count_doubles(self, again: bool) -> int:
        """Count one more doubles in this turn, and return their number. ``again``: it earns another throw."""
        s = self.s
        s.doubles += 1
        s.again = again
        return s.doubles

    def use_up_throw(self) -> None:
        """Note that no further throw is owed: it is being made, or it is forfeited."""
        self.s.again = False

    def give_turn(self, seat: int, new_round: bool, because: Because) -> None:
        """Pass the turn to ``seat``."""
        s = self.s
        s.turn = seat
        s.turns += 1
        s.doubles = 0
        s.again = s.thrown = s.mortgage_money = False
        if new_round:
            s.round += 1
        s.agenda.append(_ROLL[seat])
        if self.events is not None:
            self.tell("turn", because, seat=seat, round=s.round, new_round=new_round)

    def first_turn(self, seat: int, because: Because) -> None:
        """Begin round 1 with the winner of the starting throws."""
        s = self.s
        s.turn = s.starter = seat
        s.round = s.turns = 1
        s.agenda.append(_ROLL[seat])
        self.tell("start", because, seat=seat)

    def count_draw(self) -> None:
        """Count one more answer of chance."""
        self.s.draws += 1

    def agree_time_up(self, because: Because) -> None:
        """Note that the agreed minutes are over, so that the game ends with this round."""
        self.s.time_up = True
        self.tell("time-up", because)

    # ------------------------------------------------------------ rent claims

    def open_claim(self, claim: Claim, because: Because) -> None:
        self.s.claims.append(claim)
        self.tell(
            "claim-open",
            because,
            space=claim.space,
            by=claim.by,
            of=claim.of,
            amount=claim.amount,
            times=claim.times,
        )

    def close_claim(self, claim: Claim, because: Because, lapsed: bool) -> None:
        self.s.claims.remove(claim)
        if lapsed:
            self.tell(
                "claim-lapse",
                because,
                space=claim.space,
                by=claim.by,
                of=claim.of,
                amount=claim.amount,
            )

    def age_claim(self, old: Claim, new: Claim) -> None:
        self.s.claims[self.s.claims.index(old)] = new

    # ------------------------------------------------------------ leaving and the end

    def retire(self, seat: int, because: Because, creditor: int) -> None:
        """Take a seat out of the game for good (bankruptcy.retire)."""
        s = self.s
        s.playing[seat] = False
        s.jail[seat] = FREE
        s.bankrupts += 1
        self.tell("bankrupt", because, seat=seat, creditor=creditor)

    def finish(self, winners: tuple[int, ...], because: Because, **facts: object) -> None:
        """End the game."""
        s = self.s
        s.claims.clear()
        s.again = False
        s.agenda[:] = [Over(winners, because)]
        self.tell("over", because, winners=winners, **facts)


# ---------------------------------------------------------------- laying out


@dataclass
class SeatAt:
    """A seat of a starting position. None means as at the start of a game by the rulebook."""

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


def lay_out(
    rules: Rules, seats: int, position: Position | None = None, *, asked: bool, by_hand: bool
) -> State:
    """The State before the first answer.

    The caller must have checked the position (``position.py``). ``asked``: owners must ask for rent.
    ``by_hand``: people enter dice and cards, so decks are not shuffled. The opening cash comes from the Bank
    (setup.starting-cash)."""
    where = position or Position()
    places = where.seats or [SeatAt() for _ in range(seats)]
    s = State.__new__(State)
    s.rules = rules
    s.cash = [0] * (seats + 2)
    s.at = [0] * seats
    s.jail = [FREE] * seats
    s.laps = [0] * seats
    s.playing = [True] * seats
    s.owner = [BANK] * SPACES
    s.level = [0] * SPACES
    s.mortgaged = [False] * SPACES
    s.held = [NOBODY, NOBODY]
    s.bought = [False, False]
    s.stock = list(rules.stock)
    s.drawn = []
    s.claims = list(where.claims)
    s.starter = s.turn = max(where.turn, 0)
    s.round = where.round
    s.turns = 1
    s.doubles = where.doubles
    s.again = False
    s.thrown = where.doubles > 0
    s.mortgage_money = False
    s.draws = 0
    s.bankrupts = 0
    s.time_up = False
    s.rent_asked = asked
    s.by_hand = by_hand
    s.changes = 0
    for seat, place in enumerate(places):
        if place.out:
            s.playing[seat] = False
            s.bankrupts += 1
        cash = place.cash
        if cash is None:
            cash = 0 if place.out else rules.starting_cash
        s.cash[seat] += cash
        s.cash[BANK] -= cash
        s.jail[seat] = place.jail
        if place.jail != FREE:
            s.at[seat] = rules.jail_at
        elif place.at is not None:
            s.at[seat] = place.at
        s.laps[seat] = place.laps
        for space, level in place.deeds.items():
            s.owner[space] = seat
            s.level[space] = level
            s.stock[HOUSE] -= level if level < rules.top else 0
            s.stock[HOTEL] -= level == rules.top
            s.mortgaged[space] = space in place.mortgaged
        for deck in place.cards:
            s.held[deck] = seat
    s.cash[POT] += where.pot
    s.cash[BANK] -= where.pot
    s.decks = []
    s.agenda = []
    playing = [seat for seat in range(seats) if s.playing[seat]]
    if where.turn == NOBODY:
        s.agenda.append(AskOrder(playing[0], tuple(playing[1:]), ()))
        if rules.short:
            s.agenda.append(AskDeal(playing[0], (*playing[1:], *playing)))
    else:
        s.agenda.append(AskRoll(where.turn))
    for deck in (1, 0):  # the Chance deck is shuffled first: its ask lies on top
        cards = rules.decks[deck]
        known = where.tops.get(deck, [])
        rest = [
            i
            for i, card in enumerate(cards)
            if i not in known and not (card.do == "jail-free" and s.held[deck] != NOBODY)
        ]
        s.decks.append(known + rest)
        if len(rest) > 1 and not by_hand:
            s.agenda.append(AskShuffle(deck, len(rest)))
    s.decks.reverse()
    return s
