"""The message catalog and an edition's vocabulary. Every sentence on screen comes from here.

A message is its English text with placeholders in braces, ``"{seat} pays {amount}."``. A placeholder is
either a value that the caller gives or a word of the edition (docs/EDITIONS.md): ``{jail}``,
``{Jail}``, ``{a railroad}``, ``{A railroad}``. Braces allow no attributes and no formats, so an
untrusted message cannot read anything. An unknown placeholder stays unchanged.

A message about a player may have two voices: ``"{seat} pay[s|] {amount}."``. The text before the stroke
is the third person. The text after it addresses the person at the page as "you" (``voiced``). The
choice depends on ``{seat}``, and after ``[other:`` on ``{other}``.

Python and the templates use the same two callables: ``_("…", seat=…)``, and for plurals ``n_("{n}
house", "{n} houses", n)``. They return text, which a template escapes. If a value is Markup, they
return Markup and escape everything else. ``N_`` only marks a message for the catalog.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from .number_list_and_plural_conventions import ENGLISH, Conventions

if TYPE_CHECKING:
    from ..engine.board_and_rules_types import Edition
    from .own_nouns import OwnMessages

# The languages by their own names. Each language except English has a file py/titledeed/locale/*.po.
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
}
PSEUDO: Final = "xx"  # a test language that shows which texts have bypassed the catalog

_NAME: Final = re.compile(r"\{((?:[aA] )?[A-Za-z_]\w*)\}")
_FORM: Final = re.compile(r"\[(other:)?([^][|]*)\|([^][|]*)\]")
_KEPT: Final = re.compile(rf"{_NAME.pattern}|\[other:")  # parts that the test language keeps
# docs/EDITIONS.md; "a utility" is the reason why u is missing
_VOWELS: Final = ("a", "e", "i", "o")

# In another language most words of the vocabulary are replaced by its own words: the message "{jail}"
# is the word for jail. The words below are names printed on the board. A language may translate those
# of the built-in boards, by a message that is the name itself ("Free Parking"). The names of other
# boards stay.
NAMES: Final = frozenset(
    {
        "go",
        "just_visiting",
        "free_parking",
        "go_to_jail",
        "income_tax",
        "luxury_tax",
        "chance",
        "community_chest",
    }
)

Messages = dict[str, str | list[str]]
Nouns = Mapping[str, object]  # what a board's file says about its own nouns, by language
__loader__: Any


def N_(message: str) -> str:
    """Mark a message for the catalog; the program looks it up later. Returns it unchanged."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Mark both forms of a plural message for the catalog; the program looks them up later."""
    return singular, plural


# ---------------------------------------------------------------- filling in


@lru_cache(4096)
def _split(pattern: str) -> tuple[str, ...]:
    """Split a pattern into texts and names in turn. The first and the last item are texts."""
    return tuple(_NAME.split(pattern))


def fill(pattern: str, values: Mapping[str, object]) -> str:
    """Put the values into a pattern, in one pass, so that a brace inside a value stays a brace.

    If a value is Markup, the result is Markup and everything else is escaped.
    """
    parts = _split(pattern)
    if len(parts) == 1:
        return pattern
    filled: list[object] = list(parts)
    marked = False
    for n in range(1, len(parts), 2):
        value = values.get(parts[n])
        filled[n] = f"{{{parts[n]}}}" if value is None else value
        marked = marked or hasattr(value, "__html__")
    if marked:
        from markupsafe import Markup, escape  # noqa: PLC0415 - the command line does without it

        return Markup("").join(escape(part) for part in filled)
    return "".join(map(str, filled))


@lru_cache(4096)
def voiced(pattern: str, seat: bool = False, other: bool = False) -> str:
    """The pattern with its voices chosen. ``seat`` and ``other``: whether that seat is the person addressed,
    so that the text after the stroke is used."""
    return _FORM.sub(lambda form: form[3 if (other if form[1] else seat) else 2], pattern)


def names_in(pattern: str) -> list[str]:
    """The names of a message's placeholders, in order."""
    return list(_split(pattern)[1::2])


class Vocabulary(dict[str, str]):
    """An edition's words in all forms that a message may use: plain, capitalized, and with an article."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        for key, phrase in words.items():
            # A word from a user's file must not act as a placeholder.
            word = phrase.replace("{", "(").replace("}", ")")
            large = word[:1].upper() + word[1:]
            article = "an" if word[:1].lower() in _VOWELS else "a"
            self[key] = word
            self[key[:1].upper() + key[1:]] = large
            self[f"a {key}"] = f"{article} {word}"
            self[f"A {key}"] = f"{article.capitalize()} {word}"


# ---------------------------------------------------------------- the catalogue


class Catalogue:
    """The messages of one language with the words of one edition."""

    def __init__(
        self,
        language: str = "en",
        words: Mapping[str, str] | None = None,
        *,
        nouns: Nouns | None = None,
        known: bool = True,
    ) -> None:
        """``words``: an edition's. By default the first built-in board's, for screens before a game.
        ``nouns``: what its file says about its own nouns (:func:`nouns_in`).

        An unknown language becomes English, or raises ``KeyError`` if ``known`` is false."""
        if language != PSEUDO and language not in LANGUAGES:
            if not known:
                raise KeyError(language)
            language = "en"
        self.language = language
        self._messages = translations_of(language)
        self.conventions = conventions(language)
        self._pseudo = language == PSEUDO
        own = nouns.get(language) if nouns else None
        self._own = _own_messages(language, own) if isinstance(own, dict) else None
        english = words if words is not None else _first_words()
        self.words = Vocabulary({key: self._word(key, word) for key, word in english.items()})

    @classmethod
    def of(cls, language: str, edition: Edition) -> Catalogue:
        """The messages of a language with the words of a board, and with its own nouns."""
        return cls(language, edition.words, nouns=nouns_in(edition.source))

    def says_the_same_as(self, other: Catalogue) -> bool:
        """Whether both have the same language, words and own nouns, so that all their messages are equal."""
        return (self.language, self.words, self._own) == (other.language, other.words, other._own)

    def __call__(self, message: str, /, **values: object) -> str:
        """The message in this language with its values: text, or Markup if a value is Markup."""
        return self.fill(self.find(message), values)

    def count(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """The plural form for ``n`` of a message, with its values; ``{n}`` is that number."""
        return self.fill(self.find_form(singular, plural, n), {"n": n, **values})

    def listed(self, parts: Sequence[str]) -> str:
        """A list in words: one, two and three. It has at least one member."""
        return self._joined(self.conventions.listed(parts), parts)

    def series(self, parts: Sequence[str]) -> str:
        """Facts or names one after the other, without an "and": one, two, three."""
        return self._joined(self.conventions.between.join(parts), parts)

    def _joined(self, text: str, parts: Sequence[str]) -> str:
        return f"⟦{text}⟧" if self._pseudo and len(parts) > 1 else text

    def _word(self, key: str, word: str) -> str:
        """A word of the vocabulary in this language."""
        if key in NAMES:
            return self.named(word, key)
        translated = self._translation(f"{{{key}}}") or ""
        return translated if isinstance(translated, str) and translated else word

    def named(self, name: str, kind: str) -> str:
        """A name on a board, translated if it is that of a built-in board and this language knows it.

        ``kind``: a space's kind, "group", "card", "board", or the key of a word."""
        if self._pseudo:
            return pseudo(name)
        translated = self._translation(name) or ""
        known = isinstance(translated, str) and translated and name in _printed_names(kind)
        return str(translated) if known else name

    def space_name(self, name: str, kind: str) -> str:
        """The name of a space of this kind. Names of streets and railroads are not translated."""
        return name if kind in ("street", "railroad") else self.named(name, kind)

    def find(self, message: str) -> str:
        """The pattern in this language, or the message itself."""
        if self._pseudo:
            return pseudo(message)
        translated = self._translation(message) or message
        return translated if isinstance(translated, str) else translated[0]

    def _translation(self, message: str) -> str | list[str] | None:
        """The translation of a message, with the board's own nouns if it has some."""
        own = self._own.get(message) if self._own is not None else None
        return self._messages.get(message) if own is None else own

    def find_form(self, singular: str, plural: str, n: int) -> str:
        """The pattern for ``n`` in this language."""
        forms = self._translation(singular)
        form = self.conventions.form(abs(n))
        if isinstance(forms, list) and form < len(forms):
            return forms[form]
        source = plural if form else singular
        return pseudo(source) if self._pseudo else source

    def fill(self, pattern: str, values: Mapping[str, object]) -> str:
        """Fill in a pattern. A value takes precedence over a word of the same name."""
        words, pattern = self.words, voiced(pattern)
        known = {
            name: words.get(name) if (value := values.get(name)) is None else value
            for name in _split(pattern)[1::2]
        }
        return fill(pattern, known)

    def word(self, pattern: str, values: Mapping[str, object]) -> str:
        """The pattern with its words filled in; the placeholders of ``values`` stay open."""
        words, pattern = self.words, voiced(pattern)
        names = _split(pattern)[1::2]
        return fill(pattern, {n: words[n] for n in names if n in words and n not in values})

    def before_colon(self, text: str) -> str:
        """A finished text up to its first colon, other than one within a word such as 7:30."""
        start = re.split(r"\s*:(?=\s|$)", text, maxsplit=1)[0]
        return f"{start}⟧" if self._pseudo and start != text else start

    def sentence(self, text: str) -> str:
        """Translate a finished English sentence of the engine, which does not know the catalogue.

        The message is recognized by its shape, and the sentence's values go into its translation."""
        if self._pseudo:
            return pseudo(text)
        translated = self._messages.get(text)
        if isinstance(translated, str):
            return translated
        for shape, phrase in _shapes(self.language):
            match = shape.fullmatch(text)
            if match:
                values = match.groupdict()
                # A value may itself be a sentence or the name of a place: "Line 3: …".
                return fill(
                    phrase, {k: self.sentence(v) if " " in v else v for k, v in values.items()}
                )
        return text

    def install(self, environment: Any) -> None:
        """Make the templates of a Jinja2 environment use this language. May be called again.

        Imported macros keep the functions that they were imported with, so these stay the same."""
        speaker = environment.globals.get("_")
        if isinstance(speaker, _Speaker):
            speaker.catalogue = self
            return
        speaker = _Speaker(self)
        environment.globals.update(
            _=speaker, n_=speaker.count, listed=speaker.listed, series=speaker.series, fill=fill
        )

    @contextmanager
    def heard_in(self, environment: Any) -> Iterator[None]:
        """Let an environment's templates use this catalogue for a while, instead of the installed one."""
        speaker = environment.globals["_"]
        before, speaker.catalogue = speaker.catalogue, self
        try:
            yield
        finally:
            speaker.catalogue = before


class _Speaker:
    """The functions of templates: they speak by the catalogue that was installed last."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __call__(self, message: str, /, **values: Any) -> str:
        return self.catalogue(message, **values)

    def count(self, one: str, many: str, n: int, /, **values: Any) -> str:
        return self.catalogue.count(one, many, n, **values)

    def listed(self, items: Sequence[str]) -> str:
        return self.catalogue.listed(items)

    def series(self, items: Sequence[str]) -> str:
        return self.catalogue.series(items)


@cache
def _printed_names(kind: str) -> frozenset[str]:
    """The names of this kind on the built-in boards."""
    from ..engine.rulebook_loader_and_rules_compiler import (  # noqa: PLC0415 - English does without it
        DECK_SETS,
        EDITIONS,
        decks_table,
        edition_table,
    )

    if kind == "card":
        decks = [
            decks_table(id)[deck] for id in DECK_SETS for deck in ("chance", "community-chest")
        ]
        return frozenset(card["text"] for deck in decks for card in deck)
    names: set[str] = set()
    for table in map(edition_table, EDITIONS):
        if kind == "board":
            names.add(table["name"])
        elif kind == "group":
            names.update(group["name"] for group in table["group"])
        spaces = [space for space in table["space"] if space["kind"] == kind]
        names.update(space[key] for space in spaces for key in ("name", "short"))
        names.update(word for key, word in table["words"].items() if key == kind)
    return frozenset(names)


def _first_words() -> Mapping[str, str]:
    from ..engine.rulebook_loader_and_rules_compiler import default_words  # noqa: PLC0415 - only where no edition is chosen

    return default_words()


_here: Final[dict[str, Messages]] = {"en": {}, PSEUDO: {}}
_later: Final[dict[str, Messages]] = {}  # translations that the page has loaded later, by language
_conventions: Final = {"en": ENGLISH, PSEUDO: ENGLISH}


def translations_of(language: str) -> Messages:
    """The translations of a language by message; empty for English.

    They are read from the build's JSON (by the module's own loader, like the data of the rules), or
    else from the ``.po`` source file. In a page they may not be loaded yet; then the result is empty
    (see :func:`is_language_loaded`)."""
    if language not in _here:
        place = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale", language)
        try:
            found = cast("dict[str, Any]", json.loads(__loader__.get_data(place + ".json")))
        except OSError:
            try:
                file = __loader__.get_data(place + ".po")
            except OSError:
                return {}
            found = compiled(file, language)
        _conventions[language] = Conventions(**found.pop(""))
        _here[language] = found | _later.get(language, {})
    return _here[language]


def add_messages(language: str, translations: Messages) -> None:
    """Add translations that are loaded later. Existing catalogues use them too."""
    _later.setdefault(language, {}).update(translations)
    if language in _here:
        _here[language].update(translations)


def conventions(language: str) -> Conventions:
    """How a language writes numbers and lists; as in English until its messages are loaded."""
    translations_of(language)
    return _conventions.get(language, ENGLISH)


def is_language_loaded(language: str) -> bool:
    """Whether the translations of a language are loaded. A page loads them as a separate archive."""
    translations_of(language)
    return language in _here


OWN_NOUNS: Final = "x-words"  # the key of a board's file with its own nouns


def nouns_in(table: Mapping[str, object] | None) -> Nouns | None:
    """What a board's file says about its own nouns, by language; None if it says nothing."""
    nouns = table.get(OWN_NOUNS) if table else None
    return nouns if isinstance(nouns, dict) else None


_lacking: Final[set[str]] = set()  # languages of catalogues with own nouns that could not be used


def _own_messages(language: str, tables: Mapping[str, object]) -> OwnMessages | None:
    """The messages with a board's own nouns. A page fetches the module for them with the first such board;
    until then it has the usual nouns (:func:`lack_nouns`)."""
    try:
        from .own_nouns import own_messages  # noqa: PLC0415
    except ImportError:
        _lacking.add(language)
        return None
    _lacking.clear()
    return own_messages(language, tables)


def lack_nouns() -> bool:
    """Whether a catalogue since the last call has the usual nouns because the board's cannot be used yet."""
    lack = bool(_lacking)
    _lacking.clear()
    return lack


def _shapes(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The patterns of the engine's messages, whose values are named a, b, c …, with their translations.
    Those with the longest fixed text come first, because they are the most specific ones."""
    return _shapes_of(language) if is_language_loaded(language) else []


@cache
def _shapes_of(language: str) -> list[tuple[re.Pattern[str], str]]:
    shapes: list[tuple[int, re.Pattern[str], str]] = []
    for message, translated in translations_of(language).items():
        names = names_in(message)
        if names and isinstance(translated, str) and names == list("abcdefgh"[: len(names)]):
            parts = re.split(r"\{([a-h])\}", message)
            shape = "".join(
                f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts)
            )
            shapes.append((len("".join(parts[::2])), re.compile(shape, re.DOTALL), translated))
    shapes.sort(key=lambda entry: -entry[0])
    return [(shape, translated) for _, shape, translated in shapes]


def compiled(file: bytes, language: str) -> dict[str, Any]:
    """The translations in a language's ``.po`` file. Under "" are its conventions, as far as they differ
    from those of English (:class:`Conventions`). The browser gets the result instead of the file."""
    from . import po_file  # noqa: PLC0415

    translations: dict[str, Any] = {"": {}}
    for entry in po_file.read_entries(file.decode("utf-8")):
        if not entry.id:
            written = po_file.read_headers(entry).get(po_file.CONVENTIONS, "{}")
            translations[""] = json.loads(written)
        elif entry.fuzzy or not all(entry.strings):
            continue
        elif entry.plural:
            translations[entry.id] = entry.strings
        else:
            translations[entry.id] = entry.strings[0]
    return translations


# ---------------------------------------------------------------- the pseudo-language

_ACCENTS: Final = str.maketrans(
    "AEIOUYCNaeiouycn",
    "ÀÉÎÕÜÝÇÑàéîõüýçñ",
)
LENGTHENING: Final = "ēŗńšķţāļ"  # letters that no message has, added to words
_LONGEST: Final = (
    13  # letters of a word; what else a message should be longer by is added at its end
)
_WORD: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|\u00ad)*")


@lru_cache(4096)
def pseudo(message: str) -> str:
    """The message in the test language, ⟦Théē mèssàgéēŗ⟧: 40 % longer. Text outside such brackets has
    bypassed the catalogue."""
    parts: list[str] = []  # texts and kept parts in turn
    end = 0
    for name in _KEPT.finditer(message):
        parts += (message[end : name.start()], name[0])
        end = name.end()
    parts.append(message[end:])
    owed = 0.0  # letters

    def longer(word: re.Match[str]) -> str:
        nonlocal owed
        owed += 0.4 * len(word[0])
        more = min(int(owed), max(_LONGEST - len(word[0]), 0))
        owed -= more
        return word[0].translate(_ACCENTS) + LENGTHENING[:more]

    parts[::2] = [_WORD.sub(longer, text) for text in parts[::2]]
    more = round(owed)
    worded = [n for n in range(0, len(parts), 2) if _WORD.search(parts[n])]
    if more and worded:
        # Few letters belong to the last word, so that a label gets no other place to wrap.
        apart = " " if more > 2 and " " in message else ""
        text = parts[worded[-1]]
        at = max(n for n, sign in enumerate(text, 1) if sign.isalpha())
        parts[worded[-1]] = text[:at] + apart + (LENGTHENING * more)[:more] + text[at:]
    return "⟦" + "".join(parts) + "⟧"
