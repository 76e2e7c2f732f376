"""Translates between answers and lines of text, ``SEAT ANSWER`` (docs/RECORD.md).

Only lines contain ids and names; the engine uses indices. Buttons, bots' replies, saved games, tests
and bug reports all use the same text form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from .answers import (
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
from .asks import (
    AskCard,
    Over,
)
from .board_and_rules_types import Rules
from .errors import MalformedAnswer, RefusedAnswer
from .special_seats_and_ids import CHANCE, DECKS, NOBODY, SPACES
from .state import (
    State,
)

LONGEST_LINE: Final = 500
LONGEST_NAME: Final = 30
WIDEST_NAME: Final = 30  # columns at tables of several devices; a wide character takes two
MOST_MARKS: Final = 4  # combining marks on one character
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_TAKEN: Final = frozenset({"chance", "bank", "over", "give", "get", "nothing"})

# The answers written as one word.
_PLAIN: Final[dict[str, Answer]] = {
    "roll": Roll(),
    "fine": Fine(),
    "time-up": TimeUp(),
    "buy": Buy(),
    "decline": Decline(),
    "pass": Pass(),
    "flat": Flat(),
    "percent": Percent(),
    "pay": Pay(),
    "take-chance": TakeChance(),
    "bankrupt": GiveUp(),
    "accept": Accept(),
    "reject": Reject(),
    "claim": ClaimIt(),
    "end": End(),
    "resign": Resign(),
}
# The answers written as a word and a space of the board.
_SPACED: Final[dict[str, Callable[[int], Answer]]] = {
    "place": Place,
    "build": Build,
    "sell": Sell,
    "mortgage": Mortgage,
    "redeem": Redeem,
    "keep": Keep,
}
ANSWER_WORDS: Final = frozenset(
    (*_PLAIN, *_SPACED, "use-card", "dice", "card", "shuffle", "deal", "bid", "sell-down")
) | {"offer", "ask-rent"}


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def check_name(name: object) -> str:
    """Check a seat's name, and return it: 1 to 30 characters, trimmed, in Unicode's NFC form, without
    control or format characters. The two joiners are allowed, since some scripts and emoji need them.

    Raises :class:`MalformedAnswer` with a sentence.
    """
    if not isinstance(name, str):
        raise MalformedAnswer("A player’s name must be text.")
    if not name or name != name.strip():
        raise MalformedAnswer(
            "A player’s name must not be empty, and must not begin or end with a space."
        )
    if len(name) > LONGEST_NAME:
        raise MalformedAnswer(
            f"The name “{_short(name)}” is longer than {LONGEST_NAME} characters."
        )
    if unicodedata.normalize("NFC", name) != name:
        raise MalformedAnswer(f"The name “{_short(name)}” is not in the Unicode form NFC.")
    # Unassigned characters (Cn) are allowed, since the Unicode version of a newer Python may assign
    # them.
    if any(
        unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in without_joiners(name)
    ):
        raise MalformedAnswer("A player’s name must not contain control characters.")
    return name


# The zero-width non-joiner and joiner. Persian and Indic scripts need them, and so do emoji of
# families.
JOINERS: Final = "\u200c\u200d"
JOINED: Final = re.compile(r"(?<=[^\x00-\u02af])[\u200c\u200d](?=[^\x00-\u02af\u200c\u200d])")


def without_joiners(text: str) -> str:
    """The text without the joiners between two characters that are not Latin.

    Joiners elsewhere have no visible effect, so they stay, and ``check_name`` refuses them as format
    characters."""
    return JOINED.sub("", text)


# Emoji style: it makes a narrow sign wide.
_WIDE_STYLE: Final = "\ufe0f"


def _is_mark(c: str) -> bool:
    return c in JOINERS or unicodedata.category(c) in ("Mn", "Me")


def with_few_marks(text: str) -> str:
    """The text with at most ``MOST_MARKS`` combining marks and joiners in a row. More would overlap the
    lines above and below."""
    kept, row = [], 0
    for c in text:
        row = row + 1 if _is_mark(c) else 0
        if row <= MOST_MARKS:
            kept.append(c)
    return "".join(kept)


def columns(text: str) -> int:
    """The approximate width of a text in letters: ideographs and emoji count two, combining marks none."""

    def of(c: str) -> int:
        if c == _WIDE_STYLE:
            return 1
        return 0 if _is_mark(c) else 1 + (unicodedata.east_asian_width(c) in "WF")

    return sum(map(of, text))


def is_word(name: str) -> bool:
    """Whether a name can be written in a line; a seat with any other name is written ``seat:N``."""
    return name[:1].isalpha() and all(c.isalnum() or c in "-_" for c in name) and name not in _TAKEN


def number(text: str) -> int:
    """Read a number: ASCII digits without sign or leading zero, at most 999999999. Raises
    :class:`MalformedAnswer`."""
    if not text.isascii() or not _NUMBER.match(text):
        raise MalformedAnswer(f"“{_short(text)}” is not a whole number from 0 to 999999999.")
    return int(text)


class Notation:
    """Translates between lines and answers for one game, with its rules and the names of its seats.

    The methods that read a word raise :class:`MalformedAnswer` with a sentence for an unknown one."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = list(names)
        self._seats = {f"seat:{i}": i - 1 for i in range(1, len(names) + 1)}
        self._words: list[str] = []
        for i, name in enumerate(names):
            if is_word(name):
                self._seats[name] = i
                self._words.append(name)
            else:
                self._words.append(f"seat:{i + 1}")
        self._spaces = {space.id: space.index for space in rules.edition.spaces}
        self._ids = [space.id for space in rules.edition.spaces]
        self._groups = {group.id: g for g, group in enumerate(rules.edition.groups)}
        self._cards = [{card.id: i for i, card in enumerate(deck)} for deck in rules.decks]

    # ------------------------------------------------------------ words

    def seat_word(self, seat: int) -> str:
        """The word for a seat in a line: ``chance``, its name, or ``seat:N`` with N from 1."""
        return "chance" if seat == CHANCE else self._words[seat]

    def seat(self, word: str) -> int:
        """The index of a player's seat from its word."""
        seat = self._seats.get(word)
        if seat is None:
            raise MalformedAnswer(f"There is no player “{_short(word)}” in this game.")
        return seat

    def space_id(self, space: int) -> str:
        return self._ids[space]

    def space(self, word: str) -> int:
        """The index of a space from its id or from ``@24``."""
        if word.startswith("@"):
            index = number(word[1:])
            if index < SPACES:
                return index
        else:
            space = self._spaces.get(word)
            if space is not None:
                return space
        raise MalformedAnswer(f"There is no space “{_short(word)}” on this board.")

    def deck(self, word: str) -> int:
        if word in DECKS:
            return DECKS.index(word)
        raise MalformedAnswer(
            f"There is no deck “{_short(word)}”. The decks are {' and '.join(DECKS)}."
        )

    def card(self, word: str, deck: int) -> int:
        """The index of a card in a deck from its id."""
        card = self._cards[deck].get(word)
        if card is None:
            raise MalformedAnswer(f"There is no card “{_short(word)}” in the {DECKS[deck]} deck.")
        return card

    def card_id(self, deck: int, card: int) -> str:
        return self.rules.decks[deck][card].id

    def group(self, word: str) -> int:
        group = self._groups.get(word)
        if group is None:
            raise MalformedAnswer(f"There is no color group “{_short(word)}” on this board.")
        return group

    # ------------------------------------------------------------ reading

    def parse(self, line: str, state: State) -> tuple[int, Answer] | None:
        """The seat and the answer in a line; None for a blank line or a comment.

        Raises :class:`MalformedAnswer` with a sentence, and :class:`RefusedAnswer` for a few answers
        that are meaningful but can never be legal.
        """
        if len(line) > LONGEST_LINE:
            raise MalformedAnswer(f"The line is longer than {LONGEST_LINE} characters.")
        words = line.split("#", 1)[0].split()
        if not words:
            return None
        if len(words) == 1:
            raise MalformedAnswer(
                f"“{_short(line.strip())}” is incomplete: a line needs a player and a move."
            )
        seat = CHANCE if words[0] == "chance" else self.seat(words[0])
        return seat, self.answer(words[1:], state)

    def answer(self, words: Sequence[str], state: State) -> Answer:
        """The answer in the words after the seat. Raises the same errors as :meth:`parse`."""
        kind, rest = words[0], list(words[1:])
        plain = _PLAIN.get(kind)
        if plain is not None:
            self._count(kind, rest, 0, 0)
            return plain
        make = _SPACED.get(kind)
        if make is not None:
            self._count(kind, rest, 0 if kind in ("redeem", "keep") else 1, 1)
            return make(self.space(rest[0]) if rest else -1)
        match kind:
            case "bid":
                self._count(kind, rest, 1, 1)
                return Bid(number(rest[0]))
            case "use-card":
                self._count(kind, rest, 0, 1)
                return UseCard(self.deck(rest[0]) if rest else -1)
            case "sell-down":
                self._count(kind, rest, 2, 2)
                return SellDown(self.group(rest[0]), number(rest[1]))
            case "ask-rent":
                self._count(kind, rest, 1, 2)
                of = self.seat(rest[1]) if len(rest) > 1 else NOBODY
                return DemandRent(self.space(rest[0]), of)
            case "offer":
                return self._offer(rest)
            case "dice":
                self._count(kind, rest, 2, 2)
                a, b = number(rest[0]), number(rest[1])
                if not (1 <= a <= 6 and 1 <= b <= 6):
                    raise MalformedAnswer("Dice can show only numbers from 1 to 6.")
                return Dice(a, b)
            case "card":
                self._count(kind, rest, 1, 1)
                return self._drawn(rest[0], state)
            case "shuffle":
                self._count(kind, rest, 1, 17)
                deck = self.deck(rest[0])
                order = tuple(self.card(word, deck) for word in rest[1:])
                return Shuffle(deck, order)
            case "deal":
                self._count(kind, rest, 2, 2)
                return Deal(self.seat(rest[0]), self.space(rest[1]))
        raise MalformedAnswer(f"“{_short(kind)}” is not a known move.")

    @staticmethod
    def _count(kind: str, rest: Sequence[str], low: int, high: int) -> None:
        if not low <= len(rest) <= high:
            need = str(low) if low == high else f"{low} to {high}"
            raise MalformedAnswer(
                f"Wrong number of words after “{kind}”: {need} expected, {len(rest)} found."
            )

    def _drawn(self, word: str, state: State) -> CardIs:
        ask = state.agenda[-1]
        decks = (ask.deck,) if isinstance(ask, AskCard) else (0, 1)
        for deck in decks:
            if word in self._cards[deck]:
                return CardIs(self._cards[deck][word])
        if any(word in cards for cards in self._cards):
            raise RefusedAnswer(("cards.draw", "setup.card-decks"))  # a card of the other deck
        raise MalformedAnswer(f"There is no card “{_short(word)}” in either deck.")

    def _offer(self, rest: list[str]) -> Offer:
        if len(rest) < 5 or rest[1] != "give" or "get" not in rest[3:]:
            raise MalformedAnswer("Write an offer like this: offer SEAT give ITEMS get ITEMS.")
        middle = rest.index("get", 3)
        to = self.seat(rest[0])
        return Offer(to, self._items(rest[2:middle]), self._items(rest[middle + 1 :]))

    def _items(self, words: list[str]) -> Bundle:
        if not words:
            raise MalformedAnswer("Each side of an offer must list its items, or say “nothing”.")
        if words == ["nothing"]:
            return Bundle()
        deeds: list[int] = []
        cards: list[int] = []
        amounts: list[int] = []
        for word in words:
            if word.startswith("card:"):
                cards.append(self.deck(word[5:]))
            elif word[0].isdigit():
                amounts.append(number(word))
            else:
                deeds.append(self.space(word))
        if len(set(deeds)) < len(deeds) or len(set(cards)) < len(cards):
            raise MalformedAnswer("The offer names the same item twice.")
        if len(amounts) > 1:
            raise RefusedAnswer(("trading.assets", "trading.free-price"))
        return Bundle(tuple(sorted(deeds)), sum(amounts), tuple(sorted(cards)))

    # ------------------------------------------------------------ writing

    def line(self, seat: int, answer: Answer, state: State) -> str:
        """The line of an answer given at ``state``. The state matters for a drawn card, whose id depends on
        the deck."""
        return f"{self.seat_word(seat)} {self.text(answer, state)}"

    def text(self, answer: Answer, state: State) -> str:
        """The text of an answer without its seat."""
        match answer:
            case Place() | Build() | Sell() | Mortgage():
                return f"{answer.kind} {self._ids[answer.space]}"
            case Redeem() | Keep():
                return (
                    f"{answer.kind} {self._ids[answer.space]}" if answer.space >= 0 else answer.kind
                )
            case Bid():
                return f"bid {answer.amount}"
            case UseCard():
                return f"use-card {DECKS[answer.deck]}" if answer.deck >= 0 else "use-card"
            case SellDown():
                return f"sell-down {self.rules.edition.groups[answer.group].id} {answer.level}"
            case DemandRent():
                who = f" {self._words[answer.of]}" if answer.of != NOBODY else ""
                return f"ask-rent {self._ids[answer.space]}{who}"
            case Offer():
                give, get = self.items(answer.give), self.items(answer.get)
                return f"offer {self._words[answer.to]} give {give} get {get}"
            case Dice():
                return f"dice {answer.a} {answer.b}"
            case CardIs():
                ask = state.agenda[-1]
                deck = ask.deck if isinstance(ask, AskCard) else 0
                return f"card {self.card_id(deck, answer.card)}"
            case Shuffle():
                cards = " ".join(self.card_id(answer.deck, card) for card in answer.order)
                return f"shuffle {DECKS[answer.deck]} {cards}"
            case Deal():
                return f"deal {self._words[answer.seat]} {self._ids[answer.space]}"
            case (
                Roll()
                | Fine()
                | TimeUp()
                | Buy()
                | Decline()
                | Pass()
                | Flat()
                | Percent()
                | Pay()
                | TakeChance()
                | GiveUp()
                | Accept()
                | Reject()
                | ClaimIt()
                | End()
                | Resign()
            ):
                return answer.kind
        assert_never(answer)

    def items(self, bundle: Bundle) -> str:
        """The text of one side of an offer."""
        parts = [self._ids[i] for i in bundle.deeds]
        if bundle.cash:
            parts.append(str(bundle.cash))
        parts += [f"card:{DECKS[deck]}" for deck in bundle.cards]
        return " ".join(parts) or "nothing"

    def ask(self, state: State) -> str:
        """The pending ask as in a record's ``expect.ask``: the seat's word and the kind of ask, or "over"."""
        ask = state.ask
        if isinstance(ask, Over):
            return "over"
        return f"{self.seat_word(ask.seat)} {ask.kind}"
