"""Makes the translations of the page before Python runs: a table from its English texts to another language.

Both renderings come from the same templates, so they differ only in texts and attributes. ``static/saved.js``
fetches the file of a language and replaces the texts; for English it fetches nothing.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser

from tools import pages

# Attributes that people fill in, and that must not be replaced.
ENTERED = {"value"}
SOFT = "\N{SOFT HYPHEN}"
# The key for names, beside the keys for texts and attributes.
NAME = " "


class Words(HTMLParser):
    """The texts and attributes of a page in their order, as pairs of a kind and a text.

    A name on the board (``translate="no"``) has the kind ``NAME``. There it may have hyphens that it
    does not have in a sentence."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.name = False
        self.found: list[tuple[str, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(name, value or "") for name, value in attrs if name not in ENTERED]
        self.name = ("translate", "no") in attrs

    def handle_endtag(self, tag: str) -> None:
        self.name = False

    def handle_data(self, data: str) -> None:
        self.found.append((NAME if self.name else "", data.strip()))


def name(language: str) -> str:
    return f"static/words/{language}.json"


def languages() -> list[str]:
    """All languages except that of the page itself."""
    from titledeed.language.catalogue import LANGUAGES  # noqa: PLC0415 (as pages.py: py/ comes late)

    return [language for language in LANGUAGES if language != "en"]


def made(addresses: pages.Addresses, language: str) -> bytes:
    """The file as JSON: ``{"": {text: text}, " ": {name: name}, attribute: {value: value}}``."""
    ours, theirs = (Words(_shell(addresses, each)).found for each in ("en", language))
    if [of for of, _ in ours] != [of for of, _ in theirs]:
        raise ValueError(f"The page in {language} is made otherwise than in English.")
    words: dict[str, dict[str, str]] = {}
    for (of, text), (_, word) in zip(ours, theirs, strict=True):
        known = words.setdefault(of, {}).setdefault(text, word)
        if SOFT in word and known == word.replace(SOFT, ""):
            words[of][text] = word  # the name may be hyphenated on a square and on its deed
        elif known.replace(SOFT, "") != word.replace(SOFT, ""):
            raise ValueError(f'"{text}" is said in two ways in {language}: "{word}" is one.')
    differing = {
        of: {text: word for text, word in texts.items() if word != text}
        for of, texts in words.items()
    }
    table = {of: texts for of, texts in sorted(differing.items()) if texts}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()


def manifest(text: str, language: str) -> str:
    """The installed app's manifest in another language."""
    from titledeed.language.catalogue import Catalogue  # noqa: PLC0415 (py/ comes late)

    translate = Catalogue(language).find
    table = json.loads(text)
    table |= {"lang": language, "description": translate(table["description"])}
    for picture in table["screenshots"]:
        picture["label"] = translate(picture["label"])
    return json.dumps(table, ensure_ascii=False, indent=2) + "\n"


def _shell(addresses: pages.Addresses, language: str) -> str:
    return pages.shell(addresses, language, site=pages.NOTHING)
