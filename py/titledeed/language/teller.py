"""The words of the page. :class:`Teller` says everything that a game has to say, in one language.

It computes no rule and no price: what it says comes from events, from the tables of the rules and
from the engine's own functions. A sentence that a page may mark up is ``{"say": "…{seat}…", "with":
{"seat": {"as": "seat", "seat": 0, "text": "Ada"}}}``; :func:`~.parts.plain` makes it text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, TypedDict

from ..engine.rules import rent
from ..engine.rules.tax import FLAT
from ..engine.words import (
    BANK,
    FREE,
    NOBODY,
    Answer,
    Ask,
    AskBid,
    AskDebt,
    Barred,
    Because,
    Claim,
    Event,
    Malformed,
    Offer,
    Option,
    Refused,
    Rules,
    State,
    Unloadable,
)
from . import asks, clauses, events, labels, reasons
from .catalogue import N_, Catalogue
from .pieces import Named, Parts, Piece, Sentence, plain


class Entry(Protocol):
    """What is read of an entry of the session's log."""

    @property
    def answer(self) -> Answer: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def turns(self) -> int: ...
    @property
    def round(self) -> int: ...


class JournalLine(TypedDict):
    """A line of the journal. ``clause`` is the first reason, ``clauses`` all of them; ``seat`` is None
    where the Bank or chance acts; ``turn`` marks the first line of a turn."""

    text: Sentence
    clause: str
    clauses: Because
    seat: int | None
    turn: bool
    turns: int
    round: int


class Trouble(TypedDict):
    """What went wrong, for a message: ``what`` happened, ``safe`` what is not lost, ``do`` what helps."""

    what: str
    safe: str
    do: str
    clauses: Because


# Which of several clauses behind an event is shown at its line: the first of these that is among
# them, else the first that does not stand behind nearly everything.
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


def primary(because: Because) -> str:
    """The clause to show at a line: the one that tells most."""
    for clause in _TELLING:
        if clause in because:
            return clause
    return next((c for c in because if c not in _GENERAL), because[0] if because else "")


# Where in a file or link something is wrong, as the engine names it (``Catalogue.sentence``).
PLACES: Final = (
    N_("The record"),
    N_("The record, seats"),
    N_("The record, step"),
    N_("The record, expect"),
    N_("The position"),
    N_("The position, claims"),
    N_("The position, deck"),
    N_("The position, {a}"),
    N_("House rules"),
    N_("The edition"),
    N_("The edition, {a}"),
    N_("The edition, {a}, card {b}"),
    N_("The edition, space {a}"),
    N_("The edition, group {a}"),
    N_("The edition, words"),
    N_("The edition, currency"),
)


class Teller:
    """Everything a game has to say. ``seats`` are names or have names; see the module."""

    def __init__(self, rules: Rules, seats: Sequence[Named | str], catalogue: Catalogue) -> None:
        self.parts = Parts(rules, seats, catalogue)
        self.rules = rules
        self.catalogue = catalogue

    # ------------------------------------------------------------ pieces

    def money(self, n: int) -> str:
        """A sum of money: $1,500."""
        return self.parts.money(n)

    def change(self, n: int) -> str:
        """A gain or a loss: +$50, −$50."""
        return self.parts.numbers.change(n)

    def number(self, n: int) -> str:
        """A number: 1,500."""
        return self.parts.number(n)

    def seat(self, n: int) -> Piece:
        """A player as a piece of a sentence."""
        return self.parts.seat(n)

    def space(self, i: int) -> Piece:
        """A space as a piece of a sentence."""
        return self.parts.space(i)

    def sum(self, n: int) -> Piece:
        """A sum of money as a piece of a sentence."""
        return self.parts.sum(n)

    def tell(self, message: str, /, **pieces: Piece | str | int) -> Sentence:
        """A sentence from any message of the catalogue."""
        return self.parts.tell(message, **pieces)

    @staticmethod
    def plain(sentence: Sentence | str) -> str:
        """The sentence as text."""
        return plain(sentence)

    def group_name(self, g: int) -> str:
        """A colour group's name by its index in the edition."""
        return self.parts.group(g)["text"]

    def deck_name(self, deck: int) -> str:
        """What a deck is called on the board."""
        return self.parts.deck_name(deck)

    def card_text(self, deck: int, card: int) -> str:
        """What a card says."""
        return self.parts.card_text(deck, card)

    def jail_card(self, deck: int) -> str:
        """A held jail card: "the jail-release card from Chance"."""
        return self.parts.jail_card(deck)

    # ------------------------------------------------------------ what happened

    def events(self, happened: Sequence[Event], answer: Answer | None = None) -> list[JournalLine]:
        """The lines for the events of one answer, in order; several events may make one line."""
        return [
            {
                "text": line.text,
                "clause": primary(line.because),
                "clauses": line.because,
                "seat": line.seat if line.seat >= 0 else None,
                "turn": False,
                "turns": 0,
                "round": 0,
            }
            for line in events.story(self.parts, happened, answer)
        ]

    def event(self, event: Event) -> Sentence | None:
        """One event alone; None where it says nothing of its own (``events.SILENT``)."""
        lines = self.events([event])
        return lines[0]["text"] if lines else None

    def entry(self, entry: Entry, before: int = -1) -> list[JournalLine]:
        """The lines of one entry of the log. ``before``: the ``turns`` of the last line so far, so
        that the first line of a turn can be marked."""
        lines = self.events(entry.events, entry.answer)
        for line in lines:
            line["turns"], line["round"] = entry.turns, entry.round
        if lines and entry.turns != before:
            lines[0]["turn"] = True
        return lines

    def journal(self, entries: Iterable[Entry], before: int = -1) -> list[JournalLine]:
        """The lines of several entries."""
        lines: list[JournalLine] = []
        for entry in entries:
            lines += self.entry(entry, lines[-1]["turns"] if lines else before)
        return lines

    def announce(self, entries: Iterable[Entry]) -> str:
        """What a screen reader should hear of these entries: all that happened, in order, but of an
        auction only the last bid and what came of it."""
        heard: list[str] = []
        bid = ""
        for entry in entries:
            kinds = {event.kind for event in entry.events}
            said = [plain(line["text"]) for line in self.events(entry.events, entry.answer)]
            if kinds & {"bid", "pass"} and not kinds - {"bid", "pass"}:
                bid = said[0] if "bid" in kinds else bid
                continue
            if kinds & {"bid", "pass"}:
                said = said[1:]  # the auction is over: what came of it says more than the last word
            elif bid and said:
                heard.append(bid)
            if said:
                bid = ""
            heard += said
        return " ".join([*heard, bid] if bid else heard)

    # ------------------------------------------------------------ what is asked

    def asking(self, state: State) -> asks.Asking:
        """The pending question: title, text, and one line for a screen reader."""
        return asks.asking(self.parts, state)

    def waiting(self, state: State) -> str:
        """What is said while a bot or chance answers."""
        return asks.waiting(self.parts, state)

    def waiting_for_claim(self, claim: Claim) -> str:
        """What is said while a bot's throw waits for a person's rent."""
        return asks.waiting_for_claim(self.parts, claim)

    def deadline(self, state: State, claim: Claim) -> str:
        """What ends the time to ask for a rent."""
        return asks.deadline(self.parts, state, claim)

    def owing(self, ask: AskDebt) -> str:
        """Who owes whom how much for what."""
        return asks.owing(self.parts, ask)

    def lot(self, ask: AskBid) -> str:
        """What is under the hammer."""
        return asks.lot(self.parts, ask)

    def lot_note(self, state: State, ask: AskBid) -> str:
        """What a bidder should know about the lot."""
        return asks.lot_note(self.parts, state, ask)

    def jail_title(self, state: State, seat: int) -> str:
        """Which turn in jail it is: "Ada: second turn in jail"."""
        return asks.jail_title(self.parts, state, seat)

    def jail_text(self, state: State, seat: int) -> str:
        """The ways out of jail that are open now."""
        return asks.jail_text(self.parts, state, seat)

    def clauses_of(self, ask: Ask, state: State) -> Because:
        """The clauses behind a question, the first for "why?"."""
        return asks.asking(self.parts, state)["clauses"]

    # ------------------------------------------------------------ answers

    def label(self, option: Option | Barred, state: State) -> str:
        """The words on the button for an option."""
        return labels.label(self.parts, option, state)

    def reason(self, seat: int, answer: Answer, because: Because, state: State) -> str:
        """Why an answer of a seat is not allowed now, in a short sentence."""
        return reasons.reason(self.parts, state, seat, answer, because)

    def offer(self, by: int, offer: Offer) -> Sentence:
        """An offer: "Ada offers Ben Park Place for $400." """
        return events.offering(self.parts, by, offer.to, offer.give, offer.get)

    def thought(self, why: str, facts: Mapping[str, int]) -> str:
        """A bot's sentence. The names of its facts say what they are (``bots.protocol.Choice``)."""
        pieces: dict[str, Piece | str | int] = {}
        rules = self.rules
        for name, value in facts.items():
            if name.startswith("space") and 0 <= value < 40:
                pieces[name] = self.parts.space(value)
            elif name.startswith("seat") and 0 <= value < len(self.parts.names):
                pieces[name] = self.parts.seat(value)
            elif name.startswith("group") and 0 <= value < len(rules.edition.groups):
                pieces[name] = self.parts.group(value)
            elif name.startswith(("space", "seat", "group", "count")):
                pieces[name] = value
            else:
                pieces[name] = self.parts.sum(value)
        return self.parts.data(why, **pieces)

    # ------------------------------------------------------------ what went wrong

    def refusal(
        self, trouble: Exception, state: State | None = None, seat: int = NOBODY
    ) -> Trouble:
        """What to say of a refused, malformed or unloadable input. ``state`` and ``seat``: where an
        answer was refused, so that the reason can name what stands in the way."""
        p = self.parts
        match trouble:
            case Refused():
                because = trouble.because
                if state is not None and trouble.answer is not None:
                    what = reasons.reason(p, state, seat, trouble.answer, because)
                elif because:
                    what = clauses.clause_text(p, because[0])
                else:
                    what = p._("This is not possible now.")
                return {
                    "what": what,
                    "safe": p._("The game is as it was."),
                    "do": p._("Choose another answer."),
                    "clauses": because,
                }
            case Malformed():
                return {
                    "what": p._(
                        "This is no answer the game knows: {text}",
                        text=self.catalogue.sentence(str(trouble)),
                    ),
                    "safe": p._("The game is as it was."),
                    "do": p._("Use the buttons, or look at how answers are written."),
                    "clauses": (),
                }
            case Unloadable():
                return {
                    "what": p._(
                        "This can’t be opened: {text}", text=self.catalogue.sentence(str(trouble))
                    ),
                    "safe": p._("Nothing that was saved has changed."),
                    "do": p._("Choose another file or game, or mend what is named."),
                    "clauses": trouble.because,
                }
            case _:
                return {
                    "what": p._(
                        "Something went wrong that should not: {text}",
                        text=self.catalogue.sentence(str(trouble)),
                    ),
                    "safe": p._("The game is saved up to the last answer."),
                    "do": p._("Reload the page; “Report a problem” gives the record as a file."),
                    "clauses": (),
                }

    # ------------------------------------------------------------ rules

    def clause(self, id: str) -> clauses.Clause:
        """All about a clause, for "why?" and the view of the rules. Raises :class:`Unloadable`."""
        return clauses.clause(self.parts, id)

    def topic(self, id: str) -> str:
        """A topic of the clause table by its name in a player's words."""
        return self.parts.data(clauses.TOPICS[id])

    def differences(self) -> list[str]:
        """What house rules change in this game."""
        return clauses.differences(self.parts)

    def book_name(self) -> str:
        """The rulebook's name."""
        return clauses.book_name(self.parts, self.rules.book)

    # ------------------------------------------------------------ the table as it stands

    def seat_says(self, state: State, seat: int, *, worth: int | None = None) -> str:
        """A player at a glance, for a screen reader. ``worth``: where it may be said."""
        p = self.parts
        who = p.seat(seat)
        if not state.playing[seat]:
            return p._("{seat} is out of the game.", seat=who)
        said = [p._("{seat} has {cash}.", seat=who, cash=p.sum(state.cash[seat]))]
        if worth is not None:
            said.append(p._("Worth {amount}.", amount=p.sum(worth)))
        if state.jail[seat] != FREE:
            said.append(p._("In {jail}."))
        else:
            said.append(p._("On {space}.", space=p.space(state.at[seat])))
        deeds = [i for i in self.rules.ownable if state.owner[i] == seat]
        if deeds:
            names = [
                p._("{space} (mortgaged)", space=p.space(i))
                if state.mortgaged[i]
                else p.space_name(i)
                for i in deeds
            ]
            said.append(
                p.n_(
                    "Owns {n} {deed}: {things}.",
                    "Owns {n} {deeds}: {things}.",
                    len(deeds),
                    things=p.listed(names),
                )
            )
        else:
            said.append(p._("Owns no {deeds}."))
        cards = [p.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat]
        if cards:
            said.append(p._("Holds {things}.", things=p.listed(cards)))
        return " ".join(said)

    def jailed(self, state: State, seat: int) -> str:
        """ "in jail, turn 2" at the turn that comes or runs; "" outside."""
        if state.jail[seat] == FREE:
            return ""
        return self.parts._("in {jail}, turn {n}", n=state.jail[seat] + 1)

    def foot(self, state: State, i: int) -> str:
        """The small print of a square: price, rent, tax, or what happens there."""
        p, rules = self.parts, self.rules
        match rules.kind[i]:
            case "street" | "railroad" | "utility":
                if state.owner[i] == BANK:
                    return p.money(rules.price[i])
                return self.rent_now(state, i)
            case "go":
                return p._("collect {amount}", amount=p.pay())
            case "jail":
                return p._("{just_visiting}")
            case "luxury-tax":
                return p._("pay {amount}", amount=p.sum(rules.luxury_tax))
            case "income-tax":
                return self._income_tax()
            case _:
                return ""

    def _income_tax(self) -> str:
        p = self.parts
        flat, percent = p.sum(FLAT), p.numbers.percent(10)
        match self.rules.income_tax:
            case "choice":
                return p._("{amount} or {percent}", amount=flat, percent=percent)
            case "min":
                return p._("{percent}, at most {amount}", amount=flat, percent=percent)
            case _:
                return p._("pay {amount}", amount=flat)

    def rent_now(self, state: State, i: int) -> str:
        """What landing on an owned property costs now: a sum, a number of dice, or "mortgaged"."""
        p = self.parts
        if state.mortgaged[i]:
            return p._("mortgaged")
        if self.rules.kind[i] == "utility":
            return p._("{n} × dice", n=rent.utility_times(state, i))
        return p.money(rent.fixed_rent(state, i))

    def space_says(self, state: State, i: int, standing: Sequence[int] | None = None) -> str:
        """A square in one line, for a screen reader, with the seats ``standing`` on it if they are known."""
        p, rules = self.parts, self.rules
        said = [p.space_name(i)]
        kind = rules.kind[i]
        if kind == "street":
            said.append(p._("group {group}", group=p.group(p.group_index(i))))
        if kind in ("street", "railroad", "utility"):
            owner = state.owner[i]
            if owner == BANK:
                said.append(p._("for sale at {price}", price=p.sum(rules.price[i])))
            else:
                said.append(p._("owned by {seat}", seat=p.seat(owner)))
                if state.mortgaged[i]:
                    said.append(p._("mortgaged"))
                else:
                    if state.level[i]:
                        said.append(p.buildings(state.level[i]))
                    said.append(p._("rent {rent}", rent=self.rent_now(state, i)))
        elif foot := self.foot(state, i):
            said.append(foot)
        here = standing
        if here is None:
            here = [s for s in range(state.seats) if state.playing[s] and state.at[s] == i]
        if kind == "jail":
            held = [s for s in here if state.jail[s] != FREE]
            here = [s for s in here if state.jail[s] == FREE]
            if held:
                said.append(p._("in {jail}: {seats}", seats=p.seats(held)))
        if here:
            said.append(p._("here: {seats}", seats=p.seats(here)))
        return ", ".join(said)

    def owner_says(self, state: State, i: int) -> str:
        """Who has a property."""
        p = self.parts
        if self.rules.kind[i] not in ("street", "railroad", "utility"):
            return ""
        owner = state.owner[i]
        if owner == BANK:
            return p._("Nobody owns it; it costs {price}.", price=p.sum(self.rules.price[i]))
        return p._("{seat} owns it.", seat=p.seat(owner))

    def would(self, state: State, i: int, seat: int) -> str:
        """What landing there costs now, or what it would do for ``seat`` to buy it."""
        p, rules = self.parts, self.rules
        if rules.kind[i] not in ("street", "railroad", "utility"):
            return ""
        if state.owner[i] != BANK:
            if state.mortgaged[i]:
                return p._("Landing here costs nothing now.")
            if rules.kind[i] == "utility":
                return p._("Landing here costs {n} times the dice.", n=rent.utility_times(state, i))
            return p._("Landing here costs {amount} now.", amount=p.sum(rent.fixed_rent(state, i)))
        after = state.copy()
        after.owner[i] = seat
        if rules.kind[i] == "utility":
            return p._(
                "Owned by {seat} it would earn {n} times the dice.",
                seat=p.seat(seat),
                n=rent.utility_times(after, i),
            )
        text = p._(
            "Owned by {seat} it would earn {amount}.",
            seat=p.seat(seat),
            amount=p.sum(rent.fixed_rent(after, i)),
        )
        if rules.kind[i] == "street" and all(after.owner[m] == seat for m in rules.members[i]):
            text += " " + p._("It would complete the group.")
        return text

    def deed_rows(self, i: int) -> list[tuple[str, str]]:
        """The printed rents of a property, each with its label, in the order of its table. A street
        has one row more than its table: the doubled rent of a complete group comes second."""
        p, rules = self.parts, self.rules
        rents = rules.rents[i]
        match rules.kind[i]:
            case "street":
                rows = [
                    (p._("Rent"), p.money(rents[0])),
                    (p._("with the complete group"), p.money(2 * rents[0])),
                ]
                houses = rents[1 : rules.top]
                rows += [
                    (p.n_("with {n} {house}", "with {n} {houses}", n), p.money(amount))
                    for n, amount in enumerate(houses, 1)
                ]
                return [*rows, (p._("with {a hotel}"), p.money(rents[5]))]
            case "railroad":
                return [
                    (p.n_("with {n} {railroad}", "with {n} {railroads}", n), p.money(amount))
                    for n, amount in enumerate(rents, 1)
                ]
            case "utility":
                both = (
                    p._("both owned")
                    if rules.utility_by_anyone
                    else p.n_("with {n} {utility}", "with {n} {utilities}", 2)
                )
                one = p.n_("with {n} {utility}", "with {n} {utilities}", 1)
                return [
                    (label, p._("{n} × dice", n=times))
                    for label, times in zip((one, both), rents, strict=True)
                ]
            case _:
                return []
