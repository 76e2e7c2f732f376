"""Decides which bot of a table is asked next, and asks it.

A bot is asked when the pending ask is its own. At a quiet ask the other bots are asked first, starting
at the mover's left. A bot that wanted nothing is asked again only after something has changed for it.
That is the case if its cash has risen, it has a new claim to rent or it has refused an offer. It is
also the case if a deed, building or mortgage has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from ..bots.protocol import AnsweredOffer, Bot, Choice, View
from ..bots.simple_bot_without_trades import Simple
from ..engine import rng
from ..engine.answers import (
    Accept,
    Answer,
    Buy,
    Decline,
    End,
    Offer,
    Reject,
    Roll,
)
from ..engine.asks import (
    QUIET,
    AskEnd,
    AskRoll,
    Over,
)
from ..engine.generic_event import Event
from ..engine.legal_answers import (
    Options,
)
from ..engine.mutations import Payment
from ..engine.reducer import (
    play_in_place,
)
from ..engine.special_seats_and_ids import CHANCE
from ..engine.state import (
    State,
)

MOST_OFFERS: Final = 3  # offers of one seat in one turn
MOST_ANSWERS: Final = 60  # answers of one seat at quiet asks in one turn
# the answers that note() remembers
REMEMBERED: Final = frozenset({Offer, Accept, Reject, Buy, Decline})

_GO_ON: Final = {
    AskRoll: Choice(Roll(), "I’ll continue my turn."),
    AskEnd: Choice(End(), "I’ll continue my turn."),
}


@dataclass
class SeatMemory:
    """What :class:`BotScheduler` remembers, by seat.

    Another scheduler with this memory asks the same bots in the same order
    (:mod:`titledeed.game.bot_worker_questions_and_answers`)."""

    seen: list[int]
    cash: list[int]
    claims: list[int]
    talks: list[int]
    turns: int
    answers: list[int]
    offers: list[int]
    made: list[list[Offer]]


class BotScheduler:
    """The bots of a table by seat, None for a person. Bots may be exchanged between answers."""

    def __init__(self, bots: Sequence[Bot | None]) -> None:
        self.bots = list(bots)
        n = len(self.bots)
        # For each seat, the other seats in order from its left.
        self._others = [[(seat + step) % n for step in range(1, n)] for seat in range(n)]
        self._seen = [-1] * n
        self._cash = [0] * n
        self._claims = [0] * n
        self._talks = [0] * n
        self._turns = -1
        self._answers = [0] * n
        self._offers = [0] * n
        self._made: list[list[Offer]] = [[] for _ in self.bots]
        self._open: tuple[int, int, Offer] | None = None  # turns, by, and the unanswered offer
        self.past: list[AnsweredOffer] = []
        self.purchases = [[0, 0] for _ in self.bots]  # see ``View.purchases``
        # Answers that a worker has worked out, and the state that they are for.
        self._thoughts: list[tuple[int, Choice] | None] = []
        self._thought_at: State | None = None
        self._thought_by: SeatMemory | None = None

    def note(self, turns: int, seat: int, answer: Answer) -> None:
        """Tell the bots of an answer and its turn; they remember offers and their outcome, and who
        bought or declined a deed.

        Call this after each answer, or at least after each of the kinds ``REMEMBERED``. After an undo,
        call :meth:`forget` first, then call this for all answers of the log."""
        kind = type(answer)
        if kind is Offer:
            self._open = turns, seat, answer  # type: ignore[assignment]
        elif self._open is not None and (kind is Accept or kind is Reject):
            then, by, offer = self._open
            self.past.append(
                AnsweredOffer(then, by, offer.to, offer.give, offer.get, kind is Accept)
            )
            self._open = None
        elif kind is Buy:
            self.purchases[seat][0] += 1
        elif kind is Decline:
            self.purchases[seat][1] += 1

    def follow(self, state: State, seat: int, answer: Answer, *, again: bool, opens: bool) -> None:
        """Take in an answer given at ``state``; call this before :meth:`note`.

        The bots before this seat have been asked and wanted nothing; before a person, all bots have. So
        the players regain their memory when the answers of a record are given ``again``, after loading
        or an undo. ``opens``: whether people open the bots' offers to them."""
        ask: Any = state.agenda[-1]
        if seat < 0 or not isinstance(ask, QUIET):
            return
        self.begin_turn(state)
        bot = self.bots[seat] is not None
        opened = opens and bot and isinstance(answer, Offer) and self.bots[answer.to] is None
        for other in self._others[ask.seat]:
            if other == seat and bot and not opened:
                break
            asked = self.bots[other] is not None and state.playing[other]
            if asked and self._concerned(state, other):
                self._wanted_nothing(state, other)
        if again and bot and not opened:
            self._answers[seat] += seat != ask.seat or not isinstance(answer, Roll | End)
        if isinstance(answer, Offer) and bot and (again or opened):
            # An opened offer counts in this turn, no matter when it was made.
            known = opened and answer in self._made[seat]
            if not known:
                self.add_offer(seat, answer)

    def add_offer(self, seat: int, offer: Offer) -> None:
        """Count an offer that the seat has made in this turn."""
        self._offers[seat] += 1
        self._made[seat].append(offer)

    def drop_unsaid(self, waiting: Sequence[tuple[int, Offer]]) -> None:
        """Forget this turn's offers to people that nobody has seen.

        These are the offers that are not among ``waiting`` (pairs of seat and offer) and were not opened."""
        for seat, offers in enumerate(self._made):
            for offer in offers[:]:
                to_bot = self.bots[offer.to] is not None
                if not (to_bot or (seat, offer) in waiting or self._was_made(seat, offer)):
                    offers.remove(offer)
                    self._offers[seat] -= 1

    def _was_made(self, by: int, offer: Offer) -> bool:
        """Whether this offer was made in this turn, at the table."""
        if self._open is not None and self._open[1:] == (by, offer):
            return True
        recent = takewhile(lambda past: past.turns == self._turns, reversed(self.past))
        terms = by, offer.to, offer.give, offer.get
        return any((past.by, past.to, past.give, past.get) == terms for past in recent)

    def set(self, seat: int, bot: Bot | None) -> None:
        """Hand a seat to a bot, or back to a person."""
        self.bots[seat] = bot
        self._seen[seat] = -1
        self._thought_at = None

    def forget(self) -> None:
        """Forget everything, before the answers of the log are given again."""
        n = len(self.bots)
        self._seen, self._cash = [-1] * n, [0] * n
        self._claims, self._talks = [0] * n, [0] * n
        self._turns = -1
        self._open = None
        self._thought_at = None
        self.past.clear()
        for counts in self.purchases:
            counts[:] = 0, 0

    def memory(self) -> SeatMemory:
        """Return a copy of what the players remember, for :meth:`recall`."""
        return SeatMemory(
            *(list(self._seen), list(self._cash), list(self._claims), list(self._talks)),
            self._turns,
            *(list(self._answers), list(self._offers)),
            [list(offers) for offers in self._made],
        )

    def recall(self, memory: SeatMemory) -> None:
        """Restore what other players of the same table remember."""
        self._seen, self._cash = list(memory.seen), list(memory.cash)
        self._claims, self._talks = list(memory.claims), list(memory.talks)
        self._turns = memory.turns
        self._answers, self._offers = list(memory.answers), list(memory.offers)
        self._made = [list(offers) for offers in memory.made]

    def asked(self, state: State) -> list[int]:
        """Return the seats of the bots that :meth:`next` may ask at this state."""
        ask: Any = state.agenda[-1]
        if isinstance(ask, Over) or ask.seat < 0:
            return []
        seats = [ask.seat]
        if isinstance(ask, QUIET):
            seats += [seat for seat in range(len(self.bots)) if self._concerned(state, seat)]
        return [seat for seat in seats if self.bots[seat] is not None and state.playing[seat]]

    def expect(
        self, state: State, thoughts: Sequence[tuple[int, Choice] | None], memory: SeatMemory
    ) -> None:
        """Set the results of the next calls of :meth:`next` at this state, worked out elsewhere.

        After the last one, the players restore ``memory``."""
        self._thoughts = list(thoughts)
        self._thought_at = state
        self._thought_by = memory

    def expects(self, state: State) -> bool:
        """Whether a result for this state was given by :meth:`expect`."""
        return self._thought_at is state and bool(self._thoughts)

    def plain(self, state: State, seat: int) -> Choice:
        """Return the answer of the bot ``simple`` to the seat's pending ask."""
        choice = Simple().choose(View(state, seat), Options(state, seat))
        assert choice is not None
        return choice

    def next(self, state: State) -> tuple[int, Choice] | None:
        """Return the seat and the choice of the next bot.

        None if chance or a person must answer, or if the game is over."""
        if self._thought_at is not None:
            if self.expects(state):
                thought = self._thoughts.pop(0)
                if not self._thoughts and self._thought_by is not None:
                    self.recall(self._thought_by)
                return thought
            self._thought_at = None
        ask: Any = state.agenda[-1]
        if not isinstance(ask, QUIET):
            seat = ask.seat
            if seat < 0 or isinstance(ask, Over):
                return None
            bot = self.bots[seat]
            if bot is None:
                return None
            choice = bot.choose(self._view(state, seat), Options(state, seat))
            if type(choice) is not Choice:
                choice = _settled(choice, state, seat, bot)
            return seat, choice
        if state.turns != self._turns:
            self.begin_turn(state)
        mover = ask.seat
        other = self._consult_others(state, mover)
        if other is not None:
            return other
        bot = self.bots[mover]
        if bot is None:
            return None
        choice = bot.choose(self._view(state, mover), Options(state, mover))
        chosen = choice if type(choice) is Choice else _settled(choice, state, mover, bot)
        kind = type(chosen.answer)
        if kind is not Roll and kind is not End:
            self._answers[mover] += 1
            if self._answers[mover] > MOST_ANSWERS or self._too_many(mover, chosen):
                return mover, _GO_ON[type(ask)]
        return mover, chosen

    def _view(self, state: State, seat: int) -> View:
        """Return a new view for every question, at a table as in counted games.

        So a bot that caches something while its view is the same object cannot play differently in the
        two."""
        return View(state, seat, self.past, self._made[seat], self.purchases)

    def advance(
        self,
        state: State,
        seed: int,
        events: list[Event] | None = None,
        told: Callable[[int, Answer], object] | None = None,
        payments: list[Payment] | None = None,
    ) -> None:
        """Give the next answer of chance or of a bot in a game without people, on ``state`` itself.

        Every counted game uses this function. It calls ``told(seat, answer)`` before it carries out the
        answer. ``events`` and ``payments``: as in :func:`play_in_place`."""
        ask: Any = state.agenda[-1]
        if ask.seat == CHANCE:
            answer = rng.chance_answer(state, seed)
            if told is not None:
                told(CHANCE, answer)
            play_in_place(state, CHANCE, answer, events, payments)
            return
        choice = self.next(state)
        assert choice is not None
        seat, chosen = choice
        answer = chosen.answer
        if told is not None:
            told(seat, answer)
        turns = state.turns
        play_in_place(state, seat, answer, events, payments)
        if type(answer) in REMEMBERED:
            self.note(turns, seat, answer)

    def begin_turn(self, state: State) -> None:
        """Reset the counters of the last turn if a new one has begun."""
        if state.turns != self._turns:
            self._turns = state.turns
            n = len(self.bots)
            self._answers = [0] * n
            self._offers = [0] * n
            if any(self._made):
                for offers in self._made:
                    offers.clear()

    def _wanted_nothing(self, state: State, seat: int) -> None:
        self._seen[seat] = state.changes
        self._cash[seat] = state.cash[seat]
        self._claims[seat] = len(state.claims)
        self._talks[seat] = len(self.past)

    def _consult_others(self, state: State, mover: int) -> tuple[int, Choice] | None:
        changes, cash, claims = state.changes, state.cash, len(state.claims)
        seen, cash_seen, claims_seen = self._seen, self._cash, self._claims
        talks = len(self.past)
        for seat in self._others[mover]:
            # This repeats _concerned() inline, because it runs for every answer of a game.
            if (
                seen[seat] == changes
                and cash[seat] <= cash_seen[seat]
                and claims <= claims_seen[seat]
                and not (talks and self._refused(seat))
            ):
                continue
            bot = self.bots[seat]
            if bot is None or not state.playing[seat]:
                continue
            choice = None
            if self._answers[seat] < MOST_ANSWERS:
                answered = bot.choose(self._view(state, seat), Options(state, seat))
                choice = _settled(answered, state, seat, bot) if answered is not None else None
            if choice is None or self._too_many(seat, choice):
                self._wanted_nothing(state, seat)
                continue
            self._answers[seat] += 1
            return seat, choice
        return None

    def _concerned(self, state: State, seat: int) -> bool:
        """Whether something has changed for the seat since it last wanted to do nothing."""
        return (
            self._seen[seat] != state.changes
            or state.cash[seat] > self._cash[seat]
            or len(state.claims) > self._claims[seat]
            or self._refused(seat)
        )

    def _refused(self, seat: int) -> bool:
        """Whether the seat has refused the last offer since it last wanted to do nothing."""
        past = self.past
        return len(past) > self._talks[seat] and past[-1].to == seat and not past[-1].accepted

    def _too_many(self, seat: int, choice: Choice) -> bool:
        if isinstance(choice.answer, Offer):
            self.add_offer(seat, choice.answer)
            return self._offers[seat] > MOST_OFFERS
        return False


def _settled(choice: object, state: State, seat: int, bot: Bot) -> Choice:
    """Return a bot's choice, made valid.

    None means that the bot goes on with its turn. Any other invalid value is replaced by the choice of
    ``simple``."""
    if type(choice) is Choice:
        return choice
    ask = state.agenda[-1]
    if choice is None and type(ask) in _GO_ON:
        return _GO_ON[type(ask)]
    fallback = Simple().choose(View(state, seat), Options(state, seat))
    assert fallback is not None, f"{bot} said {choice!r}"
    return fallback
