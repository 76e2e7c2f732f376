"""The texts that the page shows when its program does not start (``static/boot/guard.js``).

The build puts them into the script, because a host that fails to deliver the program may fail to deliver
texts too.
"""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

_WORDS: Final = {
    "failed": "The program couldn’t be started.",
    "offline": "This device seems to be offline, and the program isn’t saved on it yet.",
    "lacking": "This browser is missing something the program needs: {what}.",
    "newer": "Use a newer browser: {floor} or later.",
    "anyway": "Try anyway",
    "again": "Try again",
    "missing": "The web host doesn’t have {file} (it answers {status}).",
    "type": "The web host sends {file} as {type}; browsers accept it only as {wanted}.",
    "cut": "{file} arrived incomplete: {have} of {all} bytes.",
    "unreached": "{file} didn’t arrive.",
    "kept": "The browser had saved a damaged copy of {file}. It has been loaded again.",
    "page": "The page itself arrived incomplete.",
    "mend": (
        "Try again. If that doesn’t help, the owner of this site must publish these "
        "files again or correct the settings of the web host. Saved games are safe."
    ),
    "unknown": "Try again, or use another browser. Saved games are safe.",
    "slow": (
        "Nothing has arrived for a while. The connection or the web host may be slow. "
        "Wait, or try again."
    ),
    "looks": "Part of this page’s design didn’t arrive: {file}. You can still play.",
    "reload": "Reload the page",
    "late": "A newer version of this site has been published, and {file} is no longer there. Reload the page:"
    " your game is safe.",
}
# The page itself shows this if no script runs.
UNGUARDED: Final = (
    "Title Deed hasn’t started because its files didn’t arrive. Is the address complete? "
    "It must end in a slash. If it does, reload the page later."
)
# An earlier version's page shows this while this version is being published (static/boot/moved.js).
PUBLISHING: Final = (
    "A new version of this site is being published. This page reloads by itself as soon as it can."
    " Saved games are safe."
)


def messages() -> list[str]:
    """The messages to translate (tools/messages.py)."""
    return [*_WORDS.values(), UNGUARDED, PUBLISHING]


def words() -> dict[str, dict[str, str]]:
    """The texts for each language, by the names that guard.js uses."""
    return {language: words_in(catalogue) for language, catalogue in _catalogues().items()}


def words_in(catalogue: Any) -> dict[str, str]:
    """The texts in the language of this catalogue, by the names that guard.js uses."""
    return {name: catalogue.find(text) for name, text in _WORDS.items()}


def publishing() -> dict[str, str]:
    """The sentence of moved.js for each language."""
    return {language: catalogue.find(PUBLISHING) for language, catalogue in _catalogues().items()}


def unguarded() -> Markup:
    """The sentence that a style shows after a while unless a script removes it.

    Without the styles the page shows it at once."""
    sentences = Markup("").join(
        Markup('<p lang="{}">{}</p>').format(language, catalogue.find(UNGUARDED))
        for language, catalogue in _catalogues().items()
    )
    return Markup('<aside id="unguarded" class="update card">{}</aside>').format(sentences)


def _catalogues() -> dict[str, Any]:
    """The message catalog of each language."""
    from titledeed.language.catalogue import LANGUAGES, Catalogue  # noqa: PLC0415 (py/ comes late)

    return {language: Catalogue(language) for language in LANGUAGES}
