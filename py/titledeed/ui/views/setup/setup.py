"""The set-up form: its view, changes of its fields, and the record that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....bots import BOTS, CHOOSABLE
from ....engine.notation import LONGEST_NAME
from ....engine.record import Record, Seat
from ....engine.rules_compiler import BOOKS, EDITIONS, default_words, edition_table, rule_texts
from ....engine.rules_data import (
    Rules,
)
from ....language.catalogue import Catalogue
from ....language.sanitize import clean_text
from ....storage.board_file_check import BoardFileResult, Boards
from ..context import TOKENS, bot_name
from .bot_profiles import bot_line
from .house_rules import LIMITS, PREFIX, Fields, FormError, HouseForm, house_rules, plain_choice

if TYPE_CHECKING:
    from ..types import (
        BoardChoice,
        BoardFileView,
        ChoiceOption,
        FileFaultView,
        RuleRow,
        SetupForm,
    )

NAMES: Final = ("Ada", "Grace", "Emmy", "Alan", "Sofia", "Kurt", "Hypatia", "Ben")
MOST: Final = 8
FEWEST: Final = 2


def default_fields() -> dict[str, str]:
    """The fields of the default game: a person against three bots, by the modern book."""
    fields = {"rulebook": "modern", "edition": "atlantic-city", "rent": "automatic"}
    for n, kind in enumerate(("person", "builder", "dealer", "hoarder")):
        fields |= {f"name-{n}": NAMES[n], f"kind-{n}": kind, f"token-{n}": TOKENS[n]}
    return fields


def seat_count(fields: Fields) -> int:
    """The number of seats in the form."""
    return sum(f"name-{n}" in fields for n in range(MOST))


def _kind(fields: Fields, n: int) -> str:
    kind = fields.get(f"kind-{n}", "person")
    return kind if kind == "person" or kind in BOTS else "person"


def _tokens(fields: Fields) -> list[str]:
    """Each seat's token; an unknown token, or one that is taken, is replaced by a free one."""
    taken: list[str] = []
    for n in range(seat_count(fields)):
        token = fields.get(f"token-{n}", "")
        if token not in TOKENS or token in taken:
            token = next(t for t in TOKENS if t not in taken)
        taken.append(token)
    return taken


# ---------------------------------------------------------------- changes


def with_seat(fields: Fields) -> dict[str, str]:
    """The fields with one seat more, with a name and a token that are free."""
    n = seat_count(fields)
    if n >= MOST:
        return dict(fields)
    names = {fields[f"name-{i}"].strip().casefold() for i in range(n)}
    name = next(name for name in NAMES if name.casefold() not in names)
    token = next(token for token in TOKENS if token not in _tokens(fields))
    return {**fields, f"name-{n}": name, f"kind-{n}": "dealer", f"token-{n}": token}


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


def next_token(fields: Fields, seat: int) -> dict[str, str]:
    """The fields with the next free token for a seat."""
    taken = _tokens(fields)
    if not 0 <= seat < len(taken):
        return dict(fields)
    at = TOKENS.index(taken[seat])
    order = [*TOKENS[at + 1 :], *TOKENS[:at]]
    free = next((token for token in order if token not in taken), taken[seat])
    return {**fields, f"token-{seat}": free}


# ---------------------------------------------------------------- the record


def record_of_form(fields: Fields, _: Catalogue, seed: int, boards: Boards) -> Record:
    """The record of the game that the form describes. Raises :class:`FormError` with a sentence. What the
    rules do not allow is refused later, by ``Session.start``."""
    edition = fields.get("edition", "atlantic-city")
    seats: list[Seat] = []
    for n in range(seat_count(fields)):
        name = clean_name(fields.get(f"name-{n}", ""))
        if not name:
            raise FormError(_("Seat {n} needs a name.", n=n + 1))
        if any(name.casefold() == seat.name.casefold() for seat in seats):
            raise FormError(_("Two seats are called {name}: give each its own name.", name=name))
        kind = _kind(fields, n)
        seats.append(Seat(name, "" if kind == "person" else kind, _tokens(fields)[n]))
    return Record(
        rulebook=fields.get("rulebook", "modern"),
        seats=seats,
        edition=boards.get(edition, edition),
        variant=_variant(fields),
        seed=seed,
        rent="asked" if fields.get("rent") == "asked" else "automatic",
        chance="by-hand" if fields.get("chance") == "by-hand" else "dealt",
        house_rules=house_rules(fields, _, _book(fields)),
    )


def clean_name(name: str) -> str:
    """A name in the form that records allow."""
    return clean_text(name, LONGEST_NAME)


# ---------------------------------------------------------------- the view


def setup_view(
    fields: Fields,
    _: Catalogue,
    boards: Boards,
    *,
    error: str = "",
    trial: BoardFileResult | None = None,
) -> SetupForm:
    """The view of the form. ``boards``: the editions from files; ``trial``: the result of the last file."""
    n = seat_count(fields)
    tokens = _tokens(fields)
    book = _book(fields)
    kinds = [
        ("person", _("Person")),
        *((bot, bot_name(_, bot)) for bot in CHOOSABLE),
    ]
    alone = sum(_kind(fields, i) == "person" for i in range(n)) == 1
    names = dict(kinds) | ({"person": _("you")} if alone else {})
    form = _form(fields, _, boards)
    house = form.view()
    return {
        "seats": [
            {
                "n": i,
                "name": fields[f"name-{i}"],
                "token": tokens[i],
                "token_name": token_name(_, tokens[i]),
                "kind": _kind(fields, i),
                "person": _kind(fields, i) == "person",
                "who": names.get(_kind(fields, i)) or bot_name(_, _kind(fields, i)),
                "line": bot_line(_, _kind(fields, i)),
            }
            for i in range(n)
        ],
        "kinds": [{"value": value, "label": label} for value, label in kinds],
        "can_add": n < MOST,
        "can_remove": n > FEWEST,
        "error": error,
        "note": _("Not by the book: {rules}.", rules=house["summary"]) if house["said"] else "",
        "books": [
            {
                "id": row["id"],
                "name": _(row["name"]),
                "note": _book_note(_, row),
                "chosen": row["id"] == book,
            }
            for row in rule_texts("books")["book"]
            if row["id"] in BOOKS
        ],
        "boards": _boards(fields, _, book, boards),
        "own": [{"id": id, "name": table["name"]} for id, table in boards.items()],
        "trial": _trial(_, trial) if trial is not None else None,
        "choice": _choice(fields, _, boards, house["summary"] if house["said"] else ""),
        "ways": _ways(fields, _, book, form),
        "limit": _limit(fields, _),
        "limits": form.limits(),
        "house": house,
    }


def _choice(fields: Fields, _: Catalogue, boards: Boards, house: str) -> str:
    """The choices in one line: book, board, players, and the number of house rules."""
    seats = range(seat_count(fields))
    people = sum(_kind(fields, n) == "person" for n in seats)
    bots = len(seats) - people
    who = []
    if people == 1:
        who.append(_("you"))
    elif people:
        who.append(_.count("{n} person", "{n} people", people))
    if bots:
        who.append(_.count("{n} bot", "{n} bots", bots))
    board = _board(fields, boards)
    table = edition_table(board) if isinstance(board, str) else board
    book = _("{book} rules", book=_(_row(_book(fields))["name"]))
    name = _(table["name"]) if isinstance(board, str) else table["name"]
    return " · ".join(part for part in (book, name, " + ".join(who), house) if part)


def _book(fields: Fields) -> str:
    book = fields.get("rulebook", "modern")
    return book if book in BOOKS else "modern"


def chosen_book_and_edition(fields: Fields, boards: Boards) -> tuple[str, str | dict[str, Any]]:
    """The chosen book and edition, in the form that a record takes."""
    return _book(fields), _board(fields, boards)


def _board(fields: Fields, boards: Boards) -> str | dict[str, Any]:
    """The chosen edition: a name, or the table of a file."""
    id = fields.get("edition", "")
    if id in boards:
        return boards[id]
    return id if id in EDITIONS else "atlantic-city"


def _variant(fields: Fields) -> str:
    offered = _row(_book(fields))["variants"]
    return "short" if fields.get("variant") == "short" and "short" in offered else "standard"


def _row(book: str) -> Mapping[str, Any]:
    row: Mapping[str, Any] = next(row for row in rule_texts("books")["book"] if row["id"] == book)
    return row


def _boards(fields: Fields, _: Catalogue, book: str, boards: Boards) -> list[BoardChoice]:
    """All boards: the book's usual one first, those from files last."""
    chosen = _board(fields, boards)
    usual, *others = _row(book)["editions"]
    own: list[BoardChoice] = [
        {
            "id": id,
            "name": _(edition_table(id)["name"]),
            "usual": id == usual,
            "own": False,
            "chosen": id == chosen,
        }
        for id in (usual, *others)
    ]
    files: list[BoardChoice] = [
        {"id": id, "name": table["name"], "usual": False, "own": True, "chosen": table is chosen}
        for id, table in boards.items()
    ]
    return own + files


def _trial(_: Catalogue, trial: BoardFileResult) -> BoardFileView:
    """The result of checking a board's file."""
    faults: list[FileFaultView] = [
        {
            "line": _("Line {n}", n=fault.line) if fault.line else "",
            "text": _.sentence(fault.sentence),
            "quote": fault.quote,
        }
        for fault in trial.faults
    ]
    if not faults:
        title = _("{name} is now on the list of boards.", name=trial.board)
    else:
        title = _.count(
            "{file} can’t be used yet: fix {n} thing.",
            "{file} can’t be used yet: fix {n} things.",
            len(faults),
            file=trial.file,
        )
    return {"title": title, "faults": faults, "good": not faults}


def _book_note(_: Catalogue, row: Mapping[str, Any]) -> str:
    """A book's character, and its three main differences."""
    return " ".join(
        [_(row["line"]), *(_(text) for text in row["differences"][:3])],
    )


def _limit(fields: Fields, _: Catalogue) -> str:
    """The limits of rounds and minutes, in words."""
    limits = []
    rounds, minutes = (fields.get(PREFIX + key, "").strip() for key in LIMITS)
    if rounds.isdigit():
        limits.append(_.count("{n} round", "{n} rounds", int(rounds[:9])))
    if minutes.isdigit():
        limits.append(_.count("{n} minute", "{n} minutes", int(minutes[:9])))
    return " · ".join(limits) or _("none")


def _ways(fields: Fields, _: Catalogue, book: str, form: HouseForm) -> list[RuleRow]:
    """The rows for choices that every book allows, and for those of this book."""

    def choice(name: str, label: str, text: str, options: Sequence[tuple[str, str]]) -> RuleRow:
        chosen = fields.get(name, options[0][0])
        if chosen not in [value for value, _ in options]:
            chosen = options[0][0]
        choices: list[ChoiceOption] = [
            {"value": v, "label": text, "chosen": v == chosen} for v, text in options
        ]
        return plain_choice(name, label, text, choices)

    views: list[RuleRow] = [
        choice(
            "chance",
            _("Dice and cards"),
            _("With real dice and cards on a real board the program is the {banker} and referee."),
            [
                ("dealt", _("by the program")),
                ("by-hand", _("real ones on the table, entered here")),
            ],
        ),
        choice(
            "rent",
            _("Rent"),
            _("By the books, owners must ask in time; the program can do it for everybody."),
            [
                ("automatic", _("is collected for everybody")),
                ("asked", _("must be asked for")),
            ],
        ),
    ]
    if "short" in _row(book)["variants"]:
        options = [("standard", _("Full game")), ("short", _("Short Game"))]
        text = _("The Short Game of this book takes about an hour.")
        views.append(choice("variant", _("Length"), text, options))
    return views + form.options()


def token_name(_: Catalogue, token: str) -> str:
    """The name of a token."""
    match token:
        case "anchor":
            return _("anchor")
        case "kite":
            return _("kite")
        case "rook":
            return _("rook")
        case "bell":
            return _("bell")
        case "acorn":
            return _("acorn")
        case "snail":
            return _("snail")
        case "hourglass":
            return _("hourglass")
        case _:
            return _("quill")


def contradiction(fields: Fields, _: Catalogue, boards: Boards) -> str:
    """A sentence that says what is wrong with the house rules, or ""."""
    return _form(fields, _, boards).error


def rules_of(fields: Fields, _: Catalogue, boards: Boards) -> Rules:
    """The rules that the form describes; the book's own if they contradict each other."""
    return _form(fields, _, boards).rules


def _form(fields: Fields, _: Catalogue, boards: Boards) -> HouseForm:
    return HouseForm(fields, _, _book(fields), _board(fields, boards), _variant(fields))


def words_of(fields: Fields, boards: Boards) -> Mapping[str, str]:
    """The words of the chosen board."""
    board = _board(fields, boards)
    own = (edition_table(board) if isinstance(board, str) else board).get("words", {})
    return {**default_words(), **own}


def with_usual_board(before: Fields, fields: Fields) -> dict[str, str]:
    """The fields after a change: if another book was chosen and the board was the former book's usual one,
    the new book's usual board is chosen too."""
    old, new = _book(before), _book(fields)
    if old != new and fields.get("edition") == _row(old)["editions"][0]:
        return {**fields, "edition": _row(new)["editions"][0]}
    return dict(fields)
