"""The texts that the page shows when its program does not start (``static/boot/guard.js``).

The build puts them into the script, because a host that fails to deliver the program may fail to deliver
texts too.
"""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

_WORDS: Final = {
    "failed": "The program could not be started.",
    "offline": "This device seems to be offline, and the program is not stored on it yet.",
    "lacking": "This browser lacks what the program needs: {what}.",
    "newer": "Take a newer browser: {floor} or later.",
    "anyway": "Try all the same",
    "again": "Try again",
    "missing": "The host does not have {file} (it answers {status}).",
    "type": "The host sends {file} as {type}; a browser takes it only as {wanted}.",
    "cut": "{file} arrived incomplete: {have} of {all} bytes.",
    "unreached": "{file} did not arrive.",
    "kept": "The browser had kept a damaged copy of {file}. It has been fetched anew.",
    "page": "The page itself arrived incomplete.",
    "mend": "Try again. If it stays so, whoever runs this site has to publish these files anew, or mend what"
    " its host does with them. Saved games are safe.",
    "unknown": "Try again, or take another browser. Saved games are safe.",
    "slow": "For a while nothing has moved. The line or the host may be slow: wait, or try again.",
    "looks": "Part of the look of this page did not arrive: {file}. The game can be played.",
    "reload": "Load the page again",
    "late": "A newer version of this site has been published, and {file} of this one is gone. Load the page"
    " again: your game is kept.",
}
# Shown by the page itself, if no script runs.
UNGUARDED: Final = (
    "Title Deed has not started, because its files did not arrive. Is the address complete? It is that of a"
    " folder and ends in a slash. Else load the page again later."
)


def messages() -> list[str]:
    """The messages to translate (tools/messages.py)."""
    return [*_WORDS.values(), UNGUARDED]


def words() -> dict[str, dict[str, str]]:
    """The texts for each language, by the names that guard.js uses."""
    return {
        language: {name: catalogue.find(text) for name, text in _WORDS.items()}
        for language, catalogue in _catalogues().items()
    }


def unguarded() -> Markup:
    """The sentence that a style shows after a while unless a script removes it. Without the styles it is
    shown at once."""
    sentences = Markup("").join(
        Markup('<p lang="{}">{}</p>').format(language, catalogue.find(UNGUARDED))
        for language, catalogue in _catalogues().items()
    )
    return Markup('<aside id="unguarded" class="update card">{}</aside>').format(sentences)


def _catalogues() -> dict[str, Any]:
    """The message catalogue of each language."""
    from titledeed.language.catalogue import LANGUAGES, Catalogue  # noqa: PLC0415 (py/ comes late)

    return {language: Catalogue(language) for language in LANGUAGES}
