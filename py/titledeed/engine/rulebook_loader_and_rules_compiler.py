"""Builds :class:`~.board_and_rules_types.Rules` from the data files of rulebooks, editions and decks,
and from house rules.

A *parameter* is a clause on which the five rulebooks may differ. The clause table must have a value of
every parameter for each rulebook; there are no defaults. House rules replace some of a rulebook's
values.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from .board_and_rules_types import Card, Edition, Rules
from .errors import LoadError
from .parsing.decks import decks_of
from .parsing.edition_parser import BUILT_IN, DEED_KINDS, edition_of, faults_of
from .parsing.untrusted_input import Faults, number_of
from .parsing.value_predicates import is_flag, is_whole_number
from .special_seats_and_ids import SPACES, THIRD_YELLOW

EDITIONS: Final = BUILT_IN
DECK_SETS: Final = ("us-1936", "us-2008", "uk-classic")
VARIANTS: Final = ("standard", "short")
MOST_SEATS: Final = 8

Table = Mapping[str, Any]
__loader__: Any


# ---------------------------------------------------------------- data files


def _data(folder: str, stem: str) -> dict[str, Any]:
    """Read a data file: the JSON from the build, or else the TOML source. Browsers parse TOML slowly.

    It uses the module's own loader. In the browser the program is one archive, and
    ``importlib.resources`` would load a zip library to read it."""
    place = os.path.join(os.path.dirname(os.path.dirname(__file__)), *folder.split("/"), stem)
    try:
        return cast("dict[str, Any]", json.loads(__loader__.get_data(place + ".json")))
    except OSError:
        import tomllib  # noqa: PLC0415 - not needed, and not loaded, where there is JSON

        return tomllib.loads(__loader__.get_data(place + ".toml").decode("utf-8"))


@cache
def clause_table() -> Mapping[str, Table]:
    """The clause table: the row of ``clauses.toml`` by clause id."""
    return {row["id"]: row for row in _data("books", "clauses")["clause"]}


@cache
def parameter_table() -> Mapping[str, Mapping[str, Any]]:
    """The value of every parameter by clause id and book. Raises :class:`LoadError` for a missing
    value."""
    values: dict[str, Mapping[str, Any]] = {}
    for row in clause_table().values():
        if row["kind"] == "parameter":
            value = row.get("value", {})
            holes = [book for book in BOOKS if book not in value]
            if holes:
                raise LoadError(
                    f"The clause table has no value for {row['id']} in the rulebook {holes[0]}."
                )
            values[row["id"]] = value
    return values


@cache
def rule_texts(name: str) -> Table:
    """The texts about rules that are not in the clause table: the file "books" or "house-rules"."""
    return _data("books", name)


BOOKS: Final[tuple[str, ...]] = tuple(row["id"] for row in rule_texts("books")["book"])


@cache
def edition_table(id: str) -> Table:
    """The table in the file of a built-in edition."""
    return _data("editions", id)


@cache
def decks_table(id: str) -> Table:
    """The table in the file of a built-in pair of decks."""
    return _data("editions/decks", id)


# ---------------------------------------------------------------- editions and decks


@cache
def built_in_edition(id: str) -> Edition:
    """One of the three editions that come with the program."""
    return edition_of(edition_table(id), {}, built_in=True)


@cache
def built_in_decks(id: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """One of the three pairs of decks that come with the program."""
    return decks_of(decks_table(id), id, default_words())


def default_words() -> Mapping[str, str]:
    """The vocabulary for an edition without its own."""
    return built_in_edition("atlantic-city").words


def own_edition(table: Table) -> Edition:
    """The edition in a user's table. Raises :class:`LoadError` with a sentence that names the place of
    the first fault."""
    return edition_of(table, default_words())


def own_faults(table: Table) -> Faults:
    """All faults of a user's edition; an empty list if it is good."""
    return faults_of(table, default_words())


# ---------------------------------------------------------------- house rules

# The options that a rulebook itself leaves to the players. They are set like house rules, but the game
# stays official.
BOOK_OPTIONS: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "turn.order": {"australian": ("left", "right")},
    "rent.marvin-gardens": dict.fromkeys(BOOKS, (24, 22)),
}
# The ends that players may agree on beforehand. They are set like house rules, but change nothing in how
# people play, so the game stays official.
AGREED_LIMITS: Final = ("limit-rounds", "limit-minutes")
# The values that a house rule may give to a parameter beyond those of the five books.
MORE_VALUES: Final[Mapping[str, tuple[object, ...]]] = {
    "turn.order": ("left", "right"),
    "rent.marvin-gardens": (22, 24),
    "jail.exit-doubles-extra-throw": ("yes",),
    "setup.starting-player": ("random",),
    "tax.income": ("flat",),
}
HOUSE_RULES: Final = (
    "free-parking",
    "go-landing",
    "auctions",
    "starting-cash",
    "salary",
    "stock",
    "build-evenly",
    "rent-in-jail",
    "lap-first",
    *AGREED_LIMITS,
)


def flat_house_rules(table: Table, prefix: str = "") -> dict[str, Any]:
    """House rules with flat, dotted keys; TOML reads an unquoted ``turn.order`` as nested tables. Keys that
    begin with ``x-`` belong to other programs and are left out."""
    out: dict[str, Any] = {}
    for key, value in table.items():
        if key.startswith("x-"):
            continue
        if isinstance(value, dict):
            out.update(flat_house_rules(value, f"{prefix}{key}."))
        else:
            out[f"{prefix}{key}"] = value
    return out


def _whole(rules: Table, key: str, low: int, high: int) -> None:
    if key in rules:
        number_of(rules, key, "House rules", low, high)


def _switch(rules: Table, key: str) -> None:
    if key in rules and not is_flag(rules[key]):
        raise LoadError(f"House rules: “{key}” must be true or false.")


def _salary(rules: Table) -> None:
    """Check the salary: one amount, or a list with one for each seat. ``check_seats`` checks the length
    later, since the number of seats is not known here."""
    amounts = rules.get("salary")
    if not isinstance(amounts, (list, tuple)):
        _whole(rules, "salary", 0, 100_000)
    elif not 2 <= len(amounts) <= MOST_SEATS or not all(
        is_whole_number(n, 0, 100_000) for n in amounts
    ):
        raise LoadError(
            "House rules: “salary” must be a whole number from 0 to 100000, or a list of "
            "such numbers, one for each seat.",
            ("go.salary",),
        )


def check_seats(rules: Rules, seats: int) -> None:
    """Raise :class:`LoadError` if the house rules are for another number of seats."""
    amounts = rules.house_rules.get("salary")
    if isinstance(amounts, (list, tuple)) and len(amounts) != seats:
        raise LoadError(
            f"House rules: “salary” must have one amount for each of the {seats} players, not "
            f"{len(amounts)}.",
            ("go.salary",),
        )


def check_house_rules(book: str, changes: Table) -> dict[str, Any]:
    """The house rules with flat keys, each checked. Raises :class:`LoadError` with a sentence for an
    unknown key or a value out of range. Raises :class:`Contradiction` for two that cannot both apply."""
    rules = flat_house_rules(changes)
    for key, value in rules.items():
        if key == "short-game.offered":
            raise LoadError(
                "House rules: the Short Game is not a house rule. Choose it as a variant.", (key,)
            )
        if key in parameter_table():
            allowed = [*parameter_table()[key].values(), *MORE_VALUES.get(key, ())]
            if not any(type(value) is type(a) and value == a for a in allowed):
                shown = ", ".join(dict.fromkeys(str(a) for a in allowed))
                raise LoadError(f"House rules: “{key}” must be one of: {shown}.", (key,))
        elif key not in HOUSE_RULES:
            raise LoadError(f"House rules: “{str(key)[:60]}” is unknown.")
        elif value is None:
            raise LoadError(f"House rules: “{key}” has no value.")
    parking = rules.get("free-parking")
    if parking is not None and parking != "pot":
        _whole(rules, "free-parking", 0, 100_000)
    if rules.get("go-landing", "double") != "double":
        raise LoadError("House rules: “go-landing” must be “double”.")
    for key in ("auctions", "build-evenly", "rent-in-jail", "lap-first"):
        _switch(rules, key)
    _whole(rules, "starting-cash", 0, 1_000_000)
    _salary(rules)
    _whole(rules, "limit-rounds", 1, 10_000)
    _whole(rules, "limit-minutes", 1, 10_000)
    stock = rules.get("stock")
    if stock is not None and not (
        isinstance(stock, (list, tuple))
        and len(stock) == 2
        and all(is_whole_number(n, 0, 1000) for n in stock)
    ):
        raise LoadError(
            "House rules: “stock” must be two whole numbers: one for houses, one for hotels."
        )
    _contradictions(book, rules)
    return rules


class Contradiction(LoadError):
    """Two house rules that cannot both apply. ``reason`` is the reason as a sentence."""

    def __init__(self, sentence: str, first: str, other: str, reason: str) -> None:
        super().__init__(sentence, tuple(key for key in (first, other) if key in parameter_table()))
        self.one, self.other, self.reason = first, other, reason


def _contradictions(book: str, rules: Table) -> None:
    def clash(first: str, other: str, reason: str) -> None:
        raise Contradiction(
            f"House rules: “{first}” and “{other}” contradict each other: {reason}",
            first,
            other,
            reason,
        )

    income = rules.get("tax.income")
    commit = rules.get("tax.income-commit")
    if commit is not None:
        in_force = income if income is not None else parameter_table()["tax.income"][book]
        if (in_force == "choice") != (commit == "before-count"):
            clash(
                "tax.income-commit",
                "tax.income",
                "if players can choose the tax, they choose before they add up what they "
                "own; otherwise, there is nothing to set.",
            )
    bidders = rules.get("auction.bidders")
    second = rules.get("purchase.no-second-thoughts")
    if (
        bidders is not None
        and second is not None
        and (bidders == "all") != (second == "may bid at auction")
    ):
        clash(
            "auction.bidders",
            "purchase.no-second-thoughts",
            "one allows a bid from the player who declined, and the other forbids it.",
        )
    if "stock" in rules and "shortage.supply" in rules:
        houses, hotels = str(rules["shortage.supply"]).split("/")
        if tuple(rules["stock"]) != (int(houses), int(hotels)):
            clash("stock", "shortage.supply", "they name different numbers of buildings.")
    if rules.get("auctions") is False:
        for key in (
            "auction.bidders",
            "auction.opening-bid",
            "purchase.no-second-thoughts",
            "shortage.auction",
            "shortage.opening-bid",
        ):
            if key in rules:
                clash("auctions", key, "without auctions, this rule has no effect.")


# ---------------------------------------------------------------- rules


def default_decks(edition: str, book: str) -> str:
    """The decks for an edition and a book if a record names none (RECORD.md)."""
    decks = next(row["decks"] for row in rule_texts("books")["book"] if row["id"] == book)
    return str(decks.get(edition, decks["atlantic-city"]))


def make_rules(
    book: str,
    edition: str | Table = "atlantic-city",
    decks: str | None = None,
    variant: str = "standard",
    house_rules: Table | None = None,
) -> Rules:
    """The rules of a game. ``edition`` is a built-in id or a table with the schema of an edition file.

    Raises :class:`LoadError` with a sentence for anything unknown, out of range or contradictory.
    """
    if not isinstance(book, str) or book not in BOOKS:
        raise LoadError(
            f"There is no rulebook “{str(book)[:40]}”. Choose one of: {', '.join(BOOKS)}."
        )
    if isinstance(edition, str):
        if edition not in EDITIONS:
            raise LoadError(
                f"There is no board “{edition[:40]}”. Choose one of: {', '.join(EDITIONS)}, "
                "or give your own board as a table."
            )
        board = built_in_edition(edition)
    elif isinstance(edition, Mapping):
        board = own_edition(edition)
    else:
        raise LoadError("“edition” must be a name or a table.")
    own = board.source is not None and (
        "chance" in board.source or "community-chest" in board.source
    )
    if own and board.source is not None and decks is None:
        decks_id, cards = board.id, decks_of(board.source, "Board file", board.words)
    else:
        decks_id = default_decks(board.id, book) if decks is None else decks
        if not isinstance(decks_id, str) or decks_id not in DECK_SETS:
            raise LoadError(
                f"There are no decks “{str(decks_id)[:40]}”. Choose one of: {', '.join(DECK_SETS)}."
            )
        cards = built_in_decks(decks_id)
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise LoadError(
            f"There is no variant “{str(variant)[:40]}”. Choose one of: {', '.join(VARIANTS)}.",
            ("short-game.offered",),
        )
    house = check_house_rules(book, house_rules or {})
    values = {id: by_book[book] for id, by_book in parameter_table().items()}
    if variant == "short" and values["short-game.offered"] != "yes":
        raise LoadError("This rulebook has no Short Game.", ("short-game.offered",))
    official = not any(departs(book, key, value) for key, value in house.items())
    values |= {key: value for key, value in house.items() if key in values}
    _couple(values, house)
    return _compile(book, variant, board, decks_id, cards, house, official, values)


def departs(book: str, key: str, value: object) -> bool:
    """Whether a value in the table of house rules departs from the rulebook, so that the game is not
    official."""
    if key in AGREED_LIMITS:
        return False
    by_book = parameter_table().get(key)
    allowed = BOOK_OPTIONS.get(key, {}).get(book, ())
    return by_book is None or (value not in allowed and value != by_book[book])


# Houses and hotels for all 22 streets at once. With such a stock there is never a shortage.
_PLENTY: Final = (88, 22)
_NEVER: Final = "not applicable"


def _couple(values: dict[str, Any], house: Mapping[str, Any]) -> None:
    """Adjust in ``values`` the parameters that depend on others, so that they match the house rules and
    show the actual rules of the game."""
    if "purchase.no-second-thoughts" in house and "auction.bidders" not in house:
        may_bid = values["purchase.no-second-thoughts"] == "may bid at auction"
    else:
        may_bid = values["auction.bidders"] == "all"
    values["auction.bidders"] = "all" if may_bid else "all but decliner"
    values["purchase.no-second-thoughts"] = (
        "may bid at auction" if may_bid else "barred until next landing"
    )
    values["tax.income-commit"] = "before-count" if values["tax.income"] == "choice" else _NEVER
    if "stock" in house:
        values["shortage.supply"] = "/".join(str(n) for n in house["stock"])
    houses, hotels = stock_of(values)
    plenty = houses >= _PLENTY[0] and hotels >= _PLENTY[1]
    for clause, usual in (
        ("shortage.auction", "contested houses or hotels"),
        ("shortage.opening-bid", 1),
    ):
        if plenty:
            values[clause] = _NEVER
        elif values[clause] == _NEVER:
            values[clause] = usual


def stock_of(values: Mapping[str, Any]) -> tuple[int, int]:
    """The Bank's stock of houses and hotels by the values of the parameters."""
    houses, hotels = str(values["shortage.supply"]).split("/")
    return int(houses), int(hotels)


def _by_seat(amount: Any) -> tuple[int, ...]:
    return tuple(amount) if isinstance(amount, (list, tuple)) else (amount,) * MOST_SEATS


def _rounded_tenth(amount: int) -> int:
    # Rounded up: the Bank is owed at least a tenth, and there is no smaller unit (ruling:
    # mortgage.interest-base).
    return -(-amount // 10)


def _compile(
    book: str,
    variant: str,
    board: Edition,
    decks_id: str,
    cards: tuple[tuple[Card, ...], tuple[Card, ...]],
    house: dict[str, Any],
    official: bool,
    values: dict[str, Any],
) -> Rules:
    spaces = board.spaces
    rents = [space.rents for space in spaces]
    if board.source is None:
        rents[THIRD_YELLOW] = (values["rent.marvin-gardens"], *rents[THIRD_YELLOW][1:])

    def interest(clause: str) -> tuple[int, ...]:
        printed = values[clause] == "printed-price"
        return tuple(_rounded_tenth(space.price if printed else space.mortgage) for space in spaces)

    lift = interest("mortgage.interest-base")
    cost = [0] * SPACES
    members: list[tuple[int, ...]] = [()] * SPACES
    for group in board.groups:
        for i in group.members:
            cost[i], members[i] = group.house_cost, group.members
    for kind in ("railroad", "utility"):
        same = tuple(s.index for s in spaces if s.kind == kind)
        for i in same:
            members[i] = same
    parking = house.get("free-parking", 0)
    low = values["shortage.opening-bid"]
    return Rules(
        book=book,
        variant=variant,
        edition=board,
        decks_id=decks_id,
        decks=cards,
        house_rules=house,
        official=official,
        values=values,
        kind=tuple(s.kind for s in spaces),
        price=tuple(s.price for s in spaces),
        rents=tuple(rents),
        mortgage_value=tuple(s.mortgage for s in spaces),
        lift_cost=tuple(s.mortgage + extra for s, extra in zip(spaces, lift, strict=True)),
        transfer_interest=interest("mortgage.transfer-interest"),
        estate_interest=interest("bankruptcy.mortgaged-interest"),
        cost=tuple(cost),
        members=tuple(members),
        streets=tuple(s.index for s in spaces if s.kind == "street"),
        ownable=tuple(s.index for s in spaces if s.kind in DEED_KINDS),
        jail_at=next(s.index for s in spaces if s.kind == "jail"),
        starting_cash=house.get("starting-cash", 1500),
        salary=_by_seat(house.get("salary", 200)),
        go_landing_double=house.get("go-landing") == "double",
        salary_by_every_card=book != "australian",  # go.second-salary-by-card
        lap_first=house.get("lap-first", False),
        turn_step=-1 if values["turn.order"] == "right" else 1,
        auctions=house.get("auctions", True),
        decliner_bids=values["auction.bidders"] == "all",
        mortgage_bars_purchase=values["purchase.mortgage-same-move"] == "forbidden",
        opening_bid=values["auction.opening-bid"],
        claim_limit={"none": 0, "next-player-throw": 1, "second-following-throw": 2}[
            values["rent.claim-deadline"]
        ],
        utility_by_anyone=values["rent.utility-multiplier"] == "both-owned-by-anyone",
        utility_fresh=values["rent.utility-dice"] == "fresh",
        rent_in_jail=house.get("rent-in-jail", True),
        card_returns_late=values["cards.return-timing"] == "on-token-move-or-turn-pass",
        income_tax="flat" if values["tax.income"].startswith("flat") else values["tax.income"],
        luxury_tax=values["tax.luxury"],
        jail_fine=50,
        fine_turns=2 if values["jail.fine-window"] == "turns-1-2" else 3,
        exit_doubles_again=values["jail.exit-doubles-extra-throw"].startswith("yes"),
        parking=0 if parking == "pot" else parking,
        pot=parking == "pot",
        even=house.get("build-evenly", True),
        stock=stock_of(values),
        building_opening_bid=low if isinstance(low, int) else 1,
        top=4 if variant == "short" else 5,
        bare_group=values["mortgage.bare-group"] == "group",
        liquidated=values["bankruptcy.to-player"] == "liquidated",
        short=variant == "short",
        limit_rounds=house.get("limit-rounds", 0),
        limit_minutes=house.get("limit-minutes", 0),
    )
