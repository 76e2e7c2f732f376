"""The views of the rules: one clause, a whole book by topics, two books side by side."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...engine.rulebook_loader_and_rules_compiler import (
    AGREED_LIMITS,
    BOOK_OPTIONS,
    BOOKS,
    clause_table,
    parameter_table,
    rule_texts,
)
from ...language.catalogue import Catalogue
from ...language.rule_clauses import (
    TOPICS,
    book_name,
    changed_by,
    describe_clause,
    differences,
    house_rules,
    house_value,
    parameter_words,
    value_in_words,
)
from ...language.sentence_parts import SentenceParts
from ..state import AppState, Reading
from .setup import setup
from .view_context_and_shared_parts import Cache

if TYPE_CHECKING:
    from .dialogs.types import (
        ChangedRule,
        ClauseBase,
        ClauseRow,
        ComparedRow,
        OtherBooks,
        RulesGroup,
        RulesView,
        RuleViewRow,
        WhyView,
    )

_SHORT: Final = "short-game."


def rules_placeholders(app: AppState) -> SentenceParts:
    """The rules and words of the game, or else of the choices in the set-up form."""
    if app.narrator is not None:
        return app.narrator.parts
    rules = setup.rules_of(app.setup, app.catalogue, app.boards)
    return SentenceParts(rules, [], Catalogue.of(app.catalogue.language, rules.edition))


def clause_element_id(id: str) -> str:
    """The id of a clause's element in the dialog."""
    return "rule-" + id.replace(".", "-")


def _offers_short_game(book: str) -> bool:
    return "short" in next(
        row["variants"] for row in rule_texts("books")["book"] if row["id"] == book
    )


def _has(book: str, id: str) -> bool:
    """Whether a book has a clause: not every book describes a Short Game."""
    return not id.startswith(_SHORT) or id == f"{_SHORT}offered" or _offers_short_game(book)


# ---------------------------------------------------------------- one clause


def why_view(app: AppState, ids: str) -> WhyView:
    """The view of a clause, with the titles of related ones. Raises :class:`LoadError` for an unknown id.

    ``ids``: the clause's id, then those of the others, separated by spaces."""
    id, *others = ids.split()
    parts = rules_placeholders(app)
    view = describe_clause(parts, id)
    return {
        "id": view["id"],
        "title": view["title"],
        "text": view["text"],
        "here": view["here"],
        "value": view["value"],
        "ruling": view["ruling"],
        "idle": view["idle"],
        "changed": why_changed(parts, id),
        "book": view["book"],
        "books": view["books"],
        "listed": id.startswith("house.") or _has(parts.rules.book, id),
        "others": [
            {"id": other, "title": describe_clause(parts, other)["title"]} for other in others
        ],
    }


def why_changed(parts: SentenceParts, id: str) -> str:
    """A text: the rule of this table in place of a clause; "" if it plays by the book."""
    book, values = parts.rules.book, parameter_table().get(id)
    told = [
        _by_house_rule(parts, key, id)
        for key in house_rules()
        if id in changed_by(parts.rules, key)
    ]
    if values is not None and parts.rules.values[id] != values[book]:
        value = value_in_words(parts, id, parts.rules.values[id])
        if parts.rules.values[id] in BOOK_OPTIONS.get(id, {}).get(book, ()):
            told.append(
                parts._("The rulebook leaves this open. In this game: {value}.", value=value)
            )
        elif not told:
            told.append(parts._("House rule: {value}.", value=value))
    return " ".join(told)


def _by_house_rule(parts: SentenceParts, key: str, id: str) -> str:
    row = house_rules()[key]
    label = parts.data(row["label"])
    value = house_value(parts, key, parts.rules.house_rules[key])
    if key in AGREED_LIMITS:
        return parts._("{label}: {value}.", label=label, value=value)
    if row["kind"] == "switch" and id != f"house.{key}":
        return parts._("House rule: {rule}", rule=parts.data(row["text"]))
    return parts._("House rule: {label}, {value}.", label=label, value=value)


# ---------------------------------------------------------------- a book


def rules_view(app: AppState, cache: Cache | None = None) -> RulesView:
    """The view of the rules dialog.

    A folded topic has its ``rows`` only if it contains the wanted clause or was unfolded by
    ``unfold_view``. Rendering all rows at once would delay the dialog.
    """
    cache = cache or Cache()
    parts, reading = rules_placeholders(app), app.reading
    rows: Sequence[RuleViewRow]
    if reading.compare:
        rows = _compared(parts, reading.left, reading.right)
        topics = list(dict.fromkeys(row["topic"] for row in rows))
    else:
        rows, topics = [], list(_by_topic(parts))
    topic = reading.topic if reading.topic in topics else ""
    wanted = folded_text(reading.query).split()
    # Topics are folded until people search or choose.
    up = not (wanted or topic or reading.compare)
    if up:
        groups = [
            _folded_up(reading.at, cache, parts, id, ids) for id, ids in _by_topic(parts).items()
        ]
        count = _count_sentence(parts, reading, 0, sum(group["n"] for group in groups), 0)
    else:
        cache.unfolded.clear()
        if not reading.compare:
            rows = _rows(cache, parts, [id for ids in _by_topic(parts).values() for id in ids])
        shown = [row for row in rows if topic in ("", row["topic"])]
        matching = [row for row in shown if all(word in row["search"] for word in wanted)]
        groups = [
            _group(parts, id, [row for row in matching if row["topic"] == id])
            for id in dict.fromkeys(row["topic"] for row in matching)
        ]
        idle = sum(bool(row["idle"]) for row in matching)
        count = _count_sentence(parts, reading, len(shown), len(matching), idle)
    return {
        "book": book_name(parts, parts.rules.book),
        "compare": reading.compare,
        "query": reading.query,
        "changes": _changes(differences(parts)),
        "agreed": _changes(differences(parts, house=False)),
        "books": [
            {
                "id": book,
                "name": book_name(parts, book),
                "left": book == reading.left,
                "right": book == reading.right,
            }
            for book in BOOKS
        ],
        "topics": [
            {"id": id, "name": parts.data(TOPICS[id]), "chosen": id == topic} for id in topics
        ],
        "found": count,
        "groups": groups,
        "folded": up,
        "at": reading.at,
        "sides": [book_name(parts, book) for book in (reading.left, reading.right)]
        if reading.compare
        else [],
    }


def unfold_view(app: AppState, topic: str, cache: Cache) -> list[ClauseRow]:
    """The rows of a topic. From now on ``rules_view`` includes them too, while topics are folded."""
    parts = rules_placeholders(app)
    cache.unfolded.add(topic)
    return _rows(cache, parts, _by_topic(parts)[topic])


def _by_topic(parts: SentenceParts) -> dict[str, list[str]]:
    """The ids of the clauses of the book in force, by topic."""
    ids: dict[str, list[str]] = {}
    for id, row in clause_table().items():
        if _has(parts.rules.book, id):
            ids.setdefault(row["topic"], []).append(id)
    return ids


def _folded_up(
    at: str, cache: Cache, parts: SentenceParts, topic: str, ids: list[str]
) -> RulesGroup:
    here = at in ids
    if here:
        cache.unfolded.add(topic)
    rows = _rows(cache, parts, ids) if topic in cache.unfolded else []
    return {**_group(parts, topic, rows), "open": here, "n": len(ids)}


def _group(parts: SentenceParts, topic: str, rows: Sequence[RuleViewRow]) -> RulesGroup:
    return {
        "id": topic,
        "name": parts.data(TOPICS[topic]),
        "open": False,
        "n": len(rows),
        "rows": rows,
    }


def _count_sentence(parts: SentenceParts, reading: Reading, total: int, n: int, idle: int) -> str:
    """A sentence with the number of clauses that are shown."""
    if reading.query.strip():
        if not n:
            return parts._("No rule contains all these words.")
        return parts.n_("{n} of {all} rules found.", "{n} of {all} rules found.", n, all=total)
    if not reading.compare:
        return parts.n_("{n} rule", "{n} rules", n)
    left, right = book_name(parts, reading.left), book_name(parts, reading.right)
    if left == right:
        return parts._("Choose two different rulebooks.")
    text = parts.n_(
        "{left} and {right} differ in {n} rule.",
        "{left} and {right} differ in {n} rules.",
        n,
        left=left,
        right=right,
    )
    if idle:
        text += " " + parts.n_(
            "{n} of them makes no difference in play.",
            "{n} of them make no difference in play.",
            idle,
        )
    return text


def _changes(sentences: Mapping[str, str]) -> list[ChangedRule]:
    """The views of these sentences about house rules, by key."""
    return [
        {"text": text, "clause": id, "dom": clause_element_id(id)}
        for key, text in sentences.items()
        for id in [key if key in clause_table() else f"house.{key}"]
    ]


def _rows(cache: Cache, parts: SentenceParts, ids: Sequence[str]) -> list[ClauseRow]:
    """The views of these clauses. They are cached, as a search goes through all of them with each letter
    typed."""
    game_rules = parts.rules
    known = (
        game_rules.book,
        game_rules.variant,
        game_rules.edition,
        str(game_rules.house_rules),
        parts.catalogue.language,
    )
    if cache.clauses[0] != known:
        cache.clauses = (known, {})
    rows = cache.clauses[1]
    for id in ids:
        if id not in rows:
            rows[id] = _row(parts, id)
    return [rows[id] for id in ids]


def _row(parts: SentenceParts, id: str) -> ClauseRow:
    view, book = describe_clause(parts, id), parts.rules.book
    row = clause_table()[id]
    own = next(says for says in view["books"] if says["id"] == book)
    silent = book not in row.get("books", {})
    label = view["title"] if id in parameter_words() else ""
    shown: ClauseRow = {
        "id": id,
        "dom": clause_element_id(id),
        "topic": row["topic"],
        "title": label,
        "text": view["text"],
        "says": parts._("This rulebook doesn’t mention it.") if silent else own["says"],
        "value": own["value"],
        "reading": book in row.get("assumed", ()),
        "here": view["here"],
        "ruling": view["ruling"],
        "idle": view["idle"],
        "others": _others(parts, id, own["value"]),
        "alike": "" if id in parameter_table() else _alike(parts, id),
        "changed": why_changed(parts, id),
    }
    return {**shown, "search": _search(parts, shown, [view["here"], shown["changed"]])}


def _others(parts: SentenceParts, id: str, own: str) -> list[OtherBooks]:
    """The books with other rules, grouped by the rule."""
    values: Mapping[str, Any] = parameter_table().get(id, {})
    groups: dict[str, list[str]] = {}
    for book, value in values.items():
        words = value_in_words(parts, id, value)
        if words != own:
            groups.setdefault(words, []).append(book_name(parts, book))
    return [{"names": parts.listed(names), "says": words} for words, names in groups.items()]


def _alike(parts: SentenceParts, id: str) -> str:
    """For a clause on which no book differs: a sentence about the books that do not mention it."""
    silent = [book_name(parts, book) for book in BOOKS if book in clause_table()[id]["silent"]]
    if id.startswith(_SHORT):
        return parts._("No other rulebook has a Short Game.")
    if not silent:
        return parts._("All five rulebooks say so.")
    return parts.n_(
        "No rulebook says otherwise; {books} says nothing.",
        "No rulebook says otherwise; {books} say nothing.",
        len(silent),
        books=parts.listed(silent),
    )


# ---------------------------------------------------------------- two books


def differing_clauses(left: str, right: str) -> list[str]:
    """The ids of the clauses in which two books differ: by value, or because only one has the clause."""
    return [
        id
        for id in clause_table()
        if _has(left, id) != _has(right, id)
        or (id in parameter_table() and parameter_table()[id][left] != parameter_table()[id][right])
    ]


def _compared(parts: SentenceParts, left: str, right: str) -> list[ComparedRow]:
    rows: list[ComparedRow] = []
    for id in differing_clauses(left, right):
        view, words = describe_clause(parts, id), parameter_words().get(id)
        says = {book["id"]: book for book in view["books"]}
        row: ComparedRow = {
            "id": id,
            "dom": clause_element_id(id),
            "topic": clause_table()[id]["topic"],
            "title": view["title"] if words else "",
            "text": view["text"],
            "idle": view["idle"],
            "sides": [
                {
                    "name": says[book]["name"],
                    "value": says[book]["value"]
                    or ("" if _has(book, id) else parts._("has no Short Game")),
                    "says": says[book]["says"] if book in clause_table()[id]["books"] else "",
                    "reading": book in clause_table()[id].get("assumed", ()),
                }
                for book in (left, right)
            ],
        }
        more = [text for side in row["sides"] for text in (side["value"], side["says"])]
        rows.append({**row, "search": _search(parts, row, more)})
    return rows


# ---------------------------------------------------------------- searching


_THOUSANDS: Final = re.compile(r"(?<=\d)[.,’'\s](?=\d{3}(?!\d))")


def folded_text(text: str) -> str:
    """A text for searching: without case, accents, soft hyphens, the sign § and thousands separators."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c) and c not in "§\u00ad")
    return _THOUSANDS.sub("", bare)


def _search(parts: SentenceParts, row: ClauseBase, more: Iterable[str]) -> str:
    topic = parts.data(TOPICS[row["topic"]])
    return folded_text(" ".join([row["id"], topic, row["title"], row["text"], *more]))
