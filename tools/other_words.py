"""The page before Python runs, in another language: what its English words are to be replaced by.

Both renderings come from the same templates, so that they differ in words only: texts and attributes.
``static/saved.js`` asks for the file of a language and puts the words in; who reads English fetches
nothing.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser

from tools import pages

# What people enter is theirs: no word of ours may take its place.
ENTERED = {"value"}


class Words(HTMLParser):
    """The texts and attributes of a page in their order: what it is of, and what it says. A name
    (``translate="no"``) is the same in all of them."""

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
        if not self.name:
            self.found.append(("", data.strip()))


def name(language: str) -> str:
    return f"static/words/{language}.json"


def languages() -> list[str]:
    """All but the one that the page is written in."""
    from titledeed.language.catalogue import LANGUAGES  # noqa: PLC0415 (as pages.py: py/ comes late)

    return [language for language in LANGUAGES if language != "en"]


def made(addresses: pages.Addresses, language: str) -> bytes:
    """``{"": {text: text}, attribute: {value: value}}``."""
    ours, theirs = (Words(_shell(addresses, each)).found for each in ("en", language))
    if [of for of, _ in ours] != [of for of, _ in theirs]:
        raise ValueError(f"The page in {language} is made otherwise than in English.")
    words: dict[str, dict[str, str]] = {}
    for (of, text), (_, word) in zip(ours, theirs, strict=True):
        if words.setdefault(of, {}).setdefault(text, word) != word:
            raise ValueError(f'"{text}" is said in two ways in {language}: "{word}" is one.')
    differing = {
        of: {text: word for text, word in texts.items() if word != text}
        for of, texts in words.items()
    }
    table = {of: texts for of, texts in sorted(differing.items()) if texts}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()


def _shell(addresses: pages.Addresses, language: str) -> str:
    return pages.shell(addresses, language, site=pages.NOTHING)
