"""The keys that press the buttons of a question. They are the same in all languages.

Enter or the space bar presses the main button, a letter each other one, in a list a digit, and plus or minus
the buttons of a stepper. The templates write a button's key into ``data-key``. There is no other list of
these keys, but the page's own ones are in ``actions/keyboard_undo_replay_vote_dice.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..language.catalogue import N_

# The keys of the main button, in lower case.
MAIN: Final = frozenset({"enter", " "})
# The keys of a stepper, and those that stand for them: on some keyboards a plus needs Shift.
STEPS: Final = {"+": "+", "=": "+", "-": "-"}
# What the main button's key is called, for Enter and the space bar.
MAIN_KEY: Final = "enter"
# The letter of each answer, by its first word, and of each action.
LETTERS: Final[Mapping[str, str]] = {
    # to say no
    **dict.fromkeys(("decline", "reject", "keep", "let-go"), "n"),
    "pass": "n",
    "out": "l",
    # other answers
    "bankrupt": "x",
    "counter": "c",
    "fine": "f",
    "flat": "f",
    "percent": "p",
    "take-chance": "c",
    "use-card": "c",
    "roll": "g",
    "ready": "g",
    # auctions
    "bid-sum": "s",
    "clear-ceiling": "x",
    "open-ceiling": "m",
    # beside the question
    "hint": "h",
    "open-journal": "j",
    "open-manager": "b",
    "open-offer": "o",
    "open-spaces": "d",
    "open-trade": "t",
    "raise": "r",
    # notices
    "dismiss": "z",
    "edit-offer": "e",
    "offer-same": "w",
    "sound-on": "u",
    "take-offer": "y",
    "tour-next": "i",
    "try-sound": "q",
    # while the bots move, and at the end
    "again": "a",
    "lab": "l",
    "leave": "x",
    "open-over": "c",
    "pause": "p",
    "skip": "s",
    "replay": "r",
    "replay-branch": "b",
    "replay-leave": "x",
}
# What the page on how to play says about them: a key, and what it presses.
EXPLAINED: Final = (
    ("↵", N_("the main button (Enter, or the space bar)")),
    ("G", N_("throw the dice, or take the device")),
    ("N", N_("no: decline, pass, keep, waive")),
    ("1–9", N_("the choices of a list, and the bids")),
    ("S", N_("a bid of your own, or skip to your next move")),
    ("+ −", N_("raise or lower your own bid")),
    ("L", N_("leave the auction")),
    ("M", N_("let the program bid for you")),
    ("C", N_("a counteroffer, or a card")),
    ("F", N_("the fine, or the fixed tax")),
    ("P", N_("the percentage, or a pause")),
    ("R", N_("raise cash")),
    ("H", N_("a hint")),
    ("B", N_("build or mortgage")),
    ("T", N_("trade")),
    ("D", N_("the {deeds}")),
    ("J", N_("the journal")),
    ("O", N_("look at an offer")),
    ("Y", N_("accept a counteroffer")),
    ("E", N_("change your offer")),
    ("W", N_("offer the same trade")),
    ("A", N_("play again")),
    ("Z", N_("dismiss a notice")),
    ("X", N_("go bankrupt, or leave")),
    ("K", N_("show these keys on the buttons")),
    ("?", N_("show this list")),
)


def letter(name: str) -> str:
    """The letter of an answer ("use-card chance") or an action; "" if it has none."""
    return LETTERS.get(name.partition(" ")[0], "")


_DIGITS: Final = frozenset("123456789")
_TOP_ROW: Final = re.compile(r"Digit([1-9])")


def digit(key: str, code: str, *, shift: bool) -> str:
    """The digit that a pressed key stands for, or "".

    ``key`` is what it writes, ``code`` its place on the keyboard. On a French keyboard the top row writes
    digits with Shift and other signs without it; both stand for the digit."""
    if key in _DIGITS:
        return key
    place = _TOP_ROW.fullmatch(code)
    return place[1] if place and not shift else ""


def names_of(key: str, code: str, *, shift: bool) -> tuple[str, ...]:
    """The values of ``data-key`` that a pressed key stands for, the likeliest first; ``MAIN_KEY`` for the
    main button."""
    name = key.lower()
    if name in MAIN:
        return () if shift else (MAIN_KEY,)
    if len(name) == 1 and name.isascii() and name.isalpha():
        return () if shift else (name,)
    found = (STEPS.get(name, ""), digit(key, code, shift=shift))
    return tuple(name for name in found if name)
