"""Every sentence on screen goes through here: the message catalogue and an edition's vocabulary.

A message is its English text with names in braces, ``"{seat} pays {amount}."``. A name is a piece
that the caller gives, or a word of the edition (docs/EDITIONS.md): ``{jail}``, ``{Jail}``,
``{a railroad}``, ``{A railroad}``. Nothing else is understood between braces, no attribute and no
format, so a message from a stranger can read nothing. A name that nobody knows stays as it stands.

A message of a player has two forms where English or a translation needs them: ``"{seat} pay[s|]
{amount}."``. What stands before the stroke is said of anybody, what stands behind it to the person whose
game it is, whose name is then "you" (``voiced``); after ``[other:`` it goes by the piece ``{other}``.

Python and the templates use the same two callables: ``_("…", seat=…)`` and, for what is counted,
``n_("{n} house", "{n} houses", n)``. What they return is text, which a template escapes; where a
piece is Markup they return Markup, and have escaped all the rest. ``N_`` only marks a message.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, cast

from markupsafe import Markup, escape

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
PSEUDO: Final = "xx"  # no language: shows what has not been through the catalogue

_NAME: Final = re.compile(r"\{((?:[aA] )?[A-Za-z_]\w*)\}")
_FORM: Final = re.compile(r"\[(other:)?([^][|]*)\|([^][|]*)\]")
_KEPT: Final = re.compile(rf"{_NAME.pattern}|\[other:")  # what no pseudo-language changes
_VOWELS: Final = ("a", "e", "i", "o")  # docs/EDITIONS.md; "a utility" is why u is not among them

# Which of a message's forms a number takes. A test holds these against the headers of the files.
_FORMS: Final[Mapping[str, Callable[[int], int]]] = {
    "en": lambda n: int(n != 1),
    "de": lambda n: int(n != 1),
    PSEUDO: lambda n: int(n != 1),
}

# In another language most words of the vocabulary are that language's own (the message "{jail}" is
# the word for jail). These are names printed on the board: a language may know those of our boards (the
# message is the name, "Free Parking"); another board's stay as they are.
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

Messages = Mapping[str, str | list[str]]
__loader__: Any


def N_(message: str) -> str:
    """Marks a message that is looked up later."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Marks both forms of a message that is looked up elsewhere."""
    return one, many


# ---------------------------------------------------------------- filling in


@lru_cache(4096)
def _split(pattern: str) -> tuple[str, ...]:
    """Text and names by turns, text first and last."""
    return tuple(_NAME.split(pattern))


def fill(pattern: str, pieces: Mapping[str, object]) -> str:
    """Put the pieces into a pattern, in one pass: a brace inside a piece stays what it is.

    Markup comes out where a piece is Markup; then everything else is escaped.
    """
    parts = _split(pattern)
    if len(parts) == 1:
        return pattern
    filled: list[object] = list(parts)
    marked = False
    for n in range(1, len(parts), 2):
        piece = pieces.get(parts[n])
        filled[n] = f"{{{parts[n]}}}" if piece is None else piece
        marked = marked or hasattr(piece, "__html__")
    if marked:
        return Markup("").join(escape(part) for part in filled)
    return "".join(map(str, filled))


@lru_cache(4096)
def voiced(pattern: str, seat: bool = False, other: bool = False) -> str:
    """The pattern as it is said of somebody, or to whom the piece ``{seat}`` or ``{other}`` is."""
    return _FORM.sub(lambda form: form[3 if (other if form[1] else seat) else 2], pattern)


def names_in(pattern: str) -> list[str]:
    """The names between braces of a message, in order."""
    return list(_split(pattern)[1::2])


class Vocabulary(dict[str, str]):
    """An edition's words in all forms that a message may ask for."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        for key, phrase in words.items():
            # A word from a stranger's file is text and never a name to fill in.
            word = phrase.replace("{", "(").replace("}", ")")
            large = word[:1].upper() + word[1:]
            article = "an" if word[:1].lower() in _VOWELS else "a"
            self[key] = word
            self[key[:1].upper() + key[1:]] = large
            self[f"a {key}"] = f"{article} {word}"
            self[f"A {key}"] = f"{article.capitalize()} {word}"


# ---------------------------------------------------------------- the catalogue


class Catalogue:
    """One language and one edition's words."""

    def __init__(
        self, language: str = "en", words: Mapping[str, str] | None = None, *, known: bool = True
    ) -> None:
        """``words``: an edition's; without them the words of the first board, for screens that come
        before a game. An unknown language is English unless ``known`` is false, which raises."""
        if language not in _FORMS:
            if not known:
                raise KeyError(language)
            language = "en"
        self.language = language
        self._messages = messages(language)
        self._form = _FORMS[language]
        self._pseudo = language == PSEUDO
        english = words if words is not None else _first_words()
        self.words = Vocabulary({key: self._word(key, word) for key, word in english.items()})

    def __call__(self, message: str, /, **pieces: object) -> str:
        """The message in this language, filled in. See the module for what comes back."""
        return self.fill(self.find(message), pieces)

    def count(self, one: str, many: str, n: int, /, **pieces: object) -> str:
        """The form of a message that goes with ``n``; ``{n}`` is that number."""
        return self.fill(self.find_form(one, many, n), {"n": n, **pieces})

    def _word(self, key: str, word: str) -> str:
        """A word of the vocabulary."""
        if key in NAMES:
            return self.named(word)
        translated = self._messages.get(f"{{{key}}}", "")
        return translated if isinstance(translated, str) and translated else word

    def named(self, name: str) -> str:
        """What is printed on a board: in this language, where it knows the name."""
        translated = self._messages.get(name, "")
        return translated if isinstance(translated, str) and translated else name

    def find(self, message: str) -> str:
        """The pattern in this language, or the message itself."""
        if self._pseudo:
            return pseudo(message)
        translated = self._messages.get(message, message)
        return translated if isinstance(translated, str) else translated[0]

    def find_form(self, one: str, many: str, n: int) -> str:
        """The pattern for ``n`` in this language."""
        forms = self._messages.get(one)
        form = self._form(abs(n))
        if isinstance(forms, list) and form < len(forms):
            return forms[form]
        source = many if form else one
        return pseudo(source) if self._pseudo else source

    def fill(self, pattern: str, pieces: Mapping[str, object]) -> str:
        """Pieces first, then words."""
        words, pattern = self.words, voiced(pattern)
        known = {
            name: words.get(name) if (piece := pieces.get(name)) is None else piece
            for name in _split(pattern)[1::2]
        }
        return fill(pattern, known)

    def word(self, pattern: str, pieces: Mapping[str, object]) -> str:
        """The pattern with the words in it and its pieces still open."""
        words, pattern = self.words, voiced(pattern)
        names = _split(pattern)[1::2]
        return fill(pattern, {n: words[n] for n in names if n in words and n not in pieces})

    def sentence(self, text: str) -> str:
        """A sentence that the engine made, which speaks English and knows no catalogue: the message
        it was made from is found again by its shape, and its values are put into the translation."""
        if self._pseudo:
            return pseudo(text)
        translated = self._messages.get(text)
        if isinstance(translated, str):
            return translated
        for shape, phrase in _shapes(self.language):
            match = shape.fullmatch(text)
            if match:
                values = match.groupdict()
                # A value may be a sentence or the name of a place in turn: "Line 3: …".
                return fill(
                    phrase, {k: self.sentence(v) if " " in v else v for k, v in values.items()}
                )
        return text

    def install(self, environment: Any) -> None:
        """Make a Jinja2 environment's templates speak this language. May be called again."""
        environment.globals.update(_=self, n_=self.count, fill=fill)


def _first_words() -> Mapping[str, str]:
    from ..engine.books import default_words  # noqa: PLC0415 - only where no edition is chosen

    return default_words()


_here: Final[dict[str, Messages]] = {"en": {}, PSEUDO: {}}


def messages(language: str) -> Messages:
    """The translations of a language, empty for the source language: JSON where the build made one
    (read by the module's own loader, like the rules' data), else the file that people edit. In a page
    they may still be on their way; then it is empty too (see :func:`arrived`)."""
    if language not in _here:
        place = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale", language)
        try:
            _here[language] = cast("Messages", json.loads(__loader__.get_data(place + ".json")))
        except OSError:
            try:
                file = __loader__.get_data(place + ".po")
            except OSError:
                return {}
            _here[language] = compiled(file)
    return _here[language]


def arrived(language: str) -> bool:
    """Whether what is said in this language is here. A page gets it in an archive of its own."""
    messages(language)
    return language in _here


def _shapes(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages whose pieces are named a, b, c …, those that say most themselves first."""
    return _shapes_of(language) if arrived(language) else []


@cache
def _shapes_of(language: str) -> list[tuple[re.Pattern[str], str]]:
    shapes: list[tuple[int, re.Pattern[str], str]] = []
    for message, translated in messages(language).items():
        names = names_in(message)
        if names and isinstance(translated, str) and names == list("abcdefgh"[: len(names)]):
            parts = re.split(r"\{([a-h])\}", message)
            shape = "".join(
                f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts)
            )
            shapes.append((len("".join(parts[::2])), re.compile(shape, re.DOTALL), translated))
    shapes.sort(key=lambda entry: -entry[0])
    return [(shape, translated) for _, shape, translated in shapes]


def compiled(file: bytes) -> Messages:
    """What the program needs of a ``.po`` file. Only where Babel is: never in the browser."""
    import io  # noqa: PLC0415

    from babel.messages.pofile import read_po  # noqa: PLC0415

    translations: dict[str, str | list[str]] = {}
    for message in read_po(io.BytesIO(file), abort_invalid=True):
        if not message.id or message.fuzzy:
            continue
        if message.pluralizable:
            forms = [str(form) for form in message.string or ()]
            if forms and all(forms):
                translations[message.id[0]] = forms
        elif message.string:
            translations[str(message.id)] = str(message.string)
    return translations


# ---------------------------------------------------------------- the pseudo-language

_ACCENTS: Final = str.maketrans(
    "AEIOUYCNaeiouycn",
    "ÀÉÎÕÜÝÇÑàéîõüýçñ",
)


def pseudo(message: str) -> str:
    """⟦Thé mèssàgé⟧: what stands outside the brackets on a page never saw the catalogue."""
    out: list[str] = []
    end = 0
    for name in _KEPT.finditer(message):
        out += (message[end : name.start()].translate(_ACCENTS), name[0])
        end = name.end()
    return "⟦" + "".join(out) + message[end:].translate(_ACCENTS) + "⟧"
