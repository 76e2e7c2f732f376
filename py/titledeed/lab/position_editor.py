"""Sets up a position by hand: a record's table without steps, with one change at a time. After each
change the rules for a record's ``[position]`` are checked."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from ..bots import BOTS
from ..engine.answers import (
    Dice,
    Roll,
)
from ..engine.asks import (
    AskCard,
    AskDebt,
)
from ..engine.errors import LoadError
from ..engine.notation import Notation
from ..engine.parsing import positions
from ..engine.record import FORMAT, Record, read_record
from ..engine.reducer import play
from ..engine.rulebook_loader_and_rules_compiler import make_rules
from ..engine.rules import rent
from ..engine.special_seats_and_ids import CHANCE, DECKS, FREE
from ..engine.state import (
    State,
)
from ..odds import expected_odds
from . import rollouts

Table = dict[str, Any]
_KEPT: Final = ("format", "rulebook", "edition", "decks", "variant", "rent", "house_rules")
_BANK: Final = -1


def empty_position(book: str, edition: str, seats: Sequence[tuple[str, str]]) -> Table:
    """A position on an empty board with the first seat to move. ``seats``: pairs of a name and a bot, ""
    for a person."""
    table = {
        "format": FORMAT,
        "rulebook": book,
        "edition": edition,
        "seats": [{"name": name, **({"bot": bot} if bot else {})} for name, bot in seats],
        "position": {"turn": "seat:1"},
    }
    return filled_position(table)


def position_of_record(table: Mapping[str, Any]) -> tuple[Table, int, int]:
    """The position at the last start of a turn in a record: (its table, the number of lines up to there,
    the number of all lines). Raises :class:`LoadError` with a sentence."""
    start = rollouts.rollout_start(table)
    game_table = dict(start.table)
    seats = read_record(table).seats
    game_table["seats"] = [
        {
            "name": seat.name,
            **({"bot": seat.bot} if seat.bot else {}),
            **({"token": seat.token} if seat.token else {}),
        }
        for seat in seats
    ]
    return filled_position(game_table), start.lines, start.of


def filled_position(table: Mapping[str, Any]) -> Table:
    """The same position with a complete table for every seat, and seats written as ``seat:1`` etc."""
    record, state, notation = _opened(table)
    complete = {key: copy.deepcopy(table[key]) for key in (*_KEPT, "seats") if key in table}
    position = record.position or {}
    seat_tables = {notation.seat(word): place for word, place in position.get("seat", {}).items()}
    full: Table = {"turn": _word(max(state.turn, 0)), "seat": {}}
    for key in ("round", "pot", "claims", "deck"):
        if key in position:
            full[key] = copy.deepcopy(position[key])
    for claim in full.get("claims", ()):
        for key in ("by", "from"):
            claim[key] = _word(notation.seat(claim[key]))
    for seat in range(state.seats):
        place = dict(seat_tables.get(seat, {}))
        if not state.playing[seat]:
            full["seat"][_word(seat)] = {"out": True}
            continue
        place.setdefault("cash", state.cash[seat])
        place.setdefault("deeds", [])
        if state.jail[seat] == FREE:
            place.setdefault("at", notation.space_id(state.at[seat]))
            place.pop("jail", None)
        else:
            place.pop("at", None)
        full["seat"][_word(seat)] = place
    complete["position"] = full
    return complete


def _word(seat: int) -> str:
    return f"seat:{seat + 1}"


def _opened(table: Mapping[str, Any]) -> tuple[Record, State, Notation]:
    record = read_record(table)
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    if any(step.lines for step in record.steps):
        raise LoadError("A position can’t contain any moves.")
    for seat in record.seats:
        if seat.bot and seat.bot not in BOTS:
            raise LoadError(
                f"There is no bot “{seat.bot[:40]}”. Choose one of these: {', '.join(BOTS)}."
            )
    rules = make_rules(
        record.rulebook, record.edition, record.decks, record.variant, record.house_rules
    )
    notation = Notation(rules, [seat.name for seat in record.seats])
    asked = record.rent == "asked"
    place = {"turn": _word(0), **(record.position or {})}
    if place.get("doubles"):
        raise LoadError("The position editor works only with positions at the start of a turn.")
    state = positions.opening_state(rules, notation, place, asked=asked, by_hand=True)
    return record, state, notation


def open_position(table: Mapping[str, Any]) -> State:
    """The State of the position. Raises :class:`LoadError` with a sentence and clauses."""
    return _opened(table)[1]


# ---------------------------------------------------------------- one thing at a time


class Change(NamedTuple):
    """One change of a position. ``what`` decides the types of ``of`` and ``to``:

    - "owner": a space id, a seat or -1 for the Bank; "level": a space id, levels to add;
    - "mortgage": a space id whose mortgage is set or lifted;
    - "cash", "at" (a space id), "jail" (turns spent there), "out" (bool), "bot": a seat, the new value;
    - "card": a deck, the seat that holds its jail card or -1; "deck": a deck, card ids from the top;
    - "turn": the seat to move, in ``of``; "round", "pot": the number in ``to``."""

    what: str
    of: Any
    to: Any = None


def change_position(table: Mapping[str, Any], change: Change) -> Table:
    """A new table with the change made. Raises :class:`LoadError` with a sentence and clauses if the
    rules do not allow the position."""
    new: Table = copy.deepcopy(dict(table))
    there = new["position"]
    seats = there["seat"]
    match change:
        case Change("owner", id, seat):
            if seat == _BANK:
                _check_bare(table, id, "houses.full-group")
            deed = id
            for place in seats.values():
                deeds = place.get("deeds", ())
                place["deeds"] = [d for d in deeds if d.partition(":")[0] != id]
                deed = next((d for d in deeds if d not in place["deeds"]), deed)
            if seat != _BANK:
                seats[_word(seat)]["deeds"].append(deed)
        case Change("level", id, by):
            _build(table, new, id, by)
        case Change("mortgage", id, _):
            _check_bare(table, id, "mortgage.bare-group")
            _mark(new, id, lambda mark: "" if mark == "m" else "m")
        case Change("cash", seat, amount):
            seats[_word(seat)]["cash"] = amount
        case Change("at", seat, id):
            seats[_word(seat)].pop("jail", None)
            seats[_word(seat)]["at"] = id
        case Change("jail", seat, turns):
            seats[_word(seat)].pop("at", None)
            seats[_word(seat)].pop("jail", None)
            if turns == FREE:
                seats[_word(seat)]["at"] = "@10"
            else:
                seats[_word(seat)]["jail"] = turns
        case Change("out", seat, True):
            seats[_word(seat)] = {"out": True}
        case Change("out", seat, _):
            seats[_word(seat)] = {"deeds": []}
        case Change("bot", seat, bot):
            new["seats"][seat].pop("bot", None)
            if bot:
                new["seats"][seat]["bot"] = bot
        case Change("card", deck, seat):
            for place in seats.values():
                place["cards"] = [card for card in place.get("cards", ()) if card != deck]
                if not place["cards"]:
                    del place["cards"]
            if seat != _BANK:
                seats[_word(seat)].setdefault("cards", []).append(deck)
        case Change("deck", deck, ids):
            there.setdefault("deck", {})[deck] = ids
            there["deck"] = {key: value for key, value in there["deck"].items() if value}
        case Change("turn", seat):
            there["turn"] = _word(seat)
        case Change("round" | "pot" as key, _, number):
            there[key] = number
        case _:
            raise LoadError("That change isn’t possible.")
    return filled_position(new)


def _mark(table: Table, id: str, mark: Any) -> None:
    for place in table["position"]["seat"].values():
        deeds = place.get("deeds", [])
        for n, deed in enumerate(deeds):
            name, _, old = deed.partition(":")
            if name == id:
                new = mark(old)
                deeds[n] = f"{name}:{new}" if new else name
                return
    raise LoadError(
        f"Nobody owns {id[:40]}. Choose an owner first.",
        ("houses.full-group", "mortgage.property-only"),
    )


def _check_bare(table: Mapping[str, Any], id: str, clause: str) -> None:
    """Refuse a change that would remove buildings from a street."""
    state = open_position(table)
    space = state.rules.space_index(id)
    if space is not None and state.level[space]:
        raise LoadError(
            "There are buildings here. Use “one fewer” to remove them first.", (clause,)
        )


def _build(table: Mapping[str, Any], new: Table, id: str, by: int) -> None:
    state = open_position(table)
    space = state.rules.space_index(id)
    if space is None:
        raise LoadError("There is no such space.")
    if state.mortgaged[space]:
        raise LoadError(
            "You can’t build on a mortgaged property. Lift the mortgage first.",
            ("houses.unmortgaged-group",),
        )
    level = state.level[space] + by
    top = state.rules.top
    if level > top:
        raise LoadError("No more buildings fit here.", ("hotels.one-per-street",))
    if level < 0:
        raise LoadError("There is nothing to remove here.", ("selling-buildings.half-price",))
    _mark(new, id, lambda _old: "hotel" if level == top else str(level) if level else "")


# ---------------------------------------------------------------- what it says


class Sum(NamedTuple):
    """The consequences of a throw with this sum.

    ``ways``: throws of the 36 with this sum. ``space``: the first space reached, -1 if none. ``pays``:
    the mean cost to the mover before any card, negative if the mover receives. ``to``: the payee.
    ``card``: a card is drawn. ``jailed``: the move ends in jail. ``short``: the cash does not cover the
    cost. ``varies``: not all throws with this sum have the same result, since doubles may have other
    consequences."""

    total: int
    ways: int
    space: int
    pays: float
    to: int
    card: bool
    jailed: bool
    short: bool
    varies: bool


def next_throw(table: Mapping[str, Any]) -> list[Sum]:
    """The consequences of the mover's next throw, by sum from 2 to 12, as the engine plays it. Nobody
    buys, and no card is drawn."""
    start = open_position(table)
    seat = start.turn
    start, _ = play(start, seat, Roll())
    by_total: dict[int, list[tuple[int, int, int, bool, bool, bool]]] = {}
    for a, b in product(range(1, 7), repeat=2):
        state, events = play(start, CHANCE, Dice(a, b))
        space = next((int(str(event.facts["to"])) for event in events if event.kind == "move"), -1)
        pays, to = _paid(events, seat)
        ask = state.ask
        short = isinstance(ask, AskDebt)
        if isinstance(ask, AskDebt):
            pays, to = pays + ask.amount, ask.creditor
        end = (space, pays, to, isinstance(ask, AskCard), state.jail[seat] != FREE, short)
        by_total.setdefault(a + b, []).append(end)
    sums = []
    for total, ends in sorted(by_total.items()):
        plain = ends[0]
        mean = sum(end[1] for end in ends) / len(ends)
        varies = len(set(ends)) > 1
        sums.append(
            Sum(total, len(ends), plain[0], mean, plain[2], plain[3], plain[4], plain[5], varies)
        )
    return sums


def _paid(events: Sequence[Any], seat: int) -> tuple[int, int]:
    pays, to = 0, CHANCE
    for event in events:
        if event.kind == "pay":
            if event.facts["payer"] == seat:
                pays += event.facts["amount"]
                to = event.facts["payee"]
            elif event.facts["payee"] == seat:
                pays -= event.facts["amount"]
    return pays, to


def position_odds(job: Mapping[str, Any]) -> list[int]:
    """The odds of each seat in the position in ``job["record"]``, in millionths; 0 for a seat that is
    out."""
    state = open_position(job["record"])
    expected_cash = expected_odds(state)
    return [expected_cash.get(seat, 0) for seat in range(state.seats)]


def rent_of(state: State, space: int) -> int:
    """The present rent of a space; a utility's is for a throw of seven. 0 if unowned or mortgaged."""
    if state.owner[space] < 0 or state.mortgaged[space]:
        return 0
    if state.rules.kind[space] == "utility":
        return 7 * rent.utility_times(state, space)
    return rent.fixed_rent(state, space)


def decks_of(state: State) -> list[list[str]]:
    """The card ids of each deck, in the order of the edition."""
    return [[card.id for card in deck] for deck in state.rules.decks[: len(DECKS)]]
