"""The forms of the journal's sentences in English, and their values: names, sums, spaces.

A form is written like ``"{seat} pay[s|] {other} {amount}."``. A name in braces is read, or is a word
of the edition (``{jail}``, ``{a house}``). In ``[s|]`` the first part is for a name and the second
for "you". Nothing here is taken from the program's own messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from titledeed.engine.board_and_rules_types import Card, Rules
from titledeed.engine.special_seats_and_ids import DECKS

_BRACES: Final = re.compile(r"\{((?:[aA] )?\w+)\}")
_VOICE: Final = re.compile(r"\[(other:)?([^][|]*)\|([^][|]*)\]")
_LIST: Final = re.compile(r", | and ")


class Goods(NamedTuple):
    """Goods that change hands: deeds by space, cash, jail cards by deck."""

    deeds: tuple[int, ...]
    cash: int
    cards: tuple[int, ...]


class Read(NamedTuple):
    """A sentence that was recognized: its form and its values."""

    form: str
    facts: dict[str, Any]


@dataclass
class _Shape:
    """A form in one voice, ready to match.

    ``marks``: texts that such a sentence must have; ``yours``: the fields that are "you" in it."""

    form: str
    text: str
    marks: tuple[str, ...]
    yours: frozenset[str]

    @cached_property  # most forms never come up in a game
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.text)


_SHAPES: Final[dict[object, list[_Shape]]] = {}


class Language:
    """Reads the sentences of one game. ``you``: the seat that is called "you", or -1."""

    def __init__(self, rules: Rules, names: Sequence[str], forms: Sequence[str], you: int) -> None:
        self.rules = rules
        self.names = list(names)
        self.you = you
        self.words = dict(_vocabulary(rules))
        self.spaces: dict[str, list[int]] = {}
        for space in rules.edition.spaces:
            self.spaces.setdefault(space.name, []).append(space.index)
        self.groups = {group.name: g for g, group in enumerate(rules.edition.groups)}
        self.decks = {self.words[deck.replace("-", "_")]: d for d, deck in enumerate(DECKS)}
        self._sum = self._pattern_of_sums()
        self._jail_card = f"the {re.escape(self.words['jail_card'])} from {_one_of(self.decks)}"
        self._others = [name for seat, name in enumerate(names) if seat != you]
        self._readers: dict[str, Callable[[str], Any]] = {
            **dict.fromkeys(("seat", "other"), self._seat),
            "seats": self._seats,
            "space": self._space,
            **dict.fromkeys(("amount", "low", "missing"), self._money),
            "n": int,
            "dice": lambda text: tuple(int(die) for die in text.split(" + ")),
            "pile": self.decks.__getitem__,
            "group": self.groups.__getitem__,
            **dict.fromkeys(("give", "get", "goods"), self._goods),
            "text": str,
            "used": lambda text: self.decks[text.split(" from ")[1]],
        }
        # Patterns take long to compile, and all games on a board have the same.
        key = (rules.edition.id, rules.edition.name, tuple(names), tuple(forms), you)
        if key not in _SHAPES:
            _SHAPES[key] = [shape for form in forms for shape in self._voices(form)]
        self._shapes = _SHAPES[key]

    # ------------------------------------------------------------ sentences

    @cached_property
    def cards(self) -> list[list[str]]:
        """Return the printed texts of the cards of each deck."""
        return [[self._said(card) for card in deck] for deck in self.rules.decks]

    def read(self, sentence: str) -> Read | None:
        """Return the sentence by its form; None if no form matches. A sentence has only one form."""
        for n, shape in enumerate(self._shapes):
            if all(mark in sentence for mark in shape.marks):
                match = shape.pattern.fullmatch(sentence)
                if match:
                    # Frequent forms move to the front.
                    self._shapes.insert(n // 2, self._shapes.pop(n))
                    texts = match.groupdict().items()
                    facts = {name: self._readers[name](text) for name, text in texts}
                    if "seats" not in shape.yours:
                        facts |= dict.fromkeys(shape.yours, self.you)
                    return Read(shape.form, facts)
        return None

    def _voices(self, form: str) -> Iterator[_Shape]:
        """Yield the form as said about others and, if a seat is called "you", as said to that person."""
        yield self._shape(form, frozenset())
        for slot in ("seat", "other", "seats") if self.you >= 0 else ():
            if f"{{{slot}}}" in form:
                yield self._shape(form, frozenset({slot}))

    def _shape(self, form: str, yours: frozenset[str]) -> _Shape:
        def voice(match: re.Match[str]) -> str:
            return match[3] if ("other" if match[1] else "seat") in yours else match[2]

        parts = _BRACES.split(_VOICE.sub(voice, form))
        pattern, marks, seen = "", [], set()
        for n, part in enumerate(parts):
            if n % 2 == 0 or part in self.words:
                text = self.words[part] if n % 2 else part
                pattern += re.escape(text)
                marks.append(text)
                continue
            slot = self._slots[part]
            if part in yours:
                you = "You" if n == 1 and not parts[0] else "you"
                slot = f"{you}(?:{_more(self._others)})" if part == "seats" else you
            if part in seen:  # the same name again: "{seat}’s own"
                pattern += f"(?P={part})"
            else:
                pattern += f"(?P<{part}>{slot})"
            seen.add(part)
        marks.sort(key=len, reverse=True)
        return _Shape(form, pattern, tuple(m for m in marks if len(m) > 2), yours)

    # ------------------------------------------------------------ what stands in a sentence

    @cached_property
    def _slots(self) -> dict[str, str]:
        name = _one_of(self._others)
        item = f"(?:{_one_of(self.spaces)}|{self._sum}|{self._jail_card})"
        goods = f"{item}(?:, {item})*(?: and {item})?"
        return {
            **dict.fromkeys(("seat", "other"), name),
            "seats": f"{name}(?:{_more(self._others)})",
            "space": _one_of(self.spaces),
            **dict.fromkeys(("amount", "low", "missing"), self._sum),
            "n": r"\d+",
            "dice": r"\d \+ \d",
            "pile": _one_of(self.decks),
            "group": _one_of(self.groups),
            **dict.fromkeys(("give", "get", "goods"), goods),
            "text": ".+",
            "used": self._jail_card,
        }

    def _pattern_of_sums(self) -> str:
        edition = self.rules.edition
        sign = re.escape(edition.sign)
        digits = rf"\d[\d{re.escape(edition.separator)}]*"
        return rf"{digits}\s?{sign}" if edition.sign_after else f"{sign}{digits}"

    def _seat(self, text: str) -> int:
        return self.you if text in ("You", "you") else self.names.index(text)

    def _seats(self, text: str) -> tuple[int, ...]:
        return tuple(self._seat(name) for name in _LIST.split(text))

    def _space(self, text: str) -> tuple[int, ...]:
        """Return all spaces with this name: several are called "Chance"."""
        return tuple(self.spaces[text])

    def _money(self, text: str) -> int:
        return int("".join(c for c in text if c.isdigit()))

    def _goods(self, text: str) -> Goods:
        deeds, cash, cards = [], 0, []
        items = f"{_one_of(self.spaces)}|{self._sum}|{self._jail_card}"
        for item in re.findall(items, text):
            if item in self.spaces:
                deeds += self.spaces[item]
            elif item.startswith("the "):
                cards.append(self.decks[item.split(" from ")[1]])
            else:
                cash += self._money(item)
        return Goods(tuple(deeds), cash, tuple(cards))

    def _said(self, card: Card) -> str:
        """Return the printed text of a card."""
        salaries = self.rules.salary
        low, high = self._written(min(salaries)), self._written(max(salaries))
        facts = {
            "space": self.rules.edition.spaces[card.to].name,
            "amount": self._written(card.amount),
            "house": self._written(card.house),
            "hotel": self._written(card.hotel),
            "salary": low if low == high else f"{low} to {high}",
        }
        return _BRACES.sub(lambda m: facts.get(m[1]) or self.words[m[1]], card.text)

    def _written(self, amount: int) -> str:
        edition = self.rules.edition
        digits = f"{amount:,}".replace(",", edition.separator)
        if not edition.sign_after:
            return f"{edition.sign}{digits}"
        gap = "" if edition.sign[:1].isspace() else "\N{NO-BREAK SPACE}"
        return f"{digits}{gap}{edition.sign}"


def _vocabulary(rules: Rules) -> Iterator[tuple[str, str]]:
    for key, word in rules.edition.words.items():
        article = "an" if word[0].lower() in "aeio" else "a"
        yield key, word
        yield key[0].upper() + key[1:], word[0].upper() + word[1:]
        yield f"a {key}", f"{article} {word}"
        yield f"A {key}", f"{article.capitalize()} {word}"


def _one_of(texts: Any) -> str:
    longest_first = sorted(texts, key=len, reverse=True)
    return f"(?:{'|'.join(re.escape(text) for text in longest_first)})"


def _more(names: Sequence[str]) -> str:
    name = _one_of(names)
    return f"(?:, {name})* and {name}"
