"""Determines which clauses an event or a refusal must not cite.

These are clauses that do not apply in this game, and clauses about something else. The module knows
the rules of a game, the states before and after, and an event's own facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from titledeed import api as w
from titledeed.engine import agenda_step_types
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.generic_event import Event
from titledeed.engine.special_seats_and_ids import BANK, FREE, NOBODY, POT, Because
from titledeed.engine.state import (
    State,
)
from titledeed.language.rule_clauses import house_rules

NEVER: Final = "not applicable"


def misfits(rules: Rules, clauses: Because) -> Iterator[str]:
    """Yield the clauses that do not apply in this game."""
    for clause in clauses:
        topic, _, slug = clause.partition(".")
        if topic == "house":
            if slug not in house_rules():
                yield f"{clause} does not exist"
            elif slug not in rules.house_rules:
                yield f"{clause} was not agreed"
        elif clause not in rules_compiler.clause_table():
            yield f"{clause} does not exist"
        elif rules.values.get(clause) == NEVER and not _says_so(rules, clause):
            yield f"{clause} never applies in this game"
        elif topic == "short-game" and not rules.short:
            # these limits use the Short Game's valuation
            limited = rules.limit_rounds or rules.limit_minutes
            if not (clause == "short-game.score" and limited):
                yield f"{clause} is of the Short Game"
        elif clause in _replaced(rules):
            yield f"{clause} is not played here"


def _says_so(rules: Rules, clause: str) -> bool:
    """Return whether the book itself rules this out; then it also bars answers that depend on it."""
    row = rules_compiler.clause_table()[clause]
    return row["value"][rules.book] == NEVER and rules.book not in row["silent"]


def _replaced(rules: Rules) -> set[str]:
    """Return the clauses that a house rule of this game has replaced."""
    out: set[str] = set()
    if not rules.even:
        out |= {"houses.even", "houses.free-choice", "selling-buildings.even"}
    if not rules.auctions:
        out |= {id for id in rules_compiler.clause_table() if id.startswith("auction.")}
        out |= {"shortage.auction", "shortage.opening-bid", "shortage.bid-is-price"}
        out |= {"bankruptcy.bank-auction", "purchase.no-second-thoughts"}
    if rules.parking or rules.pot:
        out |= {"free-parking.nothing"}
    if rules.pot:
        out |= {"free-parking.no-pot"}
    if "starting-cash" in rules.house_rules:
        out |= {"setup.starting-cash"}
    return out


class Cited(NamedTuple):
    """An event with the states before and after its answer. ``all``: all events of the answer."""

    event: Event
    before: State
    after: State
    all: list[Event]
    answer: w.Answer

    @property
    def facts(self) -> Any:
        return self.event.facts

    @property
    def kind(self) -> str:
        return self.event.kind

    @property
    def rules(self) -> Rules:
        return self.before.rules

    @property
    def what(self) -> str:
        return str(self.facts.get("what", ""))

    def on(self, *kinds: str) -> bool:
        """Return whether the event is about a space of one of these kinds."""
        space = self.facts.get("space", -1)
        if self.kind == "debt":
            space = getattr(self.after.ask, "space", -1)
        return space >= 0 and self.rules.kind[space] in kinds

    def told(self, kind: str) -> bool:
        """Return whether the answer has an event of this kind."""
        return any(event.kind == kind for event in self.all)

    def owed(self) -> bool:
        """Return whether a debt existed before the answer."""
        return any(
            isinstance(item, (agenda_step_types.Due, w.AskDebt)) for item in self.before.agenda
        )


def _in_jail(c: Cited) -> bool:
    """Return whether an actor or collector here is in jail, or was when the payment fell due."""
    return (
        any(turns != FREE for turns in (*c.before.jail, *c.after.jail))
        or c.owed()
        or bool(c.before.claims)
        or any(isinstance(item, w.AskRentRoll) for item in c.before.agenda)
    )


def _doubles(c: Cited) -> bool:
    throws = [event.facts for event in c.all if event.kind == "throw"]
    return any(facts["a"] == facts["b"] for facts in throws) or c.before.doubles > 0


def _by_card(c: Cited) -> bool:
    """Return whether a card has moved the token here, now or when a debt arose."""
    return (
        c.told("card")
        or c.owed()
        or bool(c.before.claims)
        or getattr(c.before.ask, "by_card", False)
        or any(isinstance(item, w.AskRentRoll) for item in c.before.agenda)
    )


def _of_estate(c: Cited) -> bool:
    about = c.facts.get("about", getattr(c.before.ask, "about", NOBODY))
    return c.told("bankrupt") or (about >= 0 and not c.before.playing[about])


def _hotel(c: Cited) -> bool:
    """Return whether the added or removed building is a hotel."""
    if c.kind in ("build", "unbuild"):
        return c.rules.top in (c.facts["before"], c.facts["after"])
    return "hotel" in c.what or (c.what == "sell-down" and _some_hotel(c))


def _some_hotel(c: Cited) -> bool:
    """Return whether a hotel is added or removed by this answer."""
    buildings = (event.facts for event in c.all if event.kind in ("build", "unbuild"))
    return any(c.rules.top in (facts["before"], facts["after"]) for facts in buildings)


def _won(c: Cited) -> bool:
    """Return whether the building was won in an auction, so that its price was the bid."""
    ask, answer = c.before.ask, c.answer
    placed = isinstance(answer, w.Place) and c.facts.get("space") == answer.space
    return placed and isinstance(ask, w.AskPlace) and ask.paid


def _mortgaged_somewhere(c: Cited) -> bool:
    return any(c.before.mortgaged) or any(c.after.mortgaged)


# The conditions under which an event may cite a clause. As far as a machine can tell, any event may
# cite the other clauses.
MAY_CITE: Final[dict[str, Callable[[Cited], bool]]] = {
    "bank.collects": lambda c: (
        c.facts.get("payee") != POT
        and c.facts.get("creditor") != POT
        and (c.kind in ("pay", "debt") or c.kind == "redeem")
    ),
    "bank.pays": lambda c: c.kind == "pay" and c.facts["payer"] == BANK,
    "house.free-parking": lambda c: c.rules.pot or c.what == "parking",
    "free-parking.no-pot": lambda c: (
        c.kind == "rest" or c.facts.get("payee") == BANK or c.facts.get("creditor") == BANK
    ),
    "free-parking.nothing": lambda c: c.kind == "rest",
    "jail.activities": _in_jail,
    "jail.exit-bought-card": lambda c: any(c.before.bought) or c.kind == "hand-card",
    "jail.third-turn": lambda c: 2 in c.before.jail,
    "jail.third-turn-card": lambda c: 2 in c.before.jail and c.kind == "free",
    "jail.failed-throw": lambda c: c.kind == "stay",
    "jail.just-visiting": lambda c: c.kind == "visit",
    "jail.entry": lambda c: c.kind == "move" and c.facts["how"] == "jail",
    "jail.exit-doubles": lambda c: c.kind in ("free", "move", "stay"),
    "jail.doubles-after-release": lambda c: c.kind == "throw" and c.facts["a"] == c.facts["b"],
    "doubles.extra-throw": _doubles,
    "doubles.resolve-space": _doubles,
    "doubles.third": lambda c: c.before.doubles == 2 and c.kind == "move",
    "go.salary": lambda c: c.what == "salary",
    "house.go-landing": lambda c: c.after.at[c.facts["payee"]] == 0,
    "purchase.by-card-move": _by_card,
    "purchase.no-second-thoughts": lambda c: c.kind == "declined" or not c.rules.decliner_bids,
    "purchase.mortgage-same-move": lambda c: (
        c.before.mortgage_money and not c.rules.mortgage_bars_purchase
    ),
    "rent.by-card-move": _by_card,
    "rent.mortgaged-none": lambda c: c.before.mortgaged[c.facts["space"]],
    "mortgage.deed-face-down": _mortgaged_somewhere,
    "trading.mortgaged": _mortgaged_somewhere,
    "rent.claim-deadline": lambda c: c.before.rent_asked,
    "rent.buildings": lambda c: c.on("street") or c.owed(),
    "rent.group-double": lambda c: c.on("street") or c.owed(),
    "rent.railroad-scale": lambda c: c.on("railroad") or c.owed(),
    "setup.transport-spaces": lambda c: c.on("railroad") or c.owed(),
    "rent.utility-multiplier": lambda c: c.on("utility") or c.owed(),
    "rent.utility-dice": lambda c: c.on("utility") or c.owed(),
    "rent.marvin-gardens": lambda c: c.facts.get("space", 29) == 29,
    "cards.nearest-railroad": _by_card,
    "cards.street-repairs": lambda c: c.what == "repairs" or c.kind in ("no-repairs", "debt"),
    "auction.trigger": lambda c: not _of_estate(c),
    "bankruptcy.bank-auction": _of_estate,
    "auction.opening-bid": lambda c: (
        c.kind == "auction" or (c.kind == "bid" and getattr(c.before.ask, "leader", 0) == NOBODY)
    ),
    "shortage.opening-bid": lambda c: (
        c.kind == "auction" or (c.kind == "bid" and getattr(c.before.ask, "leader", 0) == NOBODY)
    ),
    "auction.minimum-raise": lambda c: (
        c.kind == "bid" and getattr(c.before.ask, "leader", NOBODY) != NOBODY
    ),
    "shortage.bid-is-price": lambda c: _won(c) or c.what.startswith("bid-"),
    "houses.price": lambda c: c.kind == "wish-lapse" or not (_won(c) or _hotel(c)),
    "hotels.price": lambda c: c.kind == "wish-lapse" or (_hotel(c) and not _won(c)),
    "houses.quantity": lambda c: not _won(c),
    "hotels.prerequisite": _hotel,
    "hotels.houses-return": _hotel,
    "short-game.hotel-at-three": _hotel,
    "short-game.hotel-refund": _some_hotel,
    "selling-buildings.downgrade-stock": _some_hotel,
    "shortage.wait": lambda c: (
        0 in c.before.stock
        or 0 in c.after.stock
        or any(
            event.kind == "build" and 0 in (event.facts["houses_left"], event.facts["hotels_left"])
            for event in c.all
        )
    ),
    "house.stock": lambda c: True,
    "house.lap-first": lambda c: (
        not all(c.after.laps) or not all(c.before.laps) or c.kind == "auction"
    ),
    "bankruptcy.to-player": lambda c: c.told("bankrupt") and _creditor(c) >= 0,
    "bankruptcy.to-bank": lambda c: c.kind == "estate-lot" or _creditor(c) < 0,
    "bankruptcy.mortgaged-interest": lambda c: (
        c.kind in ("pay", "debt") and c.what in ("interest", "")
    ),
    "selling-buildings.half-price": lambda c: c.kind in ("pay", "unbuild"),
    "tax.income-commit": lambda c: c.kind in ("tax", "pay", "debt"),
    "tax.income-worth": lambda c: c.rules.income_tax != "flat",
    "ending.last-player": lambda c: c.kind != "over" or sum(c.after.playing) == 1,
    "short-game.first-bankruptcy": lambda c: c.before.bankrupts == 0,
    "short-game.end": lambda c: c.before.bankrupts == 1,
    "setup.starting-cash": lambda c: c.kind == "start",
    "turn.shared-space": lambda c: c.kind == "move",
    "debt.raise-cash": lambda c: c.kind == "debt" or c.owed() or c.told("bankrupt"),
}


def _creditor(c: Cited) -> int:
    fell = next((event.facts for event in c.all if event.kind == "bankrupt"), None)
    creditor: Any = fell["creditor"] if fell else BANK
    return int(creditor)


def beside_the_point(cited: Cited) -> Iterator[str]:
    """Yield the clauses that an event cites although they are about something else."""
    for clause in cited.event.clauses:
        may = MAY_CITE.get(clause)
        if may is not None and not may(cited):
            yield f"{clause} says nothing about {cited.kind} {dict(cited.facts)}"
