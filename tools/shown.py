"""Writes docs/CLAUSES.md: for every clause and every rulebook, the tests that show it.

It also writes the list of rulings in docs/RULINGS.md, from the data of the clauses.

    python -m tools.shown            write both pages again
    python -m tools.shown --check    say whether they are up to date

A test itself names the clauses that it shows (``@clause`` and ``@shown`` in tests/support/scene.py).
Only the few data tests without such a mark are listed by hand here.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "CLAUSES.md"
RULINGS = ROOT / "docs" / "RULINGS.md"
SCENES = ROOT / "tests" / "engine" / "clauses"
DATA = ROOT / "py" / "titledeed"

BOOKS = tuple(
    row["id"] for row in tomllib.loads((DATA / "books" / "books.toml").read_text("utf-8"))["book"]
)

# Data tests in other files that check a definition or its figures: clause -> (file, test).
ELSEWHERE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "setup.board-track": (
        (
            "engine/test_data_boards.py",
            "test_each_of_the_forty_spaces_has_the_right_kind_and_place",
        ),
    ),
    "setup.deed-data": (
        ("engine/test_data_boards.py", "test_every_street_has_its_printed_figures"),
        ("engine/test_data_boards.py", "test_railroads_and_utilities_have_their_printed_figures"),
        ("engine/test_data_boards.py", "test_the_house_price_depends_on_the_group"),
    ),
    "setup.street-groups": (
        ("engine/test_data_boards.py", "test_the_eight_groups_have_2_3_3_3_3_3_3_2_streets"),
    ),
    "setup.card-decks": (
        ("engine/test_data_decks.py", "test_each_card_has_the_effect_printed_in_its_deck"),
    ),
    "cards.goojf-one-per-deck": (
        ("engine/test_data_decks.py", "test_each_deck_has_exactly_one_jail_card"),
    ),
    "mortgage.value": (
        ("engine/test_data_boards.py", "test_every_mortgage_value_is_half_the_price"),
    ),
}


@dataclass(frozen=True)
class Test:
    """A test that shows a clause."""

    file: str  # under tests/
    name: str
    how: str
    books: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.name.removeprefix("test_").replace("_", " ")


def table(path: str) -> dict[str, Any]:
    return tomllib.loads((DATA / path).read_text("utf-8"))


def clauses() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("books/clauses.toml")["clause"]}


def idle() -> dict[str, str]:
    """The parameters whose values make no difference to play, each with the reason."""
    rows = table("books/house-rules.toml")["parameter"]
    return {row["id"]: row["idle"] for row in rows if "idle" in row}


def in_words() -> dict[tuple[str, str], str]:
    """The words for each value of a parameter, by its clause and its value."""
    rows = table("books/house-rules.toml")["parameter"]
    words = {
        (row["id"], value): name for row in rows for value, name in row.get("names", {}).items()
    }
    for value in values(clauses()["shortage.supply"]):
        houses, hotels = str(value).split("/")
        words["shortage.supply", str(value)] = f"{houses} houses and {hotels} hotels"
    return words


def _load(file: Path) -> ModuleType:
    name = f"shown_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_modules() -> None:
    """Let imports find the program and the support of the tests."""
    for folder in (str(ROOT / "py"), str(ROOT / "tests" / "support")):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def _marked() -> Iterator[tuple[Path, str, Any]]:
    """Every test marked with what it shows: its file, its name, the function."""
    _find_modules()
    for file in sorted(SCENES.glob("test_*.py")):
        for name, test in vars(_load(file)).items():
            if name.startswith("test_") and hasattr(test, "shows"):
                yield file, name, test


def scenes() -> dict[str, list[Any]]:
    """Clause id -> the functions that show it."""
    by_clause: dict[str, list[Any]] = defaultdict(list)
    for _, _, test in _marked():
        for id in test.shows.clauses:
            by_clause[id].append(test)
    return by_clause


def tests() -> dict[str, list[Test]]:
    """Clause id -> the tests that show it, in the order of the files."""
    by_clause: dict[str, list[Test]] = defaultdict(list)
    for file, name, test in _marked():
        for id in test.shows.clauses:
            shows = test.shows
            by_clause[id].append(Test(f"engine/clauses/{file.name}", name, shows.how, shows.books))
    for id, elsewhere in ELSEWHERE.items():
        by_clause[id] += [Test(file, name, "data", BOOKS) for file, name in elsewhere]
    return by_clause


def missing(
    rows: Mapping[str, dict[str, Any]], tests_of: Mapping[str, list[Test]]
) -> Iterator[str]:
    """Return ``clause in book`` for each clause that a book states or implies and no test shows.

    Physical clauses are exempt."""
    for id, row in rows.items():
        for book in BOOKS:
            shown = any(book in test.books for test in tests_of.get(id, ()))
            if not shown and book not in row["silent"] and not row.get("physical"):
                yield f"{id} in {book}"


def values(row: Mapping[str, Any]) -> dict[object, list[str]]:
    """The values of a parameter, and the books that have each."""
    books_of: dict[object, list[str]] = {}
    for book in BOOKS:
        books_of.setdefault(row["value"][book], []).append(book)
    return books_of


# ---------------------------------------------------------------- the page

HEAD = """\
# Clauses and their tests

A *clause* is one rule. This page lists every clause with its id, its text in our own words, and the tests
that cover it.

{counts}

The columns are the five rulebooks: {books}.
[books.toml](../py/titledeed/books/books.toml) describes them. What each rulebook says about a clause is in
[clauses.toml](../py/titledeed/books/clauses.toml), and our readings of open points are in
[RULINGS.md](RULINGS.md).

Topics: {topics}.

`.venv/bin/python -m tools.shown` generates this page. A test checks that it is up to date.

## How to read the tables

Each row is one test.

* A **scene** is a small game in `tests/engine/clauses/`. It fails unless an event or a refusal in it
  cites the clause. It runs once for each rulebook with a mark.
* A **data** test checks a definition or a number.
* A **grammar** test checks that no line can express what the clause forbids.
* **physical**: the clause is about handling things at a real table. If it has no test, its row says how
  the program follows it, and the cells are blank.

| mark | meaning |
|---|---|
| **✓** | the test runs with this rulebook, which states or implies the clause |
| **(✓)** | the test runs with this rulebook, which does not mention the clause; \
the program applies the clause all the same |
| **–** | this rulebook has no such rule, so no test of the clause runs with it |
| a blank cell | the test does not run with this rulebook; another test of the clause does |
"""


def _mark(row: Mapping[str, Any], test: Test, book: str) -> str:
    if book not in test.books:
        return ""
    return "(✓)" if book in row["silent"] else "✓"


def _words(text: str) -> str:
    """Return a text of the data with the words and the money of the Atlantic City edition."""
    words: Mapping[str, str] = table("editions/atlantic-city.toml")["words"]

    def word(match: re.Match[str]) -> str:
        inside = match[1]
        if inside.startswith("sum_"):
            return f"${int(inside.removeprefix('sum_')):,}"
        article, bare = "", inside
        if inside[:2] in ("a ", "A "):
            article, bare = inside[:2], inside[2:]
        text = words[bare[:1].lower() + bare[1:]]
        if article and text[:1].lower() in "aeio":
            article = f"{article[0]}n "
        if not (article or bare)[0].isupper():
            return article + text
        return article.capitalize() + text if article else text[:1].upper() + text[1:]

    return re.sub(r"\{([^{}]*)\}", word, text)


def _topics() -> Mapping[str, str]:
    """The headings of the topics, with the words of the Atlantic City edition."""
    _find_modules()
    topics = importlib.import_module("titledeed.language.rule_clauses").TOPICS
    return {topic: _words(heading) for topic, heading in topics.items()}


def _links(headings: Iterable[str]) -> str:
    """A list of links to the headings of the same page."""

    def anchor(heading: str) -> str:
        return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")

    return " · ".join(f"[{heading}](#{anchor(heading)})" for heading in headings)


def _clause_rows(
    rows: Mapping[str, dict[str, Any]], tests_of: Mapping[str, list[Test]]
) -> Iterator[str]:
    headings = _topics()
    topic = ""
    for id, row in rows.items():
        if row["topic"] != topic:
            topic = row["topic"]
            yield f"\n## {headings[topic]}\n"
            yield f"| clause | tested by | {' | '.join(BOOKS)} |"
            yield "|---|---|" + "---|" * len(BOOKS)
        shown = tests_of.get(id, [])
        first = f"`{id}`" + (" (physical)" if row.get("physical") else "")
        first += f"<br>{_words(row['text'])}"
        if not shown:
            yield f"| {first} | *{_words(row['play'])}* | | | | | |"
        ever = {book for test in shown for book in test.books}
        for n, test in enumerate(shown):
            marks = [
                "–" if book not in ever and book in row["silent"] else _mark(row, test, book)
                for book in BOOKS
            ]
            name = f"{test.how}: [{test.title}](../tests/{test.file})"
            yield f"| {first if n == 0 else ''} | {name} | {' | '.join(marks)} |"


def _used_topics(rows: Mapping[str, dict[str, Any]]) -> list[str]:
    """The headings of the topics of these clauses, in their order."""
    headings = _topics()
    return [headings[topic] for topic in dict.fromkeys(row["topic"] for row in rows.values())]


def _parameter_rows(
    rows: Mapping[str, dict[str, Any]], tests_of: Mapping[str, list[Test]]
) -> Iterator[str]:
    parameters = {id: row for id, row in rows.items() if row["kind"] == "parameter"}
    yield f"\n## The {len(parameters)} parameters\n"
    yield (
        "A *parameter* is a clause that has a value in each rulebook. The table lists the values as "
        "they are written in `clauses.toml` and in [records](RECORD.md#house-rules), each with its "
        "meaning. The last column counts the scenes of the clause that run with a rulebook of that "
        "value. If all values lead to the same play, it also says why.\n"
    )
    yield (
        "`tests/engine/test_parameters_matter.py` gives each parameter the values of the other "
        "rulebooks, one by one. Each time, a scene of its clause must fail, unless the values lead to "
        "the same play.\n"
    )
    yield "| parameter | value | rulebooks | tests |"
    yield "|---|---|---|---|"
    reasons, words = idle(), in_words()
    for id, row in parameters.items():
        for n, (value, having) in enumerate(values(row).items()):
            count = sum(
                test.how == "scene" and bool(set(having) & set(test.books))
                for test in tests_of.get(id, ())
            )
            told = f"{count} scene{'s' if count != 1 else ''}" if count else ""
            reason = _words(reasons.get(id, "")) if n == 0 else ""
            cell = ". ".join(part for part in (told, reason) if part)
            first = f"`{id}`<br>{_words(row['text'])}" if n == 0 else ""
            meaning = _words(words.get((id, str(value)), ""))
            named = f"`{value}`" + (f": {meaning}" if meaning not in ("", str(value)) else "")
            yield f"| {first} | {named} | {', '.join(having)} | {cell} |"


def page() -> str:
    """The whole page."""
    rows, tests_of = clauses(), tests()
    how: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for group in tests_of.values():
        for test in group:
            how[test.how].add((test.file, test.name))
    physical = [id for id, row in rows.items() if row.get("physical")]
    bare = [id for id in physical if not tests_of.get(id)]
    counts = (
        f"Tests cover {len(rows) - len(bare)} of the {len(rows)} clauses: {len(how['scene'])} scenes, "
        f"{len(how['data'])} data tests and {len(how['grammar'])} grammar tests. The other {len(bare)} are "
        "about handling things at a real table; their rows say how the program follows them."
    )
    *names, last = (f"`{book}`" for book in BOOKS)
    books = f"{', '.join(names)} and {last}"
    parameters = sum(row["kind"] == "parameter" for row in rows.values())
    topics = _links([*_used_topics(rows), f"The {parameters} parameters"])
    lines = [HEAD.format(counts=counts, books=books, topics=topics).rstrip("\n")]
    lines += _clause_rows(rows, tests_of)
    lines += _parameter_rows(rows, tests_of)
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- the list of rulings

BEGIN, END = "<!-- rulings -->\n", "<!-- end of the rulings -->\n"


def _ruling_rows() -> Iterator[str]:
    headings = _topics()
    rows = {id: row for id, row in clauses().items() if "ruling" in row}
    yield (
        f"{len(rows)} of the {len(clauses())} clauses have a ruling. "
        "The texts use the words of the Atlantic City board.\n"
    )
    yield f"Topics: {_links(_used_topics(rows))}."
    for topic, group in groupby(rows.items(), key=lambda item: item[1]["topic"]):
        ruled = dict(group)
        yield f"\n### {headings[topic]}\n"
        yield "| clause | the rule | our reading |"
        yield "|---|---|---|"
        for id, row in ruled.items():
            yield f"| `{id}` | {_words(row['text'])} | {_words(row['ruling'])} |"
        yield "\n<details>\n<summary>What the rulebooks say</summary>\n"
        yield f"| clause | {' | '.join(BOOKS)} |"
        yield "|---|" + "---|" * len(BOOKS)
        for id, row in ruled.items():
            said = [_words(row["books"].get(book, "–")) for book in BOOKS]
            yield f"| `{id}` | {' | '.join(said)} |"
        yield "\n</details>"


def rulings() -> str:
    """The whole page of rulings: as it is, with the list from the data."""
    text = RULINGS.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + BEGIN + "\n" + "\n".join(_ruling_rows()) + "\n\n" + END + tail


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    texts = {PAGE: page(), RULINGS: rulings()}
    if args.check:
        old = [
            file
            for file, text in texts.items()
            if not file.exists() or file.read_text("utf-8") != text
        ]
        for file in old:
            print(f"docs/{file.name} is not up to date: python -m tools.shown")
        if not old:
            print("up to date")
        return 1 if old else 0
    for file, text in texts.items():
        file.write_text(text, "utf-8")
    for line in missing(clauses(), tests()):
        print(f"not shown: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
