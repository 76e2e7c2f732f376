"""The view of the set-up form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ....bots import CHOOSABLE
from ....bots.strategy_ids import is_strategy
from ....bots.written_bots import is_written
from ....engine.board_and_rules_types import Rules
from ....engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    default_words,
    edition_table,
    rule_texts,
)
from ....language.catalogue import Catalogue, nouns_in
from ....language.sentence_parts import SentenceParts
from ....storage.board_file_check import BoardFileResult, Boards
from ....storage.written_bots import WrittenBots
from ...setup_form import (
    FEWEST,
    FULL,
    HALF_HOUR,
    LIMITS,
    MOST,
    OWN,
    PREFIX,
    Fields,
    board_of,
    book_of,
    book_row,
    half_hour_of,
    length_of,
    player_kind,
    seat_count,
    tokens_of,
    tokens_on,
    variant_of,
)
from ..view_context_and_shared_parts import bot_name
from .bot_profiles import bot_line
from .house_rules import HouseForm, plain_choice

if TYPE_CHECKING:
    from ..types import (
        BoardChoice,
        BoardFileView,
        ChoiceOption,
        FileFaultView,
        LengthChoice,
        RuleRow,
        SetupForm,
    )


# ---------------------------------------------------------------- the view


def setup_view(
    fields: Fields,
    _: Catalogue,
    boards: Boards,
    written: WrittenBots,
    *,
    error: str = "",
    trial: BoardFileResult | None = None,
) -> SetupForm:
    """The view of the form. ``boards``: the editions from files; ``written``: the bots from files;
    ``trial``: the result of the last board's file."""
    n = seat_count(fields)
    tokens = tokens_of(fields, tokens_on(fields, boards))
    book = book_of(fields)
    kinds = [
        ("person", _("Person")),
        *((bot, bot_name(_, bot)) for bot in (*CHOOSABLE, *written)),
    ]
    own = [player_kind(fields, i) for i in range(n)]
    kinds += [(bot, bot_name(_, bot)) for bot in {*own} - {value for value, _label in kinds}]
    alone = sum(player_kind(fields, i) == "person" for i in range(n)) == 1
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
                "kind": player_kind(fields, i),
                "person": player_kind(fields, i) == "person",
                "who": names.get(player_kind(fields, i)) or bot_name(_, player_kind(fields, i)),
                "line": bot_line(_, player_kind(fields, i)),
                "written": is_written(player_kind(fields, i))
                or is_strategy(player_kind(fields, i)),
            }
            for i in range(n)
        ],
        "kinds": [{"value": value, "label": label} for value, label in kinds],
        "can_add": n < MOST,
        "can_remove": n > FEWEST,
        "error": error,
        "note": _("This game has {rules}.", rules=house["summary"]) if house["said"] else "",
        "books": [
            {
                "id": row["id"],
                "name": _(row["name"]),
                "note": _book_note(form.parts, row),
                "chosen": row["id"] == book,
            }
            for row in rule_texts("books")["book"]
            if row["id"] in BOOKS
        ],
        "boards": _boards(fields, _, book, boards),
        "own": [{"id": id, "name": table["name"]} for id, table in boards.items()],
        "own_bots": [{"id": id, "name": bot_name(_, id)} for id in written],
        "trial": _trial(_, trial) if trial is not None else None,
        "choice": _choice(fields, _, boards, house["summary"] if house["said"] else ""),
        "ways": _ways(fields, _, book, form),
        "lengths": _lengths(fields, _),
        "limit": _limit(fields, _),
        "limits": form.limits(),
        "house": house,
    }


def _choice(fields: Fields, _: Catalogue, boards: Boards, house: str) -> str:
    """The choices in one line: book, board, players, and the number of house rules."""
    seats = range(seat_count(fields))
    people = sum(player_kind(fields, n) == "person" for n in seats)
    bots = len(seats) - people
    who = []
    if people == 1:
        who.append(_("you"))
    elif people:
        who.append(_.count("{n} person", "{n} people", people))
    if bots:
        who.append(_.count("{n} bot", "{n} bots", bots))
    board = board_of(fields, boards)
    table = edition_table(board) if isinstance(board, str) else board
    book = _("{book} rules", book=_(book_row(book_of(fields))["name"]))
    name = _(table["name"]) if isinstance(board, str) else table["name"]
    return " · ".join(part for part in (book, name, " + ".join(who), house) if part)


def _boards(fields: Fields, _: Catalogue, book: str, boards: Boards) -> list[BoardChoice]:
    """All boards: the book's usual one first, those from files last."""
    chosen = board_of(fields, boards)
    usual, *others = book_row(book)["editions"]
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
            "{file} can’t be used yet: fix {n} mistake.",
            "{file} can’t be used yet: fix {n} mistakes.",
            len(faults),
            file=trial.file,
        )
    return {"title": title, "faults": faults, "good": not faults}


def _book_note(parts: SentenceParts, row: Mapping[str, Any]) -> str:
    """A book's character, and its three main differences."""
    return " ".join(map(parts.data, (row["line"], *row["differences"][:3])))


def _lengths(fields: Fields, _: Catalogue) -> list[LengthChoice]:
    """The lengths of a game. One's own limits are a choice only while there are any."""
    chosen = length_of(fields)
    limited = _.count(
        "{n} round, then the richest player wins",
        "{n} rounds, then the richest player wins",
        half_hour_of(fields),
    )
    lengths = [
        (HALF_HOUR, _("Half an hour"), limited),
        (FULL, _("Full game"), _("until one player is left")),
    ]
    if chosen == OWN:
        lengths.append((OWN, _("Your own limit"), _limit(fields, _)))
    return [
        {"value": value, "label": label, "note": note, "chosen": value == chosen}
        for value, label, note in lengths
    ]


def _limit(fields: Fields, _: Catalogue) -> str:
    """The limits of rounds and minutes, in words."""
    limits = []
    rounds, minutes = (fields.get(PREFIX + key, "").strip() for key in LIMITS)
    if length_of(fields) == HALF_HOUR:
        rounds = str(half_hour_of(fields))
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
            _("With real dice and cards on a real board, the program is the {banker} and referee."),
            [
                ("dealt", _("by the program")),
                ("by-hand", _("real ones, entered here")),
            ],
        ),
        choice(
            "rent",
            _("Rent"),
            _(
                "Under the rules, owners must claim rent in time. The program can do it for "
                "all players."
            ),
            [
                ("automatic", _("is collected automatically")),
                ("asked", _("must be claimed")),
            ],
        ),
    ]
    if "short" in book_row(book)["variants"]:
        options = [("standard", _("Standard game")), ("short", _("Short Game"))]
        text = _("This rulebook’s Short Game takes about an hour.")
        views.append(choice("variant", _("Variant"), text, options))
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


def contradiction_in_form(fields: Fields, _: Catalogue, boards: Boards) -> str:
    """A sentence about the contradiction in the house rules, or ""."""
    return _form(fields, _, boards).error


def rules_of(fields: Fields, _: Catalogue, boards: Boards) -> Rules:
    """The rules that the form describes; the book's own if they contradict each other."""
    return _form(fields, _, boards).rules


def _form(fields: Fields, _: Catalogue, boards: Boards) -> HouseForm:
    return HouseForm(fields, _, book_of(fields), board_of(fields, boards), variant_of(fields))


def catalogue_of(language: str, fields: Fields, boards: Boards) -> Catalogue:
    """The messages with the words of the chosen board."""
    board = board_of(fields, boards)
    table = edition_table(board) if isinstance(board, str) else board
    return Catalogue(language, {**default_words(), **table.get("words", {})}, nouns=nouns_in(table))
