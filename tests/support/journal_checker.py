"""Judges the journal's sentences by the states before and after an answer. It sees no event.

:meth:`Checker.faults` reads the English sentences like a player. Each must have a known form
(``journal_forms``) and be true of the two states. All sentences about one answer together must
account for every payment, deed, building, mortgage, token and jail card that changed owner or place.
They may account for nothing else. The checker computes rents, prices and salaries independently.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from journal_forms import Goods, Language
from titledeed import api as w
from titledeed.engine import agenda_step_types
from titledeed.engine.answers import (
    Answer,
    Bundle,
)
from titledeed.engine.board_and_rules_types import Card, Rules
from titledeed.engine.special_seats_and_ids import BANK, FREE, HOTEL, HOUSE, NOBODY, POT
from titledeed.engine.state import (
    Claim,
    State,
)

Judge: TypeAlias = "Callable[..., None]"
_FORMS: Final[dict[str, Judge]] = {}


def form(*sentences: str) -> Callable[[Judge], Judge]:
    """Register a function as the judge of these forms; the values read from them are its arguments."""

    def mark(judge: Judge) -> Judge:
        for sentence in sentences:
            assert sentence not in _FORMS, sentence
            _FORMS[sentence] = judge
        return judge

    return mark


def forms() -> tuple[str, ...]:
    """Return every known form of a sentence."""
    return tuple(_FORMS)


class Board:
    """A board with all that players have; the sentences are applied to it one by one."""

    def __init__(self, state: State) -> None:
        self.cash = state.cash[:]
        self.at = state.at[:]
        self.jail = state.jail[:]
        self.laps = state.laps[:]
        self.playing = state.playing[:]
        self.owner = state.owner[:]
        self.level = state.level[:]
        self.mortgaged = state.mortgaged[:]
        self.held = state.held[:]
        self.claims = sorted((claim.space, claim.by, claim.of) for claim in state.claims)

    def differences(self, state: State) -> Iterator[str]:
        for name in vars(self):
            if name == "claims":
                actual: Any = sorted((claim.space, claim.by, claim.of) for claim in state.claims)
            else:
                actual = getattr(state, name)
            told = getattr(self, name)
            if told != actual:
                yield f"the sentences leave {name} at {told}, and it is {actual}"


class Landing(NamedTuple):
    """The board when a rent fell due; ``throw``: the sum of the dice that count for a utility."""

    owner: list[int]
    level: list[int]
    mortgaged: list[bool]
    card: Card | None
    throw: int


class Move(NamedTuple):
    """The last move of a token in one answer. ``forward``: whether it may have passed GO."""

    seat: int
    start: int
    end: int
    forward: bool


class Checker:
    """Follows the journal of one game, answer by answer. ``seen`` counts the forms that occurred."""

    def __init__(self, rules: Rules, names: Sequence[str], you: int = -1) -> None:
        self.rules = rules
        self.language = Language(rules, names, forms(), you)
        self.seen: Counter[str] = Counter()
        # The board when rents fell due that are not yet paid.
        self._claimed: dict[tuple[int, int, int, int], Landing] = {}
        self._owed: dict[tuple[int, int, int], Landing] = {}
        self._thrown: dict[int, tuple[int, int]] = {}  # each seat's last throw for a move

    def faults(
        self, before: State, answer: Answer | None, after: State, sentences: Sequence[str]
    ) -> list[str]:
        """Return the faults of the sentences about one answer; [] if they are true.

        ``answer``: gives the dice and the card in play. Call this for each answer of a game in turn."""
        return Page(self, before, answer, after).read(sentences)

    def fork(self) -> Checker:
        """Return another checker that has read the same sentences."""
        other = copy.copy(self)
        other.seen = Counter()
        other._claimed, other._owed = dict(self._claimed), dict(self._owed)
        other._thrown = dict(self._thrown)
        return other

    def false_alone(
        self,
        before: State,
        answer: Answer | None,
        after: State,
        sentences: Sequence[str],
        alone: str,
    ) -> list[str]:
        """Return the faults of a sentence about a payment that appears alone.

        The list of turning points shows such sentences without the others about the answer. Call this
        before :meth:`faults`."""
        if alone in sentences:
            return []
        whole, page = (Page(self, before, answer, after) for _ in range(2))
        for sentence in sentences:
            whole.judge(sentence)
        for name in ("dice", "rent_throw", "card", "bid"):
            setattr(page, name, getattr(whole, name))
        page.board.at = whole.board.at
        page.judge(alone)
        return page.faults


class Page:
    """The sentences about one answer."""

    def __init__(self, checker: Checker, before: State, answer: Answer | None, after: State):
        self.checker = checker
        self.rules = checker.rules
        self.language = checker.language
        self.before, self.answer, self.after = before, answer, after
        self.ask: Any = before.ask
        self.now: Any = after.ask
        self.board = Board(before)
        self.faults: list[str] = []
        self._sentence = ""
        # The facts from earlier sentences about this answer.
        self.dice: tuple[int, int, int] | None = None  # the seat and its throw
        self.third_try = False
        self.rent_throw = 0
        self.card: Card | None = None
        self.move: Move | None = None
        self.broke: tuple[int, int] | None = None
        self.bid: tuple[int, int] | None = None
        self.estate_told = False
        self.got: set[int] = set()  # the seats that built, placed or won a building
        self.lapsed: set[int] = set()
        self.last_word = False  # whether nothing more can happen

    def read(self, sentences: Sequence[str]) -> list[str]:
        for n, sentence in enumerate(sentences):
            self.judge(sentence)
            self.must(sentence not in sentences[:n], "it is said twice")
            self.must(min(self.board.cash[: self.before.seats]) >= 0, "somebody is below zero")
        self._sentence = " / ".join(sentences)
        for seat in self.lapsed & self.got:
            self.must(False, f"seat {seat} gets a building and gets none")
        if isinstance(self.now, w.Over):
            self.board.claims.clear()
        for difference in self.board.differences(self.after):
            self.must(False, difference)
        self._keep_landings()
        return self.faults

    def judge(self, sentence: str) -> None:
        self._sentence = sentence
        self.must(not self.last_word, "it comes too late")
        read = self.language.read(sentence)
        if read is None:
            self.must(False, "no such form is known")
            return
        self.checker.seen[read.form] += 1
        facts = read.facts
        if "space" in facts:
            facts["space"] = self._one(facts["space"], facts.get("seat", 0))
        try:
            _FORMS[read.form](self, **facts)
        except (LookupError, ValueError, AttributeError, StopIteration) as error:
            self.must(False, f"nothing of the kind can be: {error!r}")

    def must(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.faults.append(f"“{self._sentence}”: {otherwise}")

    def _one(self, spaces: tuple[int, ...], seat: int) -> int:
        """Return the space with this name; if several have it, the one that the seat is on."""
        there = self.after.at[seat]
        return there if there in spaces else spaces[0]

    # ------------------------------------------------------------ what the books say

    def whole(self, space: int, owner: Sequence[int]) -> bool:
        """Return whether one player owns the whole group of the space."""
        return len({owner[i] for i in self.rules.members[space]}) == 1

    def rent(self, space: int, landing: Landing) -> int:
        """Return the rent of the space for the goods at the landing."""
        rules, owner = self.rules, landing.owner
        rents = rules.rents[space]
        mine = [i for i in rules.members[space] if owner[i] == owner[space]]
        if rules.kind[space] == "utility":
            both = [i for i in rules.members[space] if owner[i] != BANK]
            count = len(both if rules.utility_by_anyone else mine)
            times = rents[1] if count == 2 else rents[0]
            if landing.card is not None and landing.card.kind == "utility":
                times = 10
            return times * landing.throw
        if rules.kind[space] == "railroad":
            return rents[len(mine) - 1]
        level = landing.level[space]
        if level == 0:
            return rents[0] * (2 if self.whole(space, owner) else 1)
        return rents[5] if level == rules.top else rents[level]

    def refund(self, space: int, levels: int) -> int:
        return levels * (self.rules.cost[space] // 2)

    def score(self, seat: int) -> int:
        total = self.board.cash[seat]
        for i in self.rules.ownable:
            if self.board.owner[i] == seat:
                price = self.rules.price[i]
                total += price // 2 if self.board.mortgaged[i] else price
                total += self.board.level[i] * self.rules.cost[i]
        return total

    def worth(self, seat: int) -> int:
        """Return the worth that counts for the income tax."""
        deeds = [i for i in self.rules.ownable if self.board.owner[i] == seat]
        in_deeds = sum(
            self.rules.price[i] + self.board.level[i] * self.rules.cost[i] for i in deeds
        )
        return self.board.cash[seat] + in_deeds

    # ------------------------------------------------------------ parts of judgements

    def pay(self, payer: int, payee: int, amount: int) -> None:
        self.board.cash[payer] -= amount
        self.board.cash[payee] += amount

    def walk(self, seat: int, to: int, steps: int) -> None:
        start = self.board.at[seat]
        self.must((start + steps) % 40 == to, f"{steps} spaces on from {start} is not {to}")
        self.move = Move(seat, start, to, True)
        self.board.at[seat] = to

    def into_jail(self, seat: int) -> None:
        self.board.at[seat] = self.rules.jail_at
        self.board.jail[seat] = 0

    def throw(self, seat: int, dice: tuple[int, int], purpose: str) -> None:
        a, b = dice
        self.must(
            isinstance(self.ask, w.AskDice)
            and self.ask.mover == seat
            and self.ask.purpose == purpose,
            "no such throw was due",
        )
        self.must(1 <= a <= 6 and 1 <= b <= 6, "no dice show that")
        if isinstance(self.answer, w.Dice):
            self.must((a, b) == (self.answer.a, self.answer.b), "the dice show something else")
        self.dice = seat, a, b
        if purpose == "move":
            self.checker._thrown[seat] = dice

    def throw_of_a_move(self, seat: int, dice: tuple[int, int], *, jailed: bool = False) -> int:
        """Return the sum of a throw by which the seat moves, and check that it may move."""
        self.throw(seat, dice, "move")
        self.must((self.board.jail[seat] != FREE) == jailed, "about jail")
        if not jailed and dice[0] == dice[1]:
            self.must(self.before.doubles < 2, "it is the third doubles")
        return sum(dice)

    def causes(self, payer: int, payee: int, amount: int, purpose: str, space: int = -1) -> bool:
        """Return whether this payment was owed, for this space if it is for one."""
        for item in self.before.agenda:
            if isinstance(item, (agenda_step_types.Due, w.AskDebt)):
                owed = (item.seat, item.creditor, item.amount)
                if owed == (payer, payee, amount) and (item.what, item.space) == (purpose, space):
                    return True
        return False

    def card_does(self, *effects: str) -> bool:
        return self.card is not None and self.card.do in effects

    def collector(self) -> int:
        return POT if self.rules.pot else BANK

    def landing(self) -> Landing:
        throw = sum(self.dice[1:]) if self.dice else 0
        board = self.board
        return Landing(
            board.owner[:], board.level[:], board.mortgaged[:], self.card, self.rent_throw or throw
        )

    def _keep_landings(self) -> None:
        """Record the goods of the moment for each rent that has fallen due and is not yet paid."""
        claimed, owed = self.checker._claimed, self.checker._owed
        now = self.landing()
        rents = set()
        for item in self.after.agenda:
            match item:
                case agenda_step_types.Due() | w.AskDebt() if item.what == "rent":
                    rents.add((item.seat, item.creditor, item.space))
                case w.AskRentRoll():
                    rents.add((item.seat, item.owner, item.space))
        for debtor, owner, space in rents - set(owed):
            closed = self._asked_claims(owner, debtor, space)
            landed = next((claimed[key] for key in closed), now)
            owed[debtor, owner, space] = landed
        for rent in set(owed) - rents:
            del owed[rent]
        for rent in rents if self.rent_throw else ():
            owed[rent] = owed[rent]._replace(throw=self.rent_throw)
        claims = {(c.of, c.by, c.space, c.turn) for c in self.after.claims}
        for claim in claims - set(claimed):
            claimed[claim] = now
        for claim in set(claimed) - claims:
            del claimed[claim]

    # ------------------------------------------------------------ throws

    @form("{seat} throw[s|] {dice} to see who begins.")
    def _for_the_start(self, seat: int, dice: tuple[int, int]) -> None:
        self.throw(seat, dice, "order")
        if isinstance(self.now, w.AskOrder) and self.now.totals:
            self.must((seat, sum(dice)) in self.now.totals, "another total is noted")

    def _totals(self) -> dict[int, int]:
        order: Any = self.before.agenda[-2] if len(self.before.agenda) > 1 else None
        totals = dict(order.totals) if isinstance(order, w.AskOrder) else {}
        if self.dice:
            totals[self.dice[0]] = self.dice[1] + self.dice[2]
        return totals

    @form("{seats} tie at {n} and throw again.")
    def _tie(self, seats: tuple[int, ...], n: int) -> None:
        totals = self._totals()
        first = {seat for seat, total in totals.items() if total == max(totals.values())}
        self.must(first == set(seats) and len(first) > 1, "others threw the most")
        self.must(n == max(totals.values(), default=0), "the total is another")
        self.must(
            isinstance(self.now, w.AskOrder) and {self.now.seat, *self.now.rest} == set(seats),
            "others throw again",
        )

    @form("{seat} begin[s|].")
    def _begins(self, seat: int) -> None:
        totals = self._totals()
        self.must(totals.get(seat) == max(totals.values(), default=0), "another threw more")
        self.must(self.after.turn == self.after.starter == seat, "another has the first turn")
        for_the_start = isinstance(self.ask, w.AskDice) and self.ask.purpose == "order"
        self.must(for_the_start, "the game is under way")

    @form("{seat} throw[s|] {dice} for the rent of {space}.")
    def _for_the_rent(self, seat: int, dice: tuple[int, int], space: int) -> None:
        self.throw(seat, dice, "rent")
        roll: Any = self.before.agenda[-2]
        self.must(
            isinstance(roll, w.AskRentRoll) and (roll.seat, roll.space) == (seat, space),
            "the throw is not for this",
        )
        self.rent_throw = sum(dice)

    @form("{seat} throw[s|] {dice}, no doubles, and stay[s|] in {jail}.")
    def _stays(self, seat: int, dice: tuple[int, int]) -> None:
        self.throw(seat, dice, "move")
        self.must(dice[0] != dice[1], "it is doubles")
        self.must(self.board.jail[seat] in (0, 1), "it is no try that may fail")
        self.board.jail[seat] += 1

    @form("{seat} throw[s|] {dice}, doubles for the third time in one turn, and go[es|] to {jail}.")
    def _third_doubles(self, seat: int, dice: tuple[int, int]) -> None:
        self.throw(seat, dice, "move")
        self.must(dice[0] == dice[1], "it is no doubles")
        self.must(self.before.doubles == 2 and self.before.turn == seat, "it is not the third")
        self.must(self.board.jail[seat] == FREE, "the player is in jail")
        self.into_jail(seat)

    @form("{seat} throw[s|] {dice}: no doubles on the third try.")
    def _third_try(self, seat: int, dice: tuple[int, int]) -> None:
        self.throw(seat, dice, "move")
        self.must(dice[0] != dice[1], "it is doubles")
        self.must(self.board.jail[seat] == 2, "it is not the third try")
        self.third_try = True

    @form("{seat} throw[s|] {dice}, land[s|] on {space} and go[es|] to {jail}.")
    def _lands_and_is_jailed(self, seat: int, dice: tuple[int, int], space: int) -> None:
        self.walk(seat, space, self.throw_of_a_move(seat, dice))
        self.must(self.rules.kind[space] == "go-to-jail", "that space sends nobody to jail")
        self.into_jail(seat)

    @form("{seat} throw[s|] doubles, {dice}, and move[s|] from {jail} to {space}.")
    def _doubles_out(self, seat: int, dice: tuple[int, int], space: int) -> None:
        self.walk(seat, space, self.throw_of_a_move(seat, dice, jailed=True))
        self.must(dice[0] == dice[1], "it is no doubles")
        self.board.jail[seat] = FREE

    @form("{seat} throw[s|] {dice} and land[s|] on [their|your] own {space}.")
    def _lands_on_own(self, seat: int, dice: tuple[int, int], space: int) -> None:
        self._lands(seat, dice, space)
        self.must(self.board.owner[space] == seat, "another owns it")

    @form("{seat} throw[s|] {dice} and [is|are] only visiting {jail}.")
    def _visits(self, seat: int, dice: tuple[int, int]) -> None:
        self._lands(seat, dice, self.rules.jail_at)

    @form("{seat} throw[s|] {dice} and land[s|] on {space}.")
    def _lands(self, seat: int, dice: tuple[int, int], space: int) -> None:
        self.walk(seat, space, self.throw_of_a_move(seat, dice))

    @form("Doubles: {seat} throw[s|] again.")
    def _again(self, seat: int) -> None:
        a, b = self.checker._thrown.get(seat, (0, 0))
        self.must(a == b, f"the last throw was {a} + {b}")
        self.must(self.after.turn == seat and self.after.doubles > 0, "the throw is not due")
        self.must(isinstance(self.now, w.AskRoll) and self.now.seat == seat, "no throw is asked")
        self.must(not isinstance(self.ask, w.AskRoll), "it was asked before")
        self.last_word = True
        self.must(self.board.jail[seat] == FREE, "the player is in jail")

    @form("The agreed time is up. This is the last round.")
    def _time_up(self) -> None:
        self.must(self.rules.limit_minutes > 0, "no time was agreed")
        self.must(self.after.time_up and not self.before.time_up, "the time is not up")

    @form("The next round is the last one.")
    def _last_but_one(self) -> None:
        self._round_begins(self.rules.limit_rounds - 1)

    @form("This is the last round.")
    def _last_round(self) -> None:
        self._round_begins(self.rules.limit_rounds)

    def _round_begins(self, round_: int) -> None:
        self.must(self.rules.limit_rounds > 0, "no rounds were agreed")
        self.must(self.after.round == round_, f"it is round {self.after.round}")
        self.must(self.before.round == round_ - 1, "the round does not begin")

    # ------------------------------------------------------------ tokens

    def _leaves_jail(self, seat: int) -> None:
        self.must(self.board.jail[seat] != FREE, "the player is not in jail")
        self.board.jail[seat] = FREE

    @form("{seat} go[es|] to {jail}.")
    def _goes_to_jail(self, seat: int) -> None:
        by_card = self.card_does("go-to-jail")
        by_space = self.rules.kind[self.board.at[seat]] == "go-to-jail"
        self.must(by_card or by_space, "nothing sends the player there")
        self.into_jail(seat)

    @form("{seat} move[s|] to {space} and from there to {jail}.")
    def _moves_and_is_jailed(self, seat: int, space: int) -> None:
        self._moves(seat, space)
        self.must(self.rules.kind[space] == "go-to-jail", "that space sends nobody to jail")
        self.into_jail(seat)

    @form("{seat} go[es|] back {n} space to {space}.", "{seat} go[es|] back {n} spaces to {space}.")
    def _goes_back(self, seat: int, n: int, space: int) -> None:
        self.must(("spaces" in self._sentence) == (n != 1), "one or several spaces")
        self.must(self.card_does("back", "back-to"), "no card says so")
        if self.card is not None and self.card.do == "back":
            self.must(n == self.card.steps, "the card names another number")
        start = self.board.at[seat]
        self.must((start - n) % 40 == space, f"{n} spaces back from {start} is not {space}")
        self.move = Move(seat, start, space, False)
        self.board.at[seat] = space

    @form("{seat} move[s|] to [their|your] own {space}.")
    def _moves_to_own(self, seat: int, space: int) -> None:
        self._moves(seat, space)
        self.must(self.board.owner[space] == seat, "another owns it")

    @form("{seat} move[s|] to {space}.")
    def _moves(self, seat: int, space: int) -> None:
        start = self.board.at[seat]
        goals = set()
        if self.third_try and self.dice:
            goals.add((start + self.dice[1] + self.dice[2]) % 40)
        leaving = (item for item in self.before.agenda if isinstance(item, agenda_step_types.Leave))
        goals |= {(start + item.steps) % 40 for item in leaving if item.seat == seat}
        if self.card is not None and self.card.do == "advance":
            goals.add(self.card.to)
        if self.card is not None and self.card.do == "nearest":
            ways = ((start + n) % 40 for n in range(1, 41))
            goals.add(next(i for i in ways if self.rules.kind[i] == self.card.kind))
        self.must(space in goals, f"nothing leads there, but to {sorted(goals)}")
        self.must(space != start, "the token is there already")
        self.must(self.board.jail[seat] == FREE, "the player is in jail")
        self.move = Move(seat, start, space, True)
        self.board.at[seat] = space

    # ------------------------------------------------------------ GO

    def _salary(self, seat: int, amount: int, *, landed: bool) -> None:
        wanted = self.rules.salary[seat]
        if landed and self.rules.go_landing_double:
            wanted *= 2
        self.must(amount == wanted, f"the salary is {wanted}")
        self.pay(BANK, seat, amount)
        self.board.laps[seat] += 1

    @form("{seat} pass[es|] {go} and collect[s|] {amount} {salary}.")
    def _passes_go(self, seat: int, amount: int) -> None:
        move = self.move
        passed = move is not None and move.seat == seat and move.forward and move.end <= move.start
        self.must(passed, "the token has not come past it")
        self.must(move is not None and move.end != 0, "the token stands on it")
        self._salary(seat, amount, landed=False)

    @form("{seat} reach[es|] {go} and collect[s|] {amount} {salary}.")
    def _reaches_go(self, seat: int, amount: int) -> None:
        move = self.move
        self.must(
            move is not None and move.seat == seat and move.forward, "the token has not moved"
        )
        self.must(self.board.at[seat] == 0, "the token stands elsewhere")
        self._salary(seat, amount, landed=True)

    @form("{seat} pass[es|] {go} again and collect[s|] nothing.")
    def _passes_go_again(self, seat: int) -> None:
        move, ask = self.move, self.ask
        passed = move is not None and move.seat == seat and move.forward and move.end <= move.start
        self.must(passed and self.board.at[seat] != 0, "the token has not come past it")
        self.must(isinstance(ask, w.AskCard) and ask.salaried, "it is the first time in this move")
        self.must(self.rules.book == "australian", "the book pays again")
        self.board.laps[seat] += 1

    @form("{seat} collect[s|] {amount} {salary}.")
    def _collects_salary(self, seat: int, amount: int) -> None:
        self._salary(seat, amount, landed=self.board.at[seat] == 0)

    # ------------------------------------------------------------ property

    def _gets_deed(self, seat: int, space: int) -> None:
        self.must(self.board.owner[space] == BANK, "the Bank does not have it")
        self.must(space in self.rules.ownable, "it has no deed")
        self.board.owner[space] = seat

    @form("{seat} buy[s|] {space} for {amount}.")
    def _buys(self, seat: int, space: int, amount: int) -> None:
        self.must(
            self.ask == w.AskBuy(seat, space, getattr(self.ask, "by_card", False)), "not asked"
        )
        self.must(amount == self.rules.price[space], "the price is another")
        self.must(self.board.at[seat] == space, "the player is not there")
        self._gets_deed(seat, space)
        self.pay(seat, BANK, amount)

    @form("{seat} [is|are] dealt {space} and pay[s|] {amount}.")
    def _is_dealt(self, seat: int, space: int, amount: int) -> None:
        self._pays_for_a_deed(seat, amount, space)

    def _receives_deed(self, seat: int, space: int) -> None:
        dealt = isinstance(self.ask, w.AskDeal) and self.ask.receiver == seat
        self.must(dealt, "nothing is dealt to the player")
        if isinstance(self.answer, w.Deal):
            self.must(self.answer.space == space, "another deed was drawn")
        self._gets_deed(seat, space)

    @form("{seat} pay[s|] {amount} for {space}.")
    def _pays_for_a_deed(self, seat: int, amount: int, space: int) -> None:
        self._receives_deed(seat, space)
        self.must(amount == self.rules.price[space], "the price is another")
        self.pay(seat, BANK, amount)

    @form("All {deeds} for the Short Game have been dealt.")
    def _all_dealt(self) -> None:
        self.must(isinstance(self.ask, w.AskDeal) and not self.ask.rest, "more are to be dealt")
        self.must(self.rules.variant == "short", "it is no Short Game")

    @form("{seat} may not buy {space} on [their|your] first lap.")
    def _may_not_buy(self, seat: int, space: int) -> None:
        self.must(self.rules.lap_first and not self.board.laps[seat], "the player may")
        self.must(self.board.at[seat] == space, "the player is not there")
        self.must(self.board.owner[space] == BANK, "it is not for sale")

    @form("{seat} mortgage[s|] {space} for {amount}.")
    def _mortgages(self, seat: int, space: int, amount: int) -> None:
        self.must(self.board.owner[space] == seat, "the player does not have it")
        self.must(not self.board.mortgaged[space], "it was already")
        self.must(amount == self.rules.mortgage_value[space], "the mortgage value is another")
        self.board.mortgaged[space] = True
        self.pay(BANK, seat, amount)

    @form("{seat} lift[s|] the mortgage on {space} for {amount}.")
    def _lifts(self, seat: int, space: int, amount: int) -> None:
        self.must(self.board.owner[space] == seat, "the player does not have it")
        self.must(self.board.mortgaged[space], "there is none")
        self.must(amount == self.rules.lift_cost[space], "it costs another sum")
        self.board.mortgaged[space] = False
        self.pay(seat, BANK, amount)

    @form("{seat} pay[s|] {amount} interest on the mortgage of {space}.")
    def _interest(self, seat: int, amount: int, space: int) -> None:
        """A payment that was not owed yet is for the deed that the seat decides on now, and keeps."""
        if not self.causes(seat, BANK, amount, "interest", space):
            rules = self.rules
            self.must(isinstance(self.ask, w.AskTransfer), "it was not owed")
            table = rules.estate_interest if self.ask.estate else rules.transfer_interest
            self.must((self.ask.seat, self.ask.space) == (seat, space), "another is asked")
            self.must(amount == table[space], "the interest is another")
            self.must(self.board.owner[space] == seat, "the player does not have it")
            self.must(self.board.mortgaged[space], "there is no mortgage")
        self.pay(seat, BANK, amount)

    # ------------------------------------------------------------ buildings

    def _grows(self, seat: int, space: int, building: int) -> None:
        top = self.rules.top
        self.must(self.board.owner[space] == seat, "the player does not own it")
        self.must(self.rules.kind[space] == "street", "nothing can be built there")
        hotel = self.board.level[space] == top - 1
        self.must(hotel == (building == HOTEL), "house or hotel")
        self.must(self.board.level[space] < top, "there is no room")
        self.board.level[space] += 1
        self.got.add(seat)

    @form("{seat} build[s|] {a house} on {space} for {amount}.")
    def _builds_house(self, seat: int, space: int, amount: int) -> None:
        self._grows(seat, space, HOUSE)
        self.must(amount == self.rules.cost[space], "it costs another sum")
        self.pay(seat, BANK, amount)

    @form("{seat} build[s|] {a hotel} on {space} for {amount}.")
    def _builds_hotel(self, seat: int, space: int, amount: int) -> None:
        self._grows(seat, space, HOTEL)
        self.must(amount == self.rules.cost[space], "it costs another sum")
        self.pay(seat, BANK, amount)

    @form("{seat} put[s|] {a house} on {space}.")
    def _puts_house(self, seat: int, space: int) -> None:
        self._grows(seat, space, HOUSE)
        self.must(self.ask == w.AskPlace(seat, HOUSE, True), "the player has won none")

    @form("{seat} put[s|] {a hotel} on {space}.")
    def _puts_hotel(self, seat: int, space: int) -> None:
        self._grows(seat, space, HOTEL)
        self.must(self.ask == w.AskPlace(seat, HOTEL, True), "the player has won none")

    @form("{seat} sell[s|] {a house} on {space} for {amount}.")
    def _sells_house(self, seat: int, space: int, amount: int) -> None:
        self.must(self.board.owner[space] == seat, "the player does not own it")
        self.must(0 < self.board.level[space] < self.rules.top, "there is no house")
        self.must(amount == self.refund(space, 1), "it brings another sum")
        self.board.level[space] -= 1
        self.pay(BANK, seat, amount)

    @form("{seat} get[s|] {amount} and {n} {houses} for the {hotel} on {space}.")
    def _sells_hotel(self, seat: int, amount: int, n: int, space: int) -> None:
        self.must(self.board.owner[space] == seat, "the player does not own it")
        self.must(self.board.level[space] == self.rules.top, "there is no hotel")
        self.must(n == self.rules.top - 1, "it is another number")
        self.must(amount == self.refund(space, 1), "it brings another sum")
        self.board.level[space] = n
        self.pay(BANK, seat, amount)

    def _sell_group(self, seat: int, group: int, level: int, amount: int) -> None:
        members = self.rules.edition.groups[group].members
        self.must({self.board.owner[i] for i in members} == {seat}, "the group is not the player’s")
        levels = sum(max(self.board.level[i] - level, 0) for i in members)
        self.must(levels > 0, "nothing was above that")
        self.must(amount == self.refund(members[0], levels), "it brings another sum")
        for i in members:
            self.board.level[i] = min(self.board.level[i], level)
        self.pay(BANK, seat, amount)

    @form("{seat} sell[s|] all buildings on {group} for {amount}.")
    def _sells_everything(self, seat: int, group: int, amount: int) -> None:
        self._sell_group(seat, group, 0, amount)

    @form(
        "{seat} sell[s|] {group} down to {n} {house} each, for {amount} in all.",
        "{seat} sell[s|] {group} down to {n} {houses} each, for {amount} in all.",
    )
    def _sells_down(self, seat: int, group: int, n: int, amount: int) -> None:
        self._sell_group(seat, group, n, amount)
        members = self.rules.edition.groups[group].members
        self.must({self.board.level[i] for i in members} == {n}, "they do not have as many each")

    @form(
        "{seat} sell[s|] {group} down to at most {n} {house} each, for {amount} in all.",
        "{seat} sell[s|] {group} down to at most {n} {houses} each, for {amount} in all.",
    )
    def _sells_down_to_at_most(self, seat: int, group: int, n: int, amount: int) -> None:
        self._sell_group(seat, group, n, amount)

    @form("{seat} sell[s|] buildings on {group} for {amount}.")
    def _sells_buildings(self, seat: int, group: int, amount: int) -> None:
        members = self.rules.edition.groups[group].members
        levels = [self.after.level[i] for i in members]
        self._sell_group(seat, group, max(levels), amount)

    # ------------------------------------------------------------ rent

    def _judge_rent(
        self, seat: int, other: int, amount: int, space: int, times: int = 1
    ) -> Landing:
        """Judge the common parts of all sentences about a rent. ``times``: the factor of a card."""
        landing = self.checker._owed.get((seat, other, space))
        if landing is None:
            claims = self._asked_claims(other, seat, space)
            landing = next((self.checker._claimed[key] for key in claims), None)
        if landing is None:
            landing = self.landing()
            self.must(self.board.at[seat] == space, "the player is not there")
        if self.rent_throw:
            landing = landing._replace(throw=self.rent_throw)
        self.must(landing.owner[space] == other, "another owned it")
        self.must(not landing.mortgaged[space], "it was mortgaged")
        wanted = times * self.rent(space, landing)
        self.must(amount == wanted, f"the rent is {wanted}")
        self.pay(seat, other, amount)
        return landing

    def _asked_claims(self, by: int, of: int, space: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the claims to this rent that this answer has closed, the oldest first."""
        for claim in self.before.claims:
            this = (claim.by, claim.of, claim.space) == (by, of, space)
            if this and claim not in self.after.claims:
                yield claim.of, claim.by, claim.space, claim.turn

    @form("{seat} pay[s|] {other} {amount} rent for {space}.")
    def _pays_rent(self, seat: int, other: int, amount: int, space: int) -> None:
        self._judge_rent(seat, other, amount, space)

    @form("{seat} pay[s|] {other} {amount} rent for {space} with {a hotel}.")
    def _pays_for_hotel(self, seat: int, other: int, amount: int, space: int) -> None:
        landing = self._judge_rent(seat, other, amount, space)
        self.must(landing.level[space] == self.rules.top, "no hotel stood there")

    @form(
        "{seat} pay[s|] {other} {amount} rent for {space} with {n} {house}.",
        "{seat} pay[s|] {other} {amount} rent for {space} with {n} {houses}.",
    )
    def _pays_for_houses(self, seat: int, other: int, amount: int, space: int, n: int) -> None:
        landing = self._judge_rent(seat, other, amount, space)
        self.must(landing.level[space] == n, "another number stood there")
        self.must(0 < n < self.rules.top, "they are no houses")

    @form("{seat} pay[s|] {other} {amount} rent for {space}, doubled for the complete group.")
    def _pays_double(self, seat: int, other: int, amount: int, space: int) -> None:
        landing = self._judge_rent(seat, other, amount, space)
        self.must(self.rules.kind[space] == "street", "it is no street")
        self.must(landing.level[space] == 0, "it was built on")
        self.must(self.whole(space, landing.owner), "the group was not complete")

    @form("{seat} pay[s|] {other} {amount}, twice the rent of {space}.")
    def _pays_twice(self, seat: int, other: int, amount: int, space: int) -> None:
        landing = self._judge_rent(seat, other, amount, space, times=2)
        card = landing.card
        self.must(card is not None and card.kind == "railroad", "no card says so")

    @form("{seat} pay[s|] {other} {amount} rent for {space}, with {n} {railroads} owned.")
    def _pays_for_railroads(self, seat: int, other: int, amount: int, space: int, n: int) -> None:
        landing = self._judge_rent(seat, other, amount, space)
        self.must(self.rules.kind[space] == "railroad", "it is none")
        mine = [i for i in self.rules.members[space] if landing.owner[i] == other]
        self.must(len(mine) == n, "the owner had another number")

    @form("{space} is mortgaged: no rent for {other}.")
    def _no_rent_mortgaged(self, space: int, other: int) -> None:
        self.must(self.board.mortgaged[space], "it is not")
        self.must(self.board.owner[space] == other, "another owns it")
        self._somebody_landed_on(space)

    @form("{other} [other:is|are] in {jail}: no rent for {space}.")
    def _no_rent_in_jail(self, space: int, other: int) -> None:
        self.must(self.board.jail[other] != FREE, "the owner is not")
        self.must(not self.rules.rent_in_jail, "that is no reason here")
        self.must(self.board.owner[space] == other, "another owns it")
        self._somebody_landed_on(space)

    def _somebody_landed_on(self, space: int) -> None:
        landed = self.move is not None and self.move.end == space
        self.must(landed, "nobody has landed there")

    @form("{other} may claim {amount} rent from {seat} for {space}.")
    def _may_ask(self, other: int, seat: int, amount: int, space: int) -> None:
        landing = self.landing()
        claim = self._opened(other, seat, space)
        self.must(claim is not None and claim.amount == amount, "no such rent is open")
        doubled = self.card is not None and self.card.kind == "railroad"
        wanted = self.rent(space, landing) * (2 if doubled else 1)
        self.must(amount == wanted, f"the rent is {wanted}")

    @form("{other} may claim rent from {seat} for {space}: {n} times a new throw.")
    def _may_ask_for_a_throw(self, other: int, seat: int, space: int, n: int) -> None:
        claim = self._opened(other, seat, space)
        self.must(claim is not None and claim.times == n, "no such rent is open")
        wanted = self.rent(space, self.landing()._replace(throw=1))
        self.must(n == wanted, f"it is {wanted} times")

    def _opened(self, by: int, of: int, space: int) -> Claim | None:
        self.must(self.board.at[of] == space, "the player is not there")
        self.must(self.board.owner[space] == by, "another owns it")
        self.board.claims = sorted([*self.board.claims, (space, by, of)])
        fresh = [claim for claim in self.after.claims if claim not in self.before.claims]
        return next(
            (claim for claim in fresh if (claim.by, claim.of, claim.space) == (by, of, space)), None
        )

    def _close(self, by: int, of: int, space: int) -> None:
        self.must((space, by, of) in self.board.claims, "no such rent was open")
        if (space, by, of) in self.board.claims:
            self.board.claims.remove((space, by, of))

    @form("{other} didn’t claim the rent in time: {seat} pay[s|] nothing for {space}.")
    def _did_not_ask(self, other: int, seat: int, space: int) -> None:
        self._close(other, seat, space)
        self.must(isinstance(self.answer, w.Roll), "nobody has thrown")

    @form("{seat} claim[s|] rent from {other} for {space}.")
    def _asks_for_rent(self, seat: int, other: int, space: int) -> None:
        self._close(seat, other, space)
        self.must(isinstance(self.answer, w.DemandRent), "nobody has asked")
        self.must(self.board.cash == self.before.cash, "it is paid already")

    # ------------------------------------------------------------ other payments

    @form("{seat} pay[s|] the fine of {amount} and leave[s|] {jail}.")
    def _pays_fine_and_leaves(self, seat: int, amount: int) -> None:
        self._pays_fine(seat, amount)
        self._leaves_jail(seat)

    @form("{seat} pay[s|] the fine of {amount}.")
    def _pays_fine(self, seat: int, amount: int) -> None:
        self.must(amount == self.rules.jail_fine, "the fine is another")
        self.must(self.board.jail[seat] != FREE, "the player is not in jail")
        self.pay(seat, self.collector(), amount)

    @form("{seat} pay[s|] {amount} in {space}.")
    def _pays_tax(self, seat: int, amount: int, space: int) -> None:
        self.must(not self.rules.pot, "it goes into the pot")
        self._tax(seat, amount, space)

    @form("{seat} pay[s|] {amount} in {space} into the pot.")
    def _pays_tax_into_the_pot(self, seat: int, amount: int, space: int) -> None:
        self.must(self.rules.pot, "there is no pot")
        self._tax(seat, amount, space)

    def _tax(self, seat: int, amount: int, space: int) -> None:
        self.must(self.board.at[seat] == space, "the player is not there")
        owed = self.causes(seat, self.collector(), amount, "tax", space)
        tenth = -(-self.worth(seat) // 10)
        match self.rules.kind[space], self.rules.income_tax:
            case _ if owed:
                wanted = amount
            case "luxury-tax", _:
                wanted = self.rules.luxury_tax
            case "income-tax", "min":
                wanted = min(tenth, 200)
            case "income-tax", "choice" if isinstance(self.answer, w.Percent):
                wanted = tenth
            case "income-tax", _:
                wanted = 200
            case _:
                wanted = -1
        self.must(amount == wanted, f"the tax is {wanted}")
        self.pay(seat, self.collector(), amount)

    @form("{seat} take[s|] the pot of {amount} on {free_parking}.")
    def _takes_the_pot(self, seat: int, amount: int) -> None:
        self.must(self.rules.kind[self.board.at[seat]] == "free-parking", "the player is not there")
        self.must(amount == self.board.cash[POT], "another sum is in it")
        self.pay(POT, seat, amount)

    @form("{seat} collect[s|] {amount} on {free_parking}.")
    def _collects_on_parking(self, seat: int, amount: int) -> None:
        self.must(self.rules.kind[self.board.at[seat]] == "free-parking", "the player is not there")
        self.must(amount == self.rules.parking, "it pays another sum")
        self.pay(BANK, seat, amount)

    def _repairs(self, seat: int) -> int:
        card = self.card
        assert card is not None
        total = 0
        for i in self.rules.streets:
            if self.board.owner[i] == seat:
                level = self.board.level[i]
                total += card.hotel if level == self.rules.top else level * card.house
        return total

    @form("{seat} pay[s|] {amount} for repairs.")
    def _pays_repairs(self, seat: int, amount: int) -> None:
        owed = self.causes(seat, self.collector(), amount, "repairs")
        by_card = self.card_does("repairs") and self._repairs(seat) == amount
        self.must(owed or by_card, "another sum is due")
        self.pay(seat, self.collector(), amount)

    @form("{seat} ha[s|ve] no buildings to repair.")
    def _no_repairs(self, seat: int) -> None:
        self.must(self.card_does("repairs") and self.ask.mover == seat, "no card asks for it")
        mine = [i for i in self.rules.streets if self.board.owner[i] == seat]
        self.must(not any(self.board.level[i] for i in mine), "the player has buildings")

    @form("The {bank} pays {seat} {amount}.")
    def _bank_pays(self, seat: int, amount: int) -> None:
        collects = self.card_does("collect") and self.card is not None
        self.must(bool(collects and self.card.amount == amount), "no card grants it")  # type: ignore[union-attr]
        self.pay(BANK, seat, amount)

    @form("{seat} pay[s|] the {bank} {amount}.")
    def _pays_bank(self, seat: int, amount: int) -> None:
        self._pays_by_card(seat, BANK, amount, "pay")
        self.must(not self.rules.pot, "it goes into the pot")

    @form("{seat} pay[s|] {amount} into the pot.")
    def _pays_pot(self, seat: int, amount: int) -> None:
        self._pays_by_card(seat, POT, amount, "pay")
        self.must(self.rules.pot, "there is no pot")

    @form("{seat} pay[s|] {other} {amount}.")
    def _pays_player(self, seat: int, other: int, amount: int) -> None:
        mover_pays = self.card_does("pay-each") and self.before.turn == seat
        self._pays_by_card(seat, other, amount, "pay-each" if mover_pays else "collect-each")

    def _pays_by_card(self, payer: int, payee: int, amount: int, effect: str) -> None:
        card = self.card
        by_card = card is not None and card.do == effect and card.amount == amount
        chosen = isinstance(self.ask, w.AskCardChoice) and isinstance(self.answer, w.Pay)
        by_choice = chosen and self.ask.amount == amount and self.ask.seat == payer
        owed = self.causes(payer, payee, amount, "card")
        self.must(by_card or by_choice or owed, "nothing asks for it")
        self.pay(payer, payee, amount)

    @form("The {bank} gives {amount} for [{seat}’s|your] buildings on {space}.")
    def _bank_gives(self, amount: int, seat: int, space: int) -> None:
        self.must(self.board.owner[space] == seat, "the player does not own it")
        self.must(amount == self.refund(space, self.board.level[space]), "it is another sum")
        self.board.level[space] = 0
        self.pay(BANK, seat, amount)

    def _owes(self, seat: int, creditor: int, amount: int, missing: int) -> None:
        now = self.now
        owed = isinstance(now, w.AskDebt) and (now.seat, now.creditor) == (seat, creditor)
        self.must(owed and now not in self.before.agenda, "nothing is asked of the player now")
        self.must(owed and now.amount == amount, "it is another sum")
        self.must(amount - self.board.cash[seat] == missing > 0, "it is not so much short")
        self.last_word = True

    @form("{seat} owe[s|] {other} {amount} and [is|are] {missing} short.")
    def _owes_player(self, seat: int, other: int, amount: int, missing: int) -> None:
        self._owes(seat, other, amount, missing)

    @form("{seat} owe[s|] the pot {amount} and [is|are] {missing} short.")
    def _owes_pot(self, seat: int, amount: int, missing: int) -> None:
        self._owes(seat, POT, amount, missing)

    @form("{seat} owe[s|] the {bank} {amount} and [is|are] {missing} short.")
    def _owes_bank(self, seat: int, amount: int, missing: int) -> None:
        self._owes(seat, BANK, amount, missing)

    # ------------------------------------------------------------ cards

    @form("{seat} draw[s|] a {pile} card: “{text}”")
    def _draws(self, seat: int, pile: int, text: str) -> None:
        due = isinstance(self.ask, w.AskCard) and (self.ask.mover, self.ask.deck) == (seat, pile)
        self.must(due, "no such card is drawn")
        if not due:
            return
        known = self.before.decks[pile]
        index = known[0]
        if self.before.by_hand:
            fitting = [i for i in known if self.language.cards[pile][i] == text]
            index = fitting[0] if fitting else index
        if isinstance(self.answer, w.CardIs):
            index = self.answer.card
        self.must(self.language.cards[pile][index] == text, "another card lies on top")
        self.card = self.rules.decks[pile][index]

    @form("{seat} keep[s|] the card.")
    def _keeps_card(self, seat: int) -> None:
        self.must(self.card_does("jail-free"), "it is no card to keep")
        if isinstance(self.ask, w.AskCard):
            self.board.held[self.ask.deck] = seat

    @form("The {pile} {deck} is shuffled.")
    def _shuffled(self, pile: int) -> None:
        self.must(isinstance(self.ask, w.AskShuffle) and self.ask.deck == pile, "no, it is not")

    @form("{seat} draw[s|] a {chance} card instead.")
    def _takes_chance(self, seat: int) -> None:
        self.must(isinstance(self.ask, w.AskCardChoice) and self.ask.seat == seat, "no choice")
        drawn = isinstance(self.now, w.AskCard) and (self.now.mover, self.now.deck) == (seat, 0)
        self.must(drawn, "no such card is drawn")

    @form("{seat} use[s|] {used} and leave[s|] {jail}.")
    def _uses_card(self, seat: int, used: int) -> None:
        self.must(self.board.held[used] == seat, "the player does not hold it")
        self.board.held[used] = NOBODY
        self._leaves_jail(seat)

    # ------------------------------------------------------------ auctions

    def _lot(self, space: int, building: int) -> bool:
        """Return whether this is up for auction, before or after."""
        return any(
            isinstance(ask, w.AskBid) and (ask.lot, ask.piece) == (space, building)
            for ask in (self.ask, self.now)
        )

    def _nobody_may_bid(self) -> bool:
        """Return whether all players that the rules admit are still in the first lap."""
        about = getattr(self.ask, "seat", NOBODY)
        barred = () if self.rules.decliner_bids else (about,)
        return self.rules.lap_first and all(
            not self.board.laps[seat]
            for seat in range(self.before.seats)
            if self.board.playing[seat] and seat not in barred
        )

    def _opens(self, space: int, low: int) -> None:
        self.must(low == self.rules.opening_bid, "the first bid is another")
        self.must(self.board.owner[space] == BANK, "the Bank does not have it")
        now = self.now
        opened = isinstance(now, w.AskBid) and now.lot == space and now.leader == NOBODY
        self.must(opened or self._nobody_may_bid(), "no bids are taken")

    @form("{seat} do[es|]n’t buy {space}.")
    def _does_not_buy(self, seat: int, space: int) -> None:
        self.must(isinstance(self.ask, w.AskBuy), "nothing is for sale")
        self.must((self.ask.seat, getattr(self.ask, "space", -1)) == (seat, space), "not asked")
        self.must(isinstance(self.answer, w.Decline), "the player does")
        self.must(not self.rules.auctions, "it is auctioned")

    @form("{seat} decline[s|] {space}. The auction starts at {low}.")
    def _leaves_to_auction(self, seat: int, space: int, low: int) -> None:
        self.must(isinstance(self.ask, w.AskBuy), "nothing is for sale")
        self.must((self.ask.seat, getattr(self.ask, "space", -1)) == (seat, space), "not asked")
        self.must(self.rules.auctions, "there are none")
        self._opens(space, low)

    @form("The {bank} auctions {space}, starting at {low}.")
    def _bank_auctions(self, space: int, low: int) -> None:
        self._opens(space, low)

    def _piece_auctioned(self, building: int, seats: tuple[int, ...], low: int) -> None:
        now = self.now
        opened = isinstance(now, w.AskBid) and now.lot < 0 and now.piece == building
        self.must(opened and set(now.bidders) == set(seats), "others may bid")
        self.must(opened and now.leader == NOBODY, "there was a bid")
        self.must(low == self.rules.building_opening_bid, "the first bid is another")

    @form("{A house} is auctioned among {seats}, starting at {low}.")
    def _house_auctioned(self, seats: tuple[int, ...], low: int) -> None:
        self._piece_auctioned(HOUSE, seats, low)

    @form("{A hotel} is auctioned among {seats}, starting at {low}.")
    def _hotel_auctioned(self, seats: tuple[int, ...], low: int) -> None:
        self._piece_auctioned(HOTEL, seats, low)

    @form("{seat} bid[s|] {amount}.")
    def _bids(self, seat: int, amount: int) -> None:
        asked = isinstance(self.ask, w.AskBid) and self.ask.seat == seat
        self.must(asked, "the player is not asked")
        self.must(asked and amount > self.ask.bid, "it is not more than the last")
        self.must(amount <= self.board.cash[seat], "the player has less")
        if isinstance(self.answer, w.Bid):
            self.must(self.answer.amount == amount, "it is another sum")
        now = self.now
        if isinstance(now, w.AskBid) and (now.lot, now.about) == (self.ask.lot, self.ask.about):
            self.must((now.bid, now.leader) == (amount, seat), "another bid stands")
        self.bid = seat, amount

    @form("{seat} pass[es|].")
    def _passes(self, seat: int) -> None:
        self.must(isinstance(self.ask, w.AskBid) and self.ask.seat == seat, "not asked")
        self.must(isinstance(self.answer, w.Pass), "the player bids")

    def _won(self, seat: int, amount: int) -> None:
        bid = self.bid
        if bid is None and isinstance(self.ask, w.AskBid):
            bid = self.ask.leader, self.ask.bid
        self.must(bid == (seat, amount), "another bid was the highest")
        self.pay(seat, BANK, amount)

    @form("{seat} win[s|] {space} at auction for {amount}.")
    def _wins(self, seat: int, space: int, amount: int) -> None:
        self.must(self._lot(space, -1), "it was not auctioned")
        self._won(seat, amount)
        self._gets_deed(seat, space)

    @form("{seat} win[s|] {a house} at auction for {amount}.")
    def _wins_house(self, seat: int, amount: int) -> None:
        self._wins_piece(seat, HOUSE, amount)

    @form("{seat} win[s|] {a hotel} at auction for {amount}.")
    def _wins_hotel(self, seat: int, amount: int) -> None:
        self._wins_piece(seat, HOTEL, amount)

    def _wins_piece(self, seat: int, building: int, amount: int) -> None:
        self.must(self._lot(-1, building), "it was not auctioned")
        self._won(seat, amount)
        self.must(self.now == w.AskPlace(seat, building, True), "the player has none to place")
        self.got.add(seat)

    @form("Nobody bids: {space} stays with the {bank}.")
    def _unsold(self, space: int) -> None:
        self.must(self.board.owner[space] == BANK == self.after.owner[space], "no, it does not")
        bid = isinstance(self.ask, w.AskBid) and self.ask.leader != NOBODY
        offered = self._lot(space, -1) or self._nobody_may_bid()
        self.must(not bid and self.bid is None and offered, "somebody did")

    @form("Nobody bids: the {house} stays with the {bank}.")
    def _unsold_house(self) -> None:
        self._unsold_piece(HOUSE)

    @form("Nobody bids: the {hotel} stays with the {bank}.")
    def _unsold_hotel(self) -> None:
        self._unsold_piece(HOTEL)

    def _unsold_piece(self, building: int) -> None:
        offered = isinstance(self.ask, w.AskBid) and (self.ask.lot, self.ask.piece) == (
            -1,
            building,
        )
        self.must(offered and self.ask.leader == NOBODY, "somebody did")
        self.must(self.bid is None and not isinstance(self.now, w.AskBid), "bids are taken still")

    # ------------------------------------------------------------ scarce buildings

    def _orders(self, seat: int, building: int, space: int, n: int) -> None:
        self.must(isinstance(self.answer, w.Build), "nobody orders one")
        self.must(self.board.owner[space] == seat, "the player does not own it")
        hotel = self.board.level[space] == self.rules.top - 1
        self.must(hotel == (building == HOTEL), "house or hotel")
        self.must(self.before.stock[building] == n, "it has another number")
        now = self.now
        asked = isinstance(now, w.AskClaim) and now.piece == building
        self.must(asked and (now.orderer, now.space) == (seat, space), "the others are not asked")

    @form(
        "{seat} want[s|] {a house} for {space}. The {bank} has only {n} left, and "
        "others may want one too."
    )
    def _orders_house(self, seat: int, space: int, n: int) -> None:
        self._orders(seat, HOUSE, space, n)

    @form(
        "{seat} want[s|] {a hotel} for {space}. The {bank} has only {n} left, and "
        "others may want one too."
    )
    def _orders_hotel(self, seat: int, space: int, n: int) -> None:
        self._orders(seat, HOTEL, space, n)

    def _claims(self, seat: int, building: int) -> None:
        asked = isinstance(self.ask, w.AskClaim) and (self.ask.seat, self.ask.piece) == (
            seat,
            building,
        )
        self.must(asked, "the player is not asked")
        self.must(isinstance(self.answer, w.ClaimIt), "the player does not")

    @form("{seat} want[s|] {a house} too.")
    def _wants_house(self, seat: int) -> None:
        self._claims(seat, HOUSE)

    @form("{seat} want[s|] {a hotel} too.")
    def _wants_hotel(self, seat: int) -> None:
        self._claims(seat, HOTEL)

    @form("{seat} do[es|]n’t want a building.")
    def _leaves_it(self, seat: int) -> None:
        self.must(isinstance(self.ask, w.AskClaim) and self.ask.seat == seat, "not asked")
        self.must(isinstance(self.answer, w.Pass), "the player does not")

    def _gets_none(self, seat: int, building: int) -> None:
        claimed = (self.ask.seat,) if isinstance(self.answer, w.ClaimIt) else ()
        wanted = any(
            (
                isinstance(item, agenda_step_types.Wishes)
                and item.piece == building
                and seat in item.seats
            )
            or (
                isinstance(item, w.AskClaim)
                and item.piece == building
                and seat in (item.orderer, *item.wishes, *claimed)
            )
            for item in self.before.agenda
        )
        self.must(wanted, "the player wanted none")
        still = any(
            (isinstance(item, agenda_step_types.Wishes) and seat in item.seats)
            or (isinstance(item, w.AskPlace) and item.seat == seat)
            or (isinstance(item, w.AskBid) and item.lot < 0 and seat in item.bidders)
            for item in self.after.agenda
        )
        self.must(not still, "the player may still get one")
        self.lapsed.add(seat)

    @form("{seat} get[s|] no {house}.")
    def _gets_no_house(self, seat: int) -> None:
        self._gets_none(seat, HOUSE)

    @form("{seat} get[s|] no {hotel}.")
    def _gets_no_hotel(self, seat: int) -> None:
        self._gets_none(seat, HOTEL)

    # ------------------------------------------------------------ trades

    def _offered(self, seat: int, other: int, give: Goods, get: Goods) -> None:
        now = self.now
        asked = isinstance(now, w.AskAnswer) and (now.by, now.seat) == (seat, other)
        self.must(asked, "nobody is asked")
        self.must(asked and _goods(now.give) == _sorted(give), "something else is given")
        self.must(asked and _goods(now.get) == _sorted(get), "something else is asked for")

    @form("{seat} offer[s|] {other} {give} for {get}.")
    def _offers(self, seat: int, other: int, give: Goods, get: Goods) -> None:
        self._offered(seat, other, give, get)

    @form("{seat} offer[s|] {other} {give} as a gift.")
    def _offers_gift(self, seat: int, other: int, give: Goods) -> None:
        self._offered(seat, other, give, Goods((), 0, ()))

    @form("{seat} ask[s|] {other} for {get} as a gift.")
    def _asks_for_gift(self, seat: int, other: int, get: Goods) -> None:
        self._offered(seat, other, Goods((), 0, ()), get)

    def _hand(self, giver: int, receiver: int, goods: Goods) -> None:
        self.pay(giver, receiver, goods.cash)
        for i in goods.deeds:
            self.must(self.board.owner[i] == giver, f"the giver does not own {i}")
            self.board.owner[i] = receiver
        for deck in goods.cards:
            self.must(self.board.held[deck] == giver, "the giver does not hold the card")
            self.board.held[deck] = receiver

    @form("{other} accept[other:s|]: {seat} give[s|] {give} and get[s|] {get}.")
    def _accepts(self, other: int, seat: int, give: Goods, get: Goods) -> None:
        asked = isinstance(self.ask, w.AskAnswer) and (self.ask.by, self.ask.seat) == (seat, other)
        self.must(asked and isinstance(self.answer, w.Accept), "nobody accepts")
        self.must(asked and _goods(self.ask.give) == _sorted(give), "something else is given")
        self.must(asked and _goods(self.ask.get) == _sorted(get), "something else is got")
        self._hand(seat, other, give)
        self._hand(other, seat, get)

    @form("{seat} give[s|] {other} {give} as a gift.")
    def _gives(self, seat: int, other: int, give: Goods) -> None:
        ask = self.ask
        asked = isinstance(ask, w.AskAnswer) and {ask.by, ask.seat} == {seat, other}
        self.must(asked and isinstance(self.answer, w.Accept), "nobody accepts")
        if asked:
            mine, theirs = (ask.give, ask.get) if ask.by == seat else (ask.get, ask.give)
            self.must(_goods(mine) == _sorted(give) and not theirs, "it is another trade")
        self._hand(seat, other, give)

    @form("{seat} decline[s|] [other:{other}’s|your] offer.")
    def _refuses(self, seat: int, other: int) -> None:
        asked = isinstance(self.ask, w.AskAnswer) and (self.ask.by, self.ask.seat) == (other, seat)
        self.must(asked and isinstance(self.answer, w.Reject), "nobody refuses")

    # ------------------------------------------------------------ leaving and the end

    def _falls(self, seat: int, creditor: int) -> None:
        self.must(self.board.playing[seat], "the player is out")
        self.board.playing[seat] = False
        self.board.jail[seat] = FREE
        self.board.claims = [c for c in self.board.claims if seat not in c[1:]]
        self.broke = seat, creditor
        if creditor < 0:  # the Bank takes buildings without payment and cancels mortgages
            for i in self.rules.ownable:
                if self.board.owner[i] == seat:
                    self.board.level[i], self.board.mortgaged[i] = 0, False

    def _bankrupt_to(self, seat: int, creditor: int) -> None:
        ask = self.ask
        owed = isinstance(ask, w.AskDebt) and (ask.seat, ask.creditor) == (seat, creditor)
        self.must(owed and isinstance(self.answer, w.GiveUp), "the player owes nothing there")
        self._falls(seat, creditor)

    @form("{seat} resign[s|].")
    def _leaves(self, seat: int) -> None:
        self.must(isinstance(self.answer, w.Resign), "the player does not")
        self._falls(seat, BANK)

    @form("{seat} [is|are] bankrupt, in debt to {other}.")
    def _bankrupt_to_player(self, seat: int, other: int) -> None:
        self._bankrupt_to(seat, other)

    @form("{seat} [is|are] bankrupt, in debt to the pot.")
    def _bankrupt_to_pot(self, seat: int) -> None:
        self._bankrupt_to(seat, POT)

    @form("{seat} [is|are] bankrupt, in debt to the {bank}.")
    def _bankrupt_to_bank(self, seat: int) -> None:
        self._bankrupt_to(seat, BANK)

    @form("The {bank} takes back [{seat}’s|your] buildings for {amount}.")
    def _bank_takes_buildings(self, seat: int, amount: int) -> None:
        self.must(self.broke is not None and self.broke[0] == seat, "the player is not bankrupt")
        mine = [i for i in self.rules.streets if self.board.owner[i] == seat]
        wanted = sum(self.refund(i, self.board.level[i]) for i in mine)
        self.must(amount == wanted > 0, f"they bring {wanted}")
        for i in mine:
            self.board.level[i] = 0
        self.pay(BANK, seat, amount)

    def _inherits(self, heir: int, goods: Goods) -> None:
        """Give the heir everything of the bankrupt player's, mortgaged first if the book requires it."""
        if self.broke is None or self.estate_told:
            self.must(False, "nobody is bankrupt")
            return
        seat, creditor = self.broke
        self.estate_told = True
        self.must(heir == (creditor if creditor >= 0 else BANK), "another is the creditor")
        deeds = [i for i in self.rules.ownable if self.board.owner[i] == seat]
        as_it_stands = self.rules.short and self.before.bankrupts == 1
        if creditor >= 0 and self.rules.liquidated and not as_it_stands:
            for i in deeds:
                if not self.board.mortgaged[i]:
                    self.pay(BANK, seat, self.rules.mortgage_value[i])
                    self.board.mortgaged[i] = True
        cards = [deck for deck in (0, 1) if self.board.held[deck] == seat]
        all_of_it = Goods(tuple(deeds), self.board.cash[seat], tuple(cards))
        self.must(_sorted(goods) == all_of_it, f"the estate is {all_of_it}")
        self._hand(seat, heir if heir >= 0 else BANK, goods)
        for deck in goods.cards if heir == BANK else ():
            self.board.held[deck] = NOBODY

    @form("{other} receive[other:s|] {goods}.")
    def _receives(self, other: int, goods: Goods) -> None:
        self._inherits(other, goods)

    @form("The {bank} receives {goods}.")
    def _bank_receives(self, goods: Goods) -> None:
        self._inherits(BANK, goods)

    @form("{seat} [is|are] the last player left and win[s|].")
    def _last_one(self, seat: int) -> None:
        left = [n for n, plays in enumerate(self.board.playing) if plays]
        self.must(left == [seat], "others are left")
        self._won_by((seat,))

    @form("{seat} [is|are] the richest with {amount} and win[s|].")
    def _richest(self, seat: int, amount: int) -> None:
        self._richest_are((seat,), amount)

    @form("{seats} are the richest with {amount} each and share the win.")
    def _richest_share(self, seats: tuple[int, ...], amount: int) -> None:
        self.must(len(seats) > 1, "it is one player")
        self._richest_are(seats, amount)

    def _richest_are(self, seats: tuple[int, ...], amount: int) -> None:
        scores = {n: self.score(n) for n, plays in enumerate(self.board.playing) if plays}
        best = {n for n, score in scores.items() if score == max(scores.values())}
        self.must(best == set(seats), f"the scores are {scores}")
        self.must(amount == max(scores.values()), "the sum is another")
        self._won_by(seats)

    def _won_by(self, seats: tuple[int, ...]) -> None:
        over = isinstance(self.now, w.Over)
        self.must(over and set(self.now.winners) == set(seats), "the game is not won so")


def _goods(bundle: Bundle) -> Goods:
    return Goods(tuple(sorted(bundle.deeds)), bundle.cash, tuple(sorted(bundle.cards)))


def _sorted(goods: Goods) -> Goods:
    return Goods(tuple(sorted(goods.deeds)), goods.cash, tuple(sorted(goods.cards)))
