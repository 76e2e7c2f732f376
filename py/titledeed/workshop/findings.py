"""What may be wrong with a bot, as sentences that a beginner understands.

The fence reports a :class:`Finding` with a key of :data:`SENTENCES` and short facts. The page shows the
sentence in its own language. So a bot can't write a sentence of its own into the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from ..engine.parsing.untrusted_input import is_hidden
from ..engine.parsing.value_predicates import is_whole_number
from ..language.catalogue import N_, Catalogue
from .bot_file import LARGEST

LONGEST_FACT: Final = 80
_LONGEST_PYTHON: Final = 400
_MOST_FACTS: Final = 8

SENTENCES: Final[Mapping[str, str]] = {
    # Python can't read the program
    "equal-for-comparison": N_("“=” stores a value. To compare two values, write “==”."),
    "no-colon": N_("A colon is missing at the end of this line."),
    "no-block": N_("Something must follow here, indented by four more spaces."),
    "too-far-in": N_("This line is indented too far."),
    "uneven": N_(
        "The indentation of this line fits no line above it. Use four spaces for each level."
    ),
    "tabs": N_("This line mixes tabs and spaces. Use four spaces for each level."),
    "open-bracket": N_("The bracket “{bracket}” is never closed."),
    "wrong-bracket": N_("The bracket “{bracket}” doesn’t match an open bracket."),
    "open-text": N_("A text has no end here: the closing quotation mark is missing."),
    "strange-quote": N_("Python doesn’t know the character “{was}”. Use straight quotation marks."),
    "strange-character": N_("Python doesn’t know the character “{was}”."),
    "small-word": N_("Write “{near}” in lowercase letters."),
    "no-comma": N_("A comma or an operator may be missing here."),
    "return-outside": N_("“return” is outside a method. Check the indentation."),
    "digit-first": N_("A name can’t begin with a digit."),
    "unreadable": N_("Python can’t read this line."),
    # it can't be loaded or called
    "no-class": N_("The program needs a class with a method “choose(self, view, options)”."),
    "no-self": N_("The first parameter of “{name}” must be “self”."),
    "value-missing": N_("“{name}” also needs a value for “{other}”."),
    "too-many-values": N_("“{name}” gets more values than it has parameters."),
    # it breaks off
    "unknown-name": N_("Nothing here is called “{name}”."),
    "near-name": N_("Nothing here is called “{name}”. Did you mean “{near}”?"),
    "needs-self": N_("“{name}” belongs to the bot. Write “{near}”."),
    "no-value-yet": N_("“{name}” doesn’t have a value yet in this line."),
    "unknown-attribute": N_("“{owner}” has nothing called “{name}”."),
    "near-attribute": N_("“{owner}” has nothing called “{name}”. Did you mean “{near}”?"),
    "never-set": N_("“self.{name}” doesn’t have a value yet. Give it one in “__init__”."),
    "none-used": N_("A value in this line is None. A “return” may be missing where it comes from."),
    "text-and-number": N_(
        "A text and a number can’t be combined like this. Convert one of them with str() or int()."
    ),
    "not-callable": N_("Something in this line is not a method, so it can’t be called with ( )."),
    "call-missing": N_("Something in this line is a method. Call it with ( )."),
    "no-items": N_(
        "Something in this line is a single value. [ ] and “for” need several "
        "values, such as a list."
    ),
    "no-such-item": N_("The list in this line has no item with this number."),
    "no-such-key": N_("There is no entry “{name}”."),
    "by-zero": N_("This line divides by zero."),
    "endless-call": N_("The program calls itself again and again."),
    "memory": N_("The program needs too much memory."),
    "ended": N_("The program ended itself. A bot can’t do that."),
    "endless-loop": N_("The program was still running after a second. Does this loop ever end?"),
    "too-slow": N_("The program was still running after a second, so it was stopped."),
    "long-game": N_("These games took too long, so the program was stopped."),
    "no-module": N_("Bots can’t import “{name}”."),
    "changed-python": N_("The program replaced Python’s own “{name}”. A bot can’t do that."),
    "broke-python": N_("The program made Python crash. Python was started again."),
    "other": N_("Python says: {says}"),
    # its answer
    "no-answer": N_("The bot was asked “{ask}” and returned nothing. Is a “return” missing?"),
    "not-an-answer": N_('The bot returned {was}. An answer is a text, such as "buy".'),
    "small-answer": N_("The bot answered “{was}”. Answers are in lowercase letters: “{near}”."),
    "near-answer": N_("The bot answered “{was}”. Did you mean “{near}”?"),
    "unknown-answer": N_("“{was}” is not a possible answer in this game."),
    "wrong-ask": N_("The bot was asked “{ask}” and answered “{was}”. Possible answers: {kinds}."),
    "over-cash": N_("The bot bid {amount}, but has only {cash}."),
    "under-least": N_("The bot bid {amount}. The lowest possible bid is {least}."),
    "seat-from-one": N_("Seats are numbered from 1 in an answer. Use offer() for offers."),
    "illegal": N_("“{was}” isn’t allowed now."),
    # what looks wrong without being run
    "lost-return": N_("The result of “{name}” gets lost here. Write “return” in front of it."),
    "lost-comparison": N_(
        "This line compares two values and does nothing with the result. To store a value, write “=”."
    ),
}


@dataclass(frozen=True)
class Fix:
    """A likely correction: in this line, replace ``was`` by ``becomes``."""

    line: int
    was: str
    becomes: str


@dataclass(frozen=True)
class Finding:
    """Something that is wrong. ``line``: from 1, 0 if it is unknown. ``python``: Python's own words."""

    key: str
    line: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)
    python: str = ""
    fix: Fix | None = None

    def sentence(self, _: Catalogue) -> str:
        """What is wrong, in the catalogue's language."""
        return _(SENTENCES[self.key], **self.facts)

    def table(self) -> dict[str, Any]:
        """The finding as plain data."""
        return asdict(self)


def shortened(value: object, most: int = LONGEST_FACT) -> str:
    """A value as a fact: one line without invisible characters, not too long."""
    text = "".join(c for c in " ".join(str(value)[: 4 * most].split()) if not is_hidden(c))
    return text if len(text) <= most else text[: most - 1] + "…"


def read_finding(value: Any) -> Finding | None:
    """The finding in data from a fence; None if it is none. Nothing in it is trusted."""
    if not isinstance(value, dict) or value.get("key") not in SENTENCES:
        return None
    line, facts, python, fix = (value.get(name) for name in ("line", "facts", "python", "fix"))
    if not is_whole_number(line, 0, LARGEST) or not isinstance(facts, dict):
        return None
    if len(facts) > _MOST_FACTS or not isinstance(python, str):
        return None
    return Finding(
        str(value["key"]),
        line,
        {shortened(name, 20): shortened(fact) for name, fact in facts.items()},
        shortened(python, _LONGEST_PYTHON),
        _read_fix(fix),
    )


def _read_fix(value: Any) -> Fix | None:
    if not isinstance(value, dict):
        return None
    line, was, becomes = (value.get(name) for name in ("line", "was", "becomes"))
    if not is_whole_number(line, 1, LARGEST) or not was:
        return None
    if not isinstance(was, str) or not isinstance(becomes, str):
        return None
    if max(len(was), len(becomes)) > LONGEST_FACT or "\n" in was + becomes:
        return None
    return Fix(line, was, becomes)


def fixed(code: str, fix: Fix) -> str:
    """The program with the correction made; unchanged where it does not fit any more."""
    lines = code.split("\n")
    if not fix.line <= len(lines) or fix.was not in lines[fix.line - 1]:
        return code
    lines[fix.line - 1] = lines[fix.line - 1].replace(fix.was, fix.becomes, 1)
    return "\n".join(lines)
