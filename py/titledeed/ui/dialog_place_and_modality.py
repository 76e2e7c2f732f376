"""Declares the dialogs.

``views/dialog_contents.py`` defines their contents and ``templates/dialogs/`` their looks; the build
makes their elements in index.html from this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Dialog:
    """``place``: where on the page the dialog is ("side" or "centre").

    ``acting``: people act in it, so at a quiet table the bots wait until it is closed. ``beside``: not
    modal in a large window, so that the board stays usable beside it. ``veiled``: over a game in a large
    window it is on screen before the browser has made the page behind it inert."""

    place: str = "centre"
    acting: bool = False
    beside: bool = False
    veiled: bool = False


DIALOGS: Final = {
    "deed": Dialog("side", beside=True),
    "why": Dialog("side", beside=True),
    "seat": Dialog("side", acting=True, beside=True),
    "manager": Dialog(acting=True, beside=True),
    "trade": Dialog(acting=True, veiled=True),
    "spaces": Dialog(beside=True),
    "journal": Dialog("side", beside=True),
    "rules": Dialog(veiled=True),
    "settings": Dialog(veiled=True),
    "saves": Dialog(),
    "link": Dialog(),
    "help": Dialog(veiled=True),
    "over": Dialog(),
    "ceiling": Dialog(acting=True),
    "rename": Dialog(),
    "confirm": Dialog(acting=True),
    "devices": Dialog(),
    "opponents": Dialog(),
    "results": Dialog(),
    "paper": Dialog(),
}
