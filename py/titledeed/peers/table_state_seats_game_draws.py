"""The state that results from a table's list: the game, who sits where, the chains, and the open draw.

A *person* of the table is a seat with a device, without a bot, that is still playing. Every draw has
the value of every person that does not rest (``awaited``). Nobody can choose who is in a draw once it
is open.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from ..engine.answers import Answer, CardIs, Deal, Dice
from ..engine.asks import AskCard, AskDeal, AskDice, Over
from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import json_value
from ..engine.record import Game, Record
from ..engine.rules.short_game import undealt
from ..engine.special_seats_and_ids import CHANCE
from ..engine.state import State
from ..strategies.strategy_file import KEY
from .draw_hash_chains import (
    SIZE,
    draw_number,
    draw_pick,
    drawn,
    first_beacon,
    from_base64url,
    hash_repeatedly,
    is_hash_of,
    named,
    to_base64url,
)
from .log_entry_fields_and_checks import (
    DIGEST,
    Committed,
    Drawn,
    ListEntry,
    LogError,
    SeatHolder,
    of_game,
)
from .rewindable_game import RewindableGame
from .strategies_in_head import read_rules

AHEAD: Final = 64  # epochs by which a host may be ahead of the number of entries
KEY_STEPS: Final = 16  # keys of a seat that the others may have missed when it returns
AWAKE: Final = 2  # people's devices that must stay in the draws when a bot takes a silent seat


class TableState:
    """The entries of one game, and the game and table that result from them."""

    def __init__(self, record: Record, game: str) -> None:
        """Start the list of a game.

        ``record``: a game without lines whose chance is entered by hand. Of its ``x-`` keys, only the rules
        of its players are kept. Raises :class:`LoadError` with a sentence.
        """
        if record.chance != "by-hand":
            raise LoadError(
                "In a game on several devices, the devices themselves throw "
                "the dice and draw the cards."
            )
        if record.house_rules.get("limit-minutes"):
            raise LoadError(
                "Several devices have no common clock. Choose a limit of rounds instead "
                "of a time limit."
            )
        if any(step.lines for step in record.steps):
            raise LoadError(
                "You can’t continue this game on several devices. Start a new one there."
            )
        self.id = game
        self._head = ""
        self.strategies = read_rules(record)
        seats = [replace(seat) for seat in record.seats]
        self.history = RewindableGame(Game(replace(record, seats=seats, steps=[], extra={})))
        self.entries: list[ListEntry] = []
        self.digests: list[str] = [self._first_digest()]
        self.holders = [SeatHolder(bot=seat.bot) for seat in record.seats]
        self.chains: dict[int, Committed] = {}
        self.draws: list[Drawn] = []
        self.epoch = 0
        self.host = 0
        self.begun = False
        self.paused = False
        self.mark = 0  # the number of entries after the last one of the game (of_game)
        self.last_ids = [0] * len(record.seats)
        self.beacon = first_beacon(self.digests[0])
        self.resting: set[int] = set()
        # By seat: how many entries there were when each of the last draws with its value was opened.
        self._drawn_at: dict[int, tuple[int, ...]] = {}
        self.anchors: set[str] = set()  # all anchors ever committed to; each is valid once
        # The seats that a bot took while a draw was open. The value says whether their device has since
        # explained why it was silent, without sitting down again.
        self.taken: dict[int, bool] = {}
        self.explained: set[int] = set()  # the indices of the entries with that explanation
        # By seat: the number of entries after the last one that its device asked for itself.
        self.spoke = [0] * len(record.seats)
        self.ended: set[int] = set()  # whose devices have signed the finished game
        # The number of entries for which :attr:`draw_name` was computed, and the name.
        self._draw_name = (-1, "")

    def _first_digest(self) -> str:
        return hashlib.sha256(f"{self.id} {self.head()}".encode()).hexdigest()[:DIGEST]

    def head(self) -> str:
        """Return the record before its first entry as canonical JSON.

        A finished game gives the same head, so the digests of a table can be recomputed from its proof."""
        if self._head:
            return self._head
        table = self.game.to_dict()
        for key in ("step", "checksum", "saved", "program", "title"):
            table.pop(key, None)
        self._head = json.dumps(table, sort_keys=True, separators=(",", ":"))
        return self._head

    def sent_head(self) -> str:
        """Return the head in the form that is sent, with the rules of the table's players."""
        if not self.strategies:
            return self.head()
        table = {**json_value(self.head()), KEY: self.strategies}
        return json.dumps(table, sort_keys=True, separators=(",", ":"))

    def keep_rules_of(self, other: TableState) -> None:
        """Keep the rules of players that another list of this table has. Nobody can take them away by sending
        a list without them."""
        if self.digests[0] == other.digests[0]:
            self.strategies = {**self.strategies, **other.strategies}

    # ------------------------------------------------------------ the list and its game

    @property
    def game(self) -> Game:
        return self.history.game

    @property
    def answers(self) -> list[tuple[int, Answer]]:
        """All present answers of the game, including those of chance, each with its seat."""
        return self.history.answers

    @property
    def seats(self) -> int:
        return len(self.holders)

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def digest(self) -> str:
        return self.digests[-1]

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def lines(self) -> list[str]:
        """The present lines of the game, without those that were undone."""
        return self.game.lines

    def mark_at(self, count: int) -> int:
        """Return the value of :attr:`mark` when the list had this many entries."""
        while count and not of_game(self.entries[count - 1]):
            count -= 1
        return count

    @property
    def at(self) -> str:
        """The digest after the last entry of the game.

        It marks the position at which people agree to something, whatever happens at the table in the
        meantime."""
        return self.digests[self.mark]

    @property
    def last_epoch(self) -> int:
        """The highest epoch that the next host may have.

        Without this limit, one host could leave no epoch to the hosts after it."""
        return self.count + AHEAD

    # ------------------------------------------------------------ who sits where

    def seats_of(self, device: str) -> list[int]:
        """Return the seats for which people answer on this device, without the seats of bots."""
        return [
            n
            for n, holder in enumerate(self.holders)
            if device and holder.device == device and not holder.bot
        ]

    def persons(self) -> list[int]:
        """Return the seats of people who play on a device of their own.

        When all of them are out of the game, return their seats: then their devices draw for the bots."""
        sit = [seat for seat, holder in enumerate(self.holders) if holder.device and not holder.bot]
        return [seat for seat in sit if self.state.playing[seat]] or sit

    def voters(self, without: Collection[int] = ()) -> list[int]:
        """Return the seats whose devices decide who sits at the table.

        These are the persons that do not rest, and the host, but none of the seats in question."""
        seats = {*self.persons(), self.host} - self.resting - set(without)
        return sorted(seat for seat in seats if self.holders[seat].device)

    def concerned(self, to: int) -> list[int]:
        """Return the seats of people who must agree to go back to the first ``to`` answers.

        These are the persons of the table, and those who have gone out of the game since."""
        sit = [seat for seat, holder in enumerate(self.holders) if holder.device and not holder.bot]
        return [seat for seat in sit if self.history.was_in(seat, to)] or sit

    def wakeable(self, without: Collection[int] = ()) -> set[int]:
        """Return the resting persons whose rest ends if they agree to a bot on these seats.

        While a draw is open, no rest ends in another way. At other times they end it themselves."""
        return set(self.missing()) - set(without) if self.drawing else set()

    def leaves_one(self, seats: Collection[int], woken: Collection[int] = ()) -> bool:
        """Whether a bot on these seats would leave one device alone in the draws.

        That device would know all throws and cards to come. ``woken``: resting seats whose rest ends. A
        bot on resting seats does not count: their people have left the others alone by their own
        choice."""
        left = {self.holders[seat].device for seat in {*self.awaited(), *woken} - set(seats)}
        return not set(seats) <= self.resting and len(left) < AWAKE

    def opens(self, seat: int, key: str) -> bool:
        """Whether this key proves the right to return to the seat."""
        known, value = from_base64url(self.holders[seat].key, SIZE), from_base64url(key, SIZE)
        if known is None or value is None:
            return False
        return _hashes_to(value, known)

    # ------------------------------------------------------------ the open draw

    @property
    def draw(self) -> int:
        """The number of the next draw. Numbers are never reused: an undone draw still has its own."""
        return len(self.draws) + 1

    @property
    def waits_for_chance(self) -> bool:
        return self.begun and not isinstance(self.state.ask, Over) and self.state.ask.seat == CHANCE

    @property
    def drawing(self) -> bool:
        """Whether a draw is open that at least one person is in.

        From then on, nobody may change who is in it. Where all persons rest, nobody tells a value, and
        the draw waits for the first who is back."""
        return self.waits_for_chance and bool(self.awaited())

    def awaited(self) -> list[int]:
        """Return the seats whose values make the next draw: every person that does not rest."""
        return [seat for seat in self.persons() if seat not in self.resting]

    def missing(self) -> list[int]:
        """Return the persons whose values are not in the next draw because they rest."""
        return [seat for seat in self.persons() if seat in self.resting]

    @property
    def draw_name(self) -> str:
        """The name of the open draw; "" if there is none.

        It is a hash of all that decides the result, except the values that are still to come. Two lists
        that give a draw the same name give it the same result. Their host and all else that they say
        about the table make no difference."""
        if not self.waits_for_chance:
            return ""
        if self._draw_name[0] != len(self.entries):
            chains = {}
            for seat in self.awaited():
                chain = self.chains[seat]
                chains[seat] = (self.draw - chain.draw, to_base64url(chain.known))
            unseen = [self.history.unseen(deck) for deck in range(len(self.state.decks))]
            facts = repr(self.state.contents())
            name = named(self.id, self.draw, self.beacon, chains, unseen, facts)
            self._draw_name = (len(self.entries), name)
        return self._draw_name[1]

    def holds(self, seat: int, reveal: str) -> bool:
        """Whether this is the value of a seat's chain for the next draw."""
        value, chain = from_base64url(reveal, SIZE), self.chains.get(seat)
        return (
            value is not None
            and chain is not None
            and is_hash_of(value, chain.known, self.draw - chain.draw)
        )

    def outcome(self, reveals: Mapping[int, str]) -> str:
        """Return the line of chance's answer that results from these revealed values, by seat."""
        block, ask = self._draw_block(reveals), self.state.agenda[-1]
        answer: Answer
        match ask:
            case AskDice():
                a, b = divmod(draw_number(block, 36), 6)
                answer = Dice(a + 1, b + 1)
            case AskCard():
                answer = CardIs(draw_pick(self.history.unseen(ask.deck), block))
            case AskDeal():
                answer = Deal(ask.receiver, draw_pick(undealt(self.state), block))
            case _:
                raise LogError("There is nothing to draw now.", draw=self.draw)
        return self.game.notation.line(CHANCE, answer, self.state)

    def _draw_block(self, reveals: Mapping[int, str]) -> bytes:
        values = {seat: from_base64url(text, SIZE) or b"" for seat, text in reveals.items()}
        return drawn(self.id, self.draw, self.beacon, values)


def _hashes_to(value: bytes, known: bytes) -> bool:
    for _ in range(KEY_STEPS):
        value = hash_repeatedly(value)
        if value == known:
            return True
    return False
