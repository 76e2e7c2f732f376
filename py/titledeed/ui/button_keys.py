"""The keys that press the buttons of a question. They are the same in all languages.

Enter or the space bar presses the main button, a letter each other one, in a list a digit, and plus or minus
the buttons of a stepper. The templates write a button's key into ``data-key``. There is no other list of
these keys, but the page's own ones are in ``actions/keyboard_undo_replay_vote_dice.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..language.catalogue import N_

# The keys of the main button, in lower case.
MAIN: Final = frozenset({"enter", " "})
# The keys of a stepper, and those that stand for them: on some keyboards a plus needs Shift.
STEPS: Final = {"+": "+", "=": "+", "-": "-"}
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
    "take-offer": "y",
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
    ("X", N_("go bankrupt, or leave")),
    ("K", N_("show these keys on the buttons")),
)


def letter(name: str) -> str:
    """The letter of an answer ("use-card chance") or an action; "" if it has none."""
    return LETTERS.get(name.partition(" ")[0], "")
