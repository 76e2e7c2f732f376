"""Every clause id that is quoted anywhere exists: in code, templates, tests, docs, data and records."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from titledeed.engine.rules_compiler import clause_table
from titledeed.language.rule_clauses import house_rules

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {*clause_table(), *(f"house.{key}" for key in house_rules())}
TOPICS = sorted({id.partition(".")[0] for id in KNOWN}, key=len, reverse=True)
ID = re.compile(
    rf"(?<![\w./\[-])(?:{'|'.join(TOPICS)})\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w(-])(?!\.\w)"
)
FILES = re.compile(r"\.(?:html|py|toml|lock|db|log|pid)$")  # not ids, but names of files
FOLDERS = ("docs", "py", "static/boot", "templates", "tests", "tools")
ENDINGS = {".html", ".js", ".md", ".mjs", ".po", ".py", ".toml"}
# Saved games quote none. What an edition calls its spaces is its own affair.
PLACES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("*.html")),
    *(
        file
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*"))
        if (file.suffix in ENDINGS and file.name != "equivalent.toml")  # pieces of code
        or (file.suffix == ".json" and file.parent.name == "records")
    ),
]


def quoted_in(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file, or the parts of it, that may quote ids. Code and templates also have attributes of
    such names, outside of texts."""
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


def unknown(file: Path) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {id}"
        for number, text in quoted_in(file)
        for id in ID.findall(text)
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
    ],
)
def test_an_unknown_id_would_be_found(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(unknown(tmp_path / name)) == 1
