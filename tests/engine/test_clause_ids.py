"""Every clause id that is quoted anywhere exists: in code, templates, tests, docs, data and records."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from titledeed.engine.rulebook_loader_and_rules_compiler import clause_table
from titledeed.language.rule_clauses import house_rules

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {*clause_table(), *(f"house.{key}" for key in house_rules())}
TOPICS = sorted({id.partition(".")[0] for id in KNOWN}, key=len, reverse=True)
ID = re.compile(
    rf"(?<![\w./\[-])(?:{'|'.join(TOPICS)})\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w(-])(?!\.\w)"
)
FILES = re.compile(  # not ids, but names of files and hosts
    r"\.(?:conf|css|csv|db|example|gz|html|jpg|js|json|lock|log|md|mjs|org|pid|png|po|py|svg|toml|txt|xz|zip)$"
)
# Matches the shape of an id, for any topic.
SHAPE = re.compile(
    r"(?<![\w./\[-])[a-z]+(?:-[a-z]+)*\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w(-])(?!\.\w)"
)
QUOTING_KEY = re.compile(r"\W*(?:because|cites|refused)\W*[=:]")  # of a record
# Places where a text with only such names quotes clauses. Elsewhere it may name a module or a browser
# feature.
QUOTING = (
    "py",
    "templates",
    "tests/engine",
    "tests/lab",
    "tests/language",
    "tests/support",
    "tests/ui",
)
# Names of that shape that are not clauses: sentences, classes, fields of worksheets and runs, modules.
NO_TOPICS = frozenset(
    {
        "css",
        "dialog",
        "game",
        "http",
        "json",
        "no",
        "os",
        "pot",
        "pyodide",
        "ready",
        "run",
        "session",
        "titledeed",
    }
)
FOLDERS = ("docs", "py", "static/boot", "templates", "tests", "tools")
ENDINGS = {".html", ".js", ".md", ".mjs", ".po", ".py", ".toml"}
# Saved games quote no clauses, and an edition may name its spaces freely.
PLACES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("*.html")),
    *(
        file
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*"))
        if (file.suffix in ENDINGS and file.name != "equivalent.toml")  # contains pieces of code
        or (file.suffix == ".json" and file.parent.name == "records")
    ),
]


def quoted_in(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, or the parts of it, that may quote ids.

    Outside of texts, code and templates also have attributes with such names."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if tokenize.tok_name[token.type] in ("STRING", "COMMENT", "FSTRING_MIDDLE"):
                yield token.start[0], token.string
        return
    for number, line in enumerate(text.splitlines(), 1):
        if file.suffix == ".html":
            for part in re.findall(r"(?<=[\"'])[^\"'{}]*(?=[\"'])", line):
                yield number, part
        elif not line.startswith("["):  # the name of a table in TOML
            yield number, line


def ids_in(file: Path, text: str) -> Iterator[str]:
    """Find every name of an existing topic.

    Of other topics, find the names that can only be ids. These contain a hyphen, which no attribute
    has, or are in a text that has only such names where clauses are quoted."""
    yield from ID.findall(text)
    if file.suffix in (".toml", ".json"):
        quoting = QUOTING_KEY.match(text) is not None
    else:
        only_names = all(map(SHAPE.fullmatch, re.split(r"[|\s]+", text.strip("\"'"))))
        quoting = only_names and file.relative_to(ROOT).as_posix().startswith(QUOTING)
    for id in SHAPE.findall(text):
        topic = id.partition(".")[0]
        if topic not in TOPICS and topic not in NO_TOPICS and (quoting or "-" in id):
            yield id


def unknown(file: Path) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {id}"
        for number, text in quoted_in(file)
        for id in ids_in(file, text)
        if id not in KNOWN and not FILES.search(id)
    ]


def test_every_clause_id_quoted_anywhere_exists() -> None:
    wrong = [row for file in PLACES for row in unknown(file)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'X = ("houses' + '.evenly",)\n'),
        ("a.py", "x = 1  # see houses" + ".evenly\n"),
        ("a.html", '{{ why("houses' + '.evenly") }}'),
        ("a.toml", 'refused = "houses.even|houses' + '.evenly"'),
        ("a.md", "A refusal cites `houses" + ".evenly`."),
        ("tests/engine/a.py", 't.cites("go.salary", "house' + '-rules.even")\n'),
        ("tests/engine/a.py", 't.cites("go.salary", "building' + '.even")\n'),
        ("tests/engine/a.py", 'REFUSED = "go.salary|building' + '.even"\n'),
        ("py/a.py", 'return ("go.salary", "building' + '.even")\n'),
        ("py/a.py", "x = 1  # see buildings" + ".in-turn\n"),
        ("templates/a.html", '{{ why("building' + '.even") }}'),
        ("a.toml", 'refused = "houses.even|building' + '.even"'),
        ("a.toml", 'cites = ["building' + '.even", "go.salary"]'),
        ("a.json", '"refused": "building' + '.even",'),
        ("a.md", "A refusal cites `building" + ".in-turn`."),
    ],
)
def test_an_unknown_clause_id_is_detected(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(unknown(tmp_path / name)) == 1
