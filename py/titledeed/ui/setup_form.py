"""The fields of the set-up form: their changes, and the resulting record and house rules.

The field of a house rule is named after it: ``house:salary``, ``house:jail.fine-window``. An empty
field means the rule of the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from ..bots import BOTS
from ..bots.strategy_ids import is_strategy
from ..bots.written_bots import is_bot
from ..engine.notation import LONGEST_NAME, WIDEST_NAME, columns
from ..engine.record import Record, Seat
from ..engine.rulebook_loader_and_rules_compiler import (
    AGREED_LIMITS,
    BOOKS,
    EDITIONS,
    Table,
    parameter_table,
    rule_texts,
)
from ..game.strategy_seats import with_strategies
from ..language.catalogue import Catalogue
from ..language.sanitize import clean_text
from ..storage.board_file_check import Boards
from ..storage.written_bots import WrittenBots

TOKENS: Final = ("anchor", "kite", "rook", "bell", "acorn", "snail", "hourglass", "quill")
NAMES: Final = ("Ada", "Grace", "Emmy", "Alan", "Sofia", "Kurt", "Hypatia", "Ben")
MOST: Final = 8
FEWEST: Final = 2

Fields = Mapping[str, str]

PREFIX: Final = "house:"
LIMITS: Final = AGREED_LIMITS
# The lengths of a game that the form offers as equals, and OWN: the form has a limit of its own.
HALF_HOUR: Final = "half-hour"
FULL: Final = "full"
OWN: Final = "own"
# Seconds of a turn at normal speed, with its share of auctions and trades (``bench length``).
_PERSON_TURN: Final = 31.0
_BOT_TURN: Final = 3.0
_HALF_HOUR_SECONDS: Final = 1_800.0
_FEWEST_ROUNDS: Final = 5
# Values that make no sense on a screen, such as a choice of the direction of play.
_LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "turn.order": frozenset({"left (right optional)"}),
}


class FormError(Exception):
    """The form cannot make a game; the message is a sentence for people."""


def default_fields() -> dict[str, str]:
    """The fields of the default game: a person against three bots, by the modern book."""
    fields = {"rulebook": "modern", "edition": "atlantic-city", "rent": "automatic", "length": FULL}
    for n, kind in enumerate(("person", "builder", "dealer", "hoarder")):
        fields |= {f"name-{n}": NAMES[n], f"kind-{n}": kind, f"token-{n}": TOKENS[n]}
    return fields


def seat_count(fields: Fields) -> int:
    """The number of seats in the form."""
    return sum(f"name-{n}" in fields for n in range(MOST))


def player_kind(fields: Fields, n: int) -> str:
    """Return the player of a seat: "person" or the id of a bot."""
    kind = fields.get(f"kind-{n}", "person")
    return kind if kind == "person" or is_bot(kind) or is_strategy(kind) else "person"


def tokens_on(fields: Fields, boards: Boards) -> tuple[str, ...]:
    """The tokens to choose from: those that the chosen board names, and others only if it has too few."""
    named = boards.get(fields.get("edition", ""), {}).get("x-tokens")
    own = [token for token in TOKENS if isinstance(named, list) and token in named]
    rest = [token for token in TOKENS if token not in own]
    return tuple(own if len(own) >= seat_count(fields) else own + rest)


def tokens_of(fields: Fields, offered: tuple[str, ...] = TOKENS) -> list[str]:
    """Each seat's token; one that is not offered, or that is taken, is replaced by a free one."""
    taken: list[str] = []
    for n in range(seat_count(fields)):
        token = fields.get(f"token-{n}", "")
        if token not in offered or token in taken:
            token = next(t for t in offered if t not in taken)
        taken.append(token)
    return taken


def book_of(fields: Fields) -> str:
    """Return the chosen rulebook, or the modern one if it is unknown."""
    book = fields.get("rulebook", "modern")
    return book if book in BOOKS else "modern"


def board_of(fields: Fields, boards: Boards) -> str | dict[str, Any]:
    """The chosen edition: a name, or the table of a file."""
    id = fields.get("edition", "")
    if id in boards:
        return boards[id]
    return id if id in EDITIONS else "atlantic-city"


def chosen_book_and_edition(fields: Fields, boards: Boards) -> tuple[str, str | dict[str, Any]]:
    """The chosen book and edition, in the form that a record takes."""
    return book_of(fields), board_of(fields, boards)


def variant_of(fields: Fields) -> str:
    """The variant: "short" if it is chosen and the book has a Short Game, else "standard"."""
    offered = book_row(book_of(fields))["variants"]
    return "short" if fields.get("variant") == "short" and "short" in offered else "standard"


def book_row(book: str) -> Mapping[str, Any]:
    """The row of a rulebook in books.toml."""
    row: Mapping[str, Any] = next(row for row in rule_texts("books")["book"] if row["id"] == book)
    return row


def clean_name(name: str) -> str:
    """A name in the form that records and tables of several devices allow."""
    name = clean_text(name, LONGEST_NAME)
    while columns(name) > WIDEST_NAME:
        name = clean_text(name[:-1], LONGEST_NAME)
    return name


# ---------------------------------------------------------------- changes


def with_seat(fields: Fields) -> dict[str, str]:
    """Return the fields with one more seat, with a free name and token."""
    n = seat_count(fields)
    if n >= MOST:
        return dict(fields)
    names = {fields[f"name-{i}"].strip().casefold() for i in range(n)}
    name = next(name for name in NAMES if name.casefold() not in names)
    token = next(token for token in TOKENS if token not in tokens_of(fields))
    return {**fields, f"name-{n}": name, f"kind-{n}": "dealer", f"token-{n}": token}


def with_bot(fields: Fields, bot: str, name: str) -> tuple[dict[str, str], int]:
    """The fields with this bot in place of a built-in bot, and its seat.

    That is the first such seat, or else the last one. It takes the bot's name if no other has it."""
    n = seat_count(fields)
    seats = [i for i in range(n) if player_kind(fields, i) in BOTS] or [n - 1]
    seat = next((i for i in range(n) if fields.get(f"kind-{i}") == bot), seats[0])
    taken = {fields[f"name-{i}"].strip().casefold() for i in range(n) if i != seat}
    named = clean_name(name)
    if not named or named.casefold() in taken:
        named = fields[f"name-{seat}"]
    return {**fields, f"kind-{seat}": bot, f"name-{seat}": named}, seat


def without_seat(fields: Fields, gone: int) -> dict[str, str]:
    """The fields without a seat; the later seats move up."""
    n = seat_count(fields)
    if n <= FEWEST or not 0 <= gone < n:
        return dict(fields)
    new = dict(fields)
    for i in range(gone, n - 1):
        for key in ("name", "kind", "token"):
            new[f"{key}-{i}"] = new[f"{key}-{i + 1}"]
    for key in ("name", "kind", "token"):
        del new[f"{key}-{n - 1}"]
    return new


def next_token(fields: Fields, seat: int, offered: tuple[str, ...] = TOKENS) -> dict[str, str]:
    """The fields with the next free token for a seat."""
    taken = tokens_of(fields, offered)
    if not 0 <= seat < len(taken):
        return dict(fields)
    at = offered.index(taken[seat])
    order = [*offered[at + 1 :], *offered[:at]]
    free = next((token for token in order if token not in taken), taken[seat])
    return {**fields, f"token-{seat}": free}


def with_usual_board(before: Fields, fields: Fields) -> dict[str, str]:
    """Return the fields after a change of book.

    If the board was the former book's usual one, the new book's usual board is chosen."""
    old, new = book_of(before), book_of(fields)
    if old != new and fields.get("edition") == book_row(old)["editions"][0]:
        return {**fields, "edition": book_row(new)["editions"][0]}
    return dict(fields)


def by_the_book(fields: Fields) -> dict[str, str]:
    """The form without any house rule. Limits stay, as they are none."""
    limits = {PREFIX + key for key in LIMITS}
    return {n: v for n, v in fields.items() if n in limits or not n.startswith(PREFIX)}


# ---------------------------------------------------------------- the length of a game


def half_hour_rounds(people: int, bots: int) -> int:
    """The limit of rounds that makes a game last about half an hour at normal speed.

    Measured by ``python3 build.py bench length`` for people who take five seconds a decision."""
    seconds = people * _PERSON_TURN + bots * _BOT_TURN
    return max(_FEWEST_ROUNDS, round(_HALF_HOUR_SECONDS / seconds / 5) * 5)


def half_hour_of(fields: Fields) -> int:
    """The rounds of half an hour for the players in the form."""
    seats = range(seat_count(fields))
    people = sum(player_kind(fields, n) == "person" for n in seats)
    return half_hour_rounds(people, max(len(seats), FEWEST) - people)


def length_of(fields: Fields) -> str:
    """The chosen length: limits that people have entered themselves come before the two offered ones."""
    if any(fields.get(PREFIX + key, "").strip() for key in LIMITS):
        return OWN
    return HALF_HOUR if fields.get("length") == HALF_HOUR else FULL


def with_length(before: Fields, fields: Fields) -> dict[str, str]:
    """Return the fields after a change. Choosing one of the offered lengths drops limits of one's own."""
    chosen = fields.get("length", "")
    new = dict(fields)
    if chosen in (HALF_HOUR, FULL) and chosen != before.get("length", chosen):
        new |= {PREFIX + key: "" for key in LIMITS if PREFIX + key in fields}
    return {**new, "length": length_of(new)}


# ---------------------------------------------------------------- what the fields say


def record_of_form(
    fields: Fields, _: Catalogue, seed: int, boards: Boards, written: WrittenBots | None = None
) -> Record:
    """Return the record of the game that the form describes. Raises :class:`FormError` with a sentence.

    ``Session.start`` refuses later what the rules do not allow."""
    edition = fields.get("edition", "atlantic-city")
    seats: list[Seat] = []
    tokens = tokens_of(fields, tokens_on(fields, boards))
    for n in range(seat_count(fields)):
        name = clean_name(fields.get(f"name-{n}", ""))
        if not name:
            raise FormError(_("Player {n} needs a name.", n=n + 1))
        if any(name.casefold() == seat.name.casefold() for seat in seats):
            raise FormError(
                _("Two players are called {name}. Give them different names.", name=name)
            )
        kind = player_kind(fields, n)
        seats.append(Seat(name, "" if kind == "person" else kind, tokens[n]))
    return Record(
        rulebook=fields.get("rulebook", "modern"),
        seats=seats,
        edition=boards.get(edition, edition),
        variant=variant_of(fields),
        seed=seed,
        rent="asked" if fields.get("rent") == "asked" else "automatic",
        chance="by-hand" if fields.get("chance") == "by-hand" else "dealt",
        house_rules=house_rules_of_form(fields, _, book_of(fields)),
        extra=with_strategies({}, [seat.bot for seat in seats], written or {}),
    )


@cache
def house_rule_rows(kind: str) -> Mapping[str, Table]:
    """The rows of house-rules.toml of this kind, by id."""
    return {row["id"]: row for row in rule_texts("house-rules")[kind]}


def book_options(book: str) -> list[Table]:
    """The rules that a book itself leaves to the table to choose."""
    return [row for row in rule_texts("house-rules")["option"] if book in row["books"]]


def house_rules_of_form(fields: Fields, _: Catalogue, book: str) -> dict[str, Any]:
    """The house rules that are set, and the book's own options. Raises :class:`FormError`."""
    changes: dict[str, Any] = {}
    if length_of(fields) == HALF_HOUR:
        fields = {**fields, f"{PREFIX}limit-rounds": str(half_hour_of(fields))}
    for key, row in house_rule_rows("house").items():
        value = _house_value(fields, _, key, row, book)
        if value is not None:
            changes[key] = value
    for key in parameter_table():
        text = fields.get(PREFIX + key, "")
        for value in other_values(key, book):
            if str(value) == text:
                changes[key] = value
    return changes


def _house_value(fields: Fields, _: Catalogue, key: str, row: Table, book: str) -> Any:
    """Return the value of a house rule that is in no book; None if it does not apply."""
    name = PREFIX + key
    text = fields.get(name, "").strip()
    if key == "free-parking" and text == "sum":
        return _amount(fields.get(f"{name}:sum", "") or str(row["suggest"]), _, row)
    match row["kind"]:
        case "switch":
            return row["suggest"] if text else None
        case "choice":
            return text if text in row["choices"] else None
        case "pair":
            parts = [fields.get(f"{name}:{part}", "").strip() for part in ("houses", "hotels")]
            if not any(parts):
                return None
            stock = str(parameter_table()["shortage.supply"][book]).split("/")
            return [_amount(part or n, _, row) for part, n in zip(parts, stock, strict=True)]
        case _ if text in row.get("choices", ()):
            return text
        case _:
            return _amount(text, _, row) if text and row.get("choices") is None else None


def _amount(text: str, _: Catalogue, row: Table) -> int:
    low, high = row["min"], row["max"]
    text = text.strip()
    if not text.isascii() or not text.isdigit() or not low <= int(text[:9]) <= high:
        raise FormError(
            _(
                "{label}: enter a whole number from {low} to {high}.",
                label=_(row["label"]),
                low=low,
                high=high,
            )
        )
    return int(text[:9])


def other_values(key: str, book: str) -> list[Any]:
    """The values of a parameter other than this book's own."""
    row = house_rule_rows("parameter")[key]
    if row.get("fixed"):
        return []
    mine = parameter_table()[key][book]
    option = next((o for o in book_options(book) if o["id"] == key), None)
    if option is not None:
        return [value for value in option["choices"] if value != option["official"]]
    named = {str(v): v for v in parameter_table()[key].values()}
    values = [named.get(name, name) for name in row["names"]]
    if mine == "left (right optional)":
        mine = "left"
    left_out = _LEFT_OUT.get(key, frozenset())
    return [v for v in values if v != mine and str(v) not in left_out]
