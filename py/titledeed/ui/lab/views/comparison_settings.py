"""The settings of one side of a comparison: the form, its fields, the resulting record, their summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ....bots import BY_ID
from ....engine.errors import LoadError
from ....engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    DECK_SETS,
    EDITIONS,
    built_in_edition,
    make_rules,
    rule_texts,
)
from ....lab import batch_games
from ....language import rule_clauses
from ....language.catalogue import Catalogue
from ....language.numbers import Numbers
from ....language.sentence_parts import SentenceParts
from ....storage.board_file_check import Boards
from ...setup_form import (
    PREFIX,
    Fields,
    FormError,
    board_of,
    book_of,
    book_row,
    house_rules_of_form,
    variant_of,
)
from ...views.setup.house_rules import HouseForm
from ...views.view_context_and_shared_parts import bot_name
from ..state.comparison_form import (
    BOTS,
    SEATS,
    bots_of,
    edition_in,
    seats_of,
)

if TYPE_CHECKING:
    from ...views.types import ChoiceOption
    from .types import DifferingSetting, EntryField, SettingsView, SideForm

_MOST_NAMED: Final = 3  # settings that the short text names
_USUAL: Final = {"cash": "1500", "salary": "200"}


def bot_label(_: Catalogue, bot: str) -> str:
    """The name of a bot in the laboratory. Runs of the command line may have bots from files."""
    return bot_name(_, bot) if bot in BY_ID else bot


# ---------------------------------------------------------------- games of older bots


def older_games(_: Catalogue, older: Sequence[str]) -> str:
    """A sentence about games in which these bots played differently than now; "" if there are none."""
    if not older:
        return ""
    return _.count(
        "{bots} plays differently now than in these games. The games and results stay as they are.",
        "{bots} play differently now than in these games. The games and results stay as they are.",
        len(older),
        bots=_.listed([bot_label(_, bot) for bot in older]),
    )


def no_more_games(_: Catalogue) -> str:
    """Why no games can be added to those of older bots, and what to do."""
    return _(
        "You can’t add games to these, because new games would be played differently. To "
        "play new ones, plan a simulation."
    )


def older_worksheet(_: Catalogue, older: Sequence[str]) -> str:
    """A sentence about a worksheet that was written when these bots played differently; "" if there are
    none."""
    if not older:
        return ""
    return _.count(
        "{bots} plays differently now than when this worksheet was written, so the "
        "results may differ.",
        "{bots} play differently now than when this worksheet was written, so the results "
        "may differ.",
        len(older),
        bots=_.listed([bot_label(_, bot) for bot in older]),
    )


# ---------------------------------------------------------------- what cannot be played


def fault_sentences(wrong: Sequence[Mapping[str, str]], _: Catalogue) -> list[str]:
    """The faults of both sides as sentences that name the side, the seat and the field."""
    labels = {
        "cash": _("Starting cash"),
        "salary": _("{Salary}"),
        "at": _("{Token} starts on"),
        "deeds": _("{Deeds} at the start"),
        "bot": _("Played by"),
    }
    sentences = []
    for letter, side in zip("AB", wrong, strict=True):
        for name, fault in side.items():
            kind, _dash, n = name.partition("-")
            if kind in labels and n.isdigit():
                sentences.append(
                    _(
                        "{side}, seat {n}, {field}: {fault}",
                        side=letter,
                        n=int(n) + 1,
                        field=labels[kind],
                        fault=fault,
                    )
                )
            else:
                sentences.append(_("{side}: {fault}", side=letter, fault=fault))
    return list(dict.fromkeys(sentences))


# ---------------------------------------------------------------- in words


def setting_facts(fields: Fields, _: Catalogue, boards: Boards) -> list[tuple[str, str]]:
    """The settings as pairs of label and value, in words."""
    count = seats_of(fields)
    book = book_of(fields)
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    board = edition_in(fields, boards)
    numbers = Numbers(board, _.language)
    spaces = {space.id: _.space_name(space.name, space.kind) for space in board.spaces}
    facts = [
        (_("Rulebook"), _(names[book])),
        (_("Board"), board.name),
        (_("Seats"), str(count)),
        (_("Length"), _("Short Game") if variant_of(fields) == "short" else _("Full game")),
        (_("Bots"), players_in_words(fields, _)),
    ]
    if fields.get("decks") in DECK_SETS:
        facts.append((_("Cards"), deck_names(_)[fields["decks"]]))
    for name, label in (("cash", _("Starting cash")), ("salary", _("{Salary}"))):
        amounts_typed = [fields.get(f"{name}-{n}", "").strip() for n in range(count)]
        if any(amounts_typed):
            usual = _USUAL[name]
            amounts = [
                numbers.money(int(x or usual)) if (x or usual).isdigit() else x
                for x in amounts_typed
            ]
            facts.append((label, " · ".join(amounts)))
    for name, label in (("at", _("{Token} starts on")), ("deeds", _("{Deeds} at the start"))):
        amounts_typed = [fields.get(f"{name}-{n}", "").strip() for n in range(count)]
        if any(amounts_typed):
            shown = [spaces.get(text, text) or "–" for text in amounts_typed]
            facts.append((label, " · ".join(shown)))
    first = fields.get("first", "")
    if first.isdigit() and int(first) < count:
        facts.append((_("First to move"), _("seat {n}", n=int(first) + 1)))
    try:
        rules = make_rules(
            book,
            board_of(fields, boards),
            None,
            variant_of(fields),
            house_rules_of_form(fields, _, book),
        )
        parts = SentenceParts(rules, [], _)
        for key, value in rules.house_rules.items():
            if key in rule_clauses.house_rules():
                label, words = (
                    rule_clauses.house_rules()[key]["label"],
                    rule_clauses.house_value(parts, key, value),
                )
            else:
                label = rule_clauses.parameter_words()[key]["label"]
                words = rule_clauses.value_in_words(parts, key, value)
            facts.append((parts.data(label), words))
    except (FormError, LoadError):
        pass
    return facts


def players_in_words(fields: Fields, _: Catalogue) -> str:
    """The bots by seat, or a single one for all seats."""
    players = [bot_label(_, bot) for bot in bots_of(fields)]
    return _("only {bot}", bot=players[0]) if len(set(players)) == 1 else _.series(players)


def deck_names(_: Catalogue) -> dict[str, str]:
    """The names of the pairs of decks, by id."""
    return {
        "us-1936": _("American, 1936"),
        "us-2008": _("American, 2008"),
        "uk-classic": _("British"),
    }


def comparison_settings_view(sides: Sequence[Fields], _: Catalogue, boards: Boards) -> SettingsView:
    """The settings in which the two sides differ as rows, and those they share as a text."""
    facts = [dict(setting_facts(side, _, boards)) for side in sides]
    labels = list(dict.fromkeys([*facts[0], *facts[1]]))
    usual = _("as in the rulebook")
    rows: list[DifferingSetting] = [
        {"label": label, "a": facts[0].get(label, usual), "b": facts[1].get(label, usual)}
        for label in labels
        if facts[0].get(label) != facts[1].get(label)
    ]
    same = [
        _("{label}: {value}.", label=label, value=facts[0][label])
        for label in labels
        if label in facts[0] and facts[0].get(label) == facts[1].get(label)
    ]
    return {
        "rows": rows,
        "differ": _what_differs([row["label"] for row in rows], _),
        "same": _("The same in both: {settings}", settings=" ".join(same)),
    }


def _what_differs(labels: Sequence[str], _: Catalogue) -> str:
    """What tells A from B, in few words: the setting if there is only one, else a sentence."""
    if not labels:
        return _("A and B are the same.")
    if len(labels) == 1:
        return labels[0]
    if len(labels) <= _MOST_NAMED:
        return _("A and B differ in: {settings}.", settings=_.listed(labels))
    return _("A and B differ in {n} settings.", n=len(labels))


def form_view(
    fields: Fields, side: int, _: Catalogue, boards: Boards, wrong: Mapping[str, str]
) -> SideForm:
    """The view of one side's form; ``side``: 0 for A, 1 for B; ``wrong``: its faults."""
    book = book_of(fields)
    board = edition_in(fields, boards)
    house_form = HouseForm(fields, _, book, board_of(fields, boards), variant_of(fields))
    chosen = fields.get
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}

    def options(values: Sequence[tuple[str, str]], name: str, usual: str) -> list[ChoiceOption]:
        now = chosen(name) or usual
        return [{"value": v, "label": text, "chosen": v == now} for v, text in values]

    def entry(name: str) -> EntryField:
        return {"text": chosen(name, ""), "fault": wrong.get(name, "")}

    count = seats_of(fields)
    spaces = [("", _("the usual space"))] + [
        (s.id, _.space_name(s.name, s.kind))
        for s in board.spaces
        if s.kind != "go-to-jail" and s.index
    ]
    house = house_form.view()
    return {
        "id": "ab"[side],
        "letter": "AB"[side],
        "books": options([(id, _(names[id])) for id in BOOKS], "rulebook", "modern"),
        "boards": options(
            [(id, built_in_edition(id).name) for id in EDITIONS]
            + [(id, str(table["name"])) for id, table in boards.items()],
            "edition",
            "atlantic-city",
        ),
        "lengths": options(
            [("standard", _("Full game")), ("short", _("Short Game"))], "variant", "standard"
        )
        if "short" in book_row(book)["variants"]
        else [],
        "decks": options([("", _("standard")), *deck_names(_).items()], "decks", ""),
        "counts": options([(n, n) for n in SEATS], "seats", "4"),
        "first": options(
            [("", _("highest throw"))] + [(str(n), _("seat {n}", n=n + 1)) for n in range(count)],
            "first",
            "",
        ),
        "seats": [
            {
                "n": n,
                "bots": options(
                    [(id, bot_label(_, id)) for id in BOTS], f"bot-{n}", batch_games.POLICY
                ),
                "cash": entry(f"cash-{n}"),
                "salary": entry(f"salary-{n}"),
                "deeds": entry(f"deeds-{n}"),
                "at": entry(f"at-{n}"),
                "bot": entry(f"bot-{n}"),
                "spaces": options(spaces, f"at-{n}", ""),
            }
            for n in range(count)
        ],
        "rules": house["rules"],
        "players": {
            "says": players_in_words(fields, _),
            "differs": False,
            "refused": any("-" in name and not name.startswith(PREFIX) for name in wrong),
        },
        "house": {
            "says": house["summary"],
            "differs": False,
            "refused": bool(house["error"]) or any(name.startswith(PREFIX) for name in wrong),
        },
        "example": ", ".join(
            f"{space.name}: 2" for space in [s for s in board.spaces if s.kind == "street"][-2:]
        ),
        "error": "" if any(name.startswith(PREFIX) for name in wrong) else house_form.error,
        "faults": wrong,
        "other": "BA"[side],
        "differs": [],
    }


def mark_differences(forms: Sequence[SideForm]) -> list[SideForm]:
    """Both forms, with the names of the fields whose contents differ."""
    one, other = (_contents(form) for form in forms)
    differs = [name for name, value in one.items() if name in other and other[name] != value]
    house = any(name.startswith(PREFIX) for name in differs)
    players = any("-" in name and not name.startswith(PREFIX) for name in differs)
    return [
        {
            **form,
            "differs": differs,
            "house": {**form["house"], "differs": house},
            "players": {**form["players"], "differs": players},
        }
        for form in forms
    ]


def _contents(form: SideForm) -> dict[str, str]:
    """What the fields of a form show, by name. An empty number counts as the usual one in its place."""
    choices = {
        "rulebook": form["books"],
        "edition": form["boards"],
        "variant": form["lengths"],
        "decks": form["decks"],
        "seats": form["counts"],
        "first": form["first"],
    }
    contents: dict[str, str] = {}
    for seat in form["seats"]:
        n = seat["n"]
        choices |= {f"bot-{n}": seat["bots"], f"at-{n}": seat["spaces"]}
        contents[f"cash-{n}"] = seat["cash"]["text"].strip() or _USUAL["cash"]
        contents[f"salary-{n}"] = seat["salary"]["text"].strip() or _USUAL["salary"]
        contents[f"deeds-{n}"] = seat["deeds"]["text"].strip()
    for row in form["rules"]:
        if "options" in row:
            choices[row["name"]] = row["options"]
        elif "on" in row:
            contents[row["name"]] = str(row["on"])
        contents |= {
            field["name"]: field["value"].strip() or str(field["placeholder"])
            for field in row["also"]
        }
    contents |= {
        name: option["value"]
        for name, options in choices.items()
        for option in options
        if option["chosen"]
    }
    return contents
