"""Scenes: a clause shown at a small table, written in the record's own notation.

    @clause("auction.bidders")
    def test_the_player_who_declines_may_win_the_auction(book):
        t = table(book, seats={"Ada": {"at": "st-charles-place"}})
        t.play("Ada roll", "chance dice 1 3", "Ada decline")
        ...

``@clause`` is a promise that is checked. The scene runs once per rulebook. It fails unless an event or
a refusal in it cited every clause that is named. A scene states its own expected results; it reads
nothing from the tables under test.

A scene also checks each of its lines:

- The invariants hold, and the events account for every change (``invariants``).
- Each event cites exactly the clauses that are due (``due_citations``).
- Each refusal cites exactly the clauses that are due, names a true cause (``due_refusals``), and leaves
  the table as it was.
- The program offers every seat exactly its legal answers (``all_options``).
- The journal is true (``journal_checker``).

``is_silent_on`` checks, for a single scene, that certain clauses are not cited.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import all_options
import due_citations
import due_events
import due_refusals
import invariants
import true_causes
from cited_clauses import Cited, beside_the_point, misfits
from journal_checker import Checker
from titledeed.engine import rng
from titledeed.engine.answers import (
    Answer,
    Deal,
    End,
    Roll,
    TimeUp,
)
from titledeed.engine.asks import (
    AskBid,
    AskBuy,
    AskDebt,
    AskRoll,
    AskShuffle,
    Over,
)
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from titledeed.engine.explain_refusal import explain_refusal
from titledeed.engine.generic_event import Event
from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import ANSWERS, asked_by, play_in_place, violations
from titledeed.engine.rules import debt, rent, turn
from titledeed.engine.special_seats_and_ids import BANK, CHANCE, DECKS, FREE, NOBODY, POT, Because
from titledeed.engine.state import (
    State,
)
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text
from true_causes import Refusal

BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
# The books that differ most often, by what they have in common.
LATE = ("classic", "parker1973")


@dataclass(frozen=True)
class Shows:
    """The clauses that a test shows, the books, and the way: "scene", "data" or "grammar"."""

    clauses: tuple[str, ...]
    books: tuple[str, ...]
    how: str


class _Heard:
    """The clauses cited while a scene runs."""

    def __init__(self) -> None:
        self.cited: set[str] = set()


_listening: list[_Heard] = []


def _hear(clauses: Any) -> None:
    if _listening:
        _listening[-1].cited.update(clauses)


def clause(*ids: str, books: tuple[str, ...] = BOOKS) -> Callable[[Any], Any]:
    """Mark a scene: it runs once for each of ``books`` and must cite every clause named."""

    def mark(story: Callable[..., None]) -> Any:
        @functools.wraps(story)
        def run(*args: Any, **kwargs: Any) -> None:
            heard = _Heard()
            _listening.append(heard)
            try:
                story(*args, **kwargs)
            finally:
                _listening.pop()
            unheard = [id for id in ids if id not in heard.cited]
            assert not unheard, f"nothing in this scene cited {', '.join(unheard)}"

        run.shows = Shows(ids, books, "scene")  # type: ignore[attr-defined]
        return pytest.mark.parametrize("book", books)(run)

    return mark


def shown(*ids: str, by: str, books: tuple[str, ...] = BOOKS) -> Callable[[Any], Any]:
    """Mark a test that shows clauses without a scene. It runs once for each book.

    ``by="data"``: the clause is a definition or a number. ``by="grammar"``: no line can express the
    forbidden action."""
    assert by in ("data", "grammar")

    def mark(test: Callable[..., None]) -> Any:
        test.shows = Shows(ids, books, by)  # type: ignore[attr-defined]
        return pytest.mark.parametrize("book", books)(test)

    return mark


def missing_for(state: State) -> int:
    """Return the cash that the asked seat lacks for the payment, purchase or bid in question."""
    ask = state.ask
    match ask:
        case AskDebt():
            price = ask.amount
        case AskBuy():
            price = state.rules.price[ask.space]
        case AskBid():
            lowest = state.rules.opening_bid if ask.lot >= 0 else state.rules.building_opening_bid
            price = lowest if ask.leader == NOBODY else ask.bid + 1
        case _:
            return 0
    return max(0, price - state.cash[ask.seat])


def foretold(before: State, seat: int, answer: Answer, after: State) -> None:
    """Check the rules' predictions, and the change counter that caches use."""
    moved = any(
        getattr(before, name) != getattr(after, name) for name in ("owner", "level", "mortgaged")
    )
    assert after.changes > before.changes or not moved, "a change was not counted"
    if isinstance(before.ask, AskRoll) and isinstance(answer, Roll) and not before.thrown:
        still_open = {(claim.space, claim.by, claim.of, claim.turn) for claim in after.claims}
        for claim in before.claims:
            if not before.rules.claim_limit:
                assert rent.lapses_by(before, claim) == NOBODY
            lapsed = (claim.space, claim.by, claim.of, claim.turn) not in still_open
            lapses = rent.lapses_by(before, claim) == seat
            assert lapsed == lapses, f"it was said of {claim} whether it lapses: {lapses}"
    assert debt.missing(after, after.ask) == missing_for(after)
    if isinstance(answer, End):
        assert turn.is_last(before, seat) == isinstance(after.ask, Over)


@functools.cache
def _english(words: tuple[tuple[str, str], ...]) -> Catalogue:
    return Catalogue("en", dict(words))


def faults_of_refusal(state: State, seat: int, answer: Answer, clauses: Because) -> list[str]:
    """Return the faults of a refusal: of the clauses that it cites and of the cause that it names."""
    cause = explain_refusal(state, seat, answer, clauses)
    refusal = Refusal(state, seat, answer, clauses, cause[0].facts if cause else {})
    wrong = list(due_refusals.faults(refusal, cause[0].what if cause else ""))
    if seat == CHANCE or isinstance(answer, TimeUp | Deal):
        return wrong  # the cited clause is the one that would allow this answer
    wrong += [*misfits(state.rules, clauses), *true_causes.beside_the_point(refusal)]
    if cause is not None and not true_causes.TRUE[cause[0].what](refusal):
        wrong.append(f"{cause} is false")
    if cause is not None and cause[1] and cause[1] != due_refusals.explained_by(refusal):
        wrong.append(f"{cause} belongs to another clause")
    for id in clauses:
        alone = explain_refusal(state, seat, answer, (id,))
        if (alone[0].what if alone else "") not in due_refusals.alone(refusal, id):
            wrong.append(f"{id} alone has the cause {alone}")
    return wrong


# ---------------------------------------------------------------- the table


def record_of(
    book: str,
    *,
    turn: str | None = "Ada",
    players: str = "Ada Ben Cleo",
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    deck: Mapping[str, list[str]] | None = None,
    house: Mapping[str, Any] | None = None,
    edition: Any = "atlantic-city",
    decks: str | None = None,
    variant: str = "standard",
    rent: str = "automatic",
    chance: str = "dealt",
    seed: int = 1,
    **position: Any,
) -> dict[str, Any]:
    """Return a record.

    ``seats`` gives the position of some of ``players``; ``deeds`` may be one text, separated by spaces.
    ``position`` takes the other keys of a position (round, doubles …)."""
    places: dict[str, Any] = {}
    for name, place in (seats or {}).items():
        places[name] = dict(place)
        if isinstance(place.get("deeds"), str):
            places[name]["deeds"] = place["deeds"].split()
    where: dict[str, Any] = {"seat": places, **position}
    if turn is not None:
        where["turn"] = turn
    if deck:
        where["deck"] = dict(deck)
    record: dict[str, Any] = {
        "format": "title-deed/1",
        "rulebook": book,
        "edition": edition,
        "variant": variant,
        "seats": players.split(),
        "seed": seed,
        "rent": rent,
        "chance": chance,
        "house_rules": dict(house or {}),
        "position": where,
    }
    if decks is not None:
        record["decks"] = decks
    return record


def table(book: str, *, shuffled: bool = True, **setting: Any) -> Scene:
    """Return a scene at a position (see :func:`record_of`).

    The decks are already shuffled, unless ``shuffled`` is False for a scene that shows the shuffle."""
    scene = Scene(record_of(book, **setting))
    while shuffled and isinstance(scene.game.state.ask, AskShuffle):
        scene.game.give(CHANCE, rng.chance_answer(scene.game.state, scene.game.record.seed))
    scene.game.events.clear()
    all_options.check(scene.game.state)
    return scene


def will_not_load(book: str, *clauses: str, **setting: Any) -> str:
    """The record must be refused, citing each of the clauses. Returns the sentence."""
    return table_will_not_load(record_of(book, **setting), *clauses)


def table_will_not_load(record: Mapping[str, Any], *clauses: str) -> str:
    """Like :func:`will_not_load`, for a record's table."""
    with pytest.raises(LoadError) as caught:
        Game(read_record(record))
    error = caught.value
    missing = [id for id in clauses if id not in error.clauses]
    assert not missing, f"refused by {error.clauses}, not by {missing}: {error}"
    _hear(clauses)
    sentence = str(error)
    assert sentence.endswith(".")
    return sentence


class Scene:
    """A game in progress, with short methods to play and check it."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.game = Game(read_record(record))
        self.last: list[Event] = []  # the events of the last ``play``
        self.refused: Because | None = None  # the clauses that a refusal since then has cited
        self._teller: Narrator | None = None
        self._lapses: dict[
            tuple[int, ...], set[int]
        ] = {}  # the seats predicted to end a claim's time
        start = self.game.state
        self._strange = bool(start.claims) or start.rules.edition.sign_after
        invariants.check(self.game.state)

    # ------------------------------------------------------------ doing

    def play(self, *lines: str) -> Scene:
        """Give these lines, one answer each; every one must be accepted."""
        self.last, self.refused = [], None
        for line in lines:
            try:
                parsed = self.game.notation.parse(line, self.game.state)
                wanted = type(parsed[1]) if parsed and parsed[0] == CHANCE else None
                while self._chance_first(wanted):
                    state = self.game.state
                    self._give(CHANCE, rng.chance_answer(state, self.game.record.seed))
                parsed = self.game.notation.parse(line, self.game.state)
                assert parsed is not None
                self._give(*parsed)
            except (RefusedAnswer, MalformedAnswer) as error:
                raise AssertionError(f"“{line}”: {error}") from None
        return self

    def _chance_first(self, wanted: object) -> bool:
        """Whether the next line leaves out an answer that chance must give first."""
        state = self.game.state
        ask = state.ask
        return not state.by_hand and ask.seat == CHANCE and wanted not in ANSWERS[type(ask)]

    def _give(self, seat: int, answer: Answer) -> None:
        """Give one answer, and check all its effects."""
        before = self.game.state
        events = self.game.line(self.game.notation.line(seat, answer, before))
        after = self.game.state
        invariants.check(after)
        invariants.explained(before, after, events)
        invariants.mortgage_money(before, seat, answer, after)
        all_options.check(after)
        self._read_the_journal(before, answer, events)
        faults = due_citations.all_faults(before, seat, answer, after, events)
        faults += due_events.faults(before, answer, after, events)
        assert not faults, faults
        assert set(asked_by(after)) == due_refusals.asked_by(after)
        unheard = before.copy()
        play_in_place(unheard, seat, answer)
        assert unheard == after, "it does something else where nobody wants its events"
        foretold(before, seat, answer, after)
        self._foretell_lapses(before, seat, answer, after, events)
        for event in events:
            cited = Cited(event, before, after, events, answer)
            wrong = [*misfits(after.rules, event.clauses), *beside_the_point(cited)]
            assert not wrong, f"{event}: {wrong}"
            _hear(event.clauses)
        self.last += events

    def _foretell_lapses(
        self, before: State, seat: int, answer: Answer, after: State, events: list[Event]
    ) -> None:
        """Check that the rules always named the right seat as the one that lets a claim lapse.

        The prediction changes when a player leaves."""
        if before.playing != after.playing:
            self._lapses.clear()
        lapsed = [event.facts for event in events if event.kind == "claim-lapse"]
        for claim in before.claims:
            key = (claim.space, claim.by, claim.of, claim.turn)
            seats = self._lapses.pop(key, set())
            if isinstance(answer, Roll) and any(
                (facts["space"], facts["by"], facts["of"]) == key[:3] for facts in lapsed
            ):
                assert seats <= {seat}, f"{claim} lapses by {seat}, and {seats} were named"
            elif claim.turn in {other.turn for other in after.claims}:
                self._lapses[key] = seats
        for claim in after.claims:
            key = (claim.space, claim.by, claim.of, claim.turn)
            self._lapses.setdefault(key, set()).add(rent.lapses_by(after, claim))

    def _read_the_journal(self, before: State, answer: Answer, events: list[Event]) -> None:
        """Check that the sentences about an answer are true of the states before and after it.

        The checker cannot know the origin of a claim that was there at the start. It cannot read a
        currency sign behind an amount either. Such games are skipped."""
        if self._strange:
            return
        if self._teller is None:
            rules, names = before.rules, self.game.names
            english = _english(tuple(rules.edition.words.items()))
            self._teller = Narrator(rules, names, english)
            self._reader = Checker(rules, names)
        told = [plain_text(line["text"]) for line in self._teller.events(events, answer)]
        faults = self._reader.faults(before, answer, self.game.state, told)
        assert not faults, faults

    def throw(self, who: str, a: int, b: int) -> Scene:
        """Roll the dice with this result."""
        return self.play(f"{who} roll", f"chance dice {a} {b}")

    def refuses(self, line: str, *clauses: str) -> Scene:
        """Check that the line is refused now, cites each of these clauses, and changes nothing."""
        before = self.game.state.copy()
        count = len(self.game.lines)
        with pytest.raises(RefusedAnswer) as caught:
            self.game.line(line)
        because = caught.value.clauses
        missing = [id for id in clauses if id not in because]
        assert not missing, f"“{line}” is refused by {because}, not by {missing}"
        self._ask_why(line, because)
        _hear(clauses)
        self.refused = because
        assert self.game.state == before, f"“{line}” was refused but changed the table"
        assert len(self.game.lines) == count
        return self

    def _ask_why(self, line: str, clauses: Because) -> None:
        """Check that a refusal names a true cause and cites only relevant clauses."""
        game = self.game
        state = game.state.copy()
        try:
            parsed = game.notation.parse(line, state)
            game.fill(state, [], [], type(parsed[1]) if parsed and parsed[0] == CHANCE else None)
            parsed = game.notation.parse(line, state)
        except RefusedAnswer:
            return  # not an answer of this game: no such seat or card, or two sums
        assert parsed is not None
        seat, answer = parsed
        assert violations(state, seat, answer) == clauses
        wrong = faults_of_refusal(state, seat, answer, clauses)
        assert not wrong, f"“{line}” is refused by {clauses}: {wrong}"

    def refuses_all_else(self) -> Scene:
        """Check that each answer not asked for now is refused for the clauses due, from every seat."""
        state = self.game.state
        for seat in (CHANCE, *range(state.seats)):
            for answer in all_options.OF_EACH_KIND:
                clauses = violations(state, seat, answer)
                if clauses:
                    wrong = faults_of_refusal(state, seat, answer, clauses)
                    assert not wrong, f"seat {seat}, {answer}, {clauses}: {wrong}"
                else:
                    refusal = Refusal(state, seat, answer, clauses, {})
                    assert due_refusals.fits(refusal) or seat == CHANCE, f"{seat} may {answer}"
                _hear(clauses)
        return self

    def malformed(self, line: str) -> Scene:
        """Check that the line is malformed and changes nothing."""
        before = self.game.state.copy()
        with pytest.raises(MalformedAnswer):
            self.game.line(line)
        assert self.game.state == before
        return self

    def may(self, *lines: str) -> Scene:
        """Check that each of these lines would be accepted now."""
        for line in lines:
            clauses = self.game.refusal(line)
            assert clauses is None, f"“{line}” is refused by {clauses}"
        return self

    # ------------------------------------------------------------ being true

    def ask(self, wanted: str) -> Scene:
        """Check the pending ask: seat and kind, as "Ada roll"; "over" at the end."""
        actual = self.game.notation.ask(self.game.state)
        assert actual == wanted, f"the ask is “{actual}”, not “{wanted}”"
        return self

    def cash(self, **amounts: int) -> Scene:
        """Check the cash of seats; ``bank`` and ``pot`` are accounts too."""
        accounts = {"bank": BANK, "pot": POT}
        actual = {
            name: self.game.state.cash[accounts[name] if name in accounts else self._seat(name)]
            for name in amounts
        }
        assert actual == amounts
        return self

    def at(self, **spaces: str) -> Scene:
        state = self.game.state
        actual = {name: self.id_of(state.at[self._seat(name)]) for name in spaces}
        assert actual == spaces
        return self

    def owner(self, **owners: str) -> Scene:
        """Check owners. Keys are space ids with ``_`` for ``-``; "bank" is an owner."""
        actual = {}
        for id in owners:
            owner = self.game.state.owner[self._space(id)]
            actual[id] = "bank" if owner == BANK else self.game.names[owner]
        assert actual == owners
        return self

    def owns(self, name: str, *ids: str) -> Scene:
        """Check that a seat owns exactly these deeds; ``:m`` follows a mortgaged one."""
        state = self.game.state
        seat = self._seat(name)
        actual = {
            self.id_of(i) + (":m" if state.mortgaged[i] else "")
            for i in range(40)
            if state.owner[i] == seat
        }
        assert actual == set(ids)
        return self

    def buildings(self, **levels: int) -> Scene:
        """Check the buildings: 1-4 are houses, 5 is a hotel, in the Short Game too."""
        state = self.game.state
        actual = {}
        for id in levels:
            level = state.level[self._space(id)]
            actual[id] = 5 if level == state.rules.top else level
        assert actual == levels
        return self

    def mortgaged(self, **down: bool) -> Scene:
        actual = {id: self.game.state.mortgaged[self._space(id)] for id in down}
        assert actual == down
        return self

    def jail(self, **turns: int | str) -> Scene:
        """Turns spent in jail, or "free"."""
        actual: dict[str, int | str] = {}
        for name in turns:
            jail = self.game.state.jail[self._seat(name)]
            actual[name] = "free" if jail == FREE else jail
        assert actual == turns
        return self

    def cards(self, **decks: list[str]) -> Scene:
        """Held jail cards, by deck."""
        state = self.game.state
        actual = {
            name: [deck for d, deck in enumerate(DECKS) if state.held[d] == self._seat(name)]
            for name in decks
        }
        assert actual == decks
        return self

    def stock(self, houses: int, hotels: int) -> Scene:
        assert self.game.state.stock == [houses, hotels]
        return self

    def playing(self, *names: str) -> Scene:
        state = self.game.state
        actual = tuple(name for seat, name in enumerate(self.game.names) if state.playing[seat])
        assert actual == names
        return self

    def winners(self, *names: str) -> Scene:
        ask = self.game.state.ask
        assert isinstance(ask, Over), "the game is not over"
        assert tuple(self.game.names[seat] for seat in ask.winners) == names
        return self

    def round(self, number: int) -> Scene:
        assert self.game.state.round == number
        return self

    def top(self, deck: str, *ids: str) -> Scene:
        """The first cards of a deck."""
        d = DECKS.index(deck)
        cards = self.game.state.decks[d][: len(ids)]
        assert tuple(self.game.notation.card_id(d, card) for card in cards) == ids
        return self

    def bottom(self, deck: str, *ids: str) -> Scene:
        """The last cards of a deck, the lowest last."""
        d = DECKS.index(deck)
        cards = self.game.state.decks[d][-len(ids) :]
        assert tuple(self.game.notation.card_id(d, card) for card in cards) == ids
        return self

    def deck_size(self, deck: str, count: int) -> Scene:
        assert len(self.game.state.decks[DECKS.index(deck)]) == count
        return self

    # ------------------------------------------------------------ being said

    def cites(self, *clauses: str) -> Scene:
        """Check that an event of the last ``play`` cited each of these clauses."""
        cited = {id for event in self.last for id in event.clauses}
        missing = [id for id in clauses if id not in cited]
        assert not missing, f"no event cites {missing}; they cite {sorted(cited)}"
        return self

    def tells(self, *kinds: str) -> Scene:
        """Check that the last ``play`` caused events of exactly these kinds, in this order."""
        assert [event.kind for event in self.last] == [*kinds]
        return self

    def is_silent_on(self, *clauses: str) -> Scene:
        """Check that neither the last ``play`` nor the refusal after it cited any of these clauses."""
        if self.refused is None:
            cited = {id for event in self.last for id in event.clauses}
        else:
            cited = set(self.refused)
        assert cited, "nothing has happened that could cite a clause"
        wrong = [id for id in clauses if id in cited]
        assert not wrong, f"{wrong} is cited"
        return self

    def payments(self) -> list[tuple[str, str, int]]:
        """The payments of the last ``play`` in order: payer, payee, amount."""
        return [
            (
                self._name(event.facts["payer"]),
                self._name(event.facts["payee"]),
                event.facts["amount"],
            )
            for event in self.last
            if event.kind == "pay"
        ]

    # ------------------------------------------------------------ words

    def _seat(self, name: str) -> int:
        return self.game.names.index(name)

    def _name(self, account: Any) -> str:
        return {BANK: "bank", POT: "pot"}.get(account) or self.game.names[account]

    def _space(self, id: str) -> int:
        return self.game.notation.space(id.replace("_", "-"))

    def id_of(self, space: int) -> str:
        return self.game.notation.space_id(space)
