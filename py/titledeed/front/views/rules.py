"""The views of the rules: one clause, a whole book by topics, two books side by side."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...engine.books import BOOK_OPTIONS, BOOKS, clauses, parameters, texts
from ...language.catalogue import Catalogue
from ...language.clauses import (
    TOPICS,
    book_name,
    changed_by,
    clause,
    differences,
    house_rules,
    house_value,
    parameter_words,
    value_in_words,
)
from ...language.pieces import Parts
from ..desk import Desk, Reading
from .bits import Cache, Data
from .setup import setup

_SHORT: Final = "short-game."


def parts(desk: Desk) -> Parts:
    """The rules and words of the game, else those that the set-up form has chosen."""
    if desk.teller is not None:
        return desk.teller.parts
    rules = setup.rules_of(desk.setup, desk.catalogue, desk.boards)
    return Parts(rules, [], Catalogue(desk.catalogue.language, rules.edition.words))


def dom(id: str) -> str:
    """The id of a clause's element in the dialog."""
    return "rule-" + id.replace(".", "-")


def _offers_short_game(book: str) -> bool:
    return "short" in next(row["variants"] for row in texts("books")["book"] if row["id"] == book)


def _has(book: str, id: str) -> bool:
    """Whether a book has a clause: not every book describes a Short Game."""
    return not id.startswith(_SHORT) or id == f"{_SHORT}offered" or _offers_short_game(book)


# ---------------------------------------------------------------- one clause


def why(desk: Desk, ids: str) -> Data:
    """The view of a clause, with the titles of related ones. ``ids``: the clause's id, then those of the
    others, separated by spaces. Raises :class:`Unloadable` for an unknown id."""
    id, *others = ids.split()
    p = parts(desk)
    view = clause(p, id)
    return {
        **{key: view[key] for key in ("id", "title", "text", "here", "value", "ruling", "idle")},
        "changed": why_changed(p, id),
        "book": view["book"],
        "books": view["books"],
        "listed": id.startswith("house.") or _has(p.rules.book, id),
        "others": [{"id": other, "title": clause(p, other)["title"]} for other in others],
    }


def why_changed(p: Parts, id: str) -> str:
    """A text: what this table plays instead of a clause; "" if it plays by the book."""
    book, values = p.rules.book, parameters().get(id)
    told = [_by_house_rule(p, key, id) for key in house_rules() if id in changed_by(p.rules, key)]
    if values is not None and p.rules.values[id] != values[book]:
        value = value_in_words(p, id, p.rules.values[id])
        if p.rules.values[id] in BOOK_OPTIONS.get(id, {}).get(book, ()):
            told.append(
                p._("The book leaves it to the table; this table chose: {value}.", value=value)
            )
        elif not told:
            told.append(p._("Not by the book: {value}.", value=value))
    return " ".join(told)


def _by_house_rule(p: Parts, key: str, id: str) -> str:
    row = house_rules()[key]
    if row["kind"] == "switch" and id != f"house.{key}":
        return p._("Not by the book: {rule}", rule=p.data(row["text"]))
    return p._(
        "Not by the book: {label}, {value}.",
        label=p.data(row["label"]),
        value=house_value(p, key, p.rules.house_rules[key]),
    )


# ---------------------------------------------------------------- a book


def rules(desk: Desk, cache: Cache | None = None) -> Data:
    """The view of the rules dialog.

    A folded topic has its ``rows`` only if the wanted clause is in it or ``unfold`` was called for it: to
    render all rows at once would delay the dialog.
    """
    cache = cache or Cache()
    p, reading = parts(desk), desk.reading
    if reading.compare:
        rows = _compared(p, reading.left, reading.right)
        topics = list(dict.fromkeys(row["topic"] for row in rows))
    else:
        rows, topics = [], list(_by_topic(p))
    topic = reading.topic if reading.topic in topics else ""
    wanted = folded(reading.query).split()
    # Topics are folded until people search or choose.
    up = not (wanted or topic or reading.compare)
    if up:
        groups = [_folded_up(reading.at, cache, p, id, ids) for id, ids in _by_topic(p).items()]
        count = _count_sentence(p, reading, 0, sum(group["n"] for group in groups), 0)
    else:
        cache.unfolded.clear()
        if not reading.compare:
            rows = _rows(cache, p, [id for ids in _by_topic(p).values() for id in ids])
        shown = [row for row in rows if topic in ("", row["topic"])]
        matching = [row for row in shown if all(word in row["search"] for word in wanted)]
        groups = [
            _group(p, id, [row for row in matching if row["topic"] == id])
            for id in dict.fromkeys(row["topic"] for row in matching)
        ]
        idle = sum(bool(row["idle"]) for row in matching)
        count = _count_sentence(p, reading, len(shown), len(matching), idle)
    return {
        "book": book_name(p, p.rules.book),
        "compare": reading.compare,
        "query": reading.query,
        "changes": _changes(p),
        "official": p.rules.official,
        "books": [
            {
                "id": book,
                "name": book_name(p, book),
                "left": book == reading.left,
                "right": book == reading.right,
            }
            for book in BOOKS
        ],
        "topics": [{"id": id, "name": p.data(TOPICS[id]), "chosen": id == topic} for id in topics],
        "found": count,
        "groups": groups,
        "folded": up,
        "at": reading.at,
        "sides": [book_name(p, book) for book in (reading.left, reading.right)]
        if reading.compare
        else [],
    }


def unfold(desk: Desk, topic: str, cache: Cache) -> list[Data]:
    """The rows of a topic. From now on ``rules`` includes them too, while topics are folded."""
    p = parts(desk)
    cache.unfolded.add(topic)
    return _rows(cache, p, _by_topic(p)[topic])


def _by_topic(p: Parts) -> dict[str, list[str]]:
    """The ids of the clauses of the book in force, by topic."""
    ids: dict[str, list[str]] = {}
    for id, row in clauses().items():
        if _has(p.rules.book, id):
            ids.setdefault(row["topic"], []).append(id)
    return ids


def _folded_up(at: str, cache: Cache, p: Parts, topic: str, ids: list[str]) -> Data:
    here = at in ids
    if here:
        cache.unfolded.add(topic)
    rows = _rows(cache, p, ids) if topic in cache.unfolded else []
    return _group(p, topic, rows) | {"open": here, "n": len(ids)}


def _group(p: Parts, topic: str, rows: list[Data]) -> Data:
    return {
        "id": topic,
        "name": p.data(TOPICS[topic]),
        "open": False,
        "n": len(rows),
        "rows": rows,
    }


def _count_sentence(p: Parts, reading: Reading, total: int, n: int, idle: int) -> str:
    """A sentence that says how many clauses are shown."""
    if reading.query.strip():
        if not n:
            return p._("No rule has all of these words.")
        return p.n_("{n} rule of {all} found.", "{n} rules of {all} found.", n, all=total)
    if not reading.compare:
        return p.n_("{n} rule", "{n} rules", n)
    left, right = book_name(p, reading.left), book_name(p, reading.right)
    if left == right:
        return p._("Choose two different books.")
    text = p.n_(
        "{left} and {right} differ in {n} rule.",
        "{left} and {right} differ in {n} rules.",
        n,
        left=left,
        right=right,
    )
    if idle:
        text += " " + p.n_(
            "{n} of them makes no difference to play.",
            "{n} of them make no difference to play.",
            idle,
        )
    return text


def _changes(p: Parts) -> list[Data]:
    """The rules that this table has changed, by house rules or by choices that the book leaves open."""
    changed = p.rules.house_rules
    return [
        {"text": text, "clause": id, "dom": dom(id)}
        for key, text in zip(changed, differences(p), strict=True)
        for id in [key if key in clauses() else f"house.{key}"]
    ]


def _rows(cache: Cache, p: Parts, ids: Sequence[str]) -> list[Data]:
    """The views of these clauses. They are cached, as a search goes through all of them with each letter
    typed."""
    game_rules = p.rules
    known = (
        game_rules.book,
        game_rules.variant,
        game_rules.edition,
        str(game_rules.house_rules),
        p.catalogue.language,
    )
    if cache.clauses[0] != known:
        cache.clauses = (known, {})
    rows = cache.clauses[1]
    for id in ids:
        if id not in rows:
            rows[id] = _row(p, id)
    return [rows[id] for id in ids]


def _row(p: Parts, id: str) -> Data:
    view, book = clause(p, id), p.rules.book
    row = clauses()[id]
    own = next(says for says in view["books"] if says["id"] == book)
    silent = book not in row.get("books", {})
    label = view["title"] if id in parameter_words() else ""
    shown = {
        "id": id,
        "dom": dom(id),
        "topic": row["topic"],
        "title": label,
        "text": view["text"],
        "says": p._("This book does not mention it.") if silent else own["says"],
        "value": own["value"],
        "reading": book in row.get("assumed", ()),
        "here": view["here"],
        "ruling": view["ruling"],
        "idle": view["idle"],
        "others": _others(p, id, own["value"]),
        "alike": "" if id in parameters() else _alike(p, id),
        "changed": why_changed(p, id),
    }
    return shown | {"search": _search(p, shown, [view["here"], shown["changed"]])}


def _others(p: Parts, id: str, own: str) -> list[Data]:
    """The books that say something else, grouped by what they say."""
    values: Mapping[str, Any] = parameters().get(id, {})
    groups: dict[str, list[str]] = {}
    for book, value in values.items():
        words = value_in_words(p, id, value)
        if words != own:
            groups.setdefault(words, []).append(book_name(p, book))
    return [{"names": p.listed(names), "says": words} for words, names in groups.items()]


def _alike(p: Parts, id: str) -> str:
    """For a clause on which no book differs: a sentence about the books that do not mention it."""
    silent = [book_name(p, book) for book in BOOKS if book in clauses()[id]["silent"]]
    if id.startswith(_SHORT):
        return p._("No other book has a Short Game.")
    if not silent:
        return p._("All five books say so.")
    return p.n_(
        "No book says otherwise; {books} says nothing.",
        "No book says otherwise; {books} say nothing.",
        len(silent),
        books=p.listed(silent),
    )


# ---------------------------------------------------------------- two books


def differing(left: str, right: str) -> list[str]:
    """The ids of the clauses in which two books differ: by value, or because only one has the clause."""
    return [
        id
        for id in clauses()
        if _has(left, id) != _has(right, id)
        or (id in parameters() and parameters()[id][left] != parameters()[id][right])
    ]


def _compared(p: Parts, left: str, right: str) -> list[Data]:
    rows = []
    for id in differing(left, right):
        view, words = clause(p, id), parameter_words().get(id)
        says = {book["id"]: book for book in view["books"]}
        row: Data = {
            "id": id,
            "dom": dom(id),
            "topic": clauses()[id]["topic"],
            "title": view["title"] if words else "",
            "text": view["text"],
            "idle": view["idle"],
            "sides": [
                {
                    "name": says[book]["name"],
                    "value": says[book]["value"]
                    or ("" if _has(book, id) else p._("has no Short Game")),
                    "says": says[book]["says"] if book in clauses()[id]["books"] else "",
                    "reading": book in clauses()[id].get("assumed", ()),
                }
                for book in (left, right)
            ],
        }
        more = [text for side in row["sides"] for text in (side["value"], side["says"])]
        rows.append(row | {"search": _search(p, row, more)})
    return rows


# ---------------------------------------------------------------- searching


def folded(text: str) -> str:
    """A text for searching: without case, accents, soft hyphens and the sign §."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c) and c not in "§\u00ad")


def _search(p: Parts, row: Data, more: Iterable[str]) -> str:
    topic = p.data(TOPICS[row["topic"]])
    return folded(" ".join([row["id"], topic, row["title"], row["text"], *more]))
