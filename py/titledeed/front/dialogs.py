"""The dialogs: which there are, and how each stands to the page. ``views/dialogs.py`` says what each
shows, ``templates/dialogs/`` how it looks; index.html has their elements from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Dialog:
    """``place``: where it lies ("side" or "centre"). ``acting``: people act in it, so at a quiet table the
    bots wait for it. ``beside``: it leaves the board alive, where there is room for both."""

    place: str = "centre"
    acting: bool = False
    beside: bool = False


DIALOGS: Final = {
    "deed": Dialog("side", beside=True),
    "why": Dialog("side", beside=True),
    "seat": Dialog("side", acting=True, beside=True),
    "manager": Dialog(acting=True, beside=True),
    "trade": Dialog(acting=True, beside=True),
    "spaces": Dialog(beside=True),
    "journal": Dialog(beside=True),
    "rules": Dialog(),
    "settings": Dialog(),
    "saves": Dialog(),
    "link": Dialog(),
    "help": Dialog(),
    "over": Dialog(),
    "ceiling": Dialog(acting=True),
    "rename": Dialog(),
    "confirm": Dialog(acting=True),
    "devices": Dialog(),
    "opponents": Dialog(),
    "results": Dialog(),
}
