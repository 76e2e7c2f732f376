"""What the page says when its program does not start: the words of ``static/boot/guard.js``.

They are built into it, because a host that does not deliver the program will not deliver words either.
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
# Said by the page alone, where no script runs.
UNGUARDED: Final = (
    "Title Deed has not started, because its files did not arrive. Is the address complete? It is that of a"
    " folder and ends in a slash. Else load the page again later."
)


def messages() -> list[str]:
    """What is to be translated (tools/messages.py)."""
    return [*_WORDS.values(), UNGUARDED]


def words() -> dict[str, dict[str, str]]:
    """For each language, by the names that guard.js has for them."""
    return {
        language: {name: catalogue.find(text) for name, text in _WORDS.items()}
        for language, catalogue in _catalogues().items()
    }


def unguarded() -> Markup:
    """The sentence that a style shows after a while, unless a script has taken it away. Where not even
    the styles arrive it is there at once."""
    sentences = Markup("").join(
        Markup('<p lang="{}">{}</p>').format(language, catalogue.find(UNGUARDED))
        for language, catalogue in _catalogues().items()
    )
    return Markup('<aside id="unguarded" class="update card">{}</aside>').format(sentences)


def _catalogues() -> dict[str, Any]:
    """The message catalogue of each language."""
    from titledeed.language.catalogue import LANGUAGES, Catalogue  # noqa: PLC0415 (py/ comes late)

    return {language: Catalogue(language) for language in LANGUAGES}
