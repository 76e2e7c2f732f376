"""What the characters show of a game: the expression of each seat, and the occasions to say something.

Both follow from the events of the log, which everybody at the table has seen. They never depend on a
bot's reasons, on its plans or on dice and cards to come. So the same record gives the same ones again,
after a reload and in a replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..engine.answers import Bundle
from ..engine.asks import AskDebt, Over
from .answer_entries_and_checkpoints import Entry
from .big_moments import is_high_rent
from .common_base_of_session_and_replay import SessionBase

# A seat at ease has the expression "". A later one in this list hides an earlier one of the same answer.
EXPRESSIONS: Final = ("pleased", "worried", "triumphant", "out")
# The most important occasion comes first. An answer gives only one, since one character speaks at a time.
OCCASIONS: Final = (
    *("wins", "out", "group", "hotel", "counters", "accepts", "declines", "proposes", "pays"),
    *("collects", "auction", "jail", "buys", "passes", "hello"),
)
_LASTS: Final = 1  # in turns: an expression lasts to the end of the next turn


class Occasion(NamedTuple):
    """An occasion for the bot of ``seat`` to say something.

    ``nth``: the number of times that a bot of its character had one of this kind before. ``amount``: the
    rent, or what a counter-offer asks beyond the offer. ``space``: a space of the completed group."""

    seat: int
    kind: str
    nth: int = 0
    amount: int = 0
    space: int = -1


class Reaction(NamedTuple):
    """The reaction to one answer: an occasion, and the expressions that it causes, by seat."""

    occasion: Occasion | None
    expressions: dict[int, str]


_NONE: Final = Reaction(None, {})


class CharacterReactions:
    """The reactions to the answers of one game. It reads each answer once; an undo makes it start over."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._reactions: list[Reaction] = []
        self._reader: _ReactionReader | None = None

    def reaction(self, session: SessionBase, index: int) -> Reaction:
        """The reaction to the answer of this index in the log."""
        self._follow(session)
        return self._reactions[index] if 0 <= index < len(session.entries) else _NONE

    def expressions(self, session: SessionBase) -> list[str]:
        """The present expression of each seat."""
        self._follow(session)
        state = session.state
        shown: dict[int, str] = {}
        for index in range(len(session.entries) - 1, -1, -1):
            if session.entries[index].turns < state.turns - _LASTS:
                break
            for seat, expression in self._reactions[index].expressions.items():
                shown.setdefault(seat, expression)
        ask = state.ask
        if isinstance(ask, AskDebt):
            shown[ask.seat] = "worried"
        if isinstance(ask, Over):
            shown.update(dict.fromkeys(ask.winners, "triumphant"))
        return [
            shown.get(seat, "") if state.playing[seat] else "out" for seat in range(state.seats)
        ]

    def _follow(self, session: SessionBase) -> None:
        """Read the answers that are new. A replay shows a beginning of the log that has been read."""
        entries = session.entries
        known = min(len(self._entries), len(entries))
        if known and self._entries[known - 1] is not entries[known - 1]:
            known = 0
        if len(entries) <= known:
            return
        if self._reader is None or known < len(self._entries):
            self._entries, self._reactions, known = [], [], 0
            self._reader = _ReactionReader(session)
        for entry in entries[known:]:
            self._reactions.append(self._reader.reaction_to(entry, session.controls))
            self._entries.append(entry)


class _ReactionReader:
    """Reads the answers of a game one after the other."""

    def __init__(self, session: SessionBase) -> None:
        start = session.at(0)
        self._rules = start.rules
        self._owner = list(start.owner)
        # Whether a bot plays the seat: the one who gave its last answer counts.
        self._bots = [bool(seat.bot) for seat in session.game.record.seats]
        self._greeted: set[int] = set()
        self._passed: set[int] = set()  # in the present auction
        self._counts: Counter[tuple[str, str]] = Counter()  # by character and kind of occasion
        self._rents = 0  # high rents from one bot to another
        # The last offer: by, to, give, get.
        self._offer: tuple[int, int, Bundle, Bundle] | None = None
        self._refused = False  # whether it was refused
        self._hotel = (-1, -1)  # turn and seat of the last hotel: one remark about them in a turn

    def reaction_to(self, entry: Entry, characters: Sequence[str]) -> Reaction:
        """The reaction to this answer, which follows the one read before. ``characters``: by seat."""
        if entry.by in ("person", "bot") and entry.seat >= 0:
            self._bots[entry.seat] = entry.by == "bot"
        expressions: dict[int, str] = {}
        occasions: list[Occasion] = []
        for event in entry.events:
            facts: Any = event.facts
            for seat, expression in self._expressions(event.kind, facts):
                shown = expressions.get(seat, "")
                if not shown or EXPRESSIONS.index(expression) >= EXPRESSIONS.index(shown):
                    expressions[seat] = expression
            occasions += self._occasions(entry, event.kind, facts)
            self._note(event.kind, facts)
        spoken = [occasion for occasion in occasions if self._bots[occasion.seat]]
        if not spoken:
            return Reaction(None, expressions) if expressions else _NONE
        first = min(spoken, key=lambda occasion: OCCASIONS.index(occasion.kind))
        if first.kind == "pays":
            first = self._payer_or_payee(spoken, first)
        key = characters[first.seat], first.kind
        occasion = first._replace(nth=self._counts[key])
        self._counts[key] += 1
        return Reaction(occasion, expressions)

    def _payer_or_payee(self, spoken: list[Occasion], pays: Occasion) -> Occasion:
        """Of two bots, the payer and the payee of a rent speak in turn."""
        payee = next((o for o in spoken if o.kind == "collects"), None)
        if payee is None:
            return pays
        self._rents += 1
        return pays if self._rents % 2 else payee

    def _note(self, kind: str, facts: Any) -> None:
        """Remember what later answers are read by."""
        match kind:
            case "deed":
                self._owner[facts["space"]] = facts["to"]
            case "auction":
                self._passed.clear()
            case "pass":
                self._passed.add(facts["seat"])
            case "offer":
                self._offer = facts["seat"], facts["to"], facts["give"], facts["get"]
                self._refused = False
            case "reject":
                self._refused = True
            case "deal":
                self._offer = None

    # ------------------------------------------------------------ expressions

    def _expressions(self, kind: str, facts: Any) -> Iterator[tuple[int, str]]:
        match kind:
            case "deed" if facts["to"] >= 0:
                yield facts["to"], "triumphant" if self._completes(facts) else "pleased"
            case "build":
                yield facts["seat"], "triumphant" if facts["hotel"] else "pleased"
            case "deal":
                yield facts["by"], "pleased"
                yield facts["to"], "pleased"
            case "debt":
                yield facts["seat"], "worried"
            case "pay" if facts["what"] == "rent":
                if facts["payee"] >= 0:
                    yield facts["payee"], "pleased"
                if 3 * facts["amount"] > facts["amount"] + facts["payer_after"]:
                    yield facts["payer"], "worried"
            case "bankrupt":
                yield facts["seat"], "out"
            case "over":
                for seat in facts["winners"]:
                    yield seat, "triumphant"

    def _completes(self, facts: Any) -> bool:
        """Whether this transfer of a deed completes a color group."""
        space, to = facts["space"], facts["to"]
        if self._rules.kind[space] != "street":
            return False
        return all(i == space or self._owner[i] == to for i in self._rules.members[space])

    # ------------------------------------------------------------ occasions

    def _occasions(self, entry: Entry, kind: str, facts: Any) -> Iterator[Occasion]:
        match kind:
            case "throw" if facts["purpose"] == "move" and facts["seat"] not in self._greeted:
                self._greeted.add(facts["seat"])
                yield Occasion(facts["seat"], "hello")
            case "move" if facts["how"] == "jail":
                yield Occasion(facts["seat"], "jail")
            case "deed" if facts["to"] >= 0 and self._completes(facts):
                yield Occasion(facts["to"], "group", space=facts["space"])
            case "build" if facts["hotel"] and self._hotel != (entry.turns, facts["seat"]):
                self._hotel = entry.turns, facts["seat"]
                yield Occasion(facts["seat"], "hotel")
            case "pass" if facts["seat"] not in self._passed:
                yield Occasion(facts["seat"], "passes")
            case "offer":
                yield self._proposal(facts)
            case "deal" if facts["to"] == entry.seat:
                yield Occasion(facts["to"], "accepts")
            case "reject":
                yield Occasion(facts["seat"], "declines")
            case "pay" if facts["payer"] >= 0:
                yield from self._payment(entry, facts)
            case "bankrupt":
                yield Occasion(facts["seat"], "out")
            case "over":
                for seat in facts["winners"]:
                    yield Occasion(seat, "wins")

    def _payment(self, entry: Entry, facts: Any) -> Iterator[Occasion]:
        payer, payee, amount = facts["payer"], facts["payee"], facts["amount"]
        match facts["what"]:
            case "price" if entry.answer.kind == "buy":
                yield Occasion(payer, "buys")
            case "bid":
                yield Occasion(payer, "auction")
            case "rent" if is_high_rent(amount, facts["payer_after"]):
                yield Occasion(payer, "pays", amount=amount)
                if payee >= 0:
                    yield Occasion(payee, "collects", amount=amount)

    def _proposal(self, facts: Any) -> Occasion:
        """The occasion of an offer; it is a counter-offer if it answers a refused offer of the same deeds."""
        by, to = facts["seat"], facts["to"]
        if self._offer is not None and self._refused:
            more = counter_difference(self._offer, (by, to, facts["give"], facts["get"]))
            if more > 0:
                return Occasion(by, "counters", amount=more)
        return Occasion(by, "proposes")


def counter_difference(
    first: tuple[int, int, Bundle, Bundle], second: tuple[int, int, Bundle, Bundle]
) -> int:
    """The cash that the second of two offers asks beyond the first one; 0 if it is no counter-offer.

    Each offer is: by, to, give, get. A counter-offer exchanges the same deeds and cards in the other
    direction."""
    by, to, give, get = first
    by_then, to_then, give_then, get_then = second
    same = (give.deeds, give.cards, get.deeds, get.cards) == (
        *(get_then.deeds, get_then.cards),
        *(give_then.deeds, give_then.cards),
    )
    if (by, to) != (to_then, by_then) or not same:
        return 0
    return (get.cash - give.cash) - (give_then.cash - get_then.cash)
