"""The parts of sentences: seats, spaces, sums and lists. Each has its type and index, so that a
page can mark it up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypedDict

from ..engine.answers import (
    Bundle,
)
from ..engine.board_and_rules_types import Card, Rules
from ..engine.special_seats_and_ids import DECKS, NOBODY
from .catalogue import Catalogue, fill, names_in, voiced
from .numbers import Numbers

_SUM: Final = re.compile(
    "sum_([0-9]{1,9})"
)  # the placeholder of a sum that a data file itself states

# A part of a sentence. `as` is its type: "seat", "space", "money", "number", "group", "dice",
# "card", "word", or "things" (several, as a list in words). The class syntax cannot be used, since
# `as` is a keyword.
SentencePart = TypedDict(
    "SentencePart",
    {"as": str, "text": str, "seat": int, "space": int, "group": str, "you": bool},
    total=False,
)
# A sentence. `say` is the pattern in the page's language, `with` the parts for its placeholders.
Sentence = TypedDict("Sentence", {"say": str, "with": dict[str, SentencePart]})


class Named(Protocol):
    """The part of a seat that is needed here."""

    @property
    def name(self) -> str: ...


class SentenceParts:
    """Makes sentences and their parts for one game, in one language and with one edition's words."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Named | str],
        catalogue: Catalogue,
        you: int = NOBODY,
    ) -> None:
        """``you``: the seat of the only person in the game, addressed as "you", or NOBODY."""
        self.rules = rules
        self.you = you
        self.names = [seat if isinstance(seat, str) else seat.name for seat in seats]
        self.catalogue = catalogue
        self.numbers = Numbers(rules.edition, catalogue.language)

    # ------------------------------------------------------------ sentences

    def tell(self, message: str, /, **values: SentencePart | str | int) -> Sentence:
        """A sentence with the vocabulary's words filled in. Its parts stay separate."""
        return self._sentence(self.catalogue.find(message), values)

    def tell_n(
        self, singular: str, plural: str, n: int, /, **values: SentencePart | str | int
    ) -> Sentence:
        """A sentence in the plural form for ``n``, which is the value of ``{n}``."""
        return self._sentence(self.catalogue.find_form(singular, plural, n), {"n": n, **values})

    def _sentence(self, pattern: str, values: dict[str, Any]) -> Sentence:
        parts = {name: self._part(value) for name, value in values.items()}
        return {"say": self.catalogue.word(self._voiced(pattern, parts), parts), "with": parts}

    def _voiced(self, pattern: str, values: dict[str, Any]) -> str:
        """The pattern with its voices chosen for the person addressed. A "you" at its beginning
        gets a capital letter, in ``values``."""
        if self.you == NOBODY:
            return pattern
        yours = {n for n, value in values.items() if isinstance(value, dict) and "you" in value}
        if not yours:
            return pattern
        pattern = voiced(pattern, not yours.isdisjoint(("seat", "seats")), "other" in yours)
        first = (names_in(pattern) or [""])[0]
        if first in yours and pattern.startswith(f"{{{first}}}"):
            text = values[first]["text"]
            values[first] = {**values[first], "text": text[:1].upper() + text[1:]}
        return pattern

    def _part(self, value: SentencePart | str | int) -> SentencePart:
        if isinstance(value, int):
            return {"as": "number", "text": self.number(value)}
        return {"as": "word", "text": value} if isinstance(value, str) else value

    def _(self, message: str, /, **values: SentencePart | str | int) -> str:
        """Like ``tell``, as plain text."""
        return self._filled(self.catalogue.find(message), values)

    def n_(self, singular: str, plural: str, n: int, /, **values: SentencePart | str | int) -> str:
        """Like ``tell_n``, as plain text."""
        return self._filled(self.catalogue.find_form(singular, plural, n), {"n": n, **values})

    def _filled(self, pattern: str, values: dict[str, Any]) -> str:
        pattern = self._voiced(pattern, values)
        texts = {
            name: value
            if isinstance(value, str)
            else self.number(value)
            if isinstance(value, int)
            else value["text"]
            for name, value in values.items()
        }
        return self.catalogue.fill(pattern, texts)

    def data(self, text: str, /, **values: SentencePart | str | int) -> str:
        """A text from a data file, which is treated as a message; "" stays "". ``{sum_200}`` in it is that
        sum of money.

        The text may be a stranger's: the name of a board, or what a bot says."""
        if not text:
            return ""
        found = (_SUM.fullmatch(name) for name in names_in(text))
        every: dict[str, SentencePart | str | int] = {
            sum_[0]: self.money(int(sum_[1])) for sum_ in found if sum_
        }
        every.update(values)
        return self._(text, **every)

    # ------------------------------------------------------------ sums

    def money(self, n: int) -> str:
        """A sum of money as text."""
        return self.numbers.money(n)

    def number(self, n: int) -> str:
        """A number as text."""
        return self.numbers.number(n)

    def sum(self, n: int) -> SentencePart:
        """A sum of money as a part."""
        return {"as": "money", "text": self.numbers.money(n)}

    def salary(self) -> str:
        """The salary; the range of salaries if seats get different ones."""
        low, high = min(self.rules.salary), max(self.rules.salary)
        if low == high:
            return self.money(low)
        return self._("{low} to {high}", low=self.money(low), high=self.money(high))

    def pay(self) -> SentencePart:
        """The salary as a part."""
        return {"as": "money", "text": self.salary()}

    # ------------------------------------------------------------ who and where

    def seat(self, n: int) -> SentencePart:
        """A player; "you" if it is the person addressed."""
        if n == self.you:
            return {"as": "seat", "seat": n, "text": self.catalogue("you"), "you": True}
        return self.named(n)

    def named(self, n: int) -> SentencePart:
        """A player by name, even the person addressed."""
        return {"as": "seat", "seat": n, "text": self.names[n]}

    def seats(self, seats: Iterable[int]) -> SentencePart:
        """Several players: Ada, Ben and Cleo."""
        here = list(seats)
        # The person addressed comes first: "You and Ben".
        names = [self.catalogue("you")] if self.you in here else []
        names += [self.names[n] for n in here if n != self.you]
        part: SentencePart = {"as": "things", "text": self.listed(names)}
        return {**part, "you": True} if self.you in here else part

    def space(self, i: int) -> SentencePart:
        """A space by its name on the board."""
        return {"as": "space", "space": i, "text": self.space_name(i)}

    def space_name(self, i: int) -> str:
        """The name of a space."""
        return self.catalogue.space_name(self.rules.edition.spaces[i].name, self.rules.kind[i])

    def short_name(self, i: int) -> str:
        """The short name of a space."""
        return self.catalogue.space_name(self.rules.edition.spaces[i].short, self.rules.kind[i])

    def spaces(self, spaces: Iterable[int]) -> SentencePart:
        """Several spaces."""
        return {"as": "things", "text": self.listed([self.space_name(i) for i in spaces])}

    def group(self, g: int) -> SentencePart:
        """A color group by its index in the edition."""
        group = self.rules.edition.groups[g]
        return {"as": "group", "group": group.id, "text": self.catalogue.named(group.name, "group")}

    def group_index(self, space: int) -> int:
        """The index of the group a street belongs to."""
        groups = self.rules.edition.groups
        return next(g for g, group in enumerate(groups) if space in group.members)

    def dice(self, a: int, b: int) -> SentencePart:
        """A throw: 3 + 5."""
        return {"as": "dice", "text": f"{a} + {b}"}

    def deck_name(self, deck: int) -> str:
        """The name of a deck on the board."""
        return self.catalogue.words[DECKS[deck].replace("-", "_")]

    def deck(self, deck: int) -> SentencePart:
        """A deck by its name."""
        return {"as": "card", "text": self.deck_name(deck)}

    def card_text(self, deck: int, card: int) -> str:
        """The text of a card by deck and index, with the edition's names and sums."""
        return self.what_card_says(self.rules.decks[deck][card])

    def what_card_says(self, card: Card) -> str:
        """The text of a card, with the edition's names and sums."""
        return self.data(
            card.text,
            space=self.space_name(card.to),
            amount=self.money(card.amount),
            house=self.money(card.house),
            hotel=self.money(card.hotel),
            salary=self.salary(),
        )

    def buildings(self, level: int) -> str:
        """The buildings of a level: 3 houses, a hotel, nothing."""
        if level >= self.rules.top:
            return self._("{a hotel}")
        if level == 0:
            return self._("nothing")
        return self.n_("{n} {house}", "{n} {houses}", level)

    def stock(self, houses: int, hotels: int) -> str:
        """Numbers of buildings: 32 houses and 1 hotel."""
        return self.listed(
            [
                self.n_("{n} {house}", "{n} {houses}", houses),
                self.n_("{n} {hotel}", "{n} {hotels}", hotels),
            ]
        )

    # ------------------------------------------------------------ lists

    def listed(self, parts: Sequence[str]) -> str:
        """A list as text: one, two and three."""
        if not parts:
            return self._("nothing")
        return self.catalogue.listed(parts)

    def bundle(self, bundle: Bundle, mortgaged: Sequence[bool] | None = None) -> SentencePart:
        """One side of a deal. ``mortgaged``: by space, to mention mortgages."""
        parts = []
        for i in bundle.deeds:
            name = self.space_name(i)
            if mortgaged and mortgaged[i]:
                name = self._("{space} (mortgaged)", space=name)
            parts.append(name)
        if bundle.cash:
            parts.append(self.money(bundle.cash))
        parts += [self.jail_card(deck) for deck in bundle.cards]
        return {"as": "things", "text": self.listed(parts)}

    def jail_card(self, deck: int) -> str:
        """A jail card with the name of its deck."""
        return self._("the {jail_card} from {deck}", deck=self.deck_name(deck))


# The function that makes a part from a fact of an event or a refusal, by the fact's name.
_PART_OF_FACT: Final[Mapping[str, Callable[[SentenceParts, Any], SentencePart | str | int]]] = {
    **dict.fromkeys(("seat", "other", "of", "by"), SentenceParts.seat),
    "seats": SentenceParts.seats,
    "space": SentenceParts.space,
    "spaces": SentenceParts.spaces,
    "group": SentenceParts.group,
    **dict.fromkeys(("deck", "one", "two"), SentenceParts.deck),
    "card": SentenceParts.jail_card,
}


def part_of_sentence(parts: SentenceParts, name: str, fact: Any) -> SentencePart | str | int:
    """The part for a fact by its name. ``n`` and ``total`` are plain numbers; a name that is not
    in the table is a sum of money."""
    if name in ("n", "total"):
        return int(fact)
    of_kind: Callable[[SentenceParts, Any], SentencePart | str | int] = _PART_OF_FACT.get(
        name, SentenceParts.sum
    )
    return of_kind(parts, fact)


def plain_text(sentence: Sentence | str) -> str:
    """The sentence as plain text, for announcements and tests."""
    if isinstance(sentence, str):
        return sentence
    values = {name: part["text"] for name, part in sentence["with"].items()}
    return fill(sentence["say"], values)
