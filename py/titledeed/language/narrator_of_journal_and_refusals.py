"""The :class:`Narrator` describes everything about a game in one language.

It computes no rule and no price itself: its facts come from events, the tables of the rules and the
engine's functions. A sentence that a page may mark up is ``{"say": "…{seat}…", "with": {"seat": {"as":
"seat", "seat": 0, "text": "Ada"}}}``. :func:`~.sentence_parts.plain_text` turns it into text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, TypedDict

from ..engine.answers import (
    Answer,
    Offer,
)
from ..engine.board_and_rules_types import Rules
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.generic_event import Event
from ..engine.special_seats_and_ids import NOBODY, Because
from ..engine.state import (
    State,
)
from . import events, reasons, rule_clauses
from .catalogue import N_, Catalogue
from .sentence_parts import Named, Sentence, SentencePart, SentenceParts, plain_text


class Answered(Protocol):
    """The part of an entry of the session's log that is needed here."""

    @property
    def answer(self) -> Answer: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def turns(self) -> int: ...
    @property
    def round(self) -> int: ...


class JournalLine(TypedDict):
    """A line of the journal. ``clause``: the clause to show. ``clauses``: all clauses behind the line.
    ``seat``: None if the Bank or chance acts. ``turn``: whether it is the first line of a turn."""

    text: Sentence
    clause: str
    clauses: Because
    seat: int | None
    turn: bool
    turns: int
    round: int


class Trouble(TypedDict):
    """An error message in three sentences: ``what`` happened, what is ``safe``, and what to ``do``."""

    what: str
    safe: str
    do: str
    clauses: Because


# The choice among several clauses of a line. The page shows the first one of these. If there is none,
# it shows the first one that is not in _GENERAL, since those are behind nearly everything.
_TELLING: Final = (
    "cards.nearest-railroad",
    "rent.buildings",
    "rent.group-double",
    "rent.railroad-scale",
    "rent.utility-multiplier",
    "cards.street-repairs",
    "rent.due",
    "houses.price",
    "hotels.price",
    "mortgage.value",
    "auction.minimum-raise",
)
_GENERAL: Final = frozenset(
    {
        "turn.space-decides",
        "setup.deed-data",
        "setup.board-track",
        "turn.token-stays",
        "bank.pays",
        "bank.collects",
        "setup.card-decks",
        "jail.activities",
    }
)


def primary(clauses: Because) -> str:
    """The clause to show with a line: the most specific one."""
    for clause in _TELLING:
        if clause in clauses:
            return clause
    return next((c for c in clauses if c not in _GENERAL), clauses[0] if clauses else "")


# The engine's names for places in a file or link, which ``Catalogue.sentence`` translates.
PLACES: Final = (
    N_("Game file"),
    N_("Game file, seats"),
    N_("Game file, step"),
    N_("Game file, expect"),
    N_("The position"),
    N_("The position, claims"),
    N_("The position, deck"),
    N_("The position of {a}"),
    N_("House rules"),
    N_("Board file"),
    N_("Board file, {a}"),
    N_("Board file, {a}, card {b}"),
    N_("Board file, space {a}"),
    N_("Board file, group {a}"),
    N_("Board file, words"),
    N_("Board file, currency"),
)


class Narrator:
    """Describes one game. ``seats``: names, or objects with names. ``you``: the seat of the only person
    in the game, addressed as "you", or NOBODY."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Named | str],
        catalogue: Catalogue,
        you: int = NOBODY,
    ) -> None:
        self.parts = SentenceParts(rules, seats, catalogue, you)
        self.rules = rules
        self.catalogue = catalogue

    # ------------------------------------------------------------ what happened

    def events(self, happened: Sequence[Event], answer: Answer | None = None) -> list[JournalLine]:
        """The lines for the events of one answer, in order; several events may make one line."""
        return [
            {
                "text": line.text,
                "clause": primary(line.clauses),
                "clauses": line.clauses,
                "seat": line.seat if line.seat >= 0 else None,
                "turn": False,
                "turns": 0,
                "round": 0,
            }
            for line in events.narrate_events(self.parts, happened, answer)
        ]

    def event(self, event: Event) -> Sentence | None:
        """The sentence for a single event; None if it has none of its own (``events.SILENT``)."""
        lines = self.events([event])
        return lines[0]["text"] if lines else None

    def entry(self, entry: Answered, before: int = -1) -> list[JournalLine]:
        """The lines of one entry of the log. ``before``: the ``turns`` of the previous line, which shows
        whether a line is the first one of a turn."""
        lines = self.events(entry.events, entry.answer)
        for line in lines:
            line["turns"], line["round"] = entry.turns, entry.round
        if lines and entry.turns != before:
            lines[0]["turn"] = True
        return lines

    def journal(self, entries: Iterable[Answered], before: int = -1) -> list[JournalLine]:
        """The lines of several entries."""
        lines: list[JournalLine] = []
        for entry in entries:
            lines += self.entry(entry, lines[-1]["turns"] if lines else before)
        return lines

    def announce(self, entries: Iterable[Answered]) -> str:
        """The text that a screen reader announces for these entries. It has all lines in order, but of
        an auction only the last bid and the result."""
        heard: list[str] = []
        bid = ""
        for entry in entries:
            kinds = {event.kind for event in entry.events}
            sentences = [
                plain_text(line["text"]) for line in self.events(entry.events, entry.answer)
            ]
            if kinds & {"bid", "pass"} and not kinds - {"bid", "pass"}:
                bid = sentences[0] if "bid" in kinds else bid
                continue
            if kinds & {"bid", "pass"}:
                # The auction is over: its result says more than the last bid.
                sentences = sentences[1:]
            elif bid and sentences:
                heard.append(bid)
            if sentences:
                bid = ""
            heard += sentences
        return " ".join([*heard, bid] if bid else heard)

    # ------------------------------------------------------------ answers

    def reason(self, seat: int, answer: Answer, clauses: Because, state: State) -> str:
        """A short sentence that says why an answer of a seat is not allowed now."""
        return reasons.reason_text(self.parts, state, seat, answer, clauses)

    def offer(self, by: int, offer: Offer) -> Sentence:
        """The sentence for an offer: "Ada offers Ben Park Place for $400." """
        return events.offering(self.parts, by, offer.to, offer.give, offer.get)

    def thought(self, reason: str, facts: Mapping[str, int]) -> str:
        """A bot's reason. The names of its facts tell their types (``bots.protocol.Choice``).

        A bot calls people by their names ("I never trade, Ada."), unless the message has a form for the
        person addressed ("I never trade.")."""
        called = self.parts.seat if "[" in reason else self.parts.named
        values: dict[str, SentencePart | str | int] = {}
        rules = self.rules
        for name, value in facts.items():
            if name.startswith("space") and 0 <= value < 40:
                values[name] = self.parts.space(value)
            elif name.startswith("seat") and 0 <= value < len(self.parts.names):
                values[name] = called(value)
            elif name.startswith("group") and 0 <= value < len(rules.edition.groups):
                values[name] = self.parts.group(value)
            elif name.startswith(("space", "seat", "group", "count")):
                values[name] = value
            else:
                values[name] = self.parts.sum(value)
        return self.parts.data(reason, **values)

    # ------------------------------------------------------------ what went wrong

    def refusal(
        self, trouble: Exception, state: State | None = None, seat: int = NOBODY
    ) -> Trouble:
        """The error message for an exception. ``state`` and ``seat``: those of a refused answer, so that
        the reason can name its cause."""
        parts = self.parts
        match trouble:
            case RefusedAnswer():
                clauses = trouble.clauses
                if state is not None and trouble.answer is not None:
                    sentence = reasons.reason_text(parts, state, seat, trouble.answer, clauses)
                elif clauses:
                    sentence = rule_clauses.clause_text(parts, clauses[0])
                else:
                    sentence = parts._("This isn’t possible now.")
                return {
                    "what": sentence,
                    "safe": parts._("The game hasn’t changed."),
                    "do": parts._("Choose another move."),
                    "clauses": clauses,
                }
            case MalformedAnswer():
                return {
                    "what": parts._(
                        "This move isn’t possible: {text}",
                        text=self.catalogue.sentence(str(trouble)),
                    ),
                    "safe": parts._("The game hasn’t changed."),
                    "do": parts._("Use the buttons, or look up how moves are written."),
                    "clauses": (),
                }
            case LoadError():
                return {
                    "what": parts._(
                        "This can’t be opened: {text}", text=self.catalogue.sentence(str(trouble))
                    ),
                    "safe": parts._("Your saved games haven’t changed."),
                    "do": parts._("Choose another file or game, or correct the error."),
                    "clauses": trouble.clauses,
                }
            case _:
                return {
                    "what": parts._(
                        "Something unexpected went wrong: {text}",
                        text=self.catalogue.sentence(str(trouble)),
                    ),
                    "safe": parts._("The game is saved up to the last move."),
                    "do": parts._(
                        "Reload the page. With “Report a problem” you can save the game as a file."
                    ),
                    "clauses": (),
                }
