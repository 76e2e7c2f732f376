"""A board's own nouns for houses, hotels and tokens, in the languages that inflect the words around them.

English needs only the singular and the plural, which ``[words]`` of a board has. In German, French and
Spanish articles, adjectives and pronouns agree with the noun. So a board may also have its nouns with
their grammar, under ``x-words`` (docs/EDITIONS.md), and ``locale/nouns/*.po`` has every message that
mentions one of them once more, with marks around what depends on the noun:

    Auf {space} steht schon <ein Hotel>.      Build: <ein Haus:A>      <eins:A house>

A mark holds the usual words, so that it reads like the sentence. After a colon follow, where the words do
not tell: the German case (N, A, D or G; else nominative), and the noun that a pronoun or an adjective
stands for. Filled with the usual nouns, a marked message is the message of the main catalogue; only those
marked "rephrased" differ.

The browser loads this module and the marked messages only when a board with such nouns is open, or the
board maker.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ..engine.parsing.untrusted_input import SELECTORS, SHAPELESS

__loader__: Any

LONGEST: Final = 40  # characters of a form, like every word of a board
NOUNS: Final = ("house", "hotel", "token")
GENDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("m", "f", "n"),
    "fr": ("m", "f"),
    "es": ("m", "f"),
}
# The forms that a board may add to the singular and the plural, by language.
MORE_FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("genitive", "dative"),
    "fr": (),
    "es": (),
}
ASPIRATED: Final = (
    "aspirated"  # French: whether the first letter is an h before which nothing is elided
)

_MARK: Final = re.compile(r"<([^<>:]+)(?::([^<>]*))?>")
_WORD: Final = re.compile(r"[dlDL]’|[^\s’]+")


@dataclass(frozen=True)
class Noun:
    """A noun in one language. ``cases``: German only, the singular in the four cases; ``dative``: its plural.
    ``elides``: French only, whether articles lose their vowel before it."""

    gender: str
    one: str
    many: str
    cases: Mapping[str, str]
    dative: str
    elides: bool = False


def noun_of(language: str, table: object) -> Noun | None:
    """The noun that a board's file describes, or None if the table does not describe one."""
    if not isinstance(table, Mapping) or language not in GENDERS:
        return None

    def form(key: str) -> str:
        return _form(language, table.get(key))

    gender, one, many = table.get("gender"), form("one"), form("many")
    if gender not in GENDERS[language] or not one or not many:
        return None
    if language == "de":
        one, many = _large(one), _large(many)
        genitive = _large(form("genitive")) or usual_genitive(str(gender), one, many)
        dative = _large(form("dative")) or usual_dative(many)
        # A masculine noun whose genitive ends in n has this form in all cases but the nominative.
        weak = gender == "m" and genitive != one and genitive.endswith("n")
        other = genitive if weak else one
        cases = {"N": one, "A": other, "D": other, "G": genitive}
        return Noun(str(gender), one, many, cases, dative)
    aspirated = one[:1].lower() == "h" and table.get(ASPIRATED) is True
    elides = language == "fr" and _elides(one) and not aspirated
    return Noun(str(gender), one, many, {}, many, elides)


def _form(language: str, value: object) -> str:
    """A form of a noun as it may stand in a message, or "" if it is none."""
    if not isinstance(value, str) or form_fault(language, value):
        return ""
    return value.strip().translate(_HARMLESS)


def form_fault(language: str, text: str) -> str:
    """Why a text cannot be a form of a noun: "long", "hidden" (it has an invisible character), "article" (it
    is one, so that a sentence would have two), or ""."""
    if len(text) > LONGEST:
        return "long"
    seen = SELECTORS.sub("", text).strip()
    if not text.isprintable() or SHAPELESS.search(text) or (text.strip() and not seen):
        return "hidden"
    return "article" if seen.lower().replace("'", "’") in articles(language) else ""


def begins_with_article(language: str, text: str) -> bool:
    """Whether a text probably is a noun with its article."""
    low = text.strip().lower().replace("'", "’")
    first = "l’" if language == "fr" and low.startswith("l’") else low.split(" ")[0]
    return first != low and first in articles(language)


# The signs that mean something in a message.
_HARMLESS: Final = str.maketrans("{}[]|<>", "()()/()")


def usual_genitive(gender: str, one: str, many: str) -> str:
    """The German genitive singular of most nouns of this gender with these forms."""
    low = one.lower()
    if gender == "f":
        return one
    if gender == "m" and many.startswith(one) and many[len(one) :] in ("n", "en"):
        weak_ends = ("ent", "ant", "ist", "at", "et", "oge", "af")
        if (low.endswith("e") and not low.endswith("ee")) or (
            low.endswith(weak_ends) and not low.endswith("aat")
        ):
            return many
    if low.endswith("nis"):
        return f"{one}ses"
    if low.endswith(("s", "ß", "x", "z", "sch", "st")):
        return f"{one}es"
    return f"{one}s"


def usual_dative(many: str) -> str:
    """The German dative plural of most nouns with this plural."""
    return many if many.lower().endswith(("n", "s", "a", "i", "o", "u")) else f"{many}n"


def _elides(word: str) -> bool:
    """Whether French articles usually lose their vowel before this word; an h counts as mute."""
    low = word.lower()
    if low.startswith("y"):
        return low[1:2] not in tuple("aeiouéèê")
    return low.startswith(tuple("aàâeéèêëhiîïoôöuùûüœæ")) and not low.startswith(
        ("oui", "onz", "ouist")
    )


def _takes_el(word: str) -> bool:
    """Whether a feminine Spanish noun has the article "el", because it begins with a stressed a."""
    low = word.lower().split(" ")[0].removeprefix("h")
    if low.startswith("á"):
        return True
    if not low.startswith("a") or re.search("[éíóú]", low):
        return False
    vowels = re.findall(r"a[iu]?|e[iu]?|i[aeo]?|o[iu]?|u[aeo]?|y$", low)
    return len(vowels) == 1 or (len(vowels) == 2 and low[-1] in "aeiouns")


def _large(word: str) -> str:
    return word[:1].upper() + word[1:]


# ---------------------------------------------------------------- German

_CASES: Final = "NADG"
# The forms of words by gender, in the order of the cases.
_DER: Final = {
    "m": ("der", "den", "dem", "des"),
    "n": ("das", "das", "dem", "des"),
    "f": ("die", "die", "der", "der"),
}
_STRONG: Final = {
    "m": ("er", "en", "em", "es"),
    "n": ("es", "es", "em", "es"),
    "f": ("e", "e", "er", "er"),
}


def _with_endings(stem: str, endings: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {
        gender: tuple(stem + ending for ending in of_gender)
        for gender, of_gender in endings.items()
    }


_EINS: Final = _with_endings("ein", _STRONG)
_EIN: Final = {
    **_EINS,
    "m": ("ein", *_EINS["m"][1:]),
    "n": ("ein", "ein", *_EINS["n"][2:]),
}
_KEIN: Final = _with_endings("k", _EIN)
_JEDER: Final = _with_endings("jed", _STRONG)
_ES: Final = {
    "m": ("er", "ihn", "ihm", "seiner"),
    "n": ("es", "es", "ihm", "seiner"),
    "f": ("sie", "sie", "ihr", "ihrer"),
}
_GERMAN: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    **dict.fromkeys(("das", "dem", "des", "die"), _DER),
    **dict.fromkeys(("ein", "einem", "eine"), _EIN),
    **dict.fromkeys(("kein", "keine"), _KEIN),
    **dict.fromkeys(("jedes", "jedem"), _JEDER),
    "eins": {**_EINS, "n": ("eins", "eins", "einem", "eines")},
    "eines": _EINS,
    **dict.fromkeys(("es", "ihm", "sie"), _ES),
}
_TELLING: Final = {"dem": "D", "einem": "D", "jedem": "D", "ihm": "D", "des": "G"}  # their cases
_STEMS: Final = (
    "erst",
    "zweit",
    "dritt",
    "viert",
    "letzt",
    "nächst",
    "weiter",
    "ganz",
    "ander",
    "eigen",
)
_WEAK: Final = {
    "m": ("e", "en", "en", "en"),
    **dict.fromkeys(("n", "f"), ("e", "e", "en", "en")),
}
_MIXED: Final = {
    "m": ("er", "en", "en", "en"),
    "n": ("es", "es", "en", "en"),
    "f": _WEAK["f"],
}
_GERMAN_NOUNS: Final = {
    "Haus": ("house", "one"),
    "Hauses": ("house", "G"),
    "Häuser": ("house", "many"),
    "Häusern": ("house", "D"),
    "Hotel": ("hotel", "one"),
    "Hotels": ("hotel", "many"),
    "Figur": ("token", "one"),
    "Figuren": ("token", "many"),
}


def _german(words: list[str], case: str, noun: Noun | None, nouns: Mapping[str, Noun]) -> list[str]:
    told = next((_TELLING[word] for word in words if word in _TELLING), "N")
    case = case or ("G" if words[-1] == "Hauses" else told)
    endings = _WEAK if words[0] in ("das", "dem", "des", "die", "jedes", "jedem") else _MIXED
    at = _CASES.index(case)
    found = _GERMAN_NOUNS.get(words[-1])
    agrees = nouns[found[0]] if found else noun
    if agrees is None:
        raise ValueError(" ".join(words))
    out = []
    for word in words:
        if (named := _GERMAN_NOUNS.get(word)) is not None:
            if named[1] == "one" or (case == "G" and named[1] in ("G", "many")):
                out.append(agrees.cases[case])
            else:
                out.append(agrees.dative if case == "D" or named[1] == "D" else agrees.many)
        elif word == "eines" and found:
            out.append(_EIN[agrees.gender][at])
        elif word in _GERMAN:
            out.append(_GERMAN[word][agrees.gender][at])
        else:
            stem = next((stem for stem in _STEMS if word.startswith(stem)), "")
            if not stem:
                raise ValueError(f"“{word}” of “{' '.join(words)}” is unknown")
            out.append(stem + endings[agrees.gender][at])
    return out


# ---------------------------------------------------------------- French and Spanish

# Words in the masculine and the feminine. Others are the same in both.
_FRENCH: Final = (
    *(("un", "une"), ("il", "elle"), ("ils", "elles"), ("tous", "toutes"), ("ceux", "celles")),
    *(("premier", "première"), ("dernier", "dernière"), ("suivant", "suivante")),
    *(("aucun", "aucune"), ("chacun", "chacune"), ("seul", "seule"), ("entier", "entière")),
    *(("grand", "grande"), ("mis", "mise"), ("mis", "mises"), ("restant", "restante")),
    *(("restants", "restantes"), ("amorti", "amortie"), ("rentabilisé", "rentabilisée")),
    *(("vendu", "vendue"), ("vendus", "vendues"), ("rendus", "rendues"), ("acheté", "achetée")),
    *(("proposé", "proposée"), ("construit", "construite"), ("construits", "construites")),
    *(("échangé", "échangée"), ("échangés", "échangées"), ("remplacés", "remplacées")),
    *(("ramenés", "ramenées"), ("faits", "faites"), ("répartis", "réparties")),
    *(("choisi", "choisie"), ("enregistrés", "enregistrées"), ("arrivé", "arrivée")),
    *(("arrêté", "arrêtée"), ("arrêtés", "arrêtées"), ("rachetés", "rachetées")),
    *(("retirés", "retirées"), ("vrais", "vraies")),
)
_SPANISH: Final = (
    *(
        ("un", "una"),
        ("uno", "una"),
        ("el", "la"),
        ("los", "las"),
        ("lo", "la"),
        ("ellos", "ellas"),
    ),
    *(("primer", "primera"), ("segundo", "segunda"), ("tercer", "tercera"), ("cuarto", "cuarta")),
    *(("último", "última"), ("ningún", "ninguna"), ("todos", "todas"), ("cuántos", "cuántas")),
    *(("tantos", "tantas"), ("pocos", "pocas"), ("varios", "varias"), ("algunos", "algunas")),
    *(("rojo", "roja"), ("entero", "entera"), ("construido", "construida")),
    *(("construirlo", "construirla"), ("devueltos", "devueltas"), ("reducidos", "reducidas")),
    *(("necesarios", "necesarias"), ("hechos", "hechas"), ("incluidos", "incluidas")),
    *(("solo", "sola"), ("propio", "propia"), ("otro", "otra"), ("otros", "otras")),
    *(("unos", "unas"), ("estos", "estas")),
)
_ALONE: Final = {
    "una": "uno",
    "ninguna": "ninguno",
    "primera": "primero",
}  # without a noun, in the masculine
_SAME: Final = {
    "fr": ("deuxième", "troisième", "quatrième", "ses", "par"),
    "es": ("siguiente", "cuatro", "más", "tres", "sus"),
}
_NOUNS_OF: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "fr": {
        "maison": ("house", "one"),
        "maisons": ("house", "many"),
        "hôtel": ("hotel", "one"),
        "hôtels": ("hotel", "many"),
        "pion": ("token", "one"),
        "pions": ("token", "many"),
    },
    "es": {
        "casa": ("house", "one"),
        "casas": ("house", "many"),
        "hotel": ("hotel", "one"),
        "hoteles": ("hotel", "many"),
        "ficha": ("token", "one"),
        "fichas": ("token", "many"),
    },
}


def _romance(
    language: str, words: list[str], noun: Noun | None, nouns: Mapping[str, Noun]
) -> list[str]:
    names = _NOUNS_OF[language]
    found = names.get(words[-1])
    agrees = nouns[found[0]] if found else noun
    if agrees is None:
        raise ValueError(" ".join(words))
    feminine = agrees.gender == "f"
    table = _agreeing(language)
    out: list[str] = []
    for n, word in enumerate(words):
        if (named := names.get(word)) is not None:
            out.append(agrees.one if named[1] == "one" else agrees.many)
        elif word in table:
            alone = language == "es" and n + 1 == len(words) and not feminine
            out.append(_ALONE.get(word, table[word][0]) if alone else table[word][feminine])
        elif word in _ARTICLES[language]:
            out.append(_ARTICLES[language][word])
        elif word in _SAME[language]:
            out.append(word)
        else:
            raise ValueError(f"“{word}” of “{' '.join(words)}” is unknown")
    return _french(out, agrees, words) if language == "fr" else _spanish(out, agrees, bool(found))


@cache
def _agreeing(language: str) -> dict[str, tuple[str, str]]:
    pairs = _FRENCH if language == "fr" else _SPANISH
    table: dict[str, tuple[str, str]] = {}
    for pair in pairs:
        for word in pair:
            table.setdefault(word, pair)
    return table


_ARTICLES: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {"le": "le", "la": "le", "l’": "le", "de": "de", "d’": "de", "du": "du", "à": "à"},
    "es": {"de": "de", "del": "del", "a": "a", "al": "al", "y": "y", "e": "y", "o": "o", "u": "o"},
}


def _french(words: list[str], noun: Noun, usual: list[str]) -> list[str]:
    """Choose the article, let it lose its vowel, and draw it together with what stands before it."""
    out: list[str] = []
    words = [part for word in words for part in (("de", "le") if word == "du" else (word,))]
    for n, word in enumerate(words):
        after = words[n + 1] if n + 1 < len(words) else ""
        vowel = noun.elides if after in (noun.one, noun.many) else after in ("un", "une")
        if word == "le":
            article = "l’" if vowel else "la" if noun.gender == "f" else "le"
            if article == "le" and out and out[-1] in ("de", "à"):
                article = {"de": "du", "à": "au"}[out.pop()]
            out.append(article)
        elif word == "de" and vowel:
            out.append("d’")
        else:
            out.append(word)
    return out


def _spanish(words: list[str], noun: Noun, named: bool) -> list[str]:
    """Choose "el" before a stressed a, draw it together with what stands before it, and fit "y" and "o"."""
    out: list[str] = []
    words = [
        part
        for word in words
        for part in {"del": ("de", "el"), "al": ("a", "el")}.get(word, (word,))
    ]
    stressed = named and noun.gender == "f" and _takes_el(noun.one)
    for n, word in enumerate(words):
        after = words[n + 1] if n + 1 < len(words) else ""
        if word in ("el", "la") and named:
            article = "el" if noun.gender == "m" or (stressed and after == noun.one) else "la"
            if article == "el" and out and out[-1] in ("de", "a"):
                article = {"de": "del", "a": "al"}[out.pop()]
            out.append(article)
        elif word in ("una", "ninguna") and stressed and after == noun.one:
            out.append({"una": "un", "ninguna": "ningún"}[word])
        elif word == "y" and re.match(r"h?i(?![aeo])", after.lower()):
            out.append("e")
        elif word == "o" and re.match(r"h?o", after.lower()):
            out.append("u")
        else:
            out.append(word)
    return out


# ---------------------------------------------------------------- articles


@cache
def articles(language: str) -> frozenset[str]:
    """The articles of a language, in small letters; "’" is its apostrophe."""
    if language == "de":
        tables = (_DER, _EINS, _EIN, _KEIN)
        return frozenset(form for table in tables for forms in table.values() for form in forms)
    found = {
        "fr": "le la l’ les un une des du au aux",
        "es": "el la lo los las un una uno unos unas del al",
    }
    return frozenset(found.get(language, "").split())


# ---------------------------------------------------------------- filling the marks

USUAL: Final[Mapping[str, Mapping[str, Noun]]] = {
    language: {
        key: noun for key, table in tables.items() if (noun := noun_of(language, table)) is not None
    }
    for language, tables in {
        "de": {
            "house": {"gender": "n", "one": "Haus", "many": "Häuser"},
            "hotel": {"gender": "n", "one": "Hotel", "many": "Hotels"},
            "token": {"gender": "f", "one": "Figur", "many": "Figuren"},
        },
        "fr": {
            "house": {"gender": "f", "one": "maison", "many": "maisons"},
            "hotel": {"gender": "m", "one": "hôtel", "many": "hôtels"},
            "token": {"gender": "m", "one": "pion", "many": "pions"},
        },
        "es": {
            "house": {"gender": "f", "one": "casa", "many": "casas"},
            "hotel": {"gender": "m", "one": "hotel", "many": "hoteles"},
            "token": {"gender": "f", "one": "ficha", "many": "fichas"},
        },
    }.items()
}


def filled(language: str, text: str, nouns: Mapping[str, Noun]) -> str:
    """A marked message with these nouns. Raises ``ValueError`` for a mark that means nothing."""

    def fill(mark: re.Match[str]) -> str:
        phrase, hints = mark[1], (mark[2] or "").split()
        words = [word.lower() for word in _WORD.findall(phrase)]
        if language == "de":  # its nouns are written in capitals
            words = [
                word if word in _GERMAN_NOUNS else word.lower() for word in _WORD.findall(phrase)
            ]
        noun = next((nouns[hint] for hint in hints if hint in NOUNS), None)
        if language == "de":
            case = next((hint for hint in hints if hint in _CASES), "")
            out = _german(words, case, noun, nouns)
        else:
            out = _romance(language, words, noun, nouns)
        said = "".join(word if word in ("l’", "d’") else f"{word} " for word in out).rstrip()
        return _large(said) if phrase[0].isupper() else said

    return _MARK.sub(fill, text)


@cache
def marked_messages(language: str) -> Mapping[str, str | list[str]]:
    """The marked messages of a language by their English texts."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale", "nouns")
    try:
        every = json.loads(__loader__.get_data(os.path.join(folder, "all.json")))
    except OSError:
        from . import po_file  # noqa: PLC0415 - not in the site

        text = __loader__.get_data(os.path.join(folder, f"{language}.po")).decode("utf-8")
        return {
            entry.id: entry.strings if entry.plural else entry.strings[0]
            for entry in po_file.read_entries(text)
            if entry.id
        }
    found: dict[str, str | list[str]] = every[language]
    return found


class OwnMessages:
    """The messages of a language with a board's own nouns."""

    def __init__(self, language: str, nouns: Mapping[str, Noun]) -> None:
        """``nouns``: the board's, by what they stand for; others are the usual ones."""
        self._language = language
        self._nouns = {**USUAL[language], **nouns}
        self._filled: dict[str, str | list[str]] = {}

    def get(self, message: str) -> str | list[str] | None:
        """The translation of a message by its English text, or None if it has no own noun."""
        if message in self._filled:
            return self._filled[message]
        marked = marked_messages(self._language).get(message)
        if marked is None:
            return None
        fill: Callable[[str], str] = lambda text: filled(self._language, text, self._nouns)  # noqa: E731
        done = fill(marked) if isinstance(marked, str) else [fill(form) for form in marked]
        self._filled[message] = done
        return done


def own_messages(language: str, tables: Mapping[str, object]) -> OwnMessages | None:
    """The messages with the nouns that a board's file has for a language; None if it has none."""
    found = {key: noun_of(language, tables.get(key)) for key in NOUNS}
    nouns = {key: noun for key, noun in found.items() if noun is not None}
    return OwnMessages(language, nouns) if nouns else None
