"""A game at a table of people and bots: who must answer, the log, undo.

It knows nothing of a page. Its caller drives it, one answer at a time. ``waiting()`` says who must act,
``step()`` lets chance or a bot give one answer, and ``say()`` takes a person's. Some things are not
part of the game and not in its record. These are bots' offers that people have not opened (``offers``),
bidding ceilings (``ceilings``) and who plays which seat. The module ``save_record`` defines what is
saved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .. import __version__
from ..bots.protocol import COUNTER, Choice
from ..engine import rng
from ..engine.answers import (
    Answer,
    CardIs,
    Offer,
    TimeUp,
)
from ..engine.asks import (
    Ask,
    AskAnswer,
    AskBid,
    AskCard,
    AskDebt,
    AskRoll,
    Over,
)
from ..engine.errors import MalformedAnswer
from ..engine.record import Game, Record
from ..engine.reducer import play_in_place, violations
from ..engine.special_seats_and_ids import CHANCE
from ..engine.state import (
    Claim,
)
from . import save_record
from .answer_entries_and_checkpoints import CHECKPOINT, Entry, read_giver
from .bot_offer_inbox import was_refused
from .bot_scheduler import BotScheduler
from .common_base_of_session_and_replay import SessionBase, Waiting, wealth
from .strategy_seats import make_bot_of, with_strategies


class Session(SessionBase):
    """A game in progress; see the module.

    It is not thread-safe. It has no clock: the caller sets ``time_over``."""

    def __init__(self, game: Game, controls: Sequence[str] | None = None) -> None:
        """``controls``: a bot's name by seat, "" for a person; by default those of the record.

        Raises :class:`LoadError` for an unknown bot.
        """
        names = list(controls if controls is not None else [seat.bot for seat in game.record.seats])
        super().__init__(game, names)
        extra = game.record.extra
        self.players = BotScheduler([make_bot_of(name, extra) if name else None for name in names])
        self.undone: list[Entry] = []
        self.let_go_claims: list[Claim] = []
        self.past_dice = True  # whether an undo may go back past a throw
        self.time_over = False
        self._withheld: list[tuple[Entry, str, Mapping[str, int]]] = []
        # The index of the first entry whose reason was revealed since the last save. A save resets it
        # to None. The entries before it are unchanged since then.
        self.told_late: int | None = None

    def _usual(self, seat: int) -> str:
        """Return who gives a seat's answers now, for a record that does not name the giver."""
        if seat == CHANCE:
            return "hand" if self.state.by_hand else "chance"
        return "person" if self.is_person(seat) else "bot"

    # ------------------------------------------------------------ beginning

    @classmethod
    def start(cls, record: Record) -> Session:
        """Start a new game. Raises :class:`LoadError` with a sentence for people."""
        record.program = __version__
        return cls(Game(record))

    # ------------------------------------------------------------ who must act

    def waiting(self) -> Waiting:
        """Return the seat that must act now, and how."""
        ask = self.ask
        if isinstance(ask, Over):
            return Waiting("over")
        if self.elsewhere is not None and (ask.seat == CHANCE or ask.seat in self.elsewhere):
            return Waiting("elsewhere", ask.seat)
        if ask.seat == CHANCE:
            return Waiting("hand" if self.by_hand else "chance")
        if self.quiet and self.time_over and self._may_end_by_time():
            return Waiting("chance")
        if self.ceilings.of(ask, self.is_person) is not None:
            return Waiting("bot", ask.seat)
        if self.is_person(ask.seat):
            return Waiting("person", ask.seat)
        claim = self._claim_in_danger(ask)
        if claim is not None:
            return Waiting("claim", claim.by, claim)
        return Waiting("bot", ask.seat)

    def _may_end_by_time(self) -> bool:
        return not violations(self.state, CHANCE, TimeUp())

    def _claim_in_danger(self, ask: Ask) -> Claim | None:
        """Return a person's claim to rent that would lapse with this bot's next throw."""
        state = self.state
        limit = state.rules.claim_limit
        if not isinstance(ask, AskRoll) or state.thrown or not limit:
            return None
        for claim in state.claims:
            lapses = claim.turn != state.turns and claim.throws + 1 >= limit
            if lapses and self.is_person(claim.by) and claim not in self.let_go_claims:
                return claim
        return None

    def let_go(self, claim: Claim) -> None:
        """Note that the owner does not claim this rent, so that no throw waits for it."""
        self.let_go_claims = [c for c in self.let_go_claims if c in self.state.claims]
        self.let_go_claims.append(claim)

    # ------------------------------------------------------------ answers

    def step(self) -> Entry | None:
        """Let chance, a bot or a ceiling give one answer.

        None if a person must act, the game is over, or a bot only made an offer to a person (see
        ``offers``). Always None at a table with several devices."""
        waiting = self.waiting()
        state = self.state
        if self.elsewhere is not None:
            return None  # there an answer goes to all devices first
        if waiting.who == "chance":
            if state.ask.seat == CHANCE:
                return self._give(CHANCE, self._drawn(), "chance")
            return self._give(CHANCE, TimeUp(), "program")
        if waiting.who == "bot":
            ceiling = self.ceilings.of(state.ask, self.is_person)
            if ceiling is not None:
                return self._give(
                    state.ask.seat, self.ceilings.answer(state, state.ask, ceiling), "program"
                )
        if waiting.who not in ("bot", "person") or (waiting.who == "person" and not self.quiet):
            return None
        # While a person is asked at a quiet table, bots may act too: build, offer, mortgage.
        bot_answer = self._bot_answer()
        if bot_answer is None:
            return None
        seat, choice = bot_answer
        return self._give(seat, choice.answer, "bot", choice.why, choice.facts)

    def _drawn(self) -> Answer:
        """Return chance's answer.

        The decks of a game on several devices are in no order. Any card may come that was not drawn in
        this pass."""
        state, seed, ask = self.state, self.game.record.seed, self.ask
        if self.alone is None or not isinstance(ask, AskCard):
            return rng.chance_answer(state, seed)
        seen: set[int] = set()
        for entry in self.entries:
            for event in entry.events:
                if event.kind == "card" and event.facts["deck"] == ask.deck:
                    card = int(str(event.facts["card"]))
                    seen = {card} if card in seen else seen | {card}
        there = sorted(state.decks[ask.deck])
        cards = [card for card in there if card not in seen] or there
        return CardIs(cards[rng.random_number(seed, state.draws) % len(cards)])

    def propose(self) -> tuple[int, Answer] | None:
        """Return the seat and answer that a bot or a ceiling would give now, without giving it.

        None if neither would answer."""
        who = self.waiting().who
        if isinstance(self.ask, Over) or self.ask.seat == CHANCE:
            return None
        ceiling = self.ceilings.of(self.ask, self.is_person)
        if ceiling is not None:
            return self.ask.seat, self.ceilings.answer(self.state, self.ask, ceiling)
        if who != "bot" and not self.quiet:
            return None
        choice = self._bot_answer()
        return None if choice is None else (choice[0], choice[1].answer)

    def _bot_answer(self) -> tuple[int, Choice] | None:
        """Return the next bot's choice that enters the game.

        Offers to people are held or dropped; then the next bot is asked."""
        for _ in range(8 * len(self.controls)):
            next_answer = self.players.next(self.state)
            if next_answer is None:
                return None
            seat, choice = next_answer
            answer = choice.answer
            # At a table with several devices, an offer enters the game at once, and everybody waits for
            # its answer. So an offer like one that was refused lately is dropped.
            on_one_device = self.elsewhere is None
            if (
                isinstance(answer, Offer)
                and not self.controls[answer.to]
                and (on_one_device or was_refused(seat, answer, self.state, self.entries))
            ):
                if isinstance(self.ask, AskDebt):
                    # A debtor cannot wait until somebody opens an offer.
                    return seat, self.players.plain(self.state, seat)
                if on_one_device:
                    self.offers.hold(seat, choice, self.state, self.entries)
                continue
            return next_answer
        return None

    def say(self, seat: int, text: str, *, joined: bool = False) -> Entry:
        """Give a person's answer, in the record's notation without the seat.

        For the seat CHANCE, this is the result that people entered. ``joined``: an undo takes it back
        with the answer before, as one press gave both. No record says this. If it raises
        :class:`MalformedAnswer` or :class:`RefusedAnswer`, nothing has changed.
        """
        words = text.split()
        if not words:
            raise MalformedAnswer("No move was entered.")
        answer = self.game.notation.answer(words, self.state)
        entry = self._give(seat, answer, "hand" if seat == CHANCE else "person")
        entry.joined = joined
        return entry

    def give(self, seat: int, answer: Answer, by: str = "person") -> Entry:
        """Like ``say``, for an answer that is not text."""
        return self._give(seat, answer, by)

    def _give(
        self,
        seat: int,
        answer: Answer,
        by: str,
        reason: str = "",
        facts: Mapping[str, int] | None = None,
        *,
        again: bool = False,
    ) -> Entry:
        """``again``: whether this answer was given before, in a saved game or before an undo."""
        before = self.state
        line = self.game.notation.line(seat, answer, before)
        events = self.game.give(seat, answer)
        facts = facts or {}
        withheld = by == "bot" and reason not in ("", COUNTER) and self._secret
        told = ("", {}) if withheld else (reason, facts)
        entry = Entry(
            *(seat, answer, line, by, *told, tuple(events)),
            *(before.round, before.turns),
            secret=self._secret,
        )
        if withheld:
            self._withheld.append((entry, reason, facts))
        elif not self._secret:
            for earlier, its_why, its_facts in self._withheld:
                earlier.reason, earlier.facts = its_why, its_facts
            if self._withheld:
                silent = {id(earlier) for earlier, _, _ in self._withheld}
                # Several lots may close between two saves: keep the earliest index until a save.
                earliest = len(self.entries) if self.told_late is None else self.told_late
                silent_at = (
                    n for n, each in enumerate(self.entries[:earliest]) if id(each) in silent
                )
                self.told_late = next(silent_at, self.told_late)
            self._withheld.clear()
        if len(self.entries) % CHECKPOINT == 0:
            entry.state, entry.memory = before, self.players.memory()
        self.entries.append(entry)
        opens = self.elsewhere is None
        self.players.follow(before, seat, answer, again=again, opens=opens)
        self.players.note(entry.turns, seat, answer)
        self.undone.clear()
        self._after()
        return entry

    @property
    def _secret(self) -> bool:
        """Whether an auction is on or an offer is unanswered.

        During that time a bot's reason would reveal its limits, so it is withheld and revealed
        afterwards."""
        return isinstance(self.ask, (AskBid, AskAnswer))

    def _withhold_again(self) -> None:
        """Withhold revealed reasons again, after going back to an open lot or an unanswered offer."""
        for n in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[n]
            if not entry.secret:
                break
            if entry.by == "bot" and entry.reason not in ("", COUNTER):
                bare = self.entries[n] = replace(entry, reason="", facts={})
                self._withheld.append((bare, entry.reason, entry.facts))

    def _after(self) -> None:
        """After an answer: withdraw impossible offers, and drop the ceilings once the lot is sold."""
        state = self.state
        if not isinstance(state.ask, AskBid) or any(
            event.kind == "auction" for event in self.entries[-1].events
        ):
            self.ceilings.forget()
        if isinstance(state.ask, Over) or state.turns != self.entries[-1].turns:
            self.wealth.append((len(self.entries), wealth(state)))
        self.offers.withdraw(state, self.is_person)
        self.players.drop_unsaid(self._held_now())

    def _held_now(self) -> list[tuple[int, Offer]]:
        """Return this turn's offers that people have not opened, each with the seat that made it."""
        return [
            (pending.by, pending.offer)
            for pending in self.pending_offers
            if pending.turns == self.state.turns
        ]

    # ------------------------------------------------------------ ceilings

    def set_ceiling(self, seat: int, amount: int) -> None:
        """Let the program bid for a person up to ``amount`` until this auction is over.

        Each bid is one step above the standing bid."""
        self.ceilings.amounts[seat] = amount

    def clear_ceiling(self, seat: int) -> None:
        """End the program's bidding or passing, so that the person bids again."""
        self.ceilings.amounts.pop(seat, None)
        self.ceilings.out.discard(seat)

    def leave_auction(self, seat: int) -> None:
        """Let the program pass for a person until this lot is sold. The rulebooks have no such rule, so the
        record only has each pass as it comes."""
        self.ceilings.out.add(seat)

    # ------------------------------------------------------------ offers to people

    def open_offer(self, id: int) -> Entry:
        """Let a person open a held offer. It enters the game only now, and is checked again.

        Raises :class:`MalformedAnswer` if the offer is gone. Raises :class:`RefusedAnswer` if it can no
        longer be made (it is then withdrawn) or if the table is not quiet (it stays).
        """
        pending = self.offers.take(id, self.state)
        return self._give(pending.by, pending.offer, "bot", pending.reason, pending.facts)

    def drop_offer(self, id: int) -> None:
        """Dismiss a held offer; the bot does not repeat one like it for some rounds."""
        self.offers.drop(id, self.state)
        self.players.drop_unsaid(self._held_now())

    # ------------------------------------------------------------ what is no part of the game

    def aside(self) -> dict[str, Any]:
        """Return the data saved next to the record, as JSON values.

        These are held and dismissed offers, ceilings, seats that are out of an auction, and rents that
        were not claimed. Empty lists are left out."""
        rows: dict[str, Any] = {
            **self.offers.rows(self.game.notation, self.state),
            **self.ceilings.rows(),
            "let_go": [
                [n] for n, claim in enumerate(self.state.claims) if claim in self.let_go_claims
            ],
        }
        return {key: value for key, value in rows.items() if value}

    def recall(self, aside: Mapping[str, Any]) -> None:
        """Restore what ``aside`` returned; ignore what does not fit the game."""

        def read(name: str) -> Iterator[list[Any]]:
            rows = aside.get(name)
            yield from (r for r in (rows if isinstance(rows, list) else [])[:50] if type(r) is list)

        self.offers.recall(
            read("held"), read("unopened"), self.game.notation, self.state, self.is_person
        )
        self.players.begin_turn(self.state)
        for by, offer in self._held_now():
            self.players.add_offer(by, offer)
        self.ceilings.recall(read("ceilings"), read("out"), self.state, self.is_person)
        for row in read("let_go"):
            match row:
                case [int(n)] if 0 <= n < len(self.state.claims):
                    self.let_go(self.state.claims[n])

    # ------------------------------------------------------------ seats

    def hand_to(self, seat: int, bot: str, texts: Mapping[str, str] = {}) -> None:
        """Give a seat to a bot by its name, or to a person with "". Raises :class:`LoadError` for an
        unknown bot. ``texts``: see :func:`~.strategy_seats.with_strategies`."""
        record = self.game.record
        extra = with_strategies(record.extra, [bot], texts)
        player = make_bot_of(bot, extra) if bot else None
        record.extra = extra
        self.controls[seat] = bot
        self.offers.to_people(self.is_person)
        # Do this while the players still know the seat's former controller, because an offer to it was
        # one to a person.
        self.players.drop_unsaid(self._held_now())
        self.players.set(seat, player)

    # ------------------------------------------------------------ undo

    def _undo_to(self) -> int | None:
        """Return the index of the last answer of a person, or of the first that one press gave.

        None if there is none, or if ``past_dice`` forbids going back so far. Moves played on several
        devices cannot be undone here, because other people answered and all devices drew."""
        for i in range(len(self.entries) - 1, (self.alone or 0) - 1, -1):
            entry = self.entries[i]
            if entry.by in ("person", "hand") and not entry.joined:
                return i
            if entry.seat == CHANCE and not self.past_dice:
                return None
        return None

    def can_undo(self) -> bool:
        return self._undo_to() is not None

    def to_undo(self) -> list[Entry]:
        """Return the answers that an undo would take back.

        These are what one press of a person answered, and all that followed from it."""
        i = self._undo_to()
        return [] if i is None else self.entries[i:]

    def undo(self) -> list[Entry]:
        """Take back everything from the last answer of a person on, and return it. Dice do not change: the
        same throw comes again."""
        i = self._undo_to()
        if i is None:
            return []
        return self.go_back_to(i)

    def go_back_to(self, count: int) -> list[Entry]:
        """Take back all answers but the first ``count``, and return them; ``redo`` brings them back."""
        taken = self.entries[count:]
        base = count - count % CHECKPOINT
        if base >= len(self.entries):
            return []
        start = self.entries[base].state
        assert start is not None
        state = start.copy()
        rest = self.entries[base:count]
        del self.entries[count:]
        # A redo brings back the undone answers with their reasons, so also those whose reasons are
        # withheld.
        reasons = {id(entry): (reason, facts) for entry, reason, facts in self._withheld}
        back = list(taken)
        for n, entry in enumerate(taken):
            if id(entry) in reasons:
                reason, facts = reasons[id(entry)]
                back[n] = replace(entry, reason=reason, facts=facts)
        left = {id(entry) for entry in self.entries}
        self._withheld = [row for row in self._withheld if id(row[0]) in left]
        self._withhold_again()
        self.game.rewind(state, count, rest)
        self.undone = [*back, *self.undone]
        self.wealth = [point for point in self.wealth if point[0] <= count]
        self.ceilings.forget()
        self.offers.waiting.clear()
        self._tell_players()
        return taken

    def _tell_players(self) -> None:
        """Let the bots remember what is in the log, as if they had played it."""
        players, entries = self.players, self.entries
        players.forget()
        base = max(0, len(entries) - 1) // CHECKPOINT * CHECKPOINT
        for entry in entries[:base]:
            players.note(entry.turns, entry.seat, entry.answer)
        rest = entries[base:]
        if not rest:
            return
        assert rest[0].state is not None
        assert rest[0].memory is not None
        state = rest[0].state.copy()
        players.recall(rest[0].memory)
        for entry in rest:
            opens = self.elsewhere is None
            players.follow(state, entry.seat, entry.answer, again=True, opens=opens)
            players.note(entry.turns, entry.seat, entry.answer)
            play_in_place(state, entry.seat, entry.answer)

    def can_redo(self) -> bool:
        return bool(self.undone)

    def redo(self) -> list[Entry]:
        """Bring back what an undo took, and return it.

        This is what one press answered and all answers of bots and chance after it."""
        coming = self.to_redo()
        rest = self.undone[len(coming) :]
        entries = []
        for entry in coming:
            repeated = self._give(
                entry.seat, entry.answer, entry.by, entry.reason, entry.facts, again=True
            )
            repeated.joined = entry.joined
            entries.append(repeated)
        self.undone = rest
        return entries

    def to_redo(self) -> list[Entry]:
        """Return the answers that a redo would bring back."""
        for n, entry in enumerate(self.undone):
            if n and entry.by in ("person", "hand") and not entry.joined:
                return self.undone[:n]
        return self.undone[:]

    def branch(self, count: int) -> Session:
        """Return a new session that continues after the first ``count`` answers, with the same seed."""
        new = Session(self.game.fork(self.at(count).copy(), count), self.controls)
        if self.alone is not None and count < self.alone:
            new.game.record.extra = {**new.game.record.extra, "x-alone": count}
        # Both logs share these entries, except those whose reasons are secret again.
        new.entries = self.entries[:count]
        new._withhold_again()
        new.wealth = [point for point in self.wealth if point[0] <= count]
        new.past_dice = self.past_dice
        new._tell_players()
        return new

    def play_alone(self, mine: Collection[int], bot: str, seed: int) -> Session:
        """Return a new session that continues a game of several devices on this device only.

        Bots play the other people's seats, and the program draws from ``seed``."""
        count = len(self.entries)
        new = self.branch(count)
        extra = {k: v for k, v in new.game.record.extra.items() if k != "x-proof"}
        new.game.record = replace(new.game.record, seed=seed, extra={**extra, "x-alone": count})
        for seat, name in enumerate(new.controls):
            if not name and seat not in mine:
                new.hand_to(seat, bot)
        return new

    # ------------------------------------------------------------ saves

    def save(self, saved: str, title: str = "") -> dict[str, Any]:
        """Return the record to save.

        ``saved``: the time in ISO 8601."""
        return save_record.write_save(self.game, self.controls, self.entries, saved, title)

    @classmethod
    def load(cls, table: Mapping[str, Any]) -> Session:
        """Return a session at the end of a saved game or of any record.

        Raises :class:`LoadError` with a sentence that says what is wrong.
        """
        record = save_record.read_save(table)
        session = cls(record.game, record.controls)
        notation = session.game.notation
        for line, mark in record.answers():
            words = line.split()
            seat = CHANCE if words[0] == "chance" else notation.seat(words[0])
            answer = notation.answer(words[1:], session.state)
            by, reason, facts = read_giver(mark, session._usual(seat))
            session._give(seat, answer, by, reason, facts, again=True)
        record.check(session.state)
        return session
