"""Reads the starting position of a record, checks it against the rules, and makes a State of it.

A position that docs/RECORD.md lists as impossible is refused with a sentence. A position that no game
reaches may still be valid. For example, a teacher may set up a third turn in jail in the first round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from ..board_and_rules_types import Rules
from ..errors import LoadError, MalformedAnswer
from ..mutations import Mutator, Position, SeatAt, lay_out_state
from ..notation import Notation
from ..rulebook_loader_and_rules_compiler import check_seats
from ..rules import rent
from ..rules.houses import uneven
from ..special_seats_and_ids import FREE, NOBODY
from ..state import (
    Claim,
    State,
)
from .edition_parser import DEED_KINDS
from .untrusted_input import number_of, only_keys, quoted
from .value_predicates import is_flag, is_list

_POSITION_KEYS: Final = frozenset({"turn", "round", "doubles", "pot", "claims", "seat", "deck"})
_PLACE_KEYS: Final = frozenset({"cash", "at", "jail", "deeds", "cards", "out", "laps"})
_CLAIM_KEYS: Final = frozenset({"space", "by", "from", "amount", "throws"})


def opening_state(
    rules: Rules, notation: Notation, table: Mapping[str, Any], *, asked: bool, by_hand: bool
) -> State:
    """The State of a record's ``[position]`` table. Omitted values are as at the start of a game.

    ``asked``: owners must ask for rent. ``by_hand``: people enter dice and cards. Raises
    :class:`LoadError` with a sentence, and with the clauses of a rule that the position breaks."""
    check_seats(rules, len(notation.names))
    try:
        position = _Reader(rules, notation).position(table)
    except MalformedAnswer as error:
        raise LoadError(str(error)) from None
    _check(rules, position, asked)
    state = lay_out_state(rules, len(notation.names), position, asked=asked, by_hand=by_hand)
    _price_claims(state)
    return state


# ---------------------------------------------------------------- reading


class _Reader:
    """Reads a position table. It turns ids into indices, and raises :class:`LoadError` with a sentence for
    a fault."""

    def __init__(self, rules: Rules, notation: Notation) -> None:
        self.rules = rules
        self.notation = notation

    def whole(self, table: Mapping[str, Any], key: str, where: str, high: int, low: int = 0) -> int:
        value = table[key]
        if key == "cash" and type(value) is int and value < low:
            raise LoadError(
                f"{where}: cash cannot be negative.",
                ("debt.bank-only-lender", "bankruptcy.condition"),
            )
        return number_of(table, key, where, low, high)

    def texts(self, table: Mapping[str, Any], key: str, where: str, most: int) -> list[str]:
        value: list[str] = table.get(key, [])
        if not is_list(value, 0, most, lambda v: isinstance(v, str)):
            raise LoadError(f"{where}: “{key}” must be a list of at most {most} ids.")
        return value

    def word(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            raise LoadError(f"{where}: this value must be text.")
        return value

    def position(self, table: Mapping[str, Any]) -> Position:
        where = "The position"
        only_keys(table, _POSITION_KEYS, where)
        position = Position(seats=[SeatAt() for _ in self.notation.names])
        if "turn" in table:
            position.turn = self.notation.seat(self.word(table["turn"], where))
        if "round" in table:
            position.round = self.whole(table, "round", where, 1_000_000, 1)
        if "doubles" in table:
            position.doubles = self.whole(table, "doubles", where, 2)
        if "pot" in table:
            position.pot = self.whole(table, "pot", where, 999_999_999)
        seat_tables = table.get("seat", {})
        if not isinstance(seat_tables, dict):
            raise LoadError(f"{where}: “seat” must be a table.")
        read_seats: set[int] = set()
        for word, place in seat_tables.items():
            if word.startswith("x-") and word not in self.notation.names:
                continue
            seat = self.notation.seat(word)
            if seat in read_seats or not isinstance(place, dict):
                raise LoadError(f"{where}: seat “{quoted(word)}” must appear once, as a table.")
            read_seats.add(seat)
            position.seats[seat] = self._place(place, f"The position of {quoted(word)}")
        decks = table.get("deck", {})
        if not isinstance(decks, dict):
            raise LoadError(f"{where}: “deck” must be a table.")
        for word in decks:
            if word.startswith("x-"):
                continue
            deck = self.notation.deck(word)
            ids = self.texts(decks, word, f"{where}, deck", 16)
            position.tops[deck] = [self.notation.card(id, deck) for id in ids]
        claims = table.get("claims", [])
        if not is_list(claims, 0, 100, lambda entry: isinstance(entry, dict)):
            raise LoadError(f"{where}: “claims” must be a list of tables.")
        for entry in claims:
            position.claims.append(self._claim(entry, position))
        return position

    def _place(self, table: Mapping[str, Any], where: str) -> SeatAt:
        only_keys(table, _PLACE_KEYS, where)
        place = SeatAt()
        if "cash" in table:
            place.cash = self.whole(table, "cash", where, 999_999_999)
        if "at" in table:
            place.at = self.notation.space(self.word(table["at"], where))
        if type(table.get("jail")) is bool:
            raise LoadError(
                f"{where}: “jail” must be 0, 1 or 2. Leave it out for a player who is not in jail."
            )
        if "jail" in table:
            if type(table["jail"]) is int and table["jail"] > 2:
                raise LoadError(
                    f"{where}: nobody spends a fourth turn in jail. “jail” must be 0, 1 or 2.",
                    ("jail.third-turn",),
                )
            place.jail = self.whole(table, "jail", where, 2)
        if "laps" in table:
            place.laps = self.whole(table, "laps", where, 1_000_000)
        out = table.get("out", False)
        if not is_flag(out):
            raise LoadError(f"{where}: “out” must be true or false.")
        place.out = out
        for text in self.texts(table, "deeds", where, 40):
            self._deed(text, place, where)
        for text in self.texts(table, "cards", where, 4):
            deck = self.notation.deck(text)
            if deck in place.cards:
                raise LoadError(
                    f"{where}: each deck has only one jail-release card.",
                    ("cards.goojf-one-per-deck",),
                )
            place.cards.append(deck)
        return place

    def _deed(self, text: str, place: SeatAt, where: str) -> None:
        id, _, mark = text.partition(":")
        space = self.notation.space(id)
        if self.rules.kind[space] not in DEED_KINDS:
            raise LoadError(f"{where}: there is no deed for “{quoted(id)}”.", ("setup.deeds",))
        if space in place.deeds:
            raise LoadError(
                f"{where}: the deed “{quoted(id)}” appears twice.",
                ("setup.deeds", "trading.no-shared-ownership", "bank.custody"),
            )
        level = 0
        if mark == "m":
            place.mortgaged.add(space)
        elif mark == "hotel":
            level = self.rules.top
        elif mark in ("1", "2", "3", "4"):
            level = int(mark)
            if level >= self.rules.top:
                raise LoadError(
                    f"{where}: in this game a street has at most {self.rules.top - 1} houses.",
                    ("short-game.hotel-at-three", "houses.max-four"),
                )
        elif mark or ":" in text:
            raise LoadError(f"{where}: a deed may be followed only by :1 to :4, :hotel or :m.")
        place.deeds[space] = level

    def _claim(self, table: Mapping[str, Any], position: Position) -> Claim:
        where = "The position, claims"
        only_keys(table, _CLAIM_KEYS, where)
        for key in ("space", "by", "from"):
            if key not in table:
                raise LoadError(f"{where}: “{key}” is missing.")
        space = self.notation.space(self.word(table["space"], where))
        by = self.notation.seat(self.word(table["by"], where))
        of = self.notation.seat(self.word(table["from"], where))
        if by == of or self.rules.kind[space] not in DEED_KINDS:
            raise LoadError(
                f"{where}: rent must be owed by one player to another, for a property.",
                ("rent.due",),
            )
        throws = self.whole(table, "throws", where, 1_000_000) if "throws" in table else 0
        limit = self.rules.claim_limit
        if limit and throws >= limit:
            raise LoadError(f"{where}: this claim has expired.", ("rent.claim-deadline",))
        amount = NOBODY
        if "amount" in table:
            amount = self.whole(table, "amount", where, 999_999_999, 1)
        # A claim on the mover arose in this turn if the mover has already thrown.
        turn = 1 if of == position.turn and position.doubles else 0
        return Claim(space, by, of, amount, 0, throws, turn, ("rent.due",))


# ---------------------------------------------------------------- checks against the rules


def _check(rules: Rules, position: Position, asked: bool) -> None:
    """Raise :class:`LoadError` for a position that docs/RECORD.md lists as impossible."""
    where = "The position"

    def refuse(sentence: str, *clauses: str) -> None:
        raise LoadError(f"{where}: {sentence}", clauses)

    spaces = rules.edition.spaces
    owners: dict[int, int] = {}
    holders: dict[int, int] = {}
    houses = hotels = 0
    for seat, place in enumerate(position.seats):
        if place.out and (place.deeds or place.cards or place.jail != FREE or place.cash):
            refuse("a player who is out must own nothing.", "bankruptcy.retire")
        if place.jail != FREE and place.at is not None and place.at != rules.jail_at:
            refuse(
                "a player in jail must be on the jail space.",
                "jail.entry",
                "jail.direct",
                "jail.just-visiting",
            )
        if place.jail == FREE and place.at is not None and rules.kind[place.at] == "go-to-jail":
            refuse("no token can stay on the space that sends it to jail.", "jail.entry")
        for space in place.deeds:
            if space in owners:
                refuse(
                    f"{spaces[space].id} has two owners.",
                    "trading.no-shared-ownership",
                    "setup.deeds",
                    "bank.custody",
                )
            owners[space] = seat
        for deck in place.cards:
            if deck in holders:
                refuse(
                    "two players hold the same jail-release card.",
                    "cards.goojf-one-per-deck",
                    "cards.goojf-keep",
                )
            holders[deck] = seat
    levels = {i: level for place in position.seats for i, level in place.deeds.items()}
    mortgaged = {i for place in position.seats for i in place.mortgaged}
    for group in rules.edition.groups:
        built = [levels.get(i, 0) for i in group.members]
        if not any(built):
            continue
        if len({owners.get(i, NOBODY) for i in group.members}) > 1:
            refuse(
                f"there are buildings in {group.id}, but nobody owns the whole group.",
                "houses.full-group",
            )
        down = [i for i in group.members if i in mortgaged]
        if down and rules.bare_group:
            refuse(
                f"there are both buildings and a mortgage in {group.id}.",
                "houses.unmortgaged-group",
                "mortgage.bare-group",
                "mortgage.property-only",
            )
        if uneven(rules, built):
            refuse(
                f"the buildings in {group.id} are not evenly spread.",
                "houses.even",
                "selling-buildings.even",
                "hotels.prerequisite",
            )
        houses += sum(level for level in built if level < rules.top)
        hotels += built.count(rules.top)
    for space, level in levels.items():
        if level and rules.kind[space] != "street":
            refuse("only streets can have buildings.", "houses.streets-only")
    if houses > rules.stock[0] or hotels > rules.stock[1]:
        refuse("there are more buildings than the game has.", "shortage.supply", "shortage.wait")
    playing = [seat for seat, place in enumerate(position.seats) if not place.out]
    if len(playing) < 2:
        refuse(
            "at least two players must still be in the game.",
            "ending.last-player",
            "setup.player-count",
        )
    if rules.short and len(position.seats) - len(playing) > 1:
        refuse("the second bankruptcy has already ended this game.", "short-game.end")
    if position.turn != NOBODY and position.turn not in playing:
        refuse("the player whose turn it is must still be in the game.", "bankruptcy.retire")
    if position.doubles and position.turn == NOBODY:
        refuse("“doubles” is allowed only together with “turn”.", "doubles.third")
    if position.turn != NOBODY and position.doubles and position.seats[position.turn].jail != FREE:
        refuse("going to jail ends the turn, so leave out “doubles”.", "jail.ends-turn")
    for claim in position.claims:
        if claim.by not in playing or claim.of not in playing:
            refuse("a claim names a player who is out of the game.", "bankruptcy.retire")
        if claim.amount == NOBODY and owners.get(claim.space) != claim.by:
            refuse("a claim needs an amount if the claimant does not own the property.", "rent.due")
        if claim.amount == NOBODY and claim.space in mortgaged:
            refuse("a claim on mortgaged property needs an amount.", "rent.mortgaged-none")
    if position.pot and not rules.pot:
        refuse("this game has no pot.", "free-parking.no-pot")
    for deck, known in position.tops.items():
        if len(set(known)) < len(known):
            refuse("a card is in its deck twice.", "setup.card-decks")
        if deck in holders and any(rules.decks[deck][i].do == "jail-free" for i in known):
            refuse(
                "a jail-release card is with a player and also in its deck.",
                "cards.goojf-keep",
                "cards.goojf-one-per-deck",
            )
    if position.claims and not asked:
        refuse("there can be no claims if rent is paid at once.", "rent.due", "rent.claim-deadline")
    if any(old.throws < new.throws for old, new in pairwise(position.claims)):
        refuse("claims must be listed from oldest to newest.", "rent.claim-deadline")
    _check_ages(position)
    if rules.limit_rounds and position.round > rules.limit_rounds:
        refuse(
            f"the round must not be above the limit of {rules.limit_rounds}.", "house.limit-rounds"
        )
    if position.turn == NOBODY:
        _check_start(position)
    if rules.short and position.turn == NOBODY:
        _check_deal(rules, position, len(playing), owners)


def _check_ages(position: Position) -> None:
    """Refuse rent claims that don't fit the throws of this turn, each of which was doubles."""
    where = "The position"

    def refuse(sentence: str) -> None:
        raise LoadError(f"{where}: {sentence}", ("rent.claim-deadline", "rent.due"))

    if not position.doubles:
        return
    fresh = [claim for claim in position.claims if not claim.throws]
    if any(claim.of != position.turn for claim in fresh):
        refuse("claims from earlier turns must include the throw of this turn in “throws”.")
    if len(fresh) > position.doubles:
        refuse("each throw of this turn can lead to only one claim.")
    here = position.seats[position.turn].at
    if len(fresh) == position.doubles and fresh[-1].space != here:
        refuse("the newest claim must be for the space of the player whose turn it is.")


def _check_start(position: Position) -> None:
    """Refuse a position before the first turn if only a turn can produce it. Cash, deeds and cards may
    differ, since a table may agree to give somebody an advantage."""

    def refuse(sentence: str, *clauses: str) -> None:
        raise LoadError(f"The position, before the first turn: {sentence}", clauses)

    if position.claims:
        refuse("nobody can owe rent yet.", "rent.due", "setup.starting-player")
    if position.round > 1:
        refuse("the round must be 1.", "setup.starting-player")
    if position.pot:
        refuse("the pot must be empty.", "house.free-parking")
    for place in position.seats:
        if place.jail != FREE:
            refuse("nobody can be in jail yet.", "jail.entry", "setup.tokens-on-go")
        if place.at:
            refuse("all tokens must be on GO.", "setup.tokens-on-go")
        if place.laps:
            refuse("nobody can have passed GO yet.", "go.salary", "setup.tokens-on-go")


def _check_deal(rules: Rules, position: Position, playing: int, owners: Mapping[int, int]) -> None:
    prices = sorted((rules.price[i] for i in rules.ownable if i not in owners), reverse=True)
    if len(prices) < 2 * playing:
        raise LoadError("The position: there are not enough deeds to deal.", ("short-game.deal",))
    for place in position.seats:
        cash = rules.starting_cash if place.cash is None else place.cash
        if not place.out and cash < prices[0] + prices[1]:
            raise LoadError(
                "Each player’s starting cash must cover any two deeds that may be dealt: "
                f"{prices[0] + prices[1]}.",
                ("short-game.deal-payment",),
            )


def _price_claims(state: State) -> None:
    """Set the amount of each claim without one to the present rent of its deed."""
    tx = Mutator(state, None)
    for claim in list(state.claims):
        if claim.amount != NOBODY:
            continue
        if state.rules.kind[claim.space] == "utility":
            # The landing throw is unknown, so the amount depends on a fresh throw.
            times = rent.utility_times(state, claim.space)
            tx.age_claim(claim, replace(claim, amount=0, times=times))
        else:
            tx.age_claim(claim, replace(claim, amount=rent.fixed_rent(state, claim.space)))
