"""The house rules in the set-up form: their rows, and a sentence for each departure from the book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ....engine.board_and_rules_types import Rules
from ....engine.errors import LoadError
from ....engine.rulebook_loader_and_rules_compiler import (
    Contradiction,
    Table,
    clause_table,
    make_rules,
    parameter_table,
)
from ....language.catalogue import Catalogue
from ....language.rule_clauses import TOPICS, differences
from ....language.sentence_parts import SentenceParts
from ...setup_form import (
    LIMITS,
    PREFIX,
    Fields,
    FormError,
    book_options,
    house_rule_rows,
    house_rules_of_form,
    other_values,
)

if TYPE_CHECKING:
    from ..types import (
        ChoiceOption,
        HouseRulesView,
        NumberField,
        RuleRow,
        RuleTopic,
    )


# ---------------------------------------------------------------- the view


class HouseForm:
    """The rows of the form.

    ``rules``: those that the fields make, or the book's own if there is an ``error`` (a sentence).
    ``parts``: make texts with the money of the board."""

    def __init__(
        self, fields: Fields, _: Catalogue, book: str, board: str | Table, variant: str
    ) -> None:
        self._ = _
        self._fields = fields
        self._book = book
        self.parts = SentenceParts(make_rules(book, board), [], _)
        self.error = ""
        self._clash: tuple[str, ...] = ()
        self.rules: Rules = self.parts.rules
        try:
            changes = house_rules_of_form(fields, _, book)
            self.rules = make_rules(book, board, None, variant, changes)
        except FormError as fault:
            self.error = str(fault)
        except Contradiction as clash:
            self._clash = (clash.one, clash.other)
            self.error = contradiction_text(self.parts, clash)
        except LoadError as trouble:
            self.error = _.sentence(str(trouble))

    def view(self) -> HouseRulesView:
        """The view of all house rules, and of those in force."""
        _ = self._
        rows = house_rule_rows("house")
        topics: dict[str, list[RuleRow]] = {}
        idle: list[RuleRow] = []
        own = {option["id"] for option in book_options(self._book)}
        for key in parameter_table():
            if key in own or not other_values(key, self._book):
                continue
            row = self._parameter(key)
            if row["idle"]:
                idle.append(row)
            else:
                topics.setdefault(clause_table()[key]["topic"], []).append(row)
        sentences = self._departures()
        return {
            "summary": self._summary(sentences),
            "official": self.rules.official,
            "error": self.error,
            "said": sentences,
            "rules": [self._house(key, row) for key, row in rows.items() if key not in LIMITS],
            "topics": [
                *(self._topic(_(TOPICS[topic]), rows) for topic, rows in topics.items()),
                *([self._topic(_("No effect on play"), idle)] if idle else []),
            ],
        }

    def options(self) -> list[RuleRow]:
        """The rows of the choices that the book leaves to the table. With them a game remains official."""
        rows: list[RuleRow] = []
        for row in book_options(self._book):
            options = [
                ("" if c == row["official"] else str(c), self.parts.data(row["names"][str(c)]))
                for c in row["choices"]
            ]
            rows.append({**self._choice(row["id"], row, options), "changed": False})
        return rows

    def limits(self) -> list[RuleRow]:
        """The rows of the limits of rounds and minutes."""
        rows = house_rule_rows("house")
        return [self._house(key, rows[key]) for key in LIMITS]

    # ------------------------------------------------------------ in short

    def _departures(self) -> list[str]:
        """A sentence for each departure from the book."""
        return list(differences(SentenceParts(self.rules, [], self._)).values())

    def _summary(self, sentences: Sequence[str]) -> str:
        if self.error:
            return self._("not valid yet")
        n = len(sentences)
        if not n:
            return self._("none chosen")
        return self._.count("{n} house rule", "{n} house rules", n)

    # ------------------------------------------------------------ rows

    def _topic(self, name: str, rows: list[RuleRow]) -> RuleTopic:
        n = sum(row["changed"] for row in rows)
        note = self._.count("{n} change", "{n} changes", n) if n else ""
        return {"name": name, "note": note, "rules": rows}

    def _row(self, key: str, row: Table, kind: str, changed: bool) -> RuleRow:
        text = row.get("text") or clause_table().get(key, {}).get("text", "")
        return {
            "kind": kind,
            "name": PREFIX + key,
            "label": self._(row["label"]),
            "text": self.parts.data(text),
            "idle": self.parts.data(row.get("idle", "")),
            "changed": changed,
            "clash": key in self._clash,
            "also": [],
        }

    def _parameter(self, key: str) -> RuleRow:
        row = house_rule_rows("parameter")[key]
        mine = parameter_table()[key][self._book]
        names = row["names"]
        usual = self._("{value} (as in the rulebook)", value=self.parts.data(names[str(mine)]))
        options = [("", usual)]
        options += [(str(v), self.parts.data(names[str(v)])) for v in other_values(key, self._book)]
        return self._choice(key, row, options)

    def _choice(self, key: str, row: Table, options: Iterable[tuple[str, str]]) -> RuleRow:
        name = PREFIX + key
        chosen = self._fields.get(name, "")
        choices: list[ChoiceOption] = [
            {"value": v, "label": text, "chosen": v == chosen} for v, text in options
        ]
        changed = any(option["chosen"] and option["value"] for option in choices)
        return {**self._row(key, row, "choice", changed), "options": choices}

    def _house(self, key: str, row: Table) -> RuleRow:
        _, fields = self._, self._fields
        checked = fields.get(PREFIX + key, "")
        match row["kind"]:
            case "switch":
                on = bool(checked)
                return {**self._row(key, row, "check", on), "on": on}
            case "choice":
                options = [("", _("no (as in the rulebook)"))]
                options += [(c, self.parts.data(row["names"][c])) for c in row["choices"]]
                return self._choice(key, row, options)
            case "pair":
                stock = str(parameter_table()["shortage.supply"][self._book]).split("/")
                labels = (_("{Houses}"), _("{Hotels}"))
                both = [
                    self._number(row, f"{key}:{part}", label, n)
                    for part, label, n in zip(("houses", "hotels"), labels, stock, strict=True)
                ]
                changed = any(number["value"] for number in both)
                return {**self._row(key, row, "numbers", changed), "also": both}
            case _ if row.get("choices"):
                return self._parking(key, row)
            case _:
                official = row["official"]
                number = self._number(
                    row, key, _(row["label"]), str(official) if official != "" else _("none")
                )
                view = self._row(key, row, "numbers", bool(number["value"]))
                return {**view, "also": [number]}

    def _parking(self, key: str, row: Table) -> RuleRow:
        _ = self._
        options = [("", _("nothing (as in the rulebook)")), ("sum", _("a fixed amount"))]
        options += [(c, self.parts.data(row["names"][c])) for c in row["choices"]]
        view = self._choice(key, row, options)
        if self._fields.get(PREFIX + key) == "sum":
            view["also"] = [self._number(row, f"{key}:sum", _("The amount"), str(row["suggest"]))]
        return view

    def _number(self, row: Table, key: str, label: str, placeholder: str) -> NumberField:
        name = PREFIX + key
        return {
            "name": name,
            "label": label,
            "min": row["min"],
            "max": row["max"],
            "value": self._fields.get(name, ""),
            "placeholder": placeholder,
        }


def plain_choice(name: str, label: str, text: str, options: list[ChoiceOption]) -> RuleRow:
    """A row for a choice that is no house rule."""
    return {
        "kind": "choice",
        "name": name,
        "label": label,
        "text": text,
        "idle": "",
        "changed": False,
        "clash": False,
        "also": [],
        "options": options,
    }


def contradiction_text(parts: SentenceParts, clash: Contradiction) -> str:
    """A sentence that names two rules which contradict each other."""
    rows = {**house_rule_rows("parameter"), **house_rule_rows("house")}
    return parts._(
        "“{one}” and “{other}” contradict each other: {why}",
        one=parts.data(rows[clash.one]["label"]),
        other=parts.data(rows[clash.other]["label"]),
        why=parts.data(clash.reason),
    )
