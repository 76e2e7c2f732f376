"""A state machine that plays all legal answers and tries illegal ones.

It draws a book, a variant, seats, house rules and a start. Then it answers from the options of every
seat, at quiet and at busy moments. It also tries hostile answers of any kind by any seat, and lines
that are no answers. A refusal must leave the state unchanged. After each answer the invariants hold,
the events account for every change, and every line can be read back. The record of the game, saved
and loaded, leads to the same state.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import invariants
from drawn_games import BOOKS, drawn_record
from titledeed.engine import rng
from titledeed.engine.answers import (
    Accept,
    Answer,
    Bid,
    Build,
    Bundle,
    Buy,
    CardIs,
    ClaimIt,
    Deal,
    Decline,
    DemandRent,
    Dice,
    End,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Pass,
    Pay,
    Percent,
    Place,
    Redeem,
    Reject,
    Resign,
    Roll,
    Sell,
    SellDown,
    Shuffle,
    TakeChance,
    TimeUp,
    UseCard,
)
from titledeed.engine.asks import (
    QUIET,
    AskCard,
    AskShuffle,
    Over,
)
from titledeed.engine.errors import MalformedAnswer, RefusedAnswer
from titledeed.engine.legal_answers import (
    Amount,
    Terms,
    options,
)
from titledeed.engine.record import Game, read_record, replay_record
from titledeed.engine.reducer import play, play_in_place, violations
from titledeed.engine.special_seats_and_ids import CHANCE, NOBODY


def hostile(luck: Random, game: Game) -> tuple[int, Answer]:
    """Return any answer of any kind by any seat."""
    state, rules = game.state, game.rules
    space = luck.randrange(40)
    seat = luck.randrange(state.seats)
    amount = luck.choice([0, 1, 9, 10, 11, 50, luck.randrange(2000), 999_999_999])
    deck = luck.randrange(2)

    def bundle() -> Bundle:
        deeds = sorted(luck.sample(range(40), luck.choice([0, 0, 1, 2])))
        cards = sorted(luck.sample(range(2), luck.choice([0, 0, 1])))
        return Bundle(tuple(deeds), luck.choice([0, amount]), tuple(cards))

    def shuffle() -> Answer:
        order = luck.sample(range(16), luck.choice([16, 16, 15, 3]))
        return Shuffle(deck, tuple(order))

    def card() -> Answer:
        ask = state.agenda[-1]
        return CardIs(luck.randrange(len(rules.decks[ask.deck if isinstance(ask, AskCard) else 0])))

    kinds: list[Callable[[], Answer]] = [
        *(lambda kind=kind: kind() for kind in PLAIN),
        *(lambda kind=kind: kind(space) for kind in SPACED),
        Redeem,
        Keep,
        lambda: Bid(amount),
        lambda: UseCard(luck.choice([-1, 0, 1])),
        lambda: SellDown(luck.randrange(8), luck.randrange(7)),
        lambda: DemandRent(space, luck.choice([NOBODY, seat])),
        lambda: Offer(seat, bundle(), bundle()),
        lambda: Dice(luck.randint(1, 6), luck.randint(1, 6)),
        lambda: Deal(seat, space),
        shuffle,
        card,
    ]
    who = luck.choice(
        [CHANCE, state.ask.seat, luck.randrange(state.seats), luck.randrange(state.seats)]
    )
    return (luck.randrange(state.seats) if who == NOBODY else who), luck.choice(kinds)()


PLAIN = (
    *(Roll, Fine, TimeUp, Buy, Decline, Pass, Flat, Percent, Pay, TakeChance, GiveUp, Accept),
    *(Reject, ClaimIt, End, Resign),
)
SPACED = (Place, Build, Sell, Mortgage, Redeem, Keep)


def telling(step: Callable[..., None]) -> Callable[..., None]:
    """Add the record of the game to a failure, as a bug report."""

    @functools.wraps(step)
    def told(self: Play, *args: Any, **kwargs: Any) -> None:
        try:
            step(self, *args, **kwargs)
        except Exception as error:
            error.add_note(
                "The game so far: " + json.dumps(self.game.to_dict(), ensure_ascii=False)
            )
            raise

    return told


class Play(RuleBasedStateMachine):
    """One game. Each step draws its own ``luck``, so that a failure shrinks to a few steps."""

    game: Game
    saved: int

    @initialize(
        book=st.sampled_from(BOOKS),
        count=st.integers(2, 8),
        short=st.booleans(),
        asked=st.booleans(),
        by_hand=st.sampled_from([False, False, False, True]),
        edition=st.sampled_from(["atlantic-city", "london", "australia", "a file"]),
        placed=st.sampled_from([True, True, True, False]),
        seed=st.integers(0, 2**32),
    )
    def sit_down(
        self,
        book: str,
        count: int,
        short: bool,
        asked: bool,
        by_hand: bool,
        edition: str,
        placed: bool,
        seed: int,
    ) -> None:
        record = drawn_record(
            Random(seed),
            book,
            count=count,
            short=short,
            asked=asked,
            by_hand=by_hand,
            edition=edition,
            placed=placed,
        )
        self.game = Game(read_record(record))
        self.saved = 0
        invariants.check(self.game.state)

    # ------------------------------------------------------------ one answer

    def answer(self, seat: int, answer: Answer) -> None:
        """Give an answer that must be accepted, as text, and check its effects."""
        game = self.game
        before = game.state
        facts = invariants.facts(before)
        assert not violations(before, seat, answer)
        line = game.notation.line(seat, answer, before)
        assert game.notation.parse(line, before) == (seat, answer)
        after, told = play(before, seat, answer)
        unheard = before.copy()
        play_in_place(unheard, seat, answer)
        same = invariants.facts(unheard) == invariants.facts(after)
        assert same, f"“{line}” does something else where nobody wants its events"
        assert invariants.facts(before) == facts, f"“{line}” changed the state it was played on"
        events = game.line(line)
        assert game.state.rules is after.rules
        same = invariants.facts(game.state) == invariants.facts(after)
        assert same, f"“{line}” as text is another answer"
        assert events == told
        self.look(before, events)

    def look(self, before: Any, events: Any) -> None:
        invariants.check(self.game.state)
        invariants.explained(before, self.game.state, events)

    def choice_of_chance(self, luck: Random) -> Answer:
        state = self.game.state
        if state.by_hand and isinstance(state.ask, AskCard):
            return luck.choice(options(state, CHANCE).of("card"))
        if isinstance(state.ask, AskShuffle) or luck.random() < 0.5:
            return (
                rng.chance_answer(state, luck.randrange(1000))
                if not state.by_hand
                else (
                    luck.choice(
                        options(state, CHANCE).of(next(iter(options(state, CHANCE).kinds())))
                    )
                )
            )
        return luck.choice(options(state, CHANCE).of(options(state, CHANCE).kinds()[0]))

    @staticmethod
    def inclined(luck: Random, kinds: list[str]) -> list[str]:
        """Return the kinds of answer that a seat considers first if it wants the game to move on."""
        if "bid" in kinds:
            first = luck.random()
            return ["pass"] if first < 0.6 else ["bid"] if first < 0.95 else kinds
        eager = {
            "roll",
            "end",
            "buy",
            "claim",
            "build",
            "accept",
            "keep",
            "pay",
            "place",
            "bankrupt",
        }
        if luck.random() < 0.75 and eager & set(kinds):
            return [kind for kind in kinds if kind in eager]
        return [kind for kind in kinds if kind != "resign"]

    def choice_of_seat(self, luck: Random, seat: int, kinds: list[str]) -> Answer | None:
        """Return one of the options of these kinds, or None if there is none."""
        seen = options(self.game.state, seat)
        luck.shuffle(kinds)
        for kind in kinds:
            allowed = seen.of(kind)
            if allowed:
                option = luck.choice(allowed)
                if isinstance(option, Amount):
                    high = min(option.high, option.low + luck.choice([0, 1, 40, 100, 400]))
                    return Bid(luck.randint(option.low, high))
                if isinstance(option, Terms):
                    offer = self.terms(luck, seat, option.partner)
                    if offer is None:
                        continue
                    return offer
                return option
        return None

    def terms(self, luck: Random, seat: int, partner: int) -> Answer | None:
        """Return an offer that may be made now, or None after a few tries."""
        state = self.game.state
        for _ in range(4):
            sides = []
            for who in (seat, partner):
                own = [i for i in state.rules.ownable if state.owner[i] == who]
                deeds = sorted(luck.sample(own, min(len(own), luck.choice([0, 1, 1, 2]))))
                cards = [d for d in (0, 1) if state.held[d] == who and luck.random() < 0.5]
                sides.append((deeds, cards))
            cash = [0, 0]
            side = luck.randrange(2)
            cash[side] = (
                luck.randint(0, state.cash[(seat, partner)[side]]) if luck.random() < 0.7 else 0
            )
            give, get = (
                Bundle(tuple(deeds), amount, tuple(cards))
                for (deeds, cards), amount in zip(sides, cash, strict=True)
            )
            offer = Offer(partner, give, get)
            if not violations(state, seat, offer):
                return offer
        return None

    # ------------------------------------------------------------ rules

    @precondition(lambda self: not isinstance(self.game.state.ask, Over))
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 40))
    @telling
    def go_on(self, seed: int, count: int) -> None:
        """Answer several times for the seat that is asked."""
        luck = Random(seed)
        for _ in range(count):
            state = self.game.state
            ask = state.ask
            if isinstance(ask, Over):
                return
            if ask.seat == CHANCE:
                self.answer(CHANCE, self.choice_of_chance(luck))
                continue
            kinds = self.inclined(luck, options(state, ask.seat).kinds())
            choice = self.choice_of_seat(luck, ask.seat, kinds)
            if choice is None:
                choice = self.choice_of_seat(luck, ask.seat, options(state, ask.seat).kinds())
            assert choice is not None, f"nothing to answer to {ask}"
            self.answer(ask.seat, choice)

    @precondition(lambda self: isinstance(self.game.state.ask, QUIET))
    @rule(seed=st.integers(0, 2**32))
    @telling
    def stand_up_and_do(self, seed: int) -> None:
        """Give a standing answer for any seat, at any player's turn."""
        luck = Random(seed)
        state = self.game.state
        seat = luck.choice([s for s in range(state.seats) if state.playing[s]])
        kinds = ["build", "build", "sell", "sell-down", "mortgage", "redeem", "offer", "ask-rent"]
        if luck.random() < 0.03:
            kinds = ["resign"]
        elif state.claims and luck.random() < 0.5:
            seat, kinds = luck.choice(state.claims).by, ["ask-rent"]
        choice = self.choice_of_seat(luck, seat, kinds)
        if choice is not None:
            self.answer(seat, choice)

    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 8))
    @telling
    def try_what_may_not_be(self, seed: int, count: int) -> None:
        """Try hostile answers: a refusal changes nothing and cites its clause."""
        luck = Random(seed)
        for _ in range(count):
            game = self.game
            before, lines = game.state, len(game.lines)
            facts = invariants.facts(before)
            seat, answer = hostile(luck, game)
            line = game.notation.line(seat, answer, before)
            assert game.notation.parse(line, before) == (seat, answer), line
            barred = violations(before, seat, answer)
            refused = game.refusal(line)
            assert game.state is before
            unchanged = invariants.facts(before) == facts
            assert unchanged, f"“{line}” was tried and changed something"
            assert len(game.lines) == lines
            # If a shuffle is pending, the program fills it in first, and the table changes.
            if not isinstance(before.ask, AskShuffle):
                assert (refused or ()) == barred
            if refused is None:
                self.look(before, game.line(line))
            else:
                assert refused, f"“{line}” is refused for no reason"

    @rule(text=st.text(max_size=60), seed=st.integers(0, 2**32))
    @telling
    def say_something_else(self, text: str, seed: int) -> None:
        """Try lines that are no answers, and real ones with a word changed, added or lost."""
        luck = Random(seed)
        game = self.game
        words = game.notation.line(*hostile(luck, game), game.state).split()
        match luck.randrange(3):
            case 0:
                words[luck.randrange(len(words))] = text
            case 1:
                words.insert(luck.randrange(len(words) + 1), text)
            case _:
                words = [text]
        before = game.state
        facts = invariants.facts(before)
        try:
            events = game.line(" ".join(words))
        except (MalformedAnswer, RefusedAnswer):
            assert game.state is before
            assert invariants.facts(before) == facts
        else:
            self.look(before, events)

    @precondition(lambda self: self.saved < 2 and len(self.game.lines) > 20)
    @rule()
    @telling
    def save_and_load(self) -> None:
        """Check that the record leads to the same state, and continue the game from there."""
        self.saved += 1
        self.game = self.reloaded()

    def reloaded(self) -> Game:
        text = json.dumps(self.game.to_dict())
        again = replay_record(read_record(json.loads(text)))
        assert again.lines == self.game.lines
        assert again.state.contents() == self.game.state.contents()
        assert json.dumps(again.to_dict()) == text
        return again

    # ------------------------------------------------------------ always

    @invariant()
    def chance_alone_is_asked_or_a_seat_that_can_answer(self) -> None:
        if not hasattr(self, "game"):
            return
        state = self.game.state
        ask = state.ask
        if isinstance(ask, (Over, AskShuffle)):
            return
        seen = options(state, ask.seat)
        assert any(seen.of(kind) for kind in seen.kinds()), f"nothing to answer to {ask}"

    def teardown(self) -> None:
        if hasattr(self, "game") and len(self.game.lines) < 1500:
            self.reloaded()


USUAL = settings(
    max_examples=50,
    stateful_step_count=60,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],  # a failure prints the record of the game; shrinking takes minutes
    suppress_health_check=list(HealthCheck),
)
LONG = settings(
    USUAL,
    max_examples=1500,
    stateful_step_count=150,
    derandomize=False,
    phases=[Phase.generate, Phase.shrink],
    print_blob=True,
)


def test_random_answers_at_random_tables_keep_the_invariants() -> None:
    run_state_machine_as_test(Play, settings=USUAL)


@pytest.mark.long
def test_long_runs_of_random_answers_keep_the_invariants() -> None:
    run_state_machine_as_test(Play, settings=LONG)
